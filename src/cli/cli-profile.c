/* cli-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-auth.h"
#include "cli-consent.h"
#include "cli-input.h"
#include "cli-profile.h"
#include "cli-text.h"
#include "mcp-client-server.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-nearest.h"
#include "mcp-server-list.h"
#include "mcp-stdio-transport.h"

/*
 * A script waits for our end, and a server that does not end by itself when its standard input
 * closes keeps it waiting. So the ladder is shorter here than in the window.
 */
#define CLOSE_WAIT_MSEC 30
#define TERM_WAIT_MSEC  1000

/*
 * The servers of a file, which another client may have written. Returns: (nullable): of
 * McpClientServer
 */
static GPtrArray *
read_file (const char  *path,
           GError     **error)
{
  g_autofree char *bytes = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  GPtrArray *servers = NULL;
  gsize length = 0;

  if (g_file_get_contents (path, &bytes, &length, &local_error))
    text = mcp_text_decode (bytes, length, &length, NULL, &local_error);
  if (text != NULL)
    servers = mcp_client_read_own (text, length, path, &local_error);
  if (servers == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, local_error->message);

  return servers;
}

static void
set_not_found (GError     **error,
               const char  *name,
               GPtrArray   *names)
{
  const char *nearest = NULL;
  g_autofree char *list = NULL;

  g_ptr_array_add (names, NULL);
  nearest = mcp_find_nearest (name, (const char * const *) names->pdata);
  list = g_strjoinv (", ", (char **) names->pdata);

  if (nearest != NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("--server %s: no such server; did you mean “%s”?"), name, nearest);
  else if (names->len > 1)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("--server %s: no such server; there are: %s"), name, list);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("--server %s: no such server; none is saved"), name);
}

/* Of one server there is no choice. Those that are wrong are told, and no choice either. (nullable) */
static McpProfile *
find_only (const char *path,
           GPtrArray  *servers)
{
  McpProfile *only = NULL;
  guint n_good = 0;

  for (guint i = 0; i < servers->len; i++)
    {
      McpClientServer *server = servers->pdata[i];

      n_good += server->profile != NULL;
      only = server->profile != NULL ? server->profile : only;
    }
  for (guint i = 0; n_good == 1 && i < servers->len; i++)
    if (((McpClientServer *) servers->pdata[i])->profile == NULL)
      {
        g_autofree char *problem = mcp_client_server_dup_problem (servers->pdata[i]);
        g_autofree char *visible = cli_text_visible (problem, -1, FALSE);

        cli_note ("%s: %s", path, visible);
      }

  return n_good == 1 ? g_object_ref (only) : NULL;
}

static void
fail_without_choice (const char  *path,
                     GPtrArray   *servers,
                     GPtrArray   *names,
                     GError     **error)
{
  g_autofree char *list = NULL;

  if (servers->len == 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: there is no server in it"), path);
      return;
    }

  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
               _("--config %s: which of its %u servers? Say --server NAME: %s"), path, servers->len, list);
}

static McpProfile *
find_in_file (const char  *path,
              const char  *name,
              GError     **error)
{
  g_autoptr (GPtrArray) servers = read_file (path, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  McpProfile *only;

  if (servers == NULL)
    return NULL;

  only = name == NULL ? find_only (path, servers) : NULL;
  if (only != NULL)
    return only;

  for (guint i = 0; i < servers->len; i++)
    {
      McpClientServer *server = servers->pdata[i];

      if (server->profile == NULL && (g_strcmp0 (server->name, name) == 0 || (name == NULL && servers->len == 1)))
        {
          g_autofree char *problem = mcp_client_server_dup_problem (server);

          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, problem);
          return NULL;
        }
      if (g_strcmp0 (server->name, name) == 0)
        return g_object_ref (server->profile);
      g_ptr_array_add (names, server->name);
    }

  if (name == NULL)
    fail_without_choice (path, servers, names, error);
  else
    set_not_found (error, name, names);

  return NULL;
}

static McpProfile *
find_saved (const char  *name,
            GError     **error)
{
  g_autoptr (McpServerList) list = mcp_server_list_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  McpProfile *profile;

  if (!mcp_server_list_load (list, error))
    return NULL;

  profile = mcp_server_list_find (list, name);
  if (profile != NULL)
    return mcp_profile_copy (profile);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (McpProfile) candidate = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_ptr_array_add (names, g_strdup (mcp_profile_get_name (candidate)));
    }
  set_not_found (error, name, names);

  return NULL;
}

static void
add_env (McpProfile *profile,
         char      **env)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  const char * const *old = mcp_profile_get_env (profile);

  for (guint i = 0; old[i] != NULL; i++)
    {
      gsize name_length = strcspn (old[i], "=") + 1;
      gboolean replaced = FALSE;

      for (guint j = 0; env[j] != NULL; j++)
        replaced |= strncmp (old[i], env[j], name_length) == 0;
      if (!replaced)
        g_ptr_array_add (all, (char *) old[i]);
    }

  for (guint i = 0; env[i] != NULL; i++)
    g_ptr_array_add (all, env[i]);
  g_ptr_array_add (all, NULL);

  mcp_profile_set_env (profile, (const char * const *) all->pdata);
}

static void
add_roots (McpProfile *profile,
           char      **paths)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *old = mcp_profile_get_roots (profile);
  g_autofree char *here = g_get_current_dir ();

  for (guint i = 0; i < g_list_model_get_n_items (old); i++)
    g_ptr_array_add (roots, g_list_model_get_item (old, i));

  for (guint i = 0; paths[i] != NULL; i++)
    {
      if (g_str_has_prefix (paths[i], "file:"))
        g_ptr_array_add (roots, mcp_root_new (paths[i], NULL));
      else
        g_ptr_array_add (roots, mcp_root_new_for_path (paths[i], here));
    }

  mcp_profile_set_roots (profile, roots);
  g_object_set (profile, "advertise-roots", TRUE, NULL);
}

static void
apply_timeouts (McpProfile       *profile,
                const CliOptions *options)
{
  guint maximum = mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_MAXIMUM);

  if (options->timeout_msec > 0)
    {
      for (guint kind = 0; kind < MCP_N_TIMEOUTS; kind++)
        {
          if (kind != MCP_TIMEOUT_MAXIMUM && kind != MCP_TIMEOUT_DISCOVER)
            mcp_profile_set_timeout_msec (profile, kind, options->timeout_msec);
        }
      mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_MAXIMUM,
                                    MAX (maximum, options->timeout_msec));
    }

  if (options->max_memory_mib > 0)
    g_object_set (profile,
                  "max-memory-bytes",
                  (guint64) MAX (options->max_memory_mib, 16) * 1024 * 1024,
                  NULL);

  /* Waits that a saved server was given stay as they are. */
  if (mcp_profile_get_settings (profile)->close_wait_msec == MCP_STDIO_DEFAULT_CLOSE_WAIT_MSEC &&
      mcp_profile_get_settings (profile)->term_wait_msec == MCP_STDIO_DEFAULT_TERM_WAIT_MSEC)
    g_object_set (profile, "close-wait-msec", CLOSE_WAIT_MSEC, "term-wait-msec", TERM_WAIT_MSEC,
                  NULL);
}

/* Headers of the command line take the place of the saved ones with their names. */
static void
add_headers (McpProfile *profile,
             char      **headers)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *old = mcp_profile_get_headers (profile);

  for (guint i = 0; headers[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      /* Cannot fail: the options were checked. */
      if (mcp_header_parse (headers[i], &name, &value, NULL))
        g_ptr_array_add (all, mcp_header_new (name, value, mcp_header_is_secret (name)));
    }

  for (guint i = g_list_model_get_n_items (old); i > 0; i--)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (old, i - 1);
      gboolean replaced = FALSE;

      for (guint j = 0; j < all->len; j++)
        replaced |= g_ascii_strcasecmp (mcp_header_get_name (header),
                                        mcp_header_get_name (all->pdata[j])) == 0;
      if (!replaced)
        g_ptr_array_insert (all, 0, g_steal_pointer (&header));
    }

  mcp_profile_set_headers (profile, all);
}

/**
 * cli_profile_check_http:
 * @reach: how the server is reached
 *
 * Checks that the options for HTTP are only there where HTTP is. Of a saved server it is known
 * only when it has been looked up.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE that names the option
 */
gboolean
cli_profile_check_http (const CliOptions  *options,
                        McpReach           reach,
                        GError           **error)
{
  const struct
  {
    const char *name;
    gboolean    given;
  } given[] = {
    { "transport", options->transport != NULL },
    { "header", options->headers != NULL },
    { "no-cookies", options->no_cookies },
    { "ca-file", options->ca_file != NULL },
    { "accept-certificate", options->accept_certificate != NULL },
    { "client-cert", options->client_cert != NULL },
    { "client-key", options->client_key != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    {
      if (!given[i].given || reach == MCP_REACH_HTTP || reach == MCP_REACH_WEBSOCKET)
        continue;

      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   reach == MCP_REACH_STDIO
                     ? _("--%s: only for a server with a URL, not for one that is started")
                     : _("--%s: only for HTTP and WebSocket; a socket has none of it"),
                   given[i].name);
      return FALSE;
    }

  if (reach == MCP_REACH_WEBSOCKET && options->transport != NULL
      && !g_str_equal (options->transport, "auto"))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--transport %s: the URL says WebSocket"), options->transport);
      return FALSE;
    }

  return TRUE;
}

/* As a path that means the same from everywhere. */
static void
set_file (McpProfile *profile,
          const char *name,
          const char *file)
{
  g_autofree char *path = file != NULL ? g_canonicalize_filename (file, NULL) : NULL;

  if (path != NULL)
    g_object_set (profile, name, path, NULL);
}

static gboolean
apply_url_options (McpProfile       *profile,
                   const CliOptions *options,
                   GError          **error)
{
  static const char * const transports[] = { "auto", "http", "sse" };
  McpReach reach = mcp_profile_get_reach (profile);

  if (reach != MCP_REACH_STDIO && (options->env != NULL || options->inherit_env != NULL || options->cwd != NULL))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("--%s: only for a server that is started; %s has a URL"),
                   options->env != NULL           ? "env"
                   : options->inherit_env != NULL ? "inherit-env"
                                                  : "cwd", mcp_profile_get_name (profile));
      return FALSE;
    }
  if (!cli_profile_check_http (options, reach, error))
    return FALSE;

  for (guint i = 0; options->transport != NULL && i < G_N_ELEMENTS (transports); i++)
    {
      if (g_str_equal (options->transport, transports[i]))
        g_object_set (profile, "transport", i, NULL);
    }
  if (options->headers != NULL)
    add_headers (profile, options->headers);
  if (options->no_cookies)
    g_object_set (profile, "keep-cookies", FALSE, NULL);
  set_file (profile, "ca-file", options->ca_file);
  set_file (profile, "client-certificate", options->client_cert);
  set_file (profile, "client-key", options->client_key);
  if (options->accept_certificate != NULL)
    g_object_set (profile, "accepted-certificate", options->accept_certificate, NULL);

  /* A command that was cut off has failed; who watches wants to see the server come back. */
  mcp_profile_set_reconnect (profile,
                             (reach != MCP_REACH_STDIO || cli_options_want_figures (options))
                               && (options->command->flags & CLI_COMMAND_RECONNECTS) != 0);

  return TRUE;
}

static McpProfile *
find_profile (const CliOptions  *options,
              GError           **error)
{
  McpProfile *profile;

  if (options->demo)
    return mcp_profile_new_for_demo (error);
  if (options->url != NULL)
    {
      profile = mcp_profile_new_for_url (NULL, options->url);
      mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);
      return profile;
    }
  if (options->config != NULL)
    return find_in_file (options->config, options->server, error);
  if (options->server != NULL)
    return find_saved (options->server, error);

  profile = mcp_profile_new_for_argv (NULL, (const char * const *) options->program);
  mcp_profile_set_temporary (profile, TRUE);
  mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);

  return profile;
}

/**
 * cli_profile_apply:
 *
 * Puts all options for servers on a profile. Somebody has to agree to what it was without them; the
 * options themselves were typed.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE, %MCP_ERROR_CONFIG, %MCP_ERROR_CONSENT or %MCP_ERROR_INPUT
 */
gboolean
cli_profile_apply (McpProfile        *profile,
                   const CliOptions  *options,
                   GError           **error)
{
  if (!cli_input_take (profile, (const char * const *) options->inputs, error)
      || !cli_consent_settle (profile, error)
      || !apply_url_options (profile, options, error)
      || (!mcp_profile_is_stdio (profile) && !cli_auth_apply (profile, options, error)))
    return FALSE;

  if (options->require != NULL)
    g_object_set (profile, "require", options->require, NULL);
  if (options->inherit_env != NULL)
    g_object_set (profile, "inherit-env",
                  g_str_equal (options->inherit_env, "all") ? MCP_INHERIT_ALL : MCP_INHERIT_BASIC, NULL);
  if (options->env != NULL)
    add_env (profile, options->env);
  if (options->roots != NULL)
    add_roots (profile, options->roots);
  if (options->cwd != NULL)
    {
      g_autofree char *cwd = g_canonicalize_filename (options->cwd, NULL);

      g_object_set (profile, "cwd", cwd, NULL);
    }
  if (options->era >= 0)
    mcp_profile_set_era (profile, (McpEraChoice) options->era);
  if (options->protocol != NULL)
    g_object_set (profile, "protocol", options->protocol, NULL);
  if (options->log_level != NULL)
    g_object_set (profile, "log-level", options->log_level, NULL);

  apply_timeouts (profile, options);

  /* A command sends what it is asked to send, and no probes of its own; figures are made of probes. */
  if (!cli_options_want_figures (options))
    mcp_profile_stop_probes (profile);
  mcp_consent_give (profile, MCP_CONSENT_TYPED, FALSE);

  return cli_input_settle (profile, error);
}

/**
 * cli_profile_new:
 *
 * Makes the profile of the server that the command line names, with all the options on it.
 *
 * Returns: (transfer full) (nullable): a profile of its own, or %NULL with an error of
 *   %MCP_ERROR_USAGE or %MCP_ERROR_CONFIG
 */
McpProfile *
cli_profile_new (const CliOptions  *options,
                 GError           **error)
{
  g_autoptr (McpProfile) profile = find_profile (options, error);

  if (profile == NULL || !cli_profile_apply (profile, options, error))
    return NULL;

  return g_steal_pointer (&profile);
}
