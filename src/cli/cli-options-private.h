/* cli-options-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-option-table.h"

G_BEGIN_DECLS

/* MCP_ERROR_USAGE. Always FALSE, so that a check can end with it. */
gboolean cli_options_fail  (GError     **error,
                            const char  *format,
                            ...) G_GNUC_PRINTF (2, 3);

/* cli-options-check.c */
gboolean cli_options_check (CliOptions  *self,
                            GPtrArray   *used,  /* of CliOption: those that were given */
                            GError     **error);

G_END_DECLS
