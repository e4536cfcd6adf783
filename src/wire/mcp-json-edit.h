/* mcp-json-edit.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json.h"

G_BEGIN_DECLS

/*
 * Changes to configuration files that other programs write too: one member of an object at a
 * time, everything else keeps its tokens and its order. Objects are NUL-terminated, valid JSON.
 */
gboolean  mcp_json_edit_find   (const char *object,
                                gsize       length,
                                const char *key,
                                McpSpan    *value);
char     *mcp_json_edit_get    (const char *object,
                                const char *key);
void      mcp_json_edit_set    (char      **object,
                                const char *key,
                                const char *value);   /* (nullable): removes */
void      mcp_json_edit_rename (char      **object,
                                const char *key,
                                const char *new_key);
/* Of what a person edits: comments and spaces stay, too. */
char     *mcp_json_retouch     (const char *text,
                                const char *wanted);

G_END_DECLS
