/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "demo-breaks.h"
#include "demo-skills.h"

#define DEFAULT_PORT 8300

typedef struct
{
  DemoEras        eras;
  gboolean        http;
  guint           port;
  gboolean        auth;
  DemoAuthOptions auth_options;
} Options;

static int
print_usage (FILE *file)
{
  fprintf (file,
           "Usage: sounder-demo-server [--modern|--modern-only] [--skills-break RULE[,RULE]]\n"
           "                           [--probe-break PROBE[,PROBE]]\n"
           "                           [--http [PORT] [--auth…]]\n\n"
           "A Model Context Protocol server with something of everything, for trying an\n"
           "inspector on. It speaks over its standard input and output; try\n"
           "  sounder-cli --demo info\n\n"
           "With --http it serves Streamable HTTP at http://127.0.0.1:PORT/mcp, to this\n"
           "computer alone, until it is interrupted. PORT is %d, or any that is free\n"
           "with 0.\n\n"
           "With --modern it knows revision 2026-07-28 beside the older ones, with\n"
           "--modern-only that alone.\n\n"
           "With --skills-break it lists one of its skills wrongly; help lists the ways.\n\n"
           "With --probe-break it breaks the rules of probes of “sounder-cli probe”, each\n"
           "where it is tried; help lists them.\n\n"
           "With --auth one has to sign in. It is its own authorization server; its page\n"
           "asks Allow or Deny and for no password. All needs the scope mcp:read, but the\n"
           "tools delay-ping and crash need mcp:write. A client can register, have a\n"
           "metadata document, or be demo-app, or demo-service with the secret demo-secret.\n\n"
           "  --auth-approve            allow without asking\n"
           "  --auth-expiry SECONDS     how long access tokens are good; %d\n"
           "  --auth-key FILE           the public key of demo-service, for private_key_jwt\n"
           "  --auth-break RULE[,RULE]  break rules of authorization, as servers do;\n"
           "                            help lists them\n"
           "  --version                 print the version\n"
           "  --help                    print this\n",
           DEFAULT_PORT, DEMO_AUTH_EXPIRY_SECONDS);

  return file == stdout ? 0 : 2;
}

static gboolean
read_number (const char *text, /* (nullable) */
             guint64     max,
             guint      *number)
{
  guint64 value;

  if (text == NULL || !g_ascii_string_to_unsigned (text, 10, 0, max, &value, NULL))
    return FALSE;

  *number = value;

  return TRUE;
}

/* Reads an option of authorization; the exit status says what is wrong with it, or is negative. */
static int
read_auth_option (Options    *options,
                  const char *name,
                  const char *value) /* (nullable) */
{
  g_autofree char *wrong = NULL;

  options->auth = TRUE;
  if (strcmp (name, "--auth-expiry") == 0)
    {
      if (read_number (value, G_MAXINT, &options->auth_options.expiry_seconds))
        return -1;
      fprintf (stderr, "sounder-demo-server: --auth-expiry %s: not a number of seconds\n",
               value != NULL ? value : "");
      return 2;
    }
  if (strcmp (name, "--auth-key") == 0 && value != NULL)
    {
      options->auth_options.key_file = value;
      return -1;
    }
  if (strcmp (name, "--auth-break") != 0 || value == NULL)
    return print_usage (stderr);

  if (strcmp (value, "help") == 0)
    {
      demo_auth_print_breaks ();
      return 0;
    }
  wrong = demo_auth_parse_breaks (value, &options->auth_options.breaks);
  if (wrong == NULL)
    return -1;
  fprintf (stderr, "sounder-demo-server: --auth-break %s: not a rule; help lists them\n", wrong);

  return 2;
}

/* The same of the other rules: of skills, of probes. */
static int
read_breaks (const char *name,
             const char *value, /* (nullable) */
             void      (*print) (void),
             char     *(*set)   (const char *text))
{
  g_autofree char *wrong = NULL;

  if (value == NULL)
    return print_usage (stderr);
  if (strcmp (value, "help") == 0)
    {
      print ();
      return 0;
    }
  wrong = set (value);
  if (wrong == NULL)
    return -1;
  fprintf (stderr, "sounder-demo-server: %s %s: not a rule; help lists them\n", name, wrong);

  return 2;
}

/* Returns the exit status, or a negative number when there is something to serve. */
static int
read_options (Options *options,
              int      argc,
              char    *argv[])
{
  int status = -1;

  for (int i = 1; i < argc && status < 0; i++)
    {
      if (strcmp (argv[i], "--version") == 0)
        {
          printf ("sounder-demo-server %s\n", PACKAGE_VERSION);
          return 0;
        }
      else if (strcmp (argv[i], "--help") == 0)
        return print_usage (stdout);
      else if (strcmp (argv[i], "--modern") == 0)
        options->eras = DEMO_BOTH;
      else if (strcmp (argv[i], "--modern-only") == 0)
        options->eras = DEMO_MODERN_ONLY;
      else if (strcmp (argv[i], "--auth") == 0)
        options->auth = TRUE;
      else if (strcmp (argv[i], "--auth-approve") == 0)
        options->auth = options->auth_options.approves = TRUE;
      else if (g_str_has_prefix (argv[i], "--auth-"))
        {
          status = read_auth_option (options, argv[i], argv[i + 1]);
          i++;
        }
      else if (strcmp (argv[i], "--skills-break") == 0)
        {
          status = read_breaks (argv[i], argv[i + 1], demo_skills_print_breaks, demo_skills_set_breaks);
          i++;
        }
      else if (strcmp (argv[i], "--probe-break") == 0)
        {
          status = read_breaks (argv[i], argv[i + 1], demo_breaks_print, demo_breaks_set);
          i++;
        }
      else if (strcmp (argv[i], "--http") == 0)
        {
          options->http = TRUE;
          if (argv[i + 1] == NULL || argv[i + 1][0] == '-')
            continue;
          i++;
          if (!read_number (argv[i], 65535, &options->port))
            {
              fprintf (stderr, "sounder-demo-server: --http %s: not a port\n", argv[i]);
              return 2;
            }
        }
      else
        return print_usage (stderr);
    }

  /* Only an address is there to be protected. */
  return status < 0 && options->auth && !options->http ? print_usage (stderr) : status;
}

int
main (int   argc,
      char *argv[])
{
  Options options = {
    .port = DEFAULT_PORT,
    .auth_options = { .expiry_seconds = DEMO_AUTH_EXPIRY_SECONDS },
  };
  DemoServer *server;
  int status;

  signal (SIGPIPE, SIG_IGN);
  status = read_options (&options, argc, argv);
  if (status >= 0)
    return status;
  if (options.http)
    return demo_http_run (options.port, options.eras, options.auth ? &options.auth_options : NULL);

  server = demo_server_new (options.eras);
  status = demo_server_run (server);
  demo_server_free (server);

  return status;
}
