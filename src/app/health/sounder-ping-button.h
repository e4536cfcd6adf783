/* sounder-ping-button.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PING_BUTTON (sounder_ping_button_get_type ())

/* Sends a probe without waiting for the next one, and says what came of it. Property: session. */
G_DECLARE_FINAL_TYPE (SounderPingButton, sounder_ping_button, SOUNDER, PING_BUTTON, SounderPage)

G_END_DECLS
