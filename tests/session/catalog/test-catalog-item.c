/* test-catalog-item.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-linter.h"
#include "session-support.h"

/* What a list has in it: what is read of an item, and what is wrong with it. */

static void
test_catalog_reports_bad_items (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[1,{'description':'x'},{'name':'a'},{'name':'a'},{'name':2}]}") ","
    TOOLS_PAGE ("{'tools':7}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autoptr (McpCatalogItem) number = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  session_refresh_ok (catalog);
  session_assert_names (catalog, ",,a,a,");
  g_assert_cmpuint (session_count_findings (session, "list.bad-item"), ==, 3);
  g_assert_cmpuint (session_count_findings (session, "list.duplicate-name"), ==, 1);
  number = g_list_model_get_item (G_LIST_MODEL (catalog), 0);
  g_assert_cmpstr (mcp_catalog_item_get_display_name (number), ==, "");
  g_assert_cmpstr (mcp_catalog_item_get_description (number), ==, "");
  g_assert_null (mcp_catalog_item_lookup (number, "a"));
  g_assert_true (mcp_catalog_item_get_hint (number, "readOnlyHint", TRUE));

  g_assert_false (session_refresh (catalog, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  session_assert_names (catalog, ",,a,a,");
  g_clear_object (&number);
  session_finish (session);
}

/* Which rule says that something is unique, and how strictly; of templates none does. */
static void
test_catalog_duplicates (void)
{
  const struct
  {
    McpCatalogKind  kind;
    const char     *rule;
  } cases[] = {
    { MCP_CATALOG_TOOLS, "list.duplicate-name" },
    { MCP_CATALOG_RESOURCES, "resources.duplicate-uri" },
    { MCP_CATALOG_TEMPLATES, NULL },
    { MCP_CATALOG_PROMPTS, "prompts.duplicate-name" },
  };
  McpSession *session = session_new_mock (
    "[{'handshake':{'capabilities':{'tools':{},'resources':{},'prompts':{}}}},{'serve':{"
    "'tools/list':{'result':{'tools':[{'name':'a','inputSchema':{'type':'object'}},"
    "{'name':'a','inputSchema':{'type':'object'}}]}},"
    "'resources/list':{'result':{'resources':[{'name':'a','uri':'a:b'},{'name':'b','uri':'a:b'}]}},"
    "'resources/templates/list':{'result':{'resourceTemplates':[{'name':'a','uriTemplate':'a:{b}'},"
    "{'name':'b','uriTemplate':'a:{b}'}]}},"
    "'prompts/list':{'result':{'prompts':[{'name':'a'},{'name':'a'}]}}}}]");
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));

  session_open_ok (session);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      session_refresh_ok (mcp_session_get_catalog (session, cases[i].kind));
      if (cases[i].rule == NULL)
        continue;
      g_assert_cmpuint (session_count_findings (session, cases[i].rule), ==, 1);
      g_assert_cmpint (mcp_linter_get_severity (cases[i].rule), ==, MCP_SEVERITY_WARNING);
    }
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 3);
  session_finish (session);
}

static void
test_catalog_templates (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    "{'serve':{'resources/templates/list':{'result':{'resourceTemplates':["
    "{'name':'good','uriTemplate':'file:///{+path}{?a,b*}'},{'name':'open','uriTemplate':'a:{b'},"
    "{'name':'closed','uriTemplate':'a:b}'}]}}}}"));

  session_open_ok (session);
  session_refresh_ok (mcp_session_get_catalog (session, MCP_CATALOG_TEMPLATES));
  g_assert_cmpuint (session_count_findings (session, "resources.template"), ==, 2);
  session_finish (session);
}

static void
test_catalog_resources_by_uri (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    "{'serve':{'resources/list':{'result':{'resources':["
    "{'name':'n','uri':'demo://1','mimeType':'text/plain'},{'name':'n','uri':'demo://2'},"
    "{'name':'no uri'}]}}}}"));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_RESOURCES);
  McpCatalogItem *item;

  session_open_ok (session);
  session_refresh_ok (catalog);
  g_assert_cmpuint (session_count_findings (session, "list.duplicate-name"), ==, 0);
  g_assert_cmpuint (session_count_findings (session, "list.bad-item"), ==, 1);
  item = mcp_catalog_find (catalog, "demo://2");
  g_assert_cmpstr (mcp_catalog_item_get_uri (item), ==, "demo://2");
  g_assert_null (mcp_catalog_item_get_mime_type (item));
  item = mcp_catalog_find (catalog, "n");
  g_assert_cmpstr (mcp_catalog_item_get_uri (item), ==, "demo://1");
  g_assert_cmpstr (mcp_catalog_item_get_mime_type (item), ==, "text/plain");
  g_assert_null (mcp_catalog_find (catalog, "demo://3"));
  session_finish (session);
}

static void
test_catalog_item_says_what_server_said (void)
{
  McpSession *session = session_new_mock (SCRIPT (
    TOOLS_PAGE ("{'tools':[{'name':'t','annotations':{'title':'From hints','readOnlyHint':true},"
          "'description':'does','inputSchema':{'type':'object'}}]}")));
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  g_autofree char *schema = NULL;
  McpCatalogItem *item;

  session_open_ok (session);
  session_refresh_ok (catalog);
  item = mcp_catalog_find (catalog, "t");
  schema = mcp_catalog_item_lookup (item, "inputSchema");
  g_assert_cmpstr (schema, ==, "{\"type\":\"object\"}");
  g_assert_cmpstr (mcp_catalog_item_get_display_name (item), ==, "From hints");
  g_assert_cmpstr (mcp_catalog_item_get_description (item), ==, "does");
  g_assert_true (mcp_catalog_item_get_hint (item, "readOnlyHint", FALSE));
  g_assert_false (mcp_catalog_item_get_hint (item, "openWorldHint", FALSE));
  g_assert_true (mcp_catalog_item_get_hint (item, "openWorldHint", TRUE));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/catalog-item/reports-bad-items", test_catalog_reports_bad_items);
  g_test_add_func ("/session/catalog-item/duplicates", test_catalog_duplicates);
  g_test_add_func ("/session/catalog-item/templates", test_catalog_templates);
  g_test_add_func ("/session/catalog-item/resources-by-uri", test_catalog_resources_by_uri);
  g_test_add_func ("/session/catalog-item/item-says-what-server-said",
                   test_catalog_item_says_what_server_said);

  return g_test_run ();
}
