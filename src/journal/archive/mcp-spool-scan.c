/* mcp-spool-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-intake.h"
#include "mcp-journal-private.h"
#include "mcp-json.h"

/*
 * Reads a spool in a thread, record by record, up to the last whole one. Of a spool that another
 * program writes, it waits for more until that program has let go of the file's lock.
 */

#define BLOCK_BYTES (1024 * 1024)

/* How long to wait for more: briefly while it keeps coming, and else not so that it costs much. */
#define BUSY_MSEC 10
#define QUIET_MSEC 100
#define BUSY_ROUNDS 100

typedef struct
{
  McpSpool *spool;
  int       fd;
  gboolean  follow;
  guint64   offset;         /* of the next record */

  guint8   *block;
  gsize     capacity;
  guint64   block_offset;   /* in the file */
  gsize     block_length;
} SpoolScan;

gpointer
mcp_spool_scan_new (McpSpool *spool,
                    gboolean  follow)
{
  SpoolScan *self = g_new0 (SpoolScan, 1);

  self->spool = g_object_ref (spool);
  self->fd = mcp_spool_get_fd (spool);
  self->follow = follow;
  self->offset = MCP_SPOOL_FILE_HEADER_BYTES;

  return self;
}

void
mcp_spool_scan_free (gpointer scan)
{
  SpoolScan *self = scan;

  g_object_unref (self->spool);
  g_free (self->block);
  g_free (self);
}

/* Returns @length bytes of the file from @offset on, NULL when there are not so many. */
static const guint8 *
look (SpoolScan *self,
      guint64    offset,
      gsize      length)
{
  if (offset >= self->block_offset
      && offset + length <= self->block_offset + self->block_length)
    return self->block + (offset - self->block_offset);

  if (length > self->capacity || self->block == NULL)
    {
      guint8 *block = g_try_realloc (self->block, MAX (length, BLOCK_BYTES));

      if (block == NULL)
        return NULL;
      self->block = block;
      self->capacity = MAX (length, BLOCK_BYTES);
    }

  self->block_offset = offset;
  self->block_length = 0;
  while (self->block_length < length)
    {
      gssize n = pread (self->fd, self->block + self->block_length,
                        self->capacity - self->block_length, offset + self->block_length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return NULL;
      self->block_length += n;
    }

  return self->block;
}

/* What a large record had needed is given back. */
static void
shrink (SpoolScan *self)
{
  if (self->capacity <= 4 * BLOCK_BYTES)
    return;

  g_clear_pointer (&self->block, g_free);
  self->capacity = 0;
  self->block_length = 0;
}

static gboolean
is_known (const McpSpoolHeader *header)
{
  if (header->kind >= MCP_N_RECORD_KINDS)
    return header->kind >= (McpRecordKind) MCP_SPOOL_PROFILE;

  return header->channel < MCP_N_CHANNELS && header->direction <= MCP_DIRECTION_IN
         && (guint64) header->lead + header->trail <= header->length && header->serial > 0;
}

static void
add_remark (McpIntake     *intake,
            McpIntakeItem *item,
            const char    *data)
{
  if (item->header.length > 0
      && (item->header.length > G_MAXINT32
          || !mcp_json_validate (data, item->header.length, NULL)))
    return;

  item->name_length = item->header.length;
  mcp_intake_add (intake, item, NULL, NULL, data);
}

static void
add_record (McpIntake     *intake,
            McpIntakeItem *item,
            const char    *data)
{
  const McpSpoolHeader *header = &item->header;

  if (header->kind == (McpRecordKind) MCP_SPOOL_LINE)
    {
      mcp_intake_add (intake, item, NULL, NULL, NULL);
      return;
    }

  if (header->kind >= MCP_N_RECORD_KINDS)
    {
      add_remark (intake, item, data);
      return;
    }

  if (mcp_record_kind_is_message (header->kind) && header->kind != MCP_RECORD_OVERSIZED
      && header->kind != MCP_RECORD_PENDING)
    {
      mcp_intake_add_record (intake, item, data + header->lead,
                             header->length - header->lead - header->trail);
      return;
    }

  if (header->kind == MCP_RECORD_HTTP_HEAD)
    item->http_status = mcp_journal_read_http_status (data, header->length);
  mcp_intake_add (intake, item, NULL, NULL, NULL);
}

static guint64
get_file_size (SpoolScan *self)
{
  struct stat info;

  return fstat (self->fd, &info) == 0 ? (guint64) info.st_size : 0;
}

/* Reads the next record. FALSE when there is no whole one, or what is there is none. */
static gboolean
read_record (SpoolScan *self,
             McpIntake *intake,
             guint64    size,
             gboolean  *damaged)
{
  McpIntakeItem item = { 0 };
  const guint8 *data = NULL;

  if (self->offset + MCP_SPOOL_HEADER_BYTES <= size)
    data = look (self, self->offset, MCP_SPOOL_HEADER_BYTES);
  if (data == NULL || !mcp_spool_header_decode (data, size - self->offset, &item.header))
    return FALSE;

  *damaged = !is_known (&item.header);
  if (*damaged)
    return FALSE;

  item.offset = self->offset + MCP_SPOOL_HEADER_BYTES;
  data = look (self, item.offset, item.header.length);
  if (data == NULL)
    return FALSE;

  add_record (intake, &item, (const char *) data);
  self->offset = item.offset + item.header.length;
  shrink (self);

  return TRUE;
}

/* Reads all there is. Returns whether there was any. */
static gboolean
read_records (SpoolScan *self,
              McpIntake *intake,
              gboolean  *damaged)
{
  guint64 start = self->offset;
  guint64 size = get_file_size (self);

  /* What lay behind the last record may have grown since. */
  self->block_length = 0;
  while (read_record (self, intake, size, damaged))
    {
      if (mcp_intake_get_n_free (intake) > 0)
        continue;
      mcp_intake_set_progress (intake, self->offset, size);
      mcp_intake_push (intake, self->offset);
      if (mcp_intake_is_cancelled (intake))
        break;
    }
  mcp_intake_push (intake, self->offset);

  return self->offset > start;
}

/* Whoever writes a spool has its lock. */
static gboolean
has_writer (SpoolScan *self)
{
  if (flock (self->fd, LOCK_SH | LOCK_NB) != 0)
    return errno == EWOULDBLOCK;

  flock (self->fd, LOCK_UN);

  return FALSE;
}

/*
 * mcp_spool_scan_run:
 *
 * Reads the spool, as the function of an intake.
 *
 * Returns: %FALSE with an error when there is something in the file that is no record
 */
gboolean
mcp_spool_scan_run (McpIntake  *intake,
                    gpointer    scan,
                    GError    **error)
{
  SpoolScan *self = scan;
  gboolean live = self->follow && has_writer (self);
  gboolean damaged = FALSE;
  guint n_quiet = 0;

  if (live)
    mcp_intake_set_live (intake, TRUE);
  while (!mcp_intake_is_cancelled (intake))
    {
      /* Asked before reading: what was written last is read after its writer has gone. */
      live = self->follow && has_writer (self);
      n_quiet = read_records (self, intake, &damaged) ? 0 : n_quiet + 1;
      if (damaged || !live
          || !mcp_intake_pause (intake, n_quiet < BUSY_ROUNDS ? BUSY_MSEC : QUIET_MSEC))
        break;
    }
  mcp_intake_set_progress (intake, 1, 1);

  if (damaged)
    g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
                 _("The journal is damaged from its byte %" PRIu64 " on"), self->offset);

  return !damaged;
}
