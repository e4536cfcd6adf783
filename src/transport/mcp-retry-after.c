/* mcp-retry-after.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include <libsoup/soup.h>

#include "mcp-retry-after.h"

/**
 * mcp_retry_after_to_msec:
 * @value: of the header Retry-After
 *
 * Reads how long a server asks to wait: seconds, or a date (RFC 9110 section 10.2.3). Seconds with
 * a fraction are none by that, and sent all the same. A date that has passed is no wait.
 *
 * Returns: milliseconds from now, or -1
 */
gint64
mcp_retry_after_to_msec (const char *value)
{
  g_autoptr (GDateTime) date = NULL;
  g_autoptr (GDateTime) now = NULL;
  char *end = NULL;
  double seconds;

  g_return_val_if_fail (value != NULL, -1);

  seconds = g_ascii_strtod (value, &end);
  if (end != value && *end == '\0')
    return isfinite (seconds) && seconds >= 0 && seconds < 1e12 ? (gint64) (seconds * 1000) : -1;

  date = soup_date_time_new_from_http_string (value);
  if (date == NULL)
    return -1;
  now = g_date_time_new_now_utc ();

  return MAX (g_date_time_difference (date, now) / 1000, 0);
}
