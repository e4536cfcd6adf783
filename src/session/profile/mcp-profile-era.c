/* mcp-profile-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

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

static const char * const era_names[] = { "auto", "legacy", "modern", NULL };

/* By their bits; “roots” has a setting of its own that is older. */
static const char * const capability_names[] = {
  "sampling", "sampling.tools", "sampling.context", "elicitation.form", "elicitation.url", NULL,
};

/* Context of other servers is deprecated, and there is none here. */
#define DEFAULT_CAPABILITIES (1 << 0 | 1 << 1 | 1 << 3 | 1 << 4)
#define DEFAULT_MAX_ROUNDS 10

/* What an extension is declared with where nothing is set; others have no settings. */
static const struct
{
  const char *id;
  const char *settings;
} extension_settings[] = {
  { "io.modelcontextprotocol/ui", "{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}" },
};

static const char * const default_extensions[] = { MCP_TASKS_EXTENSION, MCP_SKILLS_EXTENSION, NULL };

void
mcp_profile_era_init (McpProfileEra *self)
{
  self->choice = MCP_ERA_CHOICE_AUTO;
  self->capabilities = DEFAULT_CAPABILITIES;
  self->extensions = g_strdupv ((char **) default_extensions);
  self->max_rounds = DEFAULT_MAX_ROUNDS;
  self->answers = mcp_answer_rules_copy (NULL);
}

void
mcp_profile_era_clear (McpProfileEra *self)
{
  g_clear_pointer (&self->extensions, g_strfreev);
  g_clear_pointer (&self->extension_settings, g_free);
  g_clear_pointer (&self->log_level, g_free);
  g_clear_pointer (&self->answers, mcp_answer_rules_free);
}

void
mcp_profile_era_copy (const McpProfileEra *self,
                      McpProfileEra       *copy)
{
  *copy = *self;
  copy->extensions = g_strdupv (self->extensions);
  copy->extension_settings = g_strdup (self->extension_settings);
  copy->log_level = g_strdup (self->log_level);
  copy->answers = mcp_answer_rules_copy (self->answers);
}

static gboolean
fail (const char  *server,
      const char  *key,
      const char  *expected,
      GError     **error)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Server “%s”: “%s%s%s” must be %s"), server,
               "sounder", ".", key, expected);

  return FALSE;
}

static gboolean
find (const char  *text,
      const char  *key,
      const char **member,
      gsize       *length)
{
  McpSpan span;

  if (!mcp_json_edit_find (text, strlen (text), key, &span))
    return FALSE;

  *member = text + span.offset;
  *length = span.length;

  return mcp_json_get_type (*member, *length) != MCP_JSON_NULL;
}

static gboolean
read_choice (McpProfileEra *self,
             const char    *server,
             const char    *sounder,
             GError       **error)
{
  g_autofree char *word = NULL;
  const char *text;
  gsize length;

  if (!find (sounder, "era", &text, &length))
    return TRUE;

  if (*text == '"')
    word = mcp_json_dup_string (text, length);
  for (int i = 0; era_names[i] != NULL; i++)
    if (g_strcmp0 (word, era_names[i]) == 0)
      {
        self->choice = i;
        return TRUE;
      }

  return fail (server, "era", _("one of “auto”, “legacy”, “modern”"), error);
}

static gboolean
read_capabilities (McpProfileEra *self,
                   const char    *server,
                   const char    *sounder,
                   GError       **error)
{
  const char *text;
  gsize length;

  if (!find (sounder, "clientCapabilities", &text, &length))
    return TRUE;
  if (*text != '{')
    return fail (server, "clientCapabilities", _("an object of true and false"), error);

  for (guint i = 0; capability_names[i] != NULL; i++)
    {
      McpSpan span;

      if (!mcp_json_edit_find (text, length, capability_names[i], &span))
        continue;
      if (mcp_json_get_type (text + span.offset, span.length) != MCP_JSON_BOOLEAN)
        return fail (server, "clientCapabilities", _("an object of true and false"), error);

      if (text[span.offset] == 't')
        self->capabilities |= 1u << i;
      else
        self->capabilities &= ~(1u << i);
    }

  return TRUE;
}

/* An array of identifiers, or an object with the settings of each. */
static gboolean
read_extensions (McpProfileEra *self,
                 const char    *server,
                 const char    *sounder,
                 GError       **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *text;
  gsize length;
  McpJsonIter iter;
  McpSpan key, value;

  if (!find (sounder, "extensions", &text, &length))
    return TRUE;
  if (!mcp_json_iter_init (&iter, text, length))
    return fail (server, "extensions", _("an array of strings, or an object of objects"), error);

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpSpan name = iter.is_object ? key : value;
      g_autofree char *id = NULL;

      if (text[name.offset] != '"' || (iter.is_object && text[value.offset] != '{'))
        return fail (server, "extensions", _("an array of strings, or an object of objects"), error);
      id = mcp_json_dup_string (text + name.offset, name.length);
      g_strv_builder_add (builder, id);
    }

  g_free (self->extension_settings);
  self->extension_settings = iter.is_object ? g_strndup (text, length) : NULL;
  g_strfreev (self->extensions);
  self->extensions = g_strv_builder_end (builder);

  return TRUE;
}

static gboolean
read_rest (McpProfileEra *self,
           const char    *server,
           const char    *sounder,
           GError       **error)
{
  McpAnswerRules *answers;
  const char *text;
  gsize length;
  gint64 rounds;

  if (find (sounder, "maxRounds", &text, &length))
    {
      if (!mcp_json_lookup_int64 (sounder, strlen (sounder), "maxRounds", &rounds) || rounds < 1
          || rounds > 1000)
        return fail (server, "maxRounds", _("a number from 1 to 1000"), error);
      self->max_rounds = rounds;
    }

  if (find (sounder, "logLevel", &text, &length))
    {
      if (*text != '"')
        return fail (server, "logLevel", _("a string"), error);
      g_free (self->log_level);
      self->log_level = mcp_json_dup_string (text, length);
    }

  if (!find (sounder, "answers", &text, &length))
    return TRUE;

  answers = mcp_answer_rules_new_from_json (text, length, error);
  if (answers == NULL)
    {
      g_prefix_error (error, _("Server “%s”: “sounder.answers”: "), server);
      return FALSE;
    }
  mcp_answer_rules_free (self->answers);
  self->answers = answers;

  return TRUE;
}

/* Reads from the object “sounder”, valid and NUL-terminated; @server is for errors. */
gboolean
mcp_profile_era_read (McpProfileEra *self,
                      const char    *server,
                      const char    *sounder,
                      GError       **error)
{
  return read_choice (self, server, sounder, error)
         && read_capabilities (self, server, sounder, error)
         && read_extensions (self, server, sounder, error)
         && read_rest (self, server, sounder, error);
}

static void
write_string (char       **sounder,
              const char  *key,
              const char  *value)
{
  g_autoptr (GString) token = g_string_new (NULL);

  if (value != NULL)
    mcp_json_append_string (token, value, -1);
  mcp_json_edit_set (sounder, key, value != NULL ? token->str : NULL);
}

static void
write_capabilities (char                **sounder,
                    const McpProfileEra  *self)
{
  g_autoptr (GString) json = g_string_new ("{");

  for (guint i = 0; capability_names[i] != NULL; i++)
    if (((self->capabilities ^ DEFAULT_CAPABILITIES) & 1u << i) != 0)
      mcp_json_append_member (json, capability_names[i],
                              (self->capabilities & 1u << i) != 0 ? "true" : "false");
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
static void
write_extensions (char                **sounder,
                  const McpProfileEra  *self)
{
  gboolean has_settings = self->extension_settings != NULL;
  g_autoptr (GString) json = g_string_new (has_settings ? "{" : "[");

  for (guint i = 0; self->extensions[i] != NULL; i++)
    {
      g_autofree char *settings = dup_settings (self, self->extensions[i]);

      if (i > 0)
        g_string_append (json, ", ");
      mcp_json_append_string (json, self->extensions[i], -1);
      if (has_settings)
        g_string_append_printf (json, ": %s", settings);
    }
  g_string_append_c (json, has_settings ? '}' : ']');
  mcp_json_edit_set (sounder, "extensions", json->str);
}

/* Writes what changed since @was was read into the object “sounder”. */
void
mcp_profile_era_write (const McpProfileEra  *was,
                       const McpProfileEra  *now,
                       char                **sounder)
{
  g_autofree char *old_answers = mcp_answer_rules_to_json (was->answers);
  g_autofree char *answers = mcp_answer_rules_to_json (now->answers);
  g_autofree char *rounds = NULL;

  if (was->choice != now->choice)
    write_string (sounder, "era", era_names[now->choice]);
  if (was->capabilities != now->capabilities)
    write_capabilities (sounder, now);
  if (!g_strv_equal ((const char * const *) was->extensions, (const char * const *) now->extensions))
    write_extensions (sounder, now);
  if (g_strcmp0 (was->log_level, now->log_level) != 0)
    write_string (sounder, "logLevel", now->log_level);
  if (was->max_rounds != now->max_rounds)
    {
      rounds = g_strdup_printf ("%u", now->max_rounds);
      mcp_json_edit_set (sounder, "maxRounds", rounds);
    }
  if (strcmp (old_answers, answers) != 0)
    mcp_json_edit_set (sounder, "answers",
                       mcp_answer_rules_get_n (now->answers) > 0 ? answers : NULL);
}

/**
 * mcp_profile_get_era:
 *
 * Gets whether the server is taken for one of the revisions that begin with `initialize`, for one
 * of 2026-07-28 on, or asked what it is (basic/versioning).
 *
 * Returns: the choice; %MCP_ERA_CHOICE_AUTO by default
 */
McpEraChoice
mcp_profile_get_era (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), MCP_ERA_CHOICE_AUTO);

  return self->settings.era.choice;
}

void
mcp_profile_set_era (McpProfile   *self,
                     McpEraChoice  choice)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.era.choice = choice;
}

McpEraChoice
mcp_era_choice_from_string (const char *name)
{
  for (guint i = 0; era_names[i] != NULL; i++)
    if (g_strcmp0 (name, era_names[i]) == 0)
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
      || !mcp_era_choice_allows (choice, mcp_profile_get_protocol (self)))
    mcp_profile_set_protocol (self, NULL);
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
 *   “elicitation.url” or “roots”
 *
 * Gets whether the client declares a capability to this server.
 *
 * Returns: whether it does
 */
gboolean
mcp_profile_get_client_capability (McpProfile *self,
                                   const char *capability)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);
  g_return_val_if_fail (capability != NULL, FALSE);

  if (strcmp (capability, "roots") == 0)
    return mcp_profile_get_advertise_roots (self);

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
    mcp_profile_set_advertise_roots (self, declare);
  else if (declare)
    self->settings.era.capabilities |= capability_bit (capability);
  else
    self->settings.era.capabilities &= ~capability_bit (capability);
}

/**
 * mcp_profile_get_extensions:
 *
 * Gets the extensions that the client declares (basic/versioning, extensions).
 *
 * Returns: identifiers, never %NULL
 */
const char * const *
mcp_profile_get_extensions (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return (const char * const *) self->settings.era.extensions;
}

void
mcp_profile_set_extensions (McpProfile         *self,
                            const char * const *extensions)
{
  static const char * const none[] = { NULL };
  char **copy;

  g_return_if_fail (MCP_IS_PROFILE (self));

  copy = g_strdupv ((char **) (extensions != NULL ? extensions : none));
  g_strfreev (self->settings.era.extensions);
  self->settings.era.extensions = copy;
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

/**
 * mcp_profile_get_max_rounds:
 *
 * Gets how often one call may ask for input before it is given up (basic/patterns/mrtr names no
 * limit, and a server could ask for ever).
 *
 * Returns: the number of rounds, 10 by default
 */
guint
mcp_profile_get_max_rounds (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.era.max_rounds;
}

void
mcp_profile_set_max_rounds (McpProfile *self,
                            guint       rounds)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (rounds > 0);

  self->settings.era.max_rounds = rounds;
}

/**
 * mcp_profile_get_log_level:
 *
 * Gets the level of log messages that requests ask for from 2026-07-28 on
 * (server/utilities/logging).
 *
 * Returns: (nullable): the level, or %NULL to ask for none
 */
const char *
mcp_profile_get_log_level (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.era.log_level;
}

void
mcp_profile_set_log_level (McpProfile *self,
                           const char *level)
{
  char *copy;

  g_return_if_fail (MCP_IS_PROFILE (self));

  copy = g_strdup (level);
  g_free (self->settings.era.log_level);
  self->settings.era.log_level = copy;
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
