/* sounder-import-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-risk.h"
#include "mcp-summary.h"
#include "sounder-address.h"
#include "sounder-import-row.h"

/* Takes lines that are safe to show. */
static GtkWidget *
new_lines (const char *visible,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), g_strcmp0 (css_class, "mono") == 0
                                                ? PANGO_WRAP_CHAR
                                                : PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
new_text (const char *text,
          const char *css_class)
{
  g_autofree char *visible = mcp_format_visible (text, -1, FALSE);

  return new_lines (visible, css_class);
}

/* The variables or headers with their values, a line each. */
static void
append_settings (GtkBox     *texts,
                 McpProfile *profile)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  char *setting;

  for (guint i = 0; (setting = mcp_risks_dup_setting (profile, i)) != NULL; i++)
    {
      g_autofree char *visible = mcp_format_exact (setting, -1);

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", visible);
      g_free (setting);
    }
  if (lines->len == 0)
    return;

  gtk_box_append (
      texts,
      new_text (mcp_profile_is_stdio (profile) ? _("with the variables") : _("with the headers"),
                "dim-label"));
  gtk_box_append (texts, new_lines (lines->str, "mono"));
}

/* "clientId x, clientSecret": whom one signs in as, and where to; of secrets the names only. */
static char *
dup_auth (McpProfile *profile)
{
  const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;
  g_autoptr (GString) text = g_string_new (NULL);

  for (McpAuthSetting i = 0; auth != NULL && i < MCP_AUTH_N_SETTINGS; i++)
    {
      const char *value = mcp_auth_settings_get (auth, i);

      if (value == NULL)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", mcp_auth_setting_get_key (i));
      if (!mcp_auth_setting_is_secret (i))
        g_string_append_printf (text, " %s", value);
    }

  /* Translators: %s has settings with their values: "clientId x, issuer https://example.com". */
  return text->len > 0 ? g_strdup_printf (_("signs in with %s"), text->str) : NULL;
}

/* "API_KEY, tenant": what ${input:…} stands for. */
static char *
dup_asked_names (const char *inputs)
{
  g_autoptr (GString) names = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan span;

  if (inputs == NULL || !mcp_json_iter_init (&iter, inputs, strlen (inputs)))
    return NULL;

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      g_autofree char *id = mcp_json_lookup_string (inputs + span.offset, span.length, "id");

      if (id != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", id);
    }

  /* Translators: names of values that a person has to fill in. */
  return names->len > 0 ? g_strdup_printf (_("asks for %s"), names->str) : NULL;
}

/* What a consent would show; each sentence once, the worst first. */
static void
append_risks (GtkBox     *texts,
              McpProfile *profile)
{
  static const char *const css_classes[] = {
    [MCP_RISK_PLAIN] = "dim-label",
    [MCP_RISK_LOOK] = "warning",
    [MCP_RISK_DANGER] = "error",
  };
  g_autoptr (GPtrArray) risks = mcp_risks_find (profile);
  g_autoptr (GHashTable) seen = g_hash_table_new (mcp_str_hash, g_str_equal);

  for (int grade = MCP_RISK_DANGER; grade >= MCP_RISK_PLAIN; grade--)
    for (guint i = 0; i < risks->len; i++)
      {
        const McpRisk *risk = risks->pdata[i];
        g_autofree char *text = NULL;

        if ((int) risk->grade != grade || !g_hash_table_add (seen, risk->text))
          continue;

        /* Translators: how much it matters, and what it is: "To Look At: Downloads something." */
        text = g_strdup_printf (_("%s: %s"), mcp_risk_grade_get_title (grade), risk->text);
        gtk_box_append (texts, new_text (text, css_classes[grade]));
      }
}

/**
 * sounder_import_row_new:
 * @server: a server with a profile
 * @ticked: whether it is wanted
 * @check: (out) (transfer none): what says so from then on
 *
 * Shows all of a server that will be started or reached, without the values of its secrets.
 *
 * Returns: (transfer none): a new row, owned by GTK
 */
GtkWidget *
sounder_import_row_new (const McpClientServer  *server,
                        gboolean                ticked,
                        GtkWidget             **check)
{
  McpProfile *profile = server->profile;
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *address = sounder_address_dup_profile (profile);
  g_autofree char *auth = dup_auth (profile);
  g_autofree char *asked = dup_asked_names (server->inputs);

  *check = gtk_check_button_new ();
  gtk_check_button_set_active (GTK_CHECK_BUTTON (*check), ticked);
  gtk_widget_set_valign (*check, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (*check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mcp_profile_get_name (profile), -1);

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), new_text (mcp_profile_get_name (profile), "heading"));
  gtk_box_append (GTK_BOX (texts), new_text (address, "mono"));
  if (mcp_profile_get_settings (profile)->cwd != NULL)
    {
      g_autofree char *where = g_strdup_printf (_("in %s"), mcp_profile_get_settings (profile)->cwd);

      gtk_box_append (GTK_BOX (texts), new_text (where, "dim-label"));
    }
  append_settings (GTK_BOX (texts), profile);
  if (mcp_profile_is_stdio (profile)
      && mcp_profile_get_settings (profile)->inherit_env == MCP_INHERIT_ALL)
    gtk_box_append (GTK_BOX (texts),
                    new_text (_("All variables, with what is secret in them"), "dim-label"));
  if (auth != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (auth, "dim-label"));
  if (asked != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (asked, "dim-label"));

  append_risks (GTK_BOX (texts), profile);
  if (server->hint != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (server->hint, "warning"));

  gtk_widget_add_css_class (row, "output");
  gtk_box_append (GTK_BOX (row), *check);
  gtk_box_append (GTK_BOX (row), texts);

  return row;
}
