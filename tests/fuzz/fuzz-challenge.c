/* fuzz-challenge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-challenge.h"

/* Header fields, one in a line: whatever they say, what is understood of them can be sent and shown. */

static void
check_challenge (const McpChallenge *challenge)
{
  g_assert_cmpuint (challenge->names->len, ==, challenge->values->len);
  g_assert_cmpstr (challenge->scheme, !=, "");
  for (guint i = 0; i < challenge->names->len; i++)
    {
      const char *name = g_ptr_array_index (challenge->names, i);
      g_autofree char *lower = g_ascii_strdown (name, -1);

      g_assert_cmpstr (name, ==, lower);
      g_assert_nonnull (mcp_challenge_get (challenge, name));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) values = g_strsplit (text, "\n", 16);
  g_autoptr (GPtrArray) challenges = mcp_challenge_parse ((const char * const *) values);
  g_autoptr (GPtrArray) again = mcp_challenge_parse ((const char * const *) values);
  const McpChallenge *found = mcp_challenge_find_token (challenges);

  g_assert_cmpuint (challenges->len, ==, again->len);
  for (guint i = 0; i < challenges->len; i++)
    check_challenge (g_ptr_array_index (challenges, i));
  if (found != NULL)
    g_assert_true (g_ascii_strcasecmp (found->scheme, "Bearer") == 0
                   || g_ascii_strcasecmp (found->scheme, "DPoP") == 0);

  return 0;
}
