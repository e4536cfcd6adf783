/* sounder-recovery-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-archive.h"
#include "sounder-compat.h"
#include "sounder-recovery-dialog.h"
#include "sounder-settings.h"
#include "sounder-template.h"

/**
 * SounderRecoveryDialog:
 *
 * What crashes and killed taps left, in one list. Recovering shows a session in the window;
 * discarding deletes its file. What is neither stays on disk for as long as the settings say, and
 * counts as closed once the dialog is: nothing is offered twice.
 */

struct _SounderRecoveryDialog
{
  AdwWindow             parent_instance;

  AdwPreferencesGroup  *group;
  GtkListBox           *list;

  SounderWindow        *window;
};

G_DEFINE_FINAL_TYPE (SounderRecoveryDialog, sounder_recovery_dialog, ADW_TYPE_WINDOW)

static const McpJournalInfo *
get_info (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "info");
}

static GtkWidget *
first_row (SounderRecoveryDialog *self)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0));
}

static void
remove_row (SounderRecoveryDialog *self,
            GtkWidget             *row)
{
  gtk_list_box_remove (self->list, row);
  if (first_row (self) == NULL)
    gtk_window_close (GTK_WINDOW (self));
}

/* Counts as closed first: then nobody else has it open. */
static gboolean
recover (SounderRecoveryDialog  *self,
         const McpJournalInfo   *info,
         GError                **error)
{
  mcp_journal_archive_settle (info->path, NULL);

  return sounder_window_open_journal (self->window, info->path, FALSE, error);
}

static void
recover_cb (GtkWidget             *button,
            SounderRecoveryDialog *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);
  g_autoptr (GError) error = NULL;

  if (!recover (self, get_info (row), &error))
    sounder_window_show_error (self->window, _("The Session Was Not Recovered"), error);
  remove_row (self, row);
}

static void
discard_cb (GtkWidget             *button,
            SounderRecoveryDialog *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (button, GTK_TYPE_LIST_BOX_ROW);
  g_autoptr (GError) error = NULL;

  if (!mcp_journal_archive_remove (get_info (row)->path, &error))
    sounder_window_show_error (self->window, _("The Session Was Not Discarded"), error);
  remove_row (self, row);
}

static void
discard_answered_cb (gboolean confirmed,
                     gpointer user_data)
{
  g_autoptr (SounderRecoveryDialog) self = SOUNDER_RECOVERY_DIALOG (user_data);

  if (confirmed)
    sounder_recovery_dialog_discard_all (self);
}

static void
discard_all_cb (SounderRecoveryDialog *self)
{
  guint n = sounder_recovery_dialog_count (self);
  g_autofree char *heading = g_strdup_printf (ngettext ("Discard %u Session?",
                                                        "Discard %u Sessions?", n),
                                              n);

  sounder_compat_confirm (GTK_WINDOW (self), heading, _("What they said is deleted from the disk."),
                          _("_Discard"), TRUE, discard_answered_cb, g_object_ref (self));
}

static char *
describe (const McpJournalInfo *info)
{
  g_autoptr (GDateTime) start = g_date_time_new_from_unix_local (info->started_wall_usec
                                                                 / G_USEC_PER_SEC);
  g_autofree char *time = start != NULL ? g_date_time_format (start, "%x %R") : g_strdup ("?");
  g_autofree char *size = g_format_size (info->bytes);

  /* Translators: when a session that a tap passed on began, and how large it is. */
  if (g_strcmp0 (info->origin, "tap") == 0)
    return g_strdup_printf (_("Tap · %s · %s"), time, size);

  return g_strdup_printf ("%s · %s", time, size);
}

static GtkWidget *
make_button (SounderRecoveryDialog *self,
             const char            *text,
             const char            *label,
             GCallback              clicked)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", clicked, self, 0);

  return button;
}

static void
append_row (SounderRecoveryDialog *self,
            const McpJournalInfo  *info)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *subtitle = describe (info);
  g_autofree char *discard = NULL;
  g_autofree char *recover_label = NULL;

  /* Translators: %s is the name of a server. */
  discard = g_strdup_printf (_("Discard the session of %s"), info->name);
  /* Translators: %s is the name of a server. */
  recover_label = g_strdup_printf (_("Recover the session of %s"), info->name);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), info->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             make_button (self, _("Discard"), discard, G_CALLBACK (discard_cb)));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), make_button (self, _("Recover"), recover_label,
                                                                G_CALLBACK (recover_cb)));
  g_object_set_data_full (G_OBJECT (row), "info", mcp_journal_info_copy (info),
                          (GDestroyNotify) mcp_journal_info_free);
  gtk_list_box_append (self->list, row);
}

static void
explain (SounderRecoveryDialog *self)
{
  guint days = sounder_settings_get_uint ("journal-keep-days", SOUNDER_SETTINGS_KEEP_DAYS);
  g_autofree char *text = g_strdup_printf (
    ngettext ("Each is offered once. What is neither recovered nor discarded stays on the disk "
              "for %u day.",
              "Each is offered once. What is neither recovered nor discarded stays on the disk "
              "for %u days.",
              days),
    days);

  adw_preferences_group_set_description (self->group, text);
}

static gboolean
sounder_recovery_dialog_close_request (GtkWindow *window)
{
  SounderRecoveryDialog *self = SOUNDER_RECOVERY_DIALOG (window);

  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    mcp_journal_archive_settle (
      get_info (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i)))->path, NULL);

  return GTK_WINDOW_CLASS (sounder_recovery_dialog_parent_class)->close_request (window);
}

static void
sounder_recovery_dialog_dispose (GObject *object)
{
  SounderRecoveryDialog *self = SOUNDER_RECOVERY_DIALOG (object);

  g_clear_weak_pointer (&self->window);

  G_OBJECT_CLASS (sounder_recovery_dialog_parent_class)->dispose (object);
}

static void
sounder_recovery_dialog_class_init (SounderRecoveryDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_recovery_dialog_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sounder_recovery_dialog_close_request;

  sounder_template_set (widget_class, "sounder-recovery-dialog.ui");
  sounder_template_bind (widget_class, SounderRecoveryDialog, group, list);
  sounder_template_connect (widget_class, discard_all_cb, sounder_recovery_dialog_recover_all);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_recovery_dialog_init (SounderRecoveryDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  explain (self);
}

/**
 * sounder_recovery_dialog_new:
 * @window: where what is recovered is shown
 * @infos: (element-type McpJournalInfo): journals that nobody closed
 *
 * Creates the dialog. It is not shown.
 *
 * Returns: (transfer none): a new dialog, owned by GTK
 */
SounderRecoveryDialog *
sounder_recovery_dialog_new (SounderWindow *window,
                             GPtrArray     *infos)
{
  SounderRecoveryDialog *self;

  g_return_val_if_fail (SOUNDER_IS_WINDOW (window), NULL);
  g_return_val_if_fail (infos != NULL, NULL);

  self = g_object_new (SOUNDER_TYPE_RECOVERY_DIALOG, "transient-for", window, NULL);
  g_set_weak_pointer (&self->window, window);
  for (guint i = 0; i < infos->len; i++)
    append_row (self, infos->pdata[i]);

  return self;
}

/**
 * sounder_recovery_dialog_count:
 *
 * Counts the sessions that nothing was decided about.
 *
 * Returns: how many there are
 */
guint
sounder_recovery_dialog_count (SounderRecoveryDialog *self)
{
  guint n = 0;

  g_return_val_if_fail (SOUNDER_IS_RECOVERY_DIALOG (self), 0);

  while (gtk_list_box_get_row_at_index (self->list, n) != NULL)
    n++;

  return n;
}

/* Shows all that are left in the window, and closes the dialog. The first that cannot be is told. */
void
sounder_recovery_dialog_recover_all (SounderRecoveryDialog *self)
{
  g_autoptr (GError) first = NULL;
  GtkWidget *row;

  g_return_if_fail (SOUNDER_IS_RECOVERY_DIALOG (self));

  while ((row = first_row (self)) != NULL)
    {
      recover (self, get_info (row), first == NULL ? &first : NULL);
      gtk_list_box_remove (self->list, row);
    }
  if (first != NULL)
    sounder_window_show_error (self->window, _("The Session Was Not Recovered"), first);
  gtk_window_close (GTK_WINDOW (self));
}

/* Deletes the files of all that are left, and closes the dialog. The first that cannot be is told. */
void
sounder_recovery_dialog_discard_all (SounderRecoveryDialog *self)
{
  g_autoptr (GError) first = NULL;
  GtkWidget *row;

  g_return_if_fail (SOUNDER_IS_RECOVERY_DIALOG (self));

  while ((row = first_row (self)) != NULL)
    {
      mcp_journal_archive_remove (get_info (row)->path, first == NULL ? &first : NULL);
      gtk_list_box_remove (self->list, row);
    }
  if (first != NULL)
    sounder_window_show_error (self->window, _("The Session Was Not Discarded"), first);
  gtk_window_close (GTK_WINDOW (self));
}
