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

typedef struct
{
  gboolean  done;
  gboolean  success;
  GError   *error;
} SessionRefresh;

void        session_refresh_cb     (GObject      *source,
                                    GAsyncResult *result,
                                    gpointer      user_data); /* a SessionRefresh */
/* Waits until a list was asked for. FALSE with what came instead. */
gboolean    session_refresh        (McpCatalog  *catalog,
                                    GError     **error);
void        session_refresh_ok     (McpCatalog  *catalog);
void        session_assert_names   (McpCatalog  *catalog,
                                    const char  *expected); /* with commas between */

/* Steps of the mock server: an answer to tools/list, and a script that begins with a handshake. */
#define TOOLS_PAGE(result) \
  "{'expect':{'method':'tools/list'}},{'send':{'jsonrpc':'2.0','id':'$id','result':" result "}}"
#define SCRIPT(steps) "[" HANDSHAKE "," steps "]"

G_END_DECLS
