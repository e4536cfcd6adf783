/* sounder-record-copy-several.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-json.h"

#include "sounder-copy.h"
#include "sounder-record-copy.h"

/* More of them belong into a file; one alone is copied whatever its size. */
#define MAX_RECORDS 10000
#define MAX_BYTES   (64 * 1024 * 1024)

typedef struct
{
  GtkWidget  *widget;
  McpJournal *journal;
  GArray     *serials;
  guint       n_read;
  gboolean    pretty;
  GPtrArray  *parts;     /* of GBytes */
  gsize       n_bytes;
} Job;

static void
job_free (Job *job)
{
  g_object_unref (job->widget);
  g_object_unref (job->journal);
  g_array_unref (job->serials);
  g_ptr_array_unref (job->parts);
  g_free (job);
}

static GBytes *
print (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  char *pretty;

  /* What is no JSON cannot be made pretty. */
  if (length == 0 || !mcp_json_validate (data, length, NULL))
    return g_bytes_ref (bytes);

  pretty = mcp_json_pretty (data, length, NULL, &length);

  return g_bytes_new_take (pretty, length);
}

static void
join_in_worker (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Job *job = task_data;
  GByteArray *all = g_byte_array_new ();

  for (guint i = 0; i < job->parts->len; i++)
    {
      g_autoptr (GBytes) part = job->pretty ? print (job->parts->pdata[i])
                                            : g_bytes_ref (job->parts->pdata[i]);
      gsize length;
      const guint8 *data = g_bytes_get_data (part, &length);

      g_byte_array_append (all, data, length);
      if (job->parts->len > 1)
        g_byte_array_append (all, (const guint8 *) "\n", 1);
    }

  g_task_return_pointer (task, g_byte_array_free_to_bytes (all), (GDestroyNotify) g_bytes_unref);
}

static void
joined_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Job *job = user_data;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), NULL);

  sounder_copy_bytes (job->widget, bytes);
  job_free (job);
}

static void read_next (Job *job);

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Job *job = user_data;
  g_autoptr (GError) error = NULL;
  GBytes *bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);

  if (bytes == NULL)
    {
      gtk_widget_activate_action (job->widget, "session.toast", "s", error->message);
      job_free (job);
      return;
    }

  g_ptr_array_add (job->parts, bytes);
  job->n_bytes += g_bytes_get_size (bytes);
  read_next (job);
}

static void
read_next (Job *job)
{
  g_autoptr (McpRecord) record = NULL;
  GTask *task;

  if (job->serials->len > 1 && job->n_bytes > MAX_BYTES)
    {
      gtk_widget_activate_action (job->widget, "session.toast", "s",
                                  _("Too much to copy: export it instead"));
      job_free (job);
      return;
    }

  if (job->n_read < job->serials->len)
    {
      record = mcp_journal_get_record (job->journal,
                                       g_array_index (job->serials, guint, job->n_read++));
      mcp_record_read_async (record, NULL, read_cb, job);
      return;
    }

  if (job->parts->len == 1 && !job->pretty)
    {
      sounder_copy_bytes (job->widget, job->parts->pdata[0]);
      job_free (job);
      return;
    }

  task = g_task_new (NULL, NULL, joined_cb, job);
  g_task_set_task_data (task, job, NULL);
  g_task_run_in_thread (task, join_in_worker);
  g_object_unref (task);
}

/**
 * sounder_record_copy_several:
 * @journal: whose records
 * @serials: (transfer none) (element-type guint): which; at least one
 * @pretty: whether to print JSON over several lines
 *
 * Copies messages one below the other: exact bytes are JSON Lines. One alone has no end of line.
 */
void
sounder_record_copy_several (GtkWidget  *widget,
                             McpJournal *journal,
                             GArray     *serials,
                             gboolean    pretty)
{
  Job *job;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_JOURNAL (journal));
  g_return_if_fail (serials != NULL && serials->len > 0);

  if (serials->len > MAX_RECORDS)
    {
      gtk_widget_activate_action (widget, "session.toast", "s",
                                  _("Too much to copy: export it instead"));
      return;
    }

  job = g_new0 (Job, 1);
  job->widget = g_object_ref (widget);
  job->journal = g_object_ref (journal);
  job->serials = g_array_ref (serials);
  job->pretty = pretty;
  job->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  read_next (job);
}
