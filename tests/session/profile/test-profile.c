/* test-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "health-fixture.h"
#include "mcp-profile-public.h"
#include "mcp-error.h"
#include "mcp-profile.h"
#include "profile-support.h"

static const char full_json[] =
  "{\"type\": \"stdio\", \"command\": \"server\", \"args\": [\"-v\", \"a b\"], \"mystery\": 1.10,"
  " \"env\": {\"KEY\": \"secret\", \"EMPTY\": \"\"}, \"cwd\": \"/tmp\","
  " \"sounder\": {\"inheritEnv\": \"all\", \"future\": [9007199254740993],"
  " \"timeouts\": {\"call\": 1.50, \"unknown\": 1}, \"roots\": [{\"uri\": \"file:///a\", \"name\": \"A\"},"
  " {\"uri\": \"file:///b\"}], \"protocol\": \"2025-06-18\","
  " \"ping\": {\"enabled\": false, \"interval\": 0.25, \"failures\": 7, \"reaction\": \"restart\"},"
  " \"waits\": {\"close\": 0, \"term\": 0.1}, \"maxMessageBytes\": 4096, \"maxServerRequests\": 7,"
  " \"maxJournalBytes\": 2000000, \"progressResets\": false, \"confirmDestructive\": false, \"listByPage\": true,"
  " \"listInterval\": 30, \"require\": \"tools,resources.subscribe\","
  " \"group\": \" At work \", \"advertiseRoots\": false}}";

static void
test_profile_reads_everything (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autoptr (McpRoot) root = NULL;
  g_autofree char *command = mcp_profile_dup_command (profile);
  const char * const *env = mcp_profile_get_env (profile);

  g_assert_cmpstr (command, ==, "server -v 'a b'");
  g_assert_true (mcp_profile_is_stdio (profile));
  g_assert_cmpstr (env[0], ==, "KEY=secret");
  g_assert_cmpstr (env[1], ==, "EMPTY=");
  g_assert_null (env[2]);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->cwd, ==, "/tmp");
  g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_ALL);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_CALL), ==, 1500);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_PING), ==, 2000);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->protocol, ==, "2025-06-18");
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_roots (profile)), ==, 2);
  root = g_list_model_get_item (mcp_profile_get_roots (profile), 0);
  g_assert_cmpstr (root->uri, ==, "file:///a");
  g_assert_cmpstr (root->name, ==, "A");
  g_assert_cmpuint (mcp_profile_get_settings (profile)->close_wait_msec, ==, 0);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->term_wait_msec, ==, 100);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 4096);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_server_requests, ==, 7);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_journal_bytes, ==, 2000000);
  g_assert_false (mcp_profile_get_settings (profile)->progress_resets);
  g_assert_false (mcp_profile_get_settings (profile)->confirm_destructive);
  g_assert_true (mcp_profile_get_settings (profile)->list_by_page);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->list_interval_sec, ==, 30);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->require, ==, "tools,resources.subscribe");
  g_assert_cmpstr (mcp_profile_get_settings (profile)->group, ==, "At work");
  g_assert_false (mcp_profile_get_settings (profile)->advertise_roots);
  g_assert_false (mcp_profile_is_temporary (profile));
}

static void
test_profile_defaults (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\", \"cwd\": null}");
  g_autoptr (McpProfile) remote = profile_from ("{\"url\": \"https://example.com/mcp\"}");

  g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_BASIC);
  g_assert_true (mcp_profile_get_settings (profile)->advertise_roots);
  g_assert_true (mcp_profile_get_settings (profile)->progress_resets);
  g_assert_true (mcp_profile_get_settings (profile)->confirm_destructive);
  g_assert_false (mcp_profile_get_settings (profile)->list_by_page);
  g_assert_true (mcp_profile_get_settings (profile)->keep_cookies);
  g_assert_null (mcp_profile_get_settings (profile)->group);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_INITIALIZE), ==, 10000);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_START), ==, 60000);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_MAXIMUM), ==, 300000);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->close_wait_msec, ==, 5000);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 256 * 1024 * 1024);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_server_requests, ==, 1000);
  g_assert_null (mcp_profile_get_settings (profile)->cwd);
  g_assert_null (mcp_profile_get_settings (profile)->protocol);

  g_assert_false (mcp_profile_is_stdio (remote));
  g_assert_cmpstr (mcp_profile_get_url (remote), ==, "https://example.com/mcp");
}

static void
test_profile_names_what_is_wrong (void)
{
  const struct { const char *json; const char *named; } cases[] = {
    { "[]", "“command” or “url”" },
    { "{}", "neither “command” nor “url”" },
    { "{\"command\": 1}", "“command”" },
    { "{\"command\": \"\"}", "“command”" },
    { "{\"command\": \"x\", \"args\": \"y\"}", "“args”" },
    { "{\"command\": \"x\", \"args\": [1]}", "“args”" },
    { "{\"command\": \"x\", \"env\": []}", "“env”" },
    { "{\"command\": \"x\", \"env\": {\"A\": []}}", "“env.A”" },
    { "{\"command\": \"x\", \"env\": {\"A=B\": \"\"}}", "“env”" },
    { "{\"command\": \"x\", \"cwd\": {}}", "“cwd”" },
    { "{\"url\": true}", "“url”" },
    { "{\"url\": \"http://x\", \"headers\": {\"A\": []}}", "“headers.A”" },
    { "{\"command\": \"x\", \"sounder\": 1}", "“sounder”" },
    { "{\"command\": \"x\", \"sounder\": {\"inheritEnv\": \"some\"}}", "“sounder.inheritEnv”" },
    { "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 0}}}", "“sounder.timeouts.ping”" },
    { "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 1e400}}}", "“sounder.timeouts.ping”" },
    { "{\"command\": \"x\", \"sounder\": {\"roots\": [{}]}}", "“sounder.roots.uri”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"enabled\": 1}}}", "“sounder.ping.enabled”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"failures\": 0}}}", "“sounder.ping.failures”" },
    { "{\"command\": \"x\", \"sounder\": {\"ping\": {\"reaction\": \"cry\"}}}", "“sounder.ping.reaction”" },
    { "{\"command\": \"x\", \"sounder\": {\"health\": []}}", "“sounder.health”" },
    { "{\"command\": \"x\", \"sounder\": {\"waits\": {\"term\": -1}}}", "“sounder.waits.term”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": \"1\"}}", "“sounder.maxMessageBytes”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": 4294967296}}",
      "“sounder.maxMessageBytes”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxServerRequests\": 0}}",
      "“sounder.maxServerRequests”" },
    { "{\"command\": \"x\", \"sounder\": {\"maxJournalBytes\": 1}}", "“sounder.maxJournalBytes”" },
    { "{\"command\": \"x\"", "JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_profile_new_from_json ("my server", cases[i].json, -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, "“my server”"));
      if (strstr (error->message, cases[i].named) == NULL)
        g_error ("%s: %s", cases[i].json, error->message);
    }
}

static void
test_profile_keeps_text_it_does_not_know (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *changed = NULL;

  g_assert_cmpstr (same, ==, full_json);

  health_fixture_set_ping (profile, TRUE, 250, 7, MCP_REACTION_RESTART);
  g_object_set (profile, "cwd", NULL, NULL);
  changed = mcp_profile_to_json (profile);

  g_assert_nonnull (strstr (changed, "\"mystery\": 1.10"));
  g_assert_nonnull (strstr (changed, "[9007199254740993]"));
  g_assert_nonnull (strstr (changed, "{\"call\": 1.50, \"unknown\": 1}"));
  g_assert_null (strstr (changed, "cwd"));
}

static void
test_profile_round_trips_every_setting (void)
{
  const char * const argv[] = { "prog", "", "é\n\"", NULL };
  const char * const env[] = { "A=b=c", "B=", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autoptr (McpProfile) read = NULL;
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;

  mcp_profile_set_argv (profile, argv);
  mcp_profile_set_env (profile, env);
  g_object_set (profile, "cwd", "/x y", NULL);
  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  for (guint i = 0; i < MCP_N_TIMEOUTS; i++)
    mcp_profile_set_timeout_msec (profile, i, 1001 + i);
  g_object_set (profile, "progress-resets", FALSE, NULL);
  g_object_set (profile, "protocol", "1999-01-01", NULL);
  g_ptr_array_add (roots, mcp_root_new_for_path ("sub", "/base"));
  mcp_profile_set_roots (profile, roots);
  g_object_set (profile, "advertise-roots", FALSE, NULL);
  g_object_set (profile, "close-wait-msec", 1, "term-wait-msec", 2, NULL);
  g_object_set (profile, "max-message-bytes", (guint64) G_MAXSIZE, NULL);
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, MCP_PROFILE_MAX_MESSAGE_BYTES);
  g_object_set (profile, "max-message-bytes", (guint64) 123456, NULL);
  health_fixture_set_ping (profile, FALSE, 1, 2, MCP_REACTION_DISCONNECT);

  json = mcp_profile_to_json (profile);
  read = profile_from (json);
  again = mcp_profile_to_json (read);
  g_assert_cmpstr (json, ==, again);
  g_assert_true (g_strv_equal (mcp_profile_get_argv (read), argv));
  g_assert_true (g_strv_equal (mcp_profile_get_env (read), env));
  g_assert_cmpuint (mcp_profile_get_timeout_msec (read, MCP_TIMEOUT_MAXIMUM), ==,
                    1001 + MCP_TIMEOUT_MAXIMUM);
  g_assert_cmpuint (mcp_profile_get_settings (read)->term_wait_msec, ==, 2);
  g_assert_nonnull (strstr (json, "file:///base/sub"));
}

static void
test_profile_hides_secrets (void)
{
  g_autoptr (McpProfile) profile = profile_from (full_json);
  g_autoptr (McpProfile) remote =
    profile_from ("{\"url\": \"https://me:pw@example.com/mcp?key=abc\", \"headers\": {\"Authorization\": \"Bearer t\"}}");
  g_autofree char *json = mcp_profile_to_public_json (profile);
  g_autofree char *remote_json = mcp_profile_to_public_json (remote);

  g_assert_null (strstr (json, "secret"));
  g_assert_nonnull (strstr (json, "KEY"));
  g_assert_null (strstr (json, "mystery"));
  g_assert_null (strstr (remote_json, "pw"));
  g_assert_null (strstr (remote_json, "abc"));
  g_assert_null (strstr (remote_json, "Bearer"));
  g_assert_nonnull (strstr (remote_json, "example.com"));
}

/* What stands in arguments and in the address leaves a mark; what is no secret stays. */
static void
test_profile_hides_arguments (void)
{
  static const struct { const char *json; const char *command;
  } cases[] = {
    { "{\"command\": \"x\", \"args\": [\"postgresql://u:p4ss@h/d\"]}",
      "x 'postgresql://«redacted»@h/d'" },
    { "{\"command\": \"x\", \"args\": [\"--header\", \"Authorization: Bearer abcdef\"]}",
      "x --header 'Authorization: «redacted»'" },
    { "{\"command\": \"x\", \"args\": [\"--header=Authorization: Basic abcdef\"]}",
      "x '--header=Authorization: «redacted»'" },
    { "{\"command\": \"x\", \"args\": [\"--api-key\", \"abc\", \"--port\", \"80\"]}",
      "x --api-key '«redacted»' --port 80" },
    { "{\"command\": \"x\", \"args\": [\"--api-key\", \"X\", \"--api-key X\"]}",
      "x --api-key '«redacted»' '--api-key «redacted»'" },
    { "{\"command\": \"sh\", \"args\": [\"-c\", \"x --api-key abcd -v\"]}",
      "sh -c 'x --api-key «redacted» -v'" },
    { "{\"command\": \"curl\", \"args\": [\"-u\", \"me:pw\", \"-s\"]}", "curl -u '«redacted»' -s" },
    { "{\"command\": \"sshpass\", \"args\": [\"-ppw\", \"ssh\", \"h\"]}",
      "sshpass '-p«redacted»' ssh h" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-p\", \"80:80\"]}", "docker run -p 80:80" },
    { "{\"command\": \"x\", \"args\": [\"--token=abcdef\", \"-v\"]}", "x '--token=«redacted»' -v" },
    { "{\"command\": \"docker\", \"args\": [\"run\", \"-i\", \"-e\", \"API_KEY=abcdef\", \"-e\", "
      "\"MODE=fast\", \"img\"]}",
      "docker run -i -e 'API_KEY=«redacted»' -e MODE=fast img" },
    { "{\"command\": \"x\", \"args\": [\"hunter2hunter2\"], \"env\": {\"KEY_A\": \"z\", "
      "\"API_KEY\": \"hunter2hunter2\"}}",
      "x '«redacted»'" },
    { "{\"command\": \"npx\", \"args\": [\"-y\", \"@a/server\", \"/home/me/docs\", \"--verbose\"]}",
      "npx -y @a/server /home/me/docs --verbose" },
    { "{\"command\": \"x\", \"args\": [\"--max-tokens\", \"4096\"]}", "x --max-tokens 4096" },
    { "{\"url\": \"https://me:pw@h.example/mcp?key=abc&x&b=2#f\"}",
      "https://«redacted»@h.example/mcp?key=«redacted»&«redacted»&b=«redacted»#«redacted»" },
    { "{\"url\": \"https://h.example/mcp\"}", "https://h.example/mcp" },
    { "{\"url\": \"unix:/run/x.sock\"}", "unix:/run/x.sock" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (cases[i].json);
      g_autofree char *command = mcp_profile_dup_public_command (profile);

      g_assert_cmpstr (command, ==, cases[i].command);
    }
}

static void
test_profile_literals (void)
{
  static const char * const literal[] = {
    "API_KEY=abcdef", "OPENAI_API_KEY=sk", "GITHUB_PERSONAL_ACCESS_TOKEN=abcdef", "DB_PASSWORD=abcdef", "EXA_KEY=abcdef",
    "GITLAB_PAT=abcdef", "AWS_SECRET_ACCESS_KEY=abcdef", "DATABASE_URL=postgres://u:p4ss@h/d", "X=ghp_0123456789012345678901",
  };
  static const char * const plain[] = {
    "API_KEY=${env:API_KEY}", "API_KEY=${input:API_KEY}", "API_KEY=", "MAX_TOKENS=4096", "TOKENIZERS_PARALLELISM=false",
    "PUBLIC_KEY=abcdef", "KEYBOARD=de", "PORT=8080", "PATH=/usr/bin", "DATABASE_URL=postgres://h/d", "LOG_LEVEL=debug",
  };

  for (guint i = 0; i < G_N_ELEMENTS (literal); i++)
    if (!mcp_profile_is_literal (literal[i]))
      g_error ("%s is no secret", literal[i]);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    if (mcp_profile_is_literal (plain[i]))
      g_error ("%s is a secret", plain[i]);
}

static void
test_profile_names_temporary_ones (void)
{
  const struct { const char *argv[4]; const char *name; } cases[] = {
    { { "/usr/bin/my-server", "--x", NULL }, "my-server" },
    { { "npx", "-y", "@modelcontextprotocol/server-everything@2.0.1", NULL }, "server-everything" },
    { { "python3", "server.py", NULL }, "server.py" },
    { { "npx", NULL }, "npx" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv (NULL, cases[i].argv);

      g_assert_cmpstr (mcp_profile_get_name (profile), ==, cases[i].name);
      g_assert_true (mcp_profile_is_temporary (profile));
      g_assert_cmpint (mcp_profile_get_settings (profile)->inherit_env, ==, MCP_INHERIT_BASIC);
    }
}

static void
test_profile_inherits_basic (void)
{
  const char * const base[] = {
    "HOME=/h", "PATH=/bin", "SECRET=1", "LC_ALL=C", "XDG_DATA_HOME=/d", "NVM_DIR=/n",
    "https_proxy=p", "HTTP_PROXY=q", "HOMELESS=1", "LANGUAGE=x", NULL
  };
  const char * const env[] = { "PATH=/mine", "NEW=1", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_auto (GStrv) basic = NULL;
  g_auto (GStrv) all = NULL;

  mcp_profile_set_base_environ (profile, base);
  mcp_profile_set_env (profile, env);
  basic = mcp_profile_dup_environ (profile);
  g_assert_cmpuint (g_strv_length (basic), ==, 8);
  g_assert_cmpstr (g_environ_getenv (basic, "PATH"), ==, "/mine");
  g_assert_cmpstr (g_environ_getenv (basic, "HTTP_PROXY"), ==, "q");
  g_assert_cmpstr (g_environ_getenv (basic, "NEW"), ==, "1");
  g_assert_null (g_environ_getenv (basic, "SECRET"));
  g_assert_null (g_environ_getenv (basic, "HOMELESS"));
  g_assert_null (g_environ_getenv (basic, "LANGUAGE"));

  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  all = mcp_profile_dup_environ (profile);
  g_assert_cmpstr (g_environ_getenv (all, "SECRET"), ==, "1");
}

static void
test_profile_assign_notifies (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"a\"}");
  g_autoptr (McpProfile) other = profile_from (full_json);
  g_autoptr (McpProfile) copy = NULL;
  g_autofree char *json = NULL;
  GListModel *roots = mcp_profile_get_roots (profile);
  guint n_command = 0;
  guint n_health = 0;
  guint n_roots = 0;
  guint n_name = 0;

  g_signal_connect_swapped (profile, "notify::command", G_CALLBACK (count_cb), &n_command);
  g_signal_connect_swapped (profile, "notify::health", G_CALLBACK (count_cb), &n_health);
  g_signal_connect_swapped (profile, "notify::name", G_CALLBACK (count_cb), &n_name);
  g_signal_connect_swapped (roots, "items-changed", G_CALLBACK (count_cb), &n_roots);

  mcp_profile_assign (profile, other);
  g_assert_cmpuint (n_command, ==, 1);
  g_assert_cmpuint (n_health, ==, 1);
  g_assert_cmpuint (n_roots, ==, 1);
  g_assert_cmpuint (n_name, ==, 0);
  g_assert_true (mcp_profile_get_roots (profile) == roots);

  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, full_json);

  copy = mcp_profile_copy (profile);
  mcp_profile_assign (profile, copy);
  g_assert_cmpuint (n_command, ==, 1);
  g_assert_cmpuint (n_roots, ==, 1);

  g_assert_finalize_object (g_steal_pointer (&copy));
  g_assert_finalize_object (g_steal_pointer (&other));
  g_assert_finalize_object (g_steal_pointer (&profile));
}

static void
test_profile_becomes_stdio (void)
{
  const char * const argv[] = { "prog", NULL };
  g_autoptr (McpProfile) profile = profile_from ("{\"url\": \"http://x\", \"other\": []}");
  g_autofree char *json = NULL;

  mcp_profile_set_argv (profile, argv);
  g_assert_true (mcp_profile_is_stdio (profile));
  json = mcp_profile_to_json (profile);
  g_assert_null (strstr (json, "url"));
  g_assert_nonnull (strstr (json, "\"other\": []"));
  g_assert_nonnull (strstr (json, "\"command\": \"prog\""));
}

static void
test_profile_finds_demo (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sounder-demo-server", NULL);
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  McpHealthSettings health;

  g_assert_true (g_file_set_contents (path, "#!/bin/sh\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("SOUNDER_DEMO_SERVER", path, TRUE);

  profile = mcp_profile_new_for_demo (&error);
  g_assert_no_error (error);
  g_assert_true (mcp_profile_get_settings (profile)->demo);
  g_assert_true (mcp_profile_is_temporary (profile));
  mcp_profile_get_health (profile, &health);
  g_assert_cmpuint (health.interval_msec, ==, 1000);
  g_assert_cmpstr (mcp_profile_get_argv (profile)[0], ==, path);

  g_unsetenv ("SOUNDER_DEMO_SERVER");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_profile_root_for_path (void)
{
  g_autoptr (McpRoot) relative = mcp_root_new_for_path ("a/../b", "/base");
  g_autoptr (McpRoot) absolute = mcp_root_new_for_path ("/x y", NULL);
  g_autoptr (McpRoot) uri = mcp_root_new_for_path ("file:///z", "/base");

  g_assert_cmpstr (relative->uri, ==, "file:///base/b");
  g_assert_cmpstr (relative->name, ==, "b");
  g_assert_cmpstr (absolute->uri, ==, "file:///x%20y");
  g_assert_cmpstr (uri->uri, ==, "file:///z");
  g_assert_finalize_object (g_steal_pointer (&relative));
}

/* With their own settings or those that are usual; that of tasks is not told to those who have other tasks. */
static void
test_profile_extensions (void)
{
  static const struct
  {
    const char *saved;     /* (nullable) */
    const char *legacy;
    const char *modern;
  } cases[] = {
    { NULL, "{\"extensions\":{\"io.modelcontextprotocol/skills\":{}}",
      "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"io.modelcontextprotocol/skills\":{}}" },
    { "[]", "{", "{" },
    { "[\"io.modelcontextprotocol/ui\"]",
      "{\"extensions\":{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}",
      "{\"extensions\":{\"io.modelcontextprotocol/ui\":{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}}" },
    { "{\"a.b/c\": {\"x\": [1.50]}, \"io.modelcontextprotocol/tasks\": {}}",
      "{\"extensions\":{\"a.b/c\":{\"x\": [1.50]}}",
      "{\"extensions\":{\"a.b/c\":{\"x\": [1.50]},\"io.modelcontextprotocol/tasks\":{}}" },
  };
  static const char * const kept[] = { "a.b/c", "d.e/f", NULL };
  static const char * const broken[] = { "1", "[1]", "{\"a.b/c\":1}" };
  g_autoptr (McpProfile) profile =
    mcp_profile_new_from_json ("x", "{\"command\":\"y\",\"sounder\":{\"extensions\":{\"a.b/c\":{\"z\":1}}}}", -1, NULL);
  g_autofree char *written = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json =
        cases[i].saved != NULL
          ? g_strdup_printf ("{\"command\":\"y\",\"sounder\":{\"extensions\":%s}}", cases[i].saved)
          : g_strdup ("{\"command\":\"y\"}");
      g_autoptr (McpProfile) one = mcp_profile_new_from_json ("x", json, -1, NULL);
      g_autoptr (GString) legacy = g_string_new ("{");
      g_autoptr (GString) modern = g_string_new ("{");

      mcp_profile_append_extensions (one, legacy, FALSE);
      mcp_profile_append_extensions (one, modern, TRUE);
      g_assert_cmpstr (legacy->str, ==, cases[i].legacy);
      g_assert_cmpstr (modern->str, ==, cases[i].modern);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"command\":\"y\",\"sounder\":{\"extensions\":%s}}", broken[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_profile_new_from_json ("x", json, -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
    }

  mcp_profile_set_extensions (profile, kept);
  written = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (written, "\"a.b/c\": {\"z\":1}, \"d.e/f\": {}"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/profile/reads-everything", test_profile_reads_everything);
  g_test_add_func ("/session/profile/defaults", test_profile_defaults);
  g_test_add_func ("/session/profile/names-what-is-wrong", test_profile_names_what_is_wrong);
  g_test_add_func ("/session/profile/keeps-text-it-does-not-know",
                   test_profile_keeps_text_it_does_not_know);
  g_test_add_func ("/session/profile/round-trips-every-setting",
                   test_profile_round_trips_every_setting);
  g_test_add_func ("/session/profile/hides-secrets", test_profile_hides_secrets);
  g_test_add_func ("/session/profile/hides-arguments", test_profile_hides_arguments);
  g_test_add_func ("/session/profile/literals", test_profile_literals);
  g_test_add_func ("/session/profile/names-temporary-ones", test_profile_names_temporary_ones);
  g_test_add_func ("/session/profile/inherits-basic", test_profile_inherits_basic);
  g_test_add_func ("/session/profile/assign-notifies", test_profile_assign_notifies);
  g_test_add_func ("/session/profile/becomes-stdio", test_profile_becomes_stdio);
  g_test_add_func ("/session/profile/finds-demo", test_profile_finds_demo);
  g_test_add_func ("/session/profile/root-for-path", test_profile_root_for_path);
  g_test_add_func ("/session/profile/extensions", test_profile_extensions);

  return g_test_run ();
}
