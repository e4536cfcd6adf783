/* mock-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * An MCP server over stdio that does what a script says, right or wrong. All tests use it.
 *
 *   mock-server SCRIPT.json
 *   mock-server --script '[{"handshake": {}}, {"serve": {}}]'
 *
 * The script is a JSON array of steps, each an object:
 *
 *   {"handshake": {...}}          answers "initialize", then waits for "notifications/initialized".
 *                                 Members override the answer's: protocolVersion (else the client's),
 *                                 capabilities, serverInfo, instructions, _meta. A ping meanwhile is
 *                                 answered, any other request gets -32601.
 *   {"expect": {"method": "m"}}   reads until a request or notification "m" comes, and remembers its id.
 *                                 {"id": "7"}: a response with that raw id token. {}: any message.
 *                                 With "strict": true another message ends the mock with status 99.
 *                                 At the end of stdin the mock ends with status 0 (strict: 98).
 *   {"send": {...}}               a message; the value "$id" stands for the remembered id, "$id2" for
 *                                 the one before it. json-glib writes it: for exact tokens use send_text.
 *   {"send_text": "..."}          a line, as it is, and a newline; both "$id" with its quotes and a bare
 *                                 $id become the raw token. "byte_by_byte": true writes byte by byte,
 *                                 "gap_usec": N pauses after each.
 *   {"send_bytes": "..."}         escapes \xNN \n \r \t \0 \\ (twice escaped in JSON), or base64:...;
 *                                 no newline is added.
 *   {"repeat": N, "send_text": ""}  N lines fast; $n counts from 0. Also with "send" or "stderr".
 *   {"fill": {"bytes": N, "char": "x"}}   N bytes fast, no newline. "stream": "stderr" to stderr.
 *   {"stderr": "text"}            a line on stderr.
 *   {"serve": {"m": {...}, ...}}  answers requests from a table until stdin ends. An entry has
 *                                 "result": {...}, or "result_text": raw JSON, or "error": {...}, or
 *                                 "silent": true (no answer); and "delay_msec": N before the answer,
 *                                 "before": [steps] and "after": [steps] around it ($id is the request's).
 *                                 "delays_usec": [N, ...] instead are the delays of one answer after the
 *                                 other, the last for all that follow, from when the request was read.
 *                                 "stamp": true answers with the truth, {"_meta":{"read_usec":N,
 *                                 "write_usec":N}}, of the monotonic clock.
 *                                 An unknown method gets -32601; "initialize" and "ping" have an answer
 *                                 unless the table gives one. Beside "serve": "then_exit_after": N ends
 *                                 the mock after N answers with "exit_code" (0); "then_continue_after": N
 *                                 goes on with the next step.
 *   {"echo": true}                writes each line back as it came, until stdin ends.
 *   {"log_stdin": "path"}         from here on appends all that is read to a file.
 *   {"sleep_msec": N}
 *   {"close_stdout": true} {"close_stderr": true} {"close_stdin": true}
 *   {"wait_eof": true}            reads and forgets until stdin ends.
 *   {"exit": code}  {"signal": n}  SIGSTOP: the next step comes when a test has sent SIGCONT.
 *   {"ignore_stdin": true}        never reads again: at the end of the script the mock just waits.
 *   {"ignore_eof": true}          the end of stdin does not end the mock.
 *   {"ignore_sigterm": true}
 *   {"fork_grandchild": {"ignore_sigterm": bool, "keep_stdout": bool, "pidfile": "path"}}
 *                                 a child that waits; in the same process group. It is there, and the
 *                                 pid file written, before the next step.
 *   {"listen": "0.0.0.0"}         listens at an IPv4 address, at any port, and answers nobody there.
 *   {"loop": [steps], "times": N} for ever without "times".
 *
 * After its last step the mock reads until stdin ends and exits with status 0.
 */

#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <json-glib/json-glib.h>

#include "mock-io.h"

#define EXIT_STRICT_EOF     98
#define EXIT_STRICT_MESSAGE 99

/* A forgotten process that ignores SIGTERM must not stay on the machine for ever. */
#define LAST_RESORT_SECONDS 600

static char    *current_id;
static char    *previous_id;
static gboolean ignore_eof;
static gboolean ignore_stdin;

static void run_steps (JsonArray *steps);

static void
wait_forever (void)
{
  while (TRUE)
    pause ();
}

static void
end_of_stdin (int code)
{
  if (ignore_eof)
    wait_forever ();

  _exit (code);
}

static void
remember_id (const char *id)
{
  if (id == NULL)
    return;

  g_free (previous_id);
  previous_id = current_id;
  current_id = g_strdup (id);
}

static char *
substitute_ids (const char *text)
{
  const char *id = current_id != NULL ? current_id : "null";
  const char *id2 = previous_id != NULL ? previous_id : "null";
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *c = NULL;

  if (strstr (text, "$id") == NULL)
    return g_strdup (text);

  a = mock_replace (text, "\"$id2\"", id2);
  b = mock_replace (a, "\"$id\"", id);
  c = mock_replace (b, "$id2", id2);

  return mock_replace (c, "$id", id);
}

/* The text of member @text_name as it is, or of member @name as json-glib writes it. */
static char *
dup_text (JsonObject *object,
          const char *name,
          const char *text_name)
{
  if (json_object_has_member (object, text_name))
    return g_strdup (json_object_get_string_member (object, text_name));
  if (json_object_has_member (object, name))
    return json_to_string (json_object_get_member (object, name), FALSE);

  return NULL;
}

static void
write_line (const char *text)
{
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  mock_write (STDOUT_FILENO, line, strlen (line));
}

static void
answer (const char *id,
        const char *member,
        const char *value)
{
  g_autofree char *line = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":%s}",
                                           id, member, value);

  write_line (line);
}

static void
answer_not_found (const MockMessage *message)
{
  g_autofree char *error = g_strdup_printf ("{\"code\":-32601,\"message\":\"Method not found: %s\"}",
                                            message->method);

  answer (message->id, "error", error);
}

static void
answer_initialize (const MockMessage *message,
                   JsonObject        *overrides)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) result = json_object_new ();
  JsonObject *info = json_object_new ();
  g_autofree char *text = NULL;

  json_object_set_string_member (result, "protocolVersion",
                                 message->version != NULL ? message->version : "2025-11-25");
  json_object_set_object_member (result, "capabilities", json_object_new ());
  json_object_set_string_member (info, "name", "mock");
  json_object_set_string_member (info, "version", "1.0");
  json_object_set_object_member (result, "serverInfo", info);

  if (overrides != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *value;

      json_object_iter_init (&iter, overrides);
      while (json_object_iter_next (&iter, &name, &value))
        json_object_set_member (result, name, json_node_copy (value));
    }

  json_node_set_object (node, result);
  text = json_to_string (node, FALSE);
  answer (message->id, "result", text);
}

static void
run_handshake (JsonObject *overrides)
{
  while (TRUE)
    {
      g_autoptr (MockMessage) message = mock_read_message ();

      if (message == NULL)
        end_of_stdin (0);
      else if (g_strcmp0 (message->method, "notifications/initialized") == 0)
        return;
      else if (message->id == NULL || message->method == NULL)
        continue;
      else if (g_str_equal (message->method, "initialize"))
        {
          remember_id (message->id);
          answer_initialize (message, overrides);
        }
      else if (g_str_equal (message->method, "ping"))
        answer (message->id, "result", "{}");
      else
        answer_not_found (message);
    }
}

static gboolean
message_matches (const MockMessage *message,
                 JsonObject        *wanted)
{
  if (json_object_has_member (wanted, "method"))
    return g_strcmp0 (message->method, json_object_get_string_member (wanted, "method")) == 0;
  if (json_object_has_member (wanted, "id"))
    return message->method == NULL
           && g_strcmp0 (message->id, json_object_get_string_member (wanted, "id")) == 0;

  return TRUE;
}

static void
run_expect (JsonObject *step)
{
  JsonObject *wanted = json_object_get_object_member (step, "expect");
  gboolean strict = json_object_get_boolean_member_with_default (step, "strict", FALSE);

  while (TRUE)
    {
      g_autoptr (MockMessage) message = mock_read_message ();

      if (message == NULL)
        end_of_stdin (strict ? EXIT_STRICT_EOF : 0);
      else if (message_matches (message, wanted))
        {
          if (message->method != NULL)
            remember_id (message->id);
          return;
        }
      else if (strict)
        {
          g_printerr ("mock-server: not expected: %s\n", message->line);
          _exit (EXIT_STRICT_MESSAGE);
        }
    }
}

static void
run_nested (JsonObject *entry,
            const char *name)
{
  if (json_object_has_member (entry, name))
    run_steps (json_object_get_array_member (entry, name));
}

/* Until a time, not for a while: what happened meanwhile does not come on top. */
static void
sleep_until (gint64 time_usec)
{
  struct timespec time = {
    .tv_sec = time_usec / G_USEC_PER_SEC, .tv_nsec = time_usec % G_USEC_PER_SEC * 1000,
  };

  prctl (PR_SET_TIMERSLACK, 1);
  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) == EINTR)
    ;
}

static void
wait_in_turn (JsonObject *entry)
{
  JsonArray *delays = json_object_get_array_member (entry, "delays_usec");
  gint64 n_before = json_object_get_int_member_with_default (entry, "n_before", 0);
  guint i = MIN ((guint) n_before, json_array_get_length (delays) - 1);
  gint64 delay_usec = json_array_get_int_element (delays, i);

  json_object_set_int_member (entry, "n_before", n_before + 1);
  if (delay_usec > 0)
    sleep_until (mock_get_read_usec () + delay_usec);
}

static void
answer_stamped (const char *id)
{
  g_autofree char *value =
    g_strdup_printf ("{\"_meta\":{\"read_usec\":%" G_GINT64_FORMAT ",\"write_usec\":%" G_GINT64_FORMAT
                     "}}", mock_get_read_usec (), g_get_monotonic_time ());

  answer (id, "result", value);
}

/* Whether the request was answered. */
static gboolean
serve_entry (const MockMessage *message,
             JsonObject        *entry)
{
  gint64 delay_msec = json_object_get_int_member_with_default (entry, "delay_msec", 0);
  gboolean silent = json_object_get_boolean_member_with_default (entry, "silent", FALSE);

  remember_id (message->id);
  run_nested (entry, "before");
  if (delay_msec > 0)
    g_usleep (delay_msec * 1000);
  if (json_object_has_member (entry, "delays_usec"))
    wait_in_turn (entry);

  if (!silent && message->id != NULL
      && json_object_get_boolean_member_with_default (entry, "stamp", FALSE))
    {
      answer_stamped (message->id);
    }
  else if (!silent && message->id != NULL)
    {
      gboolean is_error = json_object_has_member (entry, "error");
      g_autofree char *value = is_error ? dup_text (entry, "error", "error_text")
                                        : dup_text (entry, "result", "result_text");

      answer (message->id, is_error ? "error" : "result", value != NULL ? value : "{}");
    }

  run_nested (entry, "after");

  return !silent && message->id != NULL;
}

static gboolean
serve_message (const MockMessage *message,
               JsonObject        *table)
{
  if (message->method == NULL)
    return FALSE;
  if (json_object_has_member (table, message->method))
    return serve_entry (message, json_object_get_object_member (table, message->method));
  if (message->id == NULL)
    return FALSE;

  if (g_str_equal (message->method, "initialize"))
    answer_initialize (message, NULL);
  else if (g_str_equal (message->method, "ping"))
    answer (message->id, "result", "{}");
  else
    answer_not_found (message);

  return TRUE;
}

static void
run_serve (JsonObject *step)
{
  JsonObject *table = json_object_get_object_member (step, "serve");
  gint64 exit_after = json_object_get_int_member_with_default (step, "then_exit_after", 0);
  gint64 continue_after = json_object_get_int_member_with_default (step, "then_continue_after", 0);
  gint64 n_answers = 0;

  while (TRUE)
    {
      g_autoptr (MockMessage) message = mock_read_message ();

      if (message == NULL)
        end_of_stdin (0);
      else if (serve_message (message, table))
        n_answers++;

      if (exit_after > 0 && n_answers >= exit_after)
        _exit (json_object_get_int_member_with_default (step, "exit_code", 0));
      if (continue_after > 0 && n_answers >= continue_after)
        return;
    }
}

static void
run_echo (void)
{
  while (TRUE)
    {
      g_autoptr (MockMessage) message = mock_read_message ();

      if (message == NULL)
        end_of_stdin (0);
      else
        write_line (message->line);
    }
}

static void
run_send (JsonObject *step)
{
  gboolean to_stderr = json_object_has_member (step, "stderr");
  int fd = to_stderr ? STDERR_FILENO : STDOUT_FILENO;
  g_autofree char *raw = dup_text (step, "send", to_stderr ? "stderr" : "send_text");
  g_autofree char *text = substitute_ids (raw);

  if (json_object_has_member (step, "repeat"))
    mock_write_repeated (fd, text, json_object_get_int_member (step, "repeat"));
  else
    {
      g_autofree char *line = g_strconcat (text, "\n", NULL);

      if (json_object_get_boolean_member_with_default (step, "byte_by_byte", FALSE))
        mock_write_each (fd, line, strlen (line),
                         json_object_get_int_member_with_default (step, "gap_usec", 0));
      else
        mock_write (fd, line, strlen (line));
    }
}

static void
run_send_bytes (const char *text)
{
  gsize length;
  g_autofree char *bytes = mock_decode_bytes (text, &length);

  mock_write (STDOUT_FILENO, bytes, length);
}

static void
run_fill (JsonObject *fill)
{
  const char *text = json_object_get_string_member_with_default (fill, "char", "x");
  const char *stream = json_object_get_string_member_with_default (fill, "stream", "stdout");

  mock_write_fill (g_str_equal (stream, "stderr") ? STDERR_FILENO : STDOUT_FILENO, text[0],
                   json_object_get_int_member (fill, "bytes"));
}

static void
write_pid_file (const char *path)
{
  g_autofree char *text = g_strdup_printf ("%d\n", (int) getpid ());

  if (!g_file_set_contents (path, text, -1, NULL))
    _exit (EXIT_FAILURE);
}

static void
run_fork_grandchild (JsonObject *options)
{
  gboolean keep_stdout = json_object_get_boolean_member_with_default (options, "keep_stdout", FALSE);
  const char *pid_file = json_object_get_string_member_with_default (options, "pidfile", NULL);
  int ready[2];
  char byte;

  if (pipe2 (ready, O_CLOEXEC) != 0)
    _exit (EXIT_FAILURE);

  if (fork () == 0)
    {
      int null_fd = open ("/dev/null", O_RDWR);

      dup2 (null_fd, STDIN_FILENO);
      dup2 (null_fd, STDERR_FILENO);
      if (!keep_stdout)
        dup2 (null_fd, STDOUT_FILENO);
      signal (SIGTERM, json_object_get_boolean_member_with_default (options, "ignore_sigterm", FALSE)
                         ? SIG_IGN
                         : SIG_DFL);
      alarm (LAST_RESORT_SECONDS);
      if (pid_file != NULL)
        write_pid_file (pid_file);
      close (ready[0]);
      close (ready[1]);
      wait_forever ();
    }

  /* It closes its end when all of that is done. */
  close (ready[1]);
  while (read (ready[0], &byte, 1) > 0)
    ;
  close (ready[0]);
}

static void
run_listen (const char *text)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  int fd = socket (AF_INET, SOCK_STREAM, 0);

  if (inet_pton (AF_INET, text, &address.sin_addr) != 1
      || bind (fd, (struct sockaddr *) &address, sizeof address) != 0 || listen (fd, 1) != 0)
    _exit (EXIT_FAILURE);
}

static void
run_loop (JsonObject *step)
{
  gint64 n_times = json_object_get_int_member_with_default (step, "times", -1);

  for (gint64 i = 0; n_times < 0 || i < n_times; i++)
    run_steps (json_object_get_array_member (step, "loop"));
}

static void
run_signal (int number)
{
  const struct rlimit no_core = { 0, 0 };

  setrlimit (RLIMIT_CORE, &no_core);
  signal (number, SIG_DFL);
  kill (getpid (), number);
  if (number != SIGSTOP)
    wait_forever ();
}

static gboolean
run_plain_step (JsonObject *step)
{
  if (json_object_has_member (step, "sleep_msec"))
    g_usleep (json_object_get_int_member (step, "sleep_msec") * 1000);
  else if (json_object_has_member (step, "log_stdin"))
    mock_log_stdin (json_object_get_string_member (step, "log_stdin"));
  else if (json_object_has_member (step, "close_stdout"))
    close (STDOUT_FILENO);
  else if (json_object_has_member (step, "close_stderr"))
    close (STDERR_FILENO);
  else if (json_object_has_member (step, "close_stdin"))
    close (STDIN_FILENO);
  else if (json_object_has_member (step, "wait_eof"))
    mock_wait_eof ();
  else if (json_object_has_member (step, "exit"))
    _exit (json_object_get_int_member (step, "exit"));
  else if (json_object_has_member (step, "signal"))
    run_signal (json_object_get_int_member (step, "signal"));
  else if (json_object_has_member (step, "ignore_stdin"))
    ignore_stdin = TRUE;
  else if (json_object_has_member (step, "ignore_eof"))
    ignore_eof = TRUE;
  else if (json_object_has_member (step, "ignore_sigterm"))
    {
      signal (SIGTERM, SIG_IGN);
      alarm (LAST_RESORT_SECONDS);
    }
  else
    return FALSE;

  return TRUE;
}

static void
run_step (JsonObject *step)
{
  if (json_object_has_member (step, "handshake"))
    run_handshake (json_object_get_object_member (step, "handshake"));
  else if (json_object_has_member (step, "expect"))
    run_expect (step);
  else if (json_object_has_member (step, "send") || json_object_has_member (step, "send_text")
           || json_object_has_member (step, "stderr"))
    run_send (step);
  else if (json_object_has_member (step, "send_bytes"))
    run_send_bytes (json_object_get_string_member (step, "send_bytes"));
  else if (json_object_has_member (step, "fill"))
    run_fill (json_object_get_object_member (step, "fill"));
  else if (json_object_has_member (step, "serve"))
    run_serve (step);
  else if (json_object_has_member (step, "echo"))
    run_echo ();
  else if (json_object_has_member (step, "fork_grandchild"))
    run_fork_grandchild (json_object_get_object_member (step, "fork_grandchild"));
  else if (json_object_has_member (step, "listen"))
    run_listen (json_object_get_string_member (step, "listen"));
  else if (json_object_has_member (step, "loop"))
    run_loop (step);
  else if (!run_plain_step (step))
    g_error ("A step of the script has no known member");
}

static void
run_steps (JsonArray *steps)
{
  for (guint i = 0; i < json_array_get_length (steps); i++)
    run_step (json_array_get_object_element (steps, i));
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  gboolean loaded;

  if (argc == 3 && g_str_equal (argv[1], "--script"))
    loaded = json_parser_load_from_data (parser, argv[2], -1, &error);
  else if (argc == 2)
    loaded = json_parser_load_from_file (parser, argv[1], &error);
  else
    {
      g_printerr ("Usage: mock-server SCRIPT.json | --script JSON\n");
      return 2;
    }

  if (!loaded || !JSON_NODE_HOLDS_ARRAY (json_parser_get_root (parser)))
    {
      g_printerr ("mock-server: the script is no JSON array: %s\n",
                  error != NULL ? error->message : "another type");
      return 2;
    }

  run_steps (json_node_get_array (json_parser_get_root (parser)));
  if (ignore_stdin)
    wait_forever ();
  mock_wait_eof ();
  end_of_stdin (0);

  return 0;
}
