/* mcp-structure.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-method.h"
#include "mcp-revision.h"

G_BEGIN_DECLS

/* What the schema of the protocol has a definition of, as far as servers send it. */
typedef enum {
  MCP_STRUCTURE_NONE,
  /* Results. */
  MCP_STRUCTURE_RESULT,
  MCP_STRUCTURE_INITIALIZE_RESULT,
  MCP_STRUCTURE_DISCOVER_RESULT,
  MCP_STRUCTURE_LIST_RESULT,
  MCP_STRUCTURE_CALL_RESULT,
  MCP_STRUCTURE_READ_RESULT,
  MCP_STRUCTURE_PROMPT_RESULT,
  MCP_STRUCTURE_COMPLETE_RESULT,
  MCP_STRUCTURE_INPUT_RESULT,
  MCP_STRUCTURE_COMPLETION,
  /* What a server is. */
  MCP_STRUCTURE_IMPLEMENTATION,
  MCP_STRUCTURE_CAPABILITIES,
  MCP_STRUCTURE_LIST_CAPABILITY,
  MCP_STRUCTURE_RESOURCES_CAPABILITY,
  MCP_STRUCTURE_TASKS_CAPABILITY,
  MCP_STRUCTURE_TASK_REQUESTS,
  MCP_STRUCTURE_TASK_TOOLS,
  MCP_STRUCTURE_RESULT_META,
  /* Entries of lists. */
  MCP_STRUCTURE_TOOL,
  MCP_STRUCTURE_INPUT_SCHEMA,
  MCP_STRUCTURE_OUTPUT_SCHEMA,
  MCP_STRUCTURE_TOOL_ANNOTATIONS,
  MCP_STRUCTURE_TOOL_EXECUTION,
  MCP_STRUCTURE_RESOURCE,
  MCP_STRUCTURE_TEMPLATE,
  MCP_STRUCTURE_PROMPT,
  MCP_STRUCTURE_PROMPT_ARGUMENT,
  MCP_STRUCTURE_ICON,
  MCP_STRUCTURE_ANNOTATIONS,
  /* Content. */
  MCP_STRUCTURE_BLOCK,
  MCP_STRUCTURE_SAMPLING_BLOCK,
  MCP_STRUCTURE_TEXT,
  MCP_STRUCTURE_MEDIA,
  MCP_STRUCTURE_LINK,
  MCP_STRUCTURE_EMBEDDED,
  MCP_STRUCTURE_TOOL_USE,
  MCP_STRUCTURE_TOOL_RESULT,
  MCP_STRUCTURE_CONTENTS,
  MCP_STRUCTURE_PROMPT_MESSAGE,
  /* What a server asks, and tells. */
  MCP_STRUCTURE_INPUT_REQUEST,
  MCP_STRUCTURE_SAMPLING_REQUEST,
  MCP_STRUCTURE_ELICIT_REQUEST,
  MCP_STRUCTURE_ROOTS_REQUEST,
  MCP_STRUCTURE_PARAMS,
  MCP_STRUCTURE_PARAMS_META,
  MCP_STRUCTURE_SAMPLING_PARAMS,
  MCP_STRUCTURE_SAMPLING_MESSAGE,
  MCP_STRUCTURE_MODEL_PREFERENCES,
  MCP_STRUCTURE_MODEL_HINT,
  MCP_STRUCTURE_TOOL_CHOICE,
  MCP_STRUCTURE_TASK_META,
  MCP_STRUCTURE_ELICIT_PARAMS,
  MCP_STRUCTURE_ELICIT_FORM,
  MCP_STRUCTURE_ELICIT_URL,
  MCP_STRUCTURE_REQUESTED_SCHEMA,
  MCP_STRUCTURE_PRIMITIVE,
  MCP_STRUCTURE_STRING_SCHEMA,
  MCP_STRUCTURE_NUMBER_SCHEMA,
  MCP_STRUCTURE_BOOLEAN_SCHEMA,
  MCP_STRUCTURE_CHOICE_SCHEMA,
  MCP_STRUCTURE_CHOICES,
  MCP_STRUCTURE_TITLED_CHOICE,
  MCP_STRUCTURE_NOTIFICATION,
  MCP_STRUCTURE_CANCELLED,
  MCP_STRUCTURE_PROGRESS,
  MCP_STRUCTURE_LOG,
  MCP_STRUCTURE_UPDATED,
  MCP_STRUCTURE_COMPLETED_ELICITATION,
  MCP_STRUCTURE_ACKNOWLEDGED,
  MCP_STRUCTURE_FILTER,
  MCP_N_STRUCTURES
} McpStructure;

typedef enum {
  MCP_VALUE_ANY,
  MCP_VALUE_STRING,
  MCP_VALUE_URI,
  MCP_VALUE_INTEGER,
  MCP_VALUE_COUNT,      /* a whole number, 0 or more */
  MCP_VALUE_NUMBER,
  MCP_VALUE_SHARE,      /* a number from 0 to 1 */
  MCP_VALUE_BOOLEAN,
  MCP_VALUE_OBJECT,
  MCP_VALUE_ID,         /* a string or a whole number */
  MCP_VALUE_SCHEMA,     /* an object: what else is no schema is told of where schemas are read */
  MCP_VALUE_WORD,       /* one of several */
  MCP_VALUE_STRUCTURE,
} McpValueKind;

typedef enum {
  MCP_MEMBER_OPTIONAL = 0,
  MCP_MEMBER_REQUIRED = 1 << 0,
  MCP_MEMBER_TOLD = 1 << 1,        /* that it lacks, or is of another type, is a rule of its own */
  MCP_MEMBER_LIST = 1 << 2,        /* an array of it */
  MCP_MEMBER_MAP = 1 << 3,         /* an object whose members are of it */
  MCP_MEMBER_ONE_OR_LIST = 1 << 4,
} McpMemberFlags;

/* A member of a structure, in some revisions. */
typedef struct
{
  const char     *name;
  McpValueKind    kind;
  McpMemberFlags  flags;
  McpStructure    structure;
  const char     *words;      /* with spaces between them */
  McpVersion      since;      /* MCP_VERSION_UNKNOWN: from the first */
  McpVersion      until;      /* MCP_VERSION_UNKNOWN: to the last */
} McpMember;

const McpMember *mcp_structure_get_members      (McpStructure   self);       /* ends with no name */
const char      *mcp_structure_get_tag          (McpStructure   self);       /* (nullable): the member that says which of several it is */
McpStructure     mcp_structure_find_variant     (McpStructure   self,
                                                 const char    *tag,         /* (nullable) */
                                                 McpRevision    revision);
gboolean         mcp_structure_get_either       (McpStructure   self,
                                                 const char   **one,
                                                 const char   **other);
McpStructure     mcp_structure_of_result        (McpRequestKind request);
McpStructure     mcp_structure_of_params        (const char    *method);

G_END_DECLS
