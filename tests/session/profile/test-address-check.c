/* test-address-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-address-check.h"

typedef struct
{
  const char *url;
  const char *host;        /* where a browser goes */
  const char *opened;      /* NULL: it is not opened; "" as it stands there */
  const char *warnings[4]; /* a part of each, in their order */
} Case;

static const Case cases[] = {
  { "https://example.org/a?b=c#d", "example.org", "", { NULL } },
  { "https://example.org/a%20;b=1/(c)?q=[x]&r='%20'#!frag", "example.org", "", { NULL } },
  { "http://localhost:8080/", "localhost", "", { NULL } },
  { "http://127.0.0.1/", "127.0.0.1", "", { NULL } },
  { "http://[::1]:3000/", "::1", "", { NULL } },
  { "HTTPS://Example.ORG:8443", "example.org", "https://example.org:8443/", { NULL } },
  { "https://example.org./", "example.org.", "", { NULL } },
  { "https://example.org/caf\303\251?\303\274", "example.org", "https://example.org/caf%C3%A9?%C3%BC",
    { NULL } },
  { "http://example.org/", "example.org", "", { "not be encrypted" } },
  { "https://bank.example@evil.example/", "evil.example", "", { "“@”" } },

  /* What RFC 3986 does not allow, programs read in different ways. */
  { "https://evil.example\\@accounts.google.com/", NULL, NULL, { "no address may have" } },
  { "https://evil.example\\.google.com/", NULL, NULL, { "no address may have" } },
  { "https:\\\\evil.example/", NULL, NULL, { "no address may have" } },
  { " https://example.org/", NULL, NULL, { "no address may have" } },
  { "https://example.org/ ", NULL, NULL, { "no address may have" } },
  { "ht\ttps://example.org/", NULL, NULL, { "no address may have", "cannot be seen" } },
  { "https://exam\nple.org/", NULL, NULL, { "no address may have", "cannot be seen" } },
  { "https://example.org/\"onclick", NULL, NULL, { "no address may have" } },
  { "https://example.org/%zz", NULL, NULL, { "no address may have" } },
  { "https://example.org/<b>", NULL, NULL, { "no address may have" } },
  { "https://a@b@evil.example/", NULL, NULL, { "not a valid name", "“@”" } },
  { "https://evil%2eexample/", "evil.example", "https://evil.example/", { NULL } },
  { "https://evil%40example.org/", NULL, NULL, { "not a valid name" } },
  { "https://evil..example/", NULL, NULL, { "not a valid name" } },
  { "https://[fe80::1%25lo]/", NULL, NULL, { "not" } },
  { "https://evil.example\357\274\217@google.com/", "google.com",
    "https://evil.example%EF%BC%8F@google.com/", { "“@”" } },
  { "https://evil.example\357\274\217.google.com/", NULL, NULL, { "not a valid name" } },
  { "https://evil.example\357\274\240google.com/", NULL, NULL, { "not a valid name" } },
  { "https:/evil.example/", NULL, NULL, { "not an address" } },
  { "https:evil.example", NULL, NULL, { "not an address" } },

  /* Numbers are addresses, however they are written. */
  { "https://192.0.2.7/", "192.0.2.7", "", { "a number, not a name" } },
  { "https://0xc0000207/", "192.0.2.7", "https://192.0.2.7/", { "a number, not a name" } },
  { "https://3221225991/", "192.0.2.7", "https://192.0.2.7/", { "a number, not a name" } },
  { "https://0300.0.519/", "192.0.2.7", "https://192.0.2.7/", { "a number, not a name" } },
  { "https://192.0.2.7./", "192.0.2.7", "https://192.0.2.7/", { "a number, not a name" } },
  { "http://0x7f.1/", "127.0.0.1", "http://127.0.0.1/", { NULL } },
  { "https://1.2.3.4.5/", NULL, NULL, { "not a valid name" } },
  { "https://4294967296/", NULL, NULL, { "not a valid name" } },
  { "https://example.09/", NULL, NULL, { "not a valid name" } },
  { "https://\357\274\221\357\274\222\357\274\227.1/", "127.0.0.1", "https://127.0.0.1/", { NULL } },

  /* Names that look like others. */
  { "https://xn--pypal-4ve.example/", "xn--pypal-4ve.example", "", { "Punycode", "several scripts" } },
  { "https://xn--bcher-kva.example/", "xn--bcher-kva.example", "", { "“bücher.example”" } },
  { "https://p\320\260ypal.example/", "xn--pypal-4ve.example", "https://xn--pypal-4ve.example/",
    { "xn--pypal-4ve.example", "several scripts" } },
  { "https://\346\227\245\346\234\254\343\201\256.example/", "xn--u9ju32nb2a.example",
    "https://xn--u9ju32nb2a.example/", { "look like others" } },
  { "https://\357\275\207oogle.com/", "google.com", "https://google.com/", { "look like others" } },

  { "javascript:alert(1)", NULL, NULL, { "not an address of a web page" } },
  { "file:///etc/passwd", NULL, NULL, { "not an address of a web page" } },
  { "ftp://example.org/", "example.org", NULL, { "“ftp”" } },
  { "https:///path", NULL, NULL, { "not an address" } },
  { "", NULL, NULL, { "not an address" } },
  { "not-a-url", NULL, NULL, { "not an address" } },
};

static void
test_address_check (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autofree char *host = NULL;
      g_autofree char *opened = NULL;
      g_auto (GStrv) warnings = mcp_address_check (c->url, &host, &opened);
      guint n = 0;

      g_test_message ("%s: %s, %s: %s", c->url, host, opened,
                      warnings[0] != NULL ? warnings[0] : "nothing");
      g_assert_cmpstr (host, ==, c->host);
      g_assert_cmpstr (opened, ==, g_strcmp0 (c->opened, "") == 0 ? c->url : c->opened);
      for (; c->warnings[n] != NULL; n++)
        {
          g_assert_nonnull (warnings[n]);
          g_assert_nonnull (strstr (warnings[n], c->warnings[n]));
        }
      g_assert_null (warnings[n]);
    }
}

/* What cannot be seen is told of, and goes to the browser as what it is. */
static void
test_address_check_hidden (void)
{
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) warnings =
    mcp_address_check ("https://example.org/\342\200\256gnp.exe", &host, &opened);

  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "cannot be seen"));
  g_assert_cmpstr (opened, ==, "https://example.org/%E2%80%AEgnp.exe");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/address-check/cases", test_address_check);
  g_test_add_func ("/session/address-check/hidden", test_address_check_hidden);

  return g_test_run ();
}
