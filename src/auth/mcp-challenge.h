/* mcp-challenge.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Challenges of WWW-Authenticate (RFC 9110 section 11.6.1). Servers write them in many ways, so
 * what can be understood is; what is not as it should be stands in @problems.
 */
typedef struct
{
  char      *scheme;
  char      *token68;   /* (nullable) */
  GPtrArray *names;     /* of char *, in lower case */
  GPtrArray *values;    /* of char *, without quotes */
  GPtrArray *problems;  /* of char *, translated */
} McpChallenge;

GPtrArray          *mcp_challenge_parse      (const char * const *values);      /* (nullable): fields of that name, in order; (transfer full) of McpChallenge */
const char         *mcp_challenge_get        (const McpChallenge *self,
                                              const char         *name);       /* (nullable) */
const McpChallenge *mcp_challenge_find_token (GPtrArray          *challenges); /* (nullable): the one that a token answers: Bearer or DPoP */

G_END_DECLS
