/* sounder-remedy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

/* The one thing a button beside the advice does. */
typedef enum {
  SOUNDER_REMEDY_RETRY,
  SOUNDER_REMEDY_EDIT,
  SOUNDER_REMEDY_USE_PATH,    /* the address with another path */
  SOUNDER_REMEDY_CERTIFICATE, /* show it; it may be accepted there */
  SOUNDER_REMEDY_USE_HTTPS,
  SOUNDER_REMEDY_USE_HTTP,
  SOUNDER_REMEDY_PERMIT,      /* copy the command that lets us leave the sandbox */
  SOUNDER_REMEDY_SIGN_IN,     /* in a browser */
  SOUNDER_REMEDY_TIMELINE,    /* what the server sent is there */
} SounderRemedy;

SounderRemedy sounder_remedy_choose         (McpStep         failed_step, /* MCP_N_STEPS: unknown */
                                             const GError   *error,
                                             McpCertificate *certificate, /* (nullable) */
                                             const char     *url);        /* (nullable): a program */
SounderRemedy sounder_remedy_for            (McpSession     *session);
const char   *sounder_remedy_get_label      (SounderRemedy   remedy);     /* translated, with mnemonic */
const char   *sounder_remedy_get_accessible (SounderRemedy   remedy);     /* translated */

G_END_DECLS
