/* sounder-timeline-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sounder-timeline-private.h"
#include "sounder-widgets.h"

/*
 * Which messages a timeline shows: a filter that somebody types, kinds, and those that were there when
 * it was cleared. The list, what the button of errors counts, and the lanes are asked the same.
 */

guint
sounder_timeline_get_view_scope (SounderTimeline      *self,
                                 SounderTimelineScope  scope)
{
  static const guint scopes[] = {
    [SOUNDER_TIMELINE_ALL] = MCP_VIEW_MESSAGES | MCP_VIEW_NOTES,
    [SOUNDER_TIMELINE_REQUESTS] = MCP_VIEW_REQUESTS,
    [SOUNDER_TIMELINE_NOTIFICATIONS] = MCP_VIEW_NOTIFICATIONS,
    [SOUNDER_TIMELINE_ERRORS] = MCP_VIEW_ERRORS,
  };

  /* Of the transport, too, only what went wrong is an error. */
  return scopes[scope] | (self->show_probes ? 0 : MCP_VIEW_NO_PROBES)
         | (self->show_transport && scope != SOUNDER_TIMELINE_ERRORS ? MCP_VIEW_TRANSPORT : 0);
}

/* Among other rows one looks for the one that was selected. */
static void
want_selected (SounderTimeline *self)
{
  if (self->selected_serial == 0 || self->wanted_serial != 0)
    return;

  self->wanted_serial = self->selected_serial;
  sounder_timeline_find_wanted (self);
  sounder_timeline_unhide_wanted (self);
}

/* Some choice has changed, or what was cleared. */
void
sounder_timeline_update_scopes (SounderTimeline *self)
{
  SounderTimelineScope scope = self->scope;

  mcp_journal_view_set_scope (self->view, sounder_timeline_get_view_scope (self, scope));
  mcp_journal_view_set_scope (self->errors_view, sounder_timeline_get_view_scope (self, SOUNDER_TIMELINE_ERRORS));
  mcp_journal_view_hide_until (self->view, self->hidden_until);
  mcp_journal_view_hide_until (self->errors_view, self->hidden_until);
  /* They have lanes for what the list shows on demand, and one for the pings. */
  sounder_timeline_lanes_set_filter (self->lanes, self->lanes_query,
                                     scope == SOUNDER_TIMELINE_ALL
                                       ? 0
                                       : sounder_timeline_get_view_scope (self, scope)
                                           & ~MCP_VIEW_NO_PROBES,
                                     self->hidden_until);
  sounder_timeline_update_all (self);
  sounder_timeline_update_empty (self);
  want_selected (self);
}

/* So long an entry that is empty may be about to get another text. */
#define EMPTIED_MSEC 150

static void
show_filter_error (SounderTimeline *self,
                   const GError    *error)
{
  GtkWidget *entry = GTK_WIDGET (self->filter_entry);

  sounder_timeline_filter_show_error (self->filter, error);
  gtk_widget_set_visible (self->error_label, error != NULL);
  gtk_label_set_label (GTK_LABEL (self->error_label), error != NULL ? error->message : "");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry),
                               GTK_ACCESSIBLE_STATE_INVALID,
                               error != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                             : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  sounder_widgets_set_class (entry, "error", error != NULL);
}

/* A span of time that is marked in the lanes is marked there, and nothing beside it is hidden. */
static void
take_lanes_query (SounderTimeline *self,
                  const char      *text)
{
  g_autofree char *rest = sounder_timeline_replace_span (text, NULL);
  g_autoptr (McpQuery) query = mcp_query_new (rest, NULL);

  if (query == NULL)
    query = mcp_query_new (text, NULL);
  g_clear_pointer (&self->lanes_query, mcp_query_unref);
  if (!mcp_query_is_empty (query))
    self->lanes_query = g_steal_pointer (&query);
}

/* A word that may become the name of a field, and a minus that says of nothing what it takes out. */
static gboolean
is_unfinished (const char *text)
{
  guint length = (guint) strlen (text);
  g_autoptr (GPtrArray) completions = NULL;

  if (g_str_has_suffix (text, "-") && (length == 1 || strchr (" (", text[length - 2]) != NULL))
    return TRUE;

  completions = mcp_query_complete (text, length, NULL);
  for (guint i = 0; i < completions->len; i++)
    {
      const McpQueryCompletion *completion = g_ptr_array_index (completions, i);

      if (completion->to == length && completion->from < length
          && g_str_has_suffix (completion->text, ":"))
        return TRUE;
    }

  return FALSE;
}

static gboolean
emptied_cb (gpointer user_data)
{
  SounderTimeline *self = user_data;

  self->emptied_id = 0;
  sounder_timeline_filter_changed (self);

  return G_SOURCE_REMOVE;
}

/* Somebody types: what is half a filter waits for its other half, or for Enter. */
void
sounder_timeline_filter_typed (SounderTimeline *self)
{
  const char *text = gtk_editable_get_text (self->filter_entry);

  g_clear_handle_id (&self->emptied_id, g_source_remove);
  /* The entry tells at once when it is empty, which it is between two texts. */
  if (*text == '\0' && self->filter_text != NULL && *self->filter_text != '\0')
    self->emptied_id = g_timeout_add (EMPTIED_MSEC, emptied_cb, self);
  else if (is_unfinished (text))
    show_filter_error (self, NULL);
  else
    sounder_timeline_filter_changed (self);
}

void
sounder_timeline_filter_changed (SounderTimeline *self)
{
  const char *text = gtk_editable_get_text (self->filter_entry);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = NULL;

  /* The entry tells of what was set once more, after the pause that it makes for people who type. */
  if (g_strcmp0 (text, self->filter_text) == 0)
    return;

  g_free (self->filter_text);
  self->filter_text = g_strdup (text);
  query = mcp_query_new (text, &error);
  show_filter_error (self, error);

  /* The last filter that made sense goes on while another is being typed. */
  if (query == NULL)
    return;

  self->has_query = !mcp_query_is_empty (query);
  mcp_journal_view_set_query (self->view, query);
  mcp_journal_view_set_query (self->errors_view, query);
  take_lanes_query (self, text);
  sounder_timeline_update_scopes (self);
  sounder_timeline_update_span (self);
  g_object_notify (G_OBJECT (self), "filter");
}

/**
 * sounder_timeline_set_filter:
 * @text: see #McpQuery
 *
 * Types into the filter entry, without the pause that it makes for people who type.
 */
void
sounder_timeline_set_filter (SounderTimeline *self,
                             const char      *text)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  g_clear_handle_id (&self->emptied_id, g_source_remove);
  /* The entry is empty for a moment, and says so at once. */
  g_signal_handlers_block_by_func (self->filter_entry, sounder_timeline_filter_typed, self);
  gtk_editable_set_text (self->filter_entry, text != NULL ? text : "");
  g_signal_handlers_unblock_by_func (self->filter_entry, sounder_timeline_filter_typed, self);
  gtk_editable_set_position (self->filter_entry, -1);
  sounder_timeline_filter_changed (self);
}

const char *
sounder_timeline_get_filter_error (SounderTimeline *self)
{
  const char *text;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  text = gtk_label_get_label (GTK_LABEL (self->error_label));

  return *text != '\0' ? text : NULL;
}

/* Hides all rows that are there. The journal keeps them. */
void
sounder_timeline_clear (SounderTimeline *self)
{
  McpJournal *journal = sounder_timeline_get_journal (self);

  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (journal == NULL)
    return;

  sounder_timeline_set_selected_serial (self, 0);
  sounder_timeline_set_cleared (self, mcp_journal_get_n_records (journal));
}

void
sounder_timeline_set_cleared (SounderTimeline *self,
                              guint            serial)
{
  if (self->hidden_until == serial)
    return;

  self->hidden_until = serial;
  sounder_timeline_update_scopes (self);
  g_object_notify (G_OBJECT (self), "cleared-until");
}

/* The opposite. */
void
sounder_timeline_unclear (SounderTimeline *self)
{
  sounder_timeline_set_cleared (self, 0);
}

/* Not before all has been looked at: what came while nobody saw it may only not be there yet. */
void
sounder_timeline_unhide_wanted (SounderTimeline *self)
{
  if (self->wanted_serial == 0 || mcp_journal_view_is_busy (self->view))
    return;

  if (!self->unhide_wanted)
    {
      self->wanted_serial = 0;
      return;
    }

  self->unhide_wanted = FALSE;
  sounder_timeline_set_scope (self, SOUNDER_TIMELINE_ALL);
  sounder_timeline_set_show_probes (self, TRUE);
  sounder_timeline_unclear (self);
  sounder_timeline_set_filter (self, "");
}
