/* mcp-redactor-marks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-redaction-rules-private.h"

/*
 * Most text has no secret, and this finds out at the price of one look into a table for each byte.
 * A mark has at least three bytes; names are compared in any case, all else exactly.
 */

/* A mark is found by a number of 16 bits: nobody has that many secrets. */
#define MAX_MARKS 60000

/* Shorter values have too few sure bytes in base64. */
#define MIN_ENCODED_BYTES 8

/* The names that are looked for in base64, in three spellings of each. */
static const char *const encoded_names[] = {
  "password", "passwd",     "secret",      "token",      "api_key",
  "apikey",   "access_key", "private_key", "credential", "-----BEGIN ",
};

/* Before those that are there: of two secrets the longer one comes last. */
static void
prepend_mark (McpMarks *self, const McpMark *mark)
{
  const guint hash = mcp_mark_hash (mark->text);
  guint16 *head = &self->heads[hash >> (MCP_MARK_FILTER_BITS - MCP_MARK_HASH_BITS)];
  McpMark copy = *mark;
  guint32 bytes = 0;

  if (self->marks->len >= MAX_MARKS)
    return;

  memset (&copy.mask, 0xff, MIN (mark->sure, 4));
  memcpy (&bytes, mark->text, MIN (mark->length, 4));
  copy.first = (bytes | 0x20202020) & copy.mask;
  copy.next = *head;
  *head = self->marks->len;
  self->filter[hash] = 1;
  g_array_append_val (self->marks, copy);
}

/* How many bytes are the same in every spelling; "\u" is a mark of its own. */
static gsize
measure_plain (const char *secret)
{
  gsize n = 0;

  while (secret[n] != '\0' && (guchar)secret[n] >= ' ' && strchr ("\"\\/", secret[n]) == NULL)
    n++;

  return n;
}

/* --- Base64 --- */

/*
 * What is the same in the base64 of all texts in which @text stands @shift bytes behind a multiple
 * of three: RFC 4648 section 4. (transfer full)
 */
static char *
encode_shifted (const char *text, guint shift)
{
  const gsize length = strlen (text);
  g_autofree char *shifted = g_strnfill (shift + length, '\0');
  g_autofree char *base64 = NULL;
  const gsize first = shift == 0 ? 0 : shift + 1;
  const gsize end = (shift + length) * 8 / 6;

  memset (shifted, 0, shift);
  memcpy (shifted + shift, text, length);
  base64 = g_base64_encode ((const guchar *)shifted, shift + length);

  return g_strndup (base64 + first, end - first);
}

static void
add_encoded (McpMarks *self, GPtrArray *spellings, const McpRedactorRule *rule, const char *text)
{
  for (guint shift = 0; shift < 3; shift++)
    {
      char *encoded = encode_shifted (text, shift);
      const guint length = strlen (encoded);

      g_ptr_array_add (spellings, encoded);
      prepend_mark (self,
                    &(McpMark){ .text = encoded,
                                .length = length,
                                .sure = length,
                                .kind = MCP_MARK_ENCODED,
                                .shift = shift,
                                .rule = rule });
    }
}

/* Of a value that was told, also with the letters that addresses have (RFC 4648 section 5). */
static void
add_encoded_secret (McpMarks *self, const char *secret)
{
  if (strlen (secret) < MIN_ENCODED_BYTES)
    return;

  add_encoded (self, self->spellings, NULL, secret);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *url = g_strdup (self->spellings->pdata[self->spellings->len - 3 + i]);

      if (strpbrk (url, "+/") == NULL)
        continue;
      g_strdelimit (url, "+", '-');
      g_strdelimit (url, "/", '_');
      prepend_mark (self,
                    &(McpMark){ .text = url,
                                .length = strlen (url),
                                .sure = strlen (url),
                                .kind = MCP_MARK_ENCODED,
                                .shift = i });
      g_ptr_array_insert (self->spellings, 0, g_steal_pointer (&url));
    }
}

static void
add_encoded_names (McpMarks *self, GPtrArray *spellings)
{
  static const McpRedactorRule rule = { "", MCP_MARK_ENCODED, 0, 0, 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (encoded_names); i++)
    {
      g_autofree char *upper = g_ascii_strup (encoded_names[i], -1);
      g_autofree char *capital = g_strdup (encoded_names[i]);

      capital[0] = g_ascii_toupper (capital[0]);
      add_encoded (self, spellings, &rule, encoded_names[i]);
      if (g_ascii_isalpha (capital[0]))
        {
          add_encoded (self, spellings, &rule, upper);
          add_encoded (self, spellings, &rule, capital);
        }
    }
}

/* --- The table --- */

static McpMarks *
make_empty (void)
{
  McpMarks *self = g_new0 (McpMarks, 1);
  const McpMark none = { 0 };

  g_atomic_ref_count_init (&self->ref_count);
  self->marks = g_array_new (FALSE, FALSE, sizeof (McpMark));
  g_array_append_val (self->marks, none);

  return self;
}

/* What every redactor looks for. It is made once, and each table begins as a copy of it. */
static const McpMarks *
get_common (void)
{
  static gsize made;

  if (g_once_init_enter (&made))
    {
      McpMarks *self = make_empty ();
      GPtrArray *spellings = g_ptr_array_new ();

      /* Texts have names more often than what they may mean in base64. */
      add_encoded_names (self, spellings);
      for (guint i = mcp_n_redactor_rules; i > 0; i--)
        {
          const McpRedactorRule *rule = &mcp_redactor_rules[i - 1];
          const guint length = strlen (rule->anchor);

          if ((rule->flags & MCP_RULE_ENCODED) != 0)
            add_encoded (self, spellings, rule, rule->anchor);
          prepend_mark (self,
                        &(McpMark){ .text = rule->anchor,
                                    .length = length,
                                    .sure = length,
                                    .kind = rule->kind,
                                    .rule = rule });
        }
      g_ptr_array_unref (spellings);
      g_once_init_leave (&made, (gsize)self);
    }

  return (const McpMarks *)made;
}

/* A secret with a quote or a backslash in it is looked for as JSON writes it, too. */
static void
add_secret (McpMarks *self, const char *secret)
{
  gsize plain = measure_plain (secret);
  gsize length = strlen (secret);
  g_autoptr (GString) spelling = NULL;

  add_encoded_secret (self, secret);
  if (secret[plain] != '\0')
    {
      self->escapable |= plain < 3;
      spelling = g_string_new (NULL);
      mcp_json_append_string (spelling, secret, -1);
      g_string_truncate (spelling, spelling->len - 1);
      g_string_erase (spelling, 0, 1);
    }
  if (spelling != NULL && !g_str_equal (spelling->str, secret))
    {
      char *kept = g_strdup (spelling->str);

      g_ptr_array_add (self->spellings, kept);
      prepend_mark (
          self,
          &(McpMark){
              .text = kept, .length = spelling->len, .sure = plain, .kind = MCP_MARK_KNOWN });
    }
  prepend_mark (
      self,
      &(McpMark){
          .text = secret, .length = length, .sure = MIN (plain, length), .kind = MCP_MARK_KNOWN });
}

/*
 * mcp_marks_new:
 * @secrets: (transfer none): of char *, longest first, none shorter than three bytes; must not
 *   change any more
 * @rules: (nullable): what else to look for
 *
 * Makes the table.
 *
 * Returns: (transfer full): a new table
 */
McpMarks *
mcp_marks_new (GPtrArray *secrets, McpRedactionRules *rules)
{
  static const McpRedactorRule name_rule = { "", MCP_MARK_NAME, 0, 0, 0, 0 };
  const McpMarks *common = get_common ();
  McpMarks *self = make_empty ();

  memcpy (self->heads, common->heads, sizeof self->heads);
  memcpy (self->filter, common->filter, sizeof self->filter);
  g_array_set_size (self->marks, 0);
  g_array_append_vals (self->marks, common->marks->data, common->marks->len);
  self->secrets = g_ptr_array_ref (secrets);
  self->spellings = g_ptr_array_new_with_free_func (g_free);

  if (rules != NULL)
    {
      const char *const *names = mcp_redaction_rules_get_marks (rules);

      self->rules = mcp_redaction_rules_ref (rules);
      for (guint i = 0; names[i] != NULL; i++)
        prepend_mark (self,
                      &(McpMark){ .text = names[i],
                                  .length = strlen (names[i]),
                                  .sure = strlen (names[i]),
                                  .kind = MCP_MARK_NAME,
                                  .rule = &name_rule });
    }
  for (guint i = secrets->len; i > 0; i--)
    add_secret (self, secrets->pdata[i - 1]);

  return self;
}

McpMarks *
mcp_marks_ref (McpMarks *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_marks_unref (McpMarks *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->spellings->len; i++)
    explicit_bzero (self->spellings->pdata[i], strlen (self->spellings->pdata[i]));
  g_ptr_array_unref (self->spellings);
  g_ptr_array_unref (self->secrets);
  g_array_unref (self->marks);
  g_clear_pointer (&self->rules, mcp_redaction_rules_unref);
  g_free (self);
}

/* --- Looking --- */

/* A short name is none in the middle of a word: neither in a spin nor in a pinning. */
static gboolean
stands_alone (const char *text, gsize length, gsize at, gsize end)
{
  if (end < length && g_ascii_islower (text[end]))
    return FALSE;
  if (end < length && g_ascii_isupper (text[end]) && g_ascii_isupper (text[end - 1]))
    return FALSE;
  if (at == 0 || !g_ascii_isalpha (text[at - 1]))
    return TRUE;

  return (g_ascii_isupper (text[at]) && g_ascii_islower (text[at - 1]))
         || (at > 1 && text[at - 2] == '\\' && strchr ("nrtbf", text[at - 1]) != NULL);
}

/* Whether a mark stands at @at in a text; its hash is the text's. */
gboolean
mcp_mark_matches (const McpMark *mark, const char *text, gsize length, gsize at)
{
  if (mark->length > length - at)
    return FALSE;

  switch (mark->kind)
    {
    case MCP_MARK_NAME:
      return g_ascii_strncasecmp (text + at, mark->text, mark->length) == 0
             && ((mark->rule->flags & MCP_RULE_WHOLE) == 0
                 || stands_alone (text, length, at, at + mark->length));
    case MCP_MARK_SCHEME:
    case MCP_MARK_PHRASE:
    case MCP_MARK_ESCAPE:
      return g_ascii_strncasecmp (text + at, mark->text, mark->length) == 0;
    case MCP_MARK_TOKEN:
      return memcmp (text + at, mark->text, mark->length) == 0
             && mcp_redactor_begins_word (text, at, 0);
    case MCP_MARK_KNOWN:
    case MCP_MARK_WORD:
    case MCP_MARK_MIDDLE:
    case MCP_MARK_PATH:
    case MCP_MARK_USERINFO:
    case MCP_MARK_PEM:
    case MCP_MARK_COMMAND:
    case MCP_MARK_OPTION:
    case MCP_MARK_ENCODED:
    default:
      return memcmp (text + at, mark->text, mark->length) == 0;
    }
}

/* The protocol's own member, in half of all messages. */
static gboolean
is_progress_token (const McpMark *mark, const char *text, gsize at)
{
  return at >= 8 && mark->kind == MCP_MARK_NAME && mark->text[0] == 't'
         && memcmp (text + at - 8, "progress", 8) == 0;
}

/* The rest of a secret may be spelled with escapes. An option is one only of a program. */
static gboolean
may_begin (const McpMark *mark, const char *text, gsize length, gsize at)
{
  if (mark->kind == MCP_MARK_OPTION || is_progress_token (mark, text, at))
    return FALSE;
  if (mark->kind != MCP_MARK_KNOWN || mark->sure == mark->length)
    return mcp_mark_matches (mark, text, length, at);

  return mark->sure <= length - at && memcmp (text + at, mark->text, mark->sure) == 0;
}

/*
 * mcp_marks_are_in:
 * @text: (array length=length): a text, of any bytes
 *
 * Looks whether there can be a secret in a text at all.
 *
 * Returns: %FALSE when there is none for sure
 */
gboolean
mcp_marks_are_in (const McpMarks *self, const char *text, gsize length)
{
  if (mcp_redaction_rules_has_patterns (self->rules)
      || (self->escapable && memchr (text, '\\', length) != NULL))
    return TRUE;

  for (gsize at = mcp_marks_skip (self, text, length, 0); at + 3 <= length;
       at = mcp_marks_skip (self, text, length, at + 1))
    for (guint i = mcp_marks_find_first (self, text + at); G_UNLIKELY (i != 0);)
      {
        const McpMark *mark = &g_array_index (self->marks, McpMark, i);

        if (mcp_mark_may_match (mark, text + at, length - at) && may_begin (mark, text, length, at))
          return TRUE;
        i = mark->next;
      }

  return FALSE;
}
