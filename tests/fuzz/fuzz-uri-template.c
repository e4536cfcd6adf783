/* fuzz-uri-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-uri-template.h"

/* What is expanded has only characters a URI may have. */

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (McpUriTemplate) template = NULL;
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  const char * const *names;
  g_autofree char *bare = NULL;
  g_autofree char *full = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    return 0;

  template = mcp_uri_template_new (text, NULL);
  if (template == NULL)
    return 0;

  bare = mcp_uri_template_expand (template, values);
  names = mcp_uri_template_get_variables (template);
  for (guint i = 0; names[i] != NULL; i++)
    g_assert_true (g_hash_table_insert (values, (char *) names[i], (char *) "\xc3\xa9/%41% \"x"));
  full = mcp_uri_template_expand (template, values);

  g_assert_cmpuint (strlen (full), >=, strlen (bare));
  for (const char *p = full; *p != '\0'; p++)
    g_assert_true (g_ascii_isalnum (*p) || strchr ("-._~:/?#[]@!$&'()*+,;=%", *p) != NULL);

  return 0;
}
