/* mcp-argument-store.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-arguments.h"
#include "mcp-catalog-item.h"

G_BEGIN_DECLS

#define MCP_TYPE_ARGUMENT_STORE (mcp_argument_store_get_type ())

/*
 * What was filled in for the tools, the prompts and the templates of a server: presets with names, and the last
 * arguments of each. A file for each server, see docs/calls.md. Which of the three is said by the kind of their list; a template
 * goes by its URI.
 */
G_DECLARE_FINAL_TYPE (McpArgumentStore, mcp_argument_store, MCP, ARGUMENT_STORE, GObject)

McpArgumentStore *mcp_argument_store_new           (McpProfile        *profile,
                                                    const char        *folder);  /* (nullable): the user's */
gboolean          mcp_argument_store_load          (McpArgumentStore  *self,
                                                    GError           **error);   /* missing file: no error */
GListModel       *mcp_argument_store_get_presets   (McpArgumentStore  *self,     /* of McpArguments, by name */
                                                    McpCatalogKind     kind,
                                                    const char        *name);
GListModel       *mcp_argument_store_get_history   (McpArgumentStore  *self,     /* of McpArguments, newest first */
                                                    McpCatalogKind     kind,
                                                    const char        *name);
McpArguments     *mcp_argument_store_find_preset   (McpArgumentStore  *self,     /* (transfer none) (nullable) */
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    const char        *preset);
gboolean          mcp_argument_store_remember      (McpArgumentStore  *self,
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    const char        *json,
                                                    GError           **error);
gboolean          mcp_argument_store_forget        (McpArgumentStore  *self,     /* the history */
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    GError           **error);
gboolean          mcp_argument_store_set_preset    (McpArgumentStore  *self,     /* in place of one of its name */
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    const char        *preset,
                                                    const char        *json,
                                                    GError           **error);
gboolean          mcp_argument_store_rename_preset (McpArgumentStore  *self,
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    const char        *preset,
                                                    const char        *new_preset,
                                                    GError           **error);
gboolean          mcp_argument_store_remove_preset (McpArgumentStore  *self,
                                                    McpCatalogKind     kind,
                                                    const char        *name,
                                                    const char        *preset,
                                                    GError           **error);
char             *mcp_argument_store_to_json       (McpArgumentStore  *self,
                                                    McpCatalogKind     kind,
                                                    const char        *name);    /* (nullable): all, of any kind */
gboolean          mcp_argument_store_import        (McpArgumentStore  *self,
                                                    const char        *text,
                                                    gsize              length,
                                                    guint             *n_presets, /* (out) */
                                                    GError           **error);

/* Over all that has something: for who lists it. */
guint             mcp_argument_store_get_n         (McpArgumentStore  *self);
const char       *mcp_argument_store_get_nth       (McpArgumentStore  *self,
                                                    guint              i,
                                                    McpCatalogKind    *kind);    /* (out) */

/* Of each tool, prompt or template. */
#define MCP_ARGUMENT_HISTORY_MAX 50
#define MCP_ARGUMENT_PRESETS_MAX 1000

G_END_DECLS
