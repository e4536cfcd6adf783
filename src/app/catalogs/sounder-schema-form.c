/* sounder-schema-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-schema-form"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-json-view.h"
#include "sounder-schema-form.h"

/**
 * SounderSchemaForm:
 *
 * A row for each field, or the whole as text to edit. Both show the same
 * #SounderArguments: text that is an object is read into it as it is typed.
 *
 * Errors are told beside a field once it was edited, and all of them once
 * somebody tried to send.
 */

#define MAX_ROWS        100
#define MAX_ERROR_BYTES (16 * 1024)

struct _SounderSchemaForm
{
  AdwBin            parent_instance;

  SounderArguments *arguments; /* NULL: nothing to fill in */
  gulong            changed_id;
  gulong            judged_id;
  gboolean          raw;
  gboolean          revealed; /* somebody tried to send */
  gboolean          reading;  /* the text is being read into the arguments */
  char             *syntax;   /* (nullable): why the text is no object */

  GtkStack         *stack;
  GtkListBox       *fields;
  GtkLabel         *empty;
  GtkLabel         *unknown;
  SounderJsonView  *editor;
  GtkWidget        *error_box;
  GtkLabel         *error;
};

G_DEFINE_FINAL_TYPE (SounderSchemaForm, sounder_schema_form, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_ARGUMENTS,
  PROP_RAW,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* A form is made at once, each row of several widgets. */
static guint
get_n_rows (SounderSchemaForm *self)
{
  return self->arguments != NULL ? MIN (sounder_arguments_get_n_fields (self->arguments), MAX_ROWS)
                                 : 0;
}

/* All that is wrong, one line each, for the text that has no fields to put it beside. */
static char *
describe_all_errors (SounderSchemaForm *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *general;

  if (self->syntax != NULL)
    return g_strdup (self->syntax);

  for (guint i = 0;
       i < sounder_arguments_get_n_fields (self->arguments) && text->len < MAX_ERROR_BYTES; i++)
    {
      const char *error = sounder_arguments_get_error (self->arguments, i);

      if (error != NULL)
        g_string_append_printf (text, "%s%s: %s", text->len > 0 ? "\n" : "",
                                sounder_arguments_get_field (self->arguments, i)->name, error);
    }
  general = sounder_arguments_get_general_error (self->arguments);
  if (general != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", general);

  return text->len > 0 ? g_strdup (text->str) : NULL;
}

static void
update_errors (SounderSchemaForm *self)
{
  g_autofree char *error = NULL;
  g_autofree char *visible = NULL;

  if (self->arguments == NULL)
    return;

  for (guint i = 0; i < get_n_rows (self); i++)
    sounder_field_row_show_error (sounder_schema_form_get_row (self, i), self->revealed);

  if (self->raw)
    error = describe_all_errors (self);
  else if (self->revealed)
    error = g_strdup (sounder_arguments_get_general_error (self->arguments));

  visible = error != NULL ? mcp_format_label (error, TRUE) : NULL;
  gtk_label_set_text (self->error, visible != NULL ? visible : "");
  gtk_widget_set_visible (self->error_box, visible != NULL);
}

static void
update_unknown (SounderSchemaForm *self)
{
  guint n_unknown = self->arguments != NULL ? sounder_arguments_get_n_unknown (self->arguments) : 0;
  guint n_fields = self->arguments != NULL ? sounder_arguments_get_n_fields (self->arguments) : 0;
  guint n_without_row = n_fields - get_n_rows (self);
  g_autofree char *text = NULL;

  if (n_without_row > 0)
    text = g_strdup_printf (ngettext ("%u more field has no room in the form: see JSON.",
                                      "%u more fields have no room in the form: see JSON.",
                                      n_without_row),
                            n_without_row);
  else
    text = g_strdup_printf (ngettext ("%u more argument is sent that the schema does not name: see JSON.",
                                      "%u more arguments are sent that the schema does not name: see JSON.",
                                      n_unknown),
                            n_unknown);

  gtk_label_set_text (self->empty,
                      self->arguments != NULL
                          && sounder_arguments_is_for_question (self->arguments)
                        ? _("Asks for nothing but your consent.")
                        : _("Takes no arguments."));
  gtk_label_set_text (self->unknown, text);
  gtk_widget_set_visible (GTK_WIDGET (self->unknown), n_unknown > 0 || n_without_row > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->fields), n_fields > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), n_fields == 0 && n_unknown == 0);
}

static void
arguments_changed_cb (SounderSchemaForm *self)
{
  update_unknown (self);
  update_errors (self);
  /* The text is written from the arguments unless it is what changed them. */
  if (self->raw && !self->reading)
    {
      g_autofree char *json = sounder_arguments_to_json (self->arguments);
      g_autofree char *pretty = mcp_json_pretty (json, strlen (json), NULL, NULL);

      g_clear_pointer (&self->syntax, g_free);
      sounder_json_view_set_text (self->editor, pretty);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
arguments_judged_cb (SounderSchemaForm *self)
{
  update_errors (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
read_text (SounderSchemaForm *self)
{
  g_autofree char *text = sounder_json_view_dup_text (self->editor);
  g_autoptr (GError) error = NULL;
  gboolean ok;

  self->reading = TRUE;
  ok = sounder_arguments_load (self->arguments, text, &error);
  self->reading = FALSE;

  g_clear_pointer (&self->syntax, g_free);
  if (!ok)
    self->syntax = g_strdup (error->message);
  update_errors (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
text_changed_cb (SounderSchemaForm *self)
{
  if (self->raw && self->arguments != NULL)
    read_text (self);
}

static void
sounder_schema_form_dispose (GObject *object)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (object);

  if (self->arguments != NULL)
    {
      g_clear_signal_handler (&self->changed_id, self->arguments);
      g_clear_signal_handler (&self->judged_id, self->arguments);
    }
  g_clear_object (&self->arguments);
  g_clear_pointer (&self->syntax, g_free);

  G_OBJECT_CLASS (sounder_schema_form_parent_class)->dispose (object);
}

static void
sounder_schema_form_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (object);

  switch (prop_id)
    {
    case PROP_ARGUMENTS:
      g_value_set_object (value, self->arguments);
      break;

    case PROP_RAW:
      g_value_set_boolean (value, self->raw);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_schema_form_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ARGUMENTS:
      sounder_schema_form_set_arguments (SOUNDER_SCHEMA_FORM (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_schema_form_class_init (SounderSchemaFormClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_schema_form_dispose;
  object_class->get_property = sounder_schema_form_get_property;
  object_class->set_property = sounder_schema_form_set_property;

  /**
   * SounderSchemaForm:arguments:
   *
   * What is edited.
   */
  properties[PROP_ARGUMENTS] =
    g_param_spec_object ("arguments", NULL, NULL, SOUNDER_TYPE_ARGUMENTS,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderSchemaForm:raw:
   *
   * Whether the arguments are shown as text. Set with sounder_schema_form_set_raw(), which can fail.
   */
  properties[PROP_RAW] = g_param_spec_boolean ("raw", NULL, NULL, FALSE,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SounderSchemaForm::changed:
   *
   * The arguments changed, or whether they are right.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-schema-form.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, fields);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, empty);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, unknown);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, editor);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, error_box);
  gtk_widget_class_bind_template_child (widget_class, SounderSchemaForm, error);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
}

static void
sounder_schema_form_init (SounderSchemaForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update_unknown (self);
}

/**
 * sounder_schema_form_new:
 *
 * Creates an empty form.
 *
 * Returns: (transfer floating): a new form
 */
GtkWidget *
sounder_schema_form_new (void)
{
  return g_object_new (SOUNDER_TYPE_SCHEMA_FORM, NULL);
}

/**
 * sounder_schema_form_get_arguments:
 * @self: a form
 *
 * Gets what is edited.
 *
 * Returns: (transfer none) (nullable): the arguments
 */
SounderArguments *
sounder_schema_form_get_arguments (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  return self->arguments;
}

static void
rebuild_rows (SounderSchemaForm *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->fields))) != NULL)
    gtk_list_box_remove (self->fields, row);

  for (guint i = 0; i < get_n_rows (self); i++)
    gtk_list_box_append (self->fields, sounder_field_row_new (self->arguments, i));
}

/**
 * sounder_schema_form_set_arguments:
 * @self: a form
 * @arguments: (nullable): what to edit
 *
 * Shows other arguments. Errors are not told until they are edited or sent.
 */
void
sounder_schema_form_set_arguments (SounderSchemaForm *self,
                                   SounderArguments  *arguments)
{
  g_return_if_fail (SOUNDER_IS_SCHEMA_FORM (self));

  if (self->arguments == arguments)
    return;

  if (self->arguments != NULL)
    {
      g_clear_signal_handler (&self->changed_id, self->arguments);
      g_clear_signal_handler (&self->judged_id, self->arguments);
    }
  g_set_object (&self->arguments, arguments);
  g_clear_pointer (&self->syntax, g_free);
  self->revealed = FALSE;
  rebuild_rows (self);

  /* The rows are told first: they were connected before. */
  if (arguments != NULL)
    {
      self->changed_id = g_signal_connect_swapped (arguments, "changed",
                                                   G_CALLBACK (arguments_changed_cb), self);
      self->judged_id = g_signal_connect_swapped (arguments, "judged",
                                                  G_CALLBACK (arguments_judged_cb), self);
      arguments_changed_cb (self);
    }
  else
    {
      update_unknown (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ARGUMENTS]);
}

/**
 * sounder_schema_form_get_raw:
 * @self: a form
 *
 * Gets whether the arguments are shown as text.
 *
 * Returns: %TRUE for text
 */
gboolean
sounder_schema_form_get_raw (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), FALSE);

  return self->raw;
}

/**
 * sounder_schema_form_set_raw:
 * @self: a form
 * @raw: whether to show text
 * @error: return location for an error
 *
 * Shows the arguments as text, or as a form. Text that is no object cannot be a form: then nothing
 * changes.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE when the text is no JSON object
 */
gboolean
sounder_schema_form_set_raw (SounderSchemaForm  *self,
                             gboolean            raw,
                             GError            **error)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), FALSE);

  if (self->raw == raw)
    return TRUE;
  if (!raw && self->syntax != NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, self->syntax);
      return FALSE;
    }

  self->raw = raw;
  if (self->arguments != NULL)
    arguments_changed_cb (self);
  gtk_stack_set_visible_child_name (self->stack, raw ? "raw" : "form");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RAW]);

  return TRUE;
}

/**
 * sounder_schema_form_set_text:
 * @self: a form that shows text
 * @text: what to put there
 *
 * Puts text into the editor as if it was typed.
 */
void
sounder_schema_form_set_text (SounderSchemaForm *self,
                              const char        *text)
{
  g_return_if_fail (SOUNDER_IS_SCHEMA_FORM (self));
  g_return_if_fail (self->raw && self->arguments != NULL);

  sounder_json_view_set_text (self->editor, text);
  read_text (self);
}

/**
 * sounder_schema_form_dup_json:
 * @self: a form
 * @error: return location for an error
 *
 * Gets what to send: the text if that is shown, on one line; else what the form says.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL with %MCP_ERROR_USAGE when the text is none
 */
char *
sounder_schema_form_dup_json (SounderSchemaForm  *self,
                              GError            **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;

  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  if (self->arguments == NULL)
    return g_strdup ("{}");
  if (!self->raw)
    return sounder_arguments_to_json (self->arguments);

  text = sounder_json_view_dup_text (self->editor);
  if (!mcp_json_validate (text, -1, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The arguments are not valid JSON: %s"),
                   reason->message);
      return NULL;
    }

  return mcp_json_one_line (text, strlen (text), NULL);
}

/**
 * sounder_schema_form_reveal_errors:
 * @self: a form
 *
 * Tells all that is wrong, also with what was not edited.
 *
 * Returns: how many errors there are
 */
guint
sounder_schema_form_reveal_errors (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), 0);

  self->revealed = TRUE;
  update_errors (self);

  return sounder_schema_form_get_n_errors (self);
}

/**
 * sounder_schema_form_get_n_errors:
 * @self: a form
 *
 * Gets in how many ways the arguments are wrong.
 *
 * Returns: the number of errors
 */
guint
sounder_schema_form_get_n_errors (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), 0);

  if (self->arguments == NULL)
    return 0;
  if (self->raw && self->syntax != NULL)
    return 1;

  return sounder_arguments_get_n_errors (self->arguments);
}

/**
 * sounder_schema_form_get_row:
 * @self: a form
 * @field: the position of a field
 *
 * Gets the row of a field.
 *
 * Returns: (transfer none) (nullable): the row; %NULL for a field that has no room
 */
SounderFieldRow *
sounder_schema_form_get_row (SounderSchemaForm *self,
                             guint              field)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  return SOUNDER_FIELD_ROW (gtk_list_box_get_row_at_index (self->fields, field));
}
