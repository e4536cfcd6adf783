/* mcp-query-ranges.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-query-private.h"

/*
 * The values that are numbers: "3", ">3", "<=3", "3..5", "3..", "..5", with units. What stands
 * alone takes all that is the same as far as it is written: "10ms" goes up to 10.999 ms.
 */

#define USEC_PER_DAY (24 * G_TIME_SPAN_HOUR)

/* One end of a range. */
typedef struct
{
  gint64      value;
  gint64      precision;  /* what is below it was not written */
  McpTimeBase base;
  gboolean    is_group;   /* a whole group, as 4xx: stands alone */
} Point;

typedef gboolean (*ReadPointFunc) (const char *text,
                                   Point      *point);

typedef struct
{
  const char *name;
  gint64      factor;
} Unit;

static const Unit durations[] = {
  { "us", 1 },
  { "\xc2\xb5s", 1 },
  { "\xce\xbcs", 1 },
  { "ms", G_TIME_SPAN_MILLISECOND },
  { "s", G_TIME_SPAN_SECOND },
  { "m", G_TIME_SPAN_MINUTE },
  { "min", G_TIME_SPAN_MINUTE },
  { "h", G_TIME_SPAN_HOUR },
};

static const Unit sizes[] = {
  { "", 1 },
  { "b", 1 },
  { "k", 1000 },
  { "kb", 1000 },
  { "m", 1000 * 1000 },
  { "mb", 1000 * 1000 },
  { "g", 1000 * 1000 * 1000 },
  { "gb", 1000 * 1000 * 1000 },
  { "ki", 1024 },
  { "kib", 1024 },
  { "mi", 1024 * 1024 },
  { "mib", 1024 * 1024 },
  { "gi", 1024 * 1024 * 1024 },
  { "gib", 1024 * 1024 * 1024 },
};

static const Unit *
find_unit (const Unit *units,
           guint       n_units,
           const char *name)
{
  for (guint i = 0; i < n_units; i++)
    {
      if (g_ascii_strcasecmp (units[i].name, name) == 0)
        return &units[i];
    }

  return NULL;
}

/* Digits, perhaps with a point and more of them, and a unit. Few enough of them to be exact. */
static gboolean
read_quantity (const char *text,
               const Unit *units,
               guint       n_units,
               Point      *point)
{
  gsize n_whole = strspn (text, "0123456789");
  const char *fraction = text[n_whole] == '.' ? text + n_whole + 1 : "";
  gsize n_fraction = strspn (fraction, "0123456789");
  const char *rest = text + n_whole + (n_fraction > 0 ? 1 + n_fraction : 0);
  const Unit *unit = find_unit (units, n_units, rest);
  gint64 whole = 0;
  gint64 part = 0;
  gint64 scale = 1;

  if (n_whole == 0 || n_whole > 12 || n_fraction > 9)
    return FALSE;
  /* Zero is the same in all units. */
  if (unit == NULL && *rest == '\0' && strspn (text, "0.") == strlen (text))
    unit = &units[0];
  if (unit == NULL)
    return FALSE;

  for (gsize i = 0; i < n_whole; i++)
    whole = whole * 10 + (text[i] - '0');
  if (whole > G_MAXINT64 / 4 / unit->factor)
    return FALSE;

  for (gsize i = 0; i < n_fraction; i++)
    {
      part = part * 10 + (fraction[i] - '0');
      scale *= 10;
    }

  /* What is finer than a microsecond or a byte is nothing. */
  point->value = whole * unit->factor + part * unit->factor / scale;
  point->precision = MAX (unit->factor / scale, 1);

  return TRUE;
}

static gboolean
read_duration (const char *text,
               Point      *point)
{
  return read_quantity (text, durations, G_N_ELEMENTS (durations), point);
}

static gboolean
read_size (const char *text,
           Point      *point)
{
  return read_quantity (text, sizes, G_N_ELEMENTS (sizes), point);
}

static gboolean
read_number (const char *text,
             Point      *point)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT32, &number, NULL))
    return FALSE;

  point->value = number;

  return TRUE;
}

/* "404", or "4xx" (RFC 9110 section 15). */
static gboolean
read_status (const char *text,
             Point      *point)
{
  if (strlen (text) != 3 || *text < '1' || *text > '9')
    return FALSE;

  if (g_ascii_strcasecmp (text + 1, "xx") == 0)
    {
      point->value = g_ascii_digit_value (*text) * 100;
      point->precision = 100;
      point->is_group = TRUE;
      return TRUE;
    }

  return read_number (text, point);
}

/* Two digits. */
static gboolean
read_two (const char **text,
          guint        limit,
          gint64      *value)
{
  const char *at = *text;

  if (!g_ascii_isdigit (at[0]) || !g_ascii_isdigit (at[1]))
    return FALSE;

  *value = (at[0] - '0') * 10 + (at[1] - '0');
  *text = at + 2;

  return *value < limit;
}

/* "14:03", "14:03:21", "14:03:21.5": microseconds since midnight. */
static gboolean
read_time_of_day (const char *text,
                  Point      *point)
{
  gint64 hours, minutes, seconds;

  if (!read_two (&text, 24, &hours) || *text++ != ':' || !read_two (&text, 60, &minutes))
    return FALSE;

  point->value = hours * G_TIME_SPAN_HOUR + minutes * G_TIME_SPAN_MINUTE;
  point->precision = G_TIME_SPAN_MINUTE;
  if (*text == '\0')
    return TRUE;

  if (*text++ != ':' || !read_two (&text, 60, &seconds))
    return FALSE;
  point->value += seconds * G_TIME_SPAN_SECOND;
  point->precision = G_TIME_SPAN_SECOND;
  if (*text == '.' && text[1] != '\0')
    {
      for (text++; g_ascii_isdigit (*text) && point->precision > 1; text++)
        {
          point->precision /= 10;
          point->value += point->precision * (*text - '0');
        }
    }

  return *text == '\0';
}

/* "2025-11-20", or that, a T and a time of day; local time. */
static gboolean
read_date (const char *text,
           Point      *point)
{
  g_autofree char *whole = g_strdup_printf ("%.10sT00:00:00", text);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (whole, zone);
  g_autoptr (GDateTime) exact = NULL;
  Point time = { 0, USEC_PER_DAY, MCP_TIME_DAY, FALSE };

  if (date == NULL)
    return FALSE;
  if (text[10] != '\0' && (text[10] != 'T' || !read_time_of_day (text + 11, &time)))
    return FALSE;

  /* By the clock on the wall: a day may have 23 hours. */
  exact = g_date_time_new (zone, g_date_time_get_year (date), g_date_time_get_month (date),
                           g_date_time_get_day_of_month (date), time.value / G_TIME_SPAN_HOUR,
                           time.value / G_TIME_SPAN_MINUTE % 60,
                           time.value % G_TIME_SPAN_MINUTE / (double) G_TIME_SPAN_SECOND);
  if (exact == NULL)
    return FALSE;

  point->value = g_date_time_to_unix (exact) * G_USEC_PER_SEC
                 + g_date_time_get_microsecond (exact);
  point->precision = time.precision;
  point->base = MCP_TIME_EPOCH;

  return TRUE;
}

static gboolean
read_time (const char *text,
           Point      *point)
{
  if (*text == '+' || *text == '-')
    {
      if (!read_duration (text + 1, point))
        return FALSE;
      point->base = *text == '+' ? MCP_TIME_START : MCP_TIME_LAST;
      if (*text == '-')
        point->value = -point->value;
      return TRUE;
    }

  if (strlen (text) >= 10 && text[4] == '-' && text[7] == '-')
    return read_date (text, point);

  point->base = MCP_TIME_DAY;

  return read_time_of_day (text, point);
}

static gboolean
read_point (ReadPointFunc  read,
            const char    *text,
            Point         *point)
{
  *point = (Point) { 0, 1, MCP_TIME_START, FALSE };

  return read (text, point);
}

/* "a..b", of which one may be missing. */
static gboolean
read_between (McpTerm       *term,
              const char    *text,
              const char    *dots,
              ReadPointFunc  read)
{
  g_autofree char *first = g_strndup (text, dots - text);
  const char *second = dots + 2;
  Point low = { .value = G_MININT64 };
  Point high = { .value = G_MAXINT64 };

  if ((*first == '\0' && *second == '\0')
      || (*first != '\0' && (!read_point (read, first, &low) || low.is_group))
      || (*second != '\0' && (!read_point (read, second, &high) || high.is_group)))
    return FALSE;
  if (*first != '\0' && *second != '\0' && low.base != high.base)
    return FALSE;

  term->base = *first != '\0' ? low.base : high.base;
  term->low = low.value;
  term->high = high.value;
  /* From 23:00 to 01:00 is a night; from 5 to 3 is a slip. */
  if (term->low > term->high && term->base != MCP_TIME_DAY)
    {
      term->low = high.value;
      term->high = low.value;
    }

  return TRUE;
}

static gboolean
read_range (McpTerm       *term,
            const char    *text,
            ReadPointFunc  read)
{
  const char *dots = strstr (text, "..");
  gboolean below = *text == '<';
  gboolean above = *text == '>';
  gboolean equal = (below || above) && text[1] == '=';
  Point point;

  if (dots != NULL)
    return read_between (term, text, dots, read);
  if (!read_point (read, text + (below || above) + equal, &point))
    return FALSE;
  if (point.is_group && (below || above))
    return FALSE;

  /* Alone, "-5m" is since then. */
  above = above || (!below && point.base == MCP_TIME_LAST);
  term->base = point.base;
  term->low = below ? G_MININT64 : point.value + (above && !equal);
  term->high = above ? G_MAXINT64 : point.value + point.precision - 1;
  if (below)
    term->high = equal ? point.value : point.value - 1;

  return TRUE;
}

/*
 * mcp_query_read_range:
 * @term: (inout): a term; its type says what the numbers are
 * @text: the value
 *
 * Reads the bounds of a term.
 *
 * Returns: %FALSE when the value is none
 */
gboolean
mcp_query_read_range (McpTerm    *term,
                      const char *text)
{
  if (term->type == MCP_TERM_TOOK)
    return read_range (term, text, read_duration);
  if (term->type == MCP_TERM_SIZE)
    return read_range (term, text, read_size);
  if (term->type == MCP_TERM_TIME || term->type == MCP_TERM_DURING)
    return read_range (term, text, read_time);
  if (term->type == MCP_TERM_HTTP)
    return read_range (term, text, read_status);

  return read_range (term, text, read_number);
}
