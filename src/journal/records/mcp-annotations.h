/* mcp-annotations.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

#define MCP_TYPE_ANNOTATION (mcp_annotation_get_type ())

/* What somebody said about a record; who says something else puts another in its place. */
G_DECLARE_FINAL_TYPE (McpAnnotation, mcp_annotation, MCP, ANNOTATION, GObject)

guint       mcp_annotation_get_serial  (McpAnnotation *self);
gboolean    mcp_annotation_get_pinned  (McpAnnotation *self);
const char *mcp_annotation_get_comment (McpAnnotation *self);  /* (nullable): never empty */

GListModel *mcp_journal_get_annotations (McpJournal    *self);     /* of McpAnnotation, in the order of the records */
guint       mcp_journal_find_annotation (McpJournal    *self,
                                         guint          serial,
                                         gboolean       forward);  /* the next annotated record, round the end; 0 for none */
void        mcp_journal_annotate        (McpJournal    *self,
                                         guint          serial,
                                         gboolean       pinned,
                                         const char    *comment);  /* (nullable) */
gboolean    mcp_journal_is_pinned       (McpJournal    *self,
                                         guint          serial);
const char *mcp_journal_get_comment     (McpJournal    *self,
                                         guint          serial);   /* (nullable) */

G_END_DECLS
