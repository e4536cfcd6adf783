/* test-questions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-error.h"
#include "mcp-questions.h"
#include "test-support.h"

/* One asking, as the session does it. */
typedef struct
{
  McpProfile   *profile;
  McpQuestions *questions;
  GCancellable *cancellable;
  char         *result;
  GError       *error;
  gint64        code;
  guint         n_done;
} Desk;

static void
desk_set_up (Desk         *desk,
             gconstpointer data)
{
  desk->profile = mcp_profile_new ("desk");
  desk->questions = mcp_questions_new (desk->profile);
  desk->cancellable = g_cancellable_new ();
}

static void
desk_tear_down (Desk         *desk,
                gconstpointer data)
{
  mcp_questions_withdraw_all (desk->questions);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (desk->questions);
  g_object_unref (desk->profile);
  g_object_unref (desk->cancellable);
  g_free (desk->result);
  g_clear_error (&desk->error);
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  Desk *desk = user_data;

  g_clear_pointer (&desk->result, g_free);
  g_clear_error (&desk->error);
  desk->result = mcp_questions_ask_finish (MCP_QUESTIONS (source), result, &desk->code,
                                           &desk->error);
  desk->n_done++;
}

static void
ask_full (Desk       *desk,
          const char *method,
          const char *params,
          const char *key)
{
  mcp_questions_ask_async (desk->questions, method, params, strlen (params), NULL, key,
                           key != NULL ? 1 : 0, 7, desk->cancellable, asked_cb, desk);
}

static McpQuestion *
ask (Desk       *desk,
     const char *method,
     const char *params)
{
  g_autoptr (McpQuestion) question = NULL;

  ask_full (desk, method, params, NULL);
  question = g_list_model_get_item (G_LIST_MODEL (desk->questions),
                                    g_list_model_get_n_items (G_LIST_MODEL (desk->questions)) - 1);

  return question; /* the desk holds it */
}

#define FORM                                                                                       \
  "{\"message\":\"Which region?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{"       \
  "\"region\":{\"type\":\"string\",\"default\":\"eu\"},"                                           \
  "\"count\":{\"type\":\"integer\",\"default\":9007199254740993},"                                 \
  "\"note\":{\"type\":\"string\"}},\"required\":[\"region\"]}}"

static void
test_accept (Desk         *desk,
             gconstpointer data)
{
  McpQuestion *question;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  mcp_questions_set_attended (desk->questions, TRUE);
  question = ask (desk, "elicitation/create", FORM);
  g_assert_cmpint (mcp_question_get_info (question)->kind, ==, MCP_QUESTION_FORM);
  message = mcp_question_dup_message (question);
  g_assert_cmpstr (message, ==, "Which region?");
  g_assert_cmpuint (mcp_question_get_info (question)->serial, ==, 7);

  g_assert_true (mcp_question_check_content (question, "{\"region\":\"us\"}", NULL));
  g_assert_false (mcp_question_check_content (question, "{\"count\":1}", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);

  mcp_question_accept (question, "{\"region\":\"us\"}");
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"accept\",\"content\":{\"region\":\"us\"}}");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_questions_get_history (desk->questions)), ==, 1);
}

/* Whoever comes second changes nothing. */
static void
test_settled_once (Desk         *desk,
                   gconstpointer data)
{
  g_autoptr (McpQuestion) question = NULL;

  mcp_questions_set_attended (desk->questions, TRUE);
  question = g_object_ref (ask (desk, "elicitation/create", FORM));
  mcp_question_decline (question);
  mcp_question_accept (question, "{}");
  g_cancellable_cancel (desk->cancellable);
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"decline\"}");
  g_assert_cmpint (mcp_question_get_info (question)->state, ==, MCP_QUESTION_DECLINED);
}

static void
test_url (Desk         *desk,
          gconstpointer data)
{
  McpQuestion *question;
  g_autofree char *url = NULL;

  mcp_questions_set_attended (desk->questions, TRUE);
  question = ask (desk, "elicitation/create",
                  "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://example.com/a?b=c\"}");
  g_assert_cmpint (mcp_question_get_info (question)->kind, ==, MCP_QUESTION_URL);
  url = mcp_question_dup_url (question);
  g_assert_cmpstr (url, ==, "https://example.com/a?b=c");
  mcp_question_accept (question, "{\"x\":1}");
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"accept\"}");
}

static void
test_sampling_declined (Desk         *desk,
                        gconstpointer data)
{
  mcp_questions_set_attended (desk->questions, TRUE);
  mcp_question_decline (ask (desk, "sampling/createMessage", "{\"messages\":[]}"));
  TEST_AWAIT (desk->n_done == 1);
  g_assert_null (desk->result);
  g_assert_cmpint (desk->code, ==, -1);
}

/* In a round there is no error to answer with. */
static void
test_round_declined (Desk         *desk,
                     gconstpointer data)
{
  g_autoptr (McpQuestion) question = NULL;

  mcp_questions_set_attended (desk->questions, TRUE);
  ask_full (desk, "sampling/createMessage", "{}", "key");
  question = g_list_model_get_item (G_LIST_MODEL (desk->questions), 0);
  g_assert_false (mcp_question_can_refuse (question));
  mcp_question_refuse (question, -1, "no");
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpint (mcp_question_get_info (question)->state, ==, MCP_QUESTION_ABANDONED);
  g_assert_error (desk->error, MCP_ERROR, MCP_ERROR_CANCELLED);
}

static void
test_withdrawn (Desk         *desk,
                gconstpointer data)
{
  mcp_questions_set_attended (desk->questions, TRUE);
  ask (desk, "elicitation/create", FORM);
  g_cancellable_cancel (desk->cancellable);
  TEST_AWAIT (desk->n_done == 1);
  g_assert_error (desk->error, MCP_ERROR, MCP_ERROR_CANCELLED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)), ==, 0);

  /* One that was taken back before it was put. */
  ask_full (desk, "elicitation/create", FORM, NULL);
  TEST_AWAIT (desk->n_done == 2);
}

static void
test_nobody (Desk         *desk,
             gconstpointer data)
{
  ask (desk, "elicitation/create", FORM);
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"decline\"}");
}

static void
set_rules (Desk       *desk,
           const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAnswerRules) rules = mcp_answer_rules_new_from_json (json, -1, &error);

  g_assert_no_error (error);
  mcp_questions_set_rules (desk->questions, rules);
}

/* Defaults keep their spelling. */
static void
test_rule_defaults (Desk         *desk,
                    gconstpointer data)
{
  McpQuestion *question;

  set_rules (desk, "[{\"method\":\"elicitation/*\",\"do\":\"accept\"}]");
  question = ask (desk, "elicitation/create", FORM);
  g_assert_cmpint (mcp_question_get_info (question)->due_usec, >, 0);
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==,
                   "{\"action\":\"accept\",\"content\":{\"region\":\"eu\",\"count\":9007199254740993}}");
}

static void
test_rule_once (Desk         *desk,
                gconstpointer data)
{
  set_rules (desk, "{\"answers\":[{\"about\":\"*region*\",\"do\":\"accept\",\"content\":{\"region\":\"x\"},"
                   "\"times\":1},{\"do\":\"cancel\"}]}");
  ask (desk, "elicitation/create", FORM);
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"accept\",\"content\":{\"region\":\"x\"}}");
  ask (desk, "elicitation/create", FORM);
  TEST_AWAIT (desk->n_done == 2);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"cancel\"}");

  /* A new connection. */
  mcp_questions_withdraw_all (desk->questions);
  ask (desk, "elicitation/create", FORM);
  TEST_AWAIT (desk->n_done == 3);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"accept\",\"content\":{\"region\":\"x\"}}");
}

/* The person may be faster than a rule that waits. */
static void
test_rule_delay (Desk         *desk,
                 gconstpointer data)
{
  McpQuestion *question;

  mcp_questions_set_attended (desk->questions, TRUE);
  set_rules (desk, "[{\"do\":\"decline\",\"delayMs\":600000}]");
  question = ask (desk, "elicitation/create", FORM);
  g_assert_cmpint (mcp_question_get_info (question)->due_usec, >,
                   g_get_monotonic_time () + 500 * G_USEC_PER_SEC);
  g_assert_cmpstr (mcp_question_get_info (question)->rule, ==, "everything → decline, after 600000 ms");
  mcp_question_accept (question, "{}");
  TEST_AWAIT (desk->n_done == 1);
  g_assert_cmpstr (desk->result, ==, "{\"action\":\"accept\",\"content\":{}}");
}

static void
test_rule_ignore (Desk         *desk,
                  gconstpointer data)
{
  set_rules (desk, "[{\"do\":\"ignore\"}]");
  ask (desk, "elicitation/create", FORM);
  g_assert_cmpuint (desk->n_done, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (desk->questions)), ==, 1);
}

typedef struct
{
  const char *json;
  const char *message;
} BrokenRules;

static const BrokenRules broken_rules[] = {
  { "{}", "array of rules" },
  { "[1]", "rule 1: a rule must be an object" },
  { "[{\"do\":\"decline\"},{}]", "rule 2: “do” is missing" },
  { "[{\"do\":\"explode\"}]", "“do” is “explode”" },
  { "[{\"do\":\"accept\",\"contents\":{}}]", "“contents” is not known" },
  { "[{\"do\":\"accept\",\"content\":[]}]", "“content” must be an object" },
  { "[{\"do\":\"answer\"}]", "“answer” needs a “result”" },
  { "[{\"do\":\"decline\",\"times\":-1}]", "“times” must be a whole number" },
  { "[{]", "" },
};

static void
test_broken_rules (gconstpointer data)
{
  const BrokenRules *broken = data;
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_answer_rules_new_from_json (broken->json, -1, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, broken->message));
}

static void
test_profile (void)
{
  const char *json = "{\"command\":\"x\",\"sounder\":{\"era\":\"modern\",\"clientCapabilities\":"
                     "{\"sampling\":false},\"extensions\":[\"a.b/c\"],\"maxRounds\":3,"
                     "\"logLevel\":\"info\",\"answers\":[{\"do\":\"decline\"}]}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("p", json, -1, &error);
  g_autofree char *same = NULL;
  g_autofree char *changed = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (mcp_profile_get_settings (profile)->era.choice, ==, MCP_ERA_CHOICE_MODERN);
  g_assert_false (mcp_profile_get_client_capability (profile, "sampling"));
  g_assert_true (mcp_profile_get_client_capability (profile, "elicitation.url"));
  g_assert_true (mcp_profile_has_extension (profile, "a.b/c"));
  g_assert_cmpuint (mcp_profile_get_settings (profile)->era.max_rounds, ==, 3);
  g_assert_cmpuint (mcp_answer_rules_get_n (mcp_profile_get_answer_rules (profile)), ==, 1);
  same = mcp_profile_to_json (profile);
  g_assert_cmpstr (same, ==, json);

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_set_client_capability (profile, "sampling", TRUE);
  mcp_profile_set_answer_rules (profile, NULL);
  changed = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (changed, "\"legacy\""));
  g_assert_null (strstr (changed, "clientCapabilities"));
  g_assert_null (strstr (changed, "answers"));
}

static void
add (const char *name,
     void (*test) (Desk *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/session/questions/", name, NULL);

  g_test_add (path, Desk, NULL, desk_set_up, test, desk_tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("accept", test_accept);
  add ("settled-once", test_settled_once);
  add ("url", test_url);
  add ("sampling-declined", test_sampling_declined);
  add ("round-declined", test_round_declined);
  add ("withdrawn", test_withdrawn);
  add ("nobody", test_nobody);
  add ("rule-defaults", test_rule_defaults);
  add ("rule-once", test_rule_once);
  add ("rule-delay", test_rule_delay);
  add ("rule-ignore", test_rule_ignore);
  g_test_add_func ("/session/questions/profile", test_profile);

  for (guint i = 0; i < G_N_ELEMENTS (broken_rules); i++)
    {
      g_autofree char *path = g_strdup_printf ("/session/questions/broken-rules/%u", i);

      g_test_add_data_func (path, &broken_rules[i], test_broken_rules);
    }

  return g_test_run ();
}
