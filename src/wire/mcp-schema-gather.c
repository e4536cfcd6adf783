/* mcp-schema-gather.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-schema-private.h"

/* The fields of a form: the properties of an object schema and of its branches. */

/* What looking for an option counts. */
#define OPTION_COST_BYTES 16

static void
collect_required (McpSchemaLayers *root,
                  GHashTable      *required)
{
  for (guint i = 0; i < root->n_layers; i++)
    {
      McpJsonIter iter;
      McpSpan name;

      if (!mcp_json_begin (&iter, root->text, mcp_schema_member (root->text, root->layers[i], "required")))
        continue;
      while (!iter.is_object && mcp_json_iter_next (&iter, NULL, &name))
        {
          char *decoded = mcp_schema_dup_string (root->text, name);

          if (decoded != NULL)
            g_hash_table_add (required, decoded);
        }
    }
}

/* The fields of a form while they are gathered. */
typedef struct
{
  McpSchemaRefs refs;
  GPtrArray *fields;
  GHashTable *places; /* name -> index of its field */
  GHashTable *required;
} Gathering;

/* Adds the options of @other that @field does not have; FALSE when that would cost too much. */
static gboolean
merge_options (Gathering      *self,
               McpField       *field,
               const McpField *other)
{
  guint n = g_strv_length (field->enum_json);
  guint n_other = g_strv_length (other->enum_json);
  g_autoptr (GHashTable) known = NULL;

  self->refs.budget -= ((gint64) n + n_other) * OPTION_COST_BYTES;
  if (self->refs.budget < 0)
    return FALSE;

  known = g_hash_table_new (mcp_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (known, field->enum_json[i]);

  field->enum_json = g_renew (char *, field->enum_json, n + n_other + 1);
  field->enum_labels = g_renew (char *, field->enum_labels, n + n_other + 1);
  for (guint i = 0; i < n_other; i++)
    if (g_hash_table_add (known, other->enum_json[i]))
      {
        field->enum_json[n] = g_strdup (other->enum_json[i]);
        field->enum_labels[n++] = g_strdup (other->enum_labels[i]);
        field->enum_json[n] = NULL;
        field->enum_labels[n] = NULL;
      }

  g_free (field->type_label);
  field->type_label = g_strdup_printf (ngettext ("%u value", "%u values", n), n);

  return TRUE;
}

/* What two branches say of one property: options add up, else it is whatever either allows. */
static void
merge_field (Gathering      *self,
             McpField       *field,
             const McpField *other)
{
  if (field->kind == MCP_FIELD_ENUM && other->kind == MCP_FIELD_ENUM)
    {
      if (merge_options (self, field, other))
        return;
    }
  else if (field->kind == other->kind)
    {
      return;
    }

  g_clear_pointer (&field->enum_json, g_strfreev);
  g_clear_pointer (&field->enum_labels, g_strfreev);
  field->kind = MCP_FIELD_JSON;
  field->json_types = MCP_SCHEMA_ANY_TYPE;
  g_free (field->type_label);
  field->type_label = g_strdup (_("any"));
}

/*
 * A property that occurs twice stands where it was first and is what the last one says; one that
 * is in several branches is what any of them says.
 */
static void
add_field (Gathering *self,
           McpField  *field,
           gboolean   in_branch)
{
  gpointer place;

  if (!g_hash_table_lookup_extended (self->places, field->name, NULL, &place))
    {
      place = GUINT_TO_POINTER (self->fields->len);
      g_ptr_array_add (self->fields, field);
    }
  else if (in_branch)
    {
      merge_field (self, self->fields->pdata[GPOINTER_TO_UINT (place)], field);
      mcp_field_free (field);
      return;
    }
  else
    {
      McpField **slot = (McpField **) &self->fields->pdata[GPOINTER_TO_UINT (place)];

      /* The table's key is the name of the field that goes. */
      g_hash_table_remove (self->places, field->name);
      mcp_field_free (*slot);
      *slot = field;
    }

  g_hash_table_insert (self->places, field->name, place);
}

static void gather (Gathering *self,
                    McpSpan    schema,
                    gboolean   in_branch,
                    gboolean   certain,
                    guint      depth);

/* Each member of an allOf holds; of an anyOf or oneOf some do, and none of their properties must
 * be. */
static void
gather_branches (Gathering  *self,
                 McpSpan     layer,
                 const char *keyword,
                 gboolean    certain,
                 guint       depth)
{
  const char *text = self->refs.text;
  McpSpan branches = mcp_schema_member (text, layer, keyword);
  McpJsonIter iter;
  McpSpan value;

  if (depth >= MCP_SCHEMA_MAX_DEPTH || !mcp_json_begin (&iter, text, branches) || iter.is_object)
    return;

  self->refs.budget -= (gint64) branches.length * MCP_SCHEMA_N_KEYWORDS;
  while (self->refs.budget >= 0 && mcp_json_iter_next (&iter, NULL, &value))
    gather (self, value, TRUE, certain, depth + 1);
}

static void
gather (Gathering *self,
        McpSpan    schema,
        gboolean   in_branch,
        gboolean   certain,
        guint      depth)
{
  const char *text = self->refs.text;
  McpSchemaLayers layers;

  mcp_schema_layers_init (&layers, &self->refs, schema);
  if (certain)
    collect_required (&layers, self->required);

  /* The innermost layer first: a property said again nearer to the root is what counts. */
  for (guint i = layers.n_layers; i > 0; i--)
    {
      McpJsonIter iter;
      McpSpan key, value;

      if (!mcp_json_begin (&iter, text, mcp_schema_member (text, layers.layers[i - 1], "properties")))
        continue;
      while (iter.is_object && mcp_json_iter_next (&iter, &key, &value))
        add_field (self, mcp_schema_read_field (&self->refs, key, value), in_branch);
    }

  /* The last layer is the one that no single branch leads on from. */
  gather_branches (self, layers.layers[layers.n_layers - 1], "allOf", certain, depth);
  gather_branches (self, layers.layers[layers.n_layers - 1], "anyOf", FALSE, depth);
  gather_branches (self, layers.layers[layers.n_layers - 1], "oneOf", FALSE, depth);
}

/* Reads the properties of an object schema, in their order. The text is valid JSON. */
GPtrArray *
mcp_schema_read_fields (const char *text,
                        gsize       length)
{
  Gathering self = { .fields = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_field_free) };

  self.required = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self.places = g_hash_table_new (mcp_str_hash, g_str_equal);
  mcp_schema_refs_init (&self.refs, text, length, NULL);
  gather (&self, self.refs.root, FALSE, TRUE, 0);
  for (guint i = 0; i < self.fields->len; i++)
    {
      McpField *field = self.fields->pdata[i];

      field->required = g_hash_table_contains (self.required, field->name);
    }

  mcp_schema_refs_clear (&self.refs);
  g_hash_table_unref (self.required);
  g_hash_table_unref (self.places);

  return self.fields;
}
