/* mcp-probe-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-probe-run.h"
#include "mcp-report.h"

G_BEGIN_DECLS

McpReport *mcp_probe_report_new (McpProbeRun *run);

G_END_DECLS
