/* test-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-match.h"

static guint
rank (const char *sought,
      const char *name,
      const char *title,
      const char *description)
{
  const char *fields[] = { name, title, description };
  g_autoptr (McpMatch) match = mcp_match_new (sought);

  return mcp_match_rank (match, fields, G_N_ELEMENTS (fields));
}

static void
test_words (void)
{
  static const struct
  {
    const char *sought;
    const char *name;
    gboolean    found;
  } cases[] = {
    { "delete ticket", "delete_ticket", TRUE },
    { "delete ticket", "deleteTicket", TRUE },
    { "delete ticket", "ticket.delete", TRUE },
    { "ticket delete", "delete-ticket", TRUE },
    { "del tick", "delete_ticket", TRUE },
    { "delete_ticket", "ticket/delete", TRUE },
    { "deleteTicket", "delete_ticket", TRUE },
    { "deleteticket", "delete_ticket", TRUE },
    { "DELETE", "delete_ticket", TRUE },
    { "delete ticket", "delete_user", FALSE },
    { "deletes", "delete", FALSE },
    { "epreuve", "Épreuve", TRUE },
    { "ÉPREUVE", "epreuve", TRUE },
    { "\xea\xb0\x80", "\xea\xb0\x81", TRUE },              /* 가 finds 각: it is being typed */
    { "\xef\xbd\x87\xef\xbd\x85\xef\xbd\x94", "get", TRUE }, /* full width */
    { "  ", "anything", TRUE },
    { "", "anything", TRUE },
    { "_", "anything", TRUE },
    { "a", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (rank (cases[i].sought, cases[i].name, NULL, NULL) != MCP_MATCH_NONE, ==,
                     cases[i].found);
}

static void
test_order (void)
{
  /* Each is found better than the next. */
  static const char *const things[][3] = {
    { "list", NULL, NULL },
    { "listUsers", NULL, NULL },
    { "user_list", NULL, NULL },
    { "enlist", NULL, NULL },
    { "users", "List of Users", NULL },
    { "users", NULL, "Lists them" },
    { "users", NULL, "An enlisting" },
  };
  guint last = 0;

  for (guint i = 0; i < G_N_ELEMENTS (things); i++)
    {
      guint this_one = rank ("list", things[i][0], things[i][1], things[i][2]);

      g_assert_cmpuint (this_one, !=, MCP_MATCH_NONE);
      if (i > 0)
        g_assert_cmpuint (this_one, >, last);
      last = this_one;
    }

  /* A word in the name and one in the description are together as good as the description. */
  g_assert_cmpuint (rank ("user remove", "user_drop", NULL, "Removes one"), <, MCP_MATCH_NONE);
  g_assert_cmpuint (rank ("user remove", "user_drop", NULL, "Removes one"), >,
                    rank ("user remove", "user_drop", "Remove", NULL));
  g_assert_cmpuint (rank ("user remove x", "user_drop", NULL, "Removes one"), ==, MCP_MATCH_NONE);
}

static void
assert_marked (const char *sought,
               const char *text,
               const char *marked)
{
  g_autoptr (McpMatch) match = mcp_match_new (sought);
  g_autoptr (GArray) found = mcp_match_find (match, text);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    {
      McpSpan span = g_array_index (found, McpSpan, i);

      g_assert_cmpuint (span.offset + span.length, <=, strlen (text));
      g_string_append_printf (out, "[%.*s]", (int) span.length, text + span.offset);
    }
  g_assert_cmpstr (out->str, ==, marked);
}

static void
test_marks (void)
{
  assert_marked ("delete ticket", "ticket.delete", "[delete][ticket]");
  assert_marked ("getuser", "get_user", "[get_user]");
  assert_marked ("epreuve", "Une \xc3\x89preuve", "[\xc3\x89preuve]");
  assert_marked ("e", "\xc3\x89\xc3\xa9", "[\xc3\x89][\xc3\xa9]");
  assert_marked ("f", "\xef\xac\x81n", "[\xef\xac\x81]"); /* a ligature is one character */
  assert_marked ("a", "bcd", "");
}

/* What is typed and what is listed are as long as they like. */
static void
test_long (void)
{
  g_autofree char *long_text = g_strnfill (300000, 'a');
  g_autoptr (GString) many = g_string_new (NULL);
  g_autoptr (McpMatch) match = mcp_match_new (long_text);
  g_autoptr (GArray) found = mcp_match_find (match, long_text);

  g_assert_cmpuint (found->len, <=, 100);
  for (guint i = 0; i < 100; i++)
    g_string_append (many, "a ");
  g_assert_cmpuint (rank (many->str, "a", NULL, NULL), !=, MCP_MATCH_NONE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/match/words", test_words);
  g_test_add_func ("/session/match/order", test_order);
  g_test_add_func ("/session/match/marks", test_marks);
  g_test_add_func ("/session/match/long", test_long);

  return g_test_run ();
}
