/* sounder-distribution.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-health.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_DISTRIBUTION (sounder_distribution_get_type ())

/* How often round trips took how long: a histogram with its percentiles. */
G_DECLARE_FINAL_TYPE (SounderDistribution, sounder_distribution, SOUNDER, DISTRIBUTION, GtkWidget)

void  sounder_distribution_show            (SounderDistribution       *self,
                                            McpSampleStore            *store,      /* (nullable) */
                                            gint64                     start_usec,
                                            gint64                     end_usec,
                                            const McpHealthStatistics *statistics);
void  sounder_distribution_set_logarithmic (SounderDistribution      *self,
                                            gboolean                   is_logarithmic);
guint sounder_distribution_get_n_bars      (SounderDistribution       *self);
guint sounder_distribution_get_bar         (SounderDistribution       *self,
                                            guint                      bar,
                                            gint64                    *from_usec,
                                            gint64                    *to_usec);
char *sounder_distribution_dup_description (SounderDistribution       *self);

G_END_DECLS
