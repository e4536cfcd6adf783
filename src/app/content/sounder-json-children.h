/* sounder-json-children.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-json-node.h"

G_BEGIN_DECLS

/* So many children stand as they are; those behind them in ranges of as many. */
#define SOUNDER_JSON_CHUNK 1000

#define SOUNDER_TYPE_JSON_CHILDREN (sounder_json_children_get_type ())

/*
 * The children of a container or of a range, as a list of SounderJsonNode that fills itself in
 * slices of the main loop. Property: busy.
 */
G_DECLARE_FINAL_TYPE (SounderJsonChildren, sounder_json_children, SOUNDER, JSON_CHILDREN, GObject)

SounderJsonChildren *sounder_json_children_new        (SounderJsonNode     *node);
gboolean             sounder_json_children_is_busy    (SounderJsonChildren *self);
gboolean             sounder_json_children_is_broken  (SounderJsonChildren *self);  /* the text ends or breaks in it */
guint64              sounder_json_children_get_n_found (SounderJsonChildren *self); /* ranges counted by what is in them */
gboolean             sounder_json_children_find       (SounderJsonChildren *self,
                                                       gsize                offset,
                                                       guint               *position); /* FALSE: not in it, or not found yet */

G_END_DECLS
