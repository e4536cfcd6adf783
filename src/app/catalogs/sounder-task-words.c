/* sounder-task-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-task-words.h"

char *
sounder_task_dup_status (McpTask *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (info->hold == MCP_TASK_UNKNOWN)
    return g_strdup (_("Unknown to the server"));
  if (info->hold == MCP_TASK_EXPIRED)
    return g_strdup (_("Expired"));

  switch (info->status)
    {
    case MCP_TASK_WORKING:
      return g_strdup (_("Working"));
    case MCP_TASK_INPUT_REQUIRED:
      return g_strdup (_("Needs input"));
    case MCP_TASK_COMPLETED:
      return g_strdup (_("Completed"));
    case MCP_TASK_FAILED:
      return g_strdup (_("Failed"));
    case MCP_TASK_CANCELLED:
      return g_strdup (_("Cancelled"));
    case MCP_TASK_OTHER:
    default:
      return *info->status_word != '\0'
               ? mcp_format_label (info->status_word, FALSE)
               : g_strdup (_("Not known yet"));
    }
}

/* Tells it without a colour too. */
const char *
sounder_task_get_icon_name (McpTask *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (info->hold == MCP_TASK_UNKNOWN || info->hold == MCP_TASK_EXPIRED)
    return "sounder-question-symbolic";

  switch (info->status)
    {
    case MCP_TASK_WORKING:
      return "content-loading-symbolic";
    case MCP_TASK_INPUT_REQUIRED:
      return "dialog-information-symbolic";
    case MCP_TASK_COMPLETED:
      return "object-select-symbolic";
    case MCP_TASK_FAILED:
      return "dialog-error-symbolic";
    case MCP_TASK_CANCELLED:
      return "process-stop-symbolic";
    case MCP_TASK_OTHER:
    default:
      return "sounder-question-symbolic";
    }
}

const char *
sounder_task_get_css_class (McpTask *task)
{
  const McpTaskInfo *info = mcp_task_get_info (task);

  if (info->hold == MCP_TASK_UNKNOWN || info->hold == MCP_TASK_EXPIRED)
    return "dim-label";

  switch (info->status)
    {
    case MCP_TASK_WORKING:
      return "accent";
    case MCP_TASK_INPUT_REQUIRED:
      return "warning";
    case MCP_TASK_COMPLETED:
      return "success";
    case MCP_TASK_FAILED:
      return "error";
    case MCP_TASK_CANCELLED:
    case MCP_TASK_OTHER:
    default:
      return "dim-label";
    }
}
