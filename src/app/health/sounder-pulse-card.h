/* sounder-pulse-card.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-time-span.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PULSE_CARD (sounder_pulse_card_get_type ())

/*
 * The round trips of a session as a graph, a distribution and a table, over a span of time.
 * Properties: session, logarithmic, shows-requests. Signals: changed (what is in sight).
 */
G_DECLARE_FINAL_TYPE (SounderPulseCard, sounder_pulse_card, SOUNDER, PULSE_CARD, SounderPage)

SounderTimeSpan *sounder_pulse_card_get_span       (SounderPulseCard    *self);
void             sounder_pulse_card_get_statistics (SounderPulseCard    *self,
                                                    McpHealthStatistics *statistics);

G_END_DECLS
