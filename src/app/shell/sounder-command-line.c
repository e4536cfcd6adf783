/* sounder-command-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-profile.h"
#include "mcp-server-link.h"
#include "sounder-address.h"
#include "sounder-command-line.h"
#include "sounder-window.h"

/*
 * The options end at the first word that is none, so that "sounder npx -y x" starts npx with its
 * own options. GOption would take them for ours when it looks past that word; this does not.
 */

static const char *const hidden_page_option = "--page=";

static gboolean
parse_option (SounderCommandLine  *self,
              const char          *word,
              GError             **error)
{
  if (g_str_equal (word, "--version"))
    self->version = TRUE;
  else if (g_str_equal (word, "--help") || g_str_equal (word, "-h"))
    self->help = TRUE;
  else if (g_str_equal (word, "--gapplication-service"))
    self->service = TRUE;
  else if (g_str_equal (word, "--demo"))
    self->demo = TRUE;
  else if (g_str_equal (word, "--exit-after-startup"))
    self->exit_after_startup = TRUE;
  else if (g_str_has_prefix (word, hidden_page_option))
    {
      g_free (self->page);
      self->page = g_strdup (word + strlen (hidden_page_option));
    }
  else
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("Unknown option %s. Put “--” before a program to start."), word);
      return FALSE;
    }

  return TRUE;
}

/* A file manager gives a file: address. */
static gboolean
is_file (const char *word)
{
  return g_str_has_suffix (word, ".mcprec") || sounder_window_takes_servers_from (word)
         || g_str_has_prefix (word, "file:");
}

/* Looked at here, so that what is wrong with it is said where it was typed. */
static gboolean
take_link (SounderCommandLine  *self,
           char               **words,
           GError             **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *json = mcp_server_link_read (words[0], &local_error);

  if (json == NULL || words[1] != NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s",
                   json == NULL ? local_error->message : _("There is more behind the link. A link stands alone."));
      return FALSE;
    }

  self->link = g_strdup (words[0]);

  return TRUE;
}

/* Takes the words that are no options: an address alone, or a program with its arguments. */
static gboolean
take_words (SounderCommandLine  *self,
            char               **words,
            gboolean             dashes,
            GError             **error)
{
  g_autoptr (GError) local_error = NULL;

  if (*words[0] == '\0')
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("The program to start has an empty name."));
      return FALSE;
    }

  if (!dashes && words[1] == NULL && is_file (words[0]))
    {
      self->file = g_strdup (words[0]);
      return TRUE;
    }

  if (!dashes && mcp_server_link_is (words[0]))
    return take_link (self, words, error);

  if (dashes || !sounder_address_is_url (words[0]))
    {
      self->argv = g_strdupv (words);
      return TRUE;
    }

  if (words[1] != NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("There is more behind the address: %s. An address stands alone."), words[1]);
      return FALSE;
    }

  if (!mcp_profile_check_url (words[0], &local_error))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, local_error->message);
      return FALSE;
    }

  self->url = g_strdup (words[0]);

  return TRUE;
}

/**
 * sounder_command_line_parse:
 * @self: what to fill in; zero before
 * @arguments: the words, the first is our own name
 *
 * Reads the command line. Does nothing but that.
 *
 * Returns: whether it makes sense; clear @self in both cases
 */
gboolean
sounder_command_line_parse (SounderCommandLine  *self,
                            char               **arguments,
                            GError             **error)
{
  guint i = arguments[0] != NULL ? 1 : 0;
  gboolean dashes = FALSE;

  for (; arguments[i] != NULL && arguments[i][0] == '-'; i++)
    {
      if (g_str_equal (arguments[i], "--"))
        {
          dashes = TRUE;
          i++;
          break;
        }
      if (!parse_option (self, arguments[i], error))
        return FALSE;
    }

  if (arguments[i] == NULL)
    {
      if (!dashes)
        return TRUE;

      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("There is no program after “--”."));
      return FALSE;
    }

  return take_words (self, arguments + i, dashes, error);
}

char *
sounder_command_line_dup_help (void)
{
  return g_strdup (_("Usage:\n"
                     "  sounder                        open the window\n"
                     "  sounder --demo                 inspect the demo server\n"
                     "  sounder URL                    inspect a server at an address\n"
                     "  sounder FILE.mcprec            open a recording\n"
                     "  sounder FILE.json              look at the servers in a file, to import them\n"
                     "  sounder LINK                   look at the server that a sounder: link offers\n"
                     "  sounder [--] PROGRAM ARGS…     start a program and inspect it\n"
                     "\n"
                     "URL is https:, http:, wss:, ws:, unix: and the path of a socket, or tcp:HOST:PORT.\n"
                     "Options end at the first word that is none.\n"
                     "  --demo       the demo server that comes with Sounder\n"
                     "  --version    print the version\n"
                     "  -h, --help   print this\n"));
}

void
sounder_command_line_clear (SounderCommandLine *self)
{
  g_clear_pointer (&self->page, g_free);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->link, g_free);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->argv, g_strfreev);
}
