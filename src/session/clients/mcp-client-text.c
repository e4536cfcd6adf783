/* mcp-client-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-scan.h"
#include "mcp-toml.h"
#include "mcp-yaml.h"

/* Any format as JSON. */

#define MAX_TREE_BYTES (1024u * 1024)

/* What people write that looks like JSON: what to write instead; (nullable). */
static const char *
get_json_advice (const char *json)
{
  static const char * const typographic[] = { "“", "”", "„", "‘", "’", "«", "»" };
  McpScan scan;
  const char *at;

  mcp_scan (json, strlen (json), &scan);
  at = json + scan.fault_offset;
  for (guint i = 0; i < G_N_ELEMENTS (typographic); i++)
    if (g_str_has_prefix (at, typographic[i]))
      return _("A typographic quotation mark stands there: write \" in its place.");

  if (*at == '\'')
    return _("Texts stand between \" in JSON, not between '.");
  if (scan.fault == MCP_SCAN_BAD_ESCAPE)
    return _("In a text of JSON a backslash is written twice, as in C:\\\\tools.");
  if (scan.fault == MCP_SCAN_UNEXPECTED_CHARACTER && (*at == '"' || *at == '{' || *at == '['))
    return _("A comma or a colon may be missing before it.");

  return NULL;
}

/*
 * JSON without what editors let through, at the places where it stood; (nullable). What is cut out
 * of a file often begins with a name, and ends in the comma before the next one.
 */
static char *
relax_json (const char  *text,
            gsize        length,
            gboolean     is_piece_good,
            GError     **error)
{
  g_autofree char *json = g_strndup (text, length);
  g_autoptr (GError) local_error = NULL;
  const char *advice;
  gsize start;
  gsize end;

  if (strlen (json) < length)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is a zero byte in it"));
      return NULL;
    }
  if (g_str_has_prefix (json, "\357\273\277"))
    memset (json, ' ', 3);
  mcp_json_blank_comments (json);
  g_strchomp (json);
  start = strspn (json, " \t\r\n");

  if (is_piece_good && json[start] == '"')
    {
      g_autofree char *inside = g_steal_pointer (&json);

      end = strlen (inside);
      if (inside[end - 1] == ',')
        inside[end - 1] = ' ';
      json = g_strdup_printf ("{%s}", inside);
    }
  /* Clients make empty files. */
  if (!is_piece_good && json[start] == '\0')
    return g_strdup ("{}");
  if (mcp_json_validate (json, -1, &local_error))
    return g_steal_pointer (&json);

  advice = get_json_advice (json);
  if (advice != NULL)
    /* Translators: an error with its place, then a sentence about it. */
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This cannot be read: %s. %s"), local_error->message, advice);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This cannot be read: %s"), local_error->message);

  return NULL;
}

/* Nothing but space and comments. */
static gboolean
is_empty (const char *text,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] == '#')
      while (i + 1 < length && text[i] != '\n')
        i++;
    else if (!g_ascii_isspace (text[i]))
      return FALSE;

  return TRUE;
}

/* What a file says, as JSON; (nullable). */
char *
mcp_client_dup_json (McpClientFormat   format,
                     const char       *text,
                     gsize             length,
                     GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  char *json;

  if (format == MCP_CLIENT_JSON)
    return relax_json (text, length, FALSE, error);
  if (length > MAX_TREE_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is longer than %u bytes"), MAX_TREE_BYTES);
      return NULL;
    }
  if (is_empty (text, length))
    return g_strdup ("{}");

  json = format == MCP_CLIENT_TOML ? mcp_toml_to_json (text, length, &local_error)
                                   : mcp_yaml_to_json (text, length, 1, &local_error);
  if (json == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, local_error->message);

  return json;
}

/*
 * What a text says that may be of any format, as JSON; (nullable). What looks like JSON and is none
 * is wrong as that: YAML would take much of it for something else.
 */
char *
mcp_client_guess_json (const char       *text,
                       gsize             length,
                       McpClientFormat  *format,
                       GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  char *json = relax_json (text, length, TRUE, &local_error);
  gsize start = strspn (text, " \t\r\n");

  for (*format = MCP_CLIENT_TOML; json == NULL && *format <= MCP_CLIENT_YAML; (*format)++)
    if (start < length && strchr ("{\"/,", text[start]) == NULL && memchr (text, '\0', length) == NULL)
      {
        json = mcp_client_dup_json (*format, text, length, NULL);
        if (json != NULL)
          return json;
      }

  *format = MCP_CLIENT_JSON;
  if (json == NULL)
    g_propagate_error (error, g_steal_pointer (&local_error));

  return json;
}
