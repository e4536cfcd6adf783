/* test-replay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-replay.h"
#include "test-support.h"

/* What a replay says to what it is asked; each part is a line of @said. */
typedef struct
{
  GString       *said;
  McpReplayPlay *play;
  gboolean       done;
} Asked;

static void
said_cb (McpReplayPart  part,
         GBytes        *message,
         gpointer       user_data)
{
  static const char signs[] = "<=>";
  Asked *asked = user_data;

  if (part == MCP_REPLAY_DONE)
    {
      asked->done = TRUE;
      return;
    }

  g_string_append_c (asked->said, signs[part]);
  g_string_append_len (asked->said, g_bytes_get_data (message, NULL), g_bytes_get_size (message));
  g_string_append_c (asked->said, '\n');
}

/* Lines that begin with ">" are the client's, with "<" the server's. */
static McpJournal *
make_journal (const char * const *lines)
{
  McpJournal *journal = mcp_journal_new ();

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *text = lines[i] + 1;
      gsize length = strlen (text);
      g_autoptr (GBytes) bytes = g_bytes_new (text, length);
      g_autofree char *decoded = NULL;
      McpJournalEntry entry = { 0 };
      McpScan scan;

      mcp_scan (text, length, &scan);
      entry.direction = lines[i][0] == '>' ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
      entry.channel = MCP_CHANNEL_STDIO;
      entry.life = 1;
      mcp_entry_classify (&entry, text, length, &scan, &decoded);
      mcp_journal_append (journal, &entry, bytes);
    }

  return journal;
}

static McpReplay *
make_replay (const char * const *lines)
{
  g_autoptr (McpJournal) journal = make_journal (lines);

  return mcp_replay_new (journal);
}

static void
ask (McpReplay  *replay,
     Asked      *asked,
     const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_new (bytes);

  asked->said = g_string_new (NULL);
  asked->done = FALSE;
  asked->play = mcp_replay_ask (replay, message, said_cb, asked);
}

static void
assert_says (McpReplay  *replay,
             const char *text,
             const char *expected)
{
  Asked asked;

  ask (replay, &asked, text);
  TEST_AWAIT (asked.done);
  g_assert_cmpstr (asked.said->str, ==, expected);
  g_string_free (asked.said, TRUE);
}

static const char * const calls[] = {
  ">{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"a\"}}}",
  "<{\"jsonrpc\":\"2.0\", \"id\":1, \"result\":{\"n\":1.10}}",
  ">{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"x\":1}}}",
  "<{\"id\":2,\"jsonrpc\":\"2.0\",\"result\":\"first\"}",
  ">{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"x\":1}}}",
  "<{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"second\"}",
  ">{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"b\",\"_meta\":{\"progressToken\":9}}}",
  "<{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-1,\"message\":\"b\"}}",
  NULL,
};

static void
test_exact (void)
{
  g_autoptr (McpReplay) replay = make_replay (calls);

  g_assert_cmpuint (mcp_replay_get_n_requests (replay), ==, 4);

  /* Each once in order, then the last again; the asker's id, to the letter; all else as it came. */
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":1.50,\"method\":\"tools/call\",\"params\":"
                       "{\"arguments\":{\"x\":1.0},\"name\":\"a\"}}",
               "={\"id\":1.50,\"jsonrpc\":\"2.0\",\"result\":\"first\"}\n");
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":\"x\\u0041\",\"method\":\"tools/call\",\"params\":"
                       "{\"name\":\"a\",\"arguments\":{\"x\":1}}}",
               "={\"jsonrpc\":\"2.0\",\"id\":\"x\\u0041\",\"result\":\"second\"}\n");
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
                       "{\"name\":\"a\",\"arguments\":{\"x\":1}}}",
               "={\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"second\"}\n");
}

static void
test_normalised (void)
{
  g_autoptr (McpReplay) replay = make_replay (calls);

  mcp_replay_set_matching (replay, MCP_REPLAY_STRICT);
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"b\"}}",
               "={\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"b\"}}\n");

  /* Who asks is another client than the recorded one. */
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"z\"}}}",
               "={\"jsonrpc\":\"2.0\", \"id\":0, \"result\":{\"n\":1.10}}\n");
}

static void
test_unknown (void)
{
  static const char other[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"arguments\":{\"x\":2}}}";
  static const char nobody[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"c\"}}";
  static const char refusal[] =
    "={\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"The recording has no "
    "tools/call like this\",\"data\":{\"reason\":\"not in the recording\",\"method\":\"tools/call\"}}}\n";
  g_autoptr (McpReplay) replay = make_replay (calls);

  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}",
               "={\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\","
               "\"data\":{\"reason\":\"not in the recording\",\"method\":\"prompts/list\"}}}\n");
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
               "={\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");

  assert_says (replay, nobody, refusal);
  mcp_replay_set_matching (replay, MCP_REPLAY_STRICT);
  assert_says (replay, other, refusal);
  mcp_replay_set_matching (replay, MCP_REPLAY_NORMAL);
  assert_says (replay, other, "={\"id\":1,\"jsonrpc\":\"2.0\",\"result\":\"first\"}\n");
  mcp_replay_set_matching (replay, MCP_REPLAY_LOOSE);
  assert_says (replay, nobody, "={\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"second\"}\n");
}

/* Two calls at once, whose notifications are told apart by their tokens. */
static void
test_notifications (void)
{
  static const char * const lines[] = {
    ">{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"k\":1,\"_meta\":{\"progressToken\":\"p\"}}}",
    ">{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"params\":{\"k\":2,\"_meta\":{\"progressToken\":2}}}",
    "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p\",\"progress\":1}}",
    "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":2,\"progress\":1}}",
    "<{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
    "<{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}",
    "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
    NULL,
  };
  g_autoptr (McpReplay) replay = make_replay (lines);

  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"m\",\"params\":{\"k\":1,\"_meta\":{\"progressToken\":77}}}",
               "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":77,\"progress\":1}}\n"
               "={\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n");
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"m\",\"params\":{\"k\":2,\"_meta\":{\"progressToken\":\"q\"}}}",
               "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"q\",\"progress\":1}}\n"
               "={\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}\n"
               ">{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n");
}

/* The server asked the client before it answered: it does so again, and waits. */
static void
test_asks_back (void)
{
  static const char * const lines[] = {
    ">{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
    "<{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"roots/list\"}",
    ">{\"jsonrpc\":\"2.0\",\"id\":10,\"result\":{\"roots\":[]}}",
    "<{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
    NULL,
  };
  g_autoptr (McpReplay) replay = make_replay (lines);
  static const char * const answers[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":10,\"error\":{\"code\":-1,\"message\":\"no\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"replay-1\",\"result\":{}}",
  };
  static const char * const questions[] = {
    "<{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"roots/list\"}\n",
    "<{\"jsonrpc\":\"2.0\",\"id\":\"replay-1\",\"method\":\"roots/list\"}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (answers[i], strlen (answers[i]));
      g_autoptr (McpMessage) answer = mcp_message_new (bytes);
      Asked asked;

      ask (replay, &asked, "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"m\"}");
      TEST_AWAIT (asked.said->len > 0 && !mcp_replay_is_busy (replay));
      g_assert_cmpstr (asked.said->str, ==, questions[i]);
      g_assert_false (asked.done);

      g_assert_true (mcp_replay_take_answer (replay, answer));
      TEST_AWAIT (asked.done);
      g_assert_true (g_str_has_suffix (asked.said->str, "={\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}\n"));
      g_assert_false (mcp_replay_take_answer (replay, answer));
      g_string_free (asked.said, TRUE);
    }
}

/* A subscription says what it said, with the asker's id, and is never answered. */
static void
test_subscription (void)
{
  static const char * const lines[] = {
    ">{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"subscriptions/listen\"}",
    ">{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"m\"}",
    "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":7}}}",
    "<{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}",
    NULL,
  };
  g_autoptr (McpReplay) replay = make_replay (lines);
  Asked asked;

  ask (replay, &asked, "{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"subscriptions/listen\"}");
  TEST_AWAIT (asked.said->len > 0 && !mcp_replay_is_busy (replay));
  g_assert_cmpstr (asked.said->str, ==, "<{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":"
                   "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"s\"}}}\n");
  g_assert_false (asked.done);
  mcp_replay_stop (replay, asked.play);
  g_string_free (asked.said, TRUE);
}

static void
test_batch (void)
{
  static const char * const lines[] = {
    ">[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":{\"k\":1}},"
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"params\":{\"k\":2}}]",
    "<[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":2},{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":1}]",
    NULL,
  };
  g_autoptr (McpReplay) replay = make_replay (lines);

  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"m\",\"params\":{\"k\":1}}",
               "={\"jsonrpc\":\"2.0\",\"id\":9,\"result\":1}\n");
  assert_says (replay, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"m\",\"params\":{\"k\":2}}",
               "={\"jsonrpc\":\"2.0\",\"id\":9,\"result\":2}\n");
}

static void
test_finalized (void)
{
  McpReplay *replay = make_replay (calls);
  Asked asked;

  ask (replay, &asked, "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"m\"}");
  g_object_add_weak_pointer (G_OBJECT (replay), (gpointer *) &replay);
  g_object_unref (replay);
  g_assert_null (replay);
  g_string_free (asked.said, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/replay/exact", test_exact);
  g_test_add_func ("/session/replay/normalised", test_normalised);
  g_test_add_func ("/session/replay/unknown", test_unknown);
  g_test_add_func ("/session/replay/notifications", test_notifications);
  g_test_add_func ("/session/replay/asks-back", test_asks_back);
  g_test_add_func ("/session/replay/subscription", test_subscription);
  g_test_add_func ("/session/replay/batch", test_batch);
  g_test_add_func ("/session/replay/finalized", test_finalized);

  return g_test_run ();
}
