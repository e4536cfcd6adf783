/* sounder-window-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-window"

#include "config.h"

#include "sounder-consent-dialog.h"
#include "sounder-inputs-dialog.h"
#include "sounder-window-private.h"

/*
 * A server was not connected because nobody has agreed to what it runs, or because it needs values: the person is
 * asked, whoever wanted it.
 */

static void
answered_cb (gboolean agreed,
             gpointer user_data)
{
  g_autoptr (SounderServer) server = SOUNDER_SERVER (user_data);

  if (agreed)
    sounder_server_open (server);
}

static void
consent_needed_cb (SounderServer *server,
                   SounderWindow *self)
{
  sounder_consent_ask (GTK_WINDOW (self), sounder_server_get_profile (server), answered_cb, g_object_ref (server));
}

static void
input_needed_cb (SounderServer *server,
                 SounderWindow *self)
{
  sounder_inputs_dialog_present (GTK_WINDOW (self), self->model, server);
}

static void
servers_changed_cb (SounderWindow *self,
                    guint          position,
                    guint          n_removed,
                    guint          n_added)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      /* A row that moved is announced as removed and added. */
      g_signal_handlers_disconnect_by_func (server, consent_needed_cb, self);
      g_signal_handlers_disconnect_by_func (server, input_needed_cb, self);
      g_signal_connect_object (server, "consent-needed", G_CALLBACK (consent_needed_cb), self, 0);
      g_signal_connect_object (server, "input-needed", G_CALLBACK (input_needed_cb), self, 0);
    }
}

/* Once the window has its servers. */
void
sounder_window_init_consent (SounderWindow *self)
{
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (servers_changed_cb), self, G_CONNECT_SWAPPED);
  servers_changed_cb (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (self->model)));
}
