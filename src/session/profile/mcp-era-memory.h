/* mcp-era-memory.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-era.h"
#include "mcp-profile.h"

G_BEGIN_DECLS

/*
 * Which era servers were of the last time (basic/versioning lets a client remember). Kept by
 * command and directory or by URL in the user's state folder, not in the settings: it is what was seen, not what
 * was chosen. A memory that cannot be read or written is none.
 */
/* How an era was found out. */
typedef enum {
  MCP_ERA_FROM_ANSWER,
  MCP_ERA_FROM_SILENCE,  /* neither server/discover nor initialize was answered: initialize is tried alone */
  MCP_ERA_FROM_LATE      /* server/discover was answered after initialize */
} McpEraSource;

McpEra mcp_era_memory_lookup      (McpProfile   *profile,
                                   McpEraSource *source);   /* (out) (optional) */
char  *mcp_era_memory_dup_version (McpProfile   *profile);  /* (nullable): that was stored with the era */
void   mcp_era_memory_store       (McpProfile   *profile,
                                   McpEra        era,
                                   McpEraSource  source,
                                   const char   *version);

/* What other memories of a server go by. */
char  *mcp_era_memory_dup_key     (McpProfile *profile);
char  *mcp_era_memory_dup_settled_key (McpProfile *profile);
char  *mcp_memory_read            (const char *name,      /* of the file */
                                   gsize       max_bytes);
void   mcp_memory_write           (const char *name,
                                   const char *memory);

G_END_DECLS
