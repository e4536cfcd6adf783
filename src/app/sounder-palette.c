/* sounder-palette.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-palette"

#include "config.h"

#include <adwaita.h>

#include "sounder-palette.h"

/*
 * The colours of libadwaita, for widgets that draw themselves. GTK 4.8 gives no way to read a
 * named colour that newer releases have not deprecated, so they stand here a second time.
 */

typedef struct
{
  const char *light;
  const char *dark;
} Shade;

static const Shade shades[SOUNDER_N_TONES] = {
  [SOUNDER_TONE_TEXT] = { "rgba(0,0,0,0.8)", "rgba(255,255,255,1)" },
  [SOUNDER_TONE_DIM] = { "rgba(0,0,0,0.55)", "rgba(255,255,255,0.6)" },
  [SOUNDER_TONE_PILL] = { "rgba(0,0,0,0.08)", "rgba(255,255,255,0.1)" },
  [SOUNDER_TONE_RULE] = { "rgba(0,0,0,0.15)", "rgba(255,255,255,0.15)" },
  [SOUNDER_TONE_REQUEST] = { "#1c71d8", "#78aeed" },
  [SOUNDER_TONE_RESPONSE] = { "#1b8553", "#57e389" },
  [SOUNDER_TONE_NOTIFICATION] = { "#813d9c", "#dc8add" },
  [SOUNDER_TONE_ERROR] = { "#c01c28", "#ff7b63" },
  [SOUNDER_TONE_WARNING] = { "#9c6e03", "#f8e45c" },
  [SOUNDER_TONE_BAR] = { "#3584e4", "#3584e4" },
  [SOUNDER_TONE_BAR_WAITING] = { "#e5a50a", "#cd9309" },
  [SOUNDER_TONE_BAR_FAILED] = { "#e01b24", "#ed333b" },
};

static void
parse_shades (GdkRGBA colors[][SOUNDER_N_TONES])
{
  for (guint i = 0; i < SOUNDER_N_TONES; i++)
    {
      gboolean parsed = gdk_rgba_parse (&colors[0][i], shades[i].light)
                        && gdk_rgba_parse (&colors[1][i], shades[i].dark);

      g_assert (parsed);
    }
}

/**
 * sounder_palette_get_for:
 * @tone: what the colour says
 * @is_dark: whether it is on a dark ground
 * @is_high_contrast: whether it has to be seen by those who see badly
 *
 * Gets a colour for a style that need not be the one in use.
 *
 * Returns: the colour
 */
GdkRGBA
sounder_palette_get_for (SounderTone tone,
                         gboolean    is_dark,
                         gboolean    is_high_contrast)
{
  static GdkRGBA colors[2][SOUNDER_N_TONES];
  static gboolean parsed;
  GdkRGBA color;

  g_return_val_if_fail (tone < SOUNDER_N_TONES, (GdkRGBA) { 0 });

  if (!parsed)
    {
      parse_shades (colors);
      parsed = TRUE;
    }

  color = colors[is_dark ? 1 : 0][tone];
  /* Rules and grounds stay fainter than what stands on them. */
  if (is_high_contrast)
    color.alpha = color.alpha > 0.3 ? MAX (color.alpha, 0.9f) : color.alpha * 3;

  return color;
}

/**
 * sounder_palette_get:
 * @tone: what the colour says
 *
 * Gets a colour that fits the style in use. Widgets that keep what they drew have to draw again
 * when AdwStyleManager:dark or AdwStyleManager:high-contrast changes.
 *
 * Returns: the colour
 */
GdkRGBA
sounder_palette_get (SounderTone tone)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  return sounder_palette_get_for (tone, adw_style_manager_get_dark (manager),
                                  adw_style_manager_get_high_contrast (manager));
}
