/* sight.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sight.h"

/* Half a pixel of rounding at each side. */
#define SLACK 1.0f
/* WCAG 2.2, 2.5.8 Target Size (Minimum). */
#define TARGET_PX 24
/* WCAG 2.2, 1.4.3 Contrast (Minimum). */
#define CONTRAST 4.5

typedef struct
{
  GtkWidget  *window;
  const char *scene;
  guint       n_found;
} Sight;

/* What may be seen of a widget: where it is cut, and where one can scroll to the rest of it. */
typedef struct
{
  graphene_rect_t rect;
  gboolean        rolls_x;
  gboolean        rolls_y;
} Opening;

static graphene_rect_t
get_bounds (Sight     *sight,
            GtkWidget *widget)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (widget, sight->window, &bounds))
    graphene_rect_init (&bounds, 0, 0, 0, 0);

  return bounds;
}

static const char *
get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    return gtk_button_get_label (GTK_BUTTON (widget));
  if (GTK_IS_BUTTON (widget) && gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL)
    return gtk_button_get_icon_name (GTK_BUTTON (widget));
  if (GTK_IS_IMAGE (widget))
    return gtk_image_get_icon_name (GTK_IMAGE (widget));
  if (ADW_IS_PREFERENCES_ROW (widget))
    return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget));

  return gtk_widget_get_tooltip_text (widget);
}

/* Type, id and text, and those of what is around it up to the first with an id. */
static char *
describe (GtkWidget *widget)
{
  GString *out = g_string_new (NULL);

  for (guint depth = 0; widget != NULL && depth < 7; depth++, widget = gtk_widget_get_parent (widget))
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));
      const char *text = get_text (widget);
      g_auto (GStrv) all = gtk_widget_get_css_classes (widget);
      g_autofree char *classes = g_strjoinv (".", all);

      g_string_append_printf (out, "%s%s%s%s%s%s", depth > 0 ? " in " : "", G_OBJECT_TYPE_NAME (widget),
                              *classes != '\0' ? "." : "", classes, id != NULL ? "#" : "",
                              id != NULL ? id : "");
      if (text != NULL && *text != '\0')
        {
          g_autofree char *start = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), 40));

          g_string_append_printf (out, " “%s”", start);
        }
    }

  return g_string_free (out, FALSE);
}

static void G_GNUC_PRINTF (3, 4)
tell (Sight      *sight,
      GtkWidget  *widget,
      const char *format,
      ...)
{
  g_autofree char *what = describe (widget);
  g_autofree char *how = NULL;
  va_list arguments;

  va_start (arguments, format);
  how = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_test_message ("%s: %s: %s", sight->scene, how, what);
  sight->n_found++;
}

/* What is drawn of its own accord above all else; the badges of a view switcher, and scrollbars. */
static gboolean
is_apart (GtkWidget *widget)
{
  return !gtk_widget_get_mapped (widget) || GTK_IS_NATIVE (widget) || GTK_IS_SCROLLBAR (widget)
         || g_str_equal (G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)), "AdwIndicatorBin");
}

static gboolean
scrolls (GtkWidget      *widget,
         GtkOrientation  orientation)
{
  GtkAdjustment *adjustment;

  if (!GTK_IS_SCROLLABLE (widget))
    return FALSE;

  adjustment = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (widget))
                 : gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (widget));

  return adjustment != NULL
         && gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + SLACK;
}

static void
check_size (Sight     *sight,
            GtkWidget *widget)
{
  int width = gtk_widget_get_allocated_width (widget);
  int height = gtk_widget_get_allocated_height (widget);
  int margins_x = gtk_widget_get_margin_start (widget) + gtk_widget_get_margin_end (widget);
  int margins_y = gtk_widget_get_margin_top (widget) + gtk_widget_get_margin_bottom (widget);
  int minimum_x, minimum_y;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_x, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, MAX (width + margins_x, minimum_x), &minimum_y,
                      NULL, NULL, NULL);
  if (minimum_x > width + margins_x || minimum_y > height + margins_y)
    tell (sight, widget, "is %d × %d and needs %d × %d", width, height, minimum_x - margins_x,
          minimum_y - margins_y);
}

static void
look_for_clipped (Sight     *sight,
                  GtkWidget *widget,
                  Opening    opening)
{
  graphene_rect_t bounds = get_bounds (sight, widget);
  float left = opening.rect.origin.x, right = left + opening.rect.size.width;
  float top = opening.rect.origin.y, bottom = top + opening.rect.size.height;
  guint n_found = sight->n_found;

  if ((!opening.rolls_x && (bounds.origin.x < left - SLACK
                            || bounds.origin.x + bounds.size.width > right + SLACK))
      || (!opening.rolls_y && (bounds.origin.y < top - SLACK
                               || bounds.origin.y + bounds.size.height > bottom + SLACK)))
    tell (sight, widget, "from %g, %g to %g, %g is cut at %g, %g and %g, %g", bounds.origin.x,
          bounds.origin.y, bounds.origin.x + bounds.size.width, bounds.origin.y + bounds.size.height, left,
          top, right, bottom);
  if (GTK_IS_LABEL (widget) || GTK_IS_BUTTON (widget))
    check_size (sight, widget);

  /* What is in it is cut likewise. */
  if (sight->n_found > n_found)
    return;

  if (GTK_IS_SCROLLABLE (widget))
    {
      opening.rolls_x = scrolls (widget, GTK_ORIENTATION_HORIZONTAL);
      opening.rolls_y = scrolls (widget, GTK_ORIENTATION_VERTICAL);
      opening.rect = bounds;
    }
  else if (!opening.rolls_x && !opening.rolls_y)
    opening.rect = bounds;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!is_apart (child))
      look_for_clipped (sight, child, opening);
}

guint
sight_find_clipped (GtkWidget  *window,
                    const char *scene)
{
  Sight sight = { window, scene, 0 };
  Opening opening = { .rect = get_bounds (&sight, window) };

  for (GtkWidget *child = gtk_widget_get_first_child (window); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!is_apart (child))
      look_for_clipped (&sight, child, opening);

  return sight.n_found;
}

/* Whose children lie upon each other on purpose. */
static gboolean
layers (GtkWidget *widget)
{
  static const char *const types[] = {
    "GtkOverlay", "GtkStack",    "AdwViewStack", "AdwToastOverlay",    "GtkScrolledWindow",
    "GtkPaned",   "GtkSwitch", NULL,
  };

  /* The title of an empty row fades into the one above its text. */
  return g_strv_contains (types, G_OBJECT_TYPE_NAME (widget))
         || (gtk_widget_get_ancestor (widget, ADW_TYPE_ENTRY_ROW) != NULL
             && g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwGizmo"));
}

static void
look_for_overlaps (Sight     *sight,
                   GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t bounds = get_bounds (sight, child);

      if (is_apart (child))
        continue;

      look_for_overlaps (sight, child);
      for (GtkWidget *other = gtk_widget_get_next_sibling (child); other != NULL && !layers (widget);
           other = gtk_widget_get_next_sibling (other))
        {
          graphene_rect_t others = get_bounds (sight, other), common;
          g_autofree char *what = NULL;

          if (is_apart (other) || !graphene_rect_intersection (&bounds, &others, &common)
              || common.size.width <= SLACK || common.size.height <= SLACK)
            continue;

          what = describe (other);
          tell (sight, child, "%g × %g px of it lie on %s", common.size.width, common.size.height, what);
        }
    }
}

guint
sight_find_overlaps (GtkWidget  *window,
                     const char *scene)
{
  Sight sight = { window, scene, 0 };

  look_for_overlaps (&sight, window);
  return sight.n_found;
}

static gboolean
is_target (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (!gtk_widget_get_can_target (widget))
    return FALSE;

  if (GTK_IS_LIST_BOX_ROW (widget))
    return gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (widget));
  if (GTK_IS_LIST_VIEW (parent))
    return !GTK_IS_NO_SELECTION (gtk_list_view_get_model (GTK_LIST_VIEW (parent)));

  return GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_SWITCH (widget)
         || GTK_IS_ENTRY (widget) || GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_SPIN_BUTTON (widget)
         || GTK_IS_DROP_DOWN (widget) || GTK_IS_EXPANDER (widget) || GTK_IS_SCALE (widget);
}

static void
look_for_small (Sight     *sight,
                GtkWidget *widget)
{
  graphene_rect_t bounds = get_bounds (sight, widget);

  if (is_target (widget) && (bounds.size.width < TARGET_PX || bounds.size.height < TARGET_PX))
    tell (sight, widget, "is only %g × %g", bounds.size.width, bounds.size.height);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!is_apart (child))
      look_for_small (sight, child);
}

guint
sight_find_small (GtkWidget  *window,
                  const char *scene)
{
  Sight sight = { window, scene, 0 };

  look_for_small (&sight, window);

  return sight.n_found;
}

/* How a window is drawn. */
static cairo_surface_t *
draw (GtkWidget *window)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (window), height = gtk_widget_get_height (window);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), width, height);
  node = gtk_snapshot_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, cairo_image_surface_get_data (surface),
                        cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);

  return surface;
}

static double
get_linear (guint32 byte)
{
  double c = (byte & 0xff) / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

/* The contrast of the lightest and the darkest pixel within @bounds. */
static double
get_contrast (cairo_surface_t       *surface,
              const graphene_rect_t *bounds)
{
  int right = MIN (bounds->origin.x + bounds->size.width, cairo_image_surface_get_width (surface));
  int bottom = MIN (bounds->origin.y + bounds->size.height, cairo_image_surface_get_height (surface));
  double darkest = 1, lightest = 0;

  for (int y = MAX (bounds->origin.y, 0); y < bottom; y++)
    {
      const guint32 *row = (gpointer) (cairo_image_surface_get_data (surface)
                                       + y * cairo_image_surface_get_stride (surface));

      for (int x = MAX (bounds->origin.x, 0); x < right; x++)
        {
          double luminance = 0.2126 * get_linear (row[x] >> 16) + 0.7152 * get_linear (row[x] >> 8)
                             + 0.0722 * get_linear (row[x]);

          darkest = MIN (darkest, luminance);
          lightest = MAX (lightest, luminance);
        }
    }

  return (lightest + 0.05) / (darkest + 0.05);
}

static void
look_for_faint (Sight           *sight,
                GtkWidget       *widget,
                cairo_surface_t *surface,
                graphene_rect_t  opening)
{
  graphene_rect_t bounds = get_bounds (sight, widget);

  /* What cannot be used may be faint. */
  if (!gtk_widget_get_sensitive (widget))
    return;

  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0'
      /* An ellipsis alone has no stroke that fills a pixel. */
      && bounds.size.width > 2 * bounds.size.height && graphene_rect_contains_rect (&opening, &bounds)
      && get_contrast (surface, &bounds) < CONTRAST)
    tell (sight, widget, "has a contrast of %.1f", get_contrast (surface, &bounds));

  if (GTK_IS_SCROLLABLE (widget) && !graphene_rect_intersection (&opening, &bounds, &opening))
    return;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!is_apart (child))
      look_for_faint (sight, child, surface, opening);
}

guint
sight_find_faint (GtkWidget  *window,
                  const char *scene)
{
  Sight sight = { window, scene, 0 };
  cairo_surface_t *surface = draw (window);

  look_for_faint (&sight, window, surface, get_bounds (&sight, window));
  cairo_surface_destroy (surface);

  return sight.n_found;
}
