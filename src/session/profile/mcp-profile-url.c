/* mcp-profile-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-profile-private.h"
#include "mcp-profile-public.h"

/* The part of a profile that is about servers with an address. */

static McpReach
reach_of (const char *url)
{
  g_autofree char *scheme = url != NULL ? g_uri_parse_scheme (url) : NULL;

  /* The scheme is inside the variable; configurations use such addresses for HTTP. */
  if (url != NULL && g_str_has_prefix (url, "${"))
    return MCP_REACH_HTTP;
  if (scheme == NULL)
    return MCP_REACH_UNKNOWN;
  if (g_ascii_strcasecmp (scheme, "http") == 0 || g_ascii_strcasecmp (scheme, "https") == 0)
    return MCP_REACH_HTTP;
  if (g_ascii_strcasecmp (scheme, "ws") == 0 || g_ascii_strcasecmp (scheme, "wss") == 0)
    return MCP_REACH_WEBSOCKET;
  if (g_ascii_strcasecmp (scheme, "unix") == 0)
    return MCP_REACH_SOCKET;
  if (g_ascii_strcasecmp (scheme, "tcp") == 0)
    return MCP_REACH_TCP;

  return MCP_REACH_UNKNOWN;
}

/* "localhost:3000/mcp" is a URL with the scheme "localhost" to a parser, and not to a person. */
static gboolean
lacks_scheme (const char *url,
              const char *scheme)
{
  const char *rest;

  if (scheme == NULL || strchr (scheme, '.') != NULL)
    return TRUE;

  rest = url + strlen (scheme) + 1;

  return g_ascii_strcasecmp (scheme, "localhost") == 0
         || (g_ascii_isdigit (*rest) && reach_of (url) == MCP_REACH_UNKNOWN);
}

static gboolean
check_socket_path (const char  *path,
                   GError     **error)
{
  if (path[0] == '/' && path[1] != '\0')
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("After “unix:” the socket’s absolute path is expected, such as "
                 "“unix:/run/user/1000/mcp.sock”"));

  return FALSE;
}

static gboolean
check_authority (GUri        *uri,
                 GError     **error)
{
  const char *host = g_uri_get_host (uri);

  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("The address has a user name or password in it, where everybody can read it; "
                     "use a secret “Authorization” header instead"));
      return FALSE;
    }

  if (host == NULL || *host == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("The address names no host after “%s://”"), g_uri_get_scheme (uri));
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_tcp (GUri    *uri,
           GError **error)
{
  const char *host = g_uri_get_host (uri);
  gboolean has_more = strlen (g_uri_get_path (uri)) > 1 || g_uri_get_query (uri) != NULL
                      || g_uri_get_fragment (uri) != NULL || g_uri_get_userinfo (uri) != NULL;

  if (host != NULL && *host != '\0' && g_uri_get_port (uri) > 0 && !has_more)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("After “tcp:” a host and a port are expected and nothing else, such as "
                 "“tcp:localhost:9000” or “tcp:[::1]:9000”"));

  return FALSE;
}

/**
 * mcp_profile_check_url:
 * @url: an address as somebody typed it
 *
 * Checks that an address can be that of a server: http:, https:, ws: or wss: with a host and
 * without a user, unix: with an absolute path, or tcp: with a host and a port.
 *
 * Returns: %FALSE with %MCP_ERROR_CONFIG, whose message says what is wrong and what to write
 */
gboolean
mcp_profile_check_url (const char  *url,
                       GError     **error)
{
  g_autofree char *scheme = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GUri) uri = NULL;

  g_return_val_if_fail (url != NULL, FALSE);

  if (*url == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("The address is empty"));
      return FALSE;
    }

  for (const char *c = url; *c != '\0'; c++)
    if (g_ascii_isspace (*c) || g_ascii_iscntrl (*c))
      {
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                     _("“%s” is no valid address: it has a space or a control character in it"),
                     url);
        return FALSE;
      }

  scheme = g_uri_parse_scheme (url);
  if (lacks_scheme (url, scheme))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” does not say how the server is reached: begin with “%s” or “%s”"),
                   url, "http://", "https://");
      return FALSE;
    }

  if (reach_of (url) == MCP_REACH_UNKNOWN)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s:” is no way to reach a server; http:, https:, ws:, wss:, unix: and tcp: are"),
                   scheme);
      return FALSE;
    }

  uri = mcp_address_parse (url, G_URI_FLAGS_NONE, &local_error);
  if (uri == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is no valid address: %s"), url,
                   local_error->message);
      return FALSE;
    }

  if (reach_of (url) == MCP_REACH_SOCKET)
    return check_socket_path (g_uri_get_path (uri), error);

  return reach_of (url) == MCP_REACH_TCP ? check_tcp (uri, error) : check_authority (uri, error);
}

/* "example.com" for a host, "localhost:3001" with its port, "mcp.sock" for a socket. */
static char *
make_name (const char *url)
{
  g_autoptr (GUri) uri = mcp_address_parse (url, G_URI_FLAGS_NONE, NULL);

  if (uri == NULL)
    return g_strdup (_("Server"));
  if (g_uri_get_host (uri) != NULL && g_uri_get_host (uri)[0] != '\0')
    {
      g_autofree char *host = g_utf8_make_valid (g_uri_get_host (uri), -1);

      /* Several servers of one host differ by it. */
      return g_uri_get_port (uri) < 0
               ? g_steal_pointer (&host)
               : g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%d" : "%s:%d", host,
                                  g_uri_get_port (uri));
    }
  if (strlen (g_uri_get_path (uri)) > 1)
    {
      g_autofree char *base = g_path_get_basename (g_uri_get_path (uri));

      return g_utf8_make_valid (base, -1);
    }

  return g_strdup (_("Server"));
}

/**
 * mcp_profile_new_for_url:
 * @name: (nullable): what to call the server; %NULL makes a name of the host
 * @url: its address
 *
 * Creates a temporary profile for a server with an address. Whether it is a good one is what
 * mcp_profile_check_url() says.
 */
McpProfile *
mcp_profile_new_for_url (const char *name,
                         const char *url)
{
  g_autofree char *made = NULL;
  McpProfile *self;

  g_return_val_if_fail (url != NULL, NULL);

  if (name == NULL)
    made = make_name (url);

  self = mcp_profile_new (name != NULL ? name : made);
  self->temporary = TRUE;
  self->literal = TRUE;
  mcp_profile_set_url (self, url);

  return self;
}

gboolean
mcp_profile_is_stdio (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.url == NULL || self->settings.argv[0] != NULL;
}

const char *
mcp_profile_get_url (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.url;
}

/**
 * mcp_profile_set_url:
 * @url: (nullable): its address
 *
 * Sets the address of a server. A profile that had a command is no program from then on.
 */
void
mcp_profile_set_url (McpProfile *self,
                     const char *url)
{
  McpProfileSettings *settings;
  McpHealthPreset was_preset;

  g_return_if_fail (MCP_IS_PROFILE (self));

  settings = &self->settings;
  was_preset = mcp_profile_settings_default_preset (settings);
  if (url != NULL && *url == '\0')
    url = NULL;
  if (g_strcmp0 (settings->url, url) == 0)
    return;

  g_free (settings->url);
  settings->url = g_strdup (url);
  if (settings->url != NULL)
    mcp_profile_replace_strv (&settings->argv, NULL);

  mcp_profile_follow_kind (self, was_preset);
  mcp_profile_notify (self, MCP_PROFILE_PROP_COMMAND);
}

/**
 * mcp_profile_get_reach:
 *
 * Gets how the server is reached: what its command, or the scheme of its address, says.
 *
 * Returns: the kind of connection; %MCP_REACH_UNKNOWN for an address that is none
 */
McpReach
mcp_profile_get_reach (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), MCP_REACH_UNKNOWN);

  return mcp_profile_is_stdio (self) ? MCP_REACH_STDIO : reach_of (self->settings.url);
}

GListModel *
mcp_profile_get_headers (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return G_LIST_MODEL (self->headers);
}

/**
 * mcp_profile_set_headers:
 * @headers: (nullable) (element-type McpHeader): the headers; %NULL is none
 *
 * Sets the headers that are added to each request. With the first secret one the profile gets its
 * secret id. Values of secret ones have to be stored in the keyring by whoever sets them.
 */
void
mcp_profile_set_headers (McpProfile *self,
                         GPtrArray  *headers)
{
  g_autoptr (GPtrArray) copy = mcp_profile_copy_items (headers);

  g_return_if_fail (MCP_IS_PROFILE (self));

  if (mcp_headers_equal (copy, self->settings.headers))
    return;

  for (guint i = 0; i < copy->len; i++)
    if (mcp_header_get_secret (copy->pdata[i]))
      mcp_profile_ensure_secret_id (self);

  g_ptr_array_unref (self->settings.headers);
  self->settings.headers = g_steal_pointer (&copy);
  mcp_profile_sync_list (self->headers, self->settings.headers);
}

/*
 * Gets whether a header or a variable whose value is a secret by its name, or a secret of signing in, stands in the
 * file as it is. Such a file came from elsewhere: it is used, and the value can be moved to the
 * keyring.
 */
gboolean
mcp_profile_has_literal_secrets (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  for (guint i = 0; i < self->settings.headers->len; i++)
    {
      McpHeader *header = g_ptr_array_index (self->settings.headers, i);

      if (!mcp_header_get_secret (header) && mcp_header_is_secret (mcp_header_get_name (header)))
        return TRUE;
    }

  for (guint i = 0; self->settings.env[i] != NULL; i++)
    if (mcp_profile_is_literal (self->settings.env[i]))
      return TRUE;

  return mcp_profile_has_auth_literals (self);
}

/**
 * mcp_profile_part_secrets:
 * @self: a profile that is a copy
 *
 * Files its secrets under an id of its own from now on: what is changed or removed for one server
 * must not be for the other. What the keyring holds stays with the original.
 */
void
mcp_profile_part_secrets (McpProfile *self)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  if (self->settings.secret_id == NULL)
    return;

  g_free (self->settings.secret_id);
  self->settings.secret_id = g_uuid_string_random ();
}

/*
 * Gets whether a connection that was ready and is lost is made again by itself. Unless it was
 * set, that is so for an address and not for a program.
 */
gboolean
mcp_profile_get_reconnect (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  if (self->settings.reconnect == MCP_RECONNECT_DEFAULT)
    return !mcp_profile_is_stdio (self);

  return self->settings.reconnect == MCP_RECONNECT_ALWAYS;
}

/**
 * mcp_profile_set_reconnect:
 * @reconnect: whether to connect again
 *
 * Sets whether a lost connection is made again by itself. A value that is the kind's default
 * follows the kind.
 */
void
mcp_profile_set_reconnect (McpProfile *self,
                           gboolean    reconnect)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  if (!!reconnect == !mcp_profile_is_stdio (self))
    self->settings.reconnect = MCP_RECONNECT_DEFAULT;
  else
    self->settings.reconnect = reconnect ? MCP_RECONNECT_ALWAYS : MCP_RECONNECT_NEVER;
}
