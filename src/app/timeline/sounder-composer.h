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
char                  *sounder_composer_dup_text       (SounderComposer *self);
void                   sounder_composer_set_keep_id    (SounderComposer *self,
                                                        gboolean         keep_id);
void                   sounder_composer_set_padding    (SounderComposer *self,
                                                        guint            choice);   /* 0: none … 4: 100 MiB */
gboolean               sounder_composer_send           (SounderComposer *self);
McpResend             *sounder_composer_get_resend     (SounderComposer *self);
SounderDifferenceView *sounder_composer_get_difference (SounderComposer *self);

G_END_DECLS
