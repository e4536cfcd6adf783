/* interop-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "session-support.h"

G_BEGIN_DECLS

/*
 * A raw client: writes lines, reads lines, looks for ids with string search, and shares no code
 * with what it checks. Blocking.
 */
typedef struct _RawClient RawClient;

RawClient  *raw_client_new     (const char * const *argv,
                                const char         *cwd,           /* (nullable) */
                                const char         *capabilities); /* of the client, JSON */
void        raw_client_free    (RawClient          *self);
/* The answer's whole line. */
char       *raw_client_ask     (RawClient          *self,
                                const char         *method,
                                const char         *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RawClient, raw_client_free)

/* A pinned server of npm; skips the test when it is not there and need not be. */
char      **interop_server     (const char         *package,
                                const char * const *arguments);
McpSession *interop_session    (char              **argv,
                                const char         *cwd,           /* (nullable) */
                                const char * const *env);          /* (nullable) NAME=VALUE */
/* All items of a list, token for token, separated by commas: what stands between [ and ]. */
char       *interop_catalog    (McpSession         *session,
                                McpCatalogKind      kind);
char       *interop_call       (McpSession         *session,
                                const char         *tool,
                                const char         *arguments);

G_END_DECLS
