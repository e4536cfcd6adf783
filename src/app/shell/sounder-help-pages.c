/* sounder-help-pages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "mcp-markdown.h"
#include "sounder-help-pages.h"

/* The pages are those that docs/README.md lists, in its order and under its headings. */

#define PLACE "/io/github/mcp_sounder/Sounder/help/"

static void
page_free (gpointer data)
{
  SounderHelpPage *page = data;

  g_free (page->topic);
  g_free (page->title);
  g_free (page->section);
  g_clear_pointer (&page->blocks, g_ptr_array_unref);
  g_free (page);
}

static SounderHelpPage *
add_page (GPtrArray  *pages,
          char       *topic,
          char       *title,
          const char *section)
{
  SounderHelpPage *page = g_new0 (SounderHelpPage, 1);

  page->topic = topic;
  page->title = title;
  page->section = g_strdup (section);
  g_ptr_array_add (pages, page);

  return page;
}

/* An item of the list begins with the link to its page. */
static void
add_item (GPtrArray  *pages,
          const char *markup,
          const char *section)
{
  g_autoptr (GRegex) link = g_regex_new ("^<a href=\"([a-z-]+)\\.md\">(.*?)</a>", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *title = NULL;

  if (!g_regex_match (link, markup, 0, &match))
    return;

  title = g_match_info_fetch (match, 2);
  add_page (pages, g_match_info_fetch (match, 1), mcp_markdown_dup_plain (title), section);
}

/**
 * sounder_help_pages_new:
 *
 * Reads the list of the pages.
 *
 * Returns: (transfer full) (element-type SounderHelpPage): all pages, the list itself first
 */
GPtrArray *
sounder_help_pages_new (void)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func (page_free);
  SounderHelpPage *index = add_page (pages, g_strdup (SOUNDER_HELP_INDEX), NULL, NULL);
  GPtrArray *blocks = sounder_help_page_get_blocks (index);
  g_autofree char *section = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      const McpMarkdownBlock *block = blocks->pdata[i];

      if (block->kind == MCP_MARKDOWN_HEADING)
        {
          g_free (section);
          section = mcp_markdown_dup_plain (block->markup);
          if (index->title == NULL)
            index->title = g_strdup (section);
        }
      else if (block->list_depth > 0)
        {
          add_item (pages, block->markup, section);
        }
    }

  return pages;
}

GPtrArray *
sounder_help_page_get_blocks (SounderHelpPage *page)
{
  g_autofree char *path = g_strdup_printf (PLACE "%s.md", page->topic);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;

  if (page->blocks == NULL)
    {
      bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
      g_assert (bytes != NULL);
      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      page->blocks = mcp_markdown_parse (text);
      g_assert (page->blocks != NULL);
    }

  return page->blocks;
}

/**
 * sounder_help_pages_find_picture:
 * @address: where a page has it, relative to `docs`
 *
 * Finds a picture of the handbook.
 *
 * Returns: (transfer full) (nullable): the picture
 */
GdkPaintable *
sounder_help_pages_find_picture (const char *address)
{
  g_autofree char *name = g_path_get_basename (address);
  g_autofree char *path = g_strconcat (PLACE "pictures/", name, NULL);
  GdkTexture *texture;

  if (!g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL))
    return NULL;

  texture = gdk_texture_new_from_resource (path);

  return GDK_PAINTABLE (texture);
}
