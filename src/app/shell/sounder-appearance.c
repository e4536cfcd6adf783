/* sounder-appearance.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "sounder-appearance.h"
#include "sounder-settings.h"

#define CODE_FONT_CSS "/io/github/mcp_sounder/Sounder/code-font.css"

static void
apply_style_scheme (void)
{
  g_autofree char *scheme = sounder_settings_dup_string ("style-scheme", "system");
  AdwColorScheme color_scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (scheme, "light"))
    color_scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (scheme, "dark"))
    color_scheme = ADW_COLOR_SCHEME_FORCE_DARK;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), color_scheme);
}

/* As a string of CSS (CSS Syntax 3, section 4.3.5). */
static char *
quote (const char *name)
{
  GString *out = g_string_new ("\"");

  for (; *name != '\0'; name++)
    if (g_ascii_iscntrl (*name) || *name == '"' || *name == '\\')
      g_string_append_printf (out, "\\%x ", (guchar) *name);
    else
      g_string_append_c (out, *name);
  g_string_append_c (out, '"');

  return g_string_free (out, FALSE);
}

static char *
make_css (void)
{
  g_autoptr (GBytes) rule = g_resources_lookup_data (CODE_FONT_CSS, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *font = sounder_settings_dup_string ("code-font", "");
  GString *css = g_string_new_len (g_bytes_get_data (rule, NULL), g_bytes_get_size (rule));

  if (*font != '\0')
    {
      g_autofree char *quoted = quote (font);
      g_autofree char *family = g_strdup_printf ("font-family: %s, monospace;", quoted);

      g_string_replace (css, "font-family: monospace;", family, 1);
    }

  return g_string_free (css, FALSE);
}

/* As the desktop does it: a style sheet would leave out what libadwaita gives in points, as headings and captions. */
static void
apply_text_size (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  guint percent = CLAMP (sounder_settings_get_uint ("text-percent", 100), SOUNDER_MIN_TEXT_PERCENT,
                         SOUNDER_MAX_TEXT_PERCENT);
  int dpi;

  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  if (percent == 100)
    return;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", (int) ((dpi > 0 ? dpi : 96 * 1024) * percent / 100), NULL);
}

void
sounder_appearance_apply (void)
{
  static GtkCssProvider *provider;
  g_autofree char *css = make_css ();

  apply_style_scheme ();
  apply_text_size ();

  if (provider == NULL)
    {
      provider = gtk_css_provider_new ();
      /* Below that of the application, whose rules may say otherwise of a part. */
      gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
                                                  GTK_STYLE_PROVIDER_PRIORITY_SETTINGS);
    }
  gtk_css_provider_load_from_data (provider, css, -1);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

char **
sounder_appearance_dup_code_fonts (GtkWidget *widget)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree PangoFontFamily **families = NULL;
  int n_families;

  pango_context_list_families (gtk_widget_get_pango_context (widget), &families, &n_families);
  for (int i = 0; i < n_families; i++)
    if (pango_font_family_is_monospace (families[i]))
      g_ptr_array_add (names, g_strdup (pango_font_family_get_name (families[i])));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_steal (names, NULL);
}
