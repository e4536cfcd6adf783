/* app-test.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "app-test"

#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>

#include "app-test.h"
#include "test-support.h"

/*
 * For builds with AddressSanitizer. GLib leaves its first table of quarks behind when there are more
 * than 2048, which GTK alone nearly has; it was made before main, which only a slow stack trace tells.
 */
const char *__asan_default_options (void);
const char *__lsan_default_suppressions (void);

const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0";
}

const char *
__lsan_default_suppressions (void)
{
  return "leak:call_init\nleak:libfontconfig\n";
}

/* Starts GTK for tests. Not gtk_test_init(): newer ones insist on a locale that may not be there. */
void
app_test_init (int    *argc,
               char ***argv)
{
  g_test_init (argc, argv, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();
}

/* An empty list of servers in a directory of its own. */
SounderServerModel *
app_test_new_model (void)
{
  g_autofree char *directory = g_dir_make_tmp ("sounder-app-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "servers.json", NULL);
  g_autoptr (McpServerList) list = mcp_server_list_new (path);
  g_autoptr (GError) error = NULL;

  mcp_server_list_load (list, &error);
  g_assert_no_error (error);

  return sounder_server_model_new (list);
}

/* A profile that starts the mock server on a script. */
McpProfile *
app_test_new_profile (const char *name,
                      const char *script)
{
  g_auto (GStrv) argv = test_mock_argv (script);
  McpProfile *profile = mcp_profile_new_for_argv (name, (const char *const *) argv);

  mcp_profile_set_inherit_env (profile, MCP_INHERIT_ALL);

  return profile;
}

/* No page may ask for more than the smallest window we support. */
void
app_test_assert_fits (GtkWidget *widget)
{
  int width;
  int height;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, MAX (width, 720), &height, NULL, NULL, NULL);
  g_test_message ("%s needs %d x %d", G_OBJECT_TYPE_NAME (widget), width, height);
  g_assert_cmpint (width, <=, 720);
  g_assert_cmpint (height, <=, 480);
}

static gboolean
needs_label (GtkWidget *widget)
{
  /* Buttons inside another control are its own business. */
  if (GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget))
      || GTK_IS_DROP_DOWN (gtk_widget_get_parent (widget)))
    return FALSE;

  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_SEARCH_ENTRY (widget)
         || GTK_IS_SWITCH (widget) || GTK_IS_DROP_DOWN (widget);
}

/* Every control that we made says what it is. Title buttons and the like are made by the libraries. */
void
app_test_assert_labelled (GtkWidget *root)
{
  static const char *const foreign[] = {
    "GtkWindowControls", "AdwViewSwitcher", "AdwViewSwitcherBar", "AdwEntryRow", "AdwComboRow",
    "GtkPasswordEntry",  "GtkSearchEntry",  "AdwToastWidget",     "GtkDropDown",
    "GtkSpinButton",     NULL,
  };

  if (needs_label (root)
      && !gtk_test_accessible_has_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL))
    g_error ("A %s %s has no accessible label (in a %s)", G_OBJECT_TYPE_NAME (root),
             gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)),
             G_OBJECT_TYPE_NAME (gtk_widget_get_parent (root)));

  if (g_strv_contains (foreign, G_OBJECT_TYPE_NAME (root)))
    return;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    app_test_assert_labelled (child);
}
