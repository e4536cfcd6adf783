/* timeline-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-timeline-row.h"
#include "test-support.h"
#include "timeline-fixture.h"

void
timeline_set_up (TimelineFixture *fixture, gconstpointer unused)
{
  fixture->journal = mcp_journal_new ();
  fixture->page = g_object_new (SOUNDER_TYPE_TIMELINE_PAGE, NULL);
  fixture->timeline = sounder_timeline_page_get_timeline (fixture->page);
  fixture->details = app_test_child (fixture->page, "details");
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  sounder_timeline_set_journal (fixture->timeline, fixture->journal);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->timeline))
                   && gtk_widget_get_height (GTK_WIDGET (fixture->timeline)) > 0);
}

void
timeline_tear_down (TimelineFixture *fixture, gconstpointer unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

guint
timeline_append_bytes (TimelineFixture *fixture,
                       McpDirection     direction,
                       McpRecordKind    kind,
                       const char      *id,
                       const char      *method,
                       GBytes          *bytes)
{
  McpJournalEntry entry = { 0 };

  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;

  return mcp_journal_append (fixture->journal, &entry, bytes);
}

/* The id token has to be in the text, as on the wire. */
guint
timeline_append (TimelineFixture *fixture,
                 McpDirection     direction,
                 McpRecordKind    kind,
                 const char      *id,
                 const char      *method,
                 const char      *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return timeline_append_bytes (fixture, direction, kind, id, method, bytes);
}

void
timeline_append_some (TimelineFixture *fixture)
{
  timeline_append (fixture,
                   MCP_DIRECTION_OUT,
                   MCP_RECORD_REQUEST,
                   "1",
                   "tools/list",
                   "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
  timeline_append (fixture,
                   MCP_DIRECTION_IN,
                   MCP_RECORD_RESULT,
                   "1",
                   NULL,
                   "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}");
  timeline_append (fixture,
                   MCP_DIRECTION_IN,
                   MCP_RECORD_NOTIFICATION,
                   NULL,
                   "notifications/progress",
                   "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
  timeline_append (
      fixture,
      MCP_DIRECTION_OUT,
      MCP_RECORD_REQUEST,
      "2",
      "tools/call",
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"n\":1.10}}");
  timeline_append (fixture,
                   MCP_DIRECTION_IN,
                   MCP_RECORD_ERROR,
                   "2",
                   NULL,
                   "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"No\"}}");
  mcp_journal_flush (fixture->journal);
}

void
timeline_append_many (TimelineFixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    timeline_append (fixture,
                     MCP_DIRECTION_IN,
                     MCP_RECORD_NOTIFICATION,
                     NULL,
                     "notifications/progress",
                     "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
  mcp_journal_flush (fixture->journal);
}

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *frame_clock, gpointer user_data)
{
  (*(guint *)user_data)++;

  return G_SOURCE_CONTINUE;
}

/* Lets so many frames be drawn that all has come to rest. */
void
timeline_settle (TimelineFixture *fixture)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (fixture->window, count_frame_cb, &n_frames, NULL);

  TEST_AWAIT_POLL (n_frames >= 8);
  gtk_widget_remove_tick_callback (fixture->window, id);
}

static void
collect (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    g_ptr_array_add (found, widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

GPtrArray *
timeline_find_all (gpointer root, GType type)
{
  GPtrArray *found = g_ptr_array_new ();

  collect (GTK_WIDGET (root), type, found);

  return found;
}

gpointer
timeline_find_one (gpointer root, GType type)
{
  g_autoptr (GPtrArray) found = timeline_find_all (root, type);

  g_assert_cmpuint (found->len, >, 0);

  return found->pdata[0];
}

SounderTimelineRow *
timeline_find_row (TimelineFixture *fixture, guint serial)
{
  g_autoptr (GPtrArray) rows = timeline_find_all (fixture->timeline, SOUNDER_TYPE_TIMELINE_ROW);

  for (guint i = 0; i < rows->len; i++)
    {
      McpRecord *record = sounder_timeline_row_get_record (rows->pdata[i]);

      if (record != NULL && mcp_record_get_serial (record) == serial)
        return rows->pdata[i];
    }

  return NULL;
}

GtkAdjustment *
timeline_get_adjustment (TimelineFixture *fixture)
{
  GtkListView *list = timeline_find_one (fixture->timeline, GTK_TYPE_LIST_VIEW);

  return gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
}

gboolean
timeline_is_at_end (TimelineFixture *fixture)
{
  GtkAdjustment *adjustment = timeline_get_adjustment (fixture);

  return gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment)
         >= gtk_adjustment_get_upper (adjustment) - 1;
}

typedef struct
{
  GBytes *bytes;
  gboolean done;
} Pasted;

static void
spliced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Pasted *pasted = user_data;

  g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, NULL);
  pasted->bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
  pasted->done = TRUE;
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GInputStream) in = NULL;
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  in = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_splice_async (out,
                                in,
                                G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE
                                    | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                G_PRIORITY_DEFAULT,
                                NULL,
                                spliced_cb,
                                user_data);
}

static GBytes *
paste (TimelineFixture *fixture)
{
  const char *types[] = { "text/plain;charset=utf-8", NULL };
  Pasted pasted = { 0 };

  gdk_clipboard_read_async (gtk_widget_get_clipboard (fixture->window),
                            types,
                            G_PRIORITY_DEFAULT,
                            NULL,
                            read_cb,
                            &pasted);
  TEST_AWAIT_POLL (pasted.done);

  return pasted.bytes;
}

GBytes *
timeline_copy (TimelineFixture *fixture, const char *action)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (fixture->window);

  gdk_clipboard_set_content (clipboard, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->timeline), action, NULL));
  TEST_AWAIT_POLL (gdk_clipboard_get_content (clipboard) != NULL);

  return paste (fixture);
}
