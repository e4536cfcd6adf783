/* zip-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "zip-fixture.h"

struct _ZipFixture
{
  GByteArray *bytes;
  GByteArray *directory;
  guint       n_entries;
};

static void
put (GByteArray *bytes,
     guint       width,
     guint64     value)
{
  for (guint i = 0; i < width; i++)
    {
      guint8 byte = value >> (8 * i);

      g_byte_array_append (bytes, &byte, 1);
    }
}

static guint32
get_crc (const guint8 *data,
         gsize         length)
{
  guint32 crc = 0xffffffff;

  for (gsize i = 0; i < length; i++)
    {
      crc ^= data[i];
      for (guint k = 0; k < 8; k++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }

  return ~crc;
}

static GBytes *
pack (const void *data,
      gsize       length)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  g_autoptr (GInputStream) base = g_memory_input_stream_new_from_data (data, length, NULL);
  g_autoptr (GInputStream) in = g_converter_input_stream_new (base, G_CONVERTER (compressor));
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (g_output_stream_splice (out, in, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL), >, 0);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

ZipFixture *
zip_fixture_new (void)
{
  ZipFixture *self = g_new0 (ZipFixture, 1);

  self->bytes = g_byte_array_new ();
  self->directory = g_byte_array_new ();

  return self;
}

/* What is the same in front of a file and in the list of them. */
static void
put_head (GByteArray     *bytes,
          const ZipEntry *entry,
          guint32         crc,
          gsize           n_packed,
          gsize           n_name)
{
  put (bytes, 2, 20);
  put (bytes, 2, entry->flags);
  put (bytes, 2, entry->packed ? 8 : 0);
  put (bytes, 4, 0x58210000);
  put (bytes, 4, crc);
  put (bytes, 4, n_packed);
  put (bytes, 4, entry->declared != 0 ? entry->declared : entry->n_data);
  put (bytes, 2, n_name);
  put (bytes, 2, 0);
}

void
zip_fixture_add (ZipFixture *self,
                 ZipEntry    entry)
{
  gsize n_name = entry.n_name != 0 ? entry.n_name : strlen (entry.name);
  guint offset = self->bytes->len;
  g_autoptr (GBytes) packed = NULL;
  guint32 crc;

  if (entry.data == NULL)
    entry.data = "";
  if (entry.n_data == 0)
    entry.n_data = strlen (entry.data);
  packed = entry.packed ? pack (entry.data, entry.n_data) : g_bytes_new (entry.data, entry.n_data);
  crc = get_crc ((const guint8 *) entry.data, entry.n_data);

  put (self->bytes, 4, 0x04034b50);
  put_head (self->bytes, &entry, crc, g_bytes_get_size (packed), n_name);
  g_byte_array_append (self->bytes, (const guint8 *) entry.name, n_name);
  g_byte_array_append (self->bytes, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));

  put (self->directory, 4, 0x02014b50);
  put (self->directory, 2, 3 << 8 | 20);
  put_head (self->directory, &entry, crc, g_bytes_get_size (packed), n_name);
  put (self->directory, 2, 0);
  put (self->directory, 2, 0);
  put (self->directory, 2, 0);
  put (self->directory, 4, (guint64) (entry.mode != 0 ? entry.mode : 0100644) << 16);
  put (self->directory, 4, offset);
  g_byte_array_append (self->directory, (const guint8 *) entry.name, n_name);
  self->n_entries++;
}

void
zip_fixture_write (ZipFixture *self,
                   const char *path,
                   const char *behind,
                   gsize       n_behind)
{
  guint offset = self->bytes->len;
  guint n_entries = MIN (self->n_entries, 0xffff);
  g_autoptr (GError) error = NULL;

  g_byte_array_append (self->bytes, self->directory->data, self->directory->len);
  put (self->bytes, 4, 0x06054b50);
  put (self->bytes, 4, 0);
  put (self->bytes, 2, n_entries);
  put (self->bytes, 2, n_entries);
  put (self->bytes, 4, self->directory->len);
  put (self->bytes, 4, offset);
  put (self->bytes, 2, 0);
  if (behind != NULL)
    g_byte_array_append (self->bytes, (const guint8 *) behind, n_behind);
  g_file_set_contents (path, (const char *) self->bytes->data, self->bytes->len, &error);
  g_assert_no_error (error);
  g_byte_array_unref (self->bytes);
  g_byte_array_unref (self->directory);
  g_free (self);
}
