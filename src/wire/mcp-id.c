/* mcp-id.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-hash.h"
#include "mcp-id.h"
#include "mcp-json.h"
#include "mcp-number-private.h"

/**
 * McpId:
 *
 * A JSON-RPC id, kept as the token that was on the wire.
 *
 * Two ids are equal when they have the same type and the same value: strings by what they say
 * ("a" and "\u0061" are equal), numbers that are integers of 64 bits by value (1, 1.0 and 1e0
 * are equal), all else, such as 1.5 or an integer beyond 64 bits, only by the same spelling.
 */

typedef enum {
  ID_NULL,
  ID_STRING,
  ID_INTEGER,
  ID_OTHER,
} IdType;

struct _McpId
{
  gatomicrefcount ref_count;
  IdType          type;
  guint64         hash;
  gint64          integer;
  gsize           length;
  char            token[];
};

G_DEFINE_BOXED_TYPE (McpId, mcp_id, mcp_id_ref, mcp_id_unref)

static IdType
classify (const char *token,
          gsize       length,
          gint64     *integer)
{
  *integer = 0;

  if (length == 0 || (length == 4 && memcmp (token, "null", 4) == 0))
    return ID_NULL;
  if (length >= 2 && token[0] == '"' && token[length - 1] == '"')
    return ID_STRING;
  if ((*token == '-' ? length > 1 && g_ascii_isdigit (token[1]) : g_ascii_isdigit (*token)) &&
      mcp_number_to_int64 (token, length, integer))
    return ID_INTEGER;

  return ID_OTHER;
}

static void
hash_string (McpHasher  *hasher,
             const char *text,
             gsize       length)
{
  const char *end = text + length;

  if (memchr (text, '\\', length) == NULL)
    {
      mcp_hasher_put_bytes (hasher, text, length);
      return;
    }

  while (text < end)
    {
      char encoded[6];
      int n = g_unichar_to_utf8 (mcp_escape_next (&text, end), encoded);

      mcp_hasher_put_bytes (hasher, encoded, n);
    }
}

static guint64
hash_token (const char *token,
            gsize       length,
            IdType      type,
            gint64      integer)
{
  McpHasher hasher;
  guint64 hash;

  if (type == ID_INTEGER)
    {
      hash = mcp_hash_word ((guint64) integer);
    }
  else
    {
      mcp_hasher_init (&hasher);
      mcp_hasher_put (&hasher, type);
      if (type == ID_STRING)
        hash_string (&hasher, token + 1, length - 2);
      else if (type == ID_OTHER)
        mcp_hasher_put_bytes (&hasher, token, length);
      hash = mcp_hasher_finish (&hasher);
    }

  return hash != 0 ? hash : 1;
}

static McpId *
allocate (const char *token,
          gsize       length)
{
  McpId *self = g_malloc (sizeof (McpId) + length + 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->length = length;
  memcpy (self->token, token, length);
  self->token[length] = '\0';

  return self;
}

McpId *
mcp_id_new_integer (gint64 value)
{
  char token[24];
  char *end = token + sizeof token;
  char *p = end;
  guint64 left = value < 0 ? 0 - (guint64) value : (guint64) value;
  McpId *self;

  /* There is one for each request: formatting it as printf() does, and reading it, would be dear. */
  do
    *--p = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (value < 0)
    *--p = '-';

  self = allocate (p, end - p);
  self->type = ID_INTEGER;
  self->integer = value;
  self->hash = hash_token (NULL, 0, ID_INTEGER, value);

  return self;
}

/**
 * mcp_id_new_string:
 * @value: valid UTF-8
 *
 * Creates a string id.
 */
McpId *
mcp_id_new_string (const char *value)
{
  GString *token;
  McpId *self;

  g_return_val_if_fail (value != NULL, NULL);

  token = g_string_new (NULL);
  mcp_json_append_string (token, value, -1);
  self = mcp_id_new_from_token (token->str, token->len);
  g_string_free (token, TRUE);

  return self;
}

/**
 * mcp_id_new_from_token:
 * @token: (array length=length): the JSON value as it is on the wire
 * @length: its length in bytes; 0 makes the null id
 *
 * Creates an id from the text of a message. The token is kept as it is; one that is neither a
 * string, a number nor null (which no message may have) makes an id that equals itself only.
 */
McpId *
mcp_id_new_from_token (const char *token,
                       gsize       length)
{
  McpId *self;

  g_return_val_if_fail (token != NULL || length == 0, NULL);

  if (length == 0)
    {
      token = "null";
      length = 4;
    }

  self = allocate (token, length);
  self->type = classify (token, length, &self->integer);
  self->hash = hash_token (token, length, self->type, self->integer);

  return self;
}

/**
 * mcp_id_ref:
 *
 * Adds a reference; safe from any thread.
 *
 * Returns: (transfer full): @self
 */
McpId *
mcp_id_ref (McpId *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * mcp_id_unref:
 * @self: (transfer full): an id
 *
 * Drops a reference; safe from any thread.
 */
void
mcp_id_unref (McpId *self)
{
  g_return_if_fail (self != NULL);

  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

/**
 * mcp_id_is_string:
 *
 * Gets whether this is a string: "1" is one, 1 is not.
 *
 * Returns: %TRUE for a string
 */
gboolean
mcp_id_is_string (const McpId *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->type == ID_STRING;
}

/**
 * mcp_id_is_null:
 *
 * Gets whether this is null, which only an error may have as its id.
 *
 * Returns: %TRUE for null
 */
gboolean
mcp_id_is_null (const McpId *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->type == ID_NULL;
}

/**
 * mcp_id_get_integer:
 * @value: (out) (optional): the number
 *
 * Gets the value of an id that is an integer of 64 bits, also one spelled 1.0.
 *
 * Returns: %FALSE if it is something else
 */
gboolean
mcp_id_get_integer (const McpId *self,
                    gint64      *value)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->type != ID_INTEGER)
    return FALSE;

  if (value != NULL)
    *value = self->integer;

  return TRUE;
}

/**
 * mcp_id_get_token:
 *
 * Gets the id as JSON, spelled as it was on the wire.
 *
 * Returns: (transfer none): the token, a string with its quotes
 */
const char *
mcp_id_get_token (const McpId *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->token;
}

/**
 * mcp_id_hash:
 *
 * A hash for #GHashTable; differs from process to process.
 *
 * Returns: the hash
 */
guint
mcp_id_hash (gconstpointer self)
{
  const McpId *id = self;

  return (guint) (id->hash ^ id->hash >> 32);
}

static gboolean
strings_are_equal (const McpId *a,
                   const McpId *b)
{
  const char *p = a->token + 1;
  const char *p_end = a->token + a->length - 1;
  const char *q = b->token + 1;
  const char *q_end = b->token + b->length - 1;

  while (p < p_end && q < q_end)
    if (mcp_escape_next (&p, p_end) != mcp_escape_next (&q, q_end))
      return FALSE;

  return p == p_end && q == q_end;
}

/**
 * mcp_id_equal:
 * @a: an id
 * @b: an id
 *
 * Compares type and value; see #McpId for what is equal.
 *
 * Returns: %TRUE if they are the same id
 */
gboolean
mcp_id_equal (gconstpointer a,
              gconstpointer b)
{
  const McpId *left = a;
  const McpId *right = b;

  if (left->type != right->type || left->hash != right->hash)
    return FALSE;

  switch (left->type)
    {
    case ID_STRING:
      return strings_are_equal (left, right);
    case ID_INTEGER:
      return left->integer == right->integer;
    case ID_OTHER:
      return left->length == right->length && memcmp (left->token, right->token, left->length) == 0;
    case ID_NULL:
    default:
      return TRUE;
    }
}

/**
 * mcp_id_token_hash64:
 * @token: (array length=length): an id as it is on the wire
 *
 * Hashes an id without making one. Equal ids have equal hashes; a seed is drawn once per
 * process, so that a server cannot choose colliding ids, and hashes must not be stored.
 *
 * Returns: the hash, never 0
 */
guint64
mcp_id_token_hash64 (const char *token,
                     gsize       length)
{
  gint64 integer;
  IdType type;

  g_return_val_if_fail (token != NULL || length == 0, 1);

  type = classify (token, length, &integer);

  return hash_token (token, length, type, integer);
}
