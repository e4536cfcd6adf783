/* host-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "host-fixture.h"
#include "mcp-host.h"
#include "test-support.h"

static GTestDBus *test_bus;
static GDBusConnection *fixture_connection;

static gboolean
is_there (GDBusConnection *connection)
{
  g_autoptr (GVariant) reply = NULL;
  gboolean there = FALSE;

  reply = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "NameHasOwner",
                                       g_variant_new ("(s)", "org.freedesktop.Flatpak"),
                                       G_VARIANT_TYPE ("(b)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                                       NULL);
  if (reply != NULL)
    g_variant_get (reply, "(b)", &there);

  return there;
}

gboolean
host_fixture_set_up (void)
{
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("SOUNDER_TEST_HOST") == NULL)
    return FALSE;

  if (g_getenv ("SOUNDER_TEST_HOST_BUS") == NULL)
    {
      const char *argv[] = { g_getenv ("SOUNDER_HOST_HELPER"), NULL };

      test_bus = g_test_dbus_new (G_TEST_DBUS_NONE);
      g_test_dbus_up (test_bus);
      g_setenv ("SOUNDER_TEST_HOST_BUS", g_test_dbus_get_bus_address (test_bus), TRUE);
      /* It ends with the bus. */
      g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }

  connection = g_dbus_connection_new_for_address_sync (g_getenv ("SOUNDER_TEST_HOST_BUS"),
                                                       G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                                                       | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                       NULL, NULL, &error);
  g_assert_no_error (error);
  TEST_AWAIT_POLL (is_there (connection));
  g_set_object (&fixture_connection, connection);
  mcp_host_set_connection (connection);
  g_assert_true (mcp_host_runs ("true"));
  g_assert_false (mcp_host_runs ("/app/bin/true"));

  return TRUE;
}

void
host_fixture_tear_down (void)
{
  mcp_host_set_connection (NULL);
  g_clear_object (&fixture_connection);
  if (test_bus == NULL)
    return;

  g_test_dbus_down (test_bus);
  g_clear_object (&test_bus);
  g_unsetenv ("SOUNDER_TEST_HOST_BUS");
}

void
host_fixture_misbehave (const char *habit,
                        guint       n_commands)
{
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  reply = g_dbus_connection_call_sync (fixture_connection, "org.freedesktop.Flatpak",
                                       "/org/freedesktop/Flatpak/Development",
                                       "org.freedesktop.Flatpak.Development", "Misbehave",
                                       g_variant_new ("(su)", habit, n_commands), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
}
