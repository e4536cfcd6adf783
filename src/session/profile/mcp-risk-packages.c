/* mcp-risk-packages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-risk-private.h"

/* Launchers that fetch what they run: packages without a version, and containers that reach out of themselves. */

#define MAX_OPTIONS 20

/* --- Containers --- */

static const char * const engines[] = { "docker", "podman", "nerdctl", "container", NULL };

static const char * const container_values[] = {
  "-e", "--env", "-v", "--volume", "--mount", "--name", "-p", "--publish", "-u", "--user", "-w", "--workdir",
  "--network", "--net", "--pid", "--ipc", "--uts", "--userns", "--entrypoint", "--env-file", "-h", "--hostname",
  "-l", "--label", "--add-host", "--cap-add", "--cap-drop", "--device", "-m", "--memory", "--cpus", "--platform",
  "--pull", "--restart", "--security-opt", "--tmpfs", "--ulimit", "--runtime", "--gpus", "--dns", "--volumes-from",
  "--log-driver", "--log-opt", "--shm-size", "--stop-signal", "--cgroupns", "--cidfile", "--group-add", NULL,
};

static void
check_container_option (GPtrArray          *risks,
                        const char * const *argv,
                        guint               index,  /* where the value stands */
                        const char         *option,
                        const char         *value)
{
  static const char * const mounts[] = { "-v", "--volume", "--mount", "--volumes-from", NULL };
  static const char * const spaces[] = { "--network", "--net", "--pid", "--ipc", "--uts", "--userns", "--cgroupns", NULL };
  static const char * const rights[] = { "--cap-add", "--device", "--security-opt", "--gpus", NULL };

  if (strstr (value, "docker.sock") != NULL || strstr (value, "podman.sock") != NULL)
    mcp_risk_add_argument (risks, argv, index, MCP_RISK_DANGER,
                           _("Hands the control of all containers, and with it this computer, to the container."));
  else if (g_strv_contains (mounts, option)
           && (!g_str_equal (option, "--mount") || strstr (value, "type=volume") == NULL)
           && (g_str_equal (option, "--mount") || strpbrk (value, "/~.$") == value))
    mcp_risk_add_argument (risks, argv, index, MCP_RISK_LOOK,
                           _("Opens files of this computer to the container."));
  else if (g_strv_contains (spaces, option) && g_str_equal (value, "host"))
    mcp_risk_add_argument (risks, argv, index, MCP_RISK_LOOK,
                           _("The container shares the network or the processes of this computer."));
  else if (g_strv_contains (rights, option))
    mcp_risk_add_argument (risks, argv, index, MCP_RISK_LOOK,
                           _("Gives the container more rights or devices than usual."));
}

/* "ghcr.io/x/y:1.2" and "…@sha256:…" say which; a port is no tag. */
static gboolean
image_is_pinned (const char *image)
{
  const char *slash = strrchr (image, '/');
  const char *tag = strchr (slash != NULL ? slash : image, ':');

  if (strstr (image, "@sha256:") != NULL)
    return TRUE;

  return tag != NULL && tag[1] != '\0' && !g_str_equal (tag, ":latest");
}

static void
check_container (GPtrArray          *risks,
                 const char * const *argv,
                 guint               run)
{
  for (guint i = run + 1; argv[i] != NULL; i++)
    {
      const char *argument = argv[i];
      const char *equals = strchr (argument, '=');
      g_autofree char *option = NULL;

      if (argument[0] != '-')
        {
          if (!image_is_pinned (argument))
            mcp_risk_add_argument (risks, argv, i, MCP_RISK_LOOK,
                                   _("Has no version: what runs may be another one each time."));
          return;
        }

      option = equals != NULL ? g_strndup (argument, equals - argument) : g_strdup (argument);
      if (g_str_equal (option, "--privileged") && (equals == NULL || !g_str_equal (equals, "=false")))
        mcp_risk_add_argument (risks, argv, i, MCP_RISK_DANGER,
                               _("The container may do everything that this computer can."));
      else if (equals != NULL)
        check_container_option (risks, argv, i, option, equals + 1);
      else if (g_strv_contains (container_values, option) && argv[i + 1] != NULL)
        {
          i++;
          check_container_option (risks, argv, i, option, argv[i]);
        }
      else if (g_str_has_prefix (option, "-v") && option[2] != '\0')
        check_container_option (risks, argv, i, "-v", option + 2);
    }
}

void
mcp_risks_of_containers (GPtrArray          *risks,
                         const char * const *argv)
{
  static const char * const verbs[] = { "run", "create", "container", NULL };

  for (guint i = 0; argv[i] != NULL; i++)
    {
      if (!mcp_risk_is_program (argv[i], engines))
        continue;

      /* Behind a few options at most. */
      for (guint j = i + 1; argv[j] != NULL && j <= i + MAX_OPTIONS; j++)
        if (g_strv_contains (verbs, argv[j]) && !g_str_equal (argv[j], "container"))
          {
            check_container (risks, argv, j);
            return;
          }
    }
}

/* --- Packages --- */

typedef struct
{
  const char *program;
  const char *verb;             /* (nullable): follows the program */
  const char *separator;        /* in front of a version */
  const char *package_options[3]; /* whose value is the package */
} Launcher;

static const Launcher launchers[] = {
  { "npx", NULL, "@", { "-p", "--package", NULL } },
  { "bunx", NULL, "@", { "-p", "--package", NULL } },
  { "pnpx", NULL, "@", { "--package", NULL } },
  { "npm", "exec", "@", { "-p", "--package", NULL } },
  { "npm", "x", "@", { "-p", "--package", NULL } },
  { "pnpm", "dlx", "@", { "--package", NULL } },
  { "yarn", "dlx", "@", { "-p", "--package", NULL } },
  { "bun", "x", "@", { "-p", "--package", NULL } },
  { "uvx", NULL, "=@", { "--from", NULL } },
  { "uv", "tool", "=@", { "--from", NULL } },
  { "pipx", "run", "=@", { "--spec", NULL } },
  { "dnx", NULL, "@", { NULL } },
  { "go", "run", "@", { NULL } },
};

static const char * const package_values[] = {
  "--registry", "--cache", "--python", "--with", "--index", "--index-url", "--default-index", "--directory",
  "--project", "--userconfig", "--prefix", "--source", "--add-source", "--configfile", "--env-file", "--refresh-package", NULL,
};

/* "a@1.2.3", "@scope/a@1.2", "a==1.2": a number and no range. */
static gboolean
package_is_pinned (const char *package,
                   const char *separators)
{
  const char *at = NULL;

  for (const char *p = *package != '\0' ? package + 1 : package; *p != '\0'; p++)
    if (strchr (separators, *p) != NULL)
      at = p;
  if (at == NULL)
    return FALSE;

  at++;
  if (*at == 'v')
    at++;

  return g_ascii_isdigit (*at) && strpbrk (at, "*x<>|~^ ") == NULL;
}

static gboolean
is_local (const char *package)
{
  return package[0] == '/' || package[0] == '.' || package[0] == '~';
}

static void
judge_package (GPtrArray          *risks,
               const char * const *argv,
               guint               index,
               const char         *package,
               const Launcher     *launcher)
{
  if (!is_local (package) && !package_is_pinned (package, launcher->separator))
    mcp_risk_add_argument (risks, argv, index, MCP_RISK_LOOK,
                           _("Has no version: what runs may be another one each time."));
}

static void
check_package (GPtrArray          *risks,
               const char * const *argv,
               guint               first,
               const Launcher     *launcher)
{
  const char * const *options = launcher->package_options;
  /* What follows is a package, unless options said which are, or in which version. */
  gboolean is_said = FALSE;

  for (guint i = first; argv[i] != NULL; i++)
    if (g_str_equal (argv[i], "--version") && g_str_equal (launcher->program, "dnx"))
      is_said = TRUE;

  for (guint i = first; argv[i] != NULL; i++)
    {
      const char *argument = argv[i];
      const char *equals = g_str_has_prefix (argument, "--") ? strchr (argument, '=') : NULL;
      g_autofree char *option = equals != NULL ? g_strndup (argument, equals - argument) : g_strdup (argument);
      gboolean names_package = g_strv_contains (options, option);

      if (argument[0] != '-')
        {
          if (!is_said)
            judge_package (risks, argv, i, argument, launcher);
          return;
        }
      if (names_package && equals != NULL)
        judge_package (risks, argv, i, equals + 1, launcher);
      else if (names_package && argv[i + 1] != NULL)
        {
          i++;
          judge_package (risks, argv, i, argv[i], launcher);
        }
      else if (equals == NULL && g_strv_contains (package_values, option) && argv[i + 1] != NULL)
        i++;
      is_said = is_said || names_package;
    }
}

void
mcp_risks_of_packages (GPtrArray          *risks,
                       const char * const *argv)
{
  for (guint i = 0; argv[i] != NULL; i++)
    for (guint j = 0; j < G_N_ELEMENTS (launchers); j++)
      {
        const Launcher *launcher = &launchers[j];
        const char * const names[] = { launcher->program, NULL };
        guint first = i + 1;

        if (!mcp_risk_is_program (argv[i], names))
          continue;
        if (launcher->verb != NULL)
          {
            if (argv[first] == NULL || !g_str_equal (argv[first], launcher->verb))
              continue;
            first++;
            /* "uv tool run". */
            if (g_str_equal (launcher->verb, "tool") && argv[first] != NULL)
              first++;
          }

        check_package (risks, argv, first, launcher);
        return;
      }
}
