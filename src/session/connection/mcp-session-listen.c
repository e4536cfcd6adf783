/* mcp-session-listen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-session-private.h"
#include "mcp-subscription-private.h"

/*
 * The streams of notifications of the modern era (2026-07-28, basic/patterns/subscriptions). One
 * is opened for the lists that the server says may change; another holds the resources that are
 * watched, and is replaced when they change: a filter cannot be edited.
 */

static McpSubscription *
find_by_id (McpSession *self,
            McpId      *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->subscriptions)); i++)
    {
      g_autoptr (McpSubscription) subscription =
        g_list_model_get_item (G_LIST_MODEL (self->subscriptions), i);
      McpId *other = mcp_subscription_get_id (subscription);

      if (other != NULL && mcp_id_equal (other, id))
        return subscription; /* the list holds it */
    }

  return NULL;
}

/*
 * Looks at a notification of the modern era before it is handled like any other. TRUE: it was an
 * acknowledgement, and there is no more to it.
 */
gboolean
mcp_session_track_notification (McpSession *self,
                                McpMessage *message,
                                guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  McpStreamNotice notice = {
    .method = mcp_message_get_method (message),
    .params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL) + scan->params.offset,
    .length = scan->params.length,
    .serial = serial,
    .time_usec = g_get_monotonic_time (),
  };
  g_autofree char *refused = NULL;
  g_autoptr (McpId) id = NULL;
  McpSubscription *subscription;

  if (!mcp_session_has_feature (self, MCP_FEATURE_SUBSCRIPTION_STREAMS))
    return FALSE;

  id = mcp_stream_notice_read_id (&notice);
  subscription = id != NULL ? find_by_id (self, id) : NULL;
  if (!mcp_subscription_hear (subscription, self->reporter, &notice))
    return FALSE;

  refused = subscription != NULL ? mcp_subscription_dup_refused (subscription) : NULL;
  if (refused != NULL && *refused != '\0')
    mcp_session_note (self, "subscription", _("the server did not grant %s"), refused);

  return TRUE;
}

/* The server ends a stream by cancelling its request. */
gboolean
mcp_session_end_subscription (McpSession *self,
                              McpId      *id)
{
  McpSubscription *subscription = find_by_id (self, id);
  g_autoptr (McpCall) call = NULL;

  if (subscription == NULL)
    return FALSE;

  call = mcp_call_table_find (self->life->calls, id);
  if (call != NULL)
    g_object_ref (call);
  mcp_subscription_end (subscription, _("the server cancelled it"));

  /* Its result may come all the same, before or behind the cancellation. */
  if (call != NULL)
    {
      mcp_session_settle (self, call);
      mcp_session_abandon_call (self, call,
                                g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                                     _("the server cancelled it")));
    }

  return TRUE;
}

/**
 * mcp_session_listen:
 * @self: a session whose server is of the modern era
 * @filter: a JSON object: what to be told of (SubscriptionFilter)
 *
 * Asks the server for notifications until mcp_subscription_close(). Several may be open at once.
 *
 * Returns: (transfer full): the subscription, which is in mcp_session_get_subscriptions() too
 */
McpSubscription *
mcp_session_listen (McpSession *self,
                    const char *filter)
{
  McpSubscription *subscription;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);
  g_return_val_if_fail (filter != NULL, NULL);

  subscription = mcp_subscription_new (self, filter);
  g_list_store_append (self->subscriptions, subscription);
  mcp_subscription_open (subscription);

  return subscription;
}

/**
 * mcp_session_get_subscriptions:
 *
 * Gets the streams of notifications of the present connection, those that ended included.
 *
 * Returns: (transfer none): a list of #McpSubscription
 */
GListModel *
mcp_session_get_subscriptions (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->subscriptions);
}

/* Ready: be told of changes of the lists that may change. */
void
mcp_session_listen_for_lists (McpSession *self)
{
  static const struct
  {
    const char *capability;
    const char *key;
  } lists[] = {
    { "tools.listChanged", "toolsListChanged" },
    { "prompts.listChanged", "promptsListChanged" },
    { "resources.listChanged", "resourcesListChanged" },
  };
  g_autoptr (GString) filter = g_string_new ("{");
  g_autoptr (McpSubscription) subscription = NULL;

  if (!self->auto_list)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (mcp_session_has_capability (self, lists[i].capability))
      mcp_json_append_member (filter, lists[i].key, "true");
  if (filter->len == 1)
    return;

  g_string_append_c (filter, '}');
  subscription = mcp_session_listen (self, filter->str);
}

/* Watches a resource, or stops to: the new stream is there before the old one goes. */
void
mcp_session_listen_for_resource (McpSession *self,
                                 const char *uri,
                                 gboolean    watch)
{
  McpResourceWatch *resources = self->life->resources;
  g_autofree char *filter = mcp_resource_watch_dup_filter (resources, uri, watch);
  McpSubscription *stream = filter != NULL ? mcp_session_listen (self, filter) : NULL;
  g_autoptr (McpSubscription) old = mcp_resource_watch_set_stream (resources, stream);

  if (stream != NULL && old != NULL)
    mcp_subscription_replace (stream, old);
  else if (old != NULL)
    mcp_subscription_close (old);
}

/* The connection is over. */
void
mcp_session_end_subscriptions (McpSession *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->subscriptions)); i++)
    {
      g_autoptr (McpSubscription) subscription =
        g_list_model_get_item (G_LIST_MODEL (self->subscriptions), i);

      mcp_subscription_detach (subscription);
    }
}
