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

/* A line of a secret of several lines, as of a key, is one by itself. */
#define MIN_SECRET_LINE_BYTES 8
#define MAX_SECRET_LINES 1000

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

/* Finds the secret that the mark at @at indicates. */
static McpRedactorMatch
match_mark (McpRedactorScan *scan,
            const McpMark   *mark,
            gsize            at)
{
  switch (mark->kind)
    {
    case MCP_MARK_KNOWN:
      return (McpRedactorMatch) { at, at + mark->length, MCP_REDACTION_KNOWN };
    case MCP_MARK_NAME:
      if (at >= scan->name_end)
        return mcp_redactor_match_name (scan, at, mark->length);
      break;
    case MCP_MARK_WORD:
      return mcp_redactor_match_word (scan, mark->rule, at);
    case MCP_MARK_TOKEN:
      return mcp_redactor_match_token (scan, mark->rule, at);
    case MCP_MARK_MIDDLE:
      return mcp_redactor_match_middle (scan, mark->rule, at);
    case MCP_MARK_PATH:
      return mcp_redactor_match_path (scan, mark->rule, at);
    case MCP_MARK_SCHEME:
      return mcp_redactor_match_scheme (scan, mark->rule, at);
    case MCP_MARK_USERINFO:
      return mcp_redactor_match_userinfo (scan, at);
    case MCP_MARK_PEM:
      return mcp_redactor_match_block (scan, at);
    case MCP_MARK_PHRASE:
      return mcp_redactor_match_phrase (scan, mark->rule, at);
    case MCP_MARK_COMMAND:
      scan->command = mark->rule;
      scan->command_at = at;
      break;
    case MCP_MARK_OPTION:
      return mcp_redactor_match_option (scan, at);
    case MCP_MARK_ENCODED:
      return mcp_redactor_match_encoded (scan, mark, at);
    case MCP_MARK_ESCAPE:
      return mcp_redactor_match_escaped (scan, at);
    default:
      break;
    }

  return (McpRedactorMatch) { 0 };
}

static McpRedactorMatch
match_at (McpRedactorScan *scan,
          gsize            at)
{
  McpRedactorMatch match = { 0 };
  guint i = mcp_marks_find_first (scan->marks, scan->text + at);

  while (i != 0 && match.to == 0)
    {
      const McpMark *mark = &g_array_index (scan->marks->marks, McpMark, i);

      if (mcp_mark_may_match (mark, scan->text + at, scan->length - at)
          && mcp_mark_matches (mark, scan->text, scan->length, at))
        match = match_mark (scan, mark, at);
      if (match.from == match.to)
        match.to = 0;
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

/* What goes by names that were met, and comes later. */
typedef struct
{
  McpRedactorMatch value;   /* to 0 for none */
  guint            n_cells; /* of a table, that are done */
} Ahead;

/* (nullable): the one that comes first. */
static McpRedactorMatch *
get_next (McpRedactorScan *scan,
          Ahead           *ahead)
{
  McpRedactorMatch *value = ahead->value.to != 0 ? &ahead->value : NULL;
  McpRedactorMatch *cell = scan->cells != NULL && ahead->n_cells < scan->cells->len
                             ? &g_array_index (scan->cells, McpRedactorMatch, ahead->n_cells)
                             : NULL;

  return cell == NULL || (value != NULL && value->from <= cell->from) ? value : cell;
}

static void
forget (McpRedactorScan  *scan,
        Ahead            *ahead,
        McpRedactorMatch *match)
{
  if (match == &ahead->value)
    ahead->value.to = 0;
  else if (++ahead->n_cells == scan->cells->len)
    {
      g_array_set_size (scan->cells, 0);
      ahead->n_cells = 0;
    }
}

/* Takes out what comes next. Part of it may be gone already. Returns where it ended. */
static gsize
take_next (McpRedactorScan *scan,
           Ahead           *ahead,
           McpRedactorEdit *edit,
           gsize            at)
{
  McpRedactorMatch *next = get_next (scan, ahead);
  McpRedactorMatch match = *next;

  forget (scan, ahead, next);
  match.from = MAX (match.from, edit->copied);
  if (match.from < match.to)
    take_out (edit, &match);
  scan->start = edit->copied;

  return MAX (at, edit->copied);
}

/* (transfer full) (nullable): without what the marks show. */
static GString *
edit_marked (McpRedactor *self,
             const char  *text,
             gsize        length)
{
  McpRedactorScan scan = { .redactor = self, .marks = self->marks, .text = text, .length = length };
  McpRedactorEdit edit = { self, text, 0, NULL };
  Ahead ahead = { 0 };
  McpRedactorMatch *next = NULL;
  gsize at = 0;

  while (at + 3 <= length)
    {
      McpRedactorMatch match;

      if (next != NULL && at >= next->from)
        {
          at = take_next (&scan, &ahead, &edit, at);
          next = get_next (&scan, &ahead);
          continue;
        }
      if (mcp_marks_find_first (self->marks, text + at) == 0)
        {
          gsize limit = next != NULL ? MIN (length, next->from + 3) : length;

          at = MAX (at + 1, mcp_marks_skip (self->marks, text, limit, at));
          continue;
        }

      match = match_at (&scan, at);
      if (match.to != 0 && match.from <= at)
        {
          match.from = MAX (match.from, edit.copied);
          at = take_out (&edit, &match);
          scan.start = at;
        }
      else
        {
          /* Between the name and its value there may be something else. */
          if (match.to != 0 && ahead.value.to == 0)
            ahead.value = match;
          at++;
        }
      next = get_next (&scan, &ahead);
    }

  while (get_next (&scan, &ahead) != NULL)
    take_next (&scan, &ahead, &edit, at);
  g_clear_pointer (&scan.cells, g_array_unref);

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
     GPtrArray   *values)
{
  GPtrArray *secrets = NULL;

  for (guint i = 0; i < values->len; i++)
    {
      const char *value = values->pdata[i];

      if (strlen (value) < MIN_SECRET_BYTES
          || (secrets == NULL
                  ? knows (self, value)
                  : g_ptr_array_find_with_equal_func (secrets, value, g_str_equal, NULL)))
        continue;
      if (secrets == NULL)
        secrets = copy_secrets (self);
      g_ptr_array_add (secrets, g_strdup (value));
    }
  if (secrets != NULL)
    take_secrets (self, secrets, self->marks->rules);
}

/* HTML spells entities by name and by number. */
static void
add_html (GPtrArray  *values,
          const char *value)
{
  g_autofree char *named = NULL;
  g_autoptr (GString) numbered = NULL;

  if (strpbrk (value, "&<>\"'") == NULL)
    return;

  named = g_markup_escape_text (value, -1);
  numbered = g_string_new (named);
  g_string_replace (numbered, "&apos;", "&#39;", 0);
  g_ptr_array_add (values, g_strdup (numbered->str));
  g_string_replace (numbered, "&quot;", "&#34;", 0);
  g_string_replace (numbered, "&#39;", "&#x27;", 0);
  g_ptr_array_add (values, g_strdup (numbered->str));
  g_ptr_array_add (values, g_steal_pointer (&named));
}

/* As addresses and forms have it (RFC 3986 section 2.1), with digits in either case. */
static void
add_escaped (GPtrArray  *values,
             const char *value)
{
  char *escaped = g_uri_escape_string (value, NULL, FALSE);
  g_autoptr (GString) form = g_string_new (escaped);
  g_autofree char *lower = g_strdup (escaped);

  for (char *p = lower; *p != '\0'; p++)
    if (p[0] == '%' && p[1] != '\0' && p[2] != '\0')
      {
        p[1] = g_ascii_tolower (p[1]);
        p[2] = g_ascii_tolower (p[2]);
      }
  g_string_replace (form, "%20", "+", 0);
  g_ptr_array_add (values, escaped);
  g_ptr_array_add (values, g_steal_pointer (&lower));
  g_ptr_array_add (values, g_string_free (g_steal_pointer (&form), FALSE));
}

/* What comes line by line is known by its lines. */
static void
add_lines (GPtrArray  *values,
           const char *value)
{
  g_auto (GStrv) lines = NULL;

  if (strpbrk (value, "\r\n") == NULL)
    return;

  lines = g_strsplit_set (value, "\r\n", MAX_SECRET_LINES);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strlen (lines[i]) >= MIN_SECRET_LINE_BYTES && strstr (lines[i], "-----") == NULL)
      g_ptr_array_add (values, g_strdup (lines[i]));
}

/**
 * mcp_redactor_add_secret:
 * @value: a value that must not leave the application
 *
 * Adds a value to take out wherever it stands, also as addresses, HTML and base64 have it, and each
 * of its lines when it has several. One of fewer than four bytes is ignored: taking it out would
 * take out half of the text.
 */
void
mcp_redactor_add_secret (McpRedactor *self,
                         const char  *value)
{
  g_autoptr (GPtrArray) values = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (value != NULL);

  if (strlen (value) < MIN_SECRET_BYTES || knows (self, value))
    return;

  values = g_ptr_array_new_with_free_func (free_secret);
  g_ptr_array_add (values, g_strdup (value));
  add_escaped (values, value);
  add_html (values, value);
  add_lines (values, value);
  add (self, values);
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
  g_autoptr (GPtrArray) values = NULL;

  if (strlen (value) < MIN_SECRET_BYTES || strlen (value) > MAX_LEARNED_BYTES
      || knows (self, value))
    return;

  values = g_ptr_array_new ();
  g_ptr_array_add (values, (gpointer) value);
  add (self, values);
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

/**
 * mcp_redactor_redact_line:
 * @channel: any number below 32 for where the line comes from
 * @text: (array length=length): a line, of any bytes
 * @out_length: (out): the length of the result in bytes
 *
 * Redacts a line of a stream as mcp_redactor_redact() does. What a line has begun goes on in those
 * that follow: a key, a value of several lines, a table.
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
  McpRedactorTail *tail;
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  tail = &self->tails[channel % MCP_REDACTOR_N_CHANNELS];
  if (!mcp_redactor_edit_tail (self, tail, text, length, &out))
    {
      self->tail.kind = MCP_TAIL_NONE;
      out = edit (self, text, length);
      *tail = self->tail;
      if (mcp_redactor_begins_block (text, length))
        tail->kind = MCP_TAIL_PEM;
    }
  if (out == NULL)
    return NULL;
  *out_length = out->len;

  return g_string_free (out, FALSE);
}
