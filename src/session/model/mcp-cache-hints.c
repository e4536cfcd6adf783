/* mcp-cache-hints.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cache-hints.h"
#include "mcp-json.h"

/**
 * mcp_cache_hints_read:
 * @result: a result, valid JSON: of a list, of `server/discover`, of `resources/read`
 * @scope: (out) (transfer full) (nullable): `cacheScope`: "public", "private"; %NULL when it is none
 *
 * Reads what a server says about keeping a result: how long it is good from when it came, and
 * whether others may be given it (2026-07-28, server/utilities/caching).
 *
 * Returns: `ttlMs`, in milliseconds; -1 when there is none, or no number that could be one
 */
gint64
mcp_cache_hints_read (const char  *result,
                      gsize        length,
                      char       **scope)
{
  gint64 ttl_msec = -1;

  *scope = NULL;
  if (length == 0 || *result != '{')
    return -1;

  *scope = mcp_json_lookup_string (result, length, "cacheScope");
  if (!mcp_json_lookup_int64 (result, length, "ttlMs", &ttl_msec) || ttl_msec < 0)
    return -1;

  return ttl_msec;
}

/**
 * mcp_cache_hints_has_hints:
 * @method: of a request
 *
 * Gets whether results of a method have to say how long they are good.
 *
 * Returns: %TRUE if they have
 */
gboolean
mcp_cache_hints_has_hints (const char *method)
{
  static const char * const methods[] = {
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list",
    "resources/read", "skills/list", "skills/get", NULL,
  };

  return g_strv_contains (methods, method);
}
