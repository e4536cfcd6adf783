/* bounds-families.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "jwt-samples.h"

/*
 * What a hostile server would send. A new idea is a function, or a line with one of the macros, and a row. Not split: the
 * file is one list of them, and all are made of the same few functions above it.
 */

static void
repeat (GString    *out,
        gsize       n,
        const char *open,
        const char *unit,
        const char *separator,
        const char *close)
{
  gsize end = out->len + n;
  gboolean first = TRUE;

  g_string_append (out, open);
  do
    {
      if (!first)
        g_string_append (out, separator);
      first = FALSE;
      g_string_append (out, unit);
    }
  while (out->len < end);
  g_string_append (out, close);
}

#define REPEAT(name, open, unit, separator, close) \
  static void \
  name (GString *out, gsize n) \
  { \
    repeat (out, n, open, unit, separator, close); \
  }

/* Numbered: no two are the same. */
static void
count_up (GString    *out,
          gsize       n,
          const char *open,
          const char *format,
          const char *separator,
          const char *close)
{
  gsize end = out->len + n;

  g_string_append (out, open);
  for (guint i = 0; i == 0 || out->len < end; i++)
    {
      if (i > 0)
        g_string_append (out, separator);
      g_string_append_printf (out, format, i, i);
    }
  g_string_append (out, close);
}

#define COUNT(name, open, format, separator, close) \
  static void \
  name (GString *out, gsize n) \
  { \
    count_up (out, n, open, format, separator, close); \
  }

/* Of one hash in g_str_hash(): each pair of letters has the same sum. */
static void
append_colliding (GString *out,
                  guint    i)
{
  for (guint bit = 0; bit < 20; bit++)
    g_string_append (out, (i >> bit & 1) != 0 ? "Ab" : "BA");
}

static void
collide (GString    *out,
         gsize       n,
         const char *open,
         const char *before,
         const char *after,
         const char *close)
{
  gsize end = out->len + n;

  g_string_append (out, open);
  for (guint i = 0; i == 0 || out->len < end; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      g_string_append (out, before);
      append_colliding (out, i);
      g_string_append (out, after);
    }
  g_string_append (out, close);
}

#define COLLIDE(name, open, before, after, close) \
  static void \
  name (GString *out, gsize n) \
  { \
    collide (out, n, open, before, after, close); \
  }

static void
nest (GString    *out,
      gsize       n,
      const char *open,
      const char *middle,
      const char *close)
{
  gsize depth = n / (strlen (open) + strlen (close)) + 1;

  for (gsize i = 0; i < depth; i++)
    g_string_append (out, open);
  g_string_append (out, middle);
  for (gsize i = 0; i < depth; i++)
    g_string_append (out, close);
}

#define NEST(name, open, middle, close) \
  static void \
  name (GString *out, gsize n) \
  { \
    nest (out, n, open, middle, close); \
  }

/* --- JSON --- */

NEST (deep_arrays, "[", "", "]")
NEST (deep_objects, "{\"a\":", "1", "}")
NEST (deep_pairs, "[0,", "0", "]")
REPEAT (zeros, "[", "0", ",", "]")
REPEAT (empty_objects, "[", "{}", ",", "]")
REPEAT (equal_objects, "[", "{\"a\":[1,2],\"b\":\"c\"}", ",", "]")
REPEAT (duplicate_keys, "{", "\"a\":1", ",", "}")
COUNT (many_keys, "{", "\"k%u\":%u", ",", "}")
COUNT (many_numbers, "[", "%u.5e3", ",", "]")
COLLIDE (colliding_keys, "{", "\"", "\":0", "}")
COLLIDE (colliding_strings, "[", "\"", "\"", "]")
REPEAT (long_string, "\"", "x", "", "\"")
REPEAT (long_key, "{\"", "x", "", "\":1}")
REPEAT (escapes, "\"", "\\u0061", "", "\"")
REPEAT (backslashes, "\"", "\\\\", "", "\"")
REPEAT (quotes, "\"", "\\\"", "", "\"")
REPEAT (surrogates, "\"", "\\ud800", "", "\"")
REPEAT (long_number, "", "9", "", "")
REPEAT (long_fraction, "0.", "9", "", "")
REPEAT (long_exponent, "1e", "9", "", "")
REPEAT (blanks, "", " ", "", "1")
REPEAT (unterminated_array, "", "[", "", "")
REPEAT (unterminated_objects, "", "{\"a\":", "", "")
REPEAT (unterminated_string, "\"", "x", "", "")
REPEAT (broken_utf8, "\"", "\xff", "", "\"")
REPEAT (nuls, "\"", "\\u0000", "", "\"")

const BoundsFamily bounds_json[] = {
  { "deep-arrays", deep_arrays },
  { "deep-objects", deep_objects },
  { "deep-pairs", deep_pairs },
  { "zeros", zeros },
  { "empty-objects", empty_objects },
  { "equal-objects", equal_objects },
  { "duplicate-keys", duplicate_keys },
  { "many-keys", many_keys },
  { "many-numbers", many_numbers },
  { "colliding-keys", colliding_keys },
  { "colliding-strings", colliding_strings },
  { "long-string", long_string },
  { "long-key", long_key },
  { "escapes", escapes },
  { "backslashes", backslashes },
  { "quotes", quotes },
  { "surrogates", surrogates },
  { "long-number", long_number },
  { "long-fraction", long_fraction },
  { "long-exponent", long_exponent },
  { "blanks", blanks },
  { "unterminated-array", unterminated_array },
  { "unterminated-objects", unterminated_objects },
  { "unterminated-string", unterminated_string },
  { "broken-utf8", broken_utf8 },
  { "nuls", nuls },
  { NULL }
};

/* --- Messages --- */

#define RPC "{\"jsonrpc\":\"2.0\","

REPEAT (long_id, RPC "\"method\":\"ping\",\"id\":\"", "\\u0061", "", "\"}")
REPEAT (number_id, RPC "\"method\":\"ping\",\"id\":", "9", "", "}")
REPEAT (long_method, RPC "\"id\":1,\"method\":\"", "x", "", "\"}")
REPEAT (duplicate_members, "{", "\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"", ",", "}")
REPEAT (batch_zeros, "[", "0", ",", "]")
COUNT (batch_requests, "[", RPC "\"id\":%u,\"method\":\"ping\"}", ",", "]")
NEST (deep_params, RPC "\"method\":\"a\",\"params\":", "{}", "}")
COUNT (many_params, RPC "\"method\":\"a\",\"params\":{", "\"%u\":{\"b\":[]}", ",", "}}")
REPEAT (long_error, RPC "\"id\":1,\"error\":{\"code\":1,\"message\":\"", "\\n", "", "\"}}")
REPEAT (many_blocks, RPC "\"id\":1,\"result\":{\"content\":[", "{\"type\":\"text\",\"text\":\"\"}", ",", "]}}")
COLLIDE (colliding_tools, RPC "\"id\":1,\"result\":{\"tools\":[", "{\"name\":\"",
         "\",\"inputSchema\":{}}", "]}}")

const BoundsFamily bounds_messages[] = {
  { "long-id", long_id },
  { "number-id", number_id },
  { "long-method", long_method },
  { "duplicate-members", duplicate_members },
  { "batch-zeros", batch_zeros },
  { "batch-requests", batch_requests },
  { "deep-params", deep_params },
  { "many-params", many_params },
  { "long-error", long_error },
  { "many-blocks", many_blocks },
  { "colliding-tools", colliding_tools },
  { NULL }
};

/* --- Schemas --- */

REPEAT (duplicate_minimum, "{", "\"minimum\":1", ",", "}")
REPEAT (duplicate_length, "{", "\"maxLength\":1", ",", "}")
REPEAT (duplicate_if, "{", "\"if\":true", ",", "}")
REPEAT (duplicate_contains, "{", "\"contains\":{}", ",", "}")
REPEAT (duplicate_items, "{", "\"items\":{\"type\":\"null\"}", ",", "}")
REPEAT (duplicate_required, "{", "\"required\":[\"a\"]", ",", "}")
REPEAT (duplicate_additional, "{", "\"additionalProperties\":false", ",", "}")
REPEAT (duplicate_unique, "{", "\"uniqueItems\":true", ",", "}")
REPEAT (duplicate_unevaluated, "{", "\"unevaluatedProperties\":{\"const\":1}", ",", "}")
NEST (nested_unevaluated, "{\"unevaluatedProperties\":true,\"unevaluatedItems\":true,\"allOf\":[", "{}", "]}")
REPEAT (any_unevaluated, "{\"unevaluatedProperties\":false,\"anyOf\":[", "{\"properties\":{\"a\":{},\"b\":{}}}", ",", "]}")
COUNT (many_dynamic, "{\"allOf\":[", "{\"$dynamicAnchor\":\"a%u\",\"$dynamicRef\":\"#a%u\"}", ",", "]}")
NEST (nested_dynamic, "{\"$id\":\"a/\",\"$dynamicAnchor\":\"x\",\"not\":", "{\"$dynamicRef\":\"#x\"}", "}")
REPEAT (dynamic_roots, "{\"$dynamicAnchor\":\"x\",\"anyOf\":[", "{\"$dynamicRef\":\"#x\"}", ",", "]}")
REPEAT (meta_schemas, "{\"allOf\":[", "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}", ",", "]}")
REPEAT (wrong_types, "{\"allOf\":[", "{\"type\":\"null\"}", ",", "]}")
COUNT (many_refs, "{\"allOf\":[", "{\"$ref\":\"x%u\"}", ",", "]}")
COUNT (many_pointers, "{\"allOf\":[", "{\"$ref\":\"#/allOf/%u\"}", ",", "]}")
COUNT (many_anchors, "{\"allOf\":[", "{\"$anchor\":\"a%u\",\"$ref\":\"#b%u\"}", ",", "]}")
COUNT (many_ids, "{\"allOf\":[", "{\"$id\":\"i%u\",\"$ref\":\"i%u#x\"}", ",", "]}")
COUNT (many_references, "{\"properties\":{", "\"p%u\":{\"$ref\":\"#/properties/p%u\"}", ",", "}}")
COUNT (required_roots, "{\"type\":\"object\",\"allOf\":[",
       "{\"properties\":{\"p%u\":{\"$ref\":\"#\"}},\"required\":[\"p%u\"]}", ",", "]}")
COUNT (many_conditions, "{\"type\":\"object\",\"allOf\":[",
       "{\"if\":{\"not\":{\"required\":[\"p%u\"]}},\"then\":{\"properties\":{\"q%u\":{}}}}", ",", "]}")
NEST (nested_ids, "{\"$id\":\"a/\",\"not\":", "{\"$ref\":\"#/x\"}", "}")
NEST (nested_all, "{\"allOf\":[", "{}", "]}")
NEST (nested_any, "{\"anyOf\":[{\"type\":\"null\"},", "{}", "]}")
NEST (nested_not, "{\"not\":", "{}", "}")
NEST (nested_properties, "{\"properties\":{\"a\":", "{}", "}}")
REPEAT (roots, "{\"anyOf\":[", "{\"$ref\":\"#\"}", ",", "]}")
COUNT (many_properties, "{\"properties\":{", "\"p%u\":{\"type\":\"string\",\"title\":\"%u\"}", ",", "}}")
COLLIDE (colliding_properties, "{\"properties\":{", "\"", "\":{\"type\":\"string\"}", "}}")
COUNT (many_patterns, "{\"patternProperties\":{", "\"(a*)*b%u\":{\"const\":%u}", ",", "}}")
REPEAT (long_pattern, "{\"pattern\":\"", "(a|a)*", "", "\"}")
REPEAT (nested_groups, "{\"pattern\":\"", "(", "", "\"}")
REPEAT (hidden_patterns, "{\"allOf\":[", "{\"\\u0070attern\":\"(?:a?){16}[bc]\"}", ",", "]}")
REPEAT (possessive_patterns, "{\"allOf\":[", "{\"pattern\":\"(?=a*+c)|(?=a*+d)|(a*)\\\\1*e\"}", ",", "]}")
COUNT (many_options, "{\"enum\":[", "\"%u\"", ",", "]}")
COUNT (many_types, "{\"type\":[", "\"t%u\"", ",", "]}")
COUNT (many_headers, "{\"properties\":{",
       "\"p%u\":{\"type\":\"string\",\"x-mcp-header\":\"h%u\"}", ",", "}}")
REPEAT (long_multiple, "{\"multipleOf\":1.", "3", "", "}")
REPEAT (long_minimum, "{\"minimum\":0.", "0", "", "1}")

const BoundsFamily bounds_schemas[] = {
  { "duplicate-minimum", duplicate_minimum },
  { "duplicate-length", duplicate_length },
  { "duplicate-if", duplicate_if },
  { "duplicate-contains", duplicate_contains },
  { "duplicate-items", duplicate_items },
  { "duplicate-required", duplicate_required },
  { "duplicate-additional", duplicate_additional },
  { "duplicate-unique", duplicate_unique },
  { "duplicate-unevaluated", duplicate_unevaluated },
  { "nested-unevaluated", nested_unevaluated },
  { "any-unevaluated", any_unevaluated },
  { "many-dynamic", many_dynamic },
  { "nested-dynamic", nested_dynamic },
  { "dynamic-roots", dynamic_roots },
  { "meta-schemas", meta_schemas },
  { "wrong-types", wrong_types },
  { "many-refs", many_refs },
  { "many-pointers", many_pointers },
  { "many-anchors", many_anchors },
  { "many-ids", many_ids },
  { "many-references", many_references },
  { "required-roots", required_roots },
  { "many-conditions", many_conditions },
  { "nested-ids", nested_ids },
  { "nested-all", nested_all },
  { "nested-any", nested_any },
  { "nested-not", nested_not },
  { "nested-properties", nested_properties },
  { "roots", roots },
  { "many-properties", many_properties },
  { "colliding-properties", colliding_properties },
  { "many-patterns", many_patterns },
  { "long-pattern", long_pattern },
  { "nested-groups", nested_groups },
  { "hidden-patterns", hidden_patterns },
  { "possessive-patterns", possessive_patterns },
  { "many-options", many_options },
  { "many-types", many_types },
  { "many-headers", many_headers },
  { "long-multiple", long_multiple },
  { "long-minimum", long_minimum },
  { NULL }
};

/* --- Streams --- */

REPEAT (empty_lines, "", "\n", "", "")
REPEAT (crlf_lines, "", "\r\n", "", "")
REPEAT (cr_lines, "", "\r", "", "")
REPEAT (tiny_lines, "", "{}\n", "", "")
REPEAT (endless_line, "", "x", "", "")

const BoundsFamily bounds_lines[] = {
  { "empty-lines", empty_lines },
  { "crlf-lines", crlf_lines },
  { "cr-lines", cr_lines },
  { "tiny-lines", tiny_lines },
  { "endless-line", endless_line },
  { NULL }
};

/* Half of it is an id, which all the empty events behind it have. */
static void
long_event_id (GString *out,
               gsize    n)
{
  repeat (out, n / 2, "id: ", "x", "", "\n\n");
  repeat (out, n / 2, "", "a\n\n", "", "");
}

/* The longest one that is kept. */
static void
kept_event_id (GString *out,
               gsize    n)
{
  repeat (out, MIN (n / 2, 8000), "id: ", "x", "", "\n\n");
  repeat (out, n / 2, "", "a\n\n", "", "");
}

REPEAT (many_event_ids, "", "id:1\n\n", "", "")
REPEAT (comments, "", ":\n", "", "")
REPEAT (data_lines, "", "data\n", "", "\n")
REPEAT (id_lines, "", "id:1\n", "", "\n")
REPEAT (name_lines, "", "event:a\n", "", "\n")
REPEAT (cr_events, "", "a\r\r", "", "")
REPEAT (long_retry, "retry:", "9", "", "\n\n")
REPEAT (endless_event, "data:", "x", "", "")

const BoundsFamily bounds_events[] = {
  { "long-id", long_event_id },
  { "kept-id", kept_event_id },
  { "many-ids", many_event_ids },
  { "comments", comments },
  { "data-lines", data_lines },
  { "id-lines", id_lines },
  { "name-lines", name_lines },
  { "cr-events", cr_events },
  { "long-retry", long_retry },
  { "endless-event", endless_event },
  { NULL }
};

#define HTTP_HEAD "HTTP/1.1 200 OK\r\n"
#define CHUNKED HTTP_HEAD "Transfer-Encoding: chunked\r\n"

REPEAT (many_http_headers, HTTP_HEAD, "a:b\r\n", "", "Content-Length: 0\r\n\r\n")
REPEAT (continuations, HTTP_HEAD "a: b\r\n", " c\r\n", "", "\r\n")
REPEAT (long_header, HTTP_HEAD "a: ", "x", "", "\r\n\r\n")
REPEAT (endless_head, "", "x", "", "")
REPEAT (interim_answers, "", "HTTP/1.1 100 Continue\r\n\r\n", "", "")
REPEAT (empty_answers, "", HTTP_HEAD "Content-Length: 0\r\n\r\n", "", "")
REPEAT (tiny_chunks, CHUNKED "\r\n", "1\r\na\r\n", "", "0\r\n\r\n")
REPEAT (chunk_extension, CHUNKED "\r\n1;", "x", "", "\r\na\r\n0\r\n\r\n")
REPEAT (trailers, CHUNKED "\r\n0\r\n", "a:b\r\n", "", "\r\n")
REPEAT (tiny_event_chunks, CHUNKED "Content-Type: text/event-stream\r\n\r\n", "3\r\na\n\n\r\n", "", "")
REPEAT (long_body, HTTP_HEAD "Content-Type: application/json\r\n\r\n", "x", "", "")

const BoundsFamily bounds_http[] = {
  { "many-headers", many_http_headers },
  { "continuations", continuations },
  { "long-header", long_header },
  { "endless-head", endless_head },
  { "interim-answers", interim_answers },
  { "empty-answers", empty_answers },
  { "tiny-chunks", tiny_chunks },
  { "chunk-extension", chunk_extension },
  { "trailers", trailers },
  { "tiny-event-chunks", tiny_event_chunks },
  { "long-body", long_body },
  { NULL }
};

/* --- Refusals --- */

REPEAT (told_paths, "", "/usr/a ", "", "")
REPEAT (told_drives, "", "C:\\a ", "", "")
REPEAT (machine_paths, "", "/usr/", "", "")
REPEAT (path_dots, "/usr/a", ".", "", "")
REPEAT (stack_lines, "", "\n at a", "", "")
REPEAT (stack_colons, "\n at ", ":", "", "")
REPEAT (stack_parentheses, "\n at a", "(", "", "")
REPEAT (stack_blanks, "", "\n ", "", "")
REPEAT (php_lines, "", "\n#1 (1", "", "")
REPEAT (python_lines, "", "File \"a\", line 1", "", "")
REPEAT (go_lines, "", "goroutine 1", "", "")
REPEAT (session_words, "", "session ", "", "")
REPEAT (titles, "<html>", "<title", "", "")
REPEAT (open_title, "<html><title>", "&amp", "", "</title>")
REPEAT (key_words, "", "api-key_", "", "")
REPEAT (revision_words, "", "2025-06-1", "", "")
REPEAT (known_revisions, "", "2025-11-25 ", "", "")
NEST (deep_errors, "{\"error\":{\"message\":", "1", "}}")

const BoundsFamily bounds_refusals[] = {
  { "told-paths", told_paths },
  { "told-drives", told_drives },
  { "machine-paths", machine_paths },
  { "path-dots", path_dots },
  { "stack-lines", stack_lines },
  { "stack-colons", stack_colons },
  { "stack-parentheses", stack_parentheses },
  { "stack-blanks", stack_blanks },
  { "php-lines", php_lines },
  { "python-lines", python_lines },
  { "go-lines", go_lines },
  { "session-words", session_words },
  { "titles", titles },
  { "open-title", open_title },
  { "key-words", key_words },
  { "revision-words", revision_words },
  { "known-revisions", known_revisions },
  { "deep-errors", deep_errors },
  { NULL }
};

/* --- Tasks that a server asks for --- */

#define ASK RPC "\"id\":1,\"method\":\"elicitation/create\",\"params\":{\"message\":\"\",\"requestedSchema\":" \
            "{\"type\":\"object\",\"properties\":{}},\"task\":"

REPEAT (tasks_made, "", ASK "{}}}", "\n", "")
REPEAT (tasks_expired, "", ASK "{\"ttl\":0}}}", "\n", "")
REPEAT (task_ttls, ASK "{", "\"ttl\":1", ",", "}}}")
REPEAT (task_long_ttl, ASK "{\"ttl\":", "9", "", "}}}")
NEST (task_deep, ASK "{\"a\":", "1", "}}}")
REPEAT (tasks_unknown, "", RPC "\"id\":1,\"method\":\"tasks/get\",\"params\":{\"taskId\":\"a\"}}", "\n", "")
REPEAT (task_long_id, RPC "\"id\":1,\"method\":\"tasks/result\",\"params\":{\"taskId\":\"", "\\u0061", "", "\"}}")
REPEAT (task_long_cursor, RPC "\"id\":1,\"method\":\"tasks/list\",\"params\":{\"cursor\":\"", "9", "", "\"}}")

/* A page of all that a tenth of it made, again and again. */
static void
tasks_listed (GString *out,
              gsize    n)
{
  repeat (out, n / 10, "", ASK "{}}}", "\n", "\n");
  repeat (out, n - n / 10, "", RPC "\"id\":1,\"method\":\"tasks/list\",\"params\":{}}", "\n", "");
}

const BoundsFamily bounds_tasks[] = {
  { "made", tasks_made },
  { "expired", tasks_expired },
  { "ttls", task_ttls },
  { "long-ttl", task_long_ttl },
  { "deep", task_deep },
  { "unknown", tasks_unknown },
  { "long-id", task_long_id },
  { "long-cursor", task_long_cursor },
  { "listed", tasks_listed },
  { NULL }
};

/* --- Small languages --- */

REPEAT (same_variable, "", "{a}", "", "")
COUNT (many_variables, "", "{v%u}", "", "")
COUNT (variable_list, "{", "v%u", ",", "}")
COLLIDE (colliding_variables, "{", "", "", "}")
REPEAT (open_braces, "", "{", "", "")
REPEAT (long_literal, "http://x/", "%20", "", "")
REPEAT (long_prefix, "{a:", "9", "", "}")

const BoundsFamily bounds_templates[] = {
  { "same-variable", same_variable },
  { "many-variables", many_variables },
  { "variable-list", variable_list },
  { "colliding-variables", colliding_variables },
  { "open-braces", open_braces },
  { "long-literal", long_literal },
  { "long-prefix", long_prefix },
  { NULL }
};

REPEAT (slashes, "a:", "/", "", "")
REPEAT (segments, "a:", "/a", "", "")
REPEAT (colons, "a", ":", "", "")
REPEAT (authorities, "a://", "b://", "", "")
REPEAT (same_uri, "", "a:/b", "\n", "")
REPEAT (short_uris, "", "a", "\n", "")
REPEAT (queries, "a:b", "?/", "", "")
COUNT (many_siblings, "", "a:b/%u", "\n", "")
COUNT (many_folders, "", "a:%u/b/c", "\n", "")
COUNT (many_schemes, "", "a%u:b/c", "\n", "")

/* Each URI is a segment longer than the one before it. */
static void
ladder (GString *out,
        gsize    n)
{
  g_autoptr (GString) uri = g_string_new ("a:");
  gsize end = out->len + n;

  while (out->len < end)
    {
      g_string_append (uri, "/b");
      g_string_append_printf (out, "%s\n", uri->str);
    }
}

/* A branch at each rung, and one URI that goes on for as long as all of them. */
static void
long_ladder (GString *out,
             gsize    n)
{
  g_autoptr (GString) uri = g_string_new ("a:");
  gsize end = out->len + n / 2;

  while (out->len < end)
    {
      g_string_append (uri, "/b");
      g_string_append_printf (out, "%s/c\n", uri->str);
    }
  g_string_append_printf (out, "%s#", uri->str);
  for (gsize i = 0; i < n / 2; i++)
    g_string_append_c (out, 'x');
}

/* Nothing but the last letter is different. */
static void
long_common (GString *out,
             gsize    n)
{
  for (char c = 'a'; c < 'k'; c++)
    {
      g_string_append (out, "a:");
      for (gsize i = 0; i < n / 20; i++)
        g_string_append (out, "/b");
      g_string_append_printf (out, "/%c\n", c);
    }
}

/* What is looked at again and again must not be as long as this. */
static void
long_scheme (GString *out,
             gsize    n)
{
  for (gsize i = 0; i < n / 2; i++)
    g_string_append_c (out, 'a');
  for (gsize i = 0; i < n / 8; i++)
    g_string_append (out, "://b");
}

const BoundsFamily bounds_uris[] = {
  { "slashes", slashes },
  { "segments", segments },
  { "colons", colons },
  { "authorities", authorities },
  { "same-uri", same_uri },
  { "short-uris", short_uris },
  { "queries", queries },
  { "many-siblings", many_siblings },
  { "many-folders", many_folders },
  { "many-schemes", many_schemes },
  { "ladder", ladder },
  { "long-ladder", long_ladder },
  { "long-common", long_common },
  { "long-scheme", long_scheme },
  { NULL }
};

REPEAT (letters, "", "x", "", "")
REPEAT (almost, "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", "", "")
REPEAT (all_hits, "", "a", "", "")
REPEAT (secrets, "", "Bearer ", "", "")
REPEAT (settings, "", "token=", "", "")
REPEAT (addresses, "", "https://a:b@c/?code=d&", "", "")
REPEAT (equal_signs, "", "=", "", "")
REPEAT (dashes, "", "-----BEGIN ", "", "")
REPEAT (token_words, "", "--token ", "", "")
REPEAT (dots, "", "eyJ.", "", "")
REPEAT (wide, "", "\xe2\x80\xae", "", "")
REPEAT (encoded, "=?base64?", "AAAA", "", "?=")
REPEAT (headers, "", "\"cookie: abcd\" ", "", "")

const BoundsFamily bounds_texts[] = {
  { "letters", letters },
  { "almost", almost },
  { "all-hits", all_hits },
  { "secrets", secrets },
  { "settings", settings },
  { "addresses", addresses },
  { "equal-signs", equal_signs },
  { "dashes", dashes },
  { "token-words", token_words },
  { "dots", dots },
  { "wide", wide },
  { "encoded", encoded },
  { "headers", headers },
  { NULL }
};

REPEAT (parentheses, "", "(", "", "")
NEST (nested_terms, "(", "a", ")")
REPEAT (nots, "", "not ", "", "a")
REPEAT (many_words, "", "a ", "", "")
REPEAT (many_ors, "a", " or a", "", "")
REPEAT (long_word, "", "a", "", "")
REPEAT (quoted, "\"", "a", "", "\"")

const BoundsFamily bounds_queries[] = {
  { "parentheses", parentheses },
  { "nested-terms", nested_terms },
  { "nots", nots },
  { "many-words", many_words },
  { "many-ors", many_ors },
  { "long-word", long_word },
  { "quoted", quoted },
  { NULL }
};

/* --- Keys --- */

#define KEYS "{\"keys\":["

REPEAT (no_keys, KEYS, "1", ",", "]}")
REPEAT (empty_keys, KEYS, "{}", ",", "]}")
COUNT (named_keys, KEYS, "{\"kid\":\"k%u\"}", ",", "]}")
REPEAT (rsa_keys, KEYS, RSA_JWK, ",", "]}")
REPEAT (p256_keys, KEYS, P256_JWK, ",", "]}")
REPEAT (p521_keys, KEYS, P521_JWK, ",", "]}")
REPEAT (ed448_keys, KEYS, ED448_JWK, ",", "]}")
REPEAT (long_modulus, KEYS "{\"kty\":\"RSA\",\"e\":\"AQAB\",\"n\":\"", "____", "", "\"}]}")
REPEAT (long_exponent_key, KEYS "{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"", "____", "", "\"}]}")
REPEAT (long_coordinate, KEYS "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"", "____", "", "\"}]}")
REPEAT (long_type, KEYS "{\"kty\":\"", "EC", "", "\"}]}")
REPEAT (many_operations, KEYS "{\"kty\":\"RSA\",\"key_ops\":[", "\"a\"", ",", "]}]}")
REPEAT (many_members, KEYS "{", "\"kty\":\"RSA\"", ",", "}]}")
REPEAT (duplicate_sets, "{", "\"keys\":[" P521_JWK "]", ",", "}")

/* The largest numbers of which each key is tried. */
static void
large_rsa_keys (GString *out,
                gsize    n)
{
  g_autofree char *modulus = g_strnfill (2730, '_');
  g_autofree char *key = g_strconcat ("{\"kty\":\"RSA\",\"e\":\"__________8\",\"n\":\"", modulus, "8\"}",
                                      NULL);

  repeat (out, n, KEYS, key, ",", "]}");
}

const BoundsFamily bounds_keys[] = {
  { "no-keys", no_keys },
  { "empty-keys", empty_keys },
  { "named-keys", named_keys },
  { "rsa-keys", rsa_keys },
  { "p256-keys", p256_keys },
  { "p521-keys", p521_keys },
  { "ed448-keys", ed448_keys },
  { "long-modulus", long_modulus },
  { "long-exponent", long_exponent_key },
  { "long-coordinate", long_coordinate },
  { "long-type", long_type },
  { "many-operations", many_operations },
  { "many-members", many_members },
  { "duplicate-sets", duplicate_sets },
  { "large-rsa-keys", large_rsa_keys },
  { NULL }
};

/* --- Markdown --- */

REPEAT (md_plain_words, "", "word ", "", "")
REPEAT (md_emphasis, "", "*a ", "", "")
REPEAT (md_strong, "", "**a", "", "")
REPEAT (md_underscores, "", "_a __b ", "", "")
REPEAT (md_backticks, "", "`", "", "")
REPEAT (md_open_brackets, "", "[", "", "")
REPEAT (md_close_brackets, "", "]", "", "")
REPEAT (md_open_links, "", "[a](", "", "")
REPEAT (md_links, "", "[a](b)", "", "")
REPEAT (md_images, "", "![a](", "", "")
REPEAT (md_references, "", "[a][b] ", "", "")
REPEAT (md_strikes, "", "~~a ", "", "")
REPEAT (md_open_angles, "", "<", "", "")
REPEAT (md_entities, "", "&amp;", "", "")
REPEAT (md_open_entities, "", "&a", "", "")
REPEAT (md_open_urls, "", "https://a ", "", "")
REPEAT (md_bare_urls, "", "https://", "", "")
REPEAT (md_quote_lines, "", "> a\n", "", "")
REPEAT (md_deep_quotes, "", "> ", "", "")
REPEAT (md_deep_lists, "", "- ", "", "")
REPEAT (md_item_lines, "", "- a\n", "", "")
REPEAT (md_tasks_lines, "", "- [ ] a\n", "", "")
REPEAT (md_rule_lines, "", "---\n", "", "")
REPEAT (md_heading_lines, "", "# a\n", "", "")
REPEAT (md_fence_lines, "", "```\n", "", "")
REPEAT (md_paragraphs, "", "a\n\n", "", "")
REPEAT (md_cells, "", "|a", "", "")
REPEAT (md_backslash_pairs, "", "\\*", "", "")
COUNT (md_definitions, "", "[a%u]: b\n", "", "")
REPEAT (md_table, "|a|b|\n|-|-|\n", "|1|2|\n", "", "")
REPEAT (md_wide_table, "", "|a", "", "\n|-|-|\n")

/* Runs of backticks, each a different length: none closes another. */
static void
md_backtick_runs (GString *out,
                  gsize    n)
{
  for (guint length = 1; out->len < n; length++)
    {
      for (guint i = 0; i < length; i++)
        g_string_append_c (out, '`');
      g_string_append_c (out, 'a');
    }
}

const BoundsFamily bounds_markdown[] = {
  { "plain-words", md_plain_words },
  { "emphasis", md_emphasis },
  { "strong", md_strong },
  { "underscores", md_underscores },
  { "backticks", md_backticks },
  { "open-brackets", md_open_brackets },
  { "close-brackets", md_close_brackets },
  { "open-links", md_open_links },
  { "links", md_links },
  { "images", md_images },
  { "references", md_references },
  { "strikes", md_strikes },
  { "open-angles", md_open_angles },
  { "entities", md_entities },
  { "open-entities", md_open_entities },
  { "open-urls", md_open_urls },
  { "bare-urls", md_bare_urls },
  { "quote-lines", md_quote_lines },
  { "deep-quotes", md_deep_quotes },
  { "deep-lists", md_deep_lists },
  { "item-lines", md_item_lines },
  { "tasks-lines", md_tasks_lines },
  { "rule-lines", md_rule_lines },
  { "heading-lines", md_heading_lines },
  { "fence-lines", md_fence_lines },
  { "paragraphs", md_paragraphs },
  { "cells", md_cells },
  { "backslash-pairs", md_backslash_pairs },
  { "definitions", md_definitions },
  { "table", md_table },
  { "wide-table", md_wide_table },
  { "backtick-runs", md_backtick_runs },
  { NULL }
};

/* --- YAML --- */

COUNT (yaml_fields, "", "k%u: v\n", "", "")
REPEAT (yaml_equal_fields, "", "k: v\n", "", "")
REPEAT (yaml_items, "a:\n", "- b\n", "", "")
REPEAT (yaml_deep_lists, "a: ", "[", "", "")
REPEAT (yaml_deep_objects, "a: ", "{a: ", "", "")
REPEAT (yaml_deep_blocks, "a: ", "- ", "", "b")
COUNT (yaml_anchors, "", "k%u: &a%u b\n", "", "")
REPEAT (yaml_equal_anchors, "a: [", "&a b", ",", "]")
REPEAT (yaml_aliases, "a: &a [b, c]\nd: [", "*a", ",", "]")
COUNT (yaml_aliases_of_aliases, "k0: &a0 [b]\n", "l%u: &a%u [*a0, *a0]\n", "", "")
REPEAT (yaml_long_word, "a: ", "b", "", "")
REPEAT (yaml_long_key, "", "b", "", ": c")
REPEAT (yaml_quoted, "a: \"", "\\n", "", "\"")
REPEAT (yaml_open_quote, "a: '", "b\n", "", "")
REPEAT (yaml_block_text, "a: |\n", " b\n", "", "")
REPEAT (yaml_folded_text, "a: >\n", " b\n\n", "", "")
REPEAT (yaml_comments, "", "# a\n", "", "")
REPEAT (yaml_blank_lines, "", "\n", "", "a: b")
REPEAT (yaml_open_keys, "", "? ", "", "")
REPEAT (yaml_colons, "a: b", ":", "", "")
REPEAT (yaml_tags, "a: [", "!!str b", ",", "]")
COUNT (yaml_directives, "", "%%TAG !a%u! b%u\n", "", "")
COUNT (yaml_carriage_directives, "a: b\n", "\r%%TAG !a%u! b%u", "", "")

REPEAT (toml_equal_keys, "", "k = 1\n", "", "")
COUNT (toml_keys, "", "k%u = 1\n", "", "")
COUNT (toml_headers, "", "[t%u]\n", "", "")
COUNT (toml_servers, "", "[mcp_servers.s%u]\ncommand = 'c'\n", "", "")
COUNT (toml_tables_of_one, "[mcp_servers]\n", "s.k%u = 1\n", "", "")
REPEAT (toml_elements, "", "[[t]]\n", "", "")
REPEAT (toml_deep_header, "[a", ".a", "", "]")
REPEAT (toml_deep_arrays, "a = ", "[", "", "")
REPEAT (toml_deep_tables, "a = ", "{a = ", "", "")
REPEAT (toml_numbers, "a = [", "1", ",", "]")
REPEAT (toml_words, "a = [", "x", ",", "]")
REPEAT (toml_dates, "a = [", "1979-05-27", ",", "]")
REPEAT (toml_inline, "a = [", "{b = 1}", ",", "]")
COUNT (toml_inline_keys, "a = {", "k%u = 1", ",", "}")
REPEAT (toml_long_number, "a = ", "1_0", "", "")
REPEAT (toml_long_word, "a = ", "b", "", "")
REPEAT (toml_long_key, "", "b", "", " = 1")
REPEAT (toml_escapes, "a = \"", "\\u00e9", "", "\"")
REPEAT (toml_quotes, "a = \"\"\"", "\"\" ", "", "")
REPEAT (toml_folded, "a = \"\"\"", "\\\n ", "", "\"\"\"")
REPEAT (toml_half_folded, "a = \"\"\"\\", " ", "", "x")
REPEAT (toml_comments, "", "# a\n", "", "")
REPEAT (toml_array_comments, "a = [", "# a\n", "", "]")

const BoundsFamily bounds_toml[] = {
  { "equal-keys", toml_equal_keys },
  { "keys", toml_keys },
  { "headers", toml_headers },
  { "servers", toml_servers },
  { "tables-of-one", toml_tables_of_one },
  { "elements", toml_elements },
  { "deep-header", toml_deep_header },
  { "deep-arrays", toml_deep_arrays },
  { "deep-tables", toml_deep_tables },
  { "numbers", toml_numbers },
  { "words", toml_words },
  { "dates", toml_dates },
  { "inline", toml_inline },
  { "inline-keys", toml_inline_keys },
  { "long-number", toml_long_number },
  { "long-word", toml_long_word },
  { "long-key", toml_long_key },
  { "escapes", toml_escapes },
  { "quotes", toml_quotes },
  { "folded", toml_folded },
  { "half-folded", toml_half_folded },
  { "comments", toml_comments },
  { "array-comments", toml_array_comments },
  { NULL, NULL },
};

const BoundsFamily bounds_yaml[] = {
  { "fields", yaml_fields },
  { "equal-fields", yaml_equal_fields },
  { "items", yaml_items },
  { "deep-lists", yaml_deep_lists },
  { "deep-objects", yaml_deep_objects },
  { "deep-blocks", yaml_deep_blocks },
  { "anchors", yaml_anchors },
  { "equal-anchors", yaml_equal_anchors },
  { "aliases", yaml_aliases },
  { "aliases-of-aliases", yaml_aliases_of_aliases },
  { "long-word", yaml_long_word },
  { "long-key", yaml_long_key },
  { "quoted", yaml_quoted },
  { "open-quote", yaml_open_quote },
  { "block-text", yaml_block_text },
  { "folded-text", yaml_folded_text },
  { "comments", yaml_comments },
  { "blank-lines", yaml_blank_lines },
  { "open-keys", yaml_open_keys },
  { "colons", yaml_colons },
  { "tags", yaml_tags },
  { "directives", yaml_directives },
  { "carriage-directives", yaml_carriage_directives },
  { NULL }
};
