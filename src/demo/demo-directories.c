/* demo-directories.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-server.h"
#include "mcp-error.h"

/*
 * A handbook in directories, which only its first one is listed of. `resources/directory/read` says what is in one: a
 * setting of the extension io.modelcontextprotocol/skills.
 */

#define ROOT "demo://handbook"
#define DIRECTORY "inode/directory"

static const struct
{
  const char *path;  /* below the root */
  const char *title;
  const char *text;  /* NULL: a directory */
} entries[] = {
  { "/welcome.md", "Welcome",
    "Each directory says what is directly in it. Unfold one of them, and see `resources/directory/read` in the timeline.\n" },
  { "/tools", "Tools", NULL },
  { "/tools/echo.md", "Echo", "Gives back the message it was given.\n" },
  { "/tools/add.md", "Calculate", "Its form has a field of every basic type.\n" },
  { "/tools/slow.md", "Slow Work", "Reports progress and can be cancelled.\n" },
  { "/tools/image.md", "Picture", "Returns a picture.\n" },
  { "/tools/weather.md", "Weather", "Returns structured content with an output schema.\n" },
  { "/tools/fail.md", "Fail", "Fails, as a tool or as a request.\n" },
  { "/tools/links.md", "Links", "Returns a resource link and an embedded resource.\n" },
  { "/tools/crash.md", "Crash", "Ends this server without an answer.\n" },
  { "/protocol", "Protocol", NULL },
  { "/protocol/resources", "Resources", NULL },
  { "/protocol/resources/directories.md", "Directories",
    "Their URIs have no slash at the end, and need not be in `resources/list`.\n" },
  { "/protocol/resources/templates.md", "Templates", "See RFC 6570.\n" },
  { "/protocol/pages.md", "Pages", "What does not fit into a page is behind its cursor.\n" },
  { "/drafts", "Drafts", NULL },
};

/* The path of a URI below the root; NULL for another one. */
static const char *
get_path (const char *uri)
{
  return uri != NULL && g_str_has_prefix (uri, ROOT) ? uri + strlen (ROOT) : NULL;
}

static gboolean
is_directory (const char *path)
{
  if (*path == '\0')
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (g_str_equal (entries[i].path, path))
      return entries[i].text == NULL;

  return FALSE;
}

static gboolean
is_child (const char *path,
          const char *directory)
{
  gsize length = strlen (directory);

  return strncmp (path, directory, length) == 0 && path[length] == '/' && strchr (path + length + 1, '/') == NULL;
}

static char *
dup_entry (guint i)
{
  g_autofree char *uri = g_strconcat (ROOT, entries[i].path, NULL);
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "uri", uri);
  mcp_json_append_member_string (json, "name", strrchr (entries[i].path, '/') + 1);
  mcp_json_append_member_string (json, "title", entries[i].title);
  mcp_json_append_member_string (json, "mimeType", entries[i].text != NULL ? "text/markdown" : DIRECTORY);
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

void
demo_directories_read (DemoServer *self,
                       McpId      *id,
                       const char *params)
{
  g_autofree char *uri = demo_string (params, "uri");
  const char *path = get_path (uri);
  g_autoptr (GPtrArray) children = g_ptr_array_new_with_free_func (g_free);

  if (path == NULL || !is_directory (path))
    {
      demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "Not a directory: %s",
                               uri != NULL ? uri : "no uri");
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (is_child (entries[i].path, path))
      g_ptr_array_add (children, dup_entry (i));

  demo_reply_page (self, id, params, "resources", (const char *const *) children->pdata, children->len);
}

/* The text of a file of the handbook; NULL for another URI. */
char *
demo_directories_dup_text (const char *uri)
{
  const char *path = get_path (uri);

  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (entries); i++)
    if (entries[i].text != NULL && g_str_equal (entries[i].path, path))
      return g_strdup_printf ("# %s\n\n%s", entries[i].title, entries[i].text);

  return NULL;
}
