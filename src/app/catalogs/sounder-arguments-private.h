/* sounder-arguments-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-arguments.h"

G_BEGIN_DECLS

/* One field as it is being edited. */
typedef struct
{
  SounderArgumentState  state;
  char                 *text;  /* never NULL; kept while the argument is absent */
  char                 *json;  /* (nullable): the exact token, until the text is edited */
  char                 *error; /* (nullable) */
} SounderArgument;

struct _SounderArguments
{
  GObject    parent_instance;

  McpSchema *schema; /* NULL: everything is unknown */
  SounderArgument      *slots;
  guint      n_slots;
  GPtrArray *members;

  char      *general_error;
  guint      n_errors;
  gboolean   for_question; /* nothing is made up, formats count */
  gboolean   checked; /* what is wrong has been asked since the last change */

  /* What only a worker can tell. */
  GCancellable *judging;      /* (nullable) */
  char         *judged_json;  /* (nullable): the arguments that it is or was about */
  GPtrArray    *judged;       /* (nullable): of McpSchemaError, when it has ended */
};

void  sounder_arguments_emit_judged (SounderArguments *self);
char *sounder_argument_to_json (const SounderArgument  *slot,
                                const McpField         *field,
                                char                  **reason);

G_END_DECLS
