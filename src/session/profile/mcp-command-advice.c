/* mcp-command-advice.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-command-advice.h"
#include "mcp-json.h"
#include "mcp-redactor.h"

/*
 * Commands in files of people that cannot work here as they are written: each rule sees one
 * mistake, and says what to write. A command that works is worth more than a rule: what is there by
 * its name is let alone.
 */

/* "command": "npx", "args": ["-y", "x"] */
static char *
write_members (const char * const *argv)
{
  GString *json = g_string_new ("\"command\": ");

  mcp_json_append_string (json, argv[0], -1);
  for (guint i = 1; argv[i] != NULL; i++)
    {
      g_string_append (json, i == 1 ? ", \"args\": [" : ", ");
      mcp_json_append_string (json, argv[i], -1);
    }
  if (argv[1] != NULL)
    g_string_append_c (json, ']');

  return g_string_free (json, FALSE);
}

/* @first in the place of @n words of @argv. */
static char *
replace_words (const char * const *argv,
               guint               n,
               char              **first)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;

  g_strv_builder_addv (builder, (const char **) first);
  for (guint i = n; argv[i] != NULL; i++)
    g_strv_builder_add (builder, argv[i]);
  words = g_strv_builder_end (builder);

  return write_members ((const char * const *) words);
}

static gboolean
is_there (const char *program)
{
  g_autofree char *found = g_find_program_in_path (program);

  return found != NULL || g_file_test (program, G_FILE_TEST_EXISTS);
}

static gboolean
has_suffix (const char *word,
            const char *suffix)
{
  gsize n = strlen (word);
  gsize n_suffix = strlen (suffix);

  return n > n_suffix && g_ascii_strcasecmp (word + n - n_suffix, suffix) == 0;
}

static gboolean
is_word (const char         *word,
         const char * const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (word, words[i]) == 0)
      return TRUE;

  return FALSE;
}

/* "npx -y x" as one word. */
static char *
advise_split (const char * const *argv)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *members = NULL;

  if (strpbrk (argv[0], " \t") == NULL || !g_shell_parse_argv (argv[0], NULL, &words, NULL)
      || g_str_equal (words[0], argv[0]) || (strchr (words[0], '/') != NULL && !is_there (words[0])))
    return NULL;

  members = replace_words (argv, 1, words);

  /* Translators: the first is what a file has for a program, the second what to write. */
  return g_strdup_printf (_("“%s” is no program but a command with its arguments. Write %s"), argv[0], members);
}

static gboolean
is_of_windows (const char *word)
{
  return (g_ascii_isalpha (word[0]) && word[1] == ':' && (word[2] == '\\' || word[2] == '/'))
         || g_str_has_prefix (word, "\\\\") || g_str_has_prefix (word, ".\\");
}

static char *
advise_windows (const char * const *argv)
{
  static const char * const shells[] = { "cmd", "cmd.exe", "powershell", "powershell.exe", NULL };
  static const char * const endings[] = { ".cmd", ".bat", ".ps1", ".exe" };
  g_autofree char *members = NULL;

  if (is_word (argv[0], shells))
    {
      static const char * const runs[] = { "/c", "/k", "/s", "/d", "-c", "-Command", "-NoProfile", NULL };
      guint n = 1;

      while (argv[n] != NULL && is_word (argv[n], runs))
        n++;
      if (n == 1 || argv[n] == NULL)
        return g_strdup_printf (_("“%s” is of Windows. Write the program that it starts as “command”"), argv[0]);
      members = write_members (argv + n);
      return g_strdup_printf (_("“%s” is of Windows. Write %s"), argv[0], members);
    }
  if (is_of_windows (argv[0]))
    return g_strdup_printf (_("“%s” is a path of Windows. Write where the program is on this computer"), argv[0]);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (has_suffix (argv[0], endings[i]))
      {
        g_autofree char *name = g_strndup (argv[0], strlen (argv[0]) - strlen (endings[i]));
        char *first[] = { name, NULL };

        members = replace_words (argv, 1, first);
        return strchr (name, '/') != NULL
                 ? g_strdup_printf (_("“%s” is a program of Windows. Write what it starts as “command”"), argv[0])
                 : g_strdup_printf (_("“%s” is a program of Windows. Write %s"), argv[0], members);
      }

  return NULL;
}

static char *
advise_windows_argument (const char * const *argv)
{
  for (guint i = 1; argv[i] != NULL; i++)
    if (g_ascii_isalpha (argv[i][0]) && argv[i][1] == ':' && argv[i][2] == '\\')
      return g_strdup_printf (_("“%s” is a path of Windows. Write where it is on this computer"), argv[i]);

  return NULL;
}

/* What is filled in has a dollar sign: "${workspaceFolder}". */
static char *
advise_braces (const char * const *argv)
{
  static const char * const words[] = { "{workspaceFolder}", "{workspaceRoot}", "{userHome}", "{cwd}" };

  for (guint i = 0; argv[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (words); j++)
      {
        const char *found = strstr (argv[i], words[j]);

        if (found != NULL && (found == argv[i] || strchr ("${", found[-1]) == NULL))
          return g_strdup_printf (_("“%s” is taken as it stands. Write “$%s”, which is filled in"), words[j], words[j]);
      }

  return NULL;
}

/* What only a shell fills in, and what belongs elsewhere. */
static char *
advise_address (const char * const *argv)
{
  if (g_str_has_prefix (argv[0], "~/") || (argv[0][0] == '$' && argv[0][1] != '{'))
    return g_strdup_printf (_("“%s” is only filled in by a shell, and none is between. Write the whole path"), argv[0]);
  if (g_str_has_prefix (argv[0], "http://") || g_str_has_prefix (argv[0], "https://"))
    return g_strdup_printf (_("“%s” is an address and no program. Write \"url\" instead of \"command\""), argv[0]);

  return NULL;
}

static char *
advise_operators (const char * const *argv)
{
  static const char * const operators[] = { "&&", "||", "|", "2>&1", NULL };

  for (guint i = 1; argv[i] != NULL; i++)
    if (g_strv_contains (operators, argv[i]))
      {
        g_autofree char *rest = g_strjoinv (" ", (char **) argv);
        const char * const words[] = { "sh", "-c", rest, NULL };
        g_autofree char *members = write_members (words);

        return g_strdup_printf (_("“%s” is only understood by a shell, and none is between. Write %s"), argv[i], members);
      }

  return NULL;
}

/* ["-y @scope/server"] */
static char *
advise_glued (const char * const *argv)
{
  static const char * const starters[] = { "npx", "uvx", "uv", "bunx", "pnpm", "deno", "docker", "podman", NULL };
  g_autofree char *name = g_path_get_basename (argv[0]);
  g_autofree char *members = NULL;
  g_auto (GStrv) words = NULL;
  char *first[] = { (char *) argv[0], NULL };
  g_auto (GStrv) all = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;

  if (!is_word (name, starters) || argv[1] == NULL || strchr (argv[1], ' ') == NULL
      || !g_shell_parse_argv (argv[1], NULL, &words, NULL) || words[1] == NULL)
    return NULL;

  builder = g_strv_builder_new ();
  g_strv_builder_addv (builder, (const char **) first);
  g_strv_builder_addv (builder, (const char **) words);
  all = g_strv_builder_end (builder);
  members = replace_words (argv, 2, all);

  return g_strdup_printf (_("“%s” is taken for one argument. Write %s"), argv[1], members);
}

/* --- Containers --- */

typedef struct
{
  gboolean has_input;
  gboolean has_terminal;
  gboolean is_detached;
  guint    terminal;      /* the word that says so */
} Container;

/* Of the options of `docker run` those that have no value. */
static const char * const switches[] = {
  "--detach", "--interactive", "--tty", "--publish-all", "--rm", "--rmi", "--init", "--privileged", "--read-only",
  "--no-healthcheck", "--oom-kill-disable", "--sig-proxy", "--disable-content-trust", "--quiet", "--replace", "--no-hosts",
  "--env-host", "--http-proxy", "--tls-verify", "--use-api-socket", NULL,
};

static void
note_option (Container  *self,
             const char *word,
             guint       position)
{
  gboolean is_off = g_str_has_suffix (word, "=false");

  if (g_str_has_prefix (word, "--interactive"))
    self->has_input = !is_off;
  else if (g_str_has_prefix (word, "--detach") && !g_str_has_prefix (word, "--detach-keys"))
    self->is_detached = !is_off;
  else if (g_str_has_prefix (word, "--tty"))
    {
      self->has_terminal = !is_off;
      self->terminal = position;
    }
}

/* "-it": TRUE when the last letter has its value in the next word. */
static gboolean
note_letters (Container  *self,
              const char *word,
              guint       position)
{
  for (const char *p = word + 1; *p != '\0'; p++)
    {
      if (strchr ("ditPq", *p) == NULL)
        return p[1] == '\0';
      self->has_input |= *p == 'i';
      self->is_detached |= *p == 'd';
      if (*p == 't')
        {
          self->has_terminal = TRUE;
          self->terminal = position;
        }
    }

  return FALSE;
}

static char *
advise_container (const char * const *argv)
{
  static const char * const programs[] = { "docker", "podman", "nerdctl", NULL };
  g_autofree char *name = g_path_get_basename (argv[0]);
  Container self = { FALSE, FALSE, FALSE, 0 };
  g_autofree char *members = NULL;
  char *first[] = { (char *) argv[0], (char *) (argv[1] != NULL ? argv[1] : ""), (char *) "-i", NULL };

  if (!is_word (name, programs) || argv[1] == NULL
      || (!g_str_equal (argv[1], "run") && !g_str_equal (argv[1], "exec")))
    return NULL;

  for (guint i = 2; argv[i] != NULL && argv[i][0] == '-' && argv[i][1] != '\0'; i++)
    {
      gboolean takes_next;

      if (g_str_has_prefix (argv[i], "--"))
        {
          note_option (&self, argv[i], i);
          takes_next = strchr (argv[i], '=') == NULL && !g_strv_contains (switches, argv[i]);
        }
      else
        takes_next = note_letters (&self, argv[i], i);
      if (takes_next && argv[i + 1] != NULL)
        i++;
    }

  if (self.is_detached)
    return g_strdup_printf (_("With “-d” %s goes on alone, and nothing of the server is heard. Leave it out, and write “-i”"),
                            name);
  if (self.has_terminal)
    return g_strdup_printf (_("With “%s” %s makes a terminal of the output, which breaks messages. Write “-i” alone"),
                            argv[self.terminal], name);
  if (self.has_input)
    return NULL;

  members = replace_words (argv, 2, first);

  return g_strdup_printf (_("Without “-i” %s gives the server no input, and it ends at once. Write %s"), name, members);
}

/**
 * mcp_command_advise:
 * @profile: how a server is reached, as a file says it
 *
 * Looks for what people write in files of clients and what cannot work here: a command in one word,
 * programs and paths of Windows, what only a shell understands, a variable without its dollar sign,
 * a container without input.
 *
 * Returns: (transfer full) (nullable): what is wrong and what to write instead, with text of the
 *   profile in it
 */
char *
mcp_command_advise (McpProfile *profile)
{
  static const struct
  {
    char     *(* advise) (const char * const *argv);
    gboolean  of_missing;  /* only a program that is not there by its name is wrong */
  } rules[] = {
    { advise_container, FALSE }, { advise_windows, TRUE }, { advise_split, TRUE }, { advise_address, TRUE },
    { advise_operators, FALSE }, { advise_glued, FALSE }, { advise_windows_argument, FALSE },
    { advise_braces, FALSE },
  };
  const char * const *argv;
  g_autoptr (McpRedactor) redactor = NULL;
  g_autofree char *advice = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  argv = mcp_profile_get_argv (profile);
  if (!mcp_profile_is_stdio (profile) || argv[0] == NULL || argv[0][0] == '\0' || g_str_has_prefix (argv[0], "${"))
    return NULL;

  for (guint i = 0; advice == NULL && i < G_N_ELEMENTS (rules); i++)
    if (!rules[i].of_missing || !is_there (argv[0]))
      advice = rules[i].advise (argv);
  if (advice == NULL)
    return NULL;

  redactor = mcp_redactor_new ();

  return mcp_redactor_redact (redactor, advice, -1, NULL);
}
