/* sounder-timeline-lanes-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-summary.h"

#include "sounder-timeline-cells.h"
#include "sounder-timeline-lanes-private.h"

/* What the lanes say in words: to the pointer, and to those who cannot see them. */

/* How far beside a mark the pointer may be, in pixels. */
#define MARK_REACH 6

static void
add_line (GString    *out,
          const char *line)
{
  if (line == NULL || *line == '\0')
    return;

  if (out->len > 0)
    g_string_append_c (out, '\n');
  g_string_append (out, line);
}

static void
add_count (GString    *out,
           const char *format,
           guint       n)
{
  g_autofree char *line = NULL;

  if (n == 0)
    return;

  line = g_strdup_printf (format, n);
  add_line (out, line);
}

/* Kind, method, summary and time of a record. */
static char *
dup_record_text (SounderTimelineLanes *self,
                 guint                 serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);
  GString *out = g_string_new (mcp_record_kind_get_nick (mcp_record_get_kind (record)));
  g_autofree char *method = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_METHOD);
  g_autofree char *summary = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *times = sounder_timeline_cell_dup_tooltip (record, SOUNDER_COLUMN_WATERFALL);

  if (times == NULL)
    times = mcp_format_wall_time (mcp_record_get_wall_usec (record), TRUE);
  if (*method != '\0')
    g_string_append_printf (out, " %s", method);
  add_line (out, summary);
  add_line (out, times);

  return g_string_free (out, FALSE);
}

static char *
dup_lane_text (const McpLaneCell *cell)
{
  GString *out = g_string_new (NULL);

  add_count (out, ngettext ("%u record", "%u records", cell->n), cell->n);
  add_count (out, ngettext ("%u failed", "%u failed", cell->n_failed), cell->n_failed);
  add_count (out, ngettext ("%u under way", "%u under way", cell->n_open), cell->n_open);

  return g_string_free (out, FALSE);
}

static char *
dup_marks_text (const McpLaneColumn *column)
{
  GString *out = g_string_new (NULL);

  add_count (out, ngettext ("%u restart", "%u restarts", column->n_restarts), column->n_restarts);
  add_count (out,
             ngettext ("%u ping without an answer", "%u pings without an answer", column->n_lost),
             column->n_lost);
  add_count (out,
             ngettext ("%u message with findings", "%u messages with findings",
                       column->n_findings),
             column->n_findings);

  return g_string_free (out, FALSE);
}

/* The marks within reach of the pointer, put together. */
static McpLaneColumn
sum_marks (SounderTimelineLanes *self,
           int                   middle)
{
  McpLaneColumn sum = { 0 };

  for (int i = MAX (0, middle - MARK_REACH);
       i <= middle + MARK_REACH && i < (int) self->columns->len; i++)
    {
      const McpLaneColumn *column = &g_array_index (self->columns, McpLaneColumn, i);

      sum.n_findings += column->n_findings;
      sum.n_lost += column->n_lost;
      sum.n_restarts += column->n_restarts;
    }

  return sum;
}

char *
sounder_timeline_lanes_dup_tooltip (SounderTimelineLanes *self,
                                    double                x,
                                    double                y)
{
  int column = (int) x - self->gutter;
  guint lane = MCP_MAX_LANES;
  g_autofree char *text = NULL;

  g_return_val_if_fail (SOUNDER_IS_TIMELINE_LANES (self), NULL);

  if (self->lanes == NULL || y < SOUNDER_LANES_AXIS_HEIGHT
      || y >= gtk_widget_get_height (GTK_WIDGET (self)) - SOUNDER_LANES_OVERVIEW_HEIGHT)
    return NULL;

  sounder_timeline_lanes_measure (self);
  if (column < 0 || column >= (int) self->columns->len)
    return NULL;

  lane = sounder_timeline_lanes_find_lane (self, y);
  if (lane == MCP_MAX_LANES)
    {
      McpLaneColumn sum = sum_marks (self, column);

      text = dup_marks_text (&sum);
    }
  else if (self->bars != NULL)
    {
      guint serial = sounder_timeline_lanes_find (self, x, y);

      text = serial != 0 ? dup_record_text (self, serial) : NULL;
    }
  else
    {
      text = dup_lane_text (&g_array_index (self->columns, McpLaneColumn, column).lanes[lane]);
    }

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static char *
dup_selected_label (SounderTimelineLanes *self)
{
  g_autoptr (McpRecord) record = NULL;
  g_autofree char *summary = NULL;

  if (self->selected_serial != 0 && self->journal != NULL)
    record = mcp_journal_get_record (self->journal, self->selected_serial);
  if (record == NULL)
    return g_strdup (_("Nothing is selected"));

  summary = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);

  return sounder_timeline_cells_dup_label (record, summary);
}

/* Tells assistive technology where the keys are, and what is selected. */
void
sounder_timeline_lanes_update_label (SounderTimelineLanes *self)
{
  g_autofree char *label = NULL;
  g_autofree char *selected = dup_selected_label (self);
  g_autofree char *title = sounder_timeline_lanes_dup_title (self, self->current_lane);

  /* Translators: %s is the name of a lane: "Client", "Server" */
  label = g_strdup_printf (_("Traffic over time, lane %s"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, selected,
                                  -1);
}
