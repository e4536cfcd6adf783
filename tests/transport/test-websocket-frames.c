/* test-websocket-frames.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "test-support.h"
#include "websocket-fixture.h"

/* What becomes of the frames of RFC 6455, good ones and others: what was whole is kept, and the end says why. */

typedef struct
{
  const char *name;
  const char *bytes;
  gsize       length;
  gboolean    finishes;
  const char *messages;   /* those that come, in brackets */
  const char *words;      /* of the error that ends it; NULL when it stays open */
} FrameCase;

#define BYTES(text) text, sizeof text - 1

#define BROKE_THE_RULES "broke the rules of WebSocket"

static const FrameCase frame_cases[] = {
  /* --- Messages --- */
  { "one", BYTES ("\x81\x02{}"), FALSE, "[{}]", NULL },
  { "two-at-once", BYTES ("\x81\x01" "a\x81\x01" "b"), FALSE, "[a][b]", NULL },
  { "nothing-in-it", BYTES ("\x81\x00\x81\x01" "b"), FALSE, "[][b]", NULL },
  { "125-bytes", BYTES ("\x81\x7d"
                        "0123456789012345678901234567890123456789012345678901234567890123456789"
                        "0123456789012345678901234567890123456789012345678901234"),
    FALSE, "[0123456789012345678901234567890123456789012345678901234567890123456789"
           "0123456789012345678901234567890123456789012345678901234]", NULL },

  /* --- Fragments --- */
  { "fragments", BYTES ("\x01\x01" "a\x00\x01" "b\x80\x01" "c"), FALSE, "[abc]", NULL },
  { "empty-fragments", BYTES ("\x01\x00\x00\x00\x00\x01" "a\x00\x00\x80\x00"), FALSE, "[a]", NULL },
  { "ping-between", BYTES ("\x01\x01" "a\x89\x00\x80\x01" "b"), FALSE, "[ab]", NULL },
  { "pong-between", BYTES ("\x01\x01" "a\x8a\x03xyz\x80\x01" "b"), FALSE, "[ab]", NULL },
  { "character-in-two", BYTES ("\x01\x01\xc3\x80\x01\xa9"), FALSE, "[\303\251]", NULL },
  { "character-in-four", BYTES ("\x01\x01\xf0\x00\x01\x9f\x00\x01\x98\x80\x01\x80"), FALSE,
    "[\360\237\230\200]", NULL },
  { "goes-on-with-nothing", BYTES ("\x81\x01" "a\x80\x01" "b\x81\x01" "c"), FALSE, "[a]",
    BROKE_THE_RULES },
  { "begins-in-another", BYTES ("\x01\x01" "a\x81\x01" "b"), TRUE, "", BROKE_THE_RULES },
  { "never-whole", BYTES ("\x01\x01" "a\x00\x01" "b"), TRUE, "", "" },

  /* --- Lengths --- */
  { "length-of-two-bytes", BYTES ("\x81\x7e\x00\x7e"
                                  "012345678901234567890123456789012345678901234567890123456789012"
                                  "012345678901234567890123456789012345678901234567890123456789012"),
    FALSE, "[012345678901234567890123456789012345678901234567890123456789012"
           "012345678901234567890123456789012345678901234567890123456789012]", NULL },
  { "length-not-the-shortest", BYTES ("\x81\x7e\x00\x01" "a"), TRUE, "", BROKE_THE_RULES },
  { "length-of-eight-not-the-shortest", BYTES ("\x81\x7f\x00\x00\x00\x00\x00\x00\x00\x01" "a"),
    TRUE, "", BROKE_THE_RULES },
  { "length-over-the-limit", BYTES ("\x81\x7f\x00\x00\x00\x00\x7f\xff\xff\xff"), TRUE, "",
    "over the limit" },
  { "length-negative", BYTES ("\x81\x7f\x80\x00\x00\x00\x00\x00\x00\x01" "a"), TRUE, "", "" },
  { "length-cut", BYTES ("\x81\x01" "a\x81\x7e\x01"), TRUE, "[a]", "" },
  { "message-cut", BYTES ("\x81\x01" "a\x81\x05" "bc"), TRUE, "[a]", "" },
  { "first-byte-only", BYTES ("\x81"), TRUE, "", "" },

  /* --- Masks: a server has none --- */
  { "masked", BYTES ("\x81\x81\x01\x02\x03\x04" "`"), FALSE, "", BROKE_THE_RULES },
  { "masked-by-zeros", BYTES ("\x81\x82\x00\x00\x00\x00{}"), TRUE, "", BROKE_THE_RULES },

  /* --- What is reserved --- */
  { "bit-1", BYTES ("\xc1\x01" "a"), TRUE, "", BROKE_THE_RULES },
  { "bit-2", BYTES ("\xa1\x01" "a"), TRUE, "", BROKE_THE_RULES },
  { "bit-3", BYTES ("\x91\x01" "a"), TRUE, "", BROKE_THE_RULES },
  { "kind-3", BYTES ("\x81\x01" "a\x83\x01" "b\x81\x01" "c"), TRUE, "[a]", BROKE_THE_RULES },
  { "control-kind-11", BYTES ("\x8b\x00\x81\x01" "a"), TRUE, "", BROKE_THE_RULES },

  /* --- Control frames --- */
  { "pong-unasked", BYTES ("\x8a\x02hi\x81\x01" "a"), FALSE, "[a]", NULL },
  { "ping-in-fragments", BYTES ("\x09\x01" "a\x80\x01" "b"), TRUE, "", BROKE_THE_RULES },
  { "ping-too-long", BYTES ("\x89\x7e\x00\x7e"
                            "012345678901234567890123456789012345678901234567890123456789012"
                            "012345678901234567890123456789012345678901234567890123456789012"),
    TRUE, "", BROKE_THE_RULES },

  /* --- Text that is none --- */
  { "no-utf-8", BYTES ("\x81\x01" "a\x81\x01\xff"), TRUE, "[a]", BROKE_THE_RULES },
  { "surrogate", BYTES ("\x81\x03\xed\xa0\x80"), TRUE, "", BROKE_THE_RULES },
  { "half-a-character", BYTES ("\x01\x01\xc3\x80\x01" "a"), TRUE, "", BROKE_THE_RULES },

  /* --- The end --- */
  { "closed", BYTES ("\x81\x01" "a\x88\x02\x03\xe8"), TRUE, "[a]", "closed the connection (1000)." },
  { "closed-with-words", BYTES ("\x88\x06\x03\xe9" "away"), TRUE, "",
    "closed the connection (1001: away)." },
  { "closed-by-an-own-code", BYTES ("\x88\x02\x0f\xa0"), TRUE, "", "closed the connection (4000)." },
  { "closed-without-a-code", BYTES ("\x88\x00"), TRUE, "", "without saying why" },
  { "closed-with-half-a-code", BYTES ("\x88\x01\x03"), TRUE, "", BROKE_THE_RULES },
  { "closed-with-words-that-are-no-utf-8", BYTES ("\x88\x03\x03\xe8\xff"), TRUE, "",
    BROKE_THE_RULES },
  { "message-behind-the-end", BYTES ("\x88\x02\x03\xe8\x81\x01" "a"), TRUE, "",
    "closed the connection (1000)." },
  { "ended-without-a-word", BYTES ("\x81\x01" "a"), TRUE, "[a]", "" },
};

static void
test_frames (gconstpointer data)
{
  const FrameCase *expected = data;
  g_autoptr (GString) messages = g_string_new (NULL);
  WsScript script;
  TestSink *sink;

  ws_script_init (&script, expected->bytes, expected->length, expected->finishes);
  sink = ws_new_sink (script.url, 1000 * 1000);
  test_sink_open (sink);
  g_assert_no_error (sink->open_error);

  if (expected->words != NULL)
    {
      TEST_AWAIT (sink->is_closed);
      g_test_message ("%s", sink->close_error->message);
      g_assert_cmpint (sink->close_error->domain, ==, MCP_ERROR);
      g_assert_nonnull (strstr (sink->close_error->message, "127.0.0.1"));
      g_assert_nonnull (strstr (sink->close_error->message, expected->words));
      g_assert_true (g_utf8_validate (sink->close_error->message, -1, NULL));
      g_assert_true (g_str_has_suffix (sink->log->str, "end-1-error closed"));
    }
  else
    {
      guint n = 0;

      for (const char *p = expected->messages; *p != '\0'; p++)
        n += *p == '[';
      TEST_AWAIT (sink->frames->len >= n);
      g_assert_false (sink->is_closed);
    }

  for (guint i = 0; i < sink->frames->len; i++)
    g_string_append_printf (messages, "[%s]", test_sink_frame (sink, i));
  g_assert_cmpstr (messages->str, ==, expected->messages);

  test_sink_free (sink);
  ws_script_clear (&script);
}

/* --- What is sent --- */

/* Takes a frame off: each is masked (RFC 6455 section 5.3), and the shortest length is written. */
static guint8
take_frame (GByteArray *received,
            guint      *position,
            GString    *payload)
{
  const guint8 *p = received->data + *position;
  gsize length;
  const guint8 *mask;

  g_assert_cmpuint (received->len - *position, >=, 6);
  g_assert_cmpuint (p[0] & 0x70, ==, 0);
  g_assert_cmpuint (p[1] & 0x80, !=, 0);
  length = p[1] & 0x7f;
  mask = p + 2;
  if (length == 126)
    {
      length = (gsize) p[2] << 8 | p[3];
      g_assert_cmpuint (length, >=, 126);
      mask += 2;
    }
  else if (length == 127)
    {
      length = (gsize) p[6] << 24 | (gsize) p[7] << 16 | (gsize) p[8] << 8 | p[9];
      g_assert_cmpuint (length, >=, 0x10000);
      mask += 8;
    }
  g_assert_cmpuint (received->len - *position, >=, mask + 4 - p + length);

  g_string_truncate (payload, 0);
  for (gsize i = 0; i < length; i++)
    g_string_append_c (payload, (char) (mask[4 + i] ^ mask[i % 4]));
  *position += mask + 4 - p + length;

  return p[0];
}

/* A ping is answered with what is in it, also between fragments, and before what comes later. */
static void
test_frames_pong (void)
{
  static const char bytes[] = "\x89\x00\x01\x01" "a\x89\x04" "\x00\xff\x80z" "\x80\x01" "b";
  g_autoptr (GString) payload = g_string_new (NULL);
  guint position = 0;
  WsScript script;
  TestSink *sink;

  ws_script_init (&script, bytes, sizeof bytes - 1, FALSE);
  sink = ws_new_sink (script.url, 0);
  test_sink_open (sink);
  TEST_AWAIT (sink->frames->len == 1);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
  test_sink_free (sink);
  ws_script_join (&script);

  g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x8a);
  g_assert_cmpuint (payload->len, ==, 0);
  g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x8a);
  g_assert_cmpmem (payload->str, payload->len, "\x00\xff\x80z", 4);
  /* 1000: nothing is wrong (section 7.4.1). */
  g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x88);
  g_assert_cmpmem (payload->str, MIN (payload->len, 2), "\x03\xe8", 2);
  g_assert_cmpuint (position, ==, script.received->len);
  ws_script_clear (&script);
}

/* Each message is one text frame, in order, whatever its length. */
static void
test_frames_sent (void)
{
  static const gsize lengths[] = { 1, 125, 126, 127, 65535, 65536, 200000, 2 };
  g_autoptr (GString) payload = g_string_new (NULL);
  guint position = 0;
  guint64 last = 0;
  WsScript script;
  TestSink *sink;

  ws_script_init (&script, "", 0, FALSE);
  sink = ws_new_sink (script.url, 0);
  test_sink_open (sink);
  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *text = g_strnfill (lengths[i], 'a' + (char) i);

      last = test_sink_send (sink, text);
    }
  g_assert_cmpuint (last, ==, G_N_ELEMENTS (lengths));
  TEST_AWAIT (strstr (sink->log->str, "sent-8") != NULL);
  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
  test_sink_free (sink);
  ws_script_join (&script);

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x81);
      g_assert_cmpuint (payload->len, ==, lengths[i]);
      g_assert_cmpuint (payload->str[0], ==, 'a' + i);
      g_assert_cmpuint (payload->str[payload->len - 1], ==, 'a' + i);
    }
  g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x88);
  ws_script_clear (&script);
}

/* Masks are not to be foreseen by who chooses the text (section 10.3). */
static void
test_frames_masks (void)
{
  g_autoptr (GHashTable) masks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) payload = g_string_new (NULL);
  guint position = 0;
  WsScript script;
  TestSink *sink;

  ws_script_init (&script, "", 0, FALSE);
  sink = ws_new_sink (script.url, 0);
  test_sink_open (sink);
  for (guint i = 0; i < 20; i++)
    test_sink_send (sink, "{}");
  TEST_AWAIT (strstr (sink->log->str, "sent-20") != NULL);
  test_sink_free (sink);
  ws_script_join (&script);

  for (guint i = 0; i < 20; i++)
    {
      const guint8 *mask = script.received->data + position + 2;

      g_hash_table_add (masks, g_strdup_printf ("%x %x %x %x", mask[0], mask[1], mask[2], mask[3]));
      g_assert_cmpuint (take_frame (script.received, &position, payload), ==, 0x81);
      g_assert_cmpstr (payload->str, ==, "{}");
    }
  g_assert_cmpuint (g_hash_table_size (masks), >=, 19);
  ws_script_clear (&script);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (frame_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/websocket-frames/", frame_cases[i].name, NULL);

      g_test_add_data_func (path, &frame_cases[i], test_frames);
    }
  g_test_add_func ("/transport/websocket-frames/sent/pong", test_frames_pong);
  g_test_add_func ("/transport/websocket-frames/sent/messages", test_frames_sent);
  g_test_add_func ("/transport/websocket-frames/sent/masks", test_frames_masks);

  return g_test_run ();
}
