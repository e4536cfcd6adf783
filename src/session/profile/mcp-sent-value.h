/* mcp-sent-value.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* A value of this computer that connecting sends to a server because its settings say so. */
typedef struct
{
  char     *reference;  /* "env:NAME", "keyring:NAME", "file:PATH", "cert:PATH" */
  char     *host;       /* of the address, with its port, if any; the address if it has no host */
  char     *header;     /* (nullable): the one that it goes into */
  gboolean  given;      /* in this process, for this server, or for this host */
} McpSentValue;

GPtrArray *mcp_sent_values_list    (McpProfile         *profile);  /* none for a program */
char      *mcp_sent_value_describe (const McpSentValue *self);     /* a translated sentence */
gboolean   mcp_sent_value_allow    (const char         *rule,
                                    GError            **error);

G_END_DECLS
