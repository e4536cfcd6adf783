/* sounder-column.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A column of a timeline. */
typedef enum {
  SOUNDER_COLUMN_TIME,
  SOUNDER_COLUMN_SINCE,     /* from the row before */
  SOUNDER_COLUMN_REFERENCE, /* from the row that is time zero */
  SOUNDER_COLUMN_DIRECTION,
  SOUNDER_COLUMN_KIND,
  SOUNDER_COLUMN_METHOD,
  SOUNDER_COLUMN_SUMMARY, /* takes what the others leave */
  SOUNDER_COLUMN_ID,
  SOUNDER_COLUMN_SIZE,
  SOUNDER_COLUMN_TOOK,
  SOUNDER_COLUMN_WATERFALL,
  SOUNDER_N_COLUMNS,
} SounderColumn;

const char *sounder_column_get_nick  (SounderColumn column);
const char *sounder_column_get_title (SounderColumn column);
gboolean    sounder_column_can_hide  (SounderColumn column);
gboolean    sounder_column_can_sort  (SounderColumn column);

G_END_DECLS
