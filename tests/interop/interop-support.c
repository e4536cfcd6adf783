/* interop-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "interop-support.h"

struct _RawClient
{
  GSubprocess      *process;
  GOutputStream    *in;
  GDataInputStream *out;
  guint             next_id;
  gboolean          modern;
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

gboolean
raw_is_answer (const char *message,
               guint       id)
{
  g_autofree char *member = g_strdup_printf ("\"id\":%u", id);
  gsize length = strlen (message);
  const char *found = strstr (message, member);
  char next = found != NULL ? found[strlen (member)] : 'x';

  if (strstr (message, "\"method\":") != NULL && strstr (message, "\"result\":") == NULL)
    return FALSE;

  /* The id may stand before the result or behind it. */
  return next == ',' || next == '}' || g_str_has_suffix (message, member)
         || (length > 40 && strstr (message + length - 40, member) != NULL);
}

char *
raw_modern_params (const char *params)
{
  gboolean is_empty = g_str_equal (params, "{}");

  return g_strdup_printf ("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                          "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"raw\","
                          "\"version\":\"1\"},"
                          "\"io.modelcontextprotocol/clientCapabilities\":{}}%s%s",
                          is_empty ? "" : ",", params + 1);
}

char *
raw_client_ask (RawClient  *self,
                const char *method,
                const char *params)
{
  guint id = self->next_id++;
  g_autofree char *wire_params = self->modern ? raw_modern_params (params) : g_strdup (params);
  g_autofree char *request = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"%s\",\"params\":%s}\n", id, method, wire_params);

  write_text (self, request);

  while (TRUE)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *line = g_data_input_stream_read_line (self->out, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);

      if (strstr (line, "\"method\":\"roots/list\"") != NULL)
        answer_server (self, line);
      else if (raw_is_answer (line, id))
        return g_steal_pointer (&line);
    }
}

static RawClient *
start (const char * const *argv,
       const char         *cwd)
{
  RawClient *self = g_new0 (RawClient, 1);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_autoptr (GError) error = NULL;

  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                        | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                        | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  if (cwd != NULL)
    g_subprocess_launcher_set_cwd (launcher, cwd);
  self->process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  self->in = g_subprocess_get_stdin_pipe (self->process);
  self->out = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->process));

  return self;
}

RawClient *
raw_client_new (const char * const *argv,
                const char         *cwd,
                const char         *capabilities)
{
  RawClient *self = start (argv, cwd);
  g_autofree char *params = NULL;
  g_autofree char *answer = NULL;

  params = g_strdup_printf ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":%s,"
                            "\"clientInfo\":{\"name\":\"raw\",\"version\":\"1\"}}", capabilities);
  answer = raw_client_ask (self, "initialize", params);
  write_text (self, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");

  return self;
}

RawClient *
raw_client_new_modern (const char * const *argv)
{
  RawClient *self = start (argv, NULL);
  g_autofree char *answer = NULL;

  self->modern = TRUE;
  answer = raw_client_ask (self, "server/discover", "{}");

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

char *
interop_file (const char *path)
{
  const char *directory = g_getenv ("SOUNDER_INTEROP_DIR");
  g_autofree char *file = NULL;

  if (directory == NULL)
    {
      if (g_getenv ("SOUNDER_INTEROP_REQUIRED") != NULL)
        g_error ("SOUNDER_INTEROP_DIR is not set: build-aux/interop-servers makes that directory");
      g_test_skip ("SOUNDER_INTEROP_DIR is not set; build-aux/interop-servers makes that directory");
      return NULL;
    }

  file = g_build_filename (directory, path, NULL);
  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    g_error ("%s is missing: build-aux/interop-servers makes it", file);

  return g_steal_pointer (&file);
}

char **
interop_server (const char         *package,
                const char * const *arguments)
{
  g_autofree char *relative = g_build_filename ("node_modules", "@modelcontextprotocol", package,
                                                "dist", "index.js", NULL);
  g_autofree char *script = interop_file (relative);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *node = NULL;

  if (script == NULL)
    return NULL;

  node = interop_file ("bin/node");
  g_strv_builder_add (builder, node);
  g_strv_builder_add (builder, script);
  if (arguments != NULL)
    g_strv_builder_addv (builder, (const char **) arguments);

  return g_strv_builder_end (builder);
}

static char *
write_kubeconfig (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("sounder-kubeconfig-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path,
                       "apiVersion: v1\nkind: Config\ncurrent-context: reef\n"
                       "clusters: [{name: reef, cluster: {server: \"http://127.0.0.1:1\"}}]\n"
                       "contexts: [{name: reef, context: {cluster: reef, user: pilot}}]\n"
                       "users: [{name: pilot, user: {}}]\n", -1, &error);
  g_assert_no_error (error);

  return g_steal_pointer (&path);
}

gboolean
interop_kubernetes (char **program,
                    char **config)
{
  g_autofree char *place = interop_file ("bin");

  if (place == NULL)
    return FALSE;

  *program = g_build_filename (place, "kubernetes-mcp-server", NULL);
  if (!g_file_test (*program, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_clear_pointer (program, g_free);
      g_test_skip ("npm has no kubernetes-mcp-server for this machine");
      return FALSE;
    }
  *config = write_kubeconfig ();

  return TRUE;
}

McpSession *
interop_session (char              **argv,
                 const char         *cwd,
                 const char * const *env)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("real",
                                                             (const char * const *) argv);

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  g_object_set (profile, "close-wait-msec", 500, "term-wait-msec", 2000, NULL);
  if (cwd != NULL)
    g_object_set (profile, "cwd", cwd, NULL);
  if (env != NULL)
    mcp_profile_set_env (profile, env);

  return interop_open (profile);
}

McpSession *
interop_open (McpProfile *profile)
{
  McpSession *session;

  mcp_profile_stop_probes (profile);
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
  g_assert_false (mcp_call_get_outcome (call)->is_tool_error);

  return session_dup_result (call);
}

void
interop_assert_call (McpSession *session,
                     const char *tool,
                     const char *arguments,
                     const char *part)
{
  g_autofree char *result = interop_call (session, tool, arguments);

  g_test_message ("%s: %s", tool, result);
  if (strstr (result, part) == NULL)
    g_error ("%s gave %s, without “%s”", tool, result, part);
}

void
interop_assert_progress (McpSession *session,
                         const char *tool,
                         const char *arguments,
                         double      progress)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (tool, arguments);
  g_autoptr (GError) error = NULL;

  session_run (session, call, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (mcp_call_get_outcome (call)->progress, ==, progress);
}

void
interop_compare_lists (McpSession *session,
                       RawAsk      ask,
                       gpointer    raw)
{
  const struct
  {
    McpCatalogKind  kind;
    const char     *capability;
    const char     *method;
    const char     *member;
  } lists[] = {
    { MCP_CATALOG_TOOLS, "tools", "tools/list", "tools" },
    { MCP_CATALOG_RESOURCES, "resources", "resources/list", "resources" },
    { MCP_CATALOG_TEMPLATES, "resources", "resources/templates/list", "resourceTemplates" },
    { MCP_CATALOG_PROMPTS, "prompts", "prompts/list", "prompts" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *answer = NULL;
      g_autofree char *start = NULL;
      g_autofree char *items = NULL;

      if (!mcp_session_has_capability (session, lists[i].capability))
        continue;

      answer = ask (raw, lists[i].method, "{}");
      items = interop_catalog (session, lists[i].kind);
      start = g_strdup_printf ("\"%s\":[%s]", lists[i].member, items);
      g_test_message ("%s: %zu bytes", lists[i].method, strlen (items));
      if (strstr (answer, start) == NULL)
        g_error ("%s: the server sent\n%s\nand the catalog holds\n%s", lists[i].method, answer,
                 start);
    }
}

guint
interop_count_errors (McpSession *session)
{
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  guint n_errors = 0;

  mcp_journal_flush (mcp_session_get_journal (session));
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      g_test_message ("%s: %s", mcp_finding_get_rule (finding), mcp_finding_get_message (finding));
      n_errors += mcp_finding_get_severity (finding) == MCP_SEVERITY_ERROR;
    }

  return n_errors;
}
