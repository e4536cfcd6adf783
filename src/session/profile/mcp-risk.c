/* mcp-risk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-address-check.h"
#include "mcp-risk-private.h"
#include "mcp-sent-value.h"
#include "mcp-summary.h"

/*
 * What is dangerous in a command line, by the words in it. Nothing is looked up or run. It helps who
 * reads the command line, and is no judgement: what it does not find may be as bad.
 */

/* A command line that is longer is not looked through to its end; that is said. */
#define MAX_ARGUMENTS 2000

static void
risk_free (gpointer data)
{
  McpRisk *risk = data;

  g_free (risk->sent);
  g_free (risk->text);
  g_free (risk);
}

void
mcp_risk_add (GPtrArray    *risks,
              McpRiskPlace  place,
              guint         index,
              gsize         start,
              gsize         length,
              McpRiskGrade  grade,
              const char   *text)
{
  McpRisk *risk;

  if (risks->len >= MCP_MAX_RISKS)
    return;

  /* The same is said once of a place. */
  for (guint i = 0; i < risks->len; i++)
    {
      const McpRisk *other = risks->pdata[i];

      if (other->place == place && other->index == index && other->start == start
          && g_str_equal (other->text, text))
        return;
    }

  risk = g_new0 (McpRisk, 1);
  risk->place = place;
  risk->index = index;
  risk->start = start;
  risk->length = length;
  risk->grade = grade;
  risk->text = g_strdup (text);
  g_ptr_array_add (risks, risk);
}

void
mcp_risk_add_argument (GPtrArray          *risks,
                       const char * const *argv,
                       guint               index,
                       McpRiskGrade        grade,
                       const char         *text)
{
  mcp_risk_add (risks, MCP_RISK_ARGUMENT, index, 0, strlen (argv[index]), grade, text);
}

/* Its name alone, wherever it is, in small letters: "python3.12"; of "node.exe" it is "node". */
char *
mcp_risk_dup_program (const char *argument)
{
  const char *slash = strrchr (argument, '/');
  const char *back = strrchr (argument, '\\');
  const char *base = MAX (slash, back) != NULL ? MAX (slash, back) + 1 : argument;
  gsize length = strcspn (base, " ");

  if (base[length] != '\0' || length == 0 || length > 64)
    return NULL;
  if (length > 4 && g_ascii_strcasecmp (base + length - 4, ".exe") == 0)
    length -= 4;

  return g_ascii_strdown (base, length);
}

/* With any version behind its name. */
gboolean
mcp_risk_is_program (const char         *argument,
                     const char * const *names)
{
  g_autofree char *name = mcp_risk_dup_program (argument);

  for (guint i = 0; name != NULL && names[i] != NULL; i++)
    {
      gsize n = strlen (names[i]);

      if (g_ascii_strncasecmp (name, names[i], n) == 0
          && name[n + strspn (name + n, "0123456789.")] == '\0')
        return TRUE;
    }

  return FALSE;
}

static const char * const shells[] = {
  "sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "csh", "tcsh", "busybox", "cmd", "powershell", "pwsh", NULL,
};
/* "-c", also among others as in "-lc"; and what Windows writes. */
gboolean
mcp_risk_gives_script (const char *argument)
{
  if (g_ascii_strcasecmp (argument, "/c") == 0 || g_ascii_strcasecmp (argument, "/k") == 0
      || g_ascii_strncasecmp (argument, "-enc", 4) == 0 || g_ascii_strcasecmp (argument, "-command") == 0)
    return TRUE;

  return argument[0] == '-' && argument[1] != '-' && strchr (argument, 'c') != NULL
         && strspn (argument + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == strlen (argument + 1);
}

gboolean
mcp_risk_is_shell (const char *argument)
{
  return mcp_risk_is_program (argument, shells);
}

/* What a shell is given to run, if it is not a file. */
static void
check_shell (GPtrArray          *risks,
             const char * const *argv,
             guint               program)
{
  for (guint i = program + 1; argv[i] != NULL; i++)
    {
      if (mcp_risk_gives_script (argv[i]))
        {
          const char *text = _("A shell runs a text, which can do anything.");

          mcp_risk_add_argument (risks, argv, program, MCP_RISK_LOOK, text);
          mcp_risk_add_argument (risks, argv, argv[i + 1] != NULL ? i + 1 : i, MCP_RISK_LOOK, text);
          if (argv[i + 1] != NULL)
            mcp_risks_of_script (risks, i + 1, argv[i + 1]);
          return;
        }
      if (g_strv_contains (
              (const char *const[]){ "-o", "+o", "-O", "+O", "--rcfile", "--init-file", NULL },
              argv[i])
          && argv[i + 1] != NULL && argv[i + 1][0] != '-')
        i++;
      else if (argv[i][0] != '-' && argv[i][0] != '+' && argv[i][0] != '/')
        return;
    }
}

static void
check_remover (GPtrArray          *risks,
               const char * const *argv,
               guint               program)
{
  for (guint i = program + 1; argv[i] != NULL && argv[i][0] == '-'; i++)
    if (strpbrk (argv[i], "rRf") != NULL)
      {
        mcp_risk_add_argument (risks, argv, program, MCP_RISK_DANGER, _("Removes files without asking."));
        mcp_risk_add_argument (risks, argv, i, MCP_RISK_DANGER, _("Removes files without asking."));
      }
}

/* Folders that everybody can write to, as far as names say it. */
gboolean
mcp_risk_is_temporary (const char *path)
{
  static const char * const folders[] = {
    "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/var/lock", "/var/crash",
  };
  const char *own = g_get_tmp_dir ();
  gsize length = strlen (own);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      gsize n = strlen (folders[i]);

      if (strncmp (path, folders[i], n) == 0 && (path[n] == '/' || path[n] == '\0'))
        return TRUE;
    }

  return length > 1 && strncmp (path, own, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/*
 * Asks the disk about a folder: only below folders where that reaches no other machine, as a name below /net can.
 */
static gboolean
is_open_to_all (const char *path)
{
  static const char * const local[] = { "/home/", "/opt/", "/usr/", "/srv/", "/var/", "/root/" };
  g_autofree char *folder = NULL;
  struct stat status;

  for (guint i = 0; i < G_N_ELEMENTS (local); i++)
    if (g_str_has_prefix (path, local[i]))
      {
        folder = g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
        return stat (folder, &status) == 0 && (status.st_mode & S_IWOTH) != 0;
      }

  return FALSE;
}

static void
check_path (GPtrArray    *risks,
            McpRiskPlace  place,
            guint         index,
            const char   *text,
            const char   *path)
{
  g_autofree char *canonical = g_canonicalize_filename (path, "/");
  g_autofree char *leads = NULL;

  if (strstr (path, "/../") != NULL || g_str_has_suffix (path, "/.."))
    {
      /* Translators: %s is a path without “..”. */
      leads = g_strdup_printf (_("Leads to “%s”."), canonical);
      mcp_risk_add (risks, place, index, path - text, strlen (path), MCP_RISK_LOOK, leads);
    }
  if (mcp_risk_is_temporary (canonical))
    mcp_risk_add (risks, place, index, path - text, strlen (path), MCP_RISK_LOOK,
                  _("Is in a folder for temporary files, where other programs can put something in its place."));
  else if (is_open_to_all (canonical))
    mcp_risk_add (risks, place, index, path - text, strlen (path), MCP_RISK_LOOK,
                  _("Is in a folder that everybody may write to."));
}

/* Matched as text: the file may not exist. */
static gboolean
names_secrets (const char *text)
{
  static const char * const places[] = {
    "/.ssh", "/.aws", "/.gnupg", "/.netrc", "/.git-credentials", "/.docker/config.json", "/.kube",
    "/.npmrc", "/.pypirc",
    "/.config/gcloud", "/.config/gh", "/.azure", "/.password-store", "/.mozilla",
    "/.config/google-chrome",
    "/.config/chromium", "/.bash_history", "/.zsh_history", "/.pgpass", "/.my.cnf",
    "/.vault-token", "/.electrum",
    "/keyrings", "/Keychains", "/etc/shadow", "/etc/sudoers", "/etc/ssh", "/etc/krb5.keytab",
    "/environ", "/proc/kcore",
    "/dev/mem", "id_rsa", "id_ed25519", "id_ecdsa", "Login Data", "wallet.dat", "\\.ssh", "\\.aws",
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const char *found = strstr (text, places[i]);

      if (found != NULL && !g_ascii_isalnum (found[strlen (places[i])]))
        return TRUE;
    }

  return FALSE;
}

static void
check_looks (GPtrArray    *risks,
             McpRiskPlace  place,
             guint         index,
             const char   *text)
{
  g_autofree char *visible = mcp_format_exact (text, -1);

  if (strcmp (visible, text) != 0)
    mcp_risk_add (
        risks,
        place,
        index,
        0,
        strlen (text),
        MCP_RISK_DANGER,
        _("Has characters that cannot be seen, or that make it look like something else."));
  else if (mcp_address_mixes_scripts (text))
    mcp_risk_add (risks,
                  place,
                  index,
                  0,
                  strlen (text),
                  MCP_RISK_DANGER,
                  _("Mixes letters of scripts that look alike, so that it can be taken for "
                     "something else."));
}

static void
check_argument (GPtrArray          *risks,
                const char * const *argv,
                guint               i)
{
  const char *argument = argv[i];
  const char *equals = strchr (argument, '=');

  if (mcp_risk_is_shell (argument))
    check_shell (risks, argv, i);
  if (mcp_risk_is_program (argument, (const char * const []) { "rm", "shred", NULL }))
    check_remover (risks, argv, i);

  if (argument[0] == '/')
    check_path (risks, MCP_RISK_ARGUMENT, i, argument, argument);
  else if (equals != NULL && equals[1] == '/')
    check_path (risks, MCP_RISK_ARGUMENT, i, argument, equals + 1);

  if (strpbrk (argument, " |;&`$") != NULL)
    mcp_risks_of_script (risks, i, argument);
  if (names_secrets (argument))
    mcp_risk_add_argument (
        risks, argv, i, MCP_RISK_LOOK, _("Names a place where secrets are kept."));
  check_looks (risks, MCP_RISK_ARGUMENT, i, argument);
}

static void
check_environment (GPtrArray  *risks,
                   McpProfile *profile)
{
  const char * const *env = mcp_profile_get_env (profile);

  for (guint i = 0; env[i] != NULL; i++)
    {
      gsize length = strcspn (env[i], "=");
      g_autofree char *name = g_strndup (env[i], length);
      McpRiskGrade grade;
      const char *text;

      if (i == MAX_ARGUMENTS)
        {
          mcp_risk_add (risks, MCP_RISK_VARIABLE, i, 0, length, MCP_RISK_LOOK,
                        _("There are more variables than anybody needs."));
          return;
        }
      text = mcp_risk_describe_variable (name, &grade);
      if (text != NULL)
        mcp_risk_add (risks, MCP_RISK_VARIABLE, i, 0, length, grade, text);
      check_looks (risks, MCP_RISK_VARIABLE, i, name);
    }
}

static int
compare_risks (gconstpointer a,
               gconstpointer b)
{
  const McpRisk *one = *(const McpRisk * const *) a;
  const McpRisk *other = *(const McpRisk * const *) b;

  if (one->place != other->place)
    return (int) one->place - (int) other->place;
  if (one->index != other->index)
    return one->index < other->index ? -1 : 1;

  if (one->start != other->start)
    return one->start < other->start ? -1 : 1;
  if (one->length != other->length)
    return one->length > other->length ? -1 : 1;

  return strcmp (one->text, other->text);
}

static void
check_words (GPtrArray          *risks,
             const char * const *argv,
             guint               n)
{
  g_autofree McpRiskWord *words = g_new (McpRiskWord, n + 1);

  for (guint i = 0; i < n; i++)
    words[i] = (McpRiskWord) { argv[i], i, 0, strlen (argv[i]) };
  mcp_risks_of_words (risks, words, n);
}

static void
check_program (GPtrArray  *risks,
               McpProfile *profile)
{
  const char * const *argv = mcp_profile_get_argv (profile);
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  guint n;

  for (n = 0; argv[n] != NULL && n < MAX_ARGUMENTS; n++)
    check_argument (risks, argv, n);
  check_words (risks, argv, n);
  mcp_risks_of_containers (risks, argv);
  mcp_risks_of_packages (risks, argv);
  if (n == MAX_ARGUMENTS)
    mcp_risk_add_argument (risks, argv, n - 1, MCP_RISK_LOOK,
                           _("There are more arguments than anybody needs."));

  if (cwd != NULL)
    check_path (risks, MCP_RISK_CWD, 0, cwd, cwd);
  check_environment (risks, profile);
}

/* What somebody gave for this server and this host is no risk. */
static void
check_sent_values (GPtrArray  *risks,
                   McpProfile *profile)
{
  g_autoptr (GPtrArray) values = mcp_sent_values_list (profile);

  for (guint i = 0; i < values->len && risks->len < MCP_MAX_RISKS; i++)
    {
      const McpSentValue *value = values->pdata[i];
      McpRisk *risk;

      if (value->given)
        continue;

      risk = g_new0 (McpRisk, 1);
      risk->place = MCP_RISK_SENT;
      risk->grade = MCP_RISK_LOOK;
      risk->index = i;
      risk->sent = g_strdup (value->reference);
      risk->text = mcp_sent_value_describe (value);
      g_ptr_array_add (risks, risk);
    }
}

/**
 * mcp_risks_find:
 * @profile: a profile
 *
 * Finds what a person should see before a server is started or reached, in the order in which it stands
 * there. The cost is bounded, and nothing leaves this machine.
 *
 * Returns: (transfer full) (element-type McpRisk): what was found, maybe nothing
 */
GPtrArray *
mcp_risks_find (McpProfile *profile)
{
  GPtrArray *risks = g_ptr_array_new_with_free_func (risk_free);

  g_return_val_if_fail (MCP_IS_PROFILE (profile), risks);

  if (mcp_profile_is_stdio (profile))
    check_program (risks, profile);
  else
    {
      mcp_risks_of_url (risks, mcp_profile_get_url (profile));
      check_sent_values (risks, profile);
    }
  g_ptr_array_sort (risks, compare_risks);

  return risks;
}

McpRiskGrade
mcp_risks_get_grade (GPtrArray *risks)
{
  McpRiskGrade worst = MCP_RISK_PLAIN;

  g_return_val_if_fail (risks != NULL, MCP_RISK_DANGER);

  for (guint i = 0; i < risks->len; i++)
    worst = MAX (worst, ((const McpRisk *) risks->pdata[i])->grade);

  return worst;
}

const char *
mcp_risk_grade_get_title (McpRiskGrade grade)
{
  switch (grade)
    {
    case MCP_RISK_DANGER:
      return _("Dangerous in It");

    case MCP_RISK_LOOK:
      return _("To Look At");

    case MCP_RISK_PLAIN:
    default:
      return _("Good to Know");
    }
}
