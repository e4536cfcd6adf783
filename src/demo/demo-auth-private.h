/* demo-auth-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "demo-auth.h"
#include "demo-auth-jwt.h"
#include "demo-auth-store.h"

G_BEGIN_DECLS

/* What of authorization can be broken; the order is that of the table in demo-auth-breaks.c. */
typedef enum
{
  DEMO_BREAK_NO_METADATA,
  DEMO_BREAK_FILE_METADATA,
  DEMO_BREAK_PRIVATE_METADATA,
  DEMO_BREAK_REDIRECT_LOOP,
  DEMO_BREAK_HUGE_METADATA,
  DEMO_BREAK_ENDLESS_METADATA,
  DEMO_BREAK_ODD_QUOTING,
  DEMO_BREAK_WRONG_RESOURCE,
  DEMO_BREAK_WRONG_ISSUER,
  DEMO_BREAK_NO_S256,
  DEMO_BREAK_JAVASCRIPT_ENDPOINT,
  DEMO_BREAK_WRONG_TYPES,
  DEMO_BREAK_WRONG_TYPES_SERVER,
  DEMO_BREAK_WRONG_TYPES_REGISTRATION,
  DEMO_BREAK_WRONG_TYPES_TOKEN,
  DEMO_BREAK_REGISTRATION_REFUSED,
  DEMO_BREAK_REDIRECT_REFUSED,
  DEMO_BREAK_REDIRECT_NOT_CHECKED,
  DEMO_BREAK_PLAIN_PKCE_ACCEPTED,
  DEMO_BREAK_RESOURCE_NOT_CHECKED,
  DEMO_BREAK_MISSING_STATE,
  DEMO_BREAK_NO_ISS,
  DEMO_BREAK_WRONG_ISS,
  DEMO_BREAK_INVALID_CLIENT,
  DEMO_BREAK_SLOW_TOKEN,
  DEMO_BREAK_VERIFIER_NOT_CHECKED,
  DEMO_BREAK_CODE_REUSE_ACCEPTED,
  DEMO_BREAK_NO_REFRESH_ROTATION,
  DEMO_BREAK_SCOPE_NOT_GRANTED,
  DEMO_BREAK_EXPIRED_TOKEN,
  DEMO_BREAK_CLOCK_SKEW,
  DEMO_BREAK_401_FOREVER,
  DEMO_BREAK_403_FOREVER,
  DEMO_BREAK_EXPIRED_TOKEN_ACCEPTED,
  DEMO_BREAK_FOREIGN_TOKEN_ACCEPTED,
  DEMO_BREAK_TOKEN_IN_QUERY_ACCEPTED,
  DEMO_BREAK_PAGE_METADATA,
  DEMO_BREAK_FAILING_METADATA,
  DEMO_BREAK_RESOURCE_SLASH,
  DEMO_BREAK_ISSUER_SLASH,
  DEMO_BREAK_PKCE_NOT_SAID,
  DEMO_BREAK_SINGLE_QUOTES,
  DEMO_BREAK_NULL_REGISTRATION,
  DEMO_BREAK_EXPIRY_AS_TEXT,
  DEMO_BREAK_SCOPE_WITH_COMMAS,
  DEMO_BREAK_SCOPE_AS_LIST,
  DEMO_BREAK_REFUSAL_WITH_200,
  DEMO_BREAK_BASIC_NOT_TAKEN,
  DEMO_BREAK_RESOURCE_REFUSED,
  DEMO_BREAK_AUDIENCE_NEEDED,
  DEMO_N_BREAKS,
} DemoBreak;

/* Of somebody else's, where a client must not go. */
#define DEMO_ATTACKER     "https://attacker.example.com"
#define DEMO_SERVICE      "demo-service"
#define DEMO_METADATA     "/.well-known/oauth-protected-resource"
#define DEMO_RESOURCE     "/mcp"
#define DEMO_SCOPE_READ   "mcp:read"
#define DEMO_SCOPE_WRITE  "mcp:write"

typedef struct
{
  char     *id;
  char     *name;
  char     *secret;       /* (nullable): a public client */
  char     *auth_method;  /* at the token endpoint */
  char    **redirects;    /* (nullable): any on the loopback */
} DemoClient;

/* What somebody has allowed; all tokens that come of it go with it. Reference counted. */
typedef struct
{
  char     *client_id;
  char     *subject;      /* whose name it is in */
  char     *scope;
  char     *resource;     /* (nullable) */
  char     *issuer;
  gboolean  revoked;
} DemoGrant;

typedef struct
{
  DemoGrant *grant;
  char      *scope;
  gint64     expiry_usec; /* monotonic; G_MAXINT64: never */
  gboolean   refreshes;
  gboolean   used;        /* a refresh token that another took the place of */
} DemoToken;

/* An authorization request: first it waits for its page to be answered, then for its code. */
typedef struct
{
  char      *client_id;
  char      *redirect_uri;
  char      *challenge;   /* (nullable) */
  char      *method;      /* of the challenge */
  char      *scope;
  char      *state;       /* (nullable) */
  char      *resource;    /* (nullable) */
  char      *issuer;
  gint64     expiry_usec; /* monotonic */
  DemoGrant *grant;       /* (nullable): the code was used */
} DemoRequest;

struct _DemoAuth
{
  DemoAuthOptions options;
  DemoStore      *known;    /* of DemoClient, by id: from the start */
  DemoStore      *clients;  /* the same: those that came */
  DemoStore      *asked;    /* of DemoRequest, by a ticket that its page sends back */
  DemoStore      *codes;    /* of DemoRequest */
  DemoStore      *tokens;   /* of DemoToken */
  DemoStore      *shown;    /* of char: the names of assertions, which are good once */
  DemoJwtKey     *key;
  DemoJwtReader  *reader;   /* (nullable): reads assertions of DEMO_SERVICE */
  SoupSession    *http;     /* fetches metadata documents of clients */
};

gboolean    demo_auth_breaks        (DemoAuth          *self,
                                     DemoBreak          rule);

/* demo-auth-reply.c */
char       *demo_auth_base          (SoupServerMessage *message);  /* http://HOST:PORT */
char       *demo_auth_issuer        (DemoAuth          *self,
                                     const char        *base);
GHashTable *demo_auth_query         (SoupServerMessage *message);
GHashTable *demo_auth_form          (SoupServerMessage *message);  /* (nullable): none */
char       *demo_auth_body          (SoupServerMessage *message);
/* @json: (transfer full); its closing brace is added. */
void        demo_auth_reply         (SoupServerMessage *message,
                                     guint              status,
                                     GString           *json,
                                     gboolean           wrong_types);
void        demo_auth_reply_error   (SoupServerMessage *message,
                                     guint              status,
                                     const char        *error,
                                     const char        *description);
void        demo_auth_append_list   (GString           *json,
                                     const char        *key,
                                     const char * const *items);

/* demo-auth-metadata.c */
gboolean    demo_auth_serve_metadata (DemoAuth          *self,
                                      SoupServerMessage *message,
                                      const char        *path);

/* demo-auth-clients.c */
void        demo_auth_add_known_clients (DemoAuth       *self);
void        demo_client_free        (DemoClient        *self);
gboolean    demo_client_may_redirect (DemoClient       *self,
                                      const char       *uri);
void        demo_auth_register      (DemoAuth          *self,
                                     SoupServerMessage *message);
DemoClient *demo_auth_lookup_client (DemoAuth          *self,
                                     const char        *id);     /* (nullable) */
/* Calls back with the client, or NULL and why not; at once unless it has a metadata document. */
typedef void (*DemoClientFunc)      (DemoAuth          *self,
                                     SoupServerMessage *message,
                                     DemoClient        *client,  /* (nullable) */
                                     const char        *why);    /* (nullable) */
void        demo_auth_find_client   (DemoAuth          *self,
                                     SoupServerMessage *message,
                                     const char        *id,
                                     DemoClientFunc     func);

/* demo-auth-pages.c */
void        demo_auth_authorize     (DemoAuth          *self,
                                     SoupServerMessage *message);
void        demo_auth_consent       (DemoAuth          *self,
                                     SoupServerMessage *message);
void        demo_request_free       (DemoRequest       *self);

/* demo-auth-assertions.c: RFC 7523 section 3; NULL: nobody's, or not good. */
DemoClient *demo_auth_read_assertion (DemoAuth          *self,
                                      SoupServerMessage *message,
                                      const char        *assertion);

/* demo-auth-tokens.c */
void        demo_auth_token         (DemoAuth          *self,
                                     SoupServerMessage *message);
void        demo_auth_revoke        (DemoAuth          *self,
                                     SoupServerMessage *message);
void        demo_token_free         (DemoToken         *self);
void        demo_grant_unref        (DemoGrant         *self);
gboolean    demo_auth_is_resource   (DemoAuth          *self,
                                     const char        *base,
                                     const char        *resource);  /* (nullable) */
gboolean    demo_scope_has          (const char        *scope,
                                     const char        *name);

G_END_DECLS
