/* mcp-baseline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-baseline.h"
#include "mcp-error.h"
#include "mcp-json.h"

/* In the first member, so that the first bytes tell the format. */
#define KEY "sounderBaseline"
#define VERSION 1

/* A server that says more is compared with none. */
#define MAX_BYTES (64 * 1024 * 1024)

gboolean
mcp_baseline_is_one (const char *path)
{
  char head[128];
  gsize length = 0;
  FILE *file = g_fopen (path, "re");
  const char *member;

  if (file == NULL)
    return FALSE;

  length = fread (head, 1, sizeof head - 1, file);
  fclose (file);
  head[length] = '\0';
  member = head + strspn (head, "{ \t\r\n");

  return g_str_has_prefix (member, "\"" KEY "\"");
}

/**
 * mcp_baseline_read:
 * @path: a file that mcp_baseline_write() has written
 * @error: %MCP_ERROR_USAGE that names it
 *
 * Reads what a server was.
 *
 * Returns: (transfer full) (nullable): the facts, a valid JSON object; %NULL with @error
 */
char *
mcp_baseline_read (const char  *path,
                   GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  gint64 version;
  gsize length;
  GStatBuf status;
  McpSpan facts;

  if (g_stat (path, &status) == 0 && status.st_size > MAX_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is larger than %d MiB"), path, MAX_BYTES / 1024 / 1024);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, cause->message);
      return NULL;
    }

  if (!mcp_json_validate (text, length, NULL) || !mcp_json_lookup_int64 (text, length, KEY, &version)
      || version != VERSION || !mcp_json_lookup (text, length, "facts", &facts) || text[facts.offset] != '{')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("“%s” is no file that --update-baseline has written"), path);
      return NULL;
    }

  return g_strndup (text + facts.offset, facts.length);
}

gboolean
mcp_baseline_write (const char  *path,
                    const char  *facts,
                    GError     **error)
{
  g_autofree char *text = g_strdup_printf ("{\"" KEY "\":%d,\"facts\":%s}", VERSION, facts);
  McpJsonPrint print = { 0 };
  gsize length;
  g_autofree char *pretty = mcp_json_pretty (text, strlen (text), &print, &length);

  return g_file_set_contents (path, pretty, length, error);
}
