/* auth-flow.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "cli-fixture.h"

G_BEGIN_DECLS

/*
 * Signing in to the demo server by hand, without a client of ours: what is asked can be set before
 * each step, and what came back is there after it.
 */
typedef struct
{
  CliDemo     *demo;
  char        *base;            /* "http://127.0.0.1:PORT" */
  SoupSession *http;

  /* The last answer. */
  guint        status;
  char        *body;
  char        *challenge;       /* (nullable): all of WWW-Authenticate */
  char        *location;        /* (nullable) */

  /* What is asked. */
  char        *client_id;
  const char  *redirect_uri;
  const char  *method;          /* (nullable) of the challenge */
  const char  *code_challenge;  /* (nullable) */
  const char  *scope;           /* (nullable) */
  char        *resource;        /* (nullable) */
  const char  *code_redirect_uri;
  const char  *verifier;
  char        *code_resource;   /* (nullable) */

  /* What came. */
  GHashTable  *answer;          /* (nullable): of the authorization */
  char        *access;
  char        *refresh;         /* (nullable) */
} AuthFlow;

#define AUTH_FLOW_REDIRECT "http://127.0.0.1:4711/callback"
#define AUTH_FLOW_VERIFIER "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  /* RFC 7636 appendix B */
#define AUTH_FLOW_SHA256   "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

AuthFlow *auth_flow_new       (const char *breaks,  /* (nullable) */
                               const char *option,  /* (nullable) */
                               const char *value);  /* (nullable) */
void      auth_flow_free      (AuthFlow   *self);
/* @path may be a whole address; @type and @body may be NULL, @authorization too. */
void      auth_flow_send      (AuthFlow   *self,
                               const char *method,
                               const char *path,
                               const char *type,
                               const char *body,
                               const char *authorization);
/* Names and values in turn, as the form of a POST. A name with no value is left out: "" is none. */
void      auth_flow_post_form (AuthFlow   *self,
                               const char *path,
                               const char *authorization,  /* (nullable) */
                               ...) G_GNUC_NULL_TERMINATED;
gboolean  auth_flow_register  (AuthFlow   *self,
                               const char *redirect_uri);
void      auth_flow_authorize (AuthFlow   *self);
gboolean  auth_flow_redeem    (AuthFlow   *self);
gboolean  auth_flow_refresh   (AuthFlow   *self);
/* Calls @tool as 2026-07-28 does, without a session; @query: (nullable) behind the address. */
void      auth_flow_call      (AuthFlow   *self,
                               const char *access,         /* (nullable) */
                               const char *query,
                               const char *tool);
/* Of the last answer, which is JSON; (transfer full) (nullable) */
char     *auth_flow_member    (AuthFlow   *self,
                               const char *name);
/* Of the access token; @node: (out) (transfer full), which they are part of. */
JsonObject *auth_flow_read_claims (AuthFlow  *self,
                                   JsonNode **node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AuthFlow, auth_flow_free)

G_END_DECLS
