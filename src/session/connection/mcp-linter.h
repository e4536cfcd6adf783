/* mcp-linter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-message.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/* What a result holds at its top level. */
typedef struct
{
  gboolean is_object;
  gboolean is_tool_error;  /* isError is true */
  gboolean has_ttl;        /* ttlMs is a number that is not negative */
  gboolean has_scope;      /* cacheScope is "public" or "private" */
  guint    members;        /* a bit for each promise of the linter's table that is kept */
} McpResultFacts;

McpSeverity  mcp_linter_get_severity      (const char     *rule);
const char  *mcp_linter_get_reference     (const char     *rule);
gboolean     mcp_linter_knows_rule        (const char     *rule);
const char  *mcp_linter_rule_for          (McpChannel      channel,
                                           const char     *what);  /* "noise", "blank-line", "half-line", "oversized" */

void         mcp_linter_check_frame       (McpSession     *session,
                                           guint           serial,
                                           McpChannel      channel,
                                           McpRecordKind   kind,
                                           GBytes         *bytes,
                                           const McpScan  *scan,
                                           McpLineEnd      end);
void         mcp_linter_check_request     (McpSession     *session,
                                           const char     *method,
                                           guint           serial);
void         mcp_linter_check_initialize  (McpSession     *session,
                                           McpMessage     *answer,
                                           guint           serial);
void         mcp_linter_read_result       (const char           *data,
                                           const McpScan        *scan,
                                           McpResultFacts       *facts);
void         mcp_linter_check_result      (McpSession           *session,
                                           const char           *method,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_hints       (McpSession           *session,
                                           const char           *method,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_members     (McpSession           *session,
                                           const char           *method,
                                           const char           *params,  /* (nullable) */
                                           const char           *result,
                                           gsize                 length,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_base64      (McpSession     *session,
                                           const char     *item,
                                           gsize           length,
                                           const char     *member,
                                           guint           index,
                                           guint           serial);
void         mcp_linter_check_block       (McpSession     *session,
                                           const char     *block,
                                           gsize           length,
                                           const char     *type,
                                           guint           index,
                                           guint           serial);
void         mcp_linter_check_messages    (McpSession     *session,
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);
void         mcp_linter_check_structured  (McpSession     *session,
                                           const char     *params,  /* (nullable) */
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);
void         mcp_linter_check_error       (McpSession     *session,
                                           gint64          code,
                                           guint           status,
                                           gboolean        in_stream,
                                           guint           serial);
void         mcp_linter_check_log         (McpSession     *session,
                                           const char     *params,
                                           gsize           length,
                                           guint           serial);
guint        mcp_linter_check_tool        (McpSession     *session,
                                           guint           serial,
                                           McpCatalogItem *tool);  /* how many findings */
guint        mcp_linter_check_template    (McpSession     *session,
                                           guint           serial,
                                           McpCatalogItem *item);  /* the same */

G_END_DECLS
