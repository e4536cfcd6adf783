/* test-pulse-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "app-test.h"

#include "sounder-pulse-card-private.h"
#include "test-support.h"

#define N_SAMPLES   600
#define SECOND_USEC G_GINT64_CONSTANT (1000000)

typedef struct
{
  McpProfile       *profile;
  McpSession       *session;
  GtkWidget        *window;
  SounderPulseCard *card;
  char             *folder;
  char             *toast;     /* the last one */
} Fixture;

static void
toast_cb (GSimpleAction *action,
          GVariant      *parameter,
          Fixture       *fixture)
{
  g_free (fixture->toast);
  fixture->toast = g_variant_dup_string (parameter, NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) toast = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);
  McpSampleStore *probes;

  fixture->folder = g_dir_make_tmp ("pulse-XXXXXX", NULL);
  fixture->profile = app_test_new_profile ("A/B", "[]");
  fixture->session = mcp_session_new (fixture->profile, NULL);
  probes = mcp_health_get_probes (mcp_session_get_health (fixture->session));
  for (guint i = 0; i < N_SAMPLES; i++)
    {
      McpHealthSample sample = {
        .time_usec = g_get_monotonic_time () - (N_SAMPLES - 1 - i) * SECOND_USEC,
        .rtt_usec = 1500,
        .life = 1,
      };

      mcp_sample_store_append (probes, &sample);
    }

  fixture->card = g_object_new (SOUNDER_TYPE_PULSE_CARD, "session", fixture->session, NULL);
  fixture->window = gtk_window_new ();
  g_signal_connect (toast, "activate", G_CALLBACK (toast_cb), fixture);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (toast));
  gtk_widget_insert_action_group (fixture->window, "session", G_ACTION_GROUP (group));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->card));
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->card)));
  app_test_draw_frames (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->profile);
  test_remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->toast);
}

static gpointer
find_chooser (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return window;
    }

  return NULL;
}

/* Asks for an export, and answers with a name in the folder, or with NULL for none. */
static void
export (Fixture    *fixture,
        const char *what,
        const char *name)
{
  g_autofree char *wanted = g_build_filename (fixture->folder, name, NULL);
  GtkFileChooser *chooser;

  g_clear_pointer (&fixture->toast, g_free);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->card), "health.export", "s", what));
  TEST_AWAIT_POLL (find_chooser () != NULL);
  chooser = find_chooser ();
  if (name == NULL)
    {
      g_signal_emit_by_name (chooser, "response", GTK_RESPONSE_CANCEL);
      return;
    }

  gtk_file_chooser_set_current_name (chooser, wanted);
  for (;;)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
      g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

      if (g_strcmp0 (path, wanted) == 0)
        break;
      g_main_context_iteration (NULL, TRUE);
    }
  g_signal_emit_by_name (chooser, "response", GTK_RESPONSE_ACCEPT);
}

/* (transfer full): what was written under a name */
static GBytes *
read_file (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  g_unlink (path);

  return g_bytes_new_take (text, length);
}

static guint
count_lines (GBytes *bytes)
{
  const char *text = g_bytes_get_data (bytes, NULL);
  guint n = 0;

  for (gsize i = 0; i < g_bytes_get_size (bytes); i++)
    n += text[i] == '\n';

  return n;
}

/* All samples, or those in sight; the file is told of by its name. */
static void
test_samples (Fixture       *fixture,
              gconstpointer  unused)
{
  g_autoptr (GBytes) all = NULL;
  g_autoptr (GBytes) seen = NULL;

  export (fixture, "all", "all.csv");
  TEST_AWAIT (fixture->toast != NULL);
  g_assert_cmpstr (fixture->toast, ==, "Exported to all.csv");
  all = read_file (fixture, "all.csv");
  g_assert_cmpuint (count_lines (all), ==, N_SAMPLES + 1);

  sounder_time_span_set_range (sounder_pulse_card_get_span (fixture->card), 60);
  export (fixture, "csv", "seen");
  TEST_AWAIT (fixture->toast != NULL);
  seen = read_file (fixture, "seen");
  g_assert_cmpuint (count_lines (seen), >, 30);
  g_assert_cmpuint (count_lines (seen), <=, 63);
}

/* What the name says counts, then what was asked for. */
static void
test_pictures (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GBytes) svg = NULL;
  g_autoptr (GBytes) csv = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;

  export (fixture, "png", "graph");
  TEST_AWAIT (fixture->toast != NULL);
  png = read_file (fixture, "graph");
  texture = gdk_texture_new_from_bytes (png, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 2400);

  export (fixture, "png", "graph.svg");
  TEST_AWAIT (fixture->toast != NULL);
  svg = read_file (fixture, "graph.svg");
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (svg, NULL), 200, "<svg "));

  export (fixture, "svg", "graph.csv");
  TEST_AWAIT (fixture->toast != NULL);
  csv = read_file (fixture, "graph.csv");
  g_assert_true (g_str_has_prefix (g_bytes_get_data (csv, NULL), "time,t_usec,"));
}

/* What cannot be written is told; who gives up is told nothing. */
static void
test_failures (Fixture       *fixture,
               gconstpointer  unused)
{
  g_autofree char *blocked = g_build_filename (fixture->folder, "taken.csv", NULL);

  /* The name is free when it is chosen, and not when the file is written, which is done when nothing else is. */
  export (fixture, "csv", "taken.csv");
  TEST_AWAIT (find_chooser () == NULL);
  g_assert_cmpint (g_mkdir (blocked, 0700), ==, 0);
  TEST_AWAIT (fixture->toast != NULL);
  g_assert_true (g_str_has_prefix (fixture->toast, "Nothing was exported: "));

  export (fixture, "all", NULL);
  TEST_AWAIT_POLL (find_chooser () == NULL);
  app_test_draw_frames (fixture->window);
  g_assert_null (fixture->toast);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);
  /* GTK's file chooser, and libcloudproviders in it. */
  test_ignore_leaks ();

#define ADD(name, func) g_test_add ("/app/pulse-export/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("samples", test_samples);
  ADD ("pictures", test_pictures);
  ADD ("failures", test_failures);

  return g_test_run ();
}
