/* mcp-subscription-hear.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-meta.h"
#include "mcp-subscription-private.h"

/*
 * What notifications say to the streams that they name, and the rules for it (2026-07-28,
 * basic/patterns/subscriptions): the same for a connection and for a recording.
 */

McpId *
mcp_stream_notice_read_id (McpStreamNotice *notice)
{
  McpSpan span;

  notice->is_tagged = mcp_meta_find (notice->params, notice->length, MCP_META_SUBSCRIPTION_ID, &span);

  return notice->is_tagged ? mcp_id_new_from_token (notice->params + span.offset, span.length) : NULL;
}

static void
acknowledge (McpSubscription       *self,
             McpReporter           *reporter,
             const McpStreamNotice *notice)
{
  McpSpan span;

  if (self == NULL)
    {
      mcp_reporter_report (reporter, notice->serial, "modern.unknown-subscription",
                           _("The server acknowledged a subscription that was not asked for"));
    }
  else if (mcp_json_edit_find (notice->params, notice->length, "notifications", &span))
    {
      mcp_subscription_acknowledge (self, notice->params + span.offset, span.length);
    }
  else
    {
      mcp_reporter_report (reporter, notice->serial, "modern.acknowledgement",
                           _("The acknowledgement of a subscription does not say what was granted"));
      mcp_subscription_acknowledge (self, "{}", 2);
    }
}

/* Nobody may be told what they did not ask for. */
static void
check_requested (McpSubscription       *self,
                 McpReporter           *reporter,
                 const McpStreamNotice *notice)
{
  static const struct
  {
    const char *method;
    const char *key;
  } needs[] = {
    { "notifications/tools/list_changed", "toolsListChanged" },
    { "notifications/prompts/list_changed", "promptsListChanged" },
    { "notifications/resources/list_changed", "resourcesListChanged" },
    { "notifications/resources/updated", "resourceSubscriptions" },
    { "notifications/tasks", "taskIds" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    if (strcmp (notice->method, needs[i].method) == 0 && !mcp_subscription_asked_for (self, needs[i].key))
      mcp_reporter_report (reporter, notice->serial, "modern.not-requested",
                           _("The server sent %s on a stream that did not ask for %s"), notice->method,
                           needs[i].key);
}

gboolean
mcp_subscription_hear (McpSubscription       *self,
                       McpReporter           *reporter,
                       const McpStreamNotice *notice)
{
  static const char *const free_of_streams[] = {
    "notifications/progress", "notifications/message", "notifications/cancelled", NULL,
  };

  if (strcmp (notice->method, "notifications/subscriptions/acknowledged") == 0)
    {
      acknowledge (self, reporter, notice);
      return TRUE;
    }

  if (self != NULL)
    {
      if (mcp_subscription_get_state (self) != MCP_SUBSCRIPTION_LISTENING)
        mcp_reporter_report (reporter, notice->serial, "modern.before-acknowledgement",
                             _("The server sent %s before it acknowledged the subscription"), notice->method);
      check_requested (self, reporter, notice);
      mcp_subscription_count (self, notice->time_usec);
    }
  else if (!g_strv_contains (free_of_streams, notice->method))
    {
      mcp_reporter_report (reporter, notice->serial, "modern.untagged-notification",
                           notice->is_tagged ? _("The server sent %s for a subscription that is not open")
                                             : _("The server sent %s without a subscriptionId"),
                           notice->method);
    }

  return FALSE;
}
