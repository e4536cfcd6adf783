/* sounder-env-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_ENV_ROW (sounder_env_row_get_type ())

/* A variable of the environment: its name, and its value masked. Signals: changed, remove. */
G_DECLARE_FINAL_TYPE (SounderEnvRow, sounder_env_row, SOUNDER, ENV_ROW, GtkListBoxRow)

GtkWidget  *sounder_env_row_new          (const char    *variable); /* (nullable) NAME=VALUE */
const char *sounder_env_row_get_name     (SounderEnvRow *self);
char       *sounder_env_row_dup_variable (SounderEnvRow *self);
gboolean    sounder_env_row_is_secret    (SounderEnvRow *self);
const char *sounder_env_row_get_value    (SounderEnvRow *self);     /* "": what the keyring has */
void        sounder_env_row_set_error    (SounderEnvRow *self,
                                          const char    *message);  /* (nullable) */

G_END_DECLS
