/* mcp-linter-icons.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-linter"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-icon.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-linter.h"

/* More of one item are not looked at. */
#define MAX_ICONS 16

/* Whether a member that need not be there is of a type. */
static gboolean
may_be (const char  *object,
        gsize        length,
        const char  *name,
        McpJsonType  type)
{
  McpSpan span;

  return !mcp_json_edit_find (object, length, name, &span)
         || mcp_json_get_type (object + span.offset, span.length) == type;
}

/* The first member that is not what the schema says; (nullable) */
static const char *
find_bad_member (const char *icon,
                 gsize       length)
{
  g_autofree char *theme = NULL;
  McpSpan span;

  if (mcp_json_get_type (icon, length) != MCP_JSON_OBJECT || !mcp_json_edit_find (icon, length, "src", &span)
      || icon[span.offset] != '"')
    return "src";
  if (!may_be (icon, length, "mimeType", MCP_JSON_STRING))
    return "mimeType";
  if (!may_be (icon, length, "sizes", MCP_JSON_ARRAY))
    return "sizes";
  if (!mcp_json_edit_find (icon, length, "theme", &span))
    return NULL;

  return mcp_json_key_equal (icon + span.offset, span.length, "light")
             || mcp_json_key_equal (icon + span.offset, span.length, "dark")
           ? NULL
           : "theme";
}

static guint
check_members (McpReporter *reporter,
               guint        serial,
               const char  *owner,
               const char  *array,
               gsize        length)
{
  McpJsonIter iter;
  McpSpan value;
  guint n = 0;

  if (!mcp_json_iter_init (&iter, array, length) || iter.is_object)
    {
      mcp_reporter_report (reporter, serial, "icons.member", _("The icons of “%s” are no array"), owner);
      return 1;
    }

  for (guint i = 1; i <= MAX_ICONS && mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      const char *member = find_bad_member (array + value.offset, value.length);

      if (member == NULL)
        continue;
      mcp_reporter_report (reporter, serial, "icons.member",
                           _("Icon %u of “%s” has no “%s” as the specification wants it"), i, owner, member);
      n++;
    }

  return n;
}

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
 * Checks the icons of something: their members, where they are, and those that are in their own address
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
  guint n;

  if (mcp_json_get_type (object, length) != MCP_JSON_OBJECT || !mcp_json_edit_find (object, length, "icons", &span))
    return 0;

  owner = mcp_json_lookup_string (object, length, "name");
  n = check_members (reporter, serial, owner != NULL ? owner : "", object + span.offset, span.length);
  icons = mcp_icons_read (object, length);
  for (guint i = 0; i < icons->len; i++)
    n += check_icon (reporter, serial, owner != NULL ? owner : "", icons->pdata[i]);

  return n;
}
