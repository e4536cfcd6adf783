/* mcp-health-recent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "mcp-health-recent.h"

/* Before so many answers nothing is usual: the first ones of a program are slower. */
#define MIN_USUAL      3
/* What is slow takes over so many times the usual … */
#define SLOW_TIMES     3
/* … and more than a person would notice: less is the scheduler's, and no news. */
#define MIN_SLOW_USEC  100000
/* A stall takes so much more than the usual. */
#define STALL_OVER_USEC 100000

/* An adaptive timeout is so many times the average, and this. */
#define ADAPTIVE_TIMES     3
#define ADAPTIVE_PLUS_MSEC 1000

void
mcp_health_recent_add_answer (McpHealthRecent *self,
                              gint64           rtt_usec)
{
  gint64 sum_usec = 0;
  guint n;

  self->rtt_usec[self->next] = rtt_usec;
  self->next = (self->next + 1) % MCP_RECENT_USUAL;
  self->n = MIN (self->n + 1, MCP_RECENT_USUAL);

  n = MIN (self->n, MCP_RECENT_ADAPTIVE);
  for (guint i = 1; i <= n; i++)
    sum_usec += self->rtt_usec[(self->next + MCP_RECENT_USUAL - i) % MCP_RECENT_USUAL];

  self->adapted_msec = (guint) MIN (ADAPTIVE_TIMES * sum_usec / n / 1000 + ADAPTIVE_PLUS_MSEC,
                                    G_MAXINT);
}

void
mcp_health_recent_add_timeout (McpHealthRecent         *self,
                               const McpHealthSettings *settings)
{
  guint64 grown_msec = mcp_health_recent_get_timeout_msec (self, settings);

  self->adapted_msec = (guint) MIN (grown_msec * 3 / 2, G_MAXINT);
}

/*
 * How long to wait for the next answer: what the settings say, and when that is adaptive three
 * times the average of the last ten and a second, half as much again after each timeout, never
 * under what the settings say and never over 30 s.
 */
guint
mcp_health_recent_get_timeout_msec (const McpHealthRecent   *self,
                                    const McpHealthSettings *settings)
{
  guint base_msec = settings->timeout_msec;

  if (!settings->adaptive_timeout)
    return base_msec;

  return CLAMP (self->adapted_msec, base_msec, MAX (base_msec, MCP_TIMEOUT_MAX_MSEC));
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
get_usual_usec (const McpHealthRecent *self)
{
  gint64 sorted[MCP_RECENT_USUAL];

  memcpy (sorted, self->rtt_usec, self->n * sizeof *sorted);
  qsort (sorted, self->n, sizeof *sorted, compare);

  return sorted[self->n / 2];
}

gint64
mcp_health_recent_get_slow_usec (const McpHealthRecent *self)
{
  if (self->n < MIN_USUAL)
    return -1;

  return MAX (SLOW_TIMES * get_usual_usec (self), MIN_SLOW_USEC);
}

gint64
mcp_health_recent_get_stall_usec (const McpHealthRecent *self)
{
  if (self->n < MIN_USUAL)
    return -1;

  return MAX (mcp_health_recent_get_slow_usec (self), get_usual_usec (self) + STALL_OVER_USEC);
}
