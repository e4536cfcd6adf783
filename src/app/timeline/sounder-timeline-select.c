/* sounder-timeline-select.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-timeline-private.h"

/*
 * What of a timeline is selected. The last record that somebody meant is the one of the details; of it
 * and the others, which are copied and exported together, sounder-serial-selection.c keeps the serials.
 */

/* What was selected may have come into the view again, or what was asked for into sight. */
void
sounder_timeline_find_wanted (SounderTimeline *self)
{
  if (self->wanted_serial == 0 || !mcp_journal_view_find (self->view, self->wanted_serial, NULL))
    return;

  sounder_timeline_reveal (self, self->wanted_serial);
  self->wanted_serial = 0;
}

static void
selection_changed_cb (SounderTimeline *self)
{
  McpJournal *journal = sounder_timeline_get_journal (self);
  guint serial = sounder_serial_selection_get_last (self->selection);
  g_autoptr (McpRecord) record = NULL;

  if (journal != NULL && serial != 0)
    record = mcp_journal_get_record (journal, serial);

  if (g_set_object (&self->selected_record, record))
    {
      self->selected_serial = serial;
      sounder_timeline_lanes_set_selected (self->lanes, serial);
      g_object_notify (G_OBJECT (self), "selected-serial");
      g_object_notify (G_OBJECT (self), "selected-record");
    }
  sounder_timeline_update_actions (self);
}

/* Once, when the template is there. */
void
sounder_timeline_init_selection (SounderTimeline *self)
{
  self->selection = sounder_serial_selection_new (self->view);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
}

/**
 * sounder_timeline_set_selected_serial:
 * @serial: of a record, or 0
 *
 * Selects a record, also one that the filter hides.
 */
void
sounder_timeline_set_selected_serial (SounderTimeline *self,
                                      guint            serial)
{
  McpJournal *journal = sounder_timeline_get_journal (self);

  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (journal == NULL || serial > mcp_journal_get_n_records (journal))
    serial = 0;

  sounder_serial_selection_set_only (self->selection, serial);
}

McpRecord *
sounder_timeline_get_selected_record (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  return self->selected_record;
}

/**
 * sounder_timeline_dup_selection:
 *
 * Gets all records that are selected and have a row: what a filter hides is not meant.
 *
 * Returns: (transfer full) (element-type guint): their serials, in the order in which they came
 */
GArray *
sounder_timeline_dup_selection (SounderTimeline *self)
{
  g_autoptr (GArray) all = NULL;
  GArray *serials;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  all = sounder_serial_selection_dup_serials (self->selection);
  serials = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < all->len; i++)
    {
      guint serial = g_array_index (all, guint, i);

      if (mcp_journal_view_find (self->view, serial, NULL))
        g_array_append_val (serials, serial);
    }

  return serials;
}

/* Brings the record that was selected last into sight, if it has a row. The others stay selected. */
void
sounder_timeline_show_selected (SounderTimeline *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (self->selected_serial != 0
      && mcp_journal_view_find (self->view, self->selected_serial, NULL))
    sounder_timeline_reveal (self, self->selected_serial);
}

/* Selects a record and brings it into sight. A filter that hides it is dropped. */
void
sounder_timeline_show_record (SounderTimeline *self,
                              guint            serial)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  sounder_timeline_set_selected_serial (self, serial);
  if (self->selected_serial == 0)
    return;

  if (mcp_journal_view_find (self->view, serial, NULL))
    {
      sounder_timeline_reveal (self, serial);
      return;
    }

  self->wanted_serial = serial;
  self->unhide_wanted = TRUE;
  sounder_timeline_unhide_wanted (self);
}

/**
 * sounder_timeline_dup_serials:
 *
 * Gets which records have a row now, or a part in one, in the order in which they came.
 *
 * Returns: (transfer full) (element-type guint): their serials
 */
GArray *
sounder_timeline_dup_serials (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  return mcp_journal_view_dup_matches (self->view, NULL);
}

/* The same of the rows that are selected: of calls all that belongs to them. */
GArray *
sounder_timeline_dup_selected_serials (SounderTimeline *self)
{
  g_autoptr (GArray) selected = sounder_timeline_dup_selection (self);

  return mcp_journal_view_dup_matches (self->view, selected);
}
