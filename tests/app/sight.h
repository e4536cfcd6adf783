/* sight.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/*
 * What a person would see that is wrong with a window as it is now: a widget that is cut off, two that
 * lie upon each other, a target that is too small for a finger, a text that is hardly to be told from
 * what is behind it. Each is told with g_test_message() after @scene, and counted.
 */
guint sight_find_clipped  (GtkWidget *window, const char *scene);
guint sight_find_overlaps (GtkWidget *window, const char *scene);
guint sight_find_small    (GtkWidget *window, const char *scene);
guint sight_find_faint    (GtkWidget *window, const char *scene);

G_END_DECLS
