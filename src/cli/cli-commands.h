/* cli-commands.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _CliConnection CliConnection;

/* What the program ends with; docs and scripts rely on the numbers. */
typedef enum {
  CLI_EXIT_OK       = 0,
  CLI_EXIT_ERROR    = 1, /* the tool or server reported an error */
  CLI_EXIT_USAGE    = 2,
  CLI_EXIT_CONNECT  = 3,
  CLI_EXIT_AUTH     = 4, /* authorization is needed or was refused */
  CLI_EXIT_TIMEOUT  = 5, /* timed out, cancelled, or no probe answered */
  CLI_EXIT_FINDINGS = 6,
  CLI_EXIT_DIED     = 7,
  CLI_EXIT_CONSENT  = 8, /* nobody has agreed to what would be run */
} CliExit;

typedef enum {
  CLI_COMMAND_NEEDS_SERVER  = 1 << 0,
  CLI_COMMAND_OF_RECORDINGS = 1 << 1, /* works with --open alone, and never with a server */
  CLI_COMMAND_GOES_ON       = 1 << 2, /* until it is interrupted, or nobody reads any more */
  CLI_COMMAND_RECONNECTS    = 1 << 3, /* wants to see a lost server come back */
  CLI_COMMAND_SHOWS_STEPS   = 1 << 4, /* those of connecting, when that failed */
  CLI_COMMAND_TAKES_URL     = 1 << 5, /* its word is the server's address, as --url is */
  CLI_COMMAND_REPORTS       = 1 << 6, /* has the formats of McpReport */
  CLI_COMMAND_MAY_HAVE_SERVER = 1 << 7, /* its files can name one as well */
  CLI_COMMAND_SHOWS_FINDINGS = 1 << 8, /* also when there was no connection */
} CliCommandFlags;

/* One command, or one verb of a command. */
typedef struct
{
  const char      *name;
  const char      *verb;        /* (nullable): "list" of "tools list" */
  const char      *arguments;   /* (nullable): for the help, translatable */
  const char      *summary;     /* translatable */
  guint            min_words;
  guint            max_words;   /* G_MAXUINT: any number */
  CliCommandFlags  flags;
  int            (*run) (CliConnection *connection);
} CliCommand;

const CliCommand *cli_commands_get  (guint       *n_commands);
const CliCommand *cli_commands_find (char       **words,
                                     guint       *n_used,
                                     GError     **error);

int cli_run_info                (CliConnection *connection);
int cli_run_auth_login          (CliConnection *connection);
int cli_run_auth_status         (CliConnection *connection);
int cli_run_auth_refresh        (CliConnection *connection);
int cli_run_auth_check          (CliConnection *connection);
int cli_run_auth_logout         (CliConnection *connection);
int cli_run_tools_list          (CliConnection *connection);
int cli_run_tools_call          (CliConnection *connection);
int cli_run_tasks_list          (CliConnection *connection);
int cli_run_tasks_get           (CliConnection *connection);
int cli_run_tasks_result        (CliConnection *connection);
int cli_run_tasks_cancel        (CliConnection *connection);
int cli_run_resources_list      (CliConnection *connection);
int cli_run_resources_templates (CliConnection *connection);
int cli_run_resources_read      (CliConnection *connection);
int cli_run_resources_directory (CliConnection *connection);
int cli_run_resources_subscribe (CliConnection *connection);
int cli_run_prompts_list        (CliConnection *connection);
int cli_run_prompts_get         (CliConnection *connection);
int cli_run_skills_list         (CliConnection *connection);
int cli_run_skills_show         (CliConnection *connection);
int cli_run_skills_read         (CliConnection *connection);
int cli_run_skills_verify       (CliConnection *connection);
int cli_run_complete_prompt     (CliConnection *connection);
int cli_run_complete_resource   (CliConnection *connection);
int cli_run_ping                (CliConnection *connection);
int cli_run_load_tool           (CliConnection *connection);
int cli_run_load_read           (CliConnection *connection);
int cli_run_load_prompt         (CliConnection *connection);
int cli_run_load_ping           (CliConnection *connection);
int cli_run_watch               (CliConnection *connection);
int cli_run_send                (CliConnection *connection);
int cli_run_serve               (CliConnection *connection);
int cli_run_tap                 (CliConnection *connection);
int cli_run_check               (CliConnection *connection);
int cli_run_test                (CliConnection *connection);
int cli_run_probe               (CliConnection *connection);
int cli_run_compare             (CliConnection *connection);
int cli_run_log                 (CliConnection *connection);
int cli_run_convert             (CliConnection *connection);
int cli_run_redact              (CliConnection *connection);
int cli_run_presets_list        (CliConnection *connection);
int cli_run_presets_show        (CliConnection *connection);
int cli_run_presets_save        (CliConnection *connection);
int cli_run_presets_delete      (CliConnection *connection);
int cli_run_presets_export      (CliConnection *connection);
int cli_run_presets_import      (CliConnection *connection);
int cli_run_config_list         (CliConnection *connection);
int cli_run_config_clients      (CliConnection *connection);
int cli_run_registry_search     (CliConnection *connection);
int cli_run_registry_show       (CliConnection *connection);
int cli_run_registry_add        (CliConnection *connection);
int cli_run_config_import       (CliConnection *connection);
int cli_run_config_export       (CliConnection *connection);
int cli_run_config_forget       (CliConnection *connection);
int cli_run_config_wrap         (CliConnection *connection);
int cli_run_config_unwrap       (CliConnection *connection);

G_END_DECLS
