/* test-cli-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "test-support.h"

/* Each way in with a program that leaves a file when it is started: there is none without consent. */

typedef struct
{
  char *mark;    /* what it leaves */
  char *config;  /* a file of another client */
} Fixture;

static void
write_file (const char *path,
            const char *text)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *f,
        gconstpointer  unused)
{
  g_autofree char *consent = cli_path ("sounder/consent.json");
  g_autofree char *json = NULL;

  f->mark = cli_path ("started");
  f->config = cli_path ("mcp.json");
  g_unlink (f->mark);
  /* As it is when Sounder has run once. */
  write_file (consent, "{\"version\": 1}");
  g_chmod (consent, 0600);
  json = g_strdup_printf ("{\"mcpServers\": {\"w\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo > '%s'\"]}}}", f->mark);
  write_file (f->config, json);
}

static void
tear_down (Fixture       *f,
           gconstpointer  unused)
{
  g_free (f->mark);
  g_free (f->config);
}

static void
assert_refused (Fixture *f,
                CliRun  *run)
{
  assert_status (run, 8);
  assert_contains (run->err, "--yes");
  assert_contains (run->err, "/bin/sh");
  assert_contains (run->err, "A shell runs a text");
  g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));
}

static void
test_config (Fixture       *f,
             gconstpointer  unused)
{
  g_autoptr (CliRun) run = cli_run (NULL, "info", "--config", f->config, "--server", "w", NULL);
  g_autoptr (CliRun) json = cli_run (NULL, "info", "--format=json", "--config", f->config, NULL);
  g_autoptr (CliRun) agreed = NULL;
  g_autoptr (CliRun) again = NULL;

  assert_refused (f, run);
  assert_status (json, 8);
  assert_contains (json->out, "\"consent\"");
  g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));

  /* For this run, and no longer. */
  agreed = cli_run (NULL, "info", "--yes", "--config", f->config, NULL);
  assert_status (agreed, 3);
  g_assert_true (g_file_test (f->mark, G_FILE_TEST_EXISTS));
  g_unlink (f->mark);
  again = cli_run (NULL, "info", "--config", f->config, NULL);
  assert_refused (f, again);
}

static void
test_saved (Fixture       *f,
            gconstpointer  unused)
{
  g_autofree char *servers = cli_path ("sounder/servers.json");
  g_autoptr (CliRun) imported = NULL;
  g_autoptr (CliRun) run = NULL;
  g_autoptr (CliRun) watched = NULL;

  g_unlink (servers);
  imported = cli_run (NULL, "config", "import", f->config, NULL);
  assert_status (imported, 0);
  run = cli_run (NULL, "info", "--server", "w", NULL);
  assert_refused (f, run);
  watched = cli_run (NULL, "watch", "--metrics", "127.0.0.1:0", "w", NULL);
  assert_refused (f, watched);
}

static void
test_others (Fixture       *f,
             gconstpointer  unused)
{
  static const char * const commands[][4] = {
    { "check", NULL },
    { "probe", NULL },
    { "ping", "-c1", NULL },
    { "watch", NULL },
    { "tap", NULL },
    { "compare", "w", "w", NULL },
    { "load", "ping", "-c1", NULL },
    { "tools", "list", NULL },
  };
  g_autofree char *tests = cli_path ("tests.json");
  g_autofree char *text = NULL;
  g_autoptr (CliRun) file = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliRun) run = cli_run (NULL, "--config", f->config, commands[i][0], commands[i][1],
                                        commands[i][1] != NULL ? commands[i][2] : NULL, NULL);

      g_test_message ("%s", commands[i][0]);
      assert_refused (f, run);
    }

  text = g_strdup_printf ("{\"sounderTests\": 1, \"servers\": {\"w\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo > '%s'\"]}},"
                          " \"tests\": [{\"name\": \"t\", \"method\": \"ping\"}]}",
                          f->mark);
  write_file (tests, text);
  file = cli_run (NULL, "test", tests, NULL);
  assert_refused (f, file);
}

/* What is typed is agreed to by that. */
static void
test_typed (Fixture       *f,
            gconstpointer  unused)
{
  g_autofree char *script = g_strdup_printf ("echo > '%s'", f->mark);
  g_autoptr (CliRun) run = cli_run (NULL, "info", "--", "/bin/sh", "-c", script, NULL);

  assert_status (run, 3);
  g_assert_true (g_file_test (f->mark, G_FILE_TEST_EXISTS));
}

/* A host that looks like another is not reached because it was typed or pasted; it is shown as what
 * it is. */
static void
test_deceptive (Fixture       *f,
                gconstpointer  unused)
{
  g_autoptr (CliRun) run =
    cli_run (NULL, "info", "--url", "https://p\320\260ypal.invalid/mcp", NULL);

  assert_status (run, 8);
  assert_contains (run->err, "xn--pypal-4ve.invalid");
}

/* What came from a variable is secret from then on, whatever has it; what every program gets is
 * not. */
static void
test_values_are_secret (Fixture       *f,
                        gconstpointer  unused)
{
  g_autofree char *recording = cli_path ("values.mcprec");
  g_autofree char *content = NULL;
  g_autoptr (CliRun) run = NULL;

  g_setenv ("SOUNDER_TEST_VALUE", "an-ordinary-looking-value", TRUE);
  write_file (f->config,
              "{\"mcpServers\": {\"w\": {\"command\": \"/bin/sh\", \"args\": [\"-c\", \"echo heard "
              "$1 in $2 >&2\", \"x\","
              " \"${env:SOUNDER_TEST_VALUE}\", \"${HOME}\"]}}}");
  run = cli_run (
      NULL, "info", "--config", f->config, "--yes", "--verbose", "--record", recording, NULL);
  g_unsetenv ("SOUNDER_TEST_VALUE");

  assert_status (run, 3);
  assert_contains (run->err, "! heard «redacted» in /");
  g_assert_null (strstr (run->err, "an-ordinary-looking-value"));
  g_assert_true (g_file_get_contents (recording, &content, NULL, NULL));
  assert_contains (content, "heard ");
  g_assert_null (strstr (content, "an-ordinary-looking-value"));
}

/* --- What a server gets of this computer --- */

typedef struct
{
  GSocket *socket;
  guint16  port;
  GString *heard;  /* of a thread, until that is joined */
} Listener;

static void
listen_on (Listener *listener)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  listener->socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                   G_SOCKET_PROTOCOL_DEFAULT, &error);
  g_assert_no_error (error);
  g_socket_bind (listener->socket, address, FALSE, &error);
  g_assert_no_error (error);
  g_socket_listen (listener->socket, &error);
  g_assert_no_error (error);
  bound = g_socket_get_local_address (listener->socket, &error);
  listener->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
}

/* Nobody has connected, and nobody waits to be answered. */
static void
assert_silent (Listener *listener)
{
  g_autoptr (GError) error = NULL;

  g_socket_set_blocking (listener->socket, FALSE);
  g_assert_null (g_socket_accept (listener->socket, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
}

/* Hears what is sent, and answers that nothing is here, until the socket is shut down. */
static gpointer
hear (gpointer data)
{
  static const char answer[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  Listener *listener = data;
  GSocket *client;

  while ((client = g_socket_accept (listener->socket, NULL, NULL)) != NULL)
    {
      char buffer[4096];
      gssize n = g_socket_receive (client, buffer, sizeof buffer, NULL, NULL);

      g_string_append_len (listener->heard, buffer, MAX (n, 0));
      g_socket_send (client, answer, strlen (answer), NULL, NULL);
      g_object_unref (client);
    }

  return NULL;
}

static void
test_values_stay (Fixture       *f,
                  gconstpointer  unused)
{
  static const char * const refused[][6] = {
    { "--yes", "--config", "@", "info", NULL },
    { "--yes", "--config", "@", "check", NULL },
    { "--yes", "--config", "@", "tools", "list", NULL },
    { "--yes", "--server", "w", "info", NULL },
    { "--yes", "test", "%", NULL },
    /* A value is given to one host. */
    { "--yes", "--allow-value=env:SOUNDER_TEST_PLANTED=example.org", "--config", "@", "info", NULL },
    { "--yes", "--allow-value=env:OTHER=127.0.0.1", "--config", "@", "info", NULL },
  };
  g_autofree char *servers = cli_path ("sounder/servers.json");
  g_autofree char *tests = cli_path ("tests.json");
  g_autofree char *entry = NULL;
  g_autofree char *config = NULL;
  g_autofree char *file = NULL;
  g_autofree char *rule = NULL;
  g_autofree char *sent = NULL;
  g_autoptr (CliRun) imported = NULL;
  g_autoptr (CliRun) odd = NULL;
  g_autoptr (CliRun) allowed = NULL;
  Listener listener = { NULL };
  GThread *thread;

  listen_on (&listener);
  g_setenv ("SOUNDER_TEST_PLANTED", "planted", TRUE);
  entry = g_strdup_printf ("{\"url\": \"http://127.0.0.1:%u/mcp\", \"headers\": {\"X-Trace\": \"${env:SOUNDER_TEST_PLANTED}\"}}",
                           listener.port);
  config = g_strdup_printf ("{\"mcpServers\": {\"w\": %s}}", entry);
  write_file (f->config, config);
  file = g_strdup_printf ("{\"sounderTests\": 1, \"servers\": {\"w\": %s}, \"tests\": [{\"name\": \"t\", \"method\": \"ping\"}]}",
                          entry);
  write_file (tests, file);
  g_unlink (servers);
  imported = cli_run (NULL, "config", "import", f->config, NULL);
  assert_status (imported, 0);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      const char *words[6] = { NULL };
      g_autoptr (CliRun) run = NULL;

      for (guint j = 0; refused[i][j] != NULL; j++)
        words[j] = g_str_equal (refused[i][j], "@")   ? f->config
                   : g_str_equal (refused[i][j], "%") ? tests
                                                      : refused[i][j];
      run = cli_run (NULL, words[0], words[1], words[2], words[3], words[4], words[5], NULL);
      g_test_message ("%s %s", words[1], words[2]);
      assert_status (run, 8);
      assert_contains (run->err, "env:SOUNDER_TEST_PLANTED");
      assert_contains (run->err, "127.0.0.1");
      assert_contains (run->err, "X-Trace");
      g_assert_null (strstr (run->err, "planted"));
      assert_silent (&listener);
    }

  odd = cli_run (NULL, "--allow-value=SOUNDER_TEST_PLANTED", "--config", f->config, "info", NULL);
  assert_status (odd, 2);
  assert_silent (&listener);

  rule = g_strdup_printf ("--allow-value=env:SOUNDER_TEST_PLANTED=127.0.0.1:%u", listener.port);
  listener.heard = g_string_new (NULL);
  g_socket_set_blocking (listener.socket, TRUE);
  thread = g_thread_new ("hear", hear, &listener);
  allowed = cli_run (NULL, "--yes", rule, "--config", f->config, "info", NULL);
  g_socket_shutdown (listener.socket, TRUE, TRUE, NULL);
  g_thread_join (thread);
  sent = g_string_free (listener.heard, FALSE);
  g_assert_cmpint (allowed->status, !=, 8);
  assert_contains (sent, "X-Trace: planted");

  g_unsetenv ("SOUNDER_TEST_PLANTED");
  g_object_unref (listener.socket);
}

/* Answers on a terminal, and reads until the program has ended. */
static char *
ask (Fixture    *f,
     const char *answer,
     int        *status)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  const char *argv[] = { g_getenv ("SOUNDER_CLI"), "info", "--config", f->config, NULL };
  GString *out = g_string_new (NULL);
  char buffer[4096];
  gboolean answered = FALSE;
  gssize n;
  int master = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  int slave;

  g_assert_cmpint (grantpt (master), ==, 0);
  g_assert_cmpint (unlockpt (master), ==, 0);
  slave = open (ptsname (master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_subprocess_launcher_take_stdin_fd (launcher, fcntl (slave, F_DUPFD_CLOEXEC, 3));
  g_subprocess_launcher_take_stderr_fd (launcher, slave);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_clear_object (&launcher);

  while ((n = read (master, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (out, buffer, n);
      if (!answered && strstr (out->str, "[y/N]") != NULL)
        {
          g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));
          g_assert_cmpint (write (master, answer, strlen (answer)), ==, (gssize) strlen (answer));
          answered = TRUE;
        }
    }
  close (master);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  *status = g_subprocess_get_exit_status (process);

  return g_string_free (out, FALSE);
}

static void
test_terminal (Fixture       *f,
               gconstpointer  unused)
{
  int status;
  g_autofree char *no = ask (f, "\n", &status);
  g_autofree char *yes = NULL;
  g_autofree char *again = NULL;

  g_assert_cmpint (status, ==, 8);
  assert_contains (no, "/bin/sh");
  assert_contains (no, f->mark);
  g_assert_false (g_file_test (f->mark, G_FILE_TEST_EXISTS));

  yes = ask (f, "y\n", &status);
  g_assert_cmpint (status, ==, 3);
  assert_contains (yes, "Run it?");
  g_assert_true (g_file_test (f->mark, G_FILE_TEST_EXISTS));

  /* Remembered, and not asked again. */
  again = ask (f, "", &status);
  g_assert_cmpint (status, ==, 3);
  g_assert_null (strstr (again, "Run it?"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cli/consent/config", Fixture, NULL, set_up, test_config, tear_down);
  g_test_add ("/cli/consent/saved", Fixture, NULL, set_up, test_saved, tear_down);
  g_test_add ("/cli/consent/others", Fixture, NULL, set_up, test_others, tear_down);
  g_test_add ("/cli/consent/typed", Fixture, NULL, set_up, test_typed, tear_down);
  g_test_add ("/cli/consent/deceptive", Fixture, NULL, set_up, test_deceptive, tear_down);
  g_test_add (
      "/cli/consent/values-are-secret", Fixture, NULL, set_up, test_values_are_secret, tear_down);
  g_test_add ("/cli/consent/values-stay", Fixture, NULL, set_up, test_values_stay, tear_down);
  g_test_add ("/cli/consent/terminal", Fixture, NULL, set_up, test_terminal, tear_down);

  return cli_test_main ();
}
