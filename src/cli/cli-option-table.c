/* cli-option-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-option-table.h"

#define FIELD(name) G_STRUCT_OFFSET (CliOptions, name)

static const CliOption options[] = {
  { "url", 0, CLI_OPTION_STRING, FIELD (url), N_("URL"),
    N_("connect to this address: http:, https:, ws:, wss:, unix:PATH or tcp:HOST:PORT"), NULL },
  { "server", 0, CLI_OPTION_STRING, FIELD (server), N_("NAME"),
    N_("use this saved server, or this one of --config"), NULL },
  { "config", 0, CLI_OPTION_STRING, FIELD (config), N_("FILE"),
    N_("look for --server in this mcp.json-style file"), NULL },
  { "demo", 0, CLI_OPTION_FLAG, FIELD (demo), NULL,
    N_("use the demo server that comes with Sounder"), NULL },
  { "yes", 'y', CLI_OPTION_FLAG, FIELD (yes), NULL,
    N_("run what a saved server, or one of a file, says without being asked"), NULL },
  { "allow-value", 0, CLI_OPTION_STRINGS, FIELD (allow_values), "KIND:NAME=HOST",
    N_("let a server of a file have a value: env:NAME, keyring:NAME, file:PATH or cert:PATH; "
       "may be repeated"), NULL },
  { "open", 0, CLI_OPTION_STRING, FIELD (open), N_("FILE"),
    N_("work with this recording instead of a server"),
    "log|convert|check|info|tools list|resources list|resources templates|prompts list|skills|"
    "tasks list" },
  { "transport", 0, CLI_OPTION_STRING, FIELD (transport), "auto|http|sse",
    N_("how to speak HTTP: Streamable HTTP, the older HTTP+SSE, or whichever works"), NULL },
  { "header", 0, CLI_OPTION_STRINGS, FIELD (headers), "'NAME: VALUE'",
    N_("send this header with every HTTP request; may be repeated"), NULL },
  { "no-cookies", 0, CLI_OPTION_FLAG, FIELD (no_cookies), NULL,
    N_("keep none of the cookies that the server sets"), NULL },
  { "ca-file", 0, CLI_OPTION_STRING, FIELD (ca_file), N_("FILE"),
    N_("trust the certificates of this PEM file too"), NULL },
  { "accept-certificate", 0, CLI_OPTION_STRING, FIELD (accept_certificate), N_("FINGERPRINT"),
    N_("take this certificate of the server although it does not verify"), NULL },
  { "client-cert", 0, CLI_OPTION_STRING, FIELD (client_cert), N_("FILE"),
    N_("show the certificate of this PEM file to a server that asks for one"), NULL },
  { "client-key", 0, CLI_OPTION_STRING, FIELD (client_key), N_("FILE"),
    N_("the key of --client-cert, where it is in another file"), NULL },
  { "interactive", 0, CLI_OPTION_FLAG, FIELD (interactive), NULL,
    N_("sign in, in a browser, when the server asks for it"), NULL },
  { "oauth", 0, CLI_OPTION_STRINGS, FIELD (oauth), "KEY=VALUE|KEY=@FILE",
    N_("how to sign in: clientId, scope, issuer, grant, … (see the manual); may be repeated"), NULL },
  { "no-browser", 0, CLI_OPTION_FLAG, FIELD (no_browser), NULL,
    N_("print the address to sign in at, and read where the browser went"), NULL },
  { "env", 0, CLI_OPTION_STRINGS, FIELD (env), N_("NAME=VALUE"),
    N_("set a variable in the server’s environment; may be repeated"), NULL },
  { "inherit-env", 0, CLI_OPTION_STRING, FIELD (inherit_env), "basic|all",
    N_("what the server gets of your environment: HOME, PATH and their kin, as in the window (basic), or all of it"), NULL },
  { "input", 0, CLI_OPTION_STRINGS, FIELD (inputs), N_("NAME=VALUE"),
    N_("what a variable such as ${input:NAME} of a saved server stands for; may be repeated"), NULL },
  { "cwd", 0, CLI_OPTION_STRING, FIELD (cwd), N_("DIR"),
    N_("start the server in this directory"), NULL },
  { "root", 0, CLI_OPTION_STRINGS, FIELD (roots), N_("PATH"),
    N_("tell the server of this root; may be repeated"), NULL },
  { "answers", 0, CLI_OPTION_STRING, FIELD (answers), N_("FILE"),
    N_("answer what the server asks by the rules of this file"), NULL },
  { "era", 0, CLI_OPTION_ERA, 0, "auto|legacy|modern",
    N_("the family of protocol revisions to speak"), NULL },
  { "protocol", 0, CLI_OPTION_STRING, FIELD (protocol), N_("VERSION"),
    N_("offer this protocol revision, or pin it"), NULL },
  { "log-level", 0, CLI_OPTION_STRING, FIELD (log_level), N_("LEVEL"),
    N_("ask the server for log messages from this level on"), NULL },
  { "timeout", 0, CLI_OPTION_SECONDS, FIELD (timeout_msec), N_("SECONDS"),
    N_("wait this long for each answer"), NULL },
  { "max-time", 0, CLI_OPTION_SECONDS, FIELD (max_time_msec), N_("SECONDS"),
    N_("end the whole command after this long"), NULL },
  { "max-memory", 0, CLI_OPTION_COUNT, FIELD (max_memory_mib), N_("MIB"),
    N_("stop reading while more than this is held in memory (512)"), NULL },
  { "record", 0, CLI_OPTION_STRING, FIELD (record), N_("FILE"),
    N_("save the session as a recording, with secrets redacted"), NULL },
  { "no-redact", 0, CLI_OPTION_FLAG, FIELD (no_redact), NULL,
    N_("keep secrets in what --record, convert and config export write"), NULL },
  { "dry-run", 0, CLI_OPTION_FLAG, FIELD (dry_run), NULL,
    N_("only print what would change in the file, or be added"), "config export|config import" },
  { "into", 0, CLI_OPTION_STRING, FIELD (into), N_("DIR"),
    N_("unpack a bundle into this directory, in place of one of its own among Sounder’s data"), "config import" },
  { "format", 0, CLI_OPTION_FORMAT, 0, "text|json|ndjson|junit|sarif|github|tap|html",
    N_("how to print the result; from junit on: check, probe, test and load alone"), NULL },
  { "color", 0, CLI_OPTION_COLOR, 0, "auto|always|never",
    N_("colour text output"), NULL },
  { "verbose", 'v', CLI_OPTION_FLAG, FIELD (verbose), NULL,
    N_("print every message, the HTTP around it and the server’s standard error to standard "
       "error"), NULL },
  { "version", 0, CLI_OPTION_FLAG, FIELD (version), NULL,
    N_("print the version and end"), NULL },
  { "help", 'h', CLI_OPTION_FLAG, FIELD (help), NULL,
    N_("print this help, or that of a command"), NULL },
  { "step", 0, CLI_OPTION_FLAG, FIELD (step), NULL,
    N_("wait for Enter before each step"), "auth login" },
  { "revoke", 0, CLI_OPTION_FLAG, FIELD (revoke), NULL,
    N_("tell the authorization server too"), "auth logout" },
  { "args", 0, CLI_OPTION_STRING, FIELD (args), "JSON|@FILE|-",
    N_("the arguments as a JSON object, given here, in a file or on standard input"),
    "tools call|prompts get|load tool|load prompt" },
  { "preset", 0, CLI_OPTION_STRING, FIELD (preset), N_("PRESET"),
    N_("begin with the arguments that were saved under this name; all others replace theirs"),
    "tools call|prompts get|load tool|load prompt" },
  { "meta", 0, CLI_OPTION_STRINGS, FIELD (meta), "KEY=JSON|JSON|@FILE|-",
    N_("a member of the “_meta” of the request, or all of it as a JSON object; may be repeated"),
    "tools call|prompts get|resources read|complete prompt|complete resource" },
  { "traceparent", 0, CLI_OPTION_OPTIONAL, FIELD (traceparent), N_("VALUE"),
    N_("begin a trace with the request, or make it a part of this one, and print its traceparent"),
    "tools call|prompts get|resources read|complete prompt|complete resource" },
  { "page", 0, CLI_OPTION_FLAG, FIELD (page), NULL,
    N_("list the first page alone, and tell the cursor of the next one"),
    "tools list|resources list|resources templates|resources directory|prompts list" },
  { "cursor", 0, CLI_OPTION_STRING, FIELD (cursor), N_("CURSOR"),
    N_("list the page of this cursor alone"),
    "tools list|resources list|resources templates|resources directory|prompts list|registry search" },
  { "registry", 0, CLI_OPTION_STRING, FIELD (registry), N_("URL"),
    N_("the address of the registry, in place of the official one"), "registry search|registry show|registry add" },
  { "task", 0, CLI_OPTION_FLAG, FIELD (task), NULL,
    N_("call it as a task, and wait for its result"), "tools call" },
  { "detach", 0, CLI_OPTION_FLAG, FIELD (detach), NULL,
    N_("do not wait for the result of a task: print its handle"), "tools call" },
  { "output", 'o', CLI_OPTION_STRING, FIELD (output_file), N_("FILE"),
    N_("resources read, skills read: write the contents to this file, decoded; convert: write to this file"),
    "resources read|skills read|convert" },
  { "csv", 0, CLI_OPTION_FLAG, FIELD (csv), NULL,
    N_("print the first array of objects in the result as comma-separated values"),
    "tools call|resources read" },
  { "to", 0, CLI_OPTION_STRING, FIELD (to), "har|jsonl|otlp|text",
    N_("as what to write the recording"), "convert" },
  { "filter", 0, CLI_OPTION_STRING, FIELD (filter), N_("FILTER"),
    N_("print only what matches: words, \"text\", method:GLOB, took:>10ms, json:PATH=VALUE, -, "
       "and, or, ()"),
    "watch|log" },
  { "stats", 0, CLI_OPTION_FLAG, FIELD (stats), NULL,
    N_("print the figures of each method at the end, in place of the messages"), "watch|log" },
  { "metrics", 0, CLI_OPTION_STRING, FIELD (metrics), N_("ADDRESS"),
    N_("serve figures for Prometheus at this address, such as 127.0.0.1:9464, and print no messages"), "watch" },
  { "otlp", 0, CLI_OPTION_STRING, FIELD (otlp), N_("URL"),
    N_("send a trace of each request to this receiver of OpenTelemetry, such as http://127.0.0.1:4318; with watch "
       "the figures too, and print no messages"),
    "watch|ping|load|test|send|check|probe|tools call|prompts get|resources read|complete prompt|"
    "complete resource" },
  { "otlp-header", 0, CLI_OPTION_STRINGS, FIELD (otlp_headers), N_("NAME=VALUE"),
    N_("with --otlp: send this header along; may be repeated"),
    "watch|ping|load|test|send|check|probe|tools call|prompts get|resources read|complete prompt|"
    "complete resource" },
  { "otlp-content", 0, CLI_OPTION_FLAG, FIELD (otlp_content), NULL,
    N_("with OpenTelemetry: arguments and results too, redacted"),
    "watch|ping|load|test|send|check|probe|tools call|prompts get|resources read|complete prompt|"
    "complete resource|convert" },
  { "raw", 0, CLI_OPTION_FLAG, FIELD (raw), NULL,
    N_("send the text without checking it"), "send" },
  { "strict", 0, CLI_OPTION_FLAG, FIELD (strict), NULL,
    N_("check and probe: end with 6 for a warning too; serve: answer only what was asked with the same "
       "parameters"), "check|probe|auth check|serve" },
  { "accepted", 0, CLI_OPTION_STRING, FIELD (accepted), N_("FILE"),
    N_("let the failures in this file pass, and tell of those that pass again"), "check|probe" },
  { "accept", 0, CLI_OPTION_STRING, FIELD (accept), N_("REASON"),
    N_("with --accepted: write today’s failures to the file, with this reason"), "check|probe" },
  { "report", 0, CLI_OPTION_STRINGS, FIELD (reports), N_("FILE"),
    N_("write a report to this file as well: *.xml is JUnit, *.sarif, *.tap and *.html are that; may be repeated"),
    "check|probe|test|load" },
  { "only", 0, CLI_OPTION_STRINGS, FIELD (only), N_("NAME|GROUP"),
    N_("try this probe or group alone; may be repeated"), "probe" },
  { "list", 0, CLI_OPTION_FLAG, FIELD (list), NULL,
    N_("print the probes, and try none"), "probe" },
  { "allow-tools", 0, CLI_OPTION_STRINGS, FIELD (allow_tools), N_("NAME|*"),
    N_("this tool may be called too, though it is not marked as read-only; may be repeated; * for all"),
    "probe" },
  { "baseline", 0, CLI_OPTION_STRING, FIELD (baseline), N_("FILE"),
    N_("tell what has changed since the server was written to this file"), "check" },
  { "require", 0, CLI_OPTION_STRING, FIELD (require), N_("CAPABILITIES"),
    N_("fail where the server lacks one of these, such as tools,resources.subscribe"), "check" },
  { "update-baseline", 0, CLI_OPTION_FLAG, FIELD (update_baseline), NULL,
    N_("with --baseline: accept the server as it is, and write it to the file"), "check" },
  { "parallel", 0, CLI_OPTION_COUNT, FIELD (parallel), N_("COUNT"),
    N_("how many files, servers and eras are tested at once (1)"), "test" },
  { "update-snapshots", 0, CLI_OPTION_FLAG, FIELD (update_snapshots), NULL,
    N_("write the answers that differ into the files, as what is expected from now on"), "test" },
  { "loose", 0, CLI_OPTION_FLAG, FIELD (loose), NULL,
    N_("answer whatever has the same method"), "serve" },
  { "timing", 0, CLI_OPTION_FLAG, FIELD (timing), NULL,
    N_("take as long as the recorded server did"), "serve" },
  { "http", 0, CLI_OPTION_PORT, FIELD (http), N_("PORT"),
    N_("serve over Streamable HTTP at this port; 0 for any free port"), "serve" },
  { "allow-host", 0, CLI_OPTION_STRINGS, FIELD (allow_hosts), N_("NAME"),
    N_("let Host and Origin name this host too; may be repeated"), "serve|tap|watch" },
  { "name", 0, CLI_OPTION_STRING, FIELD (name), N_("NAME"),
    N_("what the session is called in the window"), "tap" },
  { "print", 0, CLI_OPTION_FLAG, FIELD (print), NULL,
    N_("print what crosses to standard error"), "tap" },
  { "listen", 0, CLI_OPTION_PORT, FIELD (listen), N_("PORT"),
    N_("where to take connections for a server with a URL; 0 for any free port"), "tap" },
  { "host", 0, CLI_OPTION_STRING, FIELD (host), N_("ADDRESS"),
    N_("listen at this address instead of 127.0.0.1"), "tap" },
  { "rewrite-host", 0, CLI_OPTION_FLAG, FIELD (rewrite_host), NULL,
    N_("put the server’s name into Host, as is always done for https:"), "tap" },
  { "count", 'c', CLI_OPTION_COUNT, FIELD (count), N_("COUNT"),
    N_("end after this many probes or calls"), "ping|load" },
  { "interval", 'i', CLI_OPTION_SECONDS, FIELD (interval_msec), N_("SECONDS"),
    N_("wait this long between probes (1)"), "ping" },
  { "wait", 'W', CLI_OPTION_SECONDS, FIELD (wait_msec), N_("SECONDS"),
    N_("wait this long for each answer"), "ping" },
  { "graph", 0, CLI_OPTION_FLAG, FIELD (graph), NULL,
    N_("draw the round trips: as they come on a terminal, else at the end"), "ping" },
  { "fail-loss", 0, CLI_OPTION_PERCENT, FIELD (fail_loss), N_("PERCENT"),
    N_("end with 5 when more than this share got no answer"), "ping" },
  { "concurrency", 'C', CLI_OPTION_COUNT, FIELD (concurrency), N_("COUNT"),
    N_("how many calls at once at most (1; 1024 with --rate)"), "load" },
  { "rate", 0, CLI_OPTION_NUMBER, FIELD (rate), N_("NUMBER"),
    N_("calls a second, whether the server keeps up or not"), "load" },
  { "duration", 0, CLI_OPTION_SECONDS, FIELD (duration_msec), N_("SECONDS"),
    N_("call for this long (10, without --count)"), "load" },
  { "warmup", 0, CLI_OPTION_SECONDS, FIELD (warmup_msec), N_("SECONDS"),
    N_("call for this long before anything counts"), "load" },
  { "stop-failed", 0, CLI_OPTION_PERCENT, FIELD (stop_failed), N_("PERCENT"),
    N_("end with 6 as soon as more than this share has failed"), "load" },
  { "stop-p99", 0, CLI_OPTION_SECONDS, FIELD (stop_p99_msec), N_("SECONDS"),
    N_("end with 6 as soon as p99 of a second is above this"), "load" },
  { "hdr-log", 0, CLI_OPTION_STRING, FIELD (hdr_log), N_("FILE"),
    N_("write the latencies of each second to this file, as a log of HdrHistogram"), "load" },
  { "compare", 0, CLI_OPTION_STRING, FIELD (compare), N_("FILE"),
    N_("show the figures beside those of an earlier run, which --format json has printed"), "load" },
};

/**
 * cli_option_table_get:
 * @n_options: (out): how many there are
 *
 * Gets all options in the order of the help.
 *
 * Returns: (transfer none) (array length=n_options): the options
 */
const CliOption *
cli_option_table_get (guint *n_options)
{
  *n_options = G_N_ELEMENTS (options);
  return options;
}

char *
cli_command_get_full_name (const CliCommand *command)
{
  return g_strjoin (" ", command->name, command->verb, NULL);
}

/**
 * cli_option_fits_command:
 * @option: an option
 * @command: (nullable): a command
 *
 * Gets whether a command takes an option.
 */
gboolean
cli_option_fits_command (const CliOption  *option,
                         const CliCommand *command)
{
  g_autofree char *name = NULL;
  g_auto (GStrv) names = NULL;

  if (option->commands == NULL)
    return TRUE;
  if (command == NULL)
    return FALSE;

  name = cli_command_get_full_name (command);
  names = g_strsplit (option->commands, "|", -1);

  return g_strv_contains ((const char * const *) names, name)
         || g_strv_contains ((const char * const *) names, command->name);
}
