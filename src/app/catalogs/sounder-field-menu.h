/* sounder-field-menu.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-field-row.h"

G_BEGIN_DECLS

/* What can be done with a value of a form beside editing it. */
GMenuModel   *sounder_field_menu_new         (McpFormNode     *node);  /* (nullable) */
GActionGroup *sounder_field_menu_add_actions (SounderFieldRow *row);  /* (transfer full) */
void          sounder_field_menu_update      (GActionGroup    *actions,
                                              McpFormNode     *node);

G_END_DECLS
