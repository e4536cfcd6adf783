/* sounder-number.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "sounder-number.h"
#include "sounder-text-field.h"

/**
 * sounder_number_parse:
 * @text: what was typed
 * @minimum: the least that makes sense
 * @maximum: the most that makes sense
 * @value: (out): the number
 *
 * Reads a number, with a point whatever the locale.
 *
 * Returns: whether it is a number in the range
 */
gboolean
sounder_number_parse (const char *text,
                      double      minimum,
                      double      maximum,
                      double     *value)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  char *end = NULL;
  double number;

  if (*stripped == '\0')
    return FALSE;

  number = g_ascii_strtod (stripped, &end);
  if (*end != '\0' || !isfinite (number) || number < minimum || number > maximum)
    return FALSE;

  *value = number;

  return TRUE;
}

/**
 * sounder_number_group:
 * @number: how many
 *
 * Writes a count with its thousands grouped as the locale does it; where it has no sign for that, with
 * a narrow space.
 *
 * Returns: (transfer full): the number
 */
char *
sounder_number_group (guint64 number)
{
  char digits[32];
  GString *grouped;
  gsize length;

  if (*localeconv ()->thousands_sep != '\0')
    return g_strdup_printf ("%'" PRIu64, number);

  g_snprintf (digits, sizeof digits, "%" PRIu64, number);
  length = strlen (digits);
  grouped = g_string_sized_new (length + 20);
  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append (grouped, "\u202f");
      g_string_append_c (grouped, digits[i]);
    }

  return g_string_free (grouped, FALSE);
}

/**
 * sounder_number_print:
 * @value: a number
 *
 * Writes a number as short as it can be read back to the thousandth.
 *
 * Returns: (transfer full): the text
 */
char *
sounder_number_print (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.10g", round (value * 1000) / 1000));
}

/**
 * sounder_number_read:
 * @entry: an entry
 * @minimum: the least that makes sense
 * @maximum: the most that makes sense
 * @value: (out): the number
 *
 * Reads a number from an entry, and marks the entry when it is none.
 *
 * Returns: whether it is a number in the range
 */
gboolean
sounder_number_read (GtkEditable *entry,
                     double       minimum,
                     double       maximum,
                     double      *value)
{
  gboolean good = sounder_number_parse (gtk_editable_get_text (entry), minimum, maximum, value);

  sounder_field_mark (GTK_WIDGET (entry), !good);

  return good;
}

/**
 * sounder_number_read_whole:
 * @entry: an entry
 * @maximum: the most that makes sense
 * @value: (out): the number
 *
 * Reads a number without a fraction from an entry, and marks the entry when it is none.
 *
 * Returns: whether it is such a number, from 0 to @maximum
 */
gboolean
sounder_number_read_whole (GtkEditable *entry,
                           guint        maximum,
                           guint       *value)
{
  double number;
  gboolean good = sounder_number_parse (gtk_editable_get_text (entry), 0, maximum, &number)
                  && floor (number) == number;

  sounder_field_mark (GTK_WIDGET (entry), !good);
  if (good)
    *value = (guint) number;

  return good;
}

/* What has passed, for people. */
char *
sounder_number_age (gint64 usec)
{
  gint64 seconds = MAX (usec, 0) / G_USEC_PER_SEC;

  if (seconds < 60)
    return g_strdup_printf (_("%d s"), (int) seconds);
  if (seconds < 3600)
    return g_strdup_printf (_("%d min"), (int) (seconds / 60));

  return g_strdup_printf (_("%d h %d min"), (int) (seconds / 3600), (int) (seconds / 60 % 60));
}

/**
 * sounder_number_share:
 * @share: 0 to 1
 *
 * Writes a share as it is read: 99.96 % are not 100 %, for that word is kept for all.
 *
 * Returns: (transfer full): "99.6 %"
 */
char *
sounder_number_share (double share)
{
  double tenths = share * 1000;

  if (share > 0 && share < 1)
    tenths = CLAMP (round (tenths), 1, 999);

  /* Translators: a share in percent. */
  return g_strdup_printf (_("%g %%"), round (tenths) / 10);
}

/**
 * sounder_number_write:
 * @entry: an entry
 * @value: a number
 *
 * Fills a number in.
 */
void
sounder_number_write (GtkEditable *entry,
                      double       value)
{
  g_autofree char *text = sounder_number_print (value);

  gtk_editable_set_text (entry, text);
}
