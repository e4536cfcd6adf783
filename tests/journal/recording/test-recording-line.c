/* test-recording-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mcp-error.h"
#include "mcp-recording-reader.h"
#include "recorder-support.h"

/* Each field of a line of docs/recording-format.md: what is taken of it, and what becomes of one that is damaged. */

static const struct
{
  const char   *text;
  McpChannel    channel;
  gboolean      has_channel;
  McpDirection  direction;
  gint64        t_usec;
  guint         exchange;
  guint64       size;
  guint         flags;
  gint64        about;
  gboolean      has_bytes;
  const char   *bytes;
} lines[] = {
#define OUT MCP_DIRECTION_OUT
#define IN MCP_DIRECTION_IN
  /* Channels. */
  { "{\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"x\"}",
    MCP_CHANNEL_STDIO, TRUE, IN, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"stderr\",\"dir\":\"in\",\"raw\":\"x\"}",
    MCP_CHANNEL_STDERR, TRUE, IN, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"stdout-noise\",\"dir\":\"in\",\"raw\":\"x\"}",
    MCP_CHANNEL_NOISE, TRUE, IN, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"sse\",\"dir\":\"in\",\"raw\":\"data: x\"}",
    MCP_CHANNEL_SSE, TRUE, IN, 0, 0, 0, 0, -1, TRUE, "data: x" },
  { "{\"ch\":\"ws\",\"dir\":\"out\",\"raw\":\"x\"}",
    MCP_CHANNEL_WS, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"socket\",\"dir\":\"out\",\"raw\":\"x\"}",
    MCP_CHANNEL_SOCKET, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"tcp\",\"dir\":\"out\",\"raw\":\"x\"}",
    MCP_CHANNEL_TCP, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"http\",\"dir\":\"in\",\"raw\":\"x\"}",
    MCP_CHANNEL_HTTP, TRUE, IN, 0, 0, 0, 0, -1, TRUE, "x" },
  { "{\"ch\":\"http\",\"http\":{\"type\":\"head\"}}",
    MCP_CHANNEL_HTTP, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"type\":\"head\"}" },
  { "{\"ch\":\"auth\",\"http\":{\"a\" : 1.10}}",
    MCP_CHANNEL_AUTH, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"a\" : 1.10}" },
  { "{\"ch\":\"process\",\"proc\":{\"type\":\"exit\"}}",
    MCP_CHANNEL_PROCESS, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"type\":\"exit\"}" },
  { "{\"ch\":\"session\",\"note\":{}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{}" },
  /* An object counts more than bytes, where the channel has one. */
  { "{\"ch\":\"http\",\"raw\":\"x\",\"http\":{}}",
    MCP_CHANNEL_HTTP, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{}" },
  { "{\"ch\":\"stdio\",\"raw\":\"x\",\"http\":{}}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "x" },
  /* A channel that is not known is a note: the whole line. */
  { "{\"ch\":\"Stdio\",\"raw\":\"x\"}",
    MCP_CHANNEL_SESSION, FALSE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"ch\":\"Stdio\",\"raw\":\"x\"}" },
  { "{\"ch\":7,\"t\":3}", MCP_CHANNEL_SESSION, FALSE, OUT, 3, 0, 0, 0, -1, FALSE, "{\"ch\":7,\"t\":3}" },
  { "{\"ch\":null}", MCP_CHANNEL_SESSION, FALSE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"ch\":null}" },
  { "{\"ch\":\"\"}", MCP_CHANNEL_SESSION, FALSE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"ch\":\"\"}" },
  { "{\"ch\":\"stdio \"}",
    MCP_CHANNEL_SESSION, FALSE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"ch\":\"stdio \"}" },

  /* Directions: what is not "in" went out. */
  { "{\"ch\":\"stdio\",\"raw\":\"\"}", MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"dir\":\"IN\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"dir\":1,\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },

  /* Times. */
  { "{\"t\":9007199254740992,\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 9007199254740992, 0, 0, 0, -1, TRUE, "" },
  { "{\"t\":9223372036854775807,\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 9007199254740992, 0, 0, 0, -1, TRUE, "" },
  { "{\"t\":-5,\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"t\":\"12\",\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"t\":1e400,\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"t\":[],\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  /* Of two, the last counts. */
  { "{\"t\":1,\"t\":2,\"ch\":\"stdio\",\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 2, 0, 0, 0, -1, TRUE, "" },

  /* Exchanges and sizes. */
  { "{\"ch\":\"http\",\"x\":4294967295,\"raw\":\"\"}",
    MCP_CHANNEL_HTTP, TRUE, OUT, 0, 4294967295, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"http\",\"x\":4294967296,\"raw\":\"\"}",
    MCP_CHANNEL_HTTP, TRUE, OUT, 0, 4294967295, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"http\",\"x\":-1,\"raw\":\"\"}",
    MCP_CHANNEL_HTTP, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"size\":9223372036854775807,\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 9223372036854775807, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"size\":-9,\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"size\":{},\"raw\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },

  /* Line ends and probes. */
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"eol\":\"\\r\\n\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, MCP_RECORD_FLAG_CRLF, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"eol\":\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, MCP_RECORD_FLAG_NO_EOL, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"eol\":\"\\n\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"eol\":true}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"probe\":true}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, MCP_RECORD_FLAG_PROBE, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"probe\":\"era\"}", MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0,
    MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\",\"probe\":\"era\",\"eol\":\"\"}", MCP_CHANNEL_STDIO, TRUE, OUT,
    0, 0, 0, MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA | MCP_RECORD_FLAG_NO_EOL, -1, TRUE, "" },

  /* Bytes. */
  { "{\"ch\":\"stdio\",\"raw\":\"\\u0041\\n\\\"\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "A\n\"" },
  { "{\"ch\":\"stdio\",\"raw64\":\"\"}", MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "" },
  { "{\"ch\":\"stdio\",\"raw64\":\"/w==\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "\xff" },
  { "{\"ch\":\"stdio\",\"raw64\":\"QQ\\u003d=\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "A" },
  { "{\"ch\":\"stdio\",\"raw64\":\"broken\",\"raw\":\"x\"}",
    MCP_CHANNEL_STDIO, TRUE, OUT, 0, 0, 0, 0, -1, TRUE, "x" },

  /* Notes about an earlier event. */
  { "{\"ch\":\"session\",\"note\":{\"about\":0}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, 0, FALSE, "{\"about\":0}" },
  { "{\"ch\":\"session\",\"note\":{\"about\":4294967295}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, 4294967295, FALSE, "{\"about\":4294967295}" },
  { "{\"ch\":\"session\",\"note\":{\"about\":4294967296}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, 4294967295, FALSE, "{\"about\":4294967296}" },
  { "{\"ch\":\"session\",\"note\":{\"about\":-1}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, 0, FALSE, "{\"about\":-1}" },
  { "{\"ch\":\"session\",\"note\":{\"about\":\"1\"}}",
    MCP_CHANNEL_SESSION, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"about\":\"1\"}" },
  { "{\"ch\":\"process\",\"proc\":{\"about\":1}}",
    MCP_CHANNEL_PROCESS, TRUE, OUT, 0, 0, 0, 0, -1, FALSE, "{\"about\":1}" },
};

static void
test_fields (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GError) error = NULL;
      McpRecordingLine line;
      gsize length;
      const char *data;

      g_test_message ("%s", lines[i].text);
      g_assert_true (mcp_recording_line_parse (lines[i].text, strlen (lines[i].text), &line, &error));
      g_assert_no_error (error);
      g_assert_cmpint (line.channel, ==, lines[i].channel);
      g_assert_cmpint (line.has_channel, ==, lines[i].has_channel);
      g_assert_cmpint (line.direction, ==, lines[i].direction);
      g_assert_cmpint (line.t_usec, ==, lines[i].t_usec);
      g_assert_cmpuint (line.exchange, ==, lines[i].exchange);
      g_assert_cmpuint (line.size, ==, lines[i].size);
      g_assert_cmpuint (line.flags, ==, lines[i].flags);
      g_assert_cmpint (line.about, ==, lines[i].about);
      g_assert_cmpint (line.has_bytes, ==, lines[i].has_bytes);
      data = g_bytes_get_data (line.bytes, &length);
      g_assert_cmpmem (data, length, lines[i].bytes, strlen (lines[i].bytes));
      mcp_recording_line_clear (&line);
    }
}

/* What is wrong with a line that is no event. */
static const struct
{
  const char *text;
  const char *message;  /* a part of it */
} damaged[] = {
  { "", "" },
  { "{", "" },
  { "{\"ch\":\"stdio\",\"raw\":\"x\"", "" },
  { "{\"ch\":\"stdio\",\"raw\":\"x}", "" },
  { "{\"ch\":\"stdio\",\"raw\":\"\\x\"}", "" },
  { "{\"ch\":\"stdio\",\"raw\":\"a\tb\"}", "" },
  { "{\"ch\":\"stdio\",\"raw\":\"x\"} {}", "" },
  { "{\"ch\":\"stdio\",}", "" },
  { "\xff", "" },
  { "[]", "no JSON object" },
  { "\"ch\"", "no JSON object" },
  { "7", "no JSON object" },
  { "null", "no JSON object" },
  { "{}", "no channel" },
  { "{\"t\":1,\"raw\":\"x\"}", "no channel" },
  { "{\"CH\":\"stdio\"}", "no channel" },
  { "{\"ch\":\"stdio\"}", "no content" },
  { "{\"ch\":\"stdio\",\"raw\":null}", "no content" },
  { "{\"ch\":\"stdio\",\"raw\":7}", "no content" },
  { "{\"ch\":\"stdio\",\"raw\":{}}", "no content" },
  { "{\"ch\":\"stdio\",\"http\":{}}", "no content" },
  { "{\"ch\":\"http\",\"proc\":{}}", "no content" },
  { "{\"ch\":\"process\"}", "no content" },
  { "{\"ch\":\"process\",\"raw\":\"x\"}", "no content" },
  { "{\"ch\":\"session\",\"raw\":\"x\"}", "no content" },
  { "{\"ch\":\"stdio\",\"raw64\":7}", "raw64" },
  { "{\"ch\":\"stdio\",\"raw64\":null}", "raw64" },
  { "{\"ch\":\"stdio\",\"raw64\":\"\\u0000\"}", "raw64" },
  { "{\"ch\":\"stdio\",\"raw64\":\"QQ== \"}", "raw64" },
};

static void
test_damaged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      g_autoptr (GError) error = NULL;
      McpRecordingLine line;

      g_test_message ("%s", damaged[i].text);
      g_assert_false (mcp_recording_line_parse (damaged[i].text, strlen (damaged[i].text), &line,
                                                &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
      if (*damaged[i].message != '\0')
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
          g_assert_nonnull (strstr (error->message, damaged[i].message));
        }
      mcp_recording_line_clear (&line);
    }
}

/* However a line is cut, it is an event only when it is whole. */
static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    for (gsize length = 0; length < strlen (lines[i].text); length++)
      {
        McpRecordingLine line;
        g_autofree char *text = g_memdup2 (lines[i].text, length);  /* nothing stands behind it */

        g_assert_false (mcp_recording_line_parse (length > 0 ? text : "", length, &line, NULL));
        mcp_recording_line_clear (&line);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/recording-line/fields", test_fields);
  g_test_add_func ("/journal/recording-line/damaged", test_damaged);
  g_test_add_func ("/journal/recording-line/cut", test_cut);

  return g_test_run ();
}
