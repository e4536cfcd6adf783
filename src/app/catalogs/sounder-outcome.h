/* sounder-outcome.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"

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

G_END_DECLS
