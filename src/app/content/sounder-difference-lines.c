/* sounder-difference-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-summary.h"
#include "mcp-text-diff.h"
#include "sounder-difference-lines.h"
#include "sounder-template.h"

/* Lines around a change, and how much of the differences is shown. */
#define CONTEXT         3
#define MAX_SHOWN_LINES 5000

/* Of a line that is longer a part is shown, from a little before its first change on. */
#define MAX_LINE_BYTES  8192
#define LEAD_BYTES      200

struct _SounderDifferenceLines
{
  AdwBin         parent_instance;

  GtkTextBuffer *buffer;
  GCancellable  *comparing;  /* (nullable) */
};

typedef struct
{
  char      *before;
  char      *after;
  GPtrArray *lines;   /* of McpDiffLine */
} Job;

G_DEFINE_FINAL_TYPE (SounderDifferenceLines, sounder_difference_lines, ADW_TYPE_BIN)

static void
job_free (Job *job)
{
  g_free (job->before);
  g_free (job->after);
  g_clear_pointer (&job->lines, g_ptr_array_unref);
  g_free (job);
}

static void
insert (SounderDifferenceLines *self,
        const char             *text,
        gsize                   length,
        const char             *tag,
        gboolean                is_changed)
{
  g_autofree char *visible = mcp_format_visible (text, length, TRUE);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (self->buffer, &end);
  gtk_text_buffer_insert_with_tags_by_name (self->buffer, &end, visible, -1, tag,
                                            is_changed ? "changed" : NULL, NULL);
}

static gsize
find_boundary (const char *text,
               gsize       at)
{
  while (at > 0 && ((guchar) text[at] & 0xc0) == 0x80)
    at--;

  return at;
}

static void
insert_line (SounderDifferenceLines *self,
             const McpDiffLine      *line,
             const char             *text)
{
  const char *tag = line->kind == MCP_DIFF_REMOVED ? "removed" : line->kind == MCP_DIFF_ADDED ? "added" : "same";
  char sign[] = { (char) line->kind, ' ' };
  gsize from = line->text.offset;
  gsize end = from + line->text.length;

  end -= text[end - 1] == '\n';
  insert (self, sign, sizeof sign, tag, FALSE);
  if (line->text.length > MAX_LINE_BYTES)
    {
      gsize first = line->changed->len > 0 ? g_array_index (line->changed, McpSpan, 0).offset : from;

      from = first > from + LEAD_BYTES ? find_boundary (text, first - LEAD_BYTES) : from;
      if (from > line->text.offset)
        insert (self, "…", strlen ("…"), tag, FALSE);
    }
  if (end - from > MAX_LINE_BYTES)
    end = find_boundary (text, from + MAX_LINE_BYTES);

  for (guint i = 0; i < line->changed->len && from < end; i++)
    {
      McpSpan span = g_array_index (line->changed, McpSpan, i);
      gsize start = CLAMP (span.offset, from, end);
      gsize stop = CLAMP (span.offset + span.length, start, end);

      insert (self, text + from, start - from, tag, FALSE);
      insert (self, text + start, stop - start, tag, TRUE);
      from = stop;
    }
  insert (self, text + from, end - from, tag, FALSE);
  if (end + 1 < line->text.offset + line->text.length)
    insert (self, "…", strlen ("…"), tag, FALSE);
  insert (self, "\n", 1, tag, FALSE);
}

static void
insert_gap (SounderDifferenceLines *self,
            const McpDiffLine      *next)
{
  /* Translators: the numbers of a line in the text before, and in the one after. */
  g_autofree char *text = g_strdup_printf (_("Line %u → %u"), next->before + 1, next->after + 1);

  insert (self, text, strlen (text), "gap", FALSE);
  insert (self, "\n", 1, "gap", FALSE);
}

static void
show (SounderDifferenceLines *self,
      const Job              *job)
{
  guint n_lines = job->lines->len;
  guint n_shown = 0;
  guint next_change = 0;
  guint last_change = G_MAXUINT;
  gboolean is_gap = FALSE;

  for (guint i = 0; i < n_lines && n_shown < MAX_SHOWN_LINES; i++)
    {
      const McpDiffLine *line = job->lines->pdata[i];

      for (next_change = MAX (next_change, i); next_change < n_lines;)
        {
          if (((McpDiffLine *) job->lines->pdata[next_change])->kind != MCP_DIFF_SAME)
            break;
          next_change++;
        }
      if (next_change == i)
        last_change = i;
      if ((next_change == n_lines || next_change - i > CONTEXT)
          && (last_change == G_MAXUINT || i - last_change > CONTEXT))
        {
          is_gap = TRUE;
          continue;
        }
      if (is_gap)
        insert_gap (self, line);
      is_gap = FALSE;
      insert_line (self, line, line->kind == MCP_DIFF_ADDED ? job->after : job->before);
      n_shown++;
    }
  if (n_shown == MAX_SHOWN_LINES)
    insert (self, "…", strlen ("…"), "gap", FALSE);
}

static void
compare_in_worker (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  Job *job = task_data;

  job->lines = mcp_text_diff_lines (job->before, job->after);
  g_task_return_boolean (task, TRUE);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderDifferenceLines) self = user_data;

  if (self->comparing != g_task_get_cancellable (G_TASK (result)))
    return;

  g_clear_object (&self->comparing);
  show (self, g_task_get_task_data (G_TASK (result)));
}

static void
stop (SounderDifferenceLines *self)
{
  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

static void
sounder_difference_lines_dispose (GObject *object)
{
  stop (SOUNDER_DIFFERENCE_LINES (object));

  G_OBJECT_CLASS (sounder_difference_lines_parent_class)->dispose (object);
}

static void
sounder_difference_lines_class_init (SounderDifferenceLinesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_difference_lines_dispose;

  sounder_template_set (widget_class, "sounder-difference-lines.ui");
  sounder_template_bind (widget_class, SounderDifferenceLines, buffer);
}

static void
sounder_difference_lines_init (SounderDifferenceLines *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_difference_lines_set_texts:
 * @before: a text, UTF-8 or not
 * @after: what it is now
 *
 * Shows how two texts differ, as soon as a worker has compared them.
 */
void
sounder_difference_lines_set_texts (SounderDifferenceLines *self,
                                    const char             *before,
                                    const char             *after)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (SOUNDER_IS_DIFFERENCE_LINES (self));
  g_return_if_fail (before != NULL && after != NULL);

  stop (self);
  gtk_text_buffer_set_text (self->buffer, "", -1);
  job = g_new0 (Job, 1);
  job->before = g_strdup (before);
  job->after = g_strdup (after);
  self->comparing = g_cancellable_new ();
  task = g_task_new (NULL, self->comparing, compared_cb, g_object_ref (self));
  g_task_set_source_tag (task, sounder_difference_lines_set_texts);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, compare_in_worker);
}

gboolean
sounder_difference_lines_is_busy (SounderDifferenceLines *self)
{
  g_return_val_if_fail (SOUNDER_IS_DIFFERENCE_LINES (self), FALSE);

  return self->comparing != NULL;
}
