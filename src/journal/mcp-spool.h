/* mcp-spool.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-record.h"

G_BEGIN_DECLS

/* What stands before the bytes of a record in the file. */
typedef struct
{
  guint64       length;       /* of the bytes that follow */
  guint64       size;         /* on the wire */
  gint64        wall_usec;
  gint64        time_usec;    /* monotonic */
  guint32       queued_usec;
  guint32       serial;
  guint32       life;
  guint16       flags;
  McpDirection  direction;
  McpChannel    channel;
  McpRecordKind kind;
} McpSpoolHeader;

#define MCP_SPOOL_MAGIC "MCPSPOOL"
#define MCP_SPOOL_VERSION 1
#define MCP_SPOOL_FILE_HEADER_BYTES 32
#define MCP_SPOOL_HEADER_BYTES 52

/* The error is of MCP_ERROR_STORAGE and names the file. Called from the main loop or an append. */
typedef void (*McpSpoolFaultFunc) (const GError *error,
                                   gpointer      user_data);

#define MCP_TYPE_SPOOL (mcp_spool_get_type ())
G_DECLARE_FINAL_TYPE (McpSpool, mcp_spool, MCP, SPOOL, GObject)

McpSpool   *mcp_spool_new              (gint64              start_usec,
                                        gint64              start_wall_usec);
McpSpool   *mcp_spool_new_for_file     (const char         *path,
                                        gint64              start_usec,
                                        gint64              start_wall_usec,
                                        GError            **error);
void        mcp_spool_set_fault_func   (McpSpool           *self,
                                        McpSpoolFaultFunc   func,
                                        gpointer            user_data);
gboolean    mcp_spool_append           (McpSpool             *self,
                                        const McpSpoolHeader *header,
                                        GBytes               *bytes,
                                        guint64              *offset);
void        mcp_spool_flush            (McpSpool           *self);
GBytes     *mcp_spool_read             (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length,
                                        GError            **error);
GBytes     *mcp_spool_read_held        (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
GBytes     *mcp_spool_read_written     (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
const char *mcp_spool_peek             (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
guint64     mcp_spool_get_size         (McpSpool           *self);
gsize       mcp_spool_get_memory_bytes (McpSpool           *self);
void        mcp_spool_file_header_encode (gint64            start_usec,
                                          gint64            start_wall_usec,
                                          guint8           *to);
void        mcp_spool_header_encode    (const McpSpoolHeader *header,
                                        guint64               length,
                                        guint8               *to);
gboolean    mcp_spool_header_decode    (const guint8       *data,
                                        gsize               length,
                                        McpSpoolHeader     *header);

#define MCP_SPOOL_MAX_PEEK_BYTES (256 * 1024)

G_END_DECLS
