/* session-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-error.h"
#include "mcp-session.h"
#include "test-support.h"

G_BEGIN_DECLS

/* A session on the mock server, without pings, lists or long waits. */
McpSession *session_new_mock       (const char  *script);
gboolean    session_open           (McpSession  *session,
                                    GError     **error);
void        session_open_ok        (McpSession  *session);
void        session_close          (McpSession  *session);
/* Waits until the server has stopped itself by SIGSTOP, and lets it go on. */
void        session_continue_server (McpSession *session);
/* Closes, and asserts that nobody of the server's process group lives and nothing leaked. */
void        session_release        (McpSession  *session); /* whose last reference this is */
void        session_finish         (McpSession  *session);
gboolean    session_run            (McpSession  *session,
                                    McpCall     *call,
                                    GError     **error);
guint       session_count_findings (McpSession  *session,
                                    const char  *rule);
guint       session_count_records  (McpSession    *session,
                                    McpRecordKind  kind);
/* The first record of @kind; fails when there is none. */
McpRecord  *session_get_record     (McpSession    *session,
                                    McpRecordKind  kind);
/* Whether an event stream is open now. */
gboolean    session_has_stream     (McpSession         *session,
                                    McpExchangePurpose  purpose);
char       *session_dup_text       (McpRecord   *record);
char       *session_dup_result     (McpCall     *call);

#define HANDSHAKE "{\"handshake\":{\"capabilities\":{\"tools\":{},\"resources\":{\"subscribe\":true}," \
                  "\"logging\":{}}}}"

/* Nothing in the timeline counts as an error, for a list of them nor in its figures. */
void            session_assert_no_errors (McpSession *session);

G_END_DECLS
