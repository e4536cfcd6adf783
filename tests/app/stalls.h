/* stalls.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * How long the main loop is kept from its next round: in processor time of this thread, so that a
 * busy machine changes nothing, and without what it takes to draw.
 */
void   stalls_watch  (GtkWidget  *window);  /* that is shown; one at a time */
double stalls_finish (const char *scene); /* the longest since the last call, in milliseconds; told
                                             with g_test_message() */

G_END_DECLS
