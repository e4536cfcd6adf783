/* sounder-freshness.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-freshness.h"

/* How long what a server sent may be shown without asking again, and to whom. */

static char *
dup_time (gint64 msec)
{
  gint64 seconds = (msec + 999) / 1000;

  if (seconds < 60)
    return g_strdup_printf (_("%d s"), (int) seconds);
  if (seconds < 3600)
    return g_strdup_printf (_("%d min"), (int) ((seconds + 59) / 60));
  if (seconds < 48 * 3600)
    return g_strdup_printf (_("%d h"), (int) (seconds / 3600));

  return g_strdup_printf (ngettext ("%d day", "%d days", (int) MIN (seconds / 86400, G_MAXINT)),
                          (int) MIN (seconds / 86400, G_MAXINT));
}

static char *
with_scope (const char *text,
            const char *scope)
{
  g_autofree char *visible = NULL;

  if (scope == NULL)
    return g_strdup (text);
  if (g_str_equal (scope, "public"))
    return g_strdup_printf ("%s · %s", text, _("public"));
  if (g_str_equal (scope, "private"))
    return g_strdup_printf ("%s · %s", text, _("private"));

  visible = mcp_format_label (scope, FALSE);

  return g_strdup_printf ("%s · %s", text, visible);
}

/**
 * sounder_freshness_dup_hint:
 * @ttl_msec: for how many milliseconds an answer is fresh, or -1 when it does not say
 * @scope: (nullable): who may keep it
 *
 * Says what the server said.
 *
 * Returns: (transfer full): translated text
 */
char *
sounder_freshness_dup_hint (gint64      ttl_msec,
                            const char *scope)
{
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (ttl_msec < 0)
    return with_scope (_("does not say for how long it is valid"), scope);
  if (ttl_msec == 0)
    return with_scope (_("valid for the moment only"), scope);

  time = dup_time (ttl_msec);
  /* Translators: %s is a time, such as “4 min”. */
  text = g_strdup_printf (_("valid for %s"), time);

  return with_scope (text, scope);
}

/**
 * sounder_freshness_dup_state:
 * @left_usec: how long it is fresh yet, in microseconds
 * @scope: (nullable): who may keep it
 *
 * Says how fresh something is now.
 *
 * Returns: (transfer full): translated text
 */
char *
sounder_freshness_dup_state (gint64      left_usec,
                             const char *scope)
{
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (left_usec <= 0)
    return with_scope (_("stale"), scope);

  time = dup_time ((left_usec + 999) / 1000);
  /* Translators: %s is a time, such as “4 min”. */
  text = g_strdup_printf (_("fresh for %s"), time);

  return with_scope (text, scope);
}
