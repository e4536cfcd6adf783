/* mcp-revision.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-revision.h"

/*
 * What each revision of the protocol has. The rest of the program asks for a feature, and names
 * no revision: what a new one adds or drops is a row here, and one in mcp-method.c for a method.
 *
 * A revision that is not known has what the first one had; its era may be known before it is.
 */

#define FIRST_OF_MODERN MCP_VERSION_2026_07_28

typedef struct
{
  McpVersion since;  /* unset: from the first revision on */
  McpVersion until;  /* unset: to the last one */
} Span;

static const Span features[MCP_N_FEATURES] = {
  /* Arguments that are repeated in headers of HTTP (basic/transports/streamable-http). */
  [MCP_FEATURE_ARGUMENT_HEADERS] = { .since = MCP_VERSION_2026_07_28 },
  /* Content of the type “audio” (server/tools). */
  [MCP_FEATURE_AUDIO] = { .since = MCP_VERSION_2025_03_26 },
  /* Several messages in one array (basic, JSON-RPC batching). */
  [MCP_FEATURE_BATCHES] = { .since = MCP_VERSION_2025_03_26, .until = MCP_VERSION_2025_03_26 },
  /* ttlMs and cacheScope of results (server/utilities/caching). */
  [MCP_FEATURE_CACHE_HINTS] = { .since = MCP_VERSION_2026_07_28 },
  /* Completion is told the other arguments (server/utilities/completion). */
  [MCP_FEATURE_COMPLETION_CONTEXT] = { .since = MCP_VERSION_2025_06_18 },
  /* server/discover in the place of initialize (basic/versioning). */
  [MCP_FEATURE_DISCOVERY] = { .since = MCP_VERSION_2026_07_28 },
  /* Codes of errors that are reserved, and their status over HTTP (basic, error codes). */
  [MCP_FEATURE_ERROR_CODES] = { .since = MCP_VERSION_2026_07_28 },
  /* Only 400, 404 and 405 lead to HTTP+SSE; before, any 4xx did (basic/transports). */
  [MCP_FEATURE_FALLBACK_STATUSES] = { .since = MCP_VERSION_2025_11_25 },
  /* Tools come in the same order each time (server/tools, listing tools). */
  [MCP_FEATURE_LIST_ORDER] = { .since = MCP_VERSION_2026_07_28 },
  /* Requests name a level, in the place of logging/setLevel (server/utilities/logging). */
  [MCP_FEATURE_LOG_LEVEL_IN_REQUESTS] = { .since = MCP_VERSION_2026_07_28 },
  /* A sampled message may be a list of blocks (client/sampling). */
  [MCP_FEATURE_MANY_SAMPLING_BLOCKS] = { .since = MCP_VERSION_2025_11_25 },
  /* What a key of _meta may be made of (basic, _meta). */
  [MCP_FEATURE_META_KEYS] = { .since = MCP_VERSION_2025_06_18 },
  /* outputSchema and structuredContent (server/tools); at first they are of an object. */
  [MCP_FEATURE_OUTPUT_SCHEMA] = { .since = MCP_VERSION_2025_06_18 },
  [MCP_FEATURE_OUTPUT_SCHEMA_OF_ANY_TYPE] = { .since = MCP_VERSION_2026_07_28 },
  /* The request “ping” (basic/utilities/ping). */
  [MCP_FEATURE_PING] = { .until = MCP_VERSION_2025_11_25 },
  /* Content of the type “resource_link” (server/tools). */
  [MCP_FEATURE_RESOURCE_LINKS] = { .since = MCP_VERSION_2025_06_18 },
  /* Results say what they are (basic, resultType). */
  [MCP_FEATURE_RESULT_TYPE] = { .since = MCP_VERSION_2026_07_28 },
  /* The client tells of changes of its roots (client/roots). */
  [MCP_FEATURE_ROOTS_LIST_CHANGED] = { .until = MCP_VERSION_2025_11_25 },
  /* A schema that names no dialect is of JSON Schema 2020-12 (basic, JSON Schema usage). */
  [MCP_FEATURE_SCHEMA_DIALECT] = { .since = MCP_VERSION_2025_11_25 },
  /* Servers send requests; later they ask inside of results (basic/patterns/mrtr). */
  [MCP_FEATURE_SERVER_REQUESTS] = { .until = MCP_VERSION_2025_11_25 },
  /* subscriptions/listen (basic/patterns/subscriptions). */
  [MCP_FEATURE_SUBSCRIPTION_STREAMS] = { .since = MCP_VERSION_2026_07_28 },
  /* A client asks for a task (basic/utilities/tasks): written in 2025-11-25, and a server that
   * declares it in an older revision is taken at its word. */
  [MCP_FEATURE_TASKS] = { .until = MCP_VERSION_2025_11_25 },
  /* A server asks as a task, and the client declares that it may (basic/utilities/tasks). */
  [MCP_FEATURE_CLIENT_TASKS] = { .since = MCP_VERSION_2025_11_25, .until = MCP_VERSION_2025_11_25 },
  /* The server makes a task of a call: the extension io.modelcontextprotocol/tasks. */
  [MCP_FEATURE_TASKS_EXTENSION] = { .since = MCP_VERSION_2026_07_28 },
  /* What a tool's name may be made of (server/tools, tool names). */
  [MCP_FEATURE_TOOL_NAMES] = { .since = MCP_VERSION_2025_11_25 },
};

/* Capabilities that are on their way out (2026-07-28, deprecated features). */
static const struct
{
  const char *capability;
  McpVersion  since;
} deprecated[] = {
  { "logging", MCP_VERSION_2026_07_28 },
  { "roots", MCP_VERSION_2026_07_28 },
  { "sampling", MCP_VERSION_2026_07_28 },
};

/* The era is known first, and is right where the two differ. */
static McpVersion
get_version (McpRevision self)
{
  switch (self.era)
    {
    case MCP_ERA_MODERN:
      return MAX (self.version, FIRST_OF_MODERN);

    case MCP_ERA_LEGACY:
      return mcp_version_is_modern (self.version) ? MCP_VERSION_UNKNOWN : self.version;

    case MCP_ERA_UNKNOWN:
    default:
      return self.version;
    }
}

gboolean
mcp_revision_is_known (McpRevision self)
{
  return get_version (self) != MCP_VERSION_UNKNOWN;
}

gboolean
mcp_revision_is_between (McpRevision self,
                         McpVersion  since,
                         McpVersion  until)
{
  McpVersion version = get_version (self);

  return version >= since && (until == MCP_VERSION_UNKNOWN || version <= until);
}

/**
 * mcp_revision_has:
 * @feature: something that not all revisions have
 *
 * Gets whether a revision has a feature.
 *
 * Returns: %TRUE if it does; of a revision that is not known, if the first one did
 */
gboolean
mcp_revision_has (McpRevision self,
                  McpFeature  feature)
{
  g_return_val_if_fail (feature < MCP_N_FEATURES, FALSE);

  return mcp_revision_is_between (self, features[feature].since, features[feature].until);
}

/**
 * mcp_revision_deprecates:
 * @capability: a capability of the client or of the server
 *
 * Gets whether a revision advises against a capability that it still has.
 */
gboolean
mcp_revision_deprecates (McpRevision  self,
                         const char  *capability)
{
  for (guint i = 0; i < G_N_ELEMENTS (deprecated); i++)
    if (g_str_equal (deprecated[i].capability, capability))
      return mcp_revision_is_between (self, deprecated[i].since, MCP_VERSION_UNKNOWN);

  return FALSE;
}

/* What the next handshake offers: the revision that is pinned, or the newest that has a handshake. */
McpRevision
mcp_revision_offered (McpVersion pinned)
{
  if (pinned == MCP_VERSION_UNKNOWN)
    pinned = MCP_VERSION_NEWEST_LEGACY;

  return (McpRevision){ mcp_version_is_modern (pinned) ? MCP_ERA_MODERN : MCP_ERA_LEGACY, pinned };
}
