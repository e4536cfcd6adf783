/* mcp-browser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-browser.h"

/* The browser that a person has chosen by $BROWSER, for all that is opened in one. */

gboolean
mcp_browser_is_chosen (void)
{
  const char *browser = g_getenv ("BROWSER");

  return browser != NULL && *browser != '\0';
}

/* The address where the command says "%s", else behind it. */
static char **
fill_in (char       **words,
         const char  *url)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean is_in = FALSE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (GString) word = g_string_new (words[i]);

      is_in |= g_string_replace (word, "%s", url, 0) > 0;
      g_strv_builder_add (builder, word->str);
    }
  if (!is_in)
    g_strv_builder_add (builder, url);

  return g_strv_builder_end (builder);
}

/* Words, not a shell: the address is a server's. */
static gboolean
start (const char  *command,
       const char  *url,
       GError     **error)
{
  g_auto (GStrv) words = NULL;
  g_auto (GStrv) argv = NULL;

  if (!g_shell_parse_argv (command, NULL, &words, error))
    return FALSE;

  argv = fill_in (words, url);

  return g_spawn_async (NULL, argv, NULL,
                        G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL,
                        error);
}

/**
 * mcp_browser_start:
 * @url: an address that may be opened
 *
 * Starts the browser of $BROWSER: the first of its commands, between colons, that can be started. "%s" in it stands for
 * the address.
 *
 * Returns: %FALSE with %G_SPAWN_ERROR or %G_SHELL_ERROR
 */
gboolean
mcp_browser_start (const char  *url,
                   GError     **error)
{
  g_auto (GStrv) commands = NULL;

  g_return_val_if_fail (url != NULL, FALSE);
  g_return_val_if_fail (mcp_browser_is_chosen (), FALSE);

  commands = g_strsplit (g_getenv ("BROWSER"), ":", -1);
  for (guint i = 0; commands[i] != NULL; i++)
    {
      if (*commands[i] == '\0')
        continue;
      g_clear_error (error);
      if (start (commands[i], url, error))
        return TRUE;
    }

  return FALSE;
}
