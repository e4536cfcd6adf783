/* mcp-recording-sieve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-query-private.h"
#include "mcp-recording-sieve.h"

/*
 * McpRecordingSieve:
 *
 * Reading a line as JSON costs ten times as much as looking through its bytes. Where only records
 * are wanted that have a text, most lines are not read: the whole file is looked through once for
 * lines that have it, and once more for those that share an id with one of them, for an answer is
 * told by its request, and has its method and name.
 *
 * A line is left out only when its bytes say for sure that it is a message without the text. One
 * that was not written as we write it, is no message, or spells an ASCII letter as an escape, is
 * read like any other.
 */

/* With more ids than that it is as well to read all. */
#define MAX_IDS 10000

/* Keys that end so have an id as their value, as "id", "requestId", "taskId"; quotes are escaped. */
#define ID_KEY       "id\\\""
#define ESCAPE       "\\u00"
#define QUOTE        "\\\""
#define MAX_ID_BYTES 256

struct _McpRecordingSieve
{
  McpQuery        *query;
  const McpNeedle *text;
  McpNeedle       *id_key;
  McpNeedle       *escape;
  GHashTable      *ids;       /* as they are written, without the quotes of a string */
  GByteArray      *needed;    /* a bit for each line that was looked at */
  gsize            n_looked;
  gsize            n_asked;
};

/* The longest text of a query that wants nothing but texts, all of them. */
static const McpNeedle *
find_text (McpQuery *query)
{
  const McpNeedle *longest = NULL;

  for (guint i = 0; i < query->nodes->len; i++)
    {
      McpNodeType type = g_array_index (query->nodes, McpNode, i).type;

      if (type != MCP_NODE_TERM && type != MCP_NODE_AND)
        return NULL;
    }
  for (guint i = 0; i < query->terms->len; i++)
    {
      const McpTerm *term = &g_array_index (query->terms, McpTerm, i);

      if (term->type != MCP_TERM_TEXT)
        return NULL;
      if (longest == NULL || mcp_needle_get_length (term->search) > mcp_needle_get_length (longest))
        longest = term->search;
    }

  return longest;
}

/* Whether a text can only stand in a line as it is: JSON has no other way to write it but \u. */
static gboolean
is_written_plainly (const McpNeedle *text)
{
  const char *bytes = mcp_needle_get_text (text);

  for (gsize i = 0; i < mcp_needle_get_length (text); i++)
    if (!g_ascii_isprint (bytes[i]) || strchr ("\"\\/", bytes[i]) != NULL)
      return FALSE;

  return TRUE;
}

/*
 * mcp_recording_sieve_new:
 * @query: what the records are to match
 *
 * Creates a sieve that has seen nothing.
 *
 * Returns: (transfer full) (nullable): a sieve, %NULL when the query wants more than text
 */
McpRecordingSieve *
mcp_recording_sieve_new (McpQuery *query)
{
  const McpNeedle *text = find_text (query);
  McpRecordingSieve *self;

  if (text == NULL || !is_written_plainly (text))
    return NULL;

  self = g_new0 (McpRecordingSieve, 1);
  self->query = mcp_query_ref (query);
  self->text = text;
  self->id_key = mcp_needle_new (ID_KEY, strlen (ID_KEY));
  self->escape = mcp_needle_new (ESCAPE, strlen (ESCAPE));
  self->ids = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->needed = g_byte_array_new ();

  return self;
}

void
mcp_recording_sieve_free (McpRecordingSieve *self)
{
  mcp_query_unref (self->query);
  mcp_needle_free (self->id_key);
  mcp_needle_free (self->escape);
  g_hash_table_unref (self->ids);
  g_byte_array_unref (self->needed);
  g_free (self);
}

/* Goes on behind a text. FALSE when it does not stand there. */
static gboolean
skip (const char **at,
      const char  *end,
      const char  *text)
{
  gsize length = strlen (text);

  if ((gsize) (end - *at) < length || memcmp (*at, text, length) != 0)
    return FALSE;

  *at += length;

  return TRUE;
}

static void
skip_digits (const char **at,
             const char  *end)
{
  while (*at < end && g_ascii_isdigit (**at))
    (*at)++;
}

/* Whether it is a message as our writer writes it. An event is not: its message may be in parts. */
static gboolean
is_plain_message (const char *line,
                  gsize       length)
{
  const char *at = line;
  const char *end = line + length;

  if (length == 0 || end[-1] != '}' || !skip (&at, end, "{\"t\":"))
    return FALSE;
  skip_digits (&at, end);
  if (!skip (&at, end, ",\"ch\":\""))
    return FALSE;
  if (!skip (&at, end, "stdio\"") && !skip (&at, end, "http\"") && !skip (&at, end, "ws\"")
      && !skip (&at, end, "socket\"") && !skip (&at, end, "tcp\""))
    return FALSE;
  if (!skip (&at, end, ",\"dir\":\"in\"") && !skip (&at, end, ",\"dir\":\"out\""))
    return FALSE;
  if (skip (&at, end, ",\"x\":"))
    skip_digits (&at, end);

  return skip (&at, end, ",\"raw\":\"{");
}

typedef enum {
  IDS_NONE,
  IDS_SHARED,   /* the line has a wanted id */
  IDS_UNCLEAR,  /* one cannot be compared as it stands */
} Ids;

static void
skip_spaces (const char **at,
             const char  *end)
{
  while (*at < end && **at == ' ')
    (*at)++;
}

/*
 * Gets the id behind a key: a string without its quotes, or an integer. FALSE when it may be spelled
 * otherwise elsewhere. What is neither is no id: of length 0.
 */
static gboolean
read_id (const char  *at,
         const char  *end,
         const char **id,
         gsize       *length)
{
  *length = 0;
  skip_spaces (&at, end);
  /* A value that ends as such keys do has something else behind it. */
  if (!skip (&at, end, ":"))
    return TRUE;

  skip_spaces (&at, end);
  if (skip (&at, end, QUOTE))
    {
      *id = at;
      at = memchr (at, '\\', end - at);
      if (at == NULL || end - at < 2 || at[1] != '"')
        return FALSE;
    }
  else
    {
      *id = at;
      if (at < end && *at == '-')
        at++;
      skip_digits (&at, end);
      if (at < end && strchr (".eE", *at) != NULL)
        return at == *id;
    }
  *length = at - *id;

  return *length < MAX_ID_BYTES;
}

/* Goes through the ids of a line, which with @adds are wanted from now on. */
static Ids
go_through_ids (McpRecordingSieve *self,
                const char        *line,
                gsize              length,
                gboolean           adds)
{
  const char *end = line + length;
  const char *at = line;
  Ids found = IDS_NONE;

  while ((at = mcp_needle_find (self->id_key, at, end - at)) != NULL)
    {
      char text[MAX_ID_BYTES];
      const char *id;
      gsize id_length;

      at += strlen (ID_KEY);
      if (!read_id (at, end, &id, &id_length))
        return IDS_UNCLEAR;
      if (id_length == 0)
        continue;

      memcpy (text, id, id_length);
      text[id_length] = '\0';
      if (adds)
        g_hash_table_add (self->ids, g_strdup (text));
      else if (g_hash_table_contains (self->ids, text))
        found = IDS_SHARED;
    }

  return found;
}

/* Whether a letter, or what makes a key, is written as an escape: an id may not be seen then. */
static gboolean
hides_letters (McpRecordingSieve *self,
               const char        *line,
               gsize              length)
{
  const char *end = line + length;
  const char *at = line;

  while ((at = mcp_needle_find (self->escape, at, end - at)) != NULL)
    {
      int c;

      at += strlen (ESCAPE);
      if (end - at < 2 || !g_ascii_isxdigit (at[0]) || !g_ascii_isxdigit (at[1]))
        return TRUE;

      c = g_ascii_xdigit_value (at[0]) << 4 | g_ascii_xdigit_value (at[1]);
      if (g_ascii_isalnum (c) || (c != 0 && strchr ("\":\\-", c) != NULL))
        return TRUE;
    }

  return FALSE;
}

/*
 * mcp_recording_sieve_look:
 * @line: the next line, without its end
 *
 * Looks through a line for the first time.
 *
 * Returns: %FALSE when all lines are to be read: nothing would be gained, or it could be wrong
 */
gboolean
mcp_recording_sieve_look (McpRecordingSieve *self,
                          const char        *line,
                          gsize              length)
{
  gboolean needed = !is_plain_message (line, length)
                    || mcp_needle_is_in (self->text, line, length)
                    || mcp_needle_is_in (self->escape, line, length);

  if (self->n_looked % 8 == 0)
    g_byte_array_append (self->needed, (const guint8[]) { 0 }, 1);
  if (needed)
    self->needed->data[self->n_looked / 8] |= 1 << self->n_looked % 8;
  self->n_looked++;

  return !needed || (!hides_letters (self, line, length)
                     && go_through_ids (self, line, length, TRUE) != IDS_UNCLEAR
                     && g_hash_table_size (self->ids) <= MAX_IDS);
}

/*
 * mcp_recording_sieve_needs:
 * @line: the next line, once more
 *
 * Asks whether a line is to be read. One that was not there the first time is.
 *
 * Returns: %FALSE when it can be left out
 */
gboolean
mcp_recording_sieve_needs (McpRecordingSieve *self,
                           const char        *line,
                           gsize              length)
{
  gsize index = self->n_asked++;

  return index >= self->n_looked || (self->needed->data[index / 8] & 1 << index % 8) != 0
         || (g_hash_table_size (self->ids) > 0
             && go_through_ids (self, line, length, FALSE) != IDS_NONE);
}
