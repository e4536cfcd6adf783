/* demo-prompts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"

/* Prompts with and without arguments, and completion for them and for the templates. */

static const struct
{
  const char *argument;
  const char *context;  /* (nullable): value of "country" it belongs to */
  const char *value;
} completions[] = {
  { "style", NULL, "brief" },
  { "style", NULL, "formal" },
  { "style", NULL, "friendly" },
  { "style", NULL, "playful" },
  { "country", NULL, "Iceland" },
  { "country", NULL, "Kenya" },
  { "country", NULL, "South Korea" },
  { "city", "Iceland", "Akureyri" },
  { "city", "Iceland", "Reykjavík" },
  { "city", "Kenya", "Mombasa" },
  { "city", "Kenya", "Nairobi" },
  { "city", "South Korea", "Busan" },
  { "city", "South Korea", "Seoul" },
  { "name", NULL, "Ada" },
  { "name", NULL, "Alan" },
  { "name", NULL, "Grace" },
  { "language", NULL, "de" },
  { "language", NULL, "en" },
  { "language", NULL, "is" },
  { "language", NULL, "ko" },
  { "number", NULL, "12" },
  { "number", NULL, "144" },
};

void
demo_prompts_list (DemoServer *self,
                   McpId      *id,
                   const char *params)
{
  demo_file_reply_page (self, id, params, "prompts", "prompts.json");
}

static void
reply_prompt (DemoServer *self,
              McpId      *id,
              const char *description,
              const char *user_text,
              const char *assistant_text)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "description", description);
  g_string_append (json, ",\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"");
  mcp_json_append_member_string (json, "text", user_text);
  g_string_append (json, "}},{\"role\":\"assistant\",\"content\":{\"type\":\"text\"");
  mcp_json_append_member_string (json, "text", assistant_text);
  g_string_append (json, "}}]}");
  demo_server_reply (self, id, json->str);
  g_string_free (json, TRUE);
}

static void
reply_picture (DemoServer *self,
               McpId      *id)
{
  g_autofree char *png = demo_media_png (96);
  GString *json = g_string_new ("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                                "\"text\":\"What do you see here?\"}},{\"role\":\"user\","
                                "\"content\":{\"type\":\"image\"");

  mcp_json_append_member_string (json, "data", png);
  g_string_append (json, ",\"mimeType\":\"image/png\"}},{\"role\":\"user\",\"content\":{"
                         "\"type\":\"resource\",\"resource\":{\"uri\":\"demo://note\","
                         "\"mimeType\":\"text/plain\",\"text\":\"It was made a moment ago.\"}}}]}");
  demo_server_reply (self, id, json->str);
  g_string_free (json, TRUE);
}

/* Answers with an error unless the argument is there. */
static char *
require_argument (DemoServer *self,
                  McpId      *id,
                  const char *params,
                  const char *name)
{
  g_autofree char *path = g_strconcat ("arguments.", name, NULL);
  char *value = demo_string (params, path);

  if (value == NULL)
    demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL,
                             "The argument “%s” is missing", name);

  return value;
}

void
demo_prompts_get (DemoServer *self,
                  McpId      *id,
                  const char *params)
{
  g_autofree char *name = demo_string (params, "name");
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *text = NULL;

  if (g_strcmp0 (name, "summarize") == 0)
    {
      first = require_argument (self, id, params, "text");
      if (first == NULL)
        return;

      second = demo_string (params, "arguments.style");
      text = g_strdup_printf ("Summarize this%s%s: %s", second != NULL ? " in a style that is " : "",
                              second != NULL ? second : "", first);
      reply_prompt (self, id, "A summary", text, "Here is a summary:");
    }
  else if (g_strcmp0 (name, "travel") == 0)
    {
      first = require_argument (self, id, params, "country");
      if (first == NULL)
        return;

      second = require_argument (self, id, params, "city");
      if (second == NULL)
        return;

      text = g_strdup_printf ("Plan three days in %s, %s.", second, first);
      reply_prompt (self, id, "A travel plan", text, "With pleasure. On the first day:");
    }
  else if (g_strcmp0 (name, "picture") == 0)
    {
      reply_picture (self, id);
    }
  else
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Unknown prompt: %s",
                               name != NULL ? name : "no name");
    }
}

/* What is completed for must be there; which argument it is, is only asked for. */
static gboolean
is_reference (const char *params)
{
  static const char * const names[] = { "summarize", "travel", "picture", NULL };
  g_autofree char *type = demo_string (params, "ref.type");
  g_autofree char *name = demo_string (params, "ref.name");
  g_autofree char *uri = demo_string (params, "ref.uri");

  return (g_strcmp0 (type, "ref/prompt") == 0 && name != NULL && g_strv_contains (names, name))
         || (g_strcmp0 (type, "ref/resource") == 0 && uri != NULL);
}

/* server/utilities/completion: what begins like the value, letter case ignored. */
void
demo_complete (DemoServer *self,
               McpId      *id,
               const char *params)
{
  g_autofree char *argument = demo_string (params, "argument.name");
  g_autofree char *value = demo_string (params, "argument.value");
  g_autofree char *country = demo_string (params, "context.arguments.country");
  g_autofree char *prefix = g_utf8_strdown (value != NULL ? value : "", -1);
  GString *json;
  guint n_values = 0;

  if (argument == NULL || !is_reference (params))
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, argument == NULL
                                 ? "“argument” is missing" : "“ref” names nothing that is here");
      return;
    }

  json = g_string_new ("{\"completion\":{\"values\":[");

  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    {
      g_autofree char *candidate = g_utf8_strdown (completions[i].value, -1);

      if (g_strcmp0 (completions[i].argument, argument) != 0
          || !g_str_has_prefix (candidate, prefix)
          || (completions[i].context != NULL && country != NULL
              && g_ascii_strcasecmp (completions[i].context, country) != 0))
        continue;

      if (n_values++ > 0)
        g_string_append_c (json, ',');
      mcp_json_append_string (json, completions[i].value, -1);
    }

  g_string_append_printf (json, "],\"total\":%u,\"hasMore\":false}}", n_values);
  demo_server_reply (self, id, json->str);
  g_string_free (json, TRUE);
}
