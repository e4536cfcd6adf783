/* mcp-linter-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-cache-hints.h"
#include "mcp-catalog-item.h"
#include "mcp-json-edit.h"
#include "mcp-linter.h"
#include "mcp-meta.h"

/* What servers must do from 2026-07-28 on, where a message by itself tells. */

static void
report_hints (McpReporter *reporter,
              const char *method,
              gboolean    has_ttl,
              gboolean    has_scope,
              guint       serial)
{
  if (!has_ttl)
    mcp_reporter_report (reporter, serial, "cache.ttl",
                         _("The result of %s has no ttlMs that is 0 or more"), method);
  if (!has_scope)
    mcp_reporter_report (reporter, serial, "cache.scope",
                         _("The result of %s has no cacheScope that is “public” or “private”"),
                         method);
}

/**
 * mcp_linter_check_hints:
 * @reporter: who is told
 * @method: what was asked
 * @facts: what the result holds
 * @serial: its record
 *
 * Checks that a complete result says how long it is good, and for whom (2026-07-28,
 * server/utilities/caching).
 */
void
mcp_linter_check_hints (McpReporter          *reporter,
                        const char           *method,
                        const McpResultFacts *facts,
                        guint                 serial)
{
  if (!mcp_reporter_has (reporter, MCP_FEATURE_CACHE_HINTS) || !facts->is_object
      || !mcp_cache_hints_has_hints (method))
    return;

  report_hints (reporter, method, facts->has_ttl, facts->has_scope, serial);
}

/**
 * mcp_linter_check_discover:
 * @reporter: who is told
 * @serial: of the record of the answer
 * @result: a DiscoverResult, valid JSON
 *
 * Checks what a server says of itself (2026-07-28, server/discover).
 */
void
mcp_linter_check_discover (McpReporter *reporter,
                           guint       serial,
                           const char *result,
                           gsize       length)
{
  g_autofree char *scope = NULL;
  g_autofree char *owner = g_strdup_printf (_("The result of %s"), "server/discover");
  gint64 ttl_msec = mcp_cache_hints_read (result, length, &scope);
  McpSpan span;

  report_hints (reporter, "server/discover", ttl_msec >= 0,
                g_strcmp0 (scope, "public") == 0 || g_strcmp0 (scope, "private") == 0, serial);
  mcp_linter_check_structure (reporter, serial, MCP_STRUCTURE_DISCOVER_RESULT, owner, result, length);
  if (!mcp_json_edit_find (result, length, "capabilities", &span) || result[span.offset] != '{')
    mcp_reporter_report (reporter, serial, "modern.discover",
                         _("The answer to server/discover has no capabilities"));
  if (!mcp_meta_find (result, length, MCP_META_SERVER_INFO, &span))
    mcp_reporter_report (reporter, serial, "modern.no-server-info",
                         _("The answer to server/discover does not say in its _meta which server "
                           "it is"));
  else
    mcp_linter_check_icons (reporter, serial, result + span.offset, span.length);
  if (mcp_json_edit_find (result, length, "serverInfo", &span))
    mcp_reporter_report (reporter, serial, "modern.discover",
                         _("The answer to server/discover has serverInfo in its body; it belongs "
                           "into its _meta"));
  mcp_linter_check_extensions (reporter, result, length, serial);
}

/* By its name: what people do not want in the logs of whatever stands between. */
static gboolean
looks_secret (const char *path)
{
  static const char * const words[] = { "password", "passwd", "secret", "token", "key" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* What a name may be made of, so that any client can work with it (server/tools, Tool Names). */
static guint
check_name (McpReporter *reporter,
            guint       serial,
            const char *name)
{
  gsize length = strlen (name);
  gsize n = strspn (name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.");

  /* No name at all is another finding. */
  if (!mcp_reporter_has (reporter, MCP_FEATURE_TOOL_NAMES) || length == 0
      || (n == length && length <= 128))
    return 0;

  if (n < length)
    mcp_reporter_report (reporter, serial, "tools.name",
                         _("The name of the tool “%s” has other characters than ASCII letters, "
                           "digits, “_”, “-” and “.”"),
                         name);
  else
    mcp_reporter_report (reporter, serial, "tools.name",
                         _("The name of the tool “%.20s…” is longer than 128 characters"), name);

  return 1;
}

static guint
check_schema (McpReporter    *reporter,
              guint           serial,
              McpCatalogItem *tool,
              const char     *member,
              const char     *schema)
{
  const char *name = mcp_catalog_item_get_name (tool);
  gboolean of_input = g_str_equal (member, "inputSchema");
  g_autofree char *owner = of_input ? g_strdup_printf (_("The inputSchema of the tool “%s”"), name)
                                    : g_strdup_printf (_("The outputSchema of the tool “%s”"), name);

  return mcp_linter_check_schema (reporter, serial, of_input ? "tools.input-schema" : "tools.output-schema",
                                  owner, schema, strlen (schema));
}

/* Any schema from 2026-07-28 on, before that one of an object (schema, Tool). */
static guint
check_output_schema (McpReporter    *reporter,
                     guint           serial,
                     McpCatalogItem *tool)
{
  g_autofree char *schema = mcp_catalog_item_lookup (tool, "outputSchema");
  g_autofree char *type = mcp_catalog_item_lookup (tool, "outputSchema.type");
  gboolean any = mcp_reporter_has (reporter, MCP_FEATURE_OUTPUT_SCHEMA_OF_ANY_TYPE);
  guint n = 0;

  if (!mcp_reporter_has (reporter, MCP_FEATURE_OUTPUT_SCHEMA) || schema == NULL)
    return 0;
  if (*schema == '{')
    n = check_schema (reporter, serial, tool, "outputSchema", schema);
  if (*schema == '{' && (any || g_strcmp0 (type, "\"object\"") == 0))
    return n;

  mcp_reporter_report (reporter, serial, "tools.output-schema",
                       any ? _("The outputSchema of the tool “%s” is no object")
                           : _("The outputSchema of the tool “%s” is not one of an object"),
                       mcp_catalog_item_get_name (tool));

  return n + 1;
}

/* The arguments of a tool are an object (schema, Tool). */
static guint
check_input_schema (McpReporter    *reporter,
                    guint           serial,
                    McpCatalogItem *tool)
{
  g_autofree char *schema = mcp_catalog_item_lookup (tool, "inputSchema");
  g_autofree char *type = mcp_catalog_item_lookup (tool, "inputSchema.type");
  guint n = 0;

  if (schema != NULL && *schema == '{')
    n = check_schema (reporter, serial, tool, "inputSchema", schema);
  if (g_strcmp0 (type, "\"object\"") == 0)
    return n;

  mcp_reporter_report (reporter, serial, "tools.input-schema",
                       schema == NULL ? _("The tool “%s” has no inputSchema")
                                      : _("The inputSchema of the tool “%s” is not one of an object"),
                       mcp_catalog_item_get_name (tool));

  return n + 1;
}

/**
 * mcp_linter_check_tool:
 * @reporter: who is told
 * @serial: the record of the answer that lists it
 * @tool: a tool
 *
 * Checks a tool's name, and its arguments: that they are an object (server/tools), and which of
 * them are repeated in headers (2026-07-28, basic/transports/streamable-http, and server/tools for
 * what should not).
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_tool (McpReporter    *reporter,
                       guint           serial,
                       McpCatalogItem *tool)
{
  const char *name = mcp_catalog_item_get_name (tool);
  McpParamHeaders *headers;
  guint n = check_name (reporter, serial, name) + check_input_schema (reporter, serial, tool)
            + check_output_schema (reporter, serial, tool);

  if (!mcp_reporter_has (reporter, MCP_FEATURE_ARGUMENT_HEADERS))
    return n;

  if (mcp_catalog_item_get_exclusion (tool) != NULL)
    {
      mcp_reporter_report (reporter, serial, "tools.header",
                           _("The tool “%s” cannot be called over HTTP: %s"), name,
                           mcp_catalog_item_get_exclusion (tool));
      return n + 1;
    }

  headers = mcp_catalog_item_get_param_headers (tool);
  for (guint i = 0; headers != NULL && i < mcp_param_headers_get_n (headers); i++)
    if (looks_secret (mcp_param_headers_get_path (headers, i)))
      {
        mcp_reporter_report (reporter, serial, "tools.secret-header",
                             _("The argument “%s” of “%s” looks secret, and is repeated in the "
                               "header %s for all that stand between to read"),
                             mcp_param_headers_get_path (headers, i), name,
                             mcp_param_headers_get_name (headers, i));
        n++;
      }

  return n;
}
