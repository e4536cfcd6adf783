/* mcp-json-equal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-number-private.h"
#include "mcp-scan-private.h"

/*
 * Equality of values as JSON Schema defines it: numbers by value, strings by what they say,
 * objects without regard to the order of their members.
 */

/* Deeper values are compared by their text: the stack is bounded. */
#define MAX_DEPTH 256

/* What is deeper has no part in a hash. */
#define HASH_DEPTH 8

/*
 * Like mcp_json_iter_init(), but the spans of mcp_json_iter_next() count from the start of
 * @text, not from that of the container.
 */
gboolean
mcp_json_begin (McpJsonIter *iter,
                const char  *text,
                McpSpan      container)
{
  if (!mcp_json_iter_init (iter, text + container.offset, container.length))
    return FALSE;

  iter->data = text;
  iter->position += container.offset;
  iter->end += container.offset;

  return TRUE;
}

/* Finds a member by its decoded name, in which a dot is a character like others. */
gboolean
mcp_json_get_member (const char *text,
                     McpSpan     object,
                     const char *name,
                     gsize       name_length,
                     McpSpan    *value)
{
  McpJsonIter iter;
  McpSpan key, candidate;
  gboolean found = FALSE;

  if (!mcp_json_begin (&iter, text, object) || !iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &candidate))
    if (key.length >= 2 &&
        mcp_escape_equal (text + key.offset + 1, key.length - 2, name, name_length))
      {
        *value = candidate;
        found = TRUE;
      }

  return found;
}

static gboolean
strings_equal (const char *a,
               gsize       a_length,
               const char *b,
               gsize       b_length)
{
  const char *a_end = a + a_length - 1;
  const char *b_end = b + b_length - 1;

  if (a_length == b_length && memcmp (a, b, a_length) == 0)
    return TRUE;

  for (a++, b++; a < a_end && b < b_end;)
    if (mcp_escape_next (&a, a_end) != mcp_escape_next (&b, b_end))
      return FALSE;

  return a >= a_end && b >= b_end;
}

static gboolean equal_at_depth (const char *a_text,
                                McpSpan     a,
                                const char *b_text,
                                McpSpan     b,
                                guint       depth);

static gboolean
arrays_equal (const char *a_text,
              McpSpan     a,
              const char *b_text,
              McpSpan     b,
              guint       depth)
{
  McpJsonIter left, right;
  McpSpan left_value, right_value;

  mcp_json_begin (&left, a_text, a);
  mcp_json_begin (&right, b_text, b);

  while (mcp_json_iter_next (&left, NULL, &left_value))
    if (!mcp_json_iter_next (&right, NULL, &right_value) ||
        !equal_at_depth (a_text, left_value, b_text, right_value, depth + 1))
      return FALSE;

  return !mcp_json_iter_next (&right, NULL, NULL);
}

static gboolean
objects_equal (const char *a_text,
               McpSpan     a,
               const char *b_text,
               McpSpan     b,
               guint       depth)
{
  g_autoptr (GHashTable) left = mcp_json_index_members (a_text, a);
  g_autoptr (GHashTable) right = mcp_json_index_members (b_text, b);
  GHashTableIter iter;
  gpointer name, left_value;

  if (g_hash_table_size (left) != g_hash_table_size (right))
    return FALSE;

  g_hash_table_iter_init (&iter, left);
  while (g_hash_table_iter_next (&iter, &name, &left_value))
    {
      McpSpan *right_value = g_hash_table_lookup (right, name);

      if (right_value == NULL ||
          !equal_at_depth (a_text, *(McpSpan *) left_value, b_text, *right_value, depth + 1))
        return FALSE;
    }

  return TRUE;
}

static gboolean
equal_at_depth (const char *a_text,
                McpSpan     a,
                const char *b_text,
                McpSpan     b,
                guint       depth)
{
  McpJsonType type = mcp_scan_type_of (a_text, a);
  const char *left = a_text + a.offset;
  const char *right = b_text + b.offset;

  if (type != mcp_scan_type_of (b_text, b))
    return FALSE;
  if (depth > MAX_DEPTH)
    return a.length == b.length && memcmp (left, right, a.length) == 0;

  switch (type)
    {
    case MCP_JSON_NUMBER:
      return mcp_number_compare (left, a.length, right, b.length) == 0;
    case MCP_JSON_STRING:
      return strings_equal (left, a.length, right, b.length);
    case MCP_JSON_ARRAY:
      return arrays_equal (a_text, a, b_text, b, depth);
    case MCP_JSON_OBJECT:
      return objects_equal (a_text, a, b_text, b, depth);
    case MCP_JSON_BOOLEAN:
      return *left == *right;
    case MCP_JSON_NULL:
    case MCP_JSON_NONE:
    default:
      return TRUE;
    }
}

/* Whether two values are the same to JSON Schema. */
gboolean
mcp_json_equal (const char *a_text,
                McpSpan     a,
                const char *b_text,
                McpSpan     b)
{
  return equal_at_depth (a_text, a, b_text, b, 0);
}

/* What is mixed in comes from a seeded hash: nobody can choose it. */
static guint64
mix (guint64 hash,
     guint64 value)
{
  hash = (hash ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return hash ^ hash >> 29;
}

static guint64
hash_string (const char *token,
             gsize       length)
{
  const char *p = token + 1;
  const char *end = token + length - 1;
  McpHasher hasher;

  mcp_hasher_init (&hasher);
  while (p < end)
    {
      gunichar c = mcp_escape_next (&p, end);

      mcp_hasher_put_bytes (&hasher, &c, sizeof c);
    }

  return mix (MCP_JSON_STRING, mcp_hasher_finish (&hasher));
}

static guint64 hash_at_depth (const char *text,
                              McpSpan     value,
                              guint       depth);

/* A sum has no order. Only the last member of a name counts, as it does in a comparison. */
static guint64
hash_object (const char *text,
             McpSpan     object,
             guint       depth)
{
  g_autoptr (GHashTable) members = NULL;
  guint64 hash = MCP_JSON_OBJECT;
  GHashTableIter iter;
  gpointer name, value;

  if (depth == HASH_DEPTH)
    return hash;

  members = mcp_json_index_members (text, object);
  g_hash_table_iter_init (&iter, members);
  while (g_hash_table_iter_next (&iter, &name, &value))
    hash += mix (mcp_hash_bytes (name, strlen (name)), hash_at_depth (text, *(McpSpan *) value, depth + 1));

  return hash;
}

static guint64
hash_at_depth (const char *text,
               McpSpan     value,
               guint       depth)
{
  McpJsonType type = mcp_scan_type_of (text, value);
  const char *token = text + value.offset;
  guint64 hash = mix (1, type);
  McpJsonIter iter;
  McpSpan element;
  double number;

  switch (type)
    {
    case MCP_JSON_BOOLEAN:
      return mix (hash, *token == 't');
    case MCP_JSON_STRING:
      return hash_string (token, value.length);
    case MCP_JSON_NUMBER:
      /* Equal numbers are equal as doubles, too; adding 0 makes -0 be 0. */
      number = mcp_number_to_double (token, value.length) + 0.0;
      return mix (hash, mcp_hash_bytes (&number, sizeof number));
    case MCP_JSON_ARRAY:
      mcp_json_begin (&iter, text, value);
      while (depth < HASH_DEPTH && mcp_json_iter_next (&iter, NULL, &element))
        hash = mix (hash, hash_at_depth (text, element, depth + 1));
      return hash;
    case MCP_JSON_OBJECT:
      return hash_object (text, value, depth);
    case MCP_JSON_NULL:
    case MCP_JSON_NONE:
    default:
      return hash;
    }
}

/* Equal values have equal hashes. */
guint64
mcp_json_hash (const char *text,
               McpSpan     value)
{
  return hash_at_depth (text, value, 0);
}

/**
 * mcp_json_compare_numbers:
 * @a: (array length=a_length): a number token
 * @a_length: its length in bytes
 * @b: (array length=b_length): another
 * @b_length: its length in bytes
 *
 * Compares the values of two numbers exactly, whatever their size: 9007199254740993 is more than
 * 9007199254740992, and 1.0 is 10e-1.
 *
 * Returns: less than, equal to or greater than 0
 */
int
mcp_json_compare_numbers (const char *a,
                          gsize       a_length,
                          const char *b,
                          gsize       b_length)
{
  return mcp_number_compare (a, a_length, b, b_length);
}
