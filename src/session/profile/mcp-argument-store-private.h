/* mcp-argument-store-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-argument-store.h"

G_BEGIN_DECLS

/* What is kept of one tool, prompt or template. */
typedef struct
{
  McpCatalogKind  kind;
  char           *name;
  GListStore     *presets;  /* of McpArguments, by name */
  GListStore     *history;  /* of McpArguments, newest first */
} McpArgumentEntry;

/* Entries in the order they were met in. */
typedef struct
{
  GPtrArray  *in_order;     /* of McpArgumentEntry */
  GHashTable *by_key;       /* to them, by kind and name */
} McpArgumentEntries;

struct _McpArgumentStore
{
  GObject             parent_instance;

  McpProfile         *profile;
  char               *folder;
  char               *path;     /* (nullable): what is in memory is of this file; the profile can be edited */
  McpArgumentEntries *entries;
};

gboolean            mcp_argument_store_keeps_history (McpArgumentStore  *self);
gboolean            mcp_argument_store_save          (McpArgumentStore  *self,
                                                      GError           **error);
int                 mcp_argument_store_begin_change  (McpArgumentStore  *self,
                                                      GError           **error);
gboolean            mcp_argument_store_end_change    (McpArgumentStore  *self,
                                                      int                lock,
                                                      GError           **error);

McpArgumentEntries *mcp_argument_entries_new      (void);
void                mcp_argument_entries_free     (McpArgumentEntries *self);
McpArgumentEntry   *mcp_argument_entries_ensure   (McpArgumentEntries *self,
                                                   McpCatalogKind      kind,
                                                   const char         *name);
char               *mcp_argument_entries_to_json  (McpArgumentEntries *self,
                                                   const char         *server,
                                                   McpArgumentEntry   *only,          /* (nullable) */
                                                   gboolean            with_history);
gboolean            mcp_argument_entries_read     (McpArgumentEntries *self,
                                                   const char         *text,
                                                   gsize               length,
                                                   GError            **error);

void                mcp_argument_entry_set_preset (McpArgumentEntry   *entry,
                                                   McpArguments       *preset);
void                mcp_argument_entry_add        (McpArgumentEntry   *entry,
                                                   McpArguments       *used);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpArgumentEntries, mcp_argument_entries_free)

G_END_DECLS
