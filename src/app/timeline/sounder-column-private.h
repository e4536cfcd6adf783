/* sounder-column-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-column.h"

G_BEGIN_DECLS

typedef struct
{
  const char *nick;
  const char *title;
  int         width;
  int         min_width;
  gboolean    is_extra;   /* shown to those who ask for it */
} SounderColumnInfo;

extern const SounderColumnInfo sounder_column_infos[SOUNDER_N_COLUMNS];

G_END_DECLS
