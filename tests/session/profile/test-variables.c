/* test-variables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-client-server.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-server-list.h"
#include "mcp-session.h"
#include "mcp-variables.h"
#include "test-support.h"

/* The servers in a text, as a file that is worked with as it is. */
static GPtrArray *
read_profiles (const char  *text,
               GError     **error)
{
  g_autoptr (GPtrArray) servers = mcp_client_read_own (text, strlen (text), "servers.json", error);

  return mcp_client_servers_dup_profiles (servers);
}

static McpProfile *
parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("x", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

/* What becomes of the one argument of a program, in the directory /srv/site. */
static char *
fill_in (const char  *argument,
         GError     **error)
{
  const char *argv[] = { "program", argument, NULL };
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"program\", \"cwd\": \"/srv/site\"}");
  g_autoptr (McpProfile) filled = NULL;

  mcp_profile_set_argv (profile, argv);
  filled = mcp_variables_resolve (profile, NULL, error);

  return filled != NULL ? g_strdup (mcp_profile_get_argv (filled)[1]) : NULL;
}

static void
test_forms (void)
{
  const struct
  {
    const char *written;
    const char *filled;
  } rows[] = {
    { "plain $ and % and 100%25 and ${", "plain $ and % and 100%25 and ${" },
    { "${1} ${a b} ${#x} $HOME", "${1} ${a b} ${#x} $HOME" },
    { "a${env:SOUNDER_X}b", "avalueb" },
    { "${SOUNDER_X}/${SOUNDER_X}", "value/value" },
    { "${SOUNDER_NONE:-other}-${SOUNDER_NONE:-}", "other-" },
    { "${SOUNDER_X:-other}", "value" },
    { "${SOUNDER_X:-${SOUNDER_NONE}/a}:/x", "value:/x" },
    { "${SOUNDER_NONE:-${SOUNDER_X}/a}:/x", "value/a:/x" },
    { "${SOUNDER_NONE:-${SOUNDER_NONE:-${SOUNDER_X}}b}", "valueb" },
    { "${SOUNDER_NONE:-a", "${SOUNDER_NONE:-a" },
    { "${SOUNDER_NONE:-${SOUNDER_X}", "${SOUNDER_NONE:-value" },
    { "${workspaceFolder}/a", "/srv/site/a" },
    { "${workspaceFolderBasename}${pathSeparator}", "site/" },
    /* A value is not looked through again. */
    { "${env:SOUNDER_NESTED}", "${env:SOUNDER_X}" },
  };
  g_autofree char *home = fill_in ("${userHome}|%USERPROFILE%", NULL);
  g_autofree char *expected = g_strdup_printf ("%s|%s", g_get_home_dir (), g_get_home_dir ());

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *filled = fill_in (rows[i].written, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (filled, ==, rows[i].filled);
    }
  g_assert_cmpstr (home, ==, expected);
}

static void
test_refused (void)
{
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) editor = NULL;
  g_autoptr (GError) windows = NULL;
  g_autoptr (GError) large = NULL;
  g_autoptr (GString) many = g_string_new (NULL);

  g_assert_null (fill_in ("${env:SOUNDER_NONE}", &missing));
  g_assert_error (missing, MCP_ERROR, MCP_ERROR_INPUT);
  g_assert_nonnull (strstr (missing->message, "env:SOUNDER_NONE"));
  g_assert_null (fill_in ("${command:pick.it}", &editor));
  g_assert_error (editor, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (editor->message, "command:pick.it"));
  g_assert_null (fill_in ("%AppData%/x", &windows));
  g_assert_error (windows, MCP_ERROR, MCP_ERROR_INPUT);

  for (guint i = 0; i < 100 * 1000; i++)
    g_string_append (many, "${env:SOUNDER_LONG}");
  g_assert_null (fill_in (many->str, &large));
  g_assert_error (large, MCP_ERROR, MCP_ERROR_CONFIG);
}

/* Many that begin and never end cost what they are long. */
static void
test_linear (void)
{
  static const char *const units[] = { "${", "%", "${a:", "${input:" };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *filled = NULL;
      gint64 begin_usec;

      while (text->len < 300 * 1000)
        g_string_append (text, units[i]);
      begin_usec = test_get_worked_usec ();
      filled = fill_in (text->str, NULL);
      /* Quadratic would be minutes. */
      g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 20 * G_USEC_PER_SEC);
      g_assert_cmpstr (filled, ==, text->str);
    }
}

/* Everywhere that texts are, but not in a script for a shell, and not in what was typed on a command line. */
static void
test_places (void)
{
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"${SOUNDER_X}\", \"args\": [\"sh\", \"-c\", \"echo ${SOUNDER_X} ${env:SOUNDER_X}\"],"
                                          " \"cwd\": \"/${SOUNDER_X}\", \"env\": {\"A\": \"${SOUNDER_X}\"}}");
  g_autoptr (McpProfile) filled = mcp_variables_resolve (profile, NULL, NULL);
  g_autoptr (McpProfile) address = parse ("{\"url\": \"${SOUNDER_URL:-https://example.com}/mcp\", \"headers\": {\"X\": \"Bearer ${SOUNDER_X}\"}}");
  g_autoptr (McpProfile) reached = mcp_variables_resolve (address, NULL, NULL);
  g_autoptr (McpHeader) header = g_list_model_get_item (mcp_profile_get_headers (reached), 0);
  const char *argv[] = { "echo", "${SOUNDER_X}", NULL };
  g_autoptr (McpProfile) typed = mcp_profile_new_for_argv ("t", argv);
  g_autoptr (McpProfile) same = mcp_variables_resolve (typed, NULL, NULL);

  g_assert_cmpstr (mcp_profile_get_argv (filled)[0], ==, "value");
  g_assert_cmpstr (mcp_profile_get_argv (filled)[3], ==, "echo ${SOUNDER_X} value");
  g_assert_cmpstr (mcp_profile_get_settings (filled)->cwd, ==, "/value");
  g_assert_cmpstr (mcp_profile_get_env (filled)[0], ==, "A=value");
  g_assert_cmpint (mcp_profile_get_reach (address), ==, MCP_REACH_HTTP);
  g_assert_cmpstr (mcp_profile_get_url (reached), ==, "https://example.com/mcp");
  g_assert_cmpstr (mcp_header_get_value (header), ==, "Bearer value");
  g_assert_cmpstr (mcp_profile_get_argv (same)[1], ==, "${SOUNDER_X}");
  /* What it is made from stays as it is. */
  g_assert_cmpstr (mcp_profile_get_argv (profile)[0], ==, "${SOUNDER_X}");
}

#define VSCODE "{\"inputs\": [" \
  "{\"id\": \"token\", \"type\": \"promptString\", \"description\": \"The token\", \"password\": true}," \
  "{\"id\": \"region\", \"type\": \"pickString\", \"options\": [\"eu\", {\"label\": \"US\", \"value\": \"us\"}], \"default\": \"us\"}," \
  "{\"id\": \"unused\", \"type\": \"promptString\"}]," \
  "\"servers\": {\"x\": {\"command\": \"p\", \"args\": [\"${input:region}\"], \"env\": {\"TOKEN\": \"${input:token}\"}}}}"

static void
test_inputs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) profiles = read_profiles (VSCODE, &error);
  McpProfile *profile;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GPtrArray) rest = NULL;
  g_autoptr (McpProfile) filled = NULL;
  g_autoptr (McpProfile) again = NULL;
  g_autofree char *json = NULL;
  const McpVariable *region;
  const McpVariable *token;

  g_assert_no_error (error);
  profile = profiles->pdata[0];
  g_assert_nonnull (strstr (mcp_profile_get_settings (profile)->inputs, "region"));
  g_assert_null (strstr (mcp_profile_get_settings (profile)->inputs, "unused"));

  list = mcp_variables_list (profile);
  g_assert_cmpuint (list->len, ==, 2);
  region = list->pdata[0];
  token = list->pdata[1];
  g_assert_cmpstr (region->key, ==, "input:region");
  g_assert_false (region->secret);
  g_assert_cmpstr (region->initial, ==, "us");
  g_assert_cmpstr (region->options[0], ==, "eu");
  g_assert_cmpstr (region->options[1], ==, "us");
  g_assert_null (region->options[2]);
  g_assert_cmpstr (token->title, ==, "The token");
  g_assert_true (token->secret);
  g_assert_false (mcp_variables_check (profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "input:region"));
  g_assert_nonnull (strstr (error->message, "input:token"));

  /* Secrets are in no file, what is none is in that of the servers. */
  mcp_profile_give_value (profile, "input:token", "hush");
  mcp_profile_keep_value (profile, "input:region", "eu");
  rest = mcp_variables_list (profile);
  g_assert_cmpuint (rest->len, ==, 0);
  filled = mcp_variables_resolve (profile, NULL, NULL);
  g_assert_cmpstr (mcp_profile_get_argv (filled)[1], ==, "eu");
  g_assert_cmpstr (mcp_profile_get_env (filled)[0], ==, "TOKEN=hush");
  json = mcp_profile_to_json (profile);
  g_assert_null (strstr (json, "hush"));
  again = parse (json);
  g_assert_cmpstr (mcp_profile_get_value (again, "input:region"), ==, "eu");
  g_assert_null (mcp_profile_get_value (again, "input:token"));
  g_assert_cmpstr (mcp_profile_get_settings (again)->inputs, ==, mcp_profile_get_settings (profile)->inputs);
}

static void
test_command_input (void)
{
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"p\", \"args\": [\"${input:x}\"],"
                                          " \"sounder\": {\"inputs\": [{\"id\": \"x\", \"type\": \"command\", \"command\": \"y\"}]}}");
  g_autoptr (GError) error = NULL;

  g_assert_false (mcp_variables_check (profile, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
}

/* What a person is asked, where nobody says how to ask. */
static void
test_titles (void)
{
  static const struct
  {
    const char *argument;
    const char *title;
    gboolean    secret;
  } rows[] = {
    { "%APPDATA%", "%APPDATA%, a folder of Windows: what is it here?", FALSE },
    { "${workspaceFolder}", "Folder of the project", FALSE },
    { "${env:SOUNDER_NONE}", "Variable SOUNDER_NONE, which your environment has not", FALSE },
    { "${SOUNDER_NO_TOKEN}", "Variable SOUNDER_NO_TOKEN, which your environment has not", TRUE },
    { "${input:sounderPassword}", "sounderPassword", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *argv[] = { "program", rows[i].argument, rows[i].argument, NULL };
      g_autoptr (McpProfile) profile = parse ("{\"command\": \"program\"}");
      g_autoptr (GPtrArray) list = NULL;
      const McpVariable *variable;

      mcp_profile_set_argv (profile, argv);
      list = mcp_variables_list (profile);
      /* Once, however often it stands there. */
      g_assert_cmpuint (list->len, ==, 1);
      variable = list->pdata[0];
      g_assert_cmpstr (variable->title, ==, rows[i].title);
      g_assert_cmpint (variable->secret, ==, rows[i].secret);
    }
}

/* A file that asks for more than anybody fills in is refused, and what only an editor knows. */
static void
test_unfillable (void)
{
  g_autoptr (McpProfile) many = parse ("{\"command\": \"program\"}");
  g_autoptr (McpProfile) unknown = parse ("{\"command\": \"program\", \"args\": [\"${config:x}\"]}");
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (argv, g_strdup ("program"));
  for (guint i = 0; i <= 200; i++)
    g_ptr_array_add (argv, g_strdup_printf ("${input:n%u}", i));
  g_ptr_array_add (argv, NULL);
  mcp_profile_set_argv (many, (const char * const *) argv->pdata);
  g_assert_false (mcp_variables_check (many, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  none = mcp_variables_list (many);
  g_assert_cmpuint (none->len, ==, 0);

  g_clear_error (&error);
  g_assert_false (mcp_variables_check (unknown, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "${config:x}"));
}

static void
test_add_secret (void)
{
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"p\", \"env\": {\"A\": \"${input:A}\", \"B\": \"${input:B}\"}}");
  g_autoptr (GPtrArray) list = NULL;

  mcp_variables_add_secret (profile, "A");
  mcp_variables_add_secret (profile, "B");
  mcp_variables_add_secret (profile, "A");
  list = mcp_variables_list (profile);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_true (((McpVariable *) list->pdata[0])->secret);
  g_assert_true (((McpVariable *) list->pdata[1])->secret);
}

/* What is remembered is a part of what is run: changed by another program, it is asked about again. */
static void
test_consent (void)
{
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"${input:x}\"}");
  g_autofree char *before = mcp_consent_dup_digest (profile);
  g_autofree char *given = NULL;
  g_autofree char *kept = NULL;

  mcp_profile_give_value (profile, "input:x", "sh");
  given = mcp_consent_dup_digest (profile);
  mcp_profile_keep_value (profile, "input:x", "sh");
  kept = mcp_consent_dup_digest (profile);
  g_assert_cmpstr (given, ==, before);
  g_assert_cmpstr (kept, !=, before);
}

typedef struct
{
  gboolean  done;
  GError   *error;
} Result;

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Result *r = user_data;

  mcp_session_open_finish (MCP_SESSION (source), result, &r->error);
  r->done = TRUE;
}

static void
needed_cb (McpSession *session,
           guint      *n_asked)
{
  ++*n_asked;
}

/* A session says what it needs, and is connected once that is there. */
static void
test_session (void)
{
  g_auto (GStrv) argv = test_mock_argv ("[{'handshake':{}},{'serve':{}}]");
  g_autoptr (McpProfile) profile = parse ("{\"command\": \"x\"}");
  g_autoptr (McpSession) session = NULL;
  Result refused = { FALSE, NULL };
  Result open = { FALSE, NULL };
  guint n_asked = 0;
  g_autofree char *program = g_steal_pointer (&argv[0]);

  argv[0] = g_strdup ("${input:program}");
  mcp_profile_set_argv (profile, (const char * const *) argv);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  session = mcp_session_new (profile, NULL);
  g_signal_connect (session, "input-needed", G_CALLBACK (needed_cb), &n_asked);
  mcp_session_open_async (session, NULL, opened_cb, &refused);
  TEST_AWAIT (refused.done);
  g_assert_error (refused.error, MCP_ERROR, MCP_ERROR_INPUT);
  g_assert_cmpuint (n_asked, ==, 1);
  g_clear_error (&refused.error);

  mcp_profile_give_value (profile, "input:program", program);
  mcp_session_open_async (session, NULL, opened_cb, &open);
  TEST_AWAIT (open.done);
  g_assert_no_error (open.error);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  mcp_session_close_async (session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *big = g_strnfill (1000, 'x');

  g_setenv ("SOUNDER_X", "value", TRUE);
  g_setenv ("SOUNDER_NESTED", "${env:SOUNDER_X}", TRUE);
  g_setenv ("SOUNDER_LONG", big, TRUE);
  g_unsetenv ("SOUNDER_NONE");
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/variables/forms", test_forms);
  g_test_add_func ("/session/variables/refused", test_refused);
  g_test_add_func ("/session/variables/linear", test_linear);
  g_test_add_func ("/session/variables/places", test_places);
  g_test_add_func ("/session/variables/inputs", test_inputs);
  g_test_add_func ("/session/variables/command-input", test_command_input);
  g_test_add_func ("/session/variables/titles", test_titles);
  g_test_add_func ("/session/variables/unfillable", test_unfillable);
  g_test_add_func ("/session/variables/add-secret", test_add_secret);
  g_test_add_func ("/session/variables/consent", test_consent);
  g_test_add_func ("/session/variables/session", test_session);

  return g_test_run ();
}
