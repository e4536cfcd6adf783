/* sounder-load-window-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-load.h"
#include "sounder-load-chart.h"
#include "sounder-load-settings.h"
#include "sounder-load-table.h"
#include "sounder-load-window.h"

G_BEGIN_DECLS

struct _SounderLoadWindow
{
  AdwWindow            parent_instance;

  McpSession          *session;      /* whose server and tools */
  McpCall             *call;         /* (nullable): pings alone */
  char                *name;         /* (nullable): of the tool */
  gboolean             may_change;   /* a person knows that each call may change something */

  McpSession          *connection;   /* (nullable): of the last run, which has one of its own */
  GCancellable        *cancellable;  /* (nullable): while it runs */
  McpLoad             *load;         /* (nullable): the last run */
  GError              *error;        /* (nullable): why that ended */
  gboolean             is_stopped;   /* by our hand */
  GString             *hdr_log;      /* a line for each second of it */

  const char          *compare;      /* interned: "none", "before", "file" */
  McpLoadReport       *before;       /* (nullable): the run before */
  McpLoadReport       *from_file;    /* (nullable) */
  char                *file_name;    /* (nullable): safe to show */

  SounderTimeSpan     *span;
  gboolean             is_logarithmic;
  GtkWidget           *charts[SOUNDER_N_LOAD_CHARTS];

  AdwWindowTitle      *title;
  GtkWidget           *run_button;
  GtkWidget           *stop_button;
  GtkProgressBar      *progress;
  GtkWidget           *warning;
  GtkLabel            *warning_label;
  SounderLoadSettings *settings;
  GtkWidget           *results;
  GtkLabel            *status;
  GtkLabel            *counts;
  GtkBox              *charts_box;
  SounderLoadTable    *table;
};

/* In sounder-load-window.c. */
void                 sounder_load_window_update         (SounderLoadWindow    *self);

/* In sounder-load-run.c. */
void                 sounder_load_window_install_run    (GtkWidgetClass       *widget_class);
gboolean             sounder_load_window_is_ping        (SounderLoadWindow    *self);
char                *sounder_load_window_dup_warning    (SounderLoadWindow    *self);   /* (nullable) */
void                 sounder_load_window_forget         (SounderLoadWindow    *self);

/* In sounder-load-save.c. */
void                 sounder_load_window_install_saving (GtkWidgetClass       *widget_class);
const McpLoadReport *sounder_load_window_get_earlier    (SounderLoadWindow    *self,
                                                         char                **name);

G_END_DECLS
