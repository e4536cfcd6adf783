/* test-pulse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-health-private.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-distribution.h"
#include "sounder-graph-export.h"
#include "sounder-graph-marks.h"
#include "sounder-latency-graph.h"
#include "sounder-pulse-card.h"
#include "sounder-sample-table.h"
#include "sounder-status-bar.h"
#include "test-support.h"

#define SECOND_USEC G_GINT64_CONSTANT (1000000)
#define N_SAMPLES   600

typedef struct
{
  McpProfile          *profile;
  McpSession          *session;
  McpSampleStore      *probes;
  GtkWidget           *window;
  SounderPulseCard    *card;
  SounderTimeSpan     *span;
  SounderLatencyGraph *graph;
  gint64               last_usec;
  guint                shown_serial;  /* by session.show-record */
} Fixture;

static gpointer
child (Fixture    *fixture,
       const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (fixture->card), SOUNDER_TYPE_PULSE_CARD, id);
}

static void
show_record_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  ((Fixture *) user_data)->shown_serial = g_variant_get_uint32 (parameter);
}

/* Ten minutes at one a second, with one that took a hundred times as long and two that were lost. */
static void
fill (Fixture *fixture)
{
  fixture->last_usec = g_get_monotonic_time ();
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      McpHealthSample sample = {
        .time_usec = fixture->last_usec - (N_SAMPLES - 1 - i) * SECOND_USEC,
        .rtt_usec = 1500 + i % 7 * 100,
        .queued_usec = i % 5,
        .serial = i + 1,
        .life = 1,
      };

      if (i == 500)
        sample.rtt_usec = 150000;
      if (i == 300 || i == 301)
        {
          sample.rtt_usec = -1;
          sample.status = i == 300 ? MCP_SAMPLE_LOST : MCP_SAMPLE_FAILED;
        }
      mcp_sample_store_append (fixture->probes, &sample);
    }
}

static void
show_card (Fixture    *fixture,
           McpSession *session)
{
  fixture->card = g_object_new (SOUNDER_TYPE_PULSE_CARD, "session", session, NULL);
  fixture->span = sounder_pulse_card_get_span (fixture->card);
  fixture->graph = child (fixture, "graph");
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->card));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) show = g_simple_action_new ("show-record", G_VARIANT_TYPE_UINT32);

  fixture->profile = app_test_new_profile ("Pulse", "[]");
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->probes = mcp_health_get_probes (mcp_session_get_health (fixture->session));
  fill (fixture);

  fixture->window = gtk_window_new ();
  g_signal_connect (show, "activate", G_CALLBACK (show_record_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (show));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 500);
  show_card (fixture, fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->graph))
                   && gtk_widget_get_width (GTK_WIDGET (fixture->graph)) > 0);
  app_test_draw_frames (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->profile);
}

static gint64
get_length (Fixture *fixture)
{
  gint64 start;
  gint64 end;

  sounder_time_span_get (fixture->span, &start, &end);

  return end - start;
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  unused)
{
  GtkWidget *graph = GTK_WIDGET (fixture->graph);
  gint64 start;
  gint64 end;

  g_assert_cmpint (get_length (fixture), ==, 300 * SECOND_USEC);
  app_test_press (graph, 0, GDK_KEY_plus);
  g_assert_cmpint (get_length (fixture), ==, 200 * SECOND_USEC);
  g_assert_true (gtk_toggle_button_get_active (child (fixture, "live")));
  g_assert_false (gtk_toggle_button_get_active (child (fixture, "range_five")));
  app_test_press (graph, 0, GDK_KEY_minus);
  g_assert_cmpint (get_length (fixture), ==, 300 * SECOND_USEC);

  app_test_press (graph, GDK_CONTROL_MASK, GDK_KEY_Left);
  g_assert_false (gtk_toggle_button_get_active (child (fixture, "live")));
  sounder_time_span_get (fixture->span, &start, &end);
  g_assert_cmpint (end, <, fixture->last_usec - 29 * SECOND_USEC);
  app_test_draw_frames (fixture->window);

  app_test_press (graph, 0, GDK_KEY_0);
  g_assert_true (gtk_toggle_button_get_active (child (fixture, "live")));
  g_assert_true (gtk_toggle_button_get_active (child (fixture, "range_five")));
  g_assert_cmpint (get_length (fixture), ==, 300 * SECOND_USEC);

  /* To the first of all, which was out of sight, and to its message. */
  app_test_press (graph, 0, GDK_KEY_Home);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, 0);
  sounder_time_span_get (fixture->span, &start, &end);
  g_assert_cmpint (start, <=, fixture->last_usec - 599 * SECOND_USEC);
  app_test_press (graph, 0, GDK_KEY_Return);
  g_assert_cmpuint (fixture->shown_serial, ==, 1);
  app_test_draw_frames (fixture->window);
  app_test_press (graph, 0, GDK_KEY_End);
  g_assert_cmpuint (sounder_latency_graph_get_cursor (fixture->graph), ==, N_SAMPLES - 1);
  g_assert_true (sounder_time_span_get_following (fixture->span));
}

/* What is pointed at is what is found: also where many samples are in one column of pixels. */
static void
test_point (Fixture       *fixture,
            gconstpointer  unused)
{
  SounderChart *chart = SOUNDER_CHART (fixture->graph);
  SounderChartClass *klass = SOUNDER_CHART_GET_CLASS (chart);
  static const guint ranges[] = { 300, 3600, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      McpHealthSample spike;
      SounderPlot plot;

      sounder_time_span_set_range (fixture->span, ranges[i]);
      sounder_plot_init (&plot, NULL, gtk_widget_get_pango_context (GTK_WIDGET (chart)), 800, 300);
      sounder_plot_lay_out (&plot, fixture->span, 20, 40);
      sounder_graph_axis_init (&plot.axis, SOUNDER_UNIT_USEC, 150000, 5);
      g_assert_true (mcp_sample_store_get (fixture->probes, 500, &spike));
      g_assert_cmpint (klass->find (chart, &plot, sounder_plot_get_x (&plot, spike.time_usec) + 0.4,
                                    sounder_plot_get_y (&plot, 150000)),
                       ==, spike.time_usec);

      /* Far before the first there is nothing. */
      if (ranges[i] == 3600)
        {
          gint64 empty_usec = fixture->last_usec - 3000 * SECOND_USEC;

          g_assert_cmpint (klass->find (chart, &plot, sounder_plot_get_x (&plot, empty_usec), 100),
                           <, empty_usec + SECOND_USEC);
        }
    }
}

static void
test_table (Fixture       *fixture,
            gconstpointer  unused)
{
  GListModel *list = G_LIST_MODEL (sounder_sample_table_get_list (child (fixture, "table")));
  static const struct
  {
    const char *button;
    guint n;
  } ranges[] = { { "range_minute", 60 }, { "range_hour", N_SAMPLES }, { "range_five", 300 },
                 { "range_all", N_SAMPLES } };
  McpHealthSample added = { .rtt_usec = 4321, .serial = 9999, .life = 2 };
  gboolean shows_requests = FALSE;

  gtk_toggle_button_set_active (child (fixture, "view_table"), TRUE);
  /* It lists probes alone: what would change nothing cannot be chosen. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.shows-requests", NULL);
  g_object_get (fixture->card, "shows-requests", &shows_requests, NULL);
  g_assert_true (shows_requests);
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      gtk_toggle_button_set_active (child (fixture, ranges[i].button), TRUE);
      g_assert_cmpuint (g_list_model_get_n_items (list), ==, ranges[i].n);

      for (guint row = 0; row < ranges[i].n; row++)
        {
          g_autoptr (SounderSample) item = g_list_model_get_item (list, row);
          McpHealthSample sample;

          g_assert_true (mcp_sample_store_get (fixture->probes, N_SAMPLES - 1 - row, &sample));
          g_assert_cmpuint (sounder_sample_get (item)->serial, ==, sample.serial);
          g_assert_cmpint (sounder_sample_get (item)->time_usec, ==, sample.time_usec);
          g_assert_cmpint (sounder_sample_get (item)->rtt_usec, ==, sample.rtt_usec);
          g_assert_cmpint (sounder_sample_get (item)->status, ==, sample.status);
        }
    }
  g_assert_null (g_list_model_get_item (list, N_SAMPLES));
  app_test_draw_frames (fixture->window);

  added.time_usec = g_get_monotonic_time ();
  mcp_sample_store_append (fixture->probes, &added);
  g_signal_emit_by_name (mcp_session_get_health (fixture->session), "sample", N_SAMPLES);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, N_SAMPLES + 1);
}

/* Of a recording all is in sight, on its own day, and there is nothing to follow or to ask. */
static void
test_recorded (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpSession) recorded = mcp_session_new_recorded (fixture->profile, journal);
  McpSampleStore *probes = mcp_health_get_probes (mcp_session_get_health (recorded));
  McpHealthSample sample = { .time_usec = 1, .rtt_usec = 1500, .serial = 1, .life = 1 };
  gint64 start_usec;
  gint64 end_usec;

  sample.time_usec = mcp_journal_get_start_usec (journal) - 50 * SECOND_USEC;
  mcp_sample_store_append (probes, &sample);
  sample.time_usec += 20 * SECOND_USEC;
  mcp_sample_store_append (probes, &sample);
  show_card (fixture, recorded);
  sounder_latency_graph_update_limits (fixture->graph);

  g_assert_false (gtk_widget_get_visible (child (fixture, "live")));
  g_assert_false (gtk_widget_get_visible (child (fixture, "ping")));
  g_assert_true (gtk_toggle_button_get_active (child (fixture, "range_all")));
  g_assert_false (sounder_time_span_ends_now (fixture->span));
  sounder_time_span_get (fixture->span, &start_usec, &end_usec);
  g_assert_cmpint (start_usec, ==, sample.time_usec - 20 * SECOND_USEC);
  g_assert_cmpint (end_usec, ==, sample.time_usec + sample.rtt_usec);
  g_assert_cmpint (mcp_sample_store_get_wall_offset_usec (probes), ==,
                   mcp_journal_get_start_wall_usec (journal) - mcp_journal_get_start_usec (journal));

  show_card (fixture, fixture->session);
  g_assert_true (gtk_widget_get_visible (child (fixture, "live")));
  g_assert_true (gtk_widget_get_visible (child (fixture, "ping")));
  g_assert_cmpuint (sounder_time_span_get_range (fixture->span), ==, SOUNDER_DEFAULT_RANGE_SEC);
}

static void
test_cells (void)
{
  McpHealthSample answered = { .rtt_usec = 1800, .queued_usec = 1500, .life = 3, .modern = TRUE };
  McpHealthSample lost = { .rtt_usec = -1, .status = MCP_SAMPLE_LOST };
  static const struct
  {
    SounderSampleColumn column;
    const char *answered;
    const char *lost;
  } cells[] = {
    { SOUNDER_SAMPLE_VALUE, "1.8 ms", "–" },
    { SOUNDER_SAMPLE_STATUS, "answered", "lost" },
    { SOUNDER_SAMPLE_QUEUED, "1.5 ms", "0 µs" },
    { SOUNDER_SAMPLE_METHOD, "server/discover", "ping" },
    { SOUNDER_SAMPLE_LIFE, "3", "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      g_autofree char *of_answered = sounder_sample_dup_cell (&answered, 0, cells[i].column);
      g_autofree char *of_lost = sounder_sample_dup_cell (&lost, 0, cells[i].column);

      g_assert_cmpstr (of_answered, ==, cells[i].answered);
      g_assert_cmpstr (of_lost, ==, cells[i].lost);
    }
}

typedef struct
{
  GListModel *list;
  guint       n;
} Mirror;

static void
mirror_cb (GListModel *list,
           guint       position,
           guint       n_removed,
           guint       n_added,
           Mirror     *mirror)
{
  g_assert_cmpuint (position + n_removed, <=, mirror->n);
  mirror->n += n_added - n_removed;
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, mirror->n);
}

/* What is announced adds up, whichever end moves. */
static void
test_list (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (SounderSampleList) list = sounder_sample_list_new ();
  Mirror mirror = { G_LIST_MODEL (list), 0 };
  static const guint stretches[][2] = {
    { 0, 10 }, { 0, 12 }, { 3, 12 }, { 2, 11 }, { 5, 40 }, { 100, 200 }, { 150, 150 }, { 90, 160 },
    { 120, 130 }, { 0, 600 },
  };

  g_signal_connect (list, "items-changed", G_CALLBACK (mirror_cb), &mirror);
  for (guint i = 0; i < G_N_ELEMENTS (stretches); i++)
    {
      sounder_sample_list_set_range (list, fixture->probes, stretches[i][0], stretches[i][1]);
      g_assert_cmpuint (mirror.n, ==, stretches[i][1] - stretches[i][0]);
      if (mirror.n > 0)
        {
          g_autoptr (SounderSample) newest = g_list_model_get_item (mirror.list, 0);
          g_autoptr (SounderSample) oldest = g_list_model_get_item (mirror.list, mirror.n - 1);

          g_assert_cmpuint (sounder_sample_get (newest)->serial, ==, stretches[i][1]);
          g_assert_cmpuint (sounder_sample_get (oldest)->serial, ==, stretches[i][0] + 1);
        }
    }
  sounder_sample_list_set_range (list, NULL, 0, 0);
  g_assert_cmpuint (mirror.n, ==, 0);
}

static void
test_distribution (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderDistribution *distribution = child (fixture, "distribution");
  g_autofree char *all = NULL;
  g_autofree char *bar_text = NULL;
  guint n = 0;
  guint n_filled = 0;
  gint64 from;
  gint64 to;

  gtk_toggle_button_set_active (child (fixture, "range_all"), TRUE);
  gtk_toggle_button_set_active (child (fixture, "view_distribution"), TRUE);
  app_test_draw_frames (fixture->window);

  for (guint i = 0; i < sounder_distribution_get_n_bars (distribution); i++)
    {
      guint count = sounder_distribution_get_bar (distribution, i, &from, &to);

      n += count;
      n_filled += count > 0;
      /* All but the spike. */
      if (count > 1)
        g_assert_true (to > 1500 && from <= 2100);
      else if (count == 1)
        g_assert_true (from <= 150000 && to >= 149000);
    }
  g_assert_cmpuint (n, ==, N_SAMPLES - 2);
  g_assert_cmpuint (n_filled, >=, 3);

  all = sounder_distribution_dup_description (distribution);
  g_assert_nonnull (strstr (all, "p95"));
  app_test_press (GTK_WIDGET (distribution), 0, GDK_KEY_Left);
  bar_text = sounder_distribution_dup_description (distribution);
  g_assert_nonnull (strstr (bar_text, "1 of 598"));
  g_assert_nonnull (strstr (bar_text, "100 %"));
  g_object_set (fixture->card, "logarithmic", TRUE, NULL);
  app_test_draw_frames (fixture->window);
}

/* The foot of the window says what the card does, and goes with each sample. */
static void
test_status_bar (Fixture       *fixture,
                 gconstpointer  unused)
{
  SounderServer *server = sounder_server_new (fixture->profile);
  McpSession *session = sounder_server_get_session (server);
  McpHealth *health = mcp_session_get_health (session);
  GtkWidget *bar = g_object_ref_sink (g_object_new (SOUNDER_TYPE_STATUS_BAR, NULL));
  GtkWidget *label =
    GTK_WIDGET (gtk_widget_get_template_child (bar, SOUNDER_TYPE_STATUS_BAR, "ping_label"));
  gint64 now_usec = g_get_monotonic_time ();
  McpHealthStatistics statistics;
  g_autofree char *p95 = NULL;
  g_autofree char *said = NULL;

  sounder_status_bar_set_server (SOUNDER_STATUS_BAR (bar), server);
  /* Long ago it was slow. */
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      McpHealthSample sample = {
        .time_usec = now_usec - (N_SAMPLES - i) * SECOND_USEC,
        .rtt_usec = i < N_SAMPLES / 3 ? 90000 : 1500,
        .serial = i + 1,
        .life = 1,
      };

      mcp_sample_store_append (mcp_health_get_probes (health), &sample);
    }
  g_signal_emit_by_name (health, "sample", N_SAMPLES - 1);
  show_card (fixture, session);
  app_test_draw_frames (fixture->window);
  sounder_pulse_card_get_statistics (fixture->card, &statistics);
  p95 = mcp_format_duration (statistics.p95_usec);
  said = g_strdup_printf ("p95 %s ", p95);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (label)), said));

  g_object_unref (bar);
  show_card (fixture, fixture->session);
  app_test_let_go (server);
}

static void
bytes_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  *(GBytes **) user_data = sounder_export_finish (result, &error);
  g_assert_no_error (error);
}

static void
test_export_csv (Fixture       *fixture,
                 gconstpointer  unused)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  sounder_export_csv_async (fixture->probes, 299, 302, NULL, bytes_cb, &bytes);
  TEST_AWAIT (bytes != NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\r\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_cmpstr (lines[0], ==, "time,t_usec,rtt_usec,status,queued_usec,method,connection");
  for (guint i = 0; i < 3; i++)
    {
      static const char *const ends[] = { ",2000,ok,4,ping,1", ",,lost,0,ping,1",
                                          ",,failed,1,ping,1" };
      g_auto (GStrv) cells = g_strsplit (lines[i + 1], ",", -1);
      g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (cells[0], NULL);
      McpHealthSample sample;

      g_assert_true (mcp_sample_store_get (fixture->probes, 299 + i, &sample));
      g_assert_nonnull (time);
      g_assert_cmpint (g_ascii_strtoll (cells[1], NULL, 10), ==, sample.time_usec);
      g_assert_true (g_str_has_suffix (lines[i + 1], ends[i]));
    }
}

static void
copy_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  *(char **) user_data = g_variant_dup_string (parameter, NULL);
}

/* What is copied is what is in sight. */
static void
test_copy_csv (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) copy = g_simple_action_new ("copy", G_VARIANT_TYPE_STRING);
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) all = NULL;

  g_signal_connect (copy, "activate", G_CALLBACK (copy_cb), &text);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (copy));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));

  sounder_time_span_set_range (fixture->span, 60);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.copy-csv", NULL));
  TEST_AWAIT (text != NULL);
  lines = g_strsplit (text, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 30);
  g_assert_cmpuint (g_strv_length (lines), <=, 63);

  whole = g_steal_pointer (&text);
  sounder_time_span_set_range (fixture->span, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.copy-csv", NULL));
  TEST_AWAIT (text != NULL);
  all = g_strsplit (text, "\r\n", -1);
  g_assert_cmpuint (g_strv_length (all), ==, N_SAMPLES + 2);
  g_assert_cmpstr (all[0], ==, lines[0]);
}

static void
test_export_pictures (Fixture       *fixture,
                      gconstpointer  unused)
{
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GBytes) svg = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GMarkupParseContext) parser = NULL;
  g_autoptr (GError) error = NULL;
  GMarkupParser callbacks = { NULL };

  sounder_export_picture_async (SOUNDER_CHART (fixture->graph), "Pulse · <ping>", "figures",
                                SOUNDER_EXPORT_PNG, NULL, bytes_cb, &png);
  sounder_export_picture_async (SOUNDER_CHART (fixture->graph), "Pulse · <ping>", "figures",
                                SOUNDER_EXPORT_SVG, NULL, bytes_cb, &svg);
  TEST_AWAIT (png != NULL && svg != NULL);

  texture = gdk_texture_new_from_bytes (png, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 2400);

  parser = g_markup_parse_context_new (&callbacks, 0, NULL, NULL);
  g_assert_true (g_markup_parse_context_parse (parser, g_bytes_get_data (svg, NULL),
                                               (gssize) g_bytes_get_size (svg), &error));
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (parser, &error));
  g_assert_no_error (error);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (svg, NULL), 200, "<svg "));
}

static void
test_guess_format (void)
{
  g_assert_cmpint (sounder_export_guess_format ("a.csv", SOUNDER_EXPORT_PNG), ==, SOUNDER_EXPORT_CSV);
  g_assert_cmpint (sounder_export_guess_format ("a.PNG", SOUNDER_EXPORT_CSV), ==, SOUNDER_EXPORT_PNG);
  g_assert_cmpint (sounder_export_guess_format ("a.svg", SOUNDER_EXPORT_CSV), ==, SOUNDER_EXPORT_SVG);
  g_assert_cmpint (sounder_export_guess_format ("csv", SOUNDER_EXPORT_SVG), ==, SOUNDER_EXPORT_SVG);
}

static void
test_logarithmic (Fixture       *fixture,
                  gconstpointer  unused)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.logarithmic", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.shows-requests", NULL);
  app_test_draw_frames (fixture->window);
  gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.zoom", "d", 1.5);
  g_assert_cmpint (get_length (fixture), ==, 200 * SECOND_USEC);
  gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.zoom", "d", 0.0);
  g_assert_cmpint (get_length (fixture), ==, 300 * SECOND_USEC);
}

/* What happened to the connection, as it is marked in a picture of a minute in 600 columns. */
static void
test_marks (Fixture       *fixture,
            gconstpointer  unused)
{
  static const struct
  {
    McpHealthEventKind kind;
    const char *detail;
  } events[] = {
    { MCP_HEALTH_EVENT_CONNECTED, NULL },
    { MCP_HEALTH_EVENT_STARTED, NULL },
    { MCP_HEALTH_EVENT_STALLED, "already 40 ms" },
    { MCP_HEALTH_EVENT_RESUMED, NULL },
    { MCP_HEALTH_EVENT_DISCONNECTED, "exit code 3" },
    { MCP_HEALTH_EVENT_CONNECTED, NULL },
    { MCP_HEALTH_EVENT_STALLED, NULL },
  };
  McpHealth *health = mcp_session_get_health (fixture->session);
  McpHealthSample modern = { .rtt_usec = 2000, .life = 2, .modern = TRUE };
  g_autoptr (GArray) marks = NULL;
  SounderPlot plot;

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    mcp_health_add_event (health, events[i].kind, events[i].detail);
  modern.time_usec = g_get_monotonic_time ();
  mcp_sample_store_append (fixture->probes, &modern);

  sounder_time_span_set_limits (fixture->span, fixture->last_usec - 600 * SECOND_USEC,
                                modern.time_usec + SECOND_USEC, FALSE);
  sounder_time_span_set_range (fixture->span, 60);
  sounder_plot_init (&plot, NULL, gtk_widget_get_pango_context (fixture->window), 800, 300);
  sounder_plot_lay_out (&plot, fixture->span, 20, 40);
  marks = sounder_graph_marks_collect (health, &plot);

  /* A stall that ended, one that did not, and a connection that took the place of its end. */
  g_assert_cmpuint (marks->len, ==, 3);
  g_assert_cmpint (g_array_index (marks, SounderGraphMark, 0).symbol, ==, SOUNDER_SYMBOL_STALLED);
  g_assert_cmpstr (g_array_index (marks, SounderGraphMark, 0).text, ==,
                   "Answers stall · already 40 ms");
  g_assert_cmpint (g_array_index (marks, SounderGraphMark, 0).end_usec, <, modern.time_usec);
  g_assert_cmpint (g_array_index (marks, SounderGraphMark, 1).symbol, ==, SOUNDER_SYMBOL_ERA);
  g_assert_cmpint (g_array_index (marks, SounderGraphMark, 2).end_usec, ==, G_MAXINT64);
  g_assert_nonnull (sounder_graph_marks_find (marks, &plot, modern.time_usec));
  g_assert_null (sounder_graph_marks_find (marks, &plot, fixture->last_usec - 40 * SECOND_USEC));
  app_test_draw_frames (fixture->window);
}

static void
test_finalize (void)
{
  static GType (*const types[]) (void) = {
    sounder_distribution_get_type, sounder_sample_table_get_type,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      GtkWidget *widget = g_object_ref_sink (g_object_new (types[i] (), NULL));

      g_assert_finalize_object (widget);
    }
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/pulse/finalize", test_finalize);
  g_test_add_func ("/app/pulse/cells", test_cells);
  g_test_add_func ("/app/pulse/guess-format", test_guess_format);

#define ADD(name, function) \
  g_test_add ("/app/pulse/" name, Fixture, NULL, set_up, function, tear_down)

  ADD ("keyboard", test_keyboard);
  ADD ("point", test_point);
  ADD ("table", test_table);
  ADD ("list", test_list);
  ADD ("recorded", test_recorded);
  ADD ("distribution", test_distribution);
  ADD ("status-bar", test_status_bar);
  ADD ("export-csv", test_export_csv);
  ADD ("copy-csv", test_copy_csv);
  ADD ("export-pictures", test_export_pictures);
  ADD ("logarithmic", test_logarithmic);
  ADD ("marks", test_marks);

  return g_test_run ();
}
