/* mcp-http-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include <libsoup/soup.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-http-options.h"

/* How a message is cut is between the HTTP library and the server: these would break it. */
static const char * const framing_headers[] = {
  "Connection", "Content-Encoding", "Content-Length",    "Expect",
  "Keep-Alive", "Proxy-Connection", "TE",                "Trailer",
  "Upgrade",    "Transfer-Encoding", NULL,
};

static gboolean
check_url (const char  *url,
           GError     **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autoptr (GError) parse_error = NULL;
  const char *scheme;

  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, &parse_error);
  if (uri == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not a URL: %s"), url,
                   parse_error->message);
      return FALSE;
    }

  scheme = g_uri_get_scheme (uri);
  if (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https") &&
      !g_str_equal (scheme, "ws") && !g_str_equal (scheme, "wss"))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” does not begin with “%s” or “%s”."), url, "http://", "https://");
      return FALSE;
    }

  if (g_uri_get_host (uri) == NULL || g_uri_get_host (uri)[0] == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” names no host."), url);
      return FALSE;
    }

  /* It would be in every list, log and recording. */
  if (g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                           _("A name or password in the URL is not sent. Use the header "
                             "“Authorization” for it."));
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_headers (McpHeaderList   headers,
               GError        **error)
{
  for (gsize i = 0; headers != NULL && headers[i] != NULL; i += 2)
    {
      if (!mcp_header_name_is_valid (headers[i]))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” cannot be a header’s name."),
                       headers[i]);
          return FALSE;
        }

      if (headers[i + 1] == NULL || !mcp_header_value_is_valid (headers[i + 1]))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("The value of the header “%s” holds a control character, or a space at "
                         "an end."), headers[i]);
          return FALSE;
        }

      for (gsize j = 0; framing_headers[j] != NULL; j++)
        if (g_ascii_strcasecmp (headers[i], framing_headers[j]) == 0)
          {
            g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                         _("The header “%s” is part of how HTTP works, and cannot be set."),
                         headers[i]);
            return FALSE;
          }
    }

  return TRUE;
}

/**
 * mcp_http_options_check:
 * @options: how to reach a server
 *
 * Checks what can be checked without a network: the URL (http, https, ws, wss), and names and
 * values of the headers.
 *
 * Returns: %FALSE with %MCP_ERROR_CONFIG, which names what is wrong
 */
gboolean
mcp_http_options_check (const McpHttpOptions  *options,
                        GError               **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (options->url == NULL || options->url[0] == '\0')
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is no URL."));
      return FALSE;
    }

  return check_url (options->url, error) && check_headers (options->headers, error);
}

/**
 * mcp_http_options_copy:
 * @options: how to reach a server
 *
 * Copies it all.
 *
 * Returns: (transfer full): a copy
 */
McpHttpOptions *
mcp_http_options_copy (const McpHttpOptions *options)
{
  McpHttpOptions *copy;

  g_return_val_if_fail (options != NULL, NULL);

  copy = g_memdup2 (options, sizeof *options);
  copy->url = g_strdup (options->url);
  copy->headers = (McpHeaderList) g_strdupv ((char **) options->headers);
  copy->ca_file = g_strdup (options->ca_file);
  copy->accepted_certificate = g_strdup (options->accepted_certificate);
  copy->client_certificate = g_strdup (options->client_certificate);
  copy->client_key = g_strdup (options->client_key);
  if (copy->headers_source != NULL)
    g_object_ref (copy->headers_source);

  return copy;
}

void
mcp_http_options_free (McpHttpOptions *options)
{
  g_free ((char *) options->url);
  g_strfreev ((char **) options->headers);
  g_free ((char *) options->ca_file);
  g_free ((char *) options->accepted_certificate);
  g_free ((char *) options->client_certificate);
  g_free ((char *) options->client_key);
  g_clear_object (&options->headers_source);
  g_free (options);
}
