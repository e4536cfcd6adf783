/* sounder-env-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-env-row"

#include "config.h"

#include "sounder-env-row.h"

/**
 * SounderEnvRow:
 *
 * One variable of a server's environment. The value is masked until it is asked
 * for: keys and tokens are what most of them hold.
 */

struct _SounderEnvRow
{
  GtkListBoxRow parent_instance;

  GtkEditable  *name;
  GtkEditable  *value;
  GtkLabel     *error;
};

G_DEFINE_FINAL_TYPE (SounderEnvRow, sounder_env_row, GTK_TYPE_LIST_BOX_ROW)

enum {
  CHANGED,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
changed_cb (SounderEnvRow *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (SounderEnvRow *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

static void
sounder_env_row_class_init (SounderEnvRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  /**
   * SounderEnvRow::changed:
   *
   * Name or value were edited.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderEnvRow::remove:
   *
   * The user wants it gone.
   */
  signals[REMOVE] = g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/mcp_sounder/Sounder/sounder-env-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderEnvRow, name);
  gtk_widget_class_bind_template_child (widget_class, SounderEnvRow, value);
  gtk_widget_class_bind_template_child (widget_class, SounderEnvRow, error);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
sounder_env_row_init (SounderEnvRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_env_row_new:
 * @variable: (nullable): "NAME=VALUE", or %NULL for an empty row
 *
 * Creates a row.
 *
 * Returns: (transfer floating): a new row
 */
GtkWidget *
sounder_env_row_new (const char *variable)
{
  SounderEnvRow *self = g_object_new (SOUNDER_TYPE_ENV_ROW, NULL);
  const char *equals = variable != NULL ? strchr (variable, '=') : NULL;

  if (equals != NULL)
    {
      g_autofree char *name = g_strndup (variable, equals - variable);

      gtk_editable_set_text (self->name, name);
      gtk_editable_set_text (self->value, equals + 1);
    }

  return GTK_WIDGET (self);
}

/**
 * sounder_env_row_get_name:
 * @self: a row
 *
 * Gets the name as it is typed.
 *
 * Returns: the name, may be empty
 */
const char *
sounder_env_row_get_name (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), NULL);

  return gtk_editable_get_text (self->name);
}

/**
 * sounder_env_row_dup_variable:
 * @self: a row
 *
 * Gets the variable.
 *
 * Returns: (transfer full): "NAME=VALUE"
 */
char *
sounder_env_row_dup_variable (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), NULL);

  return g_strconcat (gtk_editable_get_text (self->name), "=", gtk_editable_get_text (self->value),
                      NULL);
}

/**
 * sounder_env_row_set_error:
 * @self: a row
 * @message: (nullable): what is wrong with it
 *
 * Marks the row.
 */
void
sounder_env_row_set_error (SounderEnvRow *self,
                           const char    *message)
{
  g_return_if_fail (SOUNDER_IS_ENV_ROW (self));

  gtk_label_set_text (self->error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
  if (message != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->name), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->name), "error");
}
