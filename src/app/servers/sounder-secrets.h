/* sounder-secrets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* The secrets of servers, headers and those of signing in, on their way between a form and the keyring. */
gboolean sounder_secrets_has_new        (McpProfile          *profile); /* a secret value that is only in memory */
void     sounder_secrets_store_async    (McpProfile          *profile,
                                         guint                cleared,  /* bits of McpAuthSetting */
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
gboolean sounder_secrets_store_finish   (GAsyncResult        *result,
                                         GError             **error);
void     sounder_secrets_store_value    (McpProfile          *profile,
                                         const char          *key,      /* of a variable */
                                         const char          *value);
void     sounder_secrets_lock_literals  (McpProfile          *profile); /* what names say is secret becomes it */
void     sounder_secrets_forget_removed (McpProfile          *before,
                                         McpProfile          *after);   /* (nullable): all of them */
char    *sounder_secrets_dup_name       (const char          *header);  /* "header:Authorization" */

G_END_DECLS
