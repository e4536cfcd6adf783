/* sounder-timeline-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n.h>

#include "sounder-number.h"
#include "sounder-template.h"
#include "sounder-timeline-private.h"

/*
 * The views of a timeline beside its list, and what they have in common with it: the selection, the
 * filter and the journal. A span of time that is marked in the lanes becomes a term of the filter.
 */

#define SPAN_FIELD "during:"
#define TIME_FIELD "time:"

/* What takes less long needs no bar. */
#define PROGRESS_WAIT_MSEC 150
#define PROGRESS_STEP_MSEC 50

static const char *const view_names[] = {
  [SOUNDER_VIEW_LIST] = "list",
  [SOUNDER_VIEW_LANES] = "lanes",
  [SOUNDER_VIEW_STATISTICS] = "statistics",
};

static const char *const view_titles[] = {
  [SOUNDER_VIEW_LIST] = N_("List"),
  [SOUNDER_VIEW_LANES] = N_("Lanes"),
  [SOUNDER_VIEW_STATISTICS] = N_("Statistics"),
};

/* Time goes by as long as a connection may say something. */
static gboolean
is_live (SounderTimeline *self)
{
  McpSessionState state = self->base.session != NULL ? mcp_session_get_state (self->base.session)
                                                     : MCP_SESSION_IDLE;

  return state > MCP_SESSION_IDLE && state < MCP_SESSION_CLOSED;
}

/* Where it does not, what waits has waited until the last that was heard. */
void
sounder_timeline_update_end (SounderTimeline *self)
{
  McpJournal *journal = sounder_timeline_get_journal (self);
  gint64 end_usec = 0;

  if (journal != NULL && self->base.session != NULL && !is_live (self))
    {
      g_autoptr (McpRecord) last = NULL;

      last = mcp_journal_get_record (journal, mcp_journal_get_n_records (journal));
      end_usec = last != NULL ? mcp_record_get_time_usec (last) : 0;
    }

  sounder_timeline_columns_set_end (self->columns, end_usec);
}

static void
session_state_cb (SounderTimeline *self)
{
  sounder_timeline_lanes_set_live (self->lanes, is_live (self));
  sounder_timeline_update_end (self);
  sounder_timeline_queue_update (self);
}

/* The end of the next word of a filter; what is between quotes or slashes belongs to it. */
static const char *
skip_word (const char *text)
{
  char quote = '\0';

  for (; *text != '\0' && (quote != '\0' || !g_ascii_isspace (*text)); text++)
    {
      if (quote != '\0' && *text == '\\' && text[1] != '\0')
        text++;
      else if (quote != '\0')
        quote = *text == quote ? '\0' : quote;
      else if (*text == '"')
        quote = *text;
    }

  return text;
}

/* A filter without the words that begin so (nullable: with all), and with another term (nullable). */
static char *
rebuild_filter (const char *filter,
                const char *without,
                const char *term)
{
  GString *out = g_string_new (NULL);
  gboolean has_or = FALSE;

  while (*(filter += strspn (filter, " \t\r\n")) != '\0')
    {
      const char *end = skip_word (filter);

      if (without == NULL || !g_str_has_prefix (filter, without))
        {
          has_or |= end - filter == 2 && g_ascii_strncasecmp (filter, "or", 2) == 0;
          g_string_append_printf (out, "%s%.*s", out->len > 0 ? " " : "", (int) (end - filter),
                                  filter);
        }
      filter = end;
    }

  if (term != NULL && has_or)
    {
      g_string_prepend_c (out, '(');
      g_string_append_c (out, ')');
    }
  if (term != NULL)
    g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", term);

  return g_string_free (out, FALSE);
}

/* A filter without its span of time, with another (nullable) in its place. */
char *
sounder_timeline_replace_span (const char *filter,
                               const char *span)
{
  g_autofree char *term = span != NULL ? g_strconcat (SPAN_FIELD, span, NULL) : NULL;
  g_autofree char *rest = rebuild_filter (filter, TIME_FIELD, NULL);

  return rebuild_filter (rest, SPAN_FIELD, term);
}

/* A filter that lets through what a term does, too, and nothing more than before. */
char *
sounder_timeline_add_term (const char *filter,
                           const char *term)
{
  return rebuild_filter (filter, NULL, term);
}

/* "+12.345678s", from the start of the journal on. */
static char *
dup_offset (McpJournal *journal,
            gint64      time_usec)
{
  gint64 offset_usec = MAX (0, time_usec - mcp_journal_get_start_usec (journal));

  return g_strdup_printf ("+%" PRId64 ".%06" PRId64 "s", offset_usec / G_USEC_PER_SEC,
                          offset_usec % G_USEC_PER_SEC);
}

/* Says how much is marked. */
void
sounder_timeline_update_brush (SounderTimeline *self)
{
  guint n_rows = sounder_timeline_get_n_rows (self);
  g_autofree char *grouped = sounder_number_group (n_rows);
  g_autofree char *label = NULL;
  gint64 start_usec;
  gint64 end_usec;

  gtk_widget_set_visible (self->brush_box,
                          sounder_timeline_lanes_get_brush (self->lanes, &start_usec, &end_usec));
  label = g_strdup_printf (ngettext ("Show %s Row in the List", "Show %s Rows in the List", n_rows),
                           grouped);
  gtk_button_set_label (GTK_BUTTON (self->brush_button), label);
}

static void
brushed_cb (SounderTimeline *self)
{
  McpJournal *journal = sounder_timeline_get_journal (self);
  g_autofree char *span = NULL;
  g_autofree char *filter = NULL;
  gint64 start_usec;
  gint64 end_usec;

  if (journal == NULL)
    return;

  if (sounder_timeline_lanes_get_brush (self->lanes, &start_usec, &end_usec))
    {
      g_autofree char *start = dup_offset (journal, start_usec);
      g_autofree char *end = dup_offset (journal, end_usec);

      span = g_strconcat (start, "..", end, NULL);
    }

  filter = sounder_timeline_replace_span (gtk_editable_get_text (self->filter_entry), span);
  self->brushing = TRUE;
  sounder_timeline_set_filter (self, filter);
  self->brushing = FALSE;
  sounder_timeline_update_brush (self);
}

static void
picked_cb (SounderTimeline *self,
           guint            serial)
{
  sounder_timeline_set_selected_serial (self, serial);
}

/* Shows the records of the picked method as a list. */
static void
method_picked_cb (SounderTimeline *self,
                  const char      *method)
{
  sounder_timeline_filter_by_method (self, method);
  sounder_timeline_set_view (self, SOUNDER_VIEW_LIST);
}

static gboolean
progress_cb (gpointer user_data)
{
  SounderTimeline *self = user_data;
  GtkProgressBar *bar = GTK_PROGRESS_BAR (self->progress);

  gtk_widget_set_visible (self->progress, TRUE);
  gtk_progress_bar_set_fraction (bar, mcp_journal_view_get_progress (self->view));
  self->progress_id = g_timeout_add (PROGRESS_STEP_MSEC, progress_cb, self);

  return G_SOURCE_REMOVE;
}

static void
busy_cb (SounderTimeline *self)
{
  gboolean busy = mcp_journal_view_is_busy (self->view);

  sounder_timeline_update_empty (self);
  if (busy && self->progress_id == 0)
    self->progress_id = g_timeout_add (PROGRESS_WAIT_MSEC, progress_cb, self);
  if (busy)
    return;

  g_clear_handle_id (&self->progress_id, g_source_remove);
  gtk_widget_set_visible (self->progress, FALSE);
  sounder_timeline_unhide_wanted (self);
}

static void
zoom_in_cb (SounderTimeline *self)
{
  sounder_timeline_lanes_zoom (self->lanes, 2, 0.5);
}

static void
zoom_out_cb (SounderTimeline *self)
{
  sounder_timeline_lanes_zoom (self->lanes, 0.5, 0.5);
}

static void
zoom_all_cb (SounderTimeline *self)
{
  sounder_timeline_lanes_show_all (self->lanes);
}

static void
clear_span_cb (SounderTimeline *self)
{
  sounder_timeline_lanes_set_brush (self->lanes, 0, 0);
  brushed_cb (self);
}

/* At class_init. */
void
sounder_timeline_install_view_actions (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_SPLIT);
  sounder_template_bind (widget_class, SounderTimeline, bar, split, list_place, fold_button);
  gtk_widget_class_install_property_action (widget_class, "timeline.view", "view");
  sounder_template_action (widget_class, "timeline.zoom-in", NULL, zoom_in_cb);
  sounder_template_action (widget_class, "timeline.zoom-out", NULL, zoom_out_cb);
  sounder_template_action (widget_class, "timeline.zoom-all", NULL, zoom_all_cb);
  sounder_template_action (widget_class, "timeline.clear-span", NULL, clear_span_cb);
}

/* Once, when the template is there. */
void
sounder_timeline_init_views (SounderTimeline *self)
{
  if (self->base.session != NULL)
    g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (session_state_cb),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lanes, "brushed", G_CALLBACK (brushed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lanes, "picked", G_CALLBACK (picked_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->statistics, "picked", G_CALLBACK (method_picked_cb), self,
                           G_CONNECT_SWAPPED);
  sounder_timeline_statistics_set_view (self->statistics, self->view);
  g_signal_connect_object (self->view, "busy-changed", G_CALLBACK (busy_cb), self,
                           G_CONNECT_SWAPPED);
  sounder_timeline_update_buttons (self);
  sounder_timeline_update_brush (self);
}

void
sounder_timeline_dispose_views (SounderTimeline *self)
{
  g_clear_handle_id (&self->progress_id, g_source_remove);
}

/* The session or the journal is another. */
void
sounder_timeline_retarget_views (SounderTimeline *self)
{
  sounder_timeline_lanes_set_live (self->lanes, is_live (self));
  sounder_timeline_lanes_set_journal (self->lanes, sounder_timeline_get_journal (self));
  sounder_timeline_update_end (self);
  sounder_timeline_filter_set_journal (self->filter, sounder_timeline_get_journal (self));
  sounder_timeline_update_brush (self);
}

/* The filter is another: a mark that it no longer stands for goes. */
void
sounder_timeline_update_span (SounderTimeline *self)
{
  const char *filter = gtk_editable_get_text (self->filter_entry);

  if (!self->brushing && strstr (filter, SPAN_FIELD) == NULL && strstr (filter, TIME_FIELD) == NULL)
    sounder_timeline_lanes_set_brush (self->lanes, 0, 0);
  sounder_timeline_update_brush (self);
}

/* Nobody sees it: nothing is looked at that comes. */
void
sounder_timeline_set_paused (SounderTimeline *self,
                             gboolean         paused)
{
  if (self->view == NULL)
    return;

  mcp_journal_view_set_paused (self->view, paused);
  mcp_journal_view_set_paused (self->errors_view, paused);
  mcp_journal_view_set_paused (self->all_view, paused);
}

/* Sorts the rows as the header says. */
void
sounder_timeline_sort (SounderTimeline *self)
{
  static const McpSortKey keys[SOUNDER_N_COLUMNS + 1] = {
    [SOUNDER_COLUMN_TIME] = MCP_SORT_TIME, [SOUNDER_COLUMN_METHOD] = MCP_SORT_METHOD,
    [SOUNDER_COLUMN_SIZE] = MCP_SORT_SIZE, [SOUNDER_COLUMN_TOOK] = MCP_SORT_TOOK,
    [SOUNDER_COLUMN_KIND] = MCP_SORT_KIND, [SOUNDER_COLUMN_ID] = MCP_SORT_ID,
    [SOUNDER_N_COLUMNS] = MCP_SORT_NONE,
  };
  gboolean descending;
  McpSortKey key = keys[sounder_timeline_columns_get_sort (self->columns, &descending)];

  mcp_journal_view_set_sort (self->view, key, descending);
  g_object_notify (G_OBJECT (self), "sort");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline.follow", key == MCP_SORT_NONE);
  if (key == MCP_SORT_NONE)
    return;

  sounder_timeline_set_follow (self, FALSE);
  self->to_top = TRUE;
  sounder_timeline_queue_update (self);
}

/* The views side by side where there is room, else in a menu. Docked, there is only the list. */
void
sounder_timeline_update_buttons (SounderTimeline *self)
{
  gboolean wide = self->base.width_class == SOUNDER_WIDTH_WIDE;

  gtk_widget_set_visible (self->title_label, wide && self->compact);
  gtk_widget_set_visible (self->view_box, wide && !self->compact);
  gtk_widget_set_visible (self->view_button, !wide && !self->compact);
  gtk_widget_set_visible (self->fold_button, self->compact);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->view_button), _(view_titles[self->shown_view]));
}

void
sounder_timeline_set_view (SounderTimeline     *self,
                           SounderTimelineView  view)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));
  g_return_if_fail (view < G_N_ELEMENTS (view_names));

  if (self->shown_view == view)
    return;

  self->shown_view = view;
  gtk_stack_set_visible_child_name (self->views, view_names[view]);
  sounder_timeline_update_empty (self);
  sounder_timeline_update_buttons (self);
  g_object_notify (G_OBJECT (self), "view");

  /* What was selected elsewhere is to be seen. */
  if (view == SOUNDER_VIEW_LIST)
    sounder_timeline_show_selected (self);
}

SounderTimelineFilter *
sounder_timeline_get_filter (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  return self->filter;
}

/**
 * sounder_timeline_get_split:
 *
 * Gets where the rows are, below the bar, and with them what is to be seen of the selected one: its
 * end is for whoever shows that.
 *
 * Returns: (transfer none): the split
 */
SounderSplit *
sounder_timeline_get_split (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  return self->split;
}

/**
 * sounder_timeline_set_alone:
 * @alone: whether only the end of the split is to be seen
 *
 * Hides the rows and the bar behind what is shown of the selected one, or brings them back.
 */
void
sounder_timeline_set_alone (SounderTimeline *self,
                            gboolean         alone)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  gtk_widget_set_visible (self->bar, !alone);
  gtk_widget_set_visible (self->error_label,
                          !alone && sounder_timeline_get_filter_error (self) != NULL);
  gtk_widget_set_visible (self->list_place, !alone);
}

/* Selects nothing, and lets the keys go to the row that was selected. */
void
sounder_timeline_unselect (SounderTimeline *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  sounder_timeline_set_selected_serial (self, 0);
  if (self->shown_view == SOUNDER_VIEW_LIST)
    gtk_widget_grab_focus (GTK_WIDGET (self->list_view));
  else
    gtk_widget_child_focus (GTK_WIDGET (self->views), GTK_DIR_TAB_FORWARD);
}

/**
 * sounder_timeline_step:
 * @forward: whether to the next row, or to the one before
 *
 * Selects the row beside the one that is selected, and brings it into sight.
 */
void
sounder_timeline_step (SounderTimeline *self,
                       gboolean         forward)
{
  guint position;
  guint serial;

  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (!mcp_journal_view_find (self->view, self->selected_serial, &position)
      || (!forward && position == 0))
    return;

  serial = mcp_journal_view_get_serial (self->view, forward ? position + 1 : position - 1);
  if (serial != 0)
    sounder_timeline_show_record (self, serial);
}
