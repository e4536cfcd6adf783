/* mcp-backoff.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-backoff.h"

/**
 * mcp_backoff_next:
 *
 * Counts another attempt and gets how long to wait before it: the base, doubled with each
 * attempt up to the maximum, then moved by up to a quarter either way. The jitter is over the
 * maximum too, or clients that have all reached it would come back together after all.
 *
 * Returns: the wait in milliseconds
 */
guint
mcp_backoff_next (McpBackoff *self)
{
  guint64 msec;
  double jitter;

  g_return_val_if_fail (self != NULL, 0);

  /* Beyond 31 doublings any base has met any maximum. */
  msec = MIN ((guint64) self->base_msec << MIN (self->attempt, 31), self->max_msec);
  if (self->attempt < G_MAXUINT)
    self->attempt++;

  jitter = self->rand != NULL ? g_rand_double_range (self->rand, -0.25, 0.25)
                              : g_random_double_range (-0.25, 0.25);

  return (guint) MIN (msec + jitter * msec, G_MAXUINT);
}

/* Begins again: the next wait is the base. For a connection that has worked. */
void
mcp_backoff_reset (McpBackoff *self)
{
  g_return_if_fail (self != NULL);

  self->attempt = 0;
}
