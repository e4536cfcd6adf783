/* mcp-schema.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-scan.h"

G_BEGIN_DECLS

/* Of more nobody makes a form, for who asks for it would wait: the value is written as JSON. */
#define MCP_SCHEMA_MAX_FORM_BYTES (512 * 1024)

#define MCP_TYPE_SCHEMA (mcp_schema_get_type ())

/*
 * A JSON Schema (2020-12 and draft-07 keywords), kept as text. Answers two questions: what
 * fields a form needs, and whether a value fits. Never fetches a $ref over the network.
 */
typedef struct _McpSchema McpSchema;

typedef enum {
  MCP_FIELD_STRING,
  MCP_FIELD_NUMBER,
  MCP_FIELD_INTEGER,
  MCP_FIELD_BOOLEAN,
  MCP_FIELD_ENUM,
  MCP_FIELD_MULTI,  /* an array of options */
  MCP_FIELD_JSON,   /* all that a form cannot draw: edited as text */
} McpFieldKind;

/* One property of an object schema. Owned by the schema. All JSON here is exact text. */
typedef struct
{
  char          *name;
  char          *title;        /* (nullable) */
  char          *description;  /* (nullable) */
  McpFieldKind   kind;
  gboolean       required;
  gboolean       nullable;
  char          *type_label;   /* "string", "integer · 1 – 14", for display */
  char          *default_json; /* (nullable) */
  char          *format;       /* (nullable) */
  char         **enum_json;    /* (nullable) each option as JSON: of ENUM and MULTI */
  char         **enum_labels;  /* (nullable) what to show for each */
  guint          json_types;   /* of JSON: bits by McpJsonType of what may stand there */
  char          *schema_json;  /* the property's own schema */
} McpField;

typedef enum {
  MCP_SCHEMA_BREAKS,     /* the value does not fit */
  MCP_SCHEMA_UNCHECKED,  /* nobody can tell, here, whether it does */
  MCP_SCHEMA_BROKEN,     /* the same, for the schema itself is wrong */
} McpSchemaVerdict;

/* One way in which a value does not fit, or one thing that was not checked. */
typedef struct
{
  McpSchemaVerdict verdict;
  char *path;     /* JSON Pointer into the value, "" for the whole */
  char *message;
  char *keyword;  /* "required", "type" … */
  char *lacking;  /* (nullable): the property that is required and not there */
  char *schema_path;  /* where it stands: a JSON Pointer, behind the URI of another document; "" for none */
} McpSchemaError;

GType            mcp_schema_get_type      (void) G_GNUC_CONST;
McpSchema       *mcp_schema_new           (const char       *text,
                                           gssize            length,
                                           GError          **error);
McpSchema       *mcp_schema_ref           (McpSchema        *self);
void             mcp_schema_unref         (McpSchema        *self);
/*
 * Another document that a $ref leads to: @uri is absolute and has no fragment. Returns: (transfer
 * none) (nullable).
 */
typedef const char *(*McpSchemaDocumentFunc) (const char *uri,
                                              gpointer    user_data);
void             mcp_schema_set_documents (McpSchema       *self,      /* before it is shared between threads */
                                           McpSchemaDocumentFunc func,
                                           gpointer          user_data);
const char      *mcp_schema_get_text      (McpSchema        *self);
guint            mcp_schema_get_n_fields  (McpSchema        *self);
const McpField  *mcp_schema_get_field     (McpSchema        *self,
                                           guint             i);
const McpField  *mcp_schema_find_field    (McpSchema        *self,
                                           const char       *name);
void             mcp_field_free           (McpField        *self);
char            *mcp_schema_type_value    (const McpField   *field,
                                           const char       *text,
                                           GError          **error);
GPtrArray       *mcp_schema_validate      (McpSchema        *self,
                                           const char       *value,
                                           gssize            length);
GPtrArray       *mcp_schema_validate_quickly (McpSchema    *self,
                                           const char       *value,
                                           gssize            length);
GPtrArray       *mcp_schema_examine      (const char       *text,
                                          gsize             length,
                                          gboolean          is_2020,
                                          gint64           *budget,
                                          guint             max_errors);
gboolean         mcp_schema_check_format  (const char       *format,
                                           const char       *text);
void             mcp_schema_error_free    (McpSchemaError   *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpField, mcp_field_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSchema, mcp_schema_unref)

G_END_DECLS
