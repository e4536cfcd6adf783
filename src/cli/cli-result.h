/* cli-result.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"

G_BEGIN_DECLS

int cli_result_print (CliOutput  *output,
                      GBytes     *result,
                      gboolean    is_tool_error,
                      const char *what);

G_END_DECLS
