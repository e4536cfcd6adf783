/* mcp-profile-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-profile-private.h"
#include "mcp-settings-json.h"

/*
 * How to sign in to a server: our own "oauth" inside of "sounder", and what other clients write
 * beside the address. Secrets never go into a file; one that stands there is read.
 */

typedef enum {
  AS_TEXT,
  AS_SCOPES,       /* with spaces between them, or an array */
  AS_PORT,         /* of http://localhost:PORT/callback */
  AS_METADATA_URL, /* which says who the issuer is */
  AS_NOTHING,      /* says what is so anyway */
} ForeignKind;

/* What Claude Code, VS Code and Gemini CLI write ("oauth"), and Cursor ("auth"). */
static const struct
{
  const char     *block;
  const char     *key;
  ForeignKind     kind;
  McpAuthSetting  setting;
} foreign[] = {
  { "oauth", "enabled", AS_NOTHING, MCP_AUTH_N_SETTINGS },
  { "oauth", "clientId", AS_TEXT, MCP_AUTH_CLIENT_ID },
  { "oauth", "clientSecret", AS_TEXT, MCP_AUTH_CLIENT_SECRET },
  { "oauth", "clientMetadataUrl", AS_TEXT, MCP_AUTH_CLIENT_METADATA_URL },
  { "oauth", "scope", AS_SCOPES, MCP_AUTH_SCOPE },
  { "oauth", "scopes", AS_SCOPES, MCP_AUTH_SCOPE },
  { "oauth", "redirectUri", AS_TEXT, MCP_AUTH_REDIRECT_URI },
  { "oauth", "callbackPort", AS_PORT, MCP_AUTH_REDIRECT_URI },
  { "oauth", "issuer", AS_TEXT, MCP_AUTH_ISSUER },
  { "oauth", "authServerMetadataUrl", AS_METADATA_URL, MCP_AUTH_ISSUER },
  { "oauth", "authorizationUrl", AS_TEXT, MCP_AUTH_AUTHORIZATION_ENDPOINT },
  { "oauth", "tokenUrl", AS_TEXT, MCP_AUTH_TOKEN_ENDPOINT },
  { "oauth", "registrationUrl", AS_TEXT, MCP_AUTH_REGISTRATION_ENDPOINT },
  { "auth", "CLIENT_ID", AS_TEXT, MCP_AUTH_CLIENT_ID },
  { "auth", "CLIENT_SECRET", AS_TEXT, MCP_AUTH_CLIENT_SECRET },
  { "auth", "scopes", AS_SCOPES, MCP_AUTH_SCOPE },
};

static const char * const blocks[] = { "oauth", "auth" };

/* The issuer whose metadata are there: RFC 8414 section 3.1, OpenID Connect Discovery section 4. */
static char *
dup_issuer (const char *url)
{
  static const char * const names[] = { "/.well-known/oauth-authorization-server",
                                        "/.well-known/openid-configuration" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *found = strstr (url, names[i]);
      const char *rest = found != NULL ? found + strlen (names[i]) : NULL;

      if (found != NULL && (*rest == '\0' || *rest == '/'))
        return g_strdup_printf ("%.*s%s", (int) (found - url), url, rest);
    }

  return NULL;
}

static char *
dup_scopes (const char *text,
            gsize       length)
{
  g_autoptr (GString) scopes = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (mcp_json_get_type (text, length) == MCP_JSON_STRING)
    return mcp_json_dup_string (text, length);
  if (mcp_json_get_type (text, length) != MCP_JSON_ARRAY)
    return NULL;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *scope = mcp_json_dup_string (text + value.offset, value.length);

      if (scope == NULL)
        return NULL;
      g_string_append_printf (scopes, "%s%s", scopes->len > 0 ? " " : "", scope);
    }

  return g_strdup (scopes->str);
}

static char *
dup_redirect_uri (const char *text,
                  gsize       length)
{
  g_autofree char *digits = g_strndup (text, length);
  guint64 port;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT16, &port, NULL))
    return NULL;

  return g_strdup_printf ("http://localhost:%d/callback", (int) port);
}

/* The value for a setting, or NULL where it is none: of another type, or put in by the other client. */
static char *
dup_foreign_value (ForeignKind  kind,
                   const char  *text,
                   gsize        length)
{
  g_autofree char *value = NULL;

  if (kind == AS_PORT)
    return dup_redirect_uri (text, length);

  value = kind == AS_SCOPES ? dup_scopes (text, length) : mcp_json_dup_string (text, length);
  /* "${env:NAME}", "${input:name}". */
  if (value == NULL || strstr (value, "${") != NULL)
    return NULL;

  return kind == AS_METADATA_URL ? dup_issuer (value) : g_steal_pointer (&value);
}

static void
read_block (const char      *block,
            const char      *text,
            gsize            length,
            McpAuthSettings *settings,  /* (nullable) */
            GHashTable      *left_out)  /* (nullable) */
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan span;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &span))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *value = NULL;
      gboolean known = FALSE;

      for (gsize i = 0; i < G_N_ELEMENTS (foreign) && !known; i++)
        {
          if (!g_str_equal (foreign[i].block, block) || !g_str_equal (foreign[i].key, name))
            continue;

          known = foreign[i].kind == AS_NOTHING;
          if (!known)
            value = dup_foreign_value (foreign[i].kind, text + span.offset, span.length);
          if (value != NULL && settings != NULL)
            mcp_auth_settings_set (settings, foreign[i].setting, value);
          known = known || value != NULL;
        }
      if (!known && left_out != NULL)
        g_hash_table_add (left_out, g_strdup_printf ("%s.%s", block, name));
    }
}

/* What other clients write; what is odd in it is left alone. */
static void
read_foreign (const char      *text,
              gsize            length,
              McpAuthSettings *settings,
              GHashTable      *left_out)
{
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      McpSpan span;

      if (mcp_json_edit_find (text, length, blocks[i], &span)
          && mcp_json_get_type (text + span.offset, span.length) == MCP_JSON_OBJECT)
        read_block (blocks[i], text + span.offset, span.length, settings, left_out);
    }
}

/*
 * mcp_profile_auth_list_left_out:
 * @text: a server as another client wrote it
 * @length: in bytes
 * @left_out: gets the names ("oauth.audiences") of what cannot be taken over
 */
void
mcp_profile_auth_list_left_out (const char *text,
                                gsize       length,
                                GHashTable *left_out)
{
  read_foreign (text, length, NULL, left_out);
}

/* Settings that say nothing are none. */
static void
take_auth (McpProfileSettings *self,
           McpAuthSettings    *auth)
{
  g_clear_pointer (&self->auth, mcp_auth_settings_free);
  if (mcp_auth_settings_is_empty (auth))
    mcp_auth_settings_free (auth);
  else
    self->auth = auth;
}

void
mcp_profile_read_foreign_auth (const McpSettingsReader *reader,
                               McpProfileSettings      *self)
{
  McpAuthSettings *auth = mcp_auth_settings_new ();

  read_foreign (reader->text, reader->length, auth, NULL);
  take_auth (self, auth);
}

/* "true" is what a switch has; true is what people write. */
static gboolean
read_setting (const McpSettingsReader  *oauth,
              McpAuthSetting            setting,
              McpAuthSettings          *auth,
              GError                  **error)
{
  const char *key = mcp_auth_setting_get_key (setting);
  g_autofree char *value = NULL;
  const char *text;
  gsize length;
  McpJsonType type;

  if (mcp_auth_setting_is_switch (setting) && mcp_settings_find (oauth, key, &text, &length, &type)
      && type == MCP_JSON_BOOLEAN)
    value = g_strndup (text, length);
  else if (!mcp_settings_read_string (oauth, key, &value, error))
    return FALSE;
  if (value != NULL)
    mcp_auth_settings_set (auth, setting, value);

  return TRUE;
}

/* Reads the additional parameters: keys that begin with "param.". */
static gboolean
read_params (const McpSettingsReader  *oauth,
             McpAuthSettings          *auth,
             GError                  **error)
{
  McpJsonIter iter;
  McpSpan key;

  if (!mcp_json_iter_init (&iter, oauth->text, oauth->length))
    return TRUE;

  while (mcp_json_iter_next (&iter, &key, NULL))
    {
      g_autofree char *name = mcp_json_dup_string (oauth->text + key.offset, key.length);
      const char *param = name != NULL ? mcp_auth_setting_get_param (name) : NULL;
      g_autofree char *value = NULL;

      if (param != NULL && !mcp_settings_read_string (oauth, name, &value, error))
        return FALSE;
      if (value != NULL)
        mcp_auth_settings_set_param (auth, param, value);
    }

  return TRUE;
}

gboolean
mcp_profile_read_auth (const McpSettingsReader  *sounder,
                       McpProfileSettings       *self,
                       GError                  **error)
{
  g_autoptr (McpAuthSettings) auth = NULL;
  McpSettingsReader oauth;

  if (!mcp_settings_read_object (sounder, "oauth", "sounder.oauth", &oauth, error))
    return FALSE;

  auth = self->auth != NULL ? mcp_auth_settings_copy (self->auth) : mcp_auth_settings_new ();
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (!read_setting (&oauth, i, auth, error))
      return FALSE;
  if (!read_params (&oauth, auth, error))
    return FALSE;
  take_auth (self, g_steal_pointer (&auth));

  return TRUE;
}

static const char *
get (const McpAuthSettings *settings,
     McpAuthSetting         setting)
{
  return settings != NULL ? mcp_auth_settings_get (settings, setting) : NULL;
}

/* What changed goes into our own "oauth"; what other clients wrote of it would say otherwise. */
void
mcp_profile_drop_foreign_auth (const McpProfileSettings  *was,
                               const McpProfileSettings  *now,
                               char                     **object)
{
  for (gsize i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autofree char *original = NULL;
      g_autofree char *block = NULL;

      if (foreign[i].kind == AS_NOTHING
          || g_strcmp0 (get (was->auth, foreign[i].setting), get (now->auth, foreign[i].setting)) == 0)
        continue;

      original = mcp_settings_take_object (*object, foreign[i].block);
      block = g_strdup (original);
      mcp_json_edit_set (&block, foreign[i].key, NULL);
      mcp_settings_put_object (object, foreign[i].block, original, block);
    }
}

/* The keys of parameters that stand in a file, also of those that may not be set. */
static GPtrArray *
list_param_keys (const char *oauth)  /* (nullable) */
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  McpJsonIter iter;
  McpSpan key;

  if (oauth == NULL || !mcp_json_iter_init (&iter, oauth, strlen (oauth)))
    return keys;

  while (mcp_json_iter_next (&iter, &key, NULL))
    {
      char *name = mcp_json_dup_string (oauth + key.offset, key.length);

      if (name != NULL && mcp_auth_setting_get_param (name) != NULL)
        g_ptr_array_add (keys, name);
      else
        g_free (name);
    }

  return keys;
}

static void
write_params (const McpAuthSettings  *was,  /* (nullable) */
              const McpAuthSettings  *now,  /* (nullable) */
              char                  **oauth)
{
  g_autoptr (GPtrArray) before = list_param_keys (*oauth);
  g_auto (GStrv) after = now != NULL ? mcp_auth_settings_dup_params (now) : NULL;

  if (g_strcmp0 (get (was, MCP_AUTH_PARAM), get (now, MCP_AUTH_PARAM)) == 0)
    return;

  for (guint i = 0; i < before->len; i++)
    mcp_json_edit_set (oauth, g_ptr_array_index (before, i), NULL);
  mcp_json_edit_set (oauth, mcp_auth_setting_get_key (MCP_AUTH_PARAM), NULL);
  for (gsize i = 0; after != NULL && after[i] != NULL; i += 2)
    {
      g_autofree char *key = g_strconcat ("param.", after[i], NULL);

      mcp_settings_put_string (oauth, key, NULL, after[i + 1]);
    }
}

/* A secret is never written; one that the file has goes from there when it is another one. */
void
mcp_profile_write_auth (const McpProfileSettings  *was,
                        const McpProfileSettings  *now,
                        char                     **sounder)
{
  g_autofree char *original = mcp_settings_take_object (*sounder, "oauth");
  g_autofree char *oauth = g_strdup (original);

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (i != MCP_AUTH_PARAM && g_strcmp0 (get (was->auth, i), get (now->auth, i)) != 0)
      mcp_settings_put_string (&oauth, mcp_auth_setting_get_key (i), get (was->auth, i),
                               mcp_auth_setting_is_secret (i) ? NULL : get (now->auth, i));
  write_params (was->auth, now->auth, &oauth);
  mcp_settings_put_object (sounder, "oauth", original, oauth);
}

void
mcp_profile_set_auth (McpProfile            *self,
                      const McpAuthSettings *auth)
{
  McpAuthSettings *copy;

  g_return_if_fail (MCP_IS_PROFILE (self));

  copy = auth != NULL && !mcp_auth_settings_is_empty (auth) ? mcp_auth_settings_copy (auth) : NULL;
  g_clear_pointer (&self->settings.auth, mcp_auth_settings_free);
  self->settings.auth = copy;
}

/* Whether a secret stands in clear text in what the profile was read from. */
gboolean
mcp_profile_has_auth_literals (McpProfile *self)
{
  McpProfileSettings read = { NULL, };
  gboolean found = FALSE;

  if (self->json == NULL)
    return FALSE;

  mcp_profile_settings_init (&read);
  mcp_profile_settings_read (&read, "", self->json, NULL);
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    found = found || (mcp_auth_setting_is_secret (i) && get (read.auth, i) != NULL);
  mcp_profile_settings_clear (&read);

  return found;
}

/* Takes the secrets of signing in out of what the file will say. The profile keeps them in memory. */
void
mcp_profile_lock_auth (McpProfile *self)
{
  McpAuthSettings *auth;
  g_autofree char *json = NULL;

  g_return_if_fail (MCP_IS_PROFILE (self));

  if (!mcp_profile_has_auth_literals (self))
    return;

  auth = self->settings.auth;
  self->settings.auth = auth != NULL ? mcp_auth_settings_copy (auth) : NULL;
  mcp_profile_drop_auth_secrets (self);
  json = mcp_profile_to_json (self);
  g_free (self->json);
  self->json = g_steal_pointer (&json);
  g_clear_pointer (&self->settings.auth, mcp_auth_settings_free);
  self->settings.auth = auth;
}

/**
 * mcp_profile_drop_auth_secrets:
 * @self: a profile whose secrets of signing in are in the keyring now
 *
 * Takes them out of the memory of the profile.
 */
void
mcp_profile_drop_auth_secrets (McpProfile *self)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  for (McpAuthSetting i = 0; self->settings.auth != NULL && i < MCP_AUTH_N_SETTINGS; i++)
    if (mcp_auth_setting_is_secret (i))
      mcp_auth_settings_set (self->settings.auth, i, NULL);
  if (self->settings.auth != NULL && mcp_auth_settings_is_empty (self->settings.auth))
    g_clear_pointer (&self->settings.auth, mcp_auth_settings_free);
}
