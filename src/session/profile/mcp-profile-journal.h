/* mcp-profile-journal.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

McpProfile *mcp_profile_new_for_recording (const char  *name,
                                           const char  *json);     /* (nullable) */
char       *mcp_profile_dup_journal_json  (McpProfile  *self,
                                           const char  *origin);   /* "window", "cli", "tap" */
void        mcp_profile_tell_secrets      (McpProfile  *self,
                                           McpRedactor *redactor);

G_END_DECLS
