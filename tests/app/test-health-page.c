/* test-health-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-session.h"
#include "sounder-adaptive-bin.h"
#include "sounder-health-events.h"
#include "sounder-health-page.h"
#include "sounder-history.h"
#include "sounder-latency-graph.h"
#include "sounder-monitor-settings.h"
#include "sounder-process-panel.h"
#include "sounder-sparkline.h"
#include "test-support.h"

/* Answers all there is. */
#define ANSWERS "[{'handshake': {}}, {'serve': {}}]"

typedef struct
{
  McpProfile          *profile;
  McpSession          *session;
  McpHealth           *health;
  GtkWidget           *window;
  SounderHealthPage   *page;
  SounderLatencyGraph *graph;
  guint                shown_serial;  /* by session.show-record */
} Fixture;

static GtkWidget *
find (GtkWidget *widget,
      GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gpointer
page_child (Fixture    *fixture,
            const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (fixture->page), SOUNDER_TYPE_HEALTH_PAGE, id);
}

static gpointer
settings_child (Fixture    *fixture,
                const char *id)
{
  GtkWidget *settings = find (GTK_WIDGET (fixture->page), SOUNDER_TYPE_MONITOR_SETTINGS);

  return gtk_widget_get_template_child (settings, SOUNDER_TYPE_MONITOR_SETTINGS, id);
}

/* The value in a card, by its position. */
static const char *
get_figure (Fixture *fixture,
            int      position)
{
  GtkFlowBox *figures = GTK_FLOW_BOX (page_child (fixture, "figures"));
  GtkWidget *card = gtk_flow_box_child_get_child (gtk_flow_box_get_child_at_index (figures, position));

  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (card)));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  mcp_session_open_finish (MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
}

static void
connect_session (Fixture *fixture)
{
  mcp_session_open_async (fixture->session, NULL, opened_cb, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_READY);
}

static void
disconnect_session (Fixture *fixture)
{
  mcp_session_close_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_CLOSED);
}

static void
show_record_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  Fixture *fixture = user_data;

  fixture->shown_serial = g_variant_get_uint32 (parameter);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  interval_msec)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) show = g_simple_action_new ("show-record", G_VARIANT_TYPE_UINT32);
  guint interval = GPOINTER_TO_UINT (interval_msec);

  fixture->profile = app_test_new_profile ("Pulse", ANSWERS);
  mcp_profile_set_temporary (fixture->profile, TRUE);
  mcp_profile_set_ping (fixture->profile, interval > 0, MAX (interval, 1), 3, MCP_REACTION_MARK);
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->health = mcp_session_get_health (fixture->session);

  fixture->page = g_object_new (SOUNDER_TYPE_HEALTH_PAGE, NULL);
  fixture->graph = SOUNDER_LATENCY_GRAPH (find (GTK_WIDGET (fixture->page),
                                                SOUNDER_TYPE_LATENCY_GRAPH));
  fixture->window = gtk_window_new ();
  g_signal_connect (show, "activate", G_CALLBACK (show_record_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (show));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 800);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
  g_object_set (fixture->page, "session", fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->graph))
                   && gtk_widget_get_width (GTK_WIDGET (fixture->graph)) > 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  mcp_session_kill (fixture->session);
  TEST_AWAIT_POLL (!mcp_session_is_open (fixture->session));
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->profile);
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  (*(guint *) user_data)++;

  return G_SOURCE_CONTINUE;
}

static void
draw_some_frames (Fixture *fixture)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (fixture->window, count_frame_cb, &n_frames, NULL);

  TEST_AWAIT_POLL (n_frames >= 4);
  gtk_widget_remove_tick_callback (fixture->window, id);
}

static void
press (GtkWidget *widget,
       guint      keyval)
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
              && gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                               gtk_shortcut_get_arguments (shortcut)))
            return;
        }
    }

  g_assert_not_reached ();
}

static void
test_figures (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *before = sounder_latency_graph_dup_description (fixture->graph);
  g_autofree char *after = NULL;

  g_assert_cmpstr (before, ==, "No ping yet");
  g_assert_cmpstr (get_figure (fixture, 0), ==, "–");
  g_assert_cmpstr (get_figure (fixture, 5), ==, "–");

  connect_session (fixture);
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) >= 8);
  draw_some_frames (fixture);

  for (int i = 0; i < 5; i++)
    g_assert_true (g_str_has_suffix (get_figure (fixture, i), "s"));
  g_assert_cmpstr (get_figure (fixture, 5), ==, "0 %");
  g_assert_cmpstr (get_figure (fixture, 6), ==, "100 %");
  after = sounder_latency_graph_dup_description (fixture->graph);
  g_assert_true (g_str_has_prefix (after, "Last "));
  g_assert_nonnull (strstr (after, "0 of "));

  /* The values stay when the connection does not. */
  disconnect_session (fixture);
  draw_some_frames (fixture);
  g_assert_cmpstr (get_figure (fixture, 0), !=, "–");
  g_assert_false (gtk_widget_get_sensitive (page_child (fixture, "ping")));
  g_assert_nonnull (gtk_widget_get_tooltip_text (page_child (fixture, "ping")));
  g_assert_cmpstr (gtk_label_get_text (page_child (fixture, "status")), ==, "Not connected");
}

/* A stopped server answers nothing: the probe is lost after its timeout. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *description = NULL;
  GtkListBox *list = GTK_LIST_BOX (gtk_widget_get_template_child (
    page_child (fixture, "events"), SOUNDER_TYPE_HEALTH_EVENTS, "list"));

  connect_session (fixture);
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) >= 2);
  mcp_profile_set_timeout_msec (fixture->profile, MCP_TIMEOUT_PING, 50);
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGSTOP);
  TEST_AWAIT (mcp_health_get_n_failures (fixture->health) >= 2);
  draw_some_frames (fixture);

  description = sounder_latency_graph_dup_description (fixture->graph);
  g_assert_null (strstr (description, " 0 of "));
  g_assert_true (g_str_has_suffix (description, " lost"));
  g_assert_cmpstr (get_figure (fixture, 5), !=, "0 %");
  g_assert_true (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (
                                     gtk_list_box_get_row_at_index (list, 0))),
                                   "Ping failed")
                 || mcp_health_get_n_failures (fixture->health) > 2);

  /* A slow machine draws for longer than that. */
  mcp_profile_set_timeout_msec (fixture->profile, MCP_TIMEOUT_PING, 5000);
  /* Drawing with a sanitizer may keep an answer waiting for longer than 50 ms. */
  mcp_profile_set_timeout_msec (fixture->profile, MCP_TIMEOUT_PING, 5000);
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGCONT);
  TEST_AWAIT (mcp_health_get_n_failures (fixture->health) == 0);
}

static void
test_ranges (Fixture       *fixture,
             gconstpointer  unused)
{
  static const struct
  {
    const char *button;
    guint range;
  } ranges[] = {
    { "range_minute", 60 }, { "range_hour", 3600 }, { "range_all", 0 }, { "range_five", 300 },
  };

  connect_session (fixture);
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) >= 1);

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      guint range;

      gtk_toggle_button_set_active (page_child (fixture, ranges[i].button), TRUE);
      g_object_get (fixture->graph, "range", &range, NULL);
      g_assert_cmpuint (range, ==, ranges[i].range);
      draw_some_frames (fixture);
    }
}

static void
test_ping_now (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *button = page_child (fixture, "ping");

  g_assert_false (gtk_widget_get_sensitive (button));
  connect_session (fixture);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_cmpstr (gtk_label_get_text (page_child (fixture, "status")), ==, "The monitor is off");
  g_assert_cmpuint (mcp_health_get_n_samples (fixture->health), ==, 0);

  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) == 1);
  TEST_AWAIT (g_strcmp0 (get_figure (fixture, 0), "–") != 0);

  /* Nobody answers: the button says that it waits. */
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGSTOP);
  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (gtk_widget_get_visible (page_child (fixture, "ping_spinner")));
  g_assert_true (gtk_widget_get_sensitive (button));
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGCONT);
  TEST_AWAIT (!gtk_widget_get_visible (page_child (fixture, "ping_spinner")));
  g_assert_cmpuint (mcp_health_get_n_samples (fixture->health), ==, 2);

  /* Another server is chosen while one waits. */
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGSTOP);
  g_signal_emit_by_name (button, "clicked");
  g_object_set (fixture->page, "session", NULL, NULL);
  g_assert_false (gtk_widget_get_visible (page_child (fixture, "ping_spinner")));
  g_assert_cmpstr (get_figure (fixture, 0), ==, "–");
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGCONT);
}

static void
test_settings (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkSpinButton *interval = settings_child (fixture, "interval");
  GtkSpinButton *timeout = settings_child (fixture, "timeout");

  g_assert_false (gtk_switch_get_active (settings_child (fixture, "enabled")));
  gtk_switch_set_active (settings_child (fixture, "enabled"), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (interval), "0.25");
  gtk_spin_button_update (interval);
  gtk_spin_button_spin (timeout, GTK_SPIN_STEP_FORWARD, 1);
  gtk_spin_button_set_value (settings_child (fixture, "failures"), 7);
  adw_combo_row_set_selected (settings_child (fixture, "reaction"), 2);

  g_assert_true (mcp_profile_get_ping_enabled (fixture->profile));
  g_assert_cmpuint (mcp_profile_get_ping_interval_msec (fixture->profile), ==, 250);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (fixture->profile, MCP_TIMEOUT_PING), ==, 6000);
  g_assert_cmpuint (mcp_profile_get_ping_failures (fixture->profile), ==, 7);
  g_assert_cmpuint (mcp_profile_get_reaction (fixture->profile), ==, MCP_REACTION_RESTART);

  /* What is no number changes nothing. */
  gtk_editable_set_text (GTK_EDITABLE (interval), "often");
  gtk_spin_button_update (interval);
  g_assert_cmpuint (mcp_profile_get_ping_interval_msec (fixture->profile), ==, 250);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (interval)), ==, "0.25");

  /* From elsewhere. */
  mcp_profile_set_ping (fixture->profile, FALSE, 1500, 2, MCP_REACTION_DISCONNECT);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (interval)), ==, "1.5");
  g_assert_false (gtk_switch_get_active (settings_child (fixture, "enabled")));
  g_assert_cmpuint (adw_combo_row_get_selected (settings_child (fixture, "reaction")), ==, 1);
}

static void
test_process (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *panel = find (GTK_WIDGET (fixture->page), SOUNDER_TYPE_PROCESS_PANEL);
  GObject *history = gtk_widget_get_template_child (panel, SOUNDER_TYPE_PROCESS_PANEL, "cpu_history");
  GObject *memory = gtk_widget_get_template_child (panel, SOUNDER_TYPE_PROCESS_PANEL, "memory_label");

  g_assert_false (gtk_widget_get_sensitive (panel));
  connect_session (fixture);
  g_assert_true (gtk_widget_get_sensitive (panel));
  TEST_AWAIT (sounder_history_get_length (SOUNDER_HISTORY (history)) >= 2);
  g_assert_true (g_str_has_suffix (gtk_label_get_text (GTK_LABEL (memory)), "B"));

  disconnect_session (fixture);
  g_assert_false (gtk_widget_get_sensitive (panel));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (memory)), !=, "–");
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *graph = GTK_WIDGET (fixture->graph);
  g_autofree char *description = NULL;
  guint last;

  connect_session (fixture);
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) >= 3);
  mcp_profile_set_ping (fixture->profile, FALSE, 1000, 3, MCP_REACTION_MARK);
  last = mcp_health_get_n_samples (fixture->health) - 1;

  g_assert_true (gtk_widget_get_focusable (graph));
  press (graph, GDK_KEY_Left);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last);
  press (graph, GDK_KEY_Left);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last - 1);
  press (graph, GDK_KEY_Right);
  press (graph, GDK_KEY_Right);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last);
  press (graph, GDK_KEY_Home);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, 0);
  draw_some_frames (fixture);

  description = sounder_latency_graph_dup_description (fixture->graph);
  g_assert_nonnull (strstr (description, " · "));
  press (graph, GDK_KEY_Return);
  g_assert_cmpuint (fixture->shown_serial, >, 0);
  g_assert_cmpuint (fixture->shown_serial, ==, mcp_health_get_sample (fixture->health, 0)->serial);
  press (graph, GDK_KEY_Escape);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, G_MAXUINT);
}

static void
test_sparkline (Fixture       *fixture,
                gconstpointer  unused)
{
  GtkWidget *sparkline = sounder_sparkline_new ();
  g_autofree char *difference = NULL;

  gtk_window_set_child (GTK_WINDOW (fixture->window), sparkline);
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (sparkline),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL, "No ping yet"));
  sounder_sparkline_set_health (SOUNDER_SPARKLINE (sparkline), fixture->health);
  connect_session (fixture);
  TEST_AWAIT (mcp_health_get_n_samples (fixture->health) >= 3);
  draw_some_frames (fixture);
  difference = gtk_test_accessible_check_property (GTK_ACCESSIBLE (sparkline),
                                                   GTK_ACCESSIBLE_PROPERTY_LABEL, "No ping yet");
  g_assert_nonnull (difference);
  sounder_sparkline_set_health (SOUNDER_SPARKLINE (sparkline), NULL);
  fixture->page = NULL;
}

static void
test_size (Fixture       *fixture,
           gconstpointer  unused)
{
  app_test_assert_labelled (GTK_WIDGET (fixture->page));
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_NARROW, NULL);
  app_test_assert_fits (GTK_WIDGET (fixture->page));
  g_object_set (fixture->page, "width-class", SOUNDER_WIDTH_MEDIUM, NULL);
  app_test_assert_fits (GTK_WIDGET (fixture->page));
}

static void
test_finalize (void)
{
  static GType (*const types[]) (void) = {
    sounder_health_page_get_type,   sounder_latency_graph_get_type,
    sounder_sparkline_get_type,     sounder_history_get_type,
    sounder_health_events_get_type, sounder_monitor_settings_get_type,
    sounder_process_panel_get_type,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *widget = g_object_ref_sink (g_object_new (types[i] (), NULL));

      g_assert_finalize_object (widget);
    }
}

static void
test_finalize_connected (void)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("Pulse", ANSWERS);
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  GtkWidget *page = g_object_ref_sink (g_object_new (SOUNDER_TYPE_HEALTH_PAGE, "session", session,
                                                     NULL));

  g_assert_finalize_object (page);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/health-page/finalize", test_finalize);
  g_test_add_func ("/app/health-page/finalize-connected", test_finalize_connected);

#define ADD(name, interval_msec, function) \
  g_test_add ("/app/health-page/" name, Fixture, GUINT_TO_POINTER (interval_msec), set_up, \
              function, tear_down)

  ADD ("figures", 20, test_figures);
  ADD ("lost", 20, test_lost);
  ADD ("ranges", 20, test_ranges);
  ADD ("ping-now", 0, test_ping_now);
  ADD ("settings", 0, test_settings);
  ADD ("process", 0, test_process);
  ADD ("keyboard", 20, test_keyboard);
  ADD ("sparkline", 20, test_sparkline);
  ADD ("size", 0, test_size);

  return g_test_run ();
}
