/* demo-auth-breaks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "demo-auth-private.h"

/* By DemoBreak. */
static const struct
{
  const char *name;
  const char *description;
} rules[] = {
  { "no-metadata", "no metadata anywhere; /authorize, /token and /register are there" },
  { "file-metadata", "the metadata is said to be at file:///etc/passwd" },
  { "private-metadata", "the metadata is said to be at http://169.254.169.254" },
  { "redirect-loop", "the metadata of the resource redirects to itself" },
  { "huge-metadata", "the metadata of the resource has 100 MB" },
  { "endless-metadata", "the metadata of the resource never ends" },
  { "odd-quoting", "challenges of several schemes, oddly written but right" },
  { "wrong-resource", "the metadata is that of another resource" },
  { "wrong-issuer", "the authorization server says that it is another" },
  { "no-s256", "only plain PKCE is offered, and taken" },
  { "javascript-endpoint", "the authorization endpoint is javascript:" },
  { "wrong-types", "the metadata of the resource has numbers for texts, and the like" },
  { "wrong-types-server", "that of the authorization server has" },
  { "wrong-types-registration", "the answer to a registration has" },
  { "wrong-types-token", "the answer with the token has" },
  { "registration-refused", "no client can register" },
  { "redirect-refused", "no redirect to the loopback is taken" },
  { "redirect-not-checked", "any redirect is taken, and another for the code" },
  { "plain-pkce-accepted", "a plain challenge is taken, and none" },
  { "resource-not-checked", "any resource is taken, and none" },
  { "missing-state", "the answer has no state" },
  { "no-iss", "the answer has no iss, which was announced" },
  { "wrong-iss", "the answer has the iss of another" },
  { "invalid-client", "the token endpoint does not know any client" },
  { "slow-token", "the token endpoint answers after a minute" },
  { "verifier-not-checked", "any code verifier is taken, and none" },
  { "code-reuse-accepted", "a code is taken again and again" },
  { "no-refresh-rotation", "a refresh token stays, and is taken again and again" },
  { "scope-not-granted", DEMO_SCOPE_WRITE " is never granted" },
  { "expired-token", "access tokens have expired when they come" },
  { "clock-skew", "access tokens are from an hour ahead" },
  { "401-forever", "no access token is good enough" },
  { "403-forever", "no scope is enough to call a tool" },
  { "expired-token-accepted", "expired access tokens are taken" },
  { "foreign-token-accepted", "any access token is taken" },
  { "token-in-query-accepted", "an access token in the address is taken" },
  { "page-metadata", "where the metadata of the authorization server are looked for first is a page" },
  { "failing-metadata", "that address answers 503" },
  { "resource-slash", "the metadata name the resource with a slash behind it" },
  { "issuer-slash", "the authorization server has a slash behind its name" },
  { "pkce-not-said", "nothing says that there is S256" },
  { "single-quotes", "the challenge has single quotes" },
  { "null-registration", "the answer to a registration has null for what there is not" },
  { "expiry-as-text", "expires_in is a text" },
  { "scope-with-commas", "scopes that were granted have commas between them" },
  { "scope-as-list", "they are an array" },
  { "refusal-with-200", "the token endpoint refuses with 200" },
  { "basic-not-taken", "the token endpoint takes no secret by HTTP Basic" },
  { "resource-refused", "whoever names a resource is refused" },
  { "audience-needed", "whoever names no audience is refused" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rules) == DEMO_N_BREAKS);
G_STATIC_ASSERT (DEMO_N_BREAKS <= 64);

gboolean
demo_auth_breaks (DemoAuth  *self,
                  DemoBreak  rule)
{
  return (self->options.breaks >> rule) & 1;
}

char *
demo_auth_parse_breaks (const char *text,
                        guint64    *breaks)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint rule = 0;

      while (rule < DEMO_N_BREAKS && strcmp (rules[rule].name, names[i]) != 0)
        rule++;
      if (rule == DEMO_N_BREAKS)
        return g_strdup (names[i]);
      *breaks |= G_GUINT64_CONSTANT (1) << rule;
    }

  return NULL;
}

void
demo_auth_print_breaks (void)
{
  for (guint i = 0; i < DEMO_N_BREAKS; i++)
    printf ("%-26s%s\n", rules[i].name, rules[i].description);
}
