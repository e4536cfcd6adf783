/* sounder-columns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-columns"

#include "config.h"

#include <adwaita.h>

#include "sounder-columns.h"

/**
 * SounderColumns:
 *
 * Three columns that fit themselves to the width class of the window. The same
 * widgets are moved between places, so that nothing is lost when a window is
 * made smaller.
 */

#define FORM_WIDTH 396
/* Above each other the form gets what it asks for, but leaves a third to the result. */
#define FORM_SHARE (2.0 / 3.0)

struct _SounderColumns
{
  GtkWidget          parent_instance;

  SounderWidthClass  width_class;
  SounderColumn      shown;
  GtkWidget         *children[SOUNDER_N_COLUMNS]; /* owned; NULL where there is none */

  GtkStack          *stack;
  GtkPaned          *inner;
  GtkStack          *single;
  GtkWidget         *bar;
  GtkWidget         *back;
  GtkLabel          *title;
  GtkWidget         *forward;
  AdwBin            *list_pane;
  AdwBin            *form_pane;
  AdwBin            *result_pane;
  AdwBin            *list_single;
  AdwBin            *form_single;
  AdwBin            *result_single;

  guint              fit_id;
  gboolean           fitting; /* it is us, or the paned itself, who moves the divider */
  gboolean           moved;   /* the user did, and is not contradicted */
};

G_DEFINE_FINAL_TYPE (SounderColumns, sounder_columns, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_LIST,
  PROP_FORM,
  PROP_RESULT,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static AdwBin *
get_holder (SounderColumns *self,
            SounderColumn   column,
            gboolean        single)
{
  AdwBin *const holders[2][SOUNDER_N_COLUMNS] = {
    { self->list_pane, self->form_pane, self->result_pane },
    { self->list_single, self->form_single, self->result_single },
  };

  return holders[single][column];
}

static void
update_shown (SounderColumns *self)
{
  gtk_stack_set_visible_child (self->single, GTK_WIDGET (get_holder (self, self->shown, TRUE)));
  gtk_widget_set_visible (self->bar, self->shown != SOUNDER_COLUMN_LIST);
  gtk_widget_set_visible (self->forward, self->shown == SOUNDER_COLUMN_FORM
                                           && self->children[SOUNDER_COLUMN_RESULT] != NULL);
}

static gboolean
fit_cb (gpointer data)
{
  SounderColumns *self = data;
  int height = gtk_widget_get_height (GTK_WIDGET (self->inner));
  int wanted;

  self->fit_id = 0;
  gtk_widget_measure (GTK_WIDGET (self->form_pane), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (self->inner)), NULL, &wanted, NULL, NULL);
  self->fitting = TRUE;
  gtk_paned_set_position (self->inner, MIN (wanted, (int) (height * FORM_SHARE)));
  self->fitting = FALSE;

  return G_SOURCE_REMOVE;
}

/* From an idle: a position must not be set in the middle of an allocation. */
static void
sounder_columns_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  SounderColumns *self = SOUNDER_COLUMNS (widget);

  self->fitting = TRUE;
  gtk_widget_allocate (GTK_WIDGET (self->stack), width, height, baseline, NULL);
  self->fitting = FALSE;

  if (self->width_class == SOUNDER_WIDTH_MEDIUM && !self->moved && self->fit_id == 0
      && self->children[SOUNDER_COLUMN_RESULT] != NULL)
    self->fit_id = g_idle_add_full (G_PRIORITY_HIGH, fit_cb, self, NULL);
}

static void
sounder_columns_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (SOUNDER_COLUMNS (widget)->stack), orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static void
position_changed_cb (SounderColumns *self)
{
  if (!self->fitting)
    self->moved = TRUE;
}

static void
place (SounderColumns *self)
{
  gboolean single = self->width_class == SOUNDER_WIDTH_NARROW;
  gboolean beside = self->width_class == SOUNDER_WIDTH_WIDE;

  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    {
      adw_bin_set_child (get_holder (self, i, !single), NULL);
      adw_bin_set_child (get_holder (self, i, single), self->children[i]);
    }

  gtk_widget_set_visible (GTK_WIDGET (self->result_pane),
                          self->children[SOUNDER_COLUMN_RESULT] != NULL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->inner), beside
                                                                  ? GTK_ORIENTATION_HORIZONTAL
                                                                  : GTK_ORIENTATION_VERTICAL);
  self->fitting = TRUE;
  if (beside)
    gtk_paned_set_position (self->inner, FORM_WIDTH);
  self->fitting = FALSE;
  self->moved = FALSE;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_stack_set_visible_child_name (self->stack, single ? "single" : "beside");
  update_shown (self);
}

static void
back_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderColumns *self = SOUNDER_COLUMNS (widget);

  if (self->shown > SOUNDER_COLUMN_LIST)
    sounder_columns_show (self, self->shown - 1);
}

static void
forward_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  SounderColumns *self = SOUNDER_COLUMNS (widget);

  if (self->shown < SOUNDER_COLUMN_RESULT && self->children[self->shown + 1] != NULL)
    sounder_columns_show (self, self->shown + 1);
}

static void
set_child (SounderColumns *self,
           SounderColumn   column,
           GtkWidget      *child)
{
  if (g_set_object (&self->children[column], child))
    place (self);
}

static void
sounder_columns_dispose (GObject *object)
{
  SounderColumns *self = SOUNDER_COLUMNS (object);
  GtkWidget *child;

  g_clear_handle_id (&self->fit_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; i < SOUNDER_N_COLUMNS; i++)
    g_clear_object (&self->children[i]);

  G_OBJECT_CLASS (sounder_columns_parent_class)->dispose (object);
}

static void
sounder_columns_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  SounderColumns *self = SOUNDER_COLUMNS (object);

  switch (prop_id)
    {
    case PROP_LIST:
    case PROP_FORM:
    case PROP_RESULT:
      g_value_set_object (value, self->children[prop_id - PROP_LIST]);
      break;

    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
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
      place (self);
      g_object_notify_by_pspec (object, pspec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags =
    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

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

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_columns_class_init (SounderColumnsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_columns_dispose;
  object_class->get_property = sounder_columns_get_property;
  object_class->set_property = sounder_columns_set_property;
  widget_class->measure = sounder_columns_measure;
  widget_class->size_allocate = sounder_columns_size_allocate;

  install_properties (object_class);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-columns.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, inner);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, single);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, bar);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, back);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, title);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, forward);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, list_pane);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, form_pane);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, result_pane);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, list_single);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, form_single);
  gtk_widget_class_bind_template_child (widget_class, SounderColumns, result_single);

  gtk_widget_class_bind_template_callback (widget_class, position_changed_cb);
  gtk_widget_class_install_action (widget_class, "columns.back", NULL, back_cb);
  gtk_widget_class_install_action (widget_class, "columns.forward", NULL, forward_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "columns.back",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK,
                                       "columns.forward", NULL);
}

static void
sounder_columns_init (SounderColumns *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  gtk_widget_init_template (GTK_WIDGET (self));
  place (self);
}

/**
 * sounder_columns_show:
 * @self: the columns
 * @column: a column
 *
 * Brings a column to the front where only one fits.
 */
void
sounder_columns_show (SounderColumns *self,
                      SounderColumn   column)
{
  g_return_if_fail (SOUNDER_IS_COLUMNS (self));
  g_return_if_fail (column < SOUNDER_N_COLUMNS);

  if (self->shown == column)
    return;

  self->shown = column;
  update_shown (self);
  /* Else the focus would land on the first text, and select it. */
  if (self->width_class == SOUNDER_WIDTH_NARROW && column != SOUNDER_COLUMN_LIST)
    gtk_widget_grab_focus (self->back);
}

/**
 * sounder_columns_get_shown:
 * @self: the columns
 *
 * Gets which column is in front where only one fits.
 *
 * Returns: the column
 */
SounderColumn
sounder_columns_get_shown (SounderColumns *self)
{
  g_return_val_if_fail (SOUNDER_IS_COLUMNS (self), SOUNDER_COLUMN_LIST);

  return self->shown;
}

/**
 * sounder_columns_set_title:
 * @self: the columns
 * @title: what was chosen from the list
 *
 * Sets what stands beside the button that leads back.
 */
void
sounder_columns_set_title (SounderColumns *self,
                           const char     *title)
{
  g_return_if_fail (SOUNDER_IS_COLUMNS (self));

  gtk_label_set_text (self->title, title);
}
