/* mcp-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-scan"

#include "config.h"

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "mcp-escape-private.h"
#include "mcp-scan-private.h"

/*
 * The scanner is on the path of every message, so it walks the bytes once, makes no tree and
 * allocates nothing unless the text is nested deeper than MCP_SCAN_MAX_DEPTH. It does not
 * recurse: the kind of each open container is one bit.
 *
 * Each step takes a position and gives the next one, or NULL after a fault that ends the scan.
 */

typedef enum {
  MEMBER_OTHER,
  MEMBER_JSONRPC,
  MEMBER_ID,
  MEMBER_METHOD,
  MEMBER_PARAMS,
  MEMBER_RESULT,
  MEMBER_ERROR,
  MEMBER_ERROR_CODE,
  MEMBER_ERROR_MESSAGE,
} Member;

typedef struct
{
  const guint8 *start;
  const guint8 *end;
  McpScan      *scan;

  guint         depth;
  gboolean      in_object;
  gboolean      has_escape;   /* the last string had a backslash */

  Member        member;       /* the member of the envelope that is being read */
  const guint8 *member_start; /* its value; NULL before it begins */
  Member        inner;        /* the same inside "error" */
  const guint8 *inner_start;
  guint         seen;         /* bits of Member */

  guint64      *levels;       /* one bit each, set for an object */
  gsize         n_words;
  guint64       shallow[MCP_SCAN_MAX_DEPTH / 64];
} Scanner;

enum {
  CLASS_OTHER,
  CLASS_SPACE,
  CLASS_QUOTE,
  CLASS_DIGIT,
  CLASS_MINUS,
  CLASS_LETTER,
  CLASS_OPEN_OBJECT,
  CLASS_OPEN_ARRAY,
};

/* What a byte begins where a value may stand. */
static const guint8 byte_class[256] = {
  [' '] = CLASS_SPACE, ['\t'] = CLASS_SPACE, ['\n'] = CLASS_SPACE, ['\r'] = CLASS_SPACE,
  ['"'] = CLASS_QUOTE,
  ['0' ... '9'] = CLASS_DIGIT,
  ['-'] = CLASS_MINUS,
  ['a' ... 'z'] = CLASS_LETTER, ['A' ... 'Z'] = CLASS_LETTER,
  ['{'] = CLASS_OPEN_OBJECT,
  ['['] = CLASS_OPEN_ARRAY,
};

static const guint8 *
fail (Scanner      *self,
      McpScanFault  fault,
      const guint8 *at)
{
  if (self->scan->fault == MCP_SCAN_OK)
    {
      self->scan->fault = fault;
      self->scan->fault_offset = at - self->start;
    }

  return NULL;
}

static const guint8 *
fail_truncated (Scanner *self)
{
  return fail (self, MCP_SCAN_TRUNCATED, self->end);
}

static void
add_anomaly (Scanner      *self,
             guint         anomaly,
             const guint8 *at)
{
  if (self->scan->anomalies == MCP_ANOMALY_NONE)
    self->scan->anomaly_offset = at - self->start;

  self->scan->anomalies |= anomaly;
}

static const guint8 *
fail_unexpected (Scanner      *self,
                 const guint8 *at)
{
  if (*at == '\0')
    add_anomaly (self, MCP_ANOMALY_NUL, at);

  return fail (self, MCP_SCAN_UNEXPECTED_CHARACTER, at);
}

static inline const guint8 *
skip_space (const guint8 *p,
            const guint8 *end)
{
  while (p < end && byte_class[*p] == CLASS_SPACE)
    p++;

  return p;
}

/* Steps over ASCII that stands for itself in a string: not a quote, backslash or control. */
static inline const guint8 *
skip_plain (const guint8 *p,
            const guint8 *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"');
  const __m128i backslash = _mm_set1_epi8 ('\\');
  const __m128i space = _mm_set1_epi8 (' ');

  while (end - p >= 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) p);
      /* Signed: bytes from 0x80 on are less than a space, too. */
      __m128i special = _mm_or_si128 (_mm_cmplt_epi8 (bytes, space),
                                      _mm_or_si128 (_mm_cmpeq_epi8 (bytes, quote),
                                                    _mm_cmpeq_epi8 (bytes, backslash)));
      guint mask = (guint) _mm_movemask_epi8 (special);

      if (mask != 0)
        return p + __builtin_ctz (mask);
      p += 16;
    }
#else
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 highs = G_GUINT64_CONSTANT (0x8080808080808080);

  while (end - p >= 8)
    {
      guint64 word, quote, backslash;

      memcpy (&word, p, sizeof word);
      quote = word ^ ones * '"';
      backslash = word ^ ones * '\\';
      if ((((word - ones * ' ') | (quote - ones) | (backslash - ones) | word) & highs) != 0)
        break;
      p += 8;
    }
#endif

  while (p < end && *p >= ' ' && *p < 0x80 && *p != '"' && *p != '\\')
    p++;

  return p;
}

/* Returns the length of the UTF-8 sequence at @p, 0 if there is none, -1 if the text ends in it. */
static inline int
utf8_sequence (const guint8 *p,
               const guint8 *end)
{
  guint8 low = 0x80;
  guint8 high = 0xbf;
  int n;

  if (*p >= 0xc2 && *p <= 0xdf)
    n = 2;
  else if (*p >= 0xe0 && *p <= 0xef)
    n = 3;
  else if (*p >= 0xf0 && *p <= 0xf4)
    n = 4;
  else
    return 0;

  /* No overlong forms, no surrogates, nothing over U+10FFFF. */
  if (*p == 0xe0)
    low = 0xa0;
  else if (*p == 0xed)
    high = 0x9f;
  else if (*p == 0xf0)
    low = 0x90;
  else if (*p == 0xf4)
    high = 0x8f;

  for (int i = 1; i < n; i++)
    {
      if (p + i == end)
        return -1;
      if (p[i] < low || p[i] > high)
        return 0;
      low = 0x80;
      high = 0xbf;
    }

  return n;
}

/* Bad UTF-8 is a fault, but not the end: an id or a result may follow. */
static const guint8 *
scan_utf8 (Scanner      *self,
           const guint8 *p)
{
  while (p < self->end && *p >= 0x80)
    {
      int n = utf8_sequence (p, self->end);

      if (n < 0)
        return fail_truncated (self);

      if (n == 0)
        {
          add_anomaly (self, MCP_ANOMALY_INVALID_UTF8, p);
          fail (self, MCP_SCAN_INVALID_UTF8, p);
          n = 1;
        }
      p += n;
    }

  return p;
}

static const guint8 *
scan_hex (Scanner      *self,
          const guint8 *p,
          guint        *unit)
{
  *unit = 0;

  for (int i = 0; i < 4; i++, p++)
    {
      if (p == self->end)
        return fail_truncated (self);
      if (!g_ascii_isxdigit (*p))
        return fail (self, MCP_SCAN_BAD_ESCAPE, p);
      *unit = *unit << 4 | (guint) g_ascii_xdigit_value (*p);
    }

  return p;
}

/* @p is at a backslash. */
static const guint8 *
scan_escape (Scanner      *self,
             const guint8 *p)
{
  const guint8 *escape = p;
  guint unit, low;

  self->has_escape = TRUE;

  if (++p == self->end)
    return fail_truncated (self);
  if (*p != 'u')
    return *p != '\0' && strchr ("\"\\/bfnrt", *p) != NULL
             ? p + 1 : fail (self, MCP_SCAN_BAD_ESCAPE, escape);

  p = scan_hex (self, p + 1, &unit);
  if (p == NULL)
    return NULL;

  if (unit == 0)
    add_anomaly (self, MCP_ANOMALY_NUL, escape);

  if (unit >= 0xd800 && unit < 0xe000)
    {
      const guint8 *pair = p;

      if (unit < 0xdc00 && self->end - p >= 2 && p[0] == '\\' && p[1] == 'u')
        {
          pair = scan_hex (self, p + 2, &low);
          if (pair == NULL)
            return NULL;
          if (low >= 0xdc00 && low < 0xe000)
            return pair;
        }
      add_anomaly (self, MCP_ANOMALY_LONE_SURROGATE, escape);
    }

  return p;
}

/* @p is behind the opening quote; the result is behind the closing one. */
static const guint8 *
scan_string (Scanner      *self,
             const guint8 *p)
{
  self->has_escape = FALSE;

  while (p != NULL)
    {
      p = skip_plain (p, self->end);

      if (G_UNLIKELY (p == self->end))
        return fail_truncated (self);
      if (G_LIKELY (*p == '"'))
        return p + 1;

      if (*p == '\\')
        p = scan_escape (self, p);
      else if (*p >= 0x80)
        p = scan_utf8 (self, p);
      else
        {
          if (*p == '\0')
            add_anomaly (self, MCP_ANOMALY_NUL, p);
          return fail (self, MCP_SCAN_CONTROL_CHARACTER, p);
        }
    }

  return NULL;
}

/* Steps over one digit or more. */
static inline const guint8 *
scan_digits (Scanner      *self,
             const guint8 *p)
{
  const guint8 *first = p;

  while (p < self->end && byte_class[*p] == CLASS_DIGIT)
    p++;

  if (G_LIKELY (p > first))
    return p;

  return p == self->end ? fail_truncated (self) : fail (self, MCP_SCAN_BAD_NUMBER, p);
}

static const guint8 *
scan_number (Scanner      *self,
             const guint8 *p)
{
  const guint8 *first = p;
  gboolean is_integer = TRUE;

  if (*p == '-')
    p++;

  if (p < self->end && *p == '0')
    {
      p++;
      if (p < self->end && byte_class[*p] == CLASS_DIGIT)
        return fail (self, MCP_SCAN_BAD_NUMBER, p);
    }
  else if ((p = scan_digits (self, p)) == NULL)
    return NULL;

  if (p < self->end && *p == '.')
    {
      is_integer = FALSE;
      if ((p = scan_digits (self, p + 1)) == NULL)
        return NULL;
    }

  if (p < self->end && (*p == 'e' || *p == 'E'))
    {
      is_integer = FALSE;
      p++;
      if (p < self->end && (*p == '+' || *p == '-'))
        p++;
      if ((p = scan_digits (self, p)) == NULL)
        return NULL;
    }

  /* Up to 15 digits every program reads an integer as it is, but for -0. */
  if (G_UNLIKELY (!is_integer || p - first > 15 || *first == '-'))
    {
      guint anomalies = mcp_scan_number ((const char *) first, p - first);

      if (anomalies != MCP_ANOMALY_NONE)
        add_anomaly (self, anomalies, first);
    }

  return p;
}

static const guint8 *
scan_literal (Scanner      *self,
              const guint8 *p)
{
  const char *word = *p == 't' ? "true" : *p == 'f' ? "false" : *p == 'n' ? "null" : "";
  const guint8 *first = p;

  if (*word == '\0')
    return fail_unexpected (self, p);

  for (; *word != '\0'; word++, p++)
    {
      if (p == self->end)
        return fail_truncated (self);
      if (*p != (guint8) *word)
        return fail (self, MCP_SCAN_BAD_LITERAL, first);
    }

  return p;
}

static Member
member_of_envelope (const char *key,
                    gsize       length)
{
  switch (length)
    {
    case 2:
      return memcmp (key, "id", 2) == 0 ? MEMBER_ID : MEMBER_OTHER;
    case 5:
      return memcmp (key, "error", 5) == 0 ? MEMBER_ERROR : MEMBER_OTHER;
    case 6:
      if (memcmp (key, "method", 6) == 0)
        return MEMBER_METHOD;
      if (memcmp (key, "params", 6) == 0)
        return MEMBER_PARAMS;
      return memcmp (key, "result", 6) == 0 ? MEMBER_RESULT : MEMBER_OTHER;
    case 7:
      return memcmp (key, "jsonrpc", 7) == 0 ? MEMBER_JSONRPC : MEMBER_OTHER;
    default:
      return MEMBER_OTHER;
    }
}

static Member
member_of_error (const char *key,
                 gsize       length)
{
  if (length == 4 && memcmp (key, "code", 4) == 0)
    return MEMBER_ERROR_CODE;
  if (length == 7 && memcmp (key, "message", 7) == 0)
    return MEMBER_ERROR_MESSAGE;
  return MEMBER_OTHER;
}

/* A key spelled with escapes is the same key; no key that matters decodes to more than 7 bytes. */
static gsize
decode_key (const char *key,
            gsize       length,
            char        decoded[8])
{
  const char *end = key + length;
  gsize n = 0;

  while (key < end)
    {
      gunichar c = mcp_escape_next (&key, end);

      if (c >= 0x80 || n == 7)
        return 0;
      decoded[n++] = (char) c;
    }

  return n;
}

/* Forgets what an earlier member of the same name said: the last one counts, as in JSON.parse. */
static void
note_duplicate (Scanner      *self,
                Member        member,
                const guint8 *key)
{
  if (member == MEMBER_OTHER)
    return;

  if ((self->seen & 1u << member) != 0)
    {
      add_anomaly (self, MCP_ANOMALY_DUPLICATE_KEY, key);
      if (member == MEMBER_ERROR)
        {
          self->seen &= ~(1u << MEMBER_ERROR_CODE | 1u << MEMBER_ERROR_MESSAGE);
          self->scan->error_code = self->scan->error_message = (McpSpan) { 0, 0 };
        }
    }

  self->seen |= 1u << member;
}

/* @key is at the quote, @end behind the closing one; called for the envelope and its error. */
static inline void
note_key (Scanner      *self,
          const guint8 *key,
          const guint8 *end)
{
  const char *name = (const char *) key + 1;
  gsize length = end - key - 2;
  char decoded[8];

  if (G_UNLIKELY (self->has_escape))
    {
      length = decode_key (name, length, decoded);
      name = decoded;
    }

  if (self->depth == 1)
    {
      self->member = member_of_envelope (name, length);
      self->member_start = NULL;
      note_duplicate (self, self->member, key);
    }
  else
    {
      self->inner = member_of_error (name, length);
      note_duplicate (self, self->inner, key);
    }
}

static const gsize span_offsets[] = {
  [MEMBER_JSONRPC] = G_STRUCT_OFFSET (McpScan, jsonrpc),
  [MEMBER_ID] = G_STRUCT_OFFSET (McpScan, id),
  [MEMBER_METHOD] = G_STRUCT_OFFSET (McpScan, method),
  [MEMBER_PARAMS] = G_STRUCT_OFFSET (McpScan, params),
  [MEMBER_RESULT] = G_STRUCT_OFFSET (McpScan, result),
  [MEMBER_ERROR] = G_STRUCT_OFFSET (McpScan, error),
  [MEMBER_ERROR_CODE] = G_STRUCT_OFFSET (McpScan, error_code),
  [MEMBER_ERROR_MESSAGE] = G_STRUCT_OFFSET (McpScan, error_message),
};

static inline void
set_span (Scanner      *self,
          Member        member,
          const guint8 *start,
          const guint8 *end)
{
  McpSpan *span = G_STRUCT_MEMBER_P (self->scan, span_offsets[member]);

  span->offset = start - self->start;
  span->length = end - start;
}

static inline void
note_value (Scanner      *self,
            const guint8 *end)
{
  if (self->depth == 1)
    {
      if (self->member != MEMBER_OTHER)
        set_span (self, self->member, self->member_start, end);
      self->member = MEMBER_OTHER;
    }
  else if (self->inner != MEMBER_OTHER && self->depth == 2)
    {
      set_span (self, self->inner, self->inner_start, end);
      self->inner = MEMBER_OTHER;
    }
}

static void
grow_levels (Scanner *self)
{
  gsize n_words = self->n_words * 2;

  if (self->levels == self->shallow)
    {
      self->levels = g_new (guint64, n_words);
      memcpy (self->levels, self->shallow, sizeof self->shallow);
    }
  else
    self->levels = g_renew (guint64, self->levels, n_words);

  self->n_words = n_words;
}

static inline void
open_container (Scanner      *self,
                const guint8 *at)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (self->depth % 64);
  gsize word = self->depth / 64;

  if (G_UNLIKELY (word == self->n_words))
    grow_levels (self);

  self->in_object = *at == '{';
  if (self->in_object)
    self->levels[word] |= bit;
  else
    self->levels[word] &= ~bit;

  self->depth++;
  if (self->depth > self->scan->depth)
    {
      self->scan->depth = self->depth;
      if (G_UNLIKELY (self->depth == MCP_SCAN_MAX_DEPTH + 1))
        add_anomaly (self, MCP_ANOMALY_DEPTH, at);
    }
}

static inline void
close_container (Scanner *self)
{
  guint top;

  self->depth--;
  if (self->depth == 0)
    return;

  top = self->depth - 1;
  self->in_object = (self->levels[top / 64] >> (top % 64)) & 1;
}

/* @p is at the quote of a key; the result is where its value begins. */
static inline const guint8 *
scan_key (Scanner      *self,
          const guint8 *p)
{
  const guint8 *key = p;

  if (G_UNLIKELY (p == self->end))
    return fail_truncated (self);
  if (G_UNLIKELY (*p != '"'))
    return fail_unexpected (self, p);

  p = scan_string (self, p + 1);
  if (p == NULL)
    return NULL;

  if (self->depth == 1 || (self->depth == 2 && self->member == MEMBER_ERROR))
    note_key (self, key, p);

  p = skip_space (p, self->end);
  if (G_UNLIKELY (p == self->end))
    return fail_truncated (self);
  if (G_UNLIKELY (*p != ':'))
    return fail_unexpected (self, p);

  return skip_space (p + 1, self->end);
}

/* Reads a value that is no container. */
static inline const guint8 *
scan_scalar (Scanner      *self,
             const guint8 *p)
{
  switch (byte_class[*p])
    {
    case CLASS_QUOTE:
      return scan_string (self, p + 1);
    case CLASS_DIGIT:
    case CLASS_MINUS:
      return scan_number (self, p);
    case CLASS_LETTER:
      return scan_literal (self, p);
    default:
      return fail_unexpected (self, p);
    }
}

/*
 * Behind a value: closes what ends here and finds the next value. Returns the end of the root
 * value with depth 0.
 */
static inline const guint8 *
scan_separator (Scanner      *self,
                const guint8 *p)
{
  while (self->depth > 0)
    {
      note_value (self, p);

      p = skip_space (p, self->end);
      if (G_UNLIKELY (p == self->end))
        return fail_truncated (self);

      if (*p == ',')
        {
          p = skip_space (p + 1, self->end);
          return self->in_object ? scan_key (self, p) : p;
        }

      if (G_UNLIKELY (*p != (self->in_object ? '}' : ']')))
        return fail_unexpected (self, p);

      close_container (self);
      p++;
    }

  return p;
}

/* @p is behind an opening bracket: the first value in it, or the one behind an empty pair. */
static inline const guint8 *
scan_first (Scanner      *self,
            const guint8 *p)
{
  p = skip_space (p, self->end);
  if (G_UNLIKELY (p == self->end))
    return fail_truncated (self);

  if (*p == (self->in_object ? '}' : ']'))
    {
      if (self->depth == 1 && !self->in_object)
        self->scan->envelope |= MCP_ENVELOPE_EMPTY_BATCH;
      close_container (self);
      return scan_separator (self, p + 1);
    }

  return self->in_object ? scan_key (self, p) : p;
}

static const guint8 *
scan_text (Scanner      *self,
           const guint8 *p)
{
  do
    {
      if (G_UNLIKELY (p == self->end))
        return fail_truncated (self);

      if (self->depth == 1)
        self->member_start = p;
      else if (self->depth == 2)
        self->inner_start = p;

      if (*p == '{' || *p == '[')
        {
          open_container (self, p);
          p = scan_first (self, p + 1);
        }
      else
        {
          p = scan_scalar (self, p);
          if (G_LIKELY (p != NULL))
            p = scan_separator (self, p);
        }
    }
  while (p != NULL && self->depth > 0);

  return p;
}

static void
scan_root (Scanner *self)
{
  const guint8 *p = self->start;

  if (self->end - p >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    {
      add_anomaly (self, MCP_ANOMALY_BOM, p);
      p += 3;
    }

  p = skip_space (p, self->end);
  if (p == self->end)
    {
      fail (self, MCP_SCAN_EMPTY, p);
      return;
    }

  self->scan->root = mcp_scan_type_of ((const char *) self->start,
                                       (McpSpan) { p - self->start, 1 });
  p = scan_text (self, p);
  if (p == NULL)
    return;

  p = skip_space (p, self->end);
  if (p < self->end)
    {
      if (*p == '\0')
        add_anomaly (self, MCP_ANOMALY_NUL, p);
      fail (self, MCP_SCAN_TRAILING_TEXT, p);
    }
}

/* An answer that breaks off inside its result was an answer: the call must not wait for more. */
static void
keep_broken_answer (Scanner *self)
{
  if ((self->member == MEMBER_RESULT || self->member == MEMBER_ERROR) &&
      self->member_start != NULL && self->member_start != self->end)
    set_span (self, self->member, self->member_start, self->end);
}

/**
 * mcp_scan:
 * @data: (array length=length): bytes, need not end in NUL
 * @length: how many
 * @scan: (out caller-allocates): what was found
 *
 * Checks that bytes are one RFC 8259 text and finds the members of a JSON-RPC 2.0 message in it.
 *
 * One pass, no recursion, no allocation unless the text is nested deeper than
 * %MCP_SCAN_MAX_DEPTH. The scan stops at the first fault, except that it goes on after invalid
 * UTF-8 in a string. Spans found before a fault are kept; a fault inside "result" or "error"
 * makes that span run to the end of the data. Of members that occur twice the last one counts.
 *
 * Returns: %TRUE if the text is valid JSON, whatever its envelope is
 */
gboolean
mcp_scan (const char *data,
          gsize       length,
          McpScan    *scan)
{
  Scanner self;

  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (scan != NULL, FALSE);

  memset (scan, 0, sizeof *scan);

  /* Not the bits: they are written before they are read. */
  memset (&self, 0, G_STRUCT_OFFSET (Scanner, shallow));
  self.start = (const guint8 *) (data != NULL ? data : "");
  self.end = self.start + length;
  self.scan = scan;
  self.levels = self.shallow;
  self.n_words = G_N_ELEMENTS (self.shallow);

  scan_root (&self);

  if (G_UNLIKELY (self.levels != self.shallow))
    g_free (self.levels);

  if (G_LIKELY (scan->fault == MCP_SCAN_OK))
    mcp_scan_classify (data, scan);
  else
    keep_broken_answer (&self);

  return scan->fault == MCP_SCAN_OK;
}
