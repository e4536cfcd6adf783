/* cli-arguments.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-schema.h"

G_BEGIN_DECLS

char     *cli_arguments_read_text   (const char  *source,
                                     gsize       *length,
                                     GError     **error);
char     *cli_arguments_read_file   (const char  *path,
                                     gsize       *length,
                                     GError     **error);
char     *cli_arguments_check_object (const char *option,
                                     const char  *text,
                                     GError     **error);
gboolean  cli_arguments_need_schema (char       **words);
char     *cli_arguments_build       (const char  *base,
                                     char       **words,
                                     McpSchema   *schema,
                                     GError     **error);

G_END_DECLS
