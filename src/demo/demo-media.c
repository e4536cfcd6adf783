/* demo-media.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "demo-server.h"

/* A picture and a sound, made on the spot: real files without a file in the tree. */

static void
append_be32 (GByteArray *out,
             guint32     value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (out, (guint8 *) &big, 4);
}

static guint32
crc32 (const guint8 *data,
       gsize         length)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < length; i++)
    {
      crc ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }

  return ~crc;
}

static void
append_chunk (GByteArray   *png,
              const char   *type,
              const guint8 *data,
              gsize         length)
{
  gsize start;

  append_be32 (png, length);
  start = png->len;
  g_byte_array_append (png, (const guint8 *) type, 4);
  g_byte_array_append (png, data, length);
  append_be32 (png, crc32 (png->data + start, png->len - start));
}

/* The rows of the picture: rings around the middle, as a sounder's pulse would spread. */
static GByteArray *
make_rows (guint size)
{
  GByteArray *rows = g_byte_array_new ();

  for (guint y = 0; y < size; y++)
    {
      guint8 filter = 0;

      g_byte_array_append (rows, &filter, 1);
      for (guint x = 0; x < size; x++)
        {
          double dx = x - size / 2.0;
          double dy = y - size / 2.0;
          double wave = 0.5 + 0.5 * cos (sqrt (dx * dx + dy * dy) * 24 / size);
          guint8 pixel[3] = { 28 + 90 * wave, 80 + 120 * wave, 160 + 90 * wave };

          g_byte_array_append (rows, pixel, sizeof pixel);
        }
    }

  return rows;
}

/* zlib's format with stored blocks: no compressor needed (RFC 1950, RFC 1951). */
static GByteArray *
store (const GByteArray *data)
{
  GByteArray *out = g_byte_array_new ();
  const guint8 head[] = { 0x78, 0x01 };
  guint32 a = 1;
  guint32 b = 0;

  g_byte_array_append (out, head, sizeof head);
  for (gsize start = 0; start < data->len; start += 65535)
    {
      guint16 length = MIN (data->len - start, 65535);
      guint8 block[5] = { start + length == data->len, length & 0xff, length >> 8,
                          ~length & 0xff, (guint8) (~length >> 8) };

      g_byte_array_append (out, block, sizeof block);
      g_byte_array_append (out, data->data + start, length);
    }

  for (gsize i = 0; i < data->len; i++)
    {
      a = (a + data->data[i]) % 65521;
      b = (b + a) % 65521;
    }
  append_be32 (out, b << 16 | a);

  return out;
}

/* In base64; @palette: (nullable): colours, then their opacities. */
static char *
make_png (guint         size,
          guint8        bits,
          guint8        colour_type,
          const guint8 *palette,
          gsize         n_colours,
          GByteArray   *rows)
{
  const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  g_autoptr (GByteArray) png = g_byte_array_new ();
  g_autoptr (GByteArray) head = g_byte_array_new ();
  g_autoptr (GByteArray) stored = store (rows);
  const guint8 format[] = { bits, colour_type, 0, 0, 0 };

  append_be32 (head, size);
  append_be32 (head, size);
  g_byte_array_append (head, format, sizeof format);

  g_byte_array_append (png, signature, sizeof signature);
  append_chunk (png, "IHDR", head->data, head->len);
  if (palette != NULL)
    {
      append_chunk (png, "PLTE", palette, 3 * n_colours);
      append_chunk (png, "tRNS", palette + 3 * n_colours, n_colours);
    }
  append_chunk (png, "IDAT", stored->data, stored->len);
  append_chunk (png, "IEND", NULL, 0);

  return g_base64_encode (png->data, png->len);
}

/* A PNG of @size by @size pixels, in base64. */
char *
demo_media_png (guint size)
{
  g_autoptr (GByteArray) rows = make_rows (size);

  return make_png (size, 8, 2, NULL, 0, rows); /* RGB */
}

#define ICON_SIDE 32

/* How far inside a drawing a point is, in pixels: below 0 outside. */
static double
get_depth (guint  shape,
           double x,
           double y)
{
  const double radius = ICON_SIDE / 2.0 - 1;
  double distance = sqrt (x * x + y * y);

  switch (shape)
    {
    case 0: /* a disc */
      return radius - distance;
    case 1: /* a diamond */
      return (radius - fabs (x) - fabs (y)) / G_SQRT2;
    case 2: /* a square */
      return radius - 2 - MAX (fabs (x), fabs (y));
    default: /* rings, as a sounder's pulse would spread */
      return MIN (radius - distance, 2 - fabs (fmod (distance, 6) - 2));
    }
}

/* A drawing of 32 by 32 pixels on a transparent background, a PNG in base64; @colour: 0xrrggbb. */
char *
demo_media_icon (guint   shape,
                 guint32 colour)
{
  g_autoptr (GByteArray) rows = g_byte_array_new ();
  guint8 palette[16 * 4];

  /* One colour, in sixteen opacities. */
  for (guint i = 0; i < 16; i++)
    {
      palette[3 * i] = colour >> 16 & 0xff;
      palette[3 * i + 1] = colour >> 8 & 0xff;
      palette[3 * i + 2] = colour & 0xff;
      palette[48 + i] = i * 17;
    }

  for (guint y = 0; y < ICON_SIDE; y++)
    {
      guint8 row[1 + ICON_SIDE / 2] = { 0 };

      for (guint x = 0; x < ICON_SIDE; x++)
        {
          double depth = get_depth (shape, x + 0.5 - ICON_SIDE / 2.0, y + 0.5 - ICON_SIDE / 2.0);
          guint8 opacity = CLAMP (depth + 0.5, 0, 1) * 15;

          row[1 + x / 2] |= x % 2 == 0 ? opacity << 4 : opacity;
        }
      g_byte_array_append (rows, row, sizeof row);
    }

  return make_png (ICON_SIDE, 4, 3, palette, 16, rows);
}

/* A WAV with one tone that fades, 8 kHz, 8 bits, in base64. */
char *
demo_media_wav (double hertz,
                guint  msec)
{
  const guint rate = 8000;
  guint n_samples = rate * msec / 1000;
  g_autoptr (GByteArray) wav = g_byte_array_new ();
  guint32 sizes[] = { GUINT32_TO_LE (36 + n_samples), GUINT32_TO_LE (n_samples) };
  const guint32 rates[] = { GUINT32_TO_LE (16), GUINT32_TO_LE (0x00010001), GUINT32_TO_LE (rate),
                            GUINT32_TO_LE (rate), GUINT32_TO_LE (0x00080001) };

  g_byte_array_append (wav, (const guint8 *) "RIFF", 4);
  g_byte_array_append (wav, (const guint8 *) &sizes[0], 4);
  g_byte_array_append (wav, (const guint8 *) "WAVEfmt ", 8);
  g_byte_array_append (wav, (const guint8 *) rates, sizeof rates);
  g_byte_array_append (wav, (const guint8 *) "data", 4);
  g_byte_array_append (wav, (const guint8 *) &sizes[1], 4);

  for (guint i = 0; i < n_samples; i++)
    {
      double fade = 1.0 - (double) i / n_samples;
      guint8 sample = 128 + 100 * fade * sin (2 * G_PI * hertz * i / rate);

      g_byte_array_append (wav, &sample, 1);
    }

  return g_base64_encode (wav->data, wav->len);
}
