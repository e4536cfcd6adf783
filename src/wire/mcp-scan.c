/* mcp-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-escape-private.h"
#include "mcp-scanner-private.h"

/*
 * The scanner is on the path of every message, so it walks the bytes once, makes no tree and
 * allocates nothing unless the text is nested deeper than MCP_SCAN_MAX_DEPTH. It does not
 * recurse: the kind of each open container is one bit.
 */

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
note_duplicate (McpScanner   *self,
                Member        member,
                const guint8 *key)
{
  if (member == MEMBER_OTHER)
    return;

  mcp_scanner_add_anomaly (self, MCP_ANOMALY_DUPLICATE_KEY, key);
  if (member == MEMBER_ERROR)
    {
      self->seen &= ~(1u << MEMBER_ERROR_CODE | 1u << MEMBER_ERROR_MESSAGE);
      self->scan->error_code = self->scan->error_message = (McpSpan) { 0, 0 };
    }
}

/* @key is at the quote, @end behind the closing one; called for the envelope and its error. */
static void
note_key (McpScanner   *self,
          guint         depth,
          const guint8 *key,
          const guint8 *end)
{
  const char *name = (const char *) key + 1;
  gsize length = end - key - 2;
  char decoded[8];
  Member member;

  if (G_UNLIKELY (self->has_escape))
    {
      length = decode_key (name, length, decoded);
      name = decoded;
    }

  if (depth == 1)
    {
      member = self->member = member_of_envelope (name, length);
      self->member_start = NULL;
    }
  else
    member = self->inner = member_of_error (name, length);

  if (G_UNLIKELY ((self->seen & 1u << member) != 0))
    note_duplicate (self, member, key);
  self->seen |= 1u << member;
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
set_span (McpScanner   *self,
          Member        member,
          const guint8 *start,
          const guint8 *end)
{
  McpSpan *span = G_STRUCT_MEMBER_P (self->scan, span_offsets[member]);

  span->offset = start - self->start;
  span->length = end - start;
}

/* At the first byte of a value. */
static inline void
note_start (McpScanner   *self,
            guint         depth,
            const guint8 *start)
{
  if (depth == 1)
    self->member_start = start;
  else
    self->inner_start = start;
}

/* Behind a value. */
static inline void
note_value (McpScanner   *self,
            guint         depth,
            const guint8 *end)
{
  if (depth == 1)
    {
      if (self->member != MEMBER_OTHER)
        set_span (self, self->member, self->member_start, end);
      self->member = MEMBER_OTHER;
    }
  else if (self->inner != MEMBER_OTHER)
    {
      set_span (self, self->inner, self->inner_start, end);
      self->inner = MEMBER_OTHER;
    }
}

static void
grow_levels (McpScanner *self)
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

/* Remembers the kind of the container at @at, which has @depth others around it. */
static inline void
push (McpScanner   *self,
      guint         depth,
      const guint8 *at,
      gboolean      is_object)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (depth % 64);
  gsize word = depth / 64;

  if (G_UNLIKELY (word == self->n_words))
    grow_levels (self);

  if (is_object)
    self->levels[word] |= bit;
  else
    self->levels[word] &= ~bit;

  if (depth >= self->scan->depth)
    {
      self->scan->depth = depth + 1;
      if (G_UNLIKELY (depth == MCP_SCAN_MAX_DEPTH))
        mcp_scanner_add_anomaly (self, MCP_ANOMALY_DEPTH, at);
    }
}

static inline guint8
closing_of (McpScanner *self,
            guint       depth)
{
  guint top = depth - 1;

  return (self->levels[top / 64] >> (top % 64)) & 1 ? '}' : ']';
}

/* @p is where a key must be; the result is where its value begins. */
static inline const guint8 *
scan_key (McpScanner   *self,
          guint         depth,
          const guint8 *p)
{
  const guint8 *key = p;

  if (G_UNLIKELY (p == self->end))
    return mcp_scanner_fail_truncated (self);
  if (G_UNLIKELY (*p != '"'))
    return mcp_scanner_fail_unexpected (self, p);

  self->has_escape = FALSE;
  p = mcp_scanner_string (self, p + 1);
  if (G_UNLIKELY (p == NULL))
    return NULL;

  if (depth == 1 || (depth == 2 && self->member == MEMBER_ERROR))
    note_key (self, depth, key, p);

  p = mcp_scanner_skip_space (p, self->end);
  if (G_UNLIKELY (p == self->end))
    return mcp_scanner_fail_truncated (self);
  if (G_UNLIKELY (*p != ':'))
    return mcp_scanner_fail_unexpected (self, p);

  return mcp_scanner_skip_space (p + 1, self->end);
}

/* Reads a value that is no container. */
static inline const guint8 *
scan_scalar (McpScanner   *self,
             const guint8 *p)
{
  switch (mcp_scanner_classes[*p] & CLASS_VALUE)
    {
    case CLASS_QUOTE:
      return mcp_scanner_string (self, p + 1);
    case CLASS_DIGIT:
    case CLASS_MINUS:
      return mcp_scanner_number (self, p);
    case CLASS_LITERAL:
      return mcp_scanner_literal (self, p);
    default:
      return mcp_scanner_fail_unexpected (self, p);
    }
}

/*
 * The loop over all tokens. Its state (depth, and what closes the innermost container) is in
 * registers, so it is one function: behind each value it closes what ends, then reads on.
 */
static const guint8 *
scan_text (McpScanner   *self,
           const guint8 *p)
{
  const guint8 *end = self->end;
  guint depth = 0;
  guint8 closing = 0;

  for (;;)
    {
      if (G_UNLIKELY (p == end))
        return mcp_scanner_fail_truncated (self);
      if (depth <= 2)
        note_start (self, depth, p);

      if (*p == '{' || *p == '[')
        {
          closing = *p + 2;  /* in ASCII, for both pairs */
          push (self, depth++, p, closing == '}');
          p = mcp_scanner_skip_space (p + 1, end);
          if (G_UNLIKELY (p == end))
            return mcp_scanner_fail_truncated (self);
          if (*p != closing)
            {
              if (closing == '}' && (p = scan_key (self, depth, p)) == NULL)
                return NULL;
              continue;
            }
          if (depth == 1 && closing == ']')
            self->scan->envelope |= MCP_ENVELOPE_EMPTY_BATCH;
        }
      else
        {
          p = scan_scalar (self, p);
          if (G_UNLIKELY (p == NULL) || depth == 0)
            return p;
          if (depth <= 2)
            note_value (self, depth, p);
          p = mcp_scanner_skip_space (p, end);
          if (G_UNLIKELY (p == end))
            return mcp_scanner_fail_truncated (self);
        }

      while (*p == closing)
        {
          p++;
          if (--depth == 0)
            return p;
          closing = closing_of (self, depth);
          if (depth <= 2)
            note_value (self, depth, p);
          p = mcp_scanner_skip_space (p, end);
          if (G_UNLIKELY (p == end))
            return mcp_scanner_fail_truncated (self);
        }

      if (G_UNLIKELY (*p != ','))
        return mcp_scanner_fail_unexpected (self, p);
      p = mcp_scanner_skip_space (p + 1, end);
      if (closing == '}' && (p = scan_key (self, depth, p)) == NULL)
        return NULL;
    }
}

static void
scan_root (McpScanner *self)
{
  const guint8 *p = self->start;

  if (self->end - p >= 3 && memcmp (p, "\xef\xbb\xbf", 3) == 0)
    {
      mcp_scanner_add_anomaly (self, MCP_ANOMALY_BOM, p);
      p += 3;
    }

  p = mcp_scanner_skip_space (p, self->end);
  if (p == self->end)
    {
      mcp_scanner_fail (self, MCP_SCAN_EMPTY, p);
      return;
    }

  self->scan->root = mcp_scan_type_of ((const char *) self->start,
                                       (McpSpan) { p - self->start, 1 });
  p = scan_text (self, p);
  if (p == NULL)
    return;

  p = mcp_scanner_skip_space (p, self->end);
  if (p < self->end)
    {
      if (*p == '\0')
        mcp_scanner_add_anomaly (self, MCP_ANOMALY_NUL, p);
      mcp_scanner_fail (self, MCP_SCAN_TRAILING_TEXT, p);
    }
}

/* An answer that breaks off inside its result was an answer: the call must not wait for more. */
static void
keep_broken_answer (McpScanner *self)
{
  if ((self->member == MEMBER_RESULT || self->member == MEMBER_ERROR) &&
      self->member_start != NULL && self->member_start != self->end)
    set_span (self, self->member, self->member_start, self->end);
}

/**
 * mcp_scan:
 * @data: (array length=length): bytes, need not end in NUL
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
  McpScanner self;

  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (scan != NULL, FALSE);

  memset (scan, 0, sizeof *scan);

  /* Not the bits: they are written before they are read. */
  memset (&self, 0, G_STRUCT_OFFSET (McpScanner, shallow));
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
