/* mcp-profile-foreign.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

McpProfile *mcp_profile_new_foreign (const char  *name,
                                     const char  *json,
                                     GHashTable  *left_out,
                                     GError     **error);

G_END_DECLS
