/* test-number.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-number-private.h"

/* The values of number tokens: exact, however they are spelled and however large they are. */

static int
compare (const char *a,
         const char *b)
{
  return mcp_json_compare_numbers (a, strlen (a), b, strlen (b));
}

static gboolean
equal (const char *a,
       const char *b)
{
  return mcp_json_equal (a, (McpSpan) { 0, strlen (a) }, b, (McpSpan) { 0, strlen (b) });
}

static guint64
hash (const char *token)
{
  return mcp_json_hash (token, (McpSpan) { 0, strlen (token) });
}

/* Each line is one value, spelled in different ways. */
static const char * const spellings[][8] = {
  { "0", "-0", "0.0", "0e5", "-0.000e-7", "0E+99999999999999999999" },
  { "1", "1.0", "10e-1", "0.1e1", "100E-2", "1e+0", "0.00001e5" },
  { "-1.5", "-15e-1", "-0.15e1", "-1.50", "-1500e-3" },
  { "9007199254740993", "9007199254740993.0", "9.007199254740993e15", "90071992547409930e-1" },
  { "1e400", "10e399", "0.1e401", "1000e397", "1E+400" },
  { "1e-400", "0.1e-399", "10e-401", "100e-402" },
  { "123456789012345678901234567890", "1.2345678901234567890123456789e29",
    "123456789012345678901234567890.000" },
};

static void
test_number_spellings (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (spellings); i++)
    for (gsize j = 0; spellings[i][j] != NULL; j++)
      for (gsize k = 0; spellings[i][k] != NULL; k++)
        {
          const char *a = spellings[i][j];
          const char *b = spellings[i][k];

          g_test_message ("%s and %s", a, b);
          g_assert_cmpint (compare (a, b), ==, 0);
          g_assert_true (equal (a, b));
          g_assert_cmpuint (hash (a), ==, hash (b));
        }
}

/* From the least to the largest; doubles take some of them for the same. */
static const char * const ascending[] = {
  "-1e1000000", "-1e400", "-1e308", "-18446744073709551616", "-9223372036854775809",
  "-9223372036854775808", "-10", "-9.99999999999999999999999", "-1.5", "-1.4999999999999999999999",
  "-1", "-0.1", "-1e-400", "0", "1e-1000000", "1e-400", "1.00000000000000000000001e-400",
  "0.1", "0.10000000000000000000000001", "0.2", "1", "1.00000000000000000000000001", "9", "10",
  "9007199254740992", "9007199254740993", "9007199254740993.5", "9223372036854775807",
  "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e308", "1e400",
  "1.1e400", "1e401", "1e1000000",
};

static void
test_number_order (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (ascending); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (ascending); j++)
      {
        int expected = i < j ? -1 : i > j;
        int result = compare (ascending[i], ascending[j]);

        if ((result > 0) - (result < 0) != expected)
          g_error ("%s and %s: %d", ascending[i], ascending[j], result);
        g_assert_cmpint (equal (ascending[i], ascending[j]), ==, i == j);
      }
}

/* Exponents that no counter holds do not wrap around. */
static void
test_number_huge_exponents (void)
{
  g_autofree char *nines = g_strnfill (400, '9');
  g_autofree char *large = g_strconcat ("1e", nines, NULL);
  g_autofree char *small = g_strconcat ("1e-", nines, NULL);
  g_autofree char *below = g_strconcat ("-1e", nines, NULL);
  gint64 value;

  g_assert_cmpint (compare (large, "1e308"), >, 0);
  g_assert_cmpint (compare (small, "1e-308"), <, 0);
  g_assert_cmpint (compare (small, "0"), >, 0);
  g_assert_cmpint (compare (below, "-1e308"), <, 0);
  g_assert_false (mcp_number_to_int64 (large, strlen (large), &value));
  g_assert_false (mcp_number_to_int64 (small, strlen (small), &value));
  g_assert_true (mcp_number_is_integer (large, strlen (large)));
  g_assert_false (mcp_number_is_integer (small, strlen (small)));
  g_assert_cmpfloat (mcp_number_to_double (large, strlen (large)), ==, HUGE_VAL);
  g_assert_cmpfloat (mcp_number_to_double (small, strlen (small)), ==, 0);
}

static const struct
{
  const char *token;
  gboolean    is_integer;
  gboolean    fits;
  gint64      value;
} integer_cases[] = {
  { "0", TRUE, TRUE, 0 },
  { "-0", TRUE, TRUE, 0 },
  { "-0.0e9", TRUE, TRUE, 0 },
  { "7", TRUE, TRUE, 7 },
  { "-7", TRUE, TRUE, -7 },
  { "7.0", TRUE, TRUE, 7 },
  { "7.000000000000000000000000000", TRUE, TRUE, 7 },
  { "7.000000000000000000000000001", FALSE, FALSE, 0 },
  { "70e-1", TRUE, TRUE, 7 },
  { "71e-1", FALSE, FALSE, 0 },
  { "0.7e1", TRUE, TRUE, 7 },
  { "0.07e2", TRUE, TRUE, 7 },
  { "0.07e1", FALSE, FALSE, 0 },
  { "1e18", TRUE, TRUE, G_GINT64_CONSTANT (1000000000000000000) },
  { "1e19", TRUE, FALSE, 0 },
  { "999999999999999999", TRUE, TRUE, G_GINT64_CONSTANT (999999999999999999) },
  { "9223372036854775807", TRUE, TRUE, G_MAXINT64 },
  { "9223372036854775807.0", TRUE, TRUE, G_MAXINT64 },
  { "9.223372036854775807e18", TRUE, TRUE, G_MAXINT64 },
  { "9223372036854775808", TRUE, FALSE, 0 },
  { "-9223372036854775808", TRUE, TRUE, G_MININT64 },
  { "-9223372036854775809", TRUE, FALSE, 0 },
  { "9999999999999999999", TRUE, FALSE, 0 },
  { "18446744073709551616", TRUE, FALSE, 0 },
  { "0.5", FALSE, FALSE, 0 },
  { "-0.5", FALSE, FALSE, 0 },
  { "5e-324", FALSE, FALSE, 0 },
};

static void
test_number_integers (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (integer_cases); i++)
    {
      const char *token = integer_cases[i].token;
      gint64 value = 42;

      g_test_message ("%s", token);
      g_assert_cmpint (mcp_number_is_integer (token, strlen (token)), ==,
                       integer_cases[i].is_integer);
      g_assert_cmpint (mcp_number_to_int64 (token, strlen (token), &value), ==,
                       integer_cases[i].fits);
      if (integer_cases[i].fits)
        g_assert_cmpint (value, ==, integer_cases[i].value);

      /* What looks it up leaves its place alone when there is none. */
      value = 42;
      g_assert_cmpint (mcp_json_lookup_int64 (token, strlen (token), NULL, &value), ==,
                       integer_cases[i].fits);
      g_assert_cmpint (value, ==, integer_cases[i].fits ? integer_cases[i].value : 42);
    }
}

static const struct
{
  const char *token;
  const char *divisor;
  gboolean    is_multiple;
} multiple_cases[] = {
  { "0", "3", TRUE },
  { "9", "3", TRUE },
  { "10", "3", FALSE },
  { "-9", "3", TRUE },
  { "9", "-3", TRUE },
  { "4.5", "1.5", TRUE },
  { "4.6", "1.5", FALSE },
  { "0.3", "0.1", TRUE },             /* not so with doubles alone */
  { "1.1", "0.1", TRUE },
  { "0.0075", "0.0001", TRUE },
  { "0.00751", "0.0001", FALSE },
  { "1e308", "0.5", TRUE },
  { "1", "0", FALSE },                /* a schema must not say so; nothing is divided */
  { "1.5", "0", FALSE },
  { "0.5", "0.0", FALSE },
  { "-9223372036854775808", "-1", TRUE },   /* the quotient is no number of 64 bits */
  { "9007199254740993", "2", FALSE },       /* a double would be even */
  { "9007199254740992", "2", TRUE },
  { "1e400", "3", FALSE },
};

static void
test_number_multiples (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (multiple_cases); i++)
    {
      const char *token = multiple_cases[i].token;
      const char *divisor = multiple_cases[i].divisor;

      g_test_message ("%s by %s", token, divisor);
      g_assert_cmpint (
        mcp_number_is_multiple_of (token, strlen (token), divisor, strlen (divisor)), ==,
        multiple_cases[i].is_multiple);
    }
}

/* Longer than what is copied onto the stack to be read. */
static void
test_number_long_double (void)
{
  for (gsize n = 60; n < 70; n++)
    {
      g_autofree char *zeros = g_strnfill (n, '0');
      g_autofree char *token = g_strconcat ("2.5", zeros, NULL);
      g_autofree char *behind = g_strconcat (token, "9", NULL);

      g_assert_cmpfloat (mcp_number_to_double (token, strlen (token)), ==, 2.5);
      /* The digit behind the token is none of it. */
      g_assert_cmpfloat (mcp_number_to_double (behind, strlen (token)), ==, 2.5);
      g_assert_cmpint (compare (behind, token), >, 0);
    }
}

/* A number of at most six digits times a power of ten, and the same times a million, which fits. */
static char *
dup_random (gint64 *scaled)
{
  int mantissa = g_test_rand_int_range (-999999, 1000000);
  int exponent = g_test_rand_int_range (-6, 7);
  int shift = g_test_rand_int_range (-8, 9);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize first = mantissa < 0 ? 1 : 0;

  *scaled = mantissa;
  for (int i = 0; i < exponent + 6; i++)
    *scaled *= 10;

  /* The same value, with the point elsewhere. */
  g_string_printf (text, "%d", mantissa);
  if (shift > 0)
    {
      while (text->len - first <= (gsize) shift)
        g_string_insert_c (text, first, '0');
      g_string_insert_c (text, text->len - shift, '.');
    }
  else
    {
      for (int i = 0; i < -shift && mantissa != 0; i++)
        g_string_append_c (text, '0');
      shift = mantissa != 0 ? shift : 0;
    }
  if (strchr (text->str, '.') != NULL && g_test_rand_bit ())
    g_string_append (text, "000");
  if (exponent + shift != 0 || g_test_rand_bit ())
    g_string_append_printf (text, "%c%s%d", g_test_rand_bit () ? 'e' : 'E',
                            exponent + shift >= 0 && g_test_rand_bit () ? "+" : "",
                            exponent + shift);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_number_random (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      gint64 left, right, value;
      g_autofree char *a = dup_random (&left);
      g_autofree char *b = dup_random (&right);
      int expected = left < right ? -1 : left > right;
      int result = compare (a, b);
      gboolean is_integer = left % 1000000 == 0;
      McpScan scan;

      g_assert_true (mcp_scan (a, strlen (a), &scan));
      if ((result > 0) - (result < 0) != expected || equal (a, b) != (expected == 0))
        g_error ("%s and %s: %d", a, b, result);
      if (mcp_number_is_integer (a, strlen (a)) != is_integer
          || mcp_number_to_int64 (a, strlen (a), &value) != is_integer
          || (is_integer && value != left / 1000000))
        g_error ("%s: not %" G_GINT64_FORMAT " millionths", a, left);
      if (expected == 0)
        g_assert_cmpuint (hash (a), ==, hash (b));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/number/spellings", test_number_spellings);
  g_test_add_func ("/wire/number/order", test_number_order);
  g_test_add_func ("/wire/number/huge-exponents", test_number_huge_exponents);
  g_test_add_func ("/wire/number/integers", test_number_integers);
  g_test_add_func ("/wire/number/multiples", test_number_multiples);
  g_test_add_func ("/wire/number/long-double", test_number_long_double);
  g_test_add_func ("/wire/number/random", test_number_random);

  return g_test_run ();
}
