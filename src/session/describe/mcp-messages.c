/* mcp-messages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-messages.h"
#include "mcp-summary.h"

/* What was said stays as it was said; all else is named, because a clipboard for text has no pictures. */

typedef struct
{
  GString  *out;
  gboolean  as_markdown;
} Writer;

static void
append_paragraph (Writer     *writer,
                  const char *text)
{
  if (writer->out->len > 0)
    g_string_append (writer->out, "\n\n");
  g_string_append (writer->out, text);
}

/* Longer than any run of backticks in it, so that it ends where it ends (CommonMark, 4.5). */
static void
append_fenced (Writer     *writer,
               const char *text)
{
  gsize run = 0;
  gsize longest = 2;

  for (const char *c = text; *c != '\0'; c++)
    {
      run = *c == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }

  append_paragraph (writer, "");
  for (gsize i = 0; i <= longest; i++)
    g_string_append_c (writer->out, '`');
  g_string_append_printf (writer->out, "\n%s%s", text, *text != '\0' && !g_str_has_suffix (text, "\n") ? "\n" : "");
  for (gsize i = 0; i <= longest; i++)
    g_string_append_c (writer->out, '`');
}

static void
append_code (Writer     *writer,
             const char *text)
{
  if (writer->as_markdown)
    append_fenced (writer, text);
  else
    append_paragraph (writer, text);
}

/* [image/png, 12 kB] */
static void
append_data (Writer     *writer,
             const char *json,
             gsize       length,
             const char *member)
{
  g_autofree char *mime_type = mcp_json_lookup_string (json, length, "mimeType");
  g_autofree char *data = mcp_json_lookup_string (json, length, member);
  gsize n_chars = data != NULL ? strlen (data) : 0;
  gsize n_padding = data == NULL ? 0 : g_str_has_suffix (data, "==") ? 2 : g_str_has_suffix (data, "=");
  g_autofree char *size = mcp_format_size (n_chars / 4 * 3 - (n_chars >= 4 ? n_padding : 0));
  g_autofree char *type = mcp_format_label (mime_type != NULL ? mime_type : _("binary data"), FALSE);
  g_autofree char *said = NULL;

  if (writer->as_markdown)
    g_strdelimit (type, "*[]`<>\\", '_');
  said = g_strdup_printf (writer->as_markdown ? "*(%s, %s)*" : "[%s, %s]", type, size);
  append_paragraph (writer, said);
}

static void
append_link (Writer     *writer,
             const char *json,
             gsize       length)
{
  g_autofree char *uri = mcp_json_lookup_string (json, length, "uri");
  g_autofree char *title = mcp_json_lookup_string (json, length, "title");
  g_autofree char *name = title != NULL ? NULL : mcp_json_lookup_string (json, length, "name");
  const char *called = title != NULL ? title : name != NULL ? name : uri;
  g_autoptr (GString) link = g_string_new (NULL);

  if (uri == NULL || !writer->as_markdown)
    {
      append_paragraph (writer, uri != NULL ? uri : called != NULL ? called : "");
      return;
    }

  g_string_append_c (link, '[');
  for (const char *c = called; *c != '\0'; c++)
    {
      if (strchr ("[]\\`*_<", *c) != NULL)
        g_string_append_c (link, '\\');
      g_string_append_c (link, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
  g_string_append (link, "](<");
  for (const char *c = uri; *c != '\0'; c++)
    if (strchr ("<>\\\n\r", *c) != NULL)
      g_string_append_printf (link, "%%%02X", *c);
    else
      g_string_append_c (link, *c);
  g_string_append (link, ">)");
  append_paragraph (writer, link->str);
}

static void
append_block (Writer     *writer,
              const char *json,
              gsize       length)
{
  g_autofree char *type = mcp_json_lookup_string (json, length, "type");
  gboolean is_resource = g_strcmp0 (type, "resource") == 0;
  g_autofree char *text = mcp_json_lookup_string (json, length, is_resource ? "resource.text" : "text");
  McpSpan resource;

  if (g_strcmp0 (type, "text") == 0 && text != NULL)
    {
      append_paragraph (writer, text);
    }
  else if (g_strcmp0 (type, "image") == 0 || g_strcmp0 (type, "audio") == 0)
    {
      append_data (writer, json, length, "data");
    }
  else if (g_strcmp0 (type, "resource_link") == 0)
    {
      append_link (writer, json, length);
    }
  else if (is_resource && text != NULL)
    {
      append_code (writer, text);
    }
  else if (is_resource && mcp_json_lookup (json, length, "resource", &resource))
    {
      append_data (writer, json + resource.offset, resource.length, "blob");
    }
  else
    {
      g_autofree char *tokens = g_strndup (json, length);

      append_code (writer, tokens);
    }
}

static void
append_role (Writer     *writer,
             const char *json,
             gsize       length)
{
  g_autofree char *role = mcp_json_lookup_string (json, length, "role");
  g_autofree char *name =
    mcp_format_label (g_strcmp0 (role, "user") == 0        ? _("User")
                      : g_strcmp0 (role, "assistant") == 0 ? _("Assistant")
                      : role != NULL                       ? role
                                                           : _("Without a role"), FALSE);
  g_autofree char *heading = NULL;

  if (writer->as_markdown)
    g_strdelimit (name, "*[]`<>\\", '_');
  heading = g_strdup_printf (writer->as_markdown ? "**%s**" : "%s:", name);
  append_paragraph (writer, heading);
}

/* Content is one block; a list of blocks, as sampling has it, is understood as well. */
static void
append_content (Writer     *writer,
                const char *json,
                gsize       length)
{
  McpJsonIter iter;
  McpSpan value;

  if (mcp_json_get_type (json, length) != MCP_JSON_ARRAY)
    {
      append_block (writer, json, length);
      return;
    }

  mcp_json_iter_init (&iter, json, length);
  while (mcp_json_iter_next (&iter, NULL, &value))
    append_block (writer, json + value.offset, value.length);
}

/**
 * mcp_messages_to_text:
 * @json: a result of `prompts/get`, valid JSON
 * @as_markdown: whether what is embedded is code, and links are links; texts are as they are in any case
 *
 * Gets what is said in the messages (server/prompts), with who says it where there are several.
 *
 * Returns: (transfer full): the text, "" for no messages
 */
char *
mcp_messages_to_text (const char *json,
                      gsize       length,
                      gboolean    as_markdown)
{
  Writer writer = { g_string_new (NULL), as_markdown };
  McpJsonIter iter;
  McpSpan messages;
  McpSpan value;
  McpSpan content;
  gboolean are_several;

  g_return_val_if_fail (json != NULL, NULL);

  if (!mcp_json_lookup (json, length, "messages", &messages)
      || !mcp_json_iter_init (&iter, json + messages.offset, messages.length) || iter.is_object)
    return g_string_free (writer.out, FALSE);

  are_several = mcp_json_count (json + messages.offset, messages.length) > 1;
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      const char *message = json + messages.offset + value.offset;

      /* What one alone says can be sent on as it is. */
      if (are_several)
        append_role (&writer, message, value.length);
      if (mcp_json_lookup (message, value.length, "content", &content))
        append_content (&writer, message + content.offset, content.length);
    }

  return g_string_free (writer.out, FALSE);
}

/**
 * mcp_messages_to_json:
 * @json: a result of `prompts/get`, valid JSON
 *
 * Gets the array of messages with the server's tokens.
 *
 * Returns: (transfer full): JSON, "[]" for no messages
 */
char *
mcp_messages_to_json (const char *json,
                      gsize       length)
{
  McpSpan messages;

  g_return_val_if_fail (json != NULL, NULL);

  if (!mcp_json_lookup (json, length, "messages", &messages))
    return g_strdup ("[]");

  return g_strndup (json + messages.offset, messages.length);
}
