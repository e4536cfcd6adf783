/* cli-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "cli-commands.h"

G_BEGIN_DECLS

typedef enum {
  CLI_FORMAT_TEXT,
  CLI_FORMAT_JSON,
  CLI_FORMAT_NDJSON,
} CliFormat;

typedef enum {
  CLI_COLOR_AUTO,
  CLI_COLOR_ALWAYS,
  CLI_COLOR_NEVER,
} CliColor;

/* The command line, taken apart. Times are 0 and strings NULL when not given. */
typedef struct
{
  const CliCommand *command;    /* NULL with --version, or --help for all */
  char            **words;      /* what follows the command's own words, never NULL */
  char            **program;    /* (nullable): what follows "--" */

  char             *server;
  char             *config;
  gboolean          demo;

  char            **env;        /* (nullable): NAME=VALUE each */
  char            **roots;      /* (nullable) */
  char             *cwd;
  char             *protocol;
  char             *log_level;
  char             *record;
  gboolean          no_redact;
  guint             timeout_msec;
  guint             max_time_msec;

  CliFormat         format;
  CliColor          color;
  gboolean          verbose;
  gboolean          help;
  gboolean          version;

  /* Of single commands. */
  char             *args;          /* tools call, prompts get */
  char             *output_file;   /* resources read */
  char             *filter;        /* watch */
  gboolean          raw;           /* send */
  gboolean          strict;        /* check */
  guint             count;         /* ping */
  guint             interval_msec; /* ping */
  guint             wait_msec;     /* ping */
} CliOptions;

CliOptions *cli_options_parse        (int                argc,
                                      char             **argv,
                                      GError           **error);
void        cli_options_free         (CliOptions        *self);
CliFormat   cli_options_guess_format (int                argc,
                                      char             **argv);
char       *cli_options_get_help     (const CliCommand  *command);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliOptions, cli_options_free)

G_END_DECLS
