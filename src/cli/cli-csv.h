/* cli-csv.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"

G_BEGIN_DECLS

gboolean cli_csv_print (CliOutput  *output,
                        GBytes     *result,
                        GError    **error);

G_END_DECLS
