/* mcp-doctor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-remedy.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/* More of the server's text than this is no evidence but a page. */
#define MCP_DOCTOR_EVIDENCE_CHARS 300
/* ... and so many bytes are enough for it. */
#define MCP_DOCTOR_EVIDENCE_BYTES (4 * (MCP_DOCTOR_EVIDENCE_CHARS + 1))
/* More of a line is not looked into. */
#define MCP_DOCTOR_LINE_BYTES (64 * 1024)

/* What is known of a failed connection by URL. Only @url and one of @error and @status are needed. */
typedef struct
{
  const char     *url;
  McpStep         step;          /* the one that was under way */
  const GError   *error;         /* (nullable): of GIO, GTls or libsoup, or MCP_ERROR */
  guint           status;        /* HTTP; 0 for none */
  const char     *reason;        /* (nullable): the status line's words */
  const char     *content_type;  /* (nullable) */
  const char     *proxy;         /* (nullable): that was reached in MCP_STEP_CONNECT, and let nothing through */
  const char     *location;      /* (nullable): where a redirect points */
  const char     *challenge;     /* (nullable): WWW-Authenticate */
  const char     *server;        /* (nullable): the Server header */
  const char     *via;           /* (nullable): Via: a proxy spoke */
  const char     *proxy_challenge; /* (nullable): Proxy-Authenticate */
  const char     *allow;         /* (nullable): Allow */
  const char     *retry_after;   /* (nullable): Retry-After */
  const char     *encoding;      /* (nullable): Content-Encoding, where it is none that was asked for */
  const char     *guard;         /* (nullable): the header by which a CDN says that it asked for a browser's proof */
  const char     *endpoint;      /* (nullable): of HTTP+SSE, as the server gave it */
  const char     *asked;         /* (nullable): the revision that was offered */
  const char     *body;          /* (nullable): the first part of the body, any bytes */
  gsize           body_length;
  McpCertificate *certificate;   /* (nullable) */
  gboolean        sent_auth;     /* an Authorization header was sent */
  gboolean        sent_certificate; /* one of ours is set, for a server that asks */
  gboolean        is_sse;        /* HTTP+SSE was tried, alone or after Streamable HTTP */
} McpSymptoms;

/* A finding about a connection: texts are translated, the evidence is not. */
typedef struct
{
  McpStep  step;       /* the step that failed, perhaps before the step that reported it */
  int      code;       /* McpError: NETWORK, TLS, HTTP, AUTH, TIMED_OUT, INVALID_RESPONSE; CONFIG
                          for a URL that cannot be right; what @error had where it says all */
  char    *outcome;    /* "The address answered with a web page, not with MCP" */
  char    *evidence;   /* (nullable): "200 OK, text/html: <!DOCTYPE html>…"; untrusted text */
  char    *remedy;     /* one thing to do */
  McpRemedyAction action; /* the same as something to be done, where it is known */
  char    *target;     /* (nullable): of the action */
  gboolean is_passing; /* nothing to correct here: trying again may do */
  gboolean names_exit; /* @outcome says how the program ended */
} McpDiagnosis;

void mcp_doctor_diagnose (const McpSymptoms *symptoms,
                          McpDiagnosis      *diagnosis); /* (out) */
void mcp_diagnosis_clear (McpDiagnosis      *diagnosis);

/* When a program answered that was given up. */
typedef enum {
  MCP_ANSWERED_NOT,
  MCP_ANSWERED_AT_END,      /* once its input was closed */
  MCP_ANSWERED_WITHOUT_END, /* ... and the line of the answer has no end */
} McpLateAnswer;

/* What is known of a program that was started and did not become a server, or ended. */
typedef struct
{
  McpProfile         *profile;
  const GError       *error;      /* MCP_ERROR_TIMED_OUT or MCP_ERROR_DIED */
  const McpExit      *exit;       /* (nullable) */
  GPtrArray          *output;     /* of GBytes: its first lines that were no message */
  const char         *unfinished; /* (nullable): the last line it began and did not end */
  McpLateAnswer       answered;
  const char         *unnamed;    /* (nullable): a message that may be the answer, and names no request */
  const char * const *errors;     /* its last lines on standard error */
} McpProgramSymptoms;

void        mcp_doctor_diagnose_program (const McpProgramSymptoms *symptoms,
                                         McpDiagnosis             *diagnosis); /* (out) */
const char *mcp_doctor_find_reason   (const char * const *lines); /* (nullable): of a program's last */
char       *mcp_doctor_dup_printed_reason (GPtrArray        *output); /* (nullable) */
gboolean    mcp_doctor_advise        (const char         *line,
                                      McpDiagnosis       *diagnosis);
char       *mcp_doctor_dup_variable  (const char         *line);  /* (nullable): which it lacks */
gboolean    mcp_doctor_runs_python   (const char * const *argv);
char       *mcp_doctor_make_evidence (const char         *text,   /* any bytes */
                                      gsize               length);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (McpDiagnosis, mcp_diagnosis_clear)

G_END_DECLS
