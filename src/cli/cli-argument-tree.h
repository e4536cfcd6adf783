/* cli-argument-tree.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Arguments that are given part by part: a.b=1 a.c[0]=2 is {"a":{"b":1,"c":[2]}}. */
typedef struct _CliArgumentTree CliArgumentTree;

CliArgumentTree *cli_argument_tree_new    (void);
void             cli_argument_tree_free   (CliArgumentTree     *self);
/* @path: names, and "[0]" for elements; @json: what to put there; errors name @key. */
gboolean         cli_argument_tree_add    (CliArgumentTree     *self,
                                           const char * const  *path,
                                           const char          *json,
                                           const char          *key,
                                           GError             **error);   /* MCP_ERROR_USAGE */
/* Members, or nothing: with a comma in front where @out is no beginning. */
void             cli_argument_tree_append (CliArgumentTree     *self,
                                           GString             *out);

/* "a.b[0]" as { "a", "b", "[0]" }; NULL: it is no path, or just a name. (transfer full) (nullable) */
char           **cli_argument_path_split  (const char          *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArgumentTree, cli_argument_tree_free)

G_END_DECLS
