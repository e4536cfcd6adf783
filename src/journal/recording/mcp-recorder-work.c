/* mcp-recorder-work.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-json.h"
#include "mcp-recorder-work.h"
#include "mcp-redactor-private.h"

/* More than one, so that the thread need not wait for the main loop; what is beyond stays there. */
#define MAX_WAITING 4

struct _McpRecorderWork
{
  gatomicrefcount     ref_count;
  McpRecorderWriter  *writer;     /* belongs to the thread while the thread runs */
  GThread            *thread;     /* (nullable) */
  McpRedactionReport *counting;   /* (nullable) by the writer's redactor */

  GMutex              mutex;
  GCond               cond;
  GQueue              waiting;    /* of McpRecorderBlock */
  gboolean            writing;
  gboolean            stopped;    /* after the block that is being written */
  GSource            *wake;       /* (nullable) */
  McpRedactionReport *counted;    /* (nullable) not fetched yet */
  McpRedactionReport *total;      /* (nullable) of the whole file */
  guint               last;       /* serial of the last record that is written */
  int                 saved_errno;
};

void
mcp_recorder_work_unref (McpRecorderWork *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_queue_clear_full (&self->waiting, (GDestroyNotify) mcp_recorder_block_free);
  mcp_recorder_writer_free (self->writer);
  mcp_redaction_report_free (self->counting);
  mcp_redaction_report_free (self->counted);
  mcp_redaction_report_free (self->total);
  g_clear_pointer (&self->wake, g_source_unref);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/* Writes the next block. Called with the mutex, which is free while it writes. */
static void
write_next (McpRecorderWork *self)
{
  McpRecorderBlock *block = g_queue_pop_head (&self->waiting);
  int saved_errno;

  self->writing = TRUE;
  g_mutex_unlock (&self->mutex);
  saved_errno = mcp_recorder_writer_write (self->writer, block);
  g_mutex_lock (&self->mutex);

  self->writing = FALSE;
  self->saved_errno = saved_errno;
  if (saved_errno == 0)
    self->last = mcp_recorder_block_get_last (block);
  if (self->counting != NULL)
    {
      for (guint i = 0; i < MCP_N_REDACTIONS; i++)
        self->total->n_taken[i] += self->counting->n_taken[i];
      mcp_redaction_report_merge (self->counted, self->counting);
    }
  mcp_recorder_block_free (block);
}

static gpointer
run (gpointer user_data)
{
  McpRecorderWork *self = user_data;

  g_mutex_lock (&self->mutex);
  while (!self->stopped)
    {
      if (g_queue_is_empty (&self->waiting))
        {
          g_cond_wait (&self->cond, &self->mutex);
          continue;
        }
      write_next (self);
      g_cond_broadcast (&self->cond);
      if (self->wake != NULL)
        g_source_set_ready_time (self->wake, 0);
    }
  g_mutex_unlock (&self->mutex);
  mcp_recorder_work_unref (self);

  return NULL;
}

/*
 * mcp_recorder_work_new:
 * @fd: the file, which is taken over
 * @spool: where the bytes are
 * @redactor: (nullable): %NULL does not redact
 * @wake: made ready whenever a block is written
 * @head: the first line, which is written at once
 *
 * Starts the thread.
 *
 * Returns: (transfer full): the work
 */
McpRecorderWork *
mcp_recorder_work_new (int          fd,
                       McpSpool    *spool,
                       McpRedactor *redactor,
                       GSource     *wake,
                       GString     *head)
{
  McpRecorderWork *self = g_new0 (McpRecorderWork, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->wake = g_source_ref (wake);
  self->writer = mcp_recorder_writer_new (fd, spool, redactor);
  if (redactor != NULL)
    {
      self->counting = mcp_redaction_report_new ();
      self->total = mcp_redaction_report_new ();
      self->counted = mcp_redaction_report_new ();
      mcp_redactor_set_report (mcp_recorder_writer_get_redactor (self->writer), self->counting);
    }
  self->saved_errno = mcp_recorder_writer_write_text (self->writer, head->str, head->len);

  g_atomic_ref_count_inc (&self->ref_count);
  self->thread = g_thread_new ("recorder", run, self);

  return self;
}

/* Says whom to wake from here on. */
void
mcp_recorder_work_set_wake (McpRecorderWork *self,
                            GSource         *wake)
{
  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->wake, g_source_unref);
  self->wake = wake != NULL ? g_source_ref (wake) : NULL;
  g_mutex_unlock (&self->mutex);
}

gboolean
mcp_recorder_work_has_room (McpRecorderWork *self)
{
  gboolean has_room;

  g_mutex_lock (&self->mutex);
  has_room = self->waiting.length < MAX_WAITING;
  g_mutex_unlock (&self->mutex);

  return has_room;
}

gboolean
mcp_recorder_work_is_idle (McpRecorderWork *self)
{
  gboolean is_idle;

  g_mutex_lock (&self->mutex);
  is_idle = g_queue_is_empty (&self->waiting) && !self->writing;
  g_mutex_unlock (&self->mutex);

  return is_idle;
}

/*
 * mcp_recorder_work_push:
 * @block: (transfer full): what comes next
 * @wait: whether to wait for room
 */
void
mcp_recorder_work_push (McpRecorderWork  *self,
                        McpRecorderBlock *block,
                        gboolean          wait)
{
  g_mutex_lock (&self->mutex);
  g_queue_push_tail (&self->waiting, block);
  g_cond_broadcast (&self->cond);
  while (self->thread == NULL && !g_queue_is_empty (&self->waiting))
    write_next (self);
  while (wait && self->waiting.length >= MAX_WAITING)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/* Ends the thread, before what waits or after it. */
static void
stop (McpRecorderWork *self,
      gboolean         after_all)
{
  g_mutex_lock (&self->mutex);
  while (after_all && (!g_queue_is_empty (&self->waiting) || self->writing))
    {
      if (self->thread != NULL)
        g_cond_wait (&self->cond, &self->mutex);
      else
        write_next (self);
    }
  self->stopped = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->thread, g_thread_join);
}

/* The last event says how much was taken out, and of which kinds. */
static void
write_counts (McpRecorderWork *self,
              gint64           t_usec)
{
  g_autofree char *text = self->total != NULL ? mcp_redaction_report_describe (self->total) : NULL;
  g_autoptr (GString) line = NULL;

  if (text == NULL || self->saved_errno != 0)
    return;

  line = g_string_new (NULL);
  g_string_printf (line, "{\"t\":%" G_GINT64_FORMAT ",\"ch\":\"session\",\"note\":{", t_usec);
  mcp_json_append_member_string (line, "type", "redacted");
  mcp_json_append_member_string (line, "text", text);
  mcp_redaction_report_append_counts (self->total, line);
  g_string_append (line, "}}\n");
  mcp_recorder_writer_write_text (self->writer, line->str, line->len);
}

/* Waits until all is written, and closes the file; its last event is of @t_usec since it was
 * created. */
void
mcp_recorder_work_finish (McpRecorderWork *self,
                          gint64           t_usec)
{
  stop (self, TRUE);
  write_counts (self, t_usec);
  self->saved_errno = mcp_recorder_writer_close (self->writer);
}

/* From here on blocks are written by who pushes them. */
void
mcp_recorder_work_take_over (McpRecorderWork *self)
{
  stop (self, FALSE);
}

/* Lets the thread end by itself. */
void
mcp_recorder_work_abandon (McpRecorderWork *self)
{
  g_mutex_lock (&self->mutex);
  self->stopped = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->thread, g_thread_unref);
}

/* Returns: 0, or since when nothing is written. */
int
mcp_recorder_work_get_errno (McpRecorderWork *self)
{
  int saved_errno;

  g_mutex_lock (&self->mutex);
  saved_errno = self->saved_errno;
  g_mutex_unlock (&self->mutex);

  return saved_errno;
}

/* Returns: the serial of the last record that is written. */
guint
mcp_recorder_work_get_last (McpRecorderWork *self)
{
  guint last;

  g_mutex_lock (&self->mutex);
  last = self->last;
  g_mutex_unlock (&self->mutex);

  return last;
}

/* Adds what was taken out since the last time to @report (nullable). */
void
mcp_recorder_work_report (McpRecorderWork    *self,
                          McpRedactionReport *report)
{
  if (report == NULL || self->counted == NULL)
    return;

  g_mutex_lock (&self->mutex);
  mcp_redaction_report_merge (report, self->counted);
  g_mutex_unlock (&self->mutex);
}
