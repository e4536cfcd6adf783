/* mcp-schema-check-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-private.h"
#include "mcp-pattern.h"
#include "mcp-schema-names.h"
#include "mcp-schema-private.h"

G_BEGIN_DECLS

/*
 * What of an object or array the schemas of one place have looked at, for unevaluatedProperties and
 * unevaluatedItems (Core 2020-12 section 11).
 */
typedef struct
{
  gboolean    all;
  guint       n_first;   /* elements, from the first on */
  GHashTable *names;     /* (nullable) decoded */
  GHashTable *elements;  /* (nullable) their numbers */
} McpSchemaSeen;

/* A member or an element on the way to a value. */
typedef struct _McpSchemaStep McpSchemaStep;
struct _McpSchemaStep
{
  const McpSchemaStep *outer;   /* (nullable) */
  const char          *name;    /* (nullable) NULL: an element */
  gsize                length;
  guint                index;
};

/* One run of a schema over a value. */
typedef struct
{
  const char    *schema;    /* texts; all spans count from their starts */
  const char    *value;
  McpSchemaRefs *refs;      /* of the document that @schema is */
  McpSchema     *whole;
  GHashTable    *documents; /* (nullable) URI to McpSchemaRefs of others that were led to */
  GArray        *scope;     /* the resources that led here, from the outermost */
  McpSchemaSeen *seen;      /* (nullable) by all schemas of this place of the value; NULL: nobody asks */
  GPtrArray     *errors;
  const McpSchemaStep *at;  /* (nullable) the value that is being checked; NULL: the whole */
  gsize          keyword;   /* where the one that is being looked at stands in @schema */
  GHashTable    *patterns;  /* (nullable) text to McpPattern; NULL: none is run here */
  GHashTable    *noted;     /* what has been said once */
  guint          n_unsure;  /* how often something could not be checked, and was taken to fit */
  guint          depth;
  guint          n_trials;  /* over 0: only the answer is wanted, not the reasons */
  gint64         budget;    /* bytes that may still be read */
  gint64         deadline_usec;
  guint          n_charges;
  const char    *gave_up;   /* why nothing more is checked */
} McpSchemaCheck;

typedef struct _McpSchemaPlace McpSchemaPlace;

typedef gboolean (*McpSchemaKeywordFunc) (McpSchemaPlace *place,
                                          McpSpan         keyword);

typedef struct
{
  const char           *name;
  McpJsonType           type;  /* values the keyword applies to; NONE: every type */
  McpSchemaKeywordFunc  func;
} McpSchemaKeyword;

/* A member of a schema. */
typedef struct
{
  McpSpan                 key;
  McpSpan                 value;
  const McpSchemaKeyword *keyword;     /* (nullable): one that is not applied by itself */
  gboolean                asserts;     /* it is of the vocabulary of validation */
  gboolean                comes_last;
} McpSchemaEntry;

/* A schema that was read. */
typedef struct
{
  GArray  *entries;       /* of McpSchemaEntry */
  gboolean asks_members;  /* has unevaluatedProperties */
  gboolean asks_elements; /* has unevaluatedItems */
} McpSchemaNode;

/* A schema and the value it is applied to. */
struct _McpSchemaPlace
{
  McpSchemaCheck *check;
  McpSpan         schema;
  McpSpan         value;
  McpJsonType     type;
  const McpSchemaNode *node;
  McpSchemaNames  members;  /* of an object; made on first use */
  gboolean        has_members;
};

/* Those that look at the value and those that apply other schemas; each ends with a NULL name. */
extern const McpSchemaKeyword mcp_schema_assertions[];
extern const McpSchemaKeyword mcp_schema_applicators[];

gboolean    mcp_schema_check_apply   (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value);
gboolean    mcp_schema_check_member  (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value,
                                      const char     *name,
                                      gsize           length);
gboolean    mcp_schema_check_element (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value,
                                      guint           index);
gboolean    mcp_schema_check_try     (McpSchemaCheck *self,
                                      McpSpan         schema,
                                      McpSpan         value);
gboolean    mcp_schema_check_try_apart (McpSchemaCheck *self,
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
gboolean    mcp_schema_check_report_lack (McpSchemaCheck *self,
                                          const char     *keyword,
                                          const char     *name,
                                          gsize           length);
void        mcp_schema_check_note    (McpSchemaCheck *self,
                                      McpSchemaVerdict  verdict,
                                      const char     *keyword,
                                      const char     *format,
                                      ...) G_GNUC_PRINTF (4, 5);

/* mcp-schema-seen.c */
void        mcp_schema_seen_clear       (McpSchemaSeen  *self);
void        mcp_schema_seen_add_name    (McpSchemaSeen  *self,    /* (nullable), as below */
                                         const char     *name,
                                         gsize           length);
void        mcp_schema_seen_add_element (McpSchemaSeen  *self,
                                         guint           index);
void        mcp_schema_seen_add_first   (McpSchemaSeen  *self,
                                         guint           n);
void        mcp_schema_seen_add_all     (McpSchemaSeen  *self);
void        mcp_schema_seen_merge       (McpSchemaSeen  *self,
                                         McpSchemaSeen  *other);
gboolean    mcp_schema_seen_has_name    (McpSchemaSeen  *self,
                                         const char     *name,
                                         gsize           length);
gboolean    mcp_schema_seen_has_element (McpSchemaSeen  *self,
                                         guint           index);

/* mcp-schema-node.c: what was read stays as long as @self. */
const McpSchemaNode  *mcp_schema_refs_get_node  (McpSchemaRefs *self,
                                                 McpSpan        schema);
const McpSchemaNames *mcp_schema_refs_get_names (McpSchemaRefs *self,
                                                 McpSpan        container);

/* mcp-schema-documents.c */
McpSchemaRefs *mcp_schema_check_find_document (McpSchemaCheck *self,
                                               const char     *uri);
const char *mcp_schema_find_document    (McpSchema      *self,
                                         const char     *uri);
void        mcp_schema_check_read_dialect (McpSchemaCheck *self);

/* mcp-schema-references.c */
gboolean    mcp_schema_check_ref         (McpSchemaPlace *place,
                                          McpSpan         keyword);
gboolean    mcp_schema_check_dynamic_ref (McpSchemaPlace *place,
                                          McpSpan         keyword);
GArray     *mcp_schema_check_new_scope   (void);
gsize       mcp_schema_check_enter       (McpSchemaCheck *self,
                                          gsize           position);
void        mcp_schema_check_leave       (McpSchemaCheck *self,
                                          gsize           depth);

McpSpan     mcp_schema_place_keyword (McpSchemaPlace *self,
                                      const char     *name);
const McpSchemaNames *mcp_schema_place_members (McpSchemaPlace *self);

G_END_DECLS
