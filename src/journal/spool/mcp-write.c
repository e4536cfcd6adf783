/* mcp-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "mcp-write.h"

/**
 * mcp_write_fully:
 * @fd: a file
 * @n_written: (out) (optional): how many bytes reached the file, also when not all did
 *
 * Writes all bytes, in as many writes as it takes. Blocks until they are written.
 *
 * Returns: 0, or errno
 */
int
mcp_write_fully (int         fd,
                 const void *data,
                 gsize       length,
                 gsize      *n_written)
{
  const guint8 *bytes = data;
  gsize at = 0;
  int saved_errno = 0;

  while (at < length && saved_errno == 0)
    {
      gssize n = write (fd, bytes + at, MIN (length - at, MCP_MAX_IO_BYTES));

      if (n > 0)
        at += n;
      else if (n == 0)
        saved_errno = ENOSPC;
      else if (errno != EINTR)
        saved_errno = errno;
    }
  if (n_written != NULL)
    *n_written = at;

  return saved_errno;
}
