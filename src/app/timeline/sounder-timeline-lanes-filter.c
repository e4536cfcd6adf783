/* sounder-timeline-lanes-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-timeline-lanes-private.h"

/*
 * What the lanes leave out: by a view of their own, for they show what the list does not, and order
 * means nothing to them. There is none while there is nothing to leave out, and it rests while nobody
 * sees the lanes.
 */

/* The lanes, or what is wanted of them, are others; or they come into sight or go. */
void
sounder_timeline_lanes_update_filter (SounderTimelineLanes *self)
{
  gboolean wanted = self->query != NULL || self->scope != 0 || self->hidden_until != 0;

  if (self->lanes == NULL || !wanted)
    {
      if (self->lanes != NULL)
        mcp_traffic_lanes_set_filter (self->lanes, NULL);
      g_clear_object (&self->filter);
      return;
    }

  if (self->filter == NULL)
    self->filter = mcp_journal_view_new (NULL);
  mcp_journal_view_set_paused (self->filter, !gtk_widget_get_mapped (GTK_WIDGET (self)));
  mcp_journal_view_set_scope (self->filter, self->scope);
  mcp_journal_view_set_query (self->filter, self->query);
  mcp_journal_view_set_journal (self->filter, self->journal);
  mcp_journal_view_hide_until (self->filter, self->hidden_until);
  mcp_traffic_lanes_set_filter (self->lanes, self->filter);
}

/**
 * sounder_timeline_lanes_set_filter:
 * @query: (nullable): which records to show
 * @scope: #McpViewScope; 0 for all kinds
 * @hidden_until: the last record not to show, 0 for none
 *
 * Shows only some records. The time is that of all.
 */
void
sounder_timeline_lanes_set_filter (SounderTimelineLanes *self,
                                   McpQuery             *query,
                                   guint                 scope,
                                   guint                 hidden_until)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_LANES (self));

  if (query != NULL)
    mcp_query_ref (query);
  g_clear_pointer (&self->query, mcp_query_unref);
  self->query = query;
  self->scope = scope;
  self->hidden_until = hidden_until;
  sounder_timeline_lanes_update_filter (self);
}
