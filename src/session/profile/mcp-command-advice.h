/* mcp-command-advice.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

char *mcp_command_advise (McpProfile *profile);

G_END_DECLS
