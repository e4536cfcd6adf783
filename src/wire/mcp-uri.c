/* mcp-uri.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-uri.h"

/**
 * mcp_uri_resolve:
 * @base: an absolute URI
 * @reference: a URI or what is relative to @base
 *
 * Resolves a reference (RFC 3986 section 5). GLib calls it an error of the program when the result cannot be written:
 * without a host, a path that begins with two slashes would be one.
 *
 * Returns: (transfer full) (nullable): a URI, or %NULL where there is none
 */
char *
mcp_uri_resolve (const char *base,
                 const char *reference)
{
  g_autoptr (GUri) parsed = g_uri_parse (base, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GUri) target = parsed != NULL ? g_uri_parse_relative (parsed, reference, G_URI_FLAGS_ENCODED, NULL) : NULL;

  if (target == NULL || (g_uri_get_host (target) == NULL && g_str_has_prefix (g_uri_get_path (target), "//")))
    return NULL;

  return g_uri_to_string (target);
}
