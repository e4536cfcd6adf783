/* sounder-field-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-field-row"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-field-control.h"
#include "sounder-field-layout.h"
#include "sounder-field-row.h"

/**
 * SounderFieldRow:
 *
 * A row of the form. It holds no value: it shows what the arguments say and
 * tells them what is typed, so that the form and the raw text cannot differ.
 *
 * An optional field, or one that may be null, has a menu of its states unless
 * its control has them itself.
 */

struct _SounderFieldRow
{
  GtkListBoxRow     parent_instance;

  SounderArguments *arguments;
  guint             field;
  gboolean          touched; /* edited: its error may be told */
  guint             reveal_id;
  guint             n_frames; /* since the reveal was asked for */
  GSimpleAction    *state_action;

  GtkBox           *content;
  GtkWidget        *line;
  GtkWidget        *words;
  GtkLabel         *name;
  GtkLabel         *type;
  GtkLabel         *description;
  GtkWidget        *state_button;
  GtkWidget        *control;
  GtkWidget        *error_box;
  GtkLabel         *error;
};

G_DEFINE_FINAL_TYPE (SounderFieldRow, sounder_field_row, GTK_TYPE_LIST_BOX_ROW)

static const char *const state_names[] = { "absent", "null", "value" };

static void
set_visible_text (GtkLabel   *label,
                  const char *text)
{
  g_autofree char *visible = text != NULL ? mcp_format_label (text, TRUE) : NULL;

  gtk_label_set_text (label, visible != NULL ? visible : "");
  gtk_widget_set_visible (GTK_WIDGET (label), visible != NULL && *visible != '\0');
}

static gboolean
reveal_cb (GtkWidget     *widget,
           GdkFrameClock *frame_clock,
           gpointer       user_data)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (widget);
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  GtkWidget *content;
  GtkAdjustment *place;
  graphene_rect_t row, control;
  double top;

  /* The first frame lays out what is new. */
  if (++self->n_frames < 2)
    return G_SOURCE_CONTINUE;

  self->reveal_id = 0;
  content = viewport != NULL ? gtk_viewport_get_child (GTK_VIEWPORT (viewport)) : NULL;
  if (content == NULL || !gtk_widget_compute_bounds (widget, content, &row)
      || !gtk_widget_compute_bounds (self->control, content, &control))
    return G_SOURCE_REMOVE;

  place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  top = row.size.height <= gtk_adjustment_get_page_size (place) ? row.origin.y : control.origin.y;
  gtk_adjustment_clamp_page (place, top, row.origin.y + row.size.height);

  return G_SOURCE_REMOVE;
}

/* A viewport brings what has the focus into sight: the control, without what is said below it. */
static void
reveal (SounderFieldRow *self)
{
  self->n_frames = 0;
  if (self->reveal_id == 0)
    self->reveal_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
}

static void
update_type (SounderFieldRow *self)
{
  const McpField *field = sounder_arguments_get_field (self->arguments, self->field);
  SounderArgumentState state = sounder_arguments_get_state (self->arguments, self->field);
  g_autoptr (GString) text = g_string_new (field->type_label);

  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "",
                          field->required ? _("required") : _("optional"));
  if (state == SOUNDER_ARGUMENT_ABSENT && !field->required)
    g_string_append_printf (text, " · %s", _("absent"));
  else if (state == SOUNDER_ARGUMENT_NULL)
    g_string_append_printf (text, " · %s", _("null"));
  else if (state == SOUNDER_ARGUMENT_VALUE && field->kind == MCP_FIELD_STRING
           && *sounder_arguments_get_text (self->arguments, self->field) == '\0')
    g_string_append_printf (text, " · %s", _("empty text"));

  /* A person is asked in the server's words; how it is called is beside them. */
  if (sounder_arguments_is_for_question (self->arguments) && field->title != NULL)
    {
      g_string_prepend (text, " · ");
      g_string_prepend (text, field->name);
    }

  set_visible_text (self->type, text->str);
}

static void
update (SounderFieldRow *self)
{
  SounderArgumentState state = sounder_arguments_get_state (self->arguments, self->field);

  update_type (self);
  if (self->state_action != NULL)
    g_simple_action_set_state (self->state_action, g_variant_new_string (state_names[state]));
}

static void
arguments_changed_cb (SounderFieldRow *self,
                      int              field)
{
  if (field >= 0 && (guint) field != self->field)
    return;

  self->touched = field >= 0;
  update (self);
}

static void
state_activated_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (user_data);
  const char *name = g_variant_get_string (parameter, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (g_str_equal (name, state_names[i]))
      sounder_arguments_set_state (self->arguments, self->field, i);
}

static void
add_state_menu (SounderFieldRow *self,
                const McpField  *field)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  self->state_action = g_simple_action_new_stateful ("state", G_VARIANT_TYPE_STRING,
                                                     g_variant_new_string ("absent"));
  g_signal_connect_object (self->state_action, "activate", G_CALLBACK (state_activated_cb), self,
                           0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->state_action));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "field", G_ACTION_GROUP (group));

  g_menu_append (menu, _("Absent"), "field.state::absent");
  if (field->nullable)
    g_menu_append (menu, _("Null"), "field.state::null");
  g_menu_append (menu, _("Value"), "field.state::value");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->state_button), G_MENU_MODEL (menu));
}

static void
sounder_field_row_dispose (GObject *object)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (object);

  g_clear_object (&self->arguments);
  g_clear_object (&self->state_action);

  G_OBJECT_CLASS (sounder_field_row_parent_class)->dispose (object);
}

static void
sounder_field_row_class_init (SounderFieldRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_field_row_dispose;

  g_type_ensure (SOUNDER_TYPE_FIELD_LAYOUT);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-field-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, content);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, line);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, words);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, name);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, type);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, description);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, state_button);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, error_box);
  gtk_widget_class_bind_template_child (widget_class, SounderFieldRow, error);
  gtk_widget_class_bind_template_callback (widget_class, reveal);
}

static void
sounder_field_row_init (SounderFieldRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_field_row_new:
 * @arguments: the arguments
 * @field: the position of the field
 *
 * Creates a row for one field.
 *
 * Returns: (transfer floating): a new row
 */
GtkWidget *
sounder_field_row_new (SounderArguments *arguments,
                       guint             field)
{
  SounderFieldRow *self = g_object_new (SOUNDER_TYPE_FIELD_ROW, NULL);
  const McpField *said = sounder_arguments_get_field (arguments, field);
  g_autofree char *title = NULL;
  g_autofree char *state_label = NULL;
  gboolean below;
  gboolean asked;
  gboolean has_menu;

  self->arguments = g_object_ref (arguments);
  self->field = field;
  asked = sounder_arguments_is_for_question (arguments) && said->title != NULL;
  title = mcp_format_label (asked ? said->title : said->name, FALSE);
  if (said->required)
    {
      g_autofree char *marked = g_strdup_printf ("%s *", title);

      set_visible_text (self->name, marked);
    }
  else
    {
      set_visible_text (self->name, title);
    }
  set_visible_text (self->description, said->description != NULL || asked ? said->description
                                                                          : said->title);

  self->control = sounder_field_control_new (arguments, field, &below);
  sounder_compat_set_spoken (GTK_ACCESSIBLE (self->control), title);
  if (below)
    {
      /* What explains it comes before what is to be written. */
      g_object_ref (self->description);
      gtk_box_remove (self->content, GTK_WIDGET (self->description));
      gtk_box_append (GTK_BOX (self->words), GTK_WIDGET (self->description));
      g_object_unref (self->description);
    }
  sounder_field_layout_set_below (SOUNDER_FIELD_LAYOUT (gtk_widget_get_layout_manager (self->line)),
                                  below);
  gtk_widget_insert_after (self->control, self->line, self->words);

  /* A person who is asked gives an answer; for the server's tool the empty text may be one, too. */
  has_menu = sounder_field_control_wants_menu (said)
             && !(sounder_arguments_is_for_question (arguments) && said->required && !said->nullable);
  gtk_widget_set_visible (self->state_button, has_menu);
  /* Translators: the name of an argument. */
  state_label = g_strdup_printf (_("%s: absent, null or value"), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->state_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, state_label, -1);
  if (has_menu)
    add_state_menu (self, said);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_REQUIRED,
                                  said->required, -1);

  g_signal_connect_object (arguments, "changed", G_CALLBACK (arguments_changed_cb), self,
                           G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

/**
 * sounder_field_row_show_error:
 * @self: a row
 * @untouched: whether to tell what is wrong with a field that was not edited yet
 *
 * Shows what is wrong with the field now, or that nothing is.
 */
void
sounder_field_row_show_error (SounderFieldRow *self,
                              gboolean         untouched)
{
  const char *error;
  gboolean shown;

  g_return_if_fail (SOUNDER_IS_FIELD_ROW (self));

  error = sounder_arguments_get_error (self->arguments, self->field);
  shown = error != NULL && (untouched || self->touched);
  set_visible_text (self->error, error);
  gtk_widget_set_visible (self->error_box, shown);
  if (shown)
    gtk_widget_add_css_class (self->control, "error");
  else
    gtk_widget_remove_css_class (self->control, "error");
  if (shown && gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    reveal (self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_STATE_INVALID,
                               shown ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/**
 * sounder_field_row_has_error:
 * @self: a row
 *
 * Gets whether an error is shown.
 *
 * Returns: %TRUE if an error is shown
 */
gboolean
sounder_field_row_has_error (SounderFieldRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIELD_ROW (self), FALSE);

  return gtk_widget_get_visible (self->error_box);
}

/**
 * sounder_field_row_get_control:
 * @self: a row
 *
 * Gets what the value is edited with.
 *
 * Returns: (transfer none): the control
 */
GtkWidget *
sounder_field_row_get_control (SounderFieldRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIELD_ROW (self), NULL);

  return self->control;
}
