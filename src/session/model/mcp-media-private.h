/* mcp-media-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* The bytes of a picture, a sound or a movie, which may end anywhere. */
typedef struct
{
  const guint8 *data;
  gsize         length;
} McpMediaFile;

static inline McpMediaFile
mcp_media_open (GBytes *bytes)
{
  McpMediaFile file;

  file.data = g_bytes_get_data (bytes, &file.length);

  return file;
}

static inline gboolean
mcp_media_has (const McpMediaFile *file,
               gsize               offset,
               const char         *magic)
{
  gsize length = strlen (magic);

  return file->length >= length && offset <= file->length - length
         && memcmp (file->data + offset, magic, length) == 0;
}

static inline guint64
mcp_media_read_be (const guint8 *data,
                   guint         n_bytes)
{
  guint64 value = 0;

  for (guint i = 0; i < n_bytes; i++)
    value = value << 8 | data[i];

  return value;
}

G_END_DECLS
