/* mcp-profile-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-meta.h"
#include "mcp-profile-private.h"

/* How settings are read that are more than one value of one type; for the table of mcp-profile-table.c. */

gboolean
mcp_profile_read_argv (const McpSettingsReader  *reader,
                       McpProfileSettings       *self,
                       GError                  **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *command = NULL;
  g_auto (GStrv) args = NULL;

  if (!mcp_settings_read_string (reader, "command", &command, error))
    return FALSE;
  if (command != NULL && command[0] == '\0')
    return mcp_settings_fail (reader, "command", _("the name of a program"), error);
  if (!mcp_settings_read_strings (reader, "args", &args, error))
    return FALSE;

  if (command != NULL)
    g_strv_builder_add (builder, command);
  if (command != NULL && args != NULL)
    g_strv_builder_addv (builder, (const char **) args);
  g_strfreev (self->argv);
  self->argv = g_strv_builder_end (builder);

  return TRUE;
}

/* Other clients say in "type" what they take a URL for; a word of theirs we do not know is no
 * error of ours. */
gboolean
mcp_profile_read_type (const McpSettingsReader  *reader,
                       McpProfileSettings       *self,
                       GError                  **error)
{
  const struct
  {
    const char          *word;
    McpProfileTransport  transport;
  } types[] = {
    { "http", MCP_PROFILE_TRANSPORT_HTTP },
    { "streamable-http", MCP_PROFILE_TRANSPORT_HTTP },
    { "streamableHttp", MCP_PROFILE_TRANSPORT_HTTP },
    { "sse", MCP_PROFILE_TRANSPORT_SSE },
  };
  g_autofree char *type = NULL;

  if (!mcp_settings_read_string (reader, "type", &type, error))
    return FALSE;

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i].word) == 0)
      self->transport = types[i].transport;

  return TRUE;
}

static gboolean
has_header (McpProfileSettings *self,
            const char         *name)
{
  for (guint i = 0; i < self->headers->len; i++)
    if (g_ascii_strcasecmp (mcp_header_get_name (g_ptr_array_index (self->headers, i)), name) == 0)
      return TRUE;

  return FALSE;
}

gboolean
mcp_profile_read_headers (const McpSettingsReader  *reader,
                          McpProfileSettings       *self,
                          GError                  **error)
{
  g_auto (GStrv) headers = NULL;

  if (!mcp_settings_read_map (reader, "headers", &headers, error))
    return FALSE;

  g_ptr_array_set_size (self->headers, 0);
  for (guint i = 0; headers[i] != NULL; i++)
    {
      char *value = strchr (headers[i], '=');

      *value = '\0';
      g_ptr_array_add (self->headers, mcp_header_new (headers[i], value + 1, FALSE));
    }

  return TRUE;
}

/* The headers whose values are in the keyring. One whose value stands in the file all the same is
 * taken for what it is: no secret any more. */
gboolean
mcp_profile_read_secret_headers (const McpSettingsReader  *sounder,
                                 McpProfileSettings       *self,
                                 GError                  **error)
{
  g_auto (GStrv) names = NULL;

  if (!mcp_settings_read_strings (sounder, "secretHeaders", &names, error))
    return FALSE;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!has_header (self, names[i]))
      g_ptr_array_add (self->headers, mcp_header_new (names[i], NULL, TRUE));

  return TRUE;
}

gboolean
mcp_profile_read_reconnect (const McpSettingsReader  *sounder,
                            McpProfileSettings       *self,
                            GError                  **error)
{
  int reconnect = -1;

  if (!mcp_settings_read_boolean (sounder, "reconnect", &reconnect, error))
    return FALSE;

  if (reconnect >= 0)
    self->reconnect = reconnect ? MCP_RECONNECT_ALWAYS : MCP_RECONNECT_NEVER;

  return TRUE;
}

gboolean
mcp_profile_read_roots (const McpSettingsReader  *sounder,
                        McpProfileSettings       *self,
                        GError                  **error)
{
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_settings_find (sounder, "roots", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
    return mcp_settings_fail (sounder, "roots", _("an array of objects"), error);

  g_ptr_array_set_size (self->roots, 0);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const McpSettingsReader item = {
        sounder->server, "sounder.roots", text + value.offset, value.length,
      };
      g_autofree char *uri = NULL;
      g_autofree char *name = NULL;

      if (mcp_json_get_type (item.text, item.length) != MCP_JSON_OBJECT)
        return mcp_settings_fail (sounder, "roots", _("an array of objects"), error);
      if (!mcp_settings_read_string (&item, "uri", &uri, error)
          || !mcp_settings_read_string (&item, "name", &name, error))
        return FALSE;
      if (uri == NULL)
        return mcp_settings_fail (&item, "uri", _("a string"), error);

      g_ptr_array_add (self->roots, mcp_root_new (uri, name));
    }

  return TRUE;
}

/* How variables are asked for: as it stands there. */
gboolean
mcp_profile_read_inputs (const McpSettingsReader  *sounder,
                         McpProfileSettings       *self,
                         GError                  **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (sounder, "inputs", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY)
    return mcp_settings_fail (sounder, "inputs", _("an array of objects"), error);

  g_free (self->inputs);
  self->inputs = g_strndup (text, length);

  return TRUE;
}

/* What goes with each request, token for token. */
gboolean
mcp_profile_read_meta (const McpSettingsReader  *sounder,
                       McpProfileSettings       *self,
                       GError                  **error)
{
  g_autofree char *meta = NULL;
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (sounder, "meta", &text, &length, &type))
    return TRUE;

  meta = g_strndup (text, length);
  if (!mcp_meta_check (meta, NULL))
    return mcp_settings_fail (sounder, "meta", _("an object whose keys may stand in _meta"), error);

  g_free (self->meta);
  self->meta = mcp_json_one_line (meta, length, NULL);

  return TRUE;
}

/* It is what comes with Sounder, not what a file says it is. */
gboolean
mcp_profile_read_demo (const McpSettingsReader  *sounder,
                       McpProfileSettings       *self,
                       GError                  **error)
{
  g_autofree char *program = NULL;

  if (!mcp_settings_read_boolean (sounder, "demo", &self->demo, error))
    return FALSE;

  if (self->demo)
    {
      program = mcp_profile_find_demo (NULL);
      self->demo = program != NULL && g_strcmp0 (self->argv[0], program) == 0;
    }

  return TRUE;
}
