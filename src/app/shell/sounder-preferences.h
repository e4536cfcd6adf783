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

void sounder_preferences_present (GtkWindow *parent); /* (nullable) */

G_END_DECLS
