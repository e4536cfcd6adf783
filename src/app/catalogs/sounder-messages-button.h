/* sounder-messages-button.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_MESSAGES_BUTTON (sounder_messages_button_get_type ())

/*
 * What can be done with the messages of a prompt: copy them, and make them arguments of a tool. To be seen while there
 * are some. Properties: workbench, call.
 */
G_DECLARE_FINAL_TYPE (SounderMessagesButton, sounder_messages_button, SOUNDER, MESSAGES_BUTTON, SounderPage)

G_END_DECLS
