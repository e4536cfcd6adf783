/* sounder-env-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-env-row.h"
#include "sounder-template.h"
#include "sounder-text-field.h"

/**
 * SounderEnvRow:
 *
 * One variable of a server's environment. The value is masked until it is asked
 * for: keys and tokens are what most of them hold. With the lock on, the value is kept
 * in the keyring, and the file has “${input:NAME}” in its place; leaving the entry
 * empty keeps what the keyring has.
 */

struct _SounderEnvRow
{
  GtkListBoxRow parent_instance;

  GtkEditable  *name;
  GtkEditable  *value;
  GtkToggleButton *lock;
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
update (SounderEnvRow *self)
{
  gboolean locked = gtk_toggle_button_get_active (self->lock);

  g_object_set (self->value, "placeholder-text", locked ? _("in the keyring") : _("value"), NULL);
  gtk_button_set_icon_name (GTK_BUTTON (self->lock),
                            locked ? "changes-prevent-symbolic" : "changes-allow-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lock),
                               locked ? _("Secret: kept in the keyring")
                                      : _("In clear text in the list of servers; press to keep it in "
                                          "the keyring"));
}

static void
lock_toggled_cb (SounderEnvRow *self)
{
  update (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

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

  sounder_template_set (widget_class, "sounder-env-row.ui");
  sounder_template_bind (widget_class, SounderEnvRow, name, value, lock, error);
  sounder_template_connect (widget_class, lock_toggled_cb, changed_cb, remove_cb);
}

static void
sounder_env_row_init (SounderEnvRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

GtkWidget *
sounder_env_row_new (const char *variable)
{
  SounderEnvRow *self = g_object_new (SOUNDER_TYPE_ENV_ROW, NULL);
  const char *equals = variable != NULL ? strchr (variable, '=') : NULL;

  if (equals != NULL)
    {
      g_autofree char *name = g_strndup (variable, equals - variable);
      g_autofree char *reference = g_strdup_printf ("${input:%s}", name);
      gboolean locked = g_str_equal (equals + 1, reference);

      gtk_editable_set_text (self->name, name);
      gtk_editable_set_text (self->value, locked ? "" : equals + 1);
      gtk_toggle_button_set_active (self->lock, locked);
    }

  return GTK_WIDGET (self);
}

const char *
sounder_env_row_get_name (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), NULL);

  return gtk_editable_get_text (self->name);
}

/**
 * sounder_env_row_dup_variable:
 *
 * Gets the variable. A secret one refers to what the keyring has.
 *
 * Returns: (transfer full): "NAME=VALUE"
 */
char *
sounder_env_row_dup_variable (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), NULL);

  if (gtk_toggle_button_get_active (self->lock))
    return g_strdup_printf ("%s=${input:%s}", gtk_editable_get_text (self->name), gtk_editable_get_text (self->name));

  return g_strconcat (gtk_editable_get_text (self->name), "=", gtk_editable_get_text (self->value),
                      NULL);
}

gboolean
sounder_env_row_is_secret (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), FALSE);

  return gtk_toggle_button_get_active (self->lock);
}

/**
 * sounder_env_row_get_value:
 *
 * Gets what is typed as the value; of a secret one, what the keyring is to have from now on.
 *
 * Returns: the value; "" for what the keyring has already
 */
const char *
sounder_env_row_get_value (SounderEnvRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_ENV_ROW (self), NULL);

  return gtk_editable_get_text (self->value);
}

void
sounder_env_row_set_error (SounderEnvRow *self,
                           const char    *message)
{
  g_return_if_fail (SOUNDER_IS_ENV_ROW (self));

  sounder_field_show_error (GTK_WIDGET (self->name), self->error, message);
}
