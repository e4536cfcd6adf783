/* mcp-recording-sieve.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-needle.h"
#include "mcp-query.h"

G_BEGIN_DECLS

/* Which lines of a recording it takes to show the records that have a text. Internal to the layer. */
typedef struct _McpRecordingSieve McpRecordingSieve;

McpRecordingSieve *mcp_recording_sieve_new   (McpQuery          *query);   /* (nullable) when it takes all of them */
void               mcp_recording_sieve_free  (McpRecordingSieve *self);
gboolean           mcp_recording_sieve_look  (McpRecordingSieve *self,
                                              const char        *line,
                                              gsize              length);
gboolean           mcp_recording_sieve_needs (McpRecordingSieve *self,
                                              const char        *line,
                                              gsize              length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRecordingSieve, mcp_recording_sieve_free)

G_END_DECLS
