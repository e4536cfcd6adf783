/* test-planted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-export.h"
#include "mcp-recorder.h"
#include "recorder-support.h"

/*
 * Secrets of which nobody has told anything, planted wherever traffic can hold one: none is in what
 * leaves the application. What only looks like one is still there.
 */

#define P "planted7f3a"
#define KEEP "readable7f3a"

typedef struct
{
  McpChannel    channel;
  McpRecordKind kind;
  const char   *text;
} Planted;

static const Planted planted[] = {
  /* Command lines and environments. */
  { MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN,
    "{\"type\":\"spawn\",\"argv\":[\"server\",\"--token\",\"" P "\",\"--api-key=" P "\",\"--header\","
    "\"Authorization: Digest username=\\\"" P "\\\", response=\\\"" P "\\\"\",\"--db\","
    "\"postgres://me:" P "@db/x\",\"--log\",\"" KEEP "\"],\"env\":[\"DB_PASS=" P "\"]}" },

  /* JSON at every depth. */
  { MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST,
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"login\",\"arguments\":"
    "{\"password\":\"" P "\",\"a\":{\"b\":[{\"client_secret\":[\"" P "\",{\"c\":\"" P "\"}]}]},"
    "\"session_id\":\"" P "\",\"jwt\":{\"raw\":\"" P "\"},\"cursor\":\"" KEEP "\",\"env\":[{\"name\":\"DB_PASS\","
    "\"value\":\"" P "\"}]},\"_meta\":{\"progressToken\":\"" KEEP "\"}}}" },
  { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"text\":\"{\\\"token\\\":\\\"" P "\\\",\\\"inner\\\":"
    "\\\"{\\\\\\\"api_key\\\\\\\":[\\\\\\\"" P "\\\\\\\"],\\\\\\\"note\\\\\\\":\\\\\\\"" KEEP
    "\\\\\\\"}\\\"}\",\"max_tokens\":71,\"nextPageToken\":\"" KEEP "\"}}" },
  { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"text\":\"{\\u0022token\\u0022:\\u0022" P
    "\\u0022}\",\"\\u0070assword\":\"" P "\",\"log\":\"failed {\\\"secret\\\": \\\"" P "\\\", \\\"n\\\": 1\"}}" },
  { MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"key\":\"-----BEGIN PRIVATE KEY-----\\n" P "\\n" P
    "\\n-----END PRIVATE KEY-----\\n" KEEP "\"}}" },
  { MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"login\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"password\":{\"type\":\"string\",\"description\":\"" KEEP "\",\"default\":\"" P "\","
    "\"examples\":[\"" P "\"]}}}}]}}" },

  /* What a server prints. */
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "export API_TOKEN=\"" P " " P "\" LEVEL=" KEEP },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "run --password " P " --token '" P "' --level " KEEP },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "Cookie: sid=\"" P "\"; theme=" P },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "{'token': '" P "', 'level': '" KEEP "'}" },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "GET https://u:" P "@h/cb?code=" P "&state=" KEEP "#access_token=" P },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "-----BEGIN RSA PRIVATE KEY-----" },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, P },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, "-----END RSA PRIVATE KEY-----" },
  { MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, KEEP " token_count=71 max_tokens=72" },
  { MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, "\xff DB_PASS=" P " " KEEP },
  { MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, "Set-Cookie: sid=" P "; Path=/" },

  /* HTTP, with a form and an event stream. */
  { MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST,
    "{\"type\":\"request\",\"method\":\"POST\",\"url\":\"http://u:" P "@h/mcp?code=" P "&x=" KEEP "#id_token=" P "\","
    "\"headers\":[[\"Authorization\",\"Digest response=\\\"" P "\\\"\"],[\"Cookie\",\"a=\\\"" P "\\\"\"],"
    "[\"X-Auth\",\"" P "\"],[\"Mcp-Session-Id\",\"" P "\"],[\"X-Level\",\"" KEEP "\"]]}" },
  { MCP_CHANNEL_HTTP, MCP_RECORD_INVALID,
    "code=" P "&grant_type=authorization_code&client_secret=" P "&scope=" KEEP },
  { MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD,
    "{\"type\":\"head\",\"status\":200,\"headers\":[[\"Set-Cookie\",\"sid=" P "; Path=/\"],"
    "[\"Location\",\"/?access_token=" P "&x=" KEEP "\"]]}" },
  { MCP_CHANNEL_SSE, MCP_RECORD_EVENT, "id: 1\ndata: {\"token\":\"" P "\",\"x\":\"" KEEP "\"}" },
  { MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, "{\"type\":\"end\",\"error\":\"token=" P "\"}" },

  /* Signing in. */
  { MCP_CHANNEL_AUTH, MCP_RECORD_HTTP_REQUEST,
    "{\"type\":\"request\",\"method\":\"GET\",\"url\":\"http://127.0.0.1/callback?state=x&iss=" KEEP "&code=" P "\","
    "\"headers\":[[\"Authorization\",\"DPoP " P "\"]]}" },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE,
    "grant_type=authorization_code&code=" P "&code_verifier=" P "&client_id=" KEEP "&client_secret=" P
    "&client_assertion=" P },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE, "refresh_token=" P "&grant_type=refresh_token&resource=" KEEP },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE, "subject_token=" P "&assertion=" P "&audience=" KEEP },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE, "token=" P "&token_type_hint=" KEEP },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE,
    "{\"access_token\":\"" P "\",\"refresh_token\":\"" P "\",\"id_token\":\"" P "\",\"scope\":\"" KEEP "\"}" },
  { MCP_CHANNEL_AUTH, MCP_RECORD_NOISE,
    "{\"client_secret\":\"" P "\",\"registration_access_token\":\"" P "\",\"client_id\":\"" KEEP "\"}" },
};

static void
plant (McpJournal *journal)
{
  for (guint i = 0; i < G_N_ELEMENTS (planted); i++)
    {
      McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, planted[i].kind, 1, NULL, NULL);

      entry.channel = planted[i].channel;
      entry.exchange = entry.channel == MCP_CHANNEL_HTTP || entry.channel == MCP_CHANNEL_SSE;
      append_text (journal, &entry, planted[i].text);
    }
  mcp_journal_flush (journal);
}

static void
assert_clean (const char *text,
              gsize       length)
{
  const char *found = g_strstr_len (text, length, P);

  if (found != NULL)
    g_error ("planted: …%.*s", 200, found - MIN (found - text, 100));
}

static guint
count (const char *text,
       const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at += strlen (part))
    n++;

  return n;
}

/* What the last event says: how many values were taken out, and of which kinds. */
static void
assert_counts (const char *line)
{
  static const struct
  {
    const char *kind;
    gint64      at_least;
  } kinds[] = {
    { "note.counts.member", 20 }, { "note.counts.setting", 15 }, { "note.counts.header", 4 },
    { "note.counts.address", 2 }, { "note.counts.key", 2 },
  };
  g_autofree char *type = mcp_json_lookup_string (line, strlen (line), "note.type");
  g_autofree char *text = mcp_json_lookup_string (line, strlen (line), "note.text");

  g_assert_cmpstr (type, ==, "redacted");
  g_assert_nonnull (strstr (text, "Headers with secret names: "));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gint64 n = 0;

      g_test_message ("%s", kinds[i].kind);
      g_assert_true (mcp_json_lookup_int64 (line, strlen (line), kinds[i].kind, &n));
      g_assert_cmpint (n, >=, kinds[i].at_least);
    }
}

/* All that was recorded as text, one after the other, and what of it was base64. */
static void
test_recording (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (McpRecorder) recorder = NULL;
  g_autofree char *contents = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  gsize length;

  plant (fixture->journal);
  recorder = mcp_recorder_new (fixture->journal, fixture->path,
                               "{\"name\":\"" KEEP "\",\"args\":[\"--token\",\"" P "\"],\"headers\":"
                               "{\"X-Auth\":\"" P "\"}}", redactor, NULL);
  g_assert_true (mcp_recorder_finish (recorder, NULL));

  g_assert_true (g_file_get_contents (fixture->path, &contents, &length, NULL));
  assert_clean (contents, length);
  g_assert_cmpuint (count (contents, KEEP), ==, 25);
  g_assert_cmpuint (count (contents, "max_tokens\\\":71"), ==, 1);

  lines = read_lines (fixture->path);
  /* The first line, and the event that says what was taken out. */
  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (planted) + 2);
  assert_counts (lines->pdata[lines->len - 1]);
  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *base64 = mcp_json_lookup_string (lines->pdata[i], strlen (lines->pdata[i]),
                                                        "raw64");
      g_autofree guchar *bytes = base64 != NULL ? g_base64_decode (base64, &length) : NULL;

      if (bytes != NULL)
        assert_clean ((const char *) bytes, length);
    }
}

static gboolean
append_cb (const char *data,
           gsize       length,
           gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

static void
test_exports (Fixture       *fixture,
              gconstpointer  data)
{
  static const McpExportFormat formats[] = { MCP_EXPORT_HAR, MCP_EXPORT_JSONL, MCP_EXPORT_TEXT };

  plant (fixture->journal);
  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
      g_autoptr (GString) out = g_string_new (NULL);

      g_assert_true (mcp_export_write (fixture->journal, formats[i], redactor, append_cb, out));
      assert_clean (out->str, out->len);
      g_assert_cmpuint (count (out->str, KEEP), >, 3);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/planted/recording", test_recording);
  ADD ("/journal/planted/exports", test_exports);

  return g_test_run ();
}
