/* test-uri-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-error.h"
#include "mcp-uri-template.h"

typedef struct
{
  const char *template;
  const char *expected;
} ExpandCase;

/* From the tables of RFC 6570 section 1.2 and 3.2 with the values of section 3.2. */
static const ExpandCase expand_cases[] = {
  { "", "" },
  { "plain", "plain" },
  { "file:///{path}", "file:///%2Ffoo%2Fbar" },
  { "{var}", "value" },
  { "{hello}", "Hello%20World%21" },
  { "{half}", "50%25" },
  { "O{empty}X", "OX" },
  { "O{undef}X", "OX" },
  { "{x,y}", "1024,768" },
  { "{x,hello,y}", "1024,Hello%20World%21,768" },
  { "?{x,empty}", "?1024," },
  { "?{x,undef}", "?1024" },
  { "?{undef,y}", "?768" },
  { "{var:3}", "val" },
  { "{var:30}", "value" },
  { "{semi:2}", "%3B" },
  { "{+var}", "value" },
  { "{+hello}", "Hello%20World!" },
  { "{+half}", "50%25" },
  { "{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex" },
  { "{+base}index", "http://example.com/home/index" },
  { "O{+empty}X", "OX" },
  { "{+path}/here", "/foo/bar/here" },
  { "here?ref={+path}", "here?ref=/foo/bar" },
  { "up{+path}{var}/here", "up/foo/barvalue/here" },
  { "{+x,hello,y}", "1024,Hello%20World!,768" },
  { "{+path,x}/here", "/foo/bar,1024/here" },
  { "{+path:6}/here", "/foo/b/here" },
  { "{#var}", "#value" },
  { "{#hello}", "#Hello%20World!" },
  { "foo{#empty}", "foo#" },
  { "foo{#undef}", "foo" },
  { "{#path,x}/here", "#/foo/bar,1024/here" },
  { "{#path:6}/here", "#/foo/b/here" },
  { "{.who}", ".fred" },
  { "{.who,who}", ".fred.fred" },
  { "{.half,who}", ".50%25.fred" },
  { "X{.empty}", "X." },
  { "X{.undef}", "X" },
  { "X{.var:3}", "X.val" },
  { "{/who}", "/fred" },
  { "{/half,who}", "/50%25/fred" },
  { "{/var,empty}", "/value/" },
  { "{/var,undef}", "/value" },
  { "{/var:1,var}", "/v/value" },
  { "{;who}", ";who=fred" },
  { "{;empty}", ";empty" },
  { "{;v,empty,who}", ";v=6;empty;who=fred" },
  { "{;v,bar,who}", ";v=6;who=fred" },
  { "{;hello:5}", ";hello=Hello" },
  { "{?who}", "?who=fred" },
  { "{?half}", "?half=50%25" },
  { "{?x,y}", "?x=1024&y=768" },
  { "{?x,y,empty}", "?x=1024&y=768&empty=" },
  { "{?x,y,undef}", "?x=1024&y=768" },
  { "{?var:3}", "?var=val" },
  { "{&who}", "&who=fred" },
  { "?fixed=yes{&x}", "?fixed=yes&x=1024" },
  { "{&x,y,empty}", "&x=1024&y=768&empty=" },
  { "{var*}", "value" },
  { "{?var*}", "?var=value" },
  { "{accent:1}", "%C3%A9" },
  { "{+triplet}", "a%20%25z" },
  { "{triplet}", "a%2520%25z" },
  { "caf\xc3\xa9 %41%", "caf%C3%A9%20%41%25" },
  { "{a.b}{%41}", "dottedtriplet" },
  { "{with-hyphen}", "hyphen" },
};

static GHashTable *
new_values (void)
{
  static const char * const pairs[][2] = {
    { "var", "value" }, { "hello", "Hello World!" }, { "half", "50%" }, { "empty", "" },
    { "x", "1024" }, { "y", "768" }, { "semi", ";" }, { "base", "http://example.com/home/" },
    { "path", "/foo/bar" }, { "who", "fred" }, { "v", "6" }, { "accent", "\xc3\xa9t\xc3\xa9" },
    { "triplet", "a%20%z" }, { "a.b", "dotted" }, { "%41", "triplet" }, { "with-hyphen", "hyphen" },
  };
  GHashTable *values = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_hash_table_insert (values, (char *) pairs[i][0], (char *) pairs[i][1]);

  return values;
}

static void
test_uri_template_expands (void)
{
  g_autoptr (GHashTable) values = new_values ();

  for (gsize i = 0; i < G_N_ELEMENTS (expand_cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpUriTemplate) template = mcp_uri_template_new (expand_cases[i].template, &error);
      g_autofree char *uri = NULL;

      g_test_message ("%s", expand_cases[i].template);
      g_assert_no_error (error);
      uri = mcp_uri_template_expand (template, values);
      g_assert_cmpstr (uri, ==, expand_cases[i].expected);
    }
}

static void
test_uri_template_variables (void)
{
  g_autoptr (McpUriTemplate) template =
    mcp_uri_template_new ("x://{host}/{+path,name:3}{?host,q*}", NULL);
  g_autoptr (McpUriTemplate) none = mcp_uri_template_new ("x://y", NULL);
  g_autofree char *joined =
    g_strjoinv (" ", (char **) mcp_uri_template_get_variables (template));

  g_assert_cmpstr (joined, ==, "host path name q");
  g_assert_null (mcp_uri_template_get_variables (none)[0]);
}

static void
test_uri_template_refuses (void)
{
  const char * const broken[] = {
    "{", "}", "a}b", "{}", "{var", "{var,", "{var,}", "{,var}", "{va r}", "{{var}}", "{=var}",
    "{!var}", "{@var}", "{|var}", "{+}", "{var:}", "{var:0}", "{var:01}", "{var:10000}",
    "{var:x}", "{var:3*}", "{var**}", "{a..b}", "{.a.}", "{%4}", "{a/b}", "{\xc3\xa9}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", broken[i]);
      g_assert_null (mcp_uri_template_new (broken[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
    }
}

/* Cut anywhere a template is read or refused, and never read beyond its end. */
static void
test_uri_template_cut_everywhere (void)
{
  const char text[] = "x%41{+var:12,%42.c*}/{?who}\xc3\xa9";
  g_autoptr (GHashTable) values = new_values ();

  for (gsize cut = 0; cut <= strlen (text); cut++)
    {
      g_autofree char *copy = g_strndup (text, cut);
      g_autoptr (McpUriTemplate) template = mcp_uri_template_new (copy, NULL);
      gboolean is_open = strrchr (copy, '{') != NULL &&
                         (strrchr (copy, '}') == NULL || strrchr (copy, '}') < strrchr (copy, '{'));

      g_assert_cmpint (template != NULL, ==, !is_open);
      if (template != NULL)
        g_free (mcp_uri_template_expand (template, values));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/uri-template/expands", test_uri_template_expands);
  g_test_add_func ("/wire/uri-template/variables", test_uri_template_variables);
  g_test_add_func ("/wire/uri-template/refuses", test_uri_template_refuses);
  g_test_add_func ("/wire/uri-template/cut-everywhere", test_uri_template_cut_everywhere);

  return g_test_run ();
}
