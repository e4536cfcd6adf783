/* bench-traffic.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-traffic.h"

#include <string.h>

/*
 * Fills a journal with what a busy session looks like: calls of a few tools and reads of resources
 * with answers of many sizes, notifications, pings. The same each time.
 */

#define MESSAGES_PER_ITERATION 200

typedef struct
{
  McpJournal *journal;
  GRand      *random;
  GString    *text;
  const char *filler;
  gint64      time_usec;
  guint       n_messages;
  guint       n_appended;
} Traffic;

static void
append (Traffic       *traffic,
        McpDirection   direction,
        McpRecordKind  kind,
        guint          id,
        const char    *method,
        const char    *name)
{
  McpJournalEntry entry = { 0 };
  g_autoptr (GBytes) bytes = g_bytes_new (traffic->text->str, traffic->text->len);
  const char *data = g_bytes_get_data (bytes, NULL);

  entry.direction = direction;
  entry.kind = kind;
  entry.life = 1;
  entry.time_usec = traffic->time_usec;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;
  entry.name = name;
  if (id > 0)
    {
      entry.id = data + strlen ("{\"jsonrpc\":\"2.0\",\"id\":");
      entry.id_length = strspn (entry.id, "0123456789");
    }
  mcp_journal_append (traffic->journal, &entry, bytes);

  /* As a session does: the loop runs between chunks of input. */
  if (++traffic->n_appended % MESSAGES_PER_ITERATION == 0)
    g_main_context_iteration (NULL, FALSE);
}

static void
append_call (Traffic    *traffic,
             guint       id,
             const char *method,
             const char *name,
             gsize       answer_bytes)
{
  g_string_printf (traffic->text,
                   "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\",\"params\":{\"name\":\"%s\","
                   "\"arguments\":{\"query\":\"word %u\",\"limit\":%d}}}",
                   id, method, name, id % 977, g_rand_int_range (traffic->random, 1, 100));
  append (traffic, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id, method, name);

  traffic->time_usec += g_rand_int_range (traffic->random, 100, 20000);
  g_string_printf (traffic->text,
                   "{\"jsonrpc\":\"2.0\",\"id\":%u,\"result\":{\"content\":[{\"type\":\"text\","
                   "\"text\":\"",
                   id);
  g_string_append_len (traffic->text, traffic->filler + g_rand_int_range (traffic->random, 0, 4096),
                       answer_bytes);
  if (traffic->n_appended >= traffic->n_messages / 2 && traffic->n_appended < traffic->n_messages / 2 + 3)
    g_string_append (traffic->text, BENCH_TRAFFIC_NEEDLE);
  g_string_append (traffic->text, "\"}],\"isError\":false}}");
  append (traffic, MCP_DIRECTION_IN, MCP_RECORD_RESULT, id, NULL, NULL);
}

static void
append_progress (Traffic *traffic)
{
  g_string_assign (traffic->text, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                                  "\"params\":{\"progressToken\":7,\"progress\":0.5}}");
  append (traffic, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 0, "notifications/progress", NULL);
}

/* Words with spaces, quotes as JSON writes them, and line ends. */
static char *
make_filler (gsize length)
{
  static const char * const words[] = { "the ",   "result ", "of ",    "searching ", "files ",
                                        "with ",  "\\n",     "\\\"id\\\": 12, ", "https://example.org/ ",
                                        "number ", "and ",   "2025-11-20 " };
  GString *filler = g_string_sized_new (length);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  while (filler->len < length)
    g_string_append (filler, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);

  return g_string_free (filler, FALSE);
}

/**
 * bench_traffic_fill:
 * @journal: a journal
 * @n_messages: how many messages to append, about
 * @mean_bytes: how long they are on average
 *
 * Appends traffic, with the main loop running now and then, and flushes.
 */
void
bench_traffic_fill (McpJournal *journal,
                    guint       n_messages,
                    gsize       mean_bytes)
{
  static const char * const tools[] = { "search", "read_file", "list_directory", "run" };
  /* Two of five messages carry what makes up the size. */
  gsize mean_answer_bytes = mean_bytes * 5 / 2;
  g_autofree char *filler = make_filler (mean_answer_bytes * 3 + 8192);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (20251125);
  Traffic traffic = { journal, random, text, filler, mcp_journal_get_start_usec (journal),
                      n_messages, 0 };

  for (guint id = 1; traffic.n_appended < n_messages; id++)
    {
      gsize answer_bytes = g_rand_int_range (random, 0, (gint32) mean_answer_bytes * 2);

      traffic.time_usec += g_rand_int_range (random, 10, 1000);
      if (id % 10 == 0)
        append_call (&traffic, id, "ping", "", 0);
      else if (id % 3 == 0)
        append_call (&traffic, id, "resources/read", "file:///readme", answer_bytes);
      else
        append_call (&traffic, id, "tools/call", tools[id % 4], answer_bytes);
      if (id % 2 == 0)
        append_progress (&traffic);
    }
  mcp_journal_flush (journal);
}
