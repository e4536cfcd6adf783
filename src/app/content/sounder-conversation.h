/* sounder-conversation.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Fills a box with the messages of a prompt, each by its role. */
void sounder_conversation_fill            (GtkBox     *box,
                                           GBytes     *result);
/* Appends the "messages" of an object; @none is shown if it has no messages. */
void sounder_conversation_append_messages (GtkBox     *box,
                                           const char *json,
                                           gsize       length,
                                           const char *none);

G_END_DECLS
