/* mcp-call-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"

G_BEGIN_DECLS

#define MCP_TYPE_CALL_OPTIONS (mcp_call_options_get_type ())

/* How calls are made, beside their arguments: time, `_meta`, a trace. Signal: changed. */
G_DECLARE_FINAL_TYPE (McpCallOptions, mcp_call_options, MCP, CALL_OPTIONS, GObject)

McpCallOptions *mcp_call_options_new          (void);
gboolean        mcp_call_options_are_default  (McpCallOptions  *self);
void            mcp_call_options_set_timeout  (McpCallOptions  *self,
                                               guint            msec);   /* 0: by kind from the profile */
gboolean        mcp_call_options_set_meta     (McpCallOptions  *self,
                                               const char      *meta,    /* (nullable): a JSON object */
                                               GError         **error);
gboolean        mcp_call_options_add_meta     (McpCallOptions  *self,
                                               const char      *key,
                                               const char      *value,   /* JSON */
                                               GError         **error);
const char     *mcp_call_options_get_meta     (McpCallOptions  *self);   /* (nullable) */
void            mcp_call_options_set_traced   (McpCallOptions  *self,
                                               gboolean         traced);
gboolean        mcp_call_options_set_traceparent (McpCallOptions *self,
                                                  const char     *traceparent,
                                                  GError        **error);
void            mcp_call_options_apply        (McpCallOptions  *self,
                                               McpCall         *call);   /* before it is sent */
char           *mcp_call_dup_traceparent      (McpCall         *call);   /* (nullable) */

G_END_DECLS
