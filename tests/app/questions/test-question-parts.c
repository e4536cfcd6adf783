/* test-question-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-error.h"
#include "sounder-question-composer.h"
#include "sounder-roots-editor.h"
#include "test-support.h"

/* What answers are composed with, without a question. */

static void
count_cb (guint *count)
{
  (*count)++;
}

static GtkWidget *
new_composer (McpVersion  version,
              const char *params)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *composer = sounder_question_composer_new ((McpRevision) { .version = version }, params);

  gtk_window_set_child (GTK_WINDOW (window), composer);

  return composer;
}

static void
drop_composer (GtkWidget *composer)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (composer));

  gtk_window_set_focus (window, NULL);
  g_object_ref (composer);
  gtk_window_destroy (window);
  app_test_let_go (composer);
}

static void
assert_composed (GtkWidget  *composer,
                 const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *result = sounder_question_composer_dup_result (SOUNDER_QUESTION_COMPOSER (composer), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (result, ==, expected);
}

static gboolean
is_offered (GtkWidget  *composer,
            const char *label)
{
  return gtk_widget_get_visible (app_test_find_labelled (composer, GTK_TYPE_BUTTON, label));
}

/* A revision before 2025-11-25 knows neither arrays nor the use of tools. */
static void
test_composer_keeps_to_the_revision (void)
{
  const char *params = "{\"tools\":[{\"name\":\"depth\"}]}";
  GtkWidget *old = new_composer (MCP_VERSION_2024_11_05, params);
  GtkWidget *blocks = app_test_child (old, "blocks");

  assert_composed (old, "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"\"},"
                        "\"model\":\"sounder-by-hand\",\"stopReason\":\"endTurn\"}");
  g_assert_false (is_offered (old, "Use a T_ool"));

  /* One block, and room for another one only when it is gone. */
  g_assert_false (gtk_widget_get_sensitive (app_test_child (old, "add_box")));
  app_test_click (blocks, "Remove");
  g_assert_null (gtk_widget_get_first_child (blocks));
  g_assert_true (gtk_widget_get_sensitive (app_test_child (old, "add_box")));
  app_test_click (old, "Add _Text");
  app_test_type_into (blocks, "Deep");
  assert_composed (old, "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Deep\"},"
                        "\"model\":\"sounder-by-hand\",\"stopReason\":\"endTurn\"}");
  drop_composer (old);
}

/* Role, model and reason are as they are set; the first hint is the model. No reason is none. */
static void
test_composer_has_facts (void)
{
  GtkWidget *composer =
    new_composer (MCP_VERSION_2025_11_25, "{\"modelPreferences\":{\"hints\":[{\"name\":\"deep-1\"},{\"name\":\"b\"}]}}");
  guint n_changed = 0;

  g_signal_connect_swapped (composer, "changed", G_CALLBACK (count_cb), &n_changed);
  app_test_assert_labelled (composer);
  gtk_drop_down_set_selected (app_test_child (composer, "role"), 1);
  app_test_click (app_test_child (composer, "stop_reasons"), "maxTokens");
  g_assert_cmpuint (n_changed, >=, 2);
  assert_composed (composer, "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"\"},"
                             "\"model\":\"deep-1\",\"stopReason\":\"maxTokens\"}");

  gtk_editable_set_text (app_test_child (composer, "stop_reason"), "");
  gtk_editable_set_text (app_test_child (composer, "model"), "a \"b\"");
  app_test_click (app_test_child (composer, "blocks"), "Remove");
  assert_composed (composer, "{\"role\":\"user\",\"content\":[],\"model\":\"a \\\"b\\\"\"}");
  drop_composer (composer);
}

/* A tool that was offered, with input that has to be JSON. Each use has an id of its own. */
static void
test_composer_uses_tools (void)
{
  GtkWidget *composer =
    new_composer (MCP_VERSION_2025_11_25, "{\"tools\":[{\"name\":\"depth\"},{\"title\":\"?\"},{\"name\":\"tide\"}]}");
  GtkWidget *blocks = app_test_child (composer, "blocks");
  g_autoptr (GError) error = NULL;
  GtkWidget *use;

  app_test_click (blocks, "Remove");
  app_test_click (composer, "Use a T_ool");
  app_test_click (composer, "Use a T_ool");
  app_test_assert_labelled (composer);
  use = gtk_widget_get_last_child (blocks);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (use, GTK_TYPE_DROP_DOWN)), 1);
  app_test_type_into (use, "{");
  g_assert_null (sounder_question_composer_dup_result (SOUNDER_QUESTION_COMPOSER (composer), &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);

  app_test_type_into (use, "{\"at\":1}");
  assert_composed (composer, "{\"role\":\"assistant\",\"content\":["
                             "{\"type\":\"tool_use\",\"id\":\"call_1\",\"name\":\"depth\",\"input\":{}},"
                             "{\"type\":\"tool_use\",\"id\":\"call_2\",\"name\":\"tide\",\"input\":{\"at\":1}}],"
                             "\"model\":\"sounder-by-hand\",\"stopReason\":\"toolUse\"}");
  drop_composer (composer);
}

/* The bytes of a file as they are, with the type that it has. */
static void
test_block_of_a_file (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("RIFF", 4);
  SounderQuestionBlock *block = SOUNDER_QUESTION_BLOCK (
    g_object_ref_sink (sounder_question_block_new_media ("deep.wav", "audio/wav", bytes)));
  SounderQuestionBlock *picture = SOUNDER_QUESTION_BLOCK (
    g_object_ref_sink (sounder_question_block_new_media ("<b>.png", "image/png", bytes)));
  g_autofree char *json = sounder_question_block_dup_json (block, NULL);
  g_autofree char *image = sounder_question_block_dup_json (picture, NULL);

  g_assert_cmpstr (json, ==, "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}");
  g_assert_cmpstr (image, ==, "{\"type\":\"image\",\"data\":\"UklGRg==\",\"mimeType\":\"image/png\"}");
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (block), GTK_TYPE_LABEL, "deep.wav · audio/wav · 4 B"));
  g_assert_finalize_object (block);
  g_assert_finalize_object (picture);
}

/* One that is not touched keeps its name, what is typed without a scheme is a path, and nothing is no root. */
static void
test_roots_editor_reads_rows (void)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("Roots");
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) roots = NULL;
  g_autoptr (GPtrArray) fewer = NULL;
  g_autofree char *json = NULL;
  SounderRootsEditor *editor = SOUNDER_ROOTS_EDITOR (g_object_ref_sink (sounder_roots_editor_new ()));
  GtkWidget *list = app_test_child (editor, "list");

  g_assert_false (gtk_widget_get_visible (list));
  g_ptr_array_add (known, mcp_root_new ("file:///srv", "The server’s"));
  g_ptr_array_add (known, mcp_root_new ("file:///old", "Old"));
  mcp_profile_set_roots (profile, known);
  sounder_roots_editor_set_roots (editor, profile);
  g_assert_true (gtk_widget_get_visible (list));
  g_assert_false (gtk_widget_get_visible (app_test_child (editor, "none")));

  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_last_child (list)), "https://example.org/new");
  app_test_click (GTK_WIDGET (editor), "Add A_ddress");
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_last_child (list)), "/tmp/x y");
  app_test_click (GTK_WIDGET (editor), "Add A_ddress");
  roots = sounder_roots_editor_dup_roots (editor);
  json = mcp_roots_to_result ((McpRoot **) roots->pdata, roots->len);
  g_assert_cmpstr (json, ==,
                   "{\"roots\":[{\"uri\":\"file:///srv\",\"name\":\"The server’s\"},"
                   "{\"uri\":\"https://example.org/new\"},{\"uri\":\"file:///tmp/x%20y\",\"name\":\"x y\"}]}");

  app_test_click (list, "Remove");
  fewer = sounder_roots_editor_dup_roots (editor);
  g_assert_cmpuint (fewer->len, ==, 2);
  g_assert_finalize_object (editor);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/question-composer/keeps-to-the-revision", test_composer_keeps_to_the_revision);
  g_test_add_func ("/app/question-composer/has-facts", test_composer_has_facts);
  g_test_add_func ("/app/question-composer/uses-tools", test_composer_uses_tools);
  g_test_add_func ("/app/question-block/of-a-file", test_block_of_a_file);
  g_test_add_func ("/app/roots-editor/reads-rows", test_roots_editor_reads_rows);

  return g_test_run ();
}
