/* test-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-nearest.h"
#include "mcp-text-edits.h"
#include "mcp-text-encoding.h"
#include "mcp-text.h"

static void
test_text_elide (void)
{
  static const struct
  {
    const char *text;
    gsize       max_bytes;
    const char *elided;
  } cases[] = {
    { "", 0, "" },
    { "anchor", 6, "anchor" },
    { "anchor", 5, "ancho…" },
    { "anchor", 0, "…" },
    { "aéz", 2, "a…" },
    { "aéz", 3, "aé…" },
    { "⚓⚓", 5, "⚓…" },
    { "⚓⚓", 1, "…" },
    { "\xf0\x9f\x9a\xa2!", 4, "\xf0\x9f\x9a\xa2…" },
    { "\xf0\x9f\x9a\xa2!", 3, "…" },
    { "a\xff", 9, "a\xef\xbf\xbd" },
    { "\x80\x80\x80\x80\x80\x80", 4, "\xef\xbf\xbd…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *elided = mcp_text_elide (cases[i].text, cases[i].max_bytes);

      g_assert_cmpstr (elided, ==, cases[i].elided);
    }
}

static void
test_text_base64 (void)
{
  static const struct { const char *text; gboolean is_base64; } cases[] = {
    { "", TRUE }, { "aGk=", TRUE }, { "aA==", TRUE }, { "aGkh", TRUE }, { "+/+/", TRUE },
    { "aGk", FALSE }, { "aA=", FALSE }, { "a===", FALSE }, { "====", FALSE }, { "aG=k", FALSE }, { "aGk=aGk=", FALSE },
    { "aGk-", FALSE }, { "a_k=", FALSE }, { "aG k", FALSE }, { "aGk=\n", FALSE }, { "\303\251aa", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (mcp_text_is_base64 (cases[i].text), ==, cases[i].is_base64);
    }
}

static void
test_text_numbers (void)
{
  static const struct { double number; const char *text; } cases[] = {
    { 12345678, "12345678" }, { 50000000, "50000000" }, { 0, "0" }, { 0.5, "0.5" }, { 1234567.25, "1234567.25" },
    { 9007199254740991, "9007199254740991" }, { 1e300, "1e+300" }, { -3, "-3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mcp_text_from_number (cases[i].number);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_text_encodings (void)
{
  static const struct { const char *bytes; gsize length; McpTextEncoding encoding; const char *text; } cases[] = {
    { "", 0, MCP_TEXT_UTF8, "" },
    { "a\303\251", 3, MCP_TEXT_UTF8, "aé" },
    { "\357\273\277a", 4, MCP_TEXT_UTF8_MARKED, "a" },
    { "\377\376a\0\351\0", 6, MCP_TEXT_UTF16_LE, "aé" },
    { "\376\377\0a\0\351", 6, MCP_TEXT_UTF16_BE, "aé" },
    { "\377\376\075\330\242\336", 6, MCP_TEXT_UTF16_LE, "\xf0\x9f\x9a\xa2" },
  };
  static const struct { const char *bytes; gsize length; const char *said; } wrong[] = {
    { "a\nb\351", 4, "E9 in line 2" }, { "\377\376a", 3, "UTF-16" }, { "\377\376\0\330", 4, "UTF-16" }, { "\377\376", 1, "FF" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      McpTextEncoding encoding;
      gsize length;
      g_autofree char *text = mcp_text_decode (cases[i].bytes, cases[i].length, &length, &encoding, NULL);
      g_autofree char *again = NULL;

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpuint (length, ==, strlen (cases[i].text));
      g_assert_cmpint (encoding, ==, cases[i].encoding);
      again = mcp_text_encode (text, encoding, &length);
      g_assert_cmpmem (again, length, cases[i].bytes, cases[i].length);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_text_decode (wrong[i].bytes, wrong[i].length, NULL, NULL, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, wrong[i].said));
    }
}

/* --- Edits --- */

typedef struct
{
  gsize       offset;
  gsize       length;
  const char *insert;
} EditCase;

/* Of "0123456789". */
static const struct
{
  EditCase    edits[5];
  guint       n;
  const char *expected;
} edit_cases[] = {
  { { { 0 } }, 0, "0123456789" },
  { { { 0, 0, "a" } }, 1, "a0123456789" },
  { { { 10, 0, "z" } }, 1, "0123456789z" },
  { { { 3, 4, NULL } }, 1, "012789" },
  { { { 3, 4, "x" } }, 1, "012x789" },
  { { { 0, 10, NULL } }, 1, "" },
  /* In whatever order they come. */
  { { { 8, 1, "b" }, { 1, 1, "a" } }, 2, "0a234567b9" },
  /* In one place in the order they came. */
  { { { 5, 0, "a" }, { 5, 0, "b" }, { 5, 0, "c" } }, 3, "01234abc56789" },
  /* What is put in comes before what begins there is taken away. */
  { { { 5, 2, "x" }, { 5, 0, "a" } }, 2, "01234ax789" },
  { { { 3, 2, NULL }, { 5, 0, "a" } }, 2, "012a56789" },
  /* What goes twice goes once, and what is put into it stays. */
  { { { 2, 4, NULL }, { 4, 4, NULL } }, 2, "0189" },
  { { { 2, 6, NULL }, { 3, 1, NULL } }, 2, "0189" },
  { { { 2, 6, NULL }, { 4, 0, "a" } }, 2, "01a89" },
  { { { 2, 6, "x" }, { 4, 1, "y" }, { 8, 0, "z" } }, 3, "01xyz89" },
};

static void
test_text_edits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    {
      g_autoptr (McpTextEdits) edits = mcp_text_edits_new ();
      g_autofree char *text = NULL;
      g_autofree char *again = NULL;

      for (guint k = 0; k < edit_cases[i].n; k++)
        mcp_text_edits_add (edits, edit_cases[i].edits[k].offset, edit_cases[i].edits[k].length,
                            g_strdup (edit_cases[i].edits[k].insert));
      text = mcp_text_edits_apply (edits, "0123456789");
      again = mcp_text_edits_apply (edits, "0123456789");
      g_assert_cmpstr (text, ==, edit_cases[i].expected);
      g_assert_cmpstr (again, ==, text);
    }

  mcp_text_edits_free (NULL);
}

/* --- What was meant --- */

static void
test_text_nearest (void)
{
  static const char * const commands[] = { "call", "calls", "check", "prompt", "prompts", "probe", "read", "resources",
                                           "subscribe", "tools", "x", NULL };
  static const char * const none[] = { NULL };
  static const struct { const char *word, *nearest; } cases[] = {
    { "tools", "tools" },
    { "tols", "tools" },
    { "toosl", "tools" },
    { "promt", "prompt" },
    { "prompst", "prompt" },     /* as near as the other: the first */
    { "resuorces", "resources" },
    { "res", "resources" },      /* the start of a word, however long that is */
    { "subscr", "subscribe" },
    { "chekc", "check" },
    { "rea", "read" },
    { "y", "x" },
    { "", "x" },
    { "zzzzzz", NULL },
    { "subs-cri-be-me", NULL },
    { "te", NULL },
  };
  g_autofree char *endless = g_strnfill (100000, 'r');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].word);
      g_assert_cmpstr (mcp_find_nearest (cases[i].word, commands), ==, cases[i].nearest);
    }
  g_assert_null (mcp_find_nearest ("tools", none));
  g_assert_null (mcp_find_nearest (endless, commands));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/text/encodings", test_text_encodings);
  g_test_add_func ("/wire/text/numbers", test_text_numbers);
  g_test_add_func ("/wire/text/elide", test_text_elide);
  g_test_add_func ("/wire/text/base64", test_text_base64);
  g_test_add_func ("/wire/text/edits", test_text_edits);
  g_test_add_func ("/wire/text/nearest", test_text_nearest);

  return g_test_run ();
}
