/* mcp-form-node.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-form-private.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/**
 * McpFormNode:
 *
 * A value is absent, null, or a text; or it has parts that are nodes of their own (mcp-form-group.c). What was read
 * from JSON keeps its own token until its text is edited. A value that does not fit its field is edited as JSON.
 */

G_DEFINE_FINAL_TYPE (McpFormNode, mcp_form_node, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* How much of a member's name its label shows. */
#define MAX_LABEL_BYTES 200

static void
mcp_form_node_finalize (GObject *object)
{
  McpFormNode *self = MCP_FORM_NODE (object);

  for (guint i = 0; i < mcp_form_node_get_n_children (self); i++)
    {
      McpFormNode *child = mcp_form_node_get_child (self, i);

      if (child->parent == self)
        child->parent = NULL;
    }
  g_clear_object (&self->children);
  g_clear_pointer (&self->order, g_ptr_array_unref);
  g_clear_pointer (&self->former, g_hash_table_unref);
  g_free (self->name);
  g_free (self->text);
  g_free (self->json);
  g_free (self->error);

  G_OBJECT_CLASS (mcp_form_node_parent_class)->finalize (object);
}

static void
mcp_form_node_class_init (McpFormNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_form_node_finalize;

  /**
   * McpFormNode::changed:
   * @self: a node
   *
   * Its value changed, its place, or what it may be; not what is below it, of which its children tell.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
mcp_form_node_init (McpFormNode *self)
{
  self->text = g_strdup ("");
}

void
mcp_form_node_emit_changed (McpFormNode *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- What it is --- */

McpForm *
mcp_form_node_get_form (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  return self->form;
}

McpFormNode *
mcp_form_node_get_parent (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  return self->parent;
}

const char *
mcp_form_node_get_name (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  return self->name;
}

/**
 * mcp_form_node_dup_label:
 *
 * Gets what to call it: its name, or its number.
 *
 * Returns: (transfer full): text of one line that is not too long
 */
char *
mcp_form_node_dup_label (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  if (self->name != NULL)
    return mcp_format_label (self->name, FALSE);
  if (self->parent == NULL)
    return g_strdup (_("Arguments"));

  /* As a path has it. */
  return g_strdup_printf ("[%u]", mcp_form_node_get_position (self));
}

/**
 * mcp_form_node_dup_path:
 *
 * Gets where it is, as the command line spells it: "filter.where[0]".
 *
 * Returns: (transfer full): a path, "" for the root
 */
char *
mcp_form_node_dup_path (McpFormNode *self)
{
  g_autofree char *above = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  if (self->parent == NULL)
    return g_strdup ("");

  above = mcp_form_node_dup_path (self->parent);
  label = mcp_form_node_dup_label (self);

  return g_strconcat (above, *above != '\0' && self->name != NULL ? "." : "", label, NULL);
}

/**
 * mcp_form_node_get_field:
 *
 * Gets what the schema says of it: of the variant that was chosen, where there are several.
 *
 * Returns: (transfer none): a field
 */
const McpField *
mcp_form_node_get_field (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  return mcp_shape_get_field (self->shape);
}

const McpField *
mcp_form_node_get_whole_field (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  return mcp_shape_get_field (self->choice != NULL ? self->choice : self->shape);
}

McpShapeKind
mcp_form_node_get_kind (McpFormNode *self)
{
  McpShapeKind kind;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), MCP_SHAPE_LEAF);

  kind = mcp_shape_get_kind (self->shape);

  return self->is_json || kind == MCP_SHAPE_CHOICE ? MCP_SHAPE_LEAF : kind;
}

gboolean
mcp_form_node_is_required (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->required;
}

gboolean
mcp_form_node_is_nullable (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return mcp_form_node_get_field (self)->nullable || mcp_form_node_get_whole_field (self)->nullable;
}

gboolean
mcp_form_node_is_element (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->parent != NULL && self->name == NULL;
}

/* Gets whether it is a member that the schema does not name, so that it can be renamed and taken out. */
gboolean
mcp_form_node_is_other (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->is_other;
}

/* --- Its value --- */

/* Something happened to it that the form is told of. */
static void
touch (McpFormNode *self)
{
  for (McpFormNode *node = self; node != NULL; node = node->parent)
    node->is_touched = TRUE;
  self->is_edited = TRUE;
  mcp_form_node_emit_changed (self);
  if (self->form != NULL)
    mcp_form_emit_changed (self->form, self);
}

static void
set_text (McpFormNode *self,
          char        *text)
{
  g_free (self->text);
  self->text = text;
  g_clear_pointer (&self->json, g_free);
}

McpFormState
mcp_form_node_get_state (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), MCP_FORM_ABSENT);

  return self->state;
}

/**
 * mcp_form_node_set_state:
 * @state: absent, null, or a value
 *
 * Sets whether it is there. Its text and its children stay.
 */
void
mcp_form_node_set_state (McpFormNode  *self,
                         McpFormState  state)
{
  g_return_if_fail (MCP_IS_FORM_NODE (self));

  if (self->state == state)
    return;

  self->state = state;
  if (state == MCP_FORM_VALUE && self->form != NULL)
    {
      mcp_shape_renew_budget (self->shape);
      mcp_form_node_fill (self);
    }
  touch (self);
}

/* What a text goes out as; @reason says why it is not of its kind. NULL when there is nothing. */
char *
mcp_form_node_type_text (McpFormNode  *self,
                         char        **reason)
{
  const McpField *field = mcp_form_node_get_field (self);
  g_autoptr (GError) error = NULL;
  g_autofree char *trimmed = NULL;
  GString *quoted;
  char *json;

  if (self->json != NULL)
    return g_strdup (self->json);
  if (*self->text == '\0' && (self->is_json || field->kind != MCP_FIELD_STRING))
    return NULL;

  if (self->is_json)
    {
      trimmed = g_strstrip (g_strdup (self->text));
      json = mcp_json_validate (trimmed, -1, &error) ? g_steal_pointer (&trimmed) : NULL;
    }
  else
    {
      json = mcp_schema_type_value (field, self->text, &error);
    }
  if (json != NULL)
    return json;

  if (reason != NULL)
    *reason = g_strdup (error->message);
  quoted = g_string_new (NULL);
  mcp_json_append_string (quoted, self->text, -1);

  return g_string_free (quoted, FALSE);
}

/**
 * mcp_form_node_dup_json:
 *
 * Gets what it sends.
 *
 * Returns: (transfer full) (nullable): JSON; %NULL when it is not sent
 */
char *
mcp_form_node_dup_json (McpFormNode *self)
{
  GString *out;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  if (!mcp_form_node_has_value (self))
    return NULL;

  out = g_string_new (NULL);
  mcp_form_node_append_json (self, out);

  return g_string_free (out, FALSE);
}

void
mcp_form_node_set_json (McpFormNode *self,
                        const char  *json)
{
  g_return_if_fail (MCP_IS_FORM_NODE (self));
  g_return_if_fail (json != NULL);

  mcp_shape_renew_budget (self->shape);
  mcp_form_node_load (self, json, strlen (json));
  touch (self);
}

/**
 * mcp_form_node_get_text:
 * @self: a node that is a leaf
 *
 * Gets its text: a string's own characters, JSON for all other kinds.
 *
 * Returns: the text, "" for none
 */
const char *
mcp_form_node_get_text (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), "");

  return self->text;
}

/* Nobody means the empty text by leaving out what has to be there; who does, says so by the state. */
static gboolean
is_left_out (McpFormNode *self)
{
  if (self->is_other || mcp_form_node_is_element (self))
    return FALSE;

  return (self->form != NULL && self->form->for_question)
         || (self->required && mcp_form_node_get_field (self)->kind == MCP_FIELD_STRING);
}

/**
 * mcp_form_node_set_text:
 * @self: a node that is a leaf
 * @text: what was typed
 *
 * Gives it a value by its text. A string that is required and left empty is absent.
 */
void
mcp_form_node_set_text (McpFormNode *self,
                        const char  *text)
{
  g_return_if_fail (MCP_IS_FORM_NODE (self));
  g_return_if_fail (text != NULL);

  if (self->state == MCP_FORM_VALUE && strcmp (self->text, text) == 0)
    return;

  set_text (self, g_strdup (text));
  self->state = *text == '\0' && is_left_out (self) ? MCP_FORM_ABSENT : MCP_FORM_VALUE;
  touch (self);
}

/**
 * mcp_form_node_step:
 * @up: whether to add one; else one is taken away
 *
 * Moves a number by one. Does nothing to what is no number, nor to one whose neighbour a double
 * cannot tell from it: its digits are not ours to lose.
 */
void
mcp_form_node_step (McpFormNode *self,
                    gboolean     up)
{
  g_autofree char *stepped = NULL;
  const char *text;
  char *end = NULL;
  gint64 integer;
  double number;

  g_return_if_fail (MCP_IS_FORM_NODE (self));

  text = *self->text != '\0' ? self->text : "0";
  errno = 0;
  integer = g_ascii_strtoll (text, &end, 10);
  if (errno == 0 && end != text && *end == '\0')
    {
      if (integer == (up ? G_MAXINT64 : G_MININT64))
        return;
      stepped = g_strdup_printf ("%" G_GINT64_FORMAT, integer + (up ? 1 : -1));
    }
  else
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      number = g_ascii_strtod (text, &end);
      if (end == text || *end != '\0' || ABS (number) >= 4503599627370496.0)
        return;
      /* As many digits as a person would write: 0.1 and one are 1.1. */
      stepped = g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", number + (up ? 1 : -1)));
    }

  mcp_form_node_set_text (self, stepped);
}

/**
 * mcp_form_node_is_edited:
 *
 * Gets whether somebody edited it: what is wrong with it can be told.
 *
 * Returns: %FALSE for what is a default or was loaded
 */
gboolean
mcp_form_node_is_edited (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->is_edited;
}

/* --- As JSON --- */

gboolean
mcp_form_node_is_json (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->is_json;
}

/* Gets whether the schema says enough of it to edit it otherwise than as JSON. */
gboolean
mcp_form_node_has_form (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  return self->choice != NULL || mcp_shape_get_kind (self->shape) != MCP_SHAPE_LEAF
         || mcp_shape_get_field (self->shape)->kind != MCP_FIELD_JSON;
}

/**
 * mcp_form_node_edit_as_json:
 * @as_json: whether to edit it as JSON
 *
 * Changes how it is edited, not what it sends.
 *
 * Returns: %FALSE when its JSON is none, or does not fit
 */
gboolean
mcp_form_node_edit_as_json (McpFormNode *self,
                            gboolean     as_json)
{
  g_autofree char *json = NULL;

  g_return_val_if_fail (MCP_IS_FORM_NODE (self), FALSE);

  if (self->is_json == as_json)
    return TRUE;

  if (as_json)
    {
      json = mcp_form_node_dup_json (self);
      mcp_form_node_clear_group (self);
      self->is_json = TRUE;
      set_text (self, json != NULL ? mcp_json_pretty (json, strlen (json), NULL, NULL) : g_strdup (""));
      touch (self);
      return TRUE;
    }

  if (*self->text == '\0')
    {
      self->is_json = FALSE;
      touch (self);
      return TRUE;
    }
  json = g_strstrip (g_strdup (self->text));
  if (!mcp_json_validate (json, -1, NULL))
    return FALSE;

  mcp_form_node_set_json (self, json);

  return !self->is_json;
}

/* --- What is wrong with it --- */

/**
 * mcp_form_node_get_error:
 *
 * Gets what is wrong with it, not with what is below it.
 *
 * Returns: (nullable): a message, until the form changes
 */
const char *
mcp_form_node_get_error (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), NULL);

  if (self->form != NULL)
    mcp_form_check (self->form);

  return self->error;
}

guint
mcp_form_node_get_n_errors (McpFormNode *self)
{
  g_return_val_if_fail (MCP_IS_FORM_NODE (self), 0);

  if (self->form != NULL)
    mcp_form_check (self->form);

  return self->n_all;
}
