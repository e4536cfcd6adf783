/* test-bounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "mcp-catalog-item.h"
#include "mcp-cut-json.h"
#include "mcp-http-parser.h"
#include "mcp-id.h"
#include "mcp-json-compare.h"
#include "mcp-json-edit.h"
#include "mcp-json-outline.h"
#include "mcp-line-splitter.h"
#include "mcp-linter.h"
#include "mcp-message.h"
#include "mcp-meta.h"
#include "mcp-observer.h"
#include "mcp-param-header.h"
#include "mcp-query.h"
#include "mcp-form.h"
#include "mcp-schema.h"
#include "mcp-sse-parser.h"
#include "mcp-summary.h"

/*
 * Time and memory are bounded by a constant for each byte received. Each target reads the input of
 * each of its families, ten times longer each time. A row of the table says how much it may take:
 * several times what it does take, and a hundredth of what it would if it grew with the square.
 */

#define PIECE_BYTES 4096

static void
run_scan (const char *data,
          gsize       length)
{
  McpScan scan;

  mcp_scan (data, length, &scan);
}

static void
run_validate (const char *data,
              gsize       length)
{
  mcp_json_validate (data, length, NULL);
}

static void
run_lookup (const char *data,
            gsize       length)
{
  g_autofree char *text = NULL;
  McpSpan span;

  if (!mcp_json_validate (data, length, NULL))
    return;

  mcp_json_lookup (data, length, "a.a.a.a.b", &span);
  mcp_json_lookup (data, length, "zz", &span);
  mcp_json_count (data, length);
  text = mcp_json_dup_string (data, length);
}

static void
run_print (const char *data,
           gsize       length)
{
  g_autofree char *pretty = mcp_json_pretty (data, length, NULL, NULL);
  g_autofree char *line = mcp_json_one_line (data, length, NULL);
}

/* Its own equal, and a neighbour. */
static void
run_compare (const char *data,
             gsize       length)
{
  g_autofree char *other = g_strdup_printf ("[0,%s,1]", data);
  g_autofree char *one = g_strdup_printf ("[%s,2]", data);
  g_autoptr (GPtrArray) changes = NULL;
  McpSpan whole = { 0, length };
  gboolean truncated;

  if (!mcp_json_validate (data, length, NULL) || !mcp_json_lookup (data, length, NULL, &whole))
    return;

  mcp_json_hash (data, whole);
  mcp_json_equal (data, whole, data, whole);
  changes = mcp_json_compare (one, strlen (one), other, strlen (other), MCP_JSON_COMPARE_EXACT, 1000,
                              &truncated);
}

static void
run_outline (const char *data,
             gsize       length)
{
  McpJsonOutline outline;

  if (!mcp_json_outline_init (&outline, data, length, 0))
    return;

  while (mcp_json_outline_next (&outline, PIECE_BYTES) != MCP_JSON_OUTLINE_END)
    ;
}

static void
run_numbers (const char *data,
             gsize       length)
{
  if (mcp_json_get_type (data, length) == MCP_JSON_NUMBER && mcp_json_validate (data, length, NULL))
    mcp_json_compare_numbers (data, length, "1e999999999", 11);
}

static void
run_edit (const char *data,
          gsize       length)
{
  g_autofree char *object = NULL;
  g_autofree char *value = NULL;
  McpSpan span;

  if (*data != '{' || !mcp_json_validate (data, length, NULL))
    return;

  object = g_strdup (data);
  mcp_json_edit_find (data, length, "zz", &span);
  value = mcp_json_edit_get (object, "a");
  mcp_json_edit_set (&object, "a", "2");
  mcp_json_edit_set (&object, "a", NULL);
  mcp_json_edit_rename (&object, "k1", "k2");
  mcp_meta_find (data, length, "zz", &span);
}

static void
run_cut (const char *data,
         gsize       length)
{
  const char *end = data + length;
  const char *start = mcp_cut_json_start (data, end);
  g_autofree char *text = NULL;
  gboolean is_cut;

  if (start == NULL || start == end)
    return;

  mcp_cut_json_find (start, end, "a.a.zz");
  mcp_cut_json_count (start, end, &is_cut);
  text = mcp_cut_json_text (start, end, 200);
}

static void
run_message (const char *data,
             gsize       length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, length);
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (message);
  g_autofree char *error = mcp_message_dup_error_message (message);
  McpId *id = mcp_message_get_id (message);

  mcp_message_get_method (message);
  mcp_message_get_params_excerpt (message);
  if (id != NULL)
    g_assert_nonnull (mcp_id_get_token (id));
}

static void
run_id (const char *data,
        gsize       length)
{
  g_autoptr (McpId) id = mcp_id_new_from_token (data, length);
  g_autoptr (McpId) other = mcp_id_new_from_token (data, length);

  if (id != NULL)
    mcp_id_equal (id, other);
}

static void
run_lines (const char *data,
           gsize       length)
{
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (64 * 1024 * 1024);
  McpLine line;

  for (gsize at = 0; at < length; at += PIECE_BYTES)
    {
      mcp_line_splitter_push (splitter, data + at, MIN (PIECE_BYTES, length - at), 0);
      while (mcp_line_splitter_next (splitter, &line))
        mcp_line_clear (&line);
    }
  mcp_line_splitter_finish (splitter);
  while (mcp_line_splitter_next (splitter, &line))
    mcp_line_clear (&line);
}

static void
read_events (const char *data,
             gsize       length,
             gsize       piece_bytes)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (64 * 1024 * 1024);
  McpSseItem item;

  for (gsize at = 0; at < length; at += piece_bytes)
    {
      mcp_sse_parser_push (parser, data + at, MIN (piece_bytes, length - at), 0);
      while (mcp_sse_parser_next (parser, &item))
        mcp_sse_item_clear (&item);
    }
  mcp_sse_parser_finish (parser);
  while (mcp_sse_parser_next (parser, &item))
    mcp_sse_item_clear (&item);
}

static void
run_events (const char *data,
            gsize       length)
{
  read_events (data, length, PIECE_BYTES);
}

/* In one chunk, which is never there as items all at once. */
static void
run_events_whole (const char *data,
                  gsize       length)
{
  read_events (data, length, length);
}

static gboolean
http_head_cb (const McpHttpParserHead *head,
              gpointer                 user_data)
{
  mcp_http_head_find (head, "Content-Type");
  return TRUE;
}

static void
http_body_cb (const char *data,
              gsize       length,
              gpointer    user_data)
{
}

static void
http_end_cb (gboolean whole,
             gpointer user_data)
{
}

static void
run_http (const char *data,
          gsize       length)
{
  static const McpHttpParserFuncs funcs = {
    http_head_cb, http_body_cb, http_end_cb, http_end_cb, NULL,
  };
  g_autoptr (McpHttpParser) parser = mcp_http_parser_new (TRUE, &funcs, NULL);

  for (gsize at = 0; at < length; at += PIECE_BYTES)
    mcp_http_parser_push (parser, data + at, MIN (PIECE_BYTES, length - at));
  mcp_http_parser_finish (parser);
}

/* --- The tap, with its journal --- */

static void
drain_main_loop (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
run_tap_http (const char *data,
              gsize       length)
{
  static const char request[] = "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n";
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("t", "http://127.0.0.1:1/");
  g_autoptr (McpObserver) observer = mcp_observer_new (journal, profile);

  mcp_observer_connection_opened (observer, 1);
  mcp_observer_connection_push (observer, 1, MCP_DIRECTION_OUT, request, strlen (request), 1);
  for (gsize at = 0; at < length; at += PIECE_BYTES)
    mcp_observer_connection_push (observer, 1, MCP_DIRECTION_IN, data + at,
                                  MIN (PIECE_BYTES, length - at), 2);
  mcp_observer_connection_end (observer, 1, MCP_DIRECTION_IN, NULL);
  mcp_observer_connection_closed (observer, 1);
  mcp_journal_flush (journal);
  drain_main_loop ();
}

static void
run_tap (const char *data,
         gsize       length)
{
  const char *argv[] = { "server", NULL };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("t", argv);
  g_autoptr (McpObserver) observer = mcp_observer_new (journal, profile);

  for (gsize at = 0; at < length; at += PIECE_BYTES)
    mcp_observer_push (observer, MCP_OBSERVER_STDOUT, data + at, MIN (PIECE_BYTES, length - at), 1);
  mcp_observer_push (observer, MCP_OBSERVER_STDOUT, "\n", 1, 1);
  mcp_observer_end (observer, MCP_OBSERVER_STDOUT);
  mcp_journal_flush (journal);

  /* What every row of the timeline says of its record, and a filter asks it. */
  if (mcp_journal_get_n_records (journal) > 0)
    {
      g_autoptr (McpQuery) query = mcp_query_new ("body:zzz or params.a.b:1", NULL);
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, 1);
      g_autofree char *summary = mcp_summary_for_record (record);

      if (query != NULL)
        mcp_query_matches (query, journal, 1);
    }
  drain_main_loop ();
}

/* --- Schemas --- */

static void
run_schema_new (const char *data,
                gsize       length)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (data, length, NULL);
}

static const char schema_value[] =
  "{\"a\":{\"a\":[1,2,\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]},\"b\":1}";

static void
run_schema_quickly (const char *data,
                    gsize       length)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (data, length, NULL);
  g_autoptr (GPtrArray) errors = NULL;

  if (schema != NULL)
    errors = mcp_schema_validate_quickly (schema, schema_value, -1);
}

/* What a form makes by itself when a tool is chosen, and what is wrong with it. */
static void
run_form (const char *data,
          gsize       length)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (data, length, NULL);
  g_autoptr (McpForm) form = schema != NULL ? mcp_form_new (schema) : NULL;
  g_autofree char *json = form != NULL ? mcp_form_to_json (form) : NULL;

  if (form != NULL)
    mcp_form_get_n_errors (form);
}

/* The same default for schemas of every kind: it is the server's. */
static void
run_form_default (const char *data,
                  gsize       length)
{
  static const char head[] = "{\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"object\",\"properties\":{\"b\":{"
                             "\"type\":\"array\",\"items\":{\"$ref\":\"#/properties/a\"}}}},{\"type\":\"array\","
                             "\"items\":{\"$ref\":\"#/properties/a\"}},{\"type\":\"integer\"}],\"default\":";
  g_autofree char *text = g_strconcat (head, data, "}}}", NULL);

  run_form (text, strlen (text));
}

static void
validate (const char *schema_text,
          gsize       length,
          const char *value)
{
  g_autoptr (McpSchema) schema = mcp_schema_new (schema_text, length, NULL);
  g_autoptr (GPtrArray) errors = schema != NULL ? mcp_schema_validate (schema, value, -1) : NULL;
}

static void
run_schema_text (const char *data,
                 gsize       length)
{
  g_autofree char *value = g_strnfill (60 * 1024 + 2, 'a');

  value[0] = value[60 * 1024 + 1] = '"';
  validate (data, length, value);
}

static void
run_schema_object (const char *data,
                   gsize       length)
{
  validate (data, length, schema_value);
}

/* A fixed schema with a bit of everything; the value is the server's. */
static void
run_schema_value (const char *data,
                  gsize       length)
{
  static const char schema[] =
    "{\"uniqueItems\":true,\"minLength\":1,\"maxLength\":9,\"minProperties\":1,\"pattern\":\"^(a|b)*x$\","
    "\"multipleOf\":3,\"minimum\":5,\"contains\":{\"type\":\"null\"},\"items\":{\"anyOf\":[{\"$ref\":\"#\"},"
    "{\"type\":\"null\"}]},\"patternProperties\":{\"^x\":{\"$ref\":\"#\"}},"
    "\"additionalProperties\":{\"not\":{\"$ref\":\"#\"}},\"enum\":[1,[],{\"a\":1}],\"const\":{},"
    "\"prefixItems\":[true],\"unevaluatedItems\":{\"const\":1},\"unevaluatedProperties\":{\"const\":1}}";

  validate (schema, strlen (schema), data);
}

static void
run_param_headers (const char *data,
                   gsize       length)
{
  McpParamHeaders *headers;
  g_auto (GStrv) list = NULL;

  if (!mcp_json_validate (data, length, NULL))
    return;

  headers = mcp_param_headers_new (data, length, NULL);
  if (headers == NULL)
    return;

  list = mcp_param_headers_extract (headers, data, length);
  mcp_param_headers_free (headers);
}

/* --- Findings --- */

static McpReporter *
new_reporter (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  McpReporter *reporter = mcp_reporter_new (journal);

  mcp_reporter_set_revision (reporter, (McpRevision){ MCP_ERA_MODERN, MCP_VERSION_2026_07_28 });

  return reporter;
}

static void
run_linter_tool (const char *data,
                 gsize       length)
{
  g_autoptr (McpReporter) reporter = NULL;
  g_autoptr (McpCatalogItem) item = NULL;
  g_autofree char *tool = NULL;

  if (!mcp_json_validate (data, length, NULL))
    return;

  reporter = new_reporter ();
  tool = g_strdup_printf ("{\"name\":\"a\",\"inputSchema\":%s,\"outputSchema\":%s,\"annotations\":%s}",
                          data, data, data);
  item = mcp_catalog_item_new (MCP_CATALOG_TOOLS, tool, strlen (tool));
  mcp_linter_check_tool (reporter, 0, item);
  mcp_catalog_item_get_param_headers (item);
  drain_main_loop ();
}

static void
run_linter_result (const char *data,
                   gsize       length)
{
  static const char tool[] = "{\"name\":\"a\",\"outputSchema\":{\"type\":\"object\"}}";
  static const char *const methods[] = {
    "tools/call", "tools/list", "prompts/get", "resources/read", "completion/complete",
  };
  g_autoptr (McpReporter) reporter = NULL;
  g_autoptr (McpCatalogItem) called = NULL;
  g_autofree char *text = NULL;
  McpResultFacts facts;
  McpScan scan;

  if (!mcp_json_validate (data, length, NULL))
    return;

  reporter = new_reporter ();
  text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":%s,\"tools\":%s,"
                          "\"messages\":%s,\"contents\":%s,\"_meta\":%s,\"structuredContent\":%s}}",
                          data, data, data, data, data, data);
  called = mcp_catalog_item_new (MCP_CATALOG_TOOLS, tool, strlen (tool));
  mcp_scan (text, strlen (text), &scan);
  mcp_linter_read_result (text, &scan, &facts);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      mcp_linter_check_result (reporter, methods[i], &facts, 0);
      mcp_linter_check_members (reporter, methods[i], called, text + scan.result.offset,
                                scan.result.length, &facts, 0);
    }
  drain_main_loop ();
}

/* Where an object, a text and a list of files belong. */
static void
run_skill (const char *data,
           gsize       length)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpReporter) reporter = mcp_reporter_new (journal);
  g_autofree char *entry = g_strdup_printf ("{\"uri\":%s,\"frontmatter\":%s,\"resources\":%s}", data, data, data);
  g_autofree char *files = g_strdup_printf ("{\"uri\":\"a://b/SKILL.md\",\"frontmatter\":{\"name\":%s,"
                                            "\"description\":%s},\"resources\":[{\"uri\":%s,\"digest\":%s,"
                                            "\"size\":%s}]}", data, data, data, data, data);

  if (mcp_json_validate (entry, -1, NULL))
    mcp_linter_check_skill (reporter, 0, entry, strlen (entry));
  if (mcp_json_validate (files, -1, NULL))
    mcp_linter_check_skill (reporter, 0, files, strlen (files));
  drain_main_loop ();
}

static void
run_icons (const char *data,
           gsize       length)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpReporter) reporter = mcp_reporter_new (journal);
  g_autofree char *uri = g_strndup (data, length);
  g_autofree char *list = g_strdup_printf ("{\"name\":\"n\",\"icons\":%.*s}", (int) length, data);
  g_autoptr (GString) one = g_string_new ("{\"name\":\"n\",\"icons\":[{\"src\":");

  if (mcp_json_validate (list, -1, NULL))
    mcp_linter_check_icons (reporter, 0, list, strlen (list));
  if (g_utf8_validate (uri, -1, NULL))
    {
      g_autofree char *src = g_strconcat ("data:image/png,", uri, NULL);

      mcp_json_append_string (one, src, -1);
      g_string_append (one, "}]}");
      mcp_linter_check_icons (reporter, 0, one->str, one->len);
    }
  drain_main_loop ();
}

/* --- The table --- */

typedef struct
{
  const char         *name;
  BoundsTargetFunc    run;
  const BoundsFamily *families;
  gsize               max_bytes;       /* of input */
  guint               nsec_per_byte;   /* of processor time */
  guint               bytes_per_byte;  /* of memory, at once */
  guint               msec;            /* of processor time, beside that */
} Target;

#define KB 1000
#define MB 1000000

static const Target targets[] = {
  { "scan", run_scan, bounds_json, 10 * MB, 100, 8, 100 },
  { "validate", run_validate, bounds_json, 10 * MB, 100, 8, 100 },
  { "lookup", run_lookup, bounds_json, 10 * MB, 200, 8, 100 },
  { "print", run_print, bounds_json, 1 * MB, 5000, 2100, 100 },
  { "compare", run_compare, bounds_json, 1 * MB, 5000, 500, 100 },
  { "outline", run_outline, bounds_json, 10 * MB, 200, 8, 100 },
  { "table", bounds_run_table, bounds_json, 1 * MB, 2000, 64, 100 },
  { "numbers", run_numbers, bounds_json, 1 * MB, 1000, 8, 100 },
  { "edit", run_edit, bounds_json, 1 * MB, 1000, 16, 100 },
  { "cut", run_cut, bounds_json, 1 * MB, 1000, 8, 100 },
  { "id", run_id, bounds_json, 1 * MB, 1000, 8, 100 },
  { "message-json", run_message, bounds_json, 1 * MB, 1000, 100, 100 },
  { "message", run_message, bounds_messages, 10 * MB, 200, 16, 100 },
  { "lines", run_lines, bounds_lines, 10 * MB, 500, 8, 100 },
  { "events", run_events, bounds_events, 1 * MB, 1000, 16, 100 },
  { "events-whole", run_events_whole, bounds_events, 1 * MB, 1000, 16, 100 },
  { "http", run_http, bounds_http, 1 * MB, 1000, 100, 100 },
  { "tap", run_tap, bounds_messages, 1 * MB, 5000, 100, 200 },
  { "tap-json", run_tap, bounds_json, 1 * MB, 5000, 100, 200 },
  { "tap-lines", run_tap, bounds_lines, 100 * KB, 20000, 1000, 200 },
  { "tap-http", run_tap_http, bounds_http, 100 * KB, 20000, 1000, 200 },
  { "spans", bounds_run_spans, bounds_messages, 1 * MB, 5000, 100, 200 },
  { "spans-json", bounds_run_spans, bounds_json, 1 * MB, 5000, 100, 200 },
  { "schema-new", run_schema_new, bounds_schemas, 1 * MB, 5000, 500, 200 },
  { "schema-quickly", run_schema_quickly, bounds_schemas, 1 * MB, 5000, 500, 300 },
  { "form", run_form, bounds_schemas, 1 * MB, 5000, 500, 500 },
  { "form-default", run_form_default, bounds_json, 1 * MB, 5000, 500, 500 },
  { "schema-text", run_schema_text, bounds_schemas, 1 * MB, 5000, 500, 3000 },
  { "schema-object", run_schema_object, bounds_schemas, 1 * MB, 5000, 500, 3000 },
  { "schema-json", run_schema_new, bounds_json, 1 * MB, 5000, 500, 200 },
  { "schema-value", run_schema_value, bounds_json, 1 * MB, 5000, 500, 3000 },
  { "param-headers", run_param_headers, bounds_schemas, 1 * MB, 5000, 200, 100 },
  { "linter-tool", run_linter_tool, bounds_schemas, 1 * MB, 20000, 500, 500 },
  { "linter-result", run_linter_result, bounds_json, 100 * KB, 50000, 1000, 500 },
  { "skill", run_skill, bounds_json, 1 * MB, 5000, 100, 100 },
  { "frontmatter", bounds_run_frontmatter, bounds_yaml, 100 * KB, 20000, 200, 200 },
  { "frontmatter-json", bounds_run_frontmatter, bounds_json, 100 * KB, 20000, 200, 200 },
  { "server-link", bounds_run_server_link, bounds_json, 60 * KB, 20000, 500, 300 },
  { "client-json", bounds_run_client_json, bounds_json, 100 * KB, 20000, 500, 300 },
  { "client-servers", bounds_run_client_servers, bounds_json, 100 * KB, 20000, 500, 300 },
  { "client-manifest", bounds_run_client_manifest, bounds_json, 40 * KB, 50000, 1000, 300 },
  { "bundle", bounds_run_bundle, bounds_json, 40 * KB, 50000, 1000, 300 },
  { "client-toml", bounds_run_client_toml, bounds_toml, 1 * MB, 2000, 200, 200 },
  { "client-yaml", bounds_run_client_yaml, bounds_yaml, 100 * KB, 20000, 200, 200 },
  { "icons-json", run_icons, bounds_json, 1 * MB, 5000, 100, 100 },
  { "icons-text", run_icons, bounds_texts, 1 * MB, 5000, 100, 100 },
  { "messages", bounds_run_messages, bounds_json, 1 * MB, 5000, 100, 100 },
  { "template", bounds_run_template, bounds_templates, 1 * MB, 2000, 200, 100 },
  { "resource-tree", bounds_run_resource_tree, bounds_uris, 1 * MB, 5000, 300, 100 },
  { "header", bounds_run_header, bounds_texts, 1 * MB, 1000, 16, 100 },
  { "search", bounds_run_search, bounds_texts, 1 * MB, 1000, 16, 100 },
  { "visible", bounds_run_visible, bounds_texts, 1 * MB, 1000, 16, 100 },
  { "markdown", bounds_run_markdown, bounds_markdown, 100 * KB, 5000, 100, 500 },
  { "markdown-texts", bounds_run_markdown, bounds_texts, 100 * KB, 5000, 100, 500 },
  { "redactor", bounds_run_redactor, bounds_texts, 1 * MB, 5000, 100, 100 },
  { "redactor-json", bounds_run_redactor, bounds_json, 1 * MB, 5000, 100, 100 },
  { "recording-line", bounds_run_recording_line, bounds_json, 1 * MB, 1000, 32, 100 },
  { "media", bounds_run_media, bounds_media, 10 * MB, 100, 8, 100 },
  { "server-text", bounds_run_server_text, bounds_refusals, 1 * MB, 1000, 8, 100 },
  { "server-text-texts", bounds_run_server_text, bounds_texts, 1 * MB, 1000, 8, 100 },
  { "server-text-json", bounds_run_server_text, bounds_json, 1 * MB, 1000, 8, 100 },
  { "error-text", bounds_run_error_text, bounds_refusals, 1 * MB, 1000, 8, 300 },
  { "error-text-texts", bounds_run_error_text, bounds_texts, 1 * MB, 1000, 8, 300 },
  { "own-tasks", bounds_run_own_tasks, bounds_tasks, 1 * MB, 10000, 100, 100 },
  { "query", bounds_run_query, bounds_queries, 1 * MB, 1000, 100, 100 },
  { "challenge", bounds_run_challenge, bounds_texts, 1 * MB, 1000, 100, 100 },
  { "metadata", bounds_run_metadata, bounds_json, 1 * MB, 5000, 100, 100 },
  { "jwt", bounds_run_jwt, bounds_texts, 100 * KB, 1000, 16, 100 },
  { "jwt-json", bounds_run_jwt, bounds_json, 100 * KB, 1000, 16, 100 },
  { "jwks", bounds_run_jwks, bounds_keys, 1 * MB, 20000, 16, 100 },
  { "jwks-json", bounds_run_jwks, bounds_json, 1 * MB, 5000, 16, 100 },
};

/*
 * Sanitizers make all of it slower; how much they need beside is not ours to say. What they look for is found in less:
 * how the cost grows is for a build without them.
 */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWER  20
#define SMALLER 10
#else
#define SLOWER  1
#define SMALLER 1
#endif

#define SPARE_BYTES (4 * 1024 * 1024)

typedef struct
{
  const Target       *target;
  const BoundsFamily *family;
} Row;

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  const Target *target = row->target;

  for (gsize n = 10 * KB; n <= MAX (target->max_bytes / SMALLER, 10 * KB); n *= 10)
    {
      GString *text = g_string_new (NULL);
      BoundsCost cost;
      gint64 max_usec;
      gint64 max_bytes;

      row->family->make (text, n);
      max_usec = SLOWER * (target->msec * 1000 + (gint64) text->len * target->nsec_per_byte / 1000);
      max_bytes = SPARE_BYTES + (gint64) text->len * target->bytes_per_byte;
      cost = bounds_measure (target->run, text->str, text->len);
      g_test_message ("%zu bytes: %" G_GINT64_FORMAT " us of %" G_GINT64_FORMAT ", %"
                      G_GINT64_FORMAT " bytes of %" G_GINT64_FORMAT,
                      text->len, cost.cpu_usec, max_usec, cost.peak_bytes, max_bytes);
      g_string_free (text, TRUE);

      if (cost.cpu_usec > max_usec || cost.peak_bytes > max_bytes)
        {
          g_test_fail ();
          return;
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (targets); i++)
    for (const BoundsFamily *family = targets[i].families; family->name != NULL; family++)
      {
        g_autofree char *path = g_strdup_printf ("/bounds/%s/%s", targets[i].name, family->name);
        Row row = { &targets[i], family };

        g_test_add_data_func_full (path, g_memdup2 (&row, sizeof row), test_row, g_free);
      }

  return g_test_run ();
}
