/* mcp-schema-names.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

/* A member of an object, or a string of an array. */
typedef struct
{
  const char *name;    /* decoded; ends where its length says */
  gsize       length;
  McpSpan     value;   /* in the text they were read from */
} McpSchemaName;

/* The members of an object in their order, or the strings of an array: to be looked through and found in. */
typedef struct
{
  McpSchemaName *names;
  guint          n;
  GPtrArray     *decoded;  /* (nullable): names that are not written as they are */
  GHashTable    *index;    /* (nullable): where there are many */
} McpSchemaNames;

void                 mcp_schema_names_init       (McpSchemaNames       *self,
                                                  const char           *text,    /* stays */
                                                  McpSpan               container);
void                 mcp_schema_names_clear      (McpSchemaNames       *self);
/* The last of that name, or NULL. */
const McpSchemaName *mcp_schema_names_find       (const McpSchemaNames *self,
                                                  const char           *name,
                                                  gsize                 length);
guint                mcp_schema_names_count      (const McpSchemaNames *self);   /* each name once */

G_END_DECLS
