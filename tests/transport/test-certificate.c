/* test-certificate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture.h"
#include "mcp-certificate.h"

static GTlsCertificate *
load (void)
{
  g_autoptr (GError) error = NULL;
  GTlsCertificate *certificate = g_tls_certificate_new_from_file (http_fixture_get_ca_file (),
                                                                  &error);

  g_assert_no_error (error);

  return certificate;
}

static void
test_certificate_read (void)
{
  g_autoptr (GTlsCertificate) tls = load ();
  McpCertificate *certificate = mcp_certificate_new (tls, 0, "localhost");
  g_autofree char *problems = mcp_certificate_describe_problems (certificate);
  const char *fingerprint = mcp_certificate_get_fingerprint (certificate);

  g_assert_true (mcp_certificate_get_certificate (certificate) == tls);
  g_assert_cmpstr (mcp_certificate_get_host (certificate), ==, "localhost");
  g_assert_cmpstr (mcp_certificate_get_subject (certificate), ==, "CN=Sounder Test Authority");
  g_assert_cmpstr (mcp_certificate_get_issuer (certificate), ==, "CN=Sounder Test Authority");
  g_assert_cmpint (g_date_time_get_year (mcp_certificate_get_not_before (certificate)), ==, 2020);
  g_assert_cmpint (g_date_time_get_year (mcp_certificate_get_not_after (certificate)), ==, 2076);
  g_assert_true (g_str_has_prefix (fingerprint, "SHA256:"));
  g_assert_cmpuint (strlen (fingerprint), ==, strlen ("SHA256:") + 32 * 3 - 1);
  g_assert_cmpint (mcp_certificate_get_problems (certificate), ==, 0);
  g_assert_cmpstr (problems, ==, "");

  g_assert_finalize_object (certificate);
}

/* A sentence for each problem, a line for each sentence. */
static void
test_certificate_problems (void)
{
  static const struct
  {
    GTlsCertificateFlags problems;
    guint                n_lines;
    const char          *words;
  } cases[] = {
    { G_TLS_CERTIFICATE_UNKNOWN_CA, 1, "signed by itself" },
    { G_TLS_CERTIFICATE_BAD_IDENTITY, 1, "“other.test”" },
    { G_TLS_CERTIFICATE_NOT_ACTIVATED, 1, "2020-01-01" },
    { G_TLS_CERTIFICATE_EXPIRED, 1, "2076-01-01" },
    { G_TLS_CERTIFICATE_REVOKED, 1, "revoked" },
    { G_TLS_CERTIFICATE_INSECURE, 1, "secure" },
    { G_TLS_CERTIFICATE_GENERIC_ERROR, 1, "verified" },
    { G_TLS_CERTIFICATE_VALIDATE_ALL, 7, "signed by itself" },
  };
  g_autoptr (GTlsCertificate) tls = load ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpCertificate) certificate =
        mcp_certificate_new (tls, cases[i].problems, "other.test");
      g_autofree char *text = mcp_certificate_describe_problems (certificate);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==, cases[i].n_lines);
      g_assert_nonnull (strstr (text, cases[i].words));
    }
}

/* One that somebody signed whom nobody knows is another matter. */
static void
test_certificate_signed (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures", "signed.pem", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) tls = g_tls_certificate_new_from_file (path, &error);
  g_autoptr (McpCertificate) certificate = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  certificate = mcp_certificate_new (tls, G_TLS_CERTIFICATE_UNKNOWN_CA, "localhost");
  text = mcp_certificate_describe_problems (certificate);
  g_assert_false (mcp_certificate_is_self_signed (certificate));
  g_assert_nonnull (strstr (text, "trusts"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/certificate/read", test_certificate_read);
  g_test_add_func ("/transport/certificate/problems", test_certificate_problems);

  g_test_add_func ("/transport/certificate/signed", test_certificate_signed);

  return g_test_run ();
}
