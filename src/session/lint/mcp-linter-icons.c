/* mcp-linter-icons.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-icon.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-linter.h"

static guint
check_icon (McpReporter   *reporter,
            guint          serial,
            const char    *owner,
            const McpIcon *icon)
{
  g_autofree char *described = mcp_icon_describe (icon);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) file = NULL;

  if (icon->source == MCP_ICON_REFUSED)
    {
      mcp_reporter_report (reporter, serial, "icons.source",
                           _("An icon of “%s” is neither at an https: address nor a data: URI: %s"), owner, described);
      return 1;
    }
  if (icon->source == MCP_ICON_NETWORK)
    return 0;

  file = mcp_icon_decode (icon, &error);
  /* Who cannot draw SVG has to do without; the server is right to offer it. */
  if (file != NULL || mcp_icon_is_svg (icon))
    return 0;

  mcp_reporter_report (reporter, serial, "icons.data", _("An icon of “%s” is not shown (%s): %s"), owner, described,
                       error->message);

  return 1;
}

/**
 * mcp_linter_check_icons:
 * @reporter: who is told
 * @serial: the record of the answer
 * @object: an item of a list, or what a server says it is; valid JSON
 *
 * Checks the icons of something: where they are, and those that are in their own address
 * (2025-11-25, basic, icons).
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_icons (McpReporter *reporter,
                        guint        serial,
                        const char  *object,
                        gsize        length)
{
  g_autoptr (GPtrArray) icons = NULL;
  g_autofree char *owner = NULL;
  McpSpan span;
  guint n = 0;

  if (mcp_json_get_type (object, length) != MCP_JSON_OBJECT || !mcp_json_edit_find (object, length, "icons", &span))
    return 0;

  owner = mcp_json_lookup_string (object, length, "name");
  icons = mcp_icons_read (object, length);
  for (guint i = 0; i < icons->len; i++)
    n += check_icon (reporter, serial, owner != NULL ? owner : "", icons->pdata[i]);

  return n;
}
