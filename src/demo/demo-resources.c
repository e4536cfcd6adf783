/* demo-resources.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-demo-server"

#include "config.h"

#include <string.h>

#include "demo-server.h"
#include "demo-skills.h"
#include "mcp-error.h"

/* Resources: text, data, a picture, one that changes, and a template. */

#define RESOURCE_NOT_FOUND (-32002)

static const char about[] =
  "# The demo server\n\n"
  "This server comes with **Sounder**. It has a bit of everything:\n\n"
  "- tools that answer, fail, take their time or crash\n"
  "- resources that are text, data, a picture or a clock\n"
  "- prompts with arguments and completion\n\n"
  "Subscribe to `demo://clock` to see updates come in.\n\n"
  "## Resources\n\n"
  "| Resource | What it is | Changes |\n"
  "|---|---|:-:|\n"
  "| [`demo://clock`](demo://clock) | the time | every second |\n"
  "| [`demo://data.json`](demo://data.json) | numbers that are *easily* rounded | never |\n"
  "| `demo://greeting/{name}` | a template | ~~no~~ with its name |\n\n"
  "## From a program\n\n"
  "```python\n"
  "for line in sys.stdin:          # one message a line\n"
  "    reply(json.loads(line))\n"
  "```\n\n"
  "1. Connect\n"
  "2. Read the [specification](https://modelcontextprotocol.io/specification/)\n"
  "   - [x] what was negotiated\n"
  "   - [ ] what is left\n\n"
  "> A link opens nothing before you have seen where it goes.\n";

static const char data[] =
  "{\n  \"exact\": [9007199254740993, 1.10, 1e400, -0.0],\n"
  "  \"text\": \"na\\u00efve\",\n  \"nested\": {\"deep\": {\"deeper\": [true, null]}}\n}\n";

static const char measurements[] =
  "{\"unit\": \"ms\", \"measurements\": [\n"
  "  {\"tool\": \"echo\", \"calls\": 12, \"median\": 0.10, \"slowest\": 1.9, \"tags\": [\"fast\"]},\n"
  "  {\"tool\": \"add\", \"calls\": 9007199254740993, \"median\": 0.1, \"slowest\": null},\n"
  "  {\"tool\": \"slow\", \"calls\": 9007199254740992, \"median\": 2000.5, \"slowest\": 6e5},\n"
  "  {\"tool\": \"crash\", \"calls\": 1, \"note\": \"ended, with \\\"3\\\"\"}\n"
  "]}\n";

static const char * const resources[] = {
  "{\"uri\":\"demo://about\",\"name\":\"about\",\"title\":\"About this server\",\"description\":"
  "\"What there is to try\",\"mimeType\":\"text/markdown\",\"annotations\":{\"audience\":[\"user\"],"
  "\"priority\":1.0,\"lastModified\":\"2026-11-20T09:00:00Z\"}}",
  "{\"uri\":\"demo://clock\",\"name\":\"clock\",\"title\":\"Clock\",\"description\":"
  "\"The time; subscribe to it and it changes every second\",\"mimeType\":\"text/plain\"}",
  "{\"uri\":\"demo://data.json\",\"name\":\"data.json\",\"title\":\"Numbers\",\"description\":"
  "\"Numbers that are easily rounded\",\"mimeType\":\"application/json\"}",
  "{\"uri\":\"demo://picture.png\",\"name\":\"picture.png\",\"title\":\"Picture\",\"description\":"
  "\"Rings in the water\",\"mimeType\":\"image/png\"}",
  "{\"uri\":\"demo://tone.wav\",\"name\":\"tone.wav\",\"title\":\"Tone\",\"description\":"
  "\"A sound that fades\",\"mimeType\":\"audio/wav\"}",
  "{\"uri\":\"demo://bytes.bin\",\"name\":\"bytes.bin\",\"title\":\"Bytes\",\"description\":"
  "\"All 256 of them\",\"mimeType\":\"application/octet-stream\",\"size\":256}",
  "{\"uri\":\"demo://handbook\",\"name\":\"handbook\",\"title\":\"Handbook\",\"description\":"
  "\"A directory; what is in it is not listed\",\"mimeType\":\"inode/directory\"}",
  "{\"uri\":\"demo://both\",\"name\":\"both\",\"title\":\"Two in one\",\"description\":"
  "\"A resource with two contents\"}",
};

static const char * const templates[] = {
  "{\"uriTemplate\":\"demo://greeting/{name}{?language}\",\"name\":\"greeting\",\"title\":"
  "\"Greeting\",\"description\":\"A greeting for a name, in a language\",\"mimeType\":"
  "\"text/plain\"}",
  "{\"uriTemplate\":\"demo://square/{number}\",\"name\":\"square\",\"title\":\"Square\","
  "\"description\":\"A number times itself\",\"mimeType\":\"text/plain\"}",
};

void
demo_resources_list (DemoServer *self,
                     McpId      *id,
                     const char *params)
{
  demo_reply_page (self, id, params, "resources", resources, G_N_ELEMENTS (resources));
}

void
demo_resources_templates (DemoServer *self,
                          McpId      *id,
                          const char *params)
{
  demo_reply_page (self, id, params, "resourceTemplates", templates, G_N_ELEMENTS (templates));
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
      append_content (json, uri, "text/markdown", "text", about);
    }
  else if (g_str_equal (uri, "demo://clock"))
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

      text = g_date_time_format_iso8601 (now);
      append_content (json, uri, "text/plain", "text", text);
    }
  else if (g_str_equal (uri, "demo://data.json"))
    {
      append_content (json, uri, "application/json", "text", data);
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
      append_content (json, "demo://both/two", "application/json", "text", measurements);
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
