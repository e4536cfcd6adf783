/* test-palette.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "sounder-palette.h"

/* Where the colours are seen: the view of a list, and the card of a graph. */
static const GdkRGBA light_grounds[] = { { 1, 1, 1, 1 }, { 0.98, 0.98, 0.98, 1 } };
static const GdkRGBA dark_grounds[] = { { 0.12, 0.12, 0.12, 1 }, { 0.212, 0.212, 0.212, 1 } };

static const SounderTone written[] = {
  SOUNDER_TONE_TEXT,         SOUNDER_TONE_REQUEST, SOUNDER_TONE_RESPONSE,
  SOUNDER_TONE_NOTIFICATION, SOUNDER_TONE_ERROR,   SOUNDER_TONE_WARNING,
};

static const SounderTone bars[] = {
  SOUNDER_TONE_BAR,
  SOUNDER_TONE_BAR_WAITING,
  SOUNDER_TONE_BAR_FAILED,
};

static GdkRGBA
blend (GdkRGBA above,
       GdkRGBA below)
{
  GdkRGBA result = {
    above.red * above.alpha + below.red * (1 - above.alpha),
    above.green * above.alpha + below.green * (1 - above.alpha),
    above.blue * above.alpha + below.blue * (1 - above.alpha),
    1,
  };

  return result;
}

static double
linear (double value)
{
  return value <= 0.03928 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

/* As WCAG 2 has it. */
static double
get_contrast (GdkRGBA above,
              GdkRGBA below)
{
  GdkRGBA color = blend (above, below);
  double a = 0.2126 * linear (color.red) + 0.7152 * linear (color.green)
             + 0.0722 * linear (color.blue);
  double b = 0.2126 * linear (below.red) + 0.7152 * linear (below.green)
             + 0.0722 * linear (below.blue);

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}

static void
check (SounderTone tone,
       gboolean    is_dark,
       gboolean    is_high_contrast,
       GdkRGBA     ground,
       double      needed)
{
  GdkRGBA color = sounder_palette_get_for (tone, is_dark, is_high_contrast);
  double contrast = get_contrast (color, ground);

  if (contrast < needed)
    g_error ("tone %u%s%s: contrast %.2f, needed %.2f", tone, is_dark ? ", dark" : "",
             is_high_contrast ? ", high contrast" : "", contrast, needed);
}

static void
test_palette_contrast (void)
{
  for (guint style = 0; style < 4; style++)
    {
      gboolean is_dark = style & 1;
      gboolean is_high = style & 2;
      GdkRGBA pill = sounder_palette_get_for (SOUNDER_TONE_PILL, is_dark, is_high);
      const GdkRGBA *grounds = is_dark ? dark_grounds : light_grounds;

      for (guint i = 0; i < G_N_ELEMENTS (written); i++)
        {
          check (written[i], is_dark, is_high, blend (pill, grounds[0]), is_high ? 7 : 4.5);
          check (written[i], is_dark, is_high, grounds[1], is_high ? 7 : 4.5);
        }
      for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
        for (guint j = 0; j < G_N_ELEMENTS (light_grounds); j++)
          check (bars[i], is_dark, is_high, grounds[j], is_high ? 4.5 : 3);
      check (SOUNDER_TONE_DIM, is_dark, is_high, grounds[0], is_high ? 7 : 4.5);
      check (SOUNDER_TONE_RULE, is_dark, is_high, grounds[0], is_high ? 2 : 1.1);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/palette/contrast", test_palette_contrast);

  return g_test_run ();
}
