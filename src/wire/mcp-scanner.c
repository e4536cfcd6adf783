/* mcp-scanner.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-scanner-private.h"

const guint8 mcp_scanner_classes[256] = {
  [' '] = CLASS_SPACE, ['\t'] = CLASS_SPACE, ['\n'] = CLASS_SPACE, ['\r'] = CLASS_SPACE,
  ['"'] = CLASS_QUOTE | CLASS_ESCAPE,
  ['0' ... '9'] = CLASS_DIGIT,
  ['-'] = CLASS_MINUS,
  ['t'] = CLASS_LITERAL | CLASS_ESCAPE, ['f'] = CLASS_LITERAL | CLASS_ESCAPE,
  ['n'] = CLASS_LITERAL | CLASS_ESCAPE,
  ['\\'] = CLASS_ESCAPE, ['/'] = CLASS_ESCAPE, ['b'] = CLASS_ESCAPE, ['r'] = CLASS_ESCAPE,
  ['{'] = CLASS_OPEN_OBJECT,
  ['['] = CLASS_OPEN_ARRAY,
};

const guint8 *
mcp_scanner_fail (McpScanner   *self,
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

const guint8 *
mcp_scanner_fail_truncated (McpScanner *self)
{
  return mcp_scanner_fail (self, MCP_SCAN_TRUNCATED, self->end);
}

void
mcp_scanner_add_anomaly (McpScanner   *self,
                         guint         anomaly,
                         const guint8 *at)
{
  if (self->scan->anomalies == MCP_ANOMALY_NONE)
    self->scan->anomaly_offset = at - self->start;

  self->scan->anomalies |= anomaly;
}

const guint8 *
mcp_scanner_fail_unexpected (McpScanner   *self,
                             const guint8 *at)
{
  if (*at == '\0')
    mcp_scanner_add_anomaly (self, MCP_ANOMALY_NUL, at);

  return mcp_scanner_fail (self, MCP_SCAN_UNEXPECTED_CHARACTER, at);
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
scan_utf8 (McpScanner   *self,
           const guint8 *p)
{
  while (p < self->end && *p >= 0x80)
    {
      int n;

      /* Most letters beyond ASCII. */
      if (G_LIKELY (*p >= 0xc2 && *p <= 0xdf && self->end - p >= 2 && (p[1] & 0xc0) == 0x80))
        {
          p += 2;
          continue;
        }

      n = utf8_sequence (p, self->end);
      if (n < 0)
        return mcp_scanner_fail_truncated (self);

      if (n == 0)
        {
          mcp_scanner_add_anomaly (self, MCP_ANOMALY_INVALID_UTF8, p);
          mcp_scanner_fail (self, MCP_SCAN_INVALID_UTF8, p);
          n = 1;
        }
      p += n;
    }

  return p;
}

static const guint8 *
scan_hex (McpScanner   *self,
          const guint8 *p,
          guint        *unit)
{
  *unit = 0;

  for (int i = 0; i < 4; i++, p++)
    {
      if (p == self->end)
        return mcp_scanner_fail_truncated (self);
      if (!g_ascii_isxdigit (*p))
        return mcp_scanner_fail (self, MCP_SCAN_BAD_ESCAPE, p);
      *unit = *unit << 4 | (guint) g_ascii_xdigit_value (*p);
    }

  return p;
}

/* @p is at a backslash. */
static const guint8 *
scan_escape (McpScanner   *self,
             const guint8 *p)
{
  const guint8 *escape = p;
  guint unit, low;

  self->has_escape = TRUE;

  if (++p == self->end)
    return mcp_scanner_fail_truncated (self);
  if (mcp_scanner_classes[*p] & CLASS_ESCAPE)
    return p + 1;
  if (*p != 'u')
    return mcp_scanner_fail (self, MCP_SCAN_BAD_ESCAPE, escape);

  p = scan_hex (self, p + 1, &unit);
  if (p == NULL)
    return NULL;

  if (unit == 0)
    mcp_scanner_add_anomaly (self, MCP_ANOMALY_NUL, escape);

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
      mcp_scanner_add_anomaly (self, MCP_ANOMALY_LONE_SURROGATE, escape);
    }

  return p;
}

/* @p is at what does not stand for itself in a string, or at the end of the text. */
const guint8 *
mcp_scanner_special (McpScanner   *self,
                     const guint8 *p)
{
  while (p != NULL)
    {
      p = mcp_scanner_skip_plain (p, self->end);

      if (G_UNLIKELY (p == self->end))
        return mcp_scanner_fail_truncated (self);
      if (*p == '"')
        return p + 1;

      if (*p == '\\')
        p = scan_escape (self, p);
      else if (*p >= 0x80)
        p = scan_utf8 (self, p);
      else
        {
          if (*p == '\0')
            mcp_scanner_add_anomaly (self, MCP_ANOMALY_NUL, p);
          return mcp_scanner_fail (self, MCP_SCAN_CONTROL_CHARACTER, p);
        }
    }

  return NULL;
}

/* Steps over one digit or more. */
static inline const guint8 *
scan_digits (McpScanner   *self,
             const guint8 *p)
{
  const guint8 *first = p;

  while (p < self->end && mcp_scanner_classes[*p] == CLASS_DIGIT)
    p++;

  if (G_LIKELY (p > first))
    return p;

  return p == self->end ? mcp_scanner_fail_truncated (self) : mcp_scanner_fail (self, MCP_SCAN_BAD_NUMBER, p);
}

const guint8 *
mcp_scanner_number (McpScanner   *self,
                    const guint8 *p)
{
  const guint8 *first = p;
  gboolean is_integer = TRUE;

  if (*p == '-')
    p++;

  if (p < self->end && *p == '0')
    {
      p++;
      if (p < self->end && mcp_scanner_classes[*p] == CLASS_DIGIT)
        return mcp_scanner_fail (self, MCP_SCAN_BAD_NUMBER, p);
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
        mcp_scanner_add_anomaly (self, anomalies, first);
    }

  return p;
}

const guint8 *
mcp_scanner_literal (McpScanner   *self,
                     const guint8 *p)
{
  const char *word = *p == 't' ? "true" : *p == 'f' ? "false" : "null";
  const guint8 *first = p;

  for (; *word != '\0'; word++, p++)
    {
      if (p == self->end)
        return mcp_scanner_fail_truncated (self);
      if (*p != (guint8) *word)
        return mcp_scanner_fail (self, MCP_SCAN_BAD_LITERAL, first);
    }

  return p;
}
