/* mcp-spool.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-record-kind.h"

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
  guint32       exchange;     /* 0 for none */
  guint32       lead;         /* of the bytes, those before the message */
  guint32       trail;        /* and behind it */
  guint16       flags;
  McpDirection  direction;
  McpChannel    channel;
  McpRecordKind kind;
} McpSpoolHeader;

/*
 * What stands in a spool in place of a record's kind when it is no record, but says something of
 * one: its serial says of which. A reader that does not know a remark leaves it out.
 */
typedef enum
{
  MCP_SPOOL_PROFILE = 0xf0, /* the bytes are JSON: what the spool is of; before all records */
  MCP_SPOOL_STATUS,         /* size is the status that was set */
  MCP_SPOOL_CONVERSATION,   /* size is the serial of the first request of its call */
  MCP_SPOOL_FINDING,    /* the bytes are JSON: rule, severity, text, reference; again and last */
  MCP_SPOOL_LINE,       /* the bytes are a line of the recording it was read from: that of the
                           record, or size 1: one that stands behind it and is no record */
  MCP_SPOOL_END,        /* whoever wrote it was done */
  MCP_SPOOL_ANNOTATION, /* the bytes are JSON: pin, comment */
} McpSpoolRemark;

#define MCP_SPOOL_MAGIC "MCPSPOOL"
#define MCP_SPOOL_VERSION 1
#define MCP_SPOOL_FILE_HEADER_BYTES 32
#define MCP_SPOOL_HEADER_BYTES 64

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
McpSpool   *mcp_spool_open             (const char         *path,
                                        gboolean            writable,
                                        gint64             *start_usec,
                                        gint64             *start_wall_usec,
                                        GError            **error);
void        mcp_spool_remark           (McpSpool           *self,
                                        McpSpoolRemark      remark,
                                        guint32             serial,
                                        guint64             value,
                                        GBytes             *bytes);
void        mcp_spool_advance          (McpSpool           *self,
                                        guint64             end);
void        mcp_spool_hold_writes      (McpSpool           *self,
                                        gboolean            hold);
int         mcp_spool_get_fd           (McpSpool           *self);
void        mcp_spool_set_limit        (McpSpool           *self,
                                        guint64             limit_bytes);
void        mcp_spool_set_fault_func   (McpSpool           *self,
                                        McpSpoolFaultFunc   func,
                                        gpointer            user_data);
gboolean    mcp_spool_append           (McpSpool             *self,
                                        const McpSpoolHeader *header,
                                        GBytes               *bytes,
                                        guint64              *offset);
void        mcp_spool_flush            (McpSpool           *self);
void        mcp_spool_go_alone         (McpSpool           *self);
GBytes     *mcp_spool_read             (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length,
                                        GError            **error);
guint64     mcp_spool_get_held_bytes   (McpSpool           *self);
int         mcp_spool_open_beside      (McpSpool           *self);
GBytes     *mcp_spool_read_held        (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
GBytes     *mcp_spool_read_written     (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
gssize      mcp_spool_read_into        (McpSpool           *self,
                                        guint64             offset,
                                        char               *to,
                                        gsize               length);
const char *mcp_spool_peek             (McpSpool           *self,
                                        guint64             offset,
                                        gsize               length);
gboolean    mcp_spool_is_written       (McpSpool           *self);
guint64     mcp_spool_get_size         (McpSpool           *self);
gsize       mcp_spool_get_memory_bytes (McpSpool           *self);
void        mcp_spool_file_header_encode (gint64            start_usec,
                                          gint64            start_wall_usec,
                                          guint8           *to);
gboolean    mcp_spool_file_header_decode (const guint8     *data,
                                          gint64           *start_usec,
                                          gint64           *start_wall_usec);
void        mcp_spool_header_encode    (const McpSpoolHeader *header,
                                        guint64               length,
                                        guint8               *to);
gboolean    mcp_spool_header_decode    (const guint8       *data,
                                        gsize               length,
                                        McpSpoolHeader     *header);

#define MCP_SPOOL_MAX_PEEK_BYTES (256 * 1024)

G_END_DECLS
