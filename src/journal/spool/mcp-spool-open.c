/* mcp-spool-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-spool-private.h"

/*
 * Spools that are there already: what an earlier session left, what another program writes, and
 * what a worker fills for a journal. How far such a file goes is said by whoever reads it in.
 */

static gboolean
read_file_header (McpSpool *self,
                  gint64   *start_usec,
                  gint64   *start_wall_usec)
{
  guint8 header[MCP_SPOOL_FILE_HEADER_BYTES];

  return pread (self->fd, header, sizeof header, 0) == (gssize) sizeof header
         && mcp_spool_file_header_decode (header, start_usec, start_wall_usec);
}

/*
 * mcp_spool_open:
 * @path: (type filename): a spool
 * @writable: whether to append to it, which takes its lock
 * @start_usec: (out): monotonic time of the journal's start, in microseconds
 * @start_wall_usec: (out): the same in microseconds since 1970
 * @error: of %MCP_ERROR_STORAGE; of %MCP_ERROR_VERSION when the file is no spool
 *
 * Opens a spool. It ends behind its file header until mcp_spool_advance() says how far it goes,
 * and takes nothing as long as mcp_spool_hold_writes() holds.
 *
 * Returns: (transfer full) (nullable): a spool
 */
McpSpool *
mcp_spool_open (const char  *path,
                gboolean     writable,
                gint64      *start_usec,
                gint64      *start_wall_usec,
                GError     **error)
{
  g_autoptr (McpSpool) self = g_object_new (MCP_TYPE_SPOOL, NULL);

  self->name = g_filename_display_name (path);
  self->read_only = !writable;
  self->held = TRUE;
  self->fd = g_open (path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC, 0);
  if (self->fd < 0 || (writable && flock (self->fd, LOCK_EX | LOCK_NB) != 0))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not open the journal “%s”: %s"),
                   self->name, g_strerror (errno));
      return NULL;
    }
  if (!read_file_header (self, start_usec, start_wall_usec))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                   _("“%s” is no journal that this version of Sounder can read"), self->name);
      return NULL;
    }
  self->end = MCP_SPOOL_FILE_HEADER_BYTES;

  return g_steal_pointer (&self);
}

/*
 * mcp_spool_advance:
 * @end: where the last whole record ends
 *
 * Says how much of the file may be read.
 */
void
mcp_spool_advance (McpSpool *self,
                   guint64   end)
{
  g_assert (self->buffer_length == 0 && g_queue_is_empty (&self->queue));

  self->end = MAX (self->end, end);
}

/*
 * mcp_spool_hold_writes:
 * @hold: whether it takes nothing for the time being
 *
 * Keeps the file to whoever fills it or reads it in. When that ends, what stands behind the last
 * whole record is cut off, and appending goes on there.
 */
void
mcp_spool_hold_writes (McpSpool *self,
                       gboolean  hold)
{
  if (hold)
    mcp_spool_flush (self);
  self->held = hold;
  if (hold || self->read_only)
    return;

  if (ftruncate (self->fd, self->end) != 0 || lseek (self->fd, self->end, SEEK_SET) < 0)
    self->read_only = TRUE;
}

int
mcp_spool_get_fd (McpSpool *self)
{
  return self->fd;
}

/*
 * mcp_spool_remark:
 * @remark: what it is
 * @serial: which record it is about; 0 for none
 * @value: what is said
 * @bytes: (nullable): or what is said
 *
 * Appends something that is no record. What cannot be written is lost.
 */
void
mcp_spool_remark (McpSpool       *self,
                  McpSpoolRemark  remark,
                  guint32         serial,
                  guint64         value,
                  GBytes         *bytes)
{
  McpSpoolHeader header = { 0 };
  guint64 offset;

  header.kind = (McpRecordKind) remark;
  header.serial = serial;
  header.size = value;
  header.channel = MCP_CHANNEL_SESSION;
  header.wall_usec = g_get_real_time ();
  header.time_usec = g_get_monotonic_time ();
  mcp_spool_append (self, &header, bytes, &offset);
}
