/* mcp-redactor-names.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-header-value.h"
#include "mcp-redaction-rules-private.h"

/*
 * What a name says about its value. Better one redaction too many than a token in a bug report, but
 * the protocol's own words stay: a progressToken is no secret. Each name here has a mark in
 * mcp-redactor-marks.c.
 */

#define MAX_NAME_BYTES 64

/* In lower case, without "-", "_", "." and " ", and without digits at the end. */
static const char *const secret_names[] = {
  "accesskey", "accesstokens", "apikey", "apikeys", "authcode", "authorization",
  "authorizationcode", "codeverifier", "cookie", "cookies", "credential", "credentials", "jwt",
  "mcpsessionid", "mysqlpwd", "passcode", "passphrase", "passwd", "password", "passwordhash",
  "passwords", "privatekey", "privatekeys", "proxyauthorization", "pwd", "secret", "secretkey",
  "secrets", "sessionid", "setcookie", "token", "xapikey",
};

static const char *const secret_endings[] = {
  "accesskey", "apikey", "encryptionkey", "jwt", "passphrase", "passwd", "password", "privatekey",
  "secret", "secretkey", "sessionid", "signingkey", "token",
};

static const char *const harmless_names[] = {
  "bostoken", "cancellationtoken", "canceltoken", "continuationtoken", "eostoken", "maxtoken",
  "nextpagetoken", "nexttoken", "padtoken", "pagetoken", "progresstoken", "stoptoken",
  "synctoken", "unktoken",
};

/* In the query or the fragment of an address, and in forms, where one is there to give access. */
static const char *const parameter_names[] = {
  "auth", "code", "key", "pass", "session", "sig", "signature",
};

static const char *const header_names[] = {
  "authorization", "cookie", "mcpsessionid", "proxyauthorization", "setcookie", "xapikey",
};

static gboolean
is_in (const char *const *names,
       guint              n_names,
       const char        *name)
{
  for (guint i = 0; i < n_names; i++)
    if (g_str_equal (names[i], name))
      return TRUE;

  return FALSE;
}

/* Returns the length; 0 for what is no name. */
static gsize
normalize (const char *name,
           gsize       length,
           char        normal[MAX_NAME_BYTES + 1])
{
  gsize n = 0;

  if (length > MAX_NAME_BYTES)
    return 0;

  for (gsize i = 0; i < length; i++)
    if (name[i] != '-' && name[i] != '_' && name[i] != '.' && name[i] != ' ')
      normal[n++] = g_ascii_tolower (name[i]);
  while (n > 0 && g_ascii_isdigit (normal[n - 1]))
    n--;
  normal[n] = '\0';

  return n;
}

/* DB_PASS and dbPass, but neither a bypass nor a compass. */
static gboolean
is_pass (const char *name,
         gsize       length)
{
  const char *word = name + length - 4;

  if (length < 4 || g_ascii_strncasecmp (word, "pass", 4) != 0)
    return FALSE;

  return length == 4 || strchr ("_-. ", word[-1]) != NULL
         || (word[0] == 'P' && g_ascii_islower (word[-1]));
}

/* (transfer full) (nullable): a name as it is compared with others; %NULL for what is none. */
char *
mcp_redactor_normalize_name (const char *name,
                             gsize       length)
{
  char normal[MAX_NAME_BYTES + 1];

  return normalize (name, length, normal) > 0 ? g_strdup (normal) : NULL;
}

/*
 * mcp_redactor_judge_name:
 * @rules: (nullable): what somebody said of names
 * @name: of a member, a setting, a variable
 *
 * Judges whether what goes by a name should not leave the application.
 */
McpNameSecrecy
mcp_redactor_judge_name (McpRedactionRules *rules,
                         const char        *name,
                         gsize              length)
{
  char normal[MAX_NAME_BYTES + 1];
  gsize n = normalize (name, length, normal);

  if (n < 3)
    return MCP_NAME_HARMLESS;
  if (is_in (secret_names, G_N_ELEMENTS (secret_names), normal)
      || mcp_redaction_rules_has_name (rules, normal))
    return MCP_NAME_SECRET;
  if (is_in (harmless_names, G_N_ELEMENTS (harmless_names), normal))
    return MCP_NAME_HARMLESS;

  for (guint i = 0; i < G_N_ELEMENTS (secret_endings); i++)
    {
      gsize ending = strlen (secret_endings[i]);

      if (n > ending && memcmp (normal + n - ending, secret_endings[i], ending) == 0)
        return MCP_NAME_SECRET;
    }

  return is_pass (name, length) ? MCP_NAME_WEAK : MCP_NAME_HARMLESS;
}

/* Whether "NAME: …" is a header with a secret. Other words stand before a colon, too. */
gboolean
mcp_redactor_is_header (McpRedactionRules *rules,
                        const char        *name,
                        gsize              length)
{
  char normal[MAX_NAME_BYTES + 1];
  g_autofree char *copy = NULL;

  if (normalize (name, length, normal) == 0)
    return FALSE;
  if (is_in (header_names, G_N_ELEMENTS (header_names), normal)
      || mcp_redaction_rules_has_name (rules, normal))
    return TRUE;
  if (memchr (name, '-', length) == NULL || name[0] == '-')
    return FALSE;

  copy = g_strndup (name, length);

  return mcp_header_is_secret (copy);
}

gboolean
mcp_redactor_is_parameter (const char *name,
                           gsize       length)
{
  char normal[MAX_NAME_BYTES + 1];

  return normalize (name, length, normal) > 0
         && is_in (parameter_names, G_N_ELEMENTS (parameter_names), normal);
}
