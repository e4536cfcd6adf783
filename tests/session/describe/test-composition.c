/* test-composition.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-composition.h"
#include "mcp-json.h"

#define MESSAGE "{\"jsonrpc\":\"2.0\", \"id\":\"a\",\"method\":\"x\",\"params\":{\"n\":1.10}}"

static void
assert_bytes (GBytes     *bytes,
              const char *expected)
{
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                   strlen (expected));
}

/* Every byte comes back, whatever stands around it. */
static void
test_round_trip (void)
{
  static const char *const around[] = { "", "\\", "\\\\", "\"", "x", "\\x4", "\xc3", "\xa9", "\n" };

  for (guint i = 0; i < G_N_ELEMENTS (around); i++)
    for (guint k = 0; k < G_N_ELEMENTS (around); k++)
      for (guint byte = 0; byte < 256; byte++)
        {
          g_autoptr (GByteArray) array = g_byte_array_new ();
          g_autoptr (GBytes) bytes = NULL;
          g_autoptr (GBytes) back = NULL;
          g_autofree char *text = NULL;
          guint8 value = byte;

          g_byte_array_append (array, (const guint8 *) around[i], strlen (around[i]));
          g_byte_array_append (array, &value, 1);
          g_byte_array_append (array, (const guint8 *) around[k], strlen (around[k]));
          bytes = g_bytes_new (array->data, array->len);
          text = mcp_composition_encode (bytes);
          g_assert_true (g_utf8_validate (text, -1, NULL));
          back = mcp_composition_decode (text);
          if (!g_bytes_equal (bytes, back))
            g_error ("%u %u %u: %s", i, k, byte, text);
        }
}

static void
test_encode (void)
{
  static const struct
  {
    const char *bytes;
    const char *text;
  } cases[] = {
    { MESSAGE, MESSAGE },
    { "{\"a\":\"\\\"\\u00e9\\\\n\"}", "{\"a\":\"\\\"\\u00e9\\\\n\"}" },
    { "\xff{", "\\xff{" },
    { "\x1b\r\t", "\\x1b\\x0d\t" },
    { "\"\\x41\"", "\"\\x5cx41\"" },
    { "\"\\\\x41\"", "\"\\\\x41\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (cases[i].bytes, strlen (cases[i].bytes));
      g_autofree char *text = mcp_composition_encode (bytes);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_id (void)
{
  g_autoptr (GBytes) request = g_bytes_new (MESSAGE, strlen (MESSAGE));
  g_autoptr (GBytes) answer = g_bytes_new_static ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", 36);
  g_autoptr (GBytes) junk = g_bytes_new_static ("{\"id\":1", 7);
  g_autoptr (GBytes) renamed = mcp_composition_with_id (request, 42);
  g_autoptr (GBytes) same = mcp_composition_with_id (answer, 42);
  g_autoptr (GBytes) same_junk = mcp_composition_with_id (junk, 42);

  assert_bytes (renamed, "{\"jsonrpc\":\"2.0\", \"id\":42,\"method\":\"x\",\"params\":{\"n\":1.10}}");
  g_assert_true (g_bytes_equal (same, answer));
  g_assert_true (g_bytes_equal (same_junk, junk));
  g_assert_true (mcp_composition_has_id (request));
  g_assert_false (mcp_composition_has_id (answer));
}

/* Each is wrong in its own way, and in no other. */
static void
test_break (void)
{
  for (guint i = 0; i < MCP_N_BREAKAGES; i++)
    {
      g_autofree char *text = mcp_composition_break (MESSAGE, i);
      g_autoptr (GBytes) bytes = mcp_composition_decode (text);
      McpScan scan;
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      mcp_scan (data, length, &scan);
      switch ((McpBreakage) i)
        {
        case MCP_BREAKAGE_WRONG_ID:
          g_assert_cmpuint (scan.envelope, ==, MCP_ENVELOPE_BAD_ID);
          break;
        case MCP_BREAKAGE_BATCH:
          g_assert_cmpint (scan.kind, ==, MCP_MESSAGE_BATCH);
          break;
        case MCP_BREAKAGE_CUT:
          g_assert_cmpint (scan.fault, ==, MCP_SCAN_TRUNCATED);
          g_assert_true (g_str_has_prefix (MESSAGE, text));
          break;
        case MCP_BREAKAGE_BAD_UTF8:
          g_assert_cmpint (scan.fault, ==, MCP_SCAN_INVALID_UTF8);
          break;
        case MCP_BREAKAGE_UNKNOWN_METHOD:
          g_assert_cmpint (scan.kind, ==, MCP_MESSAGE_REQUEST);
          g_assert_nonnull (strstr (text, "\"id\":\"a\""));
          g_assert_nonnull (strstr (text, "no-such-method"));
          break;
        case MCP_BREAKAGE_WRONG_VERSION:
          g_assert_cmpuint (scan.envelope, ==, MCP_ENVELOPE_NO_VERSION);
          break;
        case MCP_BREAKAGE_BAD_PARAMS:
          g_assert_cmpuint (scan.envelope, ==, MCP_ENVELOPE_BAD_PARAMS);
          break;
        case MCP_N_BREAKAGES:
        default:
          g_assert_not_reached ();
        }
      /* What was not touched is as it was. */
      if (i != MCP_BREAKAGE_CUT && i != MCP_BREAKAGE_BAD_PARAMS)
        g_assert_nonnull (strstr (text, "1.10"));
    }

  g_assert_null (mcp_composition_break ("[1]", MCP_BREAKAGE_WRONG_ID));
  g_assert_null (mcp_composition_break ("{\"a\"", MCP_BREAKAGE_CUT));
}

static void
test_padded (void)
{
  static const char *const texts[] = {
    MESSAGE, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{}}", "[1]",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (texts[i], strlen (texts[i]));
      g_autoptr (GBytes) padded = mcp_composition_padded (bytes, 5000);
      g_autoptr (GBytes) same = mcp_composition_padded (bytes, 0);
      gsize length;
      const char *data = g_bytes_get_data (padded, &length);

      g_assert_cmpuint (length, >=, strlen (texts[i]) + 5000);
      g_assert_cmpuint (length, <, strlen (texts[i]) + 5100);
      g_assert_true (mcp_json_validate (data, length, NULL));
      g_assert_true (g_bytes_equal (same, bytes));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/composition/round-trip", test_round_trip);
  g_test_add_func ("/session/composition/encode", test_encode);
  g_test_add_func ("/session/composition/id", test_id);
  g_test_add_func ("/session/composition/break", test_break);
  g_test_add_func ("/session/composition/padded", test_padded);

  return g_test_run ();
}
