/* mcp-accepted.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-report.h"

G_BEGIN_DECLS

/* Failures that somebody has accepted, each with a reason and a date: a file, which new ones are not in. */
typedef struct _McpAccepted McpAccepted;

typedef struct
{
  char *rule;    /* as in a report: "probe.origin", "tools.input-schema" */
  char *reason;
  char *date;    /* "2026-11-25" */
} McpAcceptedFailure;

McpAccepted              *mcp_accepted_new    (void);
McpAccepted              *mcp_accepted_read   (const char       *path,
                                               GError          **error);
gboolean                  mcp_accepted_write  (McpAccepted      *self,
                                               const char       *path,
                                               GError          **error);
void                      mcp_accepted_free   (McpAccepted      *self);
const McpAcceptedFailure *mcp_accepted_find   (McpAccepted      *self,      /* (nullable) */
                                               const char       *rule);     /* (nullable): it is not */
void                      mcp_accepted_apply  (McpAccepted      *self,
                                               McpReport        *report);
char                    **mcp_accepted_list_passed (McpAccepted *self,      /* (nullable) */
                                               const McpReport  *report);
void                      mcp_accepted_update (McpAccepted      *self,
                                               const McpReport  *report,
                                               const char       *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAccepted, mcp_accepted_free)

G_END_DECLS
