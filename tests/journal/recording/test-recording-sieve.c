/* test-recording-sieve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loading-support.h"
#include "mcp-recording.h"
#include "recorder-support.h"

/*
 * What is shown of a recording when only the lines were read that a filter needs is what is shown
 * when all were: on recordings made by chance, of lines that are hard to tell apart.
 */

#define HEAD      "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\",\"redacted\":false}\n"
#define N_CASES   600
#define MAX_LINES 60

/* A message as it stands in "raw", with an id for each %s. Behind the first, such as hide letters. */
#define N_PLAIN_MESSAGES 15
static const char * const messages[] = {
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"result\\\":{\\\"a\\\":\\\"\\\\u001b\\\\u003c\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"ping\\\"}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"Needle\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\" : %s,\\\"method\\\":\\\"other\\\",\\\"params\\\":{\\\"a\\\":\\\"a needle\\\"}}",
  "{\\\"method\\\":\\\"a\\\",\\\"params\\\":{\\\"id\\\":null,\\\"valid\\\":\\\"id\\\"},\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"result\\\":{}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"result\\\":{}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"result\\\":{\\\"a\\\":\\\"NEEDLE\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"error\\\":{\\\"code\\\":1,\\\"message\\\":\\\"needle\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/cancelled\\\",\\\"params\\\":{\\\"requestId\\\":%s}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"needle\\\",\\\"params\\\":{\\\"userId\\\":%s}}",
  "[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"ping\\\"}]",
  "[{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"result\\\":{\\\"a\\\":\\\"needle\\\"}}]",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"needle\\\"",
  "{\\\"id\\\":%s",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"n\\\\u0065edle\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":%s,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"n\\u0065edle\\\"}}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"\\\\u0069d\\\":%s,\\\"method\\\":\\\"b\\\"}",
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"\\\\u0069d\\\":%s,\\\"result\\\":{\\\"a\\\":\\\"needle\\\"}}",
};

/* Behind the first six, such as can be spelled in several ways. */
#define N_PLAIN_IDS 6
static const char * const ids[] = {
  "1", "2", "3", "-4", "\\\"1\\\"", "\\\"two\\\"", "\\\"t\\\\u0077o\\\"", "\\\"\\\\\\\"\\\"",
};

/* Other lines, between messages. */
static const char * const others[] = {
  "{\"t\":%u,\"ch\":\"session\",\"note\":{\"type\":\"life\",\"text\":\"connection\"}}",
  "{\"t\":%u,\"ch\":\"session\",\"note\":{\"type\":\"finding\",\"about\":2,\"rule\":\"needle\"}}",
  "{\"t\":%u,\"ch\":\"stderr\",\"dir\":\"in\",\"raw\":\"a needle\"}",
  "{\"t\":%u,\"ch\":\"stderr\",\"dir\":\"in\",\"raw\":\"nothing\"}",
  "{\"t\":%u,\"ch\":\"stdout-noise\",\"dir\":\"in\",\"raw64\":\"AG5lZWRsZQ==\"}",
  "{\"t\":%u,\"ch\":\"stdio\",\"dir\":\"in\",\"raw64\":\"AG5lZWRsZQ==\"}",
  "{\"t\":%u,\"ch\":\"process\",\"proc\":{\"type\":\"spawn\",\"argv\":[\"needle\"]}}",
  "{\"t\":%u,\"ch\":\"http\",\"dir\":\"out\",\"x\":1,\"http\":{\"type\":\"request\",\"method\":\"POST\",\"url\":\"http://needle/\"}}",
  "{\"t\":%u,\"ch\":\"sse\",\"dir\":\"in\",\"x\":1,\"raw\":\"data: {\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\ndata: \\\"result\\\":{\\\"needle\\\":1}}\"}",
  "{\"t\":%u,\"ch\":\"sse\",\"dir\":\"in\",\"x\":1,\"raw\":\": keep-alive\",\"ev\":{\"comment\":\"keep-alive\"}}",
  "{\"t\":%u,\"ch\":\"later\",\"dir\":\"in\",\"what\":\"needle\"}",
  "{\"t\":%u,\"ch\":\"stdio\",\"dir\":\"in\"}",
  "{ \"t\": %u, \"ch\": \"stdio\", \"dir\": \"in\", \"raw\": \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{\\\"x\\\":\\\"needle\\\"}}\" }",
  "needle %u",
};

static const char * const channels[] = {
  "\"stdio\"", "\"ws\"", "\"socket\"", "\"tcp\"", "\"http\"",
};

static const char * const queries[] = {
  "needle", "NEEDLE", "\"a needle\"", "ping", "needle ping", "other", "zzz", "id", "other or ping", "-needle",
  "needle status:ok", "tools/call", "method:ping", "é",
};

static const char *
pick (GRand              *rand,
      const char * const *texts,
      guint               n_texts)
{
  return texts[g_rand_int_range (rand, 0, n_texts)];
}

static void
append_line (GString *file,
             GRand   *rand,
             gboolean is_plain,
             guint    t)
{
  g_autofree char *message = NULL;

  if (g_rand_int_range (rand, 0, 4) == 0)
    {
      g_string_append_printf (file, pick (rand, others, G_N_ELEMENTS (others)), t);
      g_string_append_c (file, '\n');
      return;
    }

  message = g_strdup_printf (pick (rand, messages, is_plain ? N_PLAIN_MESSAGES : G_N_ELEMENTS (messages)),
                             pick (rand, ids, is_plain ? N_PLAIN_IDS : G_N_ELEMENTS (ids)));
  g_string_append_printf (file, "{\"t\":%u,\"ch\":%s,\"dir\":\"%s\"", t,
                          pick (rand, channels, G_N_ELEMENTS (channels)),
                          g_rand_boolean (rand) ? "in" : "out");
  if (g_rand_boolean (rand))
    g_string_append_printf (file, ",\"x\":%d", g_rand_int_range (rand, 1, 4));
  g_string_append_printf (file, ",\"raw\":\"%s\"", message);
  if (g_rand_int_range (rand, 0, 8) == 0)
    g_string_append (file, ",\"eol\":\"\\r\\n\"");
  g_string_append (file, "}\n");
}

static void
opened_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The records that match, with all that a list of them says. */
static char *
show (const char *path,
      McpQuery   *query,
      gboolean    sifts,
      guint      *n_records)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  McpJournal *journal;

  mcp_recording_open_async (file, sifts ? query : NULL, NULL, opened_cb, &result);
  wait_until (result != NULL);
  recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  journal = mcp_recording_get_journal (recording);
  wait_until (!mcp_journal_is_loading (journal));

  *n_records = mcp_journal_get_n_records (journal);
  for (guint serial = 1; serial <= *n_records; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
      g_autofree char *id = mcp_record_dup_id (record);
      const char *name = mcp_record_get_name (record);
      gsize length = 0;
      const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

      if (!mcp_query_matches (query, journal, serial))
        continue;
      g_string_append_printf (shown, "%" G_GINT64_FORMAT " %s %s %s %s %s %s %" G_GINT64_FORMAT " %.*s\n",
                              mcp_record_get_wall_usec (record),
                              mcp_channel_get_nick (mcp_record_get_channel (record)),
                              mcp_direction_get_nick (mcp_record_get_direction (record)),
                              mcp_record_kind_get_nick (mcp_record_get_kind (record)),
                              mcp_record_get_method (record), name, id,
                              mcp_record_get_latency_usec (record), (int) length, data);
    }

  return g_string_free (g_steal_pointer (&shown), FALSE);
}

static void
test_same (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  guint n_fewer = 0;

  for (guint i = 0; i < N_CASES; i++)
    {
      g_autoptr (GString) text = g_string_new (HEAD);
      g_autoptr (McpQuery) query = mcp_query_new (queries[i % G_N_ELEMENTS (queries)], NULL);
      g_autofree char *all = NULL;
      g_autofree char *sifted = NULL;
      gboolean is_plain = g_rand_boolean (rand);
      guint n_all, n_sifted;

      for (guint n_lines = g_rand_int_range (rand, 0, MAX_LINES); n_lines > 0; n_lines--)
        append_line (text, rand, is_plain, (MAX_LINES - n_lines) * 100);
      g_assert_true (g_file_set_contents (fixture->path, text->str, -1, NULL));

      all = show (fixture->path, query, FALSE, &n_all);
      sifted = show (fixture->path, query, TRUE, &n_sifted);
      if (!g_str_equal (all, sifted))
        g_error ("“%s” in this recording:\n%s\nshows\n%s\nand sifted\n%s",
                 mcp_query_get_text (query), text->str, all, sifted);
      n_fewer += n_sifted < n_all;
    }

  /* Some of the filters are such that nothing can be left out. */
  g_assert_cmpuint (n_fewer, >, N_CASES / 16);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/journal/recording-sieve/same", Fixture, NULL, set_up, test_same, tear_down);

  return g_test_run ();
}
