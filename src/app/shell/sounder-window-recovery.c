/* sounder-window-recovery.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-archive.h"
#include "sounder-recovery-dialog.h"
#include "sounder-template.h"
#include "sounder-window-private.h"

/*
 * The offer to recover sessions that were not closed. There is one for all of them, and each is in
 * one offer only: whatever is done about it, dismissing it and closing the window included, they
 * count as closed from then on. It waits in a strip with a place of its own, for it waits as long
 * as it takes: a toast would cover the newest rows of the timeline.
 */

static void
show_recoverable_cb (SounderWindow *self)
{
  g_autoptr (GPtrArray) infos = g_steal_pointer (&self->recoverable);

  gtk_revealer_set_reveal_child (self->recovery_revealer, FALSE);
  if (infos != NULL)
    gtk_window_present (GTK_WINDOW (sounder_recovery_dialog_new (self, infos)));
}

/* The offer is answered when its dialog is shown, and else declined. */
void
sounder_window_decline_recovery (SounderWindow *self)
{
  g_autoptr (GPtrArray) infos = g_steal_pointer (&self->recoverable);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    mcp_journal_archive_settle (((McpJournalInfo *) infos->pdata[i])->path, NULL);
}

static void
decline_recovery_cb (SounderWindow *self)
{
  gtk_revealer_set_reveal_child (self->recovery_revealer, FALSE);
  sounder_window_decline_recovery (self);
}

static GPtrArray *
find_recoverable (void)
{
  g_autoptr (GPtrArray) list = mcp_journal_archive_list ();
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_journal_info_free);

  for (guint i = 0; i < list->len; i++)
    {
      const McpJournalInfo *info = list->pdata[i];

      if (!info->live && !info->ended && info->has_records)
        g_ptr_array_add (found, mcp_journal_info_copy (info));
    }

  return found;
}

/*
 * Offers the sessions that were not closed: a crash left them. What is declined is not offered
 * again; it stays in the folder for as long as the settings say.
 */
void
sounder_window_offer_recovery (SounderWindow *self)
{
  g_autoptr (GPtrArray) found = find_recoverable ();
  g_autofree char *title = NULL;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));

  if (found->len == 0 || self->recoverable != NULL)
    return;

  if (found->len == 1)
    /* Translators: the name of a server. */
    title = g_strdup_printf (_("The session of %s was not closed"),
                             ((McpJournalInfo *) found->pdata[0])->name);
  else
    title = g_strdup_printf (ngettext ("%u session was not closed", "%u sessions were not closed",
                                       found->len),
                             found->len);

  self->recoverable = g_steal_pointer (&found);
  gtk_label_set_text (self->recovery_label, title);
  gtk_revealer_set_reveal_child (self->recovery_revealer, TRUE);
}

void
sounder_window_install_recovery (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.show-recoverable", NULL, show_recoverable_cb);
  sounder_template_action (widget_class, "win.decline-recovery", NULL, decline_recovery_cb);
}
