/* mcp-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-match.h"

/*
 * Names are written in many ways: “delete_ticket”, “deleteTicket”, “ticket.delete”. What is sought
 * is split where any of them joins words, and each word is looked for by itself, without regard to
 * case and accents. A word that is not there is looked for in the name without what joins: “getuser”
 * finds “get_user”.
 */

/* Nobody types more; it bounds what each byte of a list costs. */
#define MAX_SOUGHT_BYTES 200

/* So many places are marked in one text. */
#define MAX_PLACES 100

struct _McpMatch
{
  GPtrArray *words;  /* folded; none matches everything */
  char      *joined; /* all of them */
};

/* A text without case and accents, and where each byte of it comes from. */
typedef struct
{
  GString *text;
  GArray  *places; /* of Place: one per byte, plus one for the end */
} Folded;

typedef struct
{
  guint32  offset;
  gboolean is_start; /* of a word */
} Place;

static void
folded_clear (Folded *folded)
{
  if (folded->text != NULL)
    g_string_free (folded->text, TRUE);
  g_clear_pointer (&folded->places, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folded, folded_clear)

static gboolean
is_joint (gunichar c)
{
  return c < 0x80 && (g_ascii_isspace ((char) c) || strchr ("_-./:", (int) c) != NULL);
}

/* Whether a word begins at @c. */
static gboolean
is_start (gunichar before,
          gunichar c)
{
  return before == 0 || !g_unichar_isalnum (before) || (g_unichar_isupper (c) && !g_unichar_isupper (before));
}

static void
append_folded (GString  *out,
               gunichar  c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  gsize n_parts;

  if (c < 0x80)
    {
      g_string_append_c (out, g_ascii_tolower ((char) c));
      return;
    }

  n_parts = g_unichar_fully_decompose (c, TRUE, parts, G_N_ELEMENTS (parts));
  for (gsize i = 0; i < n_parts; i++)
    {
      if (!g_unichar_ismark (parts[i]))
        g_string_append_unichar (out, g_unichar_tolower (parts[i]));
    }
}

static void
fold (Folded     *self,
      const char *text,
      gboolean    without_joints)
{
  gunichar before = 0;
  gsize length = strlen (text);

  self->text = g_string_sized_new (length + 1);
  self->places = g_array_sized_new (FALSE, FALSE, sizeof (Place), length + 1);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      Place place = { (guint32) (p - text), is_start (before, c) };

      before = c;
      if (without_joints && is_joint (c))
        continue;
      append_folded (self->text, c);
      for (; self->places->len < self->text->len; place.is_start = FALSE)
        g_array_append_val (self->places, place);
    }
  g_array_append_val (self->places, ((Place) { (guint32) length, TRUE }));
}

/* The first place of a word, better one where a word begins. */
static const char *
find_word (const Folded *folded,
           const char   *word,
           gboolean     *at_start)
{
  const char *first = strstr (folded->text->str, word);

  for (const char *p = first; p != NULL; p = strstr (p + 1, word))
    {
      *at_start = g_array_index (folded->places, Place, p - folded->text->str).is_start;
      if (*at_start)
        return p;
    }

  return first;
}

static gboolean
has_word (const Folded *folded,
          const Folded *squeezed,
          const char   *word,
          gboolean     *at_start)
{
  return find_word (folded, word, at_start) != NULL || find_word (squeezed, word, at_start) != NULL;
}

/**
 * mcp_match_new:
 * @sought: what somebody typed, UTF-8
 *
 * Prepares a search.
 *
 * Returns: (transfer full) (nullable): %NULL when there is no word in it
 */
McpMatch *
mcp_match_new (const char *sought)
{
  g_autoptr (GString) word = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  McpMatch *self;
  gunichar before = 0;

  g_return_val_if_fail (sought != NULL, NULL);

  for (const char *p = sought; p - sought < MAX_SOUGHT_BYTES; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (word->len > 0 && (c == 0 || is_joint (c) || (g_unichar_isalnum (c) && is_start (before, c))))
        {
          g_ptr_array_add (words, g_strdup (word->str));
          g_string_truncate (word, 0);
        }
      if (c == 0)
        break;
      if (!is_joint (c))
        append_folded (word, c);
      before = c;
    }
  if (word->len > 0)
    g_ptr_array_add (words, g_strdup (word->str));
  if (words->len == 0)
    return NULL;

  self = g_new0 (McpMatch, 1);
  g_string_truncate (word, 0);
  for (guint i = 0; i < words->len; i++)
    g_string_append (word, words->pdata[i]);
  self->joined = g_string_free (g_steal_pointer (&word), FALSE);
  self->words = g_steal_pointer (&words);

  return self;
}

void
mcp_match_free (McpMatch *self)
{
  g_ptr_array_unref (self->words);
  g_free (self->joined);
  g_free (self);
}

/* Rank: 0 equal, 1 same beginning, 2 each word begins a word, 3 elsewhere. */
static guint
rate (const McpMatch *self,
      const Folded   *squeezed,
      gboolean        all_at_start)
{
  if (!g_str_has_prefix (squeezed->text->str, self->joined))
    return all_at_start ? 2 : 3;

  return squeezed->text->len == strlen (self->joined) ? 0 : 1;
}

/* Whether a word that is missing may be in @text: most texts have none, and are not looked at
 * further. */
static gboolean
may_have (const McpMatch *self,
          const char     *text,
          guint64         missing,
          GString        *scratch)
{
  g_string_truncate (scratch, 0);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!is_joint (c))
        append_folded (scratch, c);
    }
  for (guint w = 0; w < MIN (self->words->len, 64); w++)
    if ((missing >> w & 1) != 0 && strstr (scratch->str, self->words->pdata[w]) != NULL)
      return TRUE;

  return FALSE;
}

/**
 * mcp_match_rank:
 * @self: (nullable): what is sought; %NULL finds everything
 * @fields: texts of one thing, (nullable) each, the most telling first: its name, its title, its
 *   description
 *
 * Looks for all words in the texts of one thing.
 *
 * Returns: the lower, the better; %MCP_MATCH_NONE when a word is in none of them
 */
guint
mcp_match_rank (const McpMatch    *self,
                const char *const *fields,
                guint              n_fields)
{
  g_autoptr (GString) scratch = NULL;
  guint64 missing;
  gboolean all_at_start = TRUE;

  if (self == NULL)
    return 0;

  scratch = g_string_sized_new (64);

  missing = (self->words->len < 64 ? G_GUINT64_CONSTANT (1) << self->words->len : 0) - 1;
  for (guint i = 0; i < n_fields; i++)
    {
      g_auto (Folded) folded = { NULL, NULL };
      g_auto (Folded) squeezed = { NULL, NULL };

      if (fields[i] == NULL || !may_have (self, fields[i], missing, scratch))
        continue;

      fold (&folded, fields[i], FALSE);
      fold (&squeezed, fields[i], TRUE);
      for (guint w = 0; w < MIN (self->words->len, 64); w++)
        {
          gboolean at_start = FALSE;

          if ((missing >> w & 1) == 0 || !has_word (&folded, &squeezed, self->words->pdata[w], &at_start))
            continue;
          missing &= ~(G_GUINT64_CONSTANT (1) << w);
          all_at_start = all_at_start && at_start;
        }
      if (missing == 0)
        return 4 * i + rate (self, &squeezed, all_at_start);
    }

  return MCP_MATCH_NONE;
}

static void
add_places (const Folded *folded,
            const char   *word,
            GArray       *found)
{
  for (const char *p = strstr (folded->text->str, word); p != NULL && found->len < MAX_PLACES;
       p = strstr (p + strlen (word), word))
    {
      gsize at = p - folded->text->str;
      gsize start = g_array_index (folded->places, Place, at).offset;
      gsize end = at + strlen (word);
      McpSpan span;

      /* A character that became several is marked whole. */
      while (end < folded->text->len && g_array_index (folded->places, Place, end).offset
                                          == g_array_index (folded->places, Place, end - 1).offset)
        end++;
      span.offset = start;
      span.length = g_array_index (folded->places, Place, end).offset - start;
      g_array_append_val (found, span);
    }
}

/**
 * mcp_match_find:
 * @text: UTF-8, as it is shown
 *
 * Finds what is to be marked in a text.
 *
 * Returns: (transfer full) (element-type McpSpan): the places of the words in it, in bytes, which
 *   may overlap
 */
GArray *
mcp_match_find (const McpMatch *self,
                const char     *text)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  g_auto (Folded) folded = { NULL, NULL };
  g_auto (Folded) squeezed = { NULL, NULL };

  g_return_val_if_fail (self != NULL, found);
  g_return_val_if_fail (text != NULL, found);

  fold (&folded, text, FALSE);
  fold (&squeezed, text, TRUE);
  for (guint w = 0; w < self->words->len; w++)
    {
      guint n_found = found->len;

      add_places (&folded, self->words->pdata[w], found);
      if (found->len == n_found)
        add_places (&squeezed, self->words->pdata[w], found);
    }

  return found;
}
