/* loading-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal-support.h"
#include "mcp-journal-open.h"

/* What the tests of spools and recordings that are opened again share. */

static inline guint
append_frame (McpJournal    *journal,
              McpDirection   direction,
              McpRecordKind  kind,
              const char    *id,
              const char    *method,
              const char    *name,
              const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = make_entry (direction, kind, 1, id, method);

  entry.name = name;

  return mcp_journal_append (journal, &entry, bytes);
}

static inline void
append_note (McpJournal *journal,
             guint       life,
             const char *json)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_NOTE, life, NULL, NULL);

  entry.channel = MCP_CHANNEL_SESSION;
  append_text (journal, &entry, json);
}

/* A session with something of everything that is not HTTP. */
static inline void
fill_journal (McpJournal *journal)
{
  g_autoptr (McpFinding) finding = NULL;
  McpJournalEntry entry;
  guint serial;

  append_note (journal, 1, "{\"type\":\"life\",\"text\":\"connection 1\"}");
  entry = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_SPAWN, 1, NULL, NULL);
  entry.channel = MCP_CHANNEL_PROCESS;
  append_text (journal, &entry, "{\"type\":\"spawn\",\"pid\":7,\"argv\":[\"x\",\"y z\"]}");
  append_frame (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "tools/call", "echo",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                "\"arguments\":{\"n\":9007199254740993,\"d\":1.10,\"e\":1e400}}}");
  entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_STDERR, 1, NULL, NULL);
  entry.channel = MCP_CHANNEL_STDERR;
  entry.flags = MCP_RECORD_FLAG_CRLF;
  append_text (journal, &entry, "a\tline \xe2\x82\xac");
  append_frame (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL, NULL,
                "{\"jsonrpc\":\"2.0\", \"id\":1, \"result\":{\"isError\":true,\"a\":1,\"a\":2}}");
  entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOISE, 1, NULL, NULL);
  entry.channel = MCP_CHANNEL_NOISE;
  serial = append_text (journal, &entry, "\xff\xfe junk");
  finding = mcp_finding_new ("stdio.noise", MCP_SEVERITY_WARNING, "a line that is no message",
                             "basic/transports", serial);
  mcp_journal_add_finding (journal, finding);
  entry = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "\"p\"", "ping");
  entry.flags = MCP_RECORD_FLAG_PROBE;
  serial = append_text (journal, &entry, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
  mcp_journal_set_status (journal, serial, MCP_STATUS_TIMED_OUT);
  append_frame (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL,
                "notifications/message", NULL,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
  append_frame (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, NULL, NULL, NULL, "{\"broken\": ");
  append_frame (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "99", NULL, NULL,
                "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
  append_frame (journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "5", "tools/list", NULL,
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"}");
  mcp_journal_lose_pending (journal, 1);
  append_note (journal, 2, "{\"type\":\"life\",\"text\":\"connection 2\"}");
}

static inline void
assert_same_record (McpJournal *a,
                    McpJournal *b,
                    guint       serial)
{
  g_autoptr (McpRecord) first = mcp_journal_get_record (a, serial);
  g_autoptr (McpRecord) second = mcp_journal_get_record (b, serial);
  g_autoptr (GBytes) bytes = mcp_record_dup_raw (first, NULL);
  g_autoptr (GBytes) again = mcp_record_dup_raw (second, NULL);
  g_autoptr (GBytes) message = mcp_record_dup_bytes (first, NULL);
  g_autoptr (GBytes) message_again = mcp_record_dup_bytes (second, NULL);
  g_autofree char *id = mcp_record_dup_id (first);
  g_autofree char *id_again = mcp_record_dup_id (second);

  g_assert_true (g_bytes_equal (bytes, again));
  g_assert_true (g_bytes_equal (message, message_again));
  g_assert_cmpstr (id, ==, id_again);
  g_assert_cmpint (mcp_record_get_kind (first), ==, mcp_record_get_kind (second));
  g_assert_cmpint (mcp_record_get_channel (first), ==, mcp_record_get_channel (second));
  g_assert_cmpint (mcp_record_get_direction (first), ==, mcp_record_get_direction (second));
  g_assert_cmpint (mcp_record_get_life (first), ==, mcp_record_get_life (second));
  g_assert_cmpint (mcp_record_get_status (first), ==, mcp_record_get_status (second));
  g_assert_cmpuint (mcp_record_get_pair (first), ==, mcp_record_get_pair (second));
  g_assert_cmpuint (mcp_record_get_exchange (first), ==, mcp_record_get_exchange (second));
  g_assert_cmpuint (mcp_record_get_size (first), ==, mcp_record_get_size (second));
  g_assert_cmpstr (mcp_record_get_method (first), ==, mcp_record_get_method (second));
  g_assert_cmpstr (mcp_record_get_name (first), ==, mcp_record_get_name (second));
  g_assert_cmpint (mcp_record_get_time_usec (first) - mcp_journal_get_start_usec (a), ==,
                   mcp_record_get_time_usec (second) - mcp_journal_get_start_usec (b));
  g_assert_cmpint (mcp_record_get_flags (first) & ~MCP_RECORD_FLAG_TOOL_ERROR, ==,
                   mcp_record_get_flags (second) & ~MCP_RECORD_FLAG_TOOL_ERROR);
}

static inline void
assert_same_journal (McpJournal *a,
                     McpJournal *b)
{
  GListModel *findings = mcp_journal_get_findings (a);
  GListModel *again = mcp_journal_get_findings (b);

  mcp_journal_flush (a);
  mcp_journal_flush (b);
  g_assert_cmpuint (mcp_journal_get_n_records (a), ==, mcp_journal_get_n_records (b));
  for (guint i = 1; i <= mcp_journal_get_n_records (a); i++)
    assert_same_record (a, b, i);

  g_assert_cmpuint (mcp_journal_get_n_messages (a, MCP_DIRECTION_IN), ==,
                    mcp_journal_get_n_messages (b, MCP_DIRECTION_IN));
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, g_list_model_get_n_items (again));
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) first = g_list_model_get_item (findings, i);
      g_autoptr (McpFinding) second = g_list_model_get_item (again, i);

      g_assert_cmpstr (mcp_finding_get_rule (first), ==, mcp_finding_get_rule (second));
      g_assert_cmpstr (mcp_finding_get_message (first), ==, mcp_finding_get_message (second));
      g_assert_cmpuint (mcp_finding_get_serial (first), ==, mcp_finding_get_serial (second));
      g_assert_cmpint (mcp_finding_get_severity (first), ==, mcp_finding_get_severity (second));
    }
}
