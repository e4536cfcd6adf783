/* sounder-palette.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* What a colour says, for what is drawn by hand and not by the style sheet. */
typedef enum {
  SOUNDER_TONE_TEXT,
  SOUNDER_TONE_DIM,
  SOUNDER_TONE_PILL,         /* behind a label */
  SOUNDER_TONE_RULE,         /* a line between parts */
  SOUNDER_TONE_REQUEST,
  SOUNDER_TONE_RESPONSE,
  SOUNDER_TONE_NOTIFICATION,
  SOUNDER_TONE_ERROR,
  SOUNDER_TONE_WARNING,
  SOUNDER_TONE_BAR,          /* time that was used */
  SOUNDER_TONE_BAR_WAITING,  /* time that goes by */
  SOUNDER_TONE_BAR_FAILED,
  SOUNDER_N_TONES,
} SounderTone;

/* As the style manager has it now: dark or light, high contrast or not. */
GdkRGBA sounder_palette_get     (SounderTone tone);
GdkRGBA sounder_palette_get_for (SounderTone tone,
                                 gboolean    is_dark,
                                 gboolean    is_high_contrast);
void    sounder_palette_watch   (gpointer    object,
                                 GCallback   changed);  /* gets @object */

G_END_DECLS
