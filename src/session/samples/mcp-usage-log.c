/* mcp-usage-log.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-usage-log.h"

/**
 * McpUsageLog:
 *
 * What the processes of a server used over time: one reading with each probe, and one a second
 * while somebody looks. It outlives the processes. When it is full the oldest chunk goes; the
 * indices of the others stay what they are.
 */

#define DEFAULT_MAX_READINGS (7 * 24 * 60 * 60)
#define CHUNK                4096
/* Of CPU time: 100 a second is what the kernel counts. */
#define TICK_USEC            10000

typedef struct
{
  gint64  time_usec;
  guint32 cpu_ticks;
  float   cpu_percent;
  guint32 rss_kib;
  guint32 n_fds;
  guint16 n_processes;
  guint16 n_threads;
} Packed;

struct _McpUsageLog
{
  GObject    parent_instance;

  guint      max_chunks;
  GPtrArray *chunks;  /* of CHUNK Packed each */
  guint      first;   /* the index of the first one that is left, a multiple of CHUNK */
  guint      end;
};

G_DEFINE_FINAL_TYPE (McpUsageLog, mcp_usage_log, G_TYPE_OBJECT)

enum {
  ADDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static Packed *
get_packed (McpUsageLog *self,
            guint        index)
{
  Packed *chunk = g_ptr_array_index (self->chunks, (index - self->first) / CHUNK);

  return &chunk[(index - self->first) % CHUNK];
}

static void
mcp_usage_log_finalize (GObject *object)
{
  g_ptr_array_unref (MCP_USAGE_LOG (object)->chunks);

  G_OBJECT_CLASS (mcp_usage_log_parent_class)->finalize (object);
}

static void
mcp_usage_log_class_init (McpUsageLogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_usage_log_finalize;

  /**
   * McpUsageLog::added:
   * @self: a log
   * @index: of the new reading
   *
   * There is another reading.
   */
  signals[ADDED] = g_signal_new ("added", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mcp_usage_log_init (McpUsageLog *self)
{
  self->chunks = g_ptr_array_new_with_free_func (g_free);
}

/**
 * mcp_usage_log_new:
 * @max_readings: how many are kept at least; 0 is a week at one a second
 *
 * Creates a log.
 *
 * Returns: (transfer full): an empty log
 */
McpUsageLog *
mcp_usage_log_new (guint max_readings)
{
  McpUsageLog *self = g_object_new (MCP_TYPE_USAGE_LOG, NULL);

  if (max_readings == 0)
    max_readings = DEFAULT_MAX_READINGS;
  self->max_chunks = (max_readings - 1) / CHUNK + 2;

  return self;
}

/**
 * mcp_usage_log_append:
 * @usage: a reading, not earlier than the last
 *
 * Keeps a reading.
 */
void
mcp_usage_log_append (McpUsageLog           *self,
                      const McpProcessUsage *usage)
{
  Packed *packed;

  g_return_if_fail (MCP_IS_USAGE_LOG (self));
  g_return_if_fail (usage != NULL);

  if ((self->end - self->first) % CHUNK == 0)
    {
      if (self->chunks->len == self->max_chunks)
        {
          g_ptr_array_remove_index (self->chunks, 0);
          self->first += CHUNK;
        }
      g_ptr_array_add (self->chunks, g_new (Packed, CHUNK));
    }

  packed = get_packed (self, self->end++);
  *packed = (Packed) {
    .time_usec = usage->time_usec,
    .cpu_ticks = (guint32) CLAMP (usage->cpu_usec / TICK_USEC, 0, G_MAXUINT32),
    .cpu_percent = (float) usage->cpu_percent,
    .rss_kib = (guint32) MIN (usage->rss_bytes / 1024, G_MAXUINT32),
    .n_fds = usage->n_fds,
    .n_processes = (guint16) MIN (usage->n_processes, G_MAXUINT16),
    .n_threads = (guint16) MIN (usage->n_threads, G_MAXUINT16),
  };
  g_signal_emit (self, signals[ADDED], 0, self->end - 1);
}

/**
 * mcp_usage_log_get_first:
 *
 * Gets the index of the oldest reading that is left.
 *
 * Returns: an index; mcp_usage_log_get_end() when there is none
 */
guint
mcp_usage_log_get_first (McpUsageLog *self)
{
  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), 0);

  return self->first;
}

guint
mcp_usage_log_get_end (McpUsageLog *self)
{
  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), 0);

  return self->end;
}

guint
mcp_usage_log_get_n (McpUsageLog *self)
{
  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), 0);

  return self->end - self->first;
}

/**
 * mcp_usage_log_get:
 * @index: which reading, from mcp_usage_log_get_first() on
 * @usage: (out caller-allocates): the reading; times of the CPU to a hundredth of a second,
 *   memory to a KiB
 *
 * Gets a reading.
 *
 * Returns: %FALSE when it is gone or did not come yet
 */
gboolean
mcp_usage_log_get (McpUsageLog     *self,
                   guint            index,
                   McpProcessUsage *usage)
{
  const Packed *packed;

  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), FALSE);
  g_return_val_if_fail (usage != NULL, FALSE);

  if (index < self->first || index >= self->end)
    return FALSE;

  packed = get_packed (self, index);
  *usage = (McpProcessUsage) {
    .time_usec = packed->time_usec,
    .cpu_usec = (gint64) packed->cpu_ticks * TICK_USEC,
    .cpu_percent = packed->cpu_percent,
    .rss_bytes = (guint64) packed->rss_kib * 1024,
    .n_processes = packed->n_processes,
    .n_threads = packed->n_threads,
    .n_fds = packed->n_fds,
  };

  return TRUE;
}

/**
 * mcp_usage_log_find:
 * @time_usec: monotonic time in microseconds
 *
 * Finds the first reading at or after a time.
 *
 * Returns: its index; mcp_usage_log_get_end() when there is none
 */
guint
mcp_usage_log_find (McpUsageLog *self,
                    gint64       time_usec)
{
  guint low;
  guint high;

  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), 0);

  low = self->first;
  high = self->end;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_packed (self, middle)->time_usec < time_usec)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

gsize
mcp_usage_log_get_memory_bytes (McpUsageLog *self)
{
  g_return_val_if_fail (MCP_IS_USAGE_LOG (self), 0);

  return self->chunks->len * CHUNK * sizeof (Packed);
}
