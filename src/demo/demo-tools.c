/* demo-tools.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-demo-server"

#include "config.h"

#include <math.h>
#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"
#include "mcp-schema.h"

/*
 * The tools: their list, and those that answer at once. The schemas stand here as the client
 * gets them; arguments are checked against them before a tool sees any.
 */

#define OBJECT(properties, required) \
  "{\"type\":\"object\",\"properties\":{" properties "},\"required\":[" required "]}"

static const struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *input_schema;
  const char *output_schema; /* (nullable) */
  const char *annotations;   /* (nullable) */
  const char *needs;         /* (nullable): the client's capability without which it is not offered */
} tools[] = {
  { "echo", "Echo", "Gives back the message it was given",
    OBJECT ("\"message\":{\"type\":\"string\",\"description\":\"What to say\"}", "\"message\""),
    NULL, "{\"readOnlyHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}" },

  { "add", "Calculate", "Calculates with two numbers; its form has a field of every basic type",
    OBJECT ("\"a\":{\"type\":\"number\",\"description\":\"The first number\"},"
            "\"b\":{\"type\":\"number\",\"description\":\"The second number\"},"
            "\"operation\":{\"type\":\"string\",\"enum\":[\"add\",\"subtract\",\"multiply\","
            "\"divide\"],\"default\":\"add\",\"description\":\"What to do with them\"},"
            "\"digits\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":15,\"default\":4,"
            "\"description\":\"Digits after the point\"},"
            "\"explain\":{\"type\":\"boolean\",\"default\":false,\"description\":"
            "\"Show the whole calculation\"},"
            "\"note\":{\"type\":[\"string\",\"null\"],\"description\":"
            "\"Added to the answer; may be null\"}",
            "\"a\",\"b\""),
    NULL, "{\"readOnlyHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}" },

  { "slow", "Slow Work", "Takes its time, reports progress and can be cancelled",
    OBJECT ("\"seconds\":{\"type\":\"number\",\"minimum\":0.1,\"maximum\":600,\"default\":5},"
            "\"steps\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":10}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "long-job", "Long Job", "Works in the background, as a task where the client asks for one",
    OBJECT ("\"seconds\":{\"type\":\"number\",\"minimum\":0.1,\"maximum\":600,\"default\":10},"
            "\"steps\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":10000,\"default\":10},"
            "\"how\":{\"type\":\"string\",\"enum\":[\"succeed\",\"fail\"],"
            "\"default\":\"succeed\"}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "image", "Picture", "Returns a picture",
    OBJECT ("\"size\":{\"type\":\"integer\",\"minimum\":8,\"maximum\":512,\"default\":160}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "audio", "Sound", "Returns a tone as audio",
    OBJECT ("\"hertz\":{\"type\":\"number\",\"minimum\":50,\"maximum\":3000,\"default\":440},"
            "\"msec\":{\"type\":\"integer\",\"minimum\":50,\"maximum\":10000,\"default\":600}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "weather", "Weather", "Returns structured content with an output schema",
    OBJECT ("\"location\":{\"type\":\"string\",\"enum\":[\"Seoul\",\"Reykjavík\",\"Nairobi\"]},"
            "\"days\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":7,\"default\":3},"
            "\"break\":{\"type\":\"boolean\",\"default\":false,\"description\":"
            "\"Return something that does not match the output schema\"}",
            "\"location\""),
    OBJECT ("\"location\":{\"type\":\"string\"},\"temperature\":{\"type\":\"number\"},"
            "\"conditions\":{\"type\":\"string\"},\"forecast\":{\"type\":\"array\",\"items\":{"
            "\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"integer\"},"
            "\"high\":{\"type\":\"number\"},\"low\":{\"type\":\"number\"}},"
            "\"required\":[\"day\",\"high\",\"low\"]}}",
            "\"location\",\"temperature\",\"conditions\",\"forecast\""),
    "{\"readOnlyHint\":true,\"idempotentHint\":true}" },

  { "fail", "Fail", "Fails, as a tool or as a request",
    OBJECT ("\"how\":{\"type\":\"string\",\"oneOf\":["
            "{\"const\":\"tool\",\"title\":\"Tool error (isError)\"},"
            "{\"const\":\"protocol\",\"title\":\"Protocol error\"}],\"default\":\"tool\"}", ""),
    NULL, NULL },

  { "large", "Large Result", "Returns a text of any length up to 200 MiB",
    OBJECT ("\"bytes\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":209715200,"
            "\"default\":1048576}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "log-burst", "Log Burst", "Sends many log messages, then answers",
    OBJECT ("\"count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000000,\"default\":100},"
            "\"level\":{\"type\":\"string\",\"enum\":[\"debug\",\"info\",\"notice\",\"warning\","
            "\"error\",\"critical\",\"alert\",\"emergency\"],\"default\":\"info\"},"
            "\"length\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":10000,\"default\":40,"
            "\"description\":\"Characters in each message\"}", ""),
    NULL, "{\"openWorldHint\":false}" },

  { "delay-ping", "Delay Pings", "Answers the next pings late, so that the pulse shows it",
    OBJECT ("\"msec\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":60000,\"default\":200},"
            "\"count\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":1000,\"default\":3}", ""),
    NULL, "{\"openWorldHint\":false}" },

  { "links", "Links", "Returns a resource link and an embedded resource",
    OBJECT ("", ""), NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "tide", "Tide", "Tells how high the water stands, and takes no arguments at all",
    "{\"type\":\"object\",\"additionalProperties\":false}",
    OBJECT ("\"height_m\":{\"type\":\"number\"},\"rises\":{\"type\":\"boolean\"}", "\"height_m\",\"rises\""),
    "{\"readOnlyHint\":true,\"openWorldHint\":false}" },

  { "harbor", "Harbor", "Tells of a harbor, whose name goes into an HTTP header as well",
    OBJECT ("\"name\":{\"type\":\"string\",\"x-mcp-header\":\"" DEMO_HARBOR_HEADER "\"}", "\"name\""),
    NULL, "{\"readOnlyHint\":true,\"idempotentHint\":true,\"openWorldHint\":false}" },

  { "crash", "Crash", "Ends this server without an answer",
    OBJECT ("\"how\":{\"type\":\"string\",\"enum\":[\"exit\",\"abort\",\"segfault\",\"hang\"],"
            "\"default\":\"exit\"},"
            "\"status\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":255,\"default\":3,"
            "\"description\":\"The exit status\"}", ""),
    NULL, "{\"destructiveHint\":true,\"openWorldHint\":false}" },

  { "ask-form", "Ask: a Form", "Asks you to fill in a form with a field of every type",
    OBJECT ("", ""), NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}", "elicitation" },

  { "ask-url", "Ask: a Page", "Asks you to visit a page; some addresses are there to warn of",
    OBJECT ("\"page\":{\"type\":\"string\",\"enum\":[\"plain\",\"http\",\"punycode\",\"login\","
            "\"file\"],\"default\":\"plain\"}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}", "elicitation.url" },

  { "ask-model", "Ask: a Model", "Asks for a model’s answer (sampling)",
    OBJECT ("\"prompt\":{\"type\":\"string\",\"default\":\"What does a sounder measure?\"}", ""),
    NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}", "sampling" },

  { "ask-roots", "Ask: Roots", "Asks for your roots",
    OBJECT ("", ""), NULL, "{\"readOnlyHint\":true,\"openWorldHint\":false}", "roots" },
};

void
demo_tools_list (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      g_autofree char *icons = demo_icons (i % 3, i % 2 ? 0x26a269 : 0x3584e4, 0);
      GString *json;

      if (tools[i].needs != NULL && !demo_server_client_has (self, tools[i].needs))
        continue;

      json = g_string_new ("{");
      mcp_json_append_member_string (json, "name", tools[i].name);
      mcp_json_append_member_string (json, "title", tools[i].title);
      mcp_json_append_member_string (json, "description", tools[i].description);
      mcp_json_append_member (json, "icons", icons);
      mcp_json_append_member (json, "inputSchema", tools[i].input_schema);
      mcp_json_append_member (json, "outputSchema", tools[i].output_schema);
      mcp_json_append_member (json, "annotations", tools[i].annotations);
      if (strcmp (tools[i].name, "long-job") == 0)
        mcp_json_append_member (json, "execution", "{\"taskSupport\":\"optional\"}");
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
                 const char *arguments)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (schema_text, -1, NULL);
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

void
demo_tools_call (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autofree char *name = demo_string (params, "name");
  g_autofree char *arguments = NULL;
  g_autofree char *wrong = NULL;
  const char *schema = NULL;
  const char *needs = NULL;
  McpSpan span;

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      if (g_strcmp0 (tools[i].name, name) == 0)
        {
          schema = tools[i].input_schema;
          needs = tools[i].needs;
        }
    }

  if (schema == NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown tool: %s",
                               name != NULL ? name : "no name");
      return;
    }

  arguments = mcp_json_lookup (params, strlen (params), "arguments", &span)
                ? g_strndup (params + span.offset, span.length)
                : g_strdup ("{}");
  wrong = check_arguments (schema, arguments);
  if (wrong != NULL)
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "%s", wrong);
      return;
    }

  if (needs != NULL && !demo_server_client_has (self, needs))
    {
      demo_reply_text (self, id, TRUE, "This client did not declare “%s”, so it cannot be asked",
                       needs);
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
