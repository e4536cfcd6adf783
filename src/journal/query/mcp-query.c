/* mcp-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-query-private.h"

/**
 * McpQuery:
 *
 * A filter, compiled once and asked of many records: a tree of terms, in which what the index
 * answers comes before what takes the bytes of a record. Immutable; may be used in any thread.
 *
 * A record is asked twice at most. First #McpQueryRun asks the index, in the main loop; where that
 * is not enough it notes what it found, and #McpQueryReader asks the bytes, wherever it likes.
 */

G_DEFINE_BOXED_TYPE (McpQuery, mcp_query, mcp_query_ref, mcp_query_unref)

/* What was found for a number of an interner, so that each text is looked at once. */
typedef enum {
  FOUND_UNKNOWN,
  FOUND_NO,
  FOUND_YES,
} Found;

struct _McpQueryRun
{
  McpQuery    *query;
  McpJournal  *journal;
  GByteArray **methods;      /* (nullable) per term: Found by number of the method */
  GByteArray **names;        /* the same of the name */
  gint64       last_usec;    /* the last record when the filter was set */

  GTimeZone   *zone;
  gint64       zone_quarter; /* the quarter of an hour for which the next is right */
  gint64       zone_usec;

  guint        serial;       /* that is looked at */
};

/* Whether @text fits a pattern with * for any text and ? for one character. */
static gboolean
glob_matches (const char *pattern,
              const char *text)
{
  const char *star = NULL;
  const char *retry = NULL;

  while (*text != '\0')
    {
      if (*pattern == '*')
        {
          star = ++pattern;
          retry = text;
        }
      else if (*pattern == '?')
        {
          pattern++;
          text = g_utf8_next_char (text);
        }
      else if (*pattern == *text)
        {
          pattern++;
          text++;
        }
      else if (star != NULL)
        {
          pattern = star;
          text = retry = g_utf8_next_char (retry);
        }
      else
        {
          return FALSE;
        }
    }
  while (*pattern == '*')
    pattern++;

  return *pattern == '\0';
}

/*
 * mcp_query_run_new:
 * @journal: (transfer none): whose records will be asked; must outlive the run
 *
 * Prepares to ask many records.
 *
 * Returns: (transfer full): a new run
 */
McpQueryRun *
mcp_query_run_new (McpQuery   *query,
                   McpJournal *journal)
{
  McpQueryRun *self = g_new0 (McpQueryRun, 1);
  const McpSlot *last = mcp_journal_get_slot (journal, journal->n_records);

  self->query = mcp_query_ref (query);
  self->journal = journal;
  self->methods = g_new0 (GByteArray *, query->terms->len);
  self->names = g_new0 (GByteArray *, query->terms->len);
  self->last_usec = last != NULL ? last->time_usec : journal->start_usec;
  self->zone_quarter = G_MININT64;

  return self;
}

void
mcp_query_run_free (McpQueryRun *self)
{
  for (guint i = 0; i < self->query->terms->len; i++)
    {
      g_clear_pointer (&self->methods[i], g_byte_array_unref);
      g_clear_pointer (&self->names[i], g_byte_array_unref);
    }
  g_free (self->methods);
  g_free (self->names);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  mcp_query_unref (self->query);
  g_free (self);
}

static gboolean
text_matches (const McpTerm *term,
              const char    *text)
{
  if (term->search != NULL)
    return mcp_needle_is_in (term->search, text, strlen (text));

  return glob_matches (term->text, text);
}

static gboolean
number_matches (const McpTerm  *term,
                GByteArray    **cache,
                McpInterner    *interner,
                guint16         number)
{
  guint length;

  if (number == 0)
    return FALSE;

  if (*cache == NULL)
    *cache = g_byte_array_new ();
  length = (*cache)->len;
  if (number >= length)
    {
      guint wanted = MAX (number + 1u, mcp_interner_get_n_texts (interner) + 1);

      g_byte_array_set_size (*cache, wanted);
      memset ((*cache)->data + length, FOUND_UNKNOWN, wanted - length);
    }
  if ((*cache)->data[number] == FOUND_UNKNOWN)
    (*cache)->data[number] =
      text_matches (term, mcp_interner_get (interner, number)) ? FOUND_YES : FOUND_NO;

  return (*cache)->data[number] == FOUND_YES;
}

static gboolean
method_matches (McpQueryRun   *self,
                guint          index,
                const McpTerm *term,
                const McpSlot *slot)
{
  return number_matches (term, &self->methods[index], self->journal->methods, slot->method);
}

static gboolean
name_matches (McpQueryRun   *self,
              guint          index,
              const McpTerm *term,
              const McpSlot *slot)
{
  return number_matches (term, &self->names[index], self->journal->names, slot->name);
}

static gboolean
is_about (McpQueryRun   *self,
          const McpSlot *slot,
          McpTermType    type)
{
  const char *method = mcp_interner_get (self->journal->methods, slot->method);

  if (method == NULL)
    return FALSE;

  return type == MCP_TERM_TOOL ? g_str_equal (method, "tools/call")
                               : g_str_has_prefix (method, "resources/");
}

static gboolean
has (McpQueryRun   *self,
     McpHas         what,
     const McpSlot *slot)
{
  switch (what)
    {
    case MCP_HAS_FINDING:
      return (slot->flags & MCP_RECORD_FLAG_FINDING) != 0;
    case MCP_HAS_BODY:
      return slot->length > 0;
    case MCP_HAS_ANSWER:
      return slot->pair != 0;
    case MCP_HAS_METHOD:
      return slot->method != 0;
    case MCP_HAS_NAME:
      return slot->name != 0;
    case MCP_HAS_ID:
      return slot->id_length != 0;
    case MCP_HAS_EXCHANGE:
      return mcp_journal_get_exchange (self->journal, self->serial) != NULL;
    case MCP_HAS_ROUNDS:
      return mcp_journal_get_conversation (self->journal, self->serial) != 0;
    case MCP_HAS_TOOL_ERROR:
      return (slot->flags & MCP_RECORD_FLAG_TOOL_ERROR) != 0;
    case MCP_HAS_LATE:
      return (slot->flags & MCP_RECORD_FLAG_LATE) != 0;
    case MCP_HAS_PROBE:
      return (slot->flags & MCP_RECORD_FLAG_PROBE) != 0;
    case MCP_HAS_PIN:
      return mcp_journal_is_pinned (self->journal, self->serial);
    case MCP_HAS_COMMENT:
      return mcp_journal_get_comment (self->journal, self->serial) != NULL;
    case MCP_HAS_TRUNCATED:
    default:
      return (slot->flags & MCP_RECORD_FLAG_TRUNCATED) != 0;
    }
}

static gboolean
is_within (const McpTerm *term,
           gint64         value)
{
  return value >= term->low && value <= term->high;
}

/* By the clock on the wall at that time: the zone's offset changes with the seasons. */
static gint64
get_time_of_day (McpQueryRun *self)
{
  const gint64 day_usec = 24 * G_TIME_SPAN_HOUR;
  gint64 wall_usec = mcp_journal_get_wall_usec (self->journal, self->serial);
  gint64 quarter = wall_usec / (15 * G_TIME_SPAN_MINUTE);
  gint64 local_usec;

  if (self->zone == NULL)
    self->zone = g_time_zone_new_local ();
  if (quarter != self->zone_quarter)
    {
      int interval = g_time_zone_find_interval (self->zone, G_TIME_TYPE_UNIVERSAL,
                                                wall_usec / G_USEC_PER_SEC);

      self->zone_quarter = quarter;
      self->zone_usec =
        interval >= 0 ? g_time_zone_get_offset (self->zone, interval) * G_TIME_SPAN_SECOND : 0;
    }

  local_usec = (wall_usec + self->zone_usec) % day_usec;

  return local_usec < 0 ? local_usec + day_usec : local_usec;
}

static gboolean
time_matches (McpQueryRun   *self,
              const McpTerm *term,
              const McpSlot *slot)
{
  gint64 time_usec;

  switch (term->base)
    {
    case MCP_TIME_START:
      return is_within (term, slot->time_usec - self->journal->start_usec);
    case MCP_TIME_LAST:
      return is_within (term, slot->time_usec - self->last_usec);
    case MCP_TIME_EPOCH:
      return is_within (term, mcp_journal_get_wall_usec (self->journal, self->serial));
    case MCP_TIME_DAY:
    default:
      time_usec = get_time_of_day (self);
      return term->low <= term->high ? is_within (term, time_usec)
                                     : time_usec >= term->low || time_usec <= term->high;
    }
}

static gboolean
overlaps (const McpTerm *term,
          gint64         start,
          gint64         end)
{
  return start <= term->high && end >= term->low;
}

/* Whether what a record is part of was under way at some time of a range. */
static gboolean
during_matches (McpQueryRun   *self,
                const McpTerm *term)
{
  const gint64 day_usec = 24 * G_TIME_SPAN_HOUR;
  McpTerm range = *term;
  gint64 start_usec;
  gint64 end_usec;
  gint64 length_usec;

  mcp_journal_get_extent (self->journal, self->serial, &start_usec, &end_usec);
  length_usec = MIN (end_usec, G_MAXINT64 / 2) - start_usec;
  switch (term->base)
    {
    case MCP_TIME_START:
      start_usec -= self->journal->start_usec;
      break;
    case MCP_TIME_LAST:
      start_usec -= self->last_usec;
      break;
    case MCP_TIME_EPOCH:
      start_usec += mcp_journal_get_wall_usec (self->journal, self->serial)
                    - mcp_journal_get_slot (self->journal, self->serial)->time_usec;
      break;
    case MCP_TIME_DAY:
    default:
      start_usec += get_time_of_day (self)
                    - mcp_journal_get_slot (self->journal, self->serial)->time_usec;
      start_usec = (start_usec % day_usec + day_usec) % day_usec;
      if (range.high < range.low)
        range.high += day_usec;
      /* It may have begun on the day of which the range is, or on the one before. */
      return length_usec >= day_usec || overlaps (&range, start_usec, start_usec + length_usec)
             || overlaps (&range, start_usec + day_usec, start_usec + day_usec + length_usec)
             || overlaps (&range, start_usec - day_usec, start_usec - day_usec + length_usec);
    }

  return overlaps (&range, start_usec, start_usec + length_usec);
}

static gboolean
exchange_matches (McpQueryRun   *self,
                  const McpTerm *term)
{
  const McpJournalExchange *exchange = mcp_journal_get_exchange (self->journal, self->serial);

  if (exchange == NULL)
    return FALSE;
  if (term->type == MCP_TERM_EXCHANGE)
    return is_within (term, exchange->number);

  return exchange->status != 0 && is_within (term, exchange->status);
}

static gboolean
took_matches (McpQueryRun   *self,
              const McpTerm *term)
{
  gint64 latency_usec = mcp_journal_get_latency_usec (self->journal, self->serial);

  return latency_usec >= 0 && is_within (term, latency_usec);
}

/* What the index says. */
static McpVerdict
look_at_term (guint    index,
              gpointer user_data)
{
  McpQueryRun *self = user_data;
  const McpTerm *term = &g_array_index (self->query->terms, McpTerm, index);
  const McpSlot *slot = mcp_journal_get_slot (self->journal, self->serial);
  gboolean matches;

  switch (term->type)
    {
    case MCP_TERM_DIRECTION:
      matches = slot->direction == term->value;
      break;
    case MCP_TERM_KIND:
      matches = slot->kind == term->value;
      break;
    case MCP_TERM_CHANNEL:
      matches = slot->channel == term->value;
      break;
    case MCP_TERM_STATUS:
      matches = slot->status == term->value;
      break;
    case MCP_TERM_HAS:
      matches = has (self, term->value, slot);
      break;
    case MCP_TERM_LIFE:
      matches = is_within (term, slot->life);
      break;
    case MCP_TERM_EXCHANGE:
    case MCP_TERM_HTTP:
      matches = exchange_matches (self, term);
      break;
    case MCP_TERM_SIZE:
      matches = is_within (term, MIN (slot->size, G_MAXINT64));
      break;
    case MCP_TERM_TOOK:
      matches = took_matches (self, term);
      break;
    case MCP_TERM_TIME:
      matches = time_matches (self, term, slot);
      break;
    case MCP_TERM_DURING:
      matches = during_matches (self, term);
      break;
    case MCP_TERM_METHOD:
      matches = method_matches (self, index, term, slot);
      break;
    case MCP_TERM_NAME:
      matches = name_matches (self, index, term, slot);
      break;
    case MCP_TERM_TOOL:
    case MCP_TERM_URI:
      matches = name_matches (self, index, term, slot) && is_about (self, slot, term->type);
      break;
    case MCP_TERM_ID:
      return slot->id_length > 0 ? MCP_VERDICT_BODY : MCP_VERDICT_NO;
    case MCP_TERM_TEXT:
      /* An answer is found by the method and the name of its request, too. */
      if (method_matches (self, index, term, slot) || name_matches (self, index, term, slot))
        return MCP_VERDICT_YES;
      return slot->length > 0 ? MCP_VERDICT_BODY : MCP_VERDICT_NO;
    case MCP_TERM_REGEX:
    case MCP_TERM_JSON:
    default:
      return slot->length > 0 ? MCP_VERDICT_BODY : MCP_VERDICT_NO;
    }

  return matches ? MCP_VERDICT_YES : MCP_VERDICT_NO;
}

static McpVerdict
judge_node (McpQuery   *self,
            guint       index,
            McpVerdict (*look) (guint, gpointer),
            gpointer    user_data)
{
  const McpNode *node = &g_array_index (self->nodes, McpNode, index);
  const McpVerdict decisive = node->type == MCP_NODE_OR ? MCP_VERDICT_YES : MCP_VERDICT_NO;
  McpVerdict verdict = node->type == MCP_NODE_OR ? MCP_VERDICT_NO : MCP_VERDICT_YES;

  if (node->type == MCP_NODE_TERM)
    return look (node->term, user_data);

  if (node->type == MCP_NODE_NOT)
    {
      verdict = judge_node (self, g_array_index (node->children, guint, 0), look, user_data);
      if (verdict == MCP_VERDICT_BODY)
        return verdict;
      return verdict == MCP_VERDICT_YES ? MCP_VERDICT_NO : MCP_VERDICT_YES;
    }

  for (guint i = 0; i < node->children->len; i++)
    {
      McpVerdict one =
        judge_node (self, g_array_index (node->children, guint, i), look, user_data);

      if (one == decisive)
        return one;
      if (one == MCP_VERDICT_BODY)
        verdict = MCP_VERDICT_BODY;
    }

  return verdict;
}

/*
 * mcp_query_judge:
 * @look: asks one term, by its number
 * @user_data: for @look
 *
 * Puts together what the terms say. Those that decide nothing any more are not asked.
 *
 * Returns: the verdict
 */
McpVerdict
mcp_query_judge (McpQuery   *self,
                 McpVerdict (*look) (guint    term,
                                     gpointer user_data),
                 gpointer    user_data)
{
  if (self->root == G_MAXUINT)
    return MCP_VERDICT_YES;

  return judge_node (self, self->root, look, user_data);
}

/*
 * mcp_query_run_look:
 *
 * Asks the index.
 *
 * Returns: the verdict; %MCP_VERDICT_BODY when only the bytes tell
 */
McpVerdict
mcp_query_run_look (McpQueryRun *self,
                    guint        serial)
{
  self->serial = serial;

  return mcp_query_judge (self->query, look_at_term, self);
}

/*
 * mcp_query_run_fill:
 * @serial: of a record of which only the bytes can tell
 * @candidate: (out): what #McpQueryReader needs of it
 *
 * Notes all that the index says, and where the bytes are.
 */
void
mcp_query_run_fill (McpQueryRun       *self,
                    guint              serial,
                    McpQueryCandidate *candidate)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlotWire *wire = mcp_journal_get_wire (self->journal, serial);

  self->serial = serial;
  *candidate = (McpQueryCandidate) { 0 };
  candidate->serial = serial;
  candidate->lead = wire != NULL ? wire->lead : 0;
  candidate->trail = wire != NULL ? wire->trail : 0;
  candidate->id_offset = slot->id_offset;
  candidate->id_length = slot->id_length;
  candidate->offset = slot->offset;
  candidate->length = slot->length;
  if (slot->length > 0)
    candidate->held = mcp_spool_read_held (self->journal->spool, slot->offset, slot->length);
  for (guint i = 0; i < self->query->terms->len; i++)
    {
      if (look_at_term (i, self) == MCP_VERDICT_YES)
        candidate->truths |= G_GUINT64_CONSTANT (1) << i;
    }
}

McpQuery *
mcp_query_ref (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * mcp_query_unref:
 * @self: (transfer full): a query
 *
 * Releases a reference.
 */
void
mcp_query_unref (McpQuery *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->nodes);
  g_array_unref (self->terms);
  g_free (self->text);
  g_free (self);
}

const char *
mcp_query_get_text (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

gboolean
mcp_query_is_empty (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->root == G_MAXUINT;
}

/* Whether it asks for a regular expression, of which nobody knows what it costs. */
gboolean
mcp_query_has_expression (McpQuery *self)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      if (g_array_index (self->terms, McpTerm, i).type == MCP_TERM_REGEX)
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_query_needs_all:
 *
 * Gets whether what comes later in a journal, or was found in it, may decide about a record: how
 * long a request took, the time before the last record.
 *
 * Returns: %FALSE when the query may be asked of each record as it comes
 */
gboolean
mcp_query_needs_all (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->terms->len; i++)
    {
      const McpTerm *term = &g_array_index (self->terms, McpTerm, i);

      if (term->type == MCP_TERM_STATUS || term->type == MCP_TERM_HAS || term->type == MCP_TERM_HTTP
          || term->type == MCP_TERM_TOOK || term->type == MCP_TERM_DURING
          || (term->type == MCP_TERM_TIME && term->base == MCP_TIME_LAST))
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_query_matches:
 * @serial: of one of its records
 *
 * Asks the query of a record, and reads as much of its bytes as that takes. For many records a
 * #McpJournalView is faster, and does not hold up the main loop.
 *
 * Returns: %TRUE when it matches
 */
gboolean
mcp_query_matches (McpQuery   *self,
                   McpJournal *journal,
                   guint       serial)
{
  g_autoptr (McpQueryRun) run = NULL;
  g_autoptr (McpQueryReader) reader = NULL;
  g_autoptr (GBytes) held = NULL;
  McpQueryCandidate candidate;
  McpVerdict verdict;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), FALSE);
  g_return_val_if_fail (serial > 0 && serial <= mcp_journal_get_n_records (journal), FALSE);

  run = mcp_query_run_new (self, journal);
  verdict = mcp_query_run_look (run, serial);
  if (verdict != MCP_VERDICT_BODY)
    return verdict == MCP_VERDICT_YES;

  mcp_query_run_fill (run, serial, &candidate);
  held = candidate.held;
  reader = mcp_query_reader_new (self, journal->spool, NULL);

  return mcp_query_reader_look (reader, &candidate);
}
