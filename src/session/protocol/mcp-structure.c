/* mcp-structure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-structure-private.h"

/* Which structure something is: by its tag, by what it answers, by its method. */

/* Structures that are one of several, as a member of theirs says. */
static const struct
{
  McpStructure  of;
  const char   *tag;
  const char   *value;      /* NULL: where the member lacks */
  McpStructure  structure;
  McpVersion    since;
} variants[] = {
  { MCP_STRUCTURE_BLOCK, "type", "text", MCP_STRUCTURE_TEXT },
  { MCP_STRUCTURE_BLOCK, "type", "image", MCP_STRUCTURE_MEDIA },
  { MCP_STRUCTURE_BLOCK, "type", "audio", MCP_STRUCTURE_MEDIA, MCP_VERSION_2025_03_26 },
  { MCP_STRUCTURE_BLOCK, "type", "resource", MCP_STRUCTURE_EMBEDDED },
  { MCP_STRUCTURE_BLOCK, "type", "resource_link", MCP_STRUCTURE_LINK, MCP_VERSION_2025_06_18 },
  { MCP_STRUCTURE_SAMPLING_BLOCK, "type", "text", MCP_STRUCTURE_TEXT },
  { MCP_STRUCTURE_SAMPLING_BLOCK, "type", "image", MCP_STRUCTURE_MEDIA },
  { MCP_STRUCTURE_SAMPLING_BLOCK, "type", "audio", MCP_STRUCTURE_MEDIA, MCP_VERSION_2025_03_26 },
  { MCP_STRUCTURE_SAMPLING_BLOCK, "type", "tool_use", MCP_STRUCTURE_TOOL_USE, MCP_VERSION_2025_11_25 },
  { MCP_STRUCTURE_SAMPLING_BLOCK, "type", "tool_result", MCP_STRUCTURE_TOOL_RESULT, MCP_VERSION_2025_11_25 },
  { MCP_STRUCTURE_INPUT_REQUEST, "method", "sampling/createMessage", MCP_STRUCTURE_SAMPLING_REQUEST },
  { MCP_STRUCTURE_INPUT_REQUEST, "method", "elicitation/create", MCP_STRUCTURE_ELICIT_REQUEST },
  { MCP_STRUCTURE_INPUT_REQUEST, "method", "roots/list", MCP_STRUCTURE_ROOTS_REQUEST },
  { MCP_STRUCTURE_ELICIT_PARAMS, "mode", NULL, MCP_STRUCTURE_ELICIT_FORM },
  { MCP_STRUCTURE_ELICIT_PARAMS, "mode", "form", MCP_STRUCTURE_ELICIT_FORM },
  { MCP_STRUCTURE_ELICIT_PARAMS, "mode", "url", MCP_STRUCTURE_ELICIT_URL, MCP_VERSION_2025_11_25 },
  { MCP_STRUCTURE_PRIMITIVE, "type", "string", MCP_STRUCTURE_STRING_SCHEMA },
  { MCP_STRUCTURE_PRIMITIVE, "type", "number", MCP_STRUCTURE_NUMBER_SCHEMA },
  { MCP_STRUCTURE_PRIMITIVE, "type", "integer", MCP_STRUCTURE_NUMBER_SCHEMA },
  { MCP_STRUCTURE_PRIMITIVE, "type", "boolean", MCP_STRUCTURE_BOOLEAN_SCHEMA },
  { MCP_STRUCTURE_PRIMITIVE, "type", "array", MCP_STRUCTURE_CHOICE_SCHEMA, MCP_VERSION_2025_11_25 },
};

/* Structures that have one of two members. */
static const struct
{
  McpStructure  of;
  const char   *one;
  const char   *other;
} eithers[] = {
  { MCP_STRUCTURE_CONTENTS, "text", "blob" },
  { MCP_STRUCTURE_CHOICES, "enum", "anyOf" },
};

static const struct
{
  McpRequestKind request;
  McpStructure   structure;
} results[] = {
  { MCP_REQUEST_INITIALIZE, MCP_STRUCTURE_INITIALIZE_RESULT },
  { MCP_REQUEST_DISCOVER, MCP_STRUCTURE_DISCOVER_RESULT },
  { MCP_REQUEST_TOOLS_LIST, MCP_STRUCTURE_LIST_RESULT },
  { MCP_REQUEST_RESOURCES_LIST, MCP_STRUCTURE_LIST_RESULT },
  { MCP_REQUEST_TEMPLATES_LIST, MCP_STRUCTURE_LIST_RESULT },
  { MCP_REQUEST_PROMPTS_LIST, MCP_STRUCTURE_LIST_RESULT },
  { MCP_REQUEST_TOOLS_CALL, MCP_STRUCTURE_CALL_RESULT },
  { MCP_REQUEST_RESOURCES_READ, MCP_STRUCTURE_READ_RESULT },
  { MCP_REQUEST_PROMPTS_GET, MCP_STRUCTURE_PROMPT_RESULT },
  { MCP_REQUEST_COMPLETE, MCP_STRUCTURE_COMPLETE_RESULT },
};

static const struct
{
  const char  *method;
  McpStructure structure;
} sent[] = {
  { "elicitation/create", MCP_STRUCTURE_ELICIT_PARAMS },
  { "sampling/createMessage", MCP_STRUCTURE_SAMPLING_PARAMS },
  { "roots/list", MCP_STRUCTURE_PARAMS },
  { "ping", MCP_STRUCTURE_PARAMS },
  { "notifications/cancelled", MCP_STRUCTURE_CANCELLED },
  { "notifications/elicitation/complete", MCP_STRUCTURE_COMPLETED_ELICITATION },
  { "notifications/message", MCP_STRUCTURE_LOG },
  { "notifications/progress", MCP_STRUCTURE_PROGRESS },
  { "notifications/prompts/list_changed", MCP_STRUCTURE_NOTIFICATION },
  { "notifications/resources/list_changed", MCP_STRUCTURE_NOTIFICATION },
  { "notifications/resources/updated", MCP_STRUCTURE_UPDATED },
  { "notifications/subscriptions/acknowledged", MCP_STRUCTURE_ACKNOWLEDGED },
  { "notifications/tools/list_changed", MCP_STRUCTURE_NOTIFICATION },
};

const McpMember *
mcp_structure_get_members (McpStructure self)
{
  g_return_val_if_fail (self < MCP_N_STRUCTURES, mcp_structure_members[MCP_STRUCTURE_NONE]);

  return mcp_structure_members[self];
}

const char *
mcp_structure_get_tag (McpStructure self)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (variants[i].of == self)
      return variants[i].tag;

  return NULL;
}

/**
 * mcp_structure_find_variant:
 * @tag: (nullable): what its member says, %NULL where it lacks
 *
 * Finds out which of several structures one is.
 *
 * Returns: the structure; %MCP_STRUCTURE_NONE for one that the revision does not have
 */
McpStructure
mcp_structure_find_variant (McpStructure  self,
                            const char   *tag,
                            McpRevision   revision)
{
  /* What nobody knows may be of any revision. */
  gboolean has_all = !mcp_revision_is_known (revision);

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (variants[i].of == self && g_strcmp0 (variants[i].value, tag) == 0
        && (has_all || mcp_revision_is_between (revision, variants[i].since, MCP_VERSION_UNKNOWN)))
      return variants[i].structure;

  return MCP_STRUCTURE_NONE;
}

/* Whether a structure has one of two members, and which. */
gboolean
mcp_structure_get_either (McpStructure   self,
                          const char   **one,
                          const char   **other)
{
  for (guint i = 0; i < G_N_ELEMENTS (eithers); i++)
    if (eithers[i].of == self)
      {
        *one = eithers[i].one;
        *other = eithers[i].other;
        return TRUE;
      }

  return FALSE;
}

/* What a request ends with; every result is at least that. */
McpStructure
mcp_structure_of_result (McpRequestKind request)
{
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    if (results[i].request == request)
      return results[i].structure;

  return MCP_STRUCTURE_RESULT;
}

/* The parameters of what a server sends; MCP_STRUCTURE_NONE for a method that the schema does not have. */
McpStructure
mcp_structure_of_params (const char *method)
{
  for (guint i = 0; i < G_N_ELEMENTS (sent); i++)
    if (g_str_equal (sent[i].method, method))
      return sent[i].structure;

  return MCP_STRUCTURE_NONE;
}
