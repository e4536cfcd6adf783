/* mcp-pages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mcp-pages.h"

/*
 * McpPages:
 *
 * Blocks that never move and live as long as this. The first ones are ordinary memory, enough for
 * half a million records. Behind them they are stretches of a file without a name beside the spool,
 * which the kernel can write and forget: a session of days holds on to what is looked at, not to
 * all that was.
 *
 * The room is taken in the file before it is used, so that a full disk is an error here, and then
 * memory is taken instead.
 */

#define HEAP_BYTES   (32u * 1024 * 1024)
#define HEAP_SHARE   4 /* of a limit, where that is less */
#define REGION_BYTES (4u * 1024 * 1024)

struct _McpPages
{
  GPtrArray *blocks;        /* of the heap */
  gsize      heap_bytes;
  gsize      heap_limit_bytes;

  int        fd;            /* -1: none */
  gboolean   is_refused;    /* there is no room for a file */
  GPtrArray *regions;       /* regions of REGION_BYTES, in file order */
  gsize      used;          /* of the last region */
  gsize      fresh_bytes;   /* of regions since they were let go */
};

McpPages *
mcp_pages_new (void)
{
  McpPages *self = g_new0 (McpPages, 1);

  self->fd = -1;
  self->heap_limit_bytes = HEAP_BYTES;
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->regions = g_ptr_array_new ();

  return self;
}

void
mcp_pages_free (McpPages *self)
{
  for (guint i = 0; i < self->regions->len; i++)
    munmap (self->regions->pdata[i], REGION_BYTES);
  g_ptr_array_unref (self->regions);
  g_ptr_array_unref (self->blocks);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

static gboolean
add_region (McpPages *self,
            McpSpool *spool)
{
  off_t offset = (off_t) self->regions->len * REGION_BYTES;
  gpointer region;

  if (self->is_refused)
    return FALSE;
  if (self->fd < 0)
    self->fd = mcp_spool_open_beside (spool);
  if (self->fd < 0 || posix_fallocate (self->fd, offset, REGION_BYTES) != 0)
    {
      self->is_refused = TRUE;
      return FALSE;
    }

  region = mmap (NULL, REGION_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, offset);
  self->is_refused = region == MAP_FAILED;
  if (self->is_refused)
    return FALSE;

  g_ptr_array_add (self->regions, region);
  self->used = 0;

  return TRUE;
}

static gpointer
alloc_on_heap (McpPages *self,
               gsize     size)
{
  gpointer block = g_malloc0 (size);

  g_ptr_array_add (self->blocks, block);
  self->heap_bytes += size;

  return block;
}

/**
 * mcp_pages_alloc:
 * @spool: beside which the file is, once there is one
 * @size: how much, at most a tenth of a region
 *
 * Takes a block of zeros.
 *
 * Returns: (transfer none): the block, which is there as long as @self
 */
gpointer
mcp_pages_alloc (McpPages *self,
                 McpSpool *spool,
                 gsize     size)
{
  char *block;

  if (self->heap_bytes + size <= self->heap_limit_bytes
      || ((self->regions->len == 0 || self->used + size > REGION_BYTES)
          && !add_region (self, spool)))
    return alloc_on_heap (self, size);

  block = (char *) g_ptr_array_index (self->regions, self->regions->len - 1) + self->used;
  self->used += size;
  self->fresh_bytes += size;

  return block;
}

/* Has ordinary memory taken for no more than a part of a limit; 0 for none. What was taken stays.
 */
void
mcp_pages_set_limit (McpPages *self,
                     guint64   limit_bytes)
{
  self->heap_limit_bytes =
    limit_bytes > 0 ? MIN (HEAP_BYTES, limit_bytes / HEAP_SHARE) : HEAP_BYTES;
}

/* Lets the kernel forget what is in the file. Who looks at it reads it again. */
void
mcp_pages_let_go (McpPages *self)
{
  for (guint i = 0; i < self->regions->len; i++)
    madvise (self->regions->pdata[i], REGION_BYTES, MADV_DONTNEED);
  self->fresh_bytes = 0;
}

gsize
mcp_pages_get_bytes (McpPages *self)
{
  return self->heap_bytes + self->fresh_bytes;
}
