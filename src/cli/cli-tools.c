/* cli-tools.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-arguments.h"
#include "cli-catalog.h"
#include "cli-csv.h"
#include "cli-presets.h"
#include "cli-result.h"
#include "cli-tasks.h"
#include "cli-text.h"
#include "cli-tools.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-text.h"

static void
print_fields (CliOutput *output,
              McpSchema *schema)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) types = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) descriptions = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);
      g_autofree char *name = cli_text_visible (field->name, -1, FALSE);
      g_autofree char *type = cli_text_visible (field->type_label, -1, FALSE);

      g_ptr_array_add (names, field->required ? g_steal_pointer (&name)
                                              : g_strdup_printf ("[%s]", name));
      g_ptr_array_add (types, g_steal_pointer (&type));
      g_ptr_array_add (descriptions, cli_text_visible (field->description, -1, TRUE));
    }

  cli_catalog_print_fields (output, names, types, descriptions);
}

static McpSchema *
get_schema (McpCatalogItem *item)
{
  g_autofree char *text = mcp_catalog_item_lookup (item, "inputSchema");

  return text != NULL ? mcp_schema_new (text, -1, NULL) : NULL;
}

static void
print_tool (CliOutput      *output,
            McpCatalogItem *item)
{
  g_autoptr (McpSchema) schema = get_schema (item);
  g_autoptr (GString) hints = g_string_new (NULL);

  if (mcp_catalog_item_get_hint (item, "readOnlyHint", FALSE))
    g_string_append (hints, _("read-only"));
  else if (mcp_catalog_item_get_hint (item, "destructiveHint", FALSE))
    g_string_append (hints, _("destructive"));

  cli_catalog_print_head (output, item, mcp_catalog_item_get_name (item), hints->str);
  if (schema != NULL)
    print_fields (output, schema);
}

int
cli_run_tools_list (CliConnection *connection)
{
  return cli_catalog_run (connection, MCP_CATALOG_TOOLS, print_tool);
}

/* A tool that is not listed may be called all the same: its schema is just not known. */
static McpSchema *
find_schema (CliConnection *connection,
             const char    *name)
{
  McpCatalogItem *item;
  g_autoptr (GError) error = NULL;

  if (!cli_connection_list (connection, MCP_CATALOG_TOOLS, &error))
    {
      cli_note (_("The tools cannot be listed, so all values are sent as strings: %s"),
                error->message);
      return NULL;
    }

  item = mcp_catalog_find (mcp_session_get_catalog (connection->session, MCP_CATALOG_TOOLS), name);
  if (item == NULL)
    {
      g_autofree char *nearest = cli_catalog_find_nearest (connection, MCP_CATALOG_TOOLS, name);

      if (nearest != NULL)
        cli_note (_("%s: not listed by the server, so all values are sent as strings; did you mean "
                    "“%s”?"), name, nearest);
      else
        cli_note (_("%s: not listed by the server, so all values are sent as strings"), name);
      return NULL;
    }

  return get_schema (item);
}

/* Every notification that comes while the call runs, exactly as it came. */
static void
notification_cb (McpSession *session,
                 McpMessage *message,
                 guint       serial,
                 CliOutput  *output)
{
  GBytes *bytes = mcp_message_get_bytes (message);

  cli_output_print_wrapped_json (output, "notification", g_bytes_get_data (bytes, NULL),
                                 g_bytes_get_size (bytes));
}

/* Log messages of the server are part of what people want to see of a call. */
static void
log_message_cb (McpSession *session,
                McpMessage *message,
                guint       serial,
                gpointer    user_data)
{
  GBytes *bytes = mcp_message_get_bytes (message);
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize length = g_bytes_get_size (bytes);
  g_autofree char *level = NULL;
  g_autofree char *visible = NULL;
  McpSpan data;

  if (g_strcmp0 (mcp_message_get_method (message), "notifications/message") != 0 ||
      !mcp_json_lookup (text, length, "params.data", &data))
    return;

  level = mcp_json_lookup_string (text, length, "params.level");
  visible = cli_json_visible (text + data.offset, data.length);
  cli_note ("%s: %s", level != NULL ? level : "log", visible);
}

static void
progress_cb (McpCall    *call,
             GParamSpec *pspec,
             gpointer    user_data)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);
  double progress = outcome->progress;
  double total = outcome->progress_total;
  g_autofree char *message = cli_text_visible (outcome->progress_message, -1, FALSE);
  g_autofree char *done = mcp_text_from_number (progress);
  g_autofree char *all = mcp_text_from_number (total);
  g_autofree char *status = NULL;

  if (total > 0)
    status = g_strdup_printf ("%3.0f %%  %s / %s  %s", CLAMP (progress / total, 0, 1) * 100, done, all, message);
  else
    status = g_strdup_printf ("%s  %s", done, message);

  cli_status (status);
}

static int
report_error (CliConnection *connection,
              McpCall       *call,
              const char    *name,
              const char    *what,
              const GError  *error)
{
  GBytes *object = mcp_call_get_outcome (call)->error_object;

  /* A script that reads lines gets the server's own object. */
  if (cli_output_get_format (connection->output) == CLI_FORMAT_NDJSON && object != NULL)
    {
      cli_output_print_wrapped_json (connection->output, "error", g_bytes_get_data (object, NULL),
                                     g_bytes_get_size (object));
      return CLI_EXIT_ERROR;
    }

  return cli_catalog_fail (connection, MCP_CATALOG_TOOLS, name, what, error, call);
}

/* Where tasks are an extension the server alone decides. */
static gboolean
asks_for_task (CliConnection *connection)
{
  if (!connection->options->task)
    return FALSE;
  if (mcp_session_has_feature (connection->session, MCP_FEATURE_TASKS))
    return TRUE;

  cli_note (_("--task: in revision %s the server decides whether a call becomes a task"),
            mcp_version_to_string (mcp_session_get_version (connection->session)));

  return FALSE;
}

static int
report_done (CliConnection *connection,
             McpCall       *call,
             const char    *what)
{
  McpTask *task = mcp_call_get_made_task (call);
  g_autoptr (GError) error = NULL;

  if (task == NULL && connection->options->csv && !mcp_call_get_outcome (call)->is_tool_error)
    return cli_csv_print (connection->output, mcp_call_get_result (call), &error)
           ? CLI_EXIT_OK
           : cli_connection_fail (connection, what, error, NULL);
  if (task == NULL)
    return cli_result_print (connection->output, mcp_call_get_result (call),
                             mcp_call_get_outcome (call)->is_tool_error, what);
  if (connection->options->detach)
    return cli_tasks_print (connection, task);

  return cli_tasks_wait_for (connection, task, what);
}

/*
 * What a tool answers is held against its outputSchema. Where no argument had to be looked up,
 * nobody has asked for it yet; who reads the answer by a program is told nothing, and has nothing
 * asked.
 */
static void
judge (CliConnection *connection,
       McpCall       *call,
       const char    *name)
{
  McpCatalog *tools = mcp_session_get_catalog (connection->session, MCP_CATALOG_TOOLS);
  gboolean is_result = !mcp_call_get_outcome (call)->is_tool_error && mcp_call_get_made_task (call) == NULL;
  g_autoptr (GError) error = NULL;

  if (is_result && cli_output_is_text (connection->output) && mcp_catalog_get_state (tools) == MCP_CATALOG_EMPTY)
    {
      cli_connection_list (connection, MCP_CATALOG_TOOLS, &error);
      if (mcp_catalog_find (tools, name) != NULL)
        mcp_session_judge_call (connection->session, call);
      else if (error == NULL)
        cli_note (_("%s: not listed by the server, so that the result is held against no schema"), name);
      else if (!g_cancellable_is_cancelled (connection->cancellable))
        cli_note (_("The tools cannot be listed, so that the result is held against no schema: %s"), error->message);
    }

  cli_connection_note_findings (connection, call);
}

static int
call_tool (CliConnection *connection,
           const char    *name,
           const char    *arguments)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (name, arguments);
  g_autofree char *what = g_strdup_printf ("tools/call %s", name);
  g_autoptr (GError) error = NULL;
  gboolean is_text = cli_output_is_text (connection->output);
  gulong handler_id = 0;
  gboolean done;
  int status;

  mcp_call_set_want_progress (call, TRUE);
  if (asks_for_task (connection))
    mcp_call_set_task (call, -1);
  if (is_text)
    g_signal_connect (call, "notify::progress", G_CALLBACK (progress_cb), NULL);

  if (is_text)
    handler_id = g_signal_connect (connection->session, "notification",
                                   G_CALLBACK (log_message_cb), NULL);
  else if (cli_output_get_format (connection->output) == CLI_FORMAT_NDJSON)
    handler_id = g_signal_connect (connection->session, "notification",
                                   G_CALLBACK (notification_cb), connection->output);

  done = cli_connection_call (connection, call, &error);
  status = done ? report_done (connection, call, what)
                : report_error (connection, call, name, what, error);
  if (done)
    judge (connection, call, name);

  if (handler_id != 0)
    g_signal_handler_disconnect (connection->session, handler_id);

  return status;
}

/**
 * cli_tools_open:
 * @arguments: (out): the arguments of the tool that the command line names, as JSON
 *
 * Connects, and makes the arguments of a call. What is wrong without asking the server is said
 * before it is started.
 *
 * Returns: %CLI_EXIT_OK, or what to end with
 */
int
cli_tools_open (CliConnection  *connection,
                char          **arguments)
{
  const CliOptions *options = connection->options;
  char **words = options->words + 1;
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *base = NULL;
  g_autofree char *checked = NULL;
  int status = cli_presets_read_arguments (connection, MCP_CATALOG_TOOLS, &base);

  if (status != CLI_EXIT_OK)
    return status;
  if ((checked = cli_arguments_build (base, words, NULL, &error)) == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  status = cli_connection_open (connection);
  if (status != CLI_EXIT_OK)
    return status;

  if (cli_arguments_need_schema (words) || options->task)
    schema = find_schema (connection, options->words[0]);
  if (g_cancellable_is_cancelled (connection->cancellable))
    return cli_connection_interrupted (connection, "tools/list");

  *arguments = cli_arguments_build (base, words, schema, &error);
  if (*arguments == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  return CLI_EXIT_OK;
}

/* Calls a tool and prints its result; in ndjson also what came while it ran. */
int
cli_run_tools_call (CliConnection *connection)
{
  g_autofree char *arguments = NULL;
  int status = cli_tools_open (connection, &arguments);

  if (status != CLI_EXIT_OK)
    return status;

  return call_tool (connection, connection->options->words[0], arguments);
}
