/* mcp-redactor-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redaction-rules.h"

G_BEGIN_DECLS

/* What a mark may be the start or the middle of. */
typedef enum {
  MCP_MARK_KNOWN,     /* a secret that was told */
  MCP_MARK_NAME,      /* the name of a member, of a setting, of a header */
  MCP_MARK_TOKEN,     /* a token that shows by its prefix whose it is */
  MCP_MARK_BEARER,
  MCP_MARK_USERINFO,
  MCP_MARK_PEM,
  MCP_MARK_ESCAPE,    /* "\u", which may spell anything */
} McpMarkKind;

typedef struct
{
  const char  *text;
  gsize        length;
  gsize        sure;    /* how much of it every spelling begins with */
  McpMarkKind  kind;
  guint16      next;    /* with the same hash, 0 for none */
} McpMark;

/*
 * All that a secret can be recognised by, in one table: text in which no mark stands has none.
 * Does not change once it is made, so that threads may share it.
 */
typedef struct _McpMarks McpMarks;

#define MCP_MARK_HASH_BITS 13

struct _McpMarks
{
  gatomicrefcount ref_count;
  guint16         heads[1 << MCP_MARK_HASH_BITS]; /* by the hash of three bytes, 0 for none */
  GArray         *marks;      /* of McpMark; the first is none */
  GPtrArray      *secrets;    /* of char *, longest first */
  GPtrArray      *spellings;  /* of char *: secrets as JSON writes them */
  gboolean        escapable;  /* a secret may begin with an escape */
  McpRedactionRules *rules;   /* (nullable) */
};

/* Case does not count: "a" and "A" differ in one bit, which is set here. */
static inline guint
mcp_mark_hash (const char *text)
{
  const guchar *bytes = (const guchar *) text;
  guint32 folded = (bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16) | 0x202020;

  return (folded * 0x9e3779b1u) >> (32 - MCP_MARK_HASH_BITS);
}

McpMarks *mcp_marks_new    (GPtrArray         *secrets,
                            McpRedactionRules *rules);
McpMarks *mcp_marks_ref    (McpMarks        *self);
void      mcp_marks_unref  (McpMarks        *self);
gboolean  mcp_mark_matches (const McpMark   *mark,
                            const char      *text,
                            gsize            length);
gboolean  mcp_marks_are_in (const McpMarks  *self,
                            const char      *text,
                            gsize            length);

G_END_DECLS
