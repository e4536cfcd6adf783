/* test-cli-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* What log prints of a recording: each kind of record in each format, filtered, and what of it is broken. */

#define HEAD "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\",\"generator\":\"Other 1\"}\n"
#define CALL \
  "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":" \
  "{\\\"name\\\":\\\"echo\\\",\\\"arguments\\\":{\\\"n\\\":9007199254740993}}}"
#define LINES \
  "{\"t\":1000,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":\"" CALL "\"}\n" \
  "{\"t\":2000,\"ch\":\"stderr\",\"dir\":\"in\",\"raw\":\"warning: \\u001b[31mred\"}\n" \
  "{\"t\":13000,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":" \
  "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{\\\"x\\\":1.10}}\"}\n" \
  "{\"t\":14000,\"ch\":\"stdout-noise\",\"dir\":\"in\",\"raw64\":\"/v8=\"}\n" \
  "{\"t\":15000,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":" \
  "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"a b\\\",\\\"method\\\":\\\"ping\\\"}\"}\n" \
  "{\"t\":16000,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\"," \
  "\\\"id\\\":\\\"a b\\\",\\\"error\\\":{\\\"code\\\":-32601,\\\"message\\\":\\\"no\\\"}}\"}\n" \
  "{\"t\":17000,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":" \
  "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/message\\\"}\"}\n" \
  "{\"t\":18000,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":" \
  "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,\\\"method\\\":\\\"resources/read\\\"}\"}\n"

static char *
write_recording (const char *name,
                 const char *text,
                 gssize      length)
{
  char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, text, length, NULL));

  return path;
}

static const struct
{
  const char *direction;
  const char *channel;
  const char *kind;
  const char *method;      /* (nullable) */
  const char *status;
  gint64      took_usec;   /* -1: null */
  gint64      pair;        /* -1: null */
} records[] = {
  { "out", "stdio", "request", "tools/call", "ok", 12000, 3 },
  { "in", "stderr", "stderr", NULL, "none", -1, -1 },
  { "in", "stdio", "response", "tools/call", "ok", 12000, 1 },
  { "in", "stdout-noise", "noise", NULL, "none", -1, -1 },
  { "out", "stdio", "request", "ping", "error", 1000, 6 },
  { "in", "stdio", "error", "ping", "error", 1000, 5 },
  { "in", "stdio", "notification", "notifications/message", "none", -1, -1 },
  /* The recording ends before the answer. */
  { "out", "stdio", "request", "resources/read", "lost", -1, -1 },
};

static void
assert_number (JsonObject *object,
               const char *member,
               gint64      expected)
{
  g_assert_true (json_object_has_member (object, member));
  if (expected < 0)
    g_assert_true (json_object_get_null_member (object, member));
  else
    g_assert_cmpint (json_object_get_int_member (object, member), ==, expected);
}

static void
assert_record (JsonObject *object,
               guint       i)
{
  g_assert_cmpint (json_object_get_int_member (object, "serial"), ==, i + 1);
  g_assert_cmpstr (json_object_get_string_member (object, "dir"), ==, records[i].direction);
  g_assert_cmpstr (json_object_get_string_member (object, "ch"), ==, records[i].channel);
  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, records[i].kind);
  g_assert_cmpstr (json_object_get_string_member (object, "status"), ==, records[i].status);
  g_assert_true (json_object_has_member (object, "id"));
  if (records[i].method == NULL)
    g_assert_true (json_object_get_null_member (object, "method"));
  else
    g_assert_cmpstr (json_object_get_string_member (object, "method"), ==, records[i].method);
  assert_number (object, "took_usec", records[i].took_usec);
  assert_number (object, "pair", records[i].pair);
  /* Bytes that are no text stand in base64. */
  g_assert_cmpint (json_object_has_member (object, "raw"), ==, i != 3);
  g_assert_cmpint (json_object_has_member (object, "raw64"), ==, i == 3);
}

/* One array, or an object in each line: the same objects. */
static void
test_json (void)
{
  g_autofree char *path = write_recording ("json.mcprec", HEAD LINES, -1);
  g_autoptr (CliRun) json = cli_run (NULL, "--open", path, "--format=json", "log", NULL);
  g_autoptr (CliRun) lines = cli_run (NULL, "--open", path, "--format=ndjson", "log", NULL);
  g_autoptr (JsonNode) document = NULL;
  g_auto (GStrv) each = NULL;
  JsonArray *array;

  assert_status (json, 0);
  assert_status (lines, 0);
  g_assert_cmpstr (json->err, ==, "");
  g_assert_cmpstr (lines->err, ==, "");
  document = cli_parse (json->out);
  array = json_node_get_array (document);
  each = g_strsplit (lines->out, "\n", -1);
  g_assert_cmpuint (json_array_get_length (array), ==, G_N_ELEMENTS (records));
  g_assert_cmpuint (g_strv_length (each), ==, G_N_ELEMENTS (records) + 1);
  g_assert_cmpstr (each[G_N_ELEMENTS (records)], ==, "");
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      g_autoptr (JsonNode) line = cli_parse (each[i]);

      assert_record (json_array_get_object_element (array, i), i);
      assert_record (json_node_get_object (line), i);
      assert_contains (json->out, each[i]);
    }
  assert_contains (each[0], "9007199254740993");
  assert_contains (each[3], "\"raw64\":\"/v8=\"");
}

/* A line for each, in which what a server sent moves no cursor. */
static void
test_text (void)
{
  static const char * const parts[][3] = {
    { "→ request", "tools/call", "echo" },
    { "! stderr", "warning: ␛[31mred", "" },
    { "← response", "tools/call", "12.0 ms" },
    { "← noise", "��", "" },
    { "→ request", "ping", "" },
    { "← error", "ping", "-32601 no" },
    { "← notification", "notifications/message", "" },
    { "→ request", "resources/read", "" },
  };
  g_autofree char *path = write_recording ("text.mcprec", HEAD LINES, -1);
  g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "--format=text", "log", NULL);
  g_auto (GStrv) lines = g_strsplit (run->out, "\n", -1);

  assert_status (run, 0);
  g_assert_null (strchr (run->out, '\033'));
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (parts) + 1);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (parts[i]); j++)
      assert_contains (lines[i], parts[i][j]);
}

/* Of what is long, as much is shown as the terminal has room for. */
static void
test_widths (void)
{
  static const guint widths[] = { 70, 80, 200 };
  g_autofree char *path = write_recording ("widths.mcprec", HEAD LINES, -1);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *out = cli_run_on_terminal (widths[i], FALSE, NULL, "--color=never", "--open",
                                                  path, "log", NULL);
      g_auto (GStrv) lines = g_strsplit_set (out, "\r\n", -1);

      assert_contains (out, "resources/read");
      for (guint j = 0; lines[j] != NULL; j++)
        if (g_utf8_strlen (lines[j], -1) > widths[i])
          g_error ("wider than %u: %s", widths[i], lines[j]);
    }
}

/* Which records come, by their serials. */
static void
test_filters (void)
{
  static const struct
  {
    const char *filter;
    const char *expected;
  } rows[] = {
    { "", "12345678" },
    { "dir:out", "158" },
    { "dir:in -kind:stderr", "3467" },
    { "method:tools/*", "13" },
    { "method:ping or kind:noise", "456" },
    { "status:error", "56" },
    { "status:lost", "8" },
    { "took:>2ms", "13" },
    { "took:<=1ms", "56" },
    { "id:1", "13" },
    { "id:\"a b\"", "56" },
    { "json:params.arguments.n=9007199254740993", "1" },
    { "json:params.arguments.n=9007199254740992", "" },
    { "json:error.code<-32600", "6" },
    { "json:result.x=1.10", "3" },
    { "time:+2ms..+14ms", "234" },
    { "/WARN/i", "2" },
    { "(dir:out or kind:error) and not method:ping", "18" },
    { "nowhere", "" },
  };
  g_autofree char *path = write_recording ("filters.mcprec", HEAD LINES, -1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "--format=json", "log", "--filter",
                                        rows[i].filter, NULL);
      g_autoptr (JsonNode) document = NULL;
      g_autoptr (GString) found = g_string_new (NULL);
      JsonArray *array;

      assert_status (run, 0);
      document = cli_parse (run->out);
      array = json_node_get_array (document);
      for (guint j = 0; j < json_array_get_length (array); j++)
        {
          JsonObject *record = json_array_get_object_element (array, j);
          /* Where only some lines are read, the serial is not that of the recording. */
          gint64 t_msec = json_object_get_int_member (record, "t_usec") / 1000;

          g_string_append_printf (found, "%" G_GINT64_FORMAT,
                                  t_msec <= 2 ? t_msec : t_msec - 10);
        }
      if (!g_str_equal (found->str, rows[i].expected))
        g_error ("%s: %s, not %s", rows[i].filter, found->str, rows[i].expected);
    }
}

/* Of a broken line it is told where, and the rest comes all the same; of what is no recording, nothing. */
static void
test_broken (void)
{
  static const struct
  {
    const char *text;
    int         status;
    guint       n_records;
    const char *errors[2];  /* parts */
  } rows[] = {
    { HEAD, 0, 0, { NULL } },
    { HEAD LINES "{\"t\":1\n", 0, 8, { "broken.mcprec:10: ", NULL } },
    { HEAD LINES "{\"half", 0, 8, { "broken.mcprec:10: The file ends in the middle", NULL } },
    { HEAD "[]\n" LINES "7\n", 0, 8, { "broken.mcprec:2: ", "broken.mcprec:11: " } },
    { HEAD "\n\n" LINES, 0, 8, { "broken.mcprec:2: ", "broken.mcprec:3: " } },
    { HEAD "{\"t\":1,\"ch\":\"stdio\",\"dir\":\"in\",\"raw64\":\"!\"}\n" LINES, 0, 8,
      { "broken.mcprec:2: ", "raw64" } },
    { LINES, 2, 0, { "broken.mcprec” is no recording", NULL } },
    { "", 2, 0, { "broken.mcprec” is no recording", NULL } },
    { "\n" HEAD LINES, 2, 0, { "broken.mcprec” is no recording", NULL } },
    { "{\"log\":{\"version\":\"1.2\"}}\n", 2, 0, { "broken.mcprec” is no recording", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = write_recording ("broken.mcprec", rows[i].text, -1);
      g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "--format=text", "log", NULL);
      guint n_records = 0;

      assert_status (run, rows[i].status);
      for (const char *at = run->out; (at = strchr (at, '\n')) != NULL; at++)
        n_records++;
      g_assert_cmpuint (n_records, ==, rows[i].n_records);
      if (rows[i].errors[0] == NULL)
        g_assert_cmpstr (run->err, ==, "");
      for (guint j = 0; j < G_N_ELEMENTS (rows[i].errors) && rows[i].errors[j] != NULL; j++)
        assert_contains (run->err, rows[i].errors[j]);
    }
}

/* The figures of each method, and null nowhere: what was not measured is not there. */
static void
test_figures (void)
{
  g_autofree char *path = write_recording ("figures.mcprec", HEAD LINES, -1);
  g_autoptr (CliRun) run = cli_run (NULL, "--open", path, "--format=json", "log", "--stats", NULL);
  g_autoptr (JsonNode) document = NULL;
  JsonObject *call;
  JsonObject *lost;
  JsonObject *all;
  JsonArray *methods;

  assert_status (run, 0);
  document = cli_parse (run->out);
  methods = json_object_get_array_member (json_node_get_object (document), "methods");
  all = json_object_get_object_member (json_node_get_object (document), "all");
  g_assert_cmpuint (json_array_get_length (methods), ==, 4);

  call = json_array_get_object_element (methods, 0);
  g_assert_cmpstr (json_object_get_string_member (call, "method"), ==, "tools/call");
  g_assert_cmpint (json_object_get_int_member (call, "count"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (call, "min_usec"), ==, 12000);
  g_assert_cmpint (json_object_get_int_member (call, "max_usec"), ==, 12000);

  lost = json_array_get_object_element (methods, 3);
  g_assert_cmpstr (json_object_get_string_member (lost, "method"), ==, "resources/read");
  g_assert_cmpint (json_object_get_int_member (lost, "lost"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (lost, "bytes_in"), ==, 0);
  g_assert_false (json_object_has_member (lost, "min_usec"));

  g_assert_cmpint (json_object_get_int_member (all, "count"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (all, "errors"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (all, "lost"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (all, "pending"), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/log/json", test_json);
  g_test_add_func ("/cli/log/text", test_text);
  g_test_add_func ("/cli/log/widths", test_widths);
  g_test_add_func ("/cli/log/filters", test_filters);
  g_test_add_func ("/cli/log/broken", test_broken);
  g_test_add_func ("/cli/log/figures", test_figures);

  return cli_test_main ();
}
