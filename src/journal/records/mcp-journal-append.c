/* mcp-journal-append.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-id.h"
#include "mcp-journal-private.h"

/*
 * What writes to a journal: appending, pairing answers with requests, changing what is known
 * of a record. Nothing here emits a signal; the next flush tells.
 */

/* How often the wall clock is compared with the monotonic one, and what counts as a jump. */
#define WALL_CHECK_USEC (100 * 1000)
#define WALL_JUMP_USEC (10 * 1000)

/* Requests with one id that an answer is compared with: one for each client of a server. */
#define MAX_COMPARED 256

static void
check_wall_clock (McpJournal *self,
                  gint64      now_usec)
{
  McpWallStep *last = &g_array_index (self->wall_steps, McpWallStep, self->wall_steps->len - 1);
  McpWallStep step;

  if (now_usec - self->wall_checked_usec < WALL_CHECK_USEC)
    return;

  self->wall_checked_usec = now_usec;
  step.serial = self->n_records;
  step.offset_usec = g_get_real_time () - g_get_monotonic_time ();
  if (ABS (step.offset_usec - last->offset_usec) >= WALL_JUMP_USEC)
    g_array_append_val (self->wall_steps, step);
}

/* Makes room for the next record. */
McpSlot *
mcp_journal_add_slot (McpJournal *self)
{
  McpSlot *chunk;

  if (self->n_records % MCP_CHUNK_SLOTS == 0)
    {
      g_ptr_array_add (
          self->chunks,
          mcp_pages_alloc (self->pages, self->spool, MCP_CHUNK_SLOTS * sizeof (McpSlot)));
      g_ptr_array_add (self->wire_chunks, NULL);
      if (self->memory_limit_bytes > 0
          && mcp_journal_get_memory_bytes (self) > self->memory_limit_bytes / 2)
        mcp_pages_let_go (self->pages);
    }

  chunk = self->chunks->pdata[self->n_records / MCP_CHUNK_SLOTS];

  return &chunk[self->n_records++ % MCP_CHUNK_SLOTS];
}

/* Notes what is known of a record beside its bytes. */
void
mcp_journal_fill_slot (McpJournal            *self,
                       McpSlot               *slot,
                       const McpJournalEntry *entry)
{
  slot->time_usec = entry->time_usec != 0 ? entry->time_usec : g_get_monotonic_time ();
  slot->queued_usec = CLAMP (entry->queued_usec, 0, G_MAXUINT32);
  slot->size = entry->size;
  slot->life = entry->life;
  slot->flags |= entry->flags;
  slot->kind = entry->kind;
  slot->channel = entry->channel;
  slot->direction = entry->direction;
  slot->method = mcp_interner_add (self->methods, entry->method, entry->method_length);
  if (entry->name != NULL)
    slot->name = mcp_interner_add (self->names, entry->name, strlen (entry->name));
}

/* The id is not copied: where it stands in the message says enough. */
static void
note_id (McpSlot               *slot,
         const McpJournalEntry *entry,
         const char            *data,
         gsize                  length)
{
  gsize offset;

  if (entry->id == NULL || entry->id_length == 0)
    return;

  slot->id_length = MCP_SLOT_ID_UNKNOWN;
  if (data == NULL || entry->id < data || entry->id >= data + length)
    return;

  offset = entry->id - data;
  if (offset <= G_MAXUINT32 && entry->id_length < MCP_SLOT_ID_UNKNOWN)
    {
      slot->id_offset = offset;
      slot->id_length = entry->id_length;
    }
}

static void
store_bytes (McpJournal            *self,
             McpSlot               *slot,
             guint                  serial,
             const McpJournalEntry *entry,
             GBytes                *bytes)
{
  McpSpoolHeader header;
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  const McpSlotWire *wire;
  const McpWallStep *step =
    &g_array_index (self->wall_steps, McpWallStep, self->wall_steps->len - 1);

  mcp_journal_note_span (self, serial, entry->lead, entry->trail, length);
  wire = mcp_journal_get_wire (self, serial);
  header.exchange = wire != NULL ? wire->exchange : 0;
  header.lead = wire != NULL ? wire->lead : 0;
  header.trail = wire != NULL ? wire->trail : 0;
  if (slot->size == 0)
    slot->size = length - header.lead - header.trail;
  note_id (slot, entry, data != NULL ? data + header.lead : NULL,
           length - header.lead - header.trail);

  header.size = slot->size;
  header.wall_usec = slot->time_usec + step->offset_usec;
  header.time_usec = slot->time_usec;
  header.queued_usec = slot->queued_usec;
  header.serial = serial;
  header.life = slot->life;
  header.flags = slot->flags;
  header.direction = slot->direction;
  header.channel = slot->channel;
  header.kind = slot->kind;

  if (mcp_spool_append (self->spool, &header, bytes, &slot->offset))
    slot->length = length;
  else if (length > 0)
    slot->flags |= MCP_RECORD_FLAG_TRUNCATED;
}

void
mcp_journal_count_record (McpJournal *self,
                          guint       serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self, serial);

  if (mcp_channel_carries_messages (slot->channel) && mcp_record_kind_is_message (slot->kind))
    self->n_messages[slot->direction]++;
}

static gboolean
can_pair (const char *id,
          gsize       id_length)
{
  return id != NULL && id_length > 0 && !(id_length == 4 && memcmp (id, "null", 4) == 0);
}

static guint64
make_key (guint         life,
          McpDirection  request_direction,
          const char   *id,
          gsize         id_length)
{
  guint64 whose = (guint64) life << 1 | request_direction;

  return mcp_id_token_hash64 (id, id_length) + whose * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

static void
add_pending (McpJournal            *self,
             guint                  serial,
             McpSlot               *slot,
             const McpJournalEntry *entry)
{
  McpPendingQueue *queue;
  guint64 key;

  slot->status = MCP_STATUS_PENDING;
  if (!can_pair (entry->id, entry->id_length))
    return;

  /* The same id twice is wrong, and happens: the first answer belongs to the first request. */
  key = make_key (slot->life, slot->direction, entry->id, entry->id_length);
  queue = mcp_pending_table_lookup (self->pending, key);
  if (queue == NULL)
    {
      mcp_pending_table_insert (self->pending, key, serial);
      return;
    }

  mcp_journal_get_slot (self, queue->last)->next_waiting = serial;
  queue->last = serial;
}

static guint
get_exchange (McpJournal *self,
              guint       serial)
{
  const McpSlotWire *wire = mcp_journal_get_wire (self, serial);

  return wire != NULL ? wire->exchange : 0;
}

/*
 * Which of the requests that have one id an answer is for: that of its own HTTP exchange, for clients of
 * a server count each for itself, else the first. @before is the one before it in the queue, 0 for none.
 */
static guint
choose_waiting (McpJournal            *self,
                const McpPendingQueue *queue,
                guint                  answer,
                guint                 *before)
{
  guint exchange = get_exchange (self, answer);
  guint serial = queue->first;

  *before = 0;
  if (exchange == 0 || queue->first == queue->last)
    return queue->first;

  for (guint i = 0; i < MAX_COMPARED && serial != 0; i++)
    {
      if (get_exchange (self, serial) == exchange)
        return serial;
      *before = serial;
      serial = mcp_journal_get_slot (self, serial)->next_waiting;
    }
  *before = 0;

  return queue->first;
}

/* Takes the request that @answer, a record, belongs to out of the table. Returns its serial, or 0. */
static guint
take_pending (McpJournal *self,
              guint       answer_serial,
              const char *id,
              gsize       id_length)
{
  const McpSlot *answer = mcp_journal_get_slot (self, answer_serial);
  McpDirection direction =
    answer->direction == MCP_DIRECTION_IN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
  McpPendingQueue *queue;
  McpSlot *request;
  guint before;
  guint serial;

  if (!can_pair (id, id_length))
    return 0;

  queue = mcp_pending_table_lookup (self->pending,
                                    make_key (answer->life, direction, id, id_length));
  if (queue == NULL)
    return 0;

  serial = choose_waiting (self, queue, answer_serial, &before);
  request = mcp_journal_get_slot (self, serial);
  /* Keys are hashes: pairing must not cross lives even when two are the same. */
  if (request->life != answer->life || request->direction != direction)
    return 0;

  if (queue->first == queue->last)
    mcp_pending_table_remove (self->pending, queue);
  else if (before == 0)
    queue->first = request->next_waiting;
  else
    mcp_journal_get_slot (self, before)->next_waiting = request->next_waiting;
  if (before != 0 && queue->last == serial)
    queue->last = before;
  request->next_waiting = 0;

  return serial;
}

static void
pair_answer (McpJournal *self,
             guint       serial,
             McpSlot    *answer,
             guint       request_serial,
             McpStatus   status)
{
  McpSlot *request = mcp_journal_get_slot (self, request_serial);

  request->pair = serial;
  answer->pair = request_serial;
  answer->method = request->method;
  answer->name = request->name;
  answer->status = status;

  if (request->status == MCP_STATUS_CANCELLED || request->status == MCP_STATUS_TIMED_OUT)
    answer->flags |= MCP_RECORD_FLAG_LATE;
  else
    request->status = status;

  mcp_journal_mark_changed (self, request_serial);
}

/*
 * The request that a notification is about, while that waits: progress goes to who asked, by a token
 * that clients take from the id (basic/utilities/progress); who cancels names the id (…/cancellation).
 */
static void
note_about (McpJournal            *self,
            McpSlot               *slot,
            const McpJournalEntry *entry)
{
  gboolean is_cancel = entry->method_length == strlen (MCP_METHOD_CANCELLED)
                       && memcmp (entry->method, MCP_METHOD_CANCELLED, entry->method_length) == 0;
  McpDirection whose = is_cancel ? (McpDirection) slot->direction : !slot->direction;
  const McpPendingQueue *queue;
  const McpSlot *request;

  if (!can_pair (entry->about, entry->about_length))
    return;

  queue = mcp_pending_table_lookup (
    self->pending, make_key (slot->life, whose, entry->about, entry->about_length));
  request = queue != NULL ? mcp_journal_get_slot (self, queue->first) : NULL;
  if (request == NULL || request->life != slot->life || request->direction != whose)
    return;

  slot->next_waiting = queue->first;
  mcp_journal_mark_changed (self, queue->first);
}

/* Pairs a record with what it answers, or lets it wait for an answer. */
void
mcp_journal_correlate (McpJournal            *self,
                       guint                  serial,
                       const McpJournalEntry *entry)
{
  McpSlot *slot = mcp_journal_get_slot (self, serial);
  guint request;

  if (slot->kind == MCP_RECORD_REQUEST)
    {
      add_pending (self, serial, slot, entry);
      return;
    }

  if (slot->kind == MCP_RECORD_NOTIFICATION)
    note_about (self, slot, entry);
  if (slot->kind != MCP_RECORD_RESULT && slot->kind != MCP_RECORD_ERROR)
    return;

  request = take_pending (self, serial, entry->id, entry->id_length);
  if (request == 0)
    slot->status = MCP_STATUS_ORPHAN;
  else
    pair_answer (self, serial, slot, request,
                 slot->kind == MCP_RECORD_ERROR ? MCP_STATUS_ERROR : MCP_STATUS_OK);
}

static guint
read_status (GBytes *http)
{
  gsize length;
  const char *data = http != NULL ? g_bytes_get_data (http, &length) : NULL;

  return data != NULL ? mcp_journal_read_http_status (data, length) : 0;
}

/**
 * mcp_journal_append:
 * @entry: what is known of the frame
 * @bytes: (nullable): the frame as it came, without its line end, and with
 *   %MCP_RECORD_FLAG_JOINED the message behind it
 *
 * Appends a record and pairs it: a request waits for its answer; an answer goes with the request
 * of the other direction that has its id, in the same life (JSON-RPC 2.0 section 5). An answer
 * that nothing waits for is an orphan.
 *
 * Returns: the record's serial
 */
guint
mcp_journal_append (McpJournal            *self,
                    const McpJournalEntry *entry,
                    GBytes                *bytes)
{
  McpSlot *slot;
  guint serial;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);
  g_return_val_if_fail (entry != NULL, 0);

  slot = mcp_journal_add_slot (self);
  serial = self->n_records;
  mcp_journal_fill_slot (self, slot, entry);
  mcp_journal_join_exchange (self, serial, entry->exchange);
  mcp_journal_judge_body (self, serial);
  check_wall_clock (self, slot->time_usec);
  store_bytes (self, slot, serial, entry, bytes);
  mcp_journal_count_record (self, serial);
  mcp_journal_correlate (self, serial, entry);
  if (slot->kind == MCP_RECORD_HTTP_HEAD)
    mcp_journal_note_http_status (self, serial, read_status (bytes));
  mcp_journal_schedule_flush (self);

  return serial;
}

/**
 * mcp_journal_append_pending:
 * @entry: what is known of the line; its kind is ignored
 *
 * Appends a record for a line that has not ended yet, so that it is seen growing.
 *
 * Returns: the record's serial, for mcp_journal_grow_pending() and mcp_journal_finish_pending()
 */
guint
mcp_journal_append_pending (McpJournal            *self,
                            const McpJournalEntry *entry)
{
  McpSlot *slot;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);
  g_return_val_if_fail (entry != NULL, 0);

  slot = mcp_journal_add_slot (self);
  mcp_journal_fill_slot (self, slot, entry);
  slot->kind = MCP_RECORD_PENDING;
  mcp_journal_join_exchange (self, self->n_records, entry->exchange);
  check_wall_clock (self, slot->time_usec);
  mcp_journal_schedule_flush (self);

  return self->n_records;
}

/**
 * mcp_journal_grow_pending:
 * @serial: of a pending record
 * @size: how much of the line there is, in bytes
 *
 * Says how long the line is by now.
 */
void
mcp_journal_grow_pending (McpJournal *self,
                          guint       serial,
                          guint64     size)
{
  McpSlot *slot;

  g_return_if_fail (MCP_IS_JOURNAL (self));

  slot = mcp_journal_get_slot (self, serial);
  g_return_if_fail (slot != NULL && slot->kind == MCP_RECORD_PENDING);

  if (slot->size == size)
    return;

  slot->size = size;
  mcp_journal_mark_changed (self, serial);
}

/**
 * mcp_journal_finish_pending:
 * @serial: of a pending record
 * @entry: what is known of it now
 * @bytes: (nullable): the line, or its start
 *
 * Makes a pending record what it turned out to be, and pairs it. Its place and its serial stay;
 * its time is that of its last byte.
 */
void
mcp_journal_finish_pending (McpJournal            *self,
                            guint                  serial,
                            const McpJournalEntry *entry,
                            GBytes                *bytes)
{
  McpSlot *slot;

  g_return_if_fail (MCP_IS_JOURNAL (self));
  g_return_if_fail (entry != NULL);

  slot = mcp_journal_get_slot (self, serial);
  g_return_if_fail (slot != NULL && slot->kind == MCP_RECORD_PENDING);

  mcp_journal_fill_slot (self, slot, entry);
  mcp_journal_join_exchange (self, serial, entry->exchange);
  mcp_journal_judge_body (self, serial);
  store_bytes (self, slot, serial, entry, bytes);
  mcp_journal_count_record (self, serial);
  mcp_journal_correlate (self, serial, entry);
  mcp_journal_mark_changed (self, serial);
}

/**
 * mcp_journal_answer_in_batch:
 * @serial: of a record of kind %MCP_RECORD_BATCH
 * @kind: %MCP_RECORD_RESULT or %MCP_RECORD_ERROR
 * @id: id token of one answer in the batch
 * @id_length: its length in bytes
 *
 * Pairs the request that one answer of a batch belongs to with the batch (JSON-RPC 2.0 section
 * 6). Of several, the batch itself shows the last.
 *
 * Returns: %FALSE when nothing waits for this answer
 */
gboolean
mcp_journal_answer_in_batch (McpJournal    *self,
                             guint          serial,
                             McpRecordKind  kind,
                             const char    *id,
                             gsize          id_length)
{
  McpSlot *slot;
  guint request;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);
  g_return_val_if_fail (kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR, FALSE);

  slot = mcp_journal_get_slot (self, serial);
  g_return_val_if_fail (slot != NULL && slot->kind == MCP_RECORD_BATCH, FALSE);

  request = take_pending (self, serial, id, id_length);
  if (request == 0)
    return FALSE;

  pair_answer (self, serial, slot, request,
               kind == MCP_RECORD_ERROR ? MCP_STATUS_ERROR : MCP_STATUS_OK);
  mcp_journal_mark_changed (self, serial);

  return TRUE;
}

/**
 * mcp_journal_set_status:
 * @status: its status
 *
 * Sets what became of a request: cancelled, timed out, lost, or of a process that failed. A late
 * answer still pairs with it and leaves this status as it is.
 */
void
mcp_journal_set_status (McpJournal *self,
                        guint       serial,
                        McpStatus   status)
{
  McpSlot *slot;

  g_return_if_fail (MCP_IS_JOURNAL (self));

  slot = mcp_journal_get_slot (self, serial);
  g_return_if_fail (slot != NULL);

  if (slot->status == status)
    return;

  slot->status = status;
  slot->judged = TRUE;
  mcp_spool_remark (self->spool, MCP_SPOOL_STATUS, serial, status, NULL);
  mcp_journal_mark_changed (self, serial);
}

void
mcp_journal_set_flags (McpJournal *self,
                       guint       serial,
                       guint       flags)
{
  McpSlot *slot;

  g_return_if_fail (MCP_IS_JOURNAL (self));

  slot = mcp_journal_get_slot (self, serial);
  g_return_if_fail (slot != NULL);

  if ((slot->flags | flags) == slot->flags)
    return;

  slot->flags |= flags;
  mcp_journal_mark_changed (self, serial);
}

typedef struct
{
  McpJournal *journal;
  guint       life;
} Loss;

/* A stream that is listened to ends with its connection, and misses no answer. */
static gboolean
is_meant_to_last (McpJournal *self,
                  guint       serial)
{
  return g_strcmp0 (mcp_journal_get_method (self, serial), "subscriptions/listen") == 0;
}

static gboolean
keep_queue_cb (McpPendingQueue *queue,
               gpointer         user_data)
{
  Loss *loss = user_data;
  McpSlot *slot = mcp_journal_get_slot (loss->journal, queue->first);

  if (slot->life != loss->life)
    return TRUE;

  for (guint serial = queue->first; serial != 0;)
    {
      guint next;

      slot = mcp_journal_get_slot (loss->journal, serial);
      next = slot->next_waiting;
      slot->next_waiting = 0;
      if (slot->status == MCP_STATUS_PENDING)
        {
          slot->status = MCP_STATUS_LOST;
          if (is_meant_to_last (loss->journal, serial))
            slot->flags |= MCP_RECORD_FLAG_LASTING;
          mcp_journal_mark_changed (loss->journal, serial);
        }
      serial = next;
    }

  return FALSE;
}

/**
 * mcp_journal_lose_pending:
 * @life: which connection ended
 *
 * Makes all requests of a life that still wait, of both directions, lost. Answers that come
 * after this are orphans.
 */
void
mcp_journal_lose_pending (McpJournal *self,
                          guint       life)
{
  Loss loss = { self, life };

  g_return_if_fail (MCP_IS_JOURNAL (self));

  mcp_pending_table_keep_if (self->pending, keep_queue_cb, &loss);
}

/* So that a journal that is opened again has it. */
static void
remark_finding (McpJournal *self,
                McpFinding *finding)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GBytes) bytes = NULL;

  mcp_finding_append_members (finding, json);
  g_string_append_c (json, '}');
  bytes = g_bytes_new (json->str, json->len);
  mcp_spool_remark (self->spool, MCP_SPOOL_FINDING, mcp_finding_get_serial (finding), 0, bytes);
}

/**
 * mcp_journal_add_finding:
 * @finding: (transfer none): a finding
 *
 * Adds a finding to the journal's and marks its record. After the first hundred of one rule,
 * more are only counted.
 */
void
mcp_journal_add_finding (McpJournal *self,
                         McpFinding *finding)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));
  g_return_if_fail (MCP_IS_FINDING (finding));

  /* What can be found again any time is not written, least of all into another program's spool. */
  if (!mcp_finding_is_derived (finding))
    remark_finding (self, finding);
  mcp_journal_take_finding (self, finding);
}

static void
mark_found (McpJournal *self,
            guint       serial,
            McpSeverity severity)
{
  if (mcp_journal_get_slot (self, serial) != NULL)
    mcp_journal_set_flags (
        self,
        serial,
        MCP_RECORD_FLAG_FINDING
            | (severity == MCP_SEVERITY_ERROR ? MCP_RECORD_FLAG_ERROR_FINDING : 0));
}

/**
 * mcp_journal_count_finding:
 * @rule: a rule that was broken
 * @message: what was seen, valid UTF-8
 * @serial: the last record, 0 for none
 * @n: how often
 *
 * Counts what was found again with what there is of it, so that a rule that is broken with every
 * line of a flood costs little more than the line.
 *
 * Returns: %FALSE when it deserves a finding of its own: nothing was done
 */
gboolean
mcp_journal_count_finding (McpJournal *self,
                           const char *rule,
                           const char *message,
                           guint       serial,
                           guint       n)
{
  McpFinding *known;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), FALSE);

  known = mcp_finding_store_find (self->findings, rule, message);
  if (known == NULL)
    return FALSE;

  if (!mcp_finding_is_derived (known))
    {
      guint counted = GPOINTER_TO_UINT (g_hash_table_lookup (self->counted_findings, known));

      g_hash_table_insert (
          self->counted_findings, g_object_ref (known), GUINT_TO_POINTER (counted + n));
    }
  mcp_finding_store_count (self->findings, known, n, serial);
  mark_found (self, serial, mcp_finding_get_severity (known));
  mcp_journal_schedule_flush (self);

  return TRUE;
}

/* Writes how often findings were counted since the last time. */
void
mcp_journal_remark_counts (McpJournal *self)
{
  GHashTableIter iter;
  gpointer finding;
  gpointer n;

  g_hash_table_iter_init (&iter, self->counted_findings);
  while (g_hash_table_iter_next (&iter, &finding, &n))
    {
      g_autoptr (GString) json = g_string_new ("{");
      g_autoptr (GBytes) bytes = NULL;

      mcp_finding_append_again (finding, GPOINTER_TO_UINT (n), json);
      g_string_append_c (json, '}');
      bytes = g_bytes_new (json->str, json->len);
      mcp_spool_remark (self->spool, MCP_SPOOL_FINDING, mcp_finding_get_last (finding), 0, bytes);
    }
  g_hash_table_remove_all (self->counted_findings);
}

/* Adds a finding that the spool has already. */
void
mcp_journal_take_finding (McpJournal *self,
                          McpFinding *finding)
{
  mcp_finding_store_add (self->findings, finding);
  mark_found (self, mcp_finding_get_serial (finding), mcp_finding_get_severity (finding));
  mcp_journal_schedule_flush (self);
}
