/* fuzz-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-scan.h"

/*
 * The scanner against the grammar of RFC 8259 written down in the plainest way: both must
 * accept the same texts.
 */

typedef struct
{
  const char *p;
  const char *end;
} Reader;

static void
read_space (Reader *self)
{
  while (self->p < self->end && memchr (" \t\r\n", *self->p, 4) != NULL)
    self->p++;
}

static gboolean
read_char (Reader *self,
           char    c)
{
  if (self->p == self->end || *self->p != c)
    return FALSE;

  self->p++;
  return TRUE;
}

static gboolean
read_word (Reader     *self,
           const char *word)
{
  while (*word != '\0')
    if (!read_char (self, *word++))
      return FALSE;

  return TRUE;
}

static gboolean
read_string (Reader *self)
{
  if (!read_char (self, '"'))
    return FALSE;

  while (self->p < self->end && *self->p != '"')
    {
      if ((guchar) *self->p < ' ')
        return FALSE;
      if (*self->p++ != '\\')
        continue;
      if (self->p == self->end || memchr ("\"\\/bfnrtu", *self->p, 9) == NULL)
        return FALSE;
      if (*self->p++ == 'u')
        for (int i = 0; i < 4; i++, self->p++)
          if (self->p == self->end || !g_ascii_isxdigit (*self->p))
            return FALSE;
    }

  return read_char (self, '"');
}

static gboolean
read_digits (Reader *self)
{
  const char *first = self->p;

  while (self->p < self->end && g_ascii_isdigit (*self->p))
    self->p++;

  return self->p > first;
}

static gboolean
read_number (Reader *self)
{
  read_char (self, '-');
  if (!read_char (self, '0') && !read_digits (self))
    return FALSE;
  if (read_char (self, '.') && !read_digits (self))
    return FALSE;
  if (read_char (self, 'e') || read_char (self, 'E'))
    {
      if (!read_char (self, '+'))
        read_char (self, '-');
      return read_digits (self);
    }

  return TRUE;
}

static gboolean read_value (Reader *self);

static gboolean
read_list (Reader  *self,
           char     close,
           gboolean has_keys)
{
  self->p++;
  read_space (self);
  if (read_char (self, close))
    return TRUE;

  do
    {
      read_space (self);
      if (has_keys)
        {
          if (!read_string (self))
            return FALSE;
          read_space (self);
          if (!read_char (self, ':'))
            return FALSE;
        }
      if (!read_value (self))
        return FALSE;
    }
  while (read_char (self, ','));

  return read_char (self, close);
}

static gboolean
read_value (Reader *self)
{
  gboolean valid;

  read_space (self);
  if (self->p == self->end)
    return FALSE;

  switch (*self->p)
    {
    case '{':
      valid = read_list (self, '}', TRUE);
      break;
    case '[':
      valid = read_list (self, ']', FALSE);
      break;
    case '"':
      valid = read_string (self);
      break;
    case 't':
      valid = read_word (self, "true");
      break;
    case 'f':
      valid = read_word (self, "false");
      break;
    case 'n':
      valid = read_word (self, "null");
      break;
    default:
      valid = read_number (self);
    }

  read_space (self);

  return valid;
}

static gboolean
is_json (const char *text,
         gsize       length)
{
  Reader reader = { text, text + length };

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.p += 3;

  return g_utf8_validate_len (text, length, NULL) && read_value (&reader) &&
         reader.p == reader.end;
}

static void
check_span (const char *text,
            gsize       length,
            McpSpan     span,
            gboolean    valid)
{
  McpScan scan;

  g_assert_cmpuint (span.offset, <=, length);
  g_assert_cmpuint (span.length, <=, length - span.offset);
  if (valid && span.length > 0)
    g_assert_true (mcp_scan (text + span.offset, span.length, &scan));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *text = (const char *) data;
  g_autofree char *description = NULL;
  McpScan scan;
  gboolean valid;
  McpSpan spans[8];

  /* The plain reader recurses. */
  if (size > 65536)
    return 0;

  valid = mcp_scan (text, size, &scan);
  g_assert_cmpint (valid, ==, scan.fault == MCP_SCAN_OK);
  g_assert_cmpint (valid, ==, is_json (text, size));
  g_assert_cmpuint (scan.fault_offset, <=, size);
  g_assert_cmpuint (scan.anomaly_offset, <=, size);
  if (!valid)
    g_assert_cmpint (scan.kind, ==, MCP_MESSAGE_INVALID);

  memcpy (spans, (McpSpan[]) { scan.jsonrpc, scan.id, scan.method, scan.params, scan.result,
                               scan.error, scan.error_code, scan.error_message }, sizeof spans);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    check_span (text, size, spans[i], valid);

  description = mcp_scan_describe (&scan);
  if (!valid)
    g_assert_nonnull (description);

  return 0;
}
