/* sounder-help.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The handbook, in its window. */
const char *sounder_help_get_topic (const char *page);   /* (nullable) */
GtkWidget  *sounder_help_present   (GtkWindow  *parent,
                                    const char *topic);  /* "filters" */
void        sounder_help_add_key   (GtkWindow  *window,
                                    const char *topic);  /* must stay */

G_END_DECLS
