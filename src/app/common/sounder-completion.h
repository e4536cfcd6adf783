/* sounder-completion.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-session.h"

G_BEGIN_DECLS

/* The arguments beside @argument as a JSON object of strings; (transfer full) (nullable). */
typedef char *(*SounderContextFunc) (const char *argument,
                                     gpointer    user_data);

#define SOUNDER_TYPE_COMPLETION (sounder_completion_get_type ())

/* Asks the server how what is typed could go on, and offers that under the entry. */
G_DECLARE_FINAL_TYPE (SounderCompletion, sounder_completion, SOUNDER, COMPLETION, GObject)

SounderCompletion *sounder_completion_new         (GtkEntry           *entry,
                                                   const char         *argument,
                                                   SounderContextFunc  context,
                                                   gpointer            user_data);
void               sounder_completion_set_target  (SounderCompletion  *self,
                                                   McpSession         *session,   /* (nullable): nothing is asked */
                                                   gboolean            is_prompt,
                                                   const char         *ref);      /* a prompt's name or a URI template */
gboolean           sounder_completion_is_open     (SounderCompletion  *self);
guint              sounder_completion_get_n_shown (SounderCompletion  *self);
void               sounder_completion_accept      (SounderCompletion  *self,
                                                   guint               i);

G_END_DECLS
