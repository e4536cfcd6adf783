/* cli-metrics.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

int cli_metrics_run (CliConnection *connection);

G_END_DECLS
