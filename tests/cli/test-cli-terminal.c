/* test-cli-terminal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>

#include "cli-fixture.h"

/*
 * What a hostile server says must not steer the terminal of who looks at it: set its title, move
 * the cursor, colour what we say, turn text round or hide it.
 */

/* In JSON text, as it is on the wire: C0 controls are escapes there, the others need not be. */
#define EVIL "\\u001b]0;owned\\u0007\\u001b[31mX\xc2\x9b" "31mY\xe2\x80\xaegnp.exe\xe2\x80\x8bZ\x7f\\r\\b"
#define KEY "k\xe2\x80\xae"

static const char * const answers =
  "[{\"stderr\": \"err" EVIL "\"}, {\"serve\": {"
  "\"server/discover\": {\"error\": {\"code\": -32601, \"message\": \"m" EVIL "\"}},"
  "\"initialize\": {\"result\": {\"protocolVersion\": \"2025-11-25\","
  "  \"capabilities\": {\"tools\": {}, \"resources\": {\"subscribe\": true}, \"prompts\": {},"
  "    \"logging\": {}, \"completions\": {}, \"" KEY "\": {\"" KEY "\": true},"
  "    \"tasks\": {\"list\": {}, \"cancel\": {}, \"requests\": {\"tools\": {\"call\": {}}}}},"
  "  \"serverInfo\": {\"name\": \"n" EVIL "\", \"title\": \"t" EVIL "\", \"version\": \"v" EVIL "\","
  "    \"description\": \"d" EVIL "\", \"websiteUrl\": \"w" EVIL "\"},"
  "  \"instructions\": \"i\\n" EVIL "\"}},"
  "\"logging/setLevel\": {\"error\": {\"code\": -32603, \"message\": \"m" EVIL "\"}},"
  "\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"evil" EVIL "\", \"title\": \"t" EVIL "\","
  "  \"description\": \"d\\n" EVIL "\", \"inputSchema\": {\"type\": \"object\", \"properties\":"
  "  {\"a" EVIL "\": {\"type\": \"string\", \"enum\": [\"e" EVIL "\"], \"description\": \"" EVIL "\"}}}},"
  "  {\"name\": \"call\", \"inputSchema\": {\"type\": \"object\", \"properties\":"
  "  {\"v\": {\"type\": \"string\", \"enum\": [\"e" EVIL "\"]}}}}]}},"
  "\"tools/call\": {\"before\": [{\"send\": {\"jsonrpc\": \"2.0\", \"method\":"
  "  \"notifications/message\", \"params\": {\"level\": \"l" EVIL "\", \"data\": \"d" EVIL "\"}}},"
  "  {\"send_text\": \"junk " EVIL "\"}],"
  "  \"result\": {\"isError\": true, \"content\": [{\"type\": \"text\", \"text\": \"t" EVIL "\"},"
  "    {\"type\": \"odd" EVIL "\", \"" KEY "\": \"" EVIL "\"},"
  "    {\"type\": \"image\", \"data\": \"aGk=\", \"mimeType\": \"m" EVIL "\"},"
  "    {\"type\": \"resource_link\", \"uri\": \"u" EVIL "\", \"name\": \"n" EVIL "\"},"
  "    {\"type\": \"resource\", \"resource\": {\"uri\": \"u" EVIL "\", \"text\": \"t" EVIL "\"}}]}},"
  "\"resources/list\": {\"result\": {\"resources\": [{\"uri\": \"u:" EVIL "\", \"name\": \"n" EVIL "\","
  "  \"mimeType\": \"m" EVIL "\", \"description\": \"d" EVIL "\"}]}},"
  "\"resources/templates/list\": {\"result\": {\"resourceTemplates\":"
  "  [{\"uriTemplate\": \"u:" EVIL "\", \"name\": \"n" EVIL "\"}]}},"
  "\"resources/read\": {\"result\": {\"contents\": [{\"uri\": \"u" EVIL "\", \"text\": \"t" EVIL "\"},"
  "  {\"uri\": \"u" EVIL "\", \"mimeType\": \"m" EVIL "\", \"blob\": \"aGk=\"}, {\"x\": \"" EVIL "\"}]}},"
  "\"prompts/list\": {\"result\": {\"prompts\": [{\"name\": \"n" EVIL "\", \"arguments\":"
  "  [{\"name\": \"a" EVIL "\", \"description\": \"d" EVIL "\"}]}]}},"
  "\"prompts/get\": {\"result\": {\"description\": \"d" EVIL "\", \"messages\":"
  "  [{\"role\": \"r" EVIL "\", \"content\": {\"type\": \"text\", \"text\": \"t" EVIL "\"}}]}},"
  "\"completion/complete\": {\"result\": {\"completion\": {\"values\": [\"v" EVIL "\"]}}},"
  "\"tasks/list\": {\"result\": {\"tasks\": [{\"taskId\": \"i" EVIL "\", \"status\": \"s" EVIL "\","
  "  \"statusMessage\": \"m" EVIL "\", \"createdAt\": \"c" EVIL "\", \"ttl\": null}]}},"
  "\"tasks/get\": {\"error\": {\"code\": -32602, \"message\": \"m" EVIL "\","
  "  \"data\": {\"" KEY "\": \"" EVIL "\"}}}"
  "}}]";

static const struct
{
  const char *words[5];
  const char *expected; /* what shows that the command got so far */
} commands[] = {
  { { "--era=auto", "info" }, "-32601 (m␛]0;owned" },
  { { "--log-level=info", "info" }, "logging/setLevel: m␛" },
  { { "tools", "list" }, "evil␛]0;owned␇␛[31mX<U+009B>31mY<U+202E>gnp.exe<U+200B>Z␡␍␈" },
  { { "resources", "list" }, "u:␛" },
  { { "resources", "templates" }, "u:␛" },
  { { "prompts", "list" }, "n␛" },
  { { "tasks", "list" }, "s␛" },
  { { "tools", "call", "call" }, "l␛" },
  { { "tools", "call", "call", "--format=json" }, "\\u009b31mY\\u202egnp.exe\\u200bZ\\u007f" },
  { { "tools", "call", "call", "--format=ndjson" }, "{\"notification\": {" },
  { { "tools", "call", "call", "v=other" }, "must be one of" },
  { { "tools", "call", "call", "--verbose" }, "junk" },
  { { "resources", "read", "u" }, "t␛" },
  { { "prompts", "get", "n" }, "r␛" },
  { { "complete", "prompt", "n", "a" }, "needs" },
  { { "tasks", "get", "x" }, "m␛" },
  { { "check" }, "errors" },
  { { "--max-time=0.3", "watch" }, "stderr" },
  { { "--max-time=0.3", "watch", "--format=ndjson" }, "\\u202e" },
  { { "send", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}" }, "\\u202e" },
};

static void
assert_harmless (const char *what,
                 const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean line_end = c == '\n' || (c == '\r' && p[1] == '\n');

      /* One status line takes the place of another with these. */
      if (g_str_has_prefix (p, "\r\033[K"))
        p += 3;
      else if ((c < 0x20 && !line_end) || (c >= 0x7f && c < 0xa0) || c == 0x202e || c == 0x200b)
        g_error ("%s: U+%04X reached the terminal before: %.60s", what, c, p + 1);
    }
}

static void
test_hostile (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const char * const *words = commands[i].words;
      g_autofree char *what = g_strjoinv (" ", (char **) words);
      g_autofree char *out = cli_run_on_terminal (200, TRUE, answers, words[0], words[1], words[2],
                                                  words[3], NULL);

      assert_harmless (what, out);
      if (strstr (out, commands[i].expected) == NULL)
        g_error ("%s: no “%s” in: %s", what, commands[i].expected, out);
    }
}

/* What a recording holds is as little trusted. */
static void
test_hostile_recording (void)
{
  g_autofree char *path = cli_path ("hostile.mcprec");
  g_autoptr (CliRun) run = cli_run (answers, "--record", path, "tools", "call", "call", NULL);
  static const char * const words[][4] = {
    { "log" }, { "log", "--stats" }, { "log", "--format=json" }, { "check" }, { "info" },
    { "convert", "--to=text" }, { "convert", "--to=jsonl" }, { "convert", "--to=har" },
  };

  assert_status (run, 1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *what = g_strjoinv (" ", (char **) words[i]);
      g_autofree char *out = cli_run_on_terminal (200, TRUE, NULL, "--open", path, words[i][0],
                                                  words[i][1], NULL);

      g_assert_cmpuint (strlen (out), >, 20);
      assert_harmless (what, out);
    }
}

/* A program reads what the server sent, whatever it would do to a terminal. */
static void
test_pipe_gets_all (void)
{
  g_autoptr (CliRun) run = cli_run (answers, "resources", "read", "u", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "t\033]0;owned\a\033[31mX\xc2\x9b" "31mY\xe2\x80\xae");
}

static guint
get_width (const char *line)
{
  guint width = 0;

  for (const char *p = line; *p != '\0' && *p != '\r'; p = g_utf8_next_char (p))
    width += g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;

  return width;
}

/* Nothing is broken by the terminal itself, in the middle of a word. */
static void
test_narrow (void)
{
  const char *script =
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}, \"instructions\": \"A long text of many"
    " words that goes on and on, well over the edge of a terminal of eighty columns\"}},"
    "{\"serve\": {\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"한국어-도구\", \"description\":"
    " \"설명이 아주 길어서 터미널의 오른쪽 끝을 넘어가야만 하는 그런 도구의 설명 글입니다 정말로 아주 길어요\","
    " \"inputSchema\": {\"type\": \"object\", \"properties\": {\"이름\": {\"type\": \"string\"},"
    " \"a_name_that_is_much_longer_than_all_others\": {\"type\": \"number\", \"description\":"
    " \"words\"}}}}]}}}}]";
  static const char * const words[][4] = {
    { "--help" }, { "tools", "call", "--help" }, { "ping", "--help" }, { "info" },
    { "tools", "list" }, { "--max-time=0.3", "watch" }, { "--max-time=0.3", "watch", "--stats" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gboolean help = g_strv_contains (words[i], "--help");
      g_autofree char *out = cli_run_on_terminal (80, FALSE, help ? NULL : script, words[i][0],
                                                  words[i][1], words[i][2], NULL);
      g_auto (GStrv) lines = g_strsplit (out, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), >, 3);
      for (guint j = 0; lines[j] != NULL; j++)
        if (get_width (lines[j]) > 80)
          g_error ("%s: too wide: %s", words[i][0], lines[j]);
    }
}

/* A cell that is wider than its column does not touch the next one. */
static void
test_wide_cell (void)
{
  g_autoptr (CliRun) run = cli_run (
    "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\": {\"tools/list\": {\"result\":"
    " {\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"properties\":"
    " {\"a_name_that_is_much_longer_than_all_others\": {\"type\": \"number\", \"description\": \"x\"}}"
    "}}]}}}}]", "tools", "list", NULL);

  assert_status (run, 0);
  assert_contains (run->out, "[a_name_that_is_much_longer_than_all_others]  number  x\n");
}

/* A server that says nothing more gives nothing to write, and so no error that would tell. */
static void
test_reader_goes (gconstpointer data)
{
  const char *script = "[{\"handshake\": {\"capabilities\": {\"resources\": {\"subscribe\": true}}}},"
                       " {\"serve\": {\"resources/subscribe\": {\"result\": {}}}}]";
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  const char *watch[] = { g_getenv ("SOUNDER_CLI"), "--max-time=3600", "watch", "--",
                          g_getenv ("SOUNDER_MOCK_SERVER"), "--script", script, NULL };
  const char *subscribe[] = { g_getenv ("SOUNDER_CLI"), "--max-time=3600", "resources", "subscribe",
                              "u", "--", g_getenv ("SOUNDER_MOCK_SERVER"), "--script", script,
                              NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  int pipe_fds[2];
  char byte;

  g_assert_true (g_unix_open_pipe (pipe_fds, FD_CLOEXEC, NULL));
  g_subprocess_launcher_take_stdout_fd (launcher, pipe_fds[1]);
  process = g_subprocess_launcher_spawnv (launcher, data != NULL ? subscribe : watch, &error);
  g_assert_no_error (error);
  g_clear_object (&launcher);

  if (data == NULL)
    g_assert_cmpint (read (pipe_fds[0], &byte, 1), ==, 1);
  close (pipe_fds[0]);

  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

/* The help is a result too: a disk that is full is no success. */
static void
test_full_disk (void)
{
  static const char * const words[] = { "--help", "--version" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *command = g_strdup_printf ("'%s' %s > /dev/full",
                                                  g_getenv ("SOUNDER_CLI"), words[i]);
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GError) error = NULL;

      process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error, "sh", "-c", command,
                                  NULL);
      g_assert_no_error (error);
      g_subprocess_wait (process, NULL, &error);
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/terminal/hostile", test_hostile);
  g_test_add_func ("/cli/terminal/hostile-recording", test_hostile_recording);
  g_test_add_func ("/cli/terminal/pipe-gets-all", test_pipe_gets_all);
  g_test_add_func ("/cli/terminal/narrow", test_narrow);
  g_test_add_func ("/cli/terminal/wide-cell", test_wide_cell);
  g_test_add_data_func ("/cli/terminal/reader-goes/watch", NULL, test_reader_goes);
  g_test_add_data_func ("/cli/terminal/reader-goes/subscribe", "", test_reader_goes);
  g_test_add_func ("/cli/terminal/full-disk", test_full_disk);

  return cli_test_main ();
}
