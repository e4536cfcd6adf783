/* mcp-bundle-manifest.c
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

/* The manifest.json of a bundle (0.1 to 0.4), but for how it is started: who made it, and what it says of itself. */

#define MAX_TOOLS 1000

static const char * const kinds[] = { "node", "python", "binary", "uv", NULL };

static const char *
get_type_words (McpJsonType type)
{
  switch (type)
    {
    case MCP_JSON_STRING:
      return _("a string");

    case MCP_JSON_ARRAY:
      return _("an array");

    case MCP_JSON_BOOLEAN:
      return _("true or false");

    case MCP_JSON_NUMBER:
      return _("a number");

    default:
      return _("an object");
    }
}

/* Where one is, @whole names it in errors; without @value->text where there is none. */
gboolean
mcp_bundle_get (McpManifestValue   object,
                const char        *key,
                const char        *whole,
                McpJsonType        type,
                gboolean           is_required,
                McpManifestValue  *value,
                GError           **error)
{
  if (!mcp_manifest_find (object, key, value))
    {
      *value = (McpManifestValue) { NULL, 0 };
      if (is_required)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Its manifest.json has no “%s”"), whole);
      return !is_required;
    }
  if (mcp_manifest_get_type (*value) != type)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   /* Translators: the first %s is a key, the second says what its value is: "an array". */
                   _("“%s” in its manifest.json must be %s"), whole, get_type_words (type));
      return FALSE;
    }

  return TRUE;
}

/* The same of text. */
gboolean
mcp_bundle_get_text (McpManifestValue   object,
                     const char        *key,
                     const char        *whole,
                     gboolean           is_required,
                     char             **text,
                     GError           **error)
{
  McpManifestValue value;

  if (!mcp_bundle_get (object, key, whole, MCP_JSON_STRING, is_required, &value, error))
    return FALSE;

  *text = value.text != NULL ? mcp_json_dup_string (value.text, value.length) : NULL;

  return TRUE;
}

static gboolean
read_tools (McpBundle         *self,
            McpManifestValue   manifest,
            GError           **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;
  gboolean good = mcp_bundle_get (manifest, "tools", "tools", MCP_JSON_ARRAY, FALSE, &list, error);

  if (good && list.text != NULL && mcp_json_iter_init (&iter, list.text, list.length))
    for (guint n = 0; good && n < MAX_TOOLS && mcp_json_iter_next (&iter, NULL, &span); n++)
      {
        McpManifestValue tool = { list.text + span.offset, span.length };
        g_autofree char *name = NULL;
        g_autofree char *text = NULL;

        good = mcp_bundle_get_text (tool, "name", "tools.name", TRUE, &name, error)
               && mcp_bundle_get_text (tool, "description", "tools.description", FALSE, &text, error);
        if (!good)
          break;
        g_strv_builder_add (names, name);
        g_strv_builder_add (texts, text != NULL ? text : "");
      }
  self->tools = g_strv_builder_end (names);
  self->tool_texts = g_strv_builder_end (texts);

  return good;
}

/* --- Notes --- */

static void
note_platforms (McpManifestValue  compatibility,
                GStrvBuilder     *notes)
{
  g_autoptr (GString) names = g_string_new (NULL);
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;

  if (!mcp_bundle_get (compatibility, "platforms", "platforms", MCP_JSON_ARRAY, TRUE, &list, NULL)
      || !mcp_json_iter_init (&iter, list.text, list.length))
    return;

  for (guint n = 0; n < 20 && mcp_json_iter_next (&iter, NULL, &span); n++)
    {
      g_autofree char *name = mcp_json_dup_string (list.text + span.offset, span.length);

      if (g_strcmp0 (name, "linux") == 0)
        return;
      if (name != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  if (names->len > 0)
    {
      /* Translators: %s has names of systems, such as "darwin, win32". */
      g_autofree char *note = g_strdup_printf (_("It says that it is for %s alone."), names->str);

      g_strv_builder_add (notes, note);
    }
}

static void
note_runtimes (McpManifestValue  compatibility,
               GStrvBuilder     *notes)
{
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan key;
  McpSpan span;

  if (!mcp_bundle_get (compatibility, "runtimes", "runtimes", MCP_JSON_OBJECT, TRUE, &list, NULL)
      || !mcp_json_iter_init (&iter, list.text, list.length))
    return;

  for (guint n = 0; n < 10 && mcp_json_iter_next (&iter, &key, &span); n++)
    {
      g_autofree char *name = mcp_json_dup_string (list.text + key.offset, key.length);
      g_autofree char *version = mcp_json_dup_string (list.text + span.offset, span.length);
      /* Translators: a program and its versions: "node >=16". */
      g_autofree char *note = version != NULL ? g_strdup_printf (_("It needs %s %s."), name, version) : NULL;

      if (note != NULL)
        g_strv_builder_add (notes, note);
    }
}

static void
write_notes (McpBundle        *self,
             McpManifestValue  manifest,
             gboolean          is_signed)
{
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();
  g_autofree char *generated = mcp_manifest_get_text (manifest, "tools_generated");
  McpManifestValue compatibility;

  if (mcp_manifest_find (manifest, "compatibility", &compatibility))
    {
      note_platforms (compatibility, notes);
      note_runtimes (compatibility, notes);
    }
  if (g_strcmp0 (generated, "true") == 0)
    g_strv_builder_add (notes, _("It has more tools than it tells of."));
  if (is_signed)
    g_strv_builder_add (notes, _("It is signed; the signature was not verified."));
  self->notes = g_strv_builder_end (notes);
}

/* --- The whole --- */

/* Valid JSON, as long as @self is. */
McpManifestValue
mcp_bundle_get_manifest (McpBundle *self)
{
  gsize length;
  const char *text = g_bytes_get_data (self->manifest, &length);

  return (McpManifestValue) { text, length };
}

static gboolean
read_server (McpBundle         *self,
             McpManifestValue   manifest,
             GError           **error)
{
  McpManifestValue server;

  if (!mcp_bundle_get (manifest, "server", "server", MCP_JSON_OBJECT, TRUE, &server, error)
      || !mcp_bundle_get_text (server, "type", "server.type", TRUE, &self->kind, error))
    return FALSE;
  if (g_strv_contains (kinds, self->kind))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” in its manifest.json is “%s”, which cannot be run from here"),
               "server.type", self->kind);

  return FALSE;
}

/* Of the JSON that editors let through, comments are no part here. */
static gboolean
check_json (McpBundle  *self,
            GError    **error)
{
  g_autoptr (GError) local_error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (self->manifest, &length);
  gboolean has_mark = length >= 3 && memcmp (text, "\357\273\277", 3) == 0;
  g_autoptr (GBytes) whole = g_steal_pointer (&self->manifest);

  self->manifest = g_bytes_new_from_bytes (whole, has_mark ? 3 : 0, length - (has_mark ? 3 : 0));
  if (mcp_json_validate (text + (has_mark ? 3 : 0), length - (has_mark ? 3 : 0), &local_error))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Its manifest.json cannot be read: %s"), local_error->message);

  return FALSE;
}

/* What the manifest says of the bundle. How it is started is looked at as well, so that it need not be unpacked for that. */
gboolean
mcp_bundle_read_manifest (McpBundle  *self,
                          gboolean    is_signed,
                          GError    **error)
{
  McpManifestValue manifest;
  McpManifestValue author;

  if (!check_json (self, error))
    return FALSE;

  manifest = mcp_bundle_get_manifest (self);
  if (mcp_manifest_get_type (manifest) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Its manifest.json must be an object"));
      return FALSE;
    }
  if (!mcp_bundle_get_text (manifest, "name", "name", TRUE, &self->name, error)
      || !mcp_bundle_get_text (manifest, "version", "version", TRUE, &self->version, error)
      || !mcp_bundle_get_text (manifest, "description", "description", TRUE, &self->description, error)
      || !mcp_bundle_get_text (manifest, "display_name", "display_name", FALSE, &self->title, error)
      || !mcp_bundle_get (manifest, "author", "author", MCP_JSON_OBJECT, TRUE, &author, error)
      || !mcp_bundle_get_text (author, "name", "author.name", TRUE, &self->author, error)
      || !read_server (self, manifest, error)
      || !read_tools (self, manifest, error))
    return FALSE;

  write_notes (self, manifest, is_signed);

  return mcp_bundle_check_server (self, error);
}
