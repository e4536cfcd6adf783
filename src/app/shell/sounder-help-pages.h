/* sounder-help-pages.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gdk/gdk.h>

G_BEGIN_DECLS

/* What its first page is called. */
#define SOUNDER_HELP_INDEX "README"

/* A page of the handbook. */
typedef struct
{
  char      *topic;    /* "filters", as its file is called in `docs` */
  char      *title;
  char      *section;  /* (nullable): of the list of pages */
  GPtrArray *blocks;   /* (nullable): McpMarkdownBlock, once somebody asked */
} SounderHelpPage;

GPtrArray    *sounder_help_pages_new          (void);
GPtrArray    *sounder_help_page_get_blocks    (SounderHelpPage *page);
GdkPaintable *sounder_help_pages_find_picture (const char      *address);

G_END_DECLS
