/* mcp-spool-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-spool-private.h"
#include "mcp-write.h"

/*
 * Reading back what was appended: from memory as long as it waits to be written, then from the
 * file, always with pread(): a map of a growing file would end the program when the disk is full.
 */

/* The bytes of the file from @offset on, if they are still in memory. */
static const guint8 *
find_in_memory (McpSpool         *self,
                guint64           offset,
                McpSpoolSegment **segment)
{
  *segment = NULL;

  if (offset >= self->end - self->buffer_length)
    return self->buffer + (offset - (self->end - self->buffer_length));

  for (GList *l = self->queue.head; l != NULL; l = l->next)
    {
      McpSpoolSegment *candidate = l->data;

      if (offset < candidate->offset)
        return NULL;
      if (offset - candidate->offset < candidate->length)
        {
          *segment = candidate;
          return mcp_spool_segment_get_data (candidate) + (offset - candidate->offset);
        }
    }

  return NULL;
}

/* Returns how much there was, less than @length at the end of the file, or -1 with errno. */
static gssize
read_file (McpSpool *self,
           guint64   offset,
           char     *to,
           gsize     length)
{
  gsize n_read = 0;

  while (n_read < length)
    {
      gssize n = pread (self->fd, to + n_read, MIN (length - n_read, MCP_MAX_IO_BYTES),
                        offset + n_read);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return -1;
      if (n == 0)
        break;
      n_read += n;
    }

  return n_read;
}

/*
 * mcp_spool_read_held:
 * @offset: as for mcp_spool_read()
 * @length: as for mcp_spool_read()
 *
 * Gets bytes that are not written yet; a frame that came as a GBytes is not copied.
 *
 * Returns: (transfer full) (nullable): the bytes, %NULL when they are in the file
 */
GBytes *
mcp_spool_read_held (McpSpool *self,
                     guint64   offset,
                     gsize     length)
{
  McpSpoolSegment *segment;
  const guint8 *held = find_in_memory (self, offset, &segment);

  if (held != NULL && segment != NULL && segment->bytes != NULL)
    return g_bytes_new_from_bytes (segment->bytes, offset - segment->offset, length);

  return held != NULL ? g_bytes_new (held, length) : NULL;
}

/*
 * mcp_spool_read_written:
 * @offset: as for mcp_spool_read()
 * @length: as for mcp_spool_read()
 *
 * Reads bytes that are in the file for good. May be called in a worker.
 *
 * Returns: (transfer full) (nullable): the bytes, %NULL with errno when they cannot be read
 */
GBytes *
mcp_spool_read_written (McpSpool *self,
                        guint64   offset,
                        gsize     length)
{
  g_autofree char *copy = g_try_malloc (length);
  gssize n_read;

  if (copy == NULL)
    {
      errno = ENOMEM;
      return NULL;
    }

  n_read = read_file (self, offset, copy, length);
  if (n_read >= 0 && (gsize) n_read == length)
    return g_bytes_new_take (g_steal_pointer (&copy), length);
  if (n_read >= 0)
    errno = EIO;

  return NULL;
}

/*
 * mcp_spool_read_into:
 * @offset: any place in the file
 * @to: room for @length bytes
 * @length: how many to read
 *
 * Reads what is in the file for good. May be called in a worker.
 *
 * Returns: how many there were, less at the end of the file; -1 with errno when they cannot be read
 */
gssize
mcp_spool_read_into (McpSpool *self,
                     guint64   offset,
                     char     *to,
                     gsize     length)
{
  return read_file (self, offset, to, length);
}

/*
 * mcp_spool_read:
 * @offset: where the bytes begin, as it was given by append, or within such a record
 * @length: how many, within one record
 * @error: of %MCP_ERROR_STORAGE
 *
 * Reads bytes back, from memory as long as they are not written.
 *
 * Returns: (transfer full) (nullable): the bytes
 */
GBytes *
mcp_spool_read (McpSpool  *self,
                guint64    offset,
                gsize      length,
                GError   **error)
{
  GBytes *bytes;

  if (length == 0)
    return g_bytes_new_static ("", 0);

  bytes = mcp_spool_read_held (self, offset, length);
  if (bytes == NULL)
    bytes = mcp_spool_read_written (self, offset, length);
  if (bytes == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not read the journal “%s”: %s"),
                 self->name, g_strerror (errno));

  return bytes;
}

/*
 * mcp_spool_peek:
 * @offset: as for mcp_spool_read()
 * @length: at most %MCP_SPOOL_MAX_PEEK_BYTES
 *
 * Looks at bytes without an allocation. Meant for walking through records in order: the file is
 * read in stretches.
 *
 * Returns: (nullable): the bytes, until the next call on the spool; %NULL when they cannot be read
 */
const char *
mcp_spool_peek (McpSpool *self,
                guint64   offset,
                gsize     length)
{
  const guint8 *held;
  McpSpoolSegment *segment;
  gssize n_read;

  g_assert (length <= MCP_SPOOL_MAX_PEEK_BYTES);

  if (length == 0)
    return "";

  held = find_in_memory (self, offset, &segment);
  if (held != NULL)
    return (const char *) held;

  if (offset < self->window_offset
      || offset + length > self->window_offset + self->window_length)
    {
      if (self->window == NULL)
        self->window = g_malloc (MCP_SPOOL_MAX_PEEK_BYTES);
      n_read = read_file (self, offset, self->window, MCP_SPOOL_MAX_PEEK_BYTES);
      self->window_offset = offset;
      self->window_length = MAX (n_read, 0);
      if (self->window_length < length)
        return NULL;
    }

  return self->window + (offset - self->window_offset);
}
