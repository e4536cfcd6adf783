/* sounder-application.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-application"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-install.h"
#include "mcp-journal-archive.h"
#include "mcp-process.h"
#include "mcp-replacement.h"
#include "mcp-summary.h"
#include "sounder-application.h"
#include "sounder-autosave.h"
#include "sounder-command-line.h"
#include "sounder-compat.h"
#include "sounder-installed.h"
#include "sounder-preferences.h"
#include "sounder-settings.h"
#include "sounder-taps.h"
#include "sounder-window.h"

/**
 * SounderApplication:
 *
 * The one instance: it owns the list of servers, and takes command lines from
 * others of its kind together with their directory and environment.
 *
 * However it ends, no server stays: a window closes its sessions by the ladder,
 * a signal or the end of the session ends every process group at once.
 */

/* How long a signal gives the servers between SIGTERM and SIGKILL. */
#define LAST_WAIT_MSEC 500
/* Of a server: its connection was lost, and is not there again. */
#define KEY_LOST       "sounder-lost"

struct _SounderApplication
{
  AdwApplication      parent_instance;

  McpServerList      *list;
  SounderServerModel *model;
  SounderTaps        *taps;
  SounderAutosave    *autosave;

  /* When main() began, to tell how long the first frame took. */
  gint64              started_usec;
  guint               signal_ids[3];
  gboolean            ending;
  GError             *load_error; /* until there is a window to show it */
};

G_DEFINE_FINAL_TYPE (SounderApplication, sounder_application, ADW_TYPE_APPLICATION)

static const int ending_signals[] = { SIGTERM, SIGINT, SIGHUP };

static void
end_all_servers (SounderApplication *self)
{
  if (self->model != NULL)
    sounder_server_model_kill_all (self->model);
  mcp_process_end_all (LAST_WAIT_MSEC);
}

/* Who starts us from now on is no guest of one that ends, and would see no window. */
static void
release_name (SounderApplication *self)
{
  GDBusConnection *bus = g_application_get_is_registered (G_APPLICATION (self))
                           ? g_application_get_dbus_connection (G_APPLICATION (self)) : NULL;
  g_autoptr (GVariant) reply = NULL;

  self->ending = TRUE;
  if (bus != NULL)
    reply = g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                         "org.freedesktop.DBus", "ReleaseName",
                                         g_variant_new ("(s)", APP_ID), NULL,
                                         G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
}

static gboolean
ending_signal_cb (gpointer data)
{
  SounderApplication *self = data;

  release_name (self);
  end_all_servers (self);
  g_application_quit (G_APPLICATION (self));

  return G_SOURCE_CONTINUE;
}

static SounderWindow *
ensure_window (SounderApplication *self)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (self));
  SounderWindow *window;

  for (GList *iter = windows; iter != NULL; iter = iter->next)
    if (SOUNDER_IS_WINDOW (iter->data))
      {
        sounder_window_stay (iter->data);
        return iter->data;
      }

  window = sounder_window_new (GTK_APPLICATION (self), self->model);
  sounder_window_offer_recovery (window);

  return window;
}

static void
after_paint_cb (GdkFrameClock      *clock,
                SounderApplication *self)
{
  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, self);
  g_print ("first frame: %.1f ms\n", (g_get_monotonic_time () - self->started_usec) / 1000.0);
  g_application_quit (G_APPLICATION (self));
}

static void
present (SounderApplication *self,
         SounderWindow      *window,
         gboolean            exit_after_startup)
{
  gtk_window_present (GTK_WINDOW (window));

  if (exit_after_startup)
    g_signal_connect_object (gtk_widget_get_frame_clock (GTK_WIDGET (window)), "after-paint",
                             G_CALLBACK (after_paint_cb), self, 0);

  if (self->load_error != NULL)
    {
      sounder_window_show_error (window, _("The List of Servers Was Broken"), self->load_error);
      g_clear_error (&self->load_error);
    }
}

static McpProfile *
new_temporary_profile (SounderApplication      *self,
                       GApplicationCommandLine *command_line,
                       SounderCommandLine      *options)
{
  McpProfile *profile = options->url != NULL
                          ? mcp_profile_new_for_url (NULL, options->url)
                          : mcp_profile_new_for_argv (NULL, (const char *const *) options->argv);
  g_autofree char *name = mcp_server_list_make_unique_name (self->list,
                                                            mcp_profile_get_name (profile));
  const char *const *envp = g_application_command_line_get_environ (command_line);

  mcp_profile_set_name (profile, name);
  mcp_profile_set_cwd (profile, g_application_command_line_get_cwd (command_line));
  mcp_profile_set_inherit_env (profile, MCP_INHERIT_ALL);
  if (envp != NULL)
    mcp_profile_set_base_environ (profile, envp);

  return profile;
}

static int
run_command_line (SounderApplication      *self,
                  GApplicationCommandLine *command_line,
                  SounderCommandLine      *options)
{
  SounderWindow *window = ensure_window (self);
  SounderServer *server;

  present (self, window, options->exit_after_startup);

  if (options->demo)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.try-demo", NULL);

  if (options->recording != NULL)
    {
      g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (command_line,
                                                                               options->recording);

      sounder_window_open_recording (window, file);
    }

  if (options->argv != NULL || options->url != NULL)
    {
      g_autoptr (McpProfile) profile = new_temporary_profile (self, command_line, options);

      server = sounder_server_model_add_temporary (self->model, profile);
      sounder_window_select (window, server);
      sounder_server_open (server);
    }

  if (options->page != NULL)
    sounder_session_view_await_page (sounder_window_get_session_view (window), options->page);

  return 0;
}

static int
sounder_application_command_line (GApplication            *application,
                                  GApplicationCommandLine *command_line)
{
  g_auto (GStrv) arguments = g_application_command_line_get_arguments (command_line, NULL);
  SounderCommandLine options = { 0 };
  g_autoptr (GError) error = NULL;
  int status = 2;

  if (sounder_command_line_parse (&options, arguments, &error))
    status = run_command_line (SOUNDER_APPLICATION (application), command_line, &options);
  else
    g_application_command_line_printerr (command_line, "sounder: %s\n", error->message);

  sounder_command_line_clear (&options);

  return status;
}

/* What needs no window and no other instance is answered here; TRUE ends the program. */
static gboolean
sounder_application_local_command_line (GApplication   *application,
                                        char         ***arguments,
                                        int            *exit_status)
{
  SounderCommandLine options = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean done = TRUE;

  *exit_status = 0;
  if (!sounder_command_line_parse (&options, *arguments, &error))
    {
      g_printerr ("sounder: %s\n", error->message);
      *exit_status = 2;
    }
  else if (options.version)
    {
      g_print ("Sounder %s\n", PACKAGE_VERSION);
    }
  else if (options.help)
    {
      g_autofree char *help = sounder_command_line_dup_help ();

      g_print ("%s", help);
    }
  else if (options.service)
    {
      g_application_set_flags (application,
                               g_application_get_flags (application) | G_APPLICATION_IS_SERVICE);
      if (!g_application_register (application, NULL, &error))
        {
          g_printerr ("sounder: %s\n", error->message);
          *exit_status = 1;
        }
    }
  else
    {
      done = FALSE;
    }

  sounder_command_line_clear (&options);

  return done;
}

static void
sounder_application_activate (GApplication *application)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);

  present (self, ensure_window (self), FALSE);
}

/* From a file manager, which talks over the bus because the desktop file says that we can. */
static void
sounder_application_open (GApplication  *application,
                          GFile        **files,
                          int            n_files,
                          const char    *hint)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);
  SounderWindow *window = ensure_window (self);

  present (self, window, FALSE);
  for (int i = 0; i < n_files; i++)
    sounder_window_open_recording (window, files[i]);
}

/* While nobody looks; (nullable) @body. */
static void
notify_of (SounderApplication *self,
           SounderServer      *server,
           const char         *title,
           const char         *body)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  const char *id = mcp_profile_get_name (sounder_server_get_profile (server));
  g_autoptr (GNotification) notification = NULL;

  if ((window != NULL && gtk_window_is_active (window))
      || !sounder_settings_get_boolean ("notifications", TRUE))
    {
      /* What it said before is not so any more. */
      g_application_withdraw_notification (G_APPLICATION (self), id);

      return;
    }

  notification = g_notification_new (title);
  if (body != NULL)
    g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (notification, "app.show-server", "s", id);
  g_application_send_notification (G_APPLICATION (self), id, notification);
}

static void
notify_lost (SounderApplication *self,
             SounderServer      *server,
             SounderStatus       status)
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

/* A connection that is lost, and one that was and is there again. */
static void
status_changed_cb (SounderApplication *self,
                   GParamSpec         *pspec,
                   SounderServer      *server)
{
  SounderStatus status = sounder_server_get_status (server);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;

  /* We ended it. */
  if (self->ending)
    return;

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
        G_APPLICATION (self), mcp_profile_get_name (sounder_server_get_profile (server)));
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
asked_cb (SounderApplication *self,
          McpQuestion        *question,
          SounderServer      *server)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *id = questions_id (server);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *message = mcp_question_dup_message (question);
  g_autofree char *body = mcp_format_label (
    message != NULL ? message : mcp_question_get_method (question), FALSE);

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
  g_application_send_notification (G_APPLICATION (self), id, notification);
}

static void
questions_changed_cb (SounderApplication *self,
                      GParamSpec         *pspec,
                      SounderServer      *server)
{
  g_autofree char *id = questions_id (server);
  guint n;

  g_object_get (server, "n-questions", &n, NULL);
  if (n == 0)
    g_application_withdraw_notification (G_APPLICATION (self), id);
}

static void
show_questions_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  SounderApplication *self = SOUNDER_APPLICATION (user_data);
  SounderWindow *window = ensure_window (self);
  SounderServer *server =
    sounder_server_model_find (self->model, g_variant_get_string (parameter, NULL));

  gtk_window_present (GTK_WINDOW (window));
  if (server == NULL)
    return;

  sounder_window_select (window, server);
  gtk_widget_activate_action (GTK_WIDGET (sounder_window_get_session_view (window)),
                              "session.questions", "s", "waiting");
}

static void
show_server_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  SounderApplication *self = SOUNDER_APPLICATION (user_data);
  SounderWindow *window = ensure_window (self);
  SounderServer *server =
    sounder_server_model_find (self->model, g_variant_get_string (parameter, NULL));

  gtk_window_present (GTK_WINDOW (window));
  if (server != NULL)
    sounder_window_select (window, server);
}

static void
servers_changed_cb (SounderApplication *self,
                    guint               position,
                    guint               n_removed,
                    guint               n_added)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      /* A row that moved is announced as removed and added. */
      g_signal_handlers_disconnect_by_func (server, status_changed_cb, self);
      g_signal_handlers_disconnect_by_func (server, asked_cb, self);
      g_signal_handlers_disconnect_by_func (server, questions_changed_cb, self);
      g_signal_connect_object (server, "notify::status", G_CALLBACK (status_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (server, "asked", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (server, "notify::n-questions", G_CALLBACK (questions_changed_cb),
                               self, G_CONNECT_SWAPPED);
    }
}

static void
load_error_cb (SounderApplication *self,
               const GError       *error)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (window != NULL && SOUNDER_IS_WINDOW (window))
    {
      sounder_window_show_error (SOUNDER_WINDOW (window), _("The List of Servers Was Broken"), error);
      return;
    }

  g_clear_error (&self->load_error);
  self->load_error = g_error_copy (error);
}

static void
load_servers (SounderApplication *self)
{
  g_autoptr (GError) error = NULL;

  self->list = mcp_server_list_new (NULL);
  g_signal_connect_object (self->list, "load-error", G_CALLBACK (load_error_cb), self,
                           G_CONNECT_SWAPPED);
  if (!mcp_server_list_load (self->list, &error) && self->load_error == NULL)
    self->load_error = g_steal_pointer (&error);
  mcp_server_list_watch (self->list);

  self->model = sounder_server_model_new (self->list);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (servers_changed_cb), self,
                           G_CONNECT_SWAPPED);
  servers_changed_cb (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (self->model)));
}

static void
not_recorded_cb (SounderApplication *self,
                 SounderServer      *server,
                 const GError       *error)
{
  sounder_window_show_error (ensure_window (self), _("The Session Is Not Recorded"), error);
}

/* What is left of sessions that are over, as long as the settings want it. */
static void
clean_up_journals (void)
{
  guint days = sounder_settings_get_uint ("journal-keep-days", SOUNDER_SETTINGS_KEEP_DAYS);
  guint64 max_bytes =
    sounder_settings_get_uint64 ("journal-keep-bytes", SOUNDER_SETTINGS_KEEP_BYTES);

  mcp_journal_archive_clean_up ((gint64) days * 24 * 3600 * G_USEC_PER_SEC, max_bytes);
}

static void
shortcuts_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  gtk_widget_activate_action (GTK_WIDGET (ensure_window (user_data)), "win.show-help-overlay",
                              NULL);
}

/* libadwaita 1.8 brings the action and its dialog; before, there is the window of GTK. */
static void
add_shortcuts_action (SounderApplication *self)
{
  static const GActionEntry entry = { .name = "shortcuts", .activate = shortcuts_cb };
  static const char *const keys[] = { "<Control>question", NULL };
  static const char *const no_keys[] = { NULL };

  if (g_action_map_lookup_action (G_ACTION_MAP (self), entry.name) == NULL)
    g_action_map_add_action_entries (G_ACTION_MAP (self), &entry, 1, self);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "win.show-help-overlay", no_keys);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.shortcuts", keys);
}

static void
sounder_application_startup (GApplication *application)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);
  static const char *const quit_keys[] = { "<Control>q", NULL };
  static const char *const preferences_keys[] = { "<Control>comma", NULL };
  g_autofree char *data_folder = mcp_install_dup_data_folder ();

  G_APPLICATION_CLASS (sounder_application_parent_class)->startup (application);

  sounder_installed_add_icons (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                               data_folder);
  gtk_window_set_default_icon_name (APP_ID);
  sounder_application_apply_style_scheme ();
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.quit", quit_keys);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.preferences",
                                         preferences_keys);
  add_shortcuts_action (self);

  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    self->signal_ids[i] = g_unix_signal_add (ending_signals[i], ending_signal_cb, self);

  load_servers (self);
  clean_up_journals ();
  self->taps = sounder_taps_new (self->model);
  self->autosave = sounder_autosave_new (self->model);
  g_signal_connect_object (self->autosave, "failed", G_CALLBACK (not_recorded_cb), self,
                           G_CONNECT_SWAPPED);
}

/* Those that a signal left open. */
static void
destroy_windows (SounderApplication *self)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  for (GList *iter = windows; iter != NULL; iter = iter->next)
    gtk_window_destroy (iter->data);
  g_list_free (windows);
}

static gboolean
look_again_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* The servers are dead: their sessions are told so, and let go of what they are doing. */
static void
await_last_words (SounderApplication *self)
{
  gint64 until_usec = g_get_monotonic_time () + 1000 * LAST_WAIT_MSEC;
  guint timer_id = g_timeout_add (LAST_WAIT_MSEC / 10, look_again_cb, NULL);

  while ((sounder_server_model_count_open (self->model) > 0 || g_main_context_pending (NULL))
         && g_get_monotonic_time () < until_usec)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer_id);
}

static void
sounder_application_shutdown (GApplication *application)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);

  for (guint i = 0; i < G_N_ELEMENTS (self->signal_ids); i++)
    g_clear_handle_id (&self->signal_ids[i], g_source_remove);
  release_name (self);
  end_all_servers (self);
  /* Nobody waits for what is being saved. */
  mcp_replacement_discard_all ();
  /* Ends what is being recorded. */
  g_clear_object (&self->autosave);
  /* And what was told to go on is over: without its last owner a journal says that it was closed. */
  destroy_windows (self);
  await_last_words (self);
  g_clear_object (&self->taps);
  g_clear_object (&self->model);

  G_APPLICATION_CLASS (sounder_application_parent_class)->shutdown (application);
}

static void
sounder_application_dispose (GObject *object)
{
  SounderApplication *self = SOUNDER_APPLICATION (object);

  g_clear_object (&self->taps);
  g_clear_object (&self->autosave);
  g_clear_object (&self->model);
  g_clear_object (&self->list);
  g_clear_error (&self->load_error);

  G_OBJECT_CLASS (sounder_application_parent_class)->dispose (object);
}

static void
sounder_application_class_init (SounderApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  object_class->dispose = sounder_application_dispose;
  application_class->activate = sounder_application_activate;
  application_class->command_line = sounder_application_command_line;
  application_class->local_command_line = sounder_application_local_command_line;
  application_class->open = sounder_application_open;
  application_class->shutdown = sounder_application_shutdown;
  application_class->startup = sounder_application_startup;
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  sounder_compat_show_about (gtk_application_get_active_window (user_data));
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  sounder_preferences_present (gtk_application_get_active_window (user_data));
}

/* Through the window, so that its servers are closed by the ladder. */
static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (user_data));

  for (GList *iter = windows; iter != NULL; iter = iter->next)
    if (SOUNDER_IS_WINDOW (iter->data))
      gtk_window_close (iter->data);
  if (windows == NULL)
    g_application_quit (user_data);
  g_list_free (windows);
}

static void
sounder_application_init (SounderApplication *self)
{
  static const GActionEntry entries[] = {
    { .name = "about", .activate = about_cb },
    { .name = "preferences", .activate = preferences_cb },
    { .name = "quit", .activate = quit_cb },
    { .name = "show-server", .activate = show_server_cb, .parameter_type = "s" },
    { .name = "show-questions", .activate = show_questions_cb, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

/**
 * sounder_application_new:
 * @started_usec: monotonic time when the program began
 *
 * Creates the application.
 *
 * Returns: (transfer full): a new application
 */
SounderApplication *
sounder_application_new (gint64 started_usec)
{
  SounderApplication *self =
    g_object_new (SOUNDER_TYPE_APPLICATION, "application-id", APP_ID, "resource-base-path",
                  "/io/github/mcp_sounder/Sounder", "flags",
                  G_APPLICATION_HANDLES_COMMAND_LINE | G_APPLICATION_HANDLES_OPEN
                    | G_APPLICATION_SEND_ENVIRONMENT,
                  NULL);

  self->started_usec = started_usec;

  return self;
}

/**
 * sounder_application_apply_style_scheme:
 *
 * Makes all windows light or dark, as the setting says.
 */
void
sounder_application_apply_style_scheme (void)
{
  g_autofree char *scheme = sounder_settings_dup_string ("style-scheme", "system");
  AdwColorScheme color_scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (scheme, "light"))
    color_scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (scheme, "dark"))
    color_scheme = ADW_COLOR_SCHEME_FORCE_DARK;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), color_scheme);
}
