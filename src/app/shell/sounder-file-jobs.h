/* sounder-file-jobs.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_FILE_JOBS (sounder_file_jobs_get_type ())

/*
 * What is being written, a line each with its progress and a button to give it up; nothing is
 * there when nothing is written. Signal: ended: one of them is over.
 */
G_DECLARE_FINAL_TYPE (SounderFileJobs, sounder_file_jobs, SOUNDER, FILE_JOBS, AdwBin)

/* From its begin to its end; the widget may be gone before. */
typedef struct _SounderFileJob SounderFileJob;

SounderFileJob *sounder_file_jobs_begin          (SounderFileJobs *self,
                                                  const char      *title);
guint           sounder_file_jobs_count          (SounderFileJobs *self);
void            sounder_file_jobs_cancel_all     (SounderFileJobs *self);
GCancellable   *sounder_file_job_get_cancellable (SounderFileJob  *job); /* (transfer none) */
void            sounder_file_job_set_progress    (double           fraction,
                                                  gpointer         job); /* an McpProgressFunc */
void            sounder_file_job_end             (SounderFileJob  *job); /* frees it */

G_END_DECLS
