/* sounder-streams-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-stream.h"
#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_STREAMS_PANEL (sounder_streams_panel_get_type ())

/* The event streams of a session over HTTP. Property: session. Counts only while it is seen. */
G_DECLARE_FINAL_TYPE (SounderStreamsPanel, sounder_streams_panel, SOUNDER, STREAMS_PANEL, SounderPage)

char *sounder_stream_dup_state (McpHttpStream *stream,
                                gint64         now_usec); /* "open", "resumes in 3 s" */
char *sounder_stream_dup_facts (McpHttpStream *stream);   /* "exchange 4 · 12 events · resumed 2 times" */

G_END_DECLS
