/* sounder-composer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-resend.h"

#include "sounder-difference-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_COMPOSER (sounder_composer_get_type ())

/* Sends a message of anybody's making, right or wrong, and compares what comes back with before. */
G_DECLARE_FINAL_TYPE (SounderComposer, sounder_composer, SOUNDER, COMPOSER, AdwWindow)

SounderComposer       *sounder_composer_new            (McpSession      *session,
                                                        McpRecord       *record);   /* (nullable): to send again */
void                   sounder_composer_present        (GtkWidget       *origin,    /* whose session.show-record is asked */
                                                        McpSession      *session,
                                                        McpRecord       *record);   /* (nullable) */
gboolean               sounder_composer_is_busy        (SounderComposer *self);     /* reads what is to be edited */
void                   sounder_composer_set_text       (SounderComposer *self,
                                                        const char      *text);
void                   sounder_composer_set_keep_id    (SounderComposer *self,
                                                        gboolean         keep_id);
gboolean               sounder_composer_send           (SounderComposer *self);
McpResend             *sounder_composer_get_resend     (SounderComposer *self);

G_END_DECLS
