/* mcp-json-outline.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

/* A member of an object or an element of an array, counted from the start of the whole text. */
typedef struct
{
  McpSpan key;    /* with its quotes; of length 0 in an array */
  McpSpan value;  /* of length 0 until its end was found */
} McpJsonChild;

typedef enum {
  MCP_JSON_OUTLINE_CHILD,  /* the child has begun: its key and where its value begins are known */
  MCP_JSON_OUTLINE_WHOLE,  /* and now its length as well */
  MCP_JSON_OUTLINE_MORE,   /* the bytes of this step are used up */
  MCP_JSON_OUTLINE_END,    /* end of the container, or the rest is broken JSON */
} McpJsonOutlineEvent;

/**
 * McpJsonOutline:
 *
 * Finds the children of one object or array, in steps that read a bounded number of bytes each
 * wherever they stop: in the middle of a string of a hundred megabytes as well. A child is told of
 * when it begins, so that what stands before it need not be waited for. Allocated on the stack or
 * in another struct; the text must live as long.
 *
 * Takes text that is no JSON, too: it ends where it cannot go on, see is_broken.
 */
typedef struct
{
  McpJsonChild child;
  gsize        position;   /* how far it has read; behind the container at a good end */
  gboolean     is_object;
  gboolean     is_broken;  /* ended by a fault or by the end of the text */

  /*< private >*/
  const char  *data;
  gsize        end;
  gsize        depth;
  guint        phase;
  gboolean     in_string;
} McpJsonOutline;

gboolean            mcp_json_outline_init   (McpJsonOutline *self,
                                             const char     *text,
                                             gsize           length,
                                             gsize           container);
void                mcp_json_outline_resume (McpJsonOutline *self,
                                             const char     *text,
                                             gsize           length,
                                             gsize           child,
                                             gboolean        is_object);
McpJsonOutlineEvent mcp_json_outline_next   (McpJsonOutline *self,
                                             gsize           max_bytes);

G_END_DECLS
