/* sounder-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include <glib/gi18n-lib.h>

#include "sounder-columns.h"
#include "sounder-focus.h"
#include "sounder-split.h"
#include "sounder-template.h"

/**
 * SounderColumns:
 *
 * Three columns that fit themselves to the width class of the window. Each stays where it is and is
 * hidden where there is no room for it: what is moved to another parent loses its actions in GTK 4.8.
 *
 * Where one column is seen at a time, Back and Forward lead from one to the next. Where form and
 * result share the room, they lead from the form alone over both to the result alone.
 */

#define LIST_WIDTH 242
#define FORM_WIDTH 396
/* Above each other the form gets what it asks for, but leaves this much to a result if it needs it. */
#define RESULT_SHARE_MIN (1.0 / 3.0)
#define RESULT_SHARE_MAX (1.0 / 2.0)

struct _SounderColumns
{
  GtkWidget          parent_instance;

  SounderWidthClass  width_class;
  SounderColumnsPart shown;
  SounderColumnsPart whole;                       /* has all the room; LIST: form and result share it */
  GtkWidget         *children[SOUNDER_N_COLUMNS_PARTS];     /* owned; NULL where there is none */
  GtkWidget         *room_buttons[SOUNDER_N_COLUMNS_PARTS]; /* (nullable); the children have them */
  gboolean           needs_room[SOUNDER_N_COLUMNS_PARTS];
  char              *memory;                      /* (nullable) */

  SounderSplit      *outer;
  SounderSplit      *inner;
  GtkWidget         *bar;
  GtkWidget         *back;
  GtkLabel          *title;
  GtkWidget         *forward;
  AdwBin            *list_pane;
  AdwBin            *form_pane;
  AdwBin            *result_pane;
};

G_DEFINE_FINAL_TYPE (SounderColumns, sounder_columns, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_LIST,
  PROP_FORM,
  PROP_RESULT,
  PROP_WIDTH_CLASS,
  PROP_MEMORY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static AdwBin *
get_pane (SounderColumns     *self,
          SounderColumnsPart  column)
{
  AdwBin *const panes[] = { self->list_pane, self->form_pane, self->result_pane };

  return panes[column];
}

static int
fit_list_cb (SounderSplit *split,
             int           length,
             gpointer      user_data)
{
  return LIST_WIDTH;
}

/* Beside each other a result has room for its lines; above each other each gets what it needs. */
static int
fit_form_cb (SounderSplit *split,
             int           length,
             gpointer      user_data)
{
  SounderColumns *self = user_data;
  int form, result;

  if (sounder_split_get_orientation (split) == GTK_ORIENTATION_HORIZONTAL)
    return FORM_WIDTH;

  gtk_widget_measure (GTK_WIDGET (self->form_pane), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (split)), NULL, &form, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->result_pane), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (split)), NULL, &result, NULL, NULL);
  if (self->needs_room[SOUNDER_COLUMNS_FORM])
    form = length;
  if (self->needs_room[SOUNDER_COLUMNS_RESULT])
    result = MAX (result, (int) (length * RESULT_SHARE_MIN));

  return MIN (form, length - MIN (result, (int) (length * RESULT_SHARE_MAX)));
}

static gboolean
is_seen (SounderColumns     *self,
         SounderColumnsPart  column)
{
  if (self->children[column] == NULL)
    return FALSE;
  if (self->width_class == SOUNDER_WIDTH_NARROW)
    return self->shown == column;

  return column == SOUNDER_COLUMNS_LIST || self->whole == SOUNDER_COLUMNS_LIST
         || self->whole == column;
}

/* What is hidden has no keys, and with it the way back would have none. */
static void
rescue_focus (SounderColumns *self,
              GtkWidget      *focus)
{
  gboolean narrow = self->width_class == SOUNDER_WIDTH_NARROW;
  SounderColumnsPart column = narrow ? self->shown : self->whole;
  GtkWidget *way_back = narrow ? self->back : self->room_buttons[column];
  GtkWidget *widget = focus;

  while (widget != GTK_WIDGET (self) && gtk_widget_get_visible (widget))
    widget = gtk_widget_get_parent (widget);
  if (widget == GTK_WIDGET (self))
    return;

  if (column == SOUNDER_COLUMNS_LIST)
    sounder_focus_enter_page (GTK_WIDGET (self->list_pane));
  else if (way_back == NULL || !gtk_widget_grab_focus (way_back))
    gtk_widget_child_focus (GTK_WIDGET (get_pane (self, column)), GTK_DIR_TAB_FORWARD);
}

static void
update_seen (SounderColumns *self)
{
  gboolean narrow = self->width_class == SOUNDER_WIDTH_NARROW;
  gboolean has_result = self->children[SOUNDER_COLUMNS_RESULT] != NULL;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  for (guint i = 0; i < SOUNDER_N_COLUMNS_PARTS; i++)
    {
      GtkWidget *button = self->room_buttons[i];
      gboolean has_all = self->whole == i;

      gtk_widget_set_visible (GTK_WIDGET (get_pane (self, i)), is_seen (self, i));
      if (button == NULL)
        continue;

      gtk_widget_set_visible (button, !narrow && has_result);
      gtk_button_set_icon_name (GTK_BUTTON (button), has_all ? "view-restore-symbolic"
                                                             : "view-fullscreen-symbolic");
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), has_all);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->inner), is_seen (self, SOUNDER_COLUMNS_FORM)
                                                      || is_seen (self, SOUNDER_COLUMNS_RESULT));
  gtk_widget_set_visible (self->bar, narrow && self->shown != SOUNDER_COLUMNS_LIST);
  gtk_widget_set_visible (self->forward, self->shown == SOUNDER_COLUMNS_FORM && has_result);

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    rescue_focus (self, focus);
}

static void
set_whole (SounderColumns     *self,
           SounderColumnsPart  whole)
{
  if (self->whole == whole)
    return;

  self->whole = whole;
  update_seen (self);
}

static void
room_button_toggled_cb (SounderColumns  *self,
                        GtkToggleButton *button)
{
  SounderColumnsPart column = GTK_WIDGET (button) == self->room_buttons[SOUNDER_COLUMNS_FORM]
                                ? SOUNDER_COLUMNS_FORM
                                : SOUNDER_COLUMNS_RESULT;

  if (gtk_toggle_button_get_active (button))
    set_whole (self, column);
  else if (self->whole == column)
    set_whole (self, SOUNDER_COLUMNS_LIST);
}

/* From one column alone to both, from both to the other alone. */
static void
step_room (SounderColumns     *self,
           SounderColumnsPart  from,
           SounderColumnsPart  to)
{
  if (self->children[SOUNDER_COLUMNS_RESULT] != NULL)
    set_whole (self, self->whole == from ? SOUNDER_COLUMNS_LIST : to);
}

static void
set_memory (SounderColumns *self,
            const char     *memory)
{
  g_autofree char *list = g_strconcat (memory, "-list", NULL);

  g_free (self->memory);
  self->memory = g_strdup (memory);
  sounder_split_set_memory (self->outer, memory != NULL ? list : NULL);
  sounder_split_set_memory (self->inner, memory);
}

static void
back_cb (SounderColumns *self)
{
  if (self->width_class != SOUNDER_WIDTH_NARROW)
    step_room (self, SOUNDER_COLUMNS_RESULT, SOUNDER_COLUMNS_FORM);
  else if (self->shown > SOUNDER_COLUMNS_LIST)
    sounder_columns_show (self, self->shown - 1);
}

static void
forward_cb (SounderColumns *self)
{
  if (self->width_class != SOUNDER_WIDTH_NARROW)
    step_room (self, SOUNDER_COLUMNS_FORM, SOUNDER_COLUMNS_RESULT);
  else if (self->shown < SOUNDER_COLUMNS_RESULT && self->children[self->shown + 1] != NULL)
    sounder_columns_show (self, self->shown + 1);
}

static void
set_child (SounderColumns     *self,
           SounderColumnsPart  column,
           GtkWidget          *child)
{
  if (!g_set_object (&self->children[column], child))
    return;

  adw_bin_set_child (get_pane (self, column), child);
  update_seen (self);
}

static void
sounder_columns_dispose (GObject *object)
{
  SounderColumns *self = SOUNDER_COLUMNS (object);
  GtkWidget *child;

  for (guint i = 0; i < SOUNDER_N_COLUMNS_PARTS; i++)
    sounder_columns_set_room_button (self, i, NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; i < SOUNDER_N_COLUMNS_PARTS; i++)
    g_clear_object (&self->children[i]);

  G_OBJECT_CLASS (sounder_columns_parent_class)->dispose (object);
}

static void
sounder_columns_finalize (GObject *object)
{
  g_free (SOUNDER_COLUMNS (object)->memory);

  G_OBJECT_CLASS (sounder_columns_parent_class)->finalize (object);
}

static void
sounder_columns_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  SounderColumns *self = SOUNDER_COLUMNS (object);

  switch (prop_id)
    {
    case PROP_LIST:
    case PROP_FORM:
    case PROP_RESULT:
      set_child (self, prop_id - PROP_LIST, g_value_get_object (value));
      break;

    case PROP_WIDTH_CLASS:
      if (self->width_class == (SounderWidthClass) g_value_get_enum (value))
        return;
      self->width_class = g_value_get_enum (value);
      sounder_split_set_orientation (self->inner, self->width_class == SOUNDER_WIDTH_WIDE
                                                    ? GTK_ORIENTATION_HORIZONTAL
                                                    : GTK_ORIENTATION_VERTICAL);
      update_seen (self);
      break;

    case PROP_MEMORY:
      set_memory (self, g_value_get_string (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  /**
   * SounderColumns:list:
   *
   * The first column.
   */
  properties[PROP_LIST] = g_param_spec_object ("list", NULL, NULL, GTK_TYPE_WIDGET, flags);

  /**
   * SounderColumns:form:
   *
   * The second column.
   */
  properties[PROP_FORM] = g_param_spec_object ("form", NULL, NULL, GTK_TYPE_WIDGET, flags);

  /**
   * SounderColumns:result:
   *
   * The third column, if there is one.
   */
  properties[PROP_RESULT] = g_param_spec_object ("result", NULL, NULL, GTK_TYPE_WIDGET, flags);

  /**
   * SounderColumns:width-class:
   *
   * How much room the window has.
   */
  properties[PROP_WIDTH_CLASS] = g_param_spec_enum (
    "width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE, flags);

  /**
   * SounderColumns:memory:
   *
   * The name that the sizes of the columns have in the settings, or %NULL if they are not kept.
   */
  properties[PROP_MEMORY] = g_param_spec_string ("memory", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_columns_class_init (SounderColumnsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_columns_dispose;
  object_class->finalize = sounder_columns_finalize;
  object_class->set_property = sounder_columns_set_property;

  install_properties (object_class);
  g_type_ensure (SOUNDER_TYPE_SPLIT);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  sounder_template_set (widget_class, "sounder-columns.ui");
  sounder_template_bind (widget_class, SounderColumns, outer, inner, bar, back, title, forward,
                         list_pane, form_pane, result_pane);

  sounder_template_action (widget_class, "columns.back", NULL, back_cb);
  sounder_template_action (widget_class, "columns.forward", NULL, forward_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "columns.back",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK,
                                       "columns.forward", NULL);
}

static void
sounder_columns_init (SounderColumns *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  self->needs_room[SOUNDER_COLUMNS_RESULT] = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_split_set_fit (self->outer, fit_list_cb, NULL);
  sounder_split_set_fit (self->inner, fit_form_cb, self);
  update_seen (self);
}

/**
 * sounder_columns_show:
 * @column: a column
 *
 * Brings a column to the front where only one fits, and out from behind the other where that has all
 * the room.
 */
void
sounder_columns_show (SounderColumns     *self,
                      SounderColumnsPart  column)
{
  g_return_if_fail (SOUNDER_IS_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS_PARTS);

  if (self->whole != column)
    set_whole (self, SOUNDER_COLUMNS_LIST);
  if (self->shown == column)
    return;

  self->shown = column;
  update_seen (self);
  /* Else the focus would land on the first text, and select it. */
  if (self->width_class == SOUNDER_WIDTH_NARROW && column != SOUNDER_COLUMNS_LIST)
    gtk_widget_grab_focus (self->back);
}

/**
 * sounder_columns_get_whole:
 *
 * Gets which column has all the room that form and result share otherwise.
 *
 * Returns: the column; the list if they share it
 */
SounderColumnsPart
sounder_columns_get_whole (SounderColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_COLUMNS (self), SOUNDER_COLUMNS_LIST);

  return self->whole;
}

void
sounder_columns_set_title (SounderColumns *self,
                           const char     *title)
{
  g_return_if_fail (SOUNDER_IS_COLUMNS (self));

  gtk_label_set_text (self->title, title);
}

/**
 * sounder_columns_set_room_button:
 * @column: the form or the result
 * @button: (nullable): a button in that column
 *
 * Makes a button give all the room to its column, and back what the other had. It is not seen where
 * there is only one column at a time.
 */
void
sounder_columns_set_room_button (SounderColumns     *self,
                                 SounderColumnsPart  column,
                                 GtkToggleButton    *button)
{
  GtkWidget *before;

  g_return_if_fail (SOUNDER_IS_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS_PARTS);

  before = self->room_buttons[column];
  if (before != NULL)
    g_signal_handlers_disconnect_by_func (before, room_button_toggled_cb, self);

  g_set_object (&self->room_buttons[column], GTK_WIDGET (button));
  if (button == NULL)
    return;

  gtk_widget_set_tooltip_text (GTK_WIDGET (button), column == SOUNDER_COLUMNS_FORM
                                                      ? _("Form Alone (Alt+Left)")
                                                      : _("Result Alone (Alt+Right)"));
  g_signal_connect_object (button, "toggled", G_CALLBACK (room_button_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  update_seen (self);
}

/**
 * sounder_columns_set_needs_room:
 * @column: the form or the result
 * @needs_room: whether it does
 *
 * Says whether a column can use more room than it asks for. A form asks for what it has, and a
 * result is as long as it is.
 */
void
sounder_columns_set_needs_room (SounderColumns     *self,
                                SounderColumnsPart  column,
                                gboolean            needs_room)
{
  g_return_if_fail (SOUNDER_IS_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS_PARTS);

  if (self->needs_room[column] == !!needs_room)
    return;

  self->needs_room[column] = needs_room;
  gtk_widget_queue_resize (GTK_WIDGET (self->inner));
}
