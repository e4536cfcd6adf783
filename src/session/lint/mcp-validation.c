/* mcp-validation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-validation.h"

/*
 * A value against its schema, in a worker: for what mcp_schema_validate_quickly() leaves open. It
 * gives up by itself after some seconds, so that nothing has to be waited for or stopped.
 */

typedef struct
{
  McpSchema *schema;  /* (nullable): it is read from @text */
  char      *text;    /* (nullable) */
  GBytes    *value;
} Validation;

static void
validation_free (gpointer data)
{
  Validation *validation = data;

  g_clear_pointer (&validation->schema, mcp_schema_unref);
  g_free (validation->text);
  g_bytes_unref (validation->value);
  g_free (validation);
}

static void
run (GTask        *task,
     gpointer      source,
     gpointer      task_data,
     GCancellable *cancellable)
{
  Validation *validation = task_data;
  gsize length;
  const char *value = g_bytes_get_data (validation->value, &length);
  GError *error = NULL;

  if (validation->schema == NULL)
    validation->schema = mcp_schema_new (validation->text, -1, &error);
  if (validation->schema == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  g_task_return_pointer (task,
                         mcp_schema_validate (validation->schema, value != NULL ? value : "",
                                              length),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
start (McpSchema           *schema,  /* (nullable) */
       const char          *text,    /* (nullable) */
       GBytes              *value,
       GCancellable        *cancellable,
       GAsyncReadyCallback  callback,
       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Validation *validation = g_new0 (Validation, 1);

  validation->schema = schema != NULL ? mcp_schema_ref (schema) : NULL;
  validation->text = g_strdup (text);
  validation->value = g_bytes_ref (value);

  g_task_set_source_tag (task, mcp_validation_run_async);
  g_task_set_task_data (task, validation, validation_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, run);
}

/**
 * mcp_validation_run_async:
 * @schema: a schema
 * @value: a JSON value
 * @callback: called in this thread when it is known
 *
 * Checks a value, see mcp_schema_validate().
 */
void
mcp_validation_run_async (McpSchema           *schema,
                          GBytes              *value,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (schema != NULL);
  g_return_if_fail (value != NULL);

  start (schema, NULL, value, cancellable, callback, user_data);
}

/**
 * mcp_validation_run_text_async:
 * @schema: the text of a schema
 * @value: a JSON value
 * @callback: called in this thread when it is known
 *
 * Reads a schema and checks a value. An unreadable schema fails with the error of mcp_schema_new().
 */
void
mcp_validation_run_text_async (const char          *schema,
                               GBytes              *value,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_return_if_fail (schema != NULL);
  g_return_if_fail (value != NULL);

  start (NULL, schema, value, cancellable, callback, user_data);
}

/**
 * mcp_validation_run_finish:
 * @error: return location for an error: it was cancelled
 *
 * Ends mcp_validation_run_async().
 *
 * Returns: (transfer full) (element-type McpSchemaError) (nullable): as mcp_schema_validate()
 */
GPtrArray *
mcp_validation_run_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
