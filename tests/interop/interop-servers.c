/* interop-servers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "interop-servers.h"

#define OFFICIAL(name) "@modelcontextprotocol/server-" name "/dist/index.js"

const InteropServer interop_servers[] = {
  { "everything", OFFICIAL ("everything"), { "stdio" }, NULL, NULL },
  { "everything-http", OFFICIAL ("everything"), { "streamableHttp" }, "PORT=@PORT@", "127.0.0.1/mcp" },
  { "everything-sse", OFFICIAL ("everything"), { "sse" }, "PORT=@PORT@", "127.0.0.1/sse" },
  { "filesystem", OFFICIAL ("filesystem"), { "@TMP@" }, NULL, NULL },
  { "memory", OFFICIAL ("memory"), { NULL }, "MEMORY_FILE_PATH=@TMP@/memory.jsonl", NULL },
  { "playwright", "@playwright/mcp/cli.js", { "--headless" }, NULL, NULL },
  { "playwright-http", "@playwright/mcp/cli.js", { "--headless", "--port", "@PORT@" }, NULL,
    "localhost/mcp" },
  { "playwright-sse", "@playwright/mcp/cli.js", { "--headless", "--port", "@PORT@" }, NULL,
    "localhost/sse" },
  { "kubernetes", NULL, { NULL }, NULL, NULL },
  { "kubernetes-http", NULL, { "--port", "@PORT@", "--bind-address", "127.0.0.1" }, NULL,
    "127.0.0.1/mcp" },
  /* The TypeScript SDK, version 2, in both eras and in the new one alone. */
  { "sdk", "eras-server.mjs", { "@INTEROP@" }, NULL, NULL },
  { "sdk-modern", "eras-server.mjs", { "@INTEROP@", "--modern-only" }, NULL, NULL },
  { "sdk-http", "eras-server.mjs", { "@INTEROP@", "--port", "@PORT@" }, NULL, "127.0.0.1/mcp" },
  { "sdk-modern-http", "eras-server.mjs", { "@INTEROP@", "--port", "@PORT@", "--modern-only" }, NULL,
    "127.0.0.1/mcp" },
  { "sdk-sessions-http", "sdk-server.mjs", { "@INTEROP@", "@PORT@" }, NULL, "127.0.0.1/mcp" },
  { NULL },
};

struct _InteropRun
{
  const InteropServer *server;
  char                *folder;
  char                *config;  /* (nullable) of kubernetes-mcp-server */
  char                *env;     /* (nullable) */
  char               **argv;
  HttpServer          *http;    /* (nullable) */
};

static char *
fill_in (const char *text,
         const char *folder)
{
  GString *filled = g_string_new (text);

  g_string_replace (filled, "@TMP@", folder, 0);
  g_string_replace (filled, "@INTEROP@", g_getenv ("SOUNDER_INTEROP_DIR"), 0);

  return g_string_free (filled, FALSE);
}

/* The command that starts a server; NULL when the test was skipped. */
static GStrv
make_argv (const InteropServer  *server,
           const char    *folder,
           char         **config)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();

  if (server->package == NULL)
    {
      g_autofree char *program = NULL;

      if (!interop_kubernetes (&program, config))
        return NULL;
      g_strv_builder_add (argv, program);
    }
  else
    {
      g_autofree char *node = interop_file ("bin/node");
      g_autofree char *script = NULL;

      if (node == NULL)
        return NULL;
      if (g_str_has_suffix (server->package, ".mjs"))
        {
          script = g_test_build_filename (G_TEST_DIST, "interop", "servers", server->package, NULL);
        }
      else
        {
          g_autofree char *path = g_build_filename ("node_modules", server->package, NULL);

          script = interop_file (path);
        }
      g_strv_builder_add_many (argv, node, script, NULL);
    }

  for (guint i = 0; server->arguments[i] != NULL; i++)
    {
      g_autofree char *argument = fill_in (server->arguments[i], folder);

      g_strv_builder_add (argv, argument);
    }

  return g_strv_builder_end (argv);
}

InteropRun *
interop_run_new (const InteropServer *server)
{
  g_autoptr (InteropRun) self = g_new0 (InteropRun, 1);

  self->server = server;
  self->folder = g_dir_make_tmp ("sounder-interop-XXXXXX", NULL);
  self->argv = make_argv (server, self->folder, &self->config);
  if (self->argv == NULL)
    return NULL;

  if (self->config != NULL)
    self->env = g_strconcat ("KUBECONFIG=", self->config, NULL);
  else if (server->env != NULL)
    self->env = fill_in (server->env, self->folder);
  if (server->url != NULL)
    {
      const char *variables[] = { self->env, NULL };

      self->http = http_server_start ((const char * const *) self->argv, variables);
    }

  return g_steal_pointer (&self);
}

void
interop_run_free (InteropRun *self)
{
  g_clear_pointer (&self->http, http_server_stop);
  if (self->config != NULL)
    g_unlink (self->config);
  test_remove_tree (self->folder);
  g_strfreev (self->argv);
  g_free (self->env);
  g_free (self->config);
  g_free (self->folder);
  g_free (self);
}

/* In the lines of proc(5), /proc/net/tcp: " 0: 00000000:0BB8 00000000:0000 0A …"; 0A listens. */
gboolean
interop_run_is_exposed (InteropRun *self)
{
  static const struct { const char *table; const char *any; } families[] = {
    { "/proc/net/tcp", "00000000" }, { "/proc/net/tcp6", "00000000000000000000000000000000" },
  };

  for (guint i = 0; self->http != NULL && i < G_N_ELEMENTS (families); i++)
    {
      g_autofree char *line = g_strdup_printf (": %s:%04X %s:0000 0A ", families[i].any,
                                               http_server_get_port (self->http), families[i].any);
      g_autofree char *text = NULL;

      if (g_file_get_contents (families[i].table, &text, NULL, NULL) && strstr (text, line) != NULL)
        return TRUE;
    }

  return FALSE;
}

const char *
interop_run_folder (InteropRun *self)
{
  return self->folder;
}

char *
interop_run_cli (InteropRun         *self,
                 int                *status,
                 const char * const *words)
{
  g_autoptr (GStrvBuilder) command = g_strv_builder_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;

  g_strv_builder_add (command, g_getenv ("SOUNDER_CLI"));
  g_strv_builder_addv (command, (const char **) words);
  if (self->http != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (self->server->url, "/", 2);
      g_autofree char *url = http_server_dup_url (self->http, parts[0], parts[1]);

      g_strv_builder_add_many (command, "--url", url, NULL);
    }
  else
    {
      if (self->env != NULL)
        g_strv_builder_add_many (command, "--env", self->env, NULL);
      g_strv_builder_add (command, "--");
      g_strv_builder_addv (command, (const char **) self->argv);
    }
  argv = g_strv_builder_end (command);

  process = g_subprocess_newv ((const char * const *) argv,
                               G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  if (*out == '\0')
    g_error ("%s: %s", self->server->name, err);
  *status = g_subprocess_get_exit_status (process);

  return g_steal_pointer (&out);
}
