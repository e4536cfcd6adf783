/* mcp-linter-conversation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-linter-conversation.h"
#include "mcp-text.h"

/*
 * The rules of what a message belongs to: answers, progress, cancellations and updates. Who follows the connection
 * knows what was asked before, and tells it.
 */

/**
 * mcp_linter_report_orphan:
 * @reporter: who is told
 * @id: (nullable): whose answer it says it is
 * @why: why no call waits for it
 * @method: (nullable): of the call that was given up
 * @exchange: the HTTP exchange that it came in, 0 for none
 * @serial: its record
 *
 * Reports an answer that is nobody's (JSON-RPC 2.0, section 5).
 */
void
mcp_linter_report_orphan (McpReporter *reporter,
                          McpId       *id,
                          McpOrphan    why,
                          const char  *method,
                          guint        exchange,
                          guint        serial)
{
  const char *token = id != NULL ? mcp_id_get_token (id) : NULL;

  if (token == NULL)
    mcp_reporter_report (reporter, serial, "rpc.unattributed-error", _("An error that names no request"));
  else if (why == MCP_ORPHAN_LATE)
    mcp_reporter_report (reporter, serial, "rpc.late-answer",
                         _("The answer to %s (id %s) came after it was given up"), method, token);
  else if (why == MCP_ORPHAN_STRING)
    mcp_reporter_report (reporter, serial, "rpc.unknown-id",
                         _("An answer to %s, a string; the ids we sent are numbers"), token);
  else if (why == MCP_ORPHAN_SECOND && exchange != 0)
    mcp_reporter_report (reporter, serial, "rpc.second-answer",
                         _("A second answer to the request %s, in exchange %u"), token, exchange);
  else if (why == MCP_ORPHAN_SECOND)
    mcp_reporter_report (reporter, serial, "rpc.second-answer", _("A second answer to the request %s"), token);
  else if (why == MCP_ORPHAN_NEVER_ASKED)
    mcp_reporter_report (reporter, serial, "rpc.unknown-id", _("An answer to %s, which was never asked"), token);
  else
    mcp_reporter_report (reporter, serial, "rpc.unknown-id",
                         _("An answer to %s, and no request of that id waits for one"), token);
}

/* The params of `notifications/progress`; @length is 0 for none. */
void
mcp_progress_read (McpProgress *self,
                   const char  *params,
                   gsize        length)
{
  McpSpan span;

  *self = (McpProgress) { .total = -1 };
  if (length == 0)
    return;

  if (mcp_json_lookup (params, length, "progressToken", &span))
    self->token = mcp_id_new_from_token (params + span.offset, span.length);
  self->has_progress = mcp_json_lookup_double (params, length, "progress", &self->progress);
  mcp_json_lookup_double (params, length, "total", &self->total);
}

void
mcp_progress_clear (McpProgress *self)
{
  g_clear_pointer (&self->token, mcp_id_unref);
}

/**
 * mcp_linter_check_progress:
 * @reporter: who is told
 * @progress: what the server says
 * @of: the request that its token is of
 * @before: the progress that was told last, -1 for none
 * @serial: its record
 *
 * Checks progress (basic/utilities/progress).
 *
 * Returns: whether a request that is under way has come to @progress
 */
gboolean
mcp_linter_check_progress (McpReporter       *reporter,
                           const McpProgress *progress,
                           McpProgressOf      of,
                           double             before,
                           guint              serial)
{
  const char *token = progress->token != NULL ? mcp_id_get_token (progress->token) : _("no token");

  if (of == MCP_PROGRESS_OF_GIVEN_UP)
    mcp_reporter_report (reporter, serial, MCP_FINDING_PROGRESS_LATE,
                         _("Progress of the request %s came after it was given up"), token);
  else if (of == MCP_PROGRESS_OF_NOTHING)
    mcp_reporter_report (reporter, serial, "progress.unknown-token",
                         _("Progress for %s, which is not under way"), token);
  else if (!progress->has_progress)
    mcp_reporter_report (reporter, serial, "progress.no-number",
                         _("Progress without a number for the request %s"), token);
  else if (before >= 0 && progress->progress <= before)
    {
      g_autofree char *was = mcp_text_from_number (before);
      g_autofree char *is = mcp_text_from_number (progress->progress);

      mcp_reporter_report (reporter, serial, "progress.not-increasing",
                           _("Progress of the request %s went from %s to %s; it must increase"), token, was, is);
    }

  return of == MCP_PROGRESS_OF_REQUEST && progress->has_progress;
}

/* What the server sends before it was told `initialized` (basic/lifecycle). It may ping, and log. */
void
mcp_linter_report_early (McpReporter *reporter,
                         gboolean     is_request,
                         const char  *method,
                         guint        serial)
{
  if (g_str_equal (method, is_request ? "ping" : "notifications/message"))
    return;

  mcp_reporter_report (reporter, serial, is_request ? "lifecycle.early-request" : "lifecycle.early-notification",
                       _("The server sent %s before it was told “initialized”"), method);
}

void
mcp_linter_report_reused_id (McpReporter *reporter,
                             McpId       *id,
                             guint        serial)
{
  mcp_reporter_report (reporter, serial, "rpc.reused-id",
                       _("The server used the id %s again before it was answered"), mcp_id_get_token (id));
}

/* @id is (nullable): the notification has none. */
void
mcp_linter_report_vain_cancel (McpReporter *reporter,
                               McpId       *id,
                               guint        serial)
{
  mcp_reporter_report (reporter, serial, "cancel.unknown-request",
                       _("The server cancelled a request that is not under way: %s"),
                       id != NULL ? mcp_id_get_token (id) : _("no requestId"));
}

/**
 * mcp_linter_check_update:
 * @reporter: who is told
 * @uri: (nullable): the resource that changed, as the server says
 * @is_watching: whether the client has subscribed to any
 * @serial: its record
 *
 * Checks an update of a resource (server/resources). It may lie below one that was subscribed to, so that it is
 * odd only when there is none.
 */
void
mcp_linter_check_update (McpReporter *reporter,
                         const char  *uri,
                         gboolean     is_watching,
                         guint        serial)
{
  if (uri == NULL)
    mcp_reporter_report (reporter, serial, "resources.no-uri",
                         _("An update notification does not say which resource changed"));
  else if (!is_watching)
    mcp_reporter_report (reporter, serial, "resources.not-subscribed",
                         _("The server sent an update of %s, and nothing is subscribed"), uri);
}

/* Reports a batch that the revision forbids (2025-03-26, basic) or that is checked in part. */
void
mcp_linter_check_batch (McpReporter *reporter,
                        guint        n_messages,
                        guint        serial)
{
  if (!mcp_reporter_has (reporter, MCP_FEATURE_BATCHES))
    mcp_reporter_report (reporter, serial, "rpc.batch",
                         g_dngettext (GETTEXT_PACKAGE, "A batch of %u message: this revision has none",
                                   "A batch of %u messages: this revision has none", n_messages),
                         n_messages);
  else if (n_messages > MCP_MESSAGE_MAX_BATCH)
    mcp_reporter_report (reporter, serial, "rpc.batch",
                         _("A batch of %u messages: only the first %u are looked at"), n_messages,
                         MCP_MESSAGE_MAX_BATCH);
}
