/* sounder-record-copy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-command.h"
#include "mcp-summary.h"

#include "sounder-copy.h"
#include "sounder-exchange.h"
#include "sounder-record-copy.h"

static void
copy_one (GtkWidget *widget,
          McpRecord *record,
          gboolean   pretty)
{
  g_autoptr (GArray) serials = g_array_new (FALSE, FALSE, sizeof (guint));
  guint serial = mcp_record_get_serial (record);

  g_array_append_val (serials, serial);
  sounder_record_copy_several (widget, mcp_record_get_journal (record), serials, pretty);
}

void
sounder_record_copy_bytes (GtkWidget *widget,
                           McpRecord *record)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  copy_one (widget, record, FALSE);
}

/* Copies the record's JSON, printed over several lines; what is no JSON as it is. */
void
sounder_record_copy_pretty (GtkWidget *widget,
                            McpRecord *record)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  copy_one (widget, record, TRUE);
}

/* Copies the record's id as it stands in the message; nothing when it has none. */
void
sounder_record_copy_id (GtkWidget *widget,
                        McpRecord *record)
{
  g_autofree char *id = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  id = mcp_record_dup_id (record);
  if (id == NULL)
    return;

  bytes = g_bytes_new (id, strlen (id));
  sounder_copy_bytes (widget, bytes);
}

/* What a command is made of when the bytes are there. */
typedef struct
{
  GtkWidget       *widget;
  McpProfile      *profile;   /* (nullable): curl needs none */
  SounderExchange *exchange;  /* (nullable) */
} CommandJob;

static void
command_job_free (CommandJob *job)
{
  g_object_unref (job->widget);
  g_clear_object (&job->profile);
  g_clear_pointer (&job->exchange, sounder_exchange_free);
  g_free (job);
}

static char *
make_curl (SounderExchange *exchange,
           GBytes          *body)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new ();
  gsize length = 0;
  const char *data = body != NULL ? g_bytes_get_data (body, &length) : NULL;

  for (guint i = 0; exchange->request_headers != NULL && i < exchange->request_headers->len; i++)
    g_ptr_array_add (headers, exchange->request_headers->pdata[i]);
  g_ptr_array_add (headers, NULL);

  return mcp_command_for_http (exchange->method, exchange->url,
                               (const char * const *) headers->pdata,
                               (const char * const *) exchange->secret_headers, data, length);
}

static void
take_command (GtkWidget *widget,
              char      *command)
{
  g_autoptr (GBytes) bytes = NULL;

  if (command == NULL)
    {
      gtk_widget_activate_action (widget, "session.toast", "s",
                                  _("A NUL byte cannot be part of a command"));
      return;
    }

  bytes = g_bytes_new_take (command, strlen (command));
  sounder_copy_bytes (widget, bytes);
}

static void
read_for_command_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  CommandJob *job = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  const char *data;
  gsize length;

  if (bytes == NULL)
    {
      gtk_widget_activate_action (job->widget, "session.toast", "s", error->message);
    }
  else if (job->exchange != NULL)
    {
      take_command (job->widget, make_curl (job->exchange, bytes));
    }
  else
    {
      data = g_bytes_get_data (bytes, &length);
      take_command (job->widget, mcp_command_for_message (job->profile, data, length));
    }

  command_job_free (job);
}

/**
 * sounder_record_copy_command:
 * @session: whose record it is
 *
 * Copies the command of `sounder-cli` that sends the record again; of an answer the request.
 */
void
sounder_record_copy_command (GtkWidget  *widget,
                             McpRecord  *record,
                             McpSession *session)
{
  g_autoptr (McpRecord) request = NULL;
  McpRecordKind kind;
  CommandJob *job;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));
  g_return_if_fail (MCP_IS_SESSION (session));

  kind = mcp_record_get_kind (record);
  if ((kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR) && mcp_record_get_pair (record) != 0)
    request = mcp_journal_get_record (mcp_record_get_journal (record),
                                      mcp_record_get_pair (record));

  job = g_new0 (CommandJob, 1);
  job->widget = g_object_ref (widget);
  job->profile = g_object_ref (mcp_session_get_profile (session));
  mcp_record_read_async (request != NULL ? request : record, NULL, read_for_command_cb, job);
}

/* The body of a request: its part that left. */
static McpRecord *
find_body (McpRecord       *record,
           SounderExchange *exchange)
{
  for (guint i = 0; i < exchange->parts->len; i++)
    {
      g_autoptr (McpRecord) part =
        mcp_journal_get_record (mcp_record_get_journal (record),
                                g_array_index (exchange->parts, guint, i));

      if (part != NULL && mcp_record_get_direction (part) == MCP_DIRECTION_OUT)
        return g_steal_pointer (&part);
    }

  return NULL;
}

/* Gets whether there is an HTTP request to make a command of. */
gboolean
sounder_record_has_curl (McpRecord *record)
{
  g_return_val_if_fail (MCP_IS_RECORD (record), FALSE);

  return mcp_record_get_exchange (record) != 0
         && mcp_record_get_channel (record) != MCP_CHANNEL_WS;
}

/**
 * sounder_record_copy_curl:
 * @record: a record that went over HTTP
 *
 * Copies the command of curl that makes the record's request again, without its secrets.
 */
void
sounder_record_copy_curl (GtkWidget *widget,
                          McpRecord *record)
{
  g_autoptr (SounderExchange) exchange = NULL;
  g_autoptr (McpRecord) body = NULL;
  CommandJob *job;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  exchange = sounder_exchange_read (mcp_record_get_journal (record),
                                    mcp_record_get_exchange (record), 16);
  if (exchange == NULL || exchange->method == NULL || exchange->url == NULL)
    {
      gtk_widget_activate_action (widget, "session.toast", "s",
                                  _("The HTTP request of this message is not known"));
      return;
    }

  body = find_body (record, exchange);
  if (body == NULL)
    {
      take_command (widget, make_curl (exchange, NULL));
      return;
    }

  job = g_new0 (CommandJob, 1);
  job->widget = g_object_ref (widget);
  job->exchange = g_steal_pointer (&exchange);
  mcp_record_read_async (body, NULL, read_for_command_cb, job);
}
