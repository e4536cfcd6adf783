/* cli-trace.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

void    cli_trace_record     (McpRecord   *record,
                              McpRedactor *redactor); /* (nullable) */

/* The JSON of an exchange's request or head with the values of secret headers masked. */
GBytes *cli_http_mask        (GBytes    *json);

G_END_DECLS
