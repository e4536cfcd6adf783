/* mcp-risk-script.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-risk-private.h"

/* What stands in a text for a shell, by its words. No shell's grammar: quotes and expansions are passed over. */

#define MAX_SCRIPT_BYTES (64 * 1024)

typedef struct
{
  gsize    start;
  gsize    length;
  gboolean begins;  /* a command */
  gboolean piped;   /* what comes before goes into it */
} Word;

static const char * const shells[] = {
  "sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "python", "perl", "ruby", "node", "php", "iex", NULL,
};
static const char * const downloaders[] = {
  "curl", "wget", "fetch", "aria2c", "iwr", "invoke-webrequest", "irm", NULL,
};
/* What a pipe goes on through. */
static const char * const raisers[] = { "sudo", "pkexec", "doas", "run0", NULL };
static const char * const removers[] = { "rm", "shred", NULL };
static const char * const evaluators[] = { "eval", NULL };

/* The next word from @at on; FALSE at the end. */
static gboolean
next_word (const char *script,
           gsize       end,
           gsize      *at,
           Word       *word)
{
  word->begins = *at == 0;
  word->piped = FALSE;
  for (; *at < end && strchr (" \t\r\n|;&()<>{}`\"'$", script[*at]) != NULL; (*at)++)
    {
      if (strchr ("|;&(\n`", script[*at]) != NULL)
        {
          word->begins = TRUE;
          word->piped = script[*at] == '|' && (*at + 1 >= end || script[*at + 1] != '|')
                        && (*at == 0 || script[*at - 1] != '|');
        }
      else if (script[*at] == '<' && *at + 1 < end && script[*at + 1] == '(')
        word->begins = TRUE;
    }

  word->start = *at;
  while (*at < end && strchr (" \t\r\n|;&()<>{}`\"'$", script[*at]) == NULL)
    (*at)++;
  word->length = *at - word->start;

  return word->length > 0;
}

static void
mark (GPtrArray   *risks,
      guint        index,
      gsize        start,
      gsize        end,
      McpRiskGrade grade,
      const char  *text)
{
  mcp_risk_add (risks, MCP_RISK_ARGUMENT, index, start, end - start, grade, text);
}

/* The commands of a text, each as a command line. */
static void
check_commands (GPtrArray *risks,
                GArray    *words,   /* of McpRiskWord */
                GArray    *begins)  /* of guint: the first word of each command */
{
  for (guint i = 0; i < begins->len; i++)
    {
      guint first = g_array_index (begins, guint, i);
      guint end = i + 1 < begins->len ? g_array_index (begins, guint, i + 1) : words->len;

      mcp_risks_of_words (risks, &g_array_index (words, McpRiskWord, first), end - first);
    }
}

/*
 * Finds what is dangerous in a text that a shell may get, which is the argument @index. Of long ones the beginning is
 * looked at.
 */
void
mcp_risks_of_script (GPtrArray  *risks,
                     guint       index,
                     const char *script)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (McpRiskWord));
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (guint));
  gsize end = strnlen (script, MAX_SCRIPT_BYTES);
  gboolean carries = FALSE;  /* the pipe goes on through “sudo” and the like */
  gboolean removes = FALSE;
  gboolean downloads = FALSE;
  gsize downloads_at = 0;
  gsize removes_at = 0;
  gsize at = 0;
  Word word;

  while (next_word (script, end, &at, &word))
    {
      char *text = g_strndup (script + word.start, word.length);
      gsize word_end = word.start + word.length;
      McpRiskWord found = { text, index, word.start, word.length };

      g_ptr_array_add (texts, text);
      if (word.begins || words->len == 0)
        {
          g_array_append_val (begins, words->len);
          removes = FALSE;
        }
      g_array_append_val (words, found);
      word.piped = word.piped || (carries && !word.begins);
      carries = word.piped && (mcp_risk_is_program (text, raisers) || text[0] == '-');
      if (word.piped && mcp_risk_is_program (text, shells))
        mark (risks, index, downloads ? downloads_at : word.start, word_end, MCP_RISK_DANGER,
              downloads ? _("Runs what it has just downloaded.") : _("Runs what another program writes."));
      if (mcp_risk_is_program (text, downloaders))
        {
          downloads = TRUE;
          downloads_at = word.start;
        }
      if (text[0] == '/' && mcp_risk_is_temporary (text))
        mark (risks, index, word.start, word_end, MCP_RISK_LOOK,
              _("Is in a folder for temporary files, where other programs can put something in its place."));
      if (g_str_has_prefix (text, "/dev/tcp/") || g_str_has_prefix (text, "/dev/udp/"))
        mark (risks, index, word.start, word_end, MCP_RISK_DANGER,
              _("Lets whoever is at the other end run programs here."));
      if (word.begins && mcp_risk_is_program (text, evaluators))
        mark (risks, index, word.start, word_end, MCP_RISK_LOOK, _("Runs a text, which can do anything."));
      if (mcp_risk_is_program (text, removers))
        {
          removes = TRUE;
          removes_at = word.start;
        }
      else if (removes && text[0] == '-' && strpbrk (text, "rRf") != NULL)
        mark (risks, index, removes_at, word_end, MCP_RISK_DANGER, _("Removes files without asking."));
    }
  check_commands (risks, words, begins);
}
