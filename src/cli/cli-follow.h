/* cli-follow.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-record.h"
#include "mcp-query.h"

G_BEGIN_DECLS

/* Prints the records of a journal once each, as they come. */
typedef struct
{
  CliRecordList  list;
  McpQuery      *query;      /* (nullable): only what it matches */
  McpJournal    *journal;
  guint          n_seen;     /* serials up to here have been looked at */
  GArray        *unfinished; /* of guint: lines that still grow; printed when they are whole */
} CliFollow;

void cli_follow_begin (CliFollow  *self,
                       McpJournal *journal,
                       McpQuery   *query,
                       CliOutput  *output);
void cli_follow_end   (CliFollow  *self);

G_END_DECLS
