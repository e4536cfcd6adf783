/* sounder-call-gate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-call-gate.h"
#include "sounder-compat.h"

typedef struct
{
  GWeakRef         page;
  McpSession      *session;
  McpInvocation   *invocation;
  SounderCallFunc  call;
} Waiting;

static void
answered_cb (gboolean confirmed,
             gpointer user_data)
{
  Waiting *waiting = user_data;
  g_autoptr (GtkWidget) page = g_weak_ref_get (&waiting->page);

  if (confirmed && page != NULL && mcp_session_get_state (waiting->session) == MCP_SESSION_READY)
    waiting->call (page, waiting->invocation);

  g_weak_ref_clear (&waiting->page);
  g_object_unref (waiting->session);
  g_object_unref (waiting->invocation);
  g_free (waiting);
}

/* Only what the server says: by default of the specification any tool is destructive that is not read-only. */
static gboolean
is_destructive (McpSession *session,
                const char *tool)
{
  McpCatalogItem *item =
    mcp_catalog_find (mcp_session_get_catalog (session, MCP_CATALOG_TOOLS), tool);

  return item != NULL && mcp_catalog_item_get_hint (item, "destructiveHint", FALSE)
         && !mcp_catalog_item_get_hint (item, "readOnlyHint", FALSE);
}

void
sounder_call_gate_pass (GtkWidget       *page,
                        McpSession      *session,
                        McpInvocation   *invocation,
                        SounderCallFunc  call)
{
  const char *tool = mcp_invocation_get_name (invocation);
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  Waiting *waiting;

  if (!mcp_profile_get_settings (mcp_session_get_profile (session))->confirm_destructive
      || !is_destructive (session, tool))
    {
      call (page, invocation);
      return;
    }

  waiting = g_new0 (Waiting, 1);
  g_weak_ref_init (&waiting->page, page);
  waiting->session = g_object_ref (session);
  waiting->invocation = g_object_ref (invocation);
  waiting->call = call;

  name = mcp_format_label (tool, FALSE);
  /* Translators: a tool's name. */
  heading = g_strdup_printf (_("Call %s?"), name);
  sounder_compat_confirm (GTK_WINDOW (gtk_widget_get_root (page)), heading,
                          _("The server marks this tool as destructive: what it does may not be undone. The "
                            "settings of the server say whether you are asked."),
                          _("_Call"), TRUE, answered_cb, waiting);
}
