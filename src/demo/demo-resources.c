/* demo-resources.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server.h"
#include "demo-skills.h"
#include "mcp-error.h"

/* Resources: text, data, a picture, one that changes, and a template. */

#define RESOURCE_NOT_FOUND (-32002)

void
demo_resources_list (DemoServer *self,
                     McpId      *id,
                     const char *params)
{
  demo_file_reply_page (self, id, params, "resources", "resources.json");
}

void
demo_resources_templates (DemoServer *self,
                          McpId      *id,
                          const char *params)
{
  demo_file_reply_page (self, id, params, "resourceTemplates", "templates.json");
}

static void
append_content (GString    *json,
                const char *uri,
                const char *mime_type,
                const char *member,
                const char *value)
{
  if (json->str[json->len - 1] != '[')
    g_string_append_c (json, ',');
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "uri", uri);
  mcp_json_append_member_string (json, "mimeType", mime_type);
  mcp_json_append_member_string (json, member, value);
  g_string_append_c (json, '}');
}

static char *
greeting (const char *uri)
{
  g_autofree char *path = g_strdup (uri + strlen ("demo://greeting/"));
  char *query = strchr (path, '?');
  g_autofree char *name = NULL;
  const char *hello = "Hello";

  if (query != NULL)
    {
      *query++ = '\0';
      if (strstr (query, "language=ko") != NULL)
        hello = "안녕하세요";
      else if (strstr (query, "language=de") != NULL)
        hello = "Guten Tag";
      else if (strstr (query, "language=is") != NULL)
        hello = "Halló";
    }

  name = g_uri_unescape_string (path, NULL);

  return g_strdup_printf ("%s, %s!", hello, name != NULL ? name : path);
}

static gboolean
append_resource (GString    *json,
                 const char *uri)
{
  g_autofree char *text = NULL;

  if (g_str_equal (uri, "demo://about"))
    {
      append_content (json, uri, "text/markdown", "text", demo_file ("about.md"));
    }
  else if (g_str_equal (uri, "demo://clock"))
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

      text = g_date_time_format_iso8601 (now);
      append_content (json, uri, "text/plain", "text", text);
    }
  else if (g_str_equal (uri, "demo://data.json"))
    {
      append_content (json, uri, "application/json", "text", demo_file ("data.json"));
    }
  else if (g_str_equal (uri, "demo://picture.png"))
    {
      text = demo_media_png (160);
      append_content (json, uri, "image/png", "blob", text);
    }
  else if (g_str_equal (uri, "demo://tone.wav"))
    {
      text = demo_media_wav (440, 600);
      append_content (json, uri, "audio/wav", "blob", text);
    }
  else if (g_str_equal (uri, "demo://bytes.bin"))
    {
      guint8 bytes[256];

      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = i;
      text = g_base64_encode (bytes, sizeof bytes);
      append_content (json, uri, "application/octet-stream", "blob", text);
    }
  else if (g_str_equal (uri, "demo://both"))
    {
      append_content (json, "demo://both/one", "text/plain", "text", "The first of two");
      append_content (json, "demo://both/two", "application/json", "text", demo_file ("measurements.json"));
    }
  else if ((text = demo_directories_dup_text (uri)) != NULL)
    {
      append_content (json, uri, "text/markdown", "text", text);
    }
  else if (g_str_has_prefix (uri, "demo://greeting/"))
    {
      text = greeting (uri);
      append_content (json, uri, "text/plain", "text", text);
    }
  else if (g_str_has_prefix (uri, "demo://square/"))
    {
      gint64 number = g_ascii_strtoll (uri + strlen ("demo://square/"), NULL, 10);

      text = g_strdup_printf ("%" G_GINT64_FORMAT, CLAMP (number, -1000000, 1000000)
                                                     * CLAMP (number, -1000000, 1000000));
      append_content (json, uri, "text/plain", "text", text);
    }
  else
    {
      return demo_skills_append_contents (json, uri);
    }

  return TRUE;
}

void
demo_resources_read (DemoServer *self,
                     McpId      *id,
                     const char *params)
{
  g_autofree char *uri = demo_string (params, "uri");
  GString *json = g_string_new ("{\"contents\":[");

  if (uri != NULL && append_resource (json, uri))
    {
      g_string_append (json, "]}");
      demo_server_reply (self, id, json->str);
    }
  else
    {
      g_autofree char *error_data = NULL;
      GString *object = g_string_new ("{");

      mcp_json_append_member_string (object, "uri", uri);
      g_string_append_c (object, '}');
      error_data = g_string_free (object, FALSE);
      demo_server_reply_error (self, id,
                               uri == NULL || demo_server_is_modern (self, id) ? MCP_RPC_INVALID_PARAMS
                                                                               : RESOURCE_NOT_FOUND,
                               error_data, "Resource not found: %s", uri != NULL ? uri : "no uri");
    }

  g_string_free (json, TRUE);
}
