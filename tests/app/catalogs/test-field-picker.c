/* test-field-picker.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "form-fixture.h"
#include "test-support.h"

/* Dates, times and colours that are picked in the form: what is written is exact, and anything else can be typed. */

static GtkWidget *
find_in (FormFixture *fixture,
         const char  *path,
         GType        type)
{
  GtkWidget *found = app_test_find (sounder_field_row_get_control (form_fixture_find_row (fixture, path)), type);

  g_assert_nonnull (found);

  return found;
}

/* As Alt+Down in the entry does. */
static GtkWidget *
open_popover (FormFixture *fixture,
              const char  *path)
{
  GtkWidget *button = find_in (fixture, path, GTK_TYPE_MENU_BUTTON);
  GtkWidget *entry = find_in (fixture, path, GTK_TYPE_ENTRY);
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (entry);
  gboolean handled = FALSE;

  for (guint i = 0; !handled && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Down, 0, GDK_ALT_MASK, &handled);
    }
  g_assert_true (handled);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (popover));
  app_test_assert_labelled (popover);

  return popover;
}

static void
close_popover (GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
  TEST_AWAIT_POLL (!gtk_widget_get_mapped (popover));
}

static void
select_day (GtkWidget *popover,
            int        year,
            int        month,
            int        day)
{
  GtkWidget *calendar = app_test_find (popover, GTK_TYPE_CALENDAR);
  g_autoptr (GDateTime) date = g_date_time_new_local (year, month, day, 0, 0, 0);

  gtk_calendar_select_day (GTK_CALENDAR (calendar), date);
}

static void
test_dates (void)
{
  FormFixture fixture = { NULL };
  GtkWidget *popover;

  form_fixture_open (&fixture, "{'required':['d'],'properties':{'d':{'type':'string','format':'date'},"
                               "'e':{'type':'string','format':'date'}}}");
  /* Looking at it writes nothing. */
  popover = open_popover (&fixture, "e");
  close_popover (popover);
  form_fixture_assert_sends (&fixture, "{}");

  popover = open_popover (&fixture, "d");
  select_day (popover, 2026, 2, 28);
  form_fixture_assert_sends (&fixture, "{'d':'2026-02-28'}");
  close_popover (popover);
  form_fixture_type (&fixture, "d", "next Tuesday");
  form_fixture_assert_sends (&fixture, "{'d':'next Tuesday'}");
  popover = open_popover (&fixture, "d");
  form_fixture_assert_sends (&fixture, "{'d':'next Tuesday'}");
  close_popover (popover);
  form_fixture_close (&fixture);
}

static void
test_times (void)
{
  FormFixture fixture = { NULL };
  GtkWidget *popover, *spin, *zones;

  form_fixture_open (&fixture, "{'properties':{'t':{'type':'string','format':'time'},"
                               "'dt':{'type':['string','null'],'format':'date-time'}}}");
  form_fixture_type (&fixture, "dt", "1999-12-31t23:59:59.120-05:30");
  popover = open_popover (&fixture, "dt");
  form_fixture_assert_sends (&fixture, "{'dt':'1999-12-31t23:59:59.120-05:30'}");
  select_day (popover, 2000, 1, 1);
  form_fixture_assert_sends (&fixture, "{'dt':'2000-01-01t23:59:59.120-05:30'}");
  spin = app_test_find (popover, GTK_TYPE_SPIN_BUTTON);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), 7);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (spin)), ==, "07");
  zones = app_test_find (popover, GTK_TYPE_DROP_DOWN);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (zones), 1);
  form_fixture_assert_sends (&fixture, "{'dt':'2000-01-01t07:59:59.120Z'}");
  close_popover (popover);

  form_fixture_type (&fixture, "t", "01:02:03Z");
  popover = open_popover (&fixture, "t");
  g_assert_null (app_test_find (popover, GTK_TYPE_CALENDAR));
  spin = app_test_find (popover, GTK_TYPE_SPIN_BUTTON);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 1);
  g_signal_emit_by_name (app_test_find_labelled (popover, GTK_TYPE_BUTTON, "Now"), "clicked");
  close_popover (popover);
  g_assert_cmpuint (mcp_form_get_n_errors (fixture.values), ==, 0);
  form_fixture_close (&fixture);
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }

  return NULL;
}

/* Opens the dialog, and answers it. */
static void
pick_color (FormFixture *fixture,
            const char  *path,
            const char  *color,
            int          response)
{
  GdkRGBA rgba;

  g_signal_emit_by_name (find_in (fixture, path, GTK_TYPE_BUTTON), "clicked");
  TEST_AWAIT_POLL (find_dialog () != NULL);
  g_assert_true (gdk_rgba_parse (&rgba, color));
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (find_dialog ()), &rgba);
  gtk_dialog_response (GTK_DIALOG (find_dialog ()), response);
  TEST_AWAIT_POLL (find_dialog () == NULL);
}

static void
test_colors (void)
{
  FormFixture fixture = { NULL };

  form_fixture_open (&fixture, "{'properties':{'c':{'type':'string','pattern':'^#[0-9A-F]{6}$'},"
                               "'f':{'type':'string','format':'color'},'s':{'type':'string'}}}");
  pick_color (&fixture, "c", "#0aff80", GTK_RESPONSE_OK);
  form_fixture_assert_sends (&fixture, "{'c':'#0AFF80'}");
  pick_color (&fixture, "c", "#000000", GTK_RESPONSE_CANCEL);
  form_fixture_assert_sends (&fixture, "{'c':'#0AFF80'}");
  form_fixture_type (&fixture, "f", "rgb(1,2,3)");
  pick_color (&fixture, "f", "#ffffff", GTK_RESPONSE_OK);
  form_fixture_assert_sends (&fixture, "{'c':'#0AFF80','f':'rgb(255, 255, 255)'}");
  form_fixture_type (&fixture, "f", "tomato");
  form_fixture_assert_sends (&fixture, "{'c':'#0AFF80','f':'tomato'}");
  g_assert_null (app_test_find (sounder_field_row_get_control (form_fixture_find_row (&fixture, "s")), GTK_TYPE_BUTTON));
  form_fixture_close (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/field-picker/dates", test_dates);
  g_test_add_func ("/app/field-picker/times", test_times);
  g_test_add_func ("/app/field-picker/colors", test_colors);

  return g_test_run ();
}
