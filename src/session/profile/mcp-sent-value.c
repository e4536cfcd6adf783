/* mcp-sent-value.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-settings.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-sent-value.h"
#include "mcp-variables-private.h"

/*
 * Whoever writes the settings of a server decides which variables, files and secrets connecting to
 * it sends, and where to. So each is a part of what somebody has to agree to.
 */

/* "env:NAME=HOST" of this process. */
static GHashTable *allowed;

/* Client secrets in the keyring, for signing in. */
#define OAUTH "oauth"

/* References stand behind “:-” of others; nobody writes that many. */
#define MAX_DEPTH 20

typedef struct
{
  GPtrArray  *list;
  const char *host;
  const char *header;  /* (nullable) */
  guint       depth;
} Search;

static void
sent_value_free (gpointer data)
{
  McpSentValue *value = data;

  g_free (value->reference);
  g_free (value->host);
  g_free (value->header);
  g_free (value);
}

static char *
dup_rule (const char *reference,
          const char *host)
{
  g_autofree char *lower = g_ascii_strdown (host, -1);

  return g_strdup_printf ("%s=%s", reference, lower);
}

static McpSentValue *
add (const Search *search,
     const char   *kind,
     const char   *name)
{
  McpSentValue *value = g_new0 (McpSentValue, 1);
  g_autofree char *rule = NULL;

  value->reference = g_strconcat (kind, name, NULL);
  value->host = g_strdup (search->host);
  value->header = g_strdup (search->header);
  rule = dup_rule (value->reference, value->host);
  value->given = allowed != NULL && g_hash_table_contains (allowed, rule);
  g_ptr_array_add (search->list, value);

  return value;
}

static gboolean
found_cb (McpProfile           *profile,
          McpVariableReference *reference,
          GString              *out,
          gpointer              user_data,
          GError              **error)
{
  Search *search = user_data;
  const char *key = reference->key;
  McpSentValue *value = NULL;

  if (reference->kind != MCP_REFERENCE_VARIABLE || g_str_equal (key, "/")
      || g_str_equal (key, "pathSeparator"))
    return TRUE;

  if (!g_str_has_prefix (key, "input:"))
    value = add (search, "env:", g_str_has_prefix (key, "env:") ? key + strlen ("env:") : key);
  else if (mcp_variables_is_secret (profile, key + strlen ("input:")))
    value = add (search, "keyring:", key + strlen ("input:"));
  if (value != NULL && mcp_profile_get_value (profile, key) != NULL)
    value->given = TRUE;

  if (reference->otherwise == NULL)
    return TRUE;
  if (search->depth == MAX_DEPTH)
    {
      add (search, "env:", reference->otherwise);
      return TRUE;
    }

  search->depth++;
  g_free (mcp_variables_walk (profile, reference->otherwise, FALSE, found_cb, search, NULL));
  search->depth--;

  return TRUE;
}

static void
search_text (McpProfile *profile,
             const char *text,
             Search     *search)
{
  if (!profile->literal && text != NULL)
    g_free (mcp_variables_walk (profile, text, FALSE, found_cb, search, NULL));
}

/*
 * In ASCII, as it is reached. The part before the path is parsed alone: a path with references is
 * no URI.
 */
static char *
dup_host (const char *url)
{
  const char *authority = strstr (url, "://");
  gsize length = authority != NULL ? authority + 3 - url : 0;
  g_autofree char *front = g_strndup (url, length + strcspn (url + length, "/?#"));
  g_autoptr (GUri) uri = g_uri_parse (front, G_URI_FLAGS_NON_DNS | G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *name = NULL;
  g_autofree char *host = NULL;

  if (uri != NULL && g_uri_get_host (uri) != NULL)
    name = g_uri_unescape_string (g_uri_get_host (uri), NULL);
  if (name != NULL && strpbrk (name, "$%") == NULL)
    host = g_hostname_to_ascii (name);
  if (host == NULL)
    return g_strdup (url);
  if (g_uri_get_port (uri) == -1)
    return g_steal_pointer (&host);

  return g_strdup_printf ("%s:%d", host, g_uri_get_port (uri));
}

static void
search_headers (McpProfile *profile,
                Search     *search)
{
  GPtrArray *headers = profile->settings.headers;

  for (guint i = 0; i < headers->len; i++)
    {
      McpHeader *header = headers->pdata[i];

      search->header = mcp_header_get_name (header);
      if (mcp_header_get_secret (header))
        add (search, "keyring:", search->header);
      else
        search_text (profile, mcp_header_get_value (header), search);
    }
  search->header = NULL;
}

/*
 * Assertions go to the authorization server, which the settings or the server's metadata name. What
 * the keyring has for signing in is found by the server's address alone, so that settings could
 * send it elsewhere.
 */
static void
search_auth (McpProfile *profile,
             Search     *search)
{
  static const McpAuthSetting endpoints[] = {
    MCP_AUTH_ISSUER,
    MCP_AUTH_TOKEN_ENDPOINT,
    MCP_AUTH_REGISTRATION_ENDPOINT,
    MCP_AUTH_IDP_TOKEN_ENDPOINT,
  };
  const McpAuthSettings *auth = profile->settings.auth;
  const char *file = auth != NULL ? mcp_auth_settings_get (auth, MCP_AUTH_ASSERTION_FILE) : NULL;
  gsize length = strcspn (search->host, ":");
  Search other = *search;

  if (file != NULL)
    add (search, "file:", file);
  for (guint i = 0; auth != NULL && i < G_N_ELEMENTS (endpoints); i++)
    {
      const char *url = mcp_auth_settings_get (auth, endpoints[i]);
      g_autofree char *host = url != NULL ? dup_host (url) : NULL;

      other.host = host;
      if (host != NULL
          && (strcspn (host, ":") != length || strncmp (host, search->host, length) != 0))
        add (&other, "keyring:", OAUTH);
    }
}

/**
 * mcp_sent_values_list:
 * @profile: a profile
 *
 * Lists what connecting to an address sends of this computer: variables of the environment and what
 * stands for folders, secrets of the keyring, files and client certificates.
 *
 * Returns: (transfer full) (element-type McpSentValue): in the order of the settings
 */
GPtrArray *
mcp_sent_values_list (McpProfile *profile)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (sent_value_free);
  g_autofree char *host = NULL;
  Search search;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), list);

  if (mcp_profile_is_stdio (profile))
    return list;

  host = dup_host (mcp_profile_get_url (profile) != NULL ? mcp_profile_get_url (profile) : "");
  search = (Search) { list, host, NULL, 0 };
  search_text (profile, mcp_profile_get_url (profile), &search);
  search_headers (profile, &search);
  search_auth (profile, &search);
  if (profile->settings.client_certificate != NULL)
    add (&search, "cert:", profile->settings.client_certificate);

  return list;
}

char *
mcp_sent_value_describe (const McpSentValue *self)
{
  if (g_str_equal (self->reference, "keyring:" OAUTH))
    /* Translators: %s is a host. */
    return g_strdup_printf (
        _("Signing in goes to “%s”, with any client secret that the keyring has for this server."),
        self->host);
  if (self->header != NULL)
    /* Translators: “env:TOKEN” goes to “example.org” in the header “X-Key”. */
    return g_strdup_printf (_("The value of “%s” goes to “%s”, in the header “%s”."),
                            self->reference, self->host, self->header);

  /* Translators: “env:TOKEN” goes to “example.org”. */
  return g_strdup_printf (_("The value of “%s” goes to “%s”."), self->reference, self->host);
}

/**
 * mcp_sent_value_allow:
 * @rule: "env:NAME=HOST", and "keyring:", "file:" or "cert:" likewise; HOST has its port, if any
 *
 * Lets this process send a value to a host without asking.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE
 */
gboolean
mcp_sent_value_allow (const char  *rule,
                      GError     **error)
{
  static const char * const kinds[] = { "env:", "keyring:", "file:", "cert:" };
  const char *host = strrchr (rule, '=');
  g_autofree char *reference = host != NULL ? g_strndup (rule, host - rule) : NULL;

  for (guint i = 0; host != NULL && host[1] != '\0' && i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (reference, kinds[i]) && reference[strlen (kinds[i])] != '\0')
      {
        if (allowed == NULL)
          allowed = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
        g_hash_table_add (allowed, dup_rule (reference, host + 1));
        return TRUE;
      }

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
               _("“%s” names no value and host, such as env:TOKEN=example.org"), rule);

  return FALSE;
}
