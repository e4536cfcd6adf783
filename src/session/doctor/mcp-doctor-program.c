/* mcp-doctor-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"
#include "mcp-error.h"
#include "mcp-process.h"
#include "mcp-scan.h"
#include "mcp-variables.h"

/*
 * Programs that were started and did not become a server: by the bytes of their standard output,
 * by what they ask, and by what they wrote about their end (mcp-doctor-output.c). What a program
 * writes is text of the server's: it only adds words and a button. docs/connection-doctor.md has
 * the tables.
 */

/* More beginnings of a message in a line are not tried. */
#define MAX_BEGINNINGS 8
#define QUOTED_CHARS 80

static char *
quote (const char *text,
       gsize       length)
{
  g_autofree char *valid = mcp_doctor_make_evidence (text, length);
  g_autofree char *cut = NULL;

  if (g_utf8_strlen (valid, -1) <= QUOTED_CHARS)
    return g_steal_pointer (&valid);

  cut = g_utf8_substring (valid, 0, QUOTED_CHARS);
  return g_strconcat (cut, "…", NULL);
}

static gboolean
is_message (const char *text,
            gsize       length)
{
  McpScan scan;

  mcp_scan (text, length, &scan);
  if (scan.fault == MCP_SCAN_TRAILING_TEXT && scan.fault_offset > 0)
    mcp_scan (text, scan.fault_offset, &scan);

  return scan.fault == MCP_SCAN_OK && scan.kind != MCP_MESSAGE_INVALID && scan.jsonrpc.length > 0;
}

/* Where in a line that is no message one begins; -1 when it has none. */
static gssize
find_message (const char *line,
              gsize       length)
{
  const char *next = line;
  guint n_tried = 0;

  length = MIN (length, MCP_DOCTOR_LINE_BYTES);
  while (n_tried++ < MAX_BEGINNINGS && (next = memchr (next, '{', length - (next - line))) != NULL)
    {
      if (is_message (next, length - (next - line)))
        return next - line;
      next++;
    }

  return -1;
}

/* Whether there is nothing but escape sequences (ECMA-48) and space. */
static gboolean
is_escapes (const char *text,
            gsize       length)
{
  gsize i = 0;

  while (i < length)
    {
      if (text[i] == 0x1b && i + 1 < length && text[i + 1] == '[')
        for (i += 2; i < length && (text[i] < 0x40 || text[i] > 0x7e); i++)
          ;
      else if (!g_ascii_iscntrl (text[i]) && text[i] != ' ' && (i == 0 || text[i - 1] != 0x1b))
        return FALSE;
      i++;
    }

  return length > 0 && memchr (text, 0x1b, length) != NULL;
}

static gboolean
diagnose_framing (const McpProgramSymptoms *symptoms,
                  const char               *line,
                  gsize                     length,
                  McpDiagnosis             *diagnosis)
{
  static const char header[] = "content-length:";

  if (length < strlen (header) || g_ascii_strncasecmp (line, header, strlen (header)) != 0)
    return FALSE;

  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                      g_strdup_printf (_("“%s” frames its messages as language servers do, with a "
                                         "Content-Length before each"), mcp_profile_get_name (symptoms->profile)),
                      g_strdup (_("In MCP each message is a line of its own, without a header: let the "
                                  "server use the stdio transport of an MCP SDK.")));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);

  return TRUE;
}

static gboolean
diagnose_line (const McpProgramSymptoms *symptoms,
               const char               *line,
               gsize                     length,
               McpDiagnosis             *diagnosis)
{
  gssize at = find_message (line, length);
  const char *name = mcp_profile_get_name (symptoms->profile);
  g_autofree char *before = NULL;
  g_autofree char *valid = NULL;
  char *outcome;

  if (at < 0)
    return FALSE;

  before = quote (line, at);
  valid = g_utf8_make_valid (line, at);
  if (at == 0)
    outcome = g_strdup_printf (_("“%s” writes more text behind a message, in the same line"), name);
  else if (is_escapes (line, at))
    outcome = g_strdup_printf (_("“%s” writes escape codes for terminals before its messages: %s"), name, before);
  else
    outcome = g_strdup_printf (_("“%s” writes “%s” before a message, which begins at character %ld of the line"),
                               name, before, g_utf8_strlen (valid, -1) + 1);
  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code, outcome,
                      g_strdup (_("Standard output is for messages alone, each a line of its own: let the "
                                  "server write everything else to standard error.")));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);

  return TRUE;
}

/* The bytes that were no message say it themselves. */
static gboolean
diagnose_output (const McpProgramSymptoms *symptoms,
                 McpDiagnosis             *diagnosis)
{
  for (guint i = 0; symptoms->output != NULL && i < symptoms->output->len; i++)
    {
      gsize length;
      const char *line = g_bytes_get_data (symptoms->output->pdata[i], &length);

      if (length > 0 && (diagnose_framing (symptoms, line, length, diagnosis)
                         || diagnose_line (symptoms, line, length, diagnosis)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
diagnose_late (const McpProgramSymptoms *symptoms,
               McpDiagnosis             *diagnosis)
{
  if (symptoms->answered == MCP_ANSWERED_WITHOUT_END)
    {
      mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                          g_strdup_printf (_("“%s” does not end the line of its answer"), mcp_profile_get_name (symptoms->profile)),
                          g_strdup (_("Each message has to end with a newline: let the server write one, "
                                      "and flush its output.")));
      mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);
      return TRUE;
    }
  if (symptoms->answered != MCP_ANSWERED_AT_END)
    return FALSE;

  if (mcp_doctor_runs_python (mcp_profile_get_argv (symptoms->profile)))
    {
      mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                          g_strdup_printf (_("“%s” answered only when its input was closed: it does not flush "
                                             "its output"), mcp_profile_get_name (symptoms->profile)),
                          g_strdup (_("Let Python write at once: with “python -u”, or PYTHONUNBUFFERED=1 in "
                                      "its environment. In its code it is print(…, flush=True).")));
      mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_SET_VARIABLE, g_strdup ("PYTHONUNBUFFERED=1"));
      return TRUE;
    }

  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                      g_strdup_printf (_("“%s” answered only when its input was closed: it does not flush its "
                                         "output, or reads to the end of its input first"), mcp_profile_get_name (symptoms->profile)),
                      g_strdup (_("Let the server answer each line as it comes, and flush its output after "
                                  "each message (python -u, fflush, stdbuf -oL).")));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);

  return TRUE;
}

static gboolean
diagnose_unnamed (const McpProgramSymptoms *symptoms,
                  McpDiagnosis             *diagnosis)
{
  g_autofree char *text = NULL;

  if (symptoms->unnamed == NULL || !g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return FALSE;

  text = quote (symptoms->unnamed, strlen (symptoms->unnamed));
  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                      g_strdup_printf (_("“%s” sent a message that probably is its answer, and names no request "
                                         "that waits: %s"), mcp_profile_get_name (symptoms->profile), text),
                      g_strdup (_("An answer has “jsonrpc”, and the id of its request as it was sent: let the "
                                  "server copy it.")));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);

  return TRUE;
}

/* --- Questions --- */

static gboolean
has_any (const char        *text,
         const char *const *words)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* (nullable): @text does not look as if it waited for anything */
static const char *
name_question (const char *text)
{
  static const char *const secrets[] = { "password", "passphrase", "passcode", "api key", "token", NULL };
  static const char *const keys[] = { "press enter", "press any key", "press return", NULL };
  static const char *const confirmations[] = { "y/n", "(y)", "[y]", "yes/no", "proceed?", "continue?", NULL };
  static const char *const choices[] = { "choose", "select", "choice", "option", "enter a number", NULL };
  char last = *text != '\0' ? text[strlen (text) - 1] : '\0';

  if (has_any (text, secrets))
    return _("“%s” asks for a password or key, and waits: %s");
  if (has_any (text, keys))
    return _("“%s” waits for a key to be pressed: %s");
  if (has_any (text, confirmations))
    return _("“%s” asks for a confirmation, and waits: %s");
  if (has_any (text, choices))
    return _("“%s” asks for a choice, and waits: %s");

  return last != '\0' && strchr ("?:>$#", last) != NULL ? _("“%s” asks something, and waits: %s") : NULL;
}

/* The switch that makes the program that fetches the server agree by itself; (nullable). */
static const char *
find_yes (const char *const *argv)
{
  g_autofree char *name = argv[0] != NULL ? g_path_get_basename (argv[0]) : NULL;
  gboolean is_npx = g_strcmp0 (name, "npx") == 0;

  if (!is_npx && (g_strcmp0 (name, "npm") != 0 || (g_strcmp0 (argv[1], "exec") != 0 && g_strcmp0 (argv[1], "x") != 0)))
    return NULL;
  for (guint i = 1; argv[i] != NULL; i++)
    if (g_str_equal (argv[i], "-y") || g_str_equal (argv[i], "--yes"))
      return NULL;

  return is_npx ? "-y" : "--yes";
}

static gboolean
diagnose_question (const McpProgramSymptoms *symptoms,
                   McpDiagnosis             *diagnosis)
{
  g_autofree char *text = symptoms->unfinished != NULL
                            ? quote (symptoms->unfinished, strlen (symptoms->unfinished)) : NULL;
  const char *format = text != NULL ? name_question (text) : NULL;
  const char *yes = find_yes (mcp_profile_get_argv (symptoms->profile));

  if (text == NULL || *text == '\0' || *text == '{')
    return FALSE;
  if (format == NULL && !g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return FALSE;

  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                      format != NULL ? g_strdup_printf (format, mcp_profile_get_name (symptoms->profile), text)
                                     : g_strdup_printf (_("“%s” began a line and does not end it: %s"),
                                                        mcp_profile_get_name (symptoms->profile), text),
                      yes != NULL ? g_strdup_printf (_("Nobody can answer it here. Add “%s” to the command, so "
                                                       "that it does not ask."), yes)
                                  : g_strdup (_("Nobody can answer it here. Give what it wants with an argument "
                                                "or an environment variable, or run the command in a terminal "
                                                "once.")));
  if (yes != NULL)
    mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_ADD_ARGUMENT, g_strdup (yes));
  else
    mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_COPY_COMMAND, NULL);

  return TRUE;
}

/* --- Its own words --- */

static void
advise_variable (const McpProgramSymptoms *symptoms,
                 const char               *variable,
                 McpDiagnosis             *diagnosis)
{
  g_autofree char *ours = mcp_variables_dup_environ (symptoms->profile, variable);
  const char *format;

  if (ours != NULL && mcp_profile_get_settings (symptoms->profile)->inherit_env == MCP_INHERIT_BASIC)
    format = _("Set %s for this server. Your own environment has it, but it is not handed on to the server.");
  else if (ours != NULL)
    format = _("Set %s for this server. Your own environment has it, and it is handed on to the server.");
  else
    format = _("Set %s for this server. Your own environment does not have it either.");

  g_free (diagnosis->remedy);
  diagnosis->remedy = g_strdup_printf (format, variable);
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_SET_VARIABLE, g_strdup (variable));
}

static char *
dup_reason (const McpProgramSymptoms *symptoms)
{
  const char *reason = mcp_doctor_find_reason (symptoms->errors);

  return reason != NULL ? g_strdup (reason) : mcp_doctor_dup_printed_reason (symptoms->output);
}

static gboolean
diagnose_words (const McpProgramSymptoms *symptoms,
                McpDiagnosis             *diagnosis)
{
  g_autofree char *reason = dup_reason (symptoms);
  g_autofree char *variable = reason != NULL ? mcp_doctor_dup_variable (reason) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *how = NULL;
  gboolean timed_out = g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TIMED_OUT);

  if (reason == NULL || (timed_out && variable == NULL))
    return FALSE;

  text = mcp_doctor_make_evidence (reason, strlen (reason));
  if (symptoms->exit != NULL)
    how = mcp_exit_to_text (symptoms->exit);

  /* Translators: what a program wrote about its end, then how it ended: “exit code 3”. */
  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, symptoms->error->code,
                      how == NULL || timed_out ? g_strdup_printf ("%s", text) : g_strdup_printf (_("%s (%s)"), text, how),
                      g_strdup (_("These are its own words. Run the command in a terminal to see it fail there "
                                  "too.")));
  diagnosis->names_exit = how != NULL && !timed_out;
  if (variable != NULL)
    advise_variable (symptoms, variable, diagnosis);
  else if (!mcp_doctor_advise (reason, diagnosis))
    mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_COPY_COMMAND, NULL);

  return TRUE;
}

/**
 * mcp_doctor_diagnose_program:
 * @symptoms: what was seen of a program that did not become a server
 * @diagnosis: (out caller-allocates): what it comes down to; cleared with mcp_diagnosis_clear()
 *
 * Finds words for a program that ended, or did not answer: the most telling of what it wrote. The
 * outcome is %NULL when nothing says more than the error does.
 */
void
mcp_doctor_diagnose_program (const McpProgramSymptoms *symptoms,
                             McpDiagnosis             *diagnosis)
{
  g_return_if_fail (symptoms != NULL && symptoms->error != NULL && symptoms->profile != NULL);
  g_return_if_fail (diagnosis != NULL);

  memset (diagnosis, 0, sizeof *diagnosis);

  if (!diagnose_output (symptoms, diagnosis) && !diagnose_late (symptoms, diagnosis)
      && !diagnose_unnamed (symptoms, diagnosis) && !diagnose_question (symptoms, diagnosis))
    diagnose_words (symptoms, diagnosis);
}
