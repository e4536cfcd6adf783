/* cli-option-table.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"

G_BEGIN_DECLS

typedef enum {
  CLI_OPTION_FLAG,
  CLI_OPTION_STRING,
  CLI_OPTION_OPTIONAL, /* --NAME[=VALUE]; without a value it is "" */
  CLI_OPTION_STRINGS,
  CLI_OPTION_SECONDS,
  CLI_OPTION_COUNT,
  CLI_OPTION_PERCENT,
  CLI_OPTION_NUMBER,
  CLI_OPTION_PORT,
  CLI_OPTION_FORMAT,
  CLI_OPTION_COLOR,
  CLI_OPTION_ERA,
} CliOptionKind;

/* One option. Where it is kept, and for which commands it is. */
typedef struct
{
  const char *name;
  char        letter;
  CliOptionKind kind;
  gsize       offset;
  const char *value_name; /* (nullable) */
  const char *help;
  const char *commands;   /* (nullable): "ping|load" or "tools call|prompts get"; NULL: all */
} CliOption;

const CliOption *cli_option_table_get        (guint            *n_options);
gboolean         cli_option_fits_command     (const CliOption  *option,
                                              const CliCommand *command);
char            *cli_command_get_full_name   (const CliCommand *command);  /* (transfer full) */

G_END_DECLS
