/* conformance-skills.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

/* Lists the skills, and retrieves none of their files. */
gboolean skills_list (McpSession  *session,
                      GError     **error);
/* Loads every skill, as a host may: nothing of one whose SKILL.md is not what the list says. */
gboolean skills_load (McpSession  *session,
                      GError     **error);

G_END_DECLS
