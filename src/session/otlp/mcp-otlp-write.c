/* mcp-otlp-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-otlp-json.h"
#include "mcp-otlp-tracer.h"
#include "mcp-replacement.h"
#include "mcp-write.h"

/* A line is no longer than this and one span. */
#define MAX_LINE_BYTES (1024 * 1024)
/* So long a slice of the main loop's time is. */
#define SLICE_USEC 4000

typedef struct
{
  GString       *spans;
  const char    *resource;
  McpExportSink  sink;
  gpointer       user_data;
  gboolean       stopped;    /* it wanted no more */
} Line;

static void
give_line (Line *line)
{
  g_autofree char *text = NULL;
  gsize length;

  if (line->spans->len == 0 || line->stopped)
    return;

  text = mcp_otlp_wrap (MCP_OTLP_TRACES, line->resource, line->spans->str, &length);
  g_string_truncate (line->spans, 0);
  line->stopped = !line->sink (text, length, line->user_data) || !line->sink ("\n", 1, line->user_data);
}

static void
add_span_cb (const char *span,
             gpointer    user_data)
{
  Line *line = user_data;

  mcp_json_append_comma (line->spans);
  g_string_append (line->spans, span);
  if (line->spans->len >= MAX_LINE_BYTES)
    give_line (line);
}

/**
 * mcp_otlp_write:
 * @journal: a journal that is whole
 * @server: (nullable): what the server is called
 * @resource: who it comes from
 * @redactor: (nullable): %NULL takes nothing out
 * @flags: what is written
 * @sink: takes the pieces
 *
 * Writes the spans of a journal as the collector's file exporter does: an ExportTraceServiceRequest a
 * line. Blocks as long as that takes.
 *
 * Returns: %FALSE when the sink wanted no more, or the journal cannot be read
 */
gboolean
mcp_otlp_write (McpJournal    *journal,
                const char    *server,
                const char    *resource,
                McpRedactor   *redactor,
                McpOtlpFlags   flags,
                McpExportSink  sink,
                gpointer       user_data)
{
  g_autoptr (GString) spans = g_string_new (NULL);
  Line line = { spans, resource, sink, user_data, FALSE };
  g_autoptr (McpOtlpTracer) tracer = mcp_otlp_tracer_new (journal, server, redactor, flags, add_span_cb, &line);

  while (!line.stopped && mcp_otlp_tracer_step (tracer))
    ;
  if (!line.stopped)
    mcp_otlp_tracer_finish (tracer);
  give_line (&line);

  return !line.stopped && !mcp_otlp_tracer_has_failed (tracer);
}

/* --- To a file, in slices of the main loop's time --- */

typedef struct
{
  Line             line;
  McpOtlpTracer   *tracer;
  McpRedactor     *redactor;    /* (nullable) */
  char            *resource;
  char            *path;
  McpReplacement  *file;        /* (nullable): when it could not be made */
  int              saved_errno;
  guint            n_read;
  McpProgressFunc  report;      /* (nullable) */
  gpointer         report_data;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_clear_object (&self->tracer);
  g_clear_pointer (&self->redactor, mcp_redactor_free);
  g_clear_pointer (&self->file, mcp_replacement_free);
  g_string_free (self->line.spans, TRUE);
  g_free (self->resource);
  g_free (self->path);
  g_free (self);
}

static gboolean
write_piece (const char *data,
             gsize       length,
             gpointer    user_data)
{
  Saving *self = user_data;

  self->saved_errno = mcp_write_fully (mcp_replacement_get_fd (self->file), data, length, NULL);

  return self->saved_errno == 0;
}

static void
return_result (GTask *task)
{
  Saving *self = g_task_get_task_data (task);
  g_autofree char *name = g_filename_display_name (self->path);

  if (g_task_return_error_if_cancelled (task))
    return;
  if (mcp_otlp_tracer_has_failed (self->tracer))
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE,
                             _("The journal could not be read for “%s”: %s"), name, g_strerror (EIO));
  else if (self->saved_errno != 0)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not write “%s”: %s"), name,
                             g_strerror (self->saved_errno));
  else
    g_task_return_boolean (task, TRUE);
}

static gboolean
save_slice_cb (gpointer data)
{
  GTask *task = G_TASK (data);
  Saving *self = g_task_get_task_data (task);
  guint n_records = mcp_journal_get_n_records (g_task_get_source_object (task));
  gint64 deadline_usec = g_get_monotonic_time () + SLICE_USEC;
  gboolean more = TRUE;

  while (more && !self->line.stopped && g_get_monotonic_time () < deadline_usec)
    {
      more = mcp_otlp_tracer_step (self->tracer);
      self->n_read += more;
    }
  if (self->report != NULL)
    self->report ((double) self->n_read / MAX (n_records, 1), self->report_data);
  if (more && !self->line.stopped && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return G_SOURCE_CONTINUE;

  mcp_otlp_tracer_finish (self->tracer);
  give_line (&self->line);
  if (!more && self->saved_errno == 0 && !mcp_replacement_finish (self->file))
    self->saved_errno = errno;
  return_result (task);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_otlp_save_async:
 * @journal: a journal
 * @path: (type filename): the file, which is replaced when all is written
 * @server: (nullable): what the server is called
 * @resource: who it comes from
 * @redactor: (nullable) (transfer full): %NULL takes nothing out
 * @progress: (nullable): hears how far it is
 *
 * Writes the spans of a journal as mcp_otlp_write() does, without content, while the main loop goes on.
 */
void
mcp_otlp_save_async (McpJournal          *journal,
                     const char          *path,
                     const char          *server,
                     const char          *resource,
                     McpRedactor         *redactor,
                     GCancellable        *cancellable,
                     McpProgressFunc      progress,
                     gpointer             progress_data,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Saving *self;

  g_return_if_fail (MCP_IS_JOURNAL (journal));
  g_return_if_fail (path != NULL);

  task = g_task_new (journal, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_otlp_save_async);
  g_task_set_check_cancellable (task, FALSE);
  mcp_journal_flush (journal);

  self = g_new0 (Saving, 1);
  self->redactor = redactor;
  self->resource = g_strdup (resource);
  self->path = g_strdup (path);
  self->line = (Line) { g_string_new (NULL), self->resource, write_piece, self, FALSE };
  self->tracer = mcp_otlp_tracer_new (journal, server, redactor, MCP_OTLP_NO_CONTENT, add_span_cb,
                                      &self->line);
  self->report = progress;
  self->report_data = progress_data;
  g_task_set_task_data (task, self, saving_free);

  self->file = mcp_replacement_new (path, TRUE);
  if (self->file == NULL)
    {
      self->saved_errno = errno;
      return_result (task);
      return;
    }

  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, save_slice_cb, g_steal_pointer (&task), g_object_unref);
}

/* Returns %FALSE with %MCP_ERROR_STORAGE, or that it was cancelled. */
gboolean
mcp_otlp_save_finish (McpJournal    *journal,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, journal), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
