/* cli-tools.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

int cli_tools_open (CliConnection  *connection,
                    char          **arguments);

G_END_DECLS
