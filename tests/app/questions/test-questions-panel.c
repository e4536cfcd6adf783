/* test-questions-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "sounder-json-view.h"
#include "sounder-question-form.h"
#include "sounder-question-rule-dialog.h"
#include "sounder-question-rules.h"
#include "sounder-question-sampling.h"
#include "sounder-questions-panel.h"
#include "sounder-roots-editor.h"
#include "test-support.h"

/*
 * A real panel with a real session on the demo server, which asks. Not split: every case drives the one panel through the
 * same fixture, which a second file would need as well.
 */
typedef struct
{
  McpSession            *session;
  McpQuestions          *questions;
  GtkWidget             *window;
  SounderQuestionsPanel *panel;
  McpCall               *call;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_for_demo (&error);

  g_assert_no_error (error);
  fixture->session = mcp_session_new (profile, NULL);
  fixture->questions = mcp_session_get_questions (fixture->session);
  mcp_questions_set_attended (fixture->questions, TRUE);
  fixture->panel = g_object_new (SOUNDER_TYPE_QUESTIONS_PANEL, "session", fixture->session, NULL);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 480, 700);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panel));
  gtk_window_present (GTK_WINDOW (fixture->window));

  mcp_session_open_async (fixture->session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_READY);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_session_close_finish (MCP_SESSION (source), result, NULL);
  *(gboolean *) user_data = TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gboolean closed = FALSE;
  gpointer panel = fixture->panel;

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
  g_object_add_weak_pointer (panel, &panel);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (panel == NULL);
  g_clear_object (&fixture->call);
  app_test_let_go (fixture->session);
}

/* (nullable) */
static SounderQuestionView *
get_view (Fixture *fixture)
{
  GtkWidget *shown = gtk_stack_get_visible_child (app_test_child (fixture->panel, "views"));

  return SOUNDER_IS_QUESTION_VIEW (shown) ? SOUNDER_QUESTION_VIEW (shown) : NULL;
}

static GtkWidget *
get_body (SounderQuestionView *view)
{
  return app_test_find (GTK_WIDGET (view), SOUNDER_TYPE_QUESTION_BODY);
}

static void
click (GtkWidget  *root,
       const char *label)
{
  GtkWidget *button = app_test_find_labelled (root, GTK_TYPE_BUTTON, label);

  TEST_AWAIT (button != NULL && gtk_widget_get_visible (button) && gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

/* Calls a tool that asks, and waits for its question. */
static SounderQuestionView *
ask (Fixture    *fixture,
     const char *tool,
     const char *arguments)
{
  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call (tool, arguments);
  mcp_session_start_call (fixture->session, fixture->call);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);

  return get_view (fixture);
}

/* The text that the tool ends with: what the server was told. */
static char *
await_answer (Fixture *fixture)
{
  GBytes *result;
  char *text;
  gsize length;
  const char *json;

  TEST_AWAIT (mcp_call_is_finished (fixture->call));
  g_assert_cmpint (mcp_call_get_outcome (fixture->call)->state, ==, MCP_CALL_DONE);
  result = mcp_call_get_result (fixture->call);
  json = g_bytes_get_data (result, &length);

  text = mcp_json_lookup_string (json, length, "content.0.text");
  g_assert_nonnull (text);

  return text;
}

static void
assert_told (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *told = await_answer (fixture);

  if (strstr (told, expected) == NULL)
    g_error ("The server was told “%s”, not “%s”", told, expected);
}

static McpForm *
get_content (SounderQuestionView *view)
{
  return sounder_schema_form_get_form (
    SOUNDER_SCHEMA_FORM (app_test_find (get_body (view), SOUNDER_TYPE_SCHEMA_FORM)));
}

static McpFormNode *
find_field (McpForm    *content,
            const char *name)
{
  GListModel *fields = mcp_form_node_get_children (mcp_form_get_root (content));

  for (guint i = 0; i < g_list_model_get_n_items (fields); i++)
    {
      g_autoptr (McpFormNode) field = g_list_model_get_item (fields, i);

      /* The form holds it. */
      if (g_str_equal (mcp_form_node_get_name (field), name))
        return field;
    }

  g_assert_not_reached ();
}

static void
type_text (McpForm    *content,
           const char *name,
           const char *text)
{
  mcp_form_node_set_text (find_field (content, name), text);
}

static gboolean
is_shown (GtkWidget  *root,
          const char *text)
{
  g_autofree char *shown = NULL;

  if (!gtk_widget_get_visible (root) || !gtk_widget_get_child_visible (root))
    return FALSE;
  if (GTK_IS_LABEL (root) || GTK_IS_TEXT_VIEW (root))
    g_object_get (GTK_IS_LABEL (root) ? (gpointer) root : gtk_text_view_get_buffer (GTK_TEXT_VIEW (root)),
                  GTK_IS_LABEL (root) ? "label" : "text", &shown, NULL);
  if (shown != NULL && strstr (shown, text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_shown (child, text))
      return TRUE;

  return FALSE;
}

static void
activate (SounderQuestionView *view,
          const char          *action)
{
  TEST_AWAIT (!sounder_question_view_is_held (view));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), action, NULL));
}

/* What is missing is told and holds the answer back; what is typed goes out digit for digit. */
static void
test_form_is_filled_in (Fixture       *fixture,
                        gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-form", NULL);
  McpForm *content = get_content (view);

  activate (view, "question.send");
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 1);
  g_assert_true (is_shown (GTK_WIDGET (view), "2 things are not"));
  g_assert_true (is_shown (GTK_WIDGET (view), "Required"));

  type_text (content, "name", "Ada");
  type_text (content, "email", "ada at home");
  g_assert_cmpstr (mcp_form_node_get_error (find_field (content, "email")), !=, NULL);
  type_text (content, "email", "ada@example.org");
  type_text (content, "ticket", "9007199254740993");
  mcp_form_node_set_json (find_field (content, "agreed"), "false");
  mcp_form_node_set_json (find_field (content, "class"), "\"first\"");
  mcp_form_node_set_json (find_field (content, "extras"), "[\"bike\"]");
  g_assert_cmpuint (mcp_form_get_n_errors (content), ==, 0);

  activate (view, "question.send");
  assert_told (fixture,
               "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"email\":\"ada@example.org\","
               "\"day\":\"2026-07-28\",\"seats\":2,\"price\":19.90,\"ticket\":9007199254740993,"
               "\"window\":true,\"agreed\":false,\"class\":\"first\",\"city\":\"rey\","
               "\"days\":[\"Tue\"],\"extras\":[\"bike\"]}}");
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 0);
  g_assert_null (get_view (fixture));
}

static void
test_form_is_sent_anyway (Fixture       *fixture,
                          gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-form", NULL);

  type_text (get_content (view), "seats", "ten");
  activate (view, "question.send");
  activate (view, "question.send-anyway");
  assert_told (fixture, "\"seats\":\"ten\"");
}

static void
test_form_is_declined (Fixture       *fixture,
                       gconstpointer  unused)
{
  McpQuestion *settled;

  activate (ask (fixture, "ask-form", NULL), "question.decline");
  assert_told (fixture, "{\"action\":\"decline\"}");

  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpint (mcp_question_get_info (settled)->state, ==, MCP_QUESTION_DECLINED);
  /* The record that asked is known, so that it can be looked up. */
  g_assert_cmpuint (mcp_question_get_info (settled)->serial, >, 0);
  g_object_unref (settled);
  sounder_questions_panel_show_page (fixture->panel, "settled");
  g_assert_true (is_shown (GTK_WIDGET (fixture->panel), "Declined"));
}

static void
test_form_is_cancelled (Fixture       *fixture,
                        gconstpointer  unused)
{
  activate (ask (fixture, "ask-form", NULL), "question.cancel");
  assert_told (fixture, "{\"action\":\"cancel\"}");
}

/* The whole address, its host, and what is wrong with it; consent alone is sent. */
static void
test_url_is_consented_to (Fixture       *fixture,
                          gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-url", "{\"page\":\"punycode\"}");

  g_assert_true (is_shown (GTK_WIDGET (view), "https://xn--pypal-4ve.example/login"));
  g_assert_true (is_shown (GTK_WIDGET (view), "Punycode"));
  g_assert_true (is_shown (GTK_WIDGET (view), "several scripts"));
  activate (view, "question.send");
  assert_told (fixture, "You answered: {\"action\":\"accept\"}");
}

static void
type_into_text (GtkWidget  *block,
                const char *text)
{
  GtkWidget *view = app_test_find (block, GTK_TYPE_TEXT_VIEW);

  g_assert_nonnull (view);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
}

static void
test_sampling_is_composed (Fixture       *fixture,
                           gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-model", "{\"prompt\":\"How deep?\"}");
  GtkWidget *composer = app_test_find (GTK_WIDGET (view), SOUNDER_TYPE_QUESTION_COMPOSER);

  g_assert_true (is_shown (GTK_WIDGET (view), "How deep?"));
  g_assert_true (is_shown (GTK_WIDGET (view), "Answer in one sentence."));
  click (composer, "Add _Text");
  type_into_text (gtk_widget_get_last_child (app_test_child (composer, "blocks")), "Ten \"fathoms\"");
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  activate (view, "question.send");
  assert_told (fixture, "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"\"},"
                        "{\"type\":\"text\",\"text\":\"Ten \\\"fathoms\\\"\"}],"
                        "\"model\":\"small-model\",\"stopReason\":\"endTurn\"}");
}

/* What is composed is what the JSON begins with; text that is no object is held back. */
static void
test_sampling_is_written_as_json (Fixture       *fixture,
                                  gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-model", NULL);
  GtkWidget *body = get_body (view);
  GtkWidget *stack = gtk_widget_get_parent (app_test_find (body, SOUNDER_TYPE_QUESTION_COMPOSER));
  SounderJsonView *editor = SOUNDER_JSON_VIEW (
    app_test_find (gtk_stack_get_child_by_name (GTK_STACK (stack), "raw"), SOUNDER_TYPE_JSON_VIEW));
  g_autofree char *text = NULL;

  click (body, "JSON");
  text = sounder_json_view_dup_text (editor);
  g_assert_nonnull (strstr (text, "\"small-model\""));

  sounder_json_view_set_text (editor, "[1]");
  activate (view, "question.send");
  g_assert_true (is_shown (GTK_WIDGET (view), "must be a JSON object"));
  sounder_json_view_set_text (editor, "{");
  activate (view, "question.send");
  g_assert_true (is_shown (GTK_WIDGET (view), "cannot be read"));
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 1);

  sounder_json_view_set_text (editor, "{\"role\":\"user\",\n \"odd\":1.0}");
  activate (view, "question.send");
  assert_told (fixture, "{\"role\":\"user\", \"odd\":1.0}");
}

static void
test_sampling_is_rejected (Fixture       *fixture,
                           gconstpointer  unused)
{
  activate (ask (fixture, "ask-model", NULL), "question.decline");
  assert_told (fixture, "There was no answer: {\"code\":-1");
}

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
  click (blocks, "Remove");
  g_assert_null (gtk_widget_get_first_child (blocks));
  g_assert_true (gtk_widget_get_sensitive (app_test_child (old, "add_box")));
  click (old, "Add _Text");
  type_into_text (blocks, "Deep");
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
  click (app_test_child (composer, "stop_reasons"), "maxTokens");
  g_assert_cmpuint (n_changed, >=, 2);
  assert_composed (composer, "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"\"},"
                             "\"model\":\"deep-1\",\"stopReason\":\"maxTokens\"}");

  gtk_editable_set_text (app_test_child (composer, "stop_reason"), "");
  gtk_editable_set_text (app_test_child (composer, "model"), "a \"b\"");
  click (app_test_child (composer, "blocks"), "Remove");
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

  click (blocks, "Remove");
  click (composer, "Use a T_ool");
  click (composer, "Use a T_ool");
  app_test_assert_labelled (composer);
  use = gtk_widget_get_last_child (blocks);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (use, GTK_TYPE_DROP_DOWN)), 1);
  type_into_text (use, "{");
  g_assert_null (sounder_question_composer_dup_result (SOUNDER_QUESTION_COMPOSER (composer), &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);

  type_into_text (use, "{\"at\":1}");
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

/* The server takes its question back when the call is cancelled. */
static void
test_question_is_withdrawn (Fixture       *fixture,
                            gconstpointer  unused)
{
  g_autoptr (McpQuestion) settled = NULL;

  ask (fixture, "ask-form", NULL);
  mcp_call_cancel (fixture->call, "enough");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 0);
  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpint (mcp_question_get_info (settled)->state, ==, MCP_QUESTION_WITHDRAWN);
  g_assert_null (get_view (fixture));
}

/* What was typed for one question is there after another was looked at. */
static void
test_queue_keeps_what_was_typed (Fixture       *fixture,
                                 gconstpointer  unused)
{
  SounderQuestionView *first = ask (fixture, "ask-form", NULL);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("ask-url", "{}");

  type_text (get_content (first), "name", "Ada");
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);
  g_assert_true (get_view (fixture) == first);

  gtk_widget_activate_action (GTK_WIDGET (fixture->panel), "questions.next", NULL);
  g_assert_true (get_view (fixture) != first);
  gtk_widget_activate_action (GTK_WIDGET (fixture->panel), "questions.previous", NULL);
  g_assert_true (get_view (fixture) == first);
  g_assert_cmpstr (mcp_form_node_get_text (find_field (get_content (first), "name")), ==, "Ada");

  activate (first, "question.decline");
  assert_told (fixture, "decline");
  activate (get_view (fixture), "question.decline");
  TEST_AWAIT (mcp_call_is_finished (second));
}

static char *
dup_rules (Fixture *fixture)
{
  return mcp_answer_rules_to_json (mcp_profile_get_answer_rules (mcp_session_get_profile (fixture->session)));
}

/* A rule made of a question answers the next one like it, and can be taken away. */
static void
test_rule_is_made (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-url", "{\"page\":\"http\"}");
  GtkWidget *dialog = sounder_question_rule_dialog_new (SOUNDER_QUESTION_BODY (get_body (view)), GTK_WIDGET (view));
  g_autofree char *json = NULL;
  g_autofree char *left = NULL;

  gtk_window_present (GTK_WINDOW (dialog));
  app_test_assert_labelled (dialog);
  gtk_editable_set_text (app_test_child (dialog, "delay_row"), "soon");
  g_assert_false (gtk_widget_get_sensitive (app_test_child (dialog, "add_button")));
  gtk_editable_set_text (app_test_child (dialog, "delay_row"), "0");
  g_assert_true (gtk_widget_get_sensitive (app_test_child (dialog, "add_button")));
  gtk_switch_set_active (app_test_child (dialog, "now_switch"), FALSE);
  g_signal_emit_by_name (app_test_child (dialog, "add_button"), "clicked");
  json = dup_rules (fixture);
  g_assert_cmpstr (json, ==,
                   "[{\"method\":\"elicitation/create\",\"mode\":\"url\","
                   "\"about\":\"http://example.org/consent\",\"do\":\"accept\"}]");

  sounder_questions_panel_show_page (fixture->panel, "rules");
  g_assert_true (is_shown (GTK_WIDGET (fixture->panel), "http://example.org/consent"));
  activate (view, "question.decline");
  assert_told (fixture, "decline");

  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call ("ask-url", "{\"page\":\"http\"}");
  mcp_session_start_call (fixture->session, fixture->call);
  assert_told (fixture, "accept");

  click (app_test_find (GTK_WIDGET (fixture->panel), SOUNDER_TYPE_QUESTION_RULES), "Remove");
  left = dup_rules (fixture);
  g_assert_cmpstr (left, ==, "[]");
}

/* All forms, once, after a while, and this one at once. */
static void
test_rule_answers_now (Fixture       *fixture,
                       gconstpointer  unused)
{
  SounderQuestionView *view = ask (fixture, "ask-form", NULL);
  GtkWidget *dialog = sounder_question_rule_dialog_new (SOUNDER_QUESTION_BODY (get_body (view)), GTK_WIDGET (view));
  g_autofree char *json = NULL;

  gtk_window_present (GTK_WINDOW (dialog));
  adw_combo_row_set_selected (app_test_child (dialog, "fits_row"), 1);
  adw_combo_row_set_selected (app_test_child (dialog, "answer_row"), 3);
  adw_combo_row_set_selected (app_test_child (dialog, "times_row"), 1);
  gtk_editable_set_text (app_test_child (dialog, "delay_row"), "1.5");
  gtk_switch_set_active (app_test_child (dialog, "now_switch"), TRUE);
  g_signal_emit_by_name (app_test_child (dialog, "add_button"), "clicked");
  json = dup_rules (fixture);
  g_assert_cmpstr (json, ==,
                   "[{\"method\":\"elicitation/create\",\"mode\":\"form\",\"do\":\"cancel\","
                   "\"times\":1,\"delayMs\":1500}]");
  assert_told (fixture, "{\"action\":\"cancel\"}");
}

/* A rule needs no question to be made of. */
static void
test_rule_without_question (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *rules = app_test_find (GTK_WIDGET (fixture->panel), SOUNDER_TYPE_QUESTION_RULES);
  g_autofree char *json = NULL;

  sounder_questions_panel_show_page (fixture->panel, "rules");
  app_test_assert_labelled (rules);
  gtk_drop_down_set_selected (app_test_child (rules, "kind"), 2);
  gtk_editable_set_text (app_test_child (rules, "about"), "deep");
  gtk_drop_down_set_selected (app_test_child (rules, "answer"), 1);
  g_signal_emit_by_name (app_test_find_labelled (rules, GTK_TYPE_BUTTON, "_Add"), "clicked");
  json = dup_rules (fixture);
  g_assert_cmpstr (json, ==,
                   "[{\"method\":\"sampling/createMessage\",\"about\":\"deep\",\"do\":\"decline\"}]");
}

/* When nothing waits any more there is nothing left to see. */
static void
test_closes_with_the_last (Fixture       *fixture,
                           gconstpointer  unused)
{
  guint n_closed = 0;
  g_autoptr (McpCall) second = NULL;

  g_signal_connect_swapped (fixture->panel, "close", G_CALLBACK (count_cb), &n_closed);
  ask (fixture, "ask-url", "{\"page\":\"http\"}");
  second = mcp_session_new_tool_call ("ask-url", "{\"page\":\"http\"}");
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);

  activate (get_view (fixture), "question.decline");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);
  g_assert_cmpuint (n_closed, ==, 0);
  activate (get_view (fixture), "question.decline");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 0);
  g_assert_cmpuint (n_closed, ==, 1);
  TEST_AWAIT (mcp_call_is_finished (second) && mcp_call_is_finished (fixture->call));
  g_signal_handlers_disconnect_by_data (fixture->panel, &n_closed);
}

/* What a server says is shown as it is, and never read as markup. */
static void
test_hostile_text (Fixture       *fixture,
                   gconstpointer  unused)
{
  static const char *const params[] = {
    "{\"message\":\"<b>&amp;</b> & \\u202egnp\\u0007\",\"requestedSchema\":{\"type\":\"object\","
    "\"properties\":{\"<i>\":{\"type\":\"object\",\"title\":\"<u>&\",\"description\":\"</x>\"}},"
    "\"required\":[\"<none>\"]}}",
    "{\"message\":\"<b>\",\"requestedSchema\":[]}",
    "{\"mode\":\"url\",\"message\":\"<b>\",\"url\":\"javascript:alert('<&')\"}",
    "{\"mode\":\"url\"}",
    "[]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      SounderQuestionView *view;

      mcp_questions_ask_async (fixture->questions, "elicitation/create", params[i],
                               strlen (params[i]), NULL, "<key>", 2, 0, NULL, NULL, NULL);
      view = get_view (fixture);
      g_assert_nonnull (view);
      g_assert_true (is_shown (GTK_WIDGET (view), "round 2"));
      if (i == 0)
        {
          g_assert_true (is_shown (GTK_WIDGET (view), "<b>&amp;</b> & "));
          g_assert_false (is_shown (GTK_WIDGET (view), "\342\200\256"));
          g_assert_true (is_shown (GTK_WIDGET (view), "outside the restricted subset"));
          g_assert_true (is_shown (GTK_WIDGET (view), "“<none>” is required"));
        }
      activate (view, "question.decline");
    }

  sounder_questions_panel_show_page (fixture->panel, "settled");
  g_assert_true (is_shown (GTK_WIDGET (fixture->panel), "<b>&amp;</b> & "));
}

/* A method that is not known is answered with JSON of one's own. */
static void
test_unknown_method (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autoptr (McpQuestion) settled = NULL;

  mcp_questions_ask_async (fixture->questions, "weather/forecast", "{}", 2, NULL, NULL, 0, 0, NULL,
                           NULL, NULL);
  activate (get_view (fixture), "question.send");
  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpstr (mcp_question_get_info (settled)->answer, ==, "{}");
}

/* Rules may want the person to look at the roots; else they are told without anybody. */
static void
test_roots_are_edited (Fixture       *fixture,
                       gconstpointer  unused)
{
  g_autoptr (McpAnswerRules) rules =
    mcp_answer_rules_new_from_json ("[{\"method\":\"roots/list\",\"do\":\"ask\"}]", -1, NULL);
  SounderQuestionView *view;
  GtkWidget *editor;

  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call ("ask-roots", NULL);
  mcp_session_start_call (fixture->session, fixture->call);
  assert_told (fixture, "{\"roots\":[]}");

  mcp_questions_set_rules (fixture->questions, rules);
  view = ask (fixture, "ask-roots", NULL);
  editor = app_test_find (get_body (view), SOUNDER_TYPE_ROOTS_EDITOR);
  click (editor, "Add A_ddress");
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (editor, ADW_TYPE_ENTRY_ROW)), "file:///srv/data");
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  activate (view, "question.send");
  assert_told (fixture, "file:///srv/data");
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
  click (GTK_WIDGET (editor), "Add A_ddress");
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_last_child (list)), "/tmp/x y");
  click (GTK_WIDGET (editor), "Add A_ddress");
  roots = sounder_roots_editor_dup_roots (editor);
  json = mcp_roots_to_result ((McpRoot **) roots->pdata, roots->len);
  g_assert_cmpstr (json, ==,
                   "{\"roots\":[{\"uri\":\"file:///srv\",\"name\":\"The server’s\"},"
                   "{\"uri\":\"https://example.org/new\"},{\"uri\":\"file:///tmp/x%20y\",\"name\":\"x y\"}]}");

  click (list, "Remove");
  fewer = sounder_roots_editor_dup_roots (editor);
  g_assert_cmpuint (fewer->len, ==, 2);
  g_assert_finalize_object (editor);
}

static gboolean
was_sent (Fixture    *fixture,
          const char *method)
{
  GListModel *journal = G_LIST_MODEL (mcp_session_get_journal (fixture->session));

  for (guint i = 0; i < g_list_model_get_n_items (journal); i++)
    {
      g_autoptr (McpRecord) record = g_list_model_get_item (journal, i);

      if (g_strcmp0 (mcp_record_get_method (record), method) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Applying roots keeps them, and the server asks for them anew. */
static void
test_roots_are_applied (Fixture       *fixture,
                        gconstpointer  unused)
{
  McpProfile *profile = mcp_session_get_profile (fixture->session);
  g_autoptr (McpProfile) changed = mcp_profile_copy (profile);
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (roots, mcp_root_new ("file:///srv", NULL));
  mcp_profile_set_roots (changed, roots);
  sounder_questions_panel_change_profile (GTK_WIDGET (fixture->panel), fixture->session, changed);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_roots (profile)), ==, 1);

  TEST_AWAIT_POLL (was_sent (fixture, "notifications/roots/list_changed"));
}

static void
assert_page_fits (Fixture    *fixture,
                  const char *page)
{
  sounder_questions_panel_show_page (fixture->panel, page);
  app_test_assert_fits (GTK_WIDGET (fixture->panel));
  app_test_assert_labelled (GTK_WIDGET (fixture->panel));
}

static void
test_panel_fits (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const char *const tools[] = { "ask-form", "ask-url", "ask-model" };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      SounderQuestionView *view = ask (fixture, tools[i], NULL);

      activate (view, "question.send");
      assert_page_fits (fixture, "waiting");
      if (get_view (fixture) != NULL)
        activate (get_view (fixture), "question.decline");
      TEST_AWAIT (mcp_call_is_finished (fixture->call));
    }
  assert_page_fits (fixture, "settled");
  assert_page_fits (fixture, "rules");
  assert_page_fits (fixture, "roots");
}

static GtkWidget *
get_focus (Fixture *fixture)
{
  return gtk_window_get_focus (GTK_WINDOW (fixture->window));
}

/* The panel below an entry that has the focus; in something, as in the session's page, GTK asks it to grab it. */
static GtkWidget *
put_below_entry (Fixture *fixture)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new ();

  g_object_ref (fixture->panel);
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (fixture->panel));
  g_object_unref (fixture->panel);
  app_test_draw_frames (fixture->window);
  gtk_widget_grab_focus (entry);

  return entry;
}

/* Whether Tab comes by a widget of that type before it leaves the panel. */
static gboolean
is_tabbed_to (Fixture *fixture,
              GType    type)
{
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  while (gtk_widget_child_focus (GTK_WIDGET (fixture->panel), GTK_DIR_TAB_FORWARD))
    {
      g_assert_nonnull (get_focus (fixture));
      if (gtk_widget_get_ancestor (get_focus (fixture), type) != NULL)
        return TRUE;
    }

  return FALSE;
}

static void
test_tab_goes_everywhere (Fixture       *fixture,
                          gconstpointer  unused)
{
  SounderQuestionView *view;
  GtkWidget *first;

  put_below_entry (fixture);
  view = ask (fixture, "ask-form", NULL);
  TEST_AWAIT (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_true (is_tabbed_to (fixture, GTK_TYPE_STACK_SWITCHER));
  g_assert_true (is_tabbed_to (fixture, SOUNDER_TYPE_QUESTION_VIEW));

  sounder_questions_panel_enter (fixture->panel);
  first = get_focus (fixture);
  g_assert_true (gtk_widget_is_ancestor (first, GTK_WIDGET (view)));
  sounder_questions_panel_enter (fixture->panel);
  g_assert_true (get_focus (fixture) == first);

  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  activate (view, "question.decline");
  TEST_AWAIT (mcp_call_is_finished (fixture->call));
}

static gboolean
takes_keys (SounderQuestionView *view)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));
  gboolean stopped = FALSE;
  for (guint i = 0; !stopped && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_space, 0, 0, &stopped);
    }

  return !stopped;
}

/* The keys go on to the next question's words, and are no answer; after the last, to where they were. */
static void
test_keys_go_on (Fixture       *fixture,
                 gconstpointer  unused)
{
  GtkWidget *entry = put_below_entry (fixture);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("ask-model", NULL);
  SounderQuestionView *view = ask (fixture, "ask-model", NULL);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_false (takes_keys (view) || gtk_widget_is_sensitive (app_test_child (view, "send_button")));
  TEST_AWAIT (takes_keys (view));
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);
  g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), entry) && get_view (fixture) == view);
  gtk_widget_grab_focus (app_test_child (view, "send_button"));
  activate (view, "question.send");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);
  view = get_view (fixture);
  app_test_draw_frames (fixture->window);
  g_assert_true (GTK_IS_TEXT_VIEW (get_focus (fixture)) && gtk_widget_is_ancestor (get_focus (fixture), get_body (view)));
  g_assert_true (gtk_text_view_get_editable (GTK_TEXT_VIEW (get_focus (fixture))));

  g_signal_connect (fixture->panel, "close", G_CALLBACK (sounder_questions_panel_leave), NULL);
  activate (view, "question.send");
  TEST_AWAIT (mcp_call_is_finished (second) && mcp_call_is_finished (fixture->call));
  g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), entry));
}

/* None begins on a button that answers. */
static void
test_begins_with_a_field (Fixture       *fixture,
                          gconstpointer  unused)
{
  static const char *const tools[] = { "ask-form", "ask-url", "ask-model" };
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      SounderQuestionView *view = ask (fixture, tools[i], NULL);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (view)));
      sounder_questions_panel_enter (fixture->panel);
      g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), get_body (view)));
      activate (view, "question.decline");
      TEST_AWAIT (mcp_call_is_finished (fixture->call) && get_view (fixture) == NULL);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void      (*run) (Fixture *fixture, gconstpointer unused);
  } tests[] = {
    { "/app/questions-panel/form-is-filled-in", test_form_is_filled_in },
    { "/app/questions-panel/form-is-sent-anyway", test_form_is_sent_anyway },
    { "/app/questions-panel/form-is-declined", test_form_is_declined },
    { "/app/questions-panel/form-is-cancelled", test_form_is_cancelled },
    { "/app/questions-panel/url-is-consented-to", test_url_is_consented_to },
    { "/app/questions-panel/sampling-is-composed", test_sampling_is_composed },
    { "/app/questions-panel/sampling-is-written-as-json", test_sampling_is_written_as_json },
    { "/app/questions-panel/sampling-is-rejected", test_sampling_is_rejected },
    { "/app/questions-panel/question-is-withdrawn", test_question_is_withdrawn },
    { "/app/questions-panel/queue-keeps-what-was-typed", test_queue_keeps_what_was_typed },
    { "/app/questions-panel/rule-is-made", test_rule_is_made },
    { "/app/questions-panel/rule-answers-now", test_rule_answers_now },
    { "/app/questions-panel/rule-without-question", test_rule_without_question },
    { "/app/questions-panel/closes-with-the-last", test_closes_with_the_last },
    { "/app/questions-panel/hostile-text", test_hostile_text },
    { "/app/questions-panel/unknown-method", test_unknown_method },
    { "/app/questions-panel/roots-are-edited", test_roots_are_edited },
    { "/app/questions-panel/roots-are-applied", test_roots_are_applied },
    { "/app/questions-panel/tab-goes-everywhere", test_tab_goes_everywhere },
    { "/app/questions-panel/keys-go-on", test_keys_go_on },
    { "/app/questions-panel/begins-with-a-field", test_begins_with_a_field },
    { "/app/questions-panel/fits", test_panel_fits },
  };

  app_test_init (&argc, &argv);

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  g_test_add_func ("/app/questions-panel/composer-keeps-to-the-revision",
                   test_composer_keeps_to_the_revision);
  g_test_add_func ("/app/question-composer/has-facts", test_composer_has_facts);
  g_test_add_func ("/app/question-composer/uses-tools", test_composer_uses_tools);
  g_test_add_func ("/app/question-block/of-a-file", test_block_of_a_file);
  g_test_add_func ("/app/roots-editor/reads-rows", test_roots_editor_reads_rows);

  return g_test_run ();
}
