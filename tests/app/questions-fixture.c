/* questions-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "mcp-json.h"
#include "questions-fixture.h"
#include "test-support.h"

void
questions_set_up (QuestionsFixture *fixture,
                  gconstpointer     unused)
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

void
questions_tear_down (QuestionsFixture *fixture,
                     gconstpointer     unused)
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
SounderQuestionView *
questions_get_view (QuestionsFixture *fixture)
{
  GtkWidget *shown = gtk_stack_get_visible_child (app_test_child (fixture->panel, "views"));

  return SOUNDER_IS_QUESTION_VIEW (shown) ? SOUNDER_QUESTION_VIEW (shown) : NULL;
}

GtkWidget *
questions_get_body (SounderQuestionView *view)
{
  return app_test_find (GTK_WIDGET (view), SOUNDER_TYPE_QUESTION_BODY);
}

SounderQuestionView *
questions_ask (QuestionsFixture *fixture,
               const char       *tool,
               const char       *arguments)
{
  g_clear_object (&fixture->call);
  fixture->call = mcp_session_new_tool_call (tool, arguments);
  mcp_session_start_call (fixture->session, fixture->call);
  TEST_AWAIT (sounder_questions_panel_get_n_waiting (fixture->panel) == 1);

  return questions_get_view (fixture);
}

/* The text that the tool ends with: what the server was told. */
static char *
questions_await_answer (QuestionsFixture *fixture)
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

void
questions_assert_told (QuestionsFixture *fixture,
                       const char       *expected)
{
  g_autofree char *told = questions_await_answer (fixture);

  if (strstr (told, expected) == NULL)
    g_error ("The server was told “%s”, not “%s”", told, expected);
}

McpForm *
questions_get_content (SounderQuestionView *view)
{
  return sounder_schema_form_get_form (
    SOUNDER_SCHEMA_FORM (app_test_find (questions_get_body (view), SOUNDER_TYPE_SCHEMA_FORM)));
}

McpFormNode *
questions_find_field (McpForm    *content,
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

void
questions_type (McpForm    *content,
                const char *name,
                const char *text)
{
  mcp_form_node_set_text (questions_find_field (content, name), text);
}

gboolean
questions_shows (GtkWidget  *root,
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
    if (questions_shows (child, text))
      return TRUE;

  return FALSE;
}

void
questions_activate (SounderQuestionView *view,
                    const char          *action)
{
  TEST_AWAIT (!sounder_question_view_is_held (view));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), action, NULL));
}
