/* sounder-sample-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-sample-list.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SAMPLE_TABLE (sounder_sample_table_get_type ())

/* What the round-trip graph shows, in words and numbers. Activating a row asks for session.show-record. */
G_DECLARE_FINAL_TYPE (SounderSampleTable, sounder_sample_table, SOUNDER, SAMPLE_TABLE, AdwBin)

typedef enum {
  SOUNDER_SAMPLE_TIME,
  SOUNDER_SAMPLE_VALUE,
  SOUNDER_SAMPLE_STATUS,
  SOUNDER_SAMPLE_QUEUED,
  SOUNDER_SAMPLE_METHOD,
  SOUNDER_SAMPLE_LIFE,
  SOUNDER_N_SAMPLE_COLUMNS,
} SounderSampleColumn;

char               *sounder_sample_dup_cell        (const McpHealthSample *sample,
                                                    gint64                 wall_offset_usec,
                                                    SounderSampleColumn    column);
SounderSampleList  *sounder_sample_table_get_list  (SounderSampleTable    *self);

G_END_DECLS
