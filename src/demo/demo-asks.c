/* demo-asks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server.h"

/*
 * The tools that ask the client's user before they answer: a form, an address, a model, the roots
 * (client/elicitation, client/sampling, client/roots). Each answers with what it was told.
 */

/* Every type of field that a form may have, and the older spelling of titles. */
#define FORM_SCHEMA \
  "{\"type\":\"object\",\"properties\":{" \
  "\"name\":{\"type\":\"string\",\"title\":\"Name\",\"description\":\"Who goes\"," \
  "\"minLength\":2,\"maxLength\":40}," \
  "\"email\":{\"type\":\"string\",\"format\":\"email\",\"title\":\"E-mail\"}," \
  "\"page\":{\"type\":\"string\",\"format\":\"uri\",\"title\":\"Home page\"}," \
  "\"day\":{\"type\":\"string\",\"format\":\"date\",\"title\":\"Day\"," \
  "\"default\":\"2026-07-28\"}," \
  "\"moment\":{\"type\":\"string\",\"format\":\"date-time\",\"title\":\"Departure\"}," \
  "\"seats\":{\"type\":\"integer\",\"title\":\"Seats\",\"minimum\":1,\"maximum\":9," \
  "\"default\":2}," \
  "\"price\":{\"type\":\"number\",\"title\":\"Price at most\",\"default\":19.90}," \
  "\"ticket\":{\"type\":\"integer\",\"title\":\"Ticket number\"," \
  "\"description\":\"May be longer than a double can hold\"}," \
  "\"window\":{\"type\":\"boolean\",\"title\":\"At the window\",\"default\":true}," \
  "\"agreed\":{\"type\":\"boolean\",\"title\":\"Agreed\"}," \
  "\"class\":{\"type\":\"string\",\"title\":\"Class\",\"enum\":[\"first\",\"second\"]}," \
  "\"city\":{\"type\":\"string\",\"title\":\"City\",\"oneOf\":[" \
  "{\"const\":\"sel\",\"title\":\"Seoul\"},{\"const\":\"rey\",\"title\":\"Reykjavík\"}," \
  "{\"const\":\"nai\",\"title\":\"Nairobi\"}],\"default\":\"rey\"}," \
  "\"meal\":{\"type\":\"string\",\"title\":\"Meal\",\"enum\":[\"a\",\"b\"]," \
  "\"enumNames\":[\"With meat\",\"Without meat\"]}," \
  "\"days\":{\"type\":\"array\",\"title\":\"Days\",\"items\":{\"type\":\"string\"," \
  "\"enum\":[\"Mon\",\"Tue\",\"Wed\"]},\"minItems\":1,\"maxItems\":2,\"default\":[\"Tue\"]}," \
  "\"extras\":{\"type\":\"array\",\"title\":\"Extras\",\"items\":{\"anyOf\":[" \
  "{\"const\":\"dog\",\"title\":\"A dog\"},{\"const\":\"bike\",\"title\":\"A bicycle\"}]}}}," \
  "\"required\":[\"name\",\"seats\",\"agreed\"]}"

/* What came for a call that asked: the end of the call, unless it was cancelled meanwhile. */
void
demo_tools_answered (DemoServer *self,
                     McpId      *call,
                     const char *result,
                     const char *error)
{
  DemoJob *job = demo_server_find_job (self, call);

  if (job == NULL)
    return;

  if (result != NULL)
    demo_reply_text (self, call, FALSE, "You answered: %s", result);
  else
    demo_reply_text (self, call, TRUE, "There was no answer: %s", error);
  demo_server_end_job (self, job);
}

static void
ask (DemoServer *self,
     McpId      *id,
     const char *params,
     const char *method,
     const char *question)
{
  demo_server_add_job (self, id, params);
  demo_server_ask (self, id, method, question);
}

static void
ask_url (DemoServer *self,
         McpId      *id,
         const char *arguments,
         const char *params)
{
  static const struct
  {
    const char *kind;
    const char *url;
  } pages[] = {
    { "plain", "https://mcp-sounder.github.io/consent?ticket=4821&back=app" },
    { "http", "http://example.org/consent" },
    { "punycode", "https://xn--pypal-4ve.example/login" },
    { "login", "https://example.org:pass@login.example.net/consent" },
    { "file", "file:///etc/hostname" },
  };
  g_autofree char *kind = demo_string (arguments, "page");
  g_autoptr (GString) json = g_string_new ("{");
  guint page = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_strcmp0 (pages[i].kind, kind) == 0)
      page = i;

  mcp_json_append_member_string (json, "mode", "url");
  if (!demo_server_is_modern (self, id))
    mcp_json_append_member_string (json, "elicitationId", "demo-1");
  mcp_json_append_member_string (json, "url", pages[page].url);
  mcp_json_append_member_string (json, "message", "Visit this page, then say that you are done.");
  g_string_append_c (json, '}');
  ask (self, id, params, "elicitation/create", json->str);
}

static void
ask_model (DemoServer *self,
           McpId      *id,
           const char *arguments,
           const char *params)
{
  g_autofree char *prompt = demo_string (arguments, "prompt");
  g_autoptr (GString) json = g_string_new ("{\"messages\":[{\"role\":\"user\",\"content\":"
                                           "{\"type\":\"text\"");

  mcp_json_append_member_string (json, "text",
                                 prompt != NULL ? prompt : "What does a sounder measure?");
  g_string_append (json, "}}],\"modelPreferences\":{\"hints\":[{\"name\":\"small-model\"}],"
                         "\"costPriority\":0.8,\"speedPriority\":0.5},"
                         "\"systemPrompt\":\"Answer in one sentence.\",\"maxTokens\":200,"
                         "\"temperature\":0.2");
  if (demo_server_client_has (self, "sampling.tools"))
    g_string_append (json, ",\"tools\":[{\"name\":\"depth\",\"description\":\"Measures\","
                           "\"inputSchema\":{\"type\":\"object\"}}],"
                           "\"toolChoice\":{\"mode\":\"auto\"}");
  g_string_append_c (json, '}');
  ask (self, id, params, "sampling/createMessage", json->str);
}

/* Calls a tool that asks; FALSE if it is none. */
gboolean
demo_tools_call_asking (DemoServer *self,
                        McpId      *id,
                        const char *name,
                        const char *arguments,
                        const char *params)
{
  if (g_str_equal (name, "ask-form"))
    ask (self, id, params, "elicitation/create",
         "{\"message\":\"Where would you like to go? This form has a field of every type.\","
         "\"requestedSchema\":" FORM_SCHEMA "}");
  else if (g_str_equal (name, "ask-url"))
    ask_url (self, id, arguments, params);
  else if (g_str_equal (name, "ask-model"))
    ask_model (self, id, arguments, params);
  else if (g_str_equal (name, "ask-roots"))
    ask (self, id, params, "roots/list", NULL);
  else
    return FALSE;

  return TRUE;
}
