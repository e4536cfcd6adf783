/* test-question.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-question-private.h"

#define FORM(properties) "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}"
#define FORM_NEEDS(properties, names) \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "},\"required\":[" names "]}}"

/* How a question ended. */
typedef struct
{
  char  *result;
  gint64 code;
  char  *message;
  guint  n_settled;
} Ending;

static void
settled_cb (McpQuestion  *question,
            const char   *result,
            gint64        code,
            const GError *error,
            gpointer      user_data)
{
  Ending *ending = user_data;

  g_free (ending->result);
  g_free (ending->message);
  ending->result = g_strdup (result);
  ending->code = code;
  ending->message = error != NULL ? g_strdup (error->message) : NULL;
  ending->n_settled++;
}

static void
clear_ending (Ending *ending)
{
  g_free (ending->result);
  g_free (ending->message);
  *ending = (Ending) { 0 };
}

static McpQuestion *
ask (const char *method,
     const char *params,
     const char *key,
     Ending     *ending)
{
  return mcp_question_new (method, params, strlen (params), NULL, key, key != NULL ? 1 : 0, 7,
                           ending != NULL ? settled_cb : NULL, ending);
}

static McpQuestion *
ask_form (const char *params)
{
  return ask ("elicitation/create", params, NULL, NULL);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char     *method;
    const char     *params;
    McpQuestionKind kind;
    const char     *kept;  /* the params as they are kept */
    const char     *url;
  } rows[] = {
    { "elicitation/create", "{}", MCP_QUESTION_FORM, "{}", NULL },
    { "elicitation/create", "{\"mode\":\"form\",\"url\":\"https://a\"}", MCP_QUESTION_FORM,
      "{\"mode\":\"form\",\"url\":\"https://a\"}", NULL },
    { "elicitation/create", "{\"mode\":\"url\",\"url\":\"https://a/\\u0062\"}", MCP_QUESTION_URL,
      "{\"mode\":\"url\",\"url\":\"https://a/\\u0062\"}", "https://a/b" },
    { "elicitation/create", "{\"mode\":\"url\",\"url\":7}", MCP_QUESTION_URL, "{\"mode\":\"url\",\"url\":7}", NULL },
    { "elicitation/create", "{\"mode\":\"URL\"}", MCP_QUESTION_FORM, "{\"mode\":\"URL\"}", NULL },
    { "elicitation/create", "{\"mode\":7}", MCP_QUESTION_FORM, "{\"mode\":7}", NULL },
    { "sampling/createMessage", "{\"mode\":\"url\"}", MCP_QUESTION_SAMPLING, "{\"mode\":\"url\"}", NULL },
    { "roots/list", "", MCP_QUESTION_ROOTS, "{}", NULL },
    { "roots/list", "[1]", MCP_QUESTION_ROOTS, "{}", NULL },
    { "roots/list", "null", MCP_QUESTION_ROOTS, "{}", NULL },
    { "elicitation/creates", "{}", MCP_QUESTION_OTHER, "{}", NULL },
    { "", "7", MCP_QUESTION_OTHER, "{}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpQuestion) question = ask (rows[i].method, rows[i].params, NULL, NULL);
      g_autofree char *url = mcp_question_dup_url (question);

      g_assert_cmpint (mcp_question_get_info (question)->kind, ==, rows[i].kind);
      g_assert_cmpstr (mcp_question_get_info (question)->params, ==, rows[i].kept);
      g_assert_cmpstr (url, ==, rows[i].url);
      g_assert_true (mcp_question_is_waiting (question));
      g_assert_null (mcp_question_get_info (question)->answer);
    }
}

/* Each way to settle, of each kind, as a request and within a round. */
static void
test_settling (void)
{
  enum { ACCEPT, DECLINE, CANCEL, ANSWER, REFUSE, ABANDON, WITHDRAW };
  static const struct
  {
    const char      *method;
    const char      *params;
    const char      *key;
    int              how;
    McpQuestionState state;
    const char      *result;
    gint64           code;
  } rows[] = {
    { "elicitation/create", "{}", NULL, ACCEPT, MCP_QUESTION_ANSWERED, "{\"action\":\"accept\",\"content\":{\"a\":1.10}}", 0 },
    { "elicitation/create", "{\"mode\":\"url\"}", NULL, ACCEPT, MCP_QUESTION_ANSWERED, "{\"action\":\"accept\"}", 0 },
    { "elicitation/create", "{}", NULL, DECLINE, MCP_QUESTION_DECLINED, "{\"action\":\"decline\"}", 0 },
    { "elicitation/create", "{}", "k", DECLINE, MCP_QUESTION_DECLINED, "{\"action\":\"decline\"}", 0 },
    { "elicitation/create", "{\"mode\":\"url\"}", NULL, CANCEL, MCP_QUESTION_CANCELLED, "{\"action\":\"cancel\"}", 0 },
    { "elicitation/create", "{}", NULL, ANSWER, MCP_QUESTION_ANSWERED, "{\"x\":1}", 0 },
    { "elicitation/create", "{}", NULL, REFUSE, MCP_QUESTION_REFUSED, NULL, -32602 },
    { "elicitation/create", "{}", "k", REFUSE, MCP_QUESTION_ABANDONED, NULL, -32603 },
    { "sampling/createMessage", "{}", NULL, DECLINE, MCP_QUESTION_DECLINED, NULL, -1 },
    { "sampling/createMessage", "{}", NULL, CANCEL, MCP_QUESTION_DECLINED, NULL, -1 },
    { "sampling/createMessage", "{}", "k", DECLINE, MCP_QUESTION_ABANDONED, NULL, -32603 },
    { "sampling/createMessage", "{}", "k", ANSWER, MCP_QUESTION_ANSWERED, "{\"x\":1}", 0 },
    { "roots/list", "{}", NULL, DECLINE, MCP_QUESTION_DECLINED, NULL, -32601 },
    { "roots/list", "{}", "k", CANCEL, MCP_QUESTION_ABANDONED, NULL, -32603 },
    { "x/y", "{}", NULL, DECLINE, MCP_QUESTION_DECLINED, NULL, -32601 },
    { "x/y", "{}", NULL, ABANDON, MCP_QUESTION_ABANDONED, NULL, -32603 },
    { "x/y", "{}", NULL, WITHDRAW, MCP_QUESTION_WITHDRAWN, NULL, -32603 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Ending ending = { 0 };
      McpQuestion *question = ask (rows[i].method, rows[i].params, rows[i].key, &ending);

      g_test_message ("%s %s %d", rows[i].method, rows[i].params, rows[i].how);
      g_assert_cmpint (mcp_question_can_refuse (question), ==, rows[i].key == NULL);
      for (guint twice = 0; twice < 2; twice++)
        switch (rows[i].how)
          {
          case ACCEPT:
            mcp_question_accept (question, "{\"a\":1.10}");
            break;
          case DECLINE:
            mcp_question_decline (question);
            break;
          case CANCEL:
            mcp_question_cancel (question);
            break;
          case ANSWER:
            mcp_question_answer (question, "{\"x\":1}");
            break;
          case REFUSE:
            mcp_question_refuse (question, -32602, "no");
            break;
          case ABANDON:
            mcp_question_abandon (question);
            break;
          case WITHDRAW:
          default:
            mcp_question_withdraw (question);
          }

      g_assert_cmpint (mcp_question_get_info (question)->state, ==, rows[i].state);
      g_assert_cmpuint (ending.n_settled, ==, 1);
      g_assert_cmpstr (ending.result, ==, rows[i].result);
      g_assert_cmpstr (mcp_question_get_info (question)->answer, ==, rows[i].result);
      g_assert_cmpint (ending.code, ==, rows[i].code);
      g_assert_cmpint (ending.message != NULL, ==, rows[i].result == NULL);
      clear_ending (&ending);
      g_assert_finalize_object (question);
    }
}

static void
notified_cb (McpQuestion *question,
             GParamSpec  *pspec,
             GString     *seen)
{
  g_string_append_printf (seen, "%s ", g_param_spec_get_name (pspec));
}

static void
test_due (void)
{
  g_autoptr (McpQuestion) question = ask_form ("{}");
  g_autoptr (GString) seen = g_string_new (NULL);
  gint64 due_usec = 0;

  g_signal_connect (question, "notify", G_CALLBACK (notified_cb), seen);
  mcp_question_set_due (question, 5, "a rule");
  mcp_question_set_due (question, 5, "another rule");
  g_assert_cmpstr (seen->str, ==, "due-usec ");
  g_assert_cmpstr (mcp_question_get_info (question)->rule, ==, "another rule");
  g_object_get (question, "due-usec", &due_usec, NULL);
  g_assert_cmpint (due_usec, ==, 5);

  /* Nobody answers what was answered; which rule it was stays known. */
  mcp_question_decline (question);
  g_assert_cmpstr (seen->str, ==, "due-usec due-usec state ");
  g_assert_cmpint (mcp_question_get_info (question)->due_usec, ==, 0);
  g_assert_cmpstr (mcp_question_get_info (question)->rule, ==, "another rule");
}

/* Each kind of property, with what fits it and what does not. */
static void
test_content (void)
{
  static const struct
  {
    const char *params;
    const char *content;
    const char *told;  /* NULL: it fits */
  } rows[] = {
    { FORM ("\"a\":{\"type\":\"string\"}"), "{\"a\":\"x\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\"}"), "{}", NULL },
    { FORM ("\"a\":{\"type\":\"string\"}"), "{\"a\":1}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\"}"), "{\"a\":null}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":3}"), "{\"a\":\"한글\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":3}"), "{\"a\":\"x\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":3}"), "{\"a\":\"wxyz\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\",\"pattern\":\"^x+$\"}"), "{\"a\":\"xx\"}", NULL },
    { FORM ("\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3}"), "{\"a\":3}", NULL },
    { FORM ("\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3}"), "{\"a\":3.0}", NULL },
    { FORM ("\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3}"), "{\"a\":4}", "/a: " },
    { FORM ("\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3}"), "{\"a\":1.5}", "/a: " },
    { FORM ("\"a\":{\"type\":\"integer\"}"), "{\"a\":\"3\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"number\",\"minimum\":-1}"), "{\"a\":-1e0}", NULL },
    { FORM ("\"a\":{\"type\":\"number\",\"minimum\":-1}"), "{\"a\":-1.01}", "/a: " },
    { FORM ("\"a\":{\"type\":\"boolean\"}"), "{\"a\":false}", NULL },
    { FORM ("\"a\":{\"type\":\"boolean\"}"), "{\"a\":\"false\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"boolean\"}"), "{\"a\":0}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}"), "{\"a\":\"y\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"]}"), "{\"a\":\"z\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\",\"title\":\"X\"}]}"), "{\"a\":\"x\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\",\"title\":\"X\"}]}"), "{\"a\":\"X\"}", "/a: " },
    { FORM ("\"a\":{\"type\":\"array\",\"items\":{\"enum\":[\"x\",\"y\"]},\"minItems\":1,\"maxItems\":1}"), "{\"a\":[\"x\"]}", NULL },
    { FORM ("\"a\":{\"type\":\"array\",\"items\":{\"enum\":[\"x\",\"y\"]},\"minItems\":1,\"maxItems\":1}"), "{\"a\":[]}", "/a: " },
    { FORM ("\"a\":{\"type\":\"array\",\"items\":{\"enum\":[\"x\",\"y\"]},\"minItems\":1,\"maxItems\":1}"), "{\"a\":[\"x\",\"y\"]}", "/a: " },
    { FORM ("\"a\":{\"type\":\"array\",\"items\":{\"enum\":[\"x\",\"y\"]}}"), "{\"a\":[\"x\",\"z\"]}", "/a/1: " },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"b\":1}", "" },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"a\":\"\"}", NULL },
    { FORM_NEEDS ("\"a/b~c\":{\"type\":\"string\"}", ""), "{\"a/b~c\":1}", "/a~1b~0c: " },

    /* Formats count here, though a schema alone does not ask for them. */
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"email\"}"), "{\"a\":\"me@example.com\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"email\"}"), "{\"a\":\"me\"}", "a: not of the format “email”" },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"uri\"}"), "{\"a\":\"https://example.com/\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"uri\"}"), "{\"a\":\"not a uri\"}", "a: not of the format “uri”" },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"date\"}"), "{\"a\":\"2024-02-29\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"date\"}"), "{\"a\":\"2026-02-29\"}", "a: not of the format “date”" },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"date-time\"}"), "{\"a\":\"2026-01-02T03:04:05Z\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"date-time\"}"), "{\"a\":\"2026-01-02\"}", "a: not of the format “date-time”" },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"sounder\"}"), "{\"a\":\"anything\"}", NULL },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"email\"}"), "{\"\\u0061\":\"me\"}", "a: not of the format “email”" },

    /* What is no JSON, or not what was asked for. */
    { FORM ("\"a\":{\"type\":\"string\"}"), "{", "" },
    { FORM ("\"a\":{\"type\":\"string\"}"), "", "" },
    { FORM ("\"a\":{\"type\":\"string\"}"), "[]", "" },
    { FORM ("\"a\":{\"type\":\"string\",\"format\":\"email\"}"), "7", "" },
    /* Without a schema, or with one that is none, all fits. */
    { "{\"message\":\"m\"}", "{\"a\":1}", NULL },
    { "{\"requestedSchema\":7}", "{\"a\":1}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpQuestion) question = ask_form (rows[i].params);
      g_autoptr (GError) error = NULL;
      gboolean fits = mcp_question_check_content (question, rows[i].content, &error);

      g_test_message ("%s: %s", rows[i].params, rows[i].content);
      if (rows[i].told == NULL)
        g_assert_no_error (error);
      g_assert_cmpint (fits, ==, rows[i].told == NULL);
      if (rows[i].told == NULL)
        continue;
      g_assert_nonnull (error);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }
}

static void
test_misfit (void)
{
  static const struct
  {
    const char *params;
    const char *answer;
    gboolean    fits;
  } rows[] = {
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":\"accept\",\"content\":{\"a\":\"x\"}}", TRUE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":\"accept\",\"content\":{\"a\":1}}", FALSE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":\"accept\"}", FALSE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":\"accept\",\"content\":7}", FALSE },
    { FORM ("\"a\":{\"type\":\"string\"}"), "{\"action\":\"accept\"}", TRUE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":\"decline\"}", TRUE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{\"action\":7,\"content\":{}}", TRUE },
    { FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\""), "{}", TRUE },
    { "{\"mode\":\"url\",\"requestedSchema\":{\"required\":[\"a\"]}}", "{\"action\":\"accept\"}", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpQuestion) question = ask_form (rows[i].params);
      g_autofree char *before = mcp_question_dup_misfit (question);
      g_autofree char *misfit = NULL;

      g_assert_null (before);
      mcp_question_answer (question, rows[i].answer);
      misfit = mcp_question_dup_misfit (question);
      g_test_message ("%s: %s", rows[i].answer, misfit);
      g_assert_cmpint (misfit == NULL, ==, rows[i].fits);
    }
}

/* What a form may ask for is little; what is more is told, with its name. */
static void
test_notes (void)
{
#define OUTSIDE(name) "“" name "” is outside the restricted subset of JSON Schema that a form may use."
  static const struct
  {
    const char *method;
    const char *params;
    const char *notes[3];
  } rows[] = {
    { "elicitation/create",
      FORM ("\"s\":{\"type\":\"string\"},\"n\":{\"type\":\"number\"},\"i\":{\"type\":\"integer\"},\"b\":{\"type\":\"boolean\"},"
            "\"e\":{\"type\":\"string\",\"enum\":[\"x\"]},\"o\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\"}]},"
            "\"m\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"x\"]}},"
            "\"f\":{\"type\":\"string\",\"format\":\"date-time\"}"),
      { NULL } },
    { "elicitation/create", FORM ("\"o\":{\"type\":\"object\"}"), { OUTSIDE ("o") } },
    { "elicitation/create", FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"), { OUTSIDE ("a") } },
    { "elicitation/create", FORM ("\"a\":{\"type\":[\"string\",\"null\"]}"), { OUTSIDE ("a") } },
    { "elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"format\":\"ipv4\"}"), { OUTSIDE ("a") } },
    { "elicitation/create", FORM ("\"a\":{\"enum\":[1,2]}"), { OUTSIDE ("a") } },
    { "elicitation/create", FORM ("\"a\":{\"enum\":[\"x\",2]},\"b\":{}"), { OUTSIDE ("a"), OUTSIDE ("b") } },
    { "elicitation/create", FORM_NEEDS ("\"a\":{\"type\":\"string\"}", "\"a\",\"no <such>\",7"),
      { "“no <such>” is required, but there is no such property." } },
    { "elicitation/create", "{\"requestedSchema\":{\"type\":\"object\",\"properties\":{},\"required\":{\"a\":\"b\"}}}", { NULL } },
    { "elicitation/create", "{}", { "the server’s form has no requestedSchema" } },
    { "elicitation/create", "{\"mode\":\"url\"}", { NULL } },
    { "sampling/createMessage", "{}", { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpQuestion) question = ask (rows[i].method, rows[i].params, NULL, NULL);
      g_auto (GStrv) notes = mcp_question_dup_notes (question);
      guint n = 0;

      g_test_message ("%s", rows[i].params);
      while (n < G_N_ELEMENTS (rows[i].notes) && rows[i].notes[n] != NULL)
        {
          g_assert_cmpstr (notes[n], ==, rows[i].notes[n]);
          n++;
        }
      g_assert_cmpuint (g_strv_length (notes), ==, n);
    }
}

/* The defaults have the server's own tokens. */
static void
test_defaults (void)
{
  static const struct
  {
    const char *params;
    const char *defaults;
  } rows[] = {
    { FORM ("\"a\":{\"type\":\"string\",\"default\":\"x\\u0041\"},\"b\":{\"type\":\"number\",\"default\":1.10},\"c\":{\"type\":\"string\"}"),
      "{\"a\":\"x\\u0041\",\"b\":1.10}" },
    { FORM ("\"a \\\"b\\\"\":{\"type\":\"boolean\",\"default\":false}"), "{\"a \\\"b\\\"\":false}" },
    { FORM (""), "{}" },
    { "{}", "{}" },
    { "{\"requestedSchema\":[]}", "{}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpQuestion) question = ask_form (rows[i].params);
      g_autofree char *defaults = mcp_question_dup_defaults (question);

      g_assert_cmpstr (defaults, ==, rows[i].defaults);
    }
}

/* Why there is no form is said each time it is asked for. */
static void
test_no_schema (void)
{
  g_autoptr (McpQuestion) question = ask_form ("{\"message\":7}");
  g_autofree char *message = mcp_question_dup_message (question);

  g_assert_null (message);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_question_get_schema (question, NULL));
      g_assert_null (mcp_question_get_schema (question, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/question/kinds", test_kinds);
  g_test_add_func ("/session/question/settling", test_settling);
  g_test_add_func ("/session/question/due", test_due);
  g_test_add_func ("/session/question/content", test_content);
  g_test_add_func ("/session/question/misfit", test_misfit);
  g_test_add_func ("/session/question/notes", test_notes);
  g_test_add_func ("/session/question/defaults", test_defaults);
  g_test_add_func ("/session/question/no-schema", test_no_schema);

  return g_test_run ();
}
