/* mcp-journal-index.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-intake.h"
#include "mcp-json.h"
#include "mcp-journal-private.h"

/*
 * What is read in from a file: the bytes are in the spool already, the index is made of what the
 * intake found in them. A record is paired as if it had just been appended.
 */

/* A line that was growing has its place before its bytes; a file with a larger gap is damaged. */
#define MAX_GAP 65536

#define MAX_WALL_STEP_USEC (10 * 1000)

static void
note_wall_time (McpJournal           *self,
                const McpSpoolHeader *header,
                guint                 serial)
{
  McpWallStep *last = &g_array_index (self->wall_steps, McpWallStep, self->wall_steps->len - 1);
  McpWallStep step = { serial, header->wall_usec - header->time_usec };

  if (serial >= last->serial && ABS (step.offset_usec - last->offset_usec) >= MAX_WALL_STEP_USEC)
    g_array_append_val (self->wall_steps, step);
}

/* The slot of a record, which may have been waiting for its bytes. NULL: the file is damaged. */
static McpSlot *
claim_slot (McpJournal *self,
            guint       serial)
{
  McpSlot *slot;

  if (serial == 0 || serial > self->n_records + MAX_GAP)
    return NULL;

  while (self->n_records < serial)
    {
      slot = mcp_journal_add_slot (self);
      slot->kind = MCP_RECORD_PENDING;
      slot->direction = MCP_DIRECTION_IN;
      slot->time_usec = self->start_usec;
    }
  slot = mcp_journal_get_slot (self, serial);

  return slot->kind == MCP_RECORD_PENDING && slot->length == 0 ? slot : NULL;
}

static void
fill_entry (const McpIntakeItem *item,
            const char          *texts,
            McpJournalEntry     *entry)
{
  const McpSpoolHeader *header = &item->header;

  entry->direction = header->direction;
  entry->channel = header->channel;
  entry->kind = header->kind;
  entry->flags = header->flags;
  entry->life = header->life;
  entry->time_usec = header->time_usec;
  entry->queued_usec = header->queued_usec;
  entry->size = header->size;
  entry->exchange = header->exchange;
  entry->lead = header->lead;
  entry->trail = header->trail;
  if (item->header.kind == MCP_RECORD_NOTIFICATION)
    {
      entry->about = item->id_length > 0 ? texts : NULL;
      entry->about_length = item->id_length;
    }
  else
    {
      entry->id = item->id_length > 0 ? texts : NULL;
      entry->id_length = item->id_length;
    }
  entry->method = item->method_length > 0 ? texts + item->id_length : NULL;
  entry->method_length = item->method_length;
}

static void
index_record (McpJournal          *self,
              const McpIntakeItem *item,
              const char          *texts)
{
  const McpSpoolHeader *header = &item->header;
  McpJournalEntry entry = { 0 };
  g_autofree char *name = NULL;
  McpSlot *slot = claim_slot (self, header->serial);

  if (slot == NULL)
    return;

  fill_entry (item, texts, &entry);
  texts += item->id_length + item->method_length;
  entry.name = item->name_length > 0 ? name = g_strndup (texts, item->name_length) : NULL;
  mcp_journal_fill_slot (self, slot, &entry);
  mcp_journal_join_exchange (self, header->serial, header->exchange);
  mcp_journal_judge_body (self, header->serial);
  mcp_journal_note_span (self, header->serial, header->lead, header->trail, header->length);
  note_wall_time (self, header, header->serial);
  slot->offset = item->offset;
  slot->length = header->length;
  if (entry.id_length > 0)
    {
      slot->id_offset = item->id_offset;
      slot->id_length = MIN (item->id_length, MCP_SLOT_ID_UNKNOWN);
    }

  if (header->life > self->newest_life)
    {
      mcp_journal_lose_pending (self, self->newest_life);
      self->newest_life = header->life;
    }
  mcp_journal_count_record (self, header->serial);
  mcp_journal_correlate (self, header->serial, &entry);
  mcp_journal_note_http_status (self, header->serial, item->http_status);
  mcp_journal_mark_changed (self, header->serial);
}

static void
take_status (McpJournal *self,
             guint       serial,
             guint64     status)
{
  McpSlot *slot = mcp_journal_get_slot (self, serial);

  if (slot == NULL || status > MCP_STATUS_ORPHAN)
    return;

  slot->status = status;
  /* What a recording says stands in its lines, which are kept. */
  slot->judged = self->head_line == NULL;
  mcp_journal_mark_changed (self, serial);
}

static void
take_conversation (McpJournal *self,
                   guint       serial,
                   guint64     first)
{
  if (mcp_journal_get_slot (self, serial) == NULL || first > self->n_records)
    return;

  if (self->conversations == NULL)
    self->conversations = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->conversations, GUINT_TO_POINTER (serial),
                       GUINT_TO_POINTER ((guint) first));
}

static void
take_batch_answer (McpJournal          *self,
                   const McpIntakeItem *item,
                   const char          *texts)
{
  McpSlot *slot = mcp_journal_get_slot (self, item->header.serial);

  if (slot != NULL && slot->kind == MCP_RECORD_BATCH)
    mcp_journal_answer_in_batch (self, item->header.serial, (McpRecordKind) item->header.size,
                                 texts, item->id_length);
}

static void
take_finding (McpJournal *self,
              guint       serial,
              const char *json,
              gsize       length)
{
  g_autoptr (McpFinding) finding = mcp_finding_new_from_json (json, length, serial);

  if (finding != NULL)
    mcp_journal_take_finding (self, finding);
}

static void
take_line (McpJournal          *self,
           const McpIntakeItem *item)
{
  McpKeptLine line = { item->offset, item->header.length, item->header.serial,
                       item->header.size != 0 };

  if (self->kept_lines == NULL)
    self->kept_lines = g_array_new (FALSE, FALSE, sizeof (McpKeptLine));
  g_array_append_val (self->kept_lines, line);
}

/*
 * mcp_journal_index:
 * @item: what the intake read
 * @texts: the texts of its batch
 *
 * Makes the next record, or what is said of one, known. What a damaged file says of records that
 * there are none of is left out.
 */
void
mcp_journal_index (McpJournal          *self,
                   const McpIntakeItem *item,
                   const char          *texts)
{
  guint serial = item->header.serial;

  texts = texts != NULL ? texts + item->texts : "";
  if (item->header.kind < MCP_N_RECORD_KINDS)
    {
      index_record (self, item, texts);
      mcp_journal_schedule_flush (self);
      return;
    }

  switch ((guint) item->header.kind)
    {
    case MCP_SPOOL_PROFILE:
      if (self->profile_json == NULL)
        self->profile_json = g_strndup (texts, item->name_length);
      break;
    case MCP_SPOOL_STATUS:
      take_status (self, serial, item->header.size);
      break;
    case MCP_SPOOL_CONVERSATION:
      take_conversation (self, serial, item->header.size);
      break;
    case MCP_SPOOL_FINDING:
      take_finding (self, serial, texts, item->name_length);
      break;
    case MCP_SPOOL_ANNOTATION:
      mcp_journal_take_annotation (self, serial, texts, item->name_length);
      break;
    case MCP_SPOOL_LINE:
      take_line (self, item);
      break;
    case MCP_INTAKE_BATCH_ANSWER:
      take_batch_answer (self, item, texts);
      break;
    default:
      break;
    }
}

void
mcp_journal_intake_moved (McpJournal *self,
                          guint64     spool_end)
{
  mcp_spool_advance (self->spool, spool_end);
}

/* The file has been read to its end, or to the first error. */
void
mcp_journal_intake_ended (McpJournal   *self,
                          const GError *error)
{
  g_autoptr (McpJournal) alive = g_object_ref (self);

  if (error != NULL)
    self->load_error = g_error_copy (error);
  else
    mcp_spool_hold_writes (self->spool, FALSE);
  /* Whoever recorded them is gone: what was not answered never will be. */
  mcp_journal_lose_pending (self, self->newest_life);
  g_clear_pointer (&self->intake, mcp_intake_free);
  mcp_journal_flush (self);
  if (self->head_line != NULL)
    {
      self->n_kept_findings =
        g_list_model_get_n_items (mcp_finding_store_get_model (self->findings));
      self->n_kept_annotations = self->annotation_changes->len;
    }
  mcp_journal_set_live (self, FALSE);
  mcp_journal_set_loaded (self);
}
