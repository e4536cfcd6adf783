/* conformance-client.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "conformance-auth.h"
#include "conformance-skills.h"
#include "conformance-steps.h"
#include "mcp-json.h"

/*
 * conformance-client URL
 *
 * What the client scenarios of the MCP conformance suite ask of a client, done by our session. The
 * suite says in the environment which scenario it is and which revision to speak, and with it the
 * era. Ends with 0 when all went well; otherwise the reason is on standard error.
 */

/* The scenario's own limit is 25 s. */
#define CALL_MSEC 20000

/* Forms are filled in with their defaults; roots are empty, and answered by the session. */
#define ANSWERS "[{\"do\":\"accept\"}]"

typedef gboolean (*Script) (McpSession  *session,
                            GError     **error);

static gboolean
list_tools (McpSession  *session,
            GError     **error)
{
  return steps_list (session, MCP_CATALOG_TOOLS, error);
}

static gboolean
run_tools_call (McpSession  *session,
                GError     **error)
{
  return list_tools (session, error)
         && steps_call_tool (session, "add_numbers", "{\"a\":2,\"b\":3}", error);
}

static gboolean
run_elicitation (McpSession  *session,
                 GError     **error)
{
  steps_await_listening (session);

  return list_tools (session, error)
         && steps_call_tool (session, "test_client_elicitation_defaults", "{}", error);
}

static gboolean
run_sse_retry (McpSession  *session,
               GError     **error)
{
  /* The server answers on whichever GET comes after the call: it is to be the one that resumes. */
  steps_await_listening (session);

  return list_tools (session, error)
         && steps_call_tool (session, "test_reconnection", "{}", error);
}

/* Gives a tool's input schema back as it came. */
static gboolean
run_schema_echo (McpSession  *session,
                 GError     **error)
{
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autofree char *arguments = NULL;
  g_autofree char *schema = NULL;
  McpCatalogItem *tool;

  if (!list_tools (session, error))
    return FALSE;

  tool = mcp_catalog_find (tools, "json_schema_2020_12_tool");
  schema = tool != NULL ? mcp_catalog_item_lookup (tool, "inputSchema") : NULL;
  if (schema == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "no tool with the schema");
      return FALSE;
    }

  arguments = g_strdup_printf ("{\"schema\":%s}", schema);

  return steps_call_tool (session, "json_schema_echo", arguments, error);
}

/* One call for every item of a list. */
static GPtrArray *
make_calls (McpSession     *session,
            McpCatalogKind  kind)
{
  GListModel *items = G_LIST_MODEL (mcp_session_get_catalog (session, kind));
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);
      const char *name = mcp_catalog_item_get_name (item);

      if (kind == MCP_CATALOG_TOOLS)
        g_ptr_array_add (calls, mcp_session_new_tool_call (name, "{}"));
      else if (kind == MCP_CATALOG_RESOURCES)
        g_ptr_array_add (calls, mcp_session_new_resource_read (mcp_catalog_item_get_uri (item)));
      else
        g_ptr_array_add (calls, mcp_session_new_prompt_get (name, NULL));
    }

  return calls;
}

/* All tools at the same time: what one is asked is not to come up in another. */
static gboolean
run_rounds (McpSession  *session,
            GError     **error)
{
  g_autoptr (GPtrArray) calls = NULL;

  if (!list_tools (session, error))
    return FALSE;

  calls = make_calls (session, MCP_CATALOG_TOOLS);

  return steps_call_all (session, calls, error);
}

static gboolean
run_everything (McpSession  *session,
                GError     **error)
{
  const McpCatalogKind kinds[] = { MCP_CATALOG_TOOLS, MCP_CATALOG_RESOURCES, MCP_CATALOG_PROMPTS };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GPtrArray) calls = NULL;

      if (!steps_list (session, kinds[i], error))
        return FALSE;

      calls = make_calls (session, kinds[i]);
      for (guint j = 0; j < calls->len; j++)
        if (!steps_call (session, calls->pdata[j], error))
          return FALSE;
    }

  return TRUE;
}

/* The calls that the suite wants, with its arguments as they are. */
static gboolean
run_given_calls (McpSession  *session,
                 GError     **error)
{
  const char *context = g_getenv ("MCP_CONFORMANCE_CONTEXT");
  McpJsonIter iter;
  McpSpan list;
  McpSpan span;

  if (!list_tools (session, error))
    return FALSE;

  if (context == NULL || !mcp_json_lookup (context, strlen (context), "toolCalls", &list)
      || !mcp_json_iter_init (&iter, context + list.offset, list.length))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the suite gives no calls");
      return FALSE;
    }

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      const char *given = iter.data + span.offset;
      g_autofree char *name = mcp_json_lookup_string (given, span.length, "name");
      g_autofree char *arguments = NULL;
      McpSpan value;

      if (name == NULL || !mcp_json_lookup (given, span.length, "arguments", &value))
        continue;

      arguments = g_strndup (given + value.offset, value.length);
      if (!steps_call_tool (session, name, arguments, error))
        return FALSE;
    }

  return TRUE;
}

/* Every tool that may be called over HTTP. */
static gboolean
run_valid_tools (McpSession  *session,
                 GError     **error)
{
  GListModel *tools = G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS));

  if (!list_tools (session, error))
    return FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr (McpCatalogItem) tool = g_list_model_get_item (tools, i);

      if (mcp_catalog_item_get_exclusion (tool) == NULL
          && !steps_call_tool (session, mcp_catalog_item_get_name (tool), "{\"region\":\"reef\"}",
                               error))
        return FALSE;
    }

  return TRUE;
}

/* Behind a sign-in: lists, and twice the first tool, in between of which the server may want another token. */
static gboolean
run_auth (McpSession  *session,
          GError     **error)
{
  g_autoptr (GPtrArray) calls = NULL;

  if (!list_tools (session, error))
    return FALSE;

  for (guint i = 0; i < 2; i++)
    {
      g_clear_pointer (&calls, g_ptr_array_unref);
      calls = make_calls (session, MCP_CATALOG_TOOLS);
      if (calls->len > 0 && !steps_call (session, calls->pdata[0], error))
        return FALSE;
    }

  return TRUE;
}

static const struct
{
  const char *scenario;
  Script      script;
} scripts[] = {
  { "initialize", list_tools },
  { "tools_call", run_tools_call },
  { "elicitation-sep1034-client-defaults", run_elicitation },
  { "sse-retry", run_sse_retry },
  { "json-schema-2020-12-preservation", run_schema_echo },
  { "json-schema-ref-no-deref", list_tools },
  { "request-metadata", list_tools },
  { "http-standard-headers", run_everything },
  { "http-custom-headers", run_given_calls },
  { "http-invalid-tool-headers", run_valid_tools },
  { "sep-2322-client-request-state", run_rounds },
  { "sep-2640-client-no-prefetch", skills_list },
  { "sep-2640-client-verify-digest", skills_load },
  { "sep-2640-client-verify-size", skills_load },
  { "sep-2640-client-verify-frontmatter", skills_load },
};

static Script
find_script (const char *scenario)
{
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (g_strcmp0 (scenario, scripts[i].scenario) == 0)
      return scripts[i].script;

  return scenario != NULL && g_str_has_prefix (scenario, "auth/") ? run_auth : NULL;
}

static McpProfile *
make_profile (const char *url)
{
  McpProfile *profile = mcp_profile_new_for_url ("conformance", url);
  g_autoptr (McpAnswerRules) answers = mcp_answer_rules_new_from_json (ANSWERS, -1, NULL);

  /* The revision settles the era. */
  g_object_set (profile, "protocol", g_getenv ("MCP_CONFORMANCE_PROTOCOL_VERSION"), NULL);
  mcp_profile_set_answer_rules (profile, answers);
  g_object_set (profile, "advertise-roots", TRUE, NULL);
  mcp_profile_stop_probes (profile);
  mcp_profile_set_reconnect (profile, FALSE);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_CALL, CALL_MSEC);

  return profile;
}

int
main (int   argc,
      char *argv[])
{
  const char *scenario = g_getenv ("MCP_CONFORMANCE_SCENARIO");
  Script script = find_script (scenario);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (McpSession) session = NULL;
  g_autoptr (GError) close_error = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 2 || script == NULL)
    {
      g_printerr ("There is no script for the scenario “%s”\n", scenario != NULL ? scenario : "");
      return 2;
    }

  profile = make_profile (argv[argc - 1]);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);

  if (script == run_auth)
    auth_set_up (profile, scenario);
  if (script == run_auth ? auth_open (session, &error) : steps_open (session, &error))
    script (session, &error);
  if (!steps_close (session, &close_error) && error == NULL)
    error = g_steal_pointer (&close_error);

  if (error != NULL)
    g_printerr ("%s: %s\n", scenario, error->message);

  return error != NULL;
}
