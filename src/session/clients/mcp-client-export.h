/* mcp-client-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-client-server.h"

G_BEGIN_DECLS

/* What a client's file would become. */
typedef struct
{
  char *path;
  char *before;    /* (nullable): there is no file */
  char *after;
  char *diff;      /* a unified one; empty when nothing changes */
  char *left_out;  /* (nullable): names of headers whose values are in the keyring */
  McpTextEncoding encoding;
} McpClientChange;

char            *mcp_client_write        (const McpClient  *client,
                                          const char       *text,      /* (nullable) */
                                          GPtrArray        *profiles,  /* of McpProfile */
                                          char            **left_out,  /* (out) (nullable) */
                                          GError          **error);
McpClientChange *mcp_client_change_new   (McpClientFile    *file,
                                          GPtrArray        *profiles,
                                          GError          **error);
gboolean         mcp_client_change_apply (McpClientChange  *self,
                                          char            **backup,    /* (out) (nullable) */
                                          GError          **error);
void             mcp_client_change_free  (McpClientChange  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpClientChange, mcp_client_change_free)

G_END_DECLS
