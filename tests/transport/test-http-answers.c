/* test-http-answers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "http-support.h"

/*
 * Answers byte for byte: the ways in which a body is framed, packed and cut, heads at their bounds, and what a status
 * means that is neither success nor plain failure. What an answer is for is in test-http-transport.c.
 */

typedef struct
{
  const char *name;
  RawStep     steps[8];
  const char *body;        /* (nullable): of the one frame */
  const char *failed;      /* (nullable): how the log ends; NULL when the request is answered */
  const char *words;       /* (nullable): of the error */
  const char *violation;   /* (nullable) */
} AnswerCase;

#define OK "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define CHUNKED OK "Transfer-Encoding: chunked\r\n\r\n"

/* PONG has 36 bytes, 0x24. */
#define PONG_1 "{\"jsonrpc\":\"2.0\",\"id\""
#define PONG_2 ":1,\"result\":{}}"

static const AnswerCase body_cases[] = {
  /* --- How a body is framed (RFC 9112 section 6.3) --- */
  { "length", { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "Content-Length: 36\r\n\r\n" PONG } }, PONG },
  { "length-in-pieces",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "Content-Length: 36\r\n\r\n" }, { RAW_PAUSE, NULL, 0, 20 },
      { RAW_WRITE, PONG_1 }, { RAW_PAUSE, NULL, 0, 20 }, { RAW_WRITE, PONG_2 } }, PONG },
  { "head-in-pieces",
    { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 200 O" }, { RAW_PAUSE, NULL, 0, 20 },
      { RAW_WRITE, "K\r\nContent-Type: appl" }, { RAW_PAUSE, NULL, 0, 20 },
      { RAW_WRITE, "ication/json\r\nContent-Length: 36\r\n\r" }, { RAW_WRITE, "\n" PONG } }, PONG },
  { "until-it-closes", { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "\r\n" PONG }, { RAW_CLOSE } }, PONG },
  { "http-1.0", { { RAW_AWAIT_BODY },
                  { RAW_WRITE, "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n" PONG },
                  { RAW_CLOSE } }, PONG },
  { "chunk", { { RAW_AWAIT_BODY }, { RAW_WRITE, CHUNKED "24\r\n" PONG "\r\n0\r\n\r\n" } }, PONG },
  { "chunks", { { RAW_AWAIT_BODY },
                { RAW_WRITE, CHUNKED "15\r\n" PONG_1 "\r\nf\r\n" PONG_2 "\r\n0\r\n\r\n" } }, PONG },
  { "chunks-of-one-byte-at-a-time", { { RAW_AWAIT_BODY }, { RAW_WRITE, CHUNKED },
                                      { RAW_TRICKLE, "15\r\n" PONG_1 "\r\nF\r\n" PONG_2 "\r\n0\r\n\r\n", 0, 1 } },
    PONG },
  { "chunk-with-an-extension", { { RAW_AWAIT_BODY },
                                 { RAW_WRITE, CHUNKED "24;a=b\r\n" PONG "\r\n0\r\n\r\n" } }, PONG },
  { "trailers", { { RAW_AWAIT_BODY }, { RAW_WRITE, CHUNKED "24\r\n" PONG "\r\n0\r\nX-A: b\r\n\r\n" } }, PONG },
  { "status-without-a-reason", { { RAW_AWAIT_BODY },
                                 { RAW_WRITE, "HTTP/1.1 200\r\nContent-Type: application/json\r\n"
                                              "Content-Length: 36\r\n\r\n" PONG } }, PONG },
  { "continue-first", { { RAW_AWAIT_BODY },
                        { RAW_WRITE, "HTTP/1.1 100 Continue\r\n\r\n" OK "Content-Length: 36\r\n\r\n" PONG } },
    PONG },
  { "hints-first", { { RAW_AWAIT_BODY },
                     { RAW_WRITE, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                                  OK "Content-Length: 36\r\n\r\n" PONG } }, PONG },
  { "byte-order-mark", { { RAW_AWAIT_BODY },
                         { RAW_WRITE, OK "Content-Length: 39\r\n\r\n\xef\xbb\xbf" PONG } },
    "\xef\xbb\xbf" PONG },
  { "length-says-less", { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "Content-Length: 21\r\n\r\n" PONG } }, PONG_1,
    "failed-1-200", "does not belong to the request" },

  /* --- Where it breaks off --- */
  { "closed-in-length", { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "Content-Length: 36\r\n\r\n" PONG_1 }, { RAW_CLOSE } },
    PONG_1, "failed-1-200", "broke off" },
  { "reset-in-length", { { RAW_AWAIT_BODY }, { RAW_WRITE, OK "Content-Length: 36\r\n\r\n" PONG_1 },
                         { RAW_PAUSE, NULL, 0, 50 }, { RAW_RESET } },
    PONG_1, "failed-1-200", "broke off" },
  { "closed-in-chunk", { { RAW_AWAIT_BODY }, { RAW_WRITE, CHUNKED "24\r\n" PONG_1 }, { RAW_CLOSE } }, PONG_1,
    "failed-1-200", "broke off" },
  { "chunk-length-is-none", { { RAW_AWAIT_BODY },
                              { RAW_WRITE, CHUNKED "15\r\n" PONG_1 "\r\nxyz\r\n" PONG_2 "\r\n0\r\n\r\n" },
                              { RAW_CLOSE } }, PONG_1, "failed-1-200" },
  { "closed-in-head", { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Ty" }, { RAW_CLOSE } }, NULL,
    "failed-1-0", "127.0.0.1" },

  /* --- What it is said to be --- */
  { "type-in-capitals", { { RAW_AWAIT_BODY },
                          { RAW_WRITE, "HTTP/1.1 200 OK\r\nCONTENT-TYPE: APPLICATION/JSON\r\n"
                                       "CONTENT-LENGTH: 36\r\n\r\n" PONG } }, PONG },
  { "type-with-parameters", { { RAW_AWAIT_BODY },
                              { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: application/json ; charset=\"utf-8\";x=y\r\n"
                                           "Content-Length: 36\r\n\r\n" PONG } }, PONG },
  { "type-is-nothing", { { RAW_AWAIT_BODY },
                         { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: \r\nContent-Length: 36\r\n\r\n" PONG } }, PONG,
    NULL, NULL, "content-type" },
  { "type-is-like-json", { { RAW_AWAIT_BODY },
                           { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: application/json-seq\r\n"
                                        "Content-Length: 36\r\n\r\n" PONG } }, PONG, NULL, NULL,
    "content-type: application/json-seq" },
  { "type-is-two", { { RAW_AWAIT_BODY },
                     { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: application/json, text/event-stream\r\n"
                                  "Content-Length: 36\r\n\r\n" PONG } }, PONG, NULL, NULL,
    "content-types: application/json, text/event-stream" },
  { "type-comes-twice", { { RAW_AWAIT_BODY },
                          { RAW_WRITE, OK "Content-Type: text/event-stream\r\nContent-Length: 36\r\n\r\n" PONG } },
    PONG, NULL, NULL, "content-types" },
  { "type-is-no-utf-8", { { RAW_AWAIT_BODY },
                          { RAW_WRITE, "HTTP/1.1 200 OK\r\nContent-Type: text/\xff\r\nContent-Length: 5\r\n\r\nhello" } },
    "hello", "failed-1-200", NULL, "content-type" },

  /* --- What a status means --- */
  { "redirect-without-a-place", { { RAW_AWAIT_BODY },
                                  { RAW_WRITE, "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n" } }, NULL,
    "failed-1-302", "302 Found" },
  { "redirect-to-here", { { RAW_AWAIT_BODY },
                          { RAW_WRITE, "HTTP/1.1 301 Moved\r\nLocation: /mcp/\r\nContent-Length: 0\r\n\r\n" } }, NULL,
    "failed-1-301", "/mcp/, which is not followed" },
  { "redirect-to-a-program", { { RAW_AWAIT_BODY },
                               { RAW_WRITE, "HTTP/1.1 303 See\r\nLocation: file:///etc/passwd\r\n"
                                            "Content-Length: 0\r\n\r\n" } }, NULL,
    "failed-1-303", "not followed" },
  { "redirect-that-is-permanent", { { RAW_AWAIT_BODY },
                                    { RAW_WRITE, "HTTP/1.1 308 P\r\nLocation: https://a.test/\r\n"
                                                 "Content-Length: 0\r\n\r\n" } }, NULL,
    "failed-1-308", "https://a.test/" },
  { "nothing-new", { { RAW_AWAIT_BODY }, { RAW_WRITE, "HTTP/1.1 304 Not Modified\r\n\r\n" } }, NULL, "failed-1-304",
    "304 Not Modified" },
  { "forbidden-with-a-challenge", { { RAW_AWAIT_BODY },
                                    { RAW_WRITE, "HTTP/1.1 403 No\r\nWWW-Authenticate: Bearer scope=\"x\"\r\n"
                                                 "Content-Length: 0\r\n\r\n" } }, NULL,
    "failed-1-403", "wants authorization" },
  { "reason-is-no-utf-8", { { RAW_AWAIT_BODY },
                            { RAW_WRITE, "HTTP/1.1 500 \xff\xfe\r\nContent-Length: 0\r\n\r\n" } }, NULL, "failed-1-500",
    "500 \357\277\275" },
  { "status-of-nobody", { { RAW_AWAIT_BODY },
                          { RAW_WRITE, "HTTP/1.1 999 Never\r\nContent-Length: 0\r\n\r\n" } }, NULL, "failed-1-999",
    "999" },
};

static void
test_answer (gconstpointer data)
{
  const AnswerCase *expected = data;
  g_autoptr (RawFixture) raw = raw_fixture_new (expected->steps);
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));

  test_sink_request (sink, PING);
  TEST_AWAIT (http_count (sink, "end-1") == 1
              && (expected->failed == NULL || http_count (sink, "failed-1") == 1));
  g_test_message ("%s", sink->log->str);

  if (expected->failed != NULL)
    {
      g_test_message ("%s", sink->failed_error->message);
      g_assert_true (http_has (sink, expected->failed));
      g_assert_true (g_utf8_validate (sink->failed_error->message, -1, NULL));
      if (expected->words != NULL)
        g_assert_nonnull (strstr (sink->failed_error->message, expected->words));
    }
  else
    {
      g_assert_no_error (sink->failed_error);
      g_assert_true (http_has (sink, "end-1"));
    }

  g_assert_cmpuint (sink->frames->len, ==, expected->body != NULL ? 1 : 0);
  if (expected->body != NULL)
    g_assert_cmpstr (test_sink_frame (sink, 0), ==, expected->body);
  if (expected->violation != NULL)
    g_assert_nonnull (strstr (sink->violations->str, expected->violation));
  else
    g_assert_cmpstr (sink->violations->str, ==, "");

  /* Nobody was asked anew, and nobody else. */
  g_assert_cmpuint (raw_fixture_get_n_accepted (raw), ==, 1);
  g_assert_cmpuint (http_count (sink, "start-"), ==, 1);
}

/* --- What is packed --- */

static GBytes *
pack (const char            *text,
      GZlibCompressorFormat  format)
{
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (format, 9));
  g_autoptr (GInputStream) plain = g_memory_input_stream_new_from_data (text, strlen (text), NULL);
  g_autoptr (GInputStream) packed = g_converter_input_stream_new (plain, converter);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_output_stream_splice (out, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

typedef struct
{
  const char            *name;
  const char            *encoding;   /* Content-Encoding */
  GZlibCompressorFormat  format;
  gssize                 length;     /* how much of it comes; -1 for all */
  gboolean               is_plain;   /* it is not packed, whatever is said */
  gboolean               is_answer;
} PackedCase;

static const PackedCase packed_cases[] = {
  { "gzip", "gzip", G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1, FALSE, TRUE },
  { "x-gzip", "x-gzip", G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1, FALSE, TRUE },
  { "deflate", "deflate", G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1, FALSE, TRUE },
  { "identity", "identity", G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1, TRUE, TRUE },
  { "raw-deflate", "deflate", G_ZLIB_COMPRESSOR_FORMAT_RAW, -1, FALSE, TRUE },
  { "not-deflate", "deflate", G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1, TRUE, TRUE },
  { "gzip-cut", "gzip", G_ZLIB_COMPRESSOR_FORMAT_GZIP, 12, FALSE, FALSE },
  { "not-gzip", "gzip", G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1, TRUE, TRUE },   /* it is read as it is */
  { "unknown", "zstd", G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1, FALSE, FALSE },
};

static void
packed_handler (HttpFixture *fixture,
                HttpRequest *request,
                gpointer     user_data)
{
  const PackedCase *c = user_data;
  g_autoptr (GBytes) whole = c->is_plain ? g_bytes_new_static (PONG, strlen (PONG)) : pack (PONG, c->format);
  g_autoptr (GBytes) body = g_bytes_new_from_bytes (whole, 0, c->length >= 0 ? (gsize) c->length
                                                                             : g_bytes_get_size (whole));

  http_request_add_header (request, "Content-Encoding", c->encoding);
  http_request_reply_bytes (request, 200, "application/json", body);
}

static void
test_packed (gconstpointer data)
{
  const PackedCase *expected = data;
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));

  http_fixture_set_handler (fixture, packed_handler, (gpointer) expected);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_count (sink, "end-1") == 1
              && (expected->is_answer || http_count (sink, "failed-1") == 1));
  g_test_message ("%s", sink->log->str);

  g_assert_cmpint (sink->failed_error == NULL, ==, expected->is_answer);
  g_assert_cmpint (strstr (sink->violations->str, "plain-body") != NULL, ==,
                   expected->is_plain && strcmp (expected->encoding, "identity") != 0);
  if (expected->is_answer)
    {
      g_assert_cmpstr (test_sink_frame (sink, 0), ==, PONG);
      g_assert_cmpuint (sink->end.body_bytes, ==, strlen (PONG));
    }
  else
    {
      g_test_message ("%s", sink->failed_error->message);
      g_assert_cmpint (sink->failed_error->domain, ==, MCP_ERROR);
      g_assert_true (g_utf8_validate (sink->failed_error->message, -1, NULL));
    }

  http_sink_end (sink, fixture);
}

/* --- Heads --- */

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(char * const *) a, *(char * const *) b);
}

/* All fields are there as they were spelled, also those that came twice; their order is libsoup's. */
static void
test_heads_kept (void)
{
  static const char head[] =
    "HTTP/1.1 200 Fine Then\r\nX-one: 1\r\nContent-Type: application/json\r\nX-TWO:2\r\nx-one:   1b  \r\n"
    "X-Empty:\r\nContent-Length: 36\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\n\r\n" PONG;
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_BODY }, { RAW_WRITE, head }, { RAW_END } });
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));

  for (guint i = 0; sink->headers[i] != NULL; i += 2)
    g_ptr_array_add (fields, g_strdup_printf ("%s=%s", sink->headers[i], sink->headers[i + 1]));
  g_ptr_array_sort (fields, compare_texts);
  g_ptr_array_add (fields, NULL);
  text = g_strjoinv ("|", (char **) fields->pdata);
  g_assert_cmpstr (text, ==,
                   "Content-Length=36|Content-Type=application/json|Set-Cookie=a=b|Set-Cookie=c=d|X-Empty=|"
                   "X-TWO=2|X-one=1|x-one=1b");
}

/* Nothing that a server sets comes back to it: no cookie, no address of before. */
static void
test_heads_forgotten (void)
{
  g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
    { RAW_AWAIT_BODY },
    { RAW_WRITE, OK "Set-Cookie: a=b; Path=/\r\nETag: \"x\"\r\nCache-Control: max-age=60\r\n"
                 "Content-Length: 36\r\n\r\n" PONG },
    { RAW_AWAIT_BODY },
    { RAW_WRITE, OK "Content-Length: 36\r\n\r\n" PONG },
    { RAW_END } });
  g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));
  g_autoptr (GBytes) received = NULL;
  g_autofree char *text = NULL;

  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-2"));

  received = raw_fixture_dup_received (raw, 0);
  text = g_strndup (g_bytes_get_data (received, NULL), g_bytes_get_size (received));
  g_assert_null (strstr (text, "Cookie"));
  g_assert_null (strstr (text, "If-None-Match"));
  g_assert_null (strstr (text, "Referer"));
  /* Asked twice, although the first answer might be kept. */
  g_assert_cmpuint (http_count (sink, "start-"), ==, 2);
  g_assert_cmpuint (sink->frames->len, ==, 2);
}

/* A head may be large, and has its end somewhere. */
static void
test_heads_large (void)
{
  static const struct { gsize n_bytes; gboolean is_taken; } cases[] = {
    { 1000, TRUE }, { 30 * 1000, TRUE }, { 10 * 1000 * 1000, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *value = g_strnfill (cases[i].n_bytes, 'v');
      g_autofree char *text = g_strconcat (OK "X-Large: ", value, "\r\nContent-Length: 36\r\n\r\n" PONG, NULL);
      g_autoptr (RawFixture) raw = raw_fixture_new ((const RawStep[]) {
        { RAW_AWAIT_BODY }, { RAW_WRITE, text }, { RAW_END } });
      g_autoptr (TestSink) sink = http_sink_new (raw_fixture_get_url (raw));

      test_sink_request (sink, PING);
      TEST_AWAIT (http_count (sink, "end-1") == 1);
      g_assert_cmpint (http_has (sink, "end-1"), ==, cases[i].is_taken);
      if (cases[i].is_taken)
        g_assert_cmpuint (strlen (test_sink_header (sink->headers, "X-Large")), ==, cases[i].n_bytes);
      else
        TEST_AWAIT (http_count (sink, "failed-1") == 1);
    }
}

/* --- Headers that stay --- */

static const struct
{
  const char *name;
  const char *value;
  gboolean    is_taken;
} header_cases[] = {
  { "MCP-Session-Id", "abc", TRUE },
  { "X-Tab", "a\tb", TRUE },
  { "X-Empty", "", TRUE },
  { "X-Latin", "gr\303\274n", TRUE },
  { "!#$%&'*+-.^_`|~09aZ", "x", TRUE },
  { "", "x", FALSE },
  { "X Y", "x", FALSE },
  { "X:", "x", FALSE },
  { "X\r\nY", "x", FALSE },
  { "X\303\251", "x", FALSE },
  { "X", "a\nb", FALSE },
  { "X", "a\rb", FALSE },
  { "X", "a\001b", FALSE },
  { "X", "a\177b", FALSE },
  { "X", " a", FALSE },
  { "X", "a ", FALSE },
};

static void
test_headers_that_stay (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  TestSink *sink = http_sink_new (http_fixture_get_url (fixture));
  McpHttpTransport *transport = MCP_HTTP_TRANSPORT (sink->transport);
  HttpRequest *request;

  for (gsize i = 0; i < G_N_ELEMENTS (header_cases); i++)
    {
      g_test_message ("“%s”: “%s”", header_cases[i].name, header_cases[i].value);
      g_assert_cmpint (mcp_http_transport_set_header (transport, header_cases[i].name, header_cases[i].value), ==,
                       header_cases[i].is_taken);
    }
  /* The last one counts, and the name has no case. */
  g_assert_true (mcp_http_transport_set_header (transport, "mcp-session-id", "def"));
  /* One that is refused leaves what there was. */
  g_assert_false (mcp_http_transport_set_header (transport, "MCP-Session-Id", "g\nh"));

  http_fixture_queue (fixture, "POST", 200, "application/json", PONG);
  test_sink_request (sink, PING);
  TEST_AWAIT (http_has (sink, "end-1"));
  request = http_fixture_get_request (fixture, 0);
  g_assert_cmpstr (http_request_get_header (request, "MCP-Session-Id"), ==, "def");
  for (gsize i = 1; i < G_N_ELEMENTS (header_cases); i++)
    if (header_cases[i].is_taken)
      g_assert_cmpstr (http_request_get_header (request, header_cases[i].name), ==, header_cases[i].value);
  g_assert_null (http_request_get_header (request, "X"));

  http_sink_end (sink, fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (body_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/http-answers/", body_cases[i].name, NULL);

      g_test_add_data_func (path, &body_cases[i], test_answer);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (packed_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/transport/http-answers/packed/", packed_cases[i].name, NULL);

      g_test_add_data_func (path, &packed_cases[i], test_packed);
    }
  g_test_add_func ("/transport/http-answers/heads/kept", test_heads_kept);
  g_test_add_func ("/transport/http-answers/heads/forgotten", test_heads_forgotten);
  g_test_add_func ("/transport/http-answers/heads/large", test_heads_large);
  g_test_add_func ("/transport/http-answers/headers-that-stay", test_headers_that_stay);

  return g_test_run ();
}
