/* sounder-pulse-card-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-graph-export.h"
#include "sounder-latency-graph.h"
#include "sounder-pulse-card.h"

G_BEGIN_DECLS

/* Between the files of SounderPulseCard. */
McpSession          *sounder_pulse_card_get_session   (SounderPulseCard *self); /* (nullable) */
SounderLatencyGraph *sounder_pulse_card_get_graph     (SounderPulseCard *self);

/* In sounder-pulse-card-export.c: health.copy-csv, health.export. */
void                 sounder_pulse_card_add_export    (GtkWidgetClass   *widget_class);
void                 sounder_pulse_card_enable_export (SounderPulseCard *self,
                                                       gboolean          has_some);

G_END_DECLS
