/* sounder-schema-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-arguments.h"
#include "sounder-field-row.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SCHEMA_FORM (sounder_schema_form_get_type ())

/* The arguments of a tool as a form, or as text. Properties: arguments, raw. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderSchemaForm, sounder_schema_form, SOUNDER, SCHEMA_FORM, AdwBin)

GtkWidget        *sounder_schema_form_new           (void);
SounderArguments *sounder_schema_form_get_arguments (SounderSchemaForm  *self);
void              sounder_schema_form_set_arguments (SounderSchemaForm  *self,
                                                     SounderArguments   *arguments); /* (nullable) */
gboolean          sounder_schema_form_get_raw       (SounderSchemaForm  *self);
gboolean          sounder_schema_form_set_raw       (SounderSchemaForm  *self,
                                                     gboolean            raw,
                                                     GError            **error);
void              sounder_schema_form_set_text      (SounderSchemaForm  *self,
                                                     const char         *text);      /* of the raw editor */
char             *sounder_schema_form_dup_json      (SounderSchemaForm  *self,
                                                     GError            **error);
guint             sounder_schema_form_reveal_errors (SounderSchemaForm  *self);
guint             sounder_schema_form_get_n_errors  (SounderSchemaForm  *self);
SounderFieldRow  *sounder_schema_form_get_row       (SounderSchemaForm  *self,
                                                     guint               field);     /* (nullable) */

G_END_DECLS
