/* app-test.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>

#include "app-test.h"
#include "sounder-result-view.h"
#include "sounder-settings.h"
#include "sounder-timeline-private.h"
#include "test-support.h"

/* For builds with AddressSanitizer: what the font library keeps. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}

/*
 * What new versions of GTK warn of and nobody can help: under Xvfb the timings of their own frames,
 * and the widths at which a message dialog of libadwaita measures its own labels.
 */
static gboolean
is_theirs (const char *message)
{
  void *label = NULL;

  if (g_str_has_prefix (message, "gdk_frame_timings_submitted() called on"))
    return TRUE;

  return sscanf (message, "Trying to measure GtkLabel %p for width of", &label) == 1
         && ADW_IS_MESSAGE_DIALOG (gtk_widget_get_root (GTK_WIDGET (label)));
}

static GLogWriterOutput
write_log (GLogLevelFlags   log_level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0
        && is_theirs (fields[i].value))
      return G_LOG_WRITER_HANDLED;

  return g_log_writer_default (log_level, fields, n_fields, user_data);
}

/* Starts GTK for tests. Not gtk_test_init(): newer ones insist on a locale that may not be there. */
void
app_test_init (int    *argc,
               char ***argv)
{
  g_test_init (argc, argv, NULL);
  g_log_set_writer_func (write_log, NULL, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();

  if (sounder_settings_get_default () == NULL)
    g_error ("There is no schema of the settings: run the tests with “meson test”");
}

/* An empty list of servers in a directory of its own. */
SounderServerModel *
app_test_new_model (void)
{
  g_autofree char *directory = test_make_folder ();
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

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);

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

  if (GTK_IS_SPINNER (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_BUTTON) != NULL)
    return FALSE;

  /* The inside of a column view. */
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkColumnListView"))
    return FALSE;

  /* The row's own, and hidden. */
  if (GTK_IS_SWITCH (widget) && gtk_widget_get_ancestor (widget, ADW_TYPE_EXPANDER_ROW) != NULL
      && !gtk_widget_get_visible (widget))
    return FALSE;

  /* The group's own: newer versions of libadwaita give the name to the group alone. */
  if (GTK_IS_LIST_BOX (widget))
    {
      GtkWidget *group = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_GROUP);
      GtkWidget *box = gtk_widget_get_parent (widget);

      if (group != NULL && box != NULL
          && gtk_widget_get_parent (gtk_widget_get_parent (box)) == group)
        return FALSE;
    }

  /* What is around that which a factory fills: it has the focus. Some have their text when seen. */
  if (GTK_IS_LIST_VIEW (gtk_widget_get_parent (widget)))
    return !g_str_equal (G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)), "GtkColumnListView")
           && gtk_widget_get_first_child (widget) != NULL && gtk_widget_get_mapped (widget);

  return GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || GTK_IS_SEARCH_ENTRY (widget)
         || GTK_IS_SWITCH (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_ENTRY (widget)
         || GTK_IS_TEXT_VIEW (widget) || GTK_IS_LIST_BASE (widget) || GTK_IS_COLUMN_VIEW (widget)
         || GTK_IS_LIST_BOX (widget) || GTK_IS_PROGRESS_BAR (widget) || GTK_IS_SPINNER (widget);
}

/* Whether a control says what it is. Newer versions of GTK point from a button to the label in it. */
gboolean
app_test_is_labelled (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
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

  if (needs_label (root) && !app_test_is_labelled (root))
    {
      g_autoptr (GString) place = g_string_new (NULL);

      for (GtkWidget *parent = gtk_widget_get_parent (root); parent != NULL;
           parent = gtk_widget_get_parent (parent))
        g_string_append_printf (place, " in %s", G_OBJECT_TYPE_NAME (parent));
      g_error ("A %s %s has no accessible label:%s", G_OBJECT_TYPE_NAME (root),
               gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), place->str);
    }

  if (g_strv_contains (foreign, G_OBJECT_TYPE_NAME (root)) || ADW_IS_EXPANDER_ROW (root))
    return;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    app_test_assert_labelled (child);
}

/* The first widget of a type below another one, or (nullable) none. */
GtkWidget *
app_test_find (GtkWidget *widget,
               GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = app_test_find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* By its id in the template, or else by the name of the widget; (nullable). */
GtkWidget *
app_test_find_named (GtkWidget  *root,
                     const char *name)
{
  GtkWidget *found = NULL;

  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), name) == 0
      || g_str_equal (gtk_widget_get_name (root), name))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = app_test_find_named (child, name);

  return found;
}

/* A button by its label or tooltip, a row by its title, a label by its text; (nullable). */
GtkWidget *
app_test_find_labelled (GtkWidget  *widget,
                        GType       type,
                        const char *text)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    {
      /* One with an icon tells in its tooltip what it does. */
      if (GTK_IS_BUTTON (widget)
          && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)) != NULL
                          ? gtk_button_get_label (GTK_BUTTON (widget))
                          : gtk_widget_get_tooltip_text (widget),
                        text) == 0)
        return widget;
      if (ADW_IS_PREFERENCES_ROW (widget)
          && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), text) == 0)
        return widget;
      if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
        return widget;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = app_test_find_labelled (child, type, text);

  return found;
}

static gboolean
says (GtkWidget  *widget,
      const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;

  return FALSE;
}

/* Clicks an item of a menu that is open; FALSE when it has none that can be clicked. */
gboolean
app_test_choose (GtkWidget  *popover,
                 const char *text)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (popover), "GtkModelButton") && says (popover, text))
    {
      if (!gtk_widget_get_mapped (popover) || !gtk_widget_is_sensitive (popover))
        return FALSE;

      g_signal_emit_by_name (popover, "clicked");
      return TRUE;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (popover); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (app_test_choose (child, text))
      return TRUE;

  return FALSE;
}

/* What a key does that the class of a widget binds. */
void
app_test_press (GtkWidget       *widget,
                GdkModifierType  modifiers,
                guint            keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;

      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == keyval
              && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers
              && gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                               gtk_shortcut_get_arguments (shortcut)))
            return;
        }
    }

  g_assert_not_reached ();
}

/* What listens to a widget; the one of that type that was added last. */
gpointer
app_test_get_controller (gpointer widget,
                         GType    type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      /* The widget keeps it. */
      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }

  g_assert_not_reached ();
}

/* What a widget that draws itself would show now. */
GskRenderNode *
app_test_draw (gpointer widget)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);

  return gtk_snapshot_free_to_node (snapshot);
}

/* How many rectangles of a colour there are in it. */
guint
app_test_count_rects (GskRenderNode *node,
                      const GdkRGBA *color)
{
  guint n = 0;

  switch ((int) gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        n += app_test_count_rects (gsk_container_node_get_child (node, i), color);
      return n;
    case GSK_CLIP_NODE:
      return app_test_count_rects (gsk_clip_node_get_child (node), color);
    case GSK_TRANSFORM_NODE:
      return app_test_count_rects (gsk_transform_node_get_child (node), color);
    case GSK_COLOR_NODE:
      return gdk_rgba_equal (gsk_color_node_get_color (node), color);
    default:
      return 0;
    }
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

/* Until what has changed is on the screen. */
void
app_test_draw_frames (GtkWidget *window)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (window, count_frame_cb, &n_frames, NULL);

  TEST_AWAIT_POLL (n_frames >= 4);
  gtk_widget_remove_tick_callback (window, id);
}

McpCall *
app_test_get_call (gpointer page)
{
  return sounder_result_view_get_call (app_test_child (page, "result"));
}

gboolean
app_test_get_boolean (gpointer    object,
                      const char *property)
{
  gboolean value;

  g_object_get (object, property, &value, NULL);

  return value;
}

guint
app_test_get_uint (gpointer    object,
                   const char *property)
{
  guint value;

  g_object_get (object, property, &value, NULL);

  return value;
}

gpointer
app_test_get_object (gpointer    object,
                     const char *property)
{
  g_autoptr (GObject) value = NULL;

  g_object_get (object, property, &value, NULL);

  return value;
}

void
app_test_let_go (gpointer object)
{
  gpointer left = object;

  g_object_add_weak_pointer (object, &left);
  g_object_unref (object);
  TEST_AWAIT_POLL (left == NULL);
}

static void
check_errors (SounderTimeline *timeline)
{
  SounderTimelineScope scope = timeline->scope;
  gboolean by_call = timeline->by_call;
  const char *label;
  guint n = 0;

  /* On another page nobody looks. */
  sounder_timeline_set_paused (timeline, FALSE);
  sounder_timeline_set_scope (timeline, SOUNDER_TIMELINE_ERRORS);
  /* A call that failed is counted once. */
  sounder_timeline_set_by_call (timeline, TRUE);
  /* What has changed in a record that was counted already is told with the next batch. */
  if (sounder_timeline_get_journal (timeline) != NULL)
    mcp_journal_flush (sounder_timeline_get_journal (timeline));
  TEST_AWAIT_POLL (!mcp_journal_view_is_busy (timeline->view)
                   && !mcp_journal_view_is_busy (timeline->errors_view));

  label = gtk_button_get_label (GTK_BUTTON (timeline->errors_button));
  for (const char *p = label; *p != '\0'; p++)
    if (g_ascii_isdigit (*p))
      n = n * 10 + g_ascii_digit_value (*p);
  g_assert_cmpuint (n, ==, sounder_timeline_get_n_rows (timeline));

  /* The next window shows what was chosen in this one. */
  sounder_timeline_set_by_call (timeline, by_call);
  sounder_timeline_set_scope (timeline, scope);
}

static void
check_all_errors (GtkWidget *widget)
{
  if (SOUNDER_IS_TIMELINE (widget))
    check_errors (SOUNDER_TIMELINE (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_all_errors (child);
}

#undef gtk_window_destroy

void
app_test_destroy_window (GtkWindow *window)
{
  check_all_errors (GTK_WIDGET (window));
  gtk_window_destroy (window);
}

void
app_test_click (GtkWidget  *root,
                const char *label)
{
  GtkWidget *button = app_test_find_labelled (root, GTK_TYPE_BUTTON, label);

  TEST_AWAIT (button != NULL && gtk_widget_get_visible (button)
              && gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

void
app_test_type_into (GtkWidget  *root,
                    const char *text)
{
  GtkWidget *view = app_test_find (root, GTK_TYPE_TEXT_VIEW);

  g_assert_nonnull (view);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}
