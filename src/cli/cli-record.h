/* cli-record.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"
#include "mcp-journal.h"

G_BEGIN_DECLS

const char *cli_record_get_arrow (McpRecord *record); /* "→" to the server, "←" from it, else "·" */

/* A list of records as the format asks: one array, or a line each. */
typedef struct
{
  CliOutput *output;
  gboolean   started;
} CliRecordList;

void cli_record_list_add    (CliRecordList *self,
                             McpRecord     *record);
void cli_record_list_end    (CliRecordList *self);

G_END_DECLS
