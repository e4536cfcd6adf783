/* test-desktop.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include "app-test.h"
#include "sounder-background.h"
#include "sounder-notifier.h"
#include "sounder-search-provider.h"
#include "sounder-servers-window.h"
#include "sounder-settings.h"
#include "test-support.h"

/* What the desktop asks and is told, over a bus of the test's own. */

#define SEARCH_PATH "/org/example/Search"

/* One that has windows, but looks for no desktop when it starts: GTK keeps the bus of that for good. */
typedef GtkApplication QuietApplication;
typedef GtkApplicationClass QuietApplicationClass;

static GType quiet_application_get_type (void);

G_DEFINE_TYPE (QuietApplication, quiet_application, GTK_TYPE_APPLICATION)

static void
quiet_application_class_init (QuietApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);
  GApplicationClass *plain = g_type_class_peek (G_TYPE_APPLICATION);

  application_class->startup = plain->startup;
  application_class->dbus_register = plain->dbus_register;
  application_class->dbus_unregister = plain->dbus_unregister;
}

static void
quiet_application_init (QuietApplication *self)
{
}

typedef struct
{
  SounderServerModel *model;
  GTestDBus          *bus;
  GApplication       *application;
  GDBusConnection    *desktop;   /* another client of the bus */
  char               *shown;     /* by the action "show-server" */
  gboolean            allows;
  char               *status;    /* what the portal was told */
  gboolean            refused;
  gboolean            is_notified;
  guint               n_notified;
  char               *told;      /* the title of the last notification */
} Fixture;

static void
show_server_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  Fixture *fixture = user_data;

  g_free (fixture->shown);
  fixture->shown = g_variant_dup_string (parameter, NULL);
}

/* org.gtk.Notifications: nobody waits for an answer. */
static void
notifications_cb (GDBusConnection       *connection,
                  const char            *sender,
                  const char            *path,
                  const char            *interface,
                  const char            *method,
                  GVariant              *parameters,
                  GDBusMethodInvocation *invocation,
                  gpointer               user_data)
{
  Fixture *fixture = user_data;

  fixture->is_notified = g_str_equal (method, "AddNotification");
  if (fixture->is_notified)
    {
      g_autoptr (GVariant) notification = g_variant_get_child_value (parameters, 2);

      g_clear_pointer (&fixture->told, g_free);
      g_variant_lookup (notification, "title", "s", &fixture->told);
      fixture->n_notified++;
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* The other client becomes a service of the desktop. */
static void
serve (Fixture                    *fixture,
       const char                 *name,
       const char                 *path,
       const char                 *xml,
       const GDBusInterfaceVTable *vtable)
{
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (xml, NULL);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  g_dbus_connection_register_object (fixture->desktop, path, node->interfaces[0], vtable, fixture, NULL, &error);
  g_assert_no_error (error);
  reply = g_dbus_connection_call_sync (fixture->desktop, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName", g_variant_new ("(su)", name, 4), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
}

static SounderServerModel *
new_model (void)
{
  SounderServerModel *model = app_test_new_model ();
  g_autoptr (McpProfile) weather = app_test_new_profile ("Weather of today", "[]");
  g_autoptr (McpProfile) notes = mcp_profile_new_for_url ("Notes", "https://example.org/weather");

  sounder_server_model_add_temporary (model, weather);
  sounder_server_model_add_temporary (model, notes);

  return model;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const GActionEntry entries[] = {
    { .name = "show-server", .activate = show_server_cb, .parameter_type = "s" },
  };
  static const char notifications[] =
    "<node><interface name='org.gtk.Notifications'><method name='AddNotification'>"
    "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/></method>"
    "<method name='RemoveNotification'><arg type='s' direction='in'/><arg type='s' direction='in'/></method>"
    "</interface></node>";
  static const GDBusInterfaceVTable vtable = { .method_call = notifications_cb };
  g_autoptr (GError) error = NULL;

  fixture->model = new_model ();
  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
  fixture->desktop = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (fixture->bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL,
    &error);
  g_assert_no_error (error);
  serve (fixture, "org.gtk.Notifications", "/org/gtk/Notifications", notifications, &vtable);
  fixture->application = g_object_new (data != NULL ? quiet_application_get_type () : G_TYPE_APPLICATION,
                                       "application-id", "org.example.Test", NULL);
  g_action_map_add_action_entries (G_ACTION_MAP (fixture->application), entries, G_N_ELEMENTS (entries), fixture);
  g_application_register (fixture->application, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->desktop);
  g_clear_object (&fixture->application);
  g_test_dbus_down (fixture->bus);
  g_clear_object (&fixture->bus);
  g_clear_object (&fixture->model);
  g_free (fixture->shown);
  g_free (fixture->status);
  g_free (fixture->told);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **called = user_data;

  *called = g_object_ref (result);
}

static GVariant *
call_search (Fixture    *fixture,
             const char *method,
             GVariant   *parameters)
{
  g_autoptr (GAsyncResult) called = NULL;
  g_autoptr (GError) error = NULL;
  GVariant *answer;

  g_dbus_connection_call (fixture->desktop, "org.example.Test", SEARCH_PATH, "org.gnome.Shell.SearchProvider2", method,
                          parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, called_cb, &called);
  TEST_AWAIT (called != NULL);
  answer = g_dbus_connection_call_finish (fixture->desktop, called, &error);
  g_assert_no_error (error);

  return answer;
}

static void
assert_found (Fixture           *fixture,
              const char *const *terms,
              const char *const *names)
{
  g_autoptr (GVariant) answer = call_search (fixture, "GetInitialResultSet", g_variant_new ("(^as)", terms));
  g_autofree const char **found = NULL;

  g_variant_get (answer, "(^a&s)", &found);
  g_assert_cmpstrv (found, names);
}

static void
test_desktop_search (Fixture       *fixture,
                     gconstpointer  data)
{
  const char *const weather[] = { "WEATHER", NULL };
  const char *const notes[] = { "weather", "not", NULL };
  const char *const nothing[] = { "weather", "nothing", NULL };
  const char *const both_names[] = { "Weather of today", "Notes", NULL };
  const char *const notes_name[] = { "Notes", NULL };
  const char *const gone[] = { "Notes", "Gone", NULL };
  const char *const none[] = { NULL };
  SounderSearchProvider *provider = sounder_search_provider_new (fixture->application);
  g_autoptr (GVariant) metas = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GVariant) first = NULL;
  const char *text;
  g_autoptr (GError) error = NULL;

  g_assert_true (sounder_search_provider_export (
    provider, g_application_get_dbus_connection (fixture->application), SEARCH_PATH, &error));
  g_assert_no_error (error);
  /* Somebody asks before there are servers. */
  assert_found (fixture, weather, none);

  sounder_search_provider_set_model (provider, fixture->model);
  assert_found (fixture, weather, both_names);
  assert_found (fixture, notes, notes_name);
  assert_found (fixture, nothing, none);

  metas = call_search (fixture, "GetResultMetas", g_variant_new ("(^as)", gone));
  list = g_variant_get_child_value (metas, 0);
  g_assert_cmpuint (g_variant_n_children (list), ==, 1);
  first = g_variant_get_child_value (list, 0);
  g_assert_true (g_variant_lookup (first, "id", "&s", &text));
  g_assert_cmpstr (text, ==, "Notes");
  g_assert_true (g_variant_lookup (first, "description", "&s", &text));
  g_assert_nonnull (strstr (text, "example.org"));

  g_variant_unref (call_search (fixture, "ActivateResult", g_variant_new ("(s^asu)", "Notes", weather, 0)));
  g_assert_cmpstr (fixture->shown, ==, "Notes");

  sounder_search_provider_unexport (provider);
  g_assert_finalize_object (provider);
}

static void
portal_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GVariant) options = g_variant_get_child_value (parameters, g_variant_n_children (parameters) - 1);
  g_autofree char *who = g_strdelimit (g_strdup (sender + 1), ".", '_');
  g_autofree char *handle = NULL;
  GVariantBuilder results;
  const char *token;

  if (g_str_equal (method, "SetStatus"))
    {
      g_free (fixture->status);
      g_assert_true (g_variant_lookup (options, "message", "s", &fixture->status));
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }

  g_assert_true (g_variant_lookup (options, "handle_token", "&s", &token));
  handle = g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s", who, token);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", handle));
  g_variant_builder_init (&results, G_VARIANT_TYPE ("a{sv}"));
  g_variant_builder_add (&results, "{sv}", "background", g_variant_new_boolean (fixture->allows));
  g_dbus_connection_emit_signal (connection, sender, handle, "org.freedesktop.portal.Request", "Response",
                                 g_variant_new ("(ua{sv})", 0, &results), NULL);
}

static void
add_portal (Fixture *fixture)
{
  static const char xml[] =
    "<node><interface name='org.freedesktop.portal.Background'>"
    "<method name='RequestBackground'><arg type='s' direction='in'/><arg type='a{sv}' direction='in'/>"
    "<arg type='o' direction='out'/></method>"
    "<method name='SetStatus'><arg type='a{sv}' direction='in'/></method></interface></node>";
  static const GDBusInterfaceVTable vtable = { .method_call = portal_cb };

  serve (fixture, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", xml, &vtable);
}

static void
refused_cb (Fixture *fixture)
{
  fixture->refused = TRUE;
}

static void
test_desktop_background (Fixture       *fixture,
                         gconstpointer  data)
{
  SounderBackground *background = sounder_background_new (fixture->application, fixture->model);

  g_signal_connect_swapped (background, "refused", G_CALLBACK (refused_cb), fixture);
  /* Nobody is there to ask. */
  sounder_background_enter (background);
  sounder_background_leave (background);

  add_portal (fixture);
  fixture->allows = TRUE;
  sounder_background_enter (background);
  TEST_AWAIT (fixture->status != NULL && fixture->is_notified);
  g_assert_cmpstr (fixture->status, ==, "No server connected");
  sounder_background_leave (background);
  TEST_AWAIT (!fixture->is_notified);
  g_assert_false (fixture->refused);

  fixture->allows = FALSE;
  sounder_background_enter (background);
  TEST_AWAIT (fixture->refused);

  /* Left while it is asked: what comes later is no news. */
  fixture->refused = FALSE;
  sounder_background_leave (background);
  sounder_background_enter (background);
  sounder_background_leave (background);
  g_clear_pointer (&fixture->status, g_free);
  fixture->allows = TRUE;
  sounder_background_enter (background);
  TEST_AWAIT (fixture->status != NULL);
  g_assert_false (fixture->refused);
  sounder_background_leave (background);

  app_test_let_go (background);
}

/* A server that cannot be reached is told of, once there is somebody to tell, until it is let go. */
static void
test_desktop_notifier (Fixture       *fixture,
                       gconstpointer  data)
{
  SounderNotifier *notifier = sounder_notifier_new (GTK_APPLICATION (fixture->application), fixture->model);
  g_autoptr (McpProfile) profile = app_test_new_profile ("Odd <b>", "[{\"exit\": 3}]");
  SounderServer *server = sounder_server_model_add_temporary (fixture->model, profile);

  /* It was added after the notifier. */
  mcp_profile_set_reconnect (profile, FALSE);
  sounder_server_open (server);
  TEST_AWAIT (fixture->n_notified == 1);
  g_assert_cmpstr (fixture->told, ==, "Odd <b> has failed");

  /* Each failure is one, and what was told goes when somebody gives it up. */
  sounder_server_open (server);
  TEST_AWAIT (fixture->n_notified == 2);
  sounder_settings_set ("notifications", "b", FALSE);
  sounder_server_open (server);
  TEST_AWAIT (!fixture->is_notified);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);
  g_assert_cmpuint (fixture->n_notified, ==, 2);
  sounder_settings_set ("notifications", "b", TRUE);

  app_test_let_go (notifier);
}

/* One that is lost and answers again is told of twice. */
static void
test_desktop_notifier_again (Fixture       *fixture,
                             gconstpointer  data)
{
  SounderNotifier *notifier = sounder_notifier_new (GTK_APPLICATION (fixture->application), fixture->model);
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[{\"handshake\": {}}, {\"serve\": {}}]");
  SounderServer *server = sounder_server_model_add_temporary (fixture->model, profile);
  McpSession *session = sounder_server_get_session (server);

  mcp_profile_stop_probes (profile);
  mcp_profile_set_reconnect (profile, FALSE);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_cmpuint (fixture->n_notified, ==, 0);

  kill (mcp_process_get_pid (mcp_session_get_process (session)), SIGKILL);
  TEST_AWAIT (fixture->n_notified == 1);
  g_assert_cmpstr (fixture->told, ==, "mock has failed");
  sounder_server_open (server);
  TEST_AWAIT (fixture->n_notified == 2);
  g_assert_cmpstr (fixture->told, ==, "mock answers again");

  /* Whoever disconnects knows. */
  sounder_server_close (server);
  TEST_AWAIT (!sounder_server_is_open (server) && !fixture->is_notified);
  g_assert_cmpuint (fixture->n_notified, ==, 2);

  app_test_let_go (notifier);
}

static void
test_desktop_all_servers (void)
{
  g_autoptr (SounderServerModel) model = new_model ();
  GtkWidget *window = sounder_servers_window_new (NULL, model);
  GtkWidget *list = app_test_child (window, "list");
  GtkStack *stack = app_test_child (window, "stack");
  gpointer watched = window;

  app_test_assert_fits (window);
  app_test_assert_labelled (window);
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "list");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (model), 0);

      sounder_server_model_remove (model, server, NULL);
    }
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "empty");

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  gtk_window_destroy (GTK_WINDOW (window));
  TEST_AWAIT (watched == NULL);
}

/*
 * With the first bus GLib forks a process that watches over all of them. It is a copy of this one, and ends with what
 * was there to be ended: before GTK that is nothing, and there are no threads that the copy lacks.
 */
static void
fork_watcher (void)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  g_test_dbus_up (bus);
  g_test_dbus_down (bus);
  /* A bus of a test takes the display away, and the session's bus. */
  for (guint i = 0; environment[i] != NULL; i++)
    {
      char *value = strchr (environment[i], '=');

      if (value == NULL)
        continue;
      *value = '\0';
      g_setenv (environment[i], value + 1, TRUE);
    }
}

int
main (int   argc,
      char *argv[])
{
  fork_watcher ();
  app_test_init (&argc, &argv);

  /* First: with the bus of the others GTK looks for what is not there. */
  g_test_add_func ("/app/desktop/all-servers", test_desktop_all_servers);
  g_test_add ("/app/desktop/search", Fixture, NULL, set_up, test_desktop_search, tear_down);
  g_test_add ("/app/desktop/background", Fixture, NULL, set_up, test_desktop_background, tear_down);
  g_test_add ("/app/desktop/notifier", Fixture, "windows", set_up, test_desktop_notifier, tear_down);
  g_test_add ("/app/desktop/notifier-again", Fixture, "windows", set_up, test_desktop_notifier_again, tear_down);

  return g_test_run ();
}
