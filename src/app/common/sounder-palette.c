/* sounder-palette.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "sounder-palette.h"

/*
 * The colours of libadwaita, for widgets that draw themselves. GTK 4.8 gives no way to read a
 * named colour that newer releases have not deprecated, so they stand here a second time.
 *
 * What is written with them is read on a pill, which is a little darker than the ground: they
 * contrast 4.5 to 1 there, and 7 to 1 in high contrast. Bars do 3 to 1, or 4.5 to 1.
 */

#define N_STYLES 4

/* Light, dark, and the two in high contrast. */
static const char *const shades[SOUNDER_N_TONES][N_STYLES] = {
  [SOUNDER_TONE_TEXT] = { "rgba(0,0,0,0.8)", "rgba(255,255,255,1)",
                          "rgba(0,0,0,0.9)", "rgba(255,255,255,1)" },
  [SOUNDER_TONE_DIM] = { "rgba(0,0,0,0.55)", "rgba(255,255,255,0.6)",
                         "rgba(0,0,0,0.9)", "rgba(255,255,255,0.9)" },
  /* Under what is written: stronger would be harder to read. */
  [SOUNDER_TONE_PILL] = { "rgba(0,0,0,0.08)", "rgba(255,255,255,0.1)",
                          "rgba(0,0,0,0.08)", "rgba(255,255,255,0.1)" },
  [SOUNDER_TONE_RULE] = { "rgba(0,0,0,0.15)", "rgba(255,255,255,0.15)",
                          "rgba(0,0,0,0.45)", "rgba(255,255,255,0.45)" },
  [SOUNDER_TONE_REQUEST] = { "#1a65be", "#78aeed", "#134a94", "#a8cbf5" },
  [SOUNDER_TONE_RESPONSE] = { "#177749", "#57e389", "#0d5735", "#8ff0a4" },
  [SOUNDER_TONE_NOTIFICATION] = { "#813d9c", "#dc8add", "#613583", "#eab8eb" },
  [SOUNDER_TONE_ERROR] = { "#c01c28", "#ff7b63", "#98121d", "#ffb5a8" },
  [SOUNDER_TONE_WARNING] = { "#876000", "#f8e45c", "#664600", "#f9f06b" },
  [SOUNDER_TONE_BAR] = { "#3584e4", "#3584e4", "#1a5fb4", "#71a9ec" },
  [SOUNDER_TONE_BAR_WAITING] = { "#bf8300", "#cd9309", "#8a5a00", "#f5c211" },
  [SOUNDER_TONE_BAR_FAILED] = { "#e01b24", "#f04850", "#a51d2d", "#ff8a7a" },
};

static void
parse_shades (GdkRGBA colors[N_STYLES][SOUNDER_N_TONES])
{
  for (guint i = 0; i < SOUNDER_N_TONES; i++)
    for (guint style = 0; style < N_STYLES; style++)
      {
        gboolean parsed = gdk_rgba_parse (&colors[style][i], shades[i][style]);

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
  static GdkRGBA colors[N_STYLES][SOUNDER_N_TONES];
  static gboolean parsed;

  g_return_val_if_fail (tone < SOUNDER_N_TONES, (GdkRGBA) { 0 });

  if (!parsed)
    {
      parse_shades (colors);
      parsed = TRUE;
    }

  return colors[(is_dark ? 1 : 0) + (is_high_contrast ? 2 : 0)][tone];
}

/**
 * sounder_palette_get:
 * @tone: what the colour says
 *
 * Gets a colour that fits the style in use. Widgets that keep what they drew have to draw again
 * when another one is in use, see sounder_palette_watch().
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

/**
 * sounder_palette_watch:
 * @object: (type GObject): who is told, as long as it lives
 * @changed: called with @object
 *
 * Tells when all colours are others.
 */
void
sounder_palette_watch (gpointer  object,
                       GCallback changed)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", changed, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", changed, object, G_CONNECT_SWAPPED);
}
