/* mcp-method.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-method.h"

/*
 * The methods of the protocol: which revision has them, and what a server must have declared
 * before they are used (basic/lifecycle, operation). The first row that fits counts; a name that
 * ends in a slash stands for all that begin so.
 */

typedef struct
{
  const char *method;
  const char *capability;  /* NULL: none */
  McpVersion  since;       /* unset: from the first revision on */
  McpVersion  until;       /* unset: to the last one */
} Request;

/* What clients send. A method that is not here needs nothing: people may try what they like. */
static const Request requests[] = {
  { "tools/", "tools" },
  { "tasks/list", "tasks.list", .until = MCP_VERSION_2025_11_25 },
  { "tasks/cancel", "tasks.cancel", .until = MCP_VERSION_2025_11_25 },
  { "tasks/", "tasks", .until = MCP_VERSION_2025_11_25 },
  { "resources/subscribe", "resources.subscribe" },
  { "resources/unsubscribe", "resources.subscribe" },
  { "resources/", "resources" },
  { "prompts/", "prompts" },
  { "logging/setLevel", "logging", .until = MCP_VERSION_2025_11_25 },
  /* 2024-11-05 had completion and no capability for it. */
  { "completion/complete", "completions", .since = MCP_VERSION_2025_03_26 },
};

#define KIND(method, kind) { kind, sizeof method - 1, method }

static const struct
{
  McpRequestKind  kind;
  gsize           length;
  const char     *method;
} kinds[] = {
  KIND ("ping", MCP_REQUEST_PING),
  KIND ("tools/call", MCP_REQUEST_TOOLS_CALL),
  KIND ("resources/read", MCP_REQUEST_RESOURCES_READ),
  KIND ("prompts/get", MCP_REQUEST_PROMPTS_GET),
  KIND ("completion/complete", MCP_REQUEST_COMPLETE),
  KIND ("tools/list", MCP_REQUEST_TOOLS_LIST),
  KIND ("resources/list", MCP_REQUEST_RESOURCES_LIST),
  KIND ("resources/templates/list", MCP_REQUEST_TEMPLATES_LIST),
  KIND ("resources/directory/read", MCP_REQUEST_DIRECTORY_READ),
  KIND ("prompts/list", MCP_REQUEST_PROMPTS_LIST),
  KIND ("skills/list", MCP_REQUEST_SKILLS_LIST),
  KIND ("skills/get", MCP_REQUEST_SKILLS_GET),
  KIND ("initialize", MCP_REQUEST_INITIALIZE),
  KIND ("server/discover", MCP_REQUEST_DISCOVER),
  KIND ("logging/setLevel", MCP_REQUEST_SET_LEVEL),
  KIND ("subscriptions/listen", MCP_REQUEST_LISTEN),
  KIND ("tasks/result", MCP_REQUEST_TASKS_RESULT),
};

/* Those that a later revision has taken away, and that servers of it need not know. */
static const char *const withdrawn[] = { "initialize", "logging/setLevel", "ping", NULL };

/*
 * Those that change nothing, or come to the same when they are sent twice; with a slash, all that
 * begin so.
 */
static const char *const repeatable[] = {
  "completion/complete", "logging/setLevel", "ping", "prompts/", "resources/", "server/discover", "skills/",
  "tasks/get", "tasks/list", "tasks/result", "tools/list",
};

typedef struct
{
  const char      *method;
  McpNotification  kind;
  const char      *capability;        /* NULL: none */
  McpVersion       since;
  McpVersion       until;
  McpVersion       capability_until;  /* unset: as long as there is the notification */
} Notification;

static const Notification notifications[] = {
  /* Later it goes to whoever names a level. */
  { "notifications/message", MCP_NOTIFICATION_LOG, "logging",
    .capability_until = MCP_VERSION_2025_11_25 },
  { "notifications/progress", MCP_NOTIFICATION_PROGRESS },
  { "notifications/cancelled", MCP_NOTIFICATION_CANCELLED },
  { "notifications/tools/list_changed", MCP_NOTIFICATION_TOOLS_CHANGED, "tools.listChanged" },
  { "notifications/resources/list_changed", MCP_NOTIFICATION_RESOURCES_CHANGED,
    "resources.listChanged" },
  { "notifications/prompts/list_changed", MCP_NOTIFICATION_PROMPTS_CHANGED, "prompts.listChanged" },
  { "notifications/resources/updated", MCP_NOTIFICATION_RESOURCE_UPDATED, "resources.subscribe" },
  { "notifications/tasks/status", MCP_NOTIFICATION_TASK_STATUS, .until = MCP_VERSION_2025_11_25 },
  { "notifications/tasks", MCP_NOTIFICATION_TASK_STATUS, .since = MCP_VERSION_2026_07_28 },
  { "notifications/elicitation/complete", MCP_NOTIFICATION_ELICITATION_COMPLETE },
  { "notifications/subscriptions/acknowledged", MCP_NOTIFICATION_ACKNOWLEDGED,
    .since = MCP_VERSION_2026_07_28 },
};

static gboolean
is_named (const char *row,
          const char *method)
{
  const char *p = row;

  for (; *p != '\0' && *p == *method; p++)
    method++;

  return *p == '\0' && (*method == '\0' || (p > row && p[-1] == '/'));
}

/**
 * mcp_method_find_request:
 * @method: a request's method
 *
 * Finds which request of a client's a name is of.
 *
 * Returns: its kind; %MCP_REQUEST_OTHER for all that need no treatment of their own
 */
McpRequestKind
mcp_method_find_request (const char *method)
{
  gsize length;

  g_return_val_if_fail (method != NULL, MCP_REQUEST_OTHER);

  /* It is asked some times for each message. */
  length = strlen (method);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].length == length && memcmp (kinds[i].method, method, length) == 0)
      return kinds[i].kind;

  return MCP_REQUEST_OTHER;
}

/**
 * mcp_method_may_be_sent:
 * @method: a request's method
 * @revision: what is spoken
 *
 * Gets whether a revision has a request still. One that no revision had may be tried.
 *
 * Returns: %FALSE if it was withdrawn
 */
gboolean
mcp_method_may_be_sent (const char  *method,
                        McpRevision  revision)
{
  g_return_val_if_fail (method != NULL, FALSE);

  return mcp_revision_is_between (revision, MCP_VERSION_UNKNOWN, MCP_VERSION_2025_11_25)
         || !g_strv_contains (withdrawn, method);
}

/**
 * mcp_method_is_repeatable:
 * @method: a request's method
 *
 * Gets whether a request may be sent again that the server may have answered already. A call of a
 * tool may where the tool says so.
 *
 * Returns: %FALSE for what may do more when it is sent twice, and for what no revision has
 */
gboolean
mcp_method_is_repeatable (const char *method)
{
  g_return_val_if_fail (method != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (repeatable); i++)
    if (is_named (repeatable[i], method))
      return TRUE;

  return FALSE;
}

/**
 * mcp_method_get_capability:
 * @method: a request's method
 * @revision: what is spoken
 *
 * Gets what a server must have declared before a request is sent.
 *
 * Returns: (nullable): the capability as a path, such as “resources.subscribe”
 */
const char *
mcp_method_get_capability (const char  *method,
                           McpRevision  revision)
{
  g_return_val_if_fail (method != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    if (is_named (requests[i].method, method)
        && mcp_revision_is_between (revision, requests[i].since, requests[i].until))
      return requests[i].capability;

  return NULL;
}

const char *
mcp_method_get_probe (McpRevision revision)
{
  return mcp_revision_has (revision, MCP_FEATURE_PING) ? "ping" : "server/discover";
}

/* Nothing is said against what another revision has when it is not known which one is spoken. */
static gboolean
is_in (const Notification *row,
       McpRevision         revision)
{
  return !mcp_revision_is_known (revision) && revision.era == MCP_ERA_UNKNOWN
           ? TRUE
           : mcp_revision_is_between (revision, row->since, row->until);
}

/**
 * mcp_method_find_notification:
 * @method: a notification's method
 * @revision: what is spoken
 * @capability: (out) (nullable): what the server must have declared to send it
 *
 * Finds what a notification of the server's tells.
 *
 * Returns: its kind; %MCP_NOTIFICATION_UNKNOWN for what the revision has none of
 */
McpNotification
mcp_method_find_notification (const char   *method,
                              McpRevision   revision,
                              const char  **capability)
{
  g_return_val_if_fail (method != NULL && capability != NULL, MCP_NOTIFICATION_UNKNOWN);

  *capability = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (notifications); i++)
    {
      const Notification *row = &notifications[i];

      if (!g_str_equal (row->method, method) || !is_in (row, revision))
        continue;
      if (mcp_revision_is_between (revision, MCP_VERSION_UNKNOWN, row->capability_until))
        *capability = row->capability;
      return row->kind;
    }

  return MCP_NOTIFICATION_UNKNOWN;
}
