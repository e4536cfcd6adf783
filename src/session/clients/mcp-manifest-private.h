/* mcp-manifest-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-edit.h"

G_BEGIN_DECLS

/* The inputs of a server.json: what has a value, and what a person is asked for. */

typedef struct
{
  const char *text;
  gsize       length;
} McpManifestValue;

/* A package or an address that is being read. */
typedef struct
{
  GString    *args;      /* JSON array that is not closed */
  GString    *env;       /* JSON object that is not closed; for an address its headers */
  GString    *names;     /* "-e NAME" for containers: elements of an array */
  GString    *inputs;    /* JSON array that is not closed */
  GHashTable *ids;       /* of inputs */
  GHashTable *left_out;
  char       *problem;   /* (nullable) */
} McpManifestWay;

McpJsonType  mcp_manifest_get_type    (McpManifestValue  value);
gboolean     mcp_manifest_find        (McpManifestValue  object,
                                       const char       *key,    /* as it is spelled now */
                                       McpManifestValue *value);
char        *mcp_manifest_get_text    (McpManifestValue  object,
                                       const char       *key);   /* (nullable) */
void         mcp_manifest_fail        (McpManifestWay   *self,
                                       char             *problem);  /* (transfer full) */
char        *mcp_manifest_check_plain (McpManifestWay   *self,
                                       char             *text);  /* (transfer full); returns it */
char        *mcp_manifest_fill        (McpManifestWay   *self,
                                       McpManifestValue  input,
                                       const char       *text);
char        *mcp_manifest_resolve     (McpManifestWay   *self,
                                       McpManifestValue  input,
                                       const char       *hint);  /* (nullable) */

G_END_DECLS
