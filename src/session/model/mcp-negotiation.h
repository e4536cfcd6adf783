/* mcp-negotiation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-revision.h"

G_BEGIN_DECLS

/*
 * What a client and a server agreed on when they met: the revision, what each said of itself, and
 * how long it took. Filled by a handshake as it happens, or by a recording of one: only by the functions below.
 * All JSON is their own tokens.
 */
typedef struct
{
  McpRevision  revision;
  char        *evidence;             /* (nullable): why it is this era */
  char        *asked;                /* (nullable) */
  char        *offered;              /* (nullable) */
  char        *client_capabilities;  /* (nullable) */
  char        *client_info;          /* (nullable): of a recording */
  GBytes      *server;               /* (nullable): the result of initialize or server/discover */
  GBytes      *previous;             /* (nullable): that of the connection before */
  gint64       took_usec;            /* -1 */
  /*< private >*/
  GHashTable  *declared;             /* path -> whether: answers that were looked up before */
} McpNegotiation;

McpNegotiation *mcp_negotiation_new              (void);
void            mcp_negotiation_free             (McpNegotiation *self);
void            mcp_negotiation_begin            (McpNegotiation *self); /* anew: the server's answer becomes the previous one */

/* As it happens. */
void            mcp_negotiation_set_era          (McpNegotiation *self,
                                                  McpEra          era,
                                                  const char     *evidence);    /* a translated half-sentence */
void            mcp_negotiation_set_version      (McpNegotiation *self,
                                                  McpVersion      version,
                                                  const char     *asked,        /* (nullable) */
                                                  const char     *offered);     /* (nullable) */
McpVersion      mcp_negotiation_accept           (McpNegotiation *self,
                                                  const char     *offered);     /* (nullable): by the answer to initialize */
void            mcp_negotiation_set_server       (McpNegotiation *self,
                                                  GBytes         *result,
                                                  gint64          took_usec);
void            mcp_negotiation_set_client_capabilities (McpNegotiation *self,
                                                  const char     *json,         /* (nullable) */
                                                  gssize          length);

/* From a recording: params are valid JSON or %NULL, results valid JSON. */
void            mcp_negotiation_take_initialize  (McpNegotiation *self,
                                                  const char     *params,       /* (nullable) */
                                                  gsize           length,
                                                  GBytes         *result,
                                                  gint64          took_usec);
void            mcp_negotiation_take_discover    (McpNegotiation *self,
                                                  const char     *params,       /* (nullable) */
                                                  gsize           length,
                                                  GBytes         *result,
                                                  gint64          took_usec);
gboolean        mcp_negotiation_take_request     (McpNegotiation *self,
                                                  const char     *params,       /* (nullable) */
                                                  gsize           length);      /* TRUE: it says who asks */

char           *mcp_negotiation_describe         (McpNegotiation *self);        /* (nullable): one translated sentence */
char           *mcp_negotiation_dup_server_info  (McpNegotiation *self);        /* (nullable) */
char           *mcp_negotiation_lookup           (McpNegotiation *self,
                                                  const char     *path);        /* (nullable): string */
gboolean        mcp_negotiation_has_extension    (McpNegotiation *self,
                                                  const char     *id);
gboolean        mcp_negotiation_has_extension_setting (McpNegotiation *self,
                                                       const char     *id,
                                                       const char     *setting);
gboolean        mcp_negotiation_has_capability   (McpNegotiation *self,
                                                  const char     *path);
gboolean        mcp_negotiation_is_declaration          (const char *value,
                                                         gsize       length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpNegotiation, mcp_negotiation_free)

G_END_DECLS
