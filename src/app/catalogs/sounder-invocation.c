/* sounder-invocation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-invocation"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-command.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-invocation.h"
#include "sounder-settings.h"

/**
 * SounderInvocation:
 *
 * A call with the arguments it was made with. The call goes on when nobody
 * looks at it, and its result can be looked at again.
 */

struct _SounderInvocation
{
  GObject  parent_instance;

  char    *tool;
  char    *arguments;
  McpCall *call;
  gint64   wall_usec;
};

G_DEFINE_FINAL_TYPE (SounderInvocation, sounder_invocation, G_TYPE_OBJECT)

/* What is kept with a session. */
typedef struct
{
  GHashTable *calls;  /* tool to GListStore of SounderInvocation, newest first */
  GHashTable *drafts; /* tool to Draft */
} Memory;

typedef struct
{
  GBytes           *json; /* of the tool when the draft was made */
  McpForm *form;
} Draft;

static void
draft_free (Draft *draft)
{
  g_bytes_unref (draft->json);
  g_object_unref (draft->form);
  g_free (draft);
}

static void
memory_free (Memory *memory)
{
  g_hash_table_unref (memory->calls);
  g_hash_table_unref (memory->drafts);
  g_free (memory);
}

static Memory *
memory_of (McpSession *session)
{
  Memory *memory = g_object_get_data (G_OBJECT (session), "sounder-invocations");

  if (memory == NULL)
    {
      memory = g_new0 (Memory, 1);
      memory->calls = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
      memory->drafts =
        g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, (GDestroyNotify) draft_free);
      g_object_set_data_full (G_OBJECT (session), "sounder-invocations", memory,
                              (GDestroyNotify) memory_free);
    }

  return memory;
}

static void
sounder_invocation_finalize (GObject *object)
{
  SounderInvocation *self = SOUNDER_INVOCATION (object);

  g_free (self->tool);
  g_free (self->arguments);
  g_clear_object (&self->call);

  G_OBJECT_CLASS (sounder_invocation_parent_class)->finalize (object);
}

static void
sounder_invocation_class_init (SounderInvocationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sounder_invocation_finalize;
}

static void
sounder_invocation_init (SounderInvocation *self)
{
  self->wall_usec = g_get_real_time ();
}

/**
 * sounder_outcome_of_call:
 * @call: a call
 *
 * Tells how a call ended, if it did. A tool's own error is a result with `isError`
 * (server/tools), another thing than an error of the protocol.
 *
 * Returns: the outcome
 */
SounderOutcome
sounder_outcome_of_call (McpCall *call)
{
  const GError *error = mcp_call_get_error (call);

  if (!mcp_call_is_finished (call))
    return SOUNDER_OUTCOME_RUNNING;
  if (error == NULL)
    return mcp_call_is_tool_error (call) ? SOUNDER_OUTCOME_TOOL_ERROR : SOUNDER_OUTCOME_OK;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    return SOUNDER_OUTCOME_ERROR;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    return SOUNDER_OUTCOME_CANCELLED;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return SOUNDER_OUTCOME_TIMED_OUT;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_LOST))
    return SOUNDER_OUTCOME_LOST;

  return SOUNDER_OUTCOME_FAILED;
}

/**
 * sounder_outcome_dup_text:
 * @call: a call
 *
 * Says in a few words how a call ended and how long it took.
 *
 * Returns: (transfer full): "OK · 4.2 ms", "Error -32602"
 */
char *
sounder_outcome_dup_text (McpCall *call)
{
  SounderOutcome outcome = sounder_outcome_of_call (call);
  gint64 latency_usec = mcp_call_get_latency_usec (call);
  g_autofree char *took = latency_usec >= 0 ? mcp_format_duration (latency_usec) : NULL;
  g_autofree char *text = NULL;

  switch (outcome)
    {
    case SOUNDER_OUTCOME_RUNNING:
      return g_strdup (_("Running"));
    case SOUNDER_OUTCOME_OK:
      text = g_strdup (_("OK"));
      break;
    case SOUNDER_OUTCOME_TOOL_ERROR:
      text = g_strdup (_("Tool error"));
      break;
    case SOUNDER_OUTCOME_ERROR:
      /* Translators: the number is a code of JSON-RPC. */
      text = g_strdup_printf (_("Error %lld"), (long long) mcp_call_get_error_code (call));
      break;
    case SOUNDER_OUTCOME_CANCELLED:
      return g_strdup (_("Cancelled"));
    case SOUNDER_OUTCOME_TIMED_OUT:
      return g_strdup (_("Timed out"));
    case SOUNDER_OUTCOME_LOST:
      return g_strdup (_("Lost"));
    case SOUNDER_OUTCOME_FAILED:
    default:
      return g_strdup (_("Failed"));
    }

  return took != NULL ? g_strdup_printf ("%s · %s", text, took) : g_steal_pointer (&text);
}

/**
 * sounder_outcome_get_css_class:
 * @outcome: an outcome
 *
 * Gets the class that colours an outcome.
 *
 * Returns: a CSS class
 */
const char *
sounder_outcome_get_css_class (SounderOutcome outcome)
{
  switch (outcome)
    {
    case SOUNDER_OUTCOME_OK:
      return "success";
    case SOUNDER_OUTCOME_TOOL_ERROR:
    case SOUNDER_OUTCOME_TIMED_OUT:
    case SOUNDER_OUTCOME_LOST:
      return "warning";
    case SOUNDER_OUTCOME_ERROR:
    case SOUNDER_OUTCOME_FAILED:
      return "error";
    case SOUNDER_OUTCOME_RUNNING:
      return "accent";
    case SOUNDER_OUTCOME_CANCELLED:
    default:
      return "dim-label";
    }
}

/**
 * sounder_outcome_get_icon_name:
 * @outcome: an outcome
 *
 * Gets the icon that tells an outcome without its colour.
 *
 * Returns: the name of an icon
 */
const char *
sounder_outcome_get_icon_name (SounderOutcome outcome)
{
  switch (outcome)
    {
    case SOUNDER_OUTCOME_OK:
      return "object-select-symbolic";
    case SOUNDER_OUTCOME_TOOL_ERROR:
    case SOUNDER_OUTCOME_LOST:
      return "dialog-warning-symbolic";
    case SOUNDER_OUTCOME_ERROR:
    case SOUNDER_OUTCOME_FAILED:
      return "dialog-error-symbolic";
    case SOUNDER_OUTCOME_TIMED_OUT:
      return "alarm-symbolic";
    case SOUNDER_OUTCOME_RUNNING:
      return "content-loading-symbolic";
    case SOUNDER_OUTCOME_CANCELLED:
    default:
      return "process-stop-symbolic";
    }
}

/**
 * sounder_invocation_new:
 * @tool: the tool's name
 * @arguments: the arguments, as JSON
 * @call: the call that was made of them
 *
 * Creates an invocation of this moment.
 *
 * Returns: (transfer full): a new invocation
 */
SounderInvocation *
sounder_invocation_new (const char *tool,
                        const char *arguments,
                        McpCall    *call)
{
  SounderInvocation *self = g_object_new (SOUNDER_TYPE_INVOCATION, NULL);

  self->tool = g_strdup (tool);
  self->arguments = g_strdup (arguments);
  self->call = g_object_ref (call);

  return self;
}

/**
 * sounder_invocation_get_tool:
 * @self: an invocation
 *
 * Gets the name of the tool.
 *
 * Returns: the name
 */
const char *
sounder_invocation_get_tool (SounderInvocation *self)
{
  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), NULL);

  return self->tool;
}

/**
 * sounder_invocation_get_arguments:
 * @self: an invocation
 *
 * Gets the arguments that were sent.
 *
 * Returns: a JSON object
 */
const char *
sounder_invocation_get_arguments (SounderInvocation *self)
{
  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), NULL);

  return self->arguments;
}

/**
 * sounder_invocation_get_call:
 * @self: an invocation
 *
 * Gets the call.
 *
 * Returns: (transfer none): the call
 */
McpCall *
sounder_invocation_get_call (SounderInvocation *self)
{
  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), NULL);

  return self->call;
}

/**
 * sounder_invocation_get_wall_usec:
 * @self: an invocation
 *
 * Gets when the call was made.
 *
 * Returns: microseconds since 1970
 */
gint64
sounder_invocation_get_wall_usec (SounderInvocation *self)
{
  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), 0);

  return self->wall_usec;
}

/**
 * sounder_invocation_dup_cli_command:
 * @self: an invocation
 * @profile: how the server is reached
 *
 * Makes the command that does the same in a terminal. The environment of the profile and its headers
 * are left out: they may hold secrets.
 *
 * Returns: (transfer full): a command line for a shell
 */
char *
sounder_invocation_dup_cli_command (SounderInvocation *self,
                                    McpProfile        *profile)
{
  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), NULL);

  return mcp_command_for_tool (profile, self->tool, self->arguments);
}

/**
 * sounder_invocation_dup_json:
 * @self: an invocation
 *
 * Writes the call and what came back, with their own tokens.
 *
 * Returns: (transfer full): JSON with the members method, params and result or error
 */
char *
sounder_invocation_dup_json (SounderInvocation *self)
{
  GString *json = g_string_new ("{");
  const GError *error;
  GBytes *bytes;

  g_return_val_if_fail (SOUNDER_IS_INVOCATION (self), NULL);

  error = mcp_call_get_error (self->call);
  mcp_json_append_member_string (json, "method", mcp_call_get_method (self->call));
  mcp_json_append_member (json, "params", mcp_call_get_params (self->call));

  bytes = mcp_call_get_result (self->call);
  if (bytes == NULL)
    bytes = mcp_call_get_error_object (self->call);
  if (bytes != NULL)
    {
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);
      g_autofree char *text = g_strndup (data, length);

      mcp_json_append_member (json, error == NULL ? "result" : "error", text);
    }
  else if (error != NULL)
    {
      mcp_json_append_member_string (json, "failure", error->message);
    }

  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

/**
 * sounder_invocations_for_tool:
 * @session: a session
 * @tool: a tool's name
 *
 * Gets the calls of a tool in a session, newest first. Over %SOUNDER_INVOCATIONS_MAX the oldest are
 * forgotten by who adds.
 *
 * Returns: (transfer none): a list of #SounderInvocation
 */
GListStore *
sounder_invocations_for_tool (McpSession *session,
                              const char *tool)
{
  Memory *memory;
  GListStore *calls;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  memory = memory_of (session);
  calls = g_hash_table_lookup (memory->calls, tool);
  if (calls == NULL)
    {
      calls = g_list_store_new (SOUNDER_TYPE_INVOCATION);
      g_hash_table_insert (memory->calls, g_strdup (tool), calls);
    }

  return calls;
}

/**
 * sounder_invocations_find:
 * @session: a session
 * @call: a call of one of its tools
 *
 * Finds what a call was made of.
 *
 * Returns: (transfer none) (nullable): its invocation, or %NULL when it is forgotten
 */
SounderInvocation *
sounder_invocations_find (McpSession *session,
                          McpCall    *call)
{
  GHashTableIter iter;
  gpointer calls;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  g_hash_table_iter_init (&iter, memory_of (session)->calls);
  while (g_hash_table_iter_next (&iter, NULL, &calls))
    for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
      {
        g_autoptr (SounderInvocation) invocation = g_list_model_get_item (calls, i);

        /* The list holds it. */
        if (invocation->call == call)
          return invocation;
      }

  return NULL;
}

static McpForm *
make_form (McpCatalogItem *tool)
{
  g_autofree char *text = mcp_catalog_item_lookup (tool, "inputSchema");
  g_autoptr (McpSchema) schema = text != NULL ? mcp_schema_new (text, -1, NULL) : NULL;
  GSettings *settings = sounder_settings_get_default ();
  McpForm *form = mcp_form_new (schema);

  if (settings != NULL)
    g_settings_bind (settings, "check-formats", form, "checks-formats", G_SETTINGS_BIND_GET);

  return form;
}

/**
 * sounder_invocations_get_draft:
 * @session: a session
 * @tool: a tool
 *
 * Gets the arguments that are being edited for a tool. When the server changed the tool, what was
 * entered goes over to the new schema.
 *
 * Returns: (transfer none): the arguments
 */
McpForm *
sounder_invocations_get_draft (McpSession     *session,
                               McpCatalogItem *tool)
{
  Memory *memory;
  Draft *draft;
  GBytes *json;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (tool), NULL);

  memory = memory_of (session);
  json = mcp_catalog_item_get_json (tool);
  draft = g_hash_table_lookup (memory->drafts, mcp_catalog_item_get_name (tool));
  if (draft != NULL && g_bytes_equal (draft->json, json))
    return draft->form;

  {
    Draft *fresh = g_new0 (Draft, 1);

    fresh->json = g_bytes_ref (json);
    fresh->form = make_form (tool);
    if (draft != NULL)
      {
        g_autofree char *entered = mcp_form_to_json (draft->form);

        mcp_form_load (fresh->form, entered, NULL);
      }
    g_hash_table_replace (memory->drafts, g_strdup (mcp_catalog_item_get_name (tool)), fresh);

    return fresh->form;
  }
}
