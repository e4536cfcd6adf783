/* mcp-redactor-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "mcp-redaction-rules.h"
#include "mcp-redactor-table.h"

G_BEGIN_DECLS

typedef struct
{
  const char            *text;
  guint32                first;   /* its first four bytes, in one case; three when it has no more */
  guint32                mask;
  guint                  length;
  guint                  sure;    /* how much of it every spelling begins with */
  McpMarkKind            kind;
  guint16                next;    /* with the same hash, 0 for none */
  guint8                 shift;   /* of base64: which of its first three bytes it begins with */
  const McpRedactorRule *rule;    /* (nullable): of what was told */
} McpMark;

/*
 * All that a secret can be recognised by, in one table: text in which no mark stands has none.
 * Does not change once it is made, so that threads may share it.
 */
typedef struct _McpMarks McpMarks;

#define MCP_MARK_HASH_BITS   13
#define MCP_MARK_FILTER_BITS 14

struct _McpMarks
{
  gatomicrefcount ref_count;
  guint8          filter[1 << MCP_MARK_FILTER_BITS]; /* by a longer hash, whether there is any */
  guint16         heads[1 << MCP_MARK_HASH_BITS]; /* by the hash of three bytes, 0 for none */
  GArray         *marks;      /* of McpMark; the first is none */
  GPtrArray      *secrets;    /* of char *, longest first */
  GPtrArray      *spellings;  /* of char *: secrets as JSON writes them */
  gboolean        escapable;  /* a secret may begin with an escape */
  McpRedactionRules *rules;   /* (nullable) */
};

/* Case does not count: "a" and "A" differ in one bit, which is set here. */
static inline guint
mcp_mark_hash_bytes (guint32 bytes)
{
  return (((bytes & 0xffffff) | 0x202020) * 0x9e3779b1u) >> (32 - MCP_MARK_FILTER_BITS);
}

static inline guint
mcp_mark_hash (const char *text)
{
  const guchar *bytes = (const guchar *) text;

  return mcp_mark_hash_bytes (bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16);
}

/* The first of the marks that may begin with these three bytes, 0 for none. */
static inline guint
mcp_marks_find_first (const McpMarks *self,
                      const char     *text)
{
  guint hash = mcp_mark_hash (text);

  return self->filter[hash] == 0 ? 0
                                 : self->heads[hash >> (MCP_MARK_FILTER_BITS - MCP_MARK_HASH_BITS)];
}

/* How far a text has no mark for sure, from @at on. */
static inline gsize
mcp_marks_skip (const McpMarks *self,
                const char     *text,
                gsize           length,
                gsize           at)
{
  while (at + 4 <= length)
    {
      guint32 bytes;

      memcpy (&bytes, text + at, sizeof bytes);
      if (self->filter[mcp_mark_hash_bytes (GUINT32_FROM_LE (bytes))] != 0)
        break;
      at++;
    }

  return at;
}

McpMarks *mcp_marks_new    (GPtrArray         *secrets,
                            McpRedactionRules *rules);
McpMarks *mcp_marks_ref    (McpMarks        *self);
void      mcp_marks_unref  (McpMarks        *self);
/* Whether a mark may begin with these bytes. */
static inline gboolean
mcp_mark_may_match (const McpMark *self,
                    const char    *text,
                    gsize          length)
{
  guint32 bytes = 0;

  if (length >= sizeof bytes)
    memcpy (&bytes, text, sizeof bytes);
  else
    memcpy (&bytes, text, 3);

  return ((bytes | 0x20202020) & self->mask) == self->first;
}

gboolean  mcp_mark_matches (const McpMark   *mark,
                            const char      *text,
                            gsize            length,
                            gsize            at);
gboolean  mcp_marks_are_in (const McpMarks  *self,
                            const char      *text,
                            gsize            length);

G_END_DECLS
