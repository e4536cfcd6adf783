/* sounder-input.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-variables.h"

G_BEGIN_DECLS

/* The rows in which a person fills in one variable: a text, a number, a folder, a choice, a switch, or several of them. */
typedef struct _SounderInput SounderInput;

typedef void (*SounderInputDone) (gpointer user_data);

SounderInput *sounder_input_new       (const McpVariable   *variable,    /* as long as it is there */
                                       AdwPreferencesGroup *group,
                                       SounderInputDone     done,        /* Enter was pressed in one */
                                       gpointer             user_data);
void          sounder_input_free      (SounderInput        *self);
gboolean      sounder_input_has_group (const McpVariable   *variable);
char         *sounder_input_dup_value (SounderInput        *self);
gboolean      sounder_input_check     (SounderInput        *self,
                                       GError             **error);
void          sounder_input_focus     (SounderInput        *self);

G_END_DECLS
