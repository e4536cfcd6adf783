/* sounder-help.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The documents that come with the program, without a network and from inside a sandbox. */
const char *sounder_help_get_topic (const char *page);   /* (nullable): what explains a page */
GtkWidget  *sounder_help_present   (GtkWindow  *parent,
                                    const char *topic);  /* "filters" */

G_END_DECLS
