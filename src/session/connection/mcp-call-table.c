/* mcp-call-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call-private.h"
#include "mcp-call-table.h"
#include "mcp-source.h"

/*
 * McpCallTable:
 *
 * The outgoing requests of one connection by their ids. It knows who waits and decides nothing:
 * sending, failing and what is told of it are the session's.
 *
 * An answer over the limit is cut, and may not say whose it is. Then all that wait are suspected
 * together: each that is answered all the same is cleared, and when no more are left than answers
 * were cut, those have lost theirs.
 */

/* How many abandoned ids are remembered, to tell a late answer from an unknown one. */
#define MAX_GIVEN_UP 10000

struct _McpCallTable
{
  McpCallsDueFunc due;
  gpointer    owner;     /* for @due */
  GSource    *timer;     /* (nullable): of the first deadline */
  GHashTable *pending;   /* McpId -> McpCall: no answer yet */
  GHashTable *given_up;  /* McpId -> its method */
  GHashTable *raw;       /* McpId -> guint64: its ticket, 0 before it has one */
  GPtrArray  *held[MCP_N_CALL_HOLDS]; /* of McpCall, in pending */
  GHashTable *suspects;  /* McpId, in pending */
  guint       n_cut;     /* answers that were for some of suspects */
};

static GHashTable *
new_by_id (GDestroyNotify free_value)
{
  return g_hash_table_new_full (mcp_id_hash, mcp_id_equal, (GDestroyNotify) mcp_id_unref,
                                free_value);
}

McpCallTable *
mcp_call_table_new (McpCallsDueFunc due,
                    gpointer        owner)
{
  McpCallTable *self = g_new0 (McpCallTable, 1);

  self->due = due;
  self->owner = owner;
  self->pending = new_by_id (g_object_unref);
  self->given_up = new_by_id (g_free);
  self->raw = new_by_id (g_free);
  self->suspects = new_by_id (NULL);
  for (guint i = 0; i < MCP_N_CALL_HOLDS; i++)
    self->held[i] = g_ptr_array_new_with_free_func (g_object_unref);

  return self;
}

void
mcp_call_table_free (McpCallTable *self)
{
  mcp_source_clear (&self->timer);
  g_hash_table_unref (self->pending);
  g_hash_table_unref (self->given_up);
  g_hash_table_unref (self->raw);
  g_hash_table_unref (self->suspects);
  for (guint i = 0; i < MCP_N_CALL_HOLDS; i++)
    g_ptr_array_unref (self->held[i]);
  g_free (self);
}

void
mcp_call_table_add (McpCallTable *self,
                    McpCall      *call)
{
  g_hash_table_insert (self->pending, mcp_id_ref (mcp_call_get_outcome (call)->id), g_object_ref (call));
}

McpCall *
mcp_call_table_find (McpCallTable *self,
                     McpId        *id)
{
  return g_hash_table_lookup (self->pending, id);
}

guint
mcp_call_table_get_n_waiting (McpCallTable *self)
{
  GHashTableIter iter;
  gpointer call;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    n += mcp_call_get_kind (call) != MCP_REQUEST_DISCOVER;

  return n;
}

gboolean
mcp_call_table_has (McpCallTable *self,
                    McpCall      *call)
{
  return g_hash_table_lookup (self->pending, mcp_call_get_outcome (call)->id) == call;
}

McpCall *
mcp_call_table_find_kind (McpCallTable   *self,
                          McpRequestKind  kind)
{
  GHashTableIter iter;
  gpointer call;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    if (mcp_call_get_kind (call) == kind)
      return call;

  return NULL;
}

McpCall *
mcp_call_table_find_ticket (McpCallTable *self,
                            guint64       ticket)
{
  GHashTableIter iter;
  gpointer call;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    if (mcp_call_get_ticket (call) == ticket)
      return call;

  return NULL;
}

/* Takes the call that waits for @id out of the table: before it is completed. */
McpCall *
mcp_call_table_take (McpCallTable *self,
                     McpId        *id)
{
  gpointer key;
  gpointer call;

  mcp_call_table_clear_suspect (self, id, FALSE);
  if (!g_hash_table_steal_extended (self->pending, id, &key, &call))
    return NULL;

  mcp_id_unref (key);

  return call;
}

/* An id that differs only in its type from one that waits: the number that the string spells. */
McpCall *
mcp_call_table_take_alike (McpCallTable *self,
                           McpId        *id)
{
  const char *token = mcp_id_get_token (id);
  gsize length = strlen (token);
  g_autoptr (McpId) number = NULL;
  gint64 value;

  if (!mcp_id_is_string (id) || length <= 2)
    return NULL;

  number = mcp_id_new_from_token (token + 1, length - 2);

  return number != NULL && mcp_id_get_integer (number, &value) ? mcp_call_table_take (self, number) : NULL;
}

GPtrArray *
mcp_call_table_take_all (McpCallTable *self)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer call;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    g_ptr_array_add (calls, g_object_ref (call));
  g_hash_table_remove_all (self->pending);

  return calls;
}

static gboolean deadline_cb (gpointer user_data);

/* One timer for all calls: it goes off at the first deadline or before it, never later. */
static void
wake_at (McpCallTable *self,
         gint64        time_usec)
{
  if (self->timer == NULL)
    {
      self->timer = mcp_source_attach (g_timeout_source_new (0), deadline_cb, self);
      g_source_set_ready_time (self->timer, time_usec);
    }
  else if (time_usec < g_source_get_ready_time (self->timer))
    {
      g_source_set_ready_time (self->timer, time_usec);
    }
}

static gboolean
deadline_cb (gpointer user_data)
{
  McpCallTable *self = user_data;
  g_autoptr (GPtrArray) due = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 now_usec = g_get_monotonic_time ();
  GHashTableIter iter;
  gpointer call;

  mcp_source_clear (&self->timer);
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    {
      gint64 deadline_usec = mcp_call_get_limits (call)->deadline_usec;

      if (deadline_usec != 0 && deadline_usec <= now_usec)
        g_ptr_array_add (due, g_object_ref (call));
      else if (deadline_usec != 0)
        wake_at (self, deadline_usec);
    }

  /* It may free the table. */
  if (due->len > 0)
    self->due (due, self->owner);

  return G_SOURCE_REMOVE;
}

void
mcp_call_table_set_deadline (McpCallTable *self,
                             McpCall      *call,
                             gint64        deadline_usec)
{
  mcp_call_get_limits (call)->deadline_usec = deadline_usec;
  wake_at (self, deadline_usec);
}

void
mcp_call_table_give_up (McpCallTable *self,
                        McpCall      *call)
{
  if (g_hash_table_size (self->given_up) >= MAX_GIVEN_UP)
    g_hash_table_remove_all (self->given_up);

  g_hash_table_replace (self->given_up, mcp_id_ref (mcp_call_get_outcome (call)->id),
                        g_strdup (mcp_call_get_method (call)));
}

const char *
mcp_call_table_get_given_up (McpCallTable *self,
                             McpId        *id)
{
  return g_hash_table_lookup (self->given_up, id);
}

void
mcp_call_table_add_raw (McpCallTable *self,
                        McpId        *id)
{
  g_hash_table_replace (self->raw, mcp_id_ref (id), g_new0 (guint64, 1));
}

void
mcp_call_table_set_raw_ticket (McpCallTable *self,
                               McpId        *id,
                               guint64       ticket)
{
  guint64 *sent = g_hash_table_lookup (self->raw, id);

  /* Its answer may have come already. */
  if (sent != NULL)
    *sent = ticket;
}

gboolean
mcp_call_table_take_raw (McpCallTable *self,
                         McpId        *id,
                         guint64      *ticket)
{
  const guint64 *sent = g_hash_table_lookup (self->raw, id);

  if (sent == NULL)
    return FALSE;

  *ticket = *sent;
  g_hash_table_remove (self->raw, id);

  return TRUE;
}

void
mcp_call_table_hold (McpCallTable *self,
                     McpCallHold   hold,
                     McpCall      *call)
{
  g_ptr_array_add (self->held[hold], g_object_ref (call));
}

/* Those that are held no more. Who sends them looks whether they are in the table still. */
GPtrArray *
mcp_call_table_release (McpCallTable *self,
                        McpCallHold   hold)
{
  GPtrArray *calls = self->held[hold];

  self->held[hold] = g_ptr_array_new_with_free_func (g_object_unref);

  return calls;
}

/* Whether @call was held, so that the server has not heard of it. */
gboolean
mcp_call_table_drop_held (McpCallTable *self,
                          McpCall      *call)
{
  gboolean was_held = FALSE;

  for (guint i = 0; i < MCP_N_CALL_HOLDS && !was_held; i++)
    was_held = g_ptr_array_remove (self->held[i], call);

  return was_held;
}

/* An answer was cut that may be anybody's; to listen has none before its end. */
void
mcp_call_table_add_cut (McpCallTable *self)
{
  GHashTableIter iter;
  gpointer id;
  gpointer call;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, &id, &call))
    if (mcp_call_get_outcome (call)->state == MCP_CALL_SENT
        && mcp_call_get_kind (call) != MCP_REQUEST_LISTEN)
      g_hash_table_add (self->suspects, mcp_id_ref (id));

  self->n_cut++;
}

gboolean
mcp_call_table_is_suspect (McpCallTable *self,
                           McpCall      *call)
{
  return g_hash_table_contains (self->suspects, mcp_call_get_outcome (call)->id);
}

/* A call has left the table. One that was @answered is none of those that were cut. */
void
mcp_call_table_clear_suspect (McpCallTable *self,
                              McpId        *id,
                              gboolean      answered)
{
  if (g_hash_table_size (self->suspects) == 0 || !g_hash_table_remove (self->suspects, id))
    return;

  /* Else nobody can tell any more whether a cut one was for it or for another. */
  if (!answered)
    self->n_cut = 0;
}

/* The calls that must be those whose answers were cut, once no others are left. */
GPtrArray *
mcp_call_table_take_suspects (McpCallTable *self)
{
  GPtrArray *calls;
  GHashTableIter iter;
  gpointer id;

  if (self->n_cut == 0 || g_hash_table_size (self->suspects) > self->n_cut)
    return NULL;

  calls = g_ptr_array_new_with_free_func (g_object_unref);
  g_hash_table_iter_init (&iter, self->suspects);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      /* All of them were failed together where the connection is ending. */
      McpCall *call = g_hash_table_lookup (self->pending, id);

      if (call != NULL)
        g_ptr_array_add (calls, g_object_ref (call));
    }
  g_hash_table_remove_all (self->suspects);
  self->n_cut = 0;

  return calls;
}
