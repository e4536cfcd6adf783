/* mcp-auth-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-auth-token.h"

G_BEGIN_DECLS

#define MCP_TYPE_AUTH_STORE (mcp_auth_store_get_type ())

/*
 * The token of one server and its registrations, in the keyring and in memory. Where the keyring
 * cannot be used they live until the program ends, and ::error says why. Stores of the same
 * server within the program share what they have.
 */
G_DECLARE_FINAL_TYPE (McpAuthStore, mcp_auth_store, MCP, AUTH_STORE, GObject)

McpAuthStore        *mcp_auth_store_new         (const char          *resource);   /* canonical URI of the server */
/* Reads the keyring again: another program may have signed in or refreshed meanwhile. */
void                 mcp_auth_store_load_async  (McpAuthStore        *self,
                                                 GCancellable        *cancellable,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             user_data);
void                 mcp_auth_store_load_finish (McpAuthStore        *self,
                                                 GAsyncResult        *result);
/* Writes what is in memory; done when it is kept, or cannot be. */
void                 mcp_auth_store_save_async  (McpAuthStore        *self,
                                                 GCancellable        *cancellable,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             user_data);
gboolean             mcp_auth_store_save_finish (McpAuthStore        *self,
                                                 GAsyncResult        *result,
                                                 GError             **error);      /* MCP_ERROR_STORAGE: it is in memory only */
const McpAuthToken  *mcp_auth_store_get_token   (McpAuthStore        *self);       /* (nullable) */
void                 mcp_auth_store_set_token   (McpAuthStore        *self,
                                                 const McpAuthToken  *token);      /* (nullable) */
const McpAuthClient *mcp_auth_store_get_client  (McpAuthStore        *self,
                                                 const char          *issuer);     /* (nullable) */
void                 mcp_auth_store_set_client  (McpAuthStore        *self,
                                                 const char          *issuer,
                                                 const McpAuthClient *client);     /* (nullable) */
/* Another issuer that a client id of the settings was used with; (nullable). */
const char          *mcp_auth_store_find_other  (McpAuthStore        *self,
                                                 const char          *client_id,
                                                 const char          *issuer);
/* What is secret of the settings, by its key. */
const char          *mcp_auth_store_get_secret  (McpAuthStore        *self,
                                                 const char          *key);        /* (nullable) */
void                 mcp_auth_store_set_secret  (McpAuthStore        *self,
                                                 const char          *key,
                                                 const char          *value);      /* (nullable) */
void                 mcp_auth_store_forget      (McpAuthStore        *self);       /* token and registrations */
const GError        *mcp_auth_store_get_error   (McpAuthStore        *self);       /* (nullable): why the keyring has it not */

G_END_DECLS
