/* mcp-pending-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-pending-table.h"

/*
 * McpPendingTable:
 *
 * Open addressing with linear probing, 16 bytes a place, growing by half: a million requests that
 * nobody answers must not cost more than their index entries do. Removing shifts the places
 * behind back, so there are no tombstones to sweep.
 */

#define MIN_PLACES 64

struct _McpPendingTable
{
  McpPendingQueue *places;
  guint            n_places;
  guint            n_used;

  /* Ids are the server's to choose: it must not know where they land. */
  guint64          seed;
};

static guint
home_of (McpPendingTable *self,
         guint64          key)
{
  key = (key ^ self->seed) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  /* The upper half of the product, scaled to the table: it needs no power of two. */
  return (key >> 32) * self->n_places >> 32;
}

static guint
next_of (McpPendingTable *self,
         guint            place)
{
  return place + 1 < self->n_places ? place + 1 : 0;
}

/* How far one has to go on from a place to another. */
static guint
distance (McpPendingTable *self,
          guint            from,
          guint            to)
{
  return to >= from ? to - from : to + self->n_places - from;
}

static void
put (McpPendingTable       *self,
     const McpPendingQueue *queue)
{
  guint place = home_of (self, queue->key);

  while (self->places[place].first != 0)
    place = next_of (self, place);
  self->places[place] = *queue;
}

static void
resize (McpPendingTable *self,
        guint            n_places)
{
  g_autofree McpPendingQueue *old = self->places;
  guint n_old = self->n_places;

  self->n_places = n_places;
  self->places = g_new0 (McpPendingQueue, n_places);
  for (guint i = 0; i < n_old; i++)
    {
      if (old[i].first != 0)
        put (self, &old[i]);
    }
}

McpPendingTable *
mcp_pending_table_new (void)
{
  McpPendingTable *self = g_new0 (McpPendingTable, 1);

  self->n_places = MIN_PLACES;
  self->places = g_new0 (McpPendingQueue, self->n_places);
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();

  return self;
}

void
mcp_pending_table_free (McpPendingTable *self)
{
  g_free (self->places);
  g_free (self);
}

/*
 * mcp_pending_table_lookup:
 * @key: a key
 *
 * Finds the queue of a key. It stays where it is until the table is changed.
 *
 * Returns: (nullable): the queue
 */
McpPendingQueue *
mcp_pending_table_lookup (McpPendingTable *self,
                          guint64          key)
{
  for (guint place = home_of (self, key); self->places[place].first != 0;
       place = next_of (self, place))
    {
      if (self->places[place].key == key)
        return &self->places[place];
    }

  return NULL;
}

/*
 * mcp_pending_table_insert:
 * @key: a key that is not in it
 * @serial: the first of its queue
 *
 * Starts a queue.
 */
void
mcp_pending_table_insert (McpPendingTable *self,
                          guint64          key,
                          guint32          serial)
{
  McpPendingQueue queue = { key, serial, serial };

  g_assert (serial != 0);

  if (self->n_used >= self->n_places / 4 * 3)
    resize (self, self->n_places / 2 * 3);
  put (self, &queue);
  self->n_used++;
}

/*
 * mcp_pending_table_remove:
 * @queue: one of its queues
 *
 * Takes a queue out.
 */
void
mcp_pending_table_remove (McpPendingTable *self,
                          McpPendingQueue *queue)
{
  guint hole = queue - self->places;

  for (guint place = next_of (self, hole); self->places[place].first != 0;
       place = next_of (self, place))
    {
      guint home = home_of (self, self->places[place].key);

      /* It may move back only when its home is not between the hole and itself. */
      if (distance (self, home, place) >= distance (self, hole, place))
        {
          self->places[hole] = self->places[place];
          hole = place;
        }
    }

  self->places[hole].first = 0;
  self->n_used--;
}

/*
 * mcp_pending_table_keep_if:
 * @filter: says whether a queue stays; it may change the queue's serials
 * @user_data: for @filter
 *
 * Asks for each queue whether it stays, and gives back the room of those that do not.
 */
void
mcp_pending_table_keep_if (McpPendingTable  *self,
                           McpPendingFilter  filter,
                           gpointer          user_data)
{
  guint n_places = MIN_PLACES;

  for (guint i = 0; i < self->n_places; i++)
    {
      if (self->places[i].first != 0 && !filter (&self->places[i], user_data))
        {
          self->places[i].first = 0;
          self->n_used--;
        }
    }

  while (self->n_used >= n_places / 4 * 3)
    n_places = n_places / 2 * 3;
  resize (self, n_places);
}

gsize
mcp_pending_table_get_bytes (McpPendingTable *self)
{
  return self->n_places * sizeof (McpPendingQueue);
}
