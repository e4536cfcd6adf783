/* sounder-arguments-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-arguments"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-validation.h"
#include "sounder-arguments-private.h"

/* What is wrong with arguments: text that is not of its field's kind, and what the schema says. */

static void
add_slot_error (SounderArguments *self,
                guint             i,
                const char       *message)
{
  SounderArgument *slot = &self->slots[i];

  self->n_errors++;
  if (slot->error == NULL)
    slot->error = g_strdup (message);
}

static void
add_general_error (SounderArguments *self,
                   const char       *path,
                   const char       *message)
{
  g_autofree char *before = g_steal_pointer (&self->general_error);
  g_autofree char *line =
    *path != '\0' ? g_strdup_printf ("%s: %s", path, message) : g_strdup (message);

  self->n_errors++;
  self->general_error = before != NULL ? g_strjoin ("\n", before, line, NULL)
                                       : g_steal_pointer (&line);
}

/* The field that a JSON Pointer leads into, or -1. @rest is what follows. */
static int
find_pointer (SounderArguments *self,
              const char       *path,
              const char      **rest)
{
  if (*path != '/')
    return -1;

  for (guint i = 0; i < self->n_slots; i++)
    {
      const McpField *field = mcp_schema_get_field (self->schema, i);
      g_autoptr (GString) escaped = g_string_new (field->name);

      g_string_replace (escaped, "~", "~0", 0);
      g_string_replace (escaped, "/", "~1", 0);
      if (!g_str_has_prefix (path + 1, escaped->str))
        continue;

      *rest = path + 1 + escaped->len;
      if (**rest == '\0' || **rest == '/')
        return i;
    }

  return -1;
}

static gboolean
is_told_at_its_field (SounderArguments     *self,
                      const McpSchemaError *error)
{
  if (*error->path != '\0' || g_strcmp0 (error->keyword, "required") != 0)
    return FALSE;

  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].error != NULL
        && strstr (error->message, mcp_schema_get_field (self->schema, i)->name) != NULL)
      return TRUE;

  return FALSE;
}

/* What could not be checked is told, and is no error. */
static void
add_unchecked (SounderArguments     *self,
               const McpSchemaError *error)
{
  g_autofree char *message = g_strdup_printf (_("Could not be checked: %s"), error->message);

  add_general_error (self, error->path, message);
  self->n_errors--;
}

static void
add_schema_error (SounderArguments     *self,
                  const McpSchemaError *error)
{
  const char *rest = "";
  int i = find_pointer (self, error->path, &rest);

  if (error->verdict != MCP_SCHEMA_BREAKS)
    {
      add_unchecked (self, error);
    }
  else if (i < 0)
    {
      if (!is_told_at_its_field (self, error))
        add_general_error (self, error->path, error->message);
    }
  else if (*rest == '\0')
    {
      add_slot_error (self, i, error->message);
    }
  else
    {
      g_autofree char *message = g_strdup_printf ("%s: %s", rest, error->message);

      add_slot_error (self, i, message);
    }
}

static void
check_format (SounderArguments *self,
              guint             i)
{
  static const struct
  {
    const char *format;
    const char *message;
  } messages[] = {
    { "email", N_("Not an e-mail address") },
    { "uri", N_("Not an address (URI)") },
    { "date", N_("Not a date: 2026-07-28") },
    { "date-time", N_("Not a date and time: 2026-07-28T12:00:00Z") },
  };
  const McpField *field = mcp_schema_get_field (self->schema, i);
  const SounderArgument *slot = &self->slots[i];

  if (field->kind != MCP_FIELD_STRING || field->format == NULL
      || slot->state != SOUNDER_ARGUMENT_VALUE
      || mcp_schema_check_format (field->format, slot->text))
    return;

  for (guint k = 0; k < G_N_ELEMENTS (messages); k++)
    if (g_str_equal (messages[k].format, field->format))
      add_slot_error (self, i, _(messages[k].message));
}

static void
judged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderArguments) self = user_data;
  GPtrArray *errors = mcp_validation_run_finish (result, NULL);

  /* Cancelled: the arguments have changed. */
  if (errors == NULL)
    return;

  g_clear_object (&self->judging);
  self->judged = errors;
  sounder_arguments_emit_judged (self);
}

/* What the schema says, as far as that is known by now. */
static GPtrArray *
ask_schema (SounderArguments *self)
{
  g_autofree char *json = sounder_arguments_to_json (self);
  g_autoptr (GBytes) bytes = NULL;
  GPtrArray *errors;

  if (g_strcmp0 (json, self->judged_json) == 0)
    return self->judged != NULL ? g_ptr_array_ref (self->judged) : NULL;

  if (self->judging != NULL)
    g_cancellable_cancel (self->judging);
  g_clear_object (&self->judging);
  g_clear_pointer (&self->judged, g_ptr_array_unref);
  g_clear_pointer (&self->judged_json, g_free);

  errors = mcp_schema_validate_quickly (self->schema, json, -1);
  if (errors != NULL)
    return errors;

  self->judging = g_cancellable_new ();
  self->judged_json = g_steal_pointer (&json);
  bytes = g_bytes_new (self->judged_json, strlen (self->judged_json));
  mcp_validation_run_async (self->schema, bytes, self->judging, judged_cb, g_object_ref (self));

  return NULL;
}

/* Finds what is wrong, once for each state of the arguments. */
static void
check (SounderArguments *self)
{
  g_autoptr (GPtrArray) errors = NULL;

  if (self->checked)
    return;

  self->checked = TRUE;
  self->n_errors = 0;
  g_clear_pointer (&self->general_error, g_free);

  for (guint i = 0; i < self->n_slots; i++)
    {
      const McpField *field = mcp_schema_get_field (self->schema, i);
      g_autofree char *reason = NULL;
      g_autofree char *value = sounder_argument_to_json (&self->slots[i], field, &reason);

      g_clear_pointer (&self->slots[i].error, g_free);
      if (reason != NULL)
        add_slot_error (self, i, reason);
      else if (value == NULL && field->required)
        add_slot_error (self, i, _("Required"));
      else if (self->for_question)
        check_format (self, i);
    }

  if (self->schema == NULL)
    return;

  errors = ask_schema (self);
  for (guint i = 0; errors != NULL && i < errors->len; i++)
    add_schema_error (self, errors->pdata[i]);
}

/**
 * sounder_arguments_get_n_errors:
 * @self: the arguments
 *
 * Gets in how many ways the arguments break their schema.
 *
 * Returns: the number of errors
 */
guint
sounder_arguments_get_n_errors (SounderArguments *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), 0);

  check (self);

  return self->n_errors;
}

/**
 * sounder_arguments_get_error:
 * @self: the arguments
 * @i: the position of a field
 *
 * Gets what is wrong with a field.
 *
 * Returns: (nullable): a message, until the arguments change
 */
const char *
sounder_arguments_get_error (SounderArguments *self,
                             guint             i)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), NULL);
  g_return_val_if_fail (i < self->n_slots, NULL);

  check (self);

  return self->slots[i].error;
}

/**
 * sounder_arguments_get_general_error:
 * @self: the arguments
 *
 * Gets what is wrong that belongs to no field, one line each.
 *
 * Returns: (nullable): a message, until the arguments change
 */
const char *
sounder_arguments_get_general_error (SounderArguments *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), NULL);

  check (self);

  return self->general_error;
}
