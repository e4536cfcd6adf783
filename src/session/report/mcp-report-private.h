/* mcp-report-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-report.h"

G_BEGIN_DECLS

/* Each writes all of a report. */
void mcp_report_write_junit  (const McpReport *self,
                              GString         *out);
void mcp_report_write_sarif  (const McpReport *self,
                              GString         *out);
void mcp_report_write_github (const McpReport *self,
                              GString         *out);
void mcp_report_write_tap    (const McpReport *self,
                              GString         *out);
void mcp_report_write_html   (const McpReport *self,
                              GString         *out);

void mcp_report_append_xml   (GString         *out,
                              const char      *text);

G_END_DECLS
