/* mcp-finding-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-finding-words.h"

const char *
mcp_severity_get_title (McpSeverity severity)
{
  switch (severity)
    {
    case MCP_SEVERITY_ERROR:
      return _("Error");

    case MCP_SEVERITY_WARNING:
      return _("Warning");

    case MCP_SEVERITY_INFO:
    default:
      return _("Note");
    }
}

/**
 * mcp_finding_dup_topic:
 *
 * Says what a finding is about: “drift.removed” is about changes of the server.
 *
 * Returns: (transfer full): translated words; of a rule that is not known its name
 */
char *
mcp_finding_dup_topic (McpFinding *finding)
{
  static const struct
  {
    const char *family; /* of rules: what stands before the dot */
    const char *words;
  } topics[] = {
    { "auth", N_("Signing in") },       { "cache", N_("Caching") },
    { "cancel", N_("Cancelling") },     { "capability", N_("Capabilities") },
    { "completion", N_("Completion") }, { "content", N_("Content") },
    { "data", N_("Data") },             { "drift", N_("Changes of the server") },
    { "elicitation", N_("Questions") }, { "http", "HTTP" },
    { "icons", N_("Icons") },           { "json", N_("JSON") },
    { "lifecycle", N_("Lifecycle") },   { "list", N_("Lists") },
    { "log", N_("Log messages") },      { "meta", N_("Metadata") },
    { "modern", N_("Newer protocol") }, { "notification", N_("Notifications") },
    { "progress", N_("Progress") },     { "prompts", N_("Prompts") },
    { "resource", N_("Resources") },    { "resources", N_("Resources") },
    { "rpc", "JSON-RPC" },          { "sampling", N_("A model’s answers") },
    { "skills", N_("Skills") },         { "socket", N_("Sockets") },
    { "sse", N_("Event streams") },     { "task", N_("Tasks") },
    { "tasks", N_("Tasks") },           { "tools", N_("Tools") },
    { "ws", "WebSockets" },
  };
  const char *rule = mcp_finding_get_rule (finding);
  gsize length = strcspn (rule, ".");

  for (guint i = 0; i < G_N_ELEMENTS (topics); i++)
    if (strlen (topics[i].family) == length && strncmp (rule, topics[i].family, length) == 0)
      return g_strdup (_(topics[i].words));

  return g_strdup (rule);
}
