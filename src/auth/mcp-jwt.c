/* mcp-jwt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwt-private.h"

/* Parts of a token of another kind: encrypted, RFC 7516 section 7.1. */
#define N_JWE_PARTS 5

static gboolean
set_error (GError     **error,
           const char  *message)
{
  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_AUTH, message);

  return FALSE;
}

/* (nullable): the text of a part that is a JSON object. */
static char *
read_object (const char *text,
             gsize       length)
{
  gsize n;
  g_autofree char *json = (char *) mcp_base64url_decode (text, length, &n);

  if (json == NULL || !mcp_json_validate (json, n, NULL)
      || mcp_json_get_type (json, n) != MCP_JSON_OBJECT)
    return NULL;

  return g_steal_pointer (&json);
}

static guint
count_parts (const char *text)
{
  guint n = 1;

  for (const char *p = text; *p != '\0'; p++)
    n += *p == '.';

  return n;
}

/**
 * mcp_jwt_is_jwt_like:
 * @text: an access token, which may be of any kind
 *
 * Tells whether a token looks like a JWT, so that reading it is worth a try and its failure a
 * word. Other tokens are nobody's business.
 *
 * Returns: %TRUE for three parts, the first of which is a JSON object
 */
gboolean
mcp_jwt_is_jwt_like (const char *text)
{
  g_autofree char *header = NULL;

  g_return_val_if_fail (text != NULL, FALSE);

  if (strnlen (text, MCP_JWT_MAX_BYTES + 1) > MCP_JWT_MAX_BYTES || count_parts (text) != 3)
    return FALSE;

  header = read_object (text, strcspn (text, "."));

  return header != NULL;
}

static gboolean
read_parts (McpJwt  *self,
            GError **error)
{
  const char *first_dot = strchr (self->text, '.');
  const char *last_dot = strrchr (self->text, '.');

  self->signed_length = last_dot - self->text;

  self->header = read_object (self->text, first_dot - self->text);
  if (self->header == NULL)
    return set_error (error, _("The header of the JWT is no JSON object in base64url."));

  self->claims = read_object (first_dot + 1, last_dot - first_dot - 1);
  if (self->claims == NULL)
    return set_error (error, _("The claims of the JWT are no JSON object in base64url."));

  self->signature = mcp_base64url_decode (last_dot + 1, -1, &self->signature_length);
  if (self->signature == NULL)
    return set_error (error, _("The signature of the JWT is not base64url."));

  self->algorithm = mcp_json_lookup_string (self->header, strlen (self->header), "alg");
  if (self->algorithm == NULL)
    return set_error (error, _("The header of the JWT does not say how it is signed: it has no "
                               "“alg”."));

  self->key_id = mcp_json_lookup_string (self->header, strlen (self->header), "kid");
  return TRUE;
}

/**
 * mcp_jwt_parse:
 * @text: a JWT in the compact form, and nothing else
 * @error: return location for an error of %MCP_ERROR_AUTH
 *
 * Reads a JWT. Nothing of it is verified.
 *
 * Returns: (transfer full) (nullable): the JWT; %NULL if it is none, or longer than
 *   %MCP_JWT_MAX_BYTES
 */
McpJwt *
mcp_jwt_parse (const char  *text,
               GError     **error)
{
  g_autoptr (McpJwt) self = NULL;
  guint n_parts;

  g_return_val_if_fail (text != NULL, NULL);

  if (strnlen (text, MCP_JWT_MAX_BYTES + 1) > MCP_JWT_MAX_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH, _("The JWT is longer than %u KiB."),
                   MCP_JWT_MAX_BYTES / 1024);
      return NULL;
    }

  n_parts = count_parts (text);
  if (n_parts == N_JWE_PARTS)
    {
      set_error (error, _("The JWT is encrypted: only the server it is for can read it."));
      return NULL;
    }
  if (n_parts != 3)
    {
      set_error (error, _("This is no JWT: it does not have three parts with dots between them."));
      return NULL;
    }

  self = g_new0 (McpJwt, 1);
  self->text = g_strdup (text);

  return read_parts (self, error) ? g_steal_pointer (&self) : NULL;
}

void
mcp_jwt_free (McpJwt *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->header);
  g_free (self->claims);
  g_free (self->signature);
  g_free (self->algorithm);
  g_free (self->key_id);
  g_free (self);
}

const char *
mcp_jwt_get_header (McpJwt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->header;
}

const char *
mcp_jwt_get_claims (McpJwt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->claims;
}

const char *
mcp_jwt_get_algorithm (McpJwt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->algorithm;
}

const char *
mcp_jwt_get_key_id (McpJwt *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->key_id;
}

/**
 * mcp_jwt_get_time:
 * @claim: "exp", "nbf" or "iat"
 * @seconds: (out): since 1970, without fractions; not touched if there are none
 *
 * Gets one of the times among the claims (RFC 7519 section 4.1).
 *
 * Returns: %FALSE if it is absent or no number
 */
gboolean
mcp_jwt_get_time (McpJwt     *self,
                  const char *claim,
                  gint64     *seconds)
{
  gsize length;
  double number;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (claim != NULL, FALSE);
  g_return_val_if_fail (seconds != NULL, FALSE);

  length = strlen (self->claims);
  if (mcp_json_lookup_int64 (self->claims, length, claim, seconds))
    return TRUE;
  if (!mcp_json_lookup_double (self->claims, length, claim, &number))
    return FALSE;

  /* As doubles, the ends of the range are no integers of it. */
  if (number >= 0x1p63)
    *seconds = G_MAXINT64;
  else if (number < -0x1p63)
    *seconds = G_MININT64;
  else
    *seconds = (gint64) number;

  return TRUE;
}

static char *
format_time (gint64 seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (seconds);

  /* Beyond the calendar there is only the number. */
  return time != NULL ? g_date_time_format (time, "%F %T %Z")
                      : g_strdup_printf ("%" G_GINT64_FORMAT, seconds);
}

/**
 * mcp_jwt_check_times:
 * @now_s: the time, in seconds since 1970
 * @leeway_s: how far the clocks may be apart
 *
 * Looks whether a JWT is good at a time (RFC 7519 section 4.1). Claims that are absent are no
 * fault.
 *
 * Returns: (transfer full) (nullable): what is wrong, for people; %NULL if nothing is
 */
char *
mcp_jwt_check_times (McpJwt *self,
                     gint64  now_s,
                     gint64  leeway_s)
{
  static const char * const claims[] = { "exp", "nbf", "iat" };
  /* Translators: %s is a time. */
  static const char * const problems[] = {
    N_("The JWT expired at %s."),
    N_("The JWT is not valid before %s: the clock of this machine or the server’s is wrong, or it "
       "is too early."),
    N_("The JWT was issued at %s, which is in the future: the clock of this machine or the "
       "server’s is wrong."),
  };

  g_return_val_if_fail (self != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autofree char *when = NULL;
      gint64 seconds;
      McpSpan span;

      if (!mcp_json_lookup (self->claims, strlen (self->claims), claims[i], &span))
        continue;
      if (!mcp_jwt_get_time (self, claims[i], &seconds))
        /* Translators: %s is the name of a claim: “exp”. */
        return g_strdup_printf (_("The claim “%s” of the JWT is no number."), claims[i]);
      if (i == 0 ? now_s - leeway_s < seconds : now_s + leeway_s >= seconds)
        continue;

      when = format_time (seconds);
      return g_strdup_printf (_(problems[i]), when);
    }

  return NULL;
}
