/* sounder-protocol-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-catalog-item.h"
#include "mcp-meta.h"
#include "mcp-version.h"
#include "sounder-number.h"
#include "sounder-protocol-settings.h"
#include "sounder-template.h"
#include "sounder-text-field.h"

/**
 * SounderProtocolSettings:
 *
 * The era and the revision must not contradict each other: a revision settles
 * the era, so an era that is chosen has only its own revisions.
 *
 * Servers change what they offer by what the client declares. Each declaration
 * is a switch of its own, and so is each extension; one that is not known here
 * can be added by its identifier.
 */

#define MAX_ROUNDS 1000

typedef enum {
  CAPABILITY_SAMPLING,
  CAPABILITY_SAMPLING_TOOLS,
  CAPABILITY_ELICITATION_FORM,
  CAPABILITY_ELICITATION_URL,
  CAPABILITY_TASKS,
  N_CAPABILITIES,
} Capability;

static const struct
{
  const char *name;
  const char *title;
  const char *subtitle;
} capabilities[N_CAPABILITIES] = {
  { "sampling", N_("Sampling"), N_("The server may ask for a model's answer, which you write") },
  { "sampling.tools", N_("Sampling with tools"), N_("The answer may be the use of a tool") },
  { "elicitation.form", N_("Elicitation by form"), N_("The server may ask you for values") },
  { "elicitation.url", N_("Elicitation by address"),
    N_("The server may ask you to open a page, which is shown first") },
  { "tasks", N_("Questions as tasks"), N_("The server may ask in the background, and come back for the answer") },
};

/* The official ones; the names as in the documentation of the protocol. */
static const struct
{
  const char *id;
  const char *title;
} known_extensions[] = {
  { "io.modelcontextprotocol/tasks", N_("Tasks") },
  { "io.modelcontextprotocol/ui", N_("Apps") },
  { MCP_SKILLS_EXTENSION, N_("Skills") },
  { "io.modelcontextprotocol/oauth-client-credentials", N_("OAuth client credentials") },
  { "io.modelcontextprotocol/enterprise-managed-authorization",
    N_("Enterprise-managed authorization") },
};

/* In the order of the drop-down; the first asks for none. */
static const char *const levels[] = {
  NULL, "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency",
};

struct _SounderProtocolSettings
{
  AdwPreferencesGroup parent_instance;

  gboolean            loading;
  GtkSwitch          *switches[N_CAPABILITIES];
  GPtrArray          *extensions; /* of GtkSwitch, each with its "id" */

  AdwComboRow        *era_row;
  AdwComboRow        *protocol_row;
  GtkStringList      *protocols;
  GtkLabel           *protocol_error;
  AdwExpanderRow     *capabilities_row;
  AdwExpanderRow     *extensions_row;
  GtkEditable        *extension_entry;
  AdwComboRow        *level_row;
  GtkEditable        *rounds_row;
  GtkEditable        *require_row;
  GtkEditable        *meta_row;
  GtkLabel           *meta_error;
};

G_DEFINE_FINAL_TYPE (SounderProtocolSettings, sounder_protocol_settings, ADW_TYPE_PREFERENCES_GROUP)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_label (const char *text,
          gsize       length)
{
  if (length == 0 || !g_ascii_isalpha (text[0]) || !g_ascii_isalnum (text[length - 1]))
    return FALSE;

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '-')
      return FALSE;

  return TRUE;
}

/**
 * sounder_protocol_settings_is_extension_id:
 * @text: what may be an identifier
 *
 * Tells whether it is formed like one of an extension (2026-07-28, basic/versioning): a prefix of
 * labels with dots between them, a slash, and a name, as for the keys of `_meta`.
 */
gboolean
sounder_protocol_settings_is_extension_id (const char *text)
{
  const char *slash = strchr (text, '/');
  const char *label = text;
  gsize length;

  if (slash == NULL)
    return FALSE;

  while (label < slash)
    {
      const char *end = memchr (label, '.', (gsize) (slash - label));

      if (!is_label (label, (gsize) ((end != NULL ? end : slash) - label)))
        return FALSE;
      if (end != NULL && end + 1 == slash)
        return FALSE;
      label = end != NULL ? end + 1 : slash;
    }

  length = strlen (slash + 1);
  if (slash == text || length == 0 || !g_ascii_isalnum (slash[1])
      || !g_ascii_isalnum (slash[length]))
    return FALSE;

  return strspn (slash + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
         == length;
}

/* Says on the closed rows what is on. */
static void
update_summaries (SounderProtocolSettings *self)
{
  g_autoptr (GString) declared = g_string_new (NULL);
  g_autofree char *advertised = NULL;
  guint n = 0;

  for (guint i = 0; i < N_CAPABILITIES; i++)
    if (gtk_switch_get_active (self->switches[i])
        && (i != CAPABILITY_SAMPLING_TOOLS
            || gtk_switch_get_active (self->switches[CAPABILITY_SAMPLING])))
      {
        if (declared->len > 0)
          g_string_append (declared, ", ");
        g_string_append (declared, _(capabilities[i].title));
      }
  for (guint i = 0; i < self->extensions->len; i++)
    n += gtk_switch_get_active (g_ptr_array_index (self->extensions, i));

  advertised = n > 0 ? g_strdup_printf (ngettext ("%u advertised", "%u advertised", n), n)
                     : g_strdup (_("None advertised"));
  adw_expander_row_set_subtitle (self->capabilities_row,
                                 declared->len > 0 ? declared->str : _("None declared"));
  adw_expander_row_set_subtitle (self->extensions_row, advertised);
  gtk_widget_set_sensitive (
    gtk_widget_get_ancestor (GTK_WIDGET (self->switches[CAPABILITY_SAMPLING_TOOLS]),
                             ADW_TYPE_ACTION_ROW),
    gtk_switch_get_active (self->switches[CAPABILITY_SAMPLING]));
}

static void
changed_cb (SounderProtocolSettings *self)
{
  if (self->loading)
    return;

  update_summaries (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static GtkSwitch *
append_switch (SounderProtocolSettings *self,
               AdwExpanderRow          *parent,
               const char              *title,
               const char              *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_expander_row_add_row (parent, row);
  g_signal_connect_object (toggle, "notify::active", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);

  return GTK_SWITCH (toggle);
}

static GtkSwitch *
find_extension (SounderProtocolSettings *self,
                const char              *id)
{
  for (guint i = 0; i < self->extensions->len; i++)
    {
      GtkSwitch *toggle = g_ptr_array_index (self->extensions, i);

      if (g_str_equal (g_object_get_data (G_OBJECT (toggle), "id"), id))
        return toggle;
    }

  return NULL;
}

static GtkSwitch *
append_extension (SounderProtocolSettings *self,
                  const char              *id,
                  const char              *title)
{
  GtkSwitch *toggle = append_switch (self, self->extensions_row, title, title != id ? id : "");

  g_object_set_data_full (G_OBJECT (toggle), "id", g_strdup (id), g_free);
  g_ptr_array_add (self->extensions, toggle);

  return toggle;
}

static void
advertise (SounderProtocolSettings *self,
           const char              *id)
{
  GtkSwitch *toggle = find_extension (self, id);

  if (toggle == NULL)
    toggle = append_extension (self, id, id);
  gtk_switch_set_active (toggle, TRUE);
}

static char *
dup_entered_extension (SounderProtocolSettings *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (self->extension_entry)));
}

static void
add_extension_cb (SounderProtocolSettings *self)
{
  g_autofree char *id = dup_entered_extension (self);

  if (!sounder_protocol_settings_is_extension_id (id))
    return;

  gtk_editable_set_text (self->extension_entry, "");
  advertise (self, id);
  changed_cb (self);
}

static const char *
chosen_protocol (SounderProtocolSettings *self)
{
  guint selected = adw_combo_row_get_selected (self->protocol_row);

  return selected == 0 || selected == GTK_INVALID_LIST_POSITION
           ? NULL
           : gtk_string_list_get_string (self->protocols, selected);
}

/* The newest first, and whatever else the profile has. */
static void
load_protocols (SounderProtocolSettings *self,
                const char              *pinned)
{
  guint selected = 0;

  for (guint version = MCP_VERSION_NEWEST; version > MCP_VERSION_UNKNOWN; version--)
    {
      const char *name = mcp_version_to_string (version);

      gtk_string_list_append (self->protocols, name);
      if (g_strcmp0 (name, pinned) == 0)
        selected = g_list_model_get_n_items (G_LIST_MODEL (self->protocols)) - 1;
    }
  if (pinned != NULL && selected == 0)
    {
      gtk_string_list_append (self->protocols, pinned);
      selected = g_list_model_get_n_items (G_LIST_MODEL (self->protocols)) - 1;
    }

  adw_combo_row_set_selected (self->protocol_row, selected);
}

/**
 * sounder_protocol_settings_load:
 * @self: the settings, not loaded before
 *
 * Shows what a profile says.
 */
void
sounder_protocol_settings_load (SounderProtocolSettings *self,
                                McpProfile              *profile)
{
  const char *const *extensions;
  const char *level;

  g_return_if_fail (SOUNDER_IS_PROTOCOL_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  self->loading = TRUE;
  adw_combo_row_set_selected (self->era_row, mcp_profile_get_settings (profile)->era.choice);
  load_protocols (self, mcp_profile_get_settings (profile)->protocol);
  for (guint i = 0; i < N_CAPABILITIES; i++)
    gtk_switch_set_active (self->switches[i],
                           mcp_profile_get_client_capability (profile, capabilities[i].name));

  extensions = (const char *const *) mcp_profile_get_settings (profile)->era.extensions;
  for (guint i = 0; extensions[i] != NULL; i++)
    advertise (self, extensions[i]);

  level = mcp_profile_get_settings (profile)->era.log_level;
  for (guint i = 1; i < G_N_ELEMENTS (levels); i++)
    if (g_strcmp0 (levels[i], level) == 0)
      adw_combo_row_set_selected (self->level_row, i);
  sounder_number_write (self->rounds_row, mcp_profile_get_settings (profile)->era.max_rounds);
  gtk_editable_set_text (self->require_row, mcp_profile_get_settings (profile)->require != NULL
                                              ? mcp_profile_get_settings (profile)->require
                                              : "");
  if (mcp_profile_get_settings (profile)->meta != NULL)
    gtk_editable_set_text (self->meta_row, mcp_profile_get_settings (profile)->meta);
  update_summaries (self);
  self->loading = FALSE;
}

/* (nullable): nothing is entered. */
static char *
dup_meta (SounderProtocolSettings *self)
{
  char *meta = g_strstrip (g_strdup (gtk_editable_get_text (self->meta_row)));

  if (*meta == '\0')
    g_clear_pointer (&meta, g_free);

  return meta;
}

/**
 * sounder_protocol_settings_validate:
 *
 * Looks whether they make sense, and says beside the fields where they do not.
 *
 * Returns: whether they do
 */
gboolean
sounder_protocol_settings_validate (SounderProtocolSettings *self)
{
  McpEraChoice era;
  const char *pinned;
  g_autofree char *id = NULL;
  g_autofree char *meta = NULL;
  g_autoptr (GError) error = NULL;
  const char *message = NULL;
  double rounds;
  gboolean good;
  gboolean id_is_good;

  g_return_val_if_fail (SOUNDER_IS_PROTOCOL_SETTINGS (self), FALSE);

  era = adw_combo_row_get_selected (self->era_row);
  pinned = chosen_protocol (self);
  id = dup_entered_extension (self);
  if (pinned != NULL && !mcp_era_choice_allows (era, pinned))
    message = _("This revision is not of the chosen era.");

  good = sounder_field_show_error (GTK_WIDGET (self->protocol_row), self->protocol_error, message);
  id_is_good = *id == '\0' || sounder_protocol_settings_is_extension_id (id);
  sounder_field_mark (GTK_WIDGET (self->extension_entry), !id_is_good);

  meta = dup_meta (self);
  if (meta != NULL)
    mcp_meta_check (meta, &error);
  good = sounder_field_show_error (GTK_WIDGET (self->meta_row), self->meta_error, error != NULL ? error->message : NULL)
         && good;

  return sounder_number_read (self->rounds_row, 1, MAX_ROUNDS, &rounds) && good && id_is_good;
}

/* In the order of before; what is new comes last. */
static void
store_extensions (SounderProtocolSettings *self,
                  McpProfile              *profile)
{
  const char *const *before = (const char *const *) mcp_profile_get_settings (profile)->era.extensions;
  g_autofree char *entered = dup_entered_extension (self);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; before[i] != NULL; i++)
    if (gtk_switch_get_active (find_extension (self, before[i])))
      g_ptr_array_add (ids, g_strdup (before[i]));
  for (guint i = 0; i < self->extensions->len; i++)
    {
      GtkSwitch *toggle = g_ptr_array_index (self->extensions, i);
      const char *id = g_object_get_data (G_OBJECT (toggle), "id");

      if (gtk_switch_get_active (toggle) && !g_strv_contains (before, id))
        g_ptr_array_add (ids, g_strdup (id));
    }
  if (*entered != '\0'
      && !g_ptr_array_find_with_equal_func (ids, entered, g_str_equal, NULL))
    g_ptr_array_add (ids, g_strdup (entered));
  g_ptr_array_add (ids, NULL);
  mcp_profile_set_extensions (profile, (const char *const *) ids->pdata);
}

void
sounder_protocol_settings_store (SounderProtocolSettings *self,
                                 McpProfile              *profile)
{
  g_autofree char *meta = NULL;
  guint level;
  double rounds = 1;

  g_return_if_fail (SOUNDER_IS_PROTOCOL_SETTINGS (self));
  g_return_if_fail (MCP_IS_PROFILE (profile));

  mcp_profile_set_era (profile, adw_combo_row_get_selected (self->era_row));
  g_object_set (profile, "protocol", chosen_protocol (self),
                "require", gtk_editable_get_text (self->require_row), NULL);
  for (guint i = 0; i < N_CAPABILITIES; i++)
    mcp_profile_set_client_capability (profile, capabilities[i].name,
                                       gtk_switch_get_active (self->switches[i]));
  store_extensions (self, profile);

  level = adw_combo_row_get_selected (self->level_row);
  g_object_set (profile, "log-level", levels[MIN (level, G_N_ELEMENTS (levels) - 1)], NULL);
  if (sounder_number_parse (gtk_editable_get_text (self->rounds_row), 1, MAX_ROUNDS, &rounds))
    g_object_set (profile, "max-rounds", (guint) rounds, NULL);
  meta = dup_meta (self);
  g_object_set (profile, "meta", meta, NULL);
}

static void
sounder_protocol_settings_dispose (GObject *object)
{
  SounderProtocolSettings *self = SOUNDER_PROTOCOL_SETTINGS (object);

  g_clear_pointer (&self->extensions, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_protocol_settings_parent_class)->dispose (object);
}

static void
sounder_protocol_settings_class_init (SounderProtocolSettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_protocol_settings_dispose;

  /**
   * SounderProtocolSettings::changed:
   *
   * The user changed a field.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-protocol-settings.ui");
  sounder_template_bind (widget_class, SounderProtocolSettings, era_row, protocol_row, protocols,
                         protocol_error, capabilities_row, extensions_row, extension_entry,
                         level_row, rounds_row, require_row, meta_row, meta_error);
  sounder_template_connect (widget_class, changed_cb, add_extension_cb);
}

static void
sounder_protocol_settings_init (SounderProtocolSettings *self)
{
  self->loading = TRUE;
  self->extensions = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < N_CAPABILITIES; i++)
    self->switches[i] = append_switch (self, self->capabilities_row, _(capabilities[i].title),
                                       _(capabilities[i].subtitle));
  for (guint i = 0; i < G_N_ELEMENTS (known_extensions); i++)
    append_extension (self, known_extensions[i].id, _(known_extensions[i].title));
}
