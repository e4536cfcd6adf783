/* sounder-preferences.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_PREFERENCES (sounder_preferences_get_type ())

/* The settings of the application; those of a server are in its own dialog. */
G_DECLARE_FINAL_TYPE (SounderPreferences, sounder_preferences, SOUNDER, PREFERENCES, AdwWindow)

/* A row of the window, by its id in the template. */
typedef struct
{
  const char *id;
  const char *title;  /* not translated */
} SounderSettingRow;

const SounderSettingRow *sounder_preferences_get_rows (guint      *n_rows);
void                     sounder_preferences_present  (GtkWindow  *parent,   /* (nullable) */
                                                       const char *row);     /* (nullable): id of the one to begin with */

G_END_DECLS
