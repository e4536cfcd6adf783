/* mcp-auth-metadata.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The documents by which servers say how to sign in to them. What is of the wrong type counts as
 * absent, and is named in @problems.
 */

/* OAuth 2.0 protected resource metadata, RFC 9728. */
typedef struct
{
  char      *json;
  char      *resource;               /* (nullable) */
  GStrv      authorization_servers;  /* (nullable) */
  GStrv      scopes_supported;       /* (nullable) */
  gboolean   requires_dpop;
  GPtrArray *problems;               /* of char * */
} McpResourceMetadata;

/* Authorization server metadata, RFC 8414 or OpenID Connect Discovery 1.0. */
typedef struct
{
  char      *json;                   /* (nullable): there was no document */
  char      *issuer;                 /* (nullable), and so are all below */
  char      *authorization_endpoint;
  char      *token_endpoint;
  char      *registration_endpoint;
  char      *revocation_endpoint;
  char      *jwks_uri;
  GStrv      scopes_supported;
  GStrv      response_types;
  GStrv      grant_types;
  GStrv      grant_profiles;         /* authorization_grant_profiles_supported */
  GStrv      code_challenge_methods;
  GStrv      token_auth_methods;
  GStrv      dpop_algorithms;
  gboolean   takes_client_metadata;  /* client_id_metadata_document_supported */
  gboolean   sends_issuer;           /* authorization_response_iss_parameter_supported */
  GPtrArray *problems;               /* of char * */
} McpServerMetadata;

McpResourceMetadata *mcp_resource_metadata_parse (const char           *json,
                                                  gsize                 length,
                                                  GError              **error);  /* MCP_ERROR_AUTH */
void                 mcp_resource_metadata_free  (McpResourceMetadata  *self);
McpServerMetadata   *mcp_server_metadata_parse   (const char           *json,
                                                  gsize                 length,
                                                  GError              **error);  /* MCP_ERROR_AUTH */
/* What 2025-03-26 prescribes where there is no metadata: paths at the origin of the server. */
McpServerMetadata   *mcp_server_metadata_new_default (const char       *origin);
void                 mcp_server_metadata_free    (McpServerMetadata    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResourceMetadata, mcp_resource_metadata_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpServerMetadata, mcp_server_metadata_free)

G_END_DECLS
