/* sounder-background.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "sounder-background.h"

/**
 * SounderBackground:
 *
 * The Background portal (org.freedesktop.portal.Background, version 2) says whether a sandboxed application
 * may go on without a window, and shows what it does. Where there is no portal nobody forbids it. A
 * notification stays meanwhile, so that nothing runs that cannot be seen and ended.
 */

#define PORTAL          "org.freedesktop.portal.Desktop"
#define PORTAL_PATH     "/org/freedesktop/portal/desktop"
#define NOTIFICATION_ID "background"
/* What the portal takes. */
#define MAX_STATUS_BYTES 96

struct _SounderBackground
{
  GObject             parent_instance;

  GApplication       *application; /* not held: it owns this */
  SounderServerModel *model;
  GCancellable       *asking;      /* (nullable): while it is entered */
  guint               response_id;
};

G_DEFINE_FINAL_TYPE (SounderBackground, sounder_background, G_TYPE_OBJECT)

enum {
  REFUSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GDBusConnection *
get_bus (SounderBackground *self)
{
  return g_application_get_dbus_connection (self->application);
}

static void
call_portal (SounderBackground   *self,
             const char          *method,
             GVariant            *parameters,
             const GVariantType  *answer,
             GAsyncReadyCallback  callback)
{
  g_dbus_connection_call (get_bus (self), PORTAL, PORTAL_PATH, "org.freedesktop.portal.Background", method,
                          parameters, answer, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, self->asking, callback,
                          g_object_ref (self));
}

static void
forget_response (SounderBackground *self)
{
  if (self->response_id != 0)
    g_dbus_connection_signal_unsubscribe (get_bus (self), self->response_id);
  self->response_id = 0;
}

/* Of org.freedesktop.portal.Request. */
static void
response_cb (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  SounderBackground *self = user_data;
  g_autoptr (GVariant) results = NULL;
  gboolean allowed = FALSE;
  guint32 response;

  forget_response (self);
  g_variant_get (parameters, "(u@a{sv})", &response, &results);
  g_variant_lookup (results, "background", "b", &allowed);
  if ((response != 0 || !allowed) && self->asking != NULL)
    g_signal_emit (self, signals[REFUSED], 0);
}

static void
requested_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderBackground) self = SOUNDER_BACKGROUND (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  if (answer != NULL)
    return;

  /* No portal: nobody will answer. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_debug ("Background portal: %s", error->message);
      forget_response (self);
    }
}

/* The path of the answer is known before the question is asked, so that it is not missed. */
static char *
dup_request_path (SounderBackground *self,
                  const char        *token)
{
  g_autofree char *sender = g_strdup (g_dbus_connection_get_unique_name (get_bus (self)) + 1);

  return g_strdup_printf (PORTAL_PATH "/request/%s/%s", g_strdelimit (sender, ".", '_'), token);
}

static void
request (SounderBackground *self)
{
  g_autofree char *token = g_strdup_printf ("sounder%u", g_random_int ());
  g_autofree char *path = dup_request_path (self, token);
  GVariantBuilder options;

  g_variant_builder_init (&options, G_VARIANT_TYPE ("a{sv}"));
  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (token));
  g_variant_builder_add (&options, "{sv}", "reason", g_variant_new_string (_("To watch your servers")));
  self->response_id = g_dbus_connection_signal_subscribe (
    get_bus (self), PORTAL, "org.freedesktop.portal.Request", "Response", path, NULL,
    G_DBUS_SIGNAL_FLAGS_NONE, response_cb, self, NULL);
  call_portal (self, "RequestBackground", g_variant_new ("(sa{sv})", "", &options), G_VARIANT_TYPE ("(o)"),
               requested_cb);
}

static void
status_told_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (SounderBackground) self = SOUNDER_BACKGROUND (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) answer = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  if (answer == NULL)
    g_debug ("Background portal: %s", error->message);
}

static void
tell (SounderBackground *self)
{
  g_autofree char *summary = sounder_servers_dup_summary (G_LIST_MODEL (self->model));
  g_autoptr (GNotification) notification = g_notification_new (_("Sounder goes on watching"));

  g_notification_set_body (notification, summary);
  g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_LOW);
  g_notification_set_default_action (notification, "app.all-servers");
  g_notification_add_button (notification, _("Show Sounder"), "app.show-window");
  g_notification_add_button (notification, _("Quit"), "app.quit");
  g_application_send_notification (self->application, NOTIFICATION_ID, notification);

  if (get_bus (self) != NULL && strlen (summary) <= MAX_STATUS_BYTES)
    {
      GVariantBuilder options;

      g_variant_builder_init (&options, G_VARIANT_TYPE ("a{sv}"));
      g_variant_builder_add (&options, "{sv}", "message", g_variant_new_string (summary));
      call_portal (self, "SetStatus", g_variant_new ("(a{sv})", &options), NULL, status_told_cb);
    }
}

static void
states_changed_cb (SounderBackground *self)
{
  if (self->asking != NULL)
    tell (self);
}

/* The last window was hidden: asks whether that may be, and says what goes on. */
void
sounder_background_enter (SounderBackground *self)
{
  g_return_if_fail (SOUNDER_IS_BACKGROUND (self));

  if (self->asking != NULL)
    return;

  self->asking = g_cancellable_new ();
  if (get_bus (self) != NULL)
    request (self);
  tell (self);
}

void
sounder_background_leave (SounderBackground *self)
{
  g_return_if_fail (SOUNDER_IS_BACKGROUND (self));

  if (self->asking == NULL)
    return;

  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  forget_response (self);
  g_application_withdraw_notification (self->application, NOTIFICATION_ID);
}

static void
sounder_background_dispose (GObject *object)
{
  SounderBackground *self = SOUNDER_BACKGROUND (object);

  if (self->asking != NULL)
    sounder_background_leave (self);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_background_parent_class)->dispose (object);
}

static void
sounder_background_class_init (SounderBackgroundClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_background_dispose;

  signals[REFUSED] = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
sounder_background_init (SounderBackground *self)
{
}

/**
 * sounder_background_new:
 * @application: must outlive it; has the actions "all-servers", "show-window" and "quit"
 *
 * Creates one that has nothing to say yet.
 */
SounderBackground *
sounder_background_new (GApplication       *application,
                        SounderServerModel *model)
{
  SounderBackground *self = g_object_new (SOUNDER_TYPE_BACKGROUND, NULL);

  self->application = application;
  self->model = g_object_ref (model);
  sounder_server_model_follow (model, "notify::status", G_CALLBACK (states_changed_cb), self);

  return self;
}
