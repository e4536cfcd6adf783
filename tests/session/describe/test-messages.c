/* test-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-messages.h"

#define USER(content) "{\"role\":\"user\",\"content\":" content "}"
#define TEXT(text) "{\"type\":\"text\",\"text\":\"" text "\"}"

static const struct
{
  const char *messages;
  const char *text;
  const char *markdown;
} cases[] = {
  /* One alone is what it says and no more. */
  { USER (TEXT ("# Do *this*\\n")), "# Do *this*\n", "# Do *this*\n" },
  { USER (TEXT ("a")) ",{\"role\":\"assistant\",\"content\":" TEXT ("b") "},{\"role\":\"x*y\",\"content\":" TEXT ("c") "}",
    "User:\n\na\n\nAssistant:\n\nb\n\nx*y:\n\nc", "**User**\n\na\n\n**Assistant**\n\nb\n\n**x_y**\n\nc" },
  { USER ("[" TEXT ("a") "," TEXT ("b") "]"), "a\n\nb", "a\n\nb" },
  { USER ("{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAECgf8=\"}"), "[image/png, 5 B]",
    "*(image/png, 5 B)*" },
  { USER ("{\"type\":\"resource\",\"resource\":{\"uri\":\"f:a\",\"text\":\"x ``` y\\n\"}}"), "x ``` y\n",
    "````\nx ``` y\n````" },
  { USER ("{\"type\":\"resource\",\"resource\":{\"uri\":\"f:a\",\"blob\":\"AA==\"}}"), "[binary data, 1 B]",
    "*(binary data, 1 B)*" },
  { USER ("{\"type\":\"resource_link\",\"uri\":\"f:a>b\",\"name\":\"n[]\"}"), "f:a>b", "[n\\[\\]](<f:a%3Eb>)" },
  { USER ("{\"type\":\"new\",\"n\":1.10}"), "{\"type\":\"new\",\"n\":1.10}", "```\n{\"type\":\"new\",\"n\":1.10}\n```" },
  { "", "", "" },
  { "1", "", "" },
  { "{\"role\":3}", "", "" },
  { USER ("null"), "null", "```\nnull\n```" },
  { USER ("[[]]"), "[]", "```\n[]\n```" },
};

static void
test_words (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"messages\":[%s]}", cases[i].messages);
      g_autofree char *text = mcp_messages_to_text (json, strlen (json), FALSE);
      g_autofree char *markdown = mcp_messages_to_text (json, strlen (json), TRUE);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
    }
}

static void
test_json (void)
{
  static const char json[] = "{\"messages\": [ {\"role\":\"user\",\"x\":1.10} ]}";
  g_autofree char *messages = mcp_messages_to_json (json, strlen (json));
  g_autofree char *none = mcp_messages_to_json ("{}", 2);

  g_assert_cmpstr (messages, ==, "[ {\"role\":\"user\",\"x\":1.10} ]");
  g_assert_cmpstr (none, ==, "[]");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/messages/words", test_words);
  g_test_add_func ("/session/messages/json", test_json);

  return g_test_run ();
}
