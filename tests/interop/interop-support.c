/* interop-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gio/gio.h>

#include "interop-support.h"

struct _RawClient
{
  GSubprocess      *process;
  GOutputStream    *in;
  GDataInputStream *out;
  guint             next_id;
};

static void
write_text (RawClient  *self,
            const char *text)
{
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (self->in, text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
}

/* A request of the server's own: only roots are asked of us. */
static void
answer_server (RawClient  *self,
               const char *line)
{
  const char *id = strstr (line, "\"id\":");
  g_autofree char *text = NULL;
  gsize length;

  g_assert_nonnull (id);
  id += strlen ("\"id\":");
  length = strcspn (id, ",}");
  text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"roots\":[]}}\n",
                          (int) length, id);
  write_text (self, text);
}

char *
raw_client_ask (RawClient  *self,
                const char *method,
                const char *params)
{
  guint id = self->next_id++;
  g_autofree char *request = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\",\"params\":%s}\n", id, method, params);
  g_autofree char *member = g_strdup_printf ("\"id\":%u", id);

  write_text (self, request);

  while (TRUE)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *line = g_data_input_stream_read_line (self->out, NULL, NULL, &error);
      gsize length = line != NULL ? strlen (line) : 0;

      g_assert_no_error (error);
      g_assert_nonnull (line);

      if (strstr (line, "\"method\":\"roots/list\"") != NULL)
        answer_server (self, line);
      else if (strstr (line, "\"method\":") == NULL || strstr (line, "\"result\":") != NULL)
        {
          const char *found = strstr (line, member);
          char next = found != NULL ? found[strlen (member)] : 'x';

          /* The id may stand before the result or behind it. */
          if (next == ',' || next == '}' || g_str_has_suffix (line, member)
              || (length > 40 && strstr (line + length - 40, member) != NULL))
            return g_steal_pointer (&line);
        }
    }
}

RawClient *
raw_client_new (const char * const *argv,
                const char         *cwd,
                const char         *capabilities)
{
  RawClient *self = g_new0 (RawClient, 1);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *params = NULL;
  g_autofree char *answer = NULL;

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                        | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                        | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  if (cwd != NULL)
    g_subprocess_launcher_set_cwd (launcher, cwd);
  self->process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  self->in = g_subprocess_get_stdin_pipe (self->process);
  self->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));

  params = g_strdup_printf ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,"
                            "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}", capabilities);
  answer = raw_client_ask (self, "initialize", params);
  write_text (self, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");

  return self;
}

void
raw_client_free (RawClient *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->out);
  g_clear_object (&self->process);
  g_free (self);
}

char **
interop_server (const char         *package,
                const char * const *arguments)
{
  const char *directory = g_getenv ("SOUNDER_INTEROP_DIR");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *node = NULL;
  g_autofree char *script = NULL;

  if (directory == NULL)
    {
      if (g_getenv ("SOUNDER_INTEROP_REQUIRED") != NULL)
        g_error ("SOUNDER_INTEROP_DIR is not set: build-aux/interop-servers makes that directory");
      g_test_skip ("SOUNDER_INTEROP_DIR is not set; build-aux/interop-servers makes that directory");
      return NULL;
    }

  node = g_build_filename (directory, "node_modules", "node", "bin", "node", NULL);
  script = g_build_filename (directory, "node_modules", "@modelcontextprotocol", package, "dist",
                             "index.js", NULL);
  g_assert_true (g_file_test (node, G_FILE_TEST_IS_EXECUTABLE));
  g_assert_true (g_file_test (script, G_FILE_TEST_EXISTS));

  g_strv_builder_add (builder, node);
  g_strv_builder_add (builder, script);
  if (arguments != NULL)
    g_strv_builder_addv (builder, (const char **) arguments);

  return g_strv_builder_end (builder);
}

McpSession *
interop_session (char              **argv,
                 const char         *cwd,
                 const char * const *env)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("real",
                                                             (const char * const *) argv);
  McpSession *session;

  mcp_profile_set_ping (profile, FALSE, 5000, 3, MCP_REACTION_MARK);
  mcp_profile_set_waits (profile, 500, 2000);
  if (cwd != NULL)
    mcp_profile_set_cwd (profile, cwd);
  if (env != NULL)
    mcp_profile_set_env (profile, env);

  session = mcp_session_new (profile, NULL);
  session_open_ok (session);

  return session;
}

char *
interop_catalog (McpSession     *session,
                 McpCatalogKind  kind)
{
  McpCatalog *catalog = mcp_session_get_catalog (session, kind);
  GString *text = g_string_new (NULL);

  TEST_AWAIT (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADED);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (catalog)); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), i);
      GBytes *json = mcp_catalog_item_get_json (item);

      if (i > 0)
        g_string_append_c (text, ',');
      g_string_append_len (text, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
    }

  return g_string_free (text, FALSE);
}

char *
interop_call (McpSession *session,
              const char *tool,
              const char *arguments)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (tool, arguments);
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_call_is_tool_error (call));

  return session_dup_result (call);
}
