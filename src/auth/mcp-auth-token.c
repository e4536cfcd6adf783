/* mcp-auth-token.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-auth-token.h"
#include "mcp-hash.h"
#include "mcp-json.h"

typedef struct
{
  const char *key;
  gsize       offset;
} Member;

static const Member client_members[] = {
  { "kind", G_STRUCT_OFFSET (McpAuthClient, kind) },
  { "issuer", G_STRUCT_OFFSET (McpAuthClient, issuer) },
  { "client_id", G_STRUCT_OFFSET (McpAuthClient, client_id) },
  { "client_secret", G_STRUCT_OFFSET (McpAuthClient, client_secret) },
  { "token_auth_method", G_STRUCT_OFFSET (McpAuthClient, token_auth_method) },
  { "redirect_uri", G_STRUCT_OFFSET (McpAuthClient, redirect_uri) },
  { NULL, 0 },
};

static const Member token_members[] = {
  { "access_token", G_STRUCT_OFFSET (McpAuthToken, access_token) },
  { "token_type", G_STRUCT_OFFSET (McpAuthToken, token_type) },
  { "refresh_token", G_STRUCT_OFFSET (McpAuthToken, refresh_token) },
  { "id_token", G_STRUCT_OFFSET (McpAuthToken, id_token) },
  { "scope", G_STRUCT_OFFSET (McpAuthToken, scope) },
  { "requested_scope", G_STRUCT_OFFSET (McpAuthToken, requested_scope) },
  { "resource", G_STRUCT_OFFSET (McpAuthToken, resource) },
  { "issuer", G_STRUCT_OFFSET (McpAuthToken, issuer) },
  { "token_endpoint", G_STRUCT_OFFSET (McpAuthToken, token_endpoint) },
  { "revocation_endpoint", G_STRUCT_OFFSET (McpAuthToken, revocation_endpoint) },
  { "jwks_uri", G_STRUCT_OFFSET (McpAuthToken, jwks_uri) },
  { "dpop_key", G_STRUCT_OFFSET (McpAuthToken, dpop_key) },
  { "grant", G_STRUCT_OFFSET (McpAuthToken, grant) },
  { "departures", G_STRUCT_OFFSET (McpAuthToken, departures) },
  { "expires", G_STRUCT_OFFSET (McpAuthToken, expires) },
  { "obtained", G_STRUCT_OFFSET (McpAuthToken, obtained) },
  { NULL, 0 },
};

static char **
slot (gpointer      self,
      const Member *member)
{
  return G_STRUCT_MEMBER_P (self, member->offset);
}

static void
copy_members (gpointer      copy,
              gconstpointer self,
              const Member *members)
{
  for (const Member *m = members; m->key != NULL; m++)
    *slot (copy, m) = g_strdup (*slot ((gpointer) self, m));
}

static void
clear_members (gpointer      self,
               const Member *members)
{
  for (const Member *m = members; m->key != NULL; m++)
    g_free (*slot (self, m));
}

static void
append_members (gconstpointer  self,
                const Member  *members,
                GString       *json)
{
  g_string_append_c (json, '{');
  for (const Member *m = members; m->key != NULL; m++)
    if (*slot ((gpointer) self, m) != NULL)
      mcp_json_append_member_string (json, m->key, *slot ((gpointer) self, m));
  g_string_append_c (json, '}');
}

static void
read_members (gpointer      self,
              const Member *members,
              const char   *json,
              gsize         length)
{
  for (const Member *m = members; m->key != NULL; m++)
    *slot (self, m) = mcp_json_lookup_string (json, length, m->key);
}

McpAuthClient *
mcp_auth_client_copy (const McpAuthClient *self)
{
  McpAuthClient *copy = g_new0 (McpAuthClient, 1);

  copy_members (copy, self, client_members);

  return copy;
}

void
mcp_auth_client_free (McpAuthClient *self)
{
  clear_members (self, client_members);
  g_free (self);
}

void
mcp_auth_client_append (const McpAuthClient *self,
                        GString             *json)
{
  append_members (self, client_members, json);
}

McpAuthClient *
mcp_auth_client_parse (const char *json,
                       gsize       length)
{
  g_autoptr (McpAuthClient) self = g_new0 (McpAuthClient, 1);

  read_members (self, client_members, json, length);

  return self->client_id != NULL ? g_steal_pointer (&self) : NULL;
}

McpAuthToken *
mcp_auth_token_copy (const McpAuthToken *self)
{
  McpAuthToken *copy = g_new0 (McpAuthToken, 1);

  copy_members (copy, self, token_members);

  return copy;
}

void
mcp_auth_token_free (McpAuthToken *self)
{
  clear_members (self, token_members);
  g_free (self);
}

void
mcp_auth_token_append (const McpAuthToken *self,
                       GString            *json)
{
  append_members (self, token_members, json);
}

McpAuthToken *
mcp_auth_token_parse (const char *json,
                      gsize       length)
{
  g_autoptr (McpAuthToken) self = g_new0 (McpAuthToken, 1);

  read_members (self, token_members, json, length);

  return self->access_token != NULL ? g_steal_pointer (&self) : NULL;
}

/* Servers write a list as an array as well, and a number as text; it is for others to complain. */
static char *
dup_scope (const char *body,
           gsize       length)
{
  g_autoptr (GString) words = NULL;
  McpJsonIter iter;
  McpSpan array;
  McpSpan value;

  if (!mcp_json_lookup (body, length, "scope", &array)
      || mcp_json_get_type (body + array.offset, array.length) != MCP_JSON_ARRAY)
    return mcp_json_lookup_string (body, length, "scope");

  words = g_string_new (NULL);
  mcp_json_iter_init (&iter, body + array.offset, array.length);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *word = mcp_json_dup_string (body + array.offset + value.offset, value.length);

      if (word != NULL)
        g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", word);
    }

  return g_strdup (words->str);
}

static gboolean
lookup_seconds (const char *body,
                gsize       length,
                double     *seconds)
{
  g_autofree char *text = NULL;
  char *end;

  if (mcp_json_lookup_double (body, length, "expires_in", seconds))
    return TRUE;

  text = mcp_json_lookup_string (body, length, "expires_in");
  if (text == NULL || !g_ascii_isdigit (text[0]))
    return FALSE;

  *seconds = g_ascii_strtod (text, &end);

  return *end == '\0';
}

/* A header's value must not end the header. */
static gboolean
is_sendable (const char *token)
{
  for (const char *p = token; *p != '\0'; p++)
    if (!g_ascii_isgraph (*p))
      return FALSE;

  return token[0] != '\0';
}

McpAuthToken *
mcp_auth_token_new_from_answer (const char *body,
                                gsize       length,
                                gint64      now_s)
{
  g_autoptr (McpAuthToken) token = NULL;
  double seconds;

  if (!mcp_json_validate (body, length, NULL) || mcp_json_get_type (body, length) != MCP_JSON_OBJECT)
    return NULL;

  token = g_new0 (McpAuthToken, 1);
  token->access_token = mcp_json_lookup_string (body, length, "access_token");
  if (token->access_token == NULL || !is_sendable (token->access_token))
    return NULL;

  token->token_type = mcp_json_lookup_string (body, length, "token_type");
  token->refresh_token = mcp_json_lookup_string (body, length, "refresh_token");
  token->id_token = mcp_json_lookup_string (body, length, "id_token");
  token->scope = dup_scope (body, length);
  token->obtained = g_strdup_printf ("%" G_GINT64_FORMAT, now_s);
  if (lookup_seconds (body, length, &seconds) && seconds >= 0 && seconds < 1e10)
    token->expires = g_strdup_printf ("%" G_GINT64_FORMAT, now_s + (gint64) seconds);

  return g_steal_pointer (&token);
}

gint64
mcp_auth_token_get_expires (const McpAuthToken *self)
{
  return self->expires != NULL ? g_ascii_strtoll (self->expires, NULL, 10) : 0;
}

gint64
mcp_auth_token_get_left (const McpAuthToken *self)
{
  gint64 expires = mcp_auth_token_get_expires (self);

  return expires != 0 ? expires - g_get_real_time () / G_USEC_PER_SEC : G_MAXINT64;
}

gboolean
mcp_auth_token_is_dpop (const McpAuthToken *self)
{
  return self->token_type != NULL && g_ascii_strcasecmp (self->token_type, "DPoP") == 0;
}

gboolean
mcp_auth_scope_has (const char *scope,
                    const char *word)
{
  g_auto (GStrv) words = scope != NULL ? g_strsplit (scope, " ", -1) : NULL;

  return words != NULL && g_strv_contains ((const char * const *) words, word);
}

/* Words of @text that are not in @seen, behind those of @out. */
static void
append_new (GString    *out,
            GHashTable *seen,
            const char *text)
{
  g_auto (GStrv) words = g_strsplit (text != NULL ? text : "", " ", -1);

  for (gsize i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && g_hash_table_add (seen, g_strdup (words[i])))
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", words[i]);
}

static char *
free_unless_empty (GString *text)
{
  return g_string_free (text, text->len == 0);
}

char *
mcp_auth_scope_union (const char *a,
                      const char *b)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  GString *out = g_string_new (NULL);

  append_new (out, seen, a);
  append_new (out, seen, b);

  return free_unless_empty (out);
}

char *
mcp_auth_scope_missing (const char *wanted,
                        const char *granted)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) has = g_string_new (NULL);
  GString *out = g_string_new (NULL);

  append_new (has, seen, granted);
  append_new (out, seen, wanted);

  return free_unless_empty (out);
}
