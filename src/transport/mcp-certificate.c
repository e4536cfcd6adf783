/* mcp-certificate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-certificate.h"
#include "mcp-error-cause.h"

struct _McpCertificate
{
  GObject               parent_instance;

  GTlsCertificate      *certificate;
  GTlsCertificateFlags  problems;
  char                 *host;

  char                 *subject;
  char                 *issuer;
  char                 *fingerprint;
  GDateTime            *not_before;  /* (nullable) */
  GDateTime            *not_after;   /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpCertificate, mcp_certificate, G_TYPE_OBJECT)

static void
mcp_certificate_finalize (GObject *object)
{
  McpCertificate *self = MCP_CERTIFICATE (object);

  g_clear_object (&self->certificate);
  g_free (self->host);
  g_free (self->subject);
  g_free (self->issuer);
  g_free (self->fingerprint);
  g_clear_pointer (&self->not_before, g_date_time_unref);
  g_clear_pointer (&self->not_after, g_date_time_unref);

  G_OBJECT_CLASS (mcp_certificate_parent_class)->finalize (object);
}

static void
mcp_certificate_class_init (McpCertificateClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_certificate_finalize;
}

static void
mcp_certificate_init (McpCertificate *self)
{
}

/* Names are whatever the certificate's maker wrote: never more than text. */
static char *
take_text (char *text)
{
  g_autofree char *given = text;

  return given != NULL ? g_utf8_make_valid (given, -1) : g_strdup ("");
}

static char *
make_fingerprint (GTlsCertificate *certificate)
{
  g_autoptr (GByteArray) der = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  GString *text = g_string_new ("SHA256:");
  guint8 digest[32];
  gsize length = sizeof digest;

  g_object_get (certificate, "certificate", &der, NULL);
  if (der != NULL)
    g_checksum_update (checksum, der->data, der->len);
  g_checksum_get_digest (checksum, digest, &length);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (text, i > 0 ? ":%02X" : "%02X", digest[i]);

  return g_string_free (text, FALSE);
}

/**
 * mcp_certificate_new:
 * @certificate: what a server showed
 * @problems: what verifying it found
 * @host: the name that was asked for
 *
 * Makes a certificate readable. Its text comes from the server and is not to be trusted.
 */
McpCertificate *
mcp_certificate_new (GTlsCertificate      *certificate,
                     GTlsCertificateFlags  problems,
                     const char           *host)
{
  McpCertificate *self;

  g_return_val_if_fail (G_IS_TLS_CERTIFICATE (certificate), NULL);
  g_return_val_if_fail (host != NULL, NULL);

  self = g_object_new (MCP_TYPE_CERTIFICATE, NULL);
  self->certificate = g_object_ref (certificate);
  self->problems = problems;
  self->host = g_strdup (host);
  self->subject = take_text (g_tls_certificate_get_subject_name (certificate));
  self->issuer = take_text (g_tls_certificate_get_issuer_name (certificate));
  self->not_before = g_tls_certificate_get_not_valid_before (certificate);
  self->not_after = g_tls_certificate_get_not_valid_after (certificate);
  self->fingerprint = make_fingerprint (certificate);

  return self;
}

GTlsCertificate *
mcp_certificate_get_certificate (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->certificate;
}

const char *
mcp_certificate_get_host (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->host;
}

/**
 * mcp_certificate_get_subject:
 *
 * Gets who it is for: “CN=localhost”.
 *
 * Returns: the distinguished name, "" for none
 */
const char *
mcp_certificate_get_subject (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->subject;
}

const char *
mcp_certificate_get_issuer (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->issuer;
}

GDateTime *
mcp_certificate_get_not_before (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->not_before;
}

/**
 * mcp_certificate_get_not_after:
 *
 * Gets until when it is valid.
 *
 * Returns: (transfer none) (nullable): the time, or %NULL if it cannot be read
 */
GDateTime *
mcp_certificate_get_not_after (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->not_after;
}

/**
 * mcp_certificate_get_fingerprint:
 *
 * Gets what tells it from every other one, and is kept when it is accepted.
 *
 * Returns: “SHA256:AB:CD:…” of its DER form, in capitals
 */
const char *
mcp_certificate_get_fingerprint (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  return self->fingerprint;
}

/**
 * mcp_certificate_get_problems:
 *
 * Gets what is wrong with it.
 *
 * Returns: 0 when it verified
 */
GTlsCertificateFlags
mcp_certificate_get_problems (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), 0);

  return self->problems;
}

/* Tells whether it names itself as who signed it, as those do that are made for a try. */
gboolean
mcp_certificate_is_self_signed (McpCertificate *self)
{
  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), FALSE);

  return strcmp (self->subject, self->issuer) == 0;
}

/* A translated sentence about one problem, which takes the host's name where it is about it. */
static void
append_problem (McpCertificate *self,
                GString        *text,
                GTlsCertificateFlags problem)
{
  g_autofree char *date = NULL;

  if ((self->problems & problem) == 0)
    return;

  if (text->len > 0)
    g_string_append_c (text, '\n');

  switch (problem)
    {
    case G_TLS_CERTIFICATE_UNKNOWN_CA:
      g_string_append (text, mcp_certificate_is_self_signed (self)
                               ? _("It is signed by itself, so that nobody vouches for it.")
                               : _("Nobody this computer trusts has signed it."));
      break;
    case G_TLS_CERTIFICATE_BAD_IDENTITY:
      g_string_append_printf (text, _("It is not for “%s”."), self->host);
      break;
    case G_TLS_CERTIFICATE_NOT_ACTIVATED:
      date = self->not_before != NULL ? g_date_time_format_iso8601 (self->not_before) : NULL;
      g_string_append_printf (text, _("It is not valid before %s."), date != NULL ? date : "?");
      break;
    case G_TLS_CERTIFICATE_EXPIRED:
      date = self->not_after != NULL ? g_date_time_format_iso8601 (self->not_after) : NULL;
      g_string_append_printf (text, _("It expired on %s."), date != NULL ? date : "?");
      break;
    case G_TLS_CERTIFICATE_REVOKED:
      g_string_append (text, _("It was revoked."));
      break;
    case G_TLS_CERTIFICATE_INSECURE:
      g_string_append (text, _("Its algorithm is not secure."));
      break;
    case G_TLS_CERTIFICATE_GENERIC_ERROR:
    case G_TLS_CERTIFICATE_NO_FLAGS:
    case G_TLS_CERTIFICATE_VALIDATE_ALL:
    default:
      g_string_append (text, _("It could not be verified."));
      break;
    }
}

/**
 * mcp_certificate_describe_problems:
 *
 * Says what is wrong with it, for people.
 *
 * Returns: (transfer full): translated sentences, one a line; "" when it verified
 */
char *
mcp_certificate_describe_problems (McpCertificate *self)
{
  static const GTlsCertificateFlags problems[] = {
    G_TLS_CERTIFICATE_UNKNOWN_CA,    G_TLS_CERTIFICATE_BAD_IDENTITY,
    G_TLS_CERTIFICATE_NOT_ACTIVATED, G_TLS_CERTIFICATE_EXPIRED,
    G_TLS_CERTIFICATE_REVOKED,       G_TLS_CERTIFICATE_INSECURE,
    G_TLS_CERTIFICATE_GENERIC_ERROR,
  };
  GString *text;

  g_return_val_if_fail (MCP_IS_CERTIFICATE (self), NULL);

  text = g_string_new (NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (problems); i++)
    append_problem (self, text, problems[i]);

  return g_string_free (text, FALSE);
}

/* A device may have no end, and a pipe nobody who writes. */
static gboolean
check_regular (const char  *path,
               GError     **error)
{
  if (!g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return TRUE;

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("“%s” is no file"), path);

  return FALSE;
}

GTlsCertificate *
mcp_certificate_load_own (const char  *file,
                          const char  *key,
                          GError     **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *path = g_canonicalize_filename (file, NULL);
  g_autofree char *key_path = key != NULL ? g_canonicalize_filename (key, NULL) : g_strdup (path);
  g_autoptr (GTlsCertificate) certificate = NULL;
  GError *made;

  if (check_regular (path, &cause) && check_regular (key_path, &cause))
    certificate = g_tls_certificate_new_from_files (path, key_path, &cause);
  if (certificate != NULL)
    return g_steal_pointer (&certificate);

  made = g_error_new (MCP_ERROR, MCP_ERROR_CONFIG,
                      _("The client certificate “%s” could not be read with its key “%s”: %s"), path,
                      key_path, cause->message);
  mcp_error_set_cause (made, cause);
  g_propagate_error (error, made);

  return NULL;
}
