/* mcp-connect-step.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-transport.h"

G_BEGIN_DECLS

const char *mcp_step_get_title (McpStep step); /* translated: "Look up the host" */
const char *mcp_step_get_nick  (McpStep step); /* "dns", for scripts */

typedef enum {
  MCP_STEP_PENDING,
  MCP_STEP_RUNNING,
  MCP_STEP_DONE,
  MCP_STEP_FAILED,
  MCP_STEP_NOT_NEEDED,
} McpStepState;

#define MCP_TYPE_CONNECT_STEP (mcp_connect_step_get_type ())

/* One step of reaching the server. Signal: changed, for anything below. */
G_DECLARE_FINAL_TYPE (McpConnectStep, mcp_connect_step, MCP, CONNECT_STEP, GObject)

typedef struct
{
  McpStep       step;
  McpStepState  state;
  gint64        took_usec;  /* -1 until it ended */
  char         *detail;     /* (nullable): the outcome, translated: "401 Unauthorized" */
  /*
   * (nullable): what was seen when it failed, of the server's: a header, the start of a body;
   * untrusted text
   */
  char         *evidence;
} McpConnectStepInfo;

const McpConnectStepInfo *mcp_connect_step_get_info (McpConnectStep *self);
const char               *mcp_connect_step_get_name (McpConnectStep *self); /* translated: "Start the program" */

/* The session tells. */
McpConnectStep *mcp_connect_step_new           (McpStep           step);
void            mcp_connect_step_start         (McpConnectStep   *self);
void            mcp_connect_step_end           (McpConnectStep   *self,
                                                gboolean          success,
                                                const char       *detail);
void            mcp_connect_step_succeeded_at  (McpConnectStep   *self,
                                                gint64            time_usec, /* monotonic */
                                                const char       *detail);
void            mcp_connect_step_skip          (McpConnectStep   *self,
                                                const char       *detail);
void            mcp_connect_step_diagnose      (McpConnectStep   *self,
                                                const char       *outcome,
                                                const char       *evidence);
void            mcp_connect_step_reset         (McpConnectStep   *self);

G_END_DECLS
