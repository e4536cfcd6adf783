/* mcp-record.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-record-kind.h"
#include "mcp-scan.h"

G_BEGIN_DECLS

#define MCP_TYPE_RECORD (mcp_record_get_type ())
G_DECLARE_FINAL_TYPE (McpRecord, mcp_record, MCP, RECORD, GObject)

/* One row, made lazily by the journal. Signal: changed, at the journal's next flush. */
guint           mcp_record_get_serial       (McpRecord *self); /* 1 is the first */
guint           mcp_record_get_life         (McpRecord *self);
gint64          mcp_record_get_wall_usec    (McpRecord *self); /* since 1970, UTC */
gint64          mcp_record_get_time_usec    (McpRecord *self); /* monotonic */
gint64          mcp_record_get_queued_usec  (McpRecord *self); /* time spent in our own queue; at most 71 minutes */
McpDirection    mcp_record_get_direction    (McpRecord *self);
McpChannel      mcp_record_get_channel      (McpRecord *self);
McpRecordKind   mcp_record_get_kind         (McpRecord *self);
McpStatus       mcp_record_get_status       (McpRecord *self);
guint           mcp_record_get_flags        (McpRecord *self); /* McpRecordFlags */
gboolean        mcp_record_is_error         (McpRecord *self);
gboolean        mcp_record_asks_era         (McpRecord *self); /* or answers that: a refusal is expected */
guint64         mcp_record_get_size         (McpRecord *self); /* on the wire, without the line end */
gint64          mcp_record_get_latency_usec (McpRecord *self); /* -1 when there is none */
guint           mcp_record_get_pair         (McpRecord *self); /* serial, 0 for none */
const char     *mcp_record_get_method       (McpRecord *self); /* (nullable); an answer has its request's */
const char     *mcp_record_get_name         (McpRecord *self); /* (nullable); tool, prompt or URI of the request */
char           *mcp_record_dup_id           (McpRecord *self); /* (nullable); the JSON token */
guint           mcp_record_get_exchange     (McpRecord *self); /* number in the journal, 0 for none */
guint           mcp_record_get_conversation (McpRecord *self); /* serial of the first request of a call in rounds; 0 for none */
GBytes         *mcp_record_dup_bytes        (McpRecord *self,
                                             GError   **error); /* the message */
GBytes         *mcp_record_dup_raw          (McpRecord *self,
                                             GError   **error); /* as it came: an event with its field lines */
GBytes         *mcp_record_dup_head         (McpRecord *self,
                                             gsize      max_bytes); /* (nullable) */
void            mcp_record_read_async       (McpRecord            *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
GBytes         *mcp_record_read_finish      (McpRecord            *self,
                                             GAsyncResult         *result,
                                             GError              **error);
struct _McpJournal *mcp_record_get_journal  (McpRecord *self); /* (transfer none) */

const char     *mcp_record_kind_get_nick    (McpRecordKind kind);  /* "request", "response" … as shown and filtered */
const char     *mcp_direction_get_nick      (McpDirection  direction);
const char     *mcp_channel_get_nick        (McpChannel    channel);
gboolean        mcp_channel_carries_messages (McpChannel   channel); /* stdio, http, sse, ws, socket, tcp */
gboolean        mcp_record_kind_is_message  (McpRecordKind kind);    /* or stands in place of one */
gboolean        mcp_record_kind_is_http     (McpRecordKind kind);    /* request, head or end */
gboolean        mcp_record_is_aside         (McpRecord    *self);   /* what is around the messages */
gboolean        mcp_record_kind_is_transport (McpRecordKind kind);   /* of those, event or comment */
const char     *mcp_status_get_nick         (McpStatus     status);
void            mcp_wall_time_append        (GString      *out,
                                             gint64        wall_usec);

G_END_DECLS
