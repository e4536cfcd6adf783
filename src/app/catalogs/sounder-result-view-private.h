/* sounder-result-view-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-calls-button.h"
#include "sounder-compare-button.h"
#include "sounder-pane.h"
#include "sounder-result-view.h"

G_BEGIN_DECLS

/* Shared by sounder-result-view.c and sounder-result-view-fill.c. */

struct _SounderResultView
{
  AdwBin           parent_instance;

  McpCall         *asked;         /* what somebody wants to see */
  McpCall         *call;          /* the same, or what came of the task that it made */
  GSignalGroup    *call_signals;
  GSignalGroup    *task_signals; /* while there is no result of it */
  McpCatalogKind   kind;          /* what was asked for */
  char            *output_schema; /* (nullable) */
  char            *target;        /* (nullable): of what the call is one */
  char            *filled_target; /* (nullable): and of what that was which was shown last */
  GCancellable    *checking;      /* (nullable) */
  GCancellable    *reading;       /* (nullable) */
  guint            tick_id;       /* only while a running call is on screen */
  gboolean         has_calls;     /* it is one of many */
  gboolean         filled;        /* the finished call has been read into the pages */

  GtkBox          *header;
  GtkToggleButton *room_button;
  gboolean         breaks_schema; /* that of the tool's output */
  GtkWidget       *pill;
  GtkImage        *pill_icon;
  GtkLabel        *pill_label;
  GtkWidget       *tabs;
  GtkToggleButton *rendered_tab;
  GtkToggleButton *structured_tab;
  GtkToggleButton *raw_tab;
  SounderCallsButton *calls;
  GtkWidget       *repeat_button;
  SounderCompareButton *compare;
  GtkLabel        *trace;
  GtkStack        *stack;
  GtkScrolledWindow *scroller;
  GtkLabel        *progress_message;
  GtkProgressBar  *progress;
  GtkLabel        *elapsed;
  GtkWidget       *cancel_button;
  GtkWidget       *failure;
  GtkImage        *failure_icon;
  GtkLabel        *failure_title;
  GtkLabel        *failure_text;
  GtkWidget       *again_button;
  GtkBox          *contents;
  GtkLabel        *schema_state;
  SounderPane     *structured;
  SounderPane     *raw;
};

void sounder_result_view_fill         (SounderResultView *self);
void sounder_result_view_stop_filling (SounderResultView *self);
void sounder_result_view_update_pill  (SounderResultView *self);

G_END_DECLS
