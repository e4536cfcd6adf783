/* sounder-notifier.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-notifier.h"
#include "sounder-settings.h"

/* Of a server: its connection was lost, and is not there again. */
#define KEY_LOST "sounder-lost"

struct _SounderNotifier
{
  GObject             parent_instance;

  GtkApplication     *application; /* not held: it owns this */
};

G_DEFINE_FINAL_TYPE (SounderNotifier, sounder_notifier, G_TYPE_OBJECT)

/* While nobody looks; (nullable) @body. */
static void
notify_of (SounderNotifier *self,
           SounderServer   *server,
           const char      *title,
           const char      *body)
{
  GtkWindow *window = gtk_application_get_active_window (self->application);
  const char *id = mcp_profile_get_name (sounder_server_get_profile (server));
  g_autoptr (GNotification) notification = NULL;

  if ((window != NULL && gtk_window_is_active (window))
      || !sounder_settings_get_boolean ("notifications", TRUE))
    {
      /* What it said before is not so any more. */
      g_application_withdraw_notification (G_APPLICATION (self->application), id);

      return;
    }

  notification = g_notification_new (title);
  if (body != NULL)
    g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (notification, "app.show-server", "s", id);
  g_application_send_notification (G_APPLICATION (self->application), id, notification);
}

static void
notify_lost (SounderNotifier *self,
             SounderServer   *server,
             SounderStatus    status)
{
  const GError *error = mcp_session_get_error (sounder_server_get_session (server));
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  g_object_get (server, "name", &name, NULL);
  switch (status)
    {
    case SOUNDER_STATUS_FAILED:
      title = g_strdup_printf (_("%s has failed"), name);
      break;

    case SOUNDER_STATUS_WAITING:
      /* Translators: the name of a server. */
      title = g_strdup_printf (_("%s was lost, and is connected again"), name);
      break;

    default:
      title = g_strdup_printf (_("%s does not answer"), name);
      break;
    }

  notify_of (self, server, title, error != NULL ? error->message : NULL);
}

/* Returns: whether that is another state than before. */
static gboolean
set_lost (SounderServer *server,
          gboolean       lost)
{
  gboolean was_lost = g_object_get_data (G_OBJECT (server), KEY_LOST) != NULL;

  g_object_set_data (G_OBJECT (server), KEY_LOST, GINT_TO_POINTER (lost));

  return was_lost != lost;
}

/* Notifies of lost and of regained connections. */
static void
status_changed_cb (SounderNotifier *self,
                   GParamSpec      *pspec,
                   SounderServer   *server)
{
  SounderStatus status = sounder_server_get_status (server);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  switch (status)
    {
    case SOUNDER_STATUS_FAILED:
    case SOUNDER_STATUS_STALE:
      set_lost (server, TRUE);
      notify_lost (self, server, status);
      break;

    case SOUNDER_STATUS_WAITING:
      /* Each attempt is no news. */
      if (set_lost (server, TRUE))
        notify_lost (self, server, status);
      break;

    case SOUNDER_STATUS_READY:
    case SOUNDER_STATUS_SLOW:
      if (!set_lost (server, FALSE))
        break;
      g_object_get (server, "name", &name, NULL);
      /* Translators: the name of a server. */
      title = g_strdup_printf (_("%s answers again"), name);
      notify_of (self, server, title, NULL);
      break;

    case SOUNDER_STATUS_IDLE:
      set_lost (server, FALSE);
      g_application_withdraw_notification (
        G_APPLICATION (self->application), mcp_profile_get_name (sounder_server_get_profile (server)));
      break;

    default:
      break;
    }
}

/* One notification for each server: the newest question. */
static char *
questions_id (SounderServer *server)
{
  return g_strconcat ("questions:", mcp_profile_get_name (sounder_server_get_profile (server)), NULL);
}

/* A question that waits while nobody looks. */
static void
asked_cb (SounderNotifier *self,
          McpQuestion     *question,
          SounderServer   *server)
{
  GtkWindow *window = gtk_application_get_active_window (self->application);
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *id = questions_id (server);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *message = mcp_question_dup_message (question);
  g_autofree char *body = mcp_format_label (
    message != NULL ? message : mcp_question_get_info (question)->method, FALSE);

  if ((window != NULL && gtk_window_is_active (window))
      || !sounder_settings_get_boolean ("notifications", TRUE))
    return;

  g_object_get (server, "name", &name, NULL);
  /* Translators: the name of a server. */
  title = g_strdup_printf (_("%s asks you something"), name);
  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (
    notification, "app.show-questions", "s",
    mcp_profile_get_name (sounder_server_get_profile (server)));
  g_application_send_notification (G_APPLICATION (self->application), id, notification);
}

static void
questions_changed_cb (SounderNotifier *self,
                      GParamSpec      *pspec,
                      SounderServer   *server)
{
  g_autofree char *id = questions_id (server);
  guint n;

  g_object_get (server, "n-questions", &n, NULL);
  if (n == 0)
    g_application_withdraw_notification (G_APPLICATION (self->application), id);
}

static void
sounder_notifier_class_init (SounderNotifierClass *klass)
{
}

static void
sounder_notifier_init (SounderNotifier *self)
{
}

/**
 * sounder_notifier_new:
 * @application: must outlive it; has the actions "show-server" and "show-questions"
 *
 * Creates one that follows the servers.
 */
SounderNotifier *
sounder_notifier_new (GtkApplication     *application,
                      SounderServerModel *model)
{
  SounderNotifier *self = g_object_new (SOUNDER_TYPE_NOTIFIER, NULL);

  self->application = application;
  sounder_server_model_follow (model, "notify::status", G_CALLBACK (status_changed_cb), self);
  sounder_server_model_follow (model, "asked", G_CALLBACK (asked_cb), self);
  sounder_server_model_follow (model, "notify::n-questions", G_CALLBACK (questions_changed_cb), self);

  return self;
}
