/* mcp-spool-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-spool.h"

/*
 * The layout of the spool, little endian and without gaps:
 *
 * the file   0 magic   8 version   12 bytes of a record's header   16 wall time   24 monotonic time
 * a record   0 length   8 size   16 wall time   24 monotonic time   32 time in the queue
 *            36 serial   40 life   44 flags   46 direction   47 channel   48 kind   49 zero
 *            52 exchange   56 lead   60 trail
 */

static void
put_u64 (guint8  *to,
         guint64  value)
{
  value = GUINT64_TO_LE (value);
  memcpy (to, &value, sizeof value);
}

static void
put_u32 (guint8  *to,
         guint32  value)
{
  value = GUINT32_TO_LE (value);
  memcpy (to, &value, sizeof value);
}

static guint64
get_u64 (const guint8 *from)
{
  guint64 value;

  memcpy (&value, from, sizeof value);

  return GUINT64_FROM_LE (value);
}

static guint32
get_u32 (const guint8 *from)
{
  guint32 value;

  memcpy (&value, from, sizeof value);

  return GUINT32_FROM_LE (value);
}

/*
 * mcp_spool_header_encode:
 * @header: a header
 * @length: of the bytes that follow; that of the header is ignored
 * @to: room for %MCP_SPOOL_HEADER_BYTES
 *
 * Writes what stands before a record's bytes.
 */
void
mcp_spool_header_encode (const McpSpoolHeader *header,
                         guint64               length,
                         guint8               *to)
{
  put_u64 (to, length);
  put_u64 (to + 8, header->size);
  put_u64 (to + 16, header->wall_usec);
  put_u64 (to + 24, header->time_usec);
  put_u32 (to + 32, header->queued_usec);
  put_u32 (to + 36, header->serial);
  put_u32 (to + 40, header->life);
  to[44] = header->flags & 0xff;
  to[45] = header->flags >> 8;
  to[46] = header->direction;
  to[47] = header->channel;
  to[48] = header->kind;
  memset (to + 49, 0, 3);
  put_u32 (to + 52, header->exchange);
  put_u32 (to + 56, header->lead);
  put_u32 (to + 60, header->trail);
}

/*
 * mcp_spool_file_header_encode:
 * @start_usec: monotonic time of the journal's start, in microseconds
 * @start_wall_usec: the same in microseconds since 1970
 * @to: room for %MCP_SPOOL_FILE_HEADER_BYTES
 *
 * Writes what stands at the start of the file.
 */
void
mcp_spool_file_header_encode (gint64  start_usec,
                              gint64  start_wall_usec,
                              guint8 *to)
{
  memcpy (to, MCP_SPOOL_MAGIC, 8);
  put_u32 (to + 8, MCP_SPOOL_VERSION);
  put_u32 (to + 12, MCP_SPOOL_HEADER_BYTES);
  put_u64 (to + 16, start_wall_usec);
  put_u64 (to + 24, start_usec);
}

/*
 * mcp_spool_file_header_decode:
 * @data: the first %MCP_SPOOL_FILE_HEADER_BYTES of a file
 * @start_usec: (out): monotonic time of the journal's start, in microseconds
 * @start_wall_usec: (out): the same in microseconds since 1970
 *
 * Reads what stands at the start of the file.
 *
 * Returns: %FALSE when that is no spool, or one of a version that is not known
 */
gboolean
mcp_spool_file_header_decode (const guint8 *data,
                              gint64       *start_usec,
                              gint64       *start_wall_usec)
{
  if (memcmp (data, MCP_SPOOL_MAGIC, 8) != 0 || get_u32 (data + 8) != MCP_SPOOL_VERSION
      || get_u32 (data + 12) != MCP_SPOOL_HEADER_BYTES)
    return FALSE;

  *start_wall_usec = get_u64 (data + 16);
  *start_usec = get_u64 (data + 24);

  return TRUE;
}

/*
 * mcp_spool_header_decode:
 * @data: a record of the file, from its header on
 * @length: how much of the file follows
 * @header: (out): the header
 *
 * Reads a record's header back.
 *
 * Returns: %FALSE when the file ends before the header or the bytes it announces
 */
gboolean
mcp_spool_header_decode (const guint8   *data,
                         gsize           length,
                         McpSpoolHeader *header)
{
  if (length < MCP_SPOOL_HEADER_BYTES)
    return FALSE;

  header->length = get_u64 (data);
  header->size = get_u64 (data + 8);
  header->wall_usec = get_u64 (data + 16);
  header->time_usec = get_u64 (data + 24);
  header->queued_usec = get_u32 (data + 32);
  header->serial = get_u32 (data + 36);
  header->life = get_u32 (data + 40);
  header->flags = data[44] | data[45] << 8;
  header->direction = data[46];
  header->channel = data[47];
  header->kind = data[48];
  header->exchange = get_u32 (data + 52);
  header->lead = get_u32 (data + 56);
  header->trail = get_u32 (data + 60);

  return header->length <= length - MCP_SPOOL_HEADER_BYTES;
}
