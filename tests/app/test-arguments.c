/* test-arguments.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "sounder-arguments.h"
#include "sounder-content.h"
#include "test-support.h"

#define SCHEMA \
  "{\"type\":\"object\",\"properties\":{" \
  "\"text\":{\"type\":\"string\"}," \
  "\"count\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":14}," \
  "\"ratio\":{\"type\":\"number\",\"default\":1.10}," \
  "\"flag\":{\"type\":\"boolean\"}," \
  "\"colour\":{\"enum\":[\"red\",\"green\"]}," \
  "\"note\":{\"type\":[\"string\",\"null\"]}," \
  "\"more\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}}}}," \
  "\"required\":[\"text\",\"count\"]}"

enum {
  TEXT,
  COUNT,
  RATIO,
  FLAG,
  COLOUR,
  NOTE,
  MORE,
};

static void
note_judged (gboolean *judged)
{
  *judged = TRUE;
}

static SounderArguments *
new_arguments (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) schema = mcp_schema_new (SCHEMA, -1, &error);

  g_assert_no_error (error);

  return sounder_arguments_new (schema);
}

static void
assert_json (SounderArguments *arguments,
             const char       *expected)
{
  g_autofree char *json = sounder_arguments_to_json (arguments);

  g_assert_cmpstr (json, ==, expected);
}

static void
test_defaults (void)
{
  g_autoptr (SounderArguments) arguments = new_arguments ();

  g_assert_cmpuint (sounder_arguments_get_n_fields (arguments), ==, 7);
  g_assert_cmpint (sounder_arguments_get_state (arguments, TEXT), ==, SOUNDER_ARGUMENT_ABSENT);
  g_assert_cmpint (sounder_arguments_get_state (arguments, NOTE), ==, SOUNDER_ARGUMENT_ABSENT);
  assert_json (arguments, "{\"ratio\":1.10}");
  g_assert_cmpstr (sounder_arguments_get_error (arguments, COUNT), ==, "Required");
  g_assert_cmpstr (sounder_arguments_get_error (arguments, TEXT), ==, "Required");
  g_assert_cmpuint (sounder_arguments_get_n_errors (arguments), >=, 1);
  g_assert_null (sounder_arguments_get_general_error (arguments));

  g_assert_finalize_object (g_steal_pointer (&arguments));
}

static void
test_exact_numbers (void)
{
  static const char *const numbers[] = { "9007199254740993", "1.10", "1e400", "-0.0", "1E+2" };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (SounderArguments) arguments = new_arguments ();
      g_autofree char *expected =
        g_strdup_printf ("{\"ratio\":%s}", numbers[i]);

      sounder_arguments_set_text (arguments, RATIO, numbers[i]);
      assert_json (arguments, expected);
      g_assert_null (sounder_arguments_get_error (arguments, RATIO));
    }
}

static void
test_states (void)
{
  g_autoptr (SounderArguments) arguments = new_arguments ();

  sounder_arguments_set_state (arguments, RATIO, SOUNDER_ARGUMENT_ABSENT);
  sounder_arguments_set_state (arguments, NOTE, SOUNDER_ARGUMENT_NULL);
  assert_json (arguments, "{\"note\":null}");

  sounder_arguments_set_text (arguments, NOTE, "null");
  assert_json (arguments, "{\"note\":\"null\"}");

  sounder_arguments_set_state (arguments, NOTE, SOUNDER_ARGUMENT_NULL);
  sounder_arguments_set_state (arguments, NOTE, SOUNDER_ARGUMENT_VALUE);
  assert_json (arguments, "{\"note\":\"null\"}");

  /* The text of an absent field waits, and so does its token. */
  sounder_arguments_set_state (arguments, RATIO, SOUNDER_ARGUMENT_VALUE);
  assert_json (arguments, "{\"ratio\":1.10,\"note\":\"null\"}");
}

/* An empty text is sent where somebody says so, and not where nothing was said. */
static void
test_required_texts (void)
{
  g_autoptr (SounderArguments) arguments = new_arguments ();

  sounder_arguments_set_text (arguments, TEXT, "x");
  assert_json (arguments, "{\"text\":\"x\",\"ratio\":1.10}");
  g_assert_null (sounder_arguments_get_error (arguments, TEXT));
  sounder_arguments_set_text (arguments, TEXT, "");
  assert_json (arguments, "{\"ratio\":1.10}");
  g_assert_cmpstr (sounder_arguments_get_error (arguments, TEXT), ==, "Required");

  sounder_arguments_set_state (arguments, TEXT, SOUNDER_ARGUMENT_VALUE);
  assert_json (arguments, "{\"text\":\"\",\"ratio\":1.10}");
  g_assert_null (sounder_arguments_get_error (arguments, TEXT));
  /* What need not be there may be empty. */
  sounder_arguments_set_text (arguments, NOTE, "x");
  sounder_arguments_set_text (arguments, NOTE, "");
  assert_json (arguments, "{\"text\":\"\",\"ratio\":1.10,\"note\":\"\"}");
}

static void
test_loads_without_loss (void)
{
  static const char text[] = "{\"zeta\":[1.0,{\"a\":1e400}],\"count\":9007199254740993,"
                             "\"t\\u0065xt\":\"na\\u00efve\",\"ratio\":1.100,\"more\":{\"x\":1.0}}";
  g_autoptr (SounderArguments) arguments = new_arguments ();
  g_autoptr (GError) error = NULL;

  g_assert_true (sounder_arguments_load (arguments, text, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (sounder_arguments_get_n_unknown (arguments), ==, 1);
  g_assert_cmpstr (sounder_arguments_get_text (arguments, TEXT), ==, "naïve");
  assert_json (arguments, text);

  /* Only what is edited changes. */
  sounder_arguments_set_text (arguments, COUNT, "3");
  assert_json (arguments, "{\"zeta\":[1.0,{\"a\":1e400}],\"count\":3,"
                          "\"t\\u0065xt\":\"na\\u00efve\",\"ratio\":1.100,\"more\":{\"x\":1.0}}");
}

static void
test_keeps_repeated_members (void)
{
  static const char text[] = "{\"count\":1,\"count\":2,\"u\":1,\"u\":2}";
  g_autoptr (SounderArguments) arguments = new_arguments ();

  g_assert_true (sounder_arguments_load (arguments, text, NULL));
  g_assert_cmpstr (sounder_arguments_get_text (arguments, COUNT), ==, "2");
  assert_json (arguments, text);
}

static void
test_refuses_what_is_no_object (void)
{
  static const char *const texts[] = { "", "[1]", "3", "{\"a\":}", "{} x" };
  g_autoptr (SounderArguments) arguments = new_arguments ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (sounder_arguments_load (arguments, texts[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      assert_json (arguments, "{\"ratio\":1.10}");
    }
}

static void
test_invalid_can_be_sent (void)
{
  g_autoptr (SounderArguments) arguments = new_arguments ();

  sounder_arguments_set_text (arguments, COUNT, "many");
  g_assert_nonnull (sounder_arguments_get_error (arguments, COUNT));
  assert_json (arguments, "{\"count\":\"many\",\"ratio\":1.10}");

  sounder_arguments_set_text (arguments, COUNT, "99");
  g_assert_nonnull (sounder_arguments_get_error (arguments, COUNT));
  assert_json (arguments, "{\"count\":99,\"ratio\":1.10}");

  sounder_arguments_set_text (arguments, TEXT, "x");
  sounder_arguments_set_text (arguments, COUNT, "14");
  g_assert_null (sounder_arguments_get_error (arguments, COUNT));
  g_assert_cmpuint (sounder_arguments_get_n_errors (arguments), ==, 0);

  sounder_arguments_set_text (arguments, MORE, "{\"x\":\"y\"}");
  g_assert_nonnull (strstr (sounder_arguments_get_error (arguments, MORE), "/x"));
}

/* A pattern is tried in a worker; what cannot be told is told so, and is no error. */
static void
test_patterns (void)
{
  static const struct
  {
    const char *schema;
    guint       n_errors;
    const char *general;  /* (nullable): what is told beside the fields */
  } cases[] = {
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^b\"}}}", 1, NULL },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^a\"}}}", 0, NULL },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(\"}}}", 0, "no regular expression" },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(?:a?){40}[bc]\"}}}", 0, "too long" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpSchema) schema = mcp_schema_new (cases[i].schema, -1, NULL);
      g_autoptr (SounderArguments) arguments = sounder_arguments_new (schema);
      g_autofree char *value = g_strnfill (50, 'a');
      gboolean judged = FALSE;

      g_signal_connect_swapped (arguments, "judged", G_CALLBACK (note_judged), &judged);
      sounder_arguments_set_text (arguments, 0, value);
      g_assert_cmpuint (sounder_arguments_get_n_errors (arguments), ==, 0);
      TEST_AWAIT (judged);
      g_assert_cmpuint (sounder_arguments_get_n_errors (arguments), ==, cases[i].n_errors);
      g_assert_true ((sounder_arguments_get_error (arguments, 0) != NULL) == (cases[i].n_errors > 0));
      if (cases[i].general == NULL)
        g_assert_null (sounder_arguments_get_general_error (arguments));
      else
        g_assert_nonnull (strstr (sounder_arguments_get_general_error (arguments), cases[i].general));
    }
}

static void
test_steps (void)
{
  static const struct
  {
    const char *from;
    gboolean    up;
    const char *to;
  } cases[] = {
    { "3", TRUE, "4" },
    { "0", FALSE, "-1" },
    { "0.1", TRUE, "1.1" },
    { "9007199254740993", TRUE, "9007199254740994" },
    { "9223372036854775807", TRUE, "9223372036854775807" },
    { "1e300", TRUE, "1e300" },
    { "many", TRUE, "many" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderArguments) arguments = new_arguments ();

      sounder_arguments_set_text (arguments, RATIO, cases[i].from);
      sounder_arguments_step (arguments, RATIO, cases[i].up);
      g_assert_cmpstr (sounder_arguments_get_text (arguments, RATIO), ==, cases[i].to);
    }
}

static void
count_cb (SounderArguments *arguments,
          int               field,
          guint            *n_changed)
{
  (*n_changed)++;
}

static void
test_tells_changes_once (void)
{
  g_autoptr (SounderArguments) arguments = new_arguments ();
  guint n_changed = 0;

  g_signal_connect (arguments, "changed", G_CALLBACK (count_cb), &n_changed);
  sounder_arguments_set_text (arguments, TEXT, "a");
  sounder_arguments_set_text (arguments, TEXT, "a");
  sounder_arguments_set_state (arguments, TEXT, SOUNDER_ARGUMENT_VALUE);
  g_assert_cmpuint (n_changed, ==, 1);

  sounder_arguments_reset (arguments);
  g_assert_cmpuint (n_changed, ==, 2);
}

static void
test_without_schema (void)
{
  g_autoptr (SounderArguments) arguments = sounder_arguments_new (NULL);

  assert_json (arguments, "{}");
  g_assert_cmpuint (sounder_arguments_get_n_errors (arguments), ==, 0);
  g_assert_true (sounder_arguments_load (arguments, "{\"a\":1.10}", NULL));
  assert_json (arguments, "{\"a\":1.10}");
}

static void
test_content_kinds (void)
{
  static const struct
  {
    const char         *json;
    SounderContentKind  kind;
    gboolean            has_problem;
  } cases[] = {
    { "{\"type\":\"text\",\"text\":\"a\"}", SOUNDER_CONTENT_TEXT, FALSE },
    { "{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}", SOUNDER_CONTENT_IMAGE,
      FALSE },
    { "{\"type\":\"image\",\"data\":\"A*\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"image\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"audio\",\"data\":\"\"}", SOUNDER_CONTENT_AUDIO, FALSE },
    { "{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\"}", SOUNDER_CONTENT_LINK, FALSE },
    { "{\"type\":\"resource_link\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"t\"}}", SOUNDER_CONTENT_TEXT,
      FALSE },
    { "{\"type\":\"resource\",\"resource\":3}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":\"hologram\"}", SOUNDER_CONTENT_JSON, TRUE },
    { "{\"type\":7}", SOUNDER_CONTENT_JSON, TRUE },
    { "3", SOUNDER_CONTENT_JSON, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderContent) content =
        sounder_content_new_for_block (cases[i].json, strlen (cases[i].json));

      g_test_message ("%s", cases[i].json);
      g_assert_cmpint (content->kind, ==, cases[i].kind);
      g_assert_cmpint (content->problem != NULL, ==, cases[i].has_problem);
    }
}

/* What is not shown is not read either: millions of empty blocks go into a result. */
static void
test_content_many (void)
{
  g_autoptr (GString) json = g_string_new ("{\"content\":[{}");
  g_autoptr (GPtrArray) list = NULL;

  for (guint i = 1; i < 10 * SOUNDER_CONTENT_MAX_SHOWN; i++)
    g_string_append (json, ",{}");
  g_string_append (json, "]}");

  list = sounder_content_read_list (json->str, json->len, "content");
  g_assert_cmpuint (list->len, ==, 10 * SOUNDER_CONTENT_MAX_SHOWN);
  for (guint i = 0; i < list->len; i++)
    g_assert_true ((list->pdata[i] != NULL) == (i < SOUNDER_CONTENT_MAX_SHOWN));
}

static void
test_content_file_names (void)
{
  static const struct
  {
    const char *json;
    const char *name;
  } cases[] = {
    { "{\"uri\":\"file:///a/b.txt\",\"text\":\"\"}", "b.txt" },
    { "{\"uri\":\"x:///..%2Fetc\",\"text\":\"\"}", "content.txt" },
    { "{\"uri\":\"x:///..\",\"text\":\"\"}", "content.txt" },
    { "{\"uri\":\"x:///\",\"blob\":\"AAAA\",\"mimeType\":\"image/png\"}", "content.png" },
    { "{\"blob\":\"AAAA\",\"mimeType\":\"a/../b\"}", "content.bin" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SounderContent) content =
        sounder_content_new_for_resource (cases[i].json, strlen (cases[i].json));
      g_autofree char *name = sounder_content_dup_file_name (content);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/arguments/defaults", test_defaults);
  g_test_add_func ("/app/arguments/exact-numbers", test_exact_numbers);
  g_test_add_func ("/app/arguments/states", test_states);
  g_test_add_func ("/app/arguments/loads-without-loss", test_loads_without_loss);
  g_test_add_func ("/app/arguments/keeps-repeated-members", test_keeps_repeated_members);
  g_test_add_func ("/app/arguments/refuses-what-is-no-object", test_refuses_what_is_no_object);
  g_test_add_func ("/app/arguments/invalid-can-be-sent", test_invalid_can_be_sent);
  g_test_add_func ("/app/arguments/patterns", test_patterns);
  g_test_add_func ("/app/arguments/steps", test_steps);
  g_test_add_func ("/app/arguments/tells-changes-once", test_tells_changes_once);
  g_test_add_func ("/app/arguments/without-schema", test_without_schema);
  g_test_add_func ("/app/content/kinds", test_content_kinds);
  g_test_add_func ("/app/content/many", test_content_many);
  g_test_add_func ("/app/content/file-names", test_content_file_names);

  g_test_add_func ("/app/arguments/required-texts", test_required_texts);

  return g_test_run ();
}
