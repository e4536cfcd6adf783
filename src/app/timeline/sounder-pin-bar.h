/* sounder-pin-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-annotations.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PIN_BAR (sounder_pin_bar_get_type ())

/* Pins a record, takes a comment on it, and lists what was pinned or commented. */
G_DECLARE_FINAL_TYPE (SounderPinBar, sounder_pin_bar, SOUNDER, PIN_BAR, AdwBin)

void sounder_pin_bar_set_record  (SounderPinBar *self,
                                  McpRecord     *record);   /* (nullable) */
void sounder_pin_bar_toggle      (SounderPinBar *self);
void sounder_pin_bar_set_comment (SounderPinBar *self,
                                  const char    *comment);
void sounder_pin_bar_edit        (SounderPinBar *self);     /* opens the comment */
void sounder_pin_bar_step        (SounderPinBar *self,
                                  gboolean       forward);  /* asks session.show-record for the next one */

G_END_DECLS
