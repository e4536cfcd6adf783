/* sounder-field-control.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-form.h"

G_BEGIN_DECLS

/* What one value is edited with. Each follows its node and writes to it. */
GtkWidget *sounder_field_control_new        (McpFormNode *node,
                                             gboolean    *below);  /* out: too wide to stand beside the name */
GtkWidget *sounder_field_control_new_choice (McpFormNode *node);

G_END_DECLS
