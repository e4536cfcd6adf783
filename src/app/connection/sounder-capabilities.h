/* sounder-capabilities.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

typedef enum {
  SOUNDER_CHANGE_NONE,
  SOUNDER_CHANGE_NEW,      /* the last connection did not have it */
  SOUNDER_CHANGE_CHANGED,  /* it had it with other contents */
  SOUNDER_CHANGE_GONE,     /* it had it, this one does not */
} SounderChange;

/* One capability of one side, for people. */
typedef struct
{
  char          *key;       /* as in the protocol: "tools" */
  char          *title;     /* translated, or the key, safe to show */
  char          *detail;    /* sub-capabilities, counts, or why it is absent; "" for none */
  gboolean       is_client;
  gboolean       present;
  gboolean       unknown;    /* not of the protocol's, nor an extension that is known */
  SounderChange  change;
} SounderCapability;

GPtrArray *sounder_capabilities_list        (McpSession        *session);
GPtrArray *sounder_capabilities_parse       (const char        *server_json,
                                             gsize              server_length,
                                             const char        *previous_json, /* (nullable) */
                                             gsize              previous_length,
                                             const char        *client_json);  /* (nullable) */
void       sounder_capability_free          (SounderCapability *self);

G_END_DECLS
