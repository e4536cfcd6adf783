/* mcp-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "mcp-scan.h"

G_BEGIN_DECLS

/*
 * JSON as text: reading members and elements, writing, printing, all without changing a token.
 * The readers take text that mcp_scan() or mcp_json_validate() has called valid.
 */

/**
 * McpJsonIter:
 *
 * Walks the members of an object or the elements of an array, one level, in order,
 * duplicates included. Allocated on the stack; valid while the text is.
 */
typedef struct
{
  /*< private >*/
  const char *data;
  gsize       end;
  gsize       position;
  gboolean    is_object;
} McpJsonIter;

gboolean    mcp_json_iter_init        (McpJsonIter  *iter,
                                       const char   *text,
                                       gsize         length);
gboolean    mcp_json_iter_next        (McpJsonIter  *iter,
                                       McpSpan      *key,
                                       McpSpan      *value);

gboolean    mcp_json_validate         (const char   *text,
                                       gssize        length,
                                       GError      **error);
void        mcp_json_blank_comments   (char         *text);
McpJsonType mcp_json_get_type         (const char   *text,
                                       gsize         length);
const char *mcp_json_type_get_name    (McpJsonType   type);
gboolean    mcp_json_lookup           (const char   *text,
                                       gsize         length,
                                       const char   *path,
                                       McpSpan      *value);
char       *mcp_json_dup_string       (const char   *text,
                                       gsize         length);
GBytes     *mcp_json_dup_bytes        (const char   *text,
                                       gsize         length);
char       *mcp_json_lookup_string    (const char   *text,
                                       gsize         length,
                                       const char   *path);
gboolean    mcp_json_lookup_int64     (const char   *text,
                                       gsize         length,
                                       const char   *path,
                                       gint64       *value);
gboolean    mcp_json_lookup_double    (const char   *text,
                                       gsize         length,
                                       const char   *path,
                                       double       *value);
gboolean    mcp_json_lookup_boolean   (const char   *text,
                                       gsize         length,
                                       const char   *path,
                                       gboolean     *value);
guint       mcp_json_count            (const char   *text,
                                       gsize         length);
int         mcp_json_compare_numbers  (const char   *a,
                                       gsize         a_length,
                                       const char   *b,
                                       gsize         b_length);
gboolean    mcp_json_key_equal        (const char   *key,
                                       gsize         length,
                                       const char   *name);
gboolean    mcp_json_equal            (const char   *a_text,
                                       McpSpan       a,
                                       const char   *b_text,
                                       McpSpan       b);
guint64     mcp_json_hash             (const char   *text,
                                       McpSpan       value);

/* Writing: appends to a GString. */
gboolean    mcp_json_is_plain         (const char   *text,
                                       gsize         length);
void        mcp_json_append_string    (GString      *out,
                                       const char   *text,
                                       gssize        length);
void        mcp_json_append_comma     (GString      *out);
void        mcp_json_append_key       (GString      *out,
                                       const char   *key);
void        mcp_json_append_member    (GString      *out,
                                       const char   *key,
                                       const char   *value);
void        mcp_json_append_member_string (GString      *out,
                                           const char   *key,
                                           const char   *value);
void        mcp_json_append_member_int    (GString      *out,
                                           const char   *key,
                                           gint64        value);

/* Printing: no token changes, only the space between tokens. */
typedef struct
{
  guint    indent;            /* spaces a level; 0 is 2 */
  gsize    max_string_bytes;  /* longer strings are elided in the middle; 0 is no limit */
  gsize    max_bytes;         /* stop after this much; 0 is no limit */
  guint    n_elided_strings;  /* out: how many strings were elided */
  gboolean truncated;         /* out: max_bytes was met */
} McpJsonPrint;

char       *mcp_json_pretty           (const char   *text,
                                       gsize         length,
                                       McpJsonPrint *options,
                                       gsize        *out_length);
char       *mcp_json_one_line         (const char   *text,
                                       gsize         length,
                                       gsize        *out_length);

G_END_DECLS
