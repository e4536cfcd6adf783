/* mcp-form-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-form-private.h"
#include "mcp-validation.h"

/* What is wrong with a form: text that is not of its field's kind, and what the schema says. */

/* More lines than these nobody reads beside one field. */
#define MAX_ERRORS_OF_NODE 20

static void
add_line (McpFormNode *self,
          const char  *rest,
          const char  *message)
{
  g_autofree char *before = g_steal_pointer (&self->error);
  g_autofree char *line = *rest != '\0' ? g_strdup_printf ("%s: %s", rest, message) : g_strdup (message);

  self->error = before != NULL ? g_strjoin ("\n", before, line, NULL) : g_steal_pointer (&line);
}

static void
add_error (McpFormNode *self,
           const char  *rest,
           const char  *message)
{
  if (++self->n_errors <= MAX_ERRORS_OF_NODE)
    add_line (self, rest, message);
}

/* --- What needs no schema --- */

static void
check_format (McpFormNode *self)
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
    { "duration", N_("Not a duration: P1DT2H") },
    { "hostname", N_("Not a host name") },
    { "ipv4", N_("Not an IPv4 address") },
    { "ipv6", N_("Not an IPv6 address") },
    { "json-pointer", N_("Not a JSON Pointer: /a/0") },
    { "time", N_("Not a time: 12:00:00Z") },
    { "uri-reference", N_("Not a reference to an address") },
    { "uri-template", N_("Not a URI template: /{name}") },
    { "uuid", N_("Not a UUID") },
  };
  const McpField *field = mcp_form_node_get_field (self);

  if (self->is_json || field->kind != MCP_FIELD_STRING || field->format == NULL
      || mcp_schema_check_format (field->format, self->text))
    return;

  for (guint k = 0; k < G_N_ELEMENTS (messages); k++)
    if (g_str_equal (messages[k].format, field->format))
      add_error (self, "", _(messages[k].message));
}

static void
check_node (McpFormNode *self)
{
  g_autofree char *reason = NULL;

  g_clear_pointer (&self->error, g_free);
  self->n_errors = 0;
  self->is_missing = FALSE;

  if (!mcp_form_node_has_value (self))
    {
      self->is_missing = self->required || mcp_form_node_is_element (self);
      if (self->is_missing)
        add_error (self, "", _("Required"));
      return;
    }
  if (self->state == MCP_FORM_NULL)
    return;

  if (mcp_form_node_get_kind (self) == MCP_SHAPE_LEAF)
    {
      g_autofree char *json = mcp_form_node_type_text (self, &reason);

      self->is_missing = reason != NULL;
      if (reason != NULL)
        add_error (self, "", reason);
      else if (self->form->checks_formats)
        check_format (self);
      return;
    }

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    check_node (mcp_form_node_get_child (self, i));
}

/* --- What the schema says --- */

static void add_schema_errors (McpFormNode *self,
                               GPtrArray   *errors);

/* The child that the first part of a JSON Pointer leads to; @rest is what follows. */
static McpFormNode *
find_step (McpFormNode  *self,
           const char   *pointer,
           const char  **rest)
{
  const char *end;
  g_autoptr (GString) name = NULL;
  guint64 index;

  if (*pointer != '/' || self->state != MCP_FORM_VALUE || mcp_form_node_get_kind (self) == MCP_SHAPE_LEAF)
    return NULL;

  end = pointer + 1 + strcspn (pointer + 1, "/");
  name = g_string_new_len (pointer + 1, end - pointer - 1);
  g_string_replace (name, "~1", "/", 0);
  g_string_replace (name, "~0", "~", 0);
  *rest = end;
  if (mcp_form_node_get_kind (self) == MCP_SHAPE_OBJECT)
    return mcp_form_node_find_child (self, name->str);

  return g_ascii_string_to_unsigned (name->str, 10, 0, mcp_form_node_get_n_children (self), &index, NULL)
             && index < mcp_form_node_get_n_children (self)
           ? mcp_form_node_get_child (self, index) : NULL;
}

/* What is missing is told where it is missing. */
static gboolean
is_told_at_its_field (McpFormNode          *self,
                      const McpSchemaError *error)
{
  if (error->lacking == NULL)
    return FALSE;

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (child->is_missing && g_strcmp0 (child->name, error->lacking) == 0)
        return TRUE;
    }

  return FALSE;
}

/* None of several fits: what is wrong with the one that was chosen says more. */
static gboolean
add_errors_of_variant (McpFormNode          *self,
                       const McpSchemaError *error)
{
  g_autofree char *json = NULL;
  g_autoptr (GPtrArray) errors = NULL;

  if (self->variant < 0 || self->is_json || self->state != MCP_FORM_VALUE
      || (g_strcmp0 (error->keyword, "anyOf") != 0 && g_strcmp0 (error->keyword, "oneOf") != 0))
    return FALSE;

  json = mcp_form_node_dup_json (self);
  errors = json != NULL ? mcp_shape_validate (self->shape, json, strlen (json)) : NULL;
  if (errors == NULL || errors->len == 0)
    return FALSE;

  add_schema_errors (self, errors);

  return TRUE;
}

static void
add_schema_error (McpFormNode          *self,
                  const McpSchemaError *error)
{
  const char *rest = error->path;
  McpFormNode *node = self;
  McpFormNode *next;

  while ((next = find_step (node, rest, &rest)) != NULL)
    node = next;

  if (error->verdict != MCP_SCHEMA_BREAKS)
    {
      g_autofree char *message = g_strdup_printf (_("Could not be checked: %s"), error->message);

      /* That is told, and is no error. */
      add_line (node, rest, message);
      return;
    }
  if (*rest == '\0' && (is_told_at_its_field (node, error) || add_errors_of_variant (node, error)))
    return;

  if (!node->is_missing)
    add_error (node, rest, error->message);
}

static void
add_schema_errors (McpFormNode *self,
                   GPtrArray   *errors)
{
  for (guint i = 0; i < errors->len; i++)
    add_schema_error (self, errors->pdata[i]);
}

static void
judged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpForm) self = user_data;
  GPtrArray *errors = mcp_validation_run_finish (result, NULL);

  /* Cancelled: the values have changed. */
  if (errors == NULL)
    return;

  g_clear_object (&self->judging);
  self->judged = errors;
  mcp_form_emit_judged (self);
}

/* What the schema says, as far as that is known by now. */
static GPtrArray *
ask_schema (McpForm *self)
{
  g_autofree char *json = mcp_form_to_json (self);
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

/* Adds up what is below. */
static guint
count_errors (McpFormNode *self)
{
  self->n_all = self->n_errors;
  if (self->state == MCP_FORM_VALUE && mcp_form_node_get_kind (self) != MCP_SHAPE_LEAF)
    for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
      self->n_all += count_errors (mcp_form_node_get_child (self, i));

  return self->n_all;
}

/* Finds what is wrong, once for each state of the form. */
void
mcp_form_check (McpForm *self)
{
  g_autoptr (GPtrArray) errors = NULL;

  if (self->checked)
    return;

  self->checked = TRUE;
  mcp_shape_renew_budget (self->shape);
  check_node (self->root);
  errors = ask_schema (self);
  if (errors != NULL)
    add_schema_errors (self->root, errors);
  count_errors (self->root);
}

guint
mcp_form_get_n_errors (McpForm *self)
{
  g_return_val_if_fail (MCP_IS_FORM (self), 0);

  mcp_form_check (self);

  return self->root->n_all;
}

/* In the order of the form, from @after on; NULL once @after was not met or nothing follows. */
static McpFormNode *
find_error (McpFormNode  *self,
            McpFormNode **after)
{
  if (*after == NULL && self->n_errors > 0)
    return self;
  if (*after == self)
    *after = NULL;
  if (self->state != MCP_FORM_VALUE || mcp_form_node_get_kind (self) == MCP_SHAPE_LEAF)
    return NULL;

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *found = find_error (mcp_form_node_get_child (self, i), after);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/**
 * mcp_form_get_next_error:
 * @after: (nullable): a node; %NULL to begin at the root
 *
 * Gets the next node with which something is wrong by itself.
 *
 * Returns: (transfer none) (nullable): a node
 */
McpFormNode *
mcp_form_get_next_error (McpForm     *self,
                         McpFormNode *after)
{
  g_return_val_if_fail (MCP_IS_FORM (self), NULL);

  mcp_form_check (self);

  return find_error (self->root, &after);
}
