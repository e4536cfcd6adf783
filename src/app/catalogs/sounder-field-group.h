/* sounder-field-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-field-row.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_FIELD_GROUP (sounder_field_group_get_type ())

/* The rows of an object's members or an array's elements, which can be searched and added to. */
G_DECLARE_FINAL_TYPE (SounderFieldGroup, sounder_field_group, SOUNDER, FIELD_GROUP, GtkBox)

GtkWidget       *sounder_field_group_new         (McpFormNode       *node,
                                                  guint              n_levels);  /* of groups that may be shown in it */
void             sounder_field_group_set_levels  (SounderFieldGroup *self,
                                                  guint              n_levels);
void             sounder_field_group_show_errors (SounderFieldGroup *self,
                                                  gboolean           untouched);
SounderFieldRow *sounder_field_group_get_row     (SounderFieldGroup *self,
                                                  guint              i);         /* (nullable) */
McpFormNode     *sounder_field_group_find_at_edge (SounderFieldGroup *self,
                                                   GtkWidget         *content,
                                                   double             edge);      /* (nullable) */
SounderFieldRow *sounder_field_group_find        (SounderFieldGroup *self,
                                                  McpFormNode       *node);      /* (nullable) */

G_END_DECLS
