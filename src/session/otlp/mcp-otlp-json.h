/* mcp-otlp-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"

G_BEGIN_DECLS

/*
 * OTLP's JSON encoding (opentelemetry-proto, docs/specification.md, JSON Protobuf Encoding): ids are
 * hexadecimal, enumerations are numbers, integers of 64 bits are strings.
 */

/* Values of the enumerations of opentelemetry-proto. */
#define MCP_OTLP_SPAN_KIND_SERVER       2
#define MCP_OTLP_SPAN_KIND_CLIENT       3
#define MCP_OTLP_STATUS_CODE_ERROR      2
#define MCP_OTLP_TEMPORALITY_CUMULATIVE 2
#define MCP_OTLP_FLAGS_HAS_IS_REMOTE    0x100
#define MCP_OTLP_FLAGS_IS_REMOTE        0x200

typedef enum {
  MCP_OTLP_TRACES,
  MCP_OTLP_METRICS,
  MCP_OTLP_N_SIGNALS
} McpOtlpSignal;

/* Elements of an array: the comma is written where one is needed. */
void  mcp_otlp_attribute_string  (GString      *attributes,
                                  const char   *key,
                                  const char   *value);       /* (nullable): nothing is appended */
void  mcp_otlp_attribute_int     (GString      *attributes,
                                  const char   *key,
                                  gint64        value);
void  mcp_otlp_attribute_double  (GString      *attributes,
                                  const char   *key,
                                  double        value);

/* Members of an object. */
void  mcp_otlp_member_double     (GString      *object,
                                  const char   *key,
                                  double        value);
void  mcp_otlp_member_count      (GString      *object,
                                  const char   *key,
                                  guint64       value);
void  mcp_otlp_member_time       (GString      *object,
                                  const char   *key,
                                  gint64        wall_usec);

char *mcp_otlp_dup_resource      (const char   *service_name,  /* (nullable): "sounder" */
                                  const char   *instance,      /* (nullable): service.instance.id */
                                  const char   *attributes);   /* (nullable): as OTEL_RESOURCE_ATTRIBUTES */
char *mcp_otlp_wrap              (McpOtlpSignal signal,
                                  const char   *resource,
                                  const char   *items,         /* spans or metrics, with commas */
                                  gsize        *length);
GStrv mcp_otlp_parse_pairs       (const char   *text);         /* names and values in turn, of "a=b,c=%20" */

G_END_DECLS
