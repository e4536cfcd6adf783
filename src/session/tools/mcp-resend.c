/* mcp-resend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-resend.h"

/* A server that talks without end is none of ours. */
#define MAX_RECEIVED 100

/* What is longer is known by its length: to read it again would take too long. */
#define MAX_COMPARED_BYTES (1024 * 1024)

struct _McpResend
{
  GObject     parent_instance;

  McpSession *session;
  GBytes     *bytes;          /* (nullable): what was sent last */
  guint       n_seen;         /* serials up to here have been looked at */
  guint       sent_serial;
  guint       answer_serial;
  GListStore *received;
};

G_DEFINE_FINAL_TYPE (McpResend, mcp_resend, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The session may answer the server's own requests meanwhile: not all that leaves is ours. */
static gboolean
is_ours (McpResend *self,
         McpRecord *record)
{
  g_autoptr (GBytes) bytes = NULL;

  if (mcp_record_get_size (record) != g_bytes_get_size (self->bytes))
    return FALSE;
  if (g_bytes_get_size (self->bytes) > MAX_COMPARED_BYTES)
    return TRUE;

  bytes = mcp_record_dup_bytes (record, NULL);

  return bytes != NULL && g_bytes_equal (bytes, self->bytes);
}

static void
look_at (McpResend *self,
         McpRecord *record)
{
  McpChannel channel = mcp_record_get_channel (record);

  if ((!mcp_channel_carries_messages (channel) && channel != MCP_CHANNEL_NOISE)
      || mcp_record_kind_is_transport (mcp_record_get_kind (record)))
    return;

  if (mcp_record_get_direction (record) == MCP_DIRECTION_OUT)
    {
      if (self->sent_serial == 0 && is_ours (self, record))
        self->sent_serial = mcp_record_get_serial (record);
    }
  else if (g_list_model_get_n_items (G_LIST_MODEL (self->received)) < MAX_RECEIVED)
    {
      g_list_store_append (self->received, record);
    }
}

static void
journal_changed_cb (McpResend *self)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  guint n_records = g_list_model_get_n_items (G_LIST_MODEL (journal));
  guint n_before = self->n_seen;
  g_autoptr (McpRecord) sent = NULL;

  if (self->bytes == NULL || self->answer_serial != 0)
    return;

  while (self->n_seen < n_records)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, ++self->n_seen);

      look_at (self, record);
    }

  if (self->sent_serial != 0)
    {
      sent = mcp_journal_get_record (journal, self->sent_serial);
      self->answer_serial = mcp_record_get_pair (sent);
    }

  if (self->n_seen > n_before || self->answer_serial != 0)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
mcp_resend_finalize (GObject *object)
{
  McpResend *self = MCP_RESEND (object);

  g_object_unref (self->session);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_object_unref (self->received);

  G_OBJECT_CLASS (mcp_resend_parent_class)->finalize (object);
}

static void
mcp_resend_class_init (McpResendClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_resend_finalize;

  /**
   * McpResend::changed:
   * @self: a resend
   *
   * It has left, it was answered, or something else came.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_resend_init (McpResend *self)
{
  self->received = g_list_store_new (MCP_TYPE_RECORD);
}

McpResend *
mcp_resend_new (McpSession *session)
{
  McpResend *self;
  McpJournal *journal;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (MCP_TYPE_RESEND, NULL);
  self->session = g_object_ref (session);
  journal = mcp_session_get_journal (session);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (journal_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "records-changed", G_CALLBACK (journal_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

/**
 * mcp_resend_send_message:
 * @message: any bytes, in a #GBytes of its own
 * @with_line_end: whether a line feed follows where messages are lines
 *
 * Sends what may have been scanned elsewhere, as mcp_composition_make_async() does.
 *
 * Returns: %FALSE with %MCP_ERROR_NOT_OPEN when there is no connection
 */
gboolean
mcp_resend_send_message (McpResend   *self,
                         McpMessage  *message,
                         gboolean     with_line_end,
                         GError     **error)
{
  McpJournal *journal;

  g_return_val_if_fail (MCP_IS_RESEND (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);

  /* Earlier records are not part of this send. */
  journal = mcp_session_get_journal (self->session);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  mcp_journal_flush (journal);
  self->n_seen = mcp_journal_get_n_records (journal);
  self->sent_serial = self->answer_serial = 0;
  g_list_store_remove_all (self->received);

  self->bytes = g_bytes_ref (mcp_message_get_bytes (message));

  return mcp_session_send_raw_message (self->session, message, with_line_end, error);
}

guint
mcp_resend_get_sent_serial (McpResend *self)
{
  g_return_val_if_fail (MCP_IS_RESEND (self), 0);

  return self->sent_serial;
}

guint
mcp_resend_get_answer_serial (McpResend *self)
{
  g_return_val_if_fail (MCP_IS_RESEND (self), 0);

  return self->answer_serial;
}

GListModel *
mcp_resend_get_received (McpResend *self)
{
  g_return_val_if_fail (MCP_IS_RESEND (self), NULL);

  return G_LIST_MODEL (self->received);
}
