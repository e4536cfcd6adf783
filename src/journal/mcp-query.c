/* mcp-query.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-query"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-journal-private.h"
#include "mcp-query-private.h"

/**
 * McpQuery:
 *
 * A filter, compiled once and asked of many records. Terms are kept with those that need only
 * the index before those that need the bytes. Words are found by Horspool's search over a fold of
 * ASCII letters; other letters must be typed as they are written.
 */

#define MAX_WORD_BYTES 1024

typedef enum {
  TERM_DIRECTION,
  TERM_KIND,
  TERM_METHOD,
  TERM_WORD,
} TermType;

typedef struct
{
  TermType  type;
  gboolean  negated;
  guint     value;     /* of a direction or kind */
  char     *text;      /* of a method's pattern, or a word, folded */
  gsize     length;
  guint16  *skips;     /* (nullable) of a word: how far to go on, by the folded last byte */
} Term;

struct _McpQuery
{
  gatomicrefcount  ref_count;
  char            *text;
  GArray          *terms;
};

G_DEFINE_BOXED_TYPE (McpQuery, mcp_query, mcp_query_ref, mcp_query_unref)

/* Where the compiler stands. */
typedef struct
{
  const char *text;
  const char *at;
  GArray     *terms;
} Parser;

static inline guchar
fold (guchar c)
{
  return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

static void
term_clear (Term *term)
{
  g_free (term->text);
  g_free (term->skips);
}

static guint
get_column (Parser     *parser,
            const char *at)
{
  return g_utf8_pointer_to_offset (parser->text, at) + 1;
}

static char *
list_kinds (void)
{
  GString *list = g_string_new (NULL);

  for (guint kind = 0; kind <= MCP_RECORD_NOTE; kind++)
    g_string_append_printf (list, "%s%s", kind > 0 ? ", " : "", mcp_record_kind_get_nick (kind));

  return g_string_free (list, FALSE);
}

static gboolean
find_kind (const char *nick,
           guint      *kind)
{
  for (*kind = 0; *kind <= MCP_RECORD_NOTE; (*kind)++)
    {
      if (g_str_equal (nick, mcp_record_kind_get_nick (*kind)))
        return TRUE;
    }

  return FALSE;
}

/* Reads a word up to the next space, or between quotes; a backslash there keeps a quote. */
static char *
read_value (Parser *parser)
{
  GString *value = g_string_new (NULL);

  if (*parser->at != '"')
    {
      const char *start = parser->at;

      while (*parser->at != '\0' && !g_ascii_isspace (*parser->at))
        parser->at++;
      g_string_append_len (value, start, parser->at - start);

      return g_string_free (value, FALSE);
    }

  /* While one types, the closing quote is still to come. */
  for (parser->at++; *parser->at != '\0' && *parser->at != '"'; parser->at++)
    {
      if (parser->at[0] == '\\' && (parser->at[1] == '"' || parser->at[1] == '\\'))
        parser->at++;
      g_string_append_c (value, *parser->at);
    }
  if (*parser->at == '"')
    parser->at++;

  return g_string_free (value, FALSE);
}

/* Returns the length of a field's name at the parser, 0 when it is at a word. */
static gsize
measure_field (Parser *parser)
{
  const char *at = parser->at;

  if (!g_ascii_isalpha (*at))
    return 0;
  while (g_ascii_isalnum (*at) || *at == '_' || *at == '-')
    at++;

  return *at == ':' ? at - parser->at : 0;
}

static void
prepare_word (Term *term)
{
  for (gsize i = 0; i < term->length; i++)
    term->text[i] = fold (term->text[i]);

  term->skips = g_new (guint16, 256);
  for (guint i = 0; i < 256; i++)
    term->skips[i] = term->length;
  for (gsize i = 0; i + 1 < term->length; i++)
    {
      guchar c = term->text[i];

      term->skips[c] = term->length - 1 - i;
      if (c >= 'a' && c <= 'z')
        term->skips[c - 0x20] = term->length - 1 - i;
    }
}

static gboolean
parse_word (Parser  *parser,
            Term    *term,
            GError **error)
{
  guint column = get_column (parser, parser->at);

  term->type = TERM_WORD;
  term->text = read_value (parser);
  term->length = strlen (term->text);
  if (term->length > MAX_WORD_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("The word at column %u is longer than %d bytes"), column, MAX_WORD_BYTES);
      return FALSE;
    }
  prepare_word (term);

  return TRUE;
}

static gboolean
parse_choice (Term        *term,
              const char  *field,
              const char  *value,
              guint        column,
              GError     **error)
{
  g_autofree char *kinds = NULL;

  if (term->type == TERM_KIND && find_kind (value, &term->value))
    return TRUE;
  if (term->type == TERM_DIRECTION)
    {
      term->value = g_str_equal (value, "in") ? MCP_DIRECTION_IN : MCP_DIRECTION_OUT;
      if (g_str_equal (value, mcp_direction_get_nick (term->value)))
        return TRUE;
    }

  kinds = list_kinds ();
  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
               _("“%s” at column %u is no value of “%s:”; there are %s"), value, column, field,
               term->type == TERM_KIND ? kinds : "in, out");

  return FALSE;
}

static gboolean
parse_field (Parser  *parser,
             gsize    length,
             Term    *term,
             GError **error)
{
  g_autofree char *field = g_strndup (parser->at, length);
  guint column = get_column (parser, parser->at);
  g_autofree char *value = NULL;

  if (g_str_equal (field, "method"))
    term->type = TERM_METHOD;
  else if (g_str_equal (field, "dir"))
    term->type = TERM_DIRECTION;
  else if (g_str_equal (field, "kind"))
    term->type = TERM_KIND;
  else
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("There is no field “%s” (column %u); there are method:, dir: and kind:. "
                     "Put the text in quotes to search for it"),
                   field, column);
      return FALSE;
    }

  parser->at += length + 1;
  column = get_column (parser, parser->at);
  value = read_value (parser);
  if (*value == '\0')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s:” needs a value at column %u"), field,
                   column);
      return FALSE;
    }

  if (term->type != TERM_METHOD)
    return parse_choice (term, field, value, column, error);

  term->length = strlen (value);
  term->text = g_steal_pointer (&value);

  return TRUE;
}

static gboolean
parse_term (Parser  *parser,
            GError **error)
{
  Term term = { 0 };
  gboolean ok;
  gsize length;

  /* A "-" on its own is a word like any other. */
  if (parser->at[0] == '-' && parser->at[1] != '\0' && !g_ascii_isspace (parser->at[1]))
    {
      term.negated = TRUE;
      parser->at++;
    }

  length = measure_field (parser);
  ok = length > 0 ? parse_field (parser, length, &term, error)
                  : parse_word (parser, &term, error);
  if (!ok || (term.type == TERM_WORD && term.length == 0))
    term_clear (&term);
  else
    g_array_append_val (parser->terms, term);

  return ok;
}

static int
compare_terms (gconstpointer a,
               gconstpointer b)
{
  return (int) ((const Term *) a)->type - (int) ((const Term *) b)->type;
}

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

static gboolean
word_is_at (const Term   *word,
            const guchar *at)
{
  for (gsize i = 0; i < word->length; i++)
    {
      if (fold (at[i]) != (guchar) word->text[i])
        return FALSE;
    }

  return TRUE;
}

static gboolean
find_word (const Term *word,
           const char *text,
           gsize       length)
{
  const guchar *at = (const guchar *) text;
  const guchar *end = at + length;
  const guchar last = word->text[word->length - 1];

  while ((gsize) (end - at) >= word->length)
    {
      guchar c = at[word->length - 1];

      if (fold (c) == last && word_is_at (word, at))
        return TRUE;
      at += word->skips[c];
    }

  return FALSE;
}

static gboolean
text_has_word (const Term *word,
               const char *text)
{
  return text != NULL && find_word (word, text, strlen (text));
}

/* Looks at one stretch of the bytes. Neighbours overlap by all but one byte of the word. */
static McpVerdict
look_for_word (const Term     *word,
               McpJournal     *journal,
               guint           serial,
               McpQueryCursor *cursor)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);
  const char *data;
  gsize length;

  if (cursor->offset == 0
      && (text_has_word (word, mcp_journal_get_method (journal, serial))
          || text_has_word (word, mcp_journal_get_name (journal, serial))))
    return MCP_VERDICT_YES;

  length = MIN (slot->length - cursor->offset, MCP_SPOOL_MAX_PEEK_BYTES);
  if (length < word->length)
    return MCP_VERDICT_NO;

  data = mcp_spool_peek (journal->spool, slot->offset + cursor->offset, length);
  if (data == NULL)
    return MCP_VERDICT_NO;
  if (find_word (word, data, length))
    return MCP_VERDICT_YES;
  if (cursor->offset + length == slot->length)
    return MCP_VERDICT_NO;

  cursor->offset += length - (word->length - 1);

  return MCP_VERDICT_MORE;
}

static McpVerdict
look_at_term (const Term     *term,
              McpJournal     *journal,
              guint           serial,
              McpQueryCursor *cursor)
{
  const McpSlot *slot = mcp_journal_get_slot (journal, serial);
  const char *method;
  gboolean matches = FALSE;

  switch (term->type)
    {
    case TERM_DIRECTION:
      matches = slot->direction == term->value;
      break;
    case TERM_KIND:
      matches = slot->kind == term->value;
      break;
    case TERM_METHOD:
      method = mcp_journal_get_method (journal, serial);
      matches = method != NULL && glob_matches (term->text, method);
      break;
    case TERM_WORD:
      return look_for_word (term, journal, serial, cursor);
    default:
      g_assert_not_reached ();
    }

  return matches ? MCP_VERDICT_YES : MCP_VERDICT_NO;
}

/*
 * mcp_query_look:
 * @self: a query
 * @journal: a journal
 * @serial: of one of its records
 * @cursor: (inout): where to go on
 *
 * Asks the query of a record, but reads no more than a stretch of its bytes, so that whoever has
 * little time can go on later.
 *
 * Returns: the verdict, or %MCP_VERDICT_MORE
 */
McpVerdict
mcp_query_look (McpQuery       *self,
                McpJournal     *journal,
                guint           serial,
                McpQueryCursor *cursor)
{
  for (; cursor->term < self->terms->len; cursor->term++)
    {
      const Term *term = &g_array_index (self->terms, Term, cursor->term);
      McpVerdict verdict = look_at_term (term, journal, serial, cursor);

      if (verdict == MCP_VERDICT_MORE)
        return verdict;
      if ((verdict == MCP_VERDICT_YES) == term->negated)
        return MCP_VERDICT_NO;
      cursor->offset = 0;
    }

  return MCP_VERDICT_YES;
}

/**
 * mcp_query_new:
 * @text: the filter as it was typed
 * @error: of %MCP_ERROR_USAGE; says what is wrong, in which column, and what there is
 *
 * Compiles a filter. All terms must match. A word is found in the bytes, the method or the name,
 * whatever its letter case; `method:` takes a pattern with `*` and `?`; `dir:` is in or out;
 * `kind:` is a kind's nick. A `-` before a term turns it around. Empty text matches all.
 *
 * Returns: (transfer full) (nullable): a query
 */
McpQuery *
mcp_query_new (const char  *text,
               GError     **error)
{
  g_autoptr (McpQuery) self = NULL;
  Parser parser;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_new0 (McpQuery, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_utf8_make_valid (text, -1);
  self->terms = g_array_new (FALSE, FALSE, sizeof (Term));
  g_array_set_clear_func (self->terms, (GDestroyNotify) term_clear);

  parser.text = self->text;
  parser.at = self->text;
  parser.terms = self->terms;
  while (TRUE)
    {
      while (g_ascii_isspace (*parser.at))
        parser.at++;
      if (*parser.at == '\0')
        break;
      if (!parse_term (&parser, error))
        return NULL;
    }
  g_array_sort (self->terms, compare_terms);

  return g_steal_pointer (&self);
}

/**
 * mcp_query_ref:
 * @self: a query
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
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

  g_array_unref (self->terms);
  g_free (self->text);
  g_free (self);
}

/**
 * mcp_query_get_text:
 * @self: a query
 *
 * Gets the text it was made of.
 *
 * Returns: the text
 */
const char *
mcp_query_get_text (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

/**
 * mcp_query_is_empty:
 * @self: a query
 *
 * Gets whether it matches everything because it asks for nothing.
 *
 * Returns: %TRUE when it has no term
 */
gboolean
mcp_query_is_empty (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->terms->len == 0;
}

/**
 * mcp_query_needs_body:
 * @self: a query
 *
 * Gets whether it may have to read the bytes of a record: such a query is slower.
 *
 * Returns: %TRUE when it has a word
 */
gboolean
mcp_query_needs_body (McpQuery *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->terms->len > 0
         && g_array_index (self->terms, Term, self->terms->len - 1).type == TERM_WORD;
}

/**
 * mcp_query_matches:
 * @self: a query
 * @journal: a journal
 * @serial: of one of its records
 *
 * Asks the query of a record, and reads as much of its bytes as that takes.
 *
 * Returns: %TRUE when all terms match
 */
gboolean
mcp_query_matches (McpQuery   *self,
                   McpJournal *journal,
                   guint       serial)
{
  McpQueryCursor cursor = { 0 };
  McpVerdict verdict;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), FALSE);
  g_return_val_if_fail (serial > 0 && serial <= mcp_journal_get_n_records (journal), FALSE);

  do
    verdict = mcp_query_look (self, journal, serial, &cursor);
  while (verdict == MCP_VERDICT_MORE);

  return verdict == MCP_VERDICT_YES;
}
