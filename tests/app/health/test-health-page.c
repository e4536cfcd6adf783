/* test-health-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "health-fixture.h"
#include "mcp-session.h"
#include "sounder-adaptive-bin.h"
#include "sounder-health-events.h"
#include "sounder-health-page.h"
#include "sounder-latency-graph.h"
#include "sounder-monitor-settings.h"
#include "sounder-ping-button.h"
#include "sounder-process-panel.h"
#include "sounder-pulse-card.h"
#include "sounder-sparkline.h"
#include "sounder-usage-chart.h"
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

static gpointer
page_child (Fixture    *fixture,
            const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (fixture->page), SOUNDER_TYPE_HEALTH_PAGE, id);
}

static gpointer
pulse_child (Fixture    *fixture,
             const char *id)
{
  return gtk_widget_get_template_child (page_child (fixture, "pulse"), SOUNDER_TYPE_PULSE_CARD, id);
}

static gpointer
ping_child (Fixture    *fixture,
            const char *id)
{
  return gtk_widget_get_template_child (pulse_child (fixture, "ping"), SOUNDER_TYPE_PING_BUTTON,
                                        id);
}

static gpointer
settings_child (Fixture    *fixture,
                const char *id)
{
  GtkWidget *settings = app_test_find (GTK_WIDGET (fixture->page), SOUNDER_TYPE_MONITOR_SETTINGS);

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
  health_fixture_set_ping (fixture->profile, interval > 0, MAX (interval, 1), 3, MCP_REACTION_MARK);
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->health = mcp_session_get_health (fixture->session);

  fixture->page = g_object_new (SOUNDER_TYPE_HEALTH_PAGE, "session", fixture->session, NULL);
  fixture->graph = SOUNDER_LATENCY_GRAPH (app_test_find (GTK_WIDGET (fixture->page),
                                                SOUNDER_TYPE_LATENCY_GRAPH));
  fixture->window = gtk_window_new ();
  g_signal_connect (show, "activate", G_CALLBACK (show_record_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (show));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 800);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
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

static void
test_figures (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autofree char *before = sounder_chart_dup_description (SOUNDER_CHART (fixture->graph));
  g_autofree char *after = NULL;

  g_assert_cmpstr (before, ==, "No ping yet");
  g_assert_cmpstr (get_figure (fixture, 0), ==, "–");
  g_assert_cmpstr (get_figure (fixture, 5), ==, "–");

  connect_session (fixture);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) >= 8);
  app_test_draw_frames (fixture->window);

  for (int i = 0; i < 5; i++)
    g_assert_true (g_str_has_suffix (get_figure (fixture, i), "s"));
  g_assert_cmpstr (get_figure (fixture, 5), ==, "0 %");
  g_assert_cmpstr (get_figure (fixture, 6), ==, "100 %");
  after = sounder_chart_dup_description (SOUNDER_CHART (fixture->graph));
  g_assert_true (g_str_has_prefix (after, "Last "));
  g_assert_nonnull (strstr (after, "0 of "));

  /* The values stay when the connection does not. */
  disconnect_session (fixture);
  app_test_draw_frames (fixture->window);
  g_assert_cmpstr (get_figure (fixture, 0), !=, "–");
  g_assert_false (gtk_widget_get_sensitive (ping_child (fixture, "button")));
  g_assert_nonnull (gtk_widget_get_tooltip_text (ping_child (fixture, "button")));
  g_assert_cmpstr (gtk_label_get_text (pulse_child (fixture, "status")), ==, "Not connected");
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
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) >= 2);
  mcp_profile_set_timeout_msec (fixture->profile, MCP_TIMEOUT_PING, 50);
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGSTOP);
  TEST_AWAIT (mcp_health_get_n_failures (fixture->health) >= 2);
  app_test_draw_frames (fixture->window);

  description = sounder_chart_dup_description (SOUNDER_CHART (fixture->graph));
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
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) >= 1);

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (fixture->graph));

      gtk_toggle_button_set_active (pulse_child (fixture, ranges[i].button), TRUE);
      g_assert_cmpuint (sounder_time_span_get_range (span), ==, ranges[i].range);
      app_test_draw_frames (fixture->window);
    }
}

static void
test_ping_now (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *button = ping_child (fixture, "button");

  g_assert_false (gtk_widget_get_sensitive (button));
  connect_session (fixture);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_cmpstr (gtk_label_get_text (pulse_child (fixture, "status")), ==, "The monitor is off");
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)), ==, 0);

  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) == 1);
  TEST_AWAIT (g_strcmp0 (get_figure (fixture, 0), "–") != 0);

  /* Nobody answers: the button says that it waits. */
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGSTOP);
  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (gtk_widget_get_visible (ping_child (fixture, "spinner")));
  g_assert_true (gtk_widget_get_sensitive (button));
  mcp_process_signal_group (mcp_session_get_process (fixture->session), SIGCONT);
  TEST_AWAIT (!gtk_widget_get_visible (ping_child (fixture, "spinner")));
  g_assert_cmpuint (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)), ==, 2);
}

/* Right after another one it says how long the throttle wants it to wait, and offers not to. */
static void
test_throttle (Fixture       *fixture,
               gconstpointer  unused)
{
  McpSampleStore *probes = mcp_health_get_probes (fixture->health);
  McpHealthSettings health;

  mcp_profile_get_health (fixture->profile, &health);
  health.throttle_msec = 60000;
  mcp_profile_set_health (fixture->profile, &health);
  connect_session (fixture);
  TEST_AWAIT (mcp_sample_store_get_end (probes) == 1);

  g_signal_emit_by_name (ping_child (fixture, "button"), "clicked");
  TEST_AWAIT_POLL (gtk_widget_get_mapped (ping_child (fixture, "popover")));
  g_assert_nonnull (strstr (gtk_label_get_text (ping_child (fixture, "wait_label")), " s."));
  g_assert_cmpuint (mcp_sample_store_get_end (probes), ==, 1);
  g_signal_emit_by_name (ping_child (fixture, "anyway"), "clicked");
  TEST_AWAIT (mcp_sample_store_get_end (probes) == 2);
  g_assert_false (gtk_widget_get_visible (ping_child (fixture, "popover")));

  /* The throttle is given up while one waits for it: that one goes. */
  g_signal_emit_by_name (ping_child (fixture, "button"), "clicked");
  TEST_AWAIT_POLL (gtk_widget_get_mapped (ping_child (fixture, "popover")));
  health.throttle_msec = 0;
  mcp_profile_set_health (fixture->profile, &health);
  TEST_AWAIT_POLL (mcp_sample_store_get_end (probes) >= 3);
}

/* The control that is called so. */
static gpointer
labelled (GtkWidget  *widget,
          const char *label)
{
  if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) != GTK_ACCESSIBLE_ROLE_GENERIC)
    {
      g_autofree char *difference = gtk_test_accessible_check_property (
        GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label);

      if (difference == NULL)
        return widget;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gpointer found = labelled (child, label);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_settings (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *page = GTK_WIDGET (fixture->page);
  AdwComboRow *strategy = settings_child (fixture, "strategy");
  AdwComboRow *preset = settings_child (fixture, "preset");
  GtkSpinButton *interval = labelled (page, "Interval, seconds between probes");
  GtkSpinButton *timeout = labelled (page, "Timeout, seconds before a probe counts as lost");
  GtkSpinButton *idle = labelled (page, "Idle time, seconds without traffic before a probe");
  GtkSpinButton *failures = labelled (page, "Failures before action, in a row");
  GtkSwitch *adaptive = labelled (page, "Adaptive timeout, longer when answers take longer");
  McpHealthSettings health;

  /* Each is in the profile at once. */
  g_assert_cmpuint (adw_combo_row_get_selected (strategy), ==, MCP_STRATEGY_OFF);
  adw_combo_row_set_selected (strategy, MCP_STRATEGY_ADAPTIVE);
  adw_combo_row_set_selected (preset, MCP_PRESET_MOBILE);
  mcp_profile_get_health (fixture->profile, &health);
  g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_ADAPTIVE);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_MOBILE);
  g_assert_cmpuint (health.interval_msec, ==, 30000);
  g_assert_cmpuint (health.timeout_msec, ==, 15000);
  g_assert_cmpfloat (gtk_spin_button_get_value (timeout), ==, 15);

  /* A number of one's own is no preset. */
  gtk_editable_set_text (GTK_EDITABLE (interval), "0.25");
  gtk_spin_button_update (interval);
  g_assert_cmpuint (adw_combo_row_get_selected (preset), ==, MCP_PRESET_CUSTOM);
  gtk_spin_button_spin (timeout, GTK_SPIN_STEP_FORWARD, 1);
  gtk_spin_button_set_value (failures, 7);
  gtk_switch_set_active (adaptive, TRUE);
  mcp_profile_get_health (fixture->profile, &health);
  g_assert_cmpuint (health.interval_msec, ==, 250);
  g_assert_cmpuint (health.timeout_msec, ==, 16000);
  g_assert_cmpuint (health.n_failures, ==, 7);
  g_assert_true (health.adaptive_timeout);

  /* What is no number changes nothing. */
  gtk_editable_set_text (GTK_EDITABLE (interval), "often");
  gtk_spin_button_update (interval);
  mcp_profile_get_health (fixture->profile, &health);
  g_assert_cmpuint (health.interval_msec, ==, 250);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (interval)), ==, "0.25");

  /* What has no say is out of sight. */
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (idle)));
  adw_combo_row_set_selected (strategy, MCP_STRATEGY_IDLE);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (idle)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (interval)));

  /* From elsewhere. */
  health_fixture_set_ping (fixture->profile, FALSE, 1500, 2, MCP_REACTION_DISCONNECT);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (interval)), ==, "1.5");
  g_assert_cmpuint (adw_combo_row_get_selected (strategy), ==, MCP_STRATEGY_OFF);
}

static void
test_process (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *panel = app_test_find (GTK_WIDGET (fixture->page), SOUNDER_TYPE_PROCESS_PANEL);
  GtkWidget *chart = app_test_find (panel, SOUNDER_TYPE_USAGE_CHART);
  GtkLabel *details = GTK_LABEL (gtk_widget_get_template_child (panel, SOUNDER_TYPE_PROCESS_PANEL,
                                                                "details"));
  McpUsageLog *log = mcp_health_get_usage (fixture->health);
  SounderTimeSpan *span = sounder_chart_get_span (SOUNDER_CHART (fixture->graph));
  g_autofree char *before =
    sounder_chart_dup_description (SOUNDER_CHART (chart));
  g_autofree char *after = NULL;
  McpProcessUsage first;

  g_assert_cmpstr (gtk_label_get_text (details), ==, "Not running");
  g_assert_cmpstr (before, ==, "No reading in this time");
  connect_session (fixture);
  /* Someone looks: it is read once a second, without any probe. */
  TEST_AWAIT (mcp_usage_log_get_n (log) >= 2);
  app_test_draw_frames (fixture->window);
  g_assert_nonnull (strstr (gtk_label_get_text (details), "pid "));

  /* All strips stand above each other: one span, one cursor. */
  for (GtkWidget *next = chart; next != NULL; next = gtk_widget_get_next_sibling (next))
    g_assert_true (sounder_chart_get_span (SOUNDER_CHART (next)) == span);
  mcp_usage_log_get (log, mcp_usage_log_get_first (log), &first);
  sounder_time_span_set_cursor (span, first.time_usec);
  after = sounder_chart_dup_description (SOUNDER_CHART (chart));
  g_assert_true (g_str_has_prefix (after, "0.0 % · "));
  app_test_press (chart, 0, GDK_KEY_plus);
  g_assert_cmpuint (sounder_time_span_get_range (span), ==, SOUNDER_RANGE_ZOOMED);
  app_test_draw_frames (fixture->window);

  /* The readings stay when the process does not. */
  disconnect_session (fixture);
  g_assert_cmpstr (gtk_label_get_text (details), ==, "Not running");
  g_assert_cmpuint (mcp_usage_log_get_n (log), >=, 2);
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *graph = GTK_WIDGET (fixture->graph);
  g_autofree char *description = NULL;
  McpHealthSample first;
  guint last;

  connect_session (fixture);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) >= 3);
  health_fixture_set_ping (fixture->profile, FALSE, 1000, 3, MCP_REACTION_MARK);
  last = mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) - 1;

  g_assert_true (gtk_widget_get_focusable (graph));
  app_test_press (graph, 0, GDK_KEY_Left);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last);
  app_test_press (graph, 0, GDK_KEY_Left);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last - 1);
  app_test_press (graph, 0, GDK_KEY_Right);
  app_test_press (graph, 0, GDK_KEY_Right);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, last);
  app_test_press (graph, 0, GDK_KEY_Home);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, 0);
  app_test_draw_frames (fixture->window);

  description = sounder_chart_dup_description (SOUNDER_CHART (fixture->graph));
  g_assert_nonnull (strstr (description, " · "));
  app_test_press (graph, 0, GDK_KEY_Return);
  g_assert_cmpuint (fixture->shown_serial, >, 0);
  g_assert_true (mcp_sample_store_get (mcp_health_get_probes (fixture->health), 0, &first));
  g_assert_cmpuint (fixture->shown_serial, ==, first.serial);
  app_test_press (graph, 0, GDK_KEY_Escape);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, G_MAXUINT);
}

static gboolean
has_pinged (GtkWidget *sparkline)
{
  g_autofree char *difference =
    gtk_test_accessible_check_property (GTK_ACCESSIBLE (sparkline), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                        "No ping yet");

  return difference != NULL;
}

static void
test_sparkline (Fixture       *fixture,
                gconstpointer  unused)
{
  GtkWidget *sparkline = sounder_sparkline_new ();

  gtk_window_set_child (GTK_WINDOW (fixture->window), sparkline);
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (sparkline),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL, "No ping yet"));
  sounder_sparkline_set_health (SOUNDER_SPARKLINE (sparkline), fixture->health);
  connect_session (fixture);
  TEST_AWAIT (mcp_sample_store_get_end (mcp_health_get_probes (fixture->health)) >= 3);
  app_test_draw_frames (fixture->window);
  /* Not at once: those of all servers are shown together. */
  TEST_AWAIT (has_pinged (sparkline));
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
    sounder_latency_graph_get_type, sounder_sparkline_get_type,
    sounder_usage_chart_get_type,   sounder_health_events_get_type,
    sounder_monitor_settings_get_type,
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
  const GType types[] = {
    SOUNDER_TYPE_HEALTH_PAGE, SOUNDER_TYPE_PROCESS_PANEL, SOUNDER_TYPE_PULSE_CARD,
    SOUNDER_TYPE_PING_BUTTON,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *page = g_object_ref_sink (g_object_new (types[i], "session", session, NULL));

      g_assert_finalize_object (page);
    }
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
  ADD ("throttle", 60000, test_throttle);
  ADD ("settings", 0, test_settings);
  ADD ("process", 0, test_process);
  ADD ("keyboard", 20, test_keyboard);
  ADD ("sparkline", 20, test_sparkline);
  ADD ("size", 0, test_size);

  return g_test_run ();
}
