/* mcp-message.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-message.h"
#include "mcp-number-private.h"
#include "mcp-scan-private.h"

/**
 * McpMessage:
 *
 * One frame: its bytes, and what the scanner found in them. Immutable, and shared between threads.
 */

struct _McpMessage
{
  gatomicrefcount ref_count;
  GBytes         *bytes;
  McpScan         scan;
  McpId          *id;
  char           *method;
  char           *excerpt;         /* made on first use, by whichever thread is first */
};

/* Of the parameters, what is looked at to send a message. A longer value fits in no header. */
#define MAX_EXCERPT_BYTES (64 * 1024)
#define MAX_EXCERPT_DEPTH 32

G_DEFINE_BOXED_TYPE (McpMessage, mcp_message, mcp_message_ref, mcp_message_unref)

static const char *
get_data (McpMessage *self)
{
  return g_bytes_get_data (self->bytes, NULL);
}

/**
 * mcp_message_new:
 * @bytes: a frame without its line end
 *
 * Scans a frame. Every frame makes a message; one that is none has the kind
 * %MCP_MESSAGE_INVALID.
 */
McpMessage *
mcp_message_new (GBytes *bytes)
{
  McpScan scan;
  gsize length;
  const char *data;

  g_return_val_if_fail (bytes != NULL, NULL);

  data = g_bytes_get_data (bytes, &length);
  mcp_scan (data, length, &scan);

  return mcp_message_new_scanned (bytes, &scan);
}

/**
 * mcp_message_new_scanned:
 * @bytes: a frame without its line end
 * @scan: what mcp_scan() found in exactly these bytes
 *
 * Makes a message of a frame that has been scanned before.
 */
McpMessage *
mcp_message_new_scanned (GBytes        *bytes,
                         const McpScan *scan)
{
  McpMessage *self;
  const char *data;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  /* calloc() is slower than malloc(). */
  self = g_new (McpMessage, 1);
  *self = (McpMessage) { .bytes = g_bytes_ref (bytes), .scan = *scan };
  g_atomic_ref_count_init (&self->ref_count);

  data = get_data (self);
  if (scan->id.length > 0)
    self->id = mcp_id_new_from_token (data + scan->id.offset, scan->id.length);
  if (scan->method.length > 0)
    self->method = mcp_json_dup_string (data + scan->method.offset, scan->method.length);

  return self;
}

static GString *
begin (McpId *id)
{
  GString *out = g_string_sized_new (128);

  g_string_append (out, "{\"jsonrpc\":\"2.0\"");
  mcp_json_append_member (out, "id", id != NULL ? mcp_id_get_token (id) : NULL);

  return out;
}

/* A frame is a line: what somebody typed over several is joined. */
static void
append_value (GString    *out,
              const char *key,
              const char *value)
{
  if (value != NULL && strpbrk (value, "\r\n") != NULL)
    {
      g_autofree char *line = mcp_json_one_line (value, strlen (value), NULL);

      mcp_json_append_member (out, key, line);
      return;
    }

  mcp_json_append_member (out, key, value);
}

/* What stands between the quotes. */
static char *
dup_escaped (const char *text)
{
  GString *out = g_string_new (NULL);

  mcp_json_append_string (out, text, -1);
  g_string_truncate (out, out->len - 1);
  g_string_erase (out, 0, 1);

  return g_string_free (out, FALSE);
}

static char *
put (char       *to,
     const char *text,
     gsize       length)
{
  memcpy (to, text, length);

  return to + length;
}

static McpMessage *
end (GString *out)
{
  g_autoptr (GBytes) bytes = NULL;

  g_string_append_c (out, '}');
  bytes = g_string_free_to_bytes (out);

  return mcp_message_new (bytes);
}

/**
 * mcp_message_new_request:
 * @id: the id of the request
 * @method: the name of a method
 * @params: (nullable): a JSON object or array; it is not checked
 *
 * Writes a request as one line of compact JSON.
 */
McpMessage *
mcp_message_new_request (McpId      *id,
                         const char *method,
                         const char *params)
{
  g_autoptr (GBytes) bytes = mcp_message_write_request (id, method, params);

  return mcp_message_new (bytes);
}

/**
 * mcp_message_write_request:
 * @id: the id of the request
 * @method: the name of a method
 * @params: (nullable): a JSON object or array; it is not checked
 *
 * Writes the same for whoever needs its bytes only.
 *
 * Returns: (transfer full): one line without its end
 */
GBytes *
mcp_message_write_request (McpId      *id,
                           const char *method,
                           const char *params)
{
  static const char begin[] = "{\"jsonrpc\":\"2.0\",\"id\":";
  static const char middle[] = ",\"method\":\"";
  static const char before_params[] = "\",\"params\":";
  g_autofree char *line = NULL;
  g_autofree char *name = NULL;
  gsize id_length, method_length, params_length = 0;
  char *text;
  char *to;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (method != NULL, NULL);

  if (params != NULL && strpbrk (params, "\r\n") != NULL)
    params = line = mcp_json_one_line (params, strlen (params), NULL);
  if (!mcp_json_is_plain (method, strlen (method)))
    method = name = dup_escaped (method);

  id_length = strlen (mcp_id_get_token (id));
  method_length = strlen (method);
  if (params != NULL)
    params_length = strlen (params);

  /* There may be very many: it is put together at once. */
  text = to = g_malloc (sizeof begin + id_length + sizeof middle + method_length + sizeof before_params
                        + params_length);
  to = put (to, begin, sizeof begin - 1);
  to = put (to, mcp_id_get_token (id), id_length);
  to = put (to, middle, sizeof middle - 1);
  to = put (to, method, method_length);
  if (params != NULL)
    {
      to = put (to, before_params, sizeof before_params - 1);
      to = put (to, params, params_length);
    }
  else
    {
      *to++ = '"';
    }
  *to++ = '}';

  return g_bytes_new_take (text, to - text);
}

/**
 * mcp_message_new_notification:
 * @method: the name of a method
 * @params: (nullable): a JSON object or array; it is not checked
 *
 * Writes a notification as one line of compact JSON.
 */
McpMessage *
mcp_message_new_notification (const char *method,
                              const char *params)
{
  GString *out;

  g_return_val_if_fail (method != NULL, NULL);

  out = begin (NULL);
  mcp_json_append_member_string (out, "method", method);
  append_value (out, "params", params);

  return end (out);
}

/**
 * mcp_message_new_result:
 * @id: the id of the request that is answered
 * @result: a JSON value; it is not checked
 *
 * Writes an answer as one line of compact JSON.
 */
McpMessage *
mcp_message_new_result (McpId      *id,
                        const char *result)
{
  GString *out;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (result != NULL, NULL);

  out = begin (id);
  append_value (out, "result", result);

  return end (out);
}

/**
 * mcp_message_new_error:
 * @id: (nullable): the id of the request that is refused; %NULL writes null, for a request whose
 *   id could not be read (JSON-RPC 2.0 section 5)
 * @code: the code of the error
 * @message: what went wrong
 * @data: (nullable): a JSON value; it is not checked
 *
 * Writes a refusal as one line of compact JSON.
 */
McpMessage *
mcp_message_new_error (McpId      *id,
                       gint64      code,
                       const char *message,
                       const char *data)
{
  GString *out;

  g_return_val_if_fail (message != NULL, NULL);

  out = begin (id);
  if (id == NULL)
    mcp_json_append_member (out, "id", "null");
  mcp_json_append_key (out, "error");
  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "code", code);
  mcp_json_append_member_string (out, "message", message);
  append_value (out, "data", data);
  g_string_append_c (out, '}');

  return end (out);
}

/**
 * mcp_message_ref:
 *
 * Adds a reference; safe from any thread.
 *
 * Returns: (transfer full): @self
 */
McpMessage *
mcp_message_ref (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * mcp_message_unref:
 * @self: (transfer full): a message
 *
 * Drops a reference; safe from any thread.
 */
void
mcp_message_unref (McpMessage *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->id, mcp_id_unref);
  g_free (self->method);
  g_free (self->excerpt);
  g_bytes_unref (self->bytes);
  g_free (self);
}

GBytes *
mcp_message_get_bytes (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->bytes;
}

const McpScan *
mcp_message_get_scan (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->scan;
}

McpMessageKind
mcp_message_get_kind (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, MCP_MESSAGE_INVALID);

  return self->scan.kind;
}

/**
 * mcp_message_get_id:
 *
 * Gets the id, also that of a broken message in which one was seen, and one that is null.
 *
 * Returns: (transfer none) (nullable): the id, or %NULL if the message has none
 */
McpId *
mcp_message_get_id (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

const char *
mcp_message_get_method (McpMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->method;
}

/**
 * mcp_message_get_error_code:
 * @code: (out): the code; not touched if there is none
 *
 * Gets the code of an error.
 *
 * Returns: %FALSE if there is none, or it is no integer of 64 bits
 */
gboolean
mcp_message_get_error_code (McpMessage *self,
                            gint64     *code)
{
  McpSpan span;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (code != NULL, FALSE);

  span = self->scan.error_code;

  return span.length > 0 && mcp_json_lookup_int64 (get_data (self) + span.offset, span.length,
                                                   NULL, code);
}

/**
 * mcp_message_dup_error_message:
 *
 * Gets the text of an error, decoded as mcp_json_dup_string() does. Some servers send a string
 * in place of the error object: then it is that.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if there is none
 */
char *
mcp_message_dup_error_message (McpMessage *self)
{
  McpSpan span;

  g_return_val_if_fail (self != NULL, NULL);

  span = self->scan.error_message.length > 0 ? self->scan.error_message : self->scan.error;
  if (span.length == 0)
    return NULL;

  return mcp_json_dup_string (get_data (self) + span.offset, span.length);
}

/**
 * mcp_message_get_part:
 * @span: a span of its scan
 *
 * Gets a part of the bytes without copying them.
 *
 * Returns: (transfer full) (nullable): the part, or %NULL for an absent one
 */
GBytes *
mcp_message_get_part (McpMessage *self,
                      McpSpan     span)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (span.offset + span.length <= g_bytes_get_size (self->bytes), NULL);

  if (span.length == 0)
    return NULL;

  return g_bytes_new_from_bytes (self->bytes, span.offset, span.length);
}

/* A large object has those of its members that are not, and its objects in the same way. */
static void
append_excerpt (GString    *out,
                const char *text,
                gsize       length,
                guint       depth)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  gboolean first = TRUE;

  if (length <= MAX_EXCERPT_BYTES || !mcp_json_iter_init (&iter, text, length))
    {
      g_string_append_len (out, text, length);
      return;
    }

  g_string_append_c (out, '{');
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (value.length > MAX_EXCERPT_BYTES
          && (text[value.offset] != '{' || depth == MAX_EXCERPT_DEPTH))
        continue;

      if (!first)
        g_string_append_c (out, ',');
      first = FALSE;
      g_string_append_len (out, text + key.offset, key.length);
      g_string_append_c (out, ':');
      append_excerpt (out, text + value.offset, value.length, depth + 1);
    }
  g_string_append_c (out, '}');
}

/**
 * mcp_message_get_params_excerpt:
 *
 * Gets the parameters without the values that are large, so that nobody copies a hundred megabytes
 * to look at a name. Made on first use and kept; safe from any thread.
 *
 * Returns: (transfer none) (nullable): a JSON object; %NULL when there is none
 */
const char *
mcp_message_get_params_excerpt (McpMessage *self)
{
  char *excerpt;

  g_return_val_if_fail (self != NULL, NULL);

  excerpt = g_atomic_pointer_get (&self->excerpt);
  if (excerpt == NULL && self->scan.fault == MCP_SCAN_OK && self->scan.params.length > 0
      && get_data (self)[self->scan.params.offset] == '{')
    {
      GString *out = g_string_new (NULL);

      append_excerpt (out, get_data (self) + self->scan.params.offset, self->scan.params.length, 0);
      excerpt = g_string_free (out, FALSE);
      if (!g_atomic_pointer_compare_and_exchange (&self->excerpt, NULL, excerpt))
        {
          g_free (excerpt);
          excerpt = g_atomic_pointer_get (&self->excerpt);
        }
    }

  return excerpt;
}

/**
 * mcp_message_split_batch:
 *
 * Makes a message of each element of a batch (JSON-RPC 2.0 section 6), in order, up to
 * %MCP_MESSAGE_MAX_BATCH. They share the bytes of the batch.
 *
 * Returns: (transfer full) (element-type McpMessage) (nullable): the messages, or %NULL if this
 *   is no batch
 */
GPtrArray *
mcp_message_split_batch (McpMessage *self)
{
  GPtrArray *messages;
  McpJsonIter iter;
  McpSpan value;
  gsize length;
  const char *data;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->scan.kind != MCP_MESSAGE_BATCH)
    return NULL;

  data = g_bytes_get_data (self->bytes, &length);
  messages = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_message_unref);
  mcp_json_iter_init (&iter, data, length);

  while (messages->len < MCP_MESSAGE_MAX_BATCH && mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (self->bytes, value.offset, value.length);

      g_ptr_array_add (messages, mcp_message_new (part));
    }

  return messages;
}
