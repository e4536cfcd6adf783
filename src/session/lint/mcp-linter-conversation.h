/* mcp-linter-conversation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-id.h"
#include "mcp-message.h"
#include "mcp-reporter.h"

G_BEGIN_DECLS

/* Why no call waits for an answer. */
typedef enum {
  MCP_ORPHAN_NOT_WAITING,  /* that is all that is known */
  MCP_ORPHAN_NEVER_ASKED,
  MCP_ORPHAN_STRING,       /* an id of a type that was never sent */
  MCP_ORPHAN_SECOND,       /* there was an answer before */
  MCP_ORPHAN_LATE,         /* the call was given up */
} McpOrphan;

typedef struct
{
  McpId    *token;         /* (nullable) */
  gboolean  has_progress;
  double    progress;
  double    total;         /* -1 for none */
} McpProgress;

typedef enum {
  MCP_PROGRESS_OF_NOTHING,
  MCP_PROGRESS_OF_GIVEN_UP,
  MCP_PROGRESS_OF_REQUEST, /* one that is under way and has asked for it */
} McpProgressOf;

void     mcp_linter_report_orphan      (McpReporter       *reporter,
                                        McpId             *id,
                                        McpOrphan          why,
                                        const char        *method,
                                        guint              exchange,
                                        guint              serial);

void     mcp_progress_read             (McpProgress       *self,
                                        const char        *params,
                                        gsize              length);
void     mcp_progress_clear            (McpProgress       *self);
gboolean mcp_linter_check_progress     (McpReporter       *reporter,
                                        const McpProgress *progress,
                                        McpProgressOf      of,
                                        double             before,
                                        guint              serial);

void     mcp_linter_report_early       (McpReporter       *reporter,
                                        gboolean           is_request,
                                        const char        *method,
                                        guint              serial);
void     mcp_linter_report_reused_id   (McpReporter       *reporter,
                                        McpId             *id,
                                        guint              serial);
void     mcp_linter_report_vain_cancel (McpReporter       *reporter,
                                        McpId             *id,
                                        guint              serial);
void     mcp_linter_check_update       (McpReporter       *reporter,
                                        const char        *uri,
                                        gboolean           is_watching,
                                        guint              serial);
void     mcp_linter_check_batch        (McpReporter       *reporter,
                                        guint              n_messages,
                                        guint              serial);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (McpProgress, mcp_progress_clear)

G_END_DECLS
