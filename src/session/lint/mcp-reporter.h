/* mcp-reporter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-revision.h"

G_BEGIN_DECLS

/* Who is told of broken rules: adds findings to a journal. */
typedef struct _McpReporter McpReporter;

McpReporter *mcp_reporter_new          (McpJournal  *journal);
void         mcp_reporter_free         (McpReporter *self);
void         mcp_reporter_set_revision (McpReporter *self,
                                        McpRevision  revision);
McpRevision  mcp_reporter_get_revision (McpReporter *self);
gboolean     mcp_reporter_has          (McpReporter *self,
                                        McpFeature   feature);
void         mcp_reporter_set_derives  (McpReporter *self,
                                        gboolean     derives);
void         mcp_reporter_set_muted    (McpReporter *self,
                                        gboolean     muted);
void         mcp_reporter_set_times     (McpReporter *self,
                                        guint        times);
gint64      *mcp_reporter_get_budget   (McpReporter *self,
                                        guint        serial);
void         mcp_reporter_report       (McpReporter *self,
                                        guint        serial,
                                        const char  *rule,
                                        const char  *format,
                                        ...) G_GNUC_PRINTF (4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpReporter, mcp_reporter_free)

G_END_DECLS
