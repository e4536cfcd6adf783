/* interop-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "interop-auth.h"

/* More pages than any server has between a request and its answer. */
#define MAX_PAGES 20

AuthServer *
auth_server_start (const char * const *options)
{
  g_autofree char *node = interop_file ("bin/node");
  g_autofree char *script = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  AuthServer *self;

  if (node == NULL)
    return NULL;

  script = g_test_build_filename (G_TEST_DIST, "interop", "servers", options[0], NULL);
  g_ptr_array_add (argv, node);
  g_ptr_array_add (argv, script);
  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_INTEROP_DIR"));
  for (guint i = 1; options[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) options[i]);
  g_ptr_array_add (argv, NULL);

  self = g_new0 (AuthServer, 1);
  self->process = g_subprocess_newv ((const char * const *) argv->pdata,
                                     G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                     &error);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  do
    {
      g_free (self->url);
      self->url = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (self->url);
    }
  while (!g_str_has_prefix (self->url, "http://"));

  return self;
}

void
auth_server_stop (AuthServer *self)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_close (g_subprocess_get_stdin_pipe (self->process), NULL, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check (self->process, NULL, &error);
  g_assert_no_error (error);
  g_object_unref (self->process);
  g_free (self->url);
  g_free (self);
}

/* Returns what the browser shows, or NULL when it is to go to @next. */
static char *
request_page (SoupSession *browser,
              const char  *method,
              const char  *url,
              const char  *type,  /* (nullable) */
              const char  *body,  /* (nullable) */
              char       **next)  /* (out) */
{
  g_autoptr (SoupMessage) message = soup_message_new (method, url);
  g_autoptr (GBytes) sent = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GBytes) received = NULL;
  g_autoptr (GError) error = NULL;
  const char *location;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  if (sent != NULL)
    soup_message_set_request_body_from_bytes (message, type, sent);
  received = soup_session_send_and_read (browser, message, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s %s: %u", method, url, soup_message_get_status (message));

  location = soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");
  *next = location != NULL ? g_uri_resolve_relative (url, location, G_URI_FLAGS_ENCODED, &error)
                           : NULL;
  g_assert_no_error (error);
  if (*next != NULL)
    return NULL;

  g_assert_cmpuint (soup_message_get_status (message), ==, 200);

  return g_strndup (g_bytes_get_size (received) > 0 ? g_bytes_get_data (received, NULL) : "",
                    g_bytes_get_size (received));
}

static char *
find_attribute (const char *element,
                const char *name)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s=\"([^\"]*)\"", name);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, element, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* Fills in the form of a page: what stands there stays, all else gets some text. */
static char *
fill_in (const char  *page,
         char       **action) /* (out) */
{
  const char *form = strstr (page, "<form");
  g_autoptr (GRegex) regex = g_regex_new ("<input[^>]*>", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GHashTable) fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  if (form == NULL)
    g_error ("A page without a form: %s", page);
  *action = find_attribute (form, "action");
  for (g_regex_match (regex, form, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *input = g_match_info_fetch (match, 0);
      char *name = find_attribute (input, "name");
      char *value = find_attribute (input, "value");

      g_hash_table_insert (fields, name, value != NULL ? value : g_strdup ("pilot"));
    }

  return soup_form_encode_hash (fields);
}

/* Glewlwyd's page is a script, which does this; returns where it goes then. */
static char *
run_glewlwyd (SoupSession *browser,
              const char  *url)
{
  g_autofree char *base = g_strndup (url, strstr (url, "/login.html") - url);
  g_autoptr (GHashTable) query = soup_form_decode (strchr (url, '?') + 1);
  const char *client = g_hash_table_lookup (query, "client_id");
  const char *scope = g_hash_table_lookup (query, "scope");
  const char *callback = g_hash_table_lookup (query, "callback_url");
  g_autofree char *sign_in = g_strconcat (base, "/api/auth/", NULL);
  g_autofree char *grant = g_strdup_printf ("%s/api/auth/grant/%s/", base, client);
  g_autofree char *scopes = g_strdup_printf ("{\"scope\":\"%s\"}", scope);
  g_autofree char *first = NULL, *second = NULL, *next = NULL;

  first = request_page (browser, "POST", sign_in, "application/json",
                        "{\"username\":\"pilot\",\"password\":\"pilot-pilot\"}", &next);
  second = request_page (browser, "PUT", grant, "application/json", scopes, &next);

  return g_strconcat (callback, "&g_continue", NULL);
}

char *
auth_browser_visit (const char *url,
                    const char *redirect)
{
  g_autoptr (SoupSession) browser = soup_session_new ();
  g_autofree char *next = g_strdup (url);

  soup_session_add_feature_by_type (browser, SOUP_TYPE_COOKIE_JAR);
  for (guint i = 0; i < MAX_PAGES && !g_str_has_prefix (next, redirect); i++)
    {
      g_autofree char *here = g_steal_pointer (&next);
      g_autofree char *page = request_page (browser, "GET", here, NULL, NULL, &next);

      if (page != NULL && strstr (here, "/login.html?") != NULL)
        {
          next = run_glewlwyd (browser, here);
        }
      else if (page != NULL)
        {
          g_autofree char *action = NULL, *target = NULL, *shown = NULL;
          g_autofree char *form = fill_in (page, &action);

          target = g_uri_resolve_relative (here, action, G_URI_FLAGS_ENCODED, NULL);
          shown = request_page (browser, "POST", target, "application/x-www-form-urlencoded", form,
                                &next);
          if (shown != NULL)
            g_error ("A form was not taken: %s", shown);
        }
    }
  g_assert_true (g_str_has_prefix (next, redirect));

  return g_steal_pointer (&next);
}
