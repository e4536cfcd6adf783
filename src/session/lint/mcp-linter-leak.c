/* mcp-linter-leak.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-linter.h"
#include "mcp-pattern.h"

/*
 * What an error tells of the inside of a server: its message should be a concise single sentence
 * (JSON-RPC 2.0, section
 * 5.1), and whoever asks is not to learn where and how the server runs (CWE-209).
 */

#define MAX_TEXT_BYTES (64 * 1024)
#define MAX_SHOWN_BYTES 80

/*
 * What looking for a stack may take, and how much of what is known is looked through for all paths
 * together.
 */
#define STEPS_PER_BYTE 64
#define MAX_STEPS      1000000
#define MAX_READ_BYTES (16 * 1024 * 1024)

/* How the lines of a stack look. docs/protocol.md lists them. */
static const char * const stacks[] = {
  "\\n\\s+at [^\\n]+[:(][^\\n]*:[0-9]+\\)?",      /* JavaScript, Java, Kotlin, Scala */
  "\\n\\s+at [A-Za-z_][\\w.<>`]*\\([^\\n]*\\)( in |\\s*\\n)", /* .NET */
  "Traceback \\(most recent call last\\)",       /* Python */
  "\\bFile \"[^\"\\n]+\", line [0-9]+, in ",     /* Python, a part */
  "\\bgoroutine [0-9]+ \\[",                     /* Go */
  "\\bstack backtrace:",                         /* Rust */
  "\\n#[0-9]+ +[^\\n]*\\([0-9]+\\): ",           /* PHP */
  "\\.rb:[0-9]+:in [`']",                        /* Ruby */
};

/* What the folders are called that only machines have, and no address on the web begins with. */
static const char * const roots[] = {
  "home", "Users", "root", "usr", "opt", "var", "srv", "etc", "tmp", "mnt", "private", "proc", "workspace", "workspaces",
};

/* A source file is one wherever it is. */
static const char * const sources[] = {
  ".c", ".cc", ".cpp", ".cs", ".go", ".java", ".js", ".cjs", ".mjs", ".jsx", ".kt", ".php", ".py", ".rb", ".rs", ".scala",
  ".swift", ".ts", ".mts", ".tsx",
};

static gboolean
has_stack (const char *text,
           gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      g_autoptr (McpPattern) pattern = mcp_pattern_new (stacks[i], NULL);
      guint64 n_left = MIN (STEPS_PER_BYTE * (guint64) length, MAX_STEPS);
      McpSpan found;

      if (pattern != NULL && mcp_pattern_find (pattern, text, length, 0, &n_left, &found) == MCP_PATTERN_MATCHES)
        return TRUE;
    }

  return FALSE;
}

static gboolean
ends_path (char c)
{
  return c == '\0' || g_ascii_isspace (c) || strchr ("\"'`<>|,;:()[]{}", c) != NULL;
}

/* Whether a path begins at @at: not one in the middle of an address, a name or another path. */
static gboolean
begins_path (const char *text,
             gsize       at)
{
  const char *start = text + at;

  if (at > 0 && !g_ascii_isspace (start[-1]) && strchr ("\"'`<(=[{:,", start[-1]) == NULL)
    return FALSE;
  if (*start == '/')
    return g_ascii_isalnum (start[1]) || start[1] == '.' || start[1] == '_';

  return g_ascii_isalpha (start[0]) && start[1] == ':' && start[2] == '\\' && g_ascii_isalpha (start[3]);
}

static gboolean
is_of_machine (const char *path)
{
  const char *second = strchr (path + 1, '/');
  const char *dot = strrchr (path, '.');

  if (*path != '/')
    return TRUE;
  if (second == NULL || second[1] == '\0')
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if (strlen (roots[i]) == (gsize) (second - path - 1) && strncmp (path + 1, roots[i], second - path - 1) == 0)
      return TRUE;
  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (sources); i++)
    if (g_str_equal (dot, sources[i]))
      return TRUE;

  return FALSE;
}

/*
 * Whether the server was told of it: a text has it, as it is or as JSON, or is the folder that it
 * is in. What would take too long to look for counts as told.
 */
static gboolean
was_told (const char         *path,
          const char * const *known,
          gint64             *budget)
{
  g_autofree char *escaped = g_strescape (path, NULL);

  for (guint i = 0; known != NULL && known[i] != NULL; i++)
    {
      gsize length = strlen (known[i]);

      *budget -= (gint64) length;
      if (*budget < 0)
        return TRUE;
      if (strstr (known[i], path) != NULL || strstr (known[i], escaped) != NULL)
        return TRUE;
      if (known[i][0] == '/' && length > 1 && strncmp (path, known[i], length) == 0)
        return TRUE;
    }

  return FALSE;
}

/* The first path of the server's machine that nobody told it. */
static char *
find_path (const char         *text,
           gsize               length,
           const char * const *known)
{
  gint64 budget = MAX_READ_BYTES;

  for (gsize i = 0; i < length && budget >= 0; i++)
    {
      g_autofree char *path = NULL;
      gsize end;

      if ((text[i] != '/' && !g_ascii_isalpha (text[i])) || !begins_path (text, i))
        continue;

      /* The colon of a drive is none that ends it. */
      for (end = text[i] == '/' ? i + 1 : i + 3; !ends_path (text[end]); end++)
        ;
      while (end > i + 1 && text[end - 1] == '.')
        end--;
      path = g_strndup (text + i, end - i);
      if (is_of_machine (path) && !was_told (path, known, &budget))
        return g_steal_pointer (&path);
      i = end - 1;
    }

  return NULL;
}

/**
 * mcp_linter_check_error_text:
 * @reporter: who is told
 * @message: of a JSON-RPC error, decoded
 * @known: (nullable): what the server was told: the request, its command line
 * @serial: its record
 *
 * Checks that an error does not tell of the inside of the server.
 */
void
mcp_linter_check_error_text (McpReporter        *reporter,
                             const char         *message,
                             const char * const *known,
                             guint               serial)
{
  g_autofree char *text = g_utf8_make_valid (message, (gssize) strnlen (message, MAX_TEXT_BYTES));
  gsize length = strlen (text);
  g_autofree char *path = NULL;

  if (has_stack (text, length))
    {
      mcp_reporter_report (reporter, serial, "rpc.error-detail",
                           _("The message of an error holds a stack trace: it should be one sentence, and not tell "
                             "how the server works inside"));
      return;
    }

  path = find_path (text, length, known);
  if (path != NULL)
    {
      g_autofree char *shown = g_utf8_make_valid (path, MIN (strlen (path), MAX_SHOWN_BYTES));

      mcp_reporter_report (reporter, serial, "rpc.error-detail",
                           _("The message of an error tells a path of the server’s machine: %s"), shown);
    }
}
