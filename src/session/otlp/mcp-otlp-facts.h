/* mcp-otlp-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-message.h"
#include "mcp-otlp-span.h"
#include "mcp-otlp-tracer.h"

G_BEGIN_DECLS

/* A message of a record, and where its params or its result are. Internal to the room. */
typedef struct
{
  McpMessage *message;
  const char *data;
  McpSpan     body;      /* params, or result: an object, or of length 0 */
} McpOtlpMessage;

/* What attributes are made with. */
typedef struct
{
  McpJournal   *journal;
  char         *server;    /* (nullable) */
  McpRedactor  *redactor;  /* (nullable) the caller's */
  McpOtlpFlags  flags;
  gboolean      failed;    /* something could not be read */
} McpOtlpFacts;

/* mcp-otlp-message.c */
gboolean mcp_otlp_facts_read     (McpOtlpFacts          *self,
                                  McpRecord             *record,
                                  McpOtlpMessage        *message);
void     mcp_otlp_message_init   (McpOtlpMessage        *self,
                                  McpMessage            *message);       /* (transfer full) */
void     mcp_otlp_message_clear  (McpOtlpMessage        *message);
char    *mcp_otlp_message_lookup (const McpOtlpMessage  *message,
                                  const char            *path);          /* (nullable) the token */
char    *mcp_otlp_message_dup_meta (const McpOtlpMessage *message,
                                  const char            *key);           /* (nullable) a string */
gboolean mcp_otlp_message_trace  (const McpOtlpMessage  *message,
                                  McpTraceContext       *context,
                                  char                 **state);         /* (out) (nullable) */

/* mcp-otlp-facts.c */
void     mcp_otlp_facts_describe (McpOtlpFacts          *self,
                                  McpOtlpSpan           *span,
                                  McpRecord             *request,
                                  const McpOtlpMessage  *message);
void     mcp_otlp_facts_head     (McpOtlpFacts          *self,
                                  McpOtlpSpan           *span,
                                  McpRecord             *head);
void     mcp_otlp_facts_end      (McpOtlpFacts          *self,
                                  McpOtlpSpan           *span);
void     mcp_otlp_facts_version  (McpOtlpSpan           *span,
                                  const char            *version);       /* (nullable) */
char    *mcp_otlp_facts_answer   (McpOtlpFacts          *self,
                                  McpOtlpSpan           *span,
                                  McpRecord             *answer,
                                  const McpOtlpMessage  *message,
                                  char                 **text);          /* (out) (nullable): of the status; returns error.type, (nullable) */
void     mcp_otlp_facts_progress (McpOtlpFacts          *self,
                                  McpOtlpSpan           *span,
                                  McpRecord             *record,
                                  const McpOtlpMessage  *message);

G_END_DECLS
