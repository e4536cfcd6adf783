/* mcp-json-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-json-table.h"

/**
 * McpJsonTable:
 *
 * Nothing is copied out of the JSON but the names of the columns. Where the cells are is looked up in
 * one pass, when the first of them is wanted. So many columns are made that the cells are no more
 * than a few for each byte: rows that are empty do not multiply what one row has.
 */

/* Fewer are better read as they are. */
#define LEAST_ROWS 2
/* Of so many rows, this share has to be objects. */
#define LOOKED_AT  1000
#define MIN_SHARE  0.6
#define CELLS_A_BYTE 4

/* In the row; an empty one is no member. */
typedef struct
{
  guint32 offset;
  guint32 length;
} Cell;

struct _McpJsonTable
{
  gatomicrefcount  ref_count;
  GBytes          *json;
  const char      *text;
  GArray          *rows;     /* McpSpan */
  GPtrArray       *columns;  /* names */
  GHashTable      *numbers;  /* name -> number of the column, from 1 */
  gboolean         has_more_columns;
  Cell            *cells;    /* (nullable): row after row; nobody asked yet */
};

static gboolean
is_table (const char *text,
          McpSpan     array)
{
  McpJsonIter iter;
  McpSpan key, value;
  guint n_rows = 0;
  guint n_objects = 0;

  if (mcp_json_get_type (text + array.offset, array.length) != MCP_JSON_ARRAY
      || !mcp_json_iter_init (&iter, text + array.offset, array.length))
    return FALSE;

  while (n_rows < LOOKED_AT && mcp_json_iter_next (&iter, &key, &value))
    {
      n_rows++;
      n_objects += mcp_json_get_type (text + array.offset + value.offset, value.length)
                   == MCP_JSON_OBJECT;
    }

  return n_rows >= LEAST_ROWS && n_objects >= MIN_SHARE * n_rows;
}

/**
 * mcp_json_table_find:
 * @text: valid JSON
 * @array: (out): where the array is
 * @name: (out) (nullable): the member that has it; %NULL when it is all of @text
 *
 * Looks for what is best read as a table: an array of which most elements are objects, that is all
 * of a value, or the first such member of it.
 *
 * Returns: whether there is one
 */
gboolean
mcp_json_table_find (const char  *text,
                     gsize        length,
                     McpSpan     *array,
                     char       **name)
{
  McpJsonIter iter;
  McpSpan key, value;

  *name = NULL;
  if (!mcp_json_lookup (text, length, NULL, array))
    return FALSE;
  if (mcp_json_get_type (text + array->offset, array->length) != MCP_JSON_OBJECT)
    return is_table (text, *array);
  if (!mcp_json_iter_init (&iter, text, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (is_table (text, value))
        {
          *array = value;
          *name = mcp_json_dup_string (text + key.offset, key.length);
          return TRUE;
        }
    }

  return FALSE;
}

/* The names of the columns are chosen by the server. */
static void
add_columns (McpJsonTable  *self,
             const McpSpan *row)
{
  McpJsonIter iter;
  McpSpan key, value;

  if (mcp_json_get_type (self->text + row->offset, row->length) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, self->text + row->offset, row->length))
    return;

  while (!self->has_more_columns && mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (self->text + row->offset + key.offset,
                                                   key.length);

      if (name == NULL || g_hash_table_contains (self->numbers, name))
        continue;

      self->has_more_columns = self->columns->len >= MCP_JSON_TABLE_MAX_COLUMNS;
      if (self->has_more_columns)
        break;
      g_ptr_array_add (self->columns, name);
      g_hash_table_insert (self->numbers, g_steal_pointer (&name),
                           GUINT_TO_POINTER (self->columns->len));
    }
}

static void
bound_columns (McpJsonTable *self,
               gsize         n_bytes)
{
  gsize most = MAX (1, CELLS_A_BYTE * n_bytes / MAX (1, self->rows->len));

  if (self->columns->len <= most)
    return;

  for (guint i = most; i < self->columns->len; i++)
    g_hash_table_remove (self->numbers, self->columns->pdata[i]);
  g_ptr_array_set_size (self->columns, (int) most);
  self->has_more_columns = TRUE;
}

McpJsonTable *
mcp_json_table_new (GBytes        *json,
                    const McpSpan *array)
{
  McpJsonTable *self = g_new0 (McpJsonTable, 1);
  McpJsonIter iter;
  McpSpan key, value;

  g_atomic_ref_count_init (&self->ref_count);
  self->json = g_bytes_ref (json);
  self->text = g_bytes_get_data (json, NULL);
  self->rows = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  self->columns = g_ptr_array_new ();
  self->numbers = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  if (!mcp_json_iter_init (&iter, self->text + array->offset, array->length))
    return self;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      value.offset += array->offset;
      g_array_append_val (self->rows, value);
      add_columns (self, &value);
    }
  bound_columns (self, array->length);

  return self;
}

McpJsonTable *
mcp_json_table_ref (McpJsonTable *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_json_table_unref (McpJsonTable *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->cells);
  g_ptr_array_unref (self->columns);
  g_hash_table_unref (self->numbers);
  g_array_unref (self->rows);
  g_bytes_unref (self->json);
  g_free (self);
}

guint
mcp_json_table_get_n_rows (McpJsonTable *self)
{
  return self->rows->len;
}

guint
mcp_json_table_get_n_columns (McpJsonTable *self)
{
  return self->columns->len;
}

gboolean
mcp_json_table_has_more_columns (McpJsonTable *self)
{
  return self->has_more_columns;
}

const char *
mcp_json_table_get_column (McpJsonTable *self,
                           guint         column)
{
  g_return_val_if_fail (column < self->columns->len, NULL);

  return self->columns->pdata[column];
}

const char *
mcp_json_table_get_row (McpJsonTable *self,
                        guint         row,
                        gsize        *length)
{
  const McpSpan *span;

  g_return_val_if_fail (row < self->rows->len, NULL);

  span = &g_array_index (self->rows, McpSpan, row);
  *length = span->length;

  return self->text + span->offset;
}

/* The last of equal names, as parsers take it. */
static void
fill_row (McpJsonTable *self,
          McpSpan       row,
          Cell         *cells)
{
  const char *text = self->text + row.offset;
  McpJsonIter iter;
  McpSpan key, value;

  if (mcp_json_get_type (text, row.length) != MCP_JSON_OBJECT || row.length > G_MAXUINT32
      || !mcp_json_iter_init (&iter, text, row.length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      guint number = name != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name)) : 0;

      if (number > 0)
        cells[number - 1] = (Cell) { (guint32) value.offset, (guint32) value.length };
    }
}

static void
find_cells (McpJsonTable *self)
{
  self->cells = g_new0 (Cell, (gsize) self->rows->len * self->columns->len);
  for (guint i = 0; i < self->rows->len; i++)
    fill_row (self, g_array_index (self->rows, McpSpan, i),
              self->cells + (gsize) i * self->columns->len);
}

/**
 * mcp_json_table_get_cell:
 * @row: which row
 * @column: which column
 * @length: (out): its length in bytes
 *
 * Gets the tokens of a member. Of a name that stands in an object twice it is the last one.
 *
 * Returns: (transfer none) (nullable): JSON, not ended by NUL; %NULL when the row has no such member
 */
const char *
mcp_json_table_get_cell (McpJsonTable *self,
                         guint         row,
                         guint         column,
                         gsize        *length)
{
  const Cell *cell;

  g_return_val_if_fail (row < self->rows->len, NULL);
  g_return_val_if_fail (column < self->columns->len, NULL);

  if (self->cells == NULL)
    find_cells (self);
  cell = &self->cells[(gsize) row * self->columns->len + column];
  *length = cell->length;

  return cell->length > 0
         ? self->text + g_array_index (self->rows, McpSpan, row).offset + cell->offset
         : NULL;
}

/* What is nothing comes first, then what is simple. */
static int
get_rank (const char *text,
          gsize       length)
{
  if (length == 0)
    return 0;

  switch (mcp_json_get_type (text, length))
    {
    case MCP_JSON_NULL:
      return 1;
    case MCP_JSON_BOOLEAN:
      return 2;
    case MCP_JSON_NUMBER:
      return 3;
    case MCP_JSON_STRING:
      return 4;
    default:
      return 5;
    }
}

static int
compare_strings (const char *a,
                 gsize       a_length,
                 const char *b,
                 gsize       b_length)
{
  g_autofree char *x = mcp_json_dup_string (a, a_length);
  g_autofree char *y = mcp_json_dup_string (b, b_length);

  return x != NULL && y != NULL ? g_utf8_collate (x, y) : 0;
}

static int
compare_bytes (const char *a,
               gsize       a_length,
               const char *b,
               gsize       b_length)
{
  int order = memcmp (a, b, MIN (a_length, b_length));

  return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

/**
 * mcp_json_table_compare:
 * @column: by which column
 * @a: a row
 * @b: another one
 *
 * Compares two rows, to sort them: by kind, from nothing over null, booleans, numbers and strings to
 * the rest; numbers by their exact values, strings as the language of the user has it.
 *
 * Returns: less than, equal to or greater than 0
 */
int
mcp_json_table_compare (McpJsonTable *self,
                        guint         column,
                        guint         a,
                        guint         b)
{
  gsize a_length, b_length;
  const char *x = mcp_json_table_get_cell (self, a, column, &a_length);
  const char *y = mcp_json_table_get_cell (self, b, column, &b_length);
  int rank = get_rank (x, a_length);

  if (rank != get_rank (y, b_length))
    return rank - get_rank (y, b_length);

  switch (rank)
    {
    case 0:
    case 1:
      return 0;
    case 3:
      return mcp_json_compare_numbers (x, a_length, y, b_length);
    case 4:
      return compare_strings (x, a_length, y, b_length);
    default:
      return compare_bytes (x, a_length, y, b_length);
    }
}

/* RFC 4180 section 2: what has a comma, a quote or a line break stands in quotes. */
static void
append_field (GString    *out,
              const char *text,
              gsize       length)
{
  gboolean quoted = length == 0;

  for (gsize i = 0; i < length && !quoted; i++)
    quoted = strchr (",\"\r\n", text[i]) != NULL;
  if (!quoted)
    {
      g_string_append_len (out, text, (gssize) length);
      return;
    }

  g_string_append_c (out, '"');
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, text[i]);
    }
  g_string_append_c (out, '"');
}

/**
 * mcp_json_table_append_csv_head:
 * @out: where to append
 *
 * Appends the names of the columns as a line of CSV (RFC 4180).
 */
void
mcp_json_table_append_csv_head (McpJsonTable *self,
                                GString      *out)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const char *name = self->columns->pdata[i];

      if (i > 0)
        g_string_append_c (out, ',');
      append_field (out, name, strlen (name));
    }
  g_string_append (out, "\r\n");
}

/**
 * mcp_json_table_append_csv_row:
 * @row: which row
 * @out: where to append
 *
 * Appends a row as a line of CSV (RFC 4180): strings without their quotes and escapes, anything else
 * as its tokens. A member that is not there, and null, are empty; an empty string is "".
 */
void
mcp_json_table_append_csv_row (McpJsonTable *self,
                               guint         row,
                               GString      *out)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      gsize length;
      const char *cell = mcp_json_table_get_cell (self, row, i, &length);
      int rank = get_rank (cell, length);

      if (i > 0)
        g_string_append_c (out, ',');
      if (rank == 4)
        {
          g_autofree char *text = mcp_json_dup_string (cell, length);

          append_field (out, text != NULL ? text : "", text != NULL ? strlen (text) : 0);
        }
      else if (rank > 1)
        {
          append_field (out, cell, length);
        }
    }
  g_string_append (out, "\r\n");
}
