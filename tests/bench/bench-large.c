/* bench-large.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include "app-test.h"
#include "bench-support.h"
#include "mcp-workbench.h"
#include "session-support.h"
#include "sounder-hex-view.h"
#include "sounder-result-view.h"
#include "sounder-schema-form.h"
#include "sounder-tools-page.h"

/*
 * A result of 100 MiB on the page that shows it: how long the main loop is at most kept from all
 * else, from the call to a second after it was answered. Needs a display.
 *
 *   bench-large PING-SERVER
 */

#define SETTLE_USEC G_USEC_PER_SEC

typedef struct
{
  SounderToolsPage *page;
  const char       *arguments;
  gboolean          is_binary;
} Bench;

static gint64 slice_began_usec;
static gint64 longest_slice_usec;

/* What the main loop does between two waits. */
static int
watch_poll (GPollFD *fds,
            guint    n_fds,
            int      timeout_msec)
{
  int n_ready;

  if (slice_began_usec != 0)
    longest_slice_usec = MAX (longest_slice_usec, g_get_monotonic_time () - slice_began_usec);
  n_ready = g_poll (fds, n_fds, timeout_msec);
  slice_began_usec = g_get_monotonic_time ();

  return n_ready;
}

static GtkWidget *
find (GtkWidget *widget,
      GType      type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);

  return found;
}

/* From its start to its end and back, while it settles. */
static void
get_around (SounderHexView *view)
{
  static const char *const places[] = { "6400000", "0", "3200000" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_assert_true (sounder_hex_view_go_to (view, places[i]));
      for (gint64 end_usec = g_get_monotonic_time () + SETTLE_USEC / 4;
           g_get_monotonic_time () < end_usec;)
        g_main_context_iteration (NULL, FALSE);
    }
}

/* Milliseconds. */
static double
call_large (gpointer data)
{
  Bench *bench = data;
  gint64 end_usec;
  McpCall *call;

  sounder_schema_form_set_text (app_test_child (bench->page, "form"), bench->arguments);
  slice_began_usec = longest_slice_usec = 0;
  gtk_widget_activate_action (GTK_WIDGET (bench->page), "tools.call", NULL);
  call = sounder_result_view_get_call (app_test_child (bench->page, "result"));
  while (!mcp_call_is_finished (call))
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (mcp_call_get_outcome (call)->error);

  if (bench->is_binary)
    {
      while (find (GTK_WIDGET (bench->page), SOUNDER_TYPE_HEX_VIEW) == NULL)
        g_main_context_iteration (NULL, TRUE);
      get_around (SOUNDER_HEX_VIEW (find (GTK_WIDGET (bench->page), SOUNDER_TYPE_HEX_VIEW)));
    }
  for (end_usec = g_get_monotonic_time () + SETTLE_USEC; g_get_monotonic_time () < end_usec;)
    g_main_context_iteration (NULL, FALSE);

  return longest_slice_usec / 1000.0;
}

static void
bench_large (Bench      *bench,
             const char *arguments,
             const char *title)
{
  double figures[BENCH_N_RUNS];

  bench->arguments = arguments;
  /* Not counted: fonts and themes are loaded. */
  call_large (bench);
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    figures[i] = call_large (bench);

  bench_print (title, bench_median (figures, BENCH_N_RUNS), "ms", 0);
}

int
main (int   argc,
      char *argv[])
{
  const char *server_argv[] = { argv[1], NULL };
  g_autoptr (McpProfile) profile = NULL;
  Bench bench = { 0 };
  McpSession *session;
  McpWorkbench *workbench;
  GtkWidget *window;

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  adw_init ();
  g_assert_cmpint (argc, ==, 2);
  g_main_context_set_poll_func (NULL, watch_poll);

  profile = mcp_profile_new_for_argv ("large", server_argv);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  session = mcp_session_new (profile, NULL);
  workbench = mcp_workbench_new (session);
  bench.page = g_object_new (SOUNDER_TYPE_TOOLS_PAGE, "workbench", workbench, "session", session, NULL);
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bench.page));
  gtk_window_present (GTK_WINDOW (window));
  session_open_ok (session);
  TEST_AWAIT_POLL (sounder_tools_page_select (bench.page, "large"));
  g_assert_true (sounder_schema_form_set_raw (app_test_child (bench.page, "form"), TRUE, NULL));

  bench_large (&bench, "{\"bytes\":104857600,\"line\":80}",
               "a result of 100 MiB in lines: longest slice (limit 50)");
  bench_large (&bench, "{\"bytes\":104857600,\"line\":0}",
               "a result of 100 MiB in one line: longest slice (limit 50)");

  bench.is_binary = TRUE;
  bench_large (&bench, "{\"bytes\":139810136,\"line\":-1}",
               "a result of 100 MiB of binary data, read and gone through: longest slice (limit 50)");

  gtk_window_destroy (GTK_WINDOW (window));
  g_clear_object (&workbench);
  session_finish (session);

  return 0;
}
