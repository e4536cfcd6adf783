/* mcp-bundle-inputs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-bundle-private.h"
#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * What stands for something in a manifest.json: folders of this system, and what a person fills in, which becomes an input as
 * others are, ${input:…}. Nothing else does: a bundle gets at no variable of the environment.
 */

#define MAX_INPUTS 100
#define MAX_ID_CHARS 100

static char *
dup_special (GUserDirectory  which,
             const char     *name)
{
  const char *path = g_get_user_special_dir (which);

  return path != NULL ? g_strdup (path) : g_build_filename (g_get_home_dir (), name, NULL);
}

/* (nullable): it is none. */
static char *
dup_place (const char *name,
           const char *folder)
{
  if (g_str_equal (name, "__dirname"))
    return g_strdup (folder);
  if (g_str_equal (name, "pathSeparator") || g_str_equal (name, "/"))
    return g_strdup ("/");
  if (g_str_equal (name, "HOME"))
    return g_strdup (g_get_home_dir ());
  if (g_str_equal (name, "DESKTOP"))
    return dup_special (G_USER_DIRECTORY_DESKTOP, "Desktop");
  if (g_str_equal (name, "DOCUMENTS"))
    return dup_special (G_USER_DIRECTORY_DOCUMENTS, "Documents");
  if (g_str_equal (name, "DOWNLOADS"))
    return dup_special (G_USER_DIRECTORY_DOWNLOAD, "Downloads");

  return NULL;
}

static gboolean
is_id (const char *text)
{
  gsize length = strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-");

  return length > 0 && length <= MAX_ID_CHARS && text[length] == '\0';
}

/* (nullable): there is no such variable. */
static char *
dup_value (const char       *name,
           const char       *folder,
           McpManifestValue  options)
{
  static const char prefix[] = "user_config.";
  char *place = dup_place (name, folder);
  McpSpan span;

  if (place != NULL || options.text == NULL || !g_str_has_prefix (name, prefix))
    return place;

  name += strlen (prefix);

  return is_id (name) && mcp_json_edit_find (options.text, options.length, name, &span)
           ? g_strdup_printf ("${input:%s}", name)
           : NULL;
}

/* "${NAME}" at @text; (nullable): it has no end, or no such meaning. */
static char *
dup_braced (const char       *text,
            const char       *end,
            gsize            *length,
            const char       *folder,
            McpManifestValue  options)
{
  const char *brace = memchr (text, '}', MIN (end - text, MAX_ID_CHARS + 20));
  g_autofree char *name = brace != NULL ? g_strndup (text + 2, brace - text - 2) : NULL;
  char *value = name != NULL ? dup_value (name, folder, options) : NULL;

  /* Of a folder with a variable in its name. */
  if (value != NULL && !g_str_has_prefix (value, "${input:") && strpbrk (value, "$%") != NULL)
    g_clear_pointer (&value, g_free);
  *length = value != NULL ? brace + 1 - text : 0;

  return value;
}

/* A text with what its variables stand for; (nullable): with an error. */
char *
mcp_bundle_fill (const char        *text,
                 const char        *folder,
                 McpManifestValue   options,
                 GError           **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *end = text + strlen (text);

  for (const char *p = text; p < end;)
    {
      const char *dollar = memchr (p, '$', end - p);
      g_autofree char *value = NULL;
      gsize length = 1;

      g_string_append_len (out, p, (dollar != NULL ? dollar : end) - p);
      if (dollar == NULL)
        break;
      if (dollar[1] != '{')
        g_string_append_c (out, '$');
      else if ((value = dup_braced (dollar, end, &length, folder, options)) != NULL)
        g_string_append (out, value);
      else
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("“%s” in its manifest.json has a variable that it cannot have"), text);
          return NULL;
        }
      if (out->len > MCP_CLIENT_MAX_ENTRY_BYTES)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is longer than %u bytes"), MCP_CLIENT_MAX_ENTRY_BYTES);
          return NULL;
        }
      p = dollar + length;
    }

  return g_strdup (out->str);
}

/* --- What a person fills in --- */

static const char * const kinds[] = { "string", "number", "boolean", "directory", "file", NULL };

/* One option. */
typedef struct
{
  McpManifestValue  object;
  char             *whole;      /* "user_config.KEY" */
  char             *kind;
  gboolean          multiple;
} Option;

static gboolean
get_flag (const Option  *self,
          const char    *key,
          gboolean      *flag,
          GError       **error)
{
  g_autofree char *whole = g_strconcat (self->whole, ".", key, NULL);
  McpManifestValue value;

  if (!mcp_bundle_get (self->object, key, whole, MCP_JSON_BOOLEAN, FALSE, &value, error))
    return FALSE;

  *flag = value.text != NULL && *value.text == 't';

  return TRUE;
}

/* Text with folders filled in; numbers and truth values as they are written. */
static char *
dup_single (McpManifestValue   value,
            const Option      *self,
            const char        *folder,
            GError           **error)
{
  g_autofree char *text = NULL;

  switch (mcp_manifest_get_type (value))
    {
    case MCP_JSON_STRING:
      text = mcp_json_dup_string (value.text, value.length);
      return mcp_bundle_fill (text, folder, (McpManifestValue) { NULL, 0 }, error);

    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return g_strndup (value.text, value.length);

    default:
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s.default” in its manifest.json is nothing that can be filled in"),
                   self->whole);
      return NULL;
    }
}

/* Several stand in lines. */
static char *
dup_default (McpManifestValue   value,
             const Option      *self,
             const char        *folder,
             GError           **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan span;

  if (!self->multiple || mcp_manifest_get_type (value) != MCP_JSON_ARRAY)
    return dup_single (value, self, folder, error);

  mcp_json_iter_init (&iter, value.text, value.length);
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      g_autofree char *line = dup_single ((McpManifestValue) { value.text + span.offset, span.length }, self, folder, error);

      if (line == NULL)
        return NULL;
      g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", line);
    }

  return g_strdup (lines->str);
}

static gboolean
append_default (GString       *json,
                const Option  *self,
                const char    *folder,
                GError       **error)
{
  McpManifestValue value;
  g_autofree char *text = NULL;

  if (!mcp_manifest_find (self->object, "default", &value))
    {
      if (g_str_equal (self->kind, "boolean"))
        mcp_json_append_member_string (json, "default", "false");
      return TRUE;
    }

  text = dup_default (value, self, folder, error);
  if (text == NULL)
    return FALSE;
  mcp_json_append_member_string (json, "default", text);

  return TRUE;
}

static gboolean
append_bound (GString       *json,
              const Option  *self,
              const char    *from,
              const char    *key,
              GError       **error)
{
  g_autofree char *whole = g_strconcat (self->whole, ".", from, NULL);
  g_autofree char *number = NULL;
  McpManifestValue value;

  if (!mcp_bundle_get (self->object, from, whole, MCP_JSON_NUMBER, FALSE, &value, error))
    return FALSE;
  if (value.text == NULL)
    return TRUE;

  number = g_strndup (value.text, value.length);
  mcp_json_append_member (json, key, number);

  return TRUE;
}

static gboolean
append_words (GString       *json,
              const Option  *self,
              const char    *id,
              GError       **error)
{
  g_autofree char *title_key = g_strconcat (self->whole, ".title", NULL);
  g_autofree char *help_key = g_strconcat (self->whole, ".description", NULL);
  g_autofree char *title = NULL;
  g_autofree char *help = NULL;

  if (!mcp_bundle_get_text (self->object, "title", title_key, FALSE, &title, error)
      || !mcp_bundle_get_text (self->object, "description", help_key, FALSE, &help, error))
    return FALSE;

  mcp_json_append_member_string (json, "description", title != NULL && *title != '\0' ? title : id);
  if (help != NULL && *help != '\0' && g_strcmp0 (help, title) != 0)
    mcp_json_append_member_string (json, "help", help);

  return TRUE;
}

static gboolean
append_option (GString       *json,
               Option        *self,
               const char    *id,
               const char    *folder,
               GError       **error)
{
  g_autofree char *kind_key = g_strconcat (self->whole, ".type", NULL);
  gboolean required;
  gboolean secret;

  if (!mcp_bundle_get_text (self->object, "type", kind_key, TRUE, &self->kind, error)
      || !get_flag (self, "required", &required, error) || !get_flag (self, "multiple", &self->multiple, error)
      || !get_flag (self, "sensitive", &secret, error))
    return FALSE;
  if (!g_strv_contains (kinds, self->kind))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” in its manifest.json is “%s”, which cannot be filled in here"), kind_key, self->kind);
      return FALSE;
    }

  g_string_append (json, json->len > 1 ? ",{" : "{");
  mcp_json_append_member_string (json, "type", g_str_equal (self->kind, "boolean") ? "pickString" : "promptString");
  mcp_json_append_member_string (json, "id", id);
  if (!append_words (json, self, id, error) || !append_default (json, self, folder, error)
      || !append_bound (json, self, "min", "minimum", error) || !append_bound (json, self, "max", "maximum", error))
    return FALSE;
  if (g_str_equal (self->kind, "boolean"))
    mcp_json_append_member (json, "options", "[\"true\",\"false\"]");
  if (!g_str_equal (self->kind, "string"))
    mcp_json_append_member_string (json, "format", self->kind);
  if (secret)
    mcp_json_append_member (json, "password", "true");
  if (self->multiple)
    mcp_json_append_member (json, "multiple", "true");
  mcp_json_append_member (json, "required", required ? "true" : "false");
  g_string_append_c (json, '}');

  return TRUE;
}

/* The inputs that a bundle asks for, as a JSON array; (nullable): with an error. */
char *
mcp_bundle_make_inputs (McpManifestValue   options,
                        const char        *folder,
                        GError           **error)
{
  g_autoptr (GString) json = g_string_new ("[");
  McpJsonIter iter;
  McpSpan key;
  McpSpan span;
  gboolean good = TRUE;
  guint n = 0;

  mcp_json_iter_init (&iter, options.text, options.length);
  for (; good && mcp_json_iter_next (&iter, &key, &span); n++)
    {
      g_autofree char *id = mcp_json_dup_string (options.text + key.offset, key.length);
      Option option = { .object = { options.text + span.offset, span.length } };

      option.whole = g_strconcat ("user_config.", id, NULL);
      if (!is_id (id) || n == MAX_INPUTS)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("“%s” in its manifest.json is no name that can be asked for, or one too many"), option.whole);
          good = FALSE;
        }
      else
        good = append_option (json, &option, id, folder, error);
      g_free (option.whole);
      g_free (option.kind);
    }
  g_string_append_c (json, ']');

  return good ? g_strdup (json->str) : NULL;
}
