/* cli-failure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"
#include "mcp-evidence.h"
#include "mcp-redactor.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/* What went wrong, as it is told to people and to scripts. */
typedef struct
{
  char    *kind;        /* "usage", "spawn" … */
  char    *message;
  char    *data;        /* (nullable): JSON */
  char    *remedy;      /* (nullable) */
  char   **stderr_tail; /* (nullable): the server's last lines */
  GPtrArray *evidence;  /* (nullable): of McpEvidence */
  McpRemedyAction action;
  char    *target;      /* (nullable): of the action */
  gboolean has_code;
  gint64   code;        /* JSON-RPC */
  int      status;      /* what to end with */
  GListModel     *steps;       /* (nullable): of McpConnectStep, of a connection by URL */
  McpRedactor    *redactor;    /* (nullable): for what is told of them */
  gboolean        without_findings; /* people see them anyway */
  gboolean        with_steps;  /* tell people of the steps too */
  McpCertificate *certificate; /* (nullable): that does not verify */
} CliFailure;

CliFailure *cli_failure_new         (const char   *what,        /* (nullable) */
                                     const GError *error,
                                     gboolean      connecting);
void        cli_failure_set_remedy  (CliFailure   *self,
                                     const char   *remedy);
void        cli_failure_set_server_error (CliFailure *self,
                                          const char *object,
                                          gsize       length);
void        cli_failure_set_session (CliFailure   *self,
                                     McpSession   *session,
                                     guint         since); /* a serial; 0: the whole connection */
void        cli_failure_set_diagnosis (CliFailure *self,
                                       McpSession *session);
void        cli_failure_redact      (CliFailure   *self,
                                     McpRedactor  *redactor);
void        cli_failure_print       (CliFailure   *self,
                                     CliOutput    *output);
void        cli_failure_free        (CliFailure   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliFailure, cli_failure_free)

G_END_DECLS
