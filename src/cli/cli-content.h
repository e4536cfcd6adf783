/* cli-content.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-output.h"

G_BEGIN_DECLS

void cli_content_print       (CliOutput  *output,
                              const char *text,
                              gsize       length);
void cli_content_print_resource (CliOutput  *output,
                                 const char *text,
                                 gsize       length);
void cli_content_print_text  (CliOutput  *output,
                              const char *text,
                              gsize       length);

G_END_DECLS
