/* mcp-linter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog-item.h"
#include "mcp-line-splitter.h"
#include "mcp-message.h"
#include "mcp-method.h"
#include "mcp-reporter.h"
#include "mcp-structure.h"

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

/* The meaning of a result for its call. */
typedef enum {
  MCP_RESULT_COMPLETE,
  MCP_RESULT_NEEDS_INPUT,  /* another round */
  MCP_RESULT_TASK,         /* a handle in place of the result */
  MCP_RESULT_INVALID,      /* of a type that it cannot be */
} McpResultVerdict;

McpSeverity  mcp_linter_get_severity      (const char     *rule);
const char  *mcp_linter_get_reference     (const char     *rule);  /* (nullable) */
const char  *mcp_linter_rule_for          (McpChannel      channel,
                                           const char     *what);  /* "noise", "blank-line", "half-line", "oversized" */

void         mcp_linter_check_frame       (McpReporter    *reporter,
                                           guint           serial,
                                           McpChannel      channel,
                                           McpRecordKind   kind,
                                           GBytes         *bytes,
                                           const McpScan  *scan,
                                           McpLineEnd      end);
void         mcp_linter_check_request     (McpReporter    *reporter,
                                           const char     *method,
                                           const char     *capabilities,  /* (nullable): that the client offers: JSON */
                                           guint           serial);
void         mcp_linter_check_initialize  (McpReporter    *reporter,
                                           McpMessage     *answer,
                                           guint           serial);
void         mcp_linter_read_result       (const char           *data,
                                           const McpScan        *scan,
                                           McpResultFacts       *facts);
void         mcp_linter_check_result      (McpReporter          *reporter,
                                           const char           *method,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_hints       (McpReporter          *reporter,
                                           const char           *method,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_members     (McpReporter          *reporter,
                                           const char           *method,
                                           McpCatalogItem       *tool,    /* (nullable): that was called */
                                           const char           *result,
                                           gsize                 length,
                                           const McpResultFacts *facts,
                                           guint                 serial);
void         mcp_linter_check_base64      (McpReporter    *reporter,
                                           const char     *item,
                                           gsize           length,
                                           const char     *member,
                                           guint           index,
                                           guint           serial);
void         mcp_linter_check_blocks      (McpReporter    *reporter,
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);
void         mcp_linter_check_structured  (McpReporter    *reporter,
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);
void         mcp_linter_check_promised    (McpReporter    *reporter,
                                           McpCatalogItem *tool,
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);
void         mcp_linter_check_error       (McpReporter    *reporter,
                                           gint64          code,
                                           guint           status,
                                           gboolean        in_stream,
                                           guint           serial);
void         mcp_linter_check_error_text  (McpReporter        *reporter,
                                           const char         *message,
                                           const char * const *known,     /* (nullable) */
                                           guint               serial);
void         mcp_linter_check_log         (McpReporter    *reporter,
                                           const char     *params,
                                           gsize           length,
                                           gboolean        asked,         /* for log messages */
                                           guint           serial);
void         mcp_linter_check_discover    (McpReporter    *reporter,
                                           guint           serial,
                                           const char     *result,
                                           gsize           length);
void         mcp_linter_check_address     (McpReporter    *reporter,
                                           const char     *url,
                                           const char     *peer,          /* (nullable) */
                                           guint           serial);
void         mcp_linter_check_head        (McpReporter    *reporter,
                                           guint           status,
                                           const char     *given_id,      /* (nullable) */
                                           const char     *our_id,        /* (nullable) */
                                           guint           serial);
char        *mcp_linter_check_cookies     (McpReporter    *reporter,
                                           const char * const *headers, /* of the answer that began a session */
                                           gboolean        kept,
                                           guint           serial);       /* (nullable): the name of the first */
void         mcp_linter_check_session_id  (McpReporter    *reporter,
                                           const char     *id,
                                           const char     *before,        /* (nullable): of another session */
                                           guint           serial);
void         mcp_linter_check_body        (McpReporter    *reporter,
                                           guint64         promised_bytes,
                                           guint64         n_bytes,
                                           guint           serial);
void         mcp_linter_check_unfinished  (McpReporter    *reporter,
                                           GBytes         *rest,
                                           guint           serial);
void         mcp_linter_report_violation  (McpReporter    *reporter,
                                           McpChannel      channel,
                                           const char     *word,
                                           const char     *detail,        /* (nullable) */
                                           guint           serial);
guint        mcp_linter_check_tool        (McpReporter    *reporter,
                                           guint           serial,
                                           McpCatalogItem *tool);  /* how many findings */
guint        mcp_linter_check_structure   (McpReporter    *reporter,
                                           guint           serial,
                                           McpStructure    structure,
                                           const char     *owner,
                                           const char     *object,
                                           gsize           length);  /* the same */
void         mcp_linter_check_params      (McpReporter    *reporter,
                                           const char     *method,
                                           const char     *params,
                                           gsize           length,        /* 0: there are none */
                                           guint           serial);
guint        mcp_linter_check_schema      (McpReporter    *reporter,
                                           guint           serial,
                                           const char     *rule,
                                           const char     *owner,
                                           const char     *schema,
                                           gsize           length);  /* the same */
guint        mcp_linter_check_icons       (McpReporter    *reporter,
                                           guint           serial,
                                           const char     *object,
                                           gsize           length);  /* the same */
guint        mcp_linter_check_skill       (McpReporter    *reporter,
                                           guint           serial,
                                           const char     *skill,
                                           gsize           length);  /* the same */
void         mcp_linter_check_extensions  (McpReporter    *reporter,
                                           const char     *result,        /* of initialize or server/discover */
                                           gsize           length,
                                           guint           serial);
guint        mcp_linter_check_item        (McpReporter    *reporter,
                                           guint           serial,
                                           McpCatalogKind  kind,
                                           McpCatalogItem *item,
                                           guint           position);  /* the same */
McpResultVerdict mcp_linter_judge_result  (McpReporter    *reporter,
                                           const char     *method,
                                           gboolean        takes_task,
                                           const char     *result,
                                           gsize           length,
                                           guint           serial);

G_END_DECLS
