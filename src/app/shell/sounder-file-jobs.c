/* sounder-file-jobs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-file-jobs.h"

/**
 * SounderFileJobs:
 *
 * The bar at the foot of the window for what takes its time: files that are written. What is done
 * sooner than one could read of it is not shown.
 */

#define SHOW_AFTER_MSEC 300

struct _SounderFileJobs
{
  AdwBin     parent_instance;

  GtkWidget *box;
  GPtrArray *jobs;    /* of SounderFileJob */
};

struct _SounderFileJob
{
  SounderFileJobs *jobs;       /* the widget, strong */
  GCancellable    *cancellable;
  GtkWidget       *row;
  GtkWidget       *bar;
  guint            show_source;
};

G_DEFINE_FINAL_TYPE (SounderFileJobs, sounder_file_jobs, ADW_TYPE_BIN)

enum {
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
sounder_file_jobs_finalize (GObject *object)
{
  SounderFileJobs *self = SOUNDER_FILE_JOBS (object);

  g_ptr_array_unref (self->jobs);

  G_OBJECT_CLASS (sounder_file_jobs_parent_class)->finalize (object);
}

static void
sounder_file_jobs_class_init (SounderFileJobsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_file_jobs_finalize;

  /**
   * SounderFileJobs::ended:
   * @self: the bar
   *
   * One of the jobs is over.
   */
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_file_jobs_init (SounderFileJobs *self)
{
  self->jobs = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  adw_bin_set_child (ADW_BIN (self), self->box);
}

static void
cancel_clicked_cb (GtkButton    *button,
                   GCancellable *cancellable)
{
  gtk_widget_set_sensitive (GTK_WIDGET (button), FALSE);
  g_cancellable_cancel (cancellable);
}

static GtkWidget *
make_cancel_button (SounderFileJob *job,
                    const char     *title)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Cancel"));
  g_autofree char *label = NULL;

  /* Translators: %s is what is being done, as “Saving demo.mcprec”. */
  label = g_strdup_printf (_("Cancel: %s"), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (cancel_clicked_cb), job->cancellable, 0);

  return button;
}

static GtkWidget *
make_row (SounderFileJob *job,
          const char     *title)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  job->bar = gtk_progress_bar_new ();
  gtk_widget_set_hexpand (job->bar, TRUE);
  gtk_widget_set_valign (job->bar, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (job->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), job->bar);
  gtk_box_append (GTK_BOX (line), make_cancel_button (job, title));
  gtk_widget_set_margin_start (line, 12);
  gtk_widget_set_margin_end (line, 12);
  gtk_widget_set_margin_top (line, 6);
  gtk_widget_set_margin_bottom (line, 6);
  gtk_box_append (GTK_BOX (row), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (row), line);

  return row;
}

static gboolean
show_cb (gpointer user_data)
{
  SounderFileJob *job = user_data;

  job->show_source = 0;
  gtk_widget_set_visible (job->row, TRUE);

  return G_SOURCE_REMOVE;
}

/**
 * sounder_file_jobs_begin:
 * @title: what is done
 *
 * Adds a job. The caller ends it.
 *
 * Returns: (transfer full): the job
 */
SounderFileJob *
sounder_file_jobs_begin (SounderFileJobs *self,
                         const char      *title)
{
  SounderFileJob *job;

  g_return_val_if_fail (SOUNDER_IS_FILE_JOBS (self), NULL);
  g_return_val_if_fail (title != NULL, NULL);

  job = g_new0 (SounderFileJob, 1);
  job->jobs = g_object_ref (self);
  job->cancellable = g_cancellable_new ();
  job->row = make_row (job, title);
  gtk_widget_set_visible (job->row, FALSE);
  gtk_box_append (GTK_BOX (self->box), job->row);
  job->show_source = g_timeout_add (SHOW_AFTER_MSEC, show_cb, job);
  g_ptr_array_add (self->jobs, job);

  return job;
}

/**
 * sounder_file_jobs_count:
 *
 * Counts what is being written, shown or not.
 *
 * Returns: how many there are
 */
guint
sounder_file_jobs_count (SounderFileJobs *self)
{
  g_return_val_if_fail (SOUNDER_IS_FILE_JOBS (self), 0);

  return self->jobs->len;
}

/* Has everything given up. Each ends as soon as it can. */
void
sounder_file_jobs_cancel_all (SounderFileJobs *self)
{
  g_return_if_fail (SOUNDER_IS_FILE_JOBS (self));

  for (guint i = 0; i < self->jobs->len; i++)
    g_cancellable_cancel (((SounderFileJob *) self->jobs->pdata[i])->cancellable);
}

GCancellable *
sounder_file_job_get_cancellable (SounderFileJob *job)
{
  g_return_val_if_fail (job != NULL, NULL);

  return job->cancellable;
}

void
sounder_file_job_set_progress (double   fraction,
                               gpointer job)
{
  g_return_if_fail (job != NULL);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (((SounderFileJob *) job)->bar), fraction);
}

/**
 * sounder_file_job_end:
 * @job: (transfer full): a job
 *
 * Takes it away: it is done, or was given up.
 */
void
sounder_file_job_end (SounderFileJob *job)
{
  g_autoptr (SounderFileJobs) self = NULL;

  g_return_if_fail (job != NULL);

  self = job->jobs;
  g_clear_handle_id (&job->show_source, g_source_remove);
  g_ptr_array_remove (self->jobs, job);
  gtk_box_remove (GTK_BOX (self->box), job->row);
  g_object_unref (job->cancellable);
  g_free (job);
  g_signal_emit (self, signals[ENDED], 0);
}
