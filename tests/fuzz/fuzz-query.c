/* fuzz-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-query.h"

/*
 * A filter is compiled or refused with a place that is within it, asks records without harm, and
 * what could stand anywhere in it fits there.
 */

static McpJournal *
get_journal (void)
{
  static McpJournal *journal;
  static const char * const bodies[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":42,\"method\":\"tools/call\",\"params\":{\"a\":[{\"x.y\":1.50}]}}",
    "{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{\"n\":1500,\"text\":\"some words\"}}",
    "no JSON \xff at all",
    "",
  };

  if (journal != NULL)
    return journal;

  journal = mcp_journal_new ();
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (bodies[i], strlen (bodies[i]));
      McpJournalEntry entry = { 0 };

      entry.kind = i == 0 ? MCP_RECORD_REQUEST : i == 1 ? MCP_RECORD_RESULT : MCP_RECORD_NOISE;
      entry.direction = i == 0 ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
      entry.life = 1;
      entry.method = "tools/call";
      entry.method_length = i == 0 ? strlen (entry.method) : 0;
      entry.name = i == 0 ? "some \"tool\"" : NULL;
      if (i < 2)
        {
          entry.id = bodies[i] + strlen ("{\"jsonrpc\":\"2.0\",\"id\":");
          entry.id_length = 2;
        }
      mcp_journal_append (journal, &entry, bytes);
    }

  return journal;
}

static void
check_completions (const char *text,
                   guint       cursor)
{
  g_autoptr (GPtrArray) found = mcp_query_complete (text, cursor, get_journal ());

  for (guint i = 0; i < found->len; i++)
    {
      const McpQueryCompletion *completion = found->pdata[i];

      g_assert_cmpuint (completion->from, <=, cursor);
      g_assert_cmpuint (completion->to, >=, cursor);
      g_assert_cmpuint (completion->to, <=, strlen (text));
      g_assert_true (g_utf8_validate (text + completion->from, completion->to - completion->from,
                                      NULL));
      g_assert_true (g_utf8_validate (completion->text, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  gsize length = strlen (text);
  gboolean valid = g_utf8_validate (text, -1, NULL);
  g_autoptr (McpQuery) query = NULL;
  g_autoptr (GError) error = NULL;

  query = mcp_query_new (text, &error);
  g_assert_true ((query == NULL) == (error != NULL));
  if (error != NULL)
    {
      gsize offset = mcp_query_error_get_offset (error);

      g_assert_true (error->domain == MCP_QUERY_ERROR);
      g_assert_cmpuint (offset, <=, length);
      g_assert_cmpuint (offset + mcp_query_error_get_length (error), <=, length);
      g_assert_true (g_utf8_validate (text, offset, NULL));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
  for (guint serial = 1; query != NULL && serial <= mcp_journal_get_n_records (get_journal ());
       serial++)
    mcp_query_matches (query, get_journal (), serial);

  for (gsize at = 0; valid && at <= length; at += 1 + length / 4)
    {
      if (((guchar) text[at] & 0xc0) != 0x80)
        check_completions (text, at);
    }

  return 0;
}
