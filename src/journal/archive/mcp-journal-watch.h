/* mcp-journal-watch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-archive.h"

G_BEGIN_DECLS

#define MCP_TYPE_JOURNAL_WATCH (mcp_journal_watch_get_type ())

/*
 * Finds the journals that other programs write, those that are there and those that come.
 *
 * Signal: found (McpJournalInfo), once for each.
 */
G_DECLARE_FINAL_TYPE (McpJournalWatch, mcp_journal_watch, MCP, JOURNAL_WATCH, GObject)

McpJournalWatch *mcp_journal_watch_new   (const char       *origin);
void             mcp_journal_watch_start (McpJournalWatch  *self);

G_END_DECLS
