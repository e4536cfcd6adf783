/* sounder-invocation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"
#include "mcp-form.h"

G_BEGIN_DECLS

/* How a call ended, for people. */
typedef enum {
  SOUNDER_OUTCOME_RUNNING,
  SOUNDER_OUTCOME_OK,
  SOUNDER_OUTCOME_TOOL_ERROR,
  SOUNDER_OUTCOME_ERROR,      /* the server answered with a JSON-RPC error */
  SOUNDER_OUTCOME_CANCELLED,
  SOUNDER_OUTCOME_TIMED_OUT,
  SOUNDER_OUTCOME_LOST,       /* its stream broke for good: the server may have done it */
  SOUNDER_OUTCOME_FAILED,     /* no answer: the connection ended, or it was never sent */
} SounderOutcome;

SounderOutcome  sounder_outcome_of_call       (McpCall        *call);
char           *sounder_outcome_dup_text      (McpCall        *call);
const char     *sounder_outcome_get_css_class (SounderOutcome  outcome);
const char     *sounder_outcome_get_icon_name (SounderOutcome  outcome);

#define SOUNDER_TYPE_INVOCATION (sounder_invocation_get_type ())

/* One call of a tool in this session, kept to be looked at and repeated. */
G_DECLARE_FINAL_TYPE (SounderInvocation, sounder_invocation, SOUNDER, INVOCATION, GObject)

SounderInvocation *sounder_invocation_new             (const char        *tool,
                                                       const char        *arguments,
                                                       McpCall           *call);
const char        *sounder_invocation_get_tool        (SounderInvocation *self);
const char        *sounder_invocation_get_arguments   (SounderInvocation *self);
McpCall           *sounder_invocation_get_call        (SounderInvocation *self);
gint64             sounder_invocation_get_wall_usec   (SounderInvocation *self);
char              *sounder_invocation_dup_cli_command (SounderInvocation *self,
                                                       McpProfile        *profile);
char              *sounder_invocation_dup_json        (SounderInvocation *self);

/* What a session's tools have seen; kept as long as the session. */
GListStore        *sounder_invocations_for_tool       (McpSession        *session,
                                                       const char        *tool);
SounderInvocation *sounder_invocations_find           (McpSession        *session,
                                                       McpCall           *call);  /* (transfer none) (nullable) */
McpForm  *sounder_invocations_get_draft      (McpSession        *session,
                                                       McpCatalogItem    *tool);

#define SOUNDER_INVOCATIONS_MAX 50

G_END_DECLS
