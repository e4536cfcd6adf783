/* mcp-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-number-private.h"
#include "mcp-schema-check-private.h"

/**
 * McpSchema:
 *
 * A JSON Schema as text, immutable and reference counted. Its fields are read when it is made;
 * values are checked in mcp-schema-validate.c.
 */

struct _McpSchema
{
  gatomicrefcount ref_count;
  char           *text;
  gsize           length;
  GPtrArray      *fields;
  GHashTable     *by_name;  /* name to McpField, both of fields */

  McpSchemaDocumentFunc documents; /* (nullable) */
  gpointer              documents_data;
};

G_DEFINE_BOXED_TYPE (McpSchema, mcp_schema, mcp_schema_ref, mcp_schema_unref)

/**
 * mcp_schema_new:
 * @text: a JSON Schema
 * @length: its length in bytes, -1 if it ends in NUL
 * @error: return location for an error of %MCP_ERROR_INVALID_MESSAGE
 *
 * Reads a schema. true and {} are schemas without fields; anything that is neither an object
 * nor a boolean is refused, whatever keywords say is not.
 *
 * Returns: (transfer full) (nullable): a new schema, or %NULL with an error
 */
McpSchema *
mcp_schema_new (const char  *text,
                gssize       length,
                GError     **error)
{
  McpSchema *self;
  McpJsonType type;

  g_return_val_if_fail (text != NULL, NULL);

  if (length < 0)
    length = strlen (text);
  if (!mcp_json_validate (text, length, error))
    return NULL;

  type = mcp_json_get_type (text, length);
  if (type != MCP_JSON_OBJECT && type != MCP_JSON_BOOLEAN)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                   _("A schema must be an object or a boolean"));
      return NULL;
    }

  self = g_new0 (McpSchema, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_strndup (text, length);
  self->length = length;
  self->fields = mcp_schema_read_fields (self->text, length);
  self->by_name = g_hash_table_new (mcp_str_hash, g_str_equal);

  for (guint i = 0; i < self->fields->len; i++)
    {
      McpField *field = self->fields->pdata[i];

      g_hash_table_insert (self->by_name, field->name, field);
    }

  return self;
}

/**
 * mcp_schema_ref:
 *
 * Adds a reference; safe from any thread.
 *
 * Returns: (transfer full): @self
 */
McpSchema *
mcp_schema_ref (McpSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * mcp_schema_unref:
 * @self: (transfer full): a schema
 *
 * Drops a reference; safe from any thread.
 */
void
mcp_schema_unref (McpSchema *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->fields);
  g_free (self->text);
  g_free (self);
}

void
mcp_schema_set_documents (McpSchema             *self,
                          McpSchemaDocumentFunc  func,
                          gpointer               user_data)
{
  g_return_if_fail (self != NULL);

  self->documents = func;
  self->documents_data = user_data;
}

const char *
mcp_schema_find_document (McpSchema  *self,
                          const char *uri)
{
  return self->documents != NULL ? self->documents (uri, self->documents_data) : NULL;
}

const char *
mcp_schema_get_text (McpSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

guint
mcp_schema_get_n_fields (McpSchema *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->fields->len;
}

const McpField *
mcp_schema_get_field (McpSchema *self,
                      guint      i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->fields->len, NULL);

  return self->fields->pdata[i];
}

/**
 * mcp_schema_find_field:
 * @name: the name of a property
 *
 * Finds a field by its name.
 *
 * Returns: (transfer none) (nullable): the field, or %NULL if no property has this name
 */
const McpField *
mcp_schema_find_field (McpSchema  *self,
                       const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_hash_table_lookup (self->by_name, name);
}

static char *
quote (const char *text)
{
  GString *out = g_string_new (NULL);

  mcp_json_append_string (out, text, -1);

  return g_string_free (out, FALSE);
}

static char *
refuse (const McpField *field,
        const char     *text,
        const char     *wanted,
        GError        **error)
{
  g_autofree char *shown = mcp_text_elide (text, MCP_SCHEMA_MAX_QUOTED_BYTES);

  /* Translators: the name of an argument, what it must be, such as “an integer”, what it is. */
  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” must be %s, not “%s”"),
               field->name, wanted, shown);

  return NULL;
}

static char *
type_number (const McpField *field,
             const char     *text,
             GError        **error)
{
  gsize length = strlen (text);

  if (mcp_json_get_type (text, length) != MCP_JSON_NUMBER ||
      !mcp_json_validate (text, length, NULL))
    return refuse (field, text, field->kind == MCP_FIELD_INTEGER ? _("an integer") : _("a number"),
                   error);

  if (field->kind == MCP_FIELD_INTEGER && !mcp_number_is_integer (text, length))
    return refuse (field, text, _("an integer"), error);

  return g_strdup (text);
}

static char *
type_enum (const McpField *field,
           const char     *text,
           const char     *trimmed,
           GError        **error)
{
  g_autofree char *wanted = NULL;
  g_autofree char *choices = NULL;

  for (guint i = 0; field->enum_json[i] != NULL; i++)
    {
      g_autofree char *said = mcp_json_dup_string (field->enum_json[i],
                                                   strlen (field->enum_json[i]));

      if (strcmp (field->enum_json[i], trimmed) == 0 || g_strcmp0 (said, text) == 0)
        return g_strdup (field->enum_json[i]);
    }

  /* A label may be what another value is: values come first. */
  for (guint i = 0; field->enum_json[i] != NULL; i++)
    if (strcmp (field->enum_labels[i], text) == 0)
      return g_strdup (field->enum_json[i]);

  choices = g_strjoinv (", ", field->enum_json);
  wanted = g_strdup_printf (_("one of %s"), choices);

  return refuse (field, text, wanted, error);
}

/* JSON of a type that may stand there is meant as such; anything else is a string, if it may be one. */
static char *
type_json (const McpField *field,
           const char     *text,
           const char     *trimmed,
           GError        **error)
{
  g_autoptr (GError) reason = NULL;
  guint types = field != NULL ? field->json_types : MCP_SCHEMA_ANY_TYPE;
  gboolean takes_string = (types & (1u << MCP_JSON_STRING)) != 0;
  gboolean is_json = mcp_json_validate (trimmed, -1, &reason);

  if (is_json
      && (!takes_string || (types & (1u << mcp_json_get_type (trimmed, strlen (trimmed)))) != 0))
    return g_strdup (trimmed);
  if (takes_string)
    return quote (text);

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "“%s”: %s", field->name, reason->message);

  return NULL;
}

/**
 * mcp_schema_type_value:
 * @field: (nullable): a field, or %NULL for an argument the schema does not name
 * @text: what a person typed
 * @error: return location for an error of %MCP_ERROR_USAGE
 *
 * Turns what was typed into JSON of the field's kind. Numbers stay exactly as typed. An option
 * is meant by its value, as JSON or plain, or by its label. "null" is null where the field may
 * be that and is no string. Without a field it is JSON if it can be read as such, else a string.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL with an error that names the field
 */
char *
mcp_schema_type_value (const McpField  *field,
                       const char      *text,
                       GError         **error)
{
  g_autofree char *trimmed = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  trimmed = g_strstrip (g_strdup (text));

  if (field == NULL)
    return type_json (NULL, text, trimmed, error);
  if (field->nullable && field->kind != MCP_FIELD_STRING && strcmp (trimmed, "null") == 0)
    return g_steal_pointer (&trimmed);

  switch (field->kind)
    {
    case MCP_FIELD_STRING:
      return quote (text);
    case MCP_FIELD_NUMBER:
    case MCP_FIELD_INTEGER:
      return type_number (field, trimmed, error);
    case MCP_FIELD_BOOLEAN:
      if (strcmp (trimmed, "true") == 0 || strcmp (trimmed, "false") == 0)
        return g_steal_pointer (&trimmed);
      return refuse (field, text, _("true or false"), error);
    case MCP_FIELD_ENUM:
      return type_enum (field, text, trimmed, error);
    case MCP_FIELD_MULTI:
    case MCP_FIELD_JSON:
    default:
      return type_json (field, text, trimmed, error);
    }
}
