/* test-icon-loader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture.h"
#include "mcp-error.h"
#include "mcp-icon-loader.h"
#include "test-support.h"

/* The signature, and IHDR with 32 by 32 pixels. */
static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x20\0\0\0\x20";

typedef struct
{
  HttpFixture   *server;
  McpProfile    *profile;
  McpSession    *session;
  McpIconLoader *loader;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->server = http_fixture_new_tls (HTTP_CERTIFICATE_SIGNED);
  f->profile = mcp_profile_new ("icons");
  mcp_profile_set_url (f->profile, http_fixture_get_url (f->server));
  g_object_set (f->profile, "ca-file", http_fixture_get_ca_file (), NULL);
  f->session = mcp_session_new (f->profile, NULL);
  f->loader = mcp_icon_loader_new (f->session);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_object_unref (f->loader);
  g_object_unref (f->session);
  g_object_unref (f->profile);
  http_fixture_free (f->server);
}

static GPtrArray *
read_icon (const char *url,
           const char *type)
{
  g_autofree char *json = g_strdup_printf ("{\"icons\":[{\"src\":\"%s\",\"mimeType\":\"%s\"}]}", url, type);

  return mcp_icons_read (json, strlen (json));
}

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GBytes *
fetch (Fixture     *f,
       const char  *url,
       const char  *type,
       GError     **error)
{
  g_autoptr (GPtrArray) icons = read_icon (url, type);
  g_autoptr (GAsyncResult) result = NULL;

  mcp_icon_loader_fetch_async (f->loader, icons->pdata[0], NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_icon_loader_fetch_finish (f->loader, result, error);
}

static void
reply_png (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  g_autoptr (GBytes) body = g_bytes_new_static (png, sizeof png - 1);

  http_request_add_header (request, "Set-Cookie", "a=b");
  http_request_reply_bytes (request, 200, "image/png", body);
}

/* Nobody is told who asks, the second time either. */
static void
test_fetched (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *url = http_fixture_dup_url (f->server, "/i.png");

  http_fixture_set_handler (f->server, reply_png, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) file = fetch (f, url, "image/png", &error);
      HttpRequest *request;

      g_assert_no_error (error);
      g_assert_cmpmem (g_bytes_get_data (file, NULL), g_bytes_get_size (file), png, sizeof png - 1);
      request = http_fixture_get_request (f->server, i);
      g_assert_cmpstr (http_request_get_path (request), ==, "/i.png");
      g_assert_null (http_request_get_header (request, "Cookie"));
      g_assert_null (http_request_get_header (request, "Authorization"));
      g_assert_null (http_request_get_header (request, "Referer"));
    }
}

static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *url = http_fixture_dup_url (f->server, "/i.png");
  g_autoptr (GError) error = NULL;

  http_fixture_queue (f->server, "GET", 404, "text/plain", "no");
  g_assert_null (fetch (f, url, "image/png", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_clear_error (&error);

  http_fixture_queue (f->server, "GET", 200, "image/png", "<html>");
  g_assert_null (fetch (f, url, "image/png", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_clear_error (&error);

  http_fixture_set_handler (f->server, reply_png, NULL);
  g_assert_null (fetch (f, url, "image/jpeg", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
}

static void
redirect (HttpFixture *fixture,
          HttpRequest *request,
          gpointer     user_data)
{
  http_request_add_header (request, "Location", user_data);
  http_request_reply (request, 302, NULL, NULL);
}

static void
test_redirect (Fixture       *f,
               gconstpointer  data)
{
  g_autofree char *url = http_fixture_dup_url (f->server, "/i.png");
  g_autoptr (GError) error = NULL;

  http_fixture_set_handler (f->server, redirect, url);
  g_assert_null (fetch (f, url, "image/png", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
  g_assert_cmpuint (http_fixture_get_n_requests (f->server), ==, 1);
}

/* Another port of this machine is another origin: a server could look around with our help. */
static void
test_private (Fixture       *f,
              gconstpointer  data)
{
  static const char *const urls[] = { "https://127.0.0.1:1/i.png", "https://localhost/", "https://10.0.0.1/",
                                      "https://[::1]/", "https://169.254.169.254/latest" };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fetch (f, urls[i], "image/png", &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_NETWORK);
    }
  g_assert_cmpuint (http_fixture_get_n_requests (f->server), ==, 0);
}

static void
count_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GBytes) file = mcp_icon_loader_fetch_finish (MCP_ICON_LOADER (source), result, NULL);

  *(guint *) user_data += 1;
}

/* Four at a time, and so many of one server. */
static void
test_bounded (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *url = http_fixture_dup_url (f->server, "/i.png");
  g_autoptr (GPtrArray) icons = read_icon (url, "image/png");
  g_autoptr (GError) error = NULL;
  guint n_done = 0;

  http_fixture_set_handler (f->server, reply_png, NULL);
  for (guint i = 0; i < MCP_ICON_MAX_LOADED; i++)
    mcp_icon_loader_fetch_async (f->loader, icons->pdata[0], NULL, count_cb, &n_done);
  while (n_done < MCP_ICON_MAX_LOADED)
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (http_fixture_get_n_open_requests (f->server), <=, MCP_ICON_MAX_LOADING);
    }

  g_assert_cmpuint (http_fixture_get_n_requests (f->server), ==, MCP_ICON_MAX_LOADED);
  g_assert_null (fetch (f, url, "image/png", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/icon-loader/fetched", Fixture, NULL, set_up, test_fetched, tear_down);
  g_test_add ("/session/icon-loader/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/session/icon-loader/redirect", Fixture, NULL, set_up, test_redirect, tear_down);
  g_test_add ("/session/icon-loader/private", Fixture, NULL, set_up, test_private, tear_down);
  g_test_add ("/session/icon-loader/bounded", Fixture, NULL, set_up, test_bounded, tear_down);

  return g_test_run ();
}
