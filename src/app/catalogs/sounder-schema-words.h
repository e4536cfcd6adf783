/* sounder-schema-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Says what a result does to the output schema of its tool; @css_class is how that looks. */
char *sounder_schema_words_describe (GPtrArray   *errors,       /* of McpSchemaError */
                                     const char **css_class);

G_END_DECLS
