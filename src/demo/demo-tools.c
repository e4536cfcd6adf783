/* demo-tools.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"
#include "mcp-schema.h"

/*
 * The tools: their list, which is files/tools.json, and those that answer at once. Arguments are checked against the
 * schemas there before a tool sees any.
 */

/* The client's capability without which a tool is not offered; NULL for none. */
static const char *
find_need (const char *tool)
{
  static const struct
  {
    const char *tool;
    const char *capability;
  } needs[] = {
    { "ask-form", "elicitation" }, { "ask-url", "elicitation.url" }, { "ask-model", "sampling" }, { "ask-roots", "roots" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (g_str_equal (needs[i].tool, tool))
      return needs[i].capability;

  return NULL;
}

void
demo_tools_list (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) tools = demo_file_read_list ("tools.json");

  for (guint i = 0; tools[i] != NULL; i++)
    {
      g_autofree char *name = demo_string (tools[i], "name");
      g_autofree char *icons = demo_icons (i % 3, i % 2 ? 0x26a269 : 0x3584e4, 0);
      const char *need = find_need (name);
      GString *json;

      if (need != NULL && !demo_server_client_has (self, need))
        continue;

      json = g_string_new_len (tools[i], strlen (tools[i]) - 1);
      mcp_json_append_member (json, "icons", icons);
      g_string_append_c (json, '}');
      g_ptr_array_add (items, g_string_free (json, FALSE));
    }

  demo_reply_page (self, id, params, "tools", (const char * const *) items->pdata, items->len);
}

static double
lookup_number (const char *arguments,
               const char *path)
{
  double value = 0;

  mcp_json_lookup_double (arguments, strlen (arguments), path, &value);

  return value;
}

static void
call_add (DemoServer *self,
          McpId      *id,
          const char *arguments)
{
  double a = lookup_number (arguments, "a");
  double b = lookup_number (arguments, "b");
  int digits = demo_int (arguments, "digits", 4, 0, 15);
  g_autofree char *operation = demo_string (arguments, "operation");
  g_autofree char *note = demo_string (arguments, "note");
  gboolean explain = FALSE;
  const char *sign = "+";
  double answer = a + b;
  g_autofree char *number = NULL;

  mcp_json_lookup_boolean (arguments, strlen (arguments), "explain", &explain);

  if (g_strcmp0 (operation, "subtract") == 0)
    {
      sign = "−";
      answer = a - b;
    }
  else if (g_strcmp0 (operation, "multiply") == 0)
    {
      sign = "×";
      answer = a * b;
    }
  else if (g_strcmp0 (operation, "divide") == 0)
    {
      sign = "÷";
      answer = a / b;
      if (b == 0)
        {
          demo_reply_text (self, id, TRUE, "%g cannot be divided by zero", a);
          return;
        }
    }

  /* Zeros at the end say nothing. */
  number = g_strdup_printf ("%.*f", digits, answer);
  if (strchr (number, '.') != NULL)
    {
      gsize end = strlen (number);

      while (number[end - 1] == '0')
        end--;
      number[number[end - 1] == '.' ? end - 1 : end] = '\0';
    }

  if (explain)
    demo_reply_text (self, id, FALSE, "%g %s %g = %s%s%s", a, sign, b, number,
                     note != NULL ? " — " : "", note != NULL ? note : "");
  else
    demo_reply_text (self, id, FALSE, "%s%s%s", number, note != NULL ? " — " : "",
                     note != NULL ? note : "");
}

static void
call_media (DemoServer *self,
            McpId      *id,
            const char *type,
            const char *mime_type,
            const char *text,
            const char *base64)
{
  g_autofree char *result = NULL;
  GString *json = g_string_new ("{\"content\":[{\"type\":\"text\"");

  mcp_json_append_member_string (json, "text", text);
  g_string_append (json, "},{");
  mcp_json_append_member_string (json, "type", type);
  mcp_json_append_member_string (json, "data", base64);
  mcp_json_append_member_string (json, "mimeType", mime_type);
  g_string_append (json, "}]}");
  result = g_string_free (json, FALSE);
  demo_server_reply (self, id, result);
}

/* A text, and the same as structured content. */
static void
reply_structured (DemoServer *self,
                  McpId      *id,
                  const char *json)
{
  g_autoptr (GString) result = g_string_new ("{\"content\":[{\"type\":\"text\"");

  mcp_json_append_member_string (result, "text", json);
  g_string_append (result, "}]");
  mcp_json_append_member (result, "structuredContent", json);
  g_string_append_c (result, '}');
  demo_server_reply (self, id, result->str);
}

static void
call_weather (DemoServer *self,
              McpId      *id,
              const char *arguments)
{
  g_autofree char *location = demo_string (arguments, "location");
  guint days = demo_int (arguments, "days", 3, 1, 7);
  gboolean broken = FALSE;
  guint base = g_str_hash (location) % 20;
  GString *json = g_string_new ("{");

  mcp_json_lookup_boolean (arguments, strlen (arguments), "break", &broken);

  mcp_json_append_member_string (json, "location", location);
  if (broken)
    mcp_json_append_member_string (json, "temperature", "mild");
  else
    g_string_append_printf (json, ",\"temperature\":%u.50", base + 5);
  mcp_json_append_member_string (json, "conditions", base % 2 ? "Partly cloudy" : "Clear");
  mcp_json_append_key (json, "forecast");
  g_string_append_c (json, '[');
  for (guint day = 1; day <= days; day++)
    g_string_append_printf (json, "%s{\"day\":%u,\"high\":%u,\"low\":%u}", day > 1 ? "," : "", day,
                            base + 7 + day % 3, base + day % 4);
  g_string_append (json, "]}");

  reply_structured (self, id, json->str);
  g_string_free (json, TRUE);
}

static void
call_links (DemoServer *self,
            McpId      *id)
{
  demo_server_reply (
    self, id,
    "{\"content\":["
    "{\"type\":\"text\",\"text\":\"A link, and a resource that comes along:\"},"
    "{\"type\":\"resource_link\",\"uri\":\"demo://about\",\"name\":\"about\",\"title\":"
    "\"About this server\",\"mimeType\":\"text/markdown\",\"description\":\"Read it in Resources\"},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"demo://note\",\"mimeType\":\"text/plain\","
    "\"text\":\"This text is embedded in the result.\"},\"annotations\":{\"audience\":[\"user\"],"
    "\"priority\":0.8}}]}");
}

/* Twice a day between 0 and 4 m. */
static void
call_tide (DemoServer *self,
           McpId      *id)
{
  double phase = fmod (g_get_real_time () / 1e6, 44700) / 44700 * 2 * G_PI;
  char height[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *json =
    g_strdup_printf ("{\"height_m\":%s,\"rises\":%s}",
                     g_ascii_formatd (height, sizeof height, "%.2f", 2 + 2 * sin (phase)),
                     cos (phase) > 0 ? "true" : "false");

  reply_structured (self, id, json);
}

static gboolean
call_quick (DemoServer *self,
            McpId      *id,
            const char *name,
            const char *arguments)
{
  g_autofree char *text = NULL;

  if (g_str_equal (name, "echo"))
    {
      text = demo_string (arguments, "message");
      demo_reply_text (self, id, FALSE, "%s", text);
    }
  else if (g_str_equal (name, "add"))
    {
      call_add (self, id, arguments);
    }
  else if (g_str_equal (name, "image"))
    {
      text = demo_media_png (demo_int (arguments, "size", 160, 8, 512));
      call_media (self, id, "image", "image/png", "The pulse of a sounder:", text);
    }
  else if (g_str_equal (name, "audio"))
    {
      double hertz = lookup_number (arguments, "hertz");

      text = demo_media_wav (hertz > 0 ? hertz : 440, demo_int (arguments, "msec", 600, 50, 10000));
      call_media (self, id, "audio", "audio/wav", "A tone:", text);
    }
  else if (g_str_equal (name, "weather"))
    {
      call_weather (self, id, arguments);
    }
  else if (g_str_equal (name, "tide"))
    {
      call_tide (self, id);
    }
  else if (g_str_equal (name, "harbor"))
    {
      text = demo_string (arguments, "name");
      demo_reply_text (self, id, FALSE, "%s: a harbor with %u berths", text, g_str_hash (text) % 90 + 10);
    }
  else if (g_str_equal (name, "links"))
    {
      call_links (self, id);
    }
  else
    {
      return FALSE;
    }

  return TRUE;
}

/* What is wrong with the arguments; NULL when they fit. */
static char *
check_arguments (const char *schema_text,
                 gsize       length,
                 const char *arguments)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (schema_text, length, NULL);
  g_autoptr (GPtrArray) errors = NULL;
  GString *text;

  g_assert (schema != NULL);
  errors = mcp_schema_validate (schema, arguments, -1);
  if (errors->len == 0)
    return NULL;

  text = g_string_new ("Invalid arguments:");
  for (guint i = 0; i < errors->len; i++)
    {
      McpSchemaError *error = g_ptr_array_index (errors, i);

      g_string_append_printf (text, "%s %s%s%s", i > 0 ? ";" : "", error->path,
                              *error->path != '\0' ? ": " : "", error->message);
    }

  return g_string_free (text, FALSE);
}

/* What is listed of it; NULL when there is none of that name. */
static char *
dup_tool (const char *name)
{
  g_auto (GStrv) tools = demo_file_read_list ("tools.json");

  for (guint i = 0; tools[i] != NULL; i++)
    {
      g_autofree char *other = demo_string (tools[i], "name");

      if (g_str_equal (other, name))
        return g_strdup (tools[i]);
    }

  return NULL;
}

void
demo_tools_call (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autofree char *name = demo_string (params, "name");
  g_autofree char *arguments = NULL;
  g_autofree char *wrong = NULL;
  g_autofree char *tool = name != NULL ? dup_tool (name) : NULL;
  const char *need;
  McpSpan span;

  if (tool == NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown tool: %s",
                               name != NULL ? name : "no name");
      return;
    }

  arguments = mcp_json_lookup (params, strlen (params), "arguments", &span)
                ? g_strndup (params + span.offset, span.length)
                : g_strdup ("{}");
  mcp_json_lookup (tool, strlen (tool), "inputSchema", &span);
  wrong = check_arguments (tool + span.offset, span.length, arguments);
  if (wrong != NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "%s", wrong);
      return;
    }

  need = find_need (name);
  if (need != NULL && !demo_server_client_has (self, need))
    {
      demo_reply_text (self, id, TRUE, "This client did not declare “%s”, so it cannot be asked",
                       need);
      return;
    }

  if (mcp_json_lookup (params, strlen (params), "task", &span))
    {
      if (g_str_equal (name, "long-job"))
        demo_tasks_create (self, id, arguments, params);
      else
        demo_server_reply_error (self, id, MCP_RPC_METHOD_NOT_FOUND, NULL,
                                 "%s cannot be called as a task", name);
      return;
    }

  if (!call_quick (self, id, name, arguments)
      && !demo_tools_call_asking (self, id, name, arguments, params))
    demo_tools_call_slow (self, id, name, arguments, params);
}
