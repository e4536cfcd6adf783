/* sounder-freshness.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Caching hints (2026-07-28, server/utilities/caching) for people. */
char *sounder_freshness_dup_hint  (gint64      ttl_msec,  /* -1: none was given */
                                   const char *scope);    /* (nullable): "public", "private" */
char *sounder_freshness_dup_state (gint64      left_usec, /* 0 or less: stale */
                                   const char *scope);    /* (nullable) */

G_END_DECLS
