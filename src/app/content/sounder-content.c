/* sounder-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-content-notes.h"
#include "mcp-json.h"
#include "sounder-content.h"
#include "mcp-media.h"

/* Base64 in the standard alphabet; the white space that some encoders put in is let through. */
static gboolean
is_base64 (const char *text)
{
  gsize n_digits = 0;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (g_ascii_isspace (*p))
        continue;
      if (!g_ascii_isalnum (*p) && *p != '+' && *p != '/' && *p != '=')
        return FALSE;
      n_digits++;
    }

  return n_digits % 4 == 0;
}

/* Takes the text, and decodes in place: there may be a hundred mebibytes of it. A zero follows the bytes. */
static GBytes *
decode_base64 (char *text)
{
  gsize length = 0;

  if (!is_base64 (text))
    {
      g_free (text);
      return NULL;
    }

  if (*text != '\0')
    g_base64_decode_inplace (text, &length);
  text[length] = '\0';
  text = g_realloc (text, length + 1);

  return g_bytes_new_with_free_func (text, length, g_free, text);
}

static SounderContentKind
kind_of_mime_type (const char *mime_type)
{
  if (mime_type != NULL && g_ascii_strncasecmp (mime_type, "image/", 6) == 0)
    return SOUNDER_CONTENT_IMAGE;
  if (mime_type != NULL && g_ascii_strncasecmp (mime_type, "audio/", 6) == 0)
    return SOUNDER_CONTENT_AUDIO;
  if (mime_type != NULL && g_ascii_strncasecmp (mime_type, "video/", 6) == 0)
    return SOUNDER_CONTENT_VIDEO;

  return SOUNDER_CONTENT_BINARY;
}

/* What cannot be shown as what it is stays readable as its own tokens. */
static void
fall_back (SounderContent *self,
           const char     *json,
           gsize           length,
           const char     *problem)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->kind = SOUNDER_CONTENT_JSON;
  self->bytes = g_bytes_new (json, length);
  self->problem = g_strdup (problem);
}

/* A few words of SVG can ask for gigabytes and hours. */
static void
show_as_text (SounderContent *self)
{
  self->kind = SOUNDER_CONTENT_TEXT;
  self->text = g_bytes_get_data (self->bytes, NULL);
  self->is_svg = TRUE;
  self->problem = g_strdup (_("An SVG picture is shown as its text"));
}

static void
read_data (SounderContent *self,
           const char     *json,
           gsize           length,
           const char     *member)
{
  char *base64 = mcp_json_lookup_string (json, length, member);
  gboolean has_data = base64 != NULL;

  self->bytes = has_data ? decode_base64 (base64) : NULL;
  if (self->bytes == NULL)
    fall_back (self, json, length, has_data ? _("The data is not valid Base64")
                                            : _("There is no data"));
  else if (self->kind == SOUNDER_CONTENT_IMAGE && mcp_media_is_svg (self->bytes))
    show_as_text (self);
}

/**
 * sounder_content_take_text:
 * @text: (transfer full): text
 *
 * Makes the content text.
 */
void
sounder_content_take_text (SounderContent *self,
                           char           *text)
{
  self->kind = SOUNDER_CONTENT_TEXT;
  self->text = text;
  self->bytes = g_bytes_new_with_free_func (text, strlen (text), g_free, text);
}

static gboolean
read_text (SounderContent *self,
           const char     *json,
           gsize           length)
{
  char *text = mcp_json_lookup_string (json, length, "text");

  if (text != NULL)
    sounder_content_take_text (self, text);

  return text != NULL;
}

/**
 * sounder_content_new_for_resource:
 * @json: a resource's contents, of `resources/read` or embedded
 * @length: length of @json in bytes
 *
 * Reads one of the contents of a resource (server/resources): text, or a blob by its MIME type.
 *
 * Returns: (transfer full): new content
 */
SounderContent *
sounder_content_new_for_resource (const char *json,
                                  gsize       length)
{
  SounderContent *self = g_new0 (SounderContent, 1);

  self->uri = mcp_json_lookup_string (json, length, "uri");
  self->mime_type = mcp_json_lookup_string (json, length, "mimeType");
  self->notes = mcp_content_notes_read (json, length);

  if (!read_text (self, json, length))
    {
      self->kind = kind_of_mime_type (self->mime_type);
      read_data (self, json, length, "blob");
    }

  return self;
}

static void
read_link (SounderContent *self,
           const char     *json,
           gsize           length)
{
  self->kind = SOUNDER_CONTENT_LINK;
  self->uri = mcp_json_lookup_string (json, length, "uri");
  self->mime_type = mcp_json_lookup_string (json, length, "mimeType");
  self->description = mcp_json_lookup_string (json, length, "description");
  self->name = mcp_json_lookup_string (json, length, "title");
  if (self->name == NULL)
    self->name = mcp_json_lookup_string (json, length, "name");
  if (self->uri == NULL)
    fall_back (self, json, length, _("The link has no URI"));
}

static SounderContent *
read_embedded (const char *json,
               gsize       length)
{
  McpSpan resource;
  SounderContent *self;

  if (!mcp_json_lookup (json, length, "resource", &resource)
      || mcp_json_get_type (json + resource.offset, resource.length) != MCP_JSON_OBJECT)
    {
      self = g_new0 (SounderContent, 1);
      fall_back (self, json, length, _("There is no resource in it"));
      return self;
    }

  self = sounder_content_new_for_resource (json + resource.offset, resource.length);
  self->is_embedded = TRUE;

  return self;
}

/**
 * sounder_content_new_for_block:
 * @json: a content block, valid JSON
 * @length: length of @json in bytes
 *
 * Reads a content block of a tool's result or of a prompt's message (server/tools, server/prompts).
 *
 * Returns: (transfer full): new content
 */
SounderContent *
sounder_content_new_for_block (const char *json,
                               gsize       length)
{
  g_autofree char *type = mcp_json_lookup_string (json, length, "type");
  SounderContent *self;

  if (g_strcmp0 (type, "resource") == 0)
    {
      self = read_embedded (json, length);
      g_clear_pointer (&self->notes, g_ptr_array_unref);
      self->notes = mcp_content_notes_read (json, length);
      return self;
    }

  self = g_new0 (SounderContent, 1);
  self->notes = mcp_content_notes_read (json, length);

  if (g_strcmp0 (type, "text") == 0)
    {
      if (!read_text (self, json, length))
        fall_back (self, json, length, _("There is no text in it"));
    }
  else if (g_strcmp0 (type, "image") == 0 || g_strcmp0 (type, "audio") == 0)
    {
      self->kind = *type == 'i' ? SOUNDER_CONTENT_IMAGE : SOUNDER_CONTENT_AUDIO;
      self->mime_type = mcp_json_lookup_string (json, length, "mimeType");
      read_data (self, json, length, "data");
    }
  else if (g_strcmp0 (type, "resource_link") == 0)
    {
      read_link (self, json, length);
    }
  else
    {
      g_autofree char *problem = type != NULL
                                   ? g_strdup_printf (_("Content of the unknown type “%s”"), type)
                                   : g_strdup (_("Content without a type"));

      fall_back (self, json, length, problem);
    }

  return self;
}

/* A resource that is only named: an entry of a list. */
static SounderContent *
new_for_entry (const char *json,
               gsize       length)
{
  SounderContent *self = g_new0 (SounderContent, 1);

  self->notes = mcp_content_notes_read (json, length);
  read_link (self, json, length);

  return self;
}

/**
 * sounder_content_read_list:
 * @json: a result or a message, valid JSON
 * @length: length of @json in bytes
 * @member: "content" of a tool's result or of a message, "contents" of a resource, or "resources" of a directory
 *
 * Reads a list of content. What follows the first %SOUNDER_CONTENT_MAX_SHOWN is only counted: it
 * is there as %NULL.
 *
 * Returns: (transfer container) (element-type SounderContent): the content, empty when there is none
 */
GPtrArray *
sounder_content_read_list (const char *json,
                           gsize       length,
                           const char *member)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) sounder_content_free);
  SounderContent *(*read) (const char *, gsize) = g_str_equal (member, "contents")  ? sounder_content_new_for_resource
                                                  : g_str_equal (member, "resources") ? new_for_entry
                                                                                      : sounder_content_new_for_block;
  McpSpan span;
  McpSpan value;
  McpJsonIter iter;

  if (!mcp_json_lookup (json, length, member, &span)
      || !mcp_json_iter_init (&iter, json + span.offset, span.length) || iter.is_object)
    return list;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      const char *item = json + span.offset + value.offset;

      g_ptr_array_add (list, list->len < SOUNDER_CONTENT_MAX_SHOWN ? read (item, value.length) : NULL);
    }

  return list;
}

/**
 * sounder_content_free:
 * @self: (transfer full) (nullable): content
 *
 * Frees content.
 */
void
sounder_content_free (SounderContent *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->mime_type);
  g_free (self->uri);
  g_free (self->name);
  g_free (self->description);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self->problem);
  g_free (self);
}

/**
 * sounder_content_dup_file_name:
 *
 * Suggests a name for a file. Only the last part of a URI is taken, without anything that would
 * lead to another folder.
 *
 * Returns: (transfer full): a name
 */
char *
sounder_content_dup_file_name (const SounderContent *self)
{
  g_autofree char *base = NULL;
  const char *slash = self->uri != NULL ? strrchr (self->uri, '/') : NULL;
  const char *subtype = self->mime_type != NULL ? strchr (self->mime_type, '/') : NULL;

  if (slash != NULL)
    base = g_uri_unescape_string (slash + 1, "/\\");
  if (base != NULL)
    g_strdelimit (base, "/\\:?*\"<>|\n\r\t", '_');
  if (base != NULL && *base != '\0' && *base != '.')
    return g_steal_pointer (&base);

  if (self->kind == SOUNDER_CONTENT_TEXT)
    return g_strdup ("content.txt");
  if (self->kind == SOUNDER_CONTENT_JSON)
    return g_strdup ("content.json");
  if (subtype != NULL && g_ascii_isalnum (subtype[1]))
    {
      g_autofree char *extension = g_strdup (subtype + 1);

      extension[strcspn (extension, ";+ /\\")] = '\0';
      return g_strconcat ("content.", extension, NULL);
    }

  return g_strdup ("content.bin");
}
