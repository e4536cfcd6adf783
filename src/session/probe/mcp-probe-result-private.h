/* mcp-probe-result-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-probe-private.h"

G_BEGIN_DECLS

McpProbeResult *mcp_probe_result_new      (const McpProbe *probe);
void            mcp_probe_result_reset    (McpProbeResult *self);
void            mcp_probe_result_start    (McpProbeResult *self,
                                           McpVersion      version,
                                           guint           serial);       /* of the next record */
void            mcp_probe_result_set_step (McpProbeResult *self,          /* that is judged */
                                           const McpProbeReply *reply);
void            mcp_probe_result_end      (McpProbeResult *self,
                                           McpProbeState   state,
                                           McpSeverity     severity,
                                           const char     *message,       /* (nullable) */
                                           guint           serial);       /* of the last record */

G_END_DECLS
