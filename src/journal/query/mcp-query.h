/* mcp-query.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"

G_BEGIN_DECLS

#define MCP_TYPE_QUERY (mcp_query_get_type ())

/* A filter, compiled. docs/filters.md is the language. */
typedef struct _McpQuery McpQuery;

/**
 * MCP_QUERY_ERROR:
 *
 * What is wrong with a filter; such an error knows where.
 */
#define MCP_QUERY_ERROR (mcp_query_error_quark ())

/**
 * McpQueryError:
 * @MCP_QUERY_ERROR_SYNTAX: something is missing, or stands where it cannot
 * @MCP_QUERY_ERROR_UNKNOWN_FIELD: there is no such field
 * @MCP_QUERY_ERROR_BAD_VALUE: a field cannot have this value
 * @MCP_QUERY_ERROR_TOO_COMPLEX: too many terms, or one that is too long
 */
typedef enum {
  MCP_QUERY_ERROR_SYNTAX,
  MCP_QUERY_ERROR_UNKNOWN_FIELD,
  MCP_QUERY_ERROR_BAD_VALUE,
  MCP_QUERY_ERROR_TOO_COMPLEX,
} McpQueryError;

/* What could stand at the cursor: @text for the bytes from @from to @to of the filter. */
typedef struct
{
  char  *text;
  guint  from;
  guint  to;
  char  *description;
} McpQueryCompletion;

GType       mcp_query_get_type         (void) G_GNUC_CONST;
McpQuery   *mcp_query_new              (const char         *text,
                                        GError            **error);
McpQuery   *mcp_query_ref              (McpQuery           *self);
void        mcp_query_unref            (McpQuery           *self);
const char *mcp_query_get_text         (McpQuery           *self);
gboolean    mcp_query_is_empty         (McpQuery           *self);
gboolean    mcp_query_needs_all        (McpQuery           *self);
gboolean    mcp_query_matches          (McpQuery           *self,
                                        McpJournal         *journal,
                                        guint               serial);
GPtrArray  *mcp_query_complete         (const char         *text,
                                        guint               cursor,
                                        McpJournal         *journal);
void        mcp_query_completion_free  (McpQueryCompletion *self);

GQuark      mcp_query_error_quark      (void);
gsize       mcp_query_error_get_offset (const GError       *error);
gsize       mcp_query_error_get_length (const GError       *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpQuery, mcp_query_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpQueryCompletion, mcp_query_completion_free)

G_END_DECLS
