/* mcp-redactor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-redactor"

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-redactor-private.h"

/**
 * McpRedactor:
 *
 * Takes secrets out of text that leaves the application: values it was told, in whatever way JSON
 * spells them, and patterns.
 *
 * Text that is JSON stays JSON: it is walked token by token, and a string stays a string. All
 * other text, binary included, is taken as it is. Either way each byte is looked at a bounded
 * number of times.
 */

/* Shorter values would be found everywhere: taking them out would destroy the text. */
#define MIN_SECRET_BYTES 4

/* Each is looked for everywhere: a server that names a new session in every answer must not make
 * that slow. */
#define MAX_LEARNED 32

struct _McpRedactor
{
  /* Never changed once it is here, so that a copy for a worker costs nothing. Longest first. */
  GPtrArray *secrets;

  /* Of these, what was learned and not told, oldest first. */
  GQueue     learned;

  McpRedactionReport *report;  /* (nullable): who wants to know; a copy tells nobody */

  /* Bytes at which something may begin. */
  gboolean   triggers[256];
};

/* The inside of a JSON string, or text of which nothing is known. */
typedef enum {
  SPAN_TEXT,
  SPAN_JSON_STRING,
} SpanType;

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  gsize first = strlen (*(const char *const *) a);
  gsize second = strlen (*(const char *const *) b);

  return first > second ? -1 : first < second;
}

static gboolean
read_hex4 (const char *text,
           gunichar   *value)
{
  *value = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return FALSE;
      *value = *value << 4 | digit;
    }

  return TRUE;
}

/* Decodes one JSON escape into UTF-8. Returns how long it is in the text, 0 when it is none. */
static gsize
decode_escape (const char *text,
               gsize       length,
               char        utf8[6],
               gsize      *n_bytes)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  const char *letter;
  gunichar c;
  gunichar low;

  if (length < 2 || text[0] != '\\' || text[1] == '\0')
    return 0;

  letter = strchr (letters, text[1]);
  if (letter != NULL)
    {
      utf8[0] = meanings[letter - letters];
      *n_bytes = 1;
      return 2;
    }

  if (text[1] != 'u' || length < 6 || !read_hex4 (text + 2, &c))
    return 0;
  if (c >= 0xd800 && c < 0xdc00 && length >= 12 && text[6] == '\\' && text[7] == 'u'
      && read_hex4 (text + 8, &low) && low >= 0xdc00 && low < 0xe000)
    {
      *n_bytes = g_unichar_to_utf8 (0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00), utf8);
      return 12;
    }
  *n_bytes = g_unichar_to_utf8 (c, utf8);

  return 6;
}

/* How long a secret is that begins here, however JSON spells it; 0 when it does not. */
static gsize
match_escaped (const char *secret,
               const char *text,
               gsize       length)
{
  gsize at = 0;

  while (*secret != '\0')
    {
      char utf8[6];
      gsize n_bytes;
      gsize n = at < length ? decode_escape (text + at, length - at, utf8, &n_bytes) : 0;

      if (n > 0)
        {
          if (strncmp (secret, utf8, n_bytes) != 0)
            return 0;
          secret += n_bytes;
          at += n;
        }
      else
        {
          if (at >= length || text[at] != *secret)
            return 0;
          secret++;
          at++;
        }
    }

  return at;
}

static gsize
match_secret (McpRedactor *self,
              const char  *text,
              gsize        length,
              SpanType     type)
{
  for (guint i = 0; i < self->secrets->len; i++)
    {
      const char *secret = self->secrets->pdata[i];
      gsize secret_length;
      gsize n;

      if (text[0] != '\\' && text[0] != secret[0])
        continue;

      secret_length = strlen (secret);
      if (type == SPAN_TEXT && secret_length <= length && memcmp (secret, text, secret_length) == 0)
        return secret_length;
      n = match_escaped (secret, text, length);
      if (n > 0)
        return n;
    }

  return 0;
}

static McpRedactorMatch
because (McpRedactorMatch match,
         McpRedaction     why)
{
  match.why = why;

  return match;
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
 * @self: a redactor
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

/* What begins at @at. @start is where a word may begin at the earliest. */
static McpRedactorMatch
match_at (McpRedactor *self,
          const char  *text,
          gsize        length,
          gsize        at,
          gsize        start,
          SpanType     type)
{
  McpRedactorMatch match = { 0, match_secret (self, text + at, length - at, type),
                             MCP_REDACTION_KNOWN };
  char before = at > start ? text[at - 1] : ' ';

  if (match.total > 0)
    return match;

  if (text[at] == '"' || text[at] == '\\')
    return because (mcp_redactor_match_member (text, length, at), MCP_REDACTION_MEMBER);
  if (text[at] == ':')
    match = because (mcp_redactor_match_userinfo (text, length, at), MCP_REDACTION_ADDRESS);
  if (match.total > 0)
    return match;
  if (text[at] == '=' || text[at] == ':')
    return because (mcp_redactor_match_setting (text, length, at, start), MCP_REDACTION_SETTING);
  if (g_ascii_isalnum (before) || before == '_')
    return match;

  match = because (mcp_redactor_match_bearer (text, length, at), MCP_REDACTION_BEARER);

  return match.total > 0
           ? match
           : because (mcp_redactor_match_token (text, length, at), MCP_REDACTION_TOKEN);
}

static void
redact_span (McpRedactor *self,
             GString     *out,
             const char  *text,
             gsize        length,
             SpanType     type)
{
  gsize copied = 0;
  gsize start = 0;
  gsize at = 0;

  while (at < length)
    {
      McpRedactorMatch match;
      char utf8[6];
      gsize n;

      if (!self->triggers[(guchar) text[at]])
        {
          at++;
          continue;
        }

      match = match_at (self, text, length, at, start, type);
      if (match.total > 0)
        {
          g_string_append_len (out, text + copied, at + match.keep - copied);
          g_string_append (out, MCP_REDACTED);
          mcp_redactor_tell (self, match.why, text + at + match.keep, match.total - match.keep);
          at += match.total;
          copied = at;
          start = at;
          continue;
        }

      /* The letter of an escape belongs to no word: "\nsk-…" begins one after the n. */
      n = decode_escape (text + at, length - at, utf8, &(gsize) { 0 });
      at += MAX (n, 1);
      if (n > 0)
        start = at;
    }

  g_string_append_len (out, text + copied, length - copied);
}

static gboolean
is_secret_member (const char *key,
                  gsize       length)
{
  g_autofree char *token = NULL;
  g_autofree char *decoded = NULL;

  if (memchr (key, '\\', length) == NULL)
    return mcp_redactor_is_secret_key (key, length);

  /* Nobody spells a name with escapes but to hide it. */
  token = g_strdup_printf ("\"%.*s\"", (int) MIN (length, 1024), key);
  decoded = mcp_json_dup_string (token, strlen (token));

  return decoded != NULL && mcp_redactor_is_secret_key (decoded, strlen (decoded));
}

static gsize
find_string_end (const char *text,
                 gsize       length,
                 gsize       at)
{
  while (at < length && text[at] != '"')
    at += text[at] == '\\' ? 2 : 1;

  return MIN (at, length);
}

static gboolean
is_key (const char *text,
        gsize       length,
        gsize       at)
{
  while (at < length && g_ascii_isspace (text[at]))
    at++;

  return at < length && text[at] == ':';
}

/* A number or a literal. It cannot hold the mark, so it becomes a string when it has to go. */
static void
redact_scalar (McpRedactor *self,
               GString     *out,
               const char  *text,
               gsize        length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (match_secret (self, text + i, length - i, SPAN_TEXT) > 0)
        {
          mcp_redactor_tell (self, MCP_REDACTION_KNOWN, text, length);
          g_string_append (out, "\"" MCP_REDACTED "\"");
          return;
        }
    }

  g_string_append_len (out, text, length);
}

static void
redact_json (McpRedactor *self,
             GString     *out,
             const char  *text,
             gsize        length)
{
  gboolean secret_value = FALSE;
  gsize at = 0;

  while (at < length)
    {
      gsize begin = at;

      if (text[at] == '"')
        {
          gsize end = find_string_end (text, length, at + 1);
          gboolean key = is_key (text, length, end + 1);

          g_string_append_c (out, '"');
          if (secret_value && !key && end > at + 1)
            {
              mcp_redactor_tell (self, MCP_REDACTION_MEMBER, text + at + 1, end - at - 1);
              g_string_append (out, MCP_REDACTED);
            }
          else
            redact_span (self, out, text + at + 1, end - at - 1, SPAN_JSON_STRING);
          g_string_append_c (out, '"');
          secret_value = key && is_secret_member (text + at + 1, end - at - 1);
          at = end + 1;
        }
      else if (g_ascii_isalnum (text[at]) || text[at] == '-')
        {
          while (at < length
                 && (g_ascii_isalnum (text[at]) || (text[at] != '\0' && strchr ("+-.", text[at]))))
            at++;
          redact_scalar (self, out, text + begin, at - begin);
          secret_value = FALSE;
        }
      else
        {
          if (text[at] == '{' || text[at] == '[')
            secret_value = FALSE;
          g_string_append_c (out, text[at++]);
        }
    }
}

static void
free_secret (gpointer secret)
{
  /* No trace of it in memory that is used again. */
  explicit_bzero (secret, strlen (secret));
  g_free (secret);
}

static void
set_triggers (McpRedactor *self)
{
  /* Quotes, signs between names and values, escapes, and the first letters of tokens. */
  for (const char *c = "\"\\=:bBsgAxneh"; *c != '\0'; c++)
    self->triggers[(guchar) *c] = TRUE;
  for (guint i = 0; i < self->secrets->len; i++)
    self->triggers[*(const guchar *) self->secrets->pdata[i]] = TRUE;
}

/**
 * mcp_redactor_new:
 *
 * Creates a redactor that knows the patterns and no value.
 *
 * Returns: (transfer full): a new redactor
 */
McpRedactor *
mcp_redactor_new (void)
{
  McpRedactor *self = g_new0 (McpRedactor, 1);

  self->secrets = g_ptr_array_new_with_free_func (free_secret);
  set_triggers (self);

  return self;
}

/* For a worker: knows what this one knows now. */
McpRedactor *
mcp_redactor_copy (McpRedactor *self)
{
  McpRedactor *copy = g_new0 (McpRedactor, 1);

  copy->secrets = g_ptr_array_ref (self->secrets);
  set_triggers (copy);

  return copy;
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
  g_ptr_array_unref (self->secrets);
  g_free (self);
}

static gpointer
copy_secret (gconstpointer secret,
             gpointer      user_data)
{
  return g_strdup (secret);
}

/**
 * mcp_redactor_add_secret:
 * @self: a redactor
 * @value: a value that must not leave the application
 *
 * Adds a value to take out wherever it stands. One of fewer than four bytes is ignored: taking it
 * out would take out half of the text.
 */
void
mcp_redactor_add_secret (McpRedactor *self,
                         const char  *value)
{
  GPtrArray *secrets;

  g_return_if_fail (self != NULL);
  g_return_if_fail (value != NULL);

  if (strlen (value) < MIN_SECRET_BYTES
      || g_ptr_array_find_with_equal_func (self->secrets, value, g_str_equal, NULL))
    return;

  secrets = g_ptr_array_copy (self->secrets, copy_secret, NULL);
  g_ptr_array_set_free_func (secrets, free_secret);
  g_ptr_array_add (secrets, g_strdup (value));
  g_ptr_array_sort (secrets, compare_lengths);

  g_ptr_array_unref (self->secrets);
  self->secrets = secrets;
  set_triggers (self);
}

static void
forget_oldest (McpRedactor *self)
{
  char *oldest = g_queue_pop_head (&self->learned);
  GPtrArray *secrets = g_ptr_array_copy (self->secrets, copy_secret, NULL);
  guint position;

  g_ptr_array_set_free_func (secrets, free_secret);
  if (g_ptr_array_find_with_equal_func (secrets, oldest, g_str_equal, &position))
    g_ptr_array_remove_index (secrets, position);
  free_secret (oldest);

  g_ptr_array_unref (self->secrets);
  self->secrets = secrets;
}

/*
 * mcp_redactor_learn:
 * @self: a redactor
 * @value: a secret that was found in what is redacted
 *
 * Adds a value as mcp_redactor_add_secret() does. Of more than 32 the oldest are forgotten.
 */
void
mcp_redactor_learn (McpRedactor *self,
                    const char  *value)
{
  guint n_before = self->secrets->len;

  mcp_redactor_add_secret (self, value);
  if (self->secrets->len == n_before)
    return;

  g_queue_push_tail (&self->learned, g_strdup (value));
  if (self->learned.length > MAX_LEARNED)
    forget_oldest (self);
}

/**
 * mcp_redactor_redact:
 * @self: a redactor
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
  out = g_string_sized_new (n + 1);
  if (n > 0 && mcp_json_validate (text, n, NULL))
    redact_json (self, out, text, n);
  else if (n > 0)
    redact_span (self, out, text, n, SPAN_TEXT);

  if (out_length != NULL)
    *out_length = out->len;

  return g_string_free (out, FALSE);
}
