/* mcp-summary.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

/* One line on what a record says: "13 tools · next page", "1 / 5 · token 4", "-32602 Invalid…". Never NULL. */
char *mcp_summary_for_record (McpRecord *record);
/* Of what is around the messages: "GET · listen", "200 OK · application/json"; NULL of others. */
char *mcp_summary_for_transport (McpRecord *record);

/* For people: "38.1 ms", "5.01 s"; "1.1 kB"; "14:02:11.001". */
char *mcp_format_duration    (gint64     usec);
char *mcp_format_size        (guint64    bytes);
char *mcp_format_wall_time   (gint64     wall_usec,
                              gboolean   microseconds);
/* Control and bidi characters made visible, invalid UTF-8 replaced; safe to show, not markup. */
char *mcp_format_visible     (const char *text,
                              gssize      length,
                              gboolean    keep_newlines);
/* As mcp_format_visible() has it, as much as a label can lay out at once. */
char *mcp_format_label       (const char *text,
                              gboolean    keep_newlines);
/* For names and commands: uncommon spaces and joiners are written out, too. */
char *mcp_format_exact       (const char *text,
                              gssize      length);
gboolean mcp_format_is_deceptive (gunichar c);

G_END_DECLS
