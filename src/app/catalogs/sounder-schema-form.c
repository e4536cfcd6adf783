/* sounder-schema-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-field-group.h"
#include "sounder-focus.h"
#include "sounder-json-view.h"
#include "sounder-schema-form-private.h"
#include "sounder-template.h"

/**
 * SounderSchemaForm:
 *
 * Rows for the members of the root, or of a group that was opened; and the whole as text to edit, beside them where there
 * is room. Both show the same #McpForm: text that is an object is read into it as it is typed.
 *
 * Errors are told beside a field once it was edited, and all of them once somebody tried to send.
 *
 * One file: rows, text and errors follow each other, and no change concerns only one of them. How it scrolls is in
 * sounder-schema-form-scroll.c.
 */

#define MAX_ERROR_BYTES (16 * 1024)

/* From so many pixels on two levels of groups are shown in one page, and the text beside the rows. */
#define WIDE_FROM   560
#define BESIDE_FROM 700

G_DEFINE_FINAL_TYPE (SounderSchemaForm, sounder_schema_form, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_FORM,
  PROP_RAW,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* --- What is wrong --- */

/* All that is wrong, one line each, for the text that has no fields to put it beside. */
static char *
describe_all_errors (SounderSchemaForm *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  McpFormNode *node = NULL;

  if (self->syntax != NULL)
    return g_strdup (self->syntax);

  while ((node = mcp_form_get_next_error (self->form, node)) != NULL && text->len < MAX_ERROR_BYTES)
    {
      g_autofree char *path = mcp_form_node_dup_path (node);

      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? "\n" : "", path, *path != '\0' ? ": " : "",
                              mcp_form_node_get_error (node));
    }

  return text->len > 0 ? g_strdup (text->str) : NULL;
}

gboolean
sounder_schema_form_shows_rows (SounderSchemaForm *self)
{
  return gtk_widget_get_visible (self->rows);
}

static void
update_errors (SounderSchemaForm *self)
{
  g_autofree char *error = NULL;
  g_autofree char *visible = NULL;
  GtkWidget *group = adw_bin_get_child (self->group);

  if (self->form == NULL)
    return;

  if (group != NULL)
    sounder_field_group_show_errors (SOUNDER_FIELD_GROUP (group), self->revealed);

  if (self->raw && (self->syntax != NULL || !sounder_schema_form_shows_rows (self)))
    error = describe_all_errors (self);
  else if (self->revealed || (mcp_form_node_get_error (self->shown) != NULL && mcp_form_get_n_errors (self->form) == 0))
    error = g_strdup (mcp_form_node_get_error (self->shown));

  visible = error != NULL ? mcp_format_label (error, TRUE) : NULL;
  gtk_label_set_text (self->error, visible != NULL ? visible : "");
  gtk_widget_set_visible (self->error_box, visible != NULL);
}

/* --- Rows --- */

static void
update_place (SounderSchemaForm *self)
{
  g_autofree char *path = self->shown != NULL ? mcp_form_node_dup_path (self->shown) : NULL;
  guint n = self->form != NULL
              ? g_list_model_get_n_items (mcp_form_node_get_children (mcp_form_get_root (self->form))) : 0;

  gtk_label_set_text (self->path, path != NULL ? path : "");
  gtk_widget_set_visible (self->place, path != NULL && *path != '\0');
  gtk_label_set_text (self->empty, self->form != NULL && mcp_form_is_for_question (self->form)
                                     ? _("Asks for nothing but your consent.")
                                     : _("Takes no arguments."));
  gtk_widget_set_visible (GTK_WIDGET (self->empty),
                          n == 0 && (self->form == NULL
                                     || !mcp_form_node_takes_more (mcp_form_get_root (self->form))));
  gtk_widget_set_visible (GTK_WIDGET (self->group), !gtk_widget_get_visible (GTK_WIDGET (self->empty)));
}

static void
show_group (SounderSchemaForm *self,
            McpFormNode       *node)
{
  gboolean is_group = node != NULL && mcp_form_node_get_kind (node) != MCP_SHAPE_LEAF
                      && mcp_form_node_get_state (node) == MCP_FORM_VALUE;

  g_set_object (&self->shown, node);
  adw_bin_set_child (self->group, is_group ? sounder_field_group_new (node, self->n_levels) : NULL);
  update_place (self);
}

/* A group that was opened may be gone, or be something else. */
static gboolean
is_shown_still (SounderSchemaForm *self)
{
  return self->root == mcp_form_get_root (self->form) && mcp_form_node_get_form (self->shown) != NULL
         && mcp_form_node_get_kind (self->shown) != MCP_SHAPE_LEAF
         && mcp_form_node_get_state (self->shown) == MCP_FORM_VALUE && adw_bin_get_child (self->group) != NULL;
}

static void
show_root (SounderSchemaForm *self)
{
  McpFormNode *root = self->form != NULL ? mcp_form_get_root (self->form) : NULL;

  g_set_object (&self->root, root);
  show_group (self, root);
}

static void
open_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (widget);
  g_auto (GStrv) steps = g_strsplit (g_variant_get_string (parameter, NULL), "/", -1);
  g_autoptr (McpFormNode) node = NULL;

  if (self->form == NULL)
    return;

  node = g_object_ref (mcp_form_get_root (self->form));
  for (guint i = 1; steps[0] != NULL && steps[i] != NULL && node != NULL; i++)
    {
      GListModel *children = mcp_form_node_get_children (node);

      g_clear_object (&node);
      node = g_list_model_get_item (children, g_ascii_strtoull (steps[i], NULL, 10));
    }
  if (node != NULL)
    sounder_schema_form_show_node (self, node);
}

static void
back_cb (SounderSchemaForm *self)
{
  McpFormNode *left = self->shown;
  McpFormNode *parent = mcp_form_node_get_parent (self->shown);
  SounderFieldRow *row;

  if (parent == NULL)
    return;

  /* The page that shows it as a row. */
  for (guint i = 0; i < self->n_levels && mcp_form_node_get_parent (parent) != NULL; i++)
    parent = mcp_form_node_get_parent (parent);
  g_object_ref (left);
  show_group (self, parent);
  update_errors (self);
  row = sounder_schema_form_find_row (self, left);
  if (row != NULL)
    gtk_widget_child_focus (sounder_field_row_get_control (row), GTK_DIR_TAB_FORWARD);
  g_object_unref (left);
}

/* --- Both --- */

static void
write_text (SounderSchemaForm *self)
{
  g_autofree char *json = mcp_form_to_json (self->form);
  g_autofree char *pretty = mcp_json_pretty (json, strlen (json), NULL, NULL);

  g_clear_pointer (&self->syntax, g_free);
  sounder_json_view_set_text (self->editor, pretty);
}

static void
form_changed_cb (SounderSchemaForm *self)
{
  if (!is_shown_still (self))
    show_root (self);
  else
    update_place (self);
  update_errors (self);
  /* The text is written from the form unless it is what changed it. */
  if (self->raw && !self->reading)
    write_text (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
form_judged_cb (SounderSchemaForm *self)
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
  ok = mcp_form_load (self->form, text, &error);
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
  if (self->raw && self->form != NULL)
    read_text (self);
}

/* --- Room --- */

/* What takes the keys in a part that goes gives them to the one that stays. */
static void
update_parts (SounderSchemaForm *self)
{
  gboolean has_rows = !self->raw || self->width >= BESIDE_FROM;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *going = !has_rows ? self->rows : !self->raw ? self->text : NULL;
  gboolean moves = focus != NULL && going != NULL && gtk_widget_is_ancestor (focus, going);

  if (moves)
    gtk_root_set_focus (root, NULL);
  gtk_widget_set_visible (self->text, self->raw);
  gtk_widget_set_visible (self->rows, has_rows);
  if (moves)
    gtk_widget_child_focus (going == self->rows ? self->text : self->rows, GTK_DIR_TAB_FORWARD);
}

static void
sounder_schema_form_map (GtkWidget *widget)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);

  GTK_WIDGET_CLASS (sounder_schema_form_parent_class)->map (widget);
  sounder_schema_form_set_adjustment (SOUNDER_SCHEMA_FORM (widget),
                                     viewport != NULL ? gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport)) : NULL);
}

static void
sounder_schema_form_unmap (GtkWidget *widget)
{
  sounder_schema_form_set_adjustment (SOUNDER_SCHEMA_FORM (widget), NULL);
                                     GTK_WIDGET_CLASS (sounder_schema_form_parent_class)->unmap (widget);
}

/* What is shown depends on the width; it cannot change while that is given out. */
static gboolean
width_cb (GtkWidget     *widget,
          GdkFrameClock *frame_clock,
          gpointer       user_data)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (widget);
  guint n_levels = self->width >= WIDE_FROM ? 2 : 1;

  self->width_id = 0;
  update_parts (self);
  if (n_levels != self->n_levels)
    {
      self->n_levels = n_levels;
      if (adw_bin_get_child (self->group) != NULL)
        sounder_field_group_set_levels (SOUNDER_FIELD_GROUP (adw_bin_get_child (self->group)), n_levels);
    }
  update_errors (self);
  sounder_schema_form_follow_scroll (self);

  return G_SOURCE_REMOVE;
}

static GtkSizeRequestMode
sounder_schema_form_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
sounder_schema_form_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size, minimum, natural, NULL, NULL);
}

static void
sounder_schema_form_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (widget);

  gtk_widget_size_allocate (adw_bin_get_child (ADW_BIN (self)), &(GtkAllocation) { 0, 0, width, height }, baseline);
  if (gtk_widget_should_layout (self->edge))
    {
      int edge_height;

      gtk_widget_measure (self->edge, GTK_ORIENTATION_VERTICAL, -1, NULL, &edge_height, NULL, NULL);
      gtk_widget_size_allocate (self->edge,
                                &(GtkAllocation) { 0, self->edge_place, gtk_widget_get_width (self->rows), edge_height },
                                -1);
    }
  if (width != self->width && self->width_id == 0)
    self->width_id = gtk_widget_add_tick_callback (widget, width_cb, NULL, NULL);
  self->width = width;
}

static void
sounder_schema_form_dispose (GObject *object)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (object);

  sounder_schema_form_set_adjustment (self, NULL);
  g_clear_pointer (&self->edge, gtk_widget_unparent);
  if (self->form != NULL)
    {
      g_clear_signal_handler (&self->changed_id, self->form);
      g_clear_signal_handler (&self->judged_id, self->form);
    }
  g_clear_object (&self->shown);
  g_clear_object (&self->root);
  g_clear_object (&self->form);
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
    case PROP_FORM:
      g_value_set_object (value, self->form);
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
    case PROP_FORM:
      sounder_schema_form_set_form (SOUNDER_SCHEMA_FORM (object), g_value_get_object (value));
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
  widget_class->map = sounder_schema_form_map;
  widget_class->unmap = sounder_schema_form_unmap;
  widget_class->get_request_mode = sounder_schema_form_get_request_mode;
  widget_class->measure = sounder_schema_form_measure;
  widget_class->size_allocate = sounder_schema_form_size_allocate;

  /**
   * SounderSchemaForm:form:
   *
   * What is edited.
   */
  properties[PROP_FORM] =
    g_param_spec_object ("form", NULL, NULL, MCP_TYPE_FORM,
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
  sounder_template_set (widget_class, "sounder-schema-form.ui");
  sounder_template_bind (widget_class, SounderSchemaForm, parts, rows, place, path, group, empty,
                         text, editor, error_box, error);
  sounder_template_connect (widget_class, text_changed_cb, back_cb);

  /**
   * form.open:
   * @path: where a group stands, by the positions of what it is in: "/0/2"
   *
   * Shows the members of a group alone.
   */
  gtk_widget_class_install_action (widget_class, "form.open", "s", open_cb);
}

static void
sounder_schema_form_init (SounderSchemaForm *self)
{
  self->n_levels = 2;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->edge = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->edge), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->edge), PANGO_ELLIPSIZE_START);
  gtk_widget_add_css_class (self->edge, "form-edge");
  gtk_widget_add_css_class (self->edge, "heading");
  gtk_widget_set_visible (self->edge, FALSE);
  gtk_widget_set_parent (self->edge, GTK_WIDGET (self));
  /* It is told its width only without one. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  update_parts (self);
  update_place (self);
}

GtkWidget *
sounder_schema_form_new (void)
{
  return g_object_new (SOUNDER_TYPE_SCHEMA_FORM, NULL);
}

McpForm *
sounder_schema_form_get_form (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  return self->form;
}

/**
 * sounder_schema_form_set_form:
 * @form: (nullable): what to edit
 *
 * Shows other values. Errors are not told until they are edited or sent.
 */
void
sounder_schema_form_set_form (SounderSchemaForm *self,
                              McpForm           *form)
{
  g_return_if_fail (SOUNDER_IS_SCHEMA_FORM (self));

  if (self->form == form)
    return;

  if (self->form != NULL)
    {
      g_clear_signal_handler (&self->changed_id, self->form);
      g_clear_signal_handler (&self->judged_id, self->form);
    }
  g_set_object (&self->form, form);
  g_clear_pointer (&self->syntax, g_free);
  self->revealed = FALSE;
  show_root (self);

  /* The rows are told first: they were connected before. */
  if (form != NULL)
    {
      self->changed_id = g_signal_connect_swapped (form, "changed", G_CALLBACK (form_changed_cb), self);
      self->judged_id = g_signal_connect_swapped (form, "judged", G_CALLBACK (form_judged_cb), self);
      form_changed_cb (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FORM]);
}

/**
 * sounder_schema_form_set_raw:
 * @raw: whether to show text
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
  update_parts (self);
  if (self->form != NULL)
    form_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RAW]);

  return TRUE;
}

void
sounder_schema_form_set_text (SounderSchemaForm *self,
                              const char        *text)
{
  g_return_if_fail (SOUNDER_IS_SCHEMA_FORM (self));
  g_return_if_fail (self->raw && self->form != NULL);

  sounder_json_view_set_text (self->editor, text);
  read_text (self);
}

/**
 * sounder_schema_form_dup_draft:
 *
 * Gets text that the form cannot hold: it is shown, and is no JSON object yet.
 *
 * Returns: (transfer full) (nullable): what was typed
 */
char *
sounder_schema_form_dup_draft (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  return self->raw && self->syntax != NULL ? sounder_json_view_dup_text (self->editor) : NULL;
}

/**
 * sounder_schema_form_dup_json:
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

  if (self->form == NULL)
    return g_strdup ("{}");
  if (!self->raw)
    return mcp_form_to_json (self->form);

  text = sounder_json_view_dup_text (self->editor);
  if (!mcp_json_validate (text, -1, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The arguments cannot be read: %s"),
                   reason->message);
      return NULL;
    }

  return mcp_json_one_line (text, strlen (text), NULL);
}

/* An error that no row of this page shows has its page opened. */
static void
reveal_first_error (SounderSchemaForm *self)
{
  McpFormNode *node = mcp_form_get_next_error (self->form, NULL);
  McpFormNode *group;

  if (node == NULL || node == mcp_form_get_root (self->form) || sounder_schema_form_find_row (self, node) != NULL)
    return;

  for (group = self->shown; group != NULL && mcp_form_node_get_n_errors (group) == 0;)
    group = mcp_form_node_get_parent (group);
  if (group == self->shown && node != self->shown)
    return;
  sounder_schema_form_show_node (self, mcp_form_node_get_parent (node));
}

/**
 * sounder_schema_form_reveal_errors:
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
  if (self->form != NULL && sounder_schema_form_shows_rows (self))
    reveal_first_error (self);

  return sounder_schema_form_get_n_errors (self);
}

guint
sounder_schema_form_get_n_errors (SounderSchemaForm *self)
{
  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), 0);

  if (self->form == NULL)
    return 0;
  if (self->raw && self->syntax != NULL)
    return 1;

  return mcp_form_get_n_errors (self->form);
}

/**
 * sounder_schema_form_show_node:
 * @node: a group of its form
 *
 * Shows the members of a group alone, or those of the root.
 */
void
sounder_schema_form_show_node (SounderSchemaForm *self,
                               McpFormNode       *node)
{
  g_return_if_fail (SOUNDER_IS_SCHEMA_FORM (self));

  show_group (self, node);
  update_errors (self);
  sounder_schema_form_enter (self);
}

static SounderFieldRow *
get_first_leaf (SounderFieldRow *row)
{
  GtkWidget *group;
  SounderFieldRow *inner;

  for (;;)
    {
      group = sounder_field_row_get_control (row);
      inner = SOUNDER_IS_FIELD_GROUP (group) ? sounder_field_group_get_row (SOUNDER_FIELD_GROUP (group), 0) : NULL;
      if (inner == NULL)
        return row;
      row = inner;
    }
}

/**
 * sounder_schema_form_enter:
 *
 * Moves the focus to the first thing to fill in.
 *
 * Returns: %FALSE when there is nothing
 */
gboolean
sounder_schema_form_enter (SounderSchemaForm *self)
{
  SounderFieldRow *row;
  GtkRoot *root;
  GtkWidget *focus;

  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), FALSE);

  root = gtk_widget_get_root (GTK_WIDGET (self));
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  row = sounder_schema_form_shows_rows (self) ? sounder_schema_form_get_row (self, 0) : NULL;
  if (row != NULL && (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    gtk_widget_child_focus (sounder_field_row_get_control (get_first_leaf (row)), GTK_DIR_TAB_FORWARD);

  return sounder_focus_enter (GTK_WIDGET (self));
}

/**
 * sounder_schema_form_find_row:
 * @node: a value
 *
 * Gets the row of a value.
 *
 * Returns: (transfer none) (nullable): the row; %NULL when it has none in the page that is shown
 */
SounderFieldRow *
sounder_schema_form_find_row (SounderSchemaForm *self,
                              McpFormNode       *node)
{
  GtkWidget *group;

  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  group = adw_bin_get_child (self->group);

  return group != NULL ? sounder_field_group_find (SOUNDER_FIELD_GROUP (group), node) : NULL;
}

SounderFieldRow *
sounder_schema_form_get_row (SounderSchemaForm *self,
                             guint              i)
{
  GtkWidget *group;

  g_return_val_if_fail (SOUNDER_IS_SCHEMA_FORM (self), NULL);

  group = adw_bin_get_child (self->group);

  return group != NULL ? sounder_field_group_get_row (SOUNDER_FIELD_GROUP (group), i) : NULL;
}
