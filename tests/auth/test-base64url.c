/* test-base64url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-base64url.h"

static void
check (gconstpointer data,
       gsize         length,
       const char   *text)
{
  g_autofree char *encoded = mcp_base64url_encode (data, length);
  g_autofree guint8 *decoded = NULL;
  gsize decoded_length = 99;

  g_assert_cmpstr (encoded, ==, text);
  decoded = mcp_base64url_decode (text, -1, &decoded_length);
  g_assert_nonnull (decoded);
  g_assert_cmpmem (decoded, decoded_length, data, length);
  g_assert_cmpuint (decoded[decoded_length], ==, 0);
}

static void
test_base64url_vectors (void)
{
  static const guint8 appendix_c[] = { 3, 236, 255, 224, 193 };

  /* RFC 4648 section 10. */
  check ("", 0, "");
  check ("f", 1, "Zg");
  check ("fo", 2, "Zm8");
  check ("foo", 3, "Zm9v");
  check ("foob", 4, "Zm9vYg");
  check ("fooba", 5, "Zm9vYmE");
  check ("foobar", 6, "Zm9vYmFy");
  /* RFC 7515 appendix C. */
  check (appendix_c, sizeof appendix_c, "A-z_4ME");
}

static void
test_base64url_all_bytes (void)
{
  guint8 bytes[256];

  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = i;

  for (gsize n = 0; n <= sizeof bytes; n++)
    {
      g_autofree char *text = mcp_base64url_encode (bytes, n);

      check (bytes, n, text);
    }
}

static void
test_base64url_strict (void)
{
  static const char * const wrong[] = {
    "Z", "Zg=", "Zg==", "Zm9vY", "Zh", "Zm9", "Zm8 ", " Zm8", "Zm\n8", "A+z/4ME", "Zm8.",
    "\xc3\xa4zz",
  };
  g_autofree guint8 *part = NULL;
  gsize length;

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s", wrong[i]);
      g_assert_null (mcp_base64url_decode (wrong[i], -1, &length));
      g_assert_cmpuint (length, ==, 0);
    }

  /* A NUL that is counted is no letter; what is behind the length does not matter. */
  g_assert_null (mcp_base64url_decode ("Zm8\0", 4, &length));
  part = mcp_base64url_decode ("Zm8.rest", 3, &length);
  g_assert_cmpmem (part, length, "fo", 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/base64url/vectors", test_base64url_vectors);
  g_test_add_func ("/auth/base64url/all-bytes", test_base64url_all_bytes);
  g_test_add_func ("/auth/base64url/strict", test_base64url_strict);

  return g_test_run ();
}
