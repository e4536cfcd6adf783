/* mcp-sse-parser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  MCP_SSE_EVENT,       /* a blank line ended it; with or without data */
  MCP_SSE_COMMENT,     /* one comment line that stands before any field of an event */
  MCP_SSE_UNFINISHED,  /* the stream ended in mid-event: dropped, but shown */
} McpSseItemKind;

/*
 * An item of an event stream. @raw is the lines as they came, comments in between included,
 * without the last line's end and the blank line. The data is @raw from @data_offset on for @data_length bytes, or, when
 * @joined (several data lines), stands behind the lines in @raw, which are then @data_offset
 * bytes long.
 */
typedef struct
{
  McpSseItemKind  kind;
  GBytes         *raw;
  gsize           data_offset;
  gsize           data_length;
  gboolean        has_data;      /* a data field was there, even an empty one */
  gboolean        joined;
  char           *event;         /* (nullable): NULL is "message" */
  GRefString     *id;            /* (nullable): the stream's last event id as of this item */
  gboolean        has_id;        /* this event set it, to "" even */
  guint64         long_id_bytes; /* over 0: its id was too long to keep, and counts as "" */
  gboolean        has_retry;
  guint64         retry_msec;
  gboolean        oversized;     /* @raw is only the first part of @total_bytes */
  guint64         total_bytes;
  gint64          first_usec;
} McpSseItem;

/* What servers take in a header: no client could send a longer id back. */
#define MCP_SSE_MAX_ID_BYTES (8 * 1024)

typedef struct _McpSseParser McpSseParser;

McpSseParser *mcp_sse_parser_new         (gsize          cap_bytes);
void          mcp_sse_parser_free        (McpSseParser  *self);
void          mcp_sse_parser_push        (McpSseParser  *self,
                                          const char    *data,
                                          gsize          length,
                                          gint64         now_usec);
void          mcp_sse_parser_finish      (McpSseParser  *self);
gboolean      mcp_sse_parser_next        (McpSseParser  *self,
                                          McpSseItem    *item);
guint64       mcp_sse_parser_get_pending (McpSseParser  *self); /* bytes of the unfinished event */
const char   *mcp_sse_parser_get_last_id (McpSseParser  *self); /* (nullable) */
void          mcp_sse_item_clear         (McpSseItem    *item);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSseParser, mcp_sse_parser_free)

G_END_DECLS
