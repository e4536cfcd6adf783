/* mcp-profile-public.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

char     *mcp_profile_dup_public_command (McpProfile *self);
gboolean  mcp_profile_is_literal         (const char *variable);

G_END_DECLS
