/* sounder-application.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-install.h"
#include "mcp-journal-archive.h"
#include "mcp-process.h"
#include "mcp-redaction-rules.h"
#include "mcp-replacement.h"
#include "sounder-appearance.h"
#include "sounder-application.h"
#include "sounder-autosave.h"
#include "sounder-background.h"
#include "sounder-buttons.h"
#include "sounder-command-line.h"
#include "sounder-compat.h"
#include "sounder-installed.h"
#include "sounder-notifier.h"
#include "sounder-preferences.h"
#include "sounder-search-provider.h"
#include "sounder-servers-window.h"
#include "sounder-settings.h"
#include "sounder-taps.h"
#include "sounder-window.h"

/**
 * SounderApplication:
 *
 * The one instance: it owns the list of servers, and takes command lines from
 * others of its kind together with their directory and environment.
 *
 * One file: it is started, told and ended by many, each in a short function of its own.
 *
 * However it ends, no server stays: a window closes its sessions by the ladder,
 * a signal or the end of the session ends every process group at once.
 */

/* How long a signal gives the servers between SIGTERM and SIGKILL. */
#define LAST_WAIT_MSEC 500
/* As data/…search-provider.ini.in says. */
#define SEARCH_PATH    "/io/github/mcp_sounder/Sounder/SearchProvider"

struct _SounderApplication
{
  AdwApplication      parent_instance;

  McpServerList      *list;
  SounderServerModel *model;
  SounderTaps        *taps;
  SounderAutosave    *autosave;

  /* When main() began, to tell how long the first frame took. */
  SounderSearchProvider *search;  /* (nullable): without a bus */
  gint64              started_usec;
  guint               signal_ids[3];
  SounderBackground  *background;
  SounderNotifier    *notifier;
  GError             *load_error; /* until there is a window to show it */
  GError             *rules_error; /* of redaction, likewise */
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

  /* What ends from now on, we have ended. */
  g_clear_object (&self->notifier);
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

static GtkWidget *
find_window (SounderApplication *self,
             GType               type)
{
  for (GList *iter = gtk_application_get_windows (GTK_APPLICATION (self)); iter != NULL; iter = iter->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (iter->data, type))
      return iter->data;

  return NULL;
}

/* Without the main window nobody sees what goes on. */
static void
window_visible_cb (SounderApplication *self,
                   GParamSpec         *pspec,
                   GtkWidget          *window)
{
  if (gtk_widget_get_visible (window) || gtk_widget_in_destruction (window))
    sounder_background_leave (self->background);
  else
    sounder_background_enter (self->background);
}

static SounderWindow *
add_window (SounderApplication *self)
{
  SounderWindow *window = sounder_window_new (GTK_APPLICATION (self), self->model);

  g_signal_connect_object (window, "notify::visible", G_CALLBACK (window_visible_cb), self,
                           G_CONNECT_SWAPPED);

  return window;
}

static SounderWindow *
ensure_window (SounderApplication *self)
{
  GtkWidget *there = find_window (self, SOUNDER_TYPE_WINDOW);
  SounderWindow *window;

  if (there != NULL)
    {
      sounder_window_stay (SOUNDER_WINDOW (there));
      return SOUNDER_WINDOW (there);
    }

  window = add_window (self);
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
background_refused_cb (SounderApplication *self)
{
  SounderWindow *window = ensure_window (self);

  gtk_window_present (GTK_WINDOW (window));
  sounder_window_toast (window, _("The desktop does not let Sounder go on without a window"));
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
  if (self->rules_error != NULL)
    {
      sounder_window_show_error (window, _("Your Redaction Rules Are Broken"), self->rules_error);
      g_clear_error (&self->rules_error);
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
  g_object_set (profile, "cwd", g_application_command_line_get_cwd (command_line), NULL);
  if (envp != NULL)
    mcp_profile_set_base_environ (profile, envp);
  mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);

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

  if (options->file != NULL)
    {
      g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (command_line,
                                                                               options->file);

      sounder_window_open_file (window, file);
    }
  if (options->link != NULL)
    sounder_window_open_link (window, options->link);

  if (options->argv != NULL || options->url != NULL)
    {
      g_autoptr (McpProfile) profile = new_temporary_profile (self, command_line, options);

      server = sounder_server_model_add_temporary (self->model, profile);
      sounder_window_select (window, server);
      sounder_server_open (server);
    }

  if (options->page != NULL && sounder_window_get_session_view (window) != NULL)
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
    sounder_window_open_file (window, files[i]);
}

/* (nullable): the window, in front, if it has a server of this name, which is selected. */
static SounderWindow *
present_server (SounderApplication *self,
                GVariant           *name)
{
  SounderWindow *window = ensure_window (self);
  SounderServer *server = sounder_server_model_find (self->model, g_variant_get_string (name, NULL));

  if (server == NULL)
    {
      gtk_window_present (GTK_WINDOW (window));
      return NULL;
    }

  if (sounder_window_find_showing (window, server) != NULL)
    window = sounder_window_find_showing (window, server);
  gtk_window_present (GTK_WINDOW (window));
  sounder_window_select (window, server);

  return window;
}

static void
show_questions_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  SounderWindow *window = present_server (user_data, parameter);

  if (window != NULL)
    gtk_widget_activate_action (GTK_WIDGET (sounder_window_get_session_view (window)), "session.questions", "s",
                                "waiting");
}

static void
show_server_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  present_server (user_data, parameter);
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
}

static void
not_recorded_cb (SounderApplication *self,
                 SounderServer      *server,
                 const GError       *error)
{
  sounder_window_show_error (ensure_window (self), _("The Session Is Not Recorded"), error);
}

/* With rules that cannot be read, secrets could leave unseen. */
static void
load_redaction_rules (SounderApplication *self)
{
  g_autofree char *path = mcp_redaction_rules_dup_path ();
  g_autoptr (McpRedactionRules) rules = mcp_redaction_rules_load (path, &self->rules_error);

  mcp_redaction_rules_set_default (rules);
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

/* Before the name is ours: from then on somebody may ask. */
static gboolean
sounder_application_dbus_register (GApplication     *application,
                                   GDBusConnection  *connection,
                                   const char       *path,
                                   GError          **error)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);

  if (!G_APPLICATION_CLASS (sounder_application_parent_class)->dbus_register (application, connection, path, error))
    return FALSE;

  self->search = sounder_search_provider_new (application);

  return sounder_search_provider_export (self->search, connection, SEARCH_PATH, error);
}

static void
sounder_application_dbus_unregister (GApplication    *application,
                                     GDBusConnection *connection,
                                     const char      *path)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);

  g_clear_object (&self->search);
  G_APPLICATION_CLASS (sounder_application_parent_class)->dbus_unregister (application, connection, path);
}

static void
sounder_application_startup (GApplication *application)
{
  SounderApplication *self = SOUNDER_APPLICATION (application);
  static const char *const quit_keys[] = { "<Control>q", NULL };
  static const char *const preferences_keys[] = { "<Control>comma", NULL };
  static const char *const servers_keys[] = { "<Control><Shift>h", NULL };
  static const char *const window_keys[] = { "<Control><Shift>n", NULL };
  g_autofree char *data_folder = mcp_install_dup_data_folder ();

  G_APPLICATION_CLASS (sounder_application_parent_class)->startup (application);

  sounder_installed_add_icons (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                               data_folder);
  gtk_window_set_default_icon_name (APP_ID);
  sounder_appearance_apply ();
  sounder_buttons_install ();
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.quit", quit_keys);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.preferences",
                                         preferences_keys);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.all-servers", servers_keys);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "app.new-window", window_keys);
  add_shortcuts_action (self);

  for (guint i = 0; i < G_N_ELEMENTS (ending_signals); i++)
    self->signal_ids[i] = g_unix_signal_add (ending_signals[i], ending_signal_cb, self);

  load_servers (self);
  if (self->search != NULL)
    sounder_search_provider_set_model (self->search, self->model);
  load_redaction_rules (self);
  clean_up_journals ();
  self->notifier = sounder_notifier_new (GTK_APPLICATION (self), self->model);
  self->background = sounder_background_new (application, self->model);
  g_signal_connect_object (self->background, "refused", G_CALLBACK (background_refused_cb), self,
                           G_CONNECT_SWAPPED);
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
  g_clear_object (&self->background);
  g_clear_object (&self->notifier);
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
  g_clear_error (&self->rules_error);

  G_OBJECT_CLASS (sounder_application_parent_class)->dispose (object);
}

/* The list of all servers does not stay alone: their sessions went with the last main window. */
static void
sounder_application_window_removed (GtkApplication *application,
                                    GtkWindow      *window)
{
  GtkWidget *servers;

  GTK_APPLICATION_CLASS (sounder_application_parent_class)->window_removed (application, window);

  servers = find_window (SOUNDER_APPLICATION (application), SOUNDER_TYPE_SERVERS_WINDOW);
  if (SOUNDER_IS_WINDOW (window) && servers != NULL
      && find_window (SOUNDER_APPLICATION (application), SOUNDER_TYPE_WINDOW) == NULL)
    gtk_window_destroy (GTK_WINDOW (servers));
}

static void
sounder_application_class_init (SounderApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  object_class->dispose = sounder_application_dispose;
  GTK_APPLICATION_CLASS (klass)->window_removed = sounder_application_window_removed;
  application_class->activate = sounder_application_activate;
  application_class->dbus_register = sounder_application_dbus_register;
  application_class->dbus_unregister = sounder_application_dbus_unregister;
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
new_window_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  gtk_window_present (GTK_WINDOW (add_window (SOUNDER_APPLICATION (user_data))));
}

static void
show_window_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  g_application_activate (user_data);
}

static void
all_servers_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  SounderApplication *self = SOUNDER_APPLICATION (user_data);
  GtkWidget *window = find_window (self, SOUNDER_TYPE_SERVERS_WINDOW);

  if (window == NULL)
    window = sounder_servers_window_new (GTK_APPLICATION (self), self->model);
  gtk_window_present (GTK_WINDOW (window));
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter, /* (nullable): which of them */
                gpointer       user_data)
{
  sounder_preferences_present (gtk_application_get_active_window (user_data),
                               parameter != NULL ? g_variant_get_string (parameter, NULL) : NULL);
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
      sounder_window_quit (iter->data);
  if (windows == NULL)
    g_application_quit (user_data);
  g_list_free (windows);
}

static void
sounder_application_init (SounderApplication *self)
{
  static const GActionEntry entries[] = {
    { .name = "about", .activate = about_cb },
    { .name = "all-servers", .activate = all_servers_cb },
    { .name = "new-window", .activate = new_window_cb },
    { .name = "show-window", .activate = show_window_cb },
    { .name = "preferences", .activate = preferences_cb },
    { .name = "show-setting", .activate = preferences_cb, .parameter_type = "s" },
    { .name = "quit", .activate = quit_cb },
    { .name = "show-server", .activate = show_server_cb, .parameter_type = "s" },
    { .name = "show-questions", .activate = show_questions_cb, .parameter_type = "s" },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

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
