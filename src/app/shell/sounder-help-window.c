/* sounder-help-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sounder-adaptive-bin.h"
#include "sounder-compat.h"
#include "sounder-focus.h"
#include "sounder-help-pages.h"
#include "sounder-help-window.h"
#include "sounder-markdown-blocks.h"
#include "sounder-overlay-split.h"
#include "sounder-template.h"

/**
 * SounderHelpWindow:
 *
 * The pages at the side, one of them in front. A search goes through all of them: the list keeps those
 * that have the text, with how often, and Enter goes from place to place, over the ends of pages too.
 */

#define ROW_PAGE  "sounder-help-page"
#define ROW_COUNT "sounder-help-count"

/* A page that was looked at, and how far down. */
typedef struct
{
  SounderHelpPage *page;  /* one of the pages */
  double           value;
} Visit;

struct _SounderHelpWindow
{
  AdwWindow            parent_instance;

  GPtrArray           *pages;    /* of SounderHelpPage */
  GArray              *visits;   /* of Visit: back and forward */
  guint                visit;    /* which of them is in front */
  char                *text;     /* that is searched, never NULL */
  guint                n_hits;   /* on the page in front */
  int                  hit;      /* which of them is selected, or -1 */

  /* Where to scroll to as soon as it is known where that is. */
  guint                scroll_id;
  char                *anchor;   /* (nullable) */
  double               value;

  SounderAdaptiveBin  *adaptive_bin;
  SounderOverlaySplit *split;
  GtkEditable         *entry;
  GtkListBox          *list;
  AdwWindowTitle      *title;
  GtkScrolledWindow   *scrolled;
  AdwBin              *slot;
};

G_DEFINE_FINAL_TYPE (SounderHelpWindow, sounder_help_window, ADW_TYPE_WINDOW)

static SounderMarkdownBlocks *
get_blocks (SounderHelpWindow *self)
{
  return SOUNDER_MARKDOWN_BLOCKS (adw_bin_get_child (self->slot));
}

static Visit *
get_visit (SounderHelpWindow *self)
{
  return &g_array_index (self->visits, Visit, self->visit);
}

/* How far down a widget of the page begins. */
static double
get_top (SounderHelpWindow *self,
         GtkWidget         *widget)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (widget, GTK_WIDGET (self->slot), &bounds))
    return 0;

  return bounds.origin.y;
}

static void
scroll_list (SounderHelpWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  GtkAdjustment *adjustment = gtk_list_box_get_adjustment (self->list);
  graphene_rect_t bounds;

  if (row != NULL && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

/* Once it has a size. */
static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  GtkWidget *found = NULL;
  double value = self->value;
  int y = 0;

  if (gtk_widget_get_height (GTK_WIDGET (get_blocks (self))) == 0)
    return G_SOURCE_CONTINUE;

  if (self->hit >= 0)
    {
      found = sounder_markdown_blocks_select_hit (get_blocks (self), self->text, (guint) self->hit, &y);
      /* With what stands before it, to be understood. */
      y -= (int) (gtk_adjustment_get_page_size (adjustment) / 3);
    }
  else if (self->anchor != NULL)
    {
      found = sounder_markdown_blocks_find_heading (get_blocks (self), self->anchor);
    }
  if (found != NULL)
    value = get_top (self, found) + y;

  gtk_adjustment_set_value (adjustment, value);
  scroll_list (self);
  self->scroll_id = 0;

  return G_SOURCE_REMOVE;
}

static void
scroll_soon (SounderHelpWindow *self,
             const char        *anchor,
             double             value)
{
  g_free (self->anchor);
  self->anchor = g_strdup (anchor);
  self->value = value;
  if (self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
}

static SounderHelpPage *
find_page (SounderHelpWindow *self,
           const char        *topic)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      SounderHelpPage *page = self->pages->pdata[i];

      if (g_str_equal (page->topic, topic))
        return page;
    }

  return NULL;
}

static SounderHelpPage *
get_row_page (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), ROW_PAGE);
}

static void
select_row (SounderHelpWindow *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    {
      if (get_row_page (row) == get_visit (self)->page)
        gtk_list_box_select_row (self->list, row);
    }
}

static void
update_actions (SounderHelpWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.back", self->visit > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "help.forward",
                                 self->visit + 1 < self->visits->len);
}

static void link_activated_cb (SounderHelpWindow *self,
                               const char        *address);

/* The visit that is the current one by now. */
static void
show_visit (SounderHelpWindow *self,
            const char        *anchor,
            int                hit)
{
  const Visit *visit = get_visit (self);
  GtkWidget *blocks = sounder_markdown_blocks_new (sounder_help_page_get_blocks (visit->page),
                                                   sounder_help_pages_find_picture);

  sounder_markdown_blocks_build (SOUNDER_MARKDOWN_BLOCKS (blocks), TRUE);
  g_signal_connect_object (blocks, "link-activated", G_CALLBACK (link_activated_cb), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (self->slot, blocks);
  adw_window_title_set_title (self->title, visit->page->title);
  select_row (self);
  update_actions (self);

  self->n_hits = sounder_markdown_blocks_search (get_blocks (self), self->text);
  self->hit = hit;
  scroll_soon (self, anchor, visit->value);
}

static void
leave (SounderHelpWindow *self)
{
  if (self->visits->len > 0)
    get_visit (self)->value =
      gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scrolled));
}

static void
go_to (SounderHelpWindow *self,
       SounderHelpPage   *page,
       const char        *anchor,
       int                hit)
{
  Visit visit = { page, 0 };

  leave (self);
  if (self->visits->len > 0)
    g_array_set_size (self->visits, ++self->visit);
  g_array_append_val (self->visits, visit);
  show_visit (self, anchor, hit);
}

static void
step_cb (SounderHelpWindow *self,
         const char        *action_name)
{
  leave (self);
  if (g_str_equal (action_name, "help.back"))
    self->visit--;
  else
    self->visit++;
  show_visit (self, NULL, -1);
}

static void
link_activated_cb (SounderHelpWindow *self,
                   const char        *address)
{
  if (!sounder_help_window_show_page (self, address))
    sounder_compat_open_uri (GTK_WINDOW (self), address);
}

static void
row_selected_cb (GtkListBox    *list,
                 GtkListBoxRow *row,
                 gpointer       user_data)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (gtk_widget_get_root (GTK_WIDGET (list)));

  if (row != NULL && self->visits->len > 0 && get_row_page (row) != get_visit (self)->page)
    go_to (self, get_row_page (row), NULL, *self->text != '\0' ? 0 : -1);
}

/* Above the page, the list has done what it is there for. */
static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  gpointer       user_data)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (gtk_widget_get_root (GTK_WIDGET (list)));

  if (sounder_overlay_split_get_collapsed (self->split))
    sounder_overlay_split_set_show_sidebar (self->split, FALSE);
}

static guint
count_hits (SounderHelpWindow *self,
            SounderHelpPage   *page)
{
  return *self->text == '\0'
           ? 0
           : sounder_markdown_blocks_count (sounder_help_page_get_blocks (page), self->text);
}

static gboolean
filter_row (GtkListBoxRow *row,
            gpointer       user_data)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (user_data);
  GtkWidget *label = g_object_get_data (G_OBJECT (row), ROW_COUNT);
  guint n_hits = count_hits (self, get_row_page (row));
  g_autofree char *count = n_hits > 0 ? g_strdup_printf ("%u", n_hits) : g_strdup ("");

  gtk_label_set_label (GTK_LABEL (label), count);

  return n_hits > 0 || *self->text == '\0';
}

/* Not with the first letter, which is everywhere. */
static void
search_changed_cb (SounderHelpWindow *self)
{
  const char *text = gtk_editable_get_text (self->entry);

  g_free (self->text);
  self->text = g_strdup (g_utf8_strlen (text, 2) > 1 ? text : "");
  gtk_list_box_invalidate_filter (self->list);
  self->n_hits = sounder_markdown_blocks_search (get_blocks (self), self->text);
  self->hit = self->n_hits > 0 ? 0 : -1;
  if (self->hit >= 0)
    scroll_soon (self, NULL, 0);
}

/* To the next place that has the text, on this page or the next one that has any, and around. */
static void
step_hit (SounderHelpWindow *self,
          int                direction)
{
  int hit = self->hit + direction;
  guint i;
  guint n_hits = 0;

  if (*self->text == '\0')
    return;
  if (hit >= 0 && hit < (int) self->n_hits)
    {
      self->hit = hit;
      scroll_soon (self, NULL, 0);
      return;
    }

  g_ptr_array_find (self->pages, get_visit (self)->page, &i);
  for (guint n = 0; n < self->pages->len && n_hits == 0; n++)
    {
      i = (i + self->pages->len + (guint) direction) % self->pages->len;
      n_hits = count_hits (self, self->pages->pdata[i]);
    }
  if (n_hits > 0)
    go_to (self, self->pages->pdata[i], NULL, direction > 0 ? 0 : (int) n_hits - 1);
}

static void
next_cb (SounderHelpWindow *self)
{
  step_hit (self, 1);
}

static void
previous_cb (SounderHelpWindow *self)
{
  step_hit (self, -1);
}

/* Escape in the entry: first the list above the page goes, then the text, then the window. */
static void
stop_search_cb (SounderHelpWindow *self)
{
  if (sounder_overlay_split_get_collapsed (self->split))
    {
      sounder_overlay_split_set_show_sidebar (self->split, FALSE);
      gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));
    }
  else if (*gtk_editable_get_text (self->entry) == '\0')
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_editable_set_text (self->entry, "");
}

static void
find_cb (SounderHelpWindow *self)
{
  sounder_overlay_split_set_show_sidebar (self->split, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
toggle_sidebar_cb (SounderHelpWindow *self)
{
  sounder_overlay_split_set_show_sidebar (self->split,
                                          !sounder_overlay_split_get_show_sidebar (self->split));
}

static void
width_class_changed_cb (SounderHelpWindow *self)
{
  sounder_overlay_split_set_collapsed (
    self->split,
    sounder_adaptive_bin_get_width_class (self->adaptive_bin) == SOUNDER_WIDTH_NARROW);
}

/* The buttons of a mouse that are made for it. */
static void
pressed_cb (GtkGestureClick   *gesture,
            int                n_press,
            double             x,
            double             y,
            SounderHelpWindow *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == 8)
    gtk_widget_activate_action (GTK_WIDGET (self), "help.back", NULL);
  else if (button == 9)
    gtk_widget_activate_action (GTK_WIDGET (self), "help.forward", NULL);
}

static void
update_header (GtkListBoxRow *row,
               GtkListBoxRow *before,
               gpointer       user_data)
{
  const char *section = get_row_page (row)->section;
  GtkWidget *label;

  if (section == NULL || (before != NULL && g_strcmp0 (section, get_row_page (before)->section) == 0))
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }

  label = gtk_label_new (section);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "list-section");
  gtk_list_box_row_set_header (row, label);
}

static void
add_row (SounderHelpWindow *self,
         SounderHelpPage   *page)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (page->title);
  GtkWidget *count = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), ROW_PAGE, page);
  g_object_set_data (G_OBJECT (row), ROW_COUNT, count);
  gtk_list_box_append (self->list, row);
}

static void
sounder_help_window_dispose (GObject *object)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (object);

  if (self->scroll_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_id);
  self->scroll_id = 0;

  G_OBJECT_CLASS (sounder_help_window_parent_class)->dispose (object);
}

static void
sounder_help_window_finalize (GObject *object)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (object);

  g_array_unref (self->visits);
  g_ptr_array_unref (self->pages);
  g_free (self->text);
  g_free (self->anchor);

  G_OBJECT_CLASS (sounder_help_window_parent_class)->finalize (object);
}

static void
install_keys (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "help.back", NULL, step_cb);
  sounder_template_action (widget_class, "help.forward", NULL, step_cb);
  sounder_template_action (widget_class, "help.find", NULL, find_cb);
  sounder_template_action (widget_class, "help.toggle-sidebar", NULL, toggle_sidebar_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "help.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK, "help.forward", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "help.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "help.toggle-sidebar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_help_window_class_init (SounderHelpWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_help_window_dispose;
  object_class->finalize = sounder_help_window_finalize;

  g_type_ensure (SOUNDER_TYPE_ADAPTIVE_BIN);
  g_type_ensure (SOUNDER_TYPE_OVERLAY_SPLIT);
  sounder_template_set (widget_class, "sounder-help-window.ui");
  sounder_template_bind (widget_class, SounderHelpWindow, adaptive_bin, split, entry, list, title,
                         scrolled, slot);
  sounder_template_connect (widget_class, search_changed_cb, next_cb, previous_cb, stop_search_cb,
                            row_selected_cb, row_activated_cb, width_class_changed_cb);
  install_keys (widget_class);
}

/* Into the page; by itself, Tab goes past what scrolls. */
static gboolean
enter_page_cb (GtkWidget *widget,
               GVariant  *arguments,
               gpointer   user_data)
{
  SounderHelpWindow *self = SOUNDER_HELP_WINDOW (gtk_widget_get_root (widget));

  return gtk_widget_is_focus (widget)
         && gtk_widget_child_focus (GTK_WIDGET (get_blocks (self)), GTK_DIR_TAB_FORWARD);
}

/* The page itself has only those with Ctrl, and Page Up and Page Down. */
static void
add_scroll_keys (SounderHelpWindow *self)
{
  static const struct
  {
    guint         keyval;
    GtkScrollType scroll;
  } keys[] = {
    { GDK_KEY_Up, GTK_SCROLL_STEP_UP },     { GDK_KEY_Down, GTK_SCROLL_STEP_DOWN },
    { GDK_KEY_space, GTK_SCROLL_PAGE_DOWN }, { GDK_KEY_BackSpace, GTK_SCROLL_PAGE_UP },
    { GDK_KEY_Home, GTK_SCROLL_START },     { GDK_KEY_End, GTK_SCROLL_END },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (keys[i].keyval, 0),
                                       gtk_signal_action_new ("scroll-child"), "(ib)",
                                       keys[i].scroll, FALSE));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (controller),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Tab, 0),
                      gtk_callback_action_new (enter_page_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->scrolled), controller);
}

static void
sounder_help_window_init (SounderHelpWindow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->pages = sounder_help_pages_new ();
  self->visits = g_array_new (FALSE, FALSE, sizeof (Visit));
  self->text = g_strdup ("");
  self->hit = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));
  sounder_overlay_split_set_position (self->split, 250);
  add_scroll_keys (self);

  gtk_list_box_set_filter_func (self->list, filter_row, self, NULL);
  gtk_list_box_set_header_func (self->list, update_header, NULL, NULL);
  for (guint i = 0; i < self->pages->len; i++)
    add_row (self, self->pages->pdata[i]);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/**
 * sounder_help_window_new:
 *
 * Creates the window. It is not shown, and shows no page yet.
 *
 * Returns: (transfer none): a new window, owned by GTK
 */
SounderHelpWindow *
sounder_help_window_new (void)
{
  return g_object_new (SOUNDER_TYPE_HELP_WINDOW, NULL);
}

/**
 * sounder_help_window_show_page:
 * @address: of a page as links have it: `filters.md`, `filters.md#time`, or `#time` on the page in front
 *
 * Shows a page.
 *
 * Returns: whether there is such a page
 */
gboolean
sounder_help_window_show_page (SounderHelpWindow *self,
                               const char        *address)
{
  g_auto (GStrv) parts = NULL;
  SounderHelpPage *page = NULL;

  g_return_val_if_fail (SOUNDER_IS_HELP_WINDOW (self), FALSE);
  g_return_val_if_fail (address != NULL, FALSE);

  parts = g_strsplit (address, "#", 2);
  if (*address == '#' && self->visits->len > 0)
    {
      page = get_visit (self)->page;
    }
  else if (g_str_has_suffix (parts[0], ".md"))
    {
      parts[0][strlen (parts[0]) - strlen (".md")] = '\0';
      page = find_page (self, parts[0]);
    }
  if (page == NULL)
    return FALSE;

  go_to (self, page, parts[1], -1);
  gtk_widget_grab_focus (GTK_WIDGET (self->scrolled));

  return TRUE;
}

const char *
sounder_help_window_get_topic (SounderHelpWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_HELP_WINDOW (self), NULL);

  return self->visits->len > 0 ? get_visit (self)->page->topic : NULL;
}
