/* mcp-invocation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-command.h"
#include "mcp-invocation.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/**
 * McpInvocation:
 *
 * A call with the arguments it was made with. The call goes on when nobody
 * looks at it, and its result can be looked at again.
 */

struct _McpInvocation
{
  GObject         parent_instance;

  McpCatalogKind  kind;
  char           *name;
  char           *arguments; /* (nullable) */
  McpCall        *call;
  gint64          wall_usec;
};

G_DEFINE_FINAL_TYPE (McpInvocation, mcp_invocation, G_TYPE_OBJECT)

static void
mcp_invocation_finalize (GObject *object)
{
  McpInvocation *self = MCP_INVOCATION (object);

  g_free (self->name);
  g_free (self->arguments);
  g_clear_object (&self->call);

  G_OBJECT_CLASS (mcp_invocation_parent_class)->finalize (object);
}

static void
mcp_invocation_class_init (McpInvocationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_invocation_finalize;
}

static void
mcp_invocation_init (McpInvocation *self)
{
  self->wall_usec = g_get_real_time ();
}

/**
 * mcp_invocation_new:
 * @kind: what is called: a tool, a prompt, a resource
 * @name: its name, or the URI of a resource
 * @arguments: (nullable): the arguments, as JSON
 * @call: the call that was made of them
 *
 * Creates an invocation of this moment.
 */
McpInvocation *
mcp_invocation_new (McpCatalogKind  kind,
                    const char     *name,
                    const char     *arguments,
                    McpCall        *call)
{
  McpInvocation *self = g_object_new (MCP_TYPE_INVOCATION, NULL);

  self->kind = kind;
  self->name = g_strdup (name);
  self->arguments = g_strdup (arguments);
  self->call = g_object_ref (call);

  return self;
}

McpInvocation *
mcp_invocation_new_again (McpInvocation *invocation)
{
  g_autoptr (McpCall) call = NULL;

  g_return_val_if_fail (MCP_IS_INVOCATION (invocation), NULL);

  call = mcp_call_new_again (invocation->call);

  return mcp_invocation_new (invocation->kind, invocation->name, invocation->arguments, call);
}

McpCatalogKind
mcp_invocation_get_kind (McpInvocation *self)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), MCP_CATALOG_TOOLS);

  return self->kind;
}

const char *
mcp_invocation_get_name (McpInvocation *self)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  return self->name;
}

const char *
mcp_invocation_get_arguments (McpInvocation *self)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  return self->arguments;
}

McpCall *
mcp_invocation_get_call (McpInvocation *self)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  return self->call;
}

/**
 * mcp_invocation_get_answer:
 *
 * Gets what came back: the result, or the error. Of a call that was answered with a task it is what
 * came of the task.
 *
 * Returns: (transfer none) (nullable): its tokens, or %NULL when there is no answer
 */
GBytes *
mcp_invocation_get_answer (McpInvocation *self)
{
  McpTask *task;
  GBytes *answer;

  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  task = mcp_call_get_made_task (self->call);
  answer = task != NULL ? mcp_task_get_info (task)->result : mcp_call_get_result (self->call);
  if (answer == NULL)
    answer = task != NULL ? mcp_task_get_info (task)->error : mcp_call_get_outcome (self->call)->error_object;

  return answer;
}

gint64
mcp_invocation_get_wall_usec (McpInvocation *self)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), 0);

  return self->wall_usec;
}

/**
 * mcp_invocation_dup_caption:
 *
 * Says in one line when the call was made, and with what.
 *
 * Returns: (transfer full): "12:30:05.123 · {"n":1}"
 */
char *
mcp_invocation_dup_caption (McpInvocation *self)
{
  g_autofree char *time = NULL;
  g_autofree char *arguments = NULL;

  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  time = mcp_format_wall_time (self->wall_usec, FALSE);
  if (self->arguments != NULL)
    arguments = mcp_format_label (self->arguments, FALSE);

  return g_strjoin (" · ", time, arguments, NULL);
}

/**
 * mcp_invocation_dup_cli_command:
 * @profile: how the server is reached
 *
 * Makes the command that does the same in a terminal. The environment of the profile and its headers
 * are left out: they may hold secrets.
 *
 * Returns: (transfer full): a command line for a shell
 */
char *
mcp_invocation_dup_cli_command (McpInvocation *self,
                                McpProfile    *profile)
{
  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  return self->kind == MCP_CATALOG_PROMPTS
           ? mcp_command_for_prompt (profile, self->name, self->arguments)
           : mcp_command_for_tool (profile, self->name, self->arguments);
}

char *
mcp_invocation_dup_json (McpInvocation *self)
{
  GString *json = g_string_new ("{");
  const GError *error;
  GBytes *bytes;

  g_return_val_if_fail (MCP_IS_INVOCATION (self), NULL);

  error = mcp_call_get_outcome (self->call)->error;
  mcp_json_append_member_string (json, "method", mcp_call_get_method (self->call));
  mcp_json_append_member (json, "params", mcp_call_get_params (self->call));

  bytes = mcp_call_get_result (self->call);
  if (bytes == NULL)
    bytes = mcp_call_get_outcome (self->call)->error_object;
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
