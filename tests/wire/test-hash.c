/* test-hash.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"

/* In which pieces bytes come does not matter, where their end is does. */
static void
test_hash_pieces (void)
{
  const char text[] = "0123456789abcdef0123456789";

  for (gsize length = 0; length <= strlen (text); length++)
    for (gsize cut = 0; cut <= length; cut++)
      {
        McpHasher hasher;

        mcp_hasher_init (&hasher);
        mcp_hasher_put_bytes (&hasher, text, cut);
        for (gsize i = cut; i < length; i++)
          mcp_hasher_put (&hasher, text[i]);
        g_assert_cmpuint (mcp_hasher_finish (&hasher), ==, mcp_hash_bytes (text, length));
      }

  g_assert_cmpuint (mcp_hash_bytes ("", 0), !=, mcp_hash_bytes ("\0", 1));
  g_assert_cmpuint (mcp_hash_bytes ("\0", 1), !=, mcp_hash_bytes ("\0\0", 2));
}

/* g_str_hash() has the same number for all of these. */
static void
test_hash_collisions (void)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < 1024; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);
      g_autoptr (GBytes) bytes = NULL;

      for (guint bit = 0; bit < 10; bit++)
        g_string_append (name, (i >> bit & 1) != 0 ? "Ab" : "BA");
      bytes = g_bytes_new (name->str, name->len);
      g_assert_cmpuint (g_str_hash (name->str), ==, g_str_hash ("AbAbAbAbAbAbAbAbAbAb"));
      g_assert_cmpuint (mcp_str_hash (name->str), ==, mcp_bytes_hash (bytes));
      g_hash_table_add (hashes, GUINT_TO_POINTER (mcp_str_hash (name->str)));
    }

  g_assert_cmpuint (g_hash_table_size (hashes), >=, 1020);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/hash/pieces", test_hash_pieces);
  g_test_add_func ("/wire/hash/collisions", test_hash_collisions);

  return g_test_run ();
}
