/* cli-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "cli-commands.h"
#include "mcp-profile.h"

G_BEGIN_DECLS

typedef enum {
  CLI_FORMAT_TEXT,
  CLI_FORMAT_JSON,
  CLI_FORMAT_NDJSON,
  CLI_FORMAT_REPORT,  /* from here on in the order of McpReportFormat; of commands that check */
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

  char             *url;
  char             *server;
  char             *config;
  gboolean          demo;
  gboolean          yes;        /* to what servers run that nobody has agreed to */
  char             *open;       /* (nullable): a recording in place of a server */

  char            **env;        /* (nullable): NAME=VALUE each */
  char             *inherit_env; /* (nullable): basic or all */
  char            **allow_values; /* (nullable): KIND:NAME=HOST each: see mcp_sent_value_allow() */
  char            **inputs;     /* (nullable): NAME=VALUE each, of variables in a profile */
  char            **roots;      /* (nullable) */
  char             *answers;    /* (nullable): a file of rules */
  char             *cwd;

  /* Of servers with a URL. */
  char             *transport;  /* auto, http or sse */
  char            **headers;    /* (nullable): NAME: VALUE each; the values are secrets */
  gboolean          no_cookies;
  char             *ca_file;
  char            **oauth;      /* (nullable): KEY=VALUE each, of McpAuthSettings */
  gboolean          interactive;
  gboolean          no_browser;
  gboolean          step;       /* auth login */
  gboolean          revoke;     /* auth logout */
  char             *client_cert; /* (nullable): of ours, for a server that asks for one */
  char             *client_key;
  char             *accept_certificate; /* as mcp_certificate_get_fingerprint() writes it */

  int               era;        /* McpEraChoice, or -1 when not given */
  char             *protocol;
  char             *log_level;
  char             *record;
  gboolean          dry_run;    /* config export, config import */
  char             *into;       /* (nullable): config import: where a bundle is unpacked */
  gboolean          no_redact;
  guint             timeout_msec;
  guint             max_time_msec;
  guint            max_memory_mib;   /* 0: as the server is saved */

  CliFormat         format;
  CliColor          color;
  gboolean          verbose;
  gboolean          help;
  gboolean          help_group;    /* of "tools", not of "tools call" */
  gboolean          version;

  /* Of single commands. */
  char             *args;          /* tools call, prompts get */
  char             *preset;        /* of the same */
  char            **meta;          /* (nullable): of commands with one request of their own */
  char             *traceparent;   /* (nullable): of the same; "": a new one */
  gboolean          page;          /* of a list: the first one alone */
  char             *cursor;        /* (nullable): of a list: the page of this alone */
  char             *registry;      /* (nullable): an address in place of the official one */
  gboolean          task;          /* tools call */
  gboolean          detach;        /* tools call */
  char             *output_file;   /* resources read, convert */
  gboolean          csv;           /* tools call, resources read */
  char             *to;            /* convert */
  char             *filter;        /* watch, log */
  gboolean          stats;         /* watch, log */
  char             *metrics;       /* watch */
  char             *otlp;          /* (nullable): an address; of commands that connect */
  char            **otlp_headers;  /* (nullable): NAME=VALUE each; the values are secrets */
  gboolean          otlp_content;  /* with either, and convert */
  gboolean          raw;           /* send */
  gboolean          strict;        /* check, probe, serve */
  char             *accepted;      /* check, probe */
  char             *accept;        /* (nullable): the reason; check, probe */
  char            **reports;       /* (nullable): check, probe, test, load: files */
  char            **only;          /* (nullable): probe */
  gboolean          list;          /* probe */
  char            **allow_tools;   /* (nullable): probe */
  char             *baseline;      /* check */
  char             *require;       /* check: capabilities */
  gboolean          update_baseline; /* check */
  guint             parallel;      /* test */
  gboolean          update_snapshots; /* test */
  gboolean          loose;         /* serve */
  gboolean          timing;        /* serve */
  int               http;          /* serve: a port, 0 for any, -1 when not given */
  char             *name;          /* tap */
  gboolean          print;         /* tap */
  int               listen;        /* tap: a port, 0 for any, -1 when not given */
  char             *host;          /* tap */
  gboolean          rewrite_host;  /* tap */
  char            **allow_hosts;   /* serve, tap, watch */
  guint             count;         /* ping, load */
  guint             interval_msec; /* ping */
  guint             wait_msec;     /* ping */
  gboolean          graph;         /* ping */
  double            fail_loss;     /* ping; percent, -1 when not given */
  guint             concurrency;   /* load; so are all below */
  double            rate;          /* a second */
  guint             duration_msec;
  guint             warmup_msec;
  double            stop_failed;   /* percent, -1 when not given */
  guint             stop_p99_msec;
  char             *hdr_log;
  char             *compare;
} CliOptions;

CliOptions *cli_options_parse        (int                argc,
                                      char             **argv,
                                      GError           **error);
gboolean    cli_options_have_server  (const CliOptions  *self);
gboolean    cli_options_want_figures (const CliOptions  *self);
void        cli_options_free         (CliOptions        *self);
CliFormat   cli_options_guess_format (int                argc,
                                      char             **argv);
char       *cli_options_get_help     (const CliCommand  *command,     /* (nullable) */
                                      gboolean           whole_group,
                                      guint              columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliOptions, cli_options_free)

G_END_DECLS
