/* mcp-connector.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-http-transport.h"
#include "mcp-keyring.h"
#include "mcp-session-private.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-tcp-transport.h"
#include "mcp-variables.h"
#include "mcp-websocket-transport.h"

/*
 * From a profile to a transport. Transports take plain arguments and know no profile, and the
 * keyring knows neither; this is the one place that knows them all.
 */

/**
 * mcp_connector_needs_secrets:
 * @profile: how to reach the server
 *
 * Gets whether values have to be read from the keyring before a transport can be made.
 *
 * Returns: %FALSE when everything is there already
 */
gboolean
mcp_connector_needs_secrets (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);
  g_autoptr (GPtrArray) variables = mcp_variables_list (profile);

  /* What is no secret was checked for before. */
  if (variables->len > 0)
    return TRUE;
  if (mcp_profile_is_stdio (profile))
    return FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (mcp_header_get_value (header) == NULL)
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_connector_needs_environ:
 * @profile: how to reach the server
 *
 * Gets whether the environment of the host is to be asked for before a transport can be made.
 *
 * Returns: %FALSE when the program runs here, or the environment is known
 */
gboolean
mcp_connector_needs_environ (McpProfile *profile)
{
  const char * const *argv = mcp_profile_get_argv (profile);

  return mcp_profile_is_stdio (profile) && argv[0] != NULL && mcp_host_runs (argv[0])
         && mcp_host_needs_environ ();
}

/* Headers and variables whose values are read one after the other. */
typedef struct
{
  McpProfile *profile;
  GPtrArray  *headers;    /* McpHeader */
  guint       next;
  GPtrArray  *variables;  /* McpVariable */
  guint       next_variable;
  GHashTable *values;     /* of variables */
} Reading;

static void
reading_free (Reading *reading)
{
  g_object_unref (reading->profile);
  g_clear_pointer (&reading->headers, g_ptr_array_unref);
  g_ptr_array_unref (reading->variables);
  g_hash_table_unref (reading->values);
  g_free (reading);
}

static void read_next (GTask *task);

static void
looked_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  McpHeader **slot = (McpHeader **) &g_ptr_array_index (reading->headers, reading->next);
  g_autoptr (McpHeader) header = g_object_ref (*slot);
  const char *name = mcp_header_get_name (header);
  GError *error = NULL;
  g_autofree char *value = mcp_keyring_lookup_finish (result, &error);

  if (error != NULL)
    {
      g_prefix_error (&error, _("The value of “%s” could not be read: "), name);
      g_task_return_error (task, error);
      return;
    }

  if (value == NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CONFIG,
                               _("The keyring has no value for the header “%s” of “%s”"), name,
                               mcp_profile_get_name (reading->profile));
      return;
    }

  g_object_unref (*slot);
  *slot = mcp_header_new (name, value, TRUE);
  reading->next++;
  read_next (task);
}

static void
variable_looked_up_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  const McpVariable *variable = reading->variables->pdata[reading->next_variable];
  GError *error = NULL;
  g_autofree char *value = mcp_keyring_lookup_finish (result, &error);

  if (error != NULL)
    {
      g_prefix_error (&error, _("The value of “%s” could not be read: "), variable->key);
      g_task_return_error (task, error);
      return;
    }

  /* One that is missing is told when all are there that can be. */
  if (value != NULL)
    g_hash_table_replace (reading->values, g_strdup (variable->key), g_steal_pointer (&value));
  reading->next_variable++;
  read_next (task);
}

static void
read_next (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);
  const char *secret_id = mcp_profile_get_settings (reading->profile)->secret_id;

  for (; reading->next < reading->headers->len; reading->next++)
    {
      McpHeader *header = g_ptr_array_index (reading->headers, reading->next);
      g_autofree char *key = g_strconcat ("header:", mcp_header_get_name (header), NULL);

      if (mcp_header_get_value (header) != NULL)
        continue;

      if (secret_id == NULL)
        {
          g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CONFIG,
                                   _("The keyring has no value for the header “%s” of “%s”"),
                                   mcp_header_get_name (header),
                                   mcp_profile_get_name (reading->profile));
          return;
        }

      mcp_keyring_lookup_async (secret_id, key, g_task_get_cancellable (task), looked_up_cb,
                                g_object_ref (task));
      return;
    }

  if (secret_id != NULL && reading->next_variable < reading->variables->len)
    {
      const McpVariable *variable = reading->variables->pdata[reading->next_variable];

      mcp_keyring_lookup_async (secret_id, variable->key, g_task_get_cancellable (task), variable_looked_up_cb,
                                g_object_ref (task));
      return;
    }

  g_task_return_pointer (task, g_steal_pointer (&reading->headers),
                         (GDestroyNotify) g_ptr_array_unref);
}

/**
 * mcp_connector_read_secrets_async:
 * @profile: how to reach the server
 * @callback: called when the values are there
 *
 * Reads the values of secret headers and variables from the keyring, which may ask the user to
 * unlock it.
 */
void
mcp_connector_read_secrets_async (McpProfile          *profile,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (profile, cancellable, callback, user_data);
  GListModel *headers = mcp_profile_get_headers (profile);
  Reading *reading = g_new0 (Reading, 1);

  g_task_set_source_tag (task, mcp_connector_read_secrets_async);
  reading->profile = g_object_ref (profile);
  reading->headers = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    g_ptr_array_add (reading->headers, g_list_model_get_item (headers, i));
  reading->variables = mcp_variables_list (profile);
  reading->values = mcp_variables_new_values ();

  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);
  read_next (task);
}

/**
 * mcp_connector_read_secrets_finish:
 * @values: (out) (transfer full): values of variables, by key; those that the keyring has
 *
 * Gets the headers with their values.
 *
 * Returns: (transfer full) (element-type McpHeader): all headers of the profile, or %NULL with
 *   %MCP_ERROR_STORAGE (no keyring) or %MCP_ERROR_CONFIG (it has no such value)
 */
GPtrArray *
mcp_connector_read_secrets_finish (GAsyncResult  *result,
                                   GHashTable   **values,
                                   GError       **error)
{
  Reading *reading = g_task_get_task_data (G_TASK (result));

  *values = g_hash_table_ref (reading->values);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/*
 * Names and values in turn; the strings are the headers'. Those that the profile has are filled in,
 * others read.
 */
static GPtrArray *
list_headers (McpProfile *profile,
              GPtrArray  *headers)
{
  GPtrArray *list = g_ptr_array_new ();
  GListModel *model = mcp_profile_get_headers (profile);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (McpHeader) own = g_list_model_get_item (model, i);
      McpHeader *header = mcp_header_get_value (own) == NULL && headers != NULL && i < headers->len
                            ? g_ptr_array_index (headers, i)
                            : own;

      if (mcp_header_get_value (header) != NULL)
        {
          g_ptr_array_add (list, (char *) mcp_header_get_name (header));
          g_ptr_array_add (list, (char *) mcp_header_get_value (header));
        }
    }

  g_ptr_array_add (list, NULL);

  return list;
}

/* See McpHttpHeadersFunc; @source is the authorizer. */
static GStrv
make_headers (GObject    *source,
              const char *method,
              const char *url)
{
  return mcp_authorizer_dup_headers (MCP_AUTHORIZER (source), method, url);
}

static McpTransport *
make_url_transport (McpProfile           *profile,
                    const char           *url,
                    GPtrArray            *headers,
                    McpAuthorizer        *authorizer,
                    McpProfileTransport   kind,
                    GError              **error)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GUri) uri = NULL;
  McpHttpOptions options = { 0 };

  if (!mcp_profile_check_url (url, error))
    {
      g_prefix_error (error, "%s: ", mcp_profile_get_name (profile));
      return NULL;
    }

  list = list_headers (profile, headers);
  options.url = url;
  options.headers = (McpHeaderList) list->pdata;
  options.ca_file = mcp_profile_get_settings (profile)->ca_file;
  options.accepted_certificate = mcp_profile_get_settings (profile)->accepted_certificate;
  options.keeps_cookies = mcp_profile_get_settings (profile)->keep_cookies;
  options.client_certificate = mcp_profile_get_settings (profile)->client_certificate;
  options.client_key = mcp_profile_get_settings (profile)->client_key;
  options.cap_bytes = mcp_profile_get_settings (profile)->max_message_bytes;
  if (authorizer != NULL)
    {
      options.headers_func = make_headers;
      options.headers_source = G_OBJECT (authorizer);
    }

  switch (mcp_profile_get_reach (profile))
    {
    case MCP_REACH_HTTP:
      return kind == MCP_PROFILE_TRANSPORT_SSE ? mcp_sse_transport_new (&options, error)
                                               : mcp_http_transport_new (&options, error);

    case MCP_REACH_WEBSOCKET:
      return mcp_websocket_transport_new (&options, error);

    case MCP_REACH_SOCKET:
      uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
      return mcp_socket_transport_new (g_uri_get_path (uri), options.cap_bytes);

    case MCP_REACH_TCP:
      uri = mcp_address_parse (url, G_URI_FLAGS_NONE, NULL);
      return mcp_tcp_transport_new (g_uri_get_host (uri), g_uri_get_port (uri), options.cap_bytes);

    case MCP_REACH_STDIO:
    case MCP_REACH_UNKNOWN:
    default:
      g_assert_not_reached (); /* the check above */
    }
}

/**
 * mcp_connector_make_transport:
 * @profile: how to reach the server
 * @headers: (nullable) (element-type McpHeader): the headers with their values; %NULL takes the
 *   profile's as they are
 * @values: (nullable): of variables, from the keyring
 * @authorizer: (nullable): has the token of each request
 * @kind: which transport to use for an http: address
 *
 * Makes the transport that a profile describes. This is the one way from a profile to something
 * that runs, so that consent is checked here, whoever asks.
 *
 * Returns: (transfer full): a transport that is not open, or %NULL with %MCP_ERROR_CONFIG,
 *   %MCP_ERROR_CONSENT or %MCP_ERROR_INPUT
 */
McpTransport *
mcp_connector_make_transport (McpProfile           *profile,
                              GPtrArray            *headers,
                              GHashTable           *values,
                              McpAuthorizer        *authorizer,
                              McpProfileTransport   kind,
                              GError              **error)
{
  g_autoptr (McpProfile) filled = NULL;
  const char * const *argv;
  g_auto (GStrv) envp = NULL;
  McpTransport *transport;

  if (!mcp_consent_check (profile, error))
    return NULL;

  mcp_consent_spend (profile);
  filled = mcp_variables_resolve (profile, values, error);
  if (filled == NULL)
    return NULL;
  if (!mcp_profile_is_stdio (filled))
    return make_url_transport (filled, mcp_profile_get_url (filled), headers, authorizer, kind, error);

  argv = mcp_profile_get_argv (filled);
  if (argv[0] == NULL || *argv[0] == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” has no command to start"), mcp_profile_get_name (profile));
      return NULL;
    }

  envp = mcp_profile_dup_environ (filled);
  transport = mcp_stdio_transport_new (argv, mcp_profile_get_settings (filled)->cwd,
                                       (const char * const *) envp);
  mcp_stdio_transport_set_cap (MCP_STDIO_TRANSPORT (transport),
                               mcp_profile_get_settings (profile)->max_message_bytes);
  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (transport),
                                 mcp_profile_get_settings (profile)->close_wait_msec,
                                 mcp_profile_get_settings (profile)->term_wait_msec);

  return transport;
}

/**
 * mcp_connector_make_other_path:
 * @path: in place of that of the profile's http: address
 *
 * Makes the transport of Streamable HTTP that a profile describes, at another path of the same
 * origin. See mcp_connector_make_transport().
 *
 * Returns: (transfer full) (nullable): a transport that is not open, or %NULL: see there
 */
McpTransport *
mcp_connector_make_other_path (McpProfile    *profile,
                               GPtrArray     *headers,
                               GHashTable    *values,
                               McpAuthorizer *authorizer,
                               const char    *path)
{
  g_autoptr (McpProfile) filled = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autofree char *url = NULL;

  if (!mcp_consent_check (profile, NULL))
    return NULL;

  filled = mcp_variables_resolve (profile, values, NULL);
  if (filled == NULL || mcp_profile_get_reach (filled) != MCP_REACH_HTTP)
    return NULL;
  uri = g_uri_parse (mcp_profile_get_url (filled), G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL)
    return NULL;

  url = g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), g_uri_get_userinfo (uri), g_uri_get_host (uri),
                    g_uri_get_port (uri), path, g_uri_get_query (uri), NULL);

  return make_url_transport (filled, url, headers, authorizer, MCP_PROFILE_TRANSPORT_HTTP, NULL);
}
