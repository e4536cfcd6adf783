/* session-http-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "http-fixture.h"
#include "session-support.h"

G_BEGIN_DECLS

/* A session on a URL, without pings and lists. */
McpSession     *session_new_url         (const char  *url);
/* Closes, and asserts that nothing is left, of the session and at the server. */
void            session_finish_http     (McpSession  *session,
                                         HttpFixture *fixture);
McpCall        *session_new_echo        (const char  *text);
McpCall        *session_new_slow        (guint        steps,
                                         guint        msec,
                                         const char  *more);    /* (nullable): members, such as ",\"break_after\":1" */
McpConnectStep *session_get_step        (McpSession  *session,
                                         McpStep      step);    /* (transfer full) */
McpRecord      *session_record_of       (McpSession  *session,
                                         guint        serial);

G_END_DECLS
