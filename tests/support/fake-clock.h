/* fake-clock.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-clock.h"

G_BEGIN_DECLS

#define FAKE_TYPE_CLOCK (fake_clock_get_type ())

/* A clock that stands still until it is put forward, and calls its timers then, in their order. */
G_DECLARE_FINAL_TYPE (FakeClock, fake_clock, FAKE, CLOCK, McpClock)

FakeClock *fake_clock_new          (void);                 /* begins at a second */
void       fake_clock_advance      (FakeClock *self,
                                    gint64     usec);
guint      fake_clock_get_n_timers (FakeClock *self);      /* that are set */
guint      fake_clock_get_n_fired  (FakeClock *self);      /* how often it woke somebody up */

G_END_DECLS
