/* mcp-test-reader.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"
#include "mcp-test-file.h"

G_BEGIN_DECLS

/* Reads members by tables of them. What is wrong is told with file, line and place. */
typedef struct
{
  McpTestFile  *file;
  const char   *name;   /* of the file, for errors */
  gsize         length;
  GError      **error;
} McpTestReader;

/* Reads a value into what @data points to. @place: where it stands, for errors. */
typedef gboolean McpTestReadFunc (McpTestReader *reader,
                                  const char    *place,
                                  McpSpan        value,
                                  gpointer       data);

/* A member of an object, and where it goes in the structure that is read. */
typedef struct
{
  const char      *key;
  McpJsonType      type;
  McpTestReadFunc *read;
  gsize            offset;
  gboolean         is_list;   /* @read is for each element, one after the other */
} McpTestMember;

gboolean    mcp_test_reader_fail          (McpTestReader       *reader,
                                           const char          *place,
                                           McpSpan              at,
                                           const char          *format,
                                           ...) G_GNUC_PRINTF (4, 5);
const char *mcp_test_reader_get_text      (const McpTestReader *reader,
                                           McpSpan              span);
char       *mcp_test_reader_dup_json      (const McpTestReader *reader,
                                           McpSpan              span);
gboolean    mcp_test_reader_read_nick     (McpTestReader       *reader,
                                           const char          *place,
                                           McpSpan              value,
                                           const char * const  *nicks,
                                           guint               *index);
gboolean    mcp_test_reader_read_object   (McpTestReader       *reader,
                                           const char          *place,
                                           McpSpan              object,
                                           const McpTestMember *members,
                                           guint                n_members,
                                           gpointer             data);
gboolean    mcp_test_reader_read_each     (McpTestReader       *reader,
                                           const char          *place,
                                           McpSpan              array,
                                           McpTestReadFunc     *read,
                                           gpointer             data);
gboolean    mcp_test_reader_has           (const McpTestReader *reader,
                                           McpSpan              object,
                                           const char          *key);
gboolean    mcp_test_reader_read_variable (McpTestReader       *reader,
                                           const char          *place,
                                           McpSpan              key,
                                           char               **name);

/* The next member of an object that @iter is at, where it stands in the file. */
gboolean    mcp_test_reader_next          (McpJsonIter         *iter,
                                           McpSpan              object,
                                           McpSpan             *key,
                                           McpSpan             *value);

/* For members: what is there before is freed. */
McpTestReadFunc mcp_test_reader_read_text;   /* char ** */
McpTestReadFunc mcp_test_reader_read_json;   /* char **: its tokens */
McpTestReadFunc mcp_test_reader_read_texts;  /* char *** */
McpTestReadFunc mcp_test_reader_add_text;    /* GStrvBuilder * */
McpTestReadFunc mcp_test_reader_ignore;

/* In mcp-test-step.c: adds one. */
McpTestReadFunc mcp_test_read_step;          /* GPtrArray **: of McpTestStep */
void            mcp_test_step_free (McpTestStep *self);

G_END_DECLS
