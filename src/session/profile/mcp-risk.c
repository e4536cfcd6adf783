/* mcp-risk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-risk-private.h"
#include "mcp-sent-value.h"
#include "mcp-summary.h"

/*
 * What is dangerous in a command line, by the words in it. Nothing is looked up or run. It helps who
 * reads the command line, and is no judgement: what it does not find may be as bad.
 */

/* A command line that is longer is not looked through to its end; that is said. */
#define MAX_ARGUMENTS 2000
#define MAX_RISKS     200

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

  if (risks->len >= MAX_RISKS)
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

/* By its name alone, wherever it is; "python3.12" and "node.exe" too. */
gboolean
mcp_risk_is_program (const char         *argument,
                     const char * const *names)
{
  const char *slash = strrchr (argument, '/');
  const char *back = strrchr (argument, '\\');
  const char *base = MAX (slash, back) != NULL ? MAX (slash, back) + 1 : argument;
  gsize length = strcspn (base, " ");

  if (base[length] != '\0' || length == 0 || length > 64)
    return FALSE;
  if (length > 4 && g_ascii_strcasecmp (base + length - 4, ".exe") == 0)
    length -= 4;

  for (guint i = 0; names[i] != NULL; i++)
    {
      gsize n = strlen (names[i]);

      if (length >= n && g_ascii_strncasecmp (base, names[i], n) == 0
          && strspn (base + n, "0123456789.") >= length - n)
        return TRUE;
    }

  return FALSE;
}

static const char * const shells[] = {
  "sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "csh", "tcsh", "busybox", "cmd", "powershell", "pwsh", NULL,
};
static const char * const raisers[] = { "sudo", "pkexec", "doas", "su", "run0", "gsudo", NULL };
static const char * const interpreters[] = {
  "python", "pypy", "node", "deno", "bun", "perl", "ruby", "php", "lua", "osascript", "tclsh", "awk", "gawk", NULL,
};
static const char * const downloaders[] = { "curl", "wget", "fetch", "aria2c", NULL };

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

static gboolean
gives_code (const char *argument)
{
  static const char * const flags[] = {
    "-c", "-e", "-p", "-r", "-pe", "-ne", "-E", "--eval", "--print", "--exec", "eval", NULL,
  };

  return g_strv_contains (flags, argument) || g_str_has_prefix (argument, "--eval=")
         || g_str_has_prefix (argument, "--print=");
}

/* What a shell or an interpreter is given to run, if it is not a file. */
static void
check_code (GPtrArray          *risks,
            const char * const *argv,
            guint               program)
{
  gboolean is_shell = mcp_risk_is_program (argv[program], shells);

  for (guint i = program + 1; argv[i] != NULL; i++)
    {
      if (is_shell ? mcp_risk_gives_script (argv[i]) : gives_code (argv[i]))
        {
          const char *text = is_shell ? _("A shell runs a text, which can do anything.")
                                      : _("An interpreter runs a text, not a file.");

          mcp_risk_add_argument (risks, argv, program, MCP_RISK_LOOK, text);
          mcp_risk_add_argument (risks, argv, argv[i + 1] != NULL ? i + 1 : i, MCP_RISK_LOOK, text);
          if (is_shell && argv[i + 1] != NULL)
            mcp_risks_of_script (risks, i + 1, argv[i + 1]);
          return;
        }
      if (argv[i][0] != '-' && argv[i][0] != '/')
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
    if (g_str_has_prefix (path, local[i]) && strstr (path, "/../") == NULL)
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
  if (mcp_risk_is_temporary (path))
    mcp_risk_add (risks, place, index, path - text, strlen (path), MCP_RISK_LOOK,
                  _("Is in a folder for temporary files, where other programs can put something in its place."));
  else if (is_open_to_all (path))
    mcp_risk_add (risks, place, index, path - text, strlen (path), MCP_RISK_LOOK,
                  _("Is in a folder that everybody may write to."));
}

static void
check_argument (GPtrArray          *risks,
                const char * const *argv,
                guint               i)
{
  const char *argument = argv[i];
  const char *equals = strchr (argument, '=');
  g_autofree char *visible = mcp_format_visible (argument, -1, FALSE);

  if (mcp_risk_is_program (argument, raisers))
    mcp_risk_add_argument (risks, argv, i, MCP_RISK_DANGER,
                           _("Runs with the rights of another user, mostly of the administrator."));
  if (mcp_risk_is_program (argument, shells) || mcp_risk_is_program (argument, interpreters))
    check_code (risks, argv, i);
  if (mcp_risk_is_program (argument, downloaders))
    mcp_risk_add_argument (risks, argv, i, MCP_RISK_LOOK, _("Downloads something."));
  if (mcp_risk_is_program (argument, (const char * const []) { "rm", "shred", NULL }))
    check_remover (risks, argv, i);

  if (argument[0] == '/')
    check_path (risks, MCP_RISK_ARGUMENT, i, argument, argument);
  else if (equals != NULL && equals[1] == '/')
    check_path (risks, MCP_RISK_ARGUMENT, i, argument, equals + 1);

  if (strpbrk (argument, " |;&`$") != NULL)
    mcp_risks_of_script (risks, i, argument);
  if (strcmp (visible, argument) != 0)
    mcp_risk_add_argument (risks, argv, i, MCP_RISK_DANGER,
                           _("Has characters that cannot be seen, or that make it look like something else."));
}

/* Variables that make programs load or run something else than what they are. */
static const char *
describe_variable (const char   *name,
                   McpRiskGrade *grade)
{
  static const char * const loaders[] = {
    "LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "NODE_OPTIONS",
    "NODE_PATH", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PERL5OPT", "PERL5LIB", "PERL5DB",
    "RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "BASH_ENV", "ENV",
    "PROMPT_COMMAND", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GCONV_PATH", "GTK_MODULES",
    "GIO_EXTRA_MODULES", "DOTNET_STARTUP_HOOKS", "EDITOR", "PAGER", NULL,
  };
  static const char * const sources[] = {
    "NPM_CONFIG_REGISTRY", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX",
    "UV_EXTRA_INDEX_URL", "DOCKER_HOST", NULL,
  };
  static const char * const trust[] = {
    "NODE_TLS_REJECT_UNAUTHORIZED", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE",
    "PYTHONHTTPSVERIFY", "GIT_SSL_NO_VERIFY", NULL,
  };
  g_autofree char *upper = g_ascii_strup (name, -1);

  *grade = g_strv_contains (loaders, upper) ? MCP_RISK_DANGER : MCP_RISK_LOOK;
  if (g_str_equal (upper, "PATH"))
    return _("Decides which programs are found by their names.");
  if (g_strv_contains (loaders, upper))
    return _("Makes programs load or run something more.");
  if (g_strv_contains (sources, upper))
    return _("Decides where packages or containers come from.");
  if (g_strv_contains (trust, upper))
    return _("Decides which servers on the network are trusted.");

  return NULL;
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
      g_autofree char *visible = mcp_format_visible (name, -1, FALSE);
      McpRiskGrade grade;
      const char *text = describe_variable (name, &grade);

      if (text != NULL)
        mcp_risk_add (risks, MCP_RISK_VARIABLE, i, 0, length, grade, text);
      if (strcmp (visible, name) != 0)
        mcp_risk_add (risks, MCP_RISK_VARIABLE, i, 0, length, MCP_RISK_DANGER,
                      _("Has characters that cannot be seen, or that make it look like something else."));
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
check_program (GPtrArray  *risks,
               McpProfile *profile)
{
  const char * const *argv = mcp_profile_get_argv (profile);
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  guint n;

  for (n = 0; argv[n] != NULL && n < MAX_ARGUMENTS; n++)
    check_argument (risks, argv, n);
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

  for (guint i = 0; i < values->len && risks->len < MAX_RISKS; i++)
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
