/* mcp-journal-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-journal-private.h"
#include "mcp-json.h"

/*
 * What a record of HTTP is beside a frame: part of an exchange, with its message a span in the
 * bytes as they came.
 *
 * Exchanges are kept in the order of their numbers, which rise with time: a new one is added at
 * the end. A stream of a million events costs nothing but its links, and whoever asks for a few of
 * its records walks a few links.
 */

/* Before a head there are the request and its message; more than that is not as it should be. */
#define MAX_BEFORE_HEAD 8

/* How far an exchange may be out of order. */
#define MAX_OUT_OF_ORDER 4096

static McpSlotWire *
need_wire (McpJournal *self,
           guint       serial)
{
  gpointer *chunk = &self->wire_chunks->pdata[(serial - 1) / MCP_CHUNK_SLOTS];

  if (*chunk == NULL)
    *chunk = mcp_pages_alloc (self->pages, self->spool, MCP_CHUNK_SLOTS * sizeof (McpSlotWire));

  return mcp_journal_get_wire (self, serial);
}

/* Says where the exchange is, or where it would be. */
static gboolean
find_exchange (McpJournal *self,
               guint       number,
               guint      *position)
{
  const McpJournalExchange *exchanges = (const McpJournalExchange *) self->exchanges->data;
  guint low = 0;
  guint high = self->exchanges->len;

  /* Nearly always it is the last one, or new. */
  if (high > 0 && exchanges[high - 1].number < number)
    low = high;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (exchanges[middle].number < number)
        low = middle + 1;
      else
        high = middle;
    }
  *position = low;

  return low < self->exchanges->len && exchanges[low].number == number;
}

/*
 * mcp_journal_note_span:
 * @lead: bytes before the message
 * @trail: bytes behind it
 * @length: how many bytes there are in all
 *
 * Notes which part of a record's bytes is its message. What is over the limit for messages has been
 * cut long before a lead could be 4 GiB; of cut bytes, what is beyond their end does not count.
 */
void
mcp_journal_note_span (McpJournal *self,
                       guint       serial,
                       gsize       lead,
                       gsize       trail,
                       gsize       length)
{
  McpSlotWire *wire;

  if (lead == 0 && trail == 0)
    return;

  wire = need_wire (self, serial);
  wire->lead = MIN (MIN (lead, length), G_MAXUINT32);
  wire->trail = MIN (MIN (trail, length - wire->lead), G_MAXUINT32);
}

/* The first message of the client's in an exchange; what the rest is about follows from it. */
static void
note_message (McpJournal         *self,
              McpJournalExchange *exchange,
              guint               serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self, serial);

  if (exchange->message != 0 || slot->direction != MCP_DIRECTION_OUT
      || !mcp_record_kind_is_message (slot->kind))
    return;

  exchange->message = serial;
  if (exchange->first != serial)
    mcp_journal_mark_changed (self, exchange->first);
}

/*
 * mcp_journal_join_exchange:
 * @number: of the exchange it belongs to; 0 for none
 *
 * Makes a record the last of an exchange. One that belongs to an exchange already stays there.
 */
void
mcp_journal_join_exchange (McpJournal *self,
                           guint       serial,
                           guint       number)
{
  McpSlotWire *wire;
  McpJournalExchange *exchange;
  guint position;

  if (number == 0)
    return;

  wire = need_wire (self, serial);
  if (wire->exchange != 0)
    return;

  wire->exchange = number;
  if (!find_exchange (self, number, &position))
    {
      McpJournalExchange added = { number, serial, serial, 1, 0, 0 };

      /* Numbers rise. A file that counts down would move all of them for each. */
      if (self->exchanges->len - position > MAX_OUT_OF_ORDER)
        {
          wire->exchange = 0;
          return;
        }

      g_array_insert_val (self->exchanges, position, added);
      note_message (self, &g_array_index (self->exchanges, McpJournalExchange, position), serial);
      return;
    }

  exchange = &g_array_index (self->exchanges, McpJournalExchange, position);
  mcp_journal_get_wire (self, exchange->last)->link ^= serial;
  wire->link = exchange->last;
  exchange->last = serial;
  exchange->n_records++;
  note_message (self, exchange, serial);
  if (mcp_journal_get_slot (self, serial)->kind == MCP_RECORD_HTTP_END)
    mcp_journal_mark_changed (self, exchange->first);
}

/* A batch may ask, and so may what is broken. */
static gboolean
asks_nothing (guint kind)
{
  return kind == MCP_RECORD_NOTIFICATION || kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR;
}

/*
 * mcp_journal_judge_body:
 * @serial: of a record that has joined its exchange
 *
 * Makes a body that is no message one that only says that a POST was accepted, where that is all it
 * can say: nothing was asked for, or the answer comes elsewhere (2024-11-05, basic/transports, HTTP
 * with SSE; RFC 9110, section 15.3.3).
 */
void
mcp_journal_judge_body (McpJournal *self,
                        guint       serial)
{
  McpSlot *slot = mcp_journal_get_slot (self, serial);
  const McpJournalExchange *exchange;
  const McpSlot *sent;

  if (slot->kind != MCP_RECORD_NOISE || slot->channel != MCP_CHANNEL_HTTP
      || slot->direction != MCP_DIRECTION_IN)
    return;

  exchange = mcp_journal_get_exchange (self, serial);
  sent = exchange != NULL ? mcp_journal_get_slot (self, exchange->message) : NULL;
  if (sent == NULL || exchange->status < 200 || exchange->status >= 300)
    return;

  if (exchange->status == 202 || asks_nothing (sent->kind) || sent->pair != 0)
    slot->kind = MCP_RECORD_HTTP_BODY;
}

/*
 * mcp_journal_read_http_status:
 * @http: the "http" object of a head
 *
 * Finds the status of an answer. Safe in a worker.
 *
 * Returns: the status, 0 when there is none
 */
guint
mcp_journal_read_http_status (const char *http,
                              gsize       length)
{
  McpSpan span;

  if (!mcp_json_validate (http, length, NULL)
      || !mcp_json_lookup (http, length, "status", &span) || span.length != 3)
    return 0;

  return MIN (g_ascii_strtoull (http + span.offset, NULL, 10), 999);
}

/**
 * mcp_journal_find_header:
 * @http: the "http" object of a request or a head, valid JSON
 * @name: of a header, in any case
 *
 * Finds a header among those of an exchange. Safe in a worker.
 *
 * Returns: (transfer full) (nullable): the value of the first of that name
 */
char *
mcp_journal_find_header (const char *http,
                         gsize       length,
                         const char *name)
{
  McpJsonIter headers;
  McpJsonIter pair;
  McpSpan list;
  McpSpan item;
  McpSpan part;

  if (length == 0 || !mcp_json_lookup (http, length, "headers", &list)
      || !mcp_json_iter_init (&headers, http + list.offset, list.length))
    return NULL;

  while (mcp_json_iter_next (&headers, NULL, &item))
    {
      const char *text = http + list.offset + item.offset;
      g_autofree char *found = NULL;

      if (!mcp_json_iter_init (&pair, text, item.length) || !mcp_json_iter_next (&pair, NULL, &part))
        continue;
      found = mcp_json_dup_string (text + part.offset, part.length);
      if (found != NULL && g_ascii_strcasecmp (found, name) == 0
          && mcp_json_iter_next (&pair, NULL, &part))
        return mcp_json_dup_string (text + part.offset, part.length);
    }

  return NULL;
}

/*
 * mcp_journal_note_http_status:
 * @serial: of a record of kind %MCP_RECORD_HTTP_HEAD
 * @status: what it says; 0 is ignored
 *
 * Notes the status of the record's exchange. What came before the head is now found by it.
 */
void
mcp_journal_note_http_status (McpJournal *self,
                              guint       serial,
                              guint       status)
{
  const McpSlotWire *wire = mcp_journal_get_wire (self, serial);
  McpJournalExchange *exchange;
  guint position;
  guint before = 0;

  if (status == 0 || wire == NULL || !find_exchange (self, wire->exchange, &position))
    return;

  exchange = &g_array_index (self->exchanges, McpJournalExchange, position);
  if (status == exchange->status)
    return;

  exchange->status = status;
  for (guint i = 0, at = exchange->first; at != serial && at != 0 && i < MAX_BEFORE_HEAD; i++)
    {
      guint behind = mcp_journal_get_wire (self, at)->link ^ before;

      mcp_journal_mark_changed (self, at);
      before = at;
      at = behind;
    }
}

/* (nullable): what a record is part of, until the next record is appended. */
const McpJournalExchange *
mcp_journal_get_exchange (McpJournal *self,
                          guint       serial)
{
  const McpSlotWire *wire = mcp_journal_get_wire (self, serial);
  guint position;

  if (wire == NULL || wire->exchange == 0 || !find_exchange (self, wire->exchange, &position))
    return NULL;

  return &g_array_index (self->exchanges, McpJournalExchange, position);
}

/* From when to when the exchange went on that a record of the transport is of. */
static void
get_exchange_extent (McpJournal               *self,
                     const McpJournalExchange *exchange,
                     gint64                   *start_usec,
                     gint64                   *end_usec)
{
  const McpSlot *last = mcp_journal_get_slot (self, exchange->last);

  *start_usec = mcp_journal_get_slot (self, exchange->first)->time_usec;
  *end_usec = last->kind == MCP_RECORD_HTTP_END ? MAX (last->time_usec, *start_usec) : G_MAXINT64;
}

/*
 * mcp_journal_get_extent:
 * @start_usec: (out): monotonic, with the time in our own queue
 * @end_usec: (out): monotonic; %G_MAXINT64 while it goes on
 *
 * Gets from when to when that went on which a record is a part of: for both halves of a call the
 * call, for what is around messages the exchange. Anything else takes no time.
 */
void
mcp_journal_get_extent (McpJournal *self,
                        guint       serial,
                        gint64     *start_usec,
                        gint64     *end_usec)
{
  const McpSlot *slot = mcp_journal_get_slot (self, serial);
  const McpSlot *pair = mcp_journal_get_slot (self, slot->pair);
  const McpSlot *request = slot->kind == MCP_RECORD_REQUEST ? slot : pair;
  const McpSlot *answer = slot->kind == MCP_RECORD_REQUEST ? pair : slot;
  const McpJournalExchange *exchange = NULL;

  if (mcp_record_kind_is_transport (slot->kind))
    exchange = mcp_journal_get_exchange (self, serial);
  if (exchange != NULL)
    {
      get_exchange_extent (self, exchange, start_usec, end_usec);
      return;
    }

  *start_usec = *end_usec = slot->time_usec;
  if (request == NULL || request->kind != MCP_RECORD_REQUEST)
    return;

  *start_usec = request->time_usec - request->queued_usec;
  if (answer != NULL)
    *end_usec = MAX (answer->time_usec, *start_usec);
  else if (slot->status == MCP_STATUS_PENDING)
    *end_usec = G_MAXINT64;
}

/* Follows the links from one end and gives the serials it meets. */
static void
walk (McpJournal *self,
      guint       at,
      guint      *serials,
      guint       n_serials,
      gboolean    backwards)
{
  guint before = 0;

  for (guint i = 0; i < n_serials; i++)
    {
      guint behind = mcp_journal_get_wire (self, at)->link ^ before;

      serials[backwards ? n_serials - 1 - i : i] = at;
      before = at;
      at = behind;
    }
}

/**
 * mcp_journal_dup_exchange:
 * @exchange: number of an exchange
 * @max_records: how many to give at most
 *
 * Gets the records of an exchange in the order in which they were appended: the request, the
 * message it sent, the head of the answer, what came, the end. Of more than @max_records, those in
 * the middle are left out: the first half of them, or one more, is from the start, which has the
 * request and the head, the others are the last.
 *
 * Costs a step for each record it gives, and one for each halving of the number of exchanges; how
 * long the exchange is and how much stands between its records makes no difference.
 *
 * Returns: (transfer full) (element-type guint): the serials, none for an exchange that is not known
 */
GArray *
mcp_journal_dup_exchange (McpJournal *self,
                          guint       exchange,
                          guint       max_records)
{
  GArray *serials = NULL;
  const McpJournalExchange *found;
  guint position;
  guint n_last;
  guint n;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  serials = g_array_new (FALSE, FALSE, sizeof (guint));
  if (!find_exchange (self, exchange, &position))
    return serials;

  found = &g_array_index (self->exchanges, McpJournalExchange, position);
  n = MIN (found->n_records, max_records);
  n_last = found->n_records > max_records ? n / 2 : 0;
  g_array_set_size (serials, n);
  walk (self, found->first, (guint *) serials->data, n - n_last, FALSE);
  walk (self, found->last, (guint *) serials->data + n - n_last, n_last, TRUE);

  return serials;
}
