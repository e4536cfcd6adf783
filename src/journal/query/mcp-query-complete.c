/* mcp-query-complete.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-journal-private.h"
#include "mcp-query-private.h"

/*
 * What could stand at the cursor of a filter that is being typed: fields and operators, and behind
 * a field its values, of which the journal knows some.
 */

#define MAX_COMPLETIONS 64

/* So many of the last records are looked at: it takes about a millisecond. */
#define MAX_RECORDS 50000

typedef struct
{
  const char  *text;
  const char  *description;  /* to be translated */
} Example;

static const Example operators[] = {
  { "not ", N_("Turns round what follows, as - does") },
  { "and ", N_("Both; what stands side by side is joined like this") },
  { "or ", N_("One of both") },
  { "(", N_("Begins a group, which “)” ends") },
}, took_examples[] = {
  { ">10ms", N_("Took longer than 10 ms") },
  { ">100ms", N_("Took longer than 100 ms") },
  { ">1s", N_("Took longer than a second") },
  { "1ms..5ms", N_("Took from 1 to 5 ms") },
}, size_examples[] = {
  { ">1k", N_("Larger than 1,000 bytes") },
  { ">1M", N_("Larger than a million bytes") },
  { "<100", N_("Smaller than 100 bytes") },
  { "1k..10k", N_("From 1,000 to 10,000 bytes") },
}, time_examples[] = {
  { ">-5m", N_("The last five minutes before the last message") },
  { ">-10s", N_("The last ten seconds before the last message") },
  { "+10s..+20s", N_("Between 10 and 20 seconds after the start") },
  { ">14:03", N_("After 14:03, local time") },
  { "14:00..14:05", N_("Between two times of day") },
}, http_examples[] = {
  { "4xx", N_("The server found the request wrong") },
  { "5xx", N_("The server failed") },
  { "2xx", N_("All went well") },
  { ">=400", N_("Any error") },
  { "404", N_("One status") },
}, json_examples[] = {
  { "params.", N_("In what was asked: params.name=echo, params.arguments.text~word") },
  { "result.", N_("In the answer: result.content[0].type=text, result.content[*].text~word") },
  { "error.code", N_("In an error: error.code=-32602, error.code<-32000") },
  { "error.message", N_("In an error: error.message~word") },
}, number_examples[] = {
  { "1", N_("The first") },
  { ">1", N_("All after the first") },
};

typedef struct
{
  guint       from;    /* of what is replaced */
  guint       to;
  char       *typed;   /* of that, what is before the cursor, without a quote at its start */
  McpJournal *journal; /* (nullable) */
  GPtrArray  *found;
} Search;

/**
 * mcp_query_completion_free:
 * @self: (transfer full): a completion
 *
 * Frees a completion.
 */
void
mcp_query_completion_free (McpQueryCompletion *self)
{
  g_free (self->text);
  g_free (self->description);
  g_free (self);
}

static void
add (Search     *search,
     char       *text,
     const char *description)
{
  McpQueryCompletion *completion;

  if (search->found->len >= MAX_COMPLETIONS)
    {
      g_free (text);
      return;
    }

  completion = g_new0 (McpQueryCompletion, 1);
  completion->text = text;
  completion->from = search->from;
  completion->to = search->to;
  completion->description = g_strdup (description != NULL ? description : "");
  g_ptr_array_add (search->found, completion);
}

/* Whether something begins with what was typed, or else has it inside. */
static gboolean
fits (Search     *search,
      const char *text,
      gboolean    inside)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *typed = g_utf8_casefold (search->typed, -1);
  gboolean begins = g_str_has_prefix (folded, typed);

  return inside ? !begins && strstr (folded, typed) != NULL : begins;
}

/* A value as it is written, between quotes where it has to be. */
static char *
write_value (const char *text)
{
  GString *value;

  if (strpbrk (text, " \t\r\n\"()") == NULL)
    return g_strdup (text);

  value = g_string_new ("\"");
  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\')
        g_string_append_c (value, '\\');
      g_string_append_c (value, *text);
    }
  g_string_append_c (value, '"');

  return g_string_free (value, FALSE);
}

static void
add_examples (Search        *search,
              const Example *examples,
              guint          n_examples)
{
  for (guint i = 0; i < n_examples; i++)
    {
      if (fits (search, examples[i].text, FALSE))
        add (search, g_strdup (examples[i].text), _(examples[i].description));
    }
}

static void
add_fields (Search *search)
{
  guint n_fields;
  const McpQueryField *fields = mcp_query_get_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    {
      if (fits (search, fields[i].name, FALSE))
        add (search, g_strconcat (fields[i].name, ":", NULL), _(fields[i].description));
    }
  add_examples (search, operators, G_N_ELEMENTS (operators));
}

static void
add_words (Search      *search,
           McpTermType  type)
{
  for (guint i = 0; i < mcp_query_get_n_words (type); i++)
    {
      const char *description;
      const char *word = mcp_query_get_word (type, i, &description);

      if (fits (search, word, FALSE))
        add (search, g_strdup (word), description != NULL ? _(description) : NULL);
    }
}

static gboolean
is_asked_for (Search        *search,
              const McpSlot *slot,
              McpTermType    type)
{
  const char *method;

  if (type == MCP_TERM_METHOD || type == MCP_TERM_NAME)
    return TRUE;

  method = mcp_interner_get (search->journal->methods, slot->method);
  if (method == NULL)
    return FALSE;

  return type == MCP_TERM_TOOL ? g_str_equal (method, "tools/call")
                               : g_str_has_prefix (method, "resources/");
}

/* How often each number was seen in the last records; the table is made as large as it must be. */
static GArray *
count_seen (Search      *search,
            McpTermType  type)
{
  GArray *counts = g_array_new (FALSE, TRUE, sizeof (guint));
  guint last = search->journal->n_records;

  for (guint serial = last > MAX_RECORDS ? last - MAX_RECORDS + 1 : 1; serial <= last; serial++)
    {
      const McpSlot *slot = mcp_journal_get_slot (search->journal, serial);
      guint16 number = type == MCP_TERM_METHOD ? slot->method : slot->name;

      if (number == 0 || !is_asked_for (search, slot, type))
        continue;
      if (number >= counts->len)
        g_array_set_size (counts, number + 1);
      g_array_index (counts, guint, number)++;
    }

  return counts;
}

typedef struct
{
  const char *text;
  guint       count;
} Seen;

static int
compare_seen (gconstpointer a,
              gconstpointer b)
{
  const Seen *first = a;
  const Seen *second = b;

  if (first->count != second->count)
    return first->count > second->count ? -1 : 1;

  return strcmp (first->text, second->text);
}

static GArray *
list_seen (Search      *search,
           McpTermType  type)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Seen));
  g_autoptr (GArray) counts = count_seen (search, type);
  McpInterner *interner =
    type == MCP_TERM_METHOD ? search->journal->methods : search->journal->names;

  for (guint i = 0; i < counts->len; i++)
    {
      Seen seen = { NULL, g_array_index (counts, guint, i) };

      if (seen.count == 0)
        continue;
      seen.text = mcp_interner_get (interner, i);
      g_array_append_val (list, seen);
    }
  g_array_sort (list, compare_seen);

  return list;
}

/* What the journal has seen, the most frequent first; what begins as typed before the rest. */
static void
add_seen (Search      *search,
          McpTermType  type)
{
  g_autoptr (GArray) list = NULL;

  if (search->journal == NULL)
    return;

  list = list_seen (search, type);
  for (guint inside = 0; inside < 2; inside++)
    {
      for (guint i = 0; i < list->len; i++)
        {
          const Seen *seen = &g_array_index (list, Seen, i);
          g_autofree char *description = NULL;

          if (!fits (search, seen->text, inside))
            continue;
          description = g_strdup_printf (ngettext ("%u message", "%u messages", seen->count),
                                         seen->count);
          add (search, write_value (seen->text), description);
        }
    }
}

static void
add_values (Search              *search,
            const McpQueryField *field)
{
  switch ((guint) field->type)
    {
    case MCP_TERM_METHOD:
    case MCP_TERM_NAME:
    case MCP_TERM_TOOL:
    case MCP_TERM_URI:
      add_seen (search, field->type);
      break;
    case MCP_TERM_TOOK:
      add_examples (search, took_examples, G_N_ELEMENTS (took_examples));
      break;
    case MCP_TERM_SIZE:
      add_examples (search, size_examples, G_N_ELEMENTS (size_examples));
      break;
    case MCP_TERM_TIME:
    case MCP_TERM_DURING:
      add_examples (search, time_examples, G_N_ELEMENTS (time_examples));
      break;
    case MCP_TERM_HTTP:
      add_examples (search, http_examples, G_N_ELEMENTS (http_examples));
      break;
    case MCP_TERM_JSON:
      add_examples (search, json_examples, G_N_ELEMENTS (json_examples));
      break;
    case MCP_TERM_LIFE:
    case MCP_TERM_EXCHANGE:
      add_examples (search, number_examples, G_N_ELEMENTS (number_examples));
      break;
    default:
      add_words (search, field->type);
    }
}

/* Finds where the term at the cursor begins, and whether the cursor is between quotes. */
static guint
find_start (const char *text,
            guint       cursor,
            gboolean   *quoted)
{
  guint start = 0;

  *quoted = FALSE;
  for (guint i = 0; i < cursor; i++)
    {
      if (*quoted && text[i] == '\\' && i + 1 < cursor)
        i++;
      else if (text[i] == '"')
        *quoted = !*quoted;
      else if (!*quoted && (g_ascii_isspace (text[i]) || text[i] == '(' || text[i] == ')'))
        start = i + 1;
    }

  return start;
}

static guint
find_end (const char *text,
          guint       cursor,
          gboolean    quoted)
{
  guint end = cursor;

  if (quoted)
    {
      const char *quote = strchr (text + cursor, '"');

      return quote != NULL ? (gsize) (quote + 1 - text) : strlen (text);
    }

  while (text[end] != '\0' && text[end] != ')' && !g_ascii_isspace (text[end]))
    end++;

  return end;
}

/**
 * mcp_query_complete:
 * @text: a filter, finished or not
 * @cursor: where the cursor is, in bytes from the start
 * @journal: (nullable): what there is to be found
 *
 * Gets what could stand at the cursor: fields and operators, or the values of a field, those that
 * begin with what was typed first. Behind a value one goes on with a space.
 *
 * Returns: (transfer full) (element-type McpQueryCompletion): the completions, 64 at most
 */
GPtrArray *
mcp_query_complete (const char *text,
                    guint       cursor,
                    McpJournal *journal)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_query_completion_free);
  const McpQueryField *field = NULL;
  g_autofree char *typed = NULL;
  Search search = { 0 };
  const char *colon;
  gboolean quoted;
  guint start;

  g_return_val_if_fail (text != NULL, found);
  g_return_val_if_fail (journal == NULL || MCP_IS_JOURNAL (journal), found);

  if (cursor > strlen (text) || !g_utf8_validate (text, -1, NULL))
    return found;

  start = find_start (text, cursor, &quoted);
  if (text[start] == '-' && start < cursor)
    start++;
  colon = memchr (text + start, ':', cursor - start);
  if (colon != NULL)
    {
      g_autofree char *name = g_strndup (text + start, colon - text - start);

      field = mcp_query_find_field (name);
    }
  /* Of what is between quotes, or is no field, nobody knows how it goes on. */
  if (field == NULL && (quoted || colon != NULL || text[start] == '/'))
    return found;

  search.from = field != NULL ? (guint) (colon + 1 - text) : start;
  search.to = find_end (text, cursor, quoted);
  search.journal = journal;
  search.found = found;
  typed = g_strndup (text + search.from, cursor - search.from);
  search.typed = *typed == '"' ? typed + 1 : typed;
  if (field != NULL)
    add_values (&search, field);
  else
    add_fields (&search);

  return found;
}
