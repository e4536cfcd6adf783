/* sounder-defaults.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* What a server starts with when it is added: the setting "new-servers". Each server keeps its own. */
McpProfile *sounder_defaults_new_profile (void);                /* (transfer full): without a name and a server */
void        sounder_defaults_save        (McpProfile *profile); /* new servers are treated like this one */
McpProfile *sounder_defaults_apply       (McpProfile *profile); /* (transfer full): with all that it does not say itself */

G_END_DECLS
