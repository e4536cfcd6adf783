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
/* Speaks 2026-07-28: without initialize, and who asks stands in every request. */
RawClient  *raw_client_new_modern (const char * const *argv);
void        raw_client_free    (RawClient          *self);
/* The answer's whole line. */
char       *raw_client_ask     (RawClient          *self,
                                const char         *method,
                                const char         *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RawClient, raw_client_free)

/* Whether a message without needless space answers the request with @id. */
gboolean    raw_is_answer      (const char         *message,
                                guint               id);

/* @params with what a request of 2026-07-28 says of its client. */
char       *raw_modern_params  (const char         *params);

/* Asks by whatever raw client @raw is; returns the answer's whole text. */
typedef char *(*RawAsk) (gpointer    raw,
                         const char *method,
                         const char *params);

/* A file below $SOUNDER_INTEROP_DIR; skips the test when that is not set and need not be. */
char       *interop_file       (const char         *path);
/* A pinned server of npm; the same. */
char      **interop_server     (const char         *package,
                                const char * const *arguments);
/* kubernetes-mcp-server, and a configuration for it, which the caller removes; skips the same, or
 * where npm has none for the machine. There is no cluster: it can tell its configuration. */
gboolean    interop_kubernetes (char              **program,       /* (out) */
                                char              **config);       /* (out) */
McpSession *interop_session    (char              **argv,
                                const char         *cwd,           /* (nullable) */
                                const char * const *env);          /* (nullable) NAME=VALUE */
/* Without pings. */
McpSession *interop_open       (McpProfile         *profile);
/* All items of a list, token for token, separated by commas: what stands between [ and ]. */
char       *interop_catalog    (McpSession         *session,
                                McpCatalogKind      kind);
char       *interop_call       (McpSession         *session,
                                const char         *tool,
                                const char         *arguments);
/* The result has @part. */
void        interop_assert_call (McpSession        *session,
                                 const char        *tool,
                                 const char        *arguments,
                                 const char        *part);
void        interop_assert_progress (McpSession    *session,
                                     const char    *tool,
                                     const char    *arguments,
                                     double         progress);
/* The session's lists equal, token for token, what the raw client reads. */
void        interop_compare_lists (McpSession      *session,
                                   RawAsk           ask,
                                   gpointer         raw);
/* Findings that are errors; all findings go to the test's log. */
guint       interop_count_errors (McpSession       *session);

G_END_DECLS
