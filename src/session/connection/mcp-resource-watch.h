/* mcp-resource-watch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-subscription.h"

G_BEGIN_DECLS

/*
 * Which resources are watched on one connection (server/resources, Subscriptions): each by a subscription of its own,
 * or in the modern era all by one stream, which is replaced when they change, for a filter cannot be edited.
 */
typedef struct _McpResourceWatch McpResourceWatch;

McpResourceWatch *mcp_resource_watch_new        (void);
void              mcp_resource_watch_free       (McpResourceWatch *self);
void              mcp_resource_watch_add        (McpResourceWatch *self,
                                                 const char       *uri);
void              mcp_resource_watch_remove     (McpResourceWatch *self,
                                                 const char       *uri);
gboolean          mcp_resource_watch_has        (McpResourceWatch *self,
                                                 const char       *uri);
gboolean          mcp_resource_watch_is_empty   (McpResourceWatch *self);
GList            *mcp_resource_watch_list       (McpResourceWatch *self);    /* (transfer container): URIs */

/* The filter of a stream for what is watched once @uri is added or removed. */
char             *mcp_resource_watch_dup_filter (McpResourceWatch *self,
                                                 const char       *uri,
                                                 gboolean          watch);   /* (nullable): nothing is left */
McpSubscription  *mcp_resource_watch_set_stream (McpResourceWatch *self,
                                                 McpSubscription  *stream);  /* (transfer full) (nullable); returns that before, the same */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpResourceWatch, mcp_resource_watch_free)

G_END_DECLS
