/* sounder-markdown-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-markdown.h"
#include "sounder-compat.h"
#include "sounder-markdown-text.h"

/* Markdown from a server. Nothing in it is fetched, and nothing is opened unseen. */

typedef struct
{
  GtkWindow *window;  /* (nullable) */
  char      *uri;
} Opening;

static void
answered_cb (gboolean yes,
             gpointer user_data)
{
  Opening *opening = user_data;

  if (yes)
    sounder_compat_open_uri (opening->window, opening->uri);
  g_clear_object (&opening->window);
  g_free (opening->uri);
  g_free (opening);
}

/**
 * sounder_markdown_text_open_link:
 * @widget: where the link is
 * @uri: where it leads
 *
 * Opens a link as soon as somebody has seen the whole address and said yes. What is no web address may
 * be a resource of the server, and is shown as that.
 */
void
sounder_markdown_text_open_link (GtkWidget  *widget,
                                 const char *uri)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) warnings = mcp_address_check (uri, &host, &opened);
  g_autofree char *told = g_strjoinv ("\n", warnings);
  g_autofree char *body = NULL;
  Opening *opening;

  if (opened == NULL)
    {
      gtk_widget_activate_action (widget, "session.open-resource", "s", uri);
      return;
    }

  opening = g_new0 (Opening, 1);
  opening->window = GTK_IS_WINDOW (root) ? g_object_ref (GTK_WINDOW (root)) : NULL;
  opening->uri = g_strdup (uri);
  body = *told != '\0' ? g_strdup_printf ("%s\n\n%s", opened, told) : g_strdup (opened);
  sounder_compat_confirm (opening->window, _("Open This Address?"), body, _("_Open"), FALSE,
                          answered_cb, opening);
}

gboolean
sounder_markdown_text_is_for (const char *mime_type,
                              const char *text)
{
  if (mime_type != NULL)
    return g_ascii_strncasecmp (mime_type, "text/markdown", 13) == 0
           || g_ascii_strncasecmp (mime_type, "text/x-markdown", 15) == 0;

  return mcp_markdown_is_likely (text);
}
