/* mcp-cut-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Reading JSON of which only the start may be there. Text is a pointer to the first character of
 * a value; what follows behind the end is simply not found.
 */
const char *mcp_cut_json_start  (const char  *data,
                                 const char  *end);
const char *mcp_cut_json_find   (const char  *object,
                                 const char  *end,
                                 const char  *path);      /* (nullable) "params.name" */
const char *mcp_cut_json_first  (const char  *array,
                                 const char  *end);       /* (nullable) */
const char *mcp_cut_json_next   (const char  *element,
                                 const char  *end);       /* (nullable) */
const char *mcp_cut_json_first_member (const char *object,
                                       const char *end); /* (nullable): its value */
const char *mcp_cut_json_next_member  (const char *value,
                                       const char *end); /* (nullable) */
guint       mcp_cut_json_count  (const char  *array,
                                 const char  *end,
                                 gboolean    *is_cut);
char       *mcp_cut_json_string (const char  *value,
                                 const char  *end,
                                 gsize        max_bytes); /* (nullable): not a string */
char       *mcp_cut_json_text   (const char  *value,
                                 const char  *end,
                                 gsize        max_bytes); /* a string's characters, or the tokens */

G_END_DECLS
