/* mcp-finding-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-finding.h"

G_BEGIN_DECLS

/* The findings of a journal, folded and announced in batches. Internal to the layer. */
typedef struct _McpFindingStore McpFindingStore;

McpFindingStore *mcp_finding_store_new       (void);
void             mcp_finding_store_free      (McpFindingStore *self);
void             mcp_finding_store_add       (McpFindingStore *self,
                                              McpFinding      *finding);
McpFinding      *mcp_finding_store_find      (McpFindingStore *self,
                                              const char      *rule,
                                              const char      *message); /* (nullable) */
void             mcp_finding_store_count     (McpFindingStore *self,
                                              McpFinding      *known,
                                              guint            n,
                                              guint            last);
void             mcp_finding_store_flush     (McpFindingStore *self);
GListModel      *mcp_finding_store_get_model (McpFindingStore *self);
guint            mcp_finding_store_get_total (McpFindingStore *self);

#define MCP_FINDING_STORE_MAX_PER_RULE 100

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpFindingStore, mcp_finding_store_free)

G_END_DECLS
