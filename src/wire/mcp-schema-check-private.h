/* mcp-schema-check-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-private.h"
#include "mcp-pattern.h"
#include "mcp-schema-private.h"

G_BEGIN_DECLS

/* One run of a schema over a value. */
typedef struct
{
  const char    *schema;    /* texts; all spans count from their starts */
  const char    *value;
  McpSchemaRefs  refs;
  GPtrArray     *errors;
  GString       *path;      /* JSON Pointer to the value that is being checked */
  GHashTable    *patterns;  /* (nullable) text to McpPattern; NULL: none is run here */
  GHashTable    *noted;     /* what has been said once */
  guint          n_unsure;  /* how often something could not be checked, and was taken to fit */
  guint          depth;
  guint          n_trials;  /* over 0: only the answer is wanted, not the reasons */
  gint64         budget;    /* bytes that may still be read */
  gint64         deadline_usec;
  guint          n_charges;
  const char    *gave_up;   /* why nothing more is checked */
  gboolean       ref_alone; /* before 2019-09 the keywords beside $ref do not count */
} McpSchemaCheck;

/* A schema and the value it is applied to. */
typedef struct
{
  McpSchemaCheck *check;
  McpSpan         schema;
  McpSpan         value;
  McpJsonType     type;
  GHashTable     *members;  /* of an object: decoded name to McpSpan; made on first use */
} McpSchemaPlace;

typedef gboolean (*McpSchemaKeywordFunc) (McpSchemaPlace *place,
                                          McpSpan         keyword);

typedef struct
{
  const char           *name;
  McpJsonType           type;  /* of the value it is about; NONE for all */
  McpSchemaKeywordFunc  func;
} McpSchemaKeyword;

/* Those that look at the value and those that apply other schemas; each ends with a NULL name. */
extern const McpSchemaKeyword mcp_schema_assertions[];
extern const McpSchemaKeyword mcp_schema_applicators[];

gboolean    mcp_schema_check_apply   (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value);
gboolean    mcp_schema_check_member  (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value,
                                      const char     *name);
gboolean    mcp_schema_check_element (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value,
                                      guint           index);
gboolean    mcp_schema_check_try     (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value);
gboolean    mcp_schema_check_charge  (McpSchemaCheck *self,
                                      gsize           bytes);
McpPatternResult mcp_schema_check_match (McpSchemaCheck *self,
                                         const char     *pattern,
                                         const char     *text);
gboolean    mcp_schema_check_report  (McpSchemaCheck *self,
                                      const char     *keyword,
                                      const char     *format,
                                      ...) G_GNUC_PRINTF (3, 4);
void        mcp_schema_check_note    (McpSchemaCheck *self,
                                      McpSchemaVerdict  verdict,
                                      const char     *keyword,
                                      const char     *format,
                                      ...) G_GNUC_PRINTF (4, 5);

McpSpan     mcp_schema_place_keyword (McpSchemaPlace *self,
                                      const char     *name);
GHashTable *mcp_schema_place_members (McpSchemaPlace *self);

G_END_DECLS
