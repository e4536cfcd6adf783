/* cli-call-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-arguments.h"
#include "cli-call-options.h"
#include "mcp-json.h"

/* The parser of JSON names no option in its errors. */
static gboolean
name_option (gboolean   good,
             GError   **error)
{
  if (!good)
    g_prefix_error (error, "--meta: ");

  return good;
}

/* One --meta: KEY=JSON, or all members of an object. */
static gboolean
add_meta (McpCallOptions  *options,
          const char      *given,
          GError         **error)
{
  const char *equals = strchr (given, '=');
  g_autofree char *text = NULL;
  g_autofree char *object = NULL;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  gsize length;

  if (strchr ("{[@-", *given) == NULL && equals != NULL)
    {
      g_autofree char *name = g_strndup (given, equals - given);

      return name_option (mcp_call_options_add_meta (options, name, equals + 1, error), error);
    }

  text = cli_arguments_read_text (given, &length, error);
  if (!name_option (text != NULL, error) || (object = cli_arguments_check_object ("--meta", text, error)) == NULL)
    return FALSE;
  if (mcp_call_options_get_meta (options) == NULL)
    return name_option (mcp_call_options_set_meta (options, object, error), error);

  mcp_json_iter_init (&iter, object, strlen (object));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (object + key.offset, key.length);
      g_autofree char *member = g_strndup (object + value.offset, value.length);

      if (!name_option (mcp_call_options_add_meta (options, name, member, error), error))
        return FALSE;
    }

  return TRUE;
}

/**
 * cli_call_options_read:
 *
 * Reads how the request of the command is to be made.
 *
 * Returns: (transfer full) (nullable): options, or %NULL with an error of %MCP_ERROR_USAGE
 */
McpCallOptions *
cli_call_options_read (const CliOptions  *options,
                       GError           **error)
{
  g_autoptr (McpCallOptions) call_options = mcp_call_options_new ();
  const char *traceparent = options->traceparent;

  for (guint i = 0; options->meta != NULL && options->meta[i] != NULL; i++)
    {
      if (!add_meta (call_options, options->meta[i], error))
        return NULL;
    }

  if (traceparent != NULL && *traceparent == '\0')
    mcp_call_options_set_traced (call_options, TRUE);
  else if (traceparent != NULL
           && !mcp_call_options_set_traceparent (call_options, traceparent, error))
    return NULL;

  return g_steal_pointer (&call_options);
}
