/* sounder-timeline-scroll.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-view.h"

#include "sounder-timeline-cells.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

/*
 * What the timeline does once per frame: it stays at the end while it follows, fits the waterfall
 * to the rows in sight, and lets the bars of what is pending grow.
 *
 * It happens before the layout of the frame. Moving the adjustment from inside the layout, as a
 * handler of GtkAdjustment::changed would, leaves GTK 4.8 with a frame without rows.
 */

/* A bar that grows twenty times a second looks smooth. */
#define GROW_USEC 50000

/* It takes a frame until the list knows its new height, and one more until it has scrolled. */
#define FRAMES_TO_SETTLE 3

static gboolean
is_at_end (SounderTimeline *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  return gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment)
         >= gtk_adjustment_get_upper (adjustment) - 1;
}

static int
get_row_height (SounderTimeline *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *list_item = gtk_widget_get_parent (g_ptr_array_index (self->rows, i));
      int height = list_item != NULL ? gtk_widget_get_height (list_item) : 0;

      if (height > 0)
        return height;
    }

  return 0;
}

/* Gets the first position in sight and the one after the last. */
static void
get_visible_range (SounderTimeline *self,
                   guint           *first,
                   guint           *end)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  guint n_rows = sounder_timeline_get_n_rows (self);
  int row_height = get_row_height (self);
  guint n_visible;

  if (row_height == 0)
    {
      *first = *end = 0;
      return;
    }

  n_visible = (guint) (gtk_adjustment_get_page_size (adjustment) / row_height) + 1;
  if (self->follow)
    *first = n_rows > n_visible ? n_rows - n_visible : 0;
  else
    *first = MIN ((guint) (gtk_adjustment_get_value (adjustment) / row_height), n_rows);
  *end = MIN (*first + n_visible, n_rows);
}

/* Fits the waterfall to the rows in sight. Returns whether a bar of them grows. */
static gboolean
update_span (SounderTimeline *self)
{
  gint64 now_usec = sounder_timeline_columns_get_now (self->columns);
  gint64 span_start_usec = G_MAXINT64;
  gint64 span_end_usec = 0;
  gboolean any_pending = FALSE;
  guint first;
  guint end;

  get_visible_range (self, &first, &end);
  for (guint i = first; i < end; i++)
    {
      g_autoptr (McpRecord) record = g_list_model_get_item (G_LIST_MODEL (self->view), i);
      gint64 start_usec;
      gint64 end_usec;

      if (record == NULL)
        break;

      sounder_timeline_row_get_extent (record, now_usec, &start_usec, &end_usec);
      span_start_usec = MIN (span_start_usec, start_usec);
      span_end_usec = MAX (span_end_usec, end_usec);
      any_pending |= sounder_timeline_record_waits (record);
    }

  if (span_end_usec == 0)
    return FALSE;

  if (sounder_timeline_columns_set_span (self->columns, span_start_usec,
                                         MAX (span_end_usec, span_start_usec + 1)))
    {
      for (guint i = 0; i < self->rows->len; i++)
        sounder_timeline_row_queue_span (g_ptr_array_index (self->rows, i));
    }

  return any_pending && !sounder_timeline_columns_is_over (self->columns);
}

/* GTK 4.8 has no function for it. */
static void
scroll_to (SounderTimeline *self,
           guint            position)
{
  gtk_widget_activate_action (GTK_WIDGET (self->list_view), "list.scroll-to-item", "u", position);
}

static void
stay_at_end (SounderTimeline *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  guint n_rows = sounder_timeline_get_n_rows (self);

  if (n_rows == 0)
    return;

  if (self->unsettled == FRAMES_TO_SETTLE)
    scroll_to (self, n_rows - 1);
  else if (!is_at_end (self))
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment)
                                            - gtk_adjustment_get_page_size (adjustment));
}

/* Until all is sorted: the list stays with the row it had at the top. */
static void
stay_at_top (SounderTimeline *self)
{
  if (self->unsettled == FRAMES_TO_SETTLE && sounder_timeline_get_n_rows (self) > 0)
    scroll_to (self, 0);
  else if (self->unsettled == 1 && !mcp_journal_view_is_busy (self->view))
    self->to_top = FALSE;
}

/* When rows are replaced the list forgets where it is. */
void
sounder_timeline_keep_place (SounderTimeline *self)
{
  if (self->kept_value < 0 && !self->follow && !self->to_top && self->revealed == 0)
    self->kept_value =
      gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller));
}

static void
stay_at_kept (SounderTimeline *self)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), self->kept_value);
  if (self->unsettled == 1)
    self->kept_value = -1;
}

/* It may have no height yet, or rows come before it. */
static void
stay_at_revealed (SounderTimeline *self)
{
  guint position;

  if (mcp_journal_view_find (self->view, self->revealed, &position))
    scroll_to (self, position);
  if (self->unsettled == 1 && !mcp_journal_view_is_busy (self->view))
    self->revealed = 0;
}

/* The height of rows is known when some were drawn. */
static void
go_to_wanted_top (SounderTimeline *self)
{
  int row_height = get_row_height (self);
  guint position;

  if (mcp_journal_view_is_busy (self->view)
      || (row_height == 0 && sounder_timeline_get_n_rows (self) > 0))
    return;

  if (mcp_journal_view_find (self->view, self->wanted_top, &position))
    {
      self->kept_value = (double) position * row_height;
      self->unsettled = FRAMES_TO_SETTLE;
    }
  self->wanted_top = 0;
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  SounderTimeline *self = SOUNDER_TIMELINE (widget);
  gint64 now_usec = g_get_monotonic_time ();
  gboolean any_pending;

  if (self->unsettled == 0 && now_usec - self->redrawn_usec < GROW_USEC)
    return G_SOURCE_CONTINUE;

  self->redrawn_usec = now_usec;
  if (self->wanted_top != 0)
    go_to_wanted_top (self);
  if (self->follow && self->unsettled > 0)
    stay_at_end (self);
  else if (self->to_top && self->unsettled > 0)
    stay_at_top (self);
  else if (self->revealed != 0 && self->unsettled > 0)
    stay_at_revealed (self);
  else if (self->kept_value >= 0 && self->unsettled > 0)
    stay_at_kept (self);
  any_pending = update_span (self);
  if (self->unsettled > 0)
    self->unsettled--;

  if (self->unsettled > 0 || self->wanted_top != 0 || any_pending)
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;

  return G_SOURCE_REMOVE;
}

static void
value_changed_cb (SounderTimeline *self,
                  GtkAdjustment   *adjustment)
{
  double value = gtk_adjustment_get_value (adjustment);
  gboolean upwards = value < self->last_value;

  if (value == self->last_value)
    return;

  self->last_value = value;
  if (self->revealed != 0)
    /* Ours. */;
  else if (is_at_end (self) && mcp_journal_view_get_sort (self->view, NULL) == MCP_SORT_NONE)
    sounder_timeline_set_follow (self, TRUE);
  else if (upwards)
    sounder_timeline_set_follow (self, FALSE);

  sounder_timeline_queue_update (self);
  g_object_notify (G_OBJECT (self), "top-serial");
}

static void
extent_changed_cb (SounderTimeline *self,
                   GtkAdjustment   *adjustment)
{
  /* The list has another height, or room: a value that changes with it is not the user's doing. */
  self->last_value = gtk_adjustment_get_value (adjustment);
  sounder_timeline_queue_update (self);
}

/* Once, when the template is there. */
void
sounder_timeline_init_scroll (SounderTimeline *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  self->kept_value = -1;
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (value_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (extent_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
sounder_timeline_dispose_scroll (SounderTimeline *self)
{
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
}

/* Something changed that the next frames have to take account of. Cheap: call it as often as you like. */
void
sounder_timeline_queue_update (SounderTimeline *self)
{
  self->unsettled = FRAMES_TO_SETTLE;
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

guint
sounder_timeline_get_top (SounderTimeline *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  int row_height = get_row_height (self);

  if (self->follow || self->view == NULL)
    return 0;
  if (row_height == 0)
    return self->wanted_top;

  return mcp_journal_view_get_serial (self->view,
                                      (guint) (gtk_adjustment_get_value (adjustment) / row_height));
}

/* Makes a row the first in sight, as soon as it is there. 0 leaves it to others. */
void
sounder_timeline_set_top (SounderTimeline *self,
                          guint            serial)
{
  if (serial == 0 || serial == sounder_timeline_get_top (self))
    return;

  sounder_timeline_reveal (self, 0);
  self->wanted_top = serial;
}

/* Brings a record into sight that has a row, and sees that it stays there while rows settle. */
void
sounder_timeline_reveal (SounderTimeline *self,
                         guint            serial)
{
  sounder_timeline_set_follow (self, FALSE);
  self->to_top = FALSE;
  self->kept_value = -1;
  self->revealed = serial;
  sounder_timeline_queue_update (self);
}
