/* mcp-schema-documents.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-schema-check-private.h"

/*
 * The documents beside a schema that it may lead to, and the dialect that $schema names. They are
 * the meta-schemas, and what mcp_schema_set_documents() has: never the network.
 */

#define VALIDATION "https://json-schema.org/draft/2020-12/vocab/validation"

static const struct
{
  const char *uri;
  const char *text;
} meta_schemas[] = {
#include "mcp-schema-meta.inc"
};

/* Dialects that are read without their meta-schema. */
static const char * const dialects[] = {
  "http://json-schema.org/draft-04/schema", "http://json-schema.org/draft-06/schema",
  "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2019-09/schema",
  "https://json-schema.org/draft/2020-12/schema", NULL,
};

/* Whether @uri, with or without a fragment, is of json-schema.org: every implementation has those. */
gboolean
mcp_schema_is_meta (const char *uri)
{
  g_autofree char *plain = g_strndup (uri, strcspn (uri, "#"));

  for (gsize i = 0; i < G_N_ELEMENTS (meta_schemas); i++)
    if (strcmp (meta_schemas[i].uri, plain) == 0)
      return TRUE;

  return g_strv_contains (dialects, plain);
}

static const char *
find_text (McpSchemaCheck *self,
           const char     *uri)
{
  for (gsize i = 0; i < G_N_ELEMENTS (meta_schemas); i++)
    if (strcmp (meta_schemas[i].uri, uri) == 0)
      return meta_schemas[i].text;

  return mcp_schema_find_document (self->whole, uri);
}

static void
refs_free (gpointer data)
{
  mcp_schema_refs_clear (data);
  g_free (data);
}

/* The vocabularies of a dialect of one's own (Core 2020-12 section 8.1.2). */
static void
read_vocabularies (McpSchemaRefs *refs,
                   const char    *meta_schema)
{
  McpSpan vocabularies;

  if (!mcp_json_lookup (meta_schema, strlen (meta_schema), "$vocabulary", &vocabularies))
    return;

  refs->asserts = mcp_schema_member (meta_schema, vocabularies, VALIDATION).length > 0;
}

static void
read_dialect (McpSchemaCheck *self,
              McpSchemaRefs  *refs)
{
  g_autofree char *dialect = mcp_json_lookup_string (refs->text, strlen (refs->text), "$schema");
  g_autofree char *shown = NULL;
  const char *text;
  gsize length;

  if (dialect == NULL)
    return;

  length = strlen (dialect);
  if (length > 0 && dialect[length - 1] == '#')
    dialect[length - 1] = '\0';
  /* Drafts up to 7 have an http: identifier, but people write https:. */
  if (g_str_has_prefix (dialect, "https://json-schema.org/draft-0"))
    memmove (dialect + strlen ("http"), dialect + strlen ("https"), strlen (dialect + strlen ("https")) + 1);
  if (g_strv_contains (dialects, dialect))
    return;

  text = find_text (self, dialect);
  if (text != NULL)
    {
      read_vocabularies (refs, text);
      return;
    }

  shown = mcp_text_elide (dialect, MCP_SCHEMA_MAX_QUOTED_BYTES);
  mcp_schema_check_note (self, MCP_SCHEMA_UNCHECKED, "$schema",
                         _("the dialect “%s” is not known, and read as 2020-12"), shown);
}

/* Of the schema itself. */
void
mcp_schema_check_read_dialect (McpSchemaCheck *self)
{
  read_dialect (self, self->refs);
}

/*
 * Gets the document that a URI with or without a fragment is in, or NULL. A document that names
 * itself by another URI is found by that, too.
 */
McpSchemaRefs *
mcp_schema_check_find_document (McpSchemaCheck *self,
                                const char     *uri)
{
  g_autofree char *plain = g_strndup (uri, strcspn (uri, "#"));
  McpSchemaRefs *refs;
  const char *text;

  if (self->documents == NULL)
    self->documents = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, refs_free);

  refs = g_hash_table_lookup (self->documents, plain);
  if (refs != NULL)
    return refs;

  text = find_text (self, plain);
  if (text == NULL)
    return NULL;

  refs = g_new0 (McpSchemaRefs, 1);
  mcp_schema_refs_init (refs, text, strlen (text), plain);
  read_dialect (self, refs);
  g_hash_table_insert (self->documents, g_steal_pointer (&plain), refs);

  return refs;
}
