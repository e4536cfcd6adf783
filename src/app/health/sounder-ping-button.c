/* sounder-ping-button.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-ping-button.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderPingButton:
 *
 * A probe because somebody asks for it. Shortly after another one it says how
 * long the throttle wants it to wait, waits for that, and offers not to.
 */

/* Most answers are back before a spinner would be more than a flicker. */
#define WAITING_DELAY_MSEC 150
/* Nobody reads a question about less than this. */
#define LEAST_WAIT_USEC    G_USEC_PER_SEC
#define COUNT_DOWN_MSEC    200

struct _SounderPingButton
{
  SounderPage   base;

  GCancellable *cancellable;      /* (nullable): one is under way */
  guint         waiting_id;
  guint         count_down_id;
  gboolean      is_waiting;       /* and says so */

  GtkWidget    *button;
  GtkPopover   *popover;
  GtkLabel     *wait_label;
  GtkWidget    *anyway;
  GtkSpinner   *spinner;
  GtkLabel     *label;
};

G_DEFINE_FINAL_TYPE (SounderPingButton, sounder_ping_button, SOUNDER_TYPE_PAGE)

static gboolean
has_ping (SounderPingButton *self)
{
  return mcp_session_has_feature (self->base.session, MCP_FEATURE_PING);
}

static void
update_label (SounderPingButton *self)
{
  const char *label = has_ping (self) ? _("Ping Now") : _("Probe Now");

  gtk_label_set_text (self->label, self->is_waiting ? _("Waiting…") : label);
  sounder_widgets_set_spoken (self->button, label);
}

static void
state_changed_cb (SounderPingButton *self)
{
  gboolean ready = sounder_page_is_ready (&self->base);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ping.now", ready);
  gtk_widget_set_tooltip_text (
    self->button,
    !ready ? _("Not connected: there is nobody to ping")
    : has_ping (self)
      ? _("Send a ping without waiting for the next")
      : _("Send server/discover without waiting for the next: ping does not exist from 2026-07-28 on"));
  update_label (self);
}

/* Without @waiting the button is as it was. It stays active: the focus must not leave it. */
static void
show_waiting (SounderPingButton *self,
              gboolean           waiting)
{
  g_clear_handle_id (&self->waiting_id, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), waiting);
  gtk_spinner_set_spinning (self->spinner, waiting);
  self->is_waiting = waiting;
  update_label (self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_STATE_BUSY, waiting,
                               -1);
}

static gboolean
waiting_cb (gpointer data)
{
  SounderPingButton *self = data;

  self->waiting_id = 0;
  show_waiting (self, TRUE);

  return G_SOURCE_REMOVE;
}

static void
toast (SounderPingButton *self,
       const char        *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", text);
}

static void
pinged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderPingButton) self = SOUNDER_PING_BUTTON (user_data);
  g_autoptr (GError) error = NULL;
  McpHealthSample sample;
  gboolean done = mcp_health_ping_finish (MCP_HEALTH (source), result, &sample, &error);

  /* The button is gone: that has cleared the rest. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->cancellable);
  show_waiting (self, FALSE);
  if (!done)
    toast (self, error->message);
  else if (sample.status == MCP_SAMPLE_LOST)
    toast (self, _("The probe was not answered in time"));
  else if (sample.status == MCP_SAMPLE_FAILED)
    toast (self, _("The probe failed"));
}

static void
ping (SounderPingButton *self)
{
  if (self->cancellable != NULL)
    return;

  self->cancellable = g_cancellable_new ();
  self->waiting_id = g_timeout_add (WAITING_DELAY_MSEC, waiting_cb, self);
  mcp_health_ping_async (mcp_session_get_health (self->base.session), 0, self->cancellable, pinged_cb,
                         g_object_ref (self));
}

static void
closed_cb (SounderPingButton *self)
{
  g_clear_handle_id (&self->count_down_id, g_source_remove);
}

static void
anyway_cb (SounderPingButton *self)
{
  gtk_popover_popdown (self->popover);
  ping (self);
}

/* FALSE: there is nothing to wait for. */
static gboolean
show_wait (SounderPingButton *self)
{
  gint64 wait_usec = mcp_health_get_wait_usec (mcp_session_get_health (self->base.session));
  int seconds = (int) ((wait_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC);
  g_autofree char *text = NULL;

  if (wait_usec <= 0 || mcp_session_get_state (self->base.session) != MCP_SESSION_READY)
    return FALSE;

  text = g_strdup_printf (_("One was sent a moment ago. The next is allowed, and sent, in %d s."),
                          seconds);
  gtk_label_set_text (self->wait_label, text);

  return TRUE;
}

static gboolean
count_down_cb (gpointer data)
{
  SounderPingButton *self = data;

  if (show_wait (self))
    return G_SOURCE_CONTINUE;

  self->count_down_id = 0;
  anyway_cb (self);

  return G_SOURCE_REMOVE;
}

static void
ping_cb (SounderPingButton *self)
{
  if (self->cancellable != NULL)
    return;

  if (mcp_health_get_wait_usec (mcp_session_get_health (self->base.session)) < LEAST_WAIT_USEC
      || !show_wait (self))
    {
      ping (self);

      return;
    }

  if (self->count_down_id == 0)
    self->count_down_id = g_timeout_add (COUNT_DOWN_MSEC, count_down_cb, self);
  gtk_popover_popup (self->popover);
  gtk_widget_grab_focus (self->anyway);
}

static void
sounder_ping_button_dispose (GObject *object)
{
  SounderPingButton *self = SOUNDER_PING_BUTTON (object);

  g_clear_handle_id (&self->waiting_id, g_source_remove);
  g_clear_handle_id (&self->count_down_id, g_source_remove);
  if (self->popover != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->popover));
  self->popover = NULL;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (sounder_ping_button_parent_class)->dispose (object);
}

static void
sounder_ping_button_constructed (GObject *object)
{
  SounderPingButton *self = SOUNDER_PING_BUTTON (object);

  G_OBJECT_CLASS (sounder_ping_button_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->popover), self->button);

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  state_changed_cb (self);
}

static void
sounder_ping_button_class_init (SounderPingButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_ping_button_constructed;
  object_class->dispose = sounder_ping_button_dispose;

  sounder_template_set (widget_class, "sounder-ping-button.ui");
  sounder_template_bind (widget_class, SounderPingButton, button, spinner, label, popover,
                         wait_label, anyway);
  sounder_template_connect (widget_class, anyway_cb, closed_cb);
  sounder_template_action (widget_class, "ping.now", NULL, ping_cb);
}

static void
sounder_ping_button_init (SounderPingButton *self)
{
}
