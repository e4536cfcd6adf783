/* mcp-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-form-private.h"
#include "mcp-json.h"

/**
 * McpForm:
 *
 * The arguments of a tool, or the content of a form that a server asks for, between what edits them and the wire.
 *
 * Going from the form to JSON and back loses nothing, not even the spelling of a number or a member that the schema does
 * not name. Nothing stops what is wrong from being sent: it is told node by node, and a text that is no JSON of its
 * field's kind goes out as a string.
 */

G_DEFINE_FINAL_TYPE (McpForm, mcp_form, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_CHECKS_FORMATS,
  N_PROPS
};

enum {
  CHANGED,
  JUDGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
mcp_form_emit_changed (McpForm     *self,
                       McpFormNode *node)
{
  for (McpFormNode *above = node; above != NULL; above = above->parent)
    mcp_form_node_refresh (above);
  self->checked = FALSE;
  g_signal_emit (self, signals[CHANGED], 0, node);
}

void
mcp_form_emit_judged (McpForm *self)
{
  self->checked = FALSE;
  g_signal_emit (self, signals[JUDGED], 0);
}

static void
mcp_form_dispose (GObject *object)
{
  McpForm *self = MCP_FORM (object);

  if (self->judging != NULL)
    g_cancellable_cancel (self->judging);
  g_clear_object (&self->judging);
  if (self->root != NULL)
    mcp_form_node_let_go (self->root);
  g_clear_object (&self->root);
  g_clear_pointer (&self->shape, mcp_shape_free);
  g_clear_pointer (&self->schema, mcp_schema_unref);
  g_clear_pointer (&self->judged_json, g_free);
  g_clear_pointer (&self->judged, g_ptr_array_unref);

  G_OBJECT_CLASS (mcp_form_parent_class)->dispose (object);
}

static void
mcp_form_get_property (GObject    *object,
                       guint       prop_id,
                       GValue     *value,
                       GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHECKS_FORMATS:
      g_value_set_boolean (value, MCP_FORM (object)->checks_formats);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_form_set_property (GObject      *object,
                       guint         prop_id,
                       const GValue *value,
                       GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_CHECKS_FORMATS:
      mcp_form_set_checks_formats (MCP_FORM (object), g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_form_class_init (McpFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_form_dispose;
  object_class->get_property = mcp_form_get_property;
  object_class->set_property = mcp_form_set_property;

  /**
   * McpForm:checks-formats:
   *
   * Whether a "format" that a text does not have is an error. A server may not mind them (Validation 2020-12
   * section 7.2.1).
   */
  properties[PROP_CHECKS_FORMATS] =
    g_param_spec_boolean ("checks-formats", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * McpForm::changed:
   * @self: a form
   * @node: (nullable): what changed; %NULL when it may be all
   *
   * A value changed, by whomever.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, MCP_TYPE_FORM_NODE);

  /**
   * McpForm::judged:
   * @self: a form
   *
   * What is wrong is known now, after what took long to check.
   */
  signals[JUDGED] = g_signal_new ("judged", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
mcp_form_init (McpForm *self)
{
  self->checks_formats = TRUE;
}

static void
begin_root (McpForm *self)
{
  McpShape *shape = self->shape;

  if (self->root != NULL)
    mcp_form_node_let_go (self->root);
  g_clear_object (&self->root);
  self->n_nodes = 0;
  self->root = mcp_form_node_new (self, NULL, NULL, shape);
  self->root->required = TRUE;
  mcp_form_node_set_default (self->root);
  self->root->state = MCP_FORM_VALUE;
  mcp_form_node_fill (self->root);
}

static McpForm *
form_new (McpSchema *schema,
          gboolean   for_question)
{
  static const char any[] = "{\"type\":\"object\"}";
  McpForm *self = g_object_new (MCP_TYPE_FORM, NULL);

  self->for_question = for_question;
  self->schema = schema != NULL ? mcp_schema_ref (schema) : mcp_schema_new (any, -1, NULL);
  self->shape = mcp_shape_new_object (self->schema);
  begin_root (self);

  return self;
}

/**
 * mcp_form_new:
 * @schema: (nullable): the schema of the arguments
 *
 * Creates arguments with the schema's defaults filled in.
 */
McpForm *
mcp_form_new (McpSchema *schema)
{
  return form_new (schema, FALSE);
}

/**
 * mcp_form_new_for_question:
 * @schema: (nullable): the schema of a form that a server wants filled in
 *
 * Creates the content of a form. Unlike arguments, what has no default is absent until the person
 * gives it, an empty text is no answer, and formats count (client/elicitation).
 */
McpForm *
mcp_form_new_for_question (McpSchema *schema)
{
  return form_new (schema, TRUE);
}

gboolean
mcp_form_is_for_question (McpForm *self)
{
  g_return_val_if_fail (MCP_IS_FORM (self), FALSE);

  return self->for_question;
}

/**
 * mcp_form_get_root:
 *
 * Gets the whole. After mcp_form_reset() it is another one.
 *
 * Returns: (transfer none): a node
 */
McpFormNode *
mcp_form_get_root (McpForm *self)
{
  g_return_val_if_fail (MCP_IS_FORM (self), NULL);

  return self->root;
}

/**
 * mcp_form_to_json:
 *
 * Writes it: first what was loaded, in its order, then the other members in the order of the schema.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_form_to_json (McpForm *self)
{
  g_return_val_if_fail (MCP_IS_FORM (self), NULL);

  return mcp_form_node_dup_json (self->root);
}

/**
 * mcp_form_load:
 * @json: JSON text
 *
 * Takes all values from text. A member that the text does not have becomes absent. When the text
 * is no object, nothing changes.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE when the text is no JSON object
 */
gboolean
mcp_form_load (McpForm     *self,
               const char  *json,
               GError     **error)
{
  g_autofree char *trimmed = NULL;
  g_autoptr (GError) reason = NULL;

  g_return_val_if_fail (MCP_IS_FORM (self), FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  trimmed = g_strstrip (g_strdup (json));
  if (!mcp_json_validate (trimmed, -1, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The arguments cannot be read: %s"),
                   reason->message);
      return FALSE;
    }
  if (mcp_json_get_type (trimmed, strlen (trimmed)) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("The arguments must be a JSON object"));
      return FALSE;
    }

  mcp_shape_renew_budget (self->shape);
  mcp_form_node_load (self->root, trimmed, strlen (trimmed));
  mcp_form_node_emit_changed (self->root);
  mcp_form_emit_changed (self, NULL);

  return TRUE;
}

/* Goes back to the defaults and forgets all else, the nodes as well. */
void
mcp_form_reset (McpForm *self)
{
  g_return_if_fail (MCP_IS_FORM (self));

  mcp_shape_renew_budget (self->shape);
  begin_root (self);
  mcp_form_emit_changed (self, NULL);
}

void
mcp_form_set_checks_formats (McpForm  *self,
                             gboolean  checks_formats)
{
  g_return_if_fail (MCP_IS_FORM (self));

  if (self->checks_formats == checks_formats)
    return;

  self->checks_formats = checks_formats;
  mcp_form_emit_judged (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHECKS_FORMATS]);
}
