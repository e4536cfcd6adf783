/* sounder-schema-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-field-row.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SCHEMA_FORM (sounder_schema_form_get_type ())

/* Arguments as a form, as text, or as both. Properties: form, raw. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderSchemaForm, sounder_schema_form, SOUNDER, SCHEMA_FORM, AdwBin)

GtkWidget        *sounder_schema_form_new           (void);
McpForm          *sounder_schema_form_get_form      (SounderSchemaForm  *self);      /* (nullable) */
void              sounder_schema_form_set_form      (SounderSchemaForm  *self,
                                                     McpForm            *form);      /* (nullable) */
gboolean          sounder_schema_form_enter         (SounderSchemaForm  *self);
void              sounder_schema_form_show_node     (SounderSchemaForm  *self,
                                                     McpFormNode        *node);
gboolean          sounder_schema_form_set_raw       (SounderSchemaForm  *self,
                                                     gboolean            raw,
                                                     GError            **error);
void              sounder_schema_form_set_text      (SounderSchemaForm  *self,
                                                     const char         *text);      /* of the raw editor */
char             *sounder_schema_form_dup_draft     (SounderSchemaForm  *self);      /* (nullable) */
char             *sounder_schema_form_dup_json      (SounderSchemaForm  *self,
                                                     GError            **error);
guint             sounder_schema_form_reveal_errors (SounderSchemaForm  *self);
guint             sounder_schema_form_get_n_errors  (SounderSchemaForm  *self);
SounderFieldRow  *sounder_schema_form_get_row       (SounderSchemaForm  *self,
                                                     guint               i);         /* (nullable) */
SounderFieldRow  *sounder_schema_form_find_row      (SounderSchemaForm  *self,
                                                     McpFormNode        *node);      /* (nullable) */

G_END_DECLS
