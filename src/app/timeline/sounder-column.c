/* sounder-column.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-column-private.h"

const SounderColumnInfo sounder_column_infos[SOUNDER_N_COLUMNS] = {
  [SOUNDER_COLUMN_TIME] = { "time", N_("Time"), 102, 40 },
  [SOUNDER_COLUMN_SINCE] = { "since", N_("Since Previous"), 108, 40, TRUE },
  [SOUNDER_COLUMN_REFERENCE] = { "reference", N_("Since Reference"), 116, 40, TRUE },
  [SOUNDER_COLUMN_DIRECTION] = { "direction", "", 30, 30 },
  [SOUNDER_COLUMN_KIND] = { "kind", N_("Kind"), 108, 40 },
  [SOUNDER_COLUMN_METHOD] = { "method", N_("Method"), 186, 60 },
  [SOUNDER_COLUMN_SUMMARY] = { "summary", N_("Summary"), 0, 60 },
  [SOUNDER_COLUMN_ID] = { "id", N_("Id"), 46, 30 },
  [SOUNDER_COLUMN_SIZE] = { "size", N_("Size"), 70, 40 },
  [SOUNDER_COLUMN_TOOK] = { "took", N_("Took"), 84, 40 },
  [SOUNDER_COLUMN_WATERFALL] = { "waterfall", N_("Waterfall"), 186, 60 },
};

const char *
sounder_column_get_nick (SounderColumn column)
{
  g_return_val_if_fail (column < SOUNDER_N_COLUMNS, NULL);

  return sounder_column_infos[column].nick;
}

/**
 * sounder_column_get_title:
 *
 * Gets what stands over a column.
 *
 * Returns: the translated title; empty for the direction
 */
const char *
sounder_column_get_title (SounderColumn column)
{
  g_return_val_if_fail (column < SOUNDER_N_COLUMNS, NULL);

  /* The empty message is the header of the translations. */
  return *sounder_column_infos[column].title != '\0' ? _(sounder_column_infos[column].title) : "";
}

gboolean
sounder_column_can_hide (SounderColumn column)
{
  return column != SOUNDER_COLUMN_KIND && column != SOUNDER_COLUMN_METHOD
         && column != SOUNDER_COLUMN_SUMMARY;
}

gboolean
sounder_column_can_sort (SounderColumn column)
{
  return column == SOUNDER_COLUMN_TIME || column == SOUNDER_COLUMN_KIND
         || column == SOUNDER_COLUMN_METHOD || column == SOUNDER_COLUMN_ID
         || column == SOUNDER_COLUMN_SIZE || column == SOUNDER_COLUMN_TOOK;
}
