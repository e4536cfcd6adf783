/* cli-content.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-content.h"
#include "cli-text.h"
#include "mcp-json.h"
#include "mcp-resource-contents.h"
#include "mcp-summary.h"

/* Content blocks of tool results and prompts, for people. */

/**
 * cli_content_print_text:
 * @text: text of a server
 *
 * Prints a text and a line end. On a terminal no control character of it acts; elsewhere it
 * is exactly the text.
 */
void
cli_content_print_text (CliOutput  *output,
                        const char *text,
                        gsize       length)
{
  if (cli_output_is_terminal (output))
    {
      g_autofree char *visible = cli_text_visible (text, length, TRUE);

      cli_output_write (output, visible, strlen (visible));
    }
  else
    cli_output_write (output, text, length);

  if (length == 0 || text[length - 1] != '\n')
    cli_output_write (output, "\n", 1);
}

static void
print_bracketed (CliOutput  *output,
                 const char *type,
                 const char *what,
                 const char *more)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *visible = NULL;

  g_string_append (text, type);
  if (what != NULL)
    g_string_append_printf (text, " %s", what);
  if (more != NULL)
    g_string_append_printf (text, ", %s", more);
  g_string_append_c (text, ']');

  visible = cli_text_visible (text->str, -1, FALSE);
  cli_output_style (output, line, CLI_STYLE_DIM, visible);
  cli_output_print (output, "%s\n", line->str);
}

/* Base64 of @length characters holds three bytes in four. */
static char *
format_base64_size (const char *base64)
{
  gsize length = strlen (base64);
  gsize size = length / 4 * 3;

  if (length > 0 && base64[length - 1] == '=')
    size -= length > 1 && base64[length - 2] == '=' ? 2 : 1;

  return mcp_format_size (size);
}

static void
print_embedded (CliOutput  *output,
                const char *text,
                gsize       length)
{
  g_autofree char *uri = mcp_json_lookup_string (text, length, "resource.uri");
  g_autofree char *contents = mcp_json_lookup_string (text, length, "resource.text");
  g_autofree char *mime_type = mcp_json_lookup_string (text, length, "resource.mimeType");

  print_bracketed (output, "resource", uri, mime_type);
  if (contents != NULL)
    cli_content_print_text (output, contents, strlen (contents));
}

/**
 * cli_content_print:
 * @text: a content block, JSON
 *
 * Prints a content block: text as it is, all else as what it is and how big.
 */
void
cli_content_print (CliOutput  *output,
                   const char *text,
                   gsize       length)
{
  g_autofree char *type = mcp_json_lookup_string (text, length, "type");
  g_autofree char *string = mcp_json_lookup_string (text, length, "text");

  if (g_strcmp0 (type, "text") == 0 && string != NULL)
    cli_content_print_text (output, string, strlen (string));
  else if (g_strcmp0 (type, "image") == 0 || g_strcmp0 (type, "audio") == 0)
    {
      g_autofree char *mime_type = mcp_json_lookup_string (text, length, "mimeType");
      g_autofree char *data = mcp_json_lookup_string (text, length, "data");
      g_autofree char *size = format_base64_size (data != NULL ? data : "");

      print_bracketed (output, type, mime_type, size);
    }
  else if (g_strcmp0 (type, "resource_link") == 0)
    {
      g_autofree char *uri = mcp_json_lookup_string (text, length, "uri");
      g_autofree char *name = mcp_json_lookup_string (text, length, "name");

      print_bracketed (output, type, uri, name);
    }
  else if (g_strcmp0 (type, "resource") == 0)
    print_embedded (output, text, length);
  else
    cli_output_print_json (output, text, length);
}

static void
note_binary (const char *text,
             gsize       length,
             gsize       n_bytes)
{
  g_autofree char *uri = mcp_json_lookup_string (text, length, "uri");
  g_autofree char *mime_type = mcp_json_lookup_string (text, length, "mimeType");
  g_autofree char *size = mcp_format_size (n_bytes);
  g_autofree char *visible_uri = cli_text_visible (uri, -1, FALSE);
  g_autofree char *visible_type = cli_text_visible (mime_type, -1, FALSE);

  cli_note (_("%s: %s of %s, not shown on a terminal; --output FILE saves it"),
            visible_uri, size, *visible_type != '\0' ? visible_type : _("binary data"));
}

/**
 * cli_content_print_resource:
 * @text: one of the contents of a resource, JSON
 *
 * Prints a text as it is, and bytes unless they would go to a terminal.
 */
void
cli_content_print_resource (CliOutput  *output,
                            const char *text,
                            gsize       length)
{
  gboolean is_binary = FALSE;
  g_autoptr (GBytes) bytes = mcp_resource_contents_dup_bytes (text, length, &is_binary, NULL);
  const char *data;
  gsize n_bytes;

  if (bytes == NULL)
    {
      cli_output_print_json (output, text, length);
      return;
    }

  data = g_bytes_get_data (bytes, &n_bytes);
  if (!is_binary)
    cli_content_print_text (output, data, n_bytes);
  else if (cli_output_is_terminal (output))
    note_binary (text, length, n_bytes);
  else
    cli_output_write (output, data, n_bytes);
}
