/* sounder-conversation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Fills a box with the messages of a prompt, each by its role. */
void sounder_conversation_fill (GtkBox *box,
                                GBytes *result);

G_END_DECLS
