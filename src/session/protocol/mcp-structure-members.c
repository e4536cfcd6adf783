/* mcp-structure-members.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-structure-private.h"

/*
 * The members of what servers send, as the published schema of each revision has them. A member
 * that came later, or went, is one that nobody has said anything of: it has a row only for the
 * revisions that know it. What the schema says beyond types (that base64 can be decoded, that a
 * result has what its method promises) is checked where it was before there was this table.
 */

#define V2 .since = MCP_VERSION_2025_03_26
#define V3 .since = MCP_VERSION_2025_06_18
#define V4 .since = MCP_VERSION_2025_11_25
#define V5 .since = MCP_VERSION_2026_07_28
#define TO_V3 .until = MCP_VERSION_2025_06_18
#define TO_V4 .until = MCP_VERSION_2025_11_25

#define STRING MCP_VALUE_STRING
#define URI MCP_VALUE_URI
#define INTEGER MCP_VALUE_INTEGER
#define NUMBER MCP_VALUE_NUMBER
#define BOOLEAN MCP_VALUE_BOOLEAN
#define OBJECT MCP_VALUE_OBJECT
#define STRUCTURE MCP_VALUE_STRUCTURE
#define IS(name) .structure = MCP_STRUCTURE_##name
#define WORD MCP_VALUE_WORD
#define OF(text) .words = text

#define NEEDED MCP_MEMBER_REQUIRED
#define TOLD MCP_MEMBER_TOLD
#define LIST MCP_MEMBER_LIST
#define MAP MCP_MEMBER_MAP

#define META { "_meta", OBJECT, V3 }
#define ICONS { "icons", STRUCTURE, LIST, IS (ICON), V4 }
#define ANNOTATIONS { "annotations", STRUCTURE, IS (ANNOTATIONS) }
#define RESULT_META { "_meta", OBJECT, TO_V4 }, { "_meta", STRUCTURE, IS (RESULT_META), V5 }
#define NAMES { "title", STRING }, { "description", STRING }
#define ROLES "user assistant"

static const McpMember result[] = { RESULT_META, { NULL } };

static const McpMember initialize_result[] = {
  { "protocolVersion", STRING, NEEDED },
  { "capabilities", STRUCTURE, NEEDED, IS (CAPABILITIES) },
  { "serverInfo", STRUCTURE, NEEDED, IS (IMPLEMENTATION) },
  { "instructions", STRING },
  RESULT_META,
  { NULL }
};

static const McpMember discover_result[] = {
  { "supportedVersions", STRING, NEEDED | LIST },
  { "capabilities", STRUCTURE, TOLD, IS (CAPABILITIES) },
  { "instructions", STRING },
  RESULT_META,
  { NULL }
};

static const McpMember list_result[] = { { "nextCursor", STRING }, RESULT_META, { NULL } };

static const McpMember call_result[] = {
  { "content", STRUCTURE, LIST | TOLD, IS (BLOCK) },
  { "isError", BOOLEAN },
  RESULT_META,
  { NULL }
};

static const McpMember read_result[] = {
  { "contents", STRUCTURE, LIST | TOLD, IS (CONTENTS) },
  RESULT_META,
  { NULL }
};

static const McpMember prompt_result[] = {
  { "description", STRING },
  { "messages", STRUCTURE, LIST | TOLD, IS (PROMPT_MESSAGE) },
  RESULT_META,
  { NULL }
};

static const McpMember complete_result[] = {
  { "completion", STRUCTURE, TOLD, IS (COMPLETION) },
  RESULT_META,
  { NULL }
};

static const McpMember input_result[] = {
  { "inputRequests", STRUCTURE, MAP | TOLD, IS (INPUT_REQUEST) },
  { "requestState", STRING },
  RESULT_META,
  { NULL }
};

static const McpMember completion[] = {
  { "values", STRING, NEEDED | LIST },
  { "total", INTEGER },
  { "hasMore", BOOLEAN },
  { NULL }
};

static const McpMember implementation[] = {
  { "name", STRING, NEEDED },
  { "version", STRING, NEEDED },
  { "title", STRING, V3 },
  { "description", STRING, V4 },
  { "websiteUrl", URI, V4 },
  ICONS,
  { NULL }
};

static const McpMember capabilities[] = {
  { "experimental", OBJECT, MAP },
  { "logging", OBJECT },
  { "prompts", STRUCTURE, IS (LIST_CAPABILITY) },
  { "resources", STRUCTURE, IS (RESOURCES_CAPABILITY) },
  { "tools", STRUCTURE, IS (LIST_CAPABILITY) },
  { "completions", OBJECT, V2 },
  { "tasks", STRUCTURE, IS (TASKS_CAPABILITY), V4, TO_V4 },
  { "extensions", OBJECT, MAP, V5 },
  { NULL }
};

static const McpMember list_capability[] = { { "listChanged", BOOLEAN }, { NULL } };

static const McpMember resources_capability[] = {
  { "listChanged", BOOLEAN },
  { "subscribe", BOOLEAN },
  { NULL }
};

static const McpMember tasks_capability[] = {
  { "list", OBJECT },
  { "cancel", OBJECT },
  { "requests", STRUCTURE, IS (TASK_REQUESTS) },
  { NULL }
};

static const McpMember task_requests[] = { { "tools", STRUCTURE, IS (TASK_TOOLS) }, { NULL } };
static const McpMember task_tools[] = { { "call", OBJECT }, { NULL } };

static const McpMember result_meta[] = {
  { "io.modelcontextprotocol/serverInfo", STRUCTURE, IS (IMPLEMENTATION) },
  { NULL }
};

static const McpMember tool[] = {
  { "name", STRING, TOLD },
  { "title", STRING, V3 },
  { "description", STRING },
  { "inputSchema", STRUCTURE, TOLD, IS (INPUT_SCHEMA), TO_V4 },
  { "outputSchema", STRUCTURE, TOLD, IS (OUTPUT_SCHEMA), V3, TO_V4 },
  { "annotations", STRUCTURE, IS (TOOL_ANNOTATIONS), V2 },
  { "execution", STRUCTURE, IS (TOOL_EXECUTION), V4, TO_V4 },
  ICONS,
  META,
  { NULL }
};

/* In these revisions the schemas of properties are objects, and no booleans. */
static const McpMember tool_schema[] = { { "properties", MCP_VALUE_SCHEMA, MAP | TOLD }, { NULL } };

static const McpMember tool_annotations[] = {
  { "title", STRING },
  { "readOnlyHint", BOOLEAN },
  { "destructiveHint", BOOLEAN },
  { "idempotentHint", BOOLEAN },
  { "openWorldHint", BOOLEAN },
  { NULL }
};

static const McpMember tool_execution[] = {
  { "taskSupport", WORD, OF ("forbidden optional required") },
  { NULL }
};

static const McpMember resource[] = {
  { "uri", URI, TOLD },
  { "name", STRING, TOLD },
  { "title", STRING, V3 },
  { "description", STRING },
  { "mimeType", STRING },
  { "size", INTEGER },
  ANNOTATIONS,
  ICONS,
  META,
  { NULL }
};

static const McpMember template[] = {
  { "uriTemplate", STRING, TOLD },
  { "name", STRING, TOLD },
  { "title", STRING, V3 },
  { "description", STRING },
  { "mimeType", STRING },
  ANNOTATIONS,
  ICONS,
  META,
  { NULL }
};

static const McpMember prompt[] = {
  { "name", STRING, TOLD },
  { "title", STRING, V3 },
  { "description", STRING },
  { "arguments", STRUCTURE, LIST, IS (PROMPT_ARGUMENT) },
  ICONS,
  META,
  { NULL }
};

static const McpMember prompt_argument[] = {
  { "name", STRING, NEEDED },
  { "title", STRING, V3 },
  { "description", STRING },
  { "required", BOOLEAN },
  { NULL }
};

static const McpMember icon[] = {
  { "src", STRING, NEEDED },
  { "mimeType", STRING },
  { "sizes", STRING, LIST },
  { "theme", WORD, OF ("light dark") },
  { NULL }
};

static const McpMember annotations[] = {
  { "audience", WORD, LIST, OF (ROLES) },
  { "priority", MCP_VALUE_SHARE },
  { "lastModified", STRING, V3 },
  { NULL }
};

static const McpMember text[] = { { "text", STRING, NEEDED }, ANNOTATIONS, META, { NULL } };

static const McpMember media[] = {
  { "data", STRING, NEEDED },
  { "mimeType", STRING, NEEDED },
  ANNOTATIONS,
  META,
  { NULL }
};

static const McpMember resource_link[] = {
  { "uri", URI, NEEDED },
  { "name", STRING, NEEDED },
  NAMES,
  { "mimeType", STRING },
  { "size", INTEGER },
  ANNOTATIONS,
  ICONS,
  META,
  { NULL }
};

static const McpMember embedded[] = {
  { "resource", STRUCTURE, NEEDED, IS (CONTENTS) },
  ANNOTATIONS,
  META,
  { NULL }
};

static const McpMember tool_use[] = {
  { "id", STRING, NEEDED },
  { "name", STRING, NEEDED },
  { "input", OBJECT, NEEDED },
  META,
  { NULL }
};

static const McpMember tool_result[] = {
  { "toolUseId", STRING, NEEDED },
  { "content", STRUCTURE, NEEDED | LIST, IS (BLOCK) },
  { "isError", BOOLEAN },
  { "structuredContent", OBJECT, TO_V4 },
  META,
  { NULL }
};

static const McpMember contents[] = {
  { "uri", URI, NEEDED },
  { "mimeType", STRING },
  { "text", STRING },
  { "blob", STRING },
  META,
  { NULL }
};

static const McpMember prompt_message[] = {
  { "role", WORD, NEEDED, OF (ROLES) },
  { "content", STRUCTURE, NEEDED, IS (BLOCK) },
  { NULL }
};

static const McpMember sampling_request[] = { { "params", STRUCTURE, NEEDED, IS (SAMPLING_PARAMS) }, { NULL } };
static const McpMember elicit_request[] = { { "params", STRUCTURE, NEEDED, IS (ELICIT_PARAMS) }, { NULL } };
static const McpMember roots_request[] = { { "params", OBJECT }, { NULL } };

#define PARAMS_META { "_meta", STRUCTURE, IS (PARAMS_META) }
#define TASK { "task", STRUCTURE, IS (TASK_META), V4, TO_V4 }

static const McpMember params[] = { PARAMS_META, { NULL } };
static const McpMember params_meta[] = { { "progressToken", MCP_VALUE_ID }, { NULL } };

static const McpMember sampling_params[] = {
  { "messages", STRUCTURE, NEEDED | LIST, IS (SAMPLING_MESSAGE) },
  { "maxTokens", INTEGER, NEEDED },
  { "modelPreferences", STRUCTURE, IS (MODEL_PREFERENCES) },
  { "systemPrompt", STRING },
  { "includeContext", WORD, OF ("none thisServer allServers") },
  { "temperature", NUMBER },
  { "stopSequences", STRING, LIST },
  { "metadata", OBJECT },
  { "tools", STRUCTURE, LIST, IS (TOOL), V4 },
  { "toolChoice", STRUCTURE, IS (TOOL_CHOICE), V4 },
  TASK,
  PARAMS_META,
  { NULL }
};

static const McpMember sampling_message[] = {
  { "role", WORD, NEEDED, OF (ROLES) },
  { "content", STRUCTURE, NEEDED, IS (SAMPLING_BLOCK), TO_V3 },
  { "content", STRUCTURE, NEEDED | MCP_MEMBER_ONE_OR_LIST, IS (SAMPLING_BLOCK), V4 },
  { "_meta", OBJECT, V4 },
  { NULL }
};

static const McpMember model_preferences[] = {
  { "hints", STRUCTURE, LIST, IS (MODEL_HINT) },
  { "costPriority", MCP_VALUE_SHARE },
  { "speedPriority", MCP_VALUE_SHARE },
  { "intelligencePriority", MCP_VALUE_SHARE },
  { NULL }
};

static const McpMember model_hint[] = { { "name", STRING }, { NULL } };
static const McpMember task_meta[] = { { "ttl", MCP_VALUE_COUNT }, { NULL } };
static const McpMember tool_choice[] = { { "mode", WORD, OF ("auto none required") }, { NULL } };

static const McpMember elicit_form[] = {
  { "message", STRING, NEEDED },
  { "requestedSchema", STRUCTURE, NEEDED, IS (REQUESTED_SCHEMA) },
  TASK,
  PARAMS_META,
  { NULL }
};

static const McpMember elicit_url[] = {
  { "message", STRING, NEEDED },
  { "url", URI, NEEDED },
  { "elicitationId", STRING, NEEDED, TO_V4 },
  TASK,
  PARAMS_META,
  { NULL }
};

static const McpMember requested_schema[] = {
  { "type", WORD, NEEDED, OF ("object") },
  { "properties", STRUCTURE, NEEDED | MAP, IS (PRIMITIVE) },
  { "required", STRING, LIST },
  { "$schema", STRING, V4 },
  { NULL }
};

static const McpMember string_schema[] = {
  NAMES,
  { "minLength", INTEGER },
  { "maxLength", INTEGER },
  { "format", WORD, OF ("email uri date date-time") },
  { "enum", STRING, LIST },
  { "enumNames", STRING, LIST },
  { "oneOf", STRUCTURE, LIST, IS (TITLED_CHOICE), V4 },
  { "default", STRING, V4 },
  { NULL }
};

static const McpMember number_schema[] = {
  NAMES,
  { "minimum", NUMBER },
  { "maximum", NUMBER },
  { "default", NUMBER, V4 },
  { NULL }
};

static const McpMember boolean_schema[] = { NAMES, { "default", BOOLEAN }, { NULL } };

static const McpMember choice_schema[] = {
  NAMES,
  { "items", STRUCTURE, NEEDED, IS (CHOICES) },
  { "minItems", INTEGER },
  { "maxItems", INTEGER },
  { "default", STRING, LIST },
  { NULL }
};

static const McpMember choices[] = {
  { "type", WORD, OF ("string") },
  { "enum", STRING, LIST },
  { "anyOf", STRUCTURE, LIST, IS (TITLED_CHOICE) },
  { NULL }
};

static const McpMember titled_choice[] = {
  { "const", STRING, NEEDED },
  { "title", STRING, NEEDED },
  { NULL }
};

static const McpMember notification[] = { { "_meta", OBJECT }, { NULL } };

static const McpMember cancelled[] = {
  { "requestId", MCP_VALUE_ID },
  { "reason", STRING },
  { "_meta", OBJECT },
  { NULL }
};

static const McpMember progress[] = {
  { "progressToken", MCP_VALUE_ID, TOLD },
  { "progress", NUMBER, TOLD },
  { "total", NUMBER },
  { "message", STRING, V2 },
  { "_meta", OBJECT },
  { NULL }
};

static const McpMember log_message[] = {
  { "level", STRING, TOLD },
  { "logger", STRING },
  { "_meta", OBJECT },
  { NULL }
};

static const McpMember updated[] = { { "uri", URI, TOLD }, { "_meta", OBJECT }, { NULL } };

static const McpMember completed_elicitation[] = { { "elicitationId", STRING, NEEDED }, { NULL } };

static const McpMember acknowledged[] = {
  { "notifications", STRUCTURE, TOLD, IS (FILTER) },
  { "_meta", OBJECT },
  { NULL }
};

static const McpMember filter[] = {
  { "toolsListChanged", BOOLEAN },
  { "promptsListChanged", BOOLEAN },
  { "resourcesListChanged", BOOLEAN },
  { "resourceSubscriptions", STRING, LIST },
  { NULL }
};

static const McpMember nothing[] = { { NULL } };

const McpMember * const mcp_structure_members[MCP_N_STRUCTURES] = {
  [MCP_STRUCTURE_NONE] = nothing,
  [MCP_STRUCTURE_RESULT] = result,
  [MCP_STRUCTURE_INITIALIZE_RESULT] = initialize_result,
  [MCP_STRUCTURE_DISCOVER_RESULT] = discover_result,
  [MCP_STRUCTURE_LIST_RESULT] = list_result,
  [MCP_STRUCTURE_CALL_RESULT] = call_result,
  [MCP_STRUCTURE_READ_RESULT] = read_result,
  [MCP_STRUCTURE_PROMPT_RESULT] = prompt_result,
  [MCP_STRUCTURE_COMPLETE_RESULT] = complete_result,
  [MCP_STRUCTURE_INPUT_RESULT] = input_result,
  [MCP_STRUCTURE_COMPLETION] = completion,
  [MCP_STRUCTURE_IMPLEMENTATION] = implementation,
  [MCP_STRUCTURE_CAPABILITIES] = capabilities,
  [MCP_STRUCTURE_LIST_CAPABILITY] = list_capability,
  [MCP_STRUCTURE_RESOURCES_CAPABILITY] = resources_capability,
  [MCP_STRUCTURE_TASKS_CAPABILITY] = tasks_capability,
  [MCP_STRUCTURE_TASK_REQUESTS] = task_requests,
  [MCP_STRUCTURE_TASK_TOOLS] = task_tools,
  [MCP_STRUCTURE_RESULT_META] = result_meta,
  [MCP_STRUCTURE_TOOL] = tool,
  [MCP_STRUCTURE_INPUT_SCHEMA] = tool_schema,
  [MCP_STRUCTURE_OUTPUT_SCHEMA] = tool_schema,
  [MCP_STRUCTURE_TOOL_ANNOTATIONS] = tool_annotations,
  [MCP_STRUCTURE_TOOL_EXECUTION] = tool_execution,
  [MCP_STRUCTURE_RESOURCE] = resource,
  [MCP_STRUCTURE_TEMPLATE] = template,
  [MCP_STRUCTURE_PROMPT] = prompt,
  [MCP_STRUCTURE_PROMPT_ARGUMENT] = prompt_argument,
  [MCP_STRUCTURE_ICON] = icon,
  [MCP_STRUCTURE_ANNOTATIONS] = annotations,
  [MCP_STRUCTURE_BLOCK] = nothing,
  [MCP_STRUCTURE_SAMPLING_BLOCK] = nothing,
  [MCP_STRUCTURE_TEXT] = text,
  [MCP_STRUCTURE_MEDIA] = media,
  [MCP_STRUCTURE_LINK] = resource_link,
  [MCP_STRUCTURE_EMBEDDED] = embedded,
  [MCP_STRUCTURE_TOOL_USE] = tool_use,
  [MCP_STRUCTURE_TOOL_RESULT] = tool_result,
  [MCP_STRUCTURE_CONTENTS] = contents,
  [MCP_STRUCTURE_PROMPT_MESSAGE] = prompt_message,
  [MCP_STRUCTURE_INPUT_REQUEST] = nothing,
  [MCP_STRUCTURE_SAMPLING_REQUEST] = sampling_request,
  [MCP_STRUCTURE_ELICIT_REQUEST] = elicit_request,
  [MCP_STRUCTURE_ROOTS_REQUEST] = roots_request,
  [MCP_STRUCTURE_PARAMS] = params,
  [MCP_STRUCTURE_PARAMS_META] = params_meta,
  [MCP_STRUCTURE_SAMPLING_PARAMS] = sampling_params,
  [MCP_STRUCTURE_SAMPLING_MESSAGE] = sampling_message,
  [MCP_STRUCTURE_MODEL_PREFERENCES] = model_preferences,
  [MCP_STRUCTURE_MODEL_HINT] = model_hint,
  [MCP_STRUCTURE_TOOL_CHOICE] = tool_choice,
  [MCP_STRUCTURE_TASK_META] = task_meta,
  [MCP_STRUCTURE_ELICIT_PARAMS] = nothing,
  [MCP_STRUCTURE_ELICIT_FORM] = elicit_form,
  [MCP_STRUCTURE_ELICIT_URL] = elicit_url,
  [MCP_STRUCTURE_REQUESTED_SCHEMA] = requested_schema,
  [MCP_STRUCTURE_PRIMITIVE] = nothing,
  [MCP_STRUCTURE_STRING_SCHEMA] = string_schema,
  [MCP_STRUCTURE_NUMBER_SCHEMA] = number_schema,
  [MCP_STRUCTURE_BOOLEAN_SCHEMA] = boolean_schema,
  [MCP_STRUCTURE_CHOICE_SCHEMA] = choice_schema,
  [MCP_STRUCTURE_CHOICES] = choices,
  [MCP_STRUCTURE_TITLED_CHOICE] = titled_choice,
  [MCP_STRUCTURE_NOTIFICATION] = notification,
  [MCP_STRUCTURE_CANCELLED] = cancelled,
  [MCP_STRUCTURE_PROGRESS] = progress,
  [MCP_STRUCTURE_LOG] = log_message,
  [MCP_STRUCTURE_UPDATED] = updated,
  [MCP_STRUCTURE_COMPLETED_ELICITATION] = completed_elicitation,
  [MCP_STRUCTURE_ACKNOWLEDGED] = acknowledged,
  [MCP_STRUCTURE_FILTER] = filter,
};
