/* sounder-phase-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-palette.h"
#include "sounder-phase-bar.h"
#include "sounder-widgets.h"

/**
 * SounderPhaseBar:
 *
 * One bar for the whole of an exchange, with a piece for each phase. A phase
 * that took a millionth of the time still gets a pixel: that it happened is
 * what one looks for. The table beside it says the same in numbers.
 */

#define BAR_HEIGHT 14
#define MIN_PIECE_WIDTH 2

typedef struct
{
  gboolean there;
  gint64   start_usec;
  gint64   end_usec;
} Piece;

struct _SounderPhaseBar
{
  GtkWidget parent_instance;

  Piece     pieces[SOUNDER_N_PHASES];
  gint64    total_usec;
};

G_DEFINE_FINAL_TYPE (SounderPhaseBar, sounder_phase_bar, GTK_TYPE_WIDGET)

GdkRGBA
sounder_phase_get_color (SounderPhase phase)
{
  static const SounderTone tones[SOUNDER_N_PHASES] = {
    [SOUNDER_PHASE_RESOLVED] = SOUNDER_TONE_NOTIFICATION,
    [SOUNDER_PHASE_CONNECTED] = SOUNDER_TONE_BAR_WAITING,
    [SOUNDER_PHASE_SECURED] = SOUNDER_TONE_RESPONSE,
    [SOUNDER_PHASE_SENT] = SOUNDER_TONE_TEXT,
    [SOUNDER_PHASE_FIRST_BYTE] = SOUNDER_TONE_DIM,
    [SOUNDER_PHASE_ENDED] = SOUNDER_TONE_BAR,
  };

  g_return_val_if_fail (phase < SOUNDER_N_PHASES, (GdkRGBA) { 0 });

  return sounder_palette_get (tones[phase]);
}

static void
sounder_phase_bar_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  SounderPhaseBar *self = SOUNDER_PHASE_BAR (widget);
  double width = gtk_widget_get_width (widget);
  double top = (gtk_widget_get_height (widget) - BAR_HEIGHT) / 2.0;
  GskRoundedRect outline;

  if (self->total_usec <= 0 || width <= MIN_PIECE_WIDTH)
    return;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, top, width, BAR_HEIGHT), 4);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    {
      const Piece *piece = &self->pieces[i];
      GdkRGBA color = sounder_phase_get_color (i);
      double left = piece->start_usec * width / self->total_usec;
      double right = piece->end_usec * width / self->total_usec;

      if (!piece->there)
        continue;

      left = CLAMP (left, 0, width - MIN_PIECE_WIDTH);
      right = CLAMP (right, left + MIN_PIECE_WIDTH, width);
      gtk_snapshot_append_color (snapshot, &color,
                                 &GRAPHENE_RECT_INIT (left, top, right - left, BAR_HEIGHT));
    }
  gtk_snapshot_pop (snapshot);
}

static void
sounder_phase_bar_class_init (SounderPhaseBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = sounder_phase_bar_snapshot;

  gtk_widget_class_set_css_name (widget_class, "phasebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sounder_phase_bar_init (SounderPhaseBar *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), 60, BAR_HEIGHT + 4);
  sounder_palette_watch (self, G_CALLBACK (gtk_widget_queue_draw));
}

/* "DNS 1.2 ms, Waiting 40 ms": for those who do not see the bar. */
static void
update_label (SounderPhaseBar *self)
{
  g_autoptr (GString) label = g_string_new (NULL);

  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    {
      const Piece *piece = &self->pieces[i];
      g_autofree char *took = mcp_format_duration (piece->end_usec - piece->start_usec);

      if (piece->there)
        g_string_append_printf (label, "%s%s %s", label->len > 0 ? ", " : "",
                                sounder_phase_get_title (i), took);
    }

  sounder_widgets_set_spoken (self, label->len > 0 ? label->str : _("No times"));
}

void
sounder_phase_bar_set_phases (SounderPhaseBar *self,
                              SounderExchange *exchange)
{
  g_return_if_fail (SOUNDER_IS_PHASE_BAR (self));

  self->total_usec = 0;
  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    {
      Piece *piece = &self->pieces[i];

      *piece = (Piece) { 0 };
      if (exchange == NULL)
        continue;

      piece->there =
        sounder_exchange_get_phase (exchange, i, &piece->start_usec, &piece->end_usec);
      self->total_usec = MAX (self->total_usec, piece->end_usec);
    }

  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
