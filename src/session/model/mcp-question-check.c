/* mcp-question-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-question.h"

/* Whether a form and its answer are what client/elicitation allows. Pure. */

/* The text of a member that is a string, for a format to look at. */
static gboolean
check_formats (McpSchema   *schema,
               const char  *content,
               GError     **error)
{
  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);
      McpJsonIter iter;
      McpSpan key, value;

      if (field->format == NULL || !mcp_json_iter_init (&iter, content, strlen (content)))
        continue;

      while (iter.is_object && mcp_json_iter_next (&iter, &key, &value))
        {
          g_autofree char *text = NULL;

          if (!mcp_json_key_equal (content + key.offset, key.length, field->name)
              || mcp_json_get_type (content + value.offset, value.length) != MCP_JSON_STRING)
            continue;

          text = mcp_json_dup_string (content + value.offset, value.length);
          if (text != NULL && !mcp_schema_check_format (field->format, text))
            {
              g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: not of the format “%s”"),
                           field->name, field->format);
              return FALSE;
            }
        }
    }

  return TRUE;
}

/**
 * mcp_question_check_content:
 * @self: a question of kind form
 * @content: a JSON object
 *
 * Checks an answer against what the server asked for, formats included. A client should; an
 * inspector may send it all the same. What would take long to check, a pattern for one, passes.
 *
 * Returns: %FALSE with the first thing that is wrong
 */
gboolean
mcp_question_check_content (McpQuestion  *self,
                            const char   *content,
                            GError      **error)
{
  McpSchema *schema;
  g_autoptr (GPtrArray) problems = NULL;

  g_return_val_if_fail (MCP_IS_QUESTION (self), FALSE);
  g_return_val_if_fail (content != NULL, FALSE);

  if (!mcp_json_validate (content, -1, error))
    return FALSE;

  schema = mcp_question_get_schema (self, NULL);
  if (schema == NULL)
    return TRUE;

  problems = mcp_schema_validate_quickly (schema, content, -1);
  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      McpSchemaError *first = g_ptr_array_index (problems, i);

      if (first->verdict != MCP_SCHEMA_BREAKS)
        continue;

      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s%s%s", first->path,
                   *first->path != '\0' ? ": " : "", first->message);
      return FALSE;
    }

  return check_formats (schema, content, error);
}

/**
 * mcp_question_dup_misfit:
 *
 * Gets in which way the content that a form was accepted with breaks the form. A person is told
 * before it is sent; a rule sends what it says.
 *
 * Returns: (transfer full) (nullable): the first thing that is wrong
 */
char *
mcp_question_dup_misfit (McpQuestion *self)
{
  const char *answer;
  g_autofree char *action = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  answer = mcp_question_get_info (self)->answer;
  if (answer == NULL || mcp_question_get_info (self)->kind != MCP_QUESTION_FORM)
    return NULL;

  action = mcp_json_lookup_string (answer, strlen (answer), "action");
  if (g_strcmp0 (action, "accept") != 0)
    return NULL;

  content = mcp_json_lookup (answer, strlen (answer), "content", &span)
              ? g_strndup (answer + span.offset, span.length)
              : g_strdup ("{}");

  return mcp_question_check_content (self, content, &error) ? NULL : g_strdup (error->message);
}

static gboolean
is_string (const char *json)
{
  return mcp_json_get_type (json, strlen (json)) == MCP_JSON_STRING;
}

/* Options must be strings: one-of and the list of several are enums of strings alone. */
static gboolean
has_string_options (const McpField *field)
{
  for (guint i = 0; field->enum_json[i] != NULL; i++)
    if (!is_string (field->enum_json[i]))
      return FALSE;

  return TRUE;
}

static gboolean
is_restricted (const McpField *field)
{
  static const char *const formats[] = { "email", "uri", "date", "date-time", NULL };

  if (field->nullable)
    return FALSE;

  switch (field->kind)
    {
    case MCP_FIELD_STRING:
      return field->format == NULL || g_strv_contains (formats, field->format);

    case MCP_FIELD_ENUM:
    case MCP_FIELD_MULTI:
      return has_string_options (field);

    case MCP_FIELD_NUMBER:
    case MCP_FIELD_INTEGER:
    case MCP_FIELD_BOOLEAN:
      return TRUE;

    case MCP_FIELD_JSON:
    default:
      return FALSE;
    }
}

static void
note_missing_names (McpSchema    *schema,
                    GStrvBuilder *notes)
{
  const char *text = mcp_schema_get_text (schema);
  McpJsonIter iter;
  McpSpan required, value;

  if (!mcp_json_lookup (text, strlen (text), "required", &required)
      || !mcp_json_iter_init (&iter, text + required.offset, required.length) || iter.is_object)
    return;

  text += required.offset;
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + value.offset, value.length);
      g_autofree char *note = NULL;

      if (name == NULL || mcp_schema_find_field (schema, name) != NULL)
        continue;
      note = g_strdup_printf (_("“%s” is required, but there is no such property."), name);
      g_strv_builder_add (notes, note);
    }
}

/**
 * mcp_question_dup_notes:
 *
 * Lists what is wrong with a form itself: properties outside the restricted subset of JSON Schema
 * that a form may use (client/elicitation, requested schema), names that are required and do not
 * exist, no schema at all. The texts quote the server: they are not safe to show as they are.
 *
 * Returns: (transfer full): translated sentences; none for other kinds
 */
GStrv
mcp_question_dup_notes (McpQuestion *self)
{
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;
  McpSchema *schema;

  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  if (mcp_question_get_info (self)->kind != MCP_QUESTION_FORM)
    return g_strv_builder_end (notes);

  schema = mcp_question_get_schema (self, &error);
  if (schema == NULL)
    {
      g_strv_builder_add (notes, error->message);
      return g_strv_builder_end (notes);
    }

  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);
      g_autofree char *note = NULL;

      if (is_restricted (field))
        continue;
      note = g_strdup_printf (_("“%s” is outside the restricted subset of JSON Schema that a form "
                                "may use."),
                              field->name);
      g_strv_builder_add (notes, note);
    }
  note_missing_names (schema, notes);

  return g_strv_builder_end (notes);
}
