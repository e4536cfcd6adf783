/* mcp-http-exchange-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-http-exchange-private.h"

/* Why an exchange failed, in words. */

/* How much of the server's text goes into a sentence, in bytes. */
#define QUOTE_BYTES 200

/* Text of the server's for a sentence. */
static char *
quote (const char *text)
{
  g_autofree char *clipped = g_strndup (text, QUOTE_BYTES);

  return g_utf8_make_valid (clipped, -1);
}

static const char *
host_of (McpHttpExchange *self)
{
  return g_uri_get_host (self->uri);
}

static GError *
new_tls_error (McpHttpExchange *self,
               const GError    *cause)
{
  McpCertificate *certificate = mcp_http_client_get_certificate (self->client);
  g_autofree char *problems = NULL;

  if (g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE) && certificate != NULL)
    problems = mcp_certificate_describe_problems (certificate);
  if (problems == NULL || problems[0] == '\0')
    return g_error_new (MCP_ERROR, MCP_ERROR_TLS, _("The connection to %s could not be secured: %s"),
                        host_of (self), cause->message);

  g_strdelimit (problems, "\n", ' ');

  return g_error_new (MCP_ERROR, MCP_ERROR_TLS, _("The certificate of %s does not verify. %s"),
                      host_of (self), problems);
}

/*
 * What GIO and libsoup say, as one of ours: the original message stays inside, the original error
 * goes into ::exchange_ended. Lost means that the request had left whole: the server may have
 * done what it says. A peer that never answered anything has done nothing, and the plain words
 * help more.
 */
static GError *
new_error (McpHttpExchange *self,
           const GError    *cause)
{
  gboolean may_be_done = self->sent_usec != 0 && self->purpose == MCP_EXCHANGE_SEND;

  if (cause->domain == MCP_ERROR)
    return g_error_copy (cause);
  if (self->is_repeated)
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_LOST,
                                _("The server closed the connection before it answered. It may "
                                  "have done what was asked."));
  if (self->status != 0)
    return g_error_new (MCP_ERROR, MCP_ERROR_LOST, _("The answer broke off: %s"), cause->message);
  if (cause->domain == G_TLS_ERROR)
    return new_tls_error (self, cause);
  if (may_be_done && mcp_http_client_was_answered (self->client))
    return g_error_new (MCP_ERROR, MCP_ERROR_LOST,
                        _("The connection broke before the answer. The server may have done what "
                          "was asked: %s"), cause->message);
  if (cause->domain == SOUP_SESSION_ERROR)
    return g_error_new (MCP_ERROR, MCP_ERROR_HTTP, _("What %s answered is not HTTP, or broke off: %s"),
                        host_of (self), cause->message);
  if (self->begun_usec != 0)
    return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("The connection to %s broke: %s"),
                        host_of (self), cause->message);

  return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s could not be reached: %s"),
                      host_of (self), cause->message);
}

void
mcp_http_exchange_set_error (McpHttpExchange *self,
                             GError          *cause)
{
  g_clear_error (&self->cause);
  g_clear_error (&self->error);
  self->cause = cause;
  self->error = new_error (self, cause);
  if (cause->domain != MCP_ERROR)
    mcp_error_set_cause (self->error, cause);
}

/**
 * mcp_http_exchange_new_status_error:
 * @self: an exchange that was answered with a status other than 2xx
 *
 * Says what the status means for who has sent a message. A redirect is never followed: it would
 * carry headers and message to somebody else.
 *
 * Returns: (transfer full): %MCP_ERROR_AUTH or %MCP_ERROR_HTTP
 */
GError *
mcp_http_exchange_new_status_error (McpHttpExchange *self)
{
  const char *reason = self->head != NULL ? self->head->reason : NULL;
  const char *location = mcp_http_exchange_get_header (self, "Location");
  g_autofree char *words = quote (reason != NULL ? reason : "");

  if (self->status == SOUP_STATUS_UNAUTHORIZED ||
      (self->status == SOUP_STATUS_FORBIDDEN &&
       mcp_http_exchange_get_header (self, "WWW-Authenticate") != NULL))
    return g_error_new (MCP_ERROR, MCP_ERROR_AUTH, _("The server wants authorization: %u %s"),
                        self->status, words);

  if (SOUP_STATUS_IS_REDIRECTION (self->status) && location != NULL)
    {
      g_autofree char *target = quote (location);

      return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                          _("The server answered %u %s: it points to %s, which is not followed."),
                          self->status, words, target);
    }

  return g_error_new (MCP_ERROR, MCP_ERROR_HTTP, _("The server answered %u %s."), self->status,
                      words);
}

/* What the label says, and what came with it. */
static GError *
new_label_error (McpHttpExchange *self)
{
  g_autofree char *type = self->media_type != NULL ? quote (self->media_type) : NULL;

  /* A stream may be cut anywhere, in the name of its first field, too. */
  if (type == NULL || self->looks == MCP_HTTP_CONTENT_NONE || self->looks == self->content
      || (self->content == MCP_HTTP_CONTENT_EVENTS && self->looks != MCP_HTTP_CONTENT_JSON)
      || (self->content != MCP_HTTP_CONTENT_JSON && self->content != MCP_HTTP_CONTENT_EVENTS))
    return NULL;

  if (self->looks == MCP_HTTP_CONTENT_EVENTS)
    return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                        _("The answer is labelled “%s”, and it is an event stream."), type);
  if (self->looks == MCP_HTTP_CONTENT_JSON)
    return g_error_new (MCP_ERROR, MCP_ERROR_HTTP, _("The answer is labelled “%s”, and it is JSON."), type);

  return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                      _("The answer is labelled “%s”, and it is neither JSON nor an event stream."), type);
}

/**
 * mcp_http_exchange_new_form_error:
 * @self: an exchange that was answered with success, and held no answer
 *
 * Says what is wrong with the form of what came: it is compressed in a way that was not asked for,
 * or is another thing than its Content-Type says.
 *
 * Returns: (transfer full) (nullable): %MCP_ERROR_HTTP, or %NULL when the form is as it should be
 */
GError *
mcp_http_exchange_new_form_error (McpHttpExchange *self)
{
  g_autofree char *encoding = NULL;

  if (self->encoding == NULL || self->looks == MCP_HTTP_CONTENT_JSON)
    return new_label_error (self);

  encoding = quote (self->encoding);

  return g_error_new (MCP_ERROR, MCP_ERROR_HTTP,
                      _("The answer is compressed as “%s”, and what was asked for is “%s”."), encoding,
                      self->accepts != NULL ? self->accepts : "identity");
}
