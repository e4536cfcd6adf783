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
 * mcp-redactor-table.c.
 */

#define MAX_NAME_BYTES 64

/* In lower case, without "-", "_", "." and " ", and without digits at the end. */
static const char *const secret_names[] = {
  "accesskey", "accesstokens", "apikey", "apikeys", "authcode", "authorization",
  "authorizationcode", "codeverifier", "contrasena", "cookie", "cookies", "credential",
  "credentials", "depasse", "geheimnis", "geheimwort", "jwt", "kennwort", "mcpsessionid",
  "mnemonic", "motdepasse", "mysqlpwd", "passcode", "passphrase", "passwd", "password",
  "passwordhash", "passwords", "passwort", "privatekey", "privatekeys", "proxyauthorization",
  "pwd", "recoveryphrase", "secret", "secretkey", "secrets", "seedphrase", "senha", "sessionid",
  "setcookie", "token", "wachtwoord", "webhookurl", "xapikey", "zugangscode", "zugangsdaten",
};

static const char *const secret_endings[] = {
  "accesskey",     "accountkey", "apikey",          "appkey",     "authkey",
  "encryptionkey", "jwt",        "kennwort",        "licensekey", "masterkey",
  "passphrase",    "passwd",     "password",        "passwort",   "privatekey",
  "secret",        "secretkey",  "servicekey",      "sessionid",  "sharedkey",
  "signingkey",    "storagekey", "subscriptionkey", "token",      "webhookurl",
};

/* Of those, what people also speak of without meaning a secret. */
static const char *const vague_endings[] = {
  "appkey", "authorization", "cookie", "cookies", "credential", "credentials", "geheimnis", "jwt",
  "licensekey", "masterkey", "mnemonic", "secrets", "sessionid", "token",
};

static const char *const code_names[] = {
  "2facode", "cvc", "cvv", "mfacode", "onetimecode", "otp", "otpcode", "pin", "pincode",
  "pinnumber", "securitycode", "smscode", "totp", "totpcode", "verificationcode",
};

static const char *const vague_words[] = {
  "토큰", "トークン", "令牌", "Токен", "токен", "Schlüssel", "schlüssel",
};

static const char *const code_words[] = {
  "인증번호", "인증 번호", "인증코드", "인증 코드", "보안코드", "보안 코드", "暗証番号",
};

static const char *const harmless_names[] = {
  "bostoken", "cancellationtoken", "canceltoken", "continuationtoken", "eostoken", "maxtoken",
  "nextpagetoken", "nexttoken", "padtoken", "pagetoken", "progresstoken", "stoptoken",
  "synctoken", "unktoken",
};

/* In the query or the fragment of an address, and in forms, where one is there to give access. */
static const char *const parameter_names[] = {
  "auth", "code", "key", "pass", "session", "sig", "signature", "xamzcredential", "xamzsignature",
  "xgoogcredential", "xgoogsignature",
};

static const char *const header_names[] = {
  "authorization", "cookie", "mcpsessionid", "proxyauthorization", "setcookie", "xapikey",
};

static int
compare_names (const void *a,
               const void *b)
{
  return strcmp (a, *(const char *const *) b);
}

/* The names are in the order of strcmp(). */
static gboolean
is_in (const char *const *names,
       guint              n_names,
       const char        *name)
{
  return bsearch (name, names, n_names, sizeof *names, compare_names) != NULL;
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

static gboolean
ends_with_one (const char        *name,
               gsize              length,
               const char *const *endings,
               guint              n_endings)
{
  for (guint i = 0; i < n_endings; i++)
    {
      gsize n = strlen (endings[i]);

      if (length >= n && endings[i][n - 1] == name[length - 1]
          && memcmp (name + length - n, endings[i], n) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Names in non-ASCII letters. */
static McpNameSecrecy
judge_word (const char *name,
            gsize       length)
{
  if (ends_with_one (name, length, code_words, G_N_ELEMENTS (code_words)))
    return MCP_NAME_CODE;

  for (guint i = 0; i < mcp_n_redactor_rules; i++)
    if (mcp_redactor_rules[i].kind == MCP_MARK_WORD
        && ends_with_one (name, length, &mcp_redactor_rules[i].anchor, 1))
      return MCP_NAME_SECRET;

  return MCP_NAME_HARMLESS;
}

static gboolean
is_ascii (const char *name,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar) name[i] >= 0x80)
      return FALSE;

  return TRUE;
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

/* userPin and SMS_OTP. */
static gboolean
is_otp (const char *name,
        gsize       length)
{
  const char *word = name + length - 3;

  if (length <= 3
      || (g_ascii_strncasecmp (word, "otp", 3) != 0 && g_ascii_strncasecmp (word, "pin", 3) != 0))
    return FALSE;

  return strchr ("_-. ", word[-1]) != NULL
         || (g_ascii_isupper (word[0]) && g_ascii_islower (word[-1]));
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
  if (!is_ascii (name, length) && judge_word (name, length) != MCP_NAME_HARMLESS)
    return judge_word (name, length);
  if (is_in (secret_names, G_N_ELEMENTS (secret_names), normal)
      || mcp_redaction_rules_has_name (rules, normal))
    return MCP_NAME_SECRET;
  if (is_in (harmless_names, G_N_ELEMENTS (harmless_names), normal))
    return MCP_NAME_HARMLESS;

  if (ends_with_one (normal, n, secret_endings, G_N_ELEMENTS (secret_endings)))
    return MCP_NAME_SECRET;

  if (is_pass (name, length))
    return MCP_NAME_WEAK;

  return is_in (code_names, G_N_ELEMENTS (code_names), normal) || is_otp (name, length)
             ? MCP_NAME_CODE
             : MCP_NAME_HARMLESS;
}

/* Whether people speak of what has the name without meaning a secret: "token: foo". */
gboolean
mcp_redactor_is_vague (const char *name,
                       gsize       length)
{
  char normal[MAX_NAME_BYTES + 1];
  gsize n = normalize (name, length, normal);

  return ends_with_one (normal, n, vague_endings, G_N_ELEMENTS (vague_endings))
         || ends_with_one (name, length, vague_words, G_N_ELEMENTS (vague_words));
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
