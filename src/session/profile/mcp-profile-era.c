/* mcp-profile-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-answer-rules.h"
#include "mcp-catalog-item.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-profile-private.h"
#include "mcp-task.h"
#include "mcp-version.h"

/*
 * What a profile says of the protocol: the era, what the client declares of itself, and how the
 * server's questions are answered.
 */

/* By the bits of MCP_PROFILE_DEFAULT_CAPABILITIES; “roots” has a setting of its own that is older. */
static const char * const capability_names[] = {
  "sampling", "sampling.tools", "sampling.context", "elicitation.form", "elicitation.url",
  "tasks", NULL,
};

/* What an extension is declared with where nothing is set; others have no settings. */
static const struct
{
  const char *id;
  const char *settings;
} extension_settings[] = {
  { "io.modelcontextprotocol/ui", "{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}" },
};

gboolean
mcp_profile_read_capabilities (const McpSettingsReader  *sounder,
                               McpProfileSettings       *self,
                               GError                  **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (sounder, "clientCapabilities", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_OBJECT)
    return mcp_settings_fail (sounder, "clientCapabilities", _("an object of true and false"), error);

  for (guint i = 0; capability_names[i] != NULL; i++)
    {
      McpSpan span;

      if (!mcp_json_edit_find (text, length, capability_names[i], &span))
        continue;
      if (mcp_json_get_type (text + span.offset, span.length) != MCP_JSON_BOOLEAN)
        return mcp_settings_fail (sounder, "clientCapabilities", _("an object of true and false"), error);

      if (text[span.offset] == 't')
        self->era.capabilities |= 1u << i;
      else
        self->era.capabilities &= ~(1u << i);
    }

  return TRUE;
}

/* An array of identifiers, or an object with the settings of each. */
gboolean
mcp_profile_read_extensions (const McpSettingsReader  *sounder,
                             McpProfileSettings       *self,
                             GError                  **error)
{
  McpProfileEra *era = &self->era;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_settings_find (sounder, "extensions", &text, &length, &type))
    return TRUE;
  if (!mcp_json_iter_init (&iter, text, length))
    return mcp_settings_fail (sounder, "extensions", _("an array of strings, or an object of objects"),
                              error);

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpSpan name = iter.is_object ? key : value;
      g_autofree char *id = NULL;

      if (text[name.offset] != '"' || (iter.is_object && text[value.offset] != '{'))
        return mcp_settings_fail (sounder, "extensions",
                                  _("an array of strings, or an object of objects"), error);
      id = mcp_json_dup_string (text + name.offset, name.length);
      g_strv_builder_add (builder, id);
    }

  g_free (era->extension_settings);
  era->extension_settings = iter.is_object ? g_strndup (text, length) : NULL;
  g_strfreev (era->extensions);
  era->extensions = g_strv_builder_end (builder);

  return TRUE;
}

gboolean
mcp_profile_read_answers (const McpSettingsReader  *sounder,
                          McpProfileSettings       *self,
                          GError                  **error)
{
  McpAnswerRules *answers;
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_find (sounder, "answers", &text, &length, &type))
    return TRUE;

  answers = mcp_answer_rules_new_from_json (text, length, error);
  if (answers == NULL)
    {
      g_prefix_error (error, _("Server “%s”: “sounder.answers”: "), sounder->server);
      return FALSE;
    }
  mcp_answer_rules_free (self->era.answers);
  self->era.answers = answers;

  return TRUE;
}

void
mcp_profile_write_capabilities (const McpProfileSettings  *was,
                                const McpProfileSettings  *now,
                                char                     **sounder)
{
  guint changed = now->era.capabilities ^ MCP_PROFILE_DEFAULT_CAPABILITIES;
  g_autoptr (GString) json = g_string_new ("{");

  if (was->era.capabilities == now->era.capabilities)
    return;

  for (guint i = 0; capability_names[i] != NULL; i++)
    if ((changed & 1u << i) != 0)
      mcp_json_append_member (json, capability_names[i],
                              (now->era.capabilities & 1u << i) != 0 ? "true" : "false");
  g_string_append_c (json, '}');
  mcp_json_edit_set (sounder, "clientCapabilities", json->len > 2 ? json->str : NULL);
}

/* What @id is declared with; never NULL. */
static char *
dup_settings (const McpProfileEra *self,
              const char          *id)
{
  const char *text = self->extension_settings;
  McpJsonIter iter;
  McpSpan key, value;

  if (text != NULL && mcp_json_iter_init (&iter, text, strlen (text)))
    while (mcp_json_iter_next (&iter, &key, &value))
      if (mcp_json_key_equal (text + key.offset, key.length, id))
        return g_strndup (text + value.offset, value.length);

  for (gsize i = 0; i < G_N_ELEMENTS (extension_settings); i++)
    if (strcmp (extension_settings[i].id, id) == 0)
      return g_strdup (extension_settings[i].settings);

  return g_strdup ("{}");
}

/* In the form that was read. */
void
mcp_profile_write_extensions (const McpProfileSettings  *was,
                              const McpProfileSettings  *now,
                              char                     **sounder)
{
  char **extensions = now->era.extensions;
  gboolean has_settings = now->era.extension_settings != NULL;
  g_autoptr (GString) json = g_string_new (has_settings ? "{" : "[");

  if (g_strv_equal ((const char * const *) was->era.extensions, (const char * const *) extensions))
    return;

  for (guint i = 0; extensions[i] != NULL; i++)
    {
      g_autofree char *settings = dup_settings (&now->era, extensions[i]);

      if (i > 0)
        g_string_append (json, ", ");
      mcp_json_append_string (json, extensions[i], -1);
      if (has_settings)
        g_string_append_printf (json, ": %s", settings);
    }
  g_string_append_c (json, has_settings ? '}' : ']');
  mcp_json_edit_set (sounder, "extensions", json->str);
}

void
mcp_profile_write_answers (const McpProfileSettings  *was,
                           const McpProfileSettings  *now,
                           char                     **sounder)
{
  g_autofree char *old_answers = mcp_answer_rules_to_json (was->era.answers);
  g_autofree char *answers = mcp_answer_rules_to_json (now->era.answers);

  if (strcmp (old_answers, answers) != 0)
    mcp_json_edit_set (sounder, "answers",
                       mcp_answer_rules_get_n (now->era.answers) > 0 ? answers : NULL);
}

McpEraChoice
mcp_era_choice_from_string (const char *name)
{
  for (guint i = 0; mcp_era_names[i] != NULL; i++)
    if (g_strcmp0 (name, mcp_era_names[i]) == 0)
      return i;

  return MCP_ERA_CHOICE_AUTO;
}

/* Whether a revision is of the era that was chosen; any is, where the server is asked. */
gboolean
mcp_era_choice_allows (McpEraChoice  choice,
                       const char   *version)
{
  gboolean is_modern = mcp_version_is_modern (mcp_version_from_string (version));

  return choice == MCP_ERA_CHOICE_AUTO || is_modern == (choice == MCP_ERA_CHOICE_MODERN);
}

void
mcp_profile_set_era (McpProfile   *self,
                     McpEraChoice  choice)
{
  g_object_set (self, "era", choice, NULL);
}

/**
 * mcp_profile_choose_era:
 * @choice: what to connect as
 *
 * Sets the era. A revision that was pinned stays only where it is of that era; where the server is
 * to be asked, none stays.
 */
void
mcp_profile_choose_era (McpProfile   *self,
                        McpEraChoice  choice)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  if (choice == MCP_ERA_CHOICE_AUTO
      || !mcp_era_choice_allows (choice, self->settings.protocol))
    g_object_set (self, "protocol", NULL, NULL);
  mcp_profile_set_era (self, choice);
}

static guint
capability_bit (const char *capability)
{
  for (guint i = 0; capability_names[i] != NULL; i++)
    if (strcmp (capability, capability_names[i]) == 0)
      return 1u << i;

  return 0;
}

/**
 * mcp_profile_get_client_capability:
 * @capability: “sampling”, “sampling.tools”, “sampling.context”, “elicitation.form”,
 *   “elicitation.url”, “tasks” or “roots”
 *
 * Gets whether the client declares a capability to this server.
 */
gboolean
mcp_profile_get_client_capability (McpProfile *self,
                                   const char *capability)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);
  g_return_val_if_fail (capability != NULL, FALSE);

  if (strcmp (capability, "roots") == 0)
    return self->settings.advertise_roots;

  return (self->settings.era.capabilities & capability_bit (capability)) != 0;
}

/**
 * mcp_profile_set_client_capability:
 * @capability: as for mcp_profile_get_client_capability()
 * @declare: whether to declare it
 *
 * Sets what the client declares. Before 2026-07-28 it takes effect at the next connection, from
 * then on with the next request.
 */
void
mcp_profile_set_client_capability (McpProfile *self,
                                   const char *capability,
                                   gboolean    declare)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (capability != NULL);

  if (strcmp (capability, "roots") == 0)
    g_object_set (self, "advertise-roots", declare, NULL);
  else if (declare)
    self->settings.era.capabilities |= capability_bit (capability);
  else
    self->settings.era.capabilities &= ~capability_bit (capability);
}

void
mcp_profile_set_extensions (McpProfile         *self,
                            const char * const *extensions)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  mcp_profile_replace_strv (&self->settings.era.extensions, extensions);
}

/**
 * mcp_profile_append_extensions:
 * @members: members of a JSON object
 * @with_tasks: whether the revision has the extension of tasks
 *
 * Appends the extensions that the client declares, each with its settings, as a capability (basic/versioning,
 * extensions). Older revisions have tasks of their own, and not that extension.
 */
void
mcp_profile_append_extensions (McpProfile *self,
                               GString    *members,
                               gboolean    with_tasks)
{
  const McpProfileEra *era;
  g_autoptr (GString) list = g_string_new ("{");

  g_return_if_fail (MCP_IS_PROFILE (self));

  era = &self->settings.era;
  for (guint i = 0; era->extensions[i] != NULL; i++)
    {
      g_autofree char *settings = NULL;

      if (!with_tasks && g_str_equal (era->extensions[i], MCP_TASKS_EXTENSION))
        continue;
      settings = dup_settings (era, era->extensions[i]);
      mcp_json_append_member (list, era->extensions[i], settings);
    }
  g_string_append_c (list, '}');

  if (list->len > 2)
    mcp_json_append_member (members, "extensions", list->str);
}

gboolean
mcp_profile_has_extension (McpProfile *self,
                           const char *id)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return g_strv_contains ((const char * const *) self->settings.era.extensions, id);
}

McpAnswerRules *
mcp_profile_get_answer_rules (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.era.answers;
}

void
mcp_profile_set_answer_rules (McpProfile     *self,
                              McpAnswerRules *rules)
{
  McpAnswerRules *copy;

  g_return_if_fail (MCP_IS_PROFILE (self));

  copy = mcp_answer_rules_copy (rules);
  mcp_answer_rules_free (self->settings.era.answers);
  self->settings.era.answers = copy;
}
