/* sounder-address.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* Addresses of servers as people type and read them. */
gboolean    sounder_address_is_url      (const char *text);  /* else it is a command */
char       *sounder_address_dup_short   (const char *url);   /* host first, nothing secret: for one line */
char       *sounder_address_dup_visible (const char *url);   /* whole, its password masked */
char       *sounder_address_switch_tls  (const char *url);   /* (nullable): http for https and the reverse */
char       *sounder_address_with_path   (const char *url,    /* (nullable): the same with another path */
                                         const char *path);
const char *sounder_address_get_kind    (McpReach    reach); /* "stdio", "http": not translated */
char       *sounder_address_guess_url    (const char *text); /* (nullable): with the scheme that lacks */
char       *sounder_address_dup_command_short (const char *const *argv);
char       *sounder_address_suggest_name (const char *text); /* (nullable): what to call such a server */
char       *sounder_address_dup_profile (McpProfile *profile); /* command or URL, safe to show */

G_END_DECLS
