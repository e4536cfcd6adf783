/* mcp-linter-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-linter.h"
#include "mcp-uri-template.h"

#define MAX_TEMPLATE_BYTES (64 * 1024)

/* A template is a URI Template (server/resources, resource templates; RFC 6570). */
static guint
check_template (McpReporter    *reporter,
                guint           serial,
                McpCatalogItem *item)
{
  g_autoptr (McpUriTemplate) template = NULL;
  g_autoptr (GError) error = NULL;
  const char *text = mcp_catalog_item_get_uri (item);

  if (text == NULL || strlen (text) > MAX_TEMPLATE_BYTES)
    return 0;

  template = mcp_uri_template_new (text, &error);
  if (template != NULL)
    return 0;

  mcp_reporter_report (reporter, serial, "resources.template", "%s", error->message);

  return 1;
}

/* The members of an entry against the schema of the revision. */
static guint
check_members (McpReporter    *reporter,
               guint           serial,
               McpCatalogKind  kind,
               McpCatalogItem *item,
               guint           position)
{
  static const McpStructure structures[MCP_N_CATALOGS] = {
    [MCP_CATALOG_TOOLS] = MCP_STRUCTURE_TOOL,
    [MCP_CATALOG_RESOURCES] = MCP_STRUCTURE_RESOURCE,
    [MCP_CATALOG_TEMPLATES] = MCP_STRUCTURE_TEMPLATE,
    [MCP_CATALOG_PROMPTS] = MCP_STRUCTURE_PROMPT,
  };
  const char *list = mcp_catalog_kind_get_member (kind);
  const char *name = mcp_catalog_item_get_name (item);
  g_autofree char *owner = *name != '\0' ? g_strdup_printf (_("Entry %u of “%s”, “%s”"), position, list, name)
                                         : g_strdup_printf (_("Entry %u of “%s”"), position, list);
  gsize length;
  const char *json = g_bytes_get_data (mcp_catalog_item_get_json (item), &length);

  return mcp_linter_check_structure (reporter, serial, structures[kind], owner, json, length);
}

/* What only entries of one kind have to be. */
static guint
check_kind (McpReporter    *reporter,
            guint           serial,
            McpCatalogKind  kind,
            McpCatalogItem *item)
{
  gsize length;
  const char *json = g_bytes_get_data (mcp_catalog_item_get_json (item), &length);

  switch (kind)
    {
    case MCP_CATALOG_TOOLS:
      return mcp_linter_check_tool (reporter, serial, item);

    case MCP_CATALOG_TEMPLATES:
      return check_template (reporter, serial, item);

    case MCP_CATALOG_SKILLS:
      return mcp_linter_check_skill (reporter, serial, json, length);

    case MCP_CATALOG_RESOURCES:
    case MCP_CATALOG_PROMPTS:
    case MCP_N_CATALOGS:
    default:
      return 0;
    }
}

/**
 * mcp_linter_check_item:
 * @reporter: who is told
 * @serial: the record of the answer that lists it
 * @kind: the list
 * @item: an entry of it
 * @position: where it stands, from 1
 *
 * Checks an entry of a list by itself (schema).
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_item (McpReporter    *reporter,
                       guint           serial,
                       McpCatalogKind  kind,
                       McpCatalogItem *item,
                       guint           position)
{
  gboolean by_uri = kind == MCP_CATALOG_RESOURCES || kind == MCP_CATALOG_TEMPLATES;
  gsize length;
  const char *json = g_bytes_get_data (mcp_catalog_item_get_json (item), &length);
  guint n = 0;

  if (kind != MCP_CATALOG_SKILLS
      && (mcp_catalog_item_get_key (item) == NULL || *mcp_catalog_item_get_name (item) == '\0'))
    {
      n++;
      mcp_reporter_report (reporter, serial, "list.bad-item",
                           by_uri ? _("Entry %u of “%s” is no object with a name and a URI")
                                  : _("Entry %u of “%s” is no object with a name"),
                           position, mcp_catalog_kind_get_member (kind));
    }

  return n + check_members (reporter, serial, kind, item, position) + check_kind (reporter, serial, kind, item)
         + mcp_linter_check_icons (reporter, serial, json, length);
}
