/* mcp-query-body.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-query-private.h"
#include "mcp-scan.h"

/*
 * McpQueryReader:
 *
 * Asks the bytes of records. It touches neither the journal nor its index, and of the spool only
 * what is in the file for good, so that it may live in a worker; one thread at a time.
 *
 * Neighbours in the file are read together. What is looked for as text goes through the bytes of a
 * large record in stretches that overlap; an expression does so, too, in smaller ones, since what
 * it costs may grow with the square of the length or worse.
 */

/* Fits the second level of the caches of most machines. */
#define AHEAD_BYTES (512 * 1024)
#define STRETCH_BYTES (1024 * 1024)

/* What comes after a gap like this is not worth reading all the way to. */
#define FAR_BYTES (1024 * 1024)
#define FAR_AHEAD_BYTES (32 * 1024)

/* A reader may be for one record alone: what it reads ahead begins with this and doubles. */
#define FIRST_AHEAD_BYTES (8 * 1024)

/* An expression sees that much at once, and finds for sure what is no longer than the overlap. */
#define REGEX_BYTES (64 * 1024)
#define REGEX_OVERLAP_BYTES (8 * 1024)

/* How often an expression may try from one place, and how long it may take for one record. */
#define REGEX_LIMITS "(*LIMIT_MATCH=200000)(*LIMIT_DEPTH=20000)"
#define REGEX_BUDGET_USEC (500 * 1000)

/* Compiled again for each reader: GRegex keeps what it learns while it matches. */
typedef struct
{
  GRegex *regex;  /* (nullable) for UTF-8; %NULL when it does not compile with the limits */
  GRegex *raw;    /* (nullable) for bytes that are none */
} Expression;

struct _McpQueryReader
{
  McpQuery                *query;
  McpSpool                *spool;
  GCancellable            *cancellable;  /* (nullable) */
  Expression              *expressions;  /* per term */

  char                    *buffer;
  gsize                    capacity;
  guint64                  buffer_offset;
  gsize                    buffer_length;

  const McpQueryCandidate *candidate;
};

/*
 * mcp_query_reader_new:
 * @spool: (transfer none): where the bytes are; must outlive the reader
 * @cancellable: (nullable): ends the reading of a large record
 *
 * Creates a reader.
 *
 * Returns: (transfer full): a new reader
 */
McpQueryReader *
mcp_query_reader_new (McpQuery     *query,
                      McpSpool     *spool,
                      GCancellable *cancellable)
{
  McpQueryReader *self = g_new0 (McpQueryReader, 1);

  self->query = mcp_query_ref (query);
  self->spool = spool;
  g_set_object (&self->cancellable, cancellable);
  self->expressions = g_new0 (Expression, query->terms->len);

  for (guint i = 0; i < query->terms->len; i++)
    {
      const McpTerm *term = &g_array_index (query->terms, McpTerm, i);
      g_autofree char *limited = g_strconcat (REGEX_LIMITS, term->text, NULL);

      if (term->type != MCP_TERM_REGEX)
        continue;
      self->expressions[i].regex = g_regex_new (limited, term->flags | G_REGEX_OPTIMIZE, 0, NULL);
      self->expressions[i].raw =
        g_regex_new (limited, term->flags | G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL);
    }

  return self;
}

void
mcp_query_reader_free (McpQueryReader *self)
{
  for (guint i = 0; i < self->query->terms->len; i++)
    {
      g_clear_pointer (&self->expressions[i].regex, g_regex_unref);
      g_clear_pointer (&self->expressions[i].raw, g_regex_unref);
    }
  g_free (self->expressions);
  g_free (self->buffer);
  g_clear_object (&self->cancellable);
  mcp_query_unref (self->query);
  g_free (self);
}

static gboolean
grow (McpQueryReader *self,
      gsize           length)
{
  if (length <= self->capacity)
    return TRUE;

  /* What was read is not needed again. */
  g_clear_pointer (&self->buffer, g_free);
  self->capacity = 0;
  self->buffer_length = 0;
  self->buffer = g_try_malloc (length);
  if (self->buffer == NULL)
    return FALSE;
  self->capacity = length;

  return TRUE;
}

/* Gets a stretch of the record's bytes, until the next call. Returns NULL when it cannot be read. */
static const char *
fetch (McpQueryReader *self,
       guint64         offset,
       gsize           length)
{
  guint64 from = self->candidate->offset + offset;
  guint64 end = self->buffer_offset + self->buffer_length;
  gssize n_read;
  gsize wanted;

  if (self->candidate->held != NULL)
    return (const char *) g_bytes_get_data (self->candidate->held, NULL) + offset;
  if (self->buffer != NULL && from >= self->buffer_offset && from + length <= end)
    return self->buffer + (from - self->buffer_offset);

  wanted = from >= end && from - end > FAR_BYTES ? FAR_AHEAD_BYTES : AHEAD_BYTES;
  wanted = MIN (wanted, MAX (self->capacity * 2, FIRST_AHEAD_BYTES));
  wanted = MAX (wanted, length);
  if (!grow (self, wanted))
    return NULL;

  n_read = mcp_spool_read_into (self->spool, from, self->buffer, wanted);
  self->buffer_offset = from;
  self->buffer_length = MAX (n_read, 0);

  return self->buffer_length >= length ? self->buffer : NULL;
}

static gboolean
is_cancelled (McpQueryReader *self)
{
  return self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable);
}

static gboolean
has_text (McpQueryReader *self,
          McpNeedle  *search)
{
  guint64 length = self->candidate->length;
  gsize overlap = mcp_needle_get_length (search) - 1;

  for (guint64 offset = 0; offset < length && !is_cancelled (self);)
    {
      gsize n = MIN (length - offset, STRETCH_BYTES);
      const char *data = fetch (self, offset, n);

      if (data == NULL)
        return FALSE;
      if (mcp_needle_is_in (search, data, n))
        return TRUE;
      if (offset + n == length)
        break;
      offset += n - overlap;
    }

  return FALSE;
}

/* Moves the ends of a stretch to where characters begin, as far as there are any. */
static void
align_to_characters (const char **data,
                     gsize       *length)
{
  for (guint i = 0; i < 3 && *length > 0 && ((guchar) **data & 0xc0) == 0x80; i++)
    {
      (*data)++;
      (*length)--;
    }

  for (gsize i = 1; i <= MIN (3, *length); i++)
    {
      guchar c = (*data)[*length - i];

      if (c >= 0xc0)
        {
          gsize wanted = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;

          if (wanted > i)
            *length -= i;
          break;
        }
      if (c < 0x80)
        break;
    }
}

static gboolean
expression_matches (const Expression   *expression,
                    const char         *data,
                    gsize               length,
                    GRegexMatchFlags    flags)
{
  gboolean valid = g_utf8_validate_len (data, length, NULL);
  GRegex *regex = valid ? expression->regex : expression->raw;

  /* Beyond its limits it has found nothing. */
  return regex != NULL && g_regex_match_full (regex, data, length, 0, flags, NULL, NULL);
}

static gboolean
has_expression (McpQueryReader   *self,
                const Expression *expression)
{
  guint64 length = self->candidate->length;
  gint64 deadline_usec = g_get_monotonic_time () + REGEX_BUDGET_USEC;

  for (guint64 offset = 0; offset < length && !is_cancelled (self);)
    {
      gsize n = MIN (length - offset, REGEX_BYTES);
      const char *data = fetch (self, offset, n);
      gsize n_aligned = n;
      gboolean is_last = offset + n == length;
      GRegexMatchFlags flags = is_last ? 0 : G_REGEX_MATCH_NOTEOL;

      if (data == NULL)
        return FALSE;
      if (offset > 0)
        flags |= G_REGEX_MATCH_NOTBOL;
      if (offset > 0 || !is_last)
        align_to_characters (&data, &n_aligned);
      if (expression_matches (expression, data, n_aligned, flags))
        return TRUE;
      if (is_last || g_get_monotonic_time () >= deadline_usec)
        break;
      offset += n - REGEX_OVERLAP_BYTES;
    }

  return FALSE;
}

/* Gets the message among the bytes of the record. */
static const char *
fetch_message (McpQueryReader *self,
               gsize          *length)
{
  const McpQueryCandidate *candidate = self->candidate;
  guint64 around = (guint64) candidate->lead + candidate->trail;

  if (around >= candidate->length || candidate->length > G_MAXSSIZE)
    return NULL;
  *length = candidate->length - around;

  return fetch (self, candidate->lead, *length);
}

static gboolean
has_id (McpQueryReader *self,
        const McpTerm  *term)
{
  const McpQueryCandidate *candidate = self->candidate;
  guint64 offset = (guint64) candidate->lead + candidate->id_offset;
  gsize length = candidate->id_length;
  const char *id;

  if (candidate->id_length == MCP_SLOT_ID_UNKNOWN)
    {
      McpScan scan;

      id = fetch_message (self, &length);
      if (id == NULL)
        return FALSE;
      mcp_scan (id, length, &scan);
      id += scan.id.offset;
      length = scan.id.length;
    }
  else
    {
      if (offset + length > candidate->length)
        return FALSE;
      id = fetch (self, offset, length);
    }

  if (id == NULL || length == 0)
    return FALSE;
  if (*id == '"')
    return mcp_json_key_equal (id, length, term->text);

  return !term->value && strlen (term->text) == length && memcmp (id, term->text, length) == 0;
}

static gboolean
has_json (McpQueryReader *self,
          McpJsonTest    *json)
{
  gsize length;
  const char *message = fetch_message (self, &length);

  return message != NULL && mcp_json_test_matches (json, message, length);
}

static McpVerdict
look_at_term (guint    index,
              gpointer user_data)
{
  McpQueryReader *self = user_data;
  const McpTerm *term = &g_array_index (self->query->terms, McpTerm, index);
  gboolean matches = (self->candidate->truths >> index & 1) != 0;

  if (!matches && self->candidate->length > 0)
    {
      if (term->type == MCP_TERM_TEXT)
        matches = has_text (self, term->search);
      else if (term->type == MCP_TERM_REGEX)
        matches = has_expression (self, &self->expressions[index]);
      else if (term->type == MCP_TERM_JSON)
        matches = has_json (self, term->json);
      else if (term->type == MCP_TERM_ID && self->candidate->id_length > 0)
        matches = has_id (self, term);
    }

  return matches ? MCP_VERDICT_YES : MCP_VERDICT_NO;
}

/*
 * mcp_query_reader_look:
 * @candidate: a record, as mcp_query_run_fill() describes it
 *
 * Asks the bytes of a record. When they cannot be read, nothing is in them. After it was cancelled
 * the answer means nothing.
 *
 * Returns: %TRUE when it matches
 */
gboolean
mcp_query_reader_look (McpQueryReader          *self,
                       const McpQueryCandidate *candidate)
{
  gboolean matches;

  self->candidate = candidate;
  matches = mcp_query_judge (self->query, look_at_term, self) == MCP_VERDICT_YES;
  self->candidate = NULL;

  /* One message of hundreds of megabytes is no reason to keep its room. */
  if (self->capacity > 4 * STRETCH_BYTES)
    {
      g_clear_pointer (&self->buffer, g_free);
      self->capacity = 0;
      self->buffer_length = 0;
    }

  return matches;
}
