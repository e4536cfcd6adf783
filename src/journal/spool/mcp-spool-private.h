/* mcp-spool-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-spool.h"

G_BEGIN_DECLS

/* Shared by mcp-spool.c, which writes, and mcp-spool-read.c. */

/* A stretch of the file that is not written yet: a buffer of ours, or a frame as it came. */
typedef struct
{
  guint64  offset;
  guint8  *buffer;   /* (nullable) */
  GBytes  *bytes;    /* (nullable) */
  gsize    length;
  gsize    n_written;
} McpSpoolSegment;

struct _McpSpool
{
  GObject            parent_instance;

  int                fd;
  char              *name;         /* for messages */
  gboolean           temporary;
  gboolean           read_only;    /* another writes it */
  gboolean           held;         /* it is being filled by a worker, or read in */

  GQueue             queue;        /* of McpSpoolSegment, by offset */
  guint64            queue_bytes;

  /* The buffer that is being filled; it stands behind the queue. */
  guint8            *buffer;
  gsize              buffer_length;
  gsize              buffer_capacity;
  guint64            end;          /* of all, written or not */
  guint64            limit;        /* of end; 0 for none */
  gboolean           full;         /* that it was reached is told */

  gboolean           writing;      /* a worker has the head of the queue */
  gboolean           alone;        /* there are no workers */
  guint              write_source;

  GError            *fault;        /* (nullable) since when writing fails */
  gint64             retry_usec;
  McpSpoolFaultFunc  fault_func;
  gpointer           fault_data;

  /* The last stretch read for peeking: neighbours are asked for one after the other. */
  char              *window;
  guint64            window_offset;
  gsize              window_length;
};

static inline const guint8 *
mcp_spool_segment_get_data (McpSpoolSegment *segment)
{
  return segment->bytes != NULL ? g_bytes_get_data (segment->bytes, NULL) : segment->buffer;
}

G_END_DECLS
