/* cli-otlp.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/* A session whose traces, and with watch whose figures, go to a receiver of OTLP. */
typedef struct _CliOtlp CliOtlp;

CliOtlp *cli_otlp_join  (const CliOptions  *options,
                         McpSession        *session,
                         GError           **error);
void     cli_otlp_leave (CliOtlp           *self);   /* the last one waits until all is sent */

G_END_DECLS
