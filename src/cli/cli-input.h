/* cli-input.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

gboolean cli_input_take   (McpProfile          *profile,
                           const char * const  *inputs,  /* (nullable) */
                           GError             **error);
gboolean cli_input_settle (McpProfile          *profile,
                           GError             **error);

G_END_DECLS
