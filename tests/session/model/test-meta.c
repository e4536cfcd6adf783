/* test-meta.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cache-hints.h"
#include "mcp-call-options.h"
#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-meta.h"
#include "mcp-trace-context.h"

/* No other token changes, and what is there stays. */
static void
test_add (void)
{
  static const struct
  {
    const char *params;
    const char *members[5];
    const char *expected;
  } rows[] = {
    { NULL, { "a/b", "1.10" }, "{\"_meta\":{\"a/b\":1.10}}" },
    { "{}", { "a/b", "1.10" }, "{\"_meta\":{\"a/b\":1.10}}" },
    { "{ }", { "a", "{}" }, "{ \"_meta\":{\"a\":{}}}" },
    { "{\"x\" : 1e400 }", { "a", "1", "b", "2" }, "{\"x\" : 1e400 ,\"_meta\":{\"a\":1,\"b\":2}}" },
    { "{\"x\":\"}\"}\n", { "a", "1" }, "{\"x\":\"}\",\"_meta\":{\"a\":1}}\n" },
    { "{\"_meta\":{}}", { "a", "1" }, "{\"_meta\":{\"a\":1}}" },
    { "{\"_meta\":{ \"b\": 1.10 },\"x\":2}", { "a", "1" }, "{\"_meta\":{\"a\":1, \"b\": 1.10 },\"x\":2}" },
    { "{\"_meta\":{\"a\":\"by hand\"}}", { "a", "1", "b", "2" }, "{\"_meta\":{\"b\":2,\"a\":\"by hand\"}}" },
    { "{\"_meta\":{\"\\u0061\":0}}", { "a", "1" }, "{\"_meta\":{\"\\u0061\":0}}" },
    { "{\"_meta\" : { \"a\":0 } }", { "a", "1" }, "{\"_meta\" : { \"a\":0 } }" },
    { "{\"x\":{\"_meta\":{\"a\":0}}}", { "a", "1" }, "{\"x\":{\"_meta\":{\"a\":0}},\"_meta\":{\"a\":1}}" },
    { "{\"x\":1}", { NULL }, "{\"x\":1}" },
    { "{}", { "a \"b\"", "null" }, "{\"_meta\":{\"a \\\"b\\\"\":null}}" },
    /* What somebody has written in its place is sent as it is: a key must not be there twice. */
    { "{\"_meta\":7}", { "a", "1" }, "{\"_meta\":7}" },
    { "{\"_meta\":null,\"x\":1}", { "a", "1" }, "{\"_meta\":null,\"x\":1}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *json = mcp_meta_add (rows[i].params, rows[i].members);

      g_assert_cmpstr (json, ==, rows[i].expected);
      g_assert_true (mcp_json_validate (json, strlen (json), NULL));
    }
}

static void
test_find (void)
{
  static const struct
  {
    const char *text;
    const char *key;
    const char *value;  /* NULL: it is not there */
  } rows[] = {
    { "{\"_meta\":{\"a.b/c\":1.10}}", "a.b/c", "1.10" },
    { "{\"x\":1,\"_meta\":{\"x\":2,\"y\":{\"x\":3}}}", "x", "2" },
    { "{\"_meta\":{\"\\u0061\":\"b\"}}", "a", "\"b\"" },
    { "{\"_meta\":{\"a\":null}}", "a", "null" },
    { "{\"_meta\":{\"a\":1}}", "a.b", NULL },
    { "{\"_meta\":{\"a\":{\"b\":1}}}", "a.b", NULL },
    { "{\"_meta\":{}}", "a", NULL },
    { "{\"_meta\":[{\"a\":1}]}", "a", NULL },
    { "{\"_meta\":\"a\"}", "a", NULL },
    { "{\"a\":1}", "a", NULL },
    { "{}", "a", NULL },
    { "", "a", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpSpan span;
      gboolean found = mcp_meta_find (rows[i].text, strlen (rows[i].text), rows[i].key, &span);

      g_assert_cmpint (found, ==, rows[i].value != NULL);
      if (found)
        g_assert_cmpmem (rows[i].text + span.offset, span.length, rows[i].value, strlen (rows[i].value));
    }
}

static void
test_check (void)
{
  static const struct
  {
    const char *meta;
    const char *told;  /* NULL: it may be sent */
  } rows[] = {
    { "{}", NULL },
    { "{\"a\":1,\"b.c/d\":[]}", NULL },
    { "{\"A\":1,\"a\":2}", NULL },
    { "7", "not a JSON object" },
    { "[]", "not a JSON object" },
    { "\"{}\"", "not a JSON object" },
    { "null", "not a JSON object" },
    { "{\"a\":1,}", "" },
    { "", "" },
    { "{\"a\":1} x", "" },
    { "{\"a\":{\"b c\":1}}", NULL },
    { "{\"b c\":1}", "“b c” is no key of _meta" },
    { "{\"\":1}", "“” is no key of _meta" },
    { "{\"a\":1,\"b\":2,\"\\u0061\":3}", "“a” is given twice" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (mcp_meta_check (rows[i].meta, &error), ==, rows[i].told == NULL);
      if (rows[i].told == NULL)
        continue;
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }
}

/* --- Options of calls --- */

static void
count_cb (McpCallOptions *options,
          guint          *n_changes)
{
  (*n_changes)++;
}

/* The signal says that one of them is another; the same again, or what is refused, is not. */
static void
test_options_changed (void)
{
  g_autoptr (McpCallOptions) options = mcp_call_options_new ();
  guint n = 0;

  g_signal_connect (options, "changed", G_CALLBACK (count_cb), &n);
  mcp_call_options_set_timeout (options, 0);
  mcp_call_options_set_traced (options, FALSE);
  g_assert_true (mcp_call_options_set_meta (options, NULL, NULL));
  g_assert_true (mcp_call_options_set_meta (options, " { } ", NULL));
  g_assert_cmpuint (n, ==, 0);

  mcp_call_options_set_timeout (options, 5);
  mcp_call_options_set_timeout (options, 5);
  g_assert_cmpuint (n, ==, 1);
  mcp_call_options_set_traced (options, TRUE);
  mcp_call_options_set_traced (options, TRUE);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (mcp_call_options_set_meta (options, "{\"a\":1}", NULL));
  g_assert_true (mcp_call_options_set_meta (options, "{\"a\":1}", NULL));
  g_assert_cmpuint (n, ==, 3);
  g_assert_false (mcp_call_options_set_meta (options, "{\"a b\":1}", NULL));
  g_assert_false (mcp_call_options_add_meta (options, "a b", "1", NULL));
  g_assert_false (mcp_call_options_add_meta (options, "b", "{", NULL));
  g_assert_false (mcp_call_options_set_traceparent (options, "00-1-2-01", NULL));
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (mcp_call_options_get_meta (options), ==, "{\"a\":1}");
}

static void
test_options_add_meta (void)
{
  static const struct
  {
    const char *key;
    const char *value;
    const char *told;  /* NULL: it is taken */
  } rows[] = {
    { "a", "1.10", NULL },
    { "b.c/d", "{\"e\" : [1,\n2]}", NULL },
    { "a", "\"again\"", NULL },
    { "", "1", "“” is no key" },
    { "f", "", "f: " },
    { "f", "nothing", "f: " },
    { "f", "1 2", "f: " },
  };
  g_autoptr (McpCallOptions) options = mcp_call_options_new ();
  g_autofree char *one = NULL;
  McpSpan span;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (mcp_call_options_add_meta (options, rows[i].key, rows[i].value, &error), ==,
                       rows[i].told == NULL);
      if (rows[i].told == NULL)
        continue;
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }

  /* A message is one line. */
  g_assert_null (strchr (mcp_call_options_get_meta (options), '\n'));
  one = g_strdup_printf ("{\"_meta\":%s}", mcp_call_options_get_meta (options));
  g_assert_true (mcp_meta_find (one, strlen (one), "a", &span));
  g_assert_cmpmem (one + span.offset, span.length, "\"again\"", 7);
  g_assert_true (mcp_meta_find (one, strlen (one), "b.c/d", &span));
}

static void
test_options_apply (void)
{
  g_autoptr (McpCallOptions) options = mcp_call_options_new ();
  g_autoptr (McpCall) plain = mcp_call_new ("ping", NULL);
  g_autoptr (McpCall) timed = mcp_call_new ("ping", NULL);
  g_autofree char *none = mcp_call_dup_traceparent (plain);

  g_assert_null (none);
  mcp_call_set_timeout (plain, 7);
  mcp_call_options_apply (options, plain);
  g_assert_cmpuint (mcp_call_get_timeout (plain), ==, 7);
  mcp_call_options_set_timeout (options, 9);
  mcp_call_options_apply (options, timed);
  g_assert_cmpuint (mcp_call_get_timeout (timed), ==, 9);
  g_assert_null (mcp_call_get_params (timed));
}

/* --- Traces --- */

static void
test_trace_parse (void)
{
#define TRACE "0af7651916cd43dd8448eb211c80319c"
#define SPAN "b7ad6b7169203331"
  static const struct
  {
    const char *text;
    int         flags;  /* -1: it is none */
  } rows[] = {
    { "00-" TRACE "-" SPAN "-00", 0 },
    { "00-" TRACE "-" SPAN "-01", 1 },
    { "00-" TRACE "-" SPAN "-ff", 255 },
    { "01-" TRACE "-" SPAN "-01", -1 },
    { "ff-" TRACE "-" SPAN "-01", -1 },
    { "0-" TRACE "-" SPAN "-01", -1 },
    { "00 " TRACE "-" SPAN "-01", -1 },
    { "00-" TRACE "-" SPAN "-1", -1 },
    { "00-" TRACE "-" SPAN "-0g", -1 },
    { "00-" TRACE "-" SPAN "-01\n", -1 },
    { " 00-" TRACE "-" SPAN "-01", -1 },
    { "00-" TRACE "0-" SPAN "-01", -1 },
    { "00-" TRACE SPAN "--01", -1 },
    { "00-" TRACE "-" SPAN "-01-extra", -1 },
    { "00-", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpTraceContext context = { 0 };
      gboolean is_one = mcp_trace_context_parse (&context, rows[i].text);

      g_assert_cmpint (is_one, ==, rows[i].flags >= 0);
      g_assert_cmpint (mcp_trace_context_check (rows[i].text), ==, is_one);
      if (!is_one)
        continue;
      g_assert_cmpstr (context.trace_id, ==, TRACE);
      g_assert_cmpstr (context.span_id, ==, SPAN);
      g_assert_cmpuint (context.flags, ==, (guint) rows[i].flags);
    }
}

/* --- Hints for caches --- */

static void
test_cache_hints (void)
{
  static const struct
  {
    const char *result;
    gint64      ttl_msec;
    const char *scope;
  } rows[] = {
    { "{\"ttlMs\":5000,\"cacheScope\":\"public\"}", 5000, "public" },
    { "{\"ttlMs\":0,\"cacheScope\":\"private\"}", 0, "private" },
    { "{\"ttlMs\":9223372036854775807}", G_MAXINT64, NULL },
    { "{\"ttlMs\":9223372036854775808}", -1, NULL },
    { "{\"ttlMs\":5e3}", 5000, NULL },
    { "{\"ttlMs\":1.5}", -1, NULL },
    { "{\"ttlMs\":-1}", -1, NULL },
    { "{\"ttlMs\":\"5000\"}", -1, NULL },
    { "{\"ttlMs\":null,\"cacheScope\":null}", -1, NULL },
    { "{\"cacheScope\":7}", -1, NULL },
    { "{\"cacheScope\":\"\"}", -1, "" },
    { "{\"_meta\":{\"ttlMs\":5}}", -1, NULL },
    { "[{\"ttlMs\":5}]", -1, NULL },
    { "7", -1, NULL },
    { "", -1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *scope = NULL;

      g_test_message ("%s", rows[i].result);
      g_assert_cmpint (mcp_cache_hints_read (rows[i].result, strlen (rows[i].result), &scope), ==, rows[i].ttl_msec);
      g_assert_cmpstr (scope, ==, rows[i].scope);
    }

  g_assert_true (mcp_cache_hints_has_hints ("tools/list"));
  g_assert_true (mcp_cache_hints_has_hints ("resources/read"));
  g_assert_false (mcp_cache_hints_has_hints ("tools/call"));
  g_assert_false (mcp_cache_hints_has_hints ("tools/lists"));
  g_assert_false (mcp_cache_hints_has_hints (""));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/meta/add", test_add);
  g_test_add_func ("/session/meta/find", test_find);
  g_test_add_func ("/session/meta/check", test_check);
  g_test_add_func ("/session/call-options/changed", test_options_changed);
  g_test_add_func ("/session/call-options/add-meta", test_options_add_meta);
  g_test_add_func ("/session/call-options/apply-timeout", test_options_apply);
  g_test_add_func ("/session/trace-context/parse", test_trace_parse);
  g_test_add_func ("/session/cache-hints/read", test_cache_hints);

  return g_test_run ();
}
