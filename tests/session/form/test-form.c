/* test-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-form.h"
#include "mcp-json.h"
#include "test-support.h"

/* A form without widgets. One file: its cases share the schemas in quotes and one way to tell what is sent. */

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

static void
note_judged (gboolean *judged)
{
  *judged = TRUE;
}

static McpForm *
new_form (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) schema = mcp_schema_new (SCHEMA, -1, &error);

  g_assert_no_error (error);

  return mcp_form_new (schema);
}

/* What stands at a path such as "a.b[0]". */
static McpFormNode *
at (McpForm    *form,
    const char *path)
{
  McpFormNode *node = mcp_form_get_root (form);
  g_auto (GStrv) names = g_strsplit_set (path, ".[", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      GListModel *children = mcp_form_node_get_children (node);
      McpFormNode *found = NULL;

      for (guint k = 0; found == NULL && k < g_list_model_get_n_items (children); k++)
        {
          g_autoptr (McpFormNode) child = g_list_model_get_item (children, k);
          g_autofree char *label = mcp_form_node_dup_label (child);

          if (g_str_equal (*label == '[' ? label + 1 : label, names[i]))
            found = child;
        }
      if (found == NULL)
        g_error ("nothing at %s of %s", names[i], path);
      node = found;
    }

  return node;
}

/* A single quote stands for a double one. */
static char *
requote (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static McpForm *
quoted_form (const char *schema)
{
  g_autofree char *text = requote (schema);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) read = mcp_schema_new (text, -1, &error);

  g_assert_no_error (error);

  return mcp_form_new (read);
}

static void
assert_json (McpForm    *form,
             const char *expected)
{
  g_autofree char *json = mcp_form_to_json (form);

  g_assert_cmpstr (json, ==, expected);
}

static void
assert_quoted (McpForm    *form,
               const char *expected)
{
  g_autofree char *json = requote (expected);

  assert_json (form, json);
}

static void
test_defaults (void)
{
  g_autoptr (McpForm) form = new_form ();

  g_assert_cmpuint (g_list_model_get_n_items (mcp_form_node_get_children (mcp_form_get_root (form))), ==, 7);
  g_assert_cmpint (mcp_form_node_get_state (at (form, "text")), ==, MCP_FORM_ABSENT);
  g_assert_cmpint (mcp_form_node_get_state (at (form, "note")), ==, MCP_FORM_ABSENT);
  assert_json (form, "{\"ratio\":1.10}");
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "count")), ==, "Required");
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "text")), ==, "Required");
  g_assert_cmpuint (mcp_form_get_n_errors (form), >=, 1);
  g_assert_null (mcp_form_node_get_error (mcp_form_get_root (form)));

  g_assert_finalize_object (g_steal_pointer (&form));
}

static void
test_exact_numbers (void)
{
  static const char *const numbers[] = { "9007199254740993", "1.10", "1e400", "-0.0", "1E+2" };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (McpForm) form = new_form ();
      g_autofree char *expected =
        g_strdup_printf ("{\"ratio\":%s}", numbers[i]);

      mcp_form_node_set_text (at (form, "ratio"), numbers[i]);
      assert_json (form, expected);
      g_assert_null (mcp_form_node_get_error (at (form, "ratio")));
    }
}

static void
test_states (void)
{
  g_autoptr (McpForm) form = new_form ();

  mcp_form_node_set_state (at (form, "ratio"), MCP_FORM_ABSENT);
  mcp_form_node_set_state (at (form, "note"), MCP_FORM_NULL);
  assert_json (form, "{\"note\":null}");

  mcp_form_node_set_text (at (form, "note"), "null");
  assert_json (form, "{\"note\":\"null\"}");

  mcp_form_node_set_state (at (form, "note"), MCP_FORM_NULL);
  mcp_form_node_set_state (at (form, "note"), MCP_FORM_VALUE);
  assert_json (form, "{\"note\":\"null\"}");

  /* The text of an absent field waits, and so does its token. */
  mcp_form_node_set_state (at (form, "ratio"), MCP_FORM_VALUE);
  assert_json (form, "{\"ratio\":1.10,\"note\":\"null\"}");
}

/* An empty text is sent where somebody says so, and not where nothing was said. */
static void
test_required_texts (void)
{
  g_autoptr (McpForm) form = new_form ();

  mcp_form_node_set_text (at (form, "text"), "x");
  assert_json (form, "{\"text\":\"x\",\"ratio\":1.10}");
  g_assert_null (mcp_form_node_get_error (at (form, "text")));
  mcp_form_node_set_text (at (form, "text"), "");
  assert_json (form, "{\"ratio\":1.10}");
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "text")), ==, "Required");

  mcp_form_node_set_state (at (form, "text"), MCP_FORM_VALUE);
  assert_json (form, "{\"text\":\"\",\"ratio\":1.10}");
  g_assert_null (mcp_form_node_get_error (at (form, "text")));
  /* What need not be there may be empty. */
  mcp_form_node_set_text (at (form, "note"), "x");
  mcp_form_node_set_text (at (form, "note"), "");
  assert_json (form, "{\"text\":\"\",\"ratio\":1.10,\"note\":\"\"}");
}

static void
test_loads_without_loss (void)
{
  static const char text[] = "{\"zeta\":[1.0,{\"a\":1e400}],\"count\":9007199254740993,"
                             "\"t\\u0065xt\":\"na\\u00efve\",\"ratio\":1.100,\"more\":{\"x\":1.0}}";
  g_autoptr (McpForm) form = new_form ();
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_form_load (form, text, &error));
  g_assert_no_error (error);
  g_assert_true (mcp_form_node_is_other (at (form, "zeta")));
  g_assert_cmpstr (mcp_form_node_get_text (at (form, "text")), ==, "naïve");
  assert_json (form, text);

  /* Only what is edited changes. */
  mcp_form_node_set_text (at (form, "count"), "3");
  assert_json (form, "{\"zeta\":[1.0,{\"a\":1e400}],\"count\":3,"
                          "\"t\\u0065xt\":\"na\\u00efve\",\"ratio\":1.100,\"more\":{\"x\":1.0}}");
}

static void
test_keeps_repeated_members (void)
{
  static const char text[] = "{\"count\":1,\"count\":2,\"u\":1,\"u\":2}";
  g_autoptr (McpForm) form = new_form ();

  g_assert_true (mcp_form_load (form, text, NULL));
  g_assert_cmpstr (mcp_form_node_get_text (at (form, "count")), ==, "2");
  assert_json (form, text);
}

static void
test_refuses_what_is_no_object (void)
{
  static const char *const texts[] = { "", "[1]", "3", "{\"a\":}", "{} x" };
  g_autoptr (McpForm) form = new_form ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_form_load (form, texts[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      assert_json (form, "{\"ratio\":1.10}");
    }
}

static void
test_invalid_can_be_sent (void)
{
  g_autoptr (McpForm) form = new_form ();

  mcp_form_node_set_text (at (form, "count"), "many");
  g_assert_nonnull (mcp_form_node_get_error (at (form, "count")));
  assert_json (form, "{\"count\":\"many\",\"ratio\":1.10}");

  mcp_form_node_set_text (at (form, "count"), "99");
  g_assert_nonnull (mcp_form_node_get_error (at (form, "count")));
  assert_json (form, "{\"count\":99,\"ratio\":1.10}");

  mcp_form_node_set_text (at (form, "text"), "x");
  mcp_form_node_set_text (at (form, "count"), "14");
  g_assert_null (mcp_form_node_get_error (at (form, "count")));
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);

  mcp_form_node_set_json (at (form, "more"), "{\"x\":\"y\"}");
  g_assert_nonnull (mcp_form_node_get_error (at (form, "more.x")));
}

/* A pattern is tried in a worker; what cannot be told is told so, and is no error. */
static void
test_patterns (void)
{
  static const struct
  {
    const char *schema;
    guint       n_errors;
    const char *unchecked;  /* (nullable) */
  } cases[] = {
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^b\"}}}", 1, NULL },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^a\"}}}", 0, NULL },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(\"}}}", 0, "no regular expression" },
    { "{\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(?:a?){40}[bc]\"}}}", 0, "too long" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpSchema) schema = mcp_schema_new (cases[i].schema, -1, NULL);
      g_autoptr (McpForm) form = mcp_form_new (schema);
      g_autofree char *value = g_strnfill (50, 'a');
      gboolean judged = FALSE;

      g_signal_connect_swapped (form, "judged", G_CALLBACK (note_judged), &judged);
      mcp_form_node_set_text (at (form, "a"), value);
      g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
      TEST_AWAIT (judged);
      g_assert_cmpuint (mcp_form_get_n_errors (form), ==, cases[i].n_errors);
      if (cases[i].unchecked != NULL)
        g_assert_nonnull (strstr (mcp_form_node_get_error (at (form, "a")), cases[i].unchecked));
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
      g_autoptr (McpForm) form = new_form ();

      mcp_form_node_set_text (at (form, "ratio"), cases[i].from);
      mcp_form_node_step (at (form, "ratio"), cases[i].up);
      g_assert_cmpstr (mcp_form_node_get_text (at (form, "ratio")), ==, cases[i].to);
    }
}

static void
count_cb (McpForm     *form,
          McpFormNode *node,
          guint       *n_changed)
{
  (*n_changed)++;
}

static void
test_tells_changes_once (void)
{
  g_autoptr (McpForm) form = new_form ();
  guint n_changed = 0;

  g_signal_connect (form, "changed", G_CALLBACK (count_cb), &n_changed);
  mcp_form_node_set_text (at (form, "text"), "a");
  mcp_form_node_set_text (at (form, "text"), "a");
  mcp_form_node_set_state (at (form, "text"), MCP_FORM_VALUE);
  g_assert_cmpuint (n_changed, ==, 1);

  mcp_form_reset (form);
  g_assert_cmpuint (n_changed, ==, 2);
}

static void
test_without_schema (void)
{
  g_autoptr (McpForm) form = mcp_form_new (NULL);

  assert_json (form, "{}");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
  g_assert_true (mcp_form_load (form, "{\"a\":1.10}", NULL));
  assert_json (form, "{\"a\":1.10}");
}

/* --- What is made of others --- */

#define PETS "{'$defs':{'Cat':{'type':'object','properties':{'kind':{'const':'cat'},'lives':{'type':'integer'}},"        \
             "'required':['kind','lives']},"                                                                           \
             "'Dog':{'type':'object','properties':{'kind':{'const':'dog'},'name':{'type':'string'},"                    \
             "'lives':{'type':'integer'}},'required':['kind']}},'type':'object','properties':{"                         \
             "'pet':{'oneOf':[{'$ref':'#/$defs/Cat'},{'$ref':'#/$defs/Dog'},{'type':'null'}]},"                         \
             "'pets':{'type':'array','items':{'anyOf':[{'$ref':'#/$defs/Cat'},{'type':'string'}]}}}}"

#define TREE "{'$defs':{'node':{'type':'object','properties':{'value':{'type':'integer'},"                              \
             "'left':{'$ref':'#/$defs/node'},'more':{'type':'array','items':{'$ref':'#/$defs/node'}}},"                 \
             "'required':['value']}},'$ref':'#/$defs/node'}"

/* A schema and arguments: whatever they are, they come out as they went in. */
static void
test_round_trips (void)
{
  static const struct
  {
    const char *schema;
    const char *json;
  } cases[] = {
    { "{}", "{'a':[1,{'b':null}],'a':2}" },
    { "{'type':'object','additionalProperties':false}", "{'a':1.10}" },
    { "{'properties':{'o':{'type':'object','properties':{'b':{'type':'integer'},'a':{'type':'string'}}}}}",
      "{'o':{'a':'x','z':[1e400],'b':9007199254740993,'b':-0}}" },
    { "{'properties':{'o':{'type':'object'}}}", "{'o':7}" },
    { "{'properties':{'o':{'type':['object','null'],'properties':{}}}}", "{'o':null}" },
    { "{'properties':{'t':{'type':'array','prefixItems':[{'type':'integer'},{'type':'string'}],'items':false}}}",
      "{'t':[1.0,'\\u00e9',true]}" },
    { "{'properties':{'l':{'type':'array','items':{'type':'array','items':{'type':'number'}}}}}",
      "{'l':[[1.10,1e5],[],[null],'x']}" },
    { "{'properties':{'m':{'type':'object','additionalProperties':{'type':'object','properties':"
      "{'n':{'type':'integer'}}}}}}",
      "{'m':{'\\u0000':{'n':1},'b':{'n':'x','o':[]},'\\u00e9':{}}}" },
    { PETS, "{'pets':['x',{'lives':9.0,'kind':'cat'},{'kind':'cow'},7],'pet':{'name':'','kind':'dog','extra':{}}}" },
    { PETS, "{'pet':null,'pets':null}" },
    { TREE, "{'value':1,'left':{'value':2,'left':{'left':{'value':1e2}}},'more':[{'value':3,'more':[{}]}]}" },
    { "{'properties':{'x':{'type':'boolean'},'y':{'type':'array','items':{'enum':[1,2]}}}}", "{'x':'yes','y':[2,3]}" },
    { "{'properties':{'a':{'type':'string'}},'if':{'required':['a']},'then':{'properties':{'b':{'type':'integer'}}}}",
      "{'b':1.50,'a':'','c':0}" },
    { "{'properties':{'b':true,'c':false,'':{'type':'string'}}}", "{'':'','b':[],'c':{}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = requote (cases[i].json);
      g_autoptr (McpForm) form = quoted_form (cases[i].schema);

      g_test_message ("%s", json);
      g_assert_true (mcp_form_load (form, json, NULL));
      assert_json (form, json);
      /* Into what is there already. */
      g_assert_true (mcp_form_load (form, "{}", NULL));
      assert_json (form, "{}");
      g_assert_true (mcp_form_load (form, json, NULL));
      assert_json (form, json);
      mcp_form_get_n_errors (form);
      g_assert_finalize_object (g_steal_pointer (&form));
    }
}

/* A group that must be there has its members; one that need not is opened on demand, as deep as one likes. */
static void
test_groups (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'must':{'type':'object','properties':{'n':{'type':'integer','default':3}}},'may':{'type':'object',"
    "'properties':{'s':{'type':'string'}},'required':['s']}},'required':['must']}");
  g_autoptr (McpForm) tree = quoted_form (TREE);
  g_autoptr (GString) path = g_string_new (NULL);
  g_autofree char *shown = NULL;

  assert_quoted (form, "{'must':{'n':3}}");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
  mcp_form_node_set_state (at (form, "may"), MCP_FORM_VALUE);
  assert_quoted (form, "{'must':{'n':3},'may':{}}");
  g_assert_cmpuint (mcp_form_node_get_n_errors (at (form, "may")), ==, 1);
  g_assert_true (mcp_form_get_next_error (form, NULL) == at (form, "may.s"));
  mcp_form_node_set_text (at (form, "may.s"), "x");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
  mcp_form_node_set_state (at (form, "may"), MCP_FORM_ABSENT);
  assert_quoted (form, "{'must':{'n':3}}");
  mcp_form_node_set_state (at (form, "may"), MCP_FORM_VALUE);
  assert_quoted (form, "{'must':{'n':3},'may':{'s':'x'}}");

  for (guint i = 0; i < 64; i++)
    {
      g_string_append (path, path->len > 0 ? ".left" : "left");
      mcp_form_node_set_state (at (tree, path->str), MCP_FORM_VALUE);
    }
  shown = mcp_form_node_dup_path (at (tree, path->str));
  g_assert_cmpstr (shown, ==, path->str);
}

static void
test_elements (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'l':{'type':'array','items':{'type':'integer'}},"
    "'t':{'type':'array','prefixItems':[{'type':'string'},{'type':'integer'}],'items':false}}}");
  McpFormNode *list = at (form, "l");

  g_assert_false (mcp_form_node_takes_more (list));
  mcp_form_node_set_state (list, MCP_FORM_VALUE);
  assert_quoted (form, "{'l':[]}");
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      mcp_form_node_set_text (mcp_form_node_add (list, NULL), text);
    }
  assert_quoted (form, "{'l':[0,1,2]}");
  mcp_form_node_move (at (form, "l[2]"), 0);
  assert_quoted (form, "{'l':[2,0,1]}");
  mcp_form_node_remove (at (form, "l[1]"));
  assert_quoted (form, "{'l':[2,1]}");
  mcp_form_node_add (list, NULL);
  assert_quoted (form, "{'l':[2,1,null]}");
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "l[2]")), ==, "Required");
  mcp_form_node_set_text (at (form, "l[1]"), "x");
  g_assert_cmpuint (mcp_form_node_get_n_errors (list), ==, 2);

  mcp_form_node_set_state (list, MCP_FORM_ABSENT);
  mcp_form_node_set_state (at (form, "t"), MCP_FORM_VALUE);
  assert_quoted (form, "{'t':['',null]}");
  g_assert_false (mcp_form_node_takes_more (at (form, "t")));
}

static void
test_maps (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'env':{'type':'object','additionalProperties':{'type':'string'}}},'required':['env']}");
  McpFormNode *env = at (form, "env");
  McpFormNode *one;

  assert_quoted (form, "{'env':{}}");
  one = mcp_form_node_add (env, "A");
  assert_quoted (form, "{'env':{'A':''}}");
  mcp_form_node_set_text (one, "1");
  g_assert_null (mcp_form_node_add (env, "A"));
  g_assert_nonnull (mcp_form_node_add (env, "é"));
  g_assert_false (mcp_form_node_rename (one, "é"));
  g_assert_true (mcp_form_node_rename (one, "B"));
  assert_quoted (form, "{'env':{'B':'1','é':''}}");
  mcp_form_node_remove (at (form, "env.é"));
  assert_quoted (form, "{'env':{'B':'1'}}");

  /* At the place where it was. */
  g_assert_true (mcp_form_load (form, "{\"env\":{\"X\":\"x\",\"Y\":\"y\"}}", NULL));
  g_assert_true (mcp_form_node_rename (at (form, "env.X"), "Z"));
  assert_quoted (form, "{'env':{'Z':'x','Y':'y'}}");
}

static void
test_choices (void)
{
  g_autoptr (McpForm) form = quoted_form (PETS);
  McpFormNode *pet = at (form, "pet");

  g_assert_cmpuint (mcp_form_node_get_n_variants (pet), ==, 2);
  g_assert_cmpstr (mcp_form_node_get_variant_label (pet, 0), ==, "cat");
  g_assert_true (mcp_form_node_is_nullable (pet));
  assert_quoted (form, "{}");
  mcp_form_node_set_state (pet, MCP_FORM_VALUE);
  assert_quoted (form, "{'pet':{'kind':'cat'}}");
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "pet.lives")), ==, "Required");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 1);
  mcp_form_node_set_text (at (form, "pet.lives"), "x");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 1);
  mcp_form_node_set_text (at (form, "pet.lives"), "9");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);

  /* What both have stays; what was filled in before is there again. */
  mcp_form_node_set_variant (pet, 1);
  assert_quoted (form, "{'pet':{'kind':'dog','lives':9}}");
  mcp_form_node_set_text (at (form, "pet.name"), "Rex");
  mcp_form_node_set_variant (pet, 0);
  assert_quoted (form, "{'pet':{'kind':'cat','lives':9}}");
  mcp_form_node_set_variant (pet, 1);
  assert_quoted (form, "{'pet':{'kind':'dog','name':'Rex','lives':9}}");

  g_assert_true (mcp_form_load (form, "{\"pet\":{\"kind\":\"dog\"},\"pets\":[\"x\",{\"kind\":\"cat\",\"lives\":1},7]}",
                                NULL));
  g_assert_cmpint (mcp_form_node_get_variant (pet), ==, 1);
  g_assert_cmpint (mcp_form_node_get_variant (at (form, "pets[0]")), ==, 1);
  g_assert_cmpint (mcp_form_node_get_variant (at (form, "pets[1]")), ==, 0);
  g_assert_cmpint (mcp_form_node_get_variant (at (form, "pets[2]")), ==, -1);
  g_assert_true (mcp_form_node_is_json (at (form, "pets[2]")));
  mcp_form_node_set_variant (at (form, "pets[2]"), 1);
  assert_quoted (form, "{'pet':{'kind':'dog'},'pets':['x',{'kind':'cat','lives':1},'7']}");
}

/* Several types, and what is said beside the alternatives. */
static void
test_types (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'id':{'type':['string','integer','null']},'any':{},"
    "'who':{'type':'object','properties':{'name':{'type':'string'}},'required':['name'],"
    "'anyOf':[{'required':['mail']},{'required':['phone']}]},"
    "'shape':{'type':'object','properties':{'at':{'type':'integer'}},"
    "'oneOf':[{'title':'Circle','properties':{'r':{'type':'number'}}},"
    "{'title':'Box','properties':{'w':{'type':'number'},'at':{'minimum':5}}}]}}}");

  g_assert_cmpuint (mcp_form_node_get_n_variants (at (form, "id")), ==, 2);
  mcp_form_node_set_text (at (form, "id"), "5");
  assert_quoted (form, "{'id':'5'}");
  mcp_form_node_set_variant (at (form, "id"), 1);
  mcp_form_node_set_text (at (form, "id"), "5");
  assert_quoted (form, "{'id':5}");
  mcp_form_node_set_state (at (form, "id"), MCP_FORM_ABSENT);
  g_assert_cmpuint (mcp_form_node_get_n_variants (at (form, "any")), ==, 0);

  /* Which members must be there is no shape. */
  g_assert_cmpuint (mcp_form_node_get_n_variants (at (form, "who")), ==, 0);
  g_assert_cmpint (mcp_form_node_get_kind (at (form, "who")), ==, MCP_SHAPE_OBJECT);

  g_assert_cmpstr (mcp_form_node_get_variant_label (at (form, "shape"), 1), ==, "Box");
  mcp_form_node_set_state (at (form, "shape"), MCP_FORM_VALUE);
  mcp_form_node_set_text (at (form, "shape.at"), "7");
  mcp_form_node_set_variant (at (form, "shape"), 1);
  mcp_form_node_set_text (at (form, "shape.w"), "1.0");
  assert_quoted (form, "{'shape':{'at':7,'w':1.0}}");
  g_assert_cmpint (mcp_form_node_get_field (at (form, "shape.at"))->kind, ==, MCP_FIELD_INTEGER);
}

/* Members and requirements that are there because of what others are. */
static void
test_conditions (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'how':{'enum':['card','cash']},'note':{'type':'string'}},"
    "'if':{'properties':{'how':{'const':'card'}},'required':['how']},"
    "'then':{'properties':{'number':{'type':'string'}},'required':['number']},"
    "'else':{'properties':{'coins':{'type':'integer'}}},"
    "'dependentRequired':{'note':['how']},'dependentSchemas':{'note':{'properties':{'signed':{'type':'boolean'}}}}}");
  GListModel *children = mcp_form_node_get_children (mcp_form_get_root (form));

  g_assert_cmpuint (g_list_model_get_n_items (children), ==, 3);
  mcp_form_node_set_text (at (form, "coins"), "5");
  mcp_form_node_set_json (at (form, "how"), "\"card\"");
  g_assert_true (mcp_form_node_is_required (at (form, "number")));
  /* What was filled in is not lost. */
  assert_quoted (form, "{'how':'card','coins':5}");
  g_assert_true (mcp_form_node_is_other (at (form, "coins")));
  mcp_form_node_set_text (at (form, "number"), "1");
  assert_quoted (form, "{'how':'card','number':'1','coins':5}");
  mcp_form_node_set_text (at (form, "note"), "x");
  g_assert_true (mcp_form_node_is_required (at (form, "how")));
  mcp_form_node_set_json (at (form, "signed"), "true");
  mcp_form_node_set_json (at (form, "how"), "\"cash\"");
  g_assert_false (mcp_form_node_is_other (at (form, "coins")));
  g_assert_true (mcp_form_node_is_other (at (form, "number")));
}

/* A part that no field fits is JSON, and only that part. */
static void
test_json_parts (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'o':{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'object'}}}}}");
  McpFormNode *a;

  g_assert_true (mcp_form_load (form, "{\"o\":{\"a\":\"x\",\"b\":{\"c\":[1]}}}", NULL));
  g_assert_cmpint (mcp_form_node_get_kind (at (form, "o")), ==, MCP_SHAPE_OBJECT);
  g_assert_true (mcp_form_node_is_json (at (form, "o.a")));
  g_assert_cmpint (mcp_form_node_get_kind (at (form, "o.b")), ==, MCP_SHAPE_OBJECT);

  a = at (form, "o.a");
  mcp_form_node_set_text (a, "12");
  g_assert_true (mcp_form_node_edit_as_json (a, FALSE));
  assert_quoted (form, "{'o':{'a':12,'b':{'c':[1]}}}");
  g_assert_true (mcp_form_node_edit_as_json (at (form, "o"), TRUE));
  mcp_form_node_set_text (at (form, "o"), "{\"a\": 3");
  g_assert_cmpuint (mcp_form_get_n_errors (form), >=, 1);
  g_assert_false (mcp_form_node_edit_as_json (at (form, "o"), FALSE));
  mcp_form_node_set_text (at (form, "o"), "{\"a\": 3}");
  g_assert_true (mcp_form_node_edit_as_json (at (form, "o"), FALSE));
  assert_quoted (form, "{'o':{'a':3}}");
}

/* What is wrong is told where it is wrong, however deep. */
static void
test_deep_errors (void)
{
  g_autoptr (McpForm) form = quoted_form (
    "{'properties':{'a':{'type':'object','properties':{'b':{'type':'array','items':{'type':'object',"
    "'properties':{'c/d':{'type':'integer','maximum':3}},'required':['c/d']}}}}}}");

  g_assert_true (mcp_form_load (form, "{\"a\":{\"b\":[{\"c/d\":1},{\"c/d\":4},{}]}}", NULL));
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 2);
  g_assert_null (mcp_form_node_get_error (at (form, "a.b[0].c/d")));
  g_assert_nonnull (mcp_form_node_get_error (at (form, "a.b[1].c/d")));
  g_assert_cmpstr (mcp_form_node_get_error (at (form, "a.b[2].c/d")), ==, "Required");
  g_assert_cmpuint (mcp_form_node_get_n_errors (at (form, "a.b")), ==, 2);
  g_assert_true (mcp_form_get_next_error (form, at (form, "a.b[1].c/d")) == at (form, "a.b[2].c/d"));
  g_assert_null (mcp_form_get_next_error (form, at (form, "a.b[2].c/d")));
}

static void
test_formats (void)
{
  g_autoptr (McpForm) form = quoted_form ("{'properties':{'at':{'type':'string','format':'date'},'n':{'type':'integer'}}}");

  mcp_form_node_set_text (at (form, "at"), "tomorrow");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 1);
  g_assert_nonnull (strstr (mcp_form_node_get_error (at (form, "at")), "2026-07-28"));
  g_object_set (form, "checks-formats", FALSE, NULL);
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
  g_object_set (form, "checks-formats", TRUE, NULL);
  mcp_form_node_set_text (at (form, "at"), "2026-07-28");
  g_assert_cmpuint (mcp_form_get_n_errors (form), ==, 0);
}

/* Beyond what a form can hold, a part is JSON: nothing is lost, and nothing takes long. */
static void
test_bounds (void)
{
  g_autoptr (McpForm) form = quoted_form ("{'properties':{'l':{'type':'array','items':{'type':'array'}}}}");
  g_autoptr (GString) many = g_string_new ("{\"l\":[");
  g_autoptr (GString) deep = g_string_new ("{\"l\":");

  for (guint i = 0; i < 100000; i++)
    g_string_append (many, i > 0 ? ",[]" : "[]");
  g_string_append (many, "]}");
  for (guint i = 0; i < 400; i++)
    g_string_append_c (deep, '[');
  for (guint i = 0; i < 400; i++)
    g_string_append_c (deep, ']');
  g_string_append_c (deep, '}');

  g_assert_true (mcp_form_load (form, many->str, NULL));
  g_assert_true (mcp_form_node_is_json (at (form, "l")));
  assert_json (form, many->str);
  g_assert_true (mcp_form_load (form, deep->str, NULL));
  assert_json (form, deep->str);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/form/defaults", test_defaults);
  g_test_add_func ("/session/form/exact-numbers", test_exact_numbers);
  g_test_add_func ("/session/form/states", test_states);
  g_test_add_func ("/session/form/required-texts", test_required_texts);
  g_test_add_func ("/session/form/loads-without-loss", test_loads_without_loss);
  g_test_add_func ("/session/form/keeps-repeated-members", test_keeps_repeated_members);
  g_test_add_func ("/session/form/refuses-what-is-no-object", test_refuses_what_is_no_object);
  g_test_add_func ("/session/form/invalid-can-be-sent", test_invalid_can_be_sent);
  g_test_add_func ("/session/form/patterns", test_patterns);
  g_test_add_func ("/session/form/steps", test_steps);
  g_test_add_func ("/session/form/tells-changes-once", test_tells_changes_once);
  g_test_add_func ("/session/form/without-schema", test_without_schema);
  g_test_add_func ("/session/form/round-trips", test_round_trips);
  g_test_add_func ("/session/form/groups", test_groups);
  g_test_add_func ("/session/form/elements", test_elements);
  g_test_add_func ("/session/form/maps", test_maps);
  g_test_add_func ("/session/form/choices", test_choices);
  g_test_add_func ("/session/form/types", test_types);
  g_test_add_func ("/session/form/conditions", test_conditions);
  g_test_add_func ("/session/form/json-parts", test_json_parts);
  g_test_add_func ("/session/form/deep-errors", test_deep_errors);
  g_test_add_func ("/session/form/formats", test_formats);
  g_test_add_func ("/session/form/bounds", test_bounds);

  return g_test_run ();
}
