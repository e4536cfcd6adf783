/* mcp-auth-metadata.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-metadata.h"
#include "mcp-error.h"
#include "mcp-json.h"

/* More is nobody's; the rest is left out, and said. */
#define MAX_STRINGS 256

typedef struct
{
  const char *json;
  gsize       length;
  GPtrArray  *problems;
} Document;

static gboolean
check_document (const char  *json,
                gsize        length,
                GError     **error)
{
  g_autoptr (GError) cause = NULL;

  if (!mcp_json_validate (json, length, &cause))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH, _("The document cannot be read: %s"),
                   cause->message);
      return FALSE;
    }
  if (mcp_json_get_type (json, length) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_AUTH, _("The document is not a JSON object"));
      return FALSE;
    }

  return TRUE;
}

/* Servers answer many an address with some object. */
static gboolean
check_members (const char          *json,
               gsize                length,
               const char * const  *keys,
               GError             **error)
{
  g_autofree char *list = NULL;
  McpSpan span;

  for (gsize i = 0; keys[i] != NULL; i++)
    if (mcp_json_lookup (json, length, keys[i], &span))
      return TRUE;

  list = g_strjoinv (", ", (GStrv) keys);
  g_set_error (error, MCP_ERROR, MCP_ERROR_AUTH, _("The document has none of: %s"), list);

  return FALSE;
}

static gboolean
find (Document    *document,
      const char  *key,
      McpJsonType  type,
      McpSpan     *value)
{
  McpJsonType found;

  if (!mcp_json_lookup (document->json, document->length, key, value))
    return FALSE;

  found = mcp_json_get_type (document->json + value->offset, value->length);
  if (found == type)
    return TRUE;

  g_ptr_array_add (document->problems,
                   g_strdup_printf (_("“%s” is of the wrong type: %s instead of %s"), key,
                                    mcp_json_type_get_name (found), mcp_json_type_get_name (type)));

  return FALSE;
}

static char *
dup_string (Document   *document,
            const char *key)
{
  McpSpan value;

  return find (document, key, MCP_JSON_STRING, &value)
           ? mcp_json_dup_string (document->json + value.offset, value.length)
           : NULL;
}

static gboolean
get_boolean (Document   *document,
             const char *key)
{
  gboolean value = FALSE;
  McpSpan span;

  if (!mcp_json_lookup (document->json, document->length, key, &span))
    return FALSE;
  if (!mcp_json_lookup_boolean (document->json, document->length, key, &value))
    g_ptr_array_add (document->problems, g_strdup_printf (_("“%s” is neither true nor false"), key));

  return value;
}

static GStrv
dup_strings (Document   *document,
             const char *key)
{
  g_autoptr (GStrvBuilder) builder = NULL;
  McpJsonIter iter;
  McpSpan array;
  McpSpan element;
  guint n = 0;

  if (!find (document, key, MCP_JSON_ARRAY, &array))
    return NULL;

  builder = g_strv_builder_new ();
  mcp_json_iter_init (&iter, document->json + array.offset, array.length);
  while (mcp_json_iter_next (&iter, NULL, &element))
    {
      const char *text = document->json + array.offset + element.offset;
      g_autofree char *string = NULL;

      if (mcp_json_get_type (text, element.length) == MCP_JSON_STRING)
        string = mcp_json_dup_string (text, element.length);
      if (string == NULL || ++n > MAX_STRINGS)
        {
          g_ptr_array_add (document->problems,
                           string == NULL
                             ? g_strdup_printf (_("“%s” has an element that is no text"), key)
                             : g_strdup_printf (_("“%s” has more than %d elements"), key, MAX_STRINGS));
          break;
        }
      g_strv_builder_add (builder, string);
    }

  return g_strv_builder_end (builder);
}

McpResourceMetadata *
mcp_resource_metadata_parse (const char  *json,
                             gsize        length,
                             GError     **error)
{
  static const char * const keys[] = { "resource", "authorization_servers", NULL };
  McpResourceMetadata *self;
  Document document;

  if (!check_document (json, length, error) || !check_members (json, length, keys, error))
    return NULL;

  self = g_new0 (McpResourceMetadata, 1);
  self->json = g_strndup (json, length);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  document = (Document) { self->json, length, self->problems };
  self->resource = dup_string (&document, "resource");
  self->authorization_servers = dup_strings (&document, "authorization_servers");
  self->scopes_supported = dup_strings (&document, "scopes_supported");
  self->requires_dpop = get_boolean (&document, "dpop_bound_access_tokens_required");

  return self;
}

void
mcp_resource_metadata_free (McpResourceMetadata *self)
{
  g_free (self->json);
  g_free (self->resource);
  g_strfreev (self->authorization_servers);
  g_strfreev (self->scopes_supported);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

McpServerMetadata *
mcp_server_metadata_parse (const char  *json,
                           gsize        length,
                           GError     **error)
{
  static const char * const keys[] = { "issuer", "authorization_endpoint", "token_endpoint", NULL };
  McpServerMetadata *self;
  Document document;

  if (!check_document (json, length, error) || !check_members (json, length, keys, error))
    return NULL;

  self = g_new0 (McpServerMetadata, 1);
  self->json = g_strndup (json, length);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  document = (Document) { self->json, length, self->problems };
  self->issuer = dup_string (&document, "issuer");
  self->authorization_endpoint = dup_string (&document, "authorization_endpoint");
  self->token_endpoint = dup_string (&document, "token_endpoint");
  self->registration_endpoint = dup_string (&document, "registration_endpoint");
  self->revocation_endpoint = dup_string (&document, "revocation_endpoint");
  self->jwks_uri = dup_string (&document, "jwks_uri");
  self->scopes_supported = dup_strings (&document, "scopes_supported");
  self->response_types = dup_strings (&document, "response_types_supported");
  self->grant_types = dup_strings (&document, "grant_types_supported");
  self->grant_profiles = dup_strings (&document, "authorization_grant_profiles_supported");
  self->code_challenge_methods = dup_strings (&document, "code_challenge_methods_supported");
  self->token_auth_methods = dup_strings (&document, "token_endpoint_auth_methods_supported");
  self->dpop_algorithms = dup_strings (&document, "dpop_signing_alg_values_supported");
  self->takes_client_metadata = get_boolean (&document, "client_id_metadata_document_supported");
  self->sends_issuer = get_boolean (&document, "authorization_response_iss_parameter_supported");

  return self;
}

McpServerMetadata *
mcp_server_metadata_new_default (const char *origin)
{
  McpServerMetadata *self = g_new0 (McpServerMetadata, 1);

  self->issuer = g_strdup (origin);
  self->authorization_endpoint = g_strconcat (origin, "/authorize", NULL);
  self->token_endpoint = g_strconcat (origin, "/token", NULL);
  self->registration_endpoint = g_strconcat (origin, "/register", NULL);
  self->problems = g_ptr_array_new_with_free_func (g_free);

  return self;
}

void
mcp_server_metadata_free (McpServerMetadata *self)
{
  g_free (self->json);
  g_free (self->issuer);
  g_free (self->authorization_endpoint);
  g_free (self->token_endpoint);
  g_free (self->registration_endpoint);
  g_free (self->revocation_endpoint);
  g_free (self->jwks_uri);
  g_strfreev (self->scopes_supported);
  g_strfreev (self->response_types);
  g_strfreev (self->grant_types);
  g_strfreev (self->grant_profiles);
  g_strfreev (self->code_challenge_methods);
  g_strfreev (self->token_auth_methods);
  g_strfreev (self->dpop_algorithms);
  g_ptr_array_unref (self->problems);
  g_free (self);
}
