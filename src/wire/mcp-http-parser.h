/* mcp-http-parser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The start of a request or an answer. */
typedef struct
{
  char      *method;   /* of a request, else NULL */
  char      *target;
  guint      status;   /* of an answer, else 0 */
  char      *reason;
  char      *version;  /* "1.1" */
  GPtrArray *headers;  /* of char *: name and value in turn, as they were spelled; NULL at the end */
} McpHttpParserHead;

/* What is found, in order. A message is a head, pieces of its body, its end. */
typedef struct
{
  /* Returns FALSE when no body follows whatever the head says: that of HEAD (RFC 9110 section 9.3.2). */
  gboolean (*head)  (const McpHttpParserHead *head,
                     gpointer           user_data);
  void     (*body)  (const char        *data,     /* without the chunked coding */
                     gsize              length,
                     gpointer           user_data);
  void     (*end)   (gboolean           whole,    /* FALSE: the stream ended before the message */
                     gpointer           user_data);
  /* From here on it is not HTTP/1.x any more: another protocol, or nothing that can be read. */
  void     (*other) (gboolean           upgraded,
                     gpointer           user_data);
  /* (nullable) All bytes as they came, those of a head line by line; before what they mean. */
  void     (*raw)   (const char        *data,
                     gsize              length,
                     gboolean           is_head_line,
                     gpointer           user_data);
} McpHttpParserFuncs;

/*
 * Reads one direction of an HTTP/1.x connection (RFC 9112) that others speak over: bytes in, calls
 * of functions out. It holds a head and never a body, and knows nothing of what goes the other way.
 */
typedef struct _McpHttpParser McpHttpParser;

McpHttpParser *mcp_http_parser_new    (gboolean                  answers,
                                       const McpHttpParserFuncs *funcs,
                                       gpointer                  user_data);
void           mcp_http_parser_free   (McpHttpParser            *self);
void           mcp_http_parser_push   (McpHttpParser            *self,
                                       const char               *data,
                                       gsize                     length);
void           mcp_http_parser_finish (McpHttpParser            *self);
const char    *mcp_http_head_find     (const McpHttpParserHead        *head,
                                       const char               *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpParser, mcp_http_parser_free)

G_END_DECLS
