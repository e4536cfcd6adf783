/* sounder-json-node.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-json-outline.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_NODE (sounder_json_node_get_type ())

/*
 * One row of a tree of JSON: a value, or a range of elements of a long array. It holds where it is
 * in the text and nothing of it. Signal: changed, when its end or its range has become known.
 */
G_DECLARE_FINAL_TYPE (SounderJsonNode, sounder_json_node, SOUNDER, JSON_NODE, GObject)

SounderJsonNode *sounder_json_node_new_root      (GBytes             *text);        /* (nullable): nothing in it */
SounderJsonNode *sounder_json_node_new_child     (SounderJsonNode    *parent,
                                                  guint64             index,
                                                  const McpJsonChild *child);
SounderJsonNode *sounder_json_node_new_range     (SounderJsonNode    *container,
                                                  guint64             first,
                                                  gsize               offset,       /* of its first child */
                                                  guint               n_children);
void             sounder_json_node_set_length    (SounderJsonNode    *self,
                                                  gsize               length);
void             sounder_json_node_set_n_children (SounderJsonNode   *self,
                                                  guint               n_children);  /* of a range */
GBytes          *sounder_json_node_get_text      (SounderJsonNode    *self);        /* the whole */
gboolean         sounder_json_node_is_range      (SounderJsonNode    *self);
gboolean         sounder_json_node_is_container  (SounderJsonNode    *self);        /* can have children */
gboolean         sounder_json_node_is_in_object  (SounderJsonNode    *self);        /* its children have keys */
guint64          sounder_json_node_get_first     (SounderJsonNode    *self);        /* index of a range's first child */
gsize            sounder_json_node_get_start     (SounderJsonNode    *self);        /* key, value or first child */
McpSpan          sounder_json_node_get_value     (SounderJsonNode    *self);        /* length 0: not known yet */
McpJsonType      sounder_json_node_get_json_type (SounderJsonNode    *self);
char            *sounder_json_node_dup_title     (SounderJsonNode    *self);        /* key, index or range, safe to show */
char            *sounder_json_node_dup_summary   (SounderJsonNode    *self);        /* token or size, safe to show */
char            *sounder_json_node_dup_path      (SounderJsonNode    *self);        /* "$.result.content[0]" (RFC 9535) */
char            *sounder_json_node_dup_pointer   (SounderJsonNode    *self);        /* "/result/content/0" (RFC 6901) */
void             sounder_json_node_read_async    (SounderJsonNode    *self,
                                                  GCancellable       *cancellable,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
GBytes          *sounder_json_node_read_finish   (SounderJsonNode    *self,
                                                  GAsyncResult       *result,
                                                  GError            **error);       /* exactly the value */

G_END_DECLS
