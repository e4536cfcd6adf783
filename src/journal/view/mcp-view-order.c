/* mcp-view-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-private.h"
#include "mcp-view-order.h"

/*
 * McpViewOrder:
 *
 * The rows of a view in the order of a key: 16 bytes each, the key beside the serial, since what
 * the key is made of changes when an answer comes. Rows with the same key keep the order in which
 * they came. Used in the main loop, but for mcp_view_order_sort().
 */

typedef struct
{
  guint64 key;     /* of a method, its text in the journal's table, which never moves */
  guint32 serial;
} Entry;

struct _McpViewOrder
{
  McpJournal *journal;
  McpSortKey  key;
  gboolean    descending;
  gboolean    of_calls;
  GArray     *entries;
};

McpViewOrder *
mcp_view_order_new (McpJournal *journal,
                    McpSortKey  key,
                    gboolean    descending,
                    gboolean    of_calls)
{
  McpViewOrder *self = g_new0 (McpViewOrder, 1);

  self->journal = g_object_ref (journal);
  self->key = key;
  self->descending = descending;
  self->of_calls = of_calls;
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  return self;
}

void
mcp_view_order_free (McpViewOrder *self)
{
  g_array_unref (self->entries);
  g_object_unref (self->journal);
  g_free (self);
}

McpSortKey
mcp_view_order_get_key (const McpViewOrder *self)
{
  return self->key;
}

gboolean
mcp_view_order_is_descending (const McpViewOrder *self)
{
  return self->descending;
}

/* Numbers by their value, then the rest by its first bytes; what has no id comes first. */
static guint64
get_id_key (McpJournal    *journal,
            guint          serial,
            const McpSlot *slot)
{
  McpStretch message = mcp_journal_get_message (journal, serial);
  g_autofree char *text = NULL;
  guint64 number = 0;
  const char *id;

  if (slot->id_length == 0 || slot->id_length == MCP_SLOT_ID_UNKNOWN
      || slot->id_offset + (guint64) slot->id_length > message.length)
    return 0;

  id = mcp_spool_peek (journal->spool, message.offset + slot->id_offset, slot->id_length);
  if (id == NULL)
    return 0;

  text = g_strndup (id, MIN (slot->id_length, 24));
  if (g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64 - 1, &number, NULL))
    return number + 1;

  for (guint i = 0; i < 7; i++)
    number = number << 8 | (guchar) (i < strlen (text) ? text[i] : '\0');

  return number | G_GUINT64_CONSTANT (1) << 63;
}

static guint64
get_key (McpViewOrder *self,
         guint         serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  const McpSlot *pair = mcp_journal_get_slot (self->journal, slot->pair);

  switch (self->key)
    {
    case MCP_SORT_TIME:
      return (guint64) slot->time_usec;
    case MCP_SORT_METHOD:
      return GPOINTER_TO_SIZE (mcp_interner_get (self->journal->methods, slot->method));
    case MCP_SORT_SIZE:
      return slot->size + (pair != NULL && self->of_calls ? pair->size : 0);
    case MCP_SORT_TOOK:
      return (guint64) (mcp_journal_get_latency_usec (self->journal, serial) + 1);
    case MCP_SORT_KIND:
      return slot->kind;
    case MCP_SORT_ID:
      return get_id_key (self->journal, serial, slot);
    case MCP_SORT_NONE:
    case MCP_SORT_ARRIVAL:
    default:
      return 0;
    }
}

static int
compare_methods (guint64 a,
                 guint64 b)
{
  const char *first = GSIZE_TO_POINTER (a);
  const char *second = GSIZE_TO_POINTER (b);

  return a == b ? 0 : g_strcmp0 (first, second);
}

static int
compare (const McpViewOrder *self,
         const Entry        *a,
         const Entry        *b)
{
  int order;

  if (self->key == MCP_SORT_METHOD)
    order = compare_methods (a->key, b->key);
  else
    order = a->key < b->key ? -1 : a->key > b->key;

  if (order == 0)
    order = a->serial < b->serial ? -1 : a->serial > b->serial;

  return self->descending ? -order : order;
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  return compare (user_data, a, b);
}

static Entry
make_entry (McpViewOrder *self,
            guint         serial)
{
  return (Entry) { get_key (self, serial), serial };
}

static Entry *
get_entry (const McpViewOrder *self,
           guint               position)
{
  return &g_array_index (self->entries, Entry, position);
}

/* The first position whose entry does not come before @entry. */
static guint
find_place (const McpViewOrder *self,
            const Entry        *entry)
{
  guint low = 0;
  guint high = self->entries->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare (self, get_entry (self, middle), entry) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Appends a row wherever it belongs; mcp_view_order_sort() is to follow. */
void
mcp_view_order_add (McpViewOrder *self,
                    guint         serial)
{
  Entry entry = make_entry (self, serial);

  g_array_append_val (self->entries, entry);
}

/* Sorts what was added. May run in a worker, as long as nothing else touches the order. */
void
mcp_view_order_sort (McpViewOrder *self)
{
  g_array_sort_with_data (self->entries, compare_entries, self);
}

/* Turns all round, rows with the same key as well. */
void
mcp_view_order_reverse (McpViewOrder *self)
{
  guint n = self->entries->len;

  self->descending = !self->descending;
  for (guint i = 0; i < n / 2; i++)
    {
      Entry swapped = *get_entry (self, i);

      *get_entry (self, i) = *get_entry (self, n - 1 - i);
      *get_entry (self, n - 1 - i) = swapped;
    }
}

guint
mcp_view_order_get_length (const McpViewOrder *self)
{
  return self->entries->len;
}

guint
mcp_view_order_get_serial (const McpViewOrder *self,
                           guint               position)
{
  return get_entry (self, position)->serial;
}

/* Whether a row stands where its key of today puts it; FALSE when it is not here either. */
gboolean
mcp_view_order_is_in_place (McpViewOrder *self,
                            guint         serial)
{
  Entry entry = make_entry (self, serial);
  guint place = find_place (self, &entry);

  return place < self->entries->len && get_entry (self, place)->serial == serial;
}

/* Where a row that is not here would be. */
guint
mcp_view_order_find_place (McpViewOrder *self,
                           guint         serial)
{
  Entry entry = make_entry (self, serial);

  return find_place (self, &entry);
}

/*
 * mcp_view_order_find:
 * @position: (out): where it is
 *
 * Finds a row, even when its key has changed since it was put in: then all are looked through.
 *
 * Returns: %TRUE when it is here
 */
gboolean
mcp_view_order_find (McpViewOrder *self,
                     guint         serial,
                     guint        *position)
{
  Entry entry = make_entry (self, serial);
  guint place = find_place (self, &entry);

  *position = place;
  if (place < self->entries->len && get_entry (self, place)->serial == serial)
    return TRUE;

  for (guint i = 0; i < self->entries->len; i++)
    {
      if (get_entry (self, i)->serial == serial)
        {
          *position = i;
          return TRUE;
        }
    }

  return FALSE;
}

guint
mcp_view_order_insert (McpViewOrder *self,
                       guint         serial)
{
  Entry entry = make_entry (self, serial);
  guint place = find_place (self, &entry);

  g_array_insert_val (self->entries, place, entry);

  return place;
}

void
mcp_view_order_remove (McpViewOrder *self,
                       guint         position)
{
  g_array_remove_index (self->entries, position);
}

/* A bit for each serial up to the last of them. */
static guint8 *
make_bitmap (GArray *serials,
             guint  *last)
{
  guint8 *bits;

  *last = 0;
  for (guint i = 0; i < serials->len; i++)
    *last = MAX (*last, g_array_index (serials, guint, i));
  bits = g_malloc0 (*last / 8 + 1);
  for (guint i = 0; i < serials->len; i++)
    {
      guint serial = g_array_index (serials, guint, i);

      bits[serial / 8] |= 1 << serial % 8;
    }

  return bits;
}

/* Takes rows out, in one pass. Gives the first and the end of the stretch they stood in. */
static void
remove_all (McpViewOrder *self,
            GArray       *removed,
            guint        *first,
            guint        *n_behind)
{
  guint n = self->entries->len;
  guint last_serial;
  g_autofree guint8 *bits = make_bitmap (removed, &last_serial);
  guint kept = 0;

  *first = n;
  *n_behind = n;
  for (guint i = 0; i < n; i++)
    {
      Entry entry = *get_entry (self, i);

      if (entry.serial <= last_serial && (bits[entry.serial / 8] & 1 << entry.serial % 8) != 0)
        {
          *first = MIN (*first, i);
          *n_behind = n - 1 - i;
        }
      else
        {
          *get_entry (self, kept++) = entry;
        }
    }
  g_array_set_size (self->entries, kept);
}

/* Puts sorted entries in, from behind, so that each stretch moves once. */
static void
merge (McpViewOrder *self,
       GArray       *added,
       guint        *first,
       guint        *n_behind)
{
  guint end = self->entries->len;
  guint length = end + added->len;
  guint to = length;

  g_array_set_size (self->entries, length);
  for (guint i = added->len; i-- > 0;)
    {
      const Entry *entry = &g_array_index (added, Entry, i);
      guint place;

      /* Only what is before has not moved. */
      self->entries->len = end;
      place = find_place (self, entry);
      if (i + 1 == added->len)
        *n_behind = end - place;
      to -= end - place;
      memmove (get_entry (self, to), get_entry (self, place), (end - place) * sizeof (Entry));
      end = place;
      *get_entry (self, --to) = *entry;
      *first = to;
    }
  self->entries->len = length;
}

/*
 * mcp_view_order_change:
 * @removed: serials, in any order; those that are not here are left alone
 * @added: serials that are not here, or are among @removed
 * @position: (out): where the change begins
 * @n_removed: (out): how many stood in its range
 * @n_added: (out): how many stand there now
 *
 * Takes rows out and puts others in, as one change.
 */
void
mcp_view_order_change (McpViewOrder *self,
                       GArray       *removed,
                       GArray       *added,
                       guint        *position,
                       guint        *n_removed,
                       guint        *n_added)
{
  g_autoptr (GArray) entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), added->len);
  guint n_before = self->entries->len;
  guint first = n_before;
  guint n_behind = n_before;

  if (removed->len > 0)
    remove_all (self, removed, &first, &n_behind);

  for (guint i = 0; i < added->len; i++)
    {
      Entry entry = make_entry (self, g_array_index (added, guint, i));

      g_array_append_val (entries, entry);
    }
  if (entries->len > 0)
    {
      guint first_added = 0;
      guint n_behind_added = 0;

      g_array_sort_with_data (entries, compare_entries, self);
      merge (self, entries, &first_added, &n_behind_added);
      first = MIN (first, first_added);
      n_behind = MIN (n_behind, n_behind_added);
    }

  *position = first;
  *n_removed = n_before - MIN (n_before, first + n_behind);
  *n_added = self->entries->len - MIN (self->entries->len, first + n_behind);
}
