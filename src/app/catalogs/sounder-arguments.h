/* sounder-arguments.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-schema.h"

G_BEGIN_DECLS

/* What an argument is, apart from its text. */
typedef enum {
  SOUNDER_ARGUMENT_ABSENT, /* not sent at all */
  SOUNDER_ARGUMENT_NULL,
  SOUNDER_ARGUMENT_VALUE,
} SounderArgumentState;

#define SOUNDER_TYPE_ARGUMENTS (sounder_arguments_get_type ())

/*
 * The arguments of one tool as they are being edited: fields by a schema, and what the schema does
 * not name. Signal: changed (int field, or -1 for all).
 */
G_DECLARE_FINAL_TYPE (SounderArguments, sounder_arguments, SOUNDER, ARGUMENTS, GObject)

SounderArguments     *sounder_arguments_new           (McpSchema             *schema);  /* (nullable) */
SounderArguments     *sounder_arguments_new_for_question (McpSchema        *schema);  /* (nullable) */
gboolean              sounder_arguments_is_for_question  (SounderArguments *self);
guint                 sounder_arguments_get_n_fields  (SounderArguments      *self);
const McpField       *sounder_arguments_get_field     (SounderArguments      *self,
                                                       guint                  i);
SounderArgumentState  sounder_arguments_get_state     (SounderArguments      *self,
                                                       guint                  i);
void                  sounder_arguments_set_state     (SounderArguments      *self,
                                                       guint                  i,
                                                       SounderArgumentState   state);
const char           *sounder_arguments_get_text      (SounderArguments      *self,
                                                       guint                  i);
void                  sounder_arguments_set_text      (SounderArguments      *self,
                                                       guint                  i,
                                                       const char            *text);
void                  sounder_arguments_set_json      (SounderArguments      *self,
                                                       guint                  i,
                                                       const char            *json);
char                 *sounder_arguments_dup_json      (SounderArguments      *self,
                                                       guint                  i);
void                  sounder_arguments_step          (SounderArguments      *self,
                                                       guint                  i,
                                                       gboolean               up);
void                  sounder_arguments_reset         (SounderArguments      *self);
guint                 sounder_arguments_get_n_unknown (SounderArguments      *self);
char                 *sounder_arguments_to_json       (SounderArguments      *self);
gboolean              sounder_arguments_load          (SounderArguments      *self,
                                                       const char            *json,
                                                       GError               **error);

/* What is wrong with them. */
guint                 sounder_arguments_get_n_errors  (SounderArguments      *self);
const char           *sounder_arguments_get_error     (SounderArguments      *self,
                                                       guint                  i);       /* (nullable) */
const char           *sounder_arguments_get_general_error (SounderArguments  *self);    /* (nullable) */

G_END_DECLS
