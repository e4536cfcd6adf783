/* test-address-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-address-check.h"

typedef struct
{
  const char *url;
  const char *host;
  gboolean    can_open;
  const char *warnings[4]; /* a part of each, in their order */
} Case;

static const Case cases[] = {
  { "https://example.org/a?b=c#d", "example.org", TRUE, { NULL } },
  { "http://localhost:8080/", "localhost", TRUE, { NULL } },
  { "http://127.0.0.1/", "127.0.0.1", TRUE, { NULL } },
  { "http://[::1]:3000/", "::1", TRUE, { NULL } },
  { "http://example.org/", "example.org", TRUE, { "not be encrypted" } },
  { "https://192.0.2.7/", "192.0.2.7", TRUE, { "a number, not a name" } },
  { "https://bank.example@evil.example/", "evil.example", TRUE, { "“@”" } },
  { "https://xn--pypal-4ve.example/", "xn--pypal-4ve.example", TRUE, { "Punycode", "several scripts" } },
  { "https://xn--bcher-kva.example/", "xn--bcher-kva.example", TRUE, { "“bücher.example”" } },
  { "https://p\320\260ypal.example/", "p\320\260ypal.example", TRUE,
    { "xn--pypal-4ve.example", "several scripts" } },
  { "https://\346\227\245\346\234\254\343\201\256.example/", "\346\227\245\346\234\254\343\201\256.example",
    TRUE, { "look like others" } },
  { "javascript:alert(1)", NULL, FALSE, { "not an address of a web page" } },
  { "file:///etc/passwd", NULL, FALSE, { "not an address of a web page" } },
  { "ftp://example.org/", "example.org", FALSE, { "“ftp”" } },
  { "https:///path", NULL, FALSE, { "not an address" } },
  { "", NULL, FALSE, { "not an address" } },
  { "not a url", NULL, FALSE, { "not an address" } },
};

static void
test_address_check (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autofree char *host = NULL;
      gboolean can_open;
      g_auto (GStrv) warnings = mcp_address_check (c->url, &host, &can_open);
      guint n = 0;

      g_test_message ("%s: %s", c->url, warnings[0] != NULL ? warnings[0] : "nothing");
      g_assert_cmpstr (host, ==, c->host);
      g_assert_cmpint (can_open, ==, c->can_open);
      for (; c->warnings[n] != NULL; n++)
        {
          g_assert_nonnull (warnings[n]);
          g_assert_nonnull (strstr (warnings[n], c->warnings[n]));
        }
      g_assert_null (warnings[n]);
    }
}

/* Whatever a server sends is looked at without harm. */
static void
test_address_check_hidden (void)
{
  g_autofree char *host = NULL;
  gboolean can_open;
  g_auto (GStrv) warnings =
    mcp_address_check ("https://example.org/\342\200\256gnp.exe", &host, &can_open);

  g_assert_cmpuint (g_strv_length (warnings), ==, 1);
  g_assert_nonnull (strstr (warnings[0], "cannot be seen"));
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
