/* mcp-redactor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redaction-rules-private.h"

/**
 * McpRedactor:
 *
 * Takes secrets out of text that leaves the application: values it was told, and what is
 * recognised by a name or by its look. Text in which no mark of a secret stands is not looked at
 * any closer; what is JSON stays JSON (mcp-redactor-json.c), all else, binary included, is taken
 * as it is.
 */

/* Shorter values would be found everywhere: taking them out would destroy the text. */
#define MIN_SECRET_BYTES 4

/* A server that names a new session in every answer must not fill the memory. */
#define MAX_LEARNED 32

/* Each is compared with text that begins as it does; no cookie has to be longer (RFC 6265). */
#define MAX_LEARNED_BYTES 4096

/* No line of a PEM block is longer (RFC 7468 section 2); its headers may be. */
#define MAX_BLOCK_LINE_BYTES 128

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  gsize first = strlen (*(const char *const *) a);
  gsize second = strlen (*(const char *const *) b);

  return first > second ? -1 : first < second;
}

/* Tells who wants to know what goes. The mark itself is no news. */
void
mcp_redactor_tell (McpRedactor  *self,
                   McpRedaction  why,
                   const char   *text,
                   gsize         length)
{
  if (self->report == NULL
      || (length == strlen (MCP_REDACTED) && memcmp (text, MCP_REDACTED, length) == 0))
    return;

  mcp_redaction_report_add (self->report, why, text, length);
}

/**
 * mcp_redactor_set_report:
 * @report: (nullable): where to count what is taken out; must outlive @self
 *
 * Says who wants to know what is taken out.
 */
void
mcp_redactor_set_report (McpRedactor        *self,
                         McpRedactionReport *report)
{
  g_return_if_fail (self != NULL);

  self->report = report;
}

/* Puts something in the place of a part; parts come in their order. */
void
mcp_redactor_edit_cut (McpRedactorEdit *edit,
                       gsize            from,
                       gsize            to,
                       const char      *with,
                       gssize           with_length)
{
  if (edit->out == NULL)
    edit->out = g_string_sized_new (to + 64);
  g_string_append_len (edit->out, edit->text + edit->copied, from - edit->copied);
  g_string_append_len (edit->out, with, with_length);
  edit->copied = to;
}

/* Returns: (transfer full) (nullable): the text as it is now, %NULL when it is what it was. */
GString *
mcp_redactor_edit_end (McpRedactorEdit *edit,
                       gsize            length)
{
  if (edit->out != NULL)
    g_string_append_len (edit->out, edit->text + edit->copied, length - edit->copied);

  return g_steal_pointer (&edit->out);
}

/* A word does not begin behind the letter of a longer one; that of an escape belongs to no word. */
static gboolean
begins_word (const char *text,
             gsize       at,
             gsize       start)
{
  char before = at > start ? text[at - 1] : ' ';

  if (!g_ascii_isalnum (before) && before != '_')
    return TRUE;

  return at > start + 1 && text[at - 2] == '\\' && strchr ("nrtbf", before) != NULL;
}

/* Finds the secret that the mark at @at indicates. */
static McpRedactorMatch
match_mark (const McpMark     *mark,
            McpRedactionRules *rules,
            const char        *text,
            gsize              length,
            gsize              at,
            gsize              start,
            gsize             *name_end)
{
  switch (mark->kind)
    {
    case MCP_MARK_KNOWN:
      return (McpRedactorMatch) { at, at + mark->length, MCP_REDACTION_KNOWN };
    case MCP_MARK_NAME:
      if (at >= *name_end)
        return mcp_redactor_match_name (rules, text, length, at, start, name_end);
      break;
    case MCP_MARK_USERINFO:
      return mcp_redactor_match_userinfo (text, length, at);
    case MCP_MARK_PEM:
      return mcp_redactor_match_block (text, length, at);
    case MCP_MARK_BEARER:
      if (begins_word (text, at, start))
        return mcp_redactor_match_bearer (text, length, at);
      break;
    case MCP_MARK_TOKEN:
      if (begins_word (text, at, start))
        return mcp_redactor_match_token (text, length, at);
      break;
    case MCP_MARK_ESCAPE:
    default:
      break;
    }

  return (McpRedactorMatch) { 0 };
}

static McpRedactorMatch
match_at (const McpMarks *marks,
          const char     *text,
          gsize           length,
          gsize           at,
          gsize           start,
          gsize          *name_end)
{
  McpRedactorMatch match = { 0 };
  guint i = marks->heads[mcp_mark_hash (text + at)];

  while (i != 0 && match.to == 0)
    {
      const McpMark *mark = &g_array_index (marks->marks, McpMark, i);

      if (mcp_mark_matches (mark, text + at, length - at))
        match = match_mark (mark, marks->rules, text, length, at, start, name_end);
      i = mark->next;
    }

  return match;
}

/* Returns where it ended, and forgets it. */
static gsize
take_out (McpRedactorEdit  *edit,
          McpRedactorMatch *match)
{
  gsize end = match->to;

  mcp_redactor_tell (edit->redactor, match->why, edit->text + match->from, end - match->from);
  mcp_redactor_edit_cut (edit, match->from, end, MCP_REDACTED, -1);
  match->to = 0;

  return end;
}

/* (transfer full) (nullable): without what the marks show. */
static GString *
edit_marked (McpRedactor *self,
             const char  *text,
             gsize        length)
{
  McpRedactorEdit edit = { self, text, 0, NULL };
  McpRedactorMatch ahead = { 0 };   /* what goes by a name that was met */
  gsize name_end = 0;
  gsize at = 0;

  while (at + 3 <= length)
    {
      McpRedactorMatch match;

      if (ahead.to != 0 && at >= ahead.from)
        {
          at = take_out (&edit, &ahead);
          continue;
        }

      match = match_at (self->marks, text, length, at, edit.copied, &name_end);
      if (match.to == 0)
        {
          at++;
        }
      else if (match.from > at)
        {
          /* Between the name and its value there may be something else. */
          if (ahead.to == 0)
            ahead = match;
          at++;
        }
      else
        {
          at = take_out (&edit, &match);
          ahead.from = MAX (ahead.from, at);
          if (ahead.from >= ahead.to)
            ahead.to = 0;
        }
    }

  if (ahead.to != 0)
    take_out (&edit, &ahead);

  return mcp_redactor_edit_end (&edit, length);
}

/*
 * mcp_redactor_edit_text:
 * @text: (array length=length): a text, of any bytes
 *
 * Redacts text of which nothing is known.
 *
 * Returns: (transfer full) (nullable): what stands in its place, %NULL when nothing was taken out
 */
GString *
mcp_redactor_edit_text (McpRedactor *self,
                        const char  *text,
                        gsize        length)
{
  g_autoptr (GString) out = edit_marked (self, text, length);
  GString *edited = mcp_redaction_rules_edit (self, out != NULL ? out->str : text, out != NULL ? out->len : length);

  return edited != NULL ? edited : g_steal_pointer (&out);
}

static void
free_secret (gpointer secret)
{
  /* No trace of it in memory that is used again. */
  explicit_bzero (secret, strlen (secret));
  g_free (secret);
}

static gpointer
copy_secret (gconstpointer secret,
             gpointer      user_data)
{
  return g_strdup (secret);
}

/* Takes a list that does not change any more. */
static void
take_secrets (McpRedactor       *self,
              GPtrArray         *secrets,
              McpRedactionRules *rules)
{
  McpMarks *marks;

  g_ptr_array_sort (secrets, compare_lengths);
  marks = mcp_marks_new (secrets, rules);
  g_clear_pointer (&self->marks, mcp_marks_unref);
  self->marks = marks;
  g_ptr_array_unref (secrets);
}

static GPtrArray *
copy_secrets (McpRedactor *self)
{
  GPtrArray *secrets = g_ptr_array_copy (self->marks->secrets, copy_secret, NULL);

  g_ptr_array_set_free_func (secrets, free_secret);

  return secrets;
}

static gboolean
knows (McpRedactor *self,
       const char  *value)
{
  return g_ptr_array_find_with_equal_func (self->marks->secrets, value, g_str_equal, NULL);
}

/* Creates a redactor that knows the patterns and no value, and follows the rules that were set for all. */
McpRedactor *
mcp_redactor_new (void)
{
  g_autoptr (McpRedactionRules) rules = mcp_redaction_rules_dup_default ();

  return mcp_redactor_new_with_rules (rules);
}

McpRedactor *
mcp_redactor_new_with_rules (McpRedactionRules *rules)
{
  McpRedactor *self = g_new0 (McpRedactor, 1);

  take_secrets (self, g_ptr_array_new_with_free_func (free_secret), rules);

  return self;
}

/* For a worker: knows what this one knows now. */
McpRedactor *
mcp_redactor_copy (McpRedactor *self)
{
  McpRedactor *copy = g_new0 (McpRedactor, 1);

  copy->marks = mcp_marks_ref (self->marks);

  return copy;
}

/* The secrets that are known by now; the list does not change any more. */
GPtrArray *
mcp_redactor_ref_secrets (McpRedactor *self)
{
  return g_ptr_array_ref (self->marks->secrets);
}

/* Learns what another redactor knows. */
void
mcp_redactor_follow (McpRedactor *self,
                     GPtrArray   *secrets)
{
  for (guint i = 0; i < secrets->len; i++)
    mcp_redactor_add_secret (self, secrets->pdata[i]);
}

/**
 * mcp_redactor_free:
 * @self: (nullable): a redactor
 *
 * Frees a redactor.
 */
void
mcp_redactor_free (McpRedactor *self)
{
  if (self == NULL)
    return;

  g_queue_clear_full (&self->learned, free_secret);
  mcp_marks_unref (self->marks);
  g_free (self);
}

static void
add (McpRedactor *self,
     const char  *value)
{
  GPtrArray *secrets;

  if (strlen (value) < MIN_SECRET_BYTES || knows (self, value))
    return;

  secrets = copy_secrets (self);
  g_ptr_array_add (secrets, g_strdup (value));
  take_secrets (self, secrets, self->marks->rules);
}

/**
 * mcp_redactor_add_secret:
 * @value: a value that must not leave the application
 *
 * Adds a value to take out wherever it stands, also as an address has it (RFC 3986 section 2.1). One of fewer
 * than four bytes is ignored: taking it out would take out half of the text.
 */
void
mcp_redactor_add_secret (McpRedactor *self,
                         const char  *value)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (value != NULL);

  escaped = g_uri_escape_string (value, NULL, FALSE);
  add (self, value);
  if (strlen (value) >= MIN_SECRET_BYTES)
    add (self, escaped);
}

static void
forget_oldest (McpRedactor *self)
{
  char *oldest = g_queue_pop_head (&self->learned);
  GPtrArray *secrets = copy_secrets (self);
  guint position;

  if (g_ptr_array_find_with_equal_func (secrets, oldest, g_str_equal, &position))
    g_ptr_array_remove_index (secrets, position);
  free_secret (oldest);
  take_secrets (self, secrets, self->marks->rules);
}

/*
 * mcp_redactor_learn:
 * @value: a secret that was found in what is redacted
 *
 * Adds a value as it is found, but none of more than 4096 bytes. Of more than 32 the oldest are forgotten.
 */
void
mcp_redactor_learn (McpRedactor *self,
                    const char  *value)
{
  if (strlen (value) < MIN_SECRET_BYTES || strlen (value) > MAX_LEARNED_BYTES
      || knows (self, value))
    return;

  add (self, value);
  g_queue_push_tail (&self->learned, g_strdup (value));
  if (self->learned.length > MAX_LEARNED)
    forget_oldest (self);
}

/* Returns (nullable) what stands in the place of a text, NULL when nothing was taken out. */
static GString *
edit (McpRedactor *self,
      const char  *text,
      gsize        length)
{
  return mcp_marks_are_in (self->marks, text, length) ? mcp_redactor_edit_any (self, text, length, 0)
                                                      : NULL;
}

/**
 * mcp_redactor_redact:
 * @text: (array length=length): a text, of any bytes
 * @length: how many bytes, -1 if it ends in NUL
 * @out_length: (out) (optional): the length of the result in bytes
 *
 * Copies a text with %MCP_REDACTED in the place of each secret. JSON stays JSON.
 *
 * Returns: (transfer full): the text without secrets, which ends in NUL
 */
char *
mcp_redactor_redact (McpRedactor *self,
                     const char  *text,
                     gssize       length,
                     gsize       *out_length)
{
  gsize n;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  n = length < 0 ? strlen (text) : (gsize) length;
  out = edit (self, text, n);
  if (out == NULL)
    out = g_string_new_len (n > 0 ? text : "", n);
  if (out_length != NULL)
    *out_length = out->len;

  return g_string_free (out, FALSE);
}

/*
 * mcp_redactor_redact_parts:
 * @text: the bytes of a record
 * @message: where in them the message begins
 * @message_length: its length in bytes
 * @out_length: (out): the length of the result in bytes
 *
 * Redacts the message, of which JSON stays JSON, and the lines around it each by itself.
 *
 * Returns: (transfer full) (nullable): the bytes, %NULL when nothing was taken out
 */
char *
mcp_redactor_redact_parts (McpRedactor *self,
                           const char  *text,
                           gsize        length,
                           gsize        message,
                           gsize        message_length,
                           gsize       *out_length)
{
  const gsize ends[] = { message, message + message_length, length };
  McpRedactorEdit parts = { self, text, 0, NULL };
  GString *out;
  gsize at = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (GString) part = ends[i] > at ? edit (self, text + at, ends[i] - at) : NULL;

      if (part != NULL)
        mcp_redactor_edit_cut (&parts, at, ends[i], part->str, part->len);
      at = ends[i];
    }

  out = mcp_redactor_edit_end (&parts, length);
  if (out == NULL)
    return NULL;
  *out_length = out->len;

  return g_string_free (out, FALSE);
}

/* Whether a line can be one of a PEM block: base64, nothing, or a header (RFC 1421 section 4.6). */
static gboolean
may_be_in_block (const char *line,
                 gsize       length)
{
  if (length > MAX_BLOCK_LINE_BYTES)
    return FALSE;
  if ((length > 11 && memcmp (line, "Proc-Type: ", 11) == 0)
      || (length > 10 && memcmp (line, "DEK-Info: ", 10) == 0))
    return TRUE;

  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (line[i]) && strchr ("+/=\r", line[i]) == NULL)
      return FALSE;

  return TRUE;
}

/**
 * mcp_redactor_redact_line:
 * @channel: any number below 32 for where the line comes from
 * @text: (array length=length): a line, of any bytes
 * @out_length: (out): the length of the result in bytes
 *
 * Redacts a line of a stream as mcp_redactor_redact() does. The lines of a PEM block go with the
 * first.
 *
 * Returns: (transfer full) (nullable): the line, %NULL when nothing was taken out
 */
char *
mcp_redactor_redact_line (McpRedactor *self,
                          guint        channel,
                          const char  *text,
                          gsize        length,
                          gsize       *out_length)
{
  guint bit = 1u << (channel % 32);
  gboolean is_end = g_strstr_len (text, length, "-----END ") != NULL;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  if ((self->open_blocks & bit) != 0 && !is_end && may_be_in_block (text, length))
    {
      if (length == 0)
        return NULL;
      mcp_redactor_tell (self, MCP_REDACTION_TOKEN, text, length);
      *out_length = strlen (MCP_REDACTED);
      return g_strdup (MCP_REDACTED);
    }

  self->open_blocks &= ~bit;
  if (!is_end && g_strstr_len (text, length, "-----BEGIN ") != NULL
      && g_strstr_len (text, length, "PRIVATE") != NULL)
    self->open_blocks |= bit;

  out = edit (self, text, length);
  if (out == NULL)
    return NULL;
  *out_length = out->len;

  return g_string_free (out, FALSE);
}
