/* mcp-frontmatter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-frontmatter.h"
#include "mcp-json-compare.h"
#include "mcp-json.h"
#include "mcp-text.h"
#include "mcp-yaml.h"

/* --- The file --- */

static gsize
measure_line (const char *line,
              const char *end)
{
  const char *newline = memchr (line, '\n', end - line);

  return (newline != NULL ? newline + 1 : end) - line;
}

/* Three hyphens, and nothing but space behind them. */
static gboolean
is_fence (const char *line,
          gsize       length)
{
  if (length < 3 || strncmp (line, "---", 3) != 0)
    return FALSE;

  for (gsize i = 3; i < length; i++)
    if (!g_ascii_isspace (line[i]))
      return FALSE;

  return TRUE;
}

/* What is between the fences, without them. */
static gboolean
find_yaml (const char  *content,
           gsize        length,
           const char **yaml,
           gsize       *yaml_length,
           GError     **error)
{
  const char *end = content + MIN (length, MCP_FRONTMATTER_MAX_BYTES);
  const char *line = content;
  gsize n = measure_line (line, end);

  if (!is_fence (line, n))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                           _("the file does not begin with frontmatter: a line of “---”"));
      return FALSE;
    }

  *yaml = line + n;
  for (line += n; line < end; line += n)
    {
      n = measure_line (line, end);
      if (is_fence (line, n) && (line + n < end || length <= MCP_FRONTMATTER_MAX_BYTES))
        {
          *yaml_length = line - *yaml;
          return TRUE;
        }
    }

  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
               _("the frontmatter has no second line of “---” within %d bytes"), MCP_FRONTMATTER_MAX_BYTES);

  return FALSE;
}

/**
 * mcp_frontmatter_to_json:
 * @content: of a SKILL.md
 *
 * Reads the frontmatter of a file.
 *
 * Returns: (transfer full) (nullable): a JSON object; %NULL with %MCP_ERROR_INVALID_RESPONSE when there is none, or one
 *   that JSON cannot say
 */
char *
mcp_frontmatter_to_json (const char  *content,
                         gsize        length,
                         GError     **error)
{
  const char *yaml;
  gsize yaml_length;

  if (!find_yaml (content, length, &yaml, &yaml_length, error))
    return NULL;

  /* The line with the three hyphens is before the first. */
  return mcp_yaml_to_json (yaml, yaml_length, 2, error);
}

static char *
dup_value (const char *text,
           McpSpan     span)
{
  g_autofree char *value = g_strndup (text + span.offset, span.length);

  return mcp_text_elide (value, 60);
}

/* The first field that is another one, in words. */
static char *
describe_difference (const char *listed,
                     const char *json)
{
  g_autoptr (GPtrArray) changes =
    mcp_json_compare (listed, strlen (listed), json, strlen (json),
                      MCP_JSON_COMPARE_BY_VALUE | MCP_JSON_COMPARE_BY_INDEX, 1, NULL);
  const McpJsonChange *change = changes->len > 0 ? changes->pdata[0] : NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (change == NULL)
    return NULL;
  if (change->kind == MCP_JSON_CHANGE_ADDED)
    return g_strdup_printf (_("“%s” is in the file and not in the list"), change->new_path + 1);
  if (change->kind == MCP_JSON_CHANGE_REMOVED)
    return g_strdup_printf (_("“%s” is in the list and not in the file"), change->path + 1);

  before = dup_value (listed, change->before);
  after = dup_value (json, change->after);

  return g_strdup_printf (_("“%s” is %s in the list and %s in the file"), change->path + 1, before, after);
}

/**
 * mcp_frontmatter_check:
 * @content: of a SKILL.md
 * @listed: the frontmatter as the server lists it, a JSON object
 *
 * Checks that the frontmatter of a file is what was listed (io.modelcontextprotocol/skills, frontmatter
 * verification): each field with its value, in any order.
 *
 * Returns: %FALSE with %MCP_ERROR_INVALID_RESPONSE, which says what differs
 */
gboolean
mcp_frontmatter_check (const char  *content,
                       gsize        length,
                       const char  *listed,
                       GError     **error)
{
  g_autofree char *json = mcp_frontmatter_to_json (content, length, error);
  g_autofree char *difference = NULL;

  if (json == NULL)
    return FALSE;
  if (mcp_json_equal (listed, (McpSpan) { 0, strlen (listed) }, json, (McpSpan) { 0, strlen (json) }))
    return TRUE;

  difference = describe_difference (listed, json);
  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                       difference != NULL ? difference : _("its fields are not those of the list"));

  return FALSE;
}
