/* sounder-history.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-history"

#include "config.h"

#include <adwaita.h>

#include "sounder-history.h"
#include "sounder-palette.h"

/**
 * SounderHistory:
 *
 * A line of what was pushed, one value a second, newest at the right.
 */

#define N_VALUES 120
#define WIDTH    96
#define HEIGHT   28
#define EDGE     1.5

struct _SounderHistory
{
  GtkWidget parent_instance;

  double    values[N_VALUES]; /* a ring */
  guint     next;
  guint     length;
  double    least_top;        /* what the scale reaches at least */
};

G_DEFINE_FINAL_TYPE (SounderHistory, sounder_history, GTK_TYPE_WIDGET)

/* @back: 0 is the newest. */
static double
nth_back (SounderHistory *self,
          guint           back)
{
  return self->values[(self->next + N_VALUES - 1 - back) % N_VALUES];
}

static void
draw (SounderHistory *self,
      cairo_t        *cr,
      double          width,
      double          height)
{
  GdkRGBA color = sounder_palette_get (SOUNDER_TONE_REQUEST);
  double step = (width - 2 * EDGE) / (N_VALUES - 1);
  double top = self->least_top;

  for (guint i = 0; i < self->length; i++)
    top = MAX (top, nth_back (self, i));

  for (guint i = 0; i < self->length; i++)
    cairo_line_to (cr, width - EDGE - step * i,
                   height - EDGE - nth_back (self, i) / top * (height - 2 * EDGE));

  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke_preserve (cr);

  cairo_line_to (cr, width - EDGE - step * (self->length - 1), height);
  cairo_line_to (cr, width - EDGE, height);
  cairo_close_path (cr);
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, 0.18);
  cairo_fill (cr);
}

static void
sounder_history_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  SounderHistory *self = SOUNDER_HISTORY (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->length == 0)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw (self, cr, width, height);
  cairo_destroy (cr);
}

static void
sounder_history_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
sounder_history_class_init (SounderHistoryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = sounder_history_snapshot;
  widget_class->measure = sounder_history_measure;

  gtk_widget_class_set_css_name (widget_class, "history");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
sounder_history_init (SounderHistory *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->least_top = 1;
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

/**
 * sounder_history_set_least_top:
 * @self: a history
 * @least_top: above 0
 *
 * Sets what the scale reaches at least, so that small noise stays small.
 */
void
sounder_history_set_least_top (SounderHistory *self,
                               double          least_top)
{
  g_return_if_fail (SOUNDER_IS_HISTORY (self));
  g_return_if_fail (least_top > 0);

  self->least_top = least_top;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sounder_history_push:
 * @self: a history
 * @value: the newest, at least 0
 *
 * Adds a value; the oldest is dropped.
 */
void
sounder_history_push (SounderHistory *self,
                      double          value)
{
  g_return_if_fail (SOUNDER_IS_HISTORY (self));

  self->values[self->next] = value;
  self->next = (self->next + 1) % N_VALUES;
  self->length = MIN (self->length + 1, N_VALUES);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sounder_history_clear:
 * @self: a history
 *
 * Drops all values.
 */
void
sounder_history_clear (SounderHistory *self)
{
  g_return_if_fail (SOUNDER_IS_HISTORY (self));

  self->length = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sounder_history_get_length:
 * @self: a history
 *
 * Counts the values.
 *
 * Returns: how many
 */
guint
sounder_history_get_length (SounderHistory *self)
{
  g_return_val_if_fail (SOUNDER_IS_HISTORY (self), 0);

  return self->length;
}
