/* mcp-json-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-compare.h"
#include "mcp-json-private.h"

/*
 * Two texts are compared member by member, down to the values that differ; what both have is not
 * mentioned. Members of an object have no order. Elements of an array have one: those that are in
 * both, in the same order, are found first, then those that have moved; of the rest in the same gap
 * the ones that name themselves alike are compared with each other, then the others one by one.
 */

/* Deeper values are one change. */
#define MAX_DEPTH 64

/* The table that aligns two arrays has so many cells at most; longer ones go by index. */
#define MAX_CELLS (1000 * 1000)

/* Of shorter strings nobody can say that they are the same that has moved. */
#define MIN_MOVED_BYTES 8

#define NONE G_MAXUINT

typedef struct
{
  const char *before;
  const char *after;
  GString    *path;
  GString    *new_path;
  GPtrArray  *found;
  guint       flags;
  guint       max_changes;
  gboolean    truncated;
} Walk;

typedef struct
{
  McpSpan  span;
  guint64  hash;
  guint    other;     /* its index in the other array; NONE */
  gboolean is_moved;
} Element;

static void compare (Walk    *walk,
                     McpSpan  before,
                     McpSpan  after,
                     guint    depth);

static void
add (Walk              *walk,
     McpJsonChangeKind  kind,
     const McpSpan     *before,
     const McpSpan     *after)
{
  McpJsonChange *change;

  if (walk->found->len >= walk->max_changes)
    {
      walk->truncated = TRUE;
      return;
    }

  change = g_new0 (McpJsonChange, 1);
  change->kind = kind;
  if (before != NULL)
    {
      change->path = g_strdup (walk->path->str);
      change->before = *before;
    }
  if (after != NULL)
    {
      change->new_path = g_strdup (walk->new_path->str);
      change->after = *after;
    }
  g_ptr_array_add (walk->found, change);
}

/* Goes down by one name, as a JSON pointer writes it; returns where to come back to. */
static gsize
push_name (GString    *path,
           const char *name)
{
  gsize length = path->len;

  g_string_append_c (path, '/');
  for (const char *p = name; *p != '\0'; p++)
    if (*p == '~')
      g_string_append (path, "~0");
    else if (*p == '/')
      g_string_append (path, "~1");
    else
      g_string_append_c (path, *p);

  return length;
}

static gsize
push_index (GString *path,
            guint    index)
{
  gsize length = path->len;

  g_string_append_printf (path, "/%u", index);

  return length;
}

/* Two members may have the same name: the second is compared with the second. */
typedef struct
{
  char    *name;
  guint    repetition;
  McpSpan  value;
} Member;

static void
member_clear (gpointer data)
{
  g_free (((Member *) data)->name);
}

static guint
member_hash (gconstpointer data)
{
  const Member *member = data;

  return mcp_str_hash (member->name) + member->repetition;
}

static gboolean
member_equal (gconstpointer a,
              gconstpointer b)
{
  const Member *one = a;
  const Member *other = b;

  return one->repetition == other->repetition && g_str_equal (one->name, other->name);
}

static GArray *
read_members (const char *text,
              McpSpan     object)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (mcp_str_hash, g_str_equal);
  GArray *members = g_array_new (FALSE, FALSE, sizeof (Member));
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  g_array_set_clear_func (members, member_clear);
  if (!mcp_json_begin (&iter, text, object))
    return members;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      Member member = { mcp_json_dup_string (text + key.offset, key.length), 0, value };

      if (member.name == NULL)
        continue;
      member.repetition = GPOINTER_TO_UINT (g_hash_table_lookup (counts, member.name));
      g_array_append_val (members, member);
      g_hash_table_insert (counts, member.name, GUINT_TO_POINTER (member.repetition + 1));
    }

  return members;
}

/* The members by name; the table refers to the array. */
static GHashTable *
index_members (GArray *members)
{
  GHashTable *table = g_hash_table_new (member_hash, member_equal);

  for (guint i = 0; i < members->len; i++)
    g_hash_table_add (table, &g_array_index (members, Member, i));

  return table;
}

static void
compare_objects (Walk    *walk,
                 McpSpan  before,
                 McpSpan  after,
                 guint    depth)
{
  g_autoptr (GArray) old_members = read_members (walk->before, before);
  g_autoptr (GArray) new_members = read_members (walk->after, after);
  g_autoptr (GHashTable) old_table = index_members (old_members);
  g_autoptr (GHashTable) new_table = index_members (new_members);

  for (guint i = 0; i < old_members->len + new_members->len && !walk->truncated; i++)
    {
      gboolean is_old = i < old_members->len;
      Member *member = is_old ? &g_array_index (old_members, Member, i)
                              : &g_array_index (new_members, Member, i - old_members->len);
      Member *other = g_hash_table_lookup (is_old ? new_table : old_table, member);
      gsize back;
      gsize new_back;

      if (!is_old && other != NULL)
        continue;

      back = push_name (walk->path, member->name);
      new_back = push_name (walk->new_path, member->name);
      if (other != NULL)
        compare (walk, member->value, other->value, depth + 1);
      else if (is_old)
        add (walk, MCP_JSON_CHANGE_REMOVED, &member->value, NULL);
      else
        add (walk, MCP_JSON_CHANGE_ADDED, NULL, &member->value);
      g_string_truncate (walk->path, back);
      g_string_truncate (walk->new_path, new_back);
    }
}

static GArray *
read_elements (const char *text,
               McpSpan     array,
               gboolean    with_hash)
{
  GArray *elements = g_array_new (FALSE, FALSE, sizeof (Element));
  Element element = { .other = NONE };
  McpJsonIter iter;

  if (mcp_json_begin (&iter, text, array))
    while (mcp_json_iter_next (&iter, NULL, &element.span))
      {
        element.hash = with_hash ? mcp_json_hash (text, element.span) : 0;
        g_array_append_val (elements, element);
      }

  return elements;
}

static gboolean
is_same (Walk          *walk,
         const Element *a,
         const Element *b)
{
  return a->hash == b->hash && mcp_json_equal (walk->before, a->span, walk->after, b->span);
}

/* Finds the longest sequence that both have, between the start and the end that they share. */
static void
align_middle (Walk    *walk,
              Element *a,
              guint    n_a,
              Element *b,
              guint    n_b,
              guint    b_start)
{
  g_autofree guint *lengths = NULL;
  guint width = n_b + 1;
  guint i = 0;
  guint j = 0;

  if ((guint64) (n_a + 1) * width > MAX_CELLS)
    return;

  lengths = g_new0 (guint, (gsize) (n_a + 1) * width);
  for (i = n_a; i-- > 0;)
    for (j = n_b; j-- > 0;)
      lengths[i * width + j] = a[i].hash == b[j].hash
                                 ? lengths[(i + 1) * width + j + 1] + 1
                                 : MAX (lengths[(i + 1) * width + j], lengths[i * width + j + 1]);

  for (i = j = 0; i < n_a && j < n_b;)
    if (is_same (walk, &a[i], &b[j]))
      {
        a[i].other = b_start + j;
        b[j].other = 0;
        i++;
        j++;
      }
    else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
      {
        i++;
      }
    else
      {
        j++;
      }
}

static void
align (Walk   *walk,
       GArray *old_elements,
       GArray *new_elements)
{
  Element *a = (Element *) old_elements->data;
  Element *b = (Element *) new_elements->data;
  guint n_a = old_elements->len;
  guint n_b = new_elements->len;
  guint start = 0;
  guint end = 0;

  while (start < n_a && start < n_b && is_same (walk, &a[start], &b[start]))
    {
      a[start].other = start;
      b[start].other = start;
      start++;
    }
  while (start + end < n_a && start + end < n_b
         && is_same (walk, &a[n_a - 1 - end], &b[n_b - 1 - end]))
    {
      a[n_a - 1 - end].other = n_b - 1 - end;
      b[n_b - 1 - end].other = n_a - 1 - end;
      end++;
    }

  align_middle (walk, a + start, n_a - start - end, b + start, n_b - start - end, start);
}

/* What is in both and not in the same order. */
static void
find_moved (Walk   *walk,
            GArray *old_elements,
            GArray *new_elements)
{
  g_autoptr (GHashTable) free_ones = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint j = new_elements->len; j-- > 0;)
    {
      Element *element = &g_array_index (new_elements, Element, j);

      if (element->other == NONE)
        g_hash_table_insert (free_ones, &element->hash, element);
    }

  for (guint i = 0; i < old_elements->len; i++)
    {
      Element *element = &g_array_index (old_elements, Element, i);
      Element *other = element->other == NONE
                         ? g_hash_table_lookup (free_ones, &element->hash)
                         : NULL;

      if (other == NULL || other->other != NONE || !is_same (walk, element, other))
        continue;
      element->other = other - (Element *) new_elements->data;
      element->is_moved = TRUE;
      other->other = i;
    }
}

/* What an element calls itself: tools have names, resources URIs. */
static gboolean
get_identity (const char    *text,
              const Element *element,
              McpSpan       *identity)
{
  static const char *const keys[] = { "name", "uri", "uriTemplate", "id" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (text[element->span.offset] == '{'
        && mcp_json_get_member (text, element->span, keys[i], strlen (keys[i]), identity))
      return TRUE;

  return FALSE;
}

/* Pairs the elements of a gap that call themselves alike, then those that are left in order. */
static void
pair_gap (Walk    *walk,
          Element *a,
          guint    n_a,
          Element *b,
          guint    n_b,
          guint    b_start)
{
  McpSpan one;
  McpSpan other;
  guint j = 0;

  if ((guint64) n_a * n_b <= MAX_CELLS)
    for (guint i = 0; i < n_a; i++)
      for (guint k = 0; a[i].other == NONE && k < n_b; k++)
        if (b[k].other == NONE && get_identity (walk->before, &a[i], &one)
            && get_identity (walk->after, &b[k], &other)
            && mcp_json_equal (walk->before, one, walk->after, other))
          {
            a[i].other = b_start + k;
            b[k].other = 0;
          }

  for (guint i = 0; i < n_a; i++)
    {
      while (j < n_b && b[j].other != NONE)
        j++;
      if (j == n_b)
        return;
      /* Two that have names have different ones by now. */
      if (a[i].other != NONE || get_identity (walk->before, &a[i], &one))
        continue;
      a[i].other = b_start + j;
      b[j].other = 0;
    }
}

static void
pair_gaps (Walk   *walk,
           GArray *old_elements,
           GArray *new_elements)
{
  Element *a = (Element *) old_elements->data;
  Element *b = (Element *) new_elements->data;
  guint i = 0;
  guint j = 0;

  while (i < old_elements->len)
    {
      guint gap_end = i;
      guint new_end;

      /* Up to the next one that is in both, at its place. */
      while (gap_end < old_elements->len && (a[gap_end].other == NONE || a[gap_end].is_moved))
        gap_end++;
      new_end = gap_end < old_elements->len ? a[gap_end].other : new_elements->len;

      pair_gap (walk, a + i, gap_end - i, b + j, new_end - j, j);
      i = gap_end + 1;
      j = new_end + 1;
      if (new_end == new_elements->len)
        return;
    }
}

static void
report_elements (Walk   *walk,
                 GArray *old_elements,
                 GArray *new_elements,
                 guint   depth)
{
  for (guint i = 0; i < old_elements->len && !walk->truncated; i++)
    {
      Element *element = &g_array_index (old_elements, Element, i);
      McpSpan after = { 0, 0 };
      gsize back = push_index (walk->path, i);
      gsize new_back = push_index (walk->new_path, element->other);

      if (element->other == NONE)
        {
          add (walk, MCP_JSON_CHANGE_REMOVED, &element->span, NULL);
        }
      else
        {
          after = g_array_index (new_elements, Element, element->other).span;
          if (element->is_moved)
            add (walk, MCP_JSON_CHANGE_MOVED, &element->span, &after);
          else
            compare (walk, element->span, after, depth + 1);
        }
      g_string_truncate (walk->path, back);
      g_string_truncate (walk->new_path, new_back);
    }

  for (guint j = 0; j < new_elements->len && !walk->truncated; j++)
    {
      Element *element = &g_array_index (new_elements, Element, j);
      gsize new_back;

      if (element->other != NONE)
        continue;
      new_back = push_index (walk->new_path, j);
      add (walk, MCP_JSON_CHANGE_ADDED, NULL, &element->span);
      g_string_truncate (walk->new_path, new_back);
    }
}

static void
compare_arrays (Walk    *walk,
                McpSpan  before,
                McpSpan  after,
                guint    depth)
{
  gboolean aligns = (walk->flags & MCP_JSON_COMPARE_BY_INDEX) == 0;
  g_autoptr (GArray) old_elements = read_elements (walk->before, before, aligns);
  g_autoptr (GArray) new_elements = read_elements (walk->after, after, aligns);

  /* Between one element and another there is nothing to choose. */
  if (!aligns || (old_elements->len == 1 && new_elements->len == 1))
    {
      for (guint i = 0; i < MIN (old_elements->len, new_elements->len); i++)
        {
          g_array_index (old_elements, Element, i).other = i;
          g_array_index (new_elements, Element, i).other = i;
        }
    }
  else
    {
      align (walk, old_elements, new_elements);
      find_moved (walk, old_elements, new_elements);
      pair_gaps (walk, old_elements, new_elements);
    }

  report_elements (walk, old_elements, new_elements, depth);
}

static void
compare (Walk    *walk,
         McpSpan  before,
         McpSpan  after,
         guint    depth)
{
  const char *old_text = walk->before + before.offset;
  const char *new_text = walk->after + after.offset;
  McpJsonType type = mcp_json_get_type (old_text, before.length);
  gboolean same_type = type == mcp_json_get_type (new_text, after.length);
  gboolean equal;

  if (walk->truncated
      || (before.length == after.length && memcmp (old_text, new_text, before.length) == 0)
      || ((walk->flags & MCP_JSON_COMPARE_BY_VALUE) != 0
          && mcp_json_equal (walk->before, before, walk->after, after)))
    return;

  if (same_type && depth < MAX_DEPTH && type == MCP_JSON_OBJECT)
    {
      compare_objects (walk, before, after, depth);
    }
  else if (same_type && depth < MAX_DEPTH && type == MCP_JSON_ARRAY)
    {
      compare_arrays (walk, before, after, depth);
    }
  else
    {
      equal = same_type && mcp_json_equal (walk->before, before, walk->after, after);
      add (walk, equal ? MCP_JSON_CHANGE_SPELLING : MCP_JSON_CHANGE_VALUE, &before, &after);
    }
}

/* What is gone in one place and new in another has moved, when it is enough to be told by. */
static gboolean
can_be_told (const char *text,
             McpSpan     span)
{
  McpJsonType type = mcp_json_get_type (text + span.offset, span.length);

  if (type == MCP_JSON_STRING)
    return span.length >= MIN_MOVED_BYTES + 2;

  return (type == MCP_JSON_OBJECT || type == MCP_JSON_ARRAY)
         && mcp_json_count (text + span.offset, span.length) > 0;
}

static void
join_moved (Walk *walk)
{
  g_autoptr (GHashTable) added = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < walk->found->len; i++)
    {
      McpJsonChange *change = walk->found->pdata[i];

      if (change->kind == MCP_JSON_CHANGE_ADDED && can_be_told (walk->after, change->after))
        {
          guint64 hash = mcp_json_hash (walk->after, change->after);

          g_hash_table_insert (added, g_memdup2 (&hash, sizeof hash), change);
        }
    }

  for (guint i = 0; i < walk->found->len && g_hash_table_size (added) > 0; i++)
    {
      McpJsonChange *change = walk->found->pdata[i];
      McpJsonChange *other;
      guint64 hash;

      if (change->kind != MCP_JSON_CHANGE_REMOVED || !can_be_told (walk->before, change->before))
        continue;

      hash = mcp_json_hash (walk->before, change->before);
      other = g_hash_table_lookup (added, &hash);
      if (other == NULL
          || !mcp_json_equal (walk->before, change->before, walk->after, other->after))
        continue;

      g_hash_table_remove (added, &hash);
      change->kind = MCP_JSON_CHANGE_MOVED;
      change->new_path = g_steal_pointer (&other->new_path);
      change->after = other->after;
      g_ptr_array_remove (walk->found, other);
      /* What stood before has gone: look again at what is here now. */
      i = walk->found->pdata[i] == change ? i : i - 1;
    }
}

static void
free_change (gpointer data)
{
  McpJsonChange *change = data;

  g_free (change->path);
  g_free (change->new_path);
  g_free (change);
}

/**
 * mcp_json_compare:
 * @before: (array length=before_length): a JSON text, valid
 * @before_length: its length in bytes
 * @after: (array length=after_length): another one
 * @after_length: its length in bytes
 * @flags: #McpJsonCompareFlags
 * @max_changes: no more than so many
 * @truncated: (out) (optional): whether there are more
 *
 * Finds where two texts differ. Touches nothing else, so that any thread may call it.
 *
 * Returns: (transfer full) (element-type McpJsonChange): the changes, in the order of @before
 */
GPtrArray *
mcp_json_compare (const char *before,
                  gsize       before_length,
                  const char *after,
                  gsize       after_length,
                  guint       flags,
                  guint       max_changes,
                  gboolean   *truncated)
{
  g_autoptr (GString) path = g_string_new (NULL);
  g_autoptr (GString) new_path = g_string_new (NULL);
  Walk walk = { before, after, path, new_path, NULL, flags, max_changes, FALSE };
  McpSpan old_span;
  McpSpan new_span;

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  walk.found = g_ptr_array_new_with_free_func (free_change);
  if (mcp_json_lookup (before, before_length, NULL, &old_span)
      && mcp_json_lookup (after, after_length, NULL, &new_span))
    compare (&walk, old_span, new_span, 0);
  if ((flags & MCP_JSON_COMPARE_BY_INDEX) == 0)
    join_moved (&walk);
  if (truncated != NULL)
    *truncated = walk.truncated;

  return walk.found;
}
