/* mcp-number.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-number-private.h"

/*
 * The value of a JSON number token, exactly: 9007199254740993 and 9007199254740992 differ, 1.0
 * and 10e-1 do not. The tokens have been scanned.
 */

/* The value is 0.DIGITS times ten to the power of point. */
typedef struct
{
  gboolean    negative;
  const char *digits;  /* the first that is not 0; may have a point among them */
  const char *end;
  gint64      point;
} Decimal;

/* Beyond all exponents that matter, and far from overflow when digits are counted on top. */
#define MAX_EXPONENT G_GINT64_CONSTANT (1000000000000)

static gint64
read_exponent (const char *p,
               const char *end)
{
  gint64 exponent = 0;
  gboolean negative = FALSE;

  if (p < end && (*p == '+' || *p == '-'))
    negative = *p++ == '-';

  for (; p < end && g_ascii_isdigit (*p); p++)
    exponent = MIN (exponent * 10 + (*p - '0'), MAX_EXPONENT);

  return negative ? -exponent : exponent;
}

/* Returns FALSE for zero. */
static gboolean
decimal_init (Decimal    *self,
              const char *token,
              gsize       length)
{
  const char *end = token + length;
  const char *p = token;
  gboolean in_fraction = FALSE;

  self->negative = length > 0 && *token == '-';
  self->digits = NULL;
  self->point = 0;

  for (p += self->negative ? 1 : 0; p < end && *p != 'e' && *p != 'E'; p++)
    {
      if (*p == '.')
        {
          in_fraction = TRUE;
          continue;
        }
      if (self->digits == NULL && *p != '0')
        self->digits = p;
      if (self->digits != NULL && !in_fraction)
        self->point++;
      else if (self->digits == NULL && in_fraction)
        self->point--;
    }

  self->end = p;
  if (p < end)
    self->point += read_exponent (p + 1, end);

  return self->digits != NULL;
}

/* Takes the next digit, zeros without end behind the last one; @more tells whether it is real. */
static int
decimal_next (Decimal  *self,
              gboolean *more)
{
  if (self->digits < self->end && *self->digits == '.')
    self->digits++;

  *more = self->digits < self->end;

  return *more ? *self->digits++ - '0' : 0;
}

/* Reads a number whose value is an integer of 64 bits, however it is spelled. */
gboolean
mcp_number_to_int64 (const char *token,
                     gsize       length,
                     gint64     *value)
{
  Decimal decimal;
  guint64 limit;
  guint64 sum = 0;
  gboolean more;

  *value = 0;

  /* As nearly all ids are written. */
  if (length < 19 && length > 0)
    {
      gsize n_digits = 0;

      while (n_digits < length && g_ascii_isdigit (token[n_digits]))
        sum = sum * 10 + (guint64) (token[n_digits++] - '0');
      if (n_digits == length)
        {
          *value = (gint64) sum;
          return TRUE;
        }
      sum = 0;
    }

  if (!decimal_init (&decimal, token, length))
    return TRUE;
  if (decimal.point <= 0 || decimal.point > 19)
    return FALSE;

  limit = (guint64) G_MAXINT64 + (decimal.negative ? 1 : 0);

  /* Nineteen digits fit into an unsigned number. */
  for (gint64 i = 0; i < decimal.point; i++)
    sum = sum * 10 + (guint64) decimal_next (&decimal, &more);
  do
    if (decimal_next (&decimal, &more) != 0)
      return FALSE;
  while (more);

  if (sum > limit)
    return FALSE;

  *value = (gint64) (decimal.negative ? 0 - sum : sum);
  return TRUE;
}

double
mcp_number_to_double (const char *token,
                      gsize       length)
{
  char small[64];
  g_autofree char *big = NULL;
  char *copy = small;

  if (length >= sizeof small)
    copy = big = g_malloc (length + 1);

  memcpy (copy, token, length);
  copy[length] = '\0';

  return g_ascii_strtod (copy, NULL);
}

/* JSON Schema 2020-12, 6.1.1: 1.0 is an integer. */
gboolean
mcp_number_is_integer (const char *token,
                       gsize       length)
{
  Decimal decimal;
  gboolean more = TRUE;

  if (!decimal_init (&decimal, token, length))
    return TRUE;
  if (decimal.point <= 0)
    return FALSE;

  for (gint64 i = 0; more; i++)
    if (decimal_next (&decimal, &more) != 0 && i >= decimal.point)
      return FALSE;

  return TRUE;
}

static int
compare_magnitudes (Decimal *a,
                    Decimal *b)
{
  gboolean a_more = TRUE;
  gboolean b_more = TRUE;

  if (a->point != b->point)
    return a->point < b->point ? -1 : 1;

  while (a_more || b_more)
    {
      int difference = decimal_next (a, &a_more) - decimal_next (b, &b_more);

      if (difference != 0)
        return difference < 0 ? -1 : 1;
    }

  return 0;
}

/* Returns -1, 0 or 1 as the value of @a is less than, equal to or greater than that of @b. */
int
mcp_number_compare (const char *a,
                    gsize       a_length,
                    const char *b,
                    gsize       b_length)
{
  Decimal left, right;
  gboolean left_is_zero = !decimal_init (&left, a, a_length);
  gboolean right_is_zero = !decimal_init (&right, b, b_length);
  int left_sign = left_is_zero ? 0 : left.negative ? -1 : 1;
  int right_sign = right_is_zero ? 0 : right.negative ? -1 : 1;

  if (left_sign != right_sign)
    return left_sign < right_sign ? -1 : 1;
  if (left_sign == 0)
    return 0;

  return left_sign * compare_magnitudes (&left, &right);
}

/* Exact for integers of 64 bits; with fractions within the error that doubles make. */
gboolean
mcp_number_is_multiple_of (const char *token,
                           gsize       length,
                           const char *divisor,
                           gsize       divisor_length)
{
  gint64 a, b;
  double dividend, by, quotient;

  if (mcp_number_to_int64 (token, length, &a) && mcp_number_to_int64 (divisor, divisor_length, &b))
    return b == -1 || (b != 0 && a % b == 0);

  dividend = mcp_number_to_double (token, length);
  by = mcp_number_to_double (divisor, divisor_length);
  quotient = dividend / by;
  /* Too large, as for 1e308 and 0.5, or none: fmod() is exact, and no number of what has no end or for zero. */
  if (!isfinite (quotient))
    return fmod (dividend, by) == 0;

  return fabs (quotient - rint (quotient)) <= 1e-9 * MAX (1.0, fabs (quotient) * 1e-6);
}
