/* mcp-call-struct-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call-private.h"

G_BEGIN_DECLS

/* What a call has, for the two files that it is made of. */
struct _McpCall
{
  GObject            parent_instance;

  /* What is asked, and how. */
  GRefString        *method;        /* shared with those that are the same once more */
  McpRequestKind     kind;          /* of the method */
  char              *params;
  char              *tool;          /* (nullable): the name in params; read when it is asked for */
  guint              timeout_msec;
  gint64             task_ttl_msec;
  guint              tool_was_read : 1;
  guint              is_task : 1;
  guint              want_progress : 1;
  guint              is_probe : 1;

  /* What became of it, from here to the end: mcp_call_repeat() begins it anew. */
  McpCallOutcome     outcome;
  guint              cancelling : 1;
  guint              requeued : 1;
  char              *wire_params;   /* (nullable): what the next round sends instead */
  GArray            *rounds;        /* (nullable): McpCallRound */
  McpTask           *made_task;     /* (nullable) */
  guint64            ticket;
  GBytes            *result;        /* (nullable): made when somebody asks */

  McpCallFinishedFunc finished_func; /* (nullable) */
  gpointer           finished_data;

  /* Set while the session has it. */
  const McpCallOwner *owner;
  gpointer           owner_data;
  McpCallLimits      limits;
};

typedef enum {
  MCP_CALL_PROP_0,
  MCP_CALL_PROP_STATE,
  MCP_CALL_PROP_PROGRESS,
  MCP_CALL_PROP_PROGRESS_MESSAGE,
  MCP_CALL_PROP_CANCELLING,
  MCP_CALL_N_PROPS
} McpCallProp;

typedef enum {
  MCP_CALL_NOTIFICATION,
  MCP_CALL_ROUND,
  MCP_CALL_FINISHED,
  MCP_CALL_N_SIGNALS
} McpCallSignal;

extern GParamSpec *mcp_call_properties[MCP_CALL_N_PROPS];
extern guint mcp_call_signals[MCP_CALL_N_SIGNALS];

G_END_DECLS
