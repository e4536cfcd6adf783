/* mcp-linter-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-linter.h"
#include "mcp-meta.h"

/* What answers hold, in both eras. Who checks a member walks only results of reasonable size. */

#define MAX_WALKED_BYTES (1024 * 1024)
/* Items that are looked at one by one; who has more has the same trouble. */
#define MAX_ITEMS 100

/* The first MAX_ITEMS of an array that is a member of the result. */
static gboolean
begin_items (const char  *result,
             gsize        length,
             const char  *name,
             const char **array,
             McpJsonIter *iter)
{
  McpSpan span;

  if (length > MAX_WALKED_BYTES || !mcp_json_edit_find (result, length, name, &span)
      || result[span.offset] != '[')
    return FALSE;

  *array = result + span.offset;

  return mcp_json_iter_init (iter, *array, span.length);
}

/* Each of the contents of a resource that is binary can be decoded (schema). */
static void
check_contents (McpReporter *reporter,
                const char *result,
                gsize       length,
                guint       serial)
{
  const char *array;
  McpJsonIter iter;
  McpSpan value;

  if (!begin_items (result, length, "contents", &array, &iter))
    return;

  for (guint i = 1; i <= MAX_ITEMS && mcp_json_iter_next (&iter, NULL, &value); i++)
    if (array[value.offset] == '{')
      mcp_linter_check_base64 (reporter, array + value.offset, value.length, "blob", i, serial);
}

static void
check_completion (McpReporter *reporter,
                  const char *result,
                  gsize       length,
                  guint       serial)
{
  McpSpan span;

  if (mcp_json_lookup (result, length, "completion.values", &span)
      && result[span.offset] == '[' && mcp_json_count (result + span.offset, span.length) > 100)
    mcp_reporter_report (reporter, serial, "completion.too-many",
                         _("A completion has more than 100 values"));
}

static void
check_meta (McpReporter *reporter,
            const char *result,
            gsize       length,
            guint       serial)
{
  McpJsonIter iter;
  McpSpan meta;
  McpSpan key;
  McpSpan value;

  if (length > MAX_WALKED_BYTES || !mcp_reporter_has (reporter, MCP_FEATURE_META_KEYS)
      || !mcp_json_edit_find (result, length, "_meta", &meta) || result[meta.offset] != '{'
      || !mcp_json_iter_init (&iter, result + meta.offset, meta.length))
    return;

  for (guint i = 0; i < MAX_ITEMS && mcp_json_iter_next (&iter, &key, &value); i++)
    {
      g_autofree char *name = mcp_json_dup_string (result + meta.offset + key.offset, key.length);

      if (!mcp_meta_check_key (name, NULL))
        mcp_reporter_report (reporter, serial, "meta.key",
                             _("“%s” cannot be a key of _meta"), name);
    }
}

/* A task in place of the result, where one was asked for (2025-11-25, basic/utilities/tasks). */
static McpResultVerdict
judge_task (McpReporter *reporter,
            gboolean     takes_task,
            const char  *result,
            gsize        length,
            guint        serial)
{
  McpSpan span;
  gboolean made = *result == '{' && mcp_json_edit_find (result, length, "task", &span)
                  && result[span.offset] == '{';

  if (made && !takes_task)
    mcp_reporter_report (reporter, serial, "task.unasked",
                         _("The server made a task of %s, which nobody asked for"), "tools/call");
  if (!made && takes_task)
    mcp_reporter_report (reporter, serial, "task.not-made",
                         _("The server made no task of %s, and answered it at once"), "tools/call");

  return made ? MCP_RESULT_TASK : MCP_RESULT_COMPLETE;
}

/**
 * mcp_linter_judge_result:
 * @reporter: who is told
 * @method: what was asked
 * @takes_task: whether the client asked for a task, or declared the extension by which servers make
 *   one
 * @result: the result, valid JSON
 * @serial: its record
 *
 * Judges what a result is to its call (2026-07-28, basic, resultType).
 *
 * Returns: what it is; %MCP_RESULT_INVALID for a type that it cannot be of
 */
McpResultVerdict
mcp_linter_judge_result (McpReporter *reporter,
                         const char  *method,
                         gboolean     takes_task,
                         const char  *result,
                         gsize        length,
                         guint        serial)
{
  McpRequestKind kind = mcp_method_find_request (method);
  g_autofree char *type = NULL;
  McpSpan span;

  if (!mcp_reporter_has (reporter, MCP_FEATURE_RESULT_TYPE))
    return kind == MCP_REQUEST_TOOLS_CALL ? judge_task (reporter, takes_task, result, length, serial)
                                          : MCP_RESULT_COMPLETE;

  /* Absent is complete, and wrong. */
  if (*result != '{' || !mcp_json_edit_find (result, length, "resultType", &span))
    {
      mcp_reporter_report (reporter, serial, "modern.no-result-type",
                           _("The result of %s has no resultType"), method);
      return MCP_RESULT_COMPLETE;
    }

  type = mcp_json_dup_string (result + span.offset, span.length);
  if (g_strcmp0 (type, "complete") == 0)
    return MCP_RESULT_COMPLETE;
  if (g_strcmp0 (type, "input_required") == 0
      && (kind == MCP_REQUEST_TOOLS_CALL || kind == MCP_REQUEST_PROMPTS_GET
          || kind == MCP_REQUEST_RESOURCES_READ))
    {
      g_autofree char *owner = g_strdup_printf (_("The result of %s"), method);

      mcp_linter_check_structure (reporter, serial, MCP_STRUCTURE_INPUT_RESULT, owner, result, length);
      return MCP_RESULT_NEEDS_INPUT;
    }
  if (g_strcmp0 (type, "task") == 0 && kind == MCP_REQUEST_TOOLS_CALL && takes_task)
    return MCP_RESULT_TASK;

  mcp_reporter_report (reporter, serial,
                       g_strcmp0 (type, "task") == 0 ? "task.other-method" : "modern.result-type",
                       _("The result of %s is of the type “%s”, which it cannot be"), method,
                       type != NULL ? type : "");

  return MCP_RESULT_INVALID;
}

/* Each member of a result against the schema of the revision. */
static void
check_schema (McpReporter    *reporter,
              const char     *method,
              McpRequestKind  request,
              const char     *result,
              gsize           length,
              guint           serial)
{
  g_autofree char *owner = g_strdup_printf (_("The result of %s"), method);

  mcp_linter_check_structure (reporter, serial, mcp_structure_of_result (request), owner, result, length);
}

/**
 * mcp_linter_check_members:
 * @reporter: who is told
 * @method: what was asked
 * @tool: (nullable): that was called, if it was listed
 * @result: the result, valid JSON
 * @facts: what it holds at its top level
 * @serial: its record
 *
 * Checks what is in a result that ends its call: its content, its `_meta`.
 */
void
mcp_linter_check_members (McpReporter          *reporter,
                          const char           *method,
                          McpCatalogItem       *tool,
                          const char           *result,
                          gsize                 length,
                          const McpResultFacts *facts,
                          guint                 serial)
{
  McpRequestKind request = mcp_method_find_request (method);
  McpSpan span;

  if (!facts->is_object)
    return;

  /* That of initialize tells the revision to hold it against: mcp_linter_check_initialize(). */
  if (request != MCP_REQUEST_INITIALIZE)
    check_schema (reporter, method, request, result, length, serial);
  switch (request)
    {
    case MCP_REQUEST_TOOLS_CALL:
      mcp_linter_check_blocks (reporter, result, length, serial);
      if (!facts->is_tool_error)
        mcp_linter_check_structured (reporter, result, length, serial);
      if (!facts->is_tool_error && tool != NULL)
        mcp_linter_check_promised (reporter, tool, result, length, serial);
      break;

    case MCP_REQUEST_RESOURCES_READ:
      check_contents (reporter, result, length, serial);
      break;

    case MCP_REQUEST_COMPLETE:
      check_completion (reporter, result, length, serial);
      break;

    case MCP_REQUEST_SKILLS_GET:
      if (mcp_json_edit_find (result, length, "skill", &span))
        mcp_linter_check_skill (reporter, serial, result + span.offset, span.length);
      break;

    default:
      break;
    }

  check_meta (reporter, result, length, serial);
}

/**
 * mcp_linter_check_error:
 * @reporter: who is told
 * @code: of a JSON-RPC error
 * @status: the HTTP status that it came with; 0 for none
 * @in_stream: whether it came in an event stream, whose status was sent before
 * @serial: its record
 *
 * Checks an error against what its code stands for (2026-07-28, basic, error codes).
 */
void
mcp_linter_check_error (McpReporter *reporter,
                        gint64      code,
                        guint       status,
                        gboolean    in_stream,
                        guint       serial)
{
  gboolean defined = code == MCP_RPC_HEADER_MISMATCH || code == MCP_RPC_MISSING_CAPABILITY
                     || code == MCP_RPC_UNSUPPORTED_VERSION;

  if (!mcp_reporter_has (reporter, MCP_FEATURE_ERROR_CODES))
    return;

  if (code <= -32020 && code >= -32099 && !defined)
    mcp_reporter_report (reporter, serial, "modern.error-code",
                         _("The error code %" PRId64 " is reserved, and stands for nothing"),
                         code);
  if (code == -32002)
    mcp_reporter_report (reporter, serial, "modern.not-found-code",
                         _("A resource that is not found is -32602 in this revision, not -32002"));
  if (defined && status != 0 && status != 400)
    mcp_reporter_report (reporter, serial, "modern.error-status",
                         _("The error %" PRId64 " came with the status %u; it belongs to "
                           "400"),
                         code, status);
  if (code == MCP_RPC_METHOD_NOT_FOUND && status != 0 && status != 404 && !in_stream)
    mcp_reporter_report (reporter, serial, "modern.error-status",
                         _("The error -32601 came with the status %u; it belongs to 404"), status);
}

/**
 * mcp_linter_check_log:
 * @reporter: who is told
 * @params: of a log message; an empty text for none
 * @asked: whether a request has named a level, as far as is known
 * @serial: its record
 *
 * Checks a log message (server/utilities/logging).
 */
void
mcp_linter_check_log (McpReporter *reporter,
                      const char *params,
                      gsize       length,
                      gboolean    asked,
                      guint       serial)
{
  static const char * const levels[] = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency", NULL,
  };
  gboolean known = FALSE;
  McpSpan span;

  /* There may be very many: nothing is copied. */
  if (length > 0 && mcp_json_edit_find (params, length, "level", &span))
    for (guint i = 0; levels[i] != NULL && !known; i++)
      known = mcp_json_key_equal (params + span.offset, span.length, levels[i]);
  if (!known)
    mcp_reporter_report (reporter, serial, "log.level", _("A log message has no level that there is"));
  if (length == 0 || !mcp_json_edit_find (params, length, "data", &span))
    mcp_reporter_report (reporter, serial, "log.data", _("A log message has no data"));

  if (mcp_reporter_has (reporter, MCP_FEATURE_LOG_LEVEL_IN_REQUESTS) && !asked)
    mcp_reporter_report (reporter, serial, "log.unasked",
                         _("The server sent a log message, and no request named a level"));
}
