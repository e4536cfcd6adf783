/* test-interop-sign-in.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "interop-auth.h"
#include "test-support.h"

/*
 * sounder-cli signs in to real authorization servers. The browser is this program once more, which
 * sounder-cli starts as $BROWSER.
 */

typedef struct
{
  const char *name;
  const char *server[3];   /* what auth_server_start() takes */
  const char *options[6];  /* of sounder-cli */
  const char *type;        /* of the token */
} Case;

static const Case cases[] = {
  { "oidc-provider", { "oidc-server.mjs" }, { NULL }, "Bearer" },
  { "dpop", { "oidc-server.mjs", "--dpop" }, { "--oauth", "dpop=true" }, "DPoP" },
  { "dpop-nonce", { "oidc-server.mjs", "--dpop-nonce" }, { "--oauth", "dpop=true" }, "DPoP" },
  { "glewlwyd", { "glewlwyd-server.mjs" }, { NULL }, "Bearer" },
};

typedef struct
{
  char *out;
  char *err;
  int   status;
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

/* The words end with NULL; the options of the case come first. */
static void
run_cli (Run        *run,
         const Case *one,
         ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  const char *word;
  va_list words;

  run_clear (run);
  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  for (guint i = 0; one->options[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) one->options[i]);
  va_start (words, one);
  while ((word = va_arg (words, const char *)) != NULL)
    g_ptr_array_add (argv, (char *) word);
  va_end (words);
  g_ptr_array_add (argv, NULL);

  process = g_subprocess_newv ((const char * const *) argv->pdata,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &run->out, &run->err, &error);
  g_assert_no_error (error);
  run->status = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  g_test_message ("%d\n%s\n%s", run->status, run->out, run->err);
}

#define assert_done(run, expected) \
  G_STMT_START \
  { \
    if ((run)->status != (expected)) \
      g_error ("%s:%d: ended with %d\n%s\n%s", __FILE__, __LINE__, (run)->status, (run)->out, \
               (run)->err); \
  } \
  G_STMT_END

static char *
dup_member (const Run  *run,
            const char *member)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = json_from_string (run->out, &error);

  g_assert_no_error (error);

  return g_strdup (json_object_get_string_member_with_default (json_node_get_object (node), member,
                                                               NULL));
}

/* From nothing to a call, with the next token, and out again. */
static void
test_sign_in (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (AuthServer) server = auth_server_start (one->server);
  g_autofree char *type = NULL;
  Run run = { 0 };

  if (server == NULL)
    return;

  run_cli (&run, one, "--url", server->url, "tools", "list", NULL);
  assert_done (&run, 4);

  run_cli (&run, one, "auth", "login", server->url, NULL);
  assert_done (&run, 0);

  /* The next process has it, without being asked. */
  run_cli (&run, one, "--url", server->url, "tools", "list", NULL);
  assert_done (&run, 0);
  g_assert_nonnull (strstr (run.out, "dredge"));

  run_cli (&run, one, "--format", "json", "auth", "status", server->url, NULL);
  assert_done (&run, 0);
  type = dup_member (&run, "tokenType");
  /* Case does not matter (OAuth 2.1 section 3.2.3), and glewlwyd writes "bearer". */
  g_assert_cmpint (g_ascii_strcasecmp (type, one->type), ==, 0);

  /* Twice: a refresh token that is used up must not be sent again. */
  run_cli (&run, one, "auth", "refresh", server->url, NULL);
  assert_done (&run, 0);
  run_cli (&run, one, "auth", "refresh", server->url, NULL);
  assert_done (&run, 0);
  run_cli (&run, one, "--url", server->url, "tools", "list", NULL);
  assert_done (&run, 0);

  run_cli (&run, one, "auth", "logout", "--revoke", server->url, NULL);
  assert_done (&run, 0);
  run_cli (&run, one, "--url", server->url, "tools", "list", NULL);
  assert_done (&run, 4);

  /* Any command signs in where that is allowed. */
  run_cli (&run, one, "--interactive", "--url", server->url, "tools", "list", NULL);
  assert_done (&run, 0);
  g_assert_nonnull (strstr (run.out, "dredge"));
  run_clear (&run);
}

/* A scope that the server asks for in mid-session: signed in for again, and the call goes on. */
static void
test_step_up (void)
{
  const Case *one = &cases[0];
  g_autoptr (AuthServer) server = auth_server_start (one->server);
  Run run = { 0 };

  if (server == NULL)
    return;

  run_cli (&run, one, "auth", "login", server->url, NULL);
  assert_done (&run, 0);
  run_cli (&run, one, "--interactive", "--url", server->url, "tools", "call", "dredge", NULL);
  assert_done (&run, 0);
  run_clear (&run);
}

/* --- The browser --- */

/* Goes where it is sent, signs in, and comes back. */
static int
browse (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GHashTable) query = g_uri_parse_params (g_uri_get_query (uri), -1, "&",
                                                     G_URI_PARAMS_NONE, NULL);
  g_autofree char *back = auth_browser_visit (url, g_hash_table_lookup (query, "redirect_uri"));
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("GET", back);
  g_autoptr (GBytes) page = soup_session_send_and_read (session, message, NULL, NULL);

  return page != NULL && soup_message_get_status (message) == SOUP_STATUS_OK ? 0 : 1;
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *self = NULL;
  int status;

  if (argc == 2 && g_str_has_prefix (argv[1], "http"))
    return browse (argv[1]);

  folder = g_dir_make_tmp ("sounder-sign-in-XXXXXX", NULL);
  self = g_canonicalize_filename (argv[0], NULL);
  test_keep_secrets_in (folder);
  g_setenv ("BROWSER", self, TRUE);
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/interop/sign-in/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_sign_in);
    }
  g_test_add_func ("/interop/sign-in/step-up", test_step_up);

  status = g_test_run ();
  test_remove_tree (folder);

  return status;
}
