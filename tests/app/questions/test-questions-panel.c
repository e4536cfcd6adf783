/* test-questions-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-error.h"
#include "questions-fixture.h"
#include "sounder-json-view.h"
#include "sounder-question-form.h"
#include "sounder-question-rule-dialog.h"
#include "sounder-question-rules.h"
#include "sounder-question-sampling.h"
#include "sounder-roots-editor.h"
#include "test-support.h"

/* What is missing is told and holds the answer back; what is typed goes out digit for digit. */
static void
test_form_is_filled_in (QuestionsFixture *fixture,
                        gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-form", NULL);
  McpForm *content = questions_get_content (view);

  questions_activate (view, "question.send");
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 1);
  g_assert_true (questions_shows (GTK_WIDGET (view), "2 things are not"));
  g_assert_true (questions_shows (GTK_WIDGET (view), "Required"));

  questions_type (content, "name", "Ada");
  questions_type (content, "email", "ada at home");
  g_assert_cmpstr (mcp_form_node_get_error (questions_find_field (content, "email")), !=, NULL);
  questions_type (content, "email", "ada@example.org");
  questions_type (content, "ticket", "9007199254740993");
  mcp_form_node_set_json (questions_find_field (content, "agreed"), "false");
  mcp_form_node_set_json (questions_find_field (content, "class"), "\"first\"");
  mcp_form_node_set_json (questions_find_field (content, "extras"), "[\"bike\"]");
  g_assert_cmpuint (mcp_form_get_n_errors (content), ==, 0);

  questions_activate (view, "question.send");
  questions_assert_told (fixture,
               "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"email\":\"ada@example.org\","
               "\"day\":\"2026-07-28\",\"seats\":2,\"price\":19.90,\"ticket\":9007199254740993,"
               "\"window\":true,\"agreed\":false,\"class\":\"first\",\"city\":\"rey\","
               "\"days\":[\"Tue\"],\"extras\":[\"bike\"]}}");
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 0);
  g_assert_null (questions_get_view (fixture));
}

static void
test_form_is_sent_anyway (QuestionsFixture *fixture,
                          gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-form", NULL);

  questions_type (questions_get_content (view), "seats", "ten");
  questions_activate (view, "question.send");
  questions_activate (view, "question.send-anyway");
  questions_assert_told (fixture, "\"seats\":\"ten\"");
}

static void
test_form_is_declined (QuestionsFixture *fixture,
                       gconstpointer     unused)
{
  McpQuestion *settled;

  questions_activate (questions_ask (fixture, "ask-form", NULL), "question.decline");
  questions_assert_told (fixture, "{\"action\":\"decline\"}");

  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpint (mcp_question_get_info (settled)->state, ==, MCP_QUESTION_DECLINED);
  /* The record that asked is known, so that it can be looked up. */
  g_assert_cmpuint (mcp_question_get_info (settled)->serial, >, 0);
  g_object_unref (settled);
  sounder_questions_panel_show_page (fixture->panel, "settled");
  g_assert_true (questions_shows (GTK_WIDGET (fixture->panel), "Declined"));
}

static void
test_form_is_cancelled (QuestionsFixture *fixture,
                        gconstpointer     unused)
{
  questions_activate (questions_ask (fixture, "ask-form", NULL), "question.cancel");
  questions_assert_told (fixture, "{\"action\":\"cancel\"}");
}

/* The whole address, its host, and what is wrong with it; consent alone is sent. */
static void
test_url_is_consented_to (QuestionsFixture *fixture,
                          gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-url", "{\"page\":\"punycode\"}");

  g_assert_true (questions_shows (GTK_WIDGET (view), "https://xn--pypal-4ve.example/login"));
  g_assert_true (questions_shows (GTK_WIDGET (view), "Punycode"));
  g_assert_true (questions_shows (GTK_WIDGET (view), "several scripts"));
  questions_activate (view, "question.send");
  questions_assert_told (fixture, "You answered: {\"action\":\"accept\"}");
}

static void
test_sampling_is_composed (QuestionsFixture *fixture,
                           gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-model", "{\"prompt\":\"How deep?\"}");
  GtkWidget *composer = app_test_find (GTK_WIDGET (view), SOUNDER_TYPE_QUESTION_COMPOSER);

  g_assert_true (questions_shows (GTK_WIDGET (view), "How deep?"));
  g_assert_true (questions_shows (GTK_WIDGET (view), "Answer in one sentence."));
  app_test_click (composer, "Add _Text");
  app_test_type_into (gtk_widget_get_last_child (app_test_child (composer, "blocks")), "Ten \"fathoms\"");
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  questions_activate (view, "question.send");
  questions_assert_told (fixture, "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"\"},"
                        "{\"type\":\"text\",\"text\":\"Ten \\\"fathoms\\\"\"}],"
                        "\"model\":\"small-model\",\"stopReason\":\"endTurn\"}");
}

/* What is composed is what the JSON begins with; text that is no object is held back. */
static void
test_sampling_is_written_as_json (QuestionsFixture *fixture,
                                  gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-model", NULL);
  GtkWidget *body = questions_get_body (view);
  GtkWidget *stack = gtk_widget_get_parent (app_test_find (body, SOUNDER_TYPE_QUESTION_COMPOSER));
  SounderJsonView *editor = SOUNDER_JSON_VIEW (
    app_test_find (gtk_stack_get_child_by_name (GTK_STACK (stack), "raw"), SOUNDER_TYPE_JSON_VIEW));
  g_autofree char *text = NULL;

  app_test_click (body, "JSON");
  text = sounder_json_view_dup_text (editor);
  g_assert_nonnull (strstr (text, "\"small-model\""));

  sounder_json_view_set_text (editor, "[1]");
  questions_activate (view, "question.send");
  g_assert_true (questions_shows (GTK_WIDGET (view), "must be a JSON object"));
  sounder_json_view_set_text (editor, "{");
  questions_activate (view, "question.send");
  g_assert_true (questions_shows (GTK_WIDGET (view), "cannot be read"));
  g_assert_cmpuint (sounder_questions_panel_get_n_waiting (fixture->panel), ==, 1);

  sounder_json_view_set_text (editor, "{\"role\":\"user\",\n \"odd\":1.0}");
  questions_activate (view, "question.send");
  questions_assert_told (fixture, "{\"role\":\"user\", \"odd\":1.0}");
}

static void
test_sampling_is_rejected (QuestionsFixture *fixture,
                           gconstpointer     unused)
{
  questions_activate (questions_ask (fixture, "ask-model", NULL), "question.decline");
  questions_assert_told (fixture, "There was no answer: {\"code\":-1");
}

/* The server takes its question back when the call is cancelled. */
static void
test_question_is_withdrawn (QuestionsFixture *fixture,
                            gconstpointer     unused)
{
  g_autoptr (McpQuestion) settled = NULL;

  questions_ask (fixture, "ask-form", NULL);
  mcp_call_cancel (fixture->call, "enough");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 0);
  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpint (mcp_question_get_info (settled)->state, ==, MCP_QUESTION_WITHDRAWN);
  g_assert_null (questions_get_view (fixture));
}

/* What was typed for one question is there after another was looked at. */
static void
test_queue_keeps_what_was_typed (QuestionsFixture *fixture,
                                 gconstpointer     unused)
{
  SounderQuestionView *first = questions_ask (fixture, "ask-form", NULL);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("ask-url", "{}");

  questions_type (questions_get_content (first), "name", "Ada");
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);
  g_assert_true (questions_get_view (fixture) == first);

  gtk_widget_activate_action (GTK_WIDGET (fixture->panel), "questions.next", NULL);
  g_assert_true (questions_get_view (fixture) != first);
  gtk_widget_activate_action (GTK_WIDGET (fixture->panel), "questions.previous", NULL);
  g_assert_true (questions_get_view (fixture) == first);
  g_assert_cmpstr (mcp_form_node_get_text (questions_find_field (questions_get_content (first), "name")),
                   ==, "Ada");

  questions_activate (first, "question.decline");
  questions_assert_told (fixture, "decline");
  questions_activate (questions_get_view (fixture), "question.decline");
  TEST_AWAIT (mcp_call_is_finished (second));
}

/* The view of a server may go while it asks, and another one is made of it. */
static SounderQuestionView *
renew_panel (QuestionsFixture *fixture)
{
  gtk_window_set_child (GTK_WINDOW (fixture->window), NULL);
  fixture->panel = g_object_new (SOUNDER_TYPE_QUESTIONS_PANEL, "session", fixture->session, NULL);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->panel));

  return questions_get_view (fixture);
}

static void
test_form_outlives_its_view (QuestionsFixture *fixture,
                             gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-form", NULL);
  SounderSchemaForm *form;

  questions_type (questions_get_content (view), "name", "Ada");
  view = renew_panel (fixture);
  g_assert_cmpstr (mcp_form_node_get_text (questions_find_field (questions_get_content (view), "name")), ==, "Ada");

  /* Text that is no JSON yet is no form. */
  app_test_click (questions_get_body (view), "JSON");
  form = SOUNDER_SCHEMA_FORM (app_test_find (questions_get_body (view), SOUNDER_TYPE_SCHEMA_FORM));
  sounder_schema_form_set_text (form, "{\"name\":");
  view = renew_panel (fixture);
  form = SOUNDER_SCHEMA_FORM (app_test_find (questions_get_body (view), SOUNDER_TYPE_SCHEMA_FORM));
  {
    g_autofree char *draft = sounder_schema_form_dup_draft (form);

    g_assert_cmpstr (draft, ==, "{\"name\":");
  }
  questions_activate (view, "question.decline");
  questions_assert_told (fixture, "decline");
}

static void
test_sampling_outlives_its_view (QuestionsFixture *fixture,
                                 gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-model", NULL);
  GtkWidget *composer = app_test_find (GTK_WIDGET (view), SOUNDER_TYPE_QUESTION_COMPOSER);

  app_test_type_into (app_test_child (composer, "blocks"), "Ten fathoms");
  questions_activate (renew_panel (fixture), "question.send");
  questions_assert_told (fixture, "Ten fathoms");
}

static char *
dup_rules (QuestionsFixture *fixture)
{
  return mcp_answer_rules_to_json (mcp_profile_get_answer_rules (mcp_session_get_profile (fixture->session)));
}

/* A rule made of a question answers the next one like it, and can be taken away. */
static void
test_rule_is_made (QuestionsFixture *fixture,
                   gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-url", "{\"page\":\"http\"}");
  GtkWidget *body = questions_get_body (view);
  GtkWidget *dialog =
    sounder_question_rule_dialog_new (SOUNDER_QUESTION_BODY (body), GTK_WIDGET (view));
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
  g_assert_true (questions_shows (GTK_WIDGET (fixture->panel), "http://example.org/consent"));
  questions_activate (view, "question.decline");
  questions_assert_told (fixture, "decline");

  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call ("ask-url", "{\"page\":\"http\"}");
  mcp_session_start_call (fixture->session, fixture->call);
  questions_assert_told (fixture, "accept");

  app_test_click (app_test_find (GTK_WIDGET (fixture->panel), SOUNDER_TYPE_QUESTION_RULES), "Remove");
  left = dup_rules (fixture);
  g_assert_cmpstr (left, ==, "[]");
}

/* All forms, once, after a while, and this one at once. */
static void
test_rule_answers_now (QuestionsFixture *fixture,
                       gconstpointer     unused)
{
  SounderQuestionView *view = questions_ask (fixture, "ask-form", NULL);
  GtkWidget *body = questions_get_body (view);
  GtkWidget *dialog =
    sounder_question_rule_dialog_new (SOUNDER_QUESTION_BODY (body), GTK_WIDGET (view));
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
  questions_assert_told (fixture, "{\"action\":\"cancel\"}");
}

/* A rule needs no question to be made of. */
static void
test_rule_without_question (QuestionsFixture *fixture,
                            gconstpointer     unused)
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

static void
count_cb (guint *count)
{
  (*count)++;
}

/* When nothing waits any more there is nothing left to see. */
static void
test_closes_with_the_last (QuestionsFixture *fixture,
                           gconstpointer     unused)
{
  guint n_closed = 0;
  g_autoptr (McpCall) second = NULL;

  g_signal_connect_swapped (fixture->panel, "close", G_CALLBACK (count_cb), &n_closed);
  questions_ask (fixture, "ask-url", "{\"page\":\"http\"}");
  second = mcp_session_new_tool_call ("ask-url", "{\"page\":\"http\"}");
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);

  questions_activate (questions_get_view (fixture), "question.decline");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);
  g_assert_cmpuint (n_closed, ==, 0);
  questions_activate (questions_get_view (fixture), "question.decline");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 0);
  g_assert_cmpuint (n_closed, ==, 1);
  TEST_AWAIT (mcp_call_is_finished (second) && mcp_call_is_finished (fixture->call));
  g_signal_handlers_disconnect_by_data (fixture->panel, &n_closed);
}

/* What a server says is shown as it is, and never read as markup. */
static void
test_hostile_text (QuestionsFixture *fixture,
                   gconstpointer     unused)
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
      view = questions_get_view (fixture);
      g_assert_nonnull (view);
      g_assert_true (questions_shows (GTK_WIDGET (view), "round 2"));
      if (i == 0)
        {
          g_assert_true (questions_shows (GTK_WIDGET (view), "<b>&amp;</b> & "));
          g_assert_false (questions_shows (GTK_WIDGET (view), "\342\200\256"));
          g_assert_true (questions_shows (GTK_WIDGET (view), "outside the restricted subset"));
          g_assert_true (questions_shows (GTK_WIDGET (view), "“<none>” is required"));
        }
      questions_activate (view, "question.decline");
    }

  sounder_questions_panel_show_page (fixture->panel, "settled");
  g_assert_true (questions_shows (GTK_WIDGET (fixture->panel), "<b>&amp;</b> & "));
}

/* A method that is not known is answered with JSON of one's own. */
static void
test_unknown_method (QuestionsFixture *fixture,
                     gconstpointer     unused)
{
  g_autoptr (McpQuestion) settled = NULL;

  mcp_questions_ask_async (fixture->questions, "weather/forecast", "{}", 2, NULL, NULL, 0, 0, NULL,
                           NULL, NULL);
  questions_activate (questions_get_view (fixture), "question.send");
  settled = g_list_model_get_item (mcp_questions_get_history (fixture->questions), 0);
  g_assert_cmpstr (mcp_question_get_info (settled)->answer, ==, "{}");
}

/* Rules may want the person to look at the roots; else they are told without anybody. */
static void
test_roots_are_edited (QuestionsFixture *fixture,
                       gconstpointer     unused)
{
  g_autoptr (McpAnswerRules) rules =
    mcp_answer_rules_new_from_json ("[{\"method\":\"roots/list\",\"do\":\"ask\"}]", -1, NULL);
  SounderQuestionView *view;
  GtkWidget *editor;

  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call ("ask-roots", NULL);
  mcp_session_start_call (fixture->session, fixture->call);
  questions_assert_told (fixture, "{\"roots\":[]}");

  mcp_questions_set_rules (fixture->questions, rules);
  view = questions_ask (fixture, "ask-roots", NULL);
  editor = app_test_find (questions_get_body (view), SOUNDER_TYPE_ROOTS_EDITOR);
  app_test_click (editor, "Add A_ddress");
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (editor, ADW_TYPE_ENTRY_ROW)), "file:///srv/data");
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  questions_activate (view, "question.send");
  questions_assert_told (fixture, "file:///srv/data");
}

static gboolean
was_sent (QuestionsFixture *fixture,
          const char       *method)
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
test_roots_are_applied (QuestionsFixture *fixture,
                        gconstpointer     unused)
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
assert_page_fits (QuestionsFixture *fixture,
                  const char       *page)
{
  sounder_questions_panel_show_page (fixture->panel, page);
  app_test_assert_fits (GTK_WIDGET (fixture->panel));
  app_test_assert_labelled (GTK_WIDGET (fixture->panel));
}

static void
test_panel_fits (QuestionsFixture *fixture,
                 gconstpointer     unused)
{
  static const char *const tools[] = { "ask-form", "ask-url", "ask-model" };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      SounderQuestionView *view = questions_ask (fixture, tools[i], NULL);

      questions_activate (view, "question.send");
      assert_page_fits (fixture, "waiting");
      if (questions_get_view (fixture) != NULL)
        questions_activate (questions_get_view (fixture), "question.decline");
      TEST_AWAIT (mcp_call_is_finished (fixture->call));
    }
  assert_page_fits (fixture, "settled");
  assert_page_fits (fixture, "rules");
  assert_page_fits (fixture, "roots");
}

static GtkWidget *
get_focus (QuestionsFixture *fixture)
{
  return gtk_window_get_focus (GTK_WINDOW (fixture->window));
}

/* The panel below an entry that has the focus; in something, as in the session's page, GTK asks it to grab it. */
static GtkWidget *
put_below_entry (QuestionsFixture *fixture)
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
is_tabbed_to (QuestionsFixture *fixture,
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
test_tab_goes_everywhere (QuestionsFixture *fixture,
                          gconstpointer     unused)
{
  SounderQuestionView *view;
  GtkWidget *first;

  put_below_entry (fixture);
  view = questions_ask (fixture, "ask-form", NULL);
  TEST_AWAIT (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_true (is_tabbed_to (fixture, GTK_TYPE_STACK_SWITCHER));
  g_assert_true (is_tabbed_to (fixture, SOUNDER_TYPE_QUESTION_VIEW));

  sounder_questions_panel_enter (fixture->panel);
  first = get_focus (fixture);
  g_assert_true (gtk_widget_is_ancestor (first, GTK_WIDGET (view)));
  sounder_questions_panel_enter (fixture->panel);
  g_assert_true (get_focus (fixture) == first);

  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  questions_activate (view, "question.decline");
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
test_keys_go_on (QuestionsFixture *fixture,
                 gconstpointer     unused)
{
  GtkWidget *entry = put_below_entry (fixture);
  g_autoptr (McpCall) second = mcp_session_new_tool_call ("ask-model", NULL);
  SounderQuestionView *view = questions_ask (fixture, "ask-model", NULL);
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (view)));
  g_assert_false (takes_keys (view) || gtk_widget_is_sensitive (app_test_child (view, "send_button")));
  TEST_AWAIT (takes_keys (view));
  mcp_session_start_call (fixture->session, second);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 2);
  g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), entry) && questions_get_view (fixture) == view);
  gtk_widget_grab_focus (app_test_child (view, "send_button"));
  questions_activate (view, "question.send");
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);
  view = questions_get_view (fixture);
  app_test_draw_frames (fixture->window);
  g_assert_true (GTK_IS_TEXT_VIEW (get_focus (fixture))
                 && gtk_widget_is_ancestor (get_focus (fixture), questions_get_body (view)));
  g_assert_true (gtk_text_view_get_editable (GTK_TEXT_VIEW (get_focus (fixture))));

  g_signal_connect (fixture->panel, "close", G_CALLBACK (sounder_questions_panel_leave), NULL);
  questions_activate (view, "question.send");
  TEST_AWAIT (mcp_call_is_finished (second) && mcp_call_is_finished (fixture->call));
  g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), entry));
}

/* None begins on a button that answers. */
static void
test_begins_with_a_field (QuestionsFixture *fixture,
                          gconstpointer     unused)
{
  static const char *const tools[] = { "ask-form", "ask-url", "ask-model" };
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      SounderQuestionView *view = questions_ask (fixture, tools[i], NULL);
      TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (view)));
      sounder_questions_panel_enter (fixture->panel);
      g_assert_true (gtk_widget_is_ancestor (get_focus (fixture), questions_get_body (view)));
      questions_activate (view, "question.decline");
      TEST_AWAIT (mcp_call_is_finished (fixture->call) && questions_get_view (fixture) == NULL);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void      (*run) (QuestionsFixture *fixture, gconstpointer unused);
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
    { "/app/questions-panel/form-outlives-its-view", test_form_outlives_its_view },
    { "/app/questions-panel/sampling-outlives-its-view", test_sampling_outlives_its_view },
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
    g_test_add (tests[i].path, QuestionsFixture, NULL, questions_set_up, tests[i].run,
                questions_tear_down);

  return g_test_run ();
}
