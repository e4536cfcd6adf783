/* sounder-field-picker.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-form.h"

G_BEGIN_DECLS

/* The button beside a text that can be picked: a date, a time, a colour. Alt+Down in @entry presses it. */
GtkWidget *sounder_field_picker_new (McpFormNode *node,
                                     GtkWidget   *entry,
                                     const char  *name);  /* (nullable): it has to be typed */

G_END_DECLS
