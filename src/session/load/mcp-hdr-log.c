/* mcp-hdr-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hdr-log.h"

/*
 * The log format of HdrHistogram, version 1.3, which its tools and many others plot: a line for each
 * interval, with its histogram in the compressed encoding V2, in Base64.
 *
 * The buckets of #McpHistogram are those of an HdrHistogram from 1 with two significant digits, in the
 * same order, so that its counts are written as they are.
 */

#define COOKIE             0x1c849313u
#define COMPRESSED_COOKIE  0x1c849314u
#define SIGNIFICANT_DIGITS 2

static void
append_int32 (GByteArray *out,
              guint32     value)
{
  value = GUINT32_TO_BE (value);
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

static void
append_int64 (GByteArray *out,
              guint64     value)
{
  value = GUINT64_TO_BE (value);
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

/* ZigZag, then seven bits a byte, the lowest first. */
static void
append_varint (GByteArray *out,
               gint64      value)
{
  guint64 rest = ((guint64) value << 1) ^ (guint64) (value >> 63);

  while (rest >= 0x80)
    {
      guint8 byte = (guint8) (rest | 0x80);

      g_byte_array_append (out, &byte, 1);
      rest >>= 7;
    }
  g_byte_array_append (out, &(guint8) { (guint8) rest }, 1);
}

/* Counts up to the last that is not 0; so many zeros in a row are one negative number. */
static void
append_counts (GByteArray         *out,
               const McpHistogram *histogram)
{
  gint64 n_zeros = 0;

  for (guint i = 0; i < mcp_histogram_get_n_buckets (); i++)
    {
      guint count = mcp_histogram_get_bucket_count (histogram, i);

      if (count == 0)
        {
          n_zeros++;
          continue;
        }

      if (n_zeros > 0)
        append_varint (out, n_zeros == 1 ? 0 : -n_zeros);
      n_zeros = 0;
      append_varint (out, count);
    }
}

static GByteArray *
encode (const McpHistogram *histogram)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GByteArray) counts = g_byte_array_new ();
  double ratio = 1;
  guint64 ratio_bits;

  memcpy (&ratio_bits, &ratio, sizeof ratio_bits);
  append_counts (counts, histogram);

  append_int32 (out, COOKIE);
  append_int32 (out, counts->len);
  append_int32 (out, 0);
  append_int32 (out, SIGNIFICANT_DIGITS);
  append_int64 (out, 1);
  append_int64 (out, MCP_HISTOGRAM_MAX_VALUE);
  append_int64 (out, ratio_bits);
  g_byte_array_append (out, counts->data, counts->len);

  return out;
}

/* All at once: compressing memory into enough of it cannot fail. */
static GByteArray *
compress (const GByteArray *data)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, -1);
  GByteArray *out = g_byte_array_new ();
  gsize n_read, n_written;

  /* Deflate adds 5 bytes for 16 KiB, and zlib's head and sum. */
  g_byte_array_set_size (out, data->len + data->len / 1024 + 64);
  if (g_converter_convert (G_CONVERTER (compressor), data->data, data->len, out->data, out->len,
                           G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL)
      != G_CONVERTER_FINISHED)
    g_assert_not_reached ();
  g_byte_array_set_size (out, (guint) n_written);

  return out;
}

static char *
to_base64 (const McpHistogram *histogram)
{
  g_autoptr (GByteArray) plain = encode (histogram);
  g_autoptr (GByteArray) compressed = compress (plain);
  g_autoptr (GByteArray) out = g_byte_array_new ();

  append_int32 (out, COMPRESSED_COOKIE);
  append_int32 (out, compressed->len);
  g_byte_array_append (out, compressed->data, compressed->len);

  return g_base64_encode (out->data, out->len);
}

/**
 * mcp_hdr_log_dup_head:
 * @start_wall_usec: when the run began, since 1970
 *
 * Makes the lines that a log starts with.
 *
 * Returns: (transfer full): lines with their ends
 */
char *
mcp_hdr_log_dup_head (gint64 start_wall_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (start_wall_usec / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format_iso8601 (time);

  return g_strdup_printf ("#[Histogram log format version 1.3]\n"
                          "#[StartTime: %" G_GINT64_FORMAT ".%03d (seconds since epoch), %s]\n"
                          "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
                          "\"Interval_Compressed_Histogram\"\n",
                          start_wall_usec / G_USEC_PER_SEC,
                          (int) (start_wall_usec % G_USEC_PER_SEC / 1000), text);
}

/**
 * mcp_hdr_log_dup_line:
 * @histogram: latencies in microseconds
 * @start_usec: when the interval began, since the run did
 * @length_usec: how long it was
 * @max_usec: the largest latency
 *
 * Makes the line of an interval. Its times are in seconds, its largest value in milliseconds, as the
 * format has it; the histogram's values are microseconds.
 *
 * Returns: (transfer full): a line with its end
 */
char *
mcp_hdr_log_dup_line (const McpHistogram *histogram,
                      gint64              start_usec,
                      gint64              length_usec,
                      gint64              max_usec)
{
  g_autofree char *encoded = to_base64 (histogram);
  char start[G_ASCII_DTOSTR_BUF_SIZE];
  char length[G_ASCII_DTOSTR_BUF_SIZE];
  char max[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (start, sizeof start, "%.3f", start_usec / (double) G_USEC_PER_SEC);
  g_ascii_formatd (length, sizeof length, "%.3f", length_usec / (double) G_USEC_PER_SEC);
  g_ascii_formatd (max, sizeof max, "%.3f", MAX (max_usec, 0) / 1000.0);

  return g_strdup_printf ("%s,%s,%s,%s\n", start, length, max, encoded);
}
