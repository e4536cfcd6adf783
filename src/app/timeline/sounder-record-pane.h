/* sounder-record-pane.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-record.h"

#include "sounder-json-view.h"

G_BEGIN_DECLS

/* A view and what it shows or is about to show. */
typedef struct
{
  SounderJsonView *view;
  GtkStack        *stack;    /* (nullable): has a label for when there is nothing */
  GtkLabel        *label;    /* (nullable) */
  McpRecord       *record;
  GCancellable    *reading;
} SounderRecordPane;

void sounder_record_pane_show (SounderRecordPane *pane,
                               McpRecord         *record,   /* (nullable) */
                               const char        *why_not);
void sounder_record_pane_stop (SounderRecordPane *pane);

G_END_DECLS
