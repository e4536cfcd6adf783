/* mcp-composition.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-message.h"

G_BEGIN_DECLS

/* Ways to make a message wrong on purpose. */
typedef enum {
  MCP_BREAKAGE_WRONG_ID,        /* an id that is an object */
  MCP_BREAKAGE_BATCH,           /* the message twice, in an array */
  MCP_BREAKAGE_CUT,             /* its first half; to be sent without a line end */
  MCP_BREAKAGE_BAD_UTF8,        /* bytes in a string that are no UTF-8 */
  MCP_BREAKAGE_UNKNOWN_METHOD,
  MCP_BREAKAGE_WRONG_VERSION,   /* "jsonrpc": "1.0" */
  MCP_BREAKAGE_BAD_PARAMS,      /* params that are a string */
  MCP_N_BREAKAGES,
} McpBreakage;

/*
 * Text that somebody edits, and the bytes that it stands for: any byte can be written \xNN, which
 * JSON has no meaning for.
 */
char   *mcp_composition_encode    (GBytes      *bytes);
GBytes *mcp_composition_decode    (const char  *text);
char   *mcp_composition_break     (const char  *text,
                                   McpBreakage  breakage);    /* (nullable): the text is no JSON object */
GBytes *mcp_composition_with_id   (GBytes      *bytes,
                                   gint64       id);          /* the same when it is no request */
GBytes *mcp_composition_padded    (GBytes      *bytes,
                                   gsize        padding);     /* about so many bytes longer */
gboolean mcp_composition_has_id   (GBytes      *bytes);       /* a request, whose id can be replaced */

/* All of it in a worker: with a new id unless @id is -1, padded, and scanned. */
void        mcp_composition_make_async  (GBytes              *bytes,
                                         gint64               id,
                                         gsize                padding,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
McpMessage *mcp_composition_make_finish (GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
