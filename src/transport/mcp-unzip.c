/* mcp-unzip.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-unzip.h"

/**
 * McpUnzip:
 *
 * Undoes the Content-Encoding of a body (RFC 9110, section 8.4). libsoup's own decoder hands out
 * what is not compressed as if it had been, and tells nobody.
 */

struct _McpUnzip
{
  GObject     parent_instance;

  gboolean    is_gzip;
  gboolean    is_plain;
  GConverter *inner;     /* (nullable): before its first bytes, and for what is plain */
};

static void converter_iface_init (GConverterIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpUnzip, mcp_unzip, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_CONVERTER, converter_iface_init))

static void
mcp_unzip_finalize (GObject *object)
{
  g_clear_object (&MCP_UNZIP (object)->inner);

  G_OBJECT_CLASS (mcp_unzip_parent_class)->finalize (object);
}

static void
mcp_unzip_class_init (McpUnzipClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_unzip_finalize;
}

static void
mcp_unzip_init (McpUnzip *self)
{
}

/* "deflate" is zlib's format; some servers leave its two bytes out. Messages and events are text. */
static void
begin (McpUnzip     *self,
       const guint8 *data)
{
  GZlibCompressorFormat format = self->is_gzip ? G_ZLIB_COMPRESSOR_FORMAT_GZIP : G_ZLIB_COMPRESSOR_FORMAT_ZLIB;
  gboolean is_zlib = (data[0] & 0x0f) == 8 && (data[0] * 256 + data[1]) % 31 == 0;

  if (self->is_gzip)
    self->is_plain = data[0] != 0x1f || data[1] != 0x8b;
  else if (!is_zlib)
    {
      self->is_plain = strchr ("{[ \t\r\n:deir", data[0]) != NULL && g_ascii_isprint (data[1]);
      format = G_ZLIB_COMPRESSOR_FORMAT_RAW;
    }

  if (!self->is_plain)
    self->inner = G_CONVERTER (g_zlib_decompressor_new (format));
}

static GConverterResult
copy (const void      *in,
      gsize            in_size,
      void            *out,
      gsize            out_size,
      GConverterFlags  flags,
      gsize           *n_read,
      gsize           *n_written)
{
  *n_read = *n_written = MIN (in_size, out_size);
  memcpy (out, in, *n_read);

  return (flags & G_CONVERTER_INPUT_AT_END) && *n_read == in_size ? G_CONVERTER_FINISHED : G_CONVERTER_CONVERTED;
}

static GConverterResult
unzip_convert (GConverter       *converter,
               const void       *in,
               gsize             in_size,
               void             *out,
               gsize             out_size,
               GConverterFlags   flags,
               gsize            *n_read,
               gsize            *n_written,
               GError          **error)
{
  McpUnzip *self = MCP_UNZIP (converter);
  gboolean is_all = (flags & G_CONVERTER_INPUT_AT_END) != 0;

  if (self->inner == NULL && !self->is_plain)
    {
      if (in_size < 2 && !is_all)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "");
          return G_CONVERTER_ERROR;
        }
      if (in_size >= 2)
        begin (self, in);
      else
        self->is_plain = in_size > 0;
    }

  if (self->inner == NULL)
    return copy (in, in_size, out, out_size, flags, n_read, n_written);

  return g_converter_convert (self->inner, in, in_size, out, out_size, flags, n_read, n_written, error);
}

static void
unzip_reset (GConverter *converter)
{
  McpUnzip *self = MCP_UNZIP (converter);

  self->is_plain = FALSE;
  g_clear_object (&self->inner);
}

static void
converter_iface_init (GConverterIface *iface)
{
  iface->convert = unzip_convert;
  iface->reset = unzip_reset;
}

McpUnzip *
mcp_unzip_new (const char *encoding)
{
  gboolean is_gzip = encoding != NULL && (g_ascii_strcasecmp (encoding, "gzip") == 0
                                          || g_ascii_strcasecmp (encoding, "x-gzip") == 0);
  McpUnzip *self;

  if (!is_gzip && (encoding == NULL || g_ascii_strcasecmp (encoding, "deflate") != 0))
    return NULL;

  self = g_object_new (MCP_TYPE_UNZIP, NULL);
  self->is_gzip = is_gzip;

  return self;
}

gboolean
mcp_unzip_is_plain (McpUnzip *self)
{
  return self->is_plain;
}
