/* mcp-recorded-subscriptions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-json-edit.h"
#include "mcp-recorded.h"
#include "mcp-subscription-private.h"

/*
 * The streams of notifications of a session that is over: who asked for what, what was granted and
 * came, and how it ended (2026-07-28, basic/patterns/subscriptions).
 */

/* One that nothing has ended yet. */
typedef struct
{
  McpSubscription *subscription;
  guint            serial;        /* of its request */
} Open;

struct _McpRecordedSubscriptions
{
  McpSession *session;  /* owns us */
  GHashTable *open;     /* of McpId to Open */
};

static void
open_free (gpointer data)
{
  Open *open = data;

  g_object_unref (open->subscription);
  g_free (open);
}

McpRecordedSubscriptions *
mcp_recorded_subscriptions_new (McpSession *session)
{
  McpRecordedSubscriptions *self = g_new0 (McpRecordedSubscriptions, 1);

  self->session = session;
  self->open = g_hash_table_new_full (mcp_id_hash, mcp_id_equal, (GDestroyNotify) mcp_id_unref,
                                      open_free);

  return self;
}

void
mcp_recorded_subscriptions_free (McpRecordedSubscriptions *self)
{
  g_hash_table_unref (self->open);
  g_free (self);
}

/* Whether a message may say something of them: what names no stream breaks a rule. */
gboolean
mcp_recorded_subscriptions_wants (McpRecordedSubscriptions *self,
                                  const McpJournalLook     *look)
{
  if (look->method == NULL)
    return FALSE;
  if (look->kind == MCP_RECORD_NOTIFICATION)
    return mcp_session_has_feature (self->session, MCP_FEATURE_SUBSCRIPTION_STREAMS)
           && !g_str_equal (look->method, "notifications/progress")
           && !g_str_equal (look->method, "notifications/message");

  return look->kind <= MCP_RECORD_ERROR && g_str_equal (look->method, "subscriptions/listen");
}

static void
end (McpRecordedSubscriptions *self,
     McpId                    *id,
     const char               *reason)
{
  Open *open = g_hash_table_lookup (self->open, id);

  if (open == NULL)
    return;

  mcp_subscription_end (open->subscription, reason);
  g_hash_table_remove (self->open, id);
}

/* The one that broke and is asked for again. Returns: (transfer full) (nullable) */
static McpSubscription *
steal_broken (McpRecordedSubscriptions *self,
              const char               *requested)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Open *open = value;
      McpJournalLook look;

      if (mcp_journal_look (mcp_session_get_journal (self->session), open->serial, &look)
          && look.status == MCP_STATUS_LOST
          && g_str_equal (mcp_subscription_get_requested (open->subscription), requested))
        {
          McpSubscription *subscription = g_object_ref (open->subscription);

          g_hash_table_iter_remove (&iter);
          return subscription;
        }
    }

  return NULL;
}

static void
take_request (McpRecordedSubscriptions *self,
              const McpJournalLook     *look,
              guint                     serial,
              McpMessage               *message)
{
  const char *params = mcp_message_get_params_excerpt (message);
  g_autofree char *requested = NULL;
  McpId *id = mcp_message_get_id (message);
  McpSpan span;
  Open *open;

  if (params == NULL || id == NULL
      || !mcp_json_edit_find (params, strlen (params), "notifications", &span)
      || params[span.offset] != '{')
    return;

  requested = g_strndup (params + span.offset, span.length);
  open = g_new0 (Open, 1);
  open->serial = serial;
  open->subscription = steal_broken (self, requested);
  if (open->subscription == NULL)
    {
      open->subscription = mcp_subscription_new (NULL, requested);
      g_list_store_append (G_LIST_STORE (mcp_session_get_subscriptions (self->session)), open->subscription);
    }
  mcp_subscription_take_opened (open->subscription, look->time_usec);
  /* Another connection may count from the start. */
  end (self, id, _("the connection ended"));
  g_hash_table_replace (self->open, mcp_id_ref (id), open);
}

/* Either side ends a stream by cancelling its request. */
static void
take_cancelled (McpRecordedSubscriptions *self,
                const McpJournalLook     *look,
                const char               *params,
                gsize                     length)
{
  g_autoptr (McpId) id = NULL;
  McpSpan span;

  if (length > 0 && mcp_json_edit_find (params, length, "requestId", &span))
    id = mcp_id_new_from_token (params + span.offset, span.length);
  if (id != NULL)
    end (self, id, look->direction == MCP_DIRECTION_IN ? _("the server cancelled it") : _("it was closed"));
}

static void
take_notification (McpRecordedSubscriptions *self,
                   const McpJournalLook     *look,
                   guint                     serial,
                   const char               *params,
                   gsize                     length)
{
  McpStreamNotice notice = {
    .method = look->method, .params = params, .length = length, .serial = serial, .time_usec = look->time_usec,
  };
  g_autoptr (McpId) id = mcp_stream_notice_read_id (&notice);
  Open *open = id != NULL ? g_hash_table_lookup (self->open, id) : NULL;

  mcp_subscription_hear (open != NULL ? open->subscription : NULL, mcp_session_get_reporter (self->session), &notice);
}

/* What mcp_recorded_subscriptions_wants() has chosen, in the order of the journal. */
void
mcp_recorded_subscriptions_take (McpRecordedSubscriptions *self,
                                 const McpJournalLook     *look,
                                 guint                     serial,
                                 McpMessage               *message)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *params = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL) + scan->params.offset;
  McpId *id = mcp_message_get_id (message);
  g_autofree char *text = NULL;

  if (look->kind == MCP_RECORD_NOTIFICATION && g_str_equal (look->method, "notifications/cancelled"))
    {
      take_cancelled (self, look, params, scan->params.length);
    }
  else if (look->kind == MCP_RECORD_NOTIFICATION && look->direction == MCP_DIRECTION_IN)
    {
      take_notification (self, look, serial, params, scan->params.length);
    }
  else if (look->kind == MCP_RECORD_REQUEST && look->direction == MCP_DIRECTION_OUT)
    {
      take_request (self, look, serial, message);
    }
  else if (look->kind == MCP_RECORD_RESULT && id != NULL)
    {
      end (self, id, _("the server ended it"));
    }
  else if (look->kind == MCP_RECORD_ERROR && id != NULL)
    {
      text = mcp_message_dup_error_message (message);
      end (self, id, text != NULL ? text : _("the server ended it"));
    }
}

static const char *
explain_end (McpJournal *journal,
             guint       serial)
{
  McpJournalLook look;
  McpJournalLook last;

  if (!mcp_journal_look (journal, serial, &look)
      || !mcp_journal_look (journal, mcp_journal_get_n_records (journal), &last))
    return NULL;
  if (look.status == MCP_STATUS_CANCELLED)
    return _("it was closed");

  return look.life < last.life ? _("the connection ended")
                               : _("it had not ended when the recording did");
}

/* Nothing more will come: what is left has ended as its request has, or with the recording. */
void
mcp_recorded_subscriptions_end (McpRecordedSubscriptions *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Open *open = value;

      mcp_subscription_end (open->subscription,
                            explain_end (mcp_session_get_journal (self->session), open->serial));
      g_hash_table_iter_remove (&iter);
    }
}
