/* mcp-http-client.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-http-client-private.h"
#include "mcp-http-exchange.h"
#include "mcp-transport-private.h"

/* Each event stream holds a connection, and libsoup makes do with two for each host. */
#define MIN_CONNECTIONS 1024

/*
 * libsoup looks at every request of a session whenever one of them begins or ends. With many at
 * once that is most of the work, so that they are spread over several sessions. A few stay
 * together in the first, where connections are found again.
 */
#define N_IN_FIRST 4

/* Certificates. */

void
mcp_http_client_set_certificate (McpHttpClient  *self,
                                 McpCertificate *shown)
{
  g_set_object (&self->certificate, shown);
}

/* A good certificate comes by here only; one with problems was kept when it was looked at. */
void
mcp_http_client_keep_certificate (McpHttpClient   *self,
                                  GTlsCertificate *certificate)
{
  if (certificate == NULL)
    return;
  if (self->certificate != NULL &&
      g_tls_certificate_is_same (mcp_certificate_get_certificate (self->certificate), certificate))
    return;

  g_clear_object (&self->certificate);
  self->certificate = mcp_certificate_new (certificate, 0, g_uri_get_host (self->uri));
}

static gboolean
ca_file_trusts (McpHttpClient   *self,
                GTlsCertificate *certificate)
{
  g_autoptr (GSocketConnectable) identity = NULL;
  g_autoptr (GError) error = NULL;
  GTlsCertificateFlags problems;

  if (self->ca_database == NULL)
    return FALSE;

  identity = g_network_address_new (g_uri_get_host (self->uri), MAX (g_uri_get_port (self->uri), 0));
  problems = g_tls_database_verify_chain (self->ca_database, certificate,
                                          G_TLS_DATABASE_PURPOSE_AUTHENTICATE_SERVER, identity,
                                          NULL, G_TLS_DATABASE_VERIFY_NONE, NULL, &error);

  return problems == 0 && error == NULL;
}

/**
 * mcp_http_client_judge_certificate:
 * @self: a client; what is read of it never changes
 * @certificate: one that does not verify with the system's trust store
 * @problems: why not
 * @shown: (out) (transfer full): it, for mcp_http_client_set_certificate()
 *
 * Answers SoupMessage::accept-certificate, in any thread: a file of the user's may vouch for it,
 * and the user may have accepted this very certificate.
 *
 * Returns: %TRUE to go on
 */
gboolean
mcp_http_client_judge_certificate (McpHttpClient        *self,
                                   GTlsCertificate      *certificate,
                                   GTlsCertificateFlags  problems,
                                   McpCertificate      **shown)
{
  if (ca_file_trusts (self, certificate))
    problems = 0;
  *shown = mcp_certificate_new (certificate, problems, g_uri_get_host (self->uri));

  return problems == 0 || g_strcmp0 (mcp_certificate_get_fingerprint (*shown),
                                     self->options->accepted_certificate) == 0;
}

McpCertificate *
mcp_http_client_get_certificate (McpHttpClient *self)
{
  return self->certificate;
}

/*
 * Has @message show our certificate, where there is one and the server asks. Nothing of it is sent
 * yet.
 */
void
mcp_http_client_show_own (McpHttpClient *self,
                          SoupMessage   *message)
{
  if (self->own != NULL)
    soup_message_set_tls_client_certificate (message, self->own);
}

/* Headers. */

/**
 * mcp_http_client_set_header:
 * @name: of a header
 * @value: (nullable): what it is on every later exchange; %NULL takes it away
 *
 * Sets a header that stays.
 *
 * Returns: %FALSE when name or value cannot be a header's; nothing is changed then
 */
gboolean
mcp_http_client_set_header (McpHttpClient *self,
                            const char    *name,
                            const char    *value)
{
  if (!mcp_header_name_is_valid (name) || (value != NULL && !mcp_header_value_is_valid (value)))
    return FALSE;

  for (guint i = 0; i < self->sticky->len; i += 2)
    if (g_ascii_strcasecmp (g_ptr_array_index (self->sticky, i), name) == 0)
      {
        g_ptr_array_remove_range (self->sticky, i, 2);
        break;
      }

  if (value != NULL)
    {
      g_ptr_array_add (self->sticky, g_strdup (name));
      g_ptr_array_add (self->sticky, g_strdup (value));
    }

  return TRUE;
}

static void
add_cookies (McpHttpClient *self,
             SoupMessage   *message)
{
  McpHeaderList list = self->options->headers;
  g_autofree char *value = NULL;
  const char *users = NULL;

  if (self->cookies == NULL)
    return;

  for (gsize i = 0; list != NULL && list[i] != NULL && users == NULL; i += 2)
    if (g_ascii_strcasecmp (list[i], "Cookie") == 0)
      users = list[i + 1];

  value = mcp_http_cookies_dup_header (self->cookies, soup_message_get_uri (message), users);
  if (value != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message), "Cookie", value);
}

/**
 * mcp_http_client_fill_headers:
 * @message: a request, with what HTTP itself needs
 * @own: (nullable): for this request alone
 *
 * Appends the headers that stay, those of the request, those of the options' function, the cookies,
 * and the user's. What the protocol sets is not replaced by the user's.
 */
void
mcp_http_client_fill_headers (McpHttpClient *self,
                              SoupMessage   *message,
                              McpHeaderList  own)
{
  g_autoptr (GPtrArray) users = g_ptr_array_new ();
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  McpHeaderList list = self->options->headers;
  g_auto (GStrv) made = NULL;

  if (self->options->headers_func != NULL)
    {
      g_autofree char *url = g_uri_to_string (soup_message_get_uri (message));

      made = self->options->headers_func (self->options->headers_source,
                                          soup_message_get_method (message), url);
    }
  for (gsize i = 0; made != NULL && made[i] != NULL; i += 2)
    soup_message_headers_replace (headers, made[i], made[i + 1]);
  for (guint i = 0; i < self->sticky->len; i += 2)
    soup_message_headers_replace (headers, g_ptr_array_index (self->sticky, i),
                                  g_ptr_array_index (self->sticky, i + 1));
  for (gsize i = 0; own != NULL && own[i] != NULL; i += 2)
    if (mcp_header_name_is_valid (own[i]) && mcp_header_value_is_valid (own[i + 1]))
      soup_message_headers_replace (headers, own[i], own[i + 1]);

  add_cookies (self, message);
  /* Asked of all before the first is added: one name may be there several times. */
  for (gsize i = 0; list != NULL && list[i] != NULL; i += 2)
    if (soup_message_headers_get_list (headers, list[i]) == NULL)
      {
        g_ptr_array_add (users, (gpointer) list[i]);
        g_ptr_array_add (users, (gpointer) list[i + 1]);
      }
  for (guint i = 0; i < users->len; i += 2)
    soup_message_headers_append (headers, g_ptr_array_index (users, i),
                                 g_ptr_array_index (users, i + 1));
}

/* Exchanges. */

guint
mcp_http_client_add (McpHttpClient   *self,
                     McpHttpExchange *exchange)
{
  guint number = ++self->last_number;

  g_hash_table_insert (self->exchanges, GUINT_TO_POINTER (number), g_object_ref (exchange));

  return number;
}

void
mcp_http_client_remove (McpHttpClient *self,
                        guint          exchange)
{
  g_hash_table_remove (self->exchanges, GUINT_TO_POINTER (exchange));
}

void
mcp_http_client_settle (McpHttpClient *self)
{
  if (self->idle != NULL && g_hash_table_size (self->exchanges) == 0)
    self->idle (self->owner);
}

/**
 * mcp_http_client_set_idle_func:
 * @func: (nullable): called each time the last exchange has ended and whoever started it knows
 *
 * Tells the owner when nothing is under way: closing waits for that.
 */
void
mcp_http_client_set_idle_func (McpHttpClient     *self,
                               McpHttpClientIdle  func)
{
  self->idle = func;
}

guint
mcp_http_client_get_n_exchanges (McpHttpClient *self)
{
  return g_hash_table_size (self->exchanges);
}

void
mcp_http_client_pause (McpHttpClient *self,
                       guint          exchange)
{
  McpHttpExchange *found = g_hash_table_lookup (self->exchanges, GUINT_TO_POINTER (exchange));

  if (found != NULL)
    mcp_http_exchange_pause (found);
}

void
mcp_http_client_resume (McpHttpClient *self,
                        guint          exchange)
{
  McpHttpExchange *found = g_hash_table_lookup (self->exchanges, GUINT_TO_POINTER (exchange));

  if (found != NULL)
    mcp_http_exchange_resume (found);
}

/*
 * Reports what has been sent by now, before something comes on another exchange that may be its
 * answer: each has a queue of its own, and the main loop takes from them in any order.
 */
void
mcp_http_client_tell_sent (McpHttpClient *self)
{
  g_autoptr (GPtrArray) unsent = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer exchange;

  g_hash_table_iter_init (&iter, self->exchanges);
  while (g_hash_table_iter_next (&iter, NULL, &exchange))
    if (!mcp_http_exchange_is_sent (exchange))
      g_ptr_array_add (unsent, g_object_ref (exchange));

  for (guint i = 0; i < unsent->len; i++)
    mcp_http_exchange_tell_sent (g_ptr_array_index (unsent, i));
}

/* Aborts all exchanges. Each of them still ends, from the main loop. */
void
mcp_http_client_abort (McpHttpClient *self)
{
  GHashTableIter iter;
  gpointer exchange;

  g_hash_table_iter_init (&iter, self->exchanges);
  while (g_hash_table_iter_next (&iter, NULL, &exchange))
    mcp_http_exchange_abort (exchange);
}

/* The client. */

/**
 * mcp_http_client_new:
 * @owner: the transport, which frees it
 * @options: how to reach the server
 *
 * Prepares to reach a server. Nothing is sent.
 *
 * Returns: (transfer full): a client, or %NULL with %MCP_ERROR_CONFIG
 */
McpHttpClient *
mcp_http_client_new (McpTransport          *owner,
                     const McpHttpOptions  *options,
                     GError               **error)
{
  g_autoptr (GTlsDatabase) database = NULL;
  g_autoptr (GTlsCertificate) own = NULL;
  McpHttpClient *self;

  if (!mcp_http_options_check (options, error))
    return NULL;

  if (options->ca_file != NULL)
    {
      g_autoptr (GError) file_error = NULL;
      g_autofree char *path = g_canonicalize_filename (options->ca_file, NULL);

      database = g_tls_file_database_new (path, &file_error);
      if (database == NULL)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("The certificates in “%s” could not be read: %s"), options->ca_file,
                       file_error->message);
          return NULL;
        }
    }

  if (options->client_certificate != NULL
      && (own = mcp_certificate_load_own (options->client_certificate, options->client_key, error)) == NULL)
    return NULL;

  self = g_new0 (McpHttpClient, 1);
  self->owner = owner;
  self->options = mcp_http_options_copy (options);
  if (self->options->cap_bytes == 0)
    self->options->cap_bytes = MCP_HTTP_DEFAULT_CAP_BYTES;
  if (self->options->max_streams == 0)
    self->options->max_streams = MCP_HTTP_DEFAULT_MAX_STREAMS;
  self->uri = g_uri_parse (options->url, SOUP_HTTP_URI_FLAGS, NULL);
  self->ca_database = g_steal_pointer (&database);
  self->own = g_steal_pointer (&own);
  self->sticky = g_ptr_array_new_with_free_func (g_free);
  if (self->options->keeps_cookies)
    self->cookies = mcp_http_cookies_new (self->uri);
  self->exchanges = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->thread = mcp_http_thread_new (
    MAX (MIN_CONNECTIONS, MIN (self->options->max_streams, G_MAXINT / 4) * 2));

  return self;
}

/**
 * mcp_http_client_free:
 * @self: (transfer full): a client
 *
 * Frees it. What is under way is ended without a report.
 */
void
mcp_http_client_free (McpHttpClient *self)
{
  GHashTableIter iter;
  gpointer exchange;

  g_hash_table_iter_init (&iter, self->exchanges);
  while (g_hash_table_iter_next (&iter, NULL, &exchange))
    mcp_http_exchange_drop (exchange);
  g_hash_table_unref (self->exchanges);

  /* It reads what is freed here. */
  mcp_http_thread_free (self->thread);
  g_clear_object (&self->ca_database);
  g_clear_object (&self->own);
  g_clear_object (&self->certificate);
  g_ptr_array_unref (self->sticky);
  mcp_http_cookies_free (self->cookies);
  g_uri_unref (self->uri);
  mcp_http_options_free (self->options);
  g_free (self->proxy);
  g_free (self);
}

const McpHttpOptions *
mcp_http_client_get_options (McpHttpClient *self)
{
  return self->options;
}

GUri *
mcp_http_client_get_uri (McpHttpClient *self)
{
  return self->uri;
}

McpTransport *
mcp_http_client_get_owner (McpHttpClient *self)
{
  return self->owner;
}

McpHttpThread *
mcp_http_client_get_thread (McpHttpClient *self)
{
  return self->thread;
}

/**
 * mcp_http_client_pick_session:
 *
 * Picks the connections that the next exchange goes over.
 *
 * Returns: for mcp_http_thread_get_session()
 */
guint
mcp_http_client_pick_session (McpHttpClient *self)
{
  return g_hash_table_size (self->exchanges) < N_IN_FIRST ? 0
                                                          : self->last_number % MCP_HTTP_N_SESSIONS;
}

/* Closes all connections, those that wait to be used again as well. */
void
mcp_http_client_close_connections (McpHttpClient *self)
{
  mcp_http_thread_close_connections (self->thread);
}

gboolean
mcp_http_client_was_answered (McpHttpClient *self)
{
  return self->was_answered;
}
