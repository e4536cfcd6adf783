/* sounder-field-control.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-arguments.h"

G_BEGIN_DECLS

/* What one argument is edited with, by its kind. Each follows the arguments and writes to them. */
GtkWidget *sounder_field_control_new        (SounderArguments *arguments,
                                             guint             field,
                                             gboolean         *below);  /* out: too wide to stand beside the name */
gboolean   sounder_field_control_wants_menu (const McpField   *field);

G_END_DECLS
