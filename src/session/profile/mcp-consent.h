/* mcp-consent.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* How it came that a server may be started; the names in the file are "typed", "asked" and "before". */
typedef enum {
  MCP_CONSENT_TYPED,   /* a person typed what is run */
  MCP_CONSENT_ASKED,   /* a person was shown what is run, and said yes */
  MCP_CONSENT_BEFORE,  /* saved before anybody was asked */
} McpConsentWay;

/*
 * What may be started or reached. Agreed to is a content, not a name: what else a profile is called changes
 * nothing, and one that runs something else is not agreed to. See docs/consent.md.
 */
char     *mcp_consent_dup_digest (McpProfile     *profile);
gboolean  mcp_consent_is_needed  (McpProfile     *profile);
gboolean  mcp_consent_check      (McpProfile     *profile,
                                  GError        **error);  /* MCP_ERROR_CONSENT */
void      mcp_consent_give       (McpProfile     *profile,
                                  McpConsentWay   way,
                                  gboolean        keep);
char     *mcp_consent_dup_shown  (McpProfile     *profile);  /* (transfer full) (nullable) */
void      mcp_consent_give_shown (McpProfile     *profile,
                                  const char     *shown);
void      mcp_consent_spend      (McpProfile     *profile);
void      mcp_consent_withdraw   (McpProfile     *profile);
void      mcp_consent_give_all   (gboolean       with_values);
void      mcp_consent_keep       (McpProfile     *profile);
void      mcp_consent_adopt      (GListModel     *profiles);
char     *mcp_consent_get_path   (void);  /* (transfer full) */

/* The file, for the functions above. */
gboolean  mcp_consent_memory_has   (const char     *digest);
void      mcp_consent_memory_add   (const char     *digest,
                                    const char     *name,
                                    McpConsentWay   way);
void      mcp_consent_memory_remove (const char    *digest);
void      mcp_consent_memory_begin (GPtrArray      *digests,
                                    GPtrArray      *names);

G_END_DECLS
