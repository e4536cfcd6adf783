/* mcp-query-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-query.h"
#include "mcp-query-json.h"
#include "mcp-spool.h"
#include "mcp-needle.h"

G_BEGIN_DECLS

/* What is known of the terms of a query about one record fits one word. */
#define MCP_QUERY_MAX_TERMS 64
#define MCP_QUERY_MAX_DEPTH 64
#define MCP_QUERY_MAX_TEXT_BYTES 1024

typedef enum {
  MCP_VERDICT_NO,
  MCP_VERDICT_YES,
  MCP_VERDICT_BODY,  /* the index does not say; the bytes do */
} McpVerdict;

/* From MCP_TERM_ID on, the bytes of the record are read. */
typedef enum {
  MCP_TERM_DIRECTION,
  MCP_TERM_KIND,
  MCP_TERM_CHANNEL,
  MCP_TERM_STATUS,
  MCP_TERM_HAS,
  MCP_TERM_LIFE,
  MCP_TERM_EXCHANGE,
  MCP_TERM_HTTP,
  MCP_TERM_SIZE,
  MCP_TERM_TOOK,
  MCP_TERM_TIME,
  MCP_TERM_DURING,
  MCP_TERM_METHOD,
  MCP_TERM_NAME,
  MCP_TERM_TOOL,
  MCP_TERM_URI,
  MCP_TERM_ID,
  MCP_TERM_TEXT,
  MCP_TERM_REGEX,
  MCP_TERM_JSON,
} McpTermType;

/* What the bounds of a time are counted from. */
typedef enum {
  MCP_TIME_START,        /* the start of the journal */
  MCP_TIME_LAST,         /* the last record when the filter was set */
  MCP_TIME_DAY,          /* midnight, by local time; may run over midnight */
  MCP_TIME_EPOCH,        /* 1970, UTC */
} McpTimeBase;

/* What "has:" takes; the details of each are in mcp-query-fields.c. */
typedef enum {
  MCP_HAS_FINDING,
  MCP_HAS_BODY,
  MCP_HAS_ANSWER,
  MCP_HAS_METHOD,
  MCP_HAS_NAME,
  MCP_HAS_ID,
  MCP_HAS_EXCHANGE,
  MCP_HAS_ROUNDS,
  MCP_HAS_TOOL_ERROR,
  MCP_HAS_LATE,
  MCP_HAS_PROBE,
  MCP_HAS_TRUNCATED,
  MCP_HAS_PIN,
  MCP_HAS_COMMENT,
} McpHas;

typedef struct
{
  McpTermType         type;
  guint               value;     /* of what has names */
  gint64              low;       /* of what is a range; both ends belong to it */
  gint64              high;
  McpTimeBase         base;
  char               *text;      /* a pattern with * and ?, an id, a regular expression */
  GRegexCompileFlags  flags;
  McpNeedle      *search;
  McpJsonTest        *json;
} McpTerm;

typedef enum {
  MCP_NODE_TERM,
  MCP_NODE_NOT,
  MCP_NODE_AND,
  MCP_NODE_OR,
} McpNodeType;

/* Children stand in the order of their cost, each the index of a node. */
typedef struct
{
  McpNodeType type;
  guint       term;
  GArray     *children;  /* (nullable) of guint */
} McpNode;

struct _McpQuery
{
  gatomicrefcount  ref_count;
  char            *text;
  GArray          *terms;   /* of McpTerm */
  GArray          *nodes;   /* of McpNode */
  guint            root;    /* of those; G_MAXUINT for none: all match */
};

/* What a field is called, and how its value reads. */
typedef struct
{
  const char  *name;
  McpTermType  type;
  const char  *description;  /* to be translated */
} McpQueryField;

/* A value as it stands in a filter, without the quotes around it. */
typedef struct
{
  char     *text;
  gboolean  quoted;
} McpQueryValue;

const McpQueryField *mcp_query_get_fields  (guint               *n_fields);
const McpQueryField *mcp_query_find_field  (const char          *name);
guint                mcp_query_get_n_words (McpTermType          type);
const char          *mcp_query_get_word    (McpTermType          type,
                                            guint                value,
                                            const char         **description);
gboolean             mcp_query_read_value  (McpTerm             *term,
                                            const McpQueryField *field,
                                            const McpQueryValue *value,
                                            char               **reason);
gboolean             mcp_query_read_range  (McpTerm             *term,
                                            const char          *text);

GError              *mcp_query_error_new   (McpQueryError        code,
                                            const char          *text,
                                            const char          *from,
                                            const char          *to,
                                            const char          *reason);

/* Asking many records of one journal. Made and used in the main loop. */
typedef struct _McpQueryRun McpQueryRun;

/* What a record of which only the bytes can tell is known to be. */
typedef struct
{
  guint32  serial;
  guint32  lead;
  guint32  trail;
  guint32  id_offset;    /* in the message */
  guint16  id_length;    /* as in McpSlot */
  guint64  truths;       /* a bit for each term that holds already */
  guint64  offset;       /* of all bytes, in the spool */
  guint64  length;
  GBytes  *held;         /* (nullable) (owned) while they are not in the file yet */
} McpQueryCandidate;

McpQueryRun *mcp_query_run_new          (McpQuery             *query,
                                         McpJournal           *journal);
void         mcp_query_run_free         (McpQueryRun          *self);
McpVerdict   mcp_query_run_look         (McpQueryRun          *self,
                                         guint                 serial);
void         mcp_query_run_fill         (McpQueryRun          *self,
                                         guint                 serial,
                                         McpQueryCandidate    *candidate);

/* Reading the bytes of candidates, one after the other; in any thread. */
typedef struct _McpQueryReader McpQueryReader;

McpQueryReader *mcp_query_reader_new    (McpQuery             *query,
                                         McpSpool             *spool,
                                         GCancellable         *cancellable);
void            mcp_query_reader_free   (McpQueryReader       *self);
gboolean        mcp_query_reader_look   (McpQueryReader       *self,
                                         const McpQueryCandidate *candidate);

gboolean        mcp_query_has_expression (McpQuery            *self);
McpVerdict      mcp_query_judge         (McpQuery             *self,
                                         McpVerdict          (*look) (guint    term,
                                                                      gpointer user_data),
                                         gpointer              user_data);

gboolean        mcp_view_scope_takes    (guint                 scope,
                                         McpJournal           *journal,
                                         guint                 serial);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpQueryRun, mcp_query_run_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpQueryReader, mcp_query_reader_free)

G_END_DECLS
