/* demo-auth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/*
 * A small authorization server beside the protected MCP server (basic/authorization): for trying
 * a client on, with every rule that can be broken. Everything is in memory and bounded.
 */
typedef struct _DemoAuth DemoAuth;

typedef struct
{
  gboolean approves;       /* without a page: nobody is asked */
  guint    expiry_seconds; /* of access tokens */
  guint64  breaks;         /* of demo_auth_parse_breaks() */
  const char *key_file;       /* (nullable): the public key of demo-service, PEM */
} DemoAuthOptions;

#define DEMO_AUTH_EXPIRY_SECONDS 3600
#define DEMO_AUTH_MAX_BODY_BYTES (64 * 1024)

DemoAuth *demo_auth_new             (const DemoAuthOptions *options,
                                     GError               **error); /* of its key file */
void      demo_auth_free            (DemoAuth              *self);

/* Answers what is asked of the authorization server; FALSE: it is not for it. */
gboolean  demo_auth_serve           (DemoAuth              *self,
                                     SoupServerMessage     *message,
                                     const char            *path);
/* Whether a request for the MCP server may pass; else it was refused. */
gboolean  demo_auth_admit           (DemoAuth              *self,
                                     SoupServerMessage     *message);

/* Adds RULE[,RULE] to @breaks; returns the first that is no rule, to be freed, or NULL. */
char     *demo_auth_parse_breaks    (const char            *text,
                                     guint64               *breaks);
void      demo_auth_print_breaks    (void);

G_END_DECLS
