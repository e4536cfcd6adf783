/* mcp-auth-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-settings.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"

struct _McpAuthSettings
{
  char *values[MCP_AUTH_N_SETTINGS];
};

static const struct
{
  const char *key;
  gboolean    is_secret;
} settings[MCP_AUTH_N_SETTINGS] = {
  [MCP_AUTH_GRANT] = { "grant", FALSE },
  [MCP_AUTH_CLIENT_ID] = { "clientId", FALSE },
  [MCP_AUTH_CLIENT_SECRET] = { "clientSecret", TRUE },
  [MCP_AUTH_CLIENT_METADATA_URL] = { "clientMetadataUrl", FALSE },
  [MCP_AUTH_SCOPE] = { "scope", FALSE },
  [MCP_AUTH_REDIRECT_URI] = { "redirectUri", FALSE },
  [MCP_AUTH_ISSUER] = { "issuer", FALSE },
  [MCP_AUTH_AUTHORIZATION_ENDPOINT] = { "authorizationEndpoint", FALSE },
  [MCP_AUTH_TOKEN_ENDPOINT] = { "tokenEndpoint", FALSE },
  [MCP_AUTH_REGISTRATION_ENDPOINT] = { "registrationEndpoint", FALSE },
  [MCP_AUTH_TOKEN_AUTH_METHOD] = { "tokenAuthMethod", FALSE },
  [MCP_AUTH_KEY] = { "key", TRUE },
  [MCP_AUTH_KEY_FILE] = { "keyFile", FALSE },
  [MCP_AUTH_KEY_ID] = { "keyId", FALSE },
  [MCP_AUTH_KEY_ALGORITHM] = { "keyAlgorithm", FALSE },
  [MCP_AUTH_ASSERTION] = { "assertion", TRUE },
  [MCP_AUTH_ASSERTION_FILE] = { "assertionFile", FALSE },
  [MCP_AUTH_IDP_TOKEN_ENDPOINT] = { "idpTokenEndpoint", FALSE },
  [MCP_AUTH_IDP_CLIENT_ID] = { "idpClientId", FALSE },
  [MCP_AUTH_IDP_CLIENT_SECRET] = { "idpClientSecret", TRUE },
  [MCP_AUTH_IDP_ID_TOKEN] = { "idpIdToken", TRUE },
  [MCP_AUTH_DPOP] = { "dpop", FALSE },
  [MCP_AUTH_ASSUME_PKCE] = { "assumePkce", FALSE },
  [MCP_AUTH_ALLOW_PRIVATE] = { "allowPrivate", FALSE },
  [MCP_AUTH_ALLOW_HTTP] = { "allowHttp", FALSE },
  [MCP_AUTH_RESOURCE] = { "resource", FALSE },
  [MCP_AUTH_IGNORE_ISSUER_SLASH] = { "ignoreIssuerSlash", FALSE },
  [MCP_AUTH_PARAM] = { "param", FALSE },
};

static const char * const grants[MCP_AUTH_N_GRANTS] = {
  [MCP_AUTH_GRANT_CODE] = "authorization_code",
  [MCP_AUTH_GRANT_CLIENT_CREDENTIALS] = "client_credentials",
  [MCP_AUTH_GRANT_WORKLOAD] = "workload",
  [MCP_AUTH_GRANT_ENTERPRISE] = "enterprise",
};

#define PARAM_PREFIX "param."

/* What Sounder fills in by itself: once is all that a request may have each (OAuth 2.1 section 3.1). */
static const struct
{
  const char *name;
  int         setting;  /* setting to use instead; MCP_AUTH_N_SETTINGS: not configurable */
} reserved[] = {
  { "client_id", MCP_AUTH_CLIENT_ID },
  { "client_secret", MCP_AUTH_CLIENT_SECRET },
  { "client_assertion", MCP_AUTH_KEY },
  { "client_assertion_type", MCP_AUTH_KEY },
  { "assertion", MCP_AUTH_ASSERTION },
  { "grant_type", MCP_AUTH_GRANT },
  { "redirect_uri", MCP_AUTH_REDIRECT_URI },
  { "resource", MCP_AUTH_RESOURCE },
  { "scope", MCP_AUTH_SCOPE },
  { "code", MCP_AUTH_N_SETTINGS },
  { "code_challenge", MCP_AUTH_N_SETTINGS },
  { "code_challenge_method", MCP_AUTH_N_SETTINGS },
  { "code_verifier", MCP_AUTH_N_SETTINGS },
  { "refresh_token", MCP_AUTH_N_SETTINGS },
  { "response_type", MCP_AUTH_N_SETTINGS },
  { "state", MCP_AUTH_N_SETTINGS },
};

static const char * const token_auth_methods[] = { "client_secret_basic", "client_secret_post",
                                                   "private_key_jwt", "none", NULL };
static const char * const switch_words[] = { "true", "false", NULL };

McpAuthSettings *
mcp_auth_settings_new (void)
{
  return g_new0 (McpAuthSettings, 1);
}

McpAuthSettings *
mcp_auth_settings_copy (const McpAuthSettings *self)
{
  McpAuthSettings *copy = mcp_auth_settings_new ();

  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    copy->values[i] = g_strdup (self->values[i]);

  return copy;
}

void
mcp_auth_settings_free (McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    g_free (self->values[i]);
  g_free (self);
}

void
mcp_auth_settings_set (McpAuthSettings *self,
                       McpAuthSetting   setting,
                       const char      *value)
{
  char *copy = value != NULL && value[0] != '\0' ? g_strdup (value) : NULL;

  g_free (self->values[setting]);
  self->values[setting] = copy;
}

const char *
mcp_auth_settings_get (const McpAuthSettings *self,
                       McpAuthSetting         setting)
{
  return self->values[setting];
}

gboolean
mcp_auth_settings_is_on (const McpAuthSettings *self,
                         McpAuthSetting         setting)
{
  return g_strcmp0 (self->values[setting], "true") == 0;
}

McpAuthGrant
mcp_auth_settings_get_grant (const McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_GRANTS; i++)
    if (g_strcmp0 (self->values[MCP_AUTH_GRANT], grants[i]) == 0)
      return i;

  return MCP_AUTH_GRANT_CODE;
}

gboolean
mcp_auth_settings_is_empty (const McpAuthSettings *self)
{
  for (gsize i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (self->values[i] != NULL)
      return FALSE;

  return TRUE;
}

/* Names and values in turn, whether they may be set or not. */
static GStrv
dup_pairs (const McpAuthSettings *self)
{
  const char *form = self->values[MCP_AUTH_PARAM];
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GUriParamsIter iter;
  char *name;
  char *value;

  g_uri_params_iter_init (&iter, form != NULL ? form : "", -1, "&", G_URI_PARAMS_WWW_FORM);
  while (g_uri_params_iter_next (&iter, &name, &value, NULL))
    {
      g_strv_builder_add_many (builder, name, value, NULL);
      g_free (name);
      g_free (value);
    }

  return g_strv_builder_end (builder);
}

/* A form that people can read and write: only what has a meaning in it is encoded. */
static void
append_param (GString    *form,
              const char *name,
              const char *value)
{
  g_autofree char *escaped = g_uri_escape_string (value, ":/?@,;!$'()*", TRUE);

  g_string_append_printf (form, "%s%s=%s", form->len > 0 ? "&" : "", name, escaped);
}

void
mcp_auth_settings_set_param (McpAuthSettings *self,
                             const char      *name,
                             const char      *value)
{
  g_auto (GStrv) params = dup_pairs (self);
  g_autoptr (GString) form = g_string_new (NULL);

  for (gsize i = 0; params[i] != NULL; i += 2)
    if (!g_str_equal (params[i], name))
      append_param (form, params[i], params[i + 1]);
  if (value != NULL)
    append_param (form, name, value);
  mcp_auth_settings_set (self, MCP_AUTH_PARAM, form->str);
}

static gboolean
check_word (const char         *value,
            const char * const *words,
            GError            **error)
{
  g_autofree char *known = NULL;

  if (g_strv_contains (words, value))
    return TRUE;

  known = g_strjoinv (", ", (GStrv) words);
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is none of: %s"), value, known);

  return FALSE;
}

/* RFC 6749 section 3.3: words of visible ASCII without quotes and backslashes. */
static gboolean
check_scope (const char  *value,
             GError     **error)
{
  for (const char *p = value; *p != '\0'; p = g_utf8_next_char (p))
    if (*p != ' ' && (!g_ascii_isgraph (*p) || *p == '"' || *p == '\\'))
      {
        g_autofree char *character = g_utf8_substring (p, 0, 1);

        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                     _("No scope has the character %s; between scopes there are spaces"),
                     character);
        return FALSE;
      }

  return TRUE;
}

/* RFC 8707 section 2: an absolute URI without a fragment. */
static gboolean
check_resource (const char  *value,
                GError     **error)
{
  if (g_str_equal (value, "none")
      || (strchr (value, '#') == NULL && g_uri_is_valid (value, G_URI_FLAGS_NONE, NULL)))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("“%s” is neither an address nor “none”, which leaves it out"), value);

  return FALSE;
}

/* RFC 6749 appendix A.1 has the characters of names. */
static gboolean
check_param (const char  *name,
             GError     **error)
{
  if (name[0] == '\0' || strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._") != strlen (name))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not the name of a parameter"), name);
      return FALSE;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (reserved); i++)
    {
      if (!g_str_equal (reserved[i].name, name))
        continue;

      if (reserved[i].setting == MCP_AUTH_N_SETTINGS)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                     _("the parameter “%s” is another one each time, and cannot be set"), name);
      else
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                     _("for the parameter “%s” there is the setting “%s”"), name,
                     settings[reserved[i].setting].key);
      return FALSE;
    }

  return TRUE;
}

/**
 * mcp_auth_settings_dup_params:
 *
 * Lists the parameters that are sent in addition. What may not be set is left out, as a file may come from
 * anywhere: mcp_auth_settings_check() says so where somebody looks.
 *
 * Returns: (transfer full): names and values in turn
 */
GStrv
mcp_auth_settings_dup_params (const McpAuthSettings *self)
{
  g_auto (GStrv) pairs = dup_pairs (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; pairs[i] != NULL; i += 2)
    if (check_param (pairs[i], NULL))
      g_strv_builder_add_many (builder, pairs[i], pairs[i + 1], NULL);

  return g_strv_builder_end (builder);
}

static gboolean
check_params (const char  *value,
              GError     **error)
{
  GUriParamsIter iter;
  char *name;

  g_uri_params_iter_init (&iter, value, -1, "&", G_URI_PARAMS_WWW_FORM);
  for (;;)
    {
      g_autoptr (GError) cause = NULL;
      gboolean good;

      if (!g_uri_params_iter_next (&iter, &name, NULL, &cause))
        {
          if (cause != NULL)
            g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                         _("“%s” is not NAME=VALUE, with “&” between several"), value);
          return cause == NULL;
        }
      good = check_param (name, error);
      g_free (name);
      if (!good)
        return FALSE;
    }
}

static gboolean
check_redirect (const char  *value,
                GError     **error)
{
  g_autoptr (GUri) uri = g_uri_parse (value, G_URI_FLAGS_NONE, NULL);

  if (uri != NULL && g_strcmp0 (g_uri_get_scheme (uri), "http") == 0
      && mcp_auth_url_is_loopback (uri))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("“%s” is not an address of this machine such as http://127.0.0.1:8976/callback"),
               value);

  return FALSE;
}

static gboolean
check_url (const McpAuthSettings *self,
           McpAuthSetting         setting,
           GError               **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GUri) uri = mcp_auth_url_parse (self->values[setting],
                                             mcp_auth_settings_is_on (self, MCP_AUTH_ALLOW_HTTP),
                                             &cause);

  if (uri == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, cause->message);
      return FALSE;
    }
  /* Its address is a client id, which has to have a path. */
  if (setting == MCP_AUTH_CLIENT_METADATA_URL && strlen (g_uri_get_path (uri)) < 2)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not the address of a document"),
                   self->values[setting]);
      return FALSE;
    }

  return TRUE;
}

/**
 * mcp_auth_settings_check_one:
 * @setting: one of them
 *
 * Looks whether a setting can be used, for a form that says it beside the field. Files are not
 * looked for.
 *
 * Returns: whether it is absent or good; else %MCP_ERROR_CONFIG says what is wrong
 */
gboolean
mcp_auth_settings_check_one (const McpAuthSettings *self,
                             McpAuthSetting         setting,
                             GError               **error)
{
  const char *grant_words[MCP_AUTH_N_GRANTS + 1] = { NULL };
  const char *value = self->values[setting];

  if (value == NULL)
    return TRUE;

  switch (setting)
    {
    case MCP_AUTH_GRANT:
      memcpy (grant_words, grants, sizeof grants);
      return check_word (value, grant_words, error);

    case MCP_AUTH_TOKEN_AUTH_METHOD:
      return check_word (value, token_auth_methods, error);

    case MCP_AUTH_SCOPE:
      return check_scope (value, error);

    case MCP_AUTH_REDIRECT_URI:
      return check_redirect (value, error);

    case MCP_AUTH_RESOURCE:
      return check_resource (value, error);

    case MCP_AUTH_PARAM:
      return check_params (value, error);

    case MCP_AUTH_DPOP:
    case MCP_AUTH_ASSUME_PKCE:
    case MCP_AUTH_ALLOW_PRIVATE:
    case MCP_AUTH_ALLOW_HTTP:
    case MCP_AUTH_IGNORE_ISSUER_SLASH:
      return check_word (value, switch_words, error);

    case MCP_AUTH_CLIENT_METADATA_URL:
    case MCP_AUTH_ISSUER:
    case MCP_AUTH_AUTHORIZATION_ENDPOINT:
    case MCP_AUTH_TOKEN_ENDPOINT:
    case MCP_AUTH_REGISTRATION_ENDPOINT:
    case MCP_AUTH_IDP_TOKEN_ENDPOINT:
      return check_url (self, setting, error);

    case MCP_AUTH_CLIENT_ID:
    case MCP_AUTH_CLIENT_SECRET:
    case MCP_AUTH_KEY:
    case MCP_AUTH_KEY_FILE:
    case MCP_AUTH_KEY_ID:
    case MCP_AUTH_KEY_ALGORITHM:
    case MCP_AUTH_ASSERTION:
    case MCP_AUTH_ASSERTION_FILE:
    case MCP_AUTH_IDP_CLIENT_ID:
    case MCP_AUTH_IDP_CLIENT_SECRET:
    case MCP_AUTH_IDP_ID_TOKEN:
    case MCP_AUTH_N_SETTINGS:
    default:
      return TRUE;
    }
}

gboolean
mcp_auth_settings_check (const McpAuthSettings *self,
                         GError               **error)
{
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (!mcp_auth_settings_check_one (self, i, error))
      {
        g_prefix_error (error, "%s: ", settings[i].key);
        return FALSE;
      }

  return TRUE;
}

const char *
mcp_auth_setting_get_key (McpAuthSetting setting)
{
  return settings[setting].key;
}

gboolean
mcp_auth_setting_is_secret (McpAuthSetting setting)
{
  return settings[setting].is_secret;
}

const char *
mcp_auth_setting_get_param (const char *key)
{
  return g_str_has_prefix (key, PARAM_PREFIX) ? key + strlen (PARAM_PREFIX) : NULL;
}

gboolean
mcp_auth_setting_is_switch (McpAuthSetting setting)
{
  return setting == MCP_AUTH_DPOP || setting == MCP_AUTH_ASSUME_PKCE
         || setting == MCP_AUTH_ALLOW_PRIVATE || setting == MCP_AUTH_ALLOW_HTTP
         || setting == MCP_AUTH_IGNORE_ISSUER_SLASH;
}

const char *
mcp_auth_grant_get_name (McpAuthGrant grant)
{
  return grants[grant];
}
