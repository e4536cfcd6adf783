/* mcp-scanner-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "mcp-scan-private.h"

G_BEGIN_DECLS

/*
 * The tokens of the scanner. Each step takes a position and gives the next one, or NULL after a
 * fault that ends the scan.
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

  gboolean      has_escape;   /* the last key had a backslash */

  Member        member;       /* the member of the envelope that is being read */
  const guint8 *member_start; /* its value; NULL before it begins */
  Member        inner;        /* the same inside "error" */
  const guint8 *inner_start;
  guint         seen;         /* bits of Member */

  guint64      *levels;       /* one bit each, set for an object */
  gsize         n_words;
  guint64       shallow[MCP_SCAN_MAX_DEPTH / 64];
} McpScanner;

enum {
  CLASS_OTHER = 0,
  CLASS_SPACE = 1,
  CLASS_QUOTE = 2,
  CLASS_DIGIT = 3,
  CLASS_MINUS = 4,
  CLASS_LITERAL = 5,
  CLASS_OPEN_OBJECT = 6,
  CLASS_OPEN_ARRAY = 7,
  CLASS_VALUE = 7,   /* mask: what the byte begins where a value may stand */
  CLASS_ESCAPE = 8,  /* may follow a backslash */
};

extern const guint8 mcp_scanner_classes[256];

const guint8 *mcp_scanner_fail            (McpScanner   *self,
                                           McpScanFault  fault,
                                           const guint8 *at);
const guint8 *mcp_scanner_fail_truncated  (McpScanner   *self);
const guint8 *mcp_scanner_fail_unexpected (McpScanner   *self,
                                           const guint8 *at);
void          mcp_scanner_add_anomaly     (McpScanner   *self,
                                           guint         anomaly,
                                           const guint8 *at);
const guint8 *mcp_scanner_special         (McpScanner   *self,
                                           const guint8 *p);
const guint8 *mcp_scanner_number          (McpScanner   *self,
                                           const guint8 *p);
const guint8 *mcp_scanner_literal         (McpScanner   *self,
                                           const guint8 *p);

static inline const guint8 *
mcp_scanner_skip_space (const guint8 *p,
                        const guint8 *end)
{
  while (p < end && *p <= ' ' && mcp_scanner_classes[*p] == CLASS_SPACE)
    p++;

  return p;
}

/* Steps over ASCII that stands for itself in a string: not a quote, backslash or control. */
static inline const guint8 *
mcp_scanner_skip_plain (const guint8 *p,
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

/* @p is behind the opening quote; the result is behind the closing one. */
static inline const guint8 *
mcp_scanner_string (McpScanner   *self,
                    const guint8 *p)
{
  p = mcp_scanner_skip_plain (p, self->end);
  if (G_LIKELY (p < self->end && *p == '"'))
    return p + 1;

  return mcp_scanner_special (self, p);
}

G_END_DECLS
