/* mcp-http-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-http-parser.h"

/* A head over this is no HTTP that any server takes. */
#define MAX_HEAD_BYTES (256 * 1024)

typedef enum {
  STATE_HEAD,
  STATE_LENGTH,       /* a body of n_left bytes */
  STATE_UNTIL_CLOSE,  /* a body until the stream ends */
  STATE_CHUNK_SIZE,
  STATE_CHUNK_DATA,   /* n_left bytes of it */
  STATE_CHUNK_END,    /* the line end behind it */
  STATE_TRAILER,
  STATE_OTHER,
} State;

struct _McpHttpParser
{
  gboolean            answers;
  McpHttpParserFuncs  funcs;
  gpointer            user_data;

  State               state;
  GString            *line;        /* the unfinished one */
  gsize               head_bytes;
  McpHttpParserHead  *head;        /* (nullable) whose lines are being read */
  GString            *value;       /* of its last header, which may go on in the next line */
  guint64             n_left;
};

static void
head_free (McpHttpParserHead *head)
{
  g_free (head->method);
  g_free (head->target);
  g_free (head->reason);
  g_free (head->version);
  g_ptr_array_unref (head->headers);
  g_free (head);
}

static void
tell_raw (McpHttpParser *self,
          const char    *data,
          gsize          length,
          gboolean       is_head_line)
{
  if (self->funcs.raw != NULL && length > 0)
    self->funcs.raw (data, length, is_head_line, self->user_data);
}

static void
drop_head (McpHttpParser *self)
{
  g_clear_pointer (&self->head, head_free);
  g_string_truncate (self->value, 0);
}

static void
give_up (McpHttpParser *self,
         gboolean       upgraded)
{
  self->state = STATE_OTHER;
  drop_head (self);
  g_string_truncate (self->line, 0);
  self->funcs.other (upgraded, self->user_data);
}

static void
end_message (McpHttpParser *self,
             gboolean       whole)
{
  self->state = STATE_HEAD;
  self->head_bytes = 0;
  self->funcs.end (whole, self->user_data);
}

static McpHttpParserHead *
head_new (void)
{
  McpHttpParserHead *head = g_new0 (McpHttpParserHead, 1);

  head->headers = g_ptr_array_new_with_free_func (g_free);

  return head;
}

/* "POST /mcp HTTP/1.1" */
static gboolean
read_request_line (McpHttpParserHead *head,
                   const char        *line)
{
  const char *space = strchr (line, ' ');
  const char *last = strrchr (line, ' ');

  if (space == NULL || last == space || space == line || !g_str_has_prefix (last + 1, "HTTP/1."))
    return FALSE;

  head->method = g_strndup (line, space - line);
  head->target = g_strndup (space + 1, last - space - 1);
  head->version = g_strdup (last + 1 + strlen ("HTTP/"));

  return TRUE;
}

/* "HTTP/1.1 200 OK" */
static gboolean
read_status_line (McpHttpParserHead *head,
                  const char        *line)
{
  const char *space = strchr (line, ' ');

  if (!g_str_has_prefix (line, "HTTP/1.") || space == NULL || !g_ascii_isdigit (space[1]) ||
      !g_ascii_isdigit (space[2]) || !g_ascii_isdigit (space[3]) ||
      (space[4] != ' ' && space[4] != '\0'))
    return FALSE;

  head->version = g_strndup (line + strlen ("HTTP/"), space - line - strlen ("HTTP/"));
  head->status = g_ascii_strtoull (space + 1, NULL, 10);
  head->reason = g_strdup (space[4] == ' ' ? space + 5 : "");

  return TRUE;
}

/* The last header's value is whole. */
static void
end_header (McpHttpParser *self)
{
  GPtrArray *headers = self->head->headers;

  if (headers->len % 2 != 0)
    g_ptr_array_add (headers, g_strdup (self->value->str));
  g_string_truncate (self->value, 0);
}

static gboolean
read_header_line (McpHttpParser *self,
                  const char    *line)
{
  GPtrArray *headers = self->head->headers;
  const char *colon = strchr (line, ':');
  g_autofree char *value = NULL;

  /* The rest of the value above (RFC 9112 section 5.2). */
  if ((*line == ' ' || *line == '\t') && headers->len > 0)
    {
      value = g_strstrip (g_strdup (line));
      g_string_append_c (self->value, ' ');
      g_string_append (self->value, value);
      return TRUE;
    }

  if (colon == NULL || colon == line)
    return FALSE;

  end_header (self);
  g_ptr_array_add (headers, g_strndup (line, colon - line));
  value = g_strstrip (g_strdup (colon + 1));
  g_string_append (self->value, value);

  return TRUE;
}

/* Whether a list of tokens, such as that of Connection, has this one last. */
static gboolean
ends_with_token (const char *value,
                 const char *token)
{
  gsize length = strlen (value);
  gsize n = strlen (token);

  return length >= n && g_ascii_strcasecmp (value + length - n, token) == 0 &&
         (length == n || strchr (", \t", value[length - n - 1]) != NULL);
}

/* How the body is delimited (RFC 9112 section 6.3). */
static void
begin_body (McpHttpParser     *self,
            McpHttpParserHead *head,
            gboolean           has_body)
{
  const char *coding = mcp_http_head_find (head, "Transfer-Encoding");
  const char *length = mcp_http_head_find (head, "Content-Length");
  guint64 n_bytes = 0;

  if (self->answers && (head->status < 200 || head->status == 204 || head->status == 304))
    has_body = FALSE;

  if (self->answers && head->status == 101)
    give_up (self, TRUE);
  else if (!has_body)
    end_message (self, TRUE);
  else if (coding != NULL && ends_with_token (coding, "chunked"))
    self->state = STATE_CHUNK_SIZE;
  else if (coding != NULL && !self->answers)
    give_up (self, FALSE);
  else if (coding != NULL)
    self->state = STATE_UNTIL_CLOSE;
  else if (length != NULL && !g_ascii_string_to_unsigned (length, 10, 0, G_MAXINT64, &n_bytes, NULL))
    give_up (self, FALSE);
  else if (length == NULL && self->answers)
    self->state = STATE_UNTIL_CLOSE;
  else if (n_bytes == 0)
    end_message (self, TRUE);
  else
    {
      self->state = STATE_LENGTH;
      self->n_left = n_bytes;
    }
}

static void
end_head (McpHttpParser *self)
{
  McpHttpParserHead *head;
  gboolean has_body;

  end_header (self);
  head = g_steal_pointer (&self->head);
  g_ptr_array_add (head->headers, NULL);
  has_body = self->funcs.head (head, self->user_data);
  begin_body (self, head, has_body);
  head_free (head);
}

static void
take_head_line (McpHttpParser *self,
                const char    *line)
{
  gboolean read;

  /* Empty lines before a request are to be ignored (RFC 9112 section 2.2). */
  if (*line == '\0' && self->head == NULL)
    return;
  if (*line == '\0')
    {
      end_head (self);
      return;
    }

  if (self->head != NULL)
    read = read_header_line (self, line);
  else
    {
      self->head = head_new ();
      read = self->answers ? read_status_line (self->head, line)
                           : read_request_line (self->head, line);
    }

  if (!read)
    give_up (self, FALSE);
}

static void
take_chunk_size (McpHttpParser *self,
                 const char    *line)
{
  char *end = NULL;
  guint64 n_bytes = g_ascii_strtoull (line, &end, 16);

  if (!g_ascii_isxdigit (*line) || (*end != '\0' && strchr ("; \t", *end) == NULL) ||
      n_bytes > G_MAXINT64)
    {
      give_up (self, FALSE);
      return;
    }

  self->n_left = n_bytes;
  self->state = n_bytes == 0 ? STATE_TRAILER : STATE_CHUNK_DATA;
}

static void
take_line (McpHttpParser *self)
{
  g_autofree char *line = NULL;

  if (self->state == STATE_HEAD)
    tell_raw (self, self->line->str, self->line->len, TRUE);
  g_string_truncate (self->line, self->line->len - 1);
  if (self->line->len > 0 && self->line->str[self->line->len - 1] == '\r')
    g_string_truncate (self->line, self->line->len - 1);
  line = g_utf8_make_valid (self->line->str, -1);
  g_string_truncate (self->line, 0);

  switch (self->state)
    {
    case STATE_HEAD:
      take_head_line (self, line);
      break;
    case STATE_CHUNK_SIZE:
      take_chunk_size (self, line);
      break;
    case STATE_CHUNK_END:
      if (*line != '\0')
        give_up (self, FALSE);
      else
        self->state = STATE_CHUNK_SIZE;
      break;
    case STATE_TRAILER:
      if (*line == '\0')
        end_message (self, TRUE);
      break;
    case STATE_LENGTH:
    case STATE_UNTIL_CLOSE:
    case STATE_CHUNK_DATA:
    case STATE_OTHER:
    default:
      g_assert_not_reached ();
    }
}

/* Returns how many bytes of @data belong to the line. */
static gsize
push_line (McpHttpParser *self,
           const char    *data,
           gsize          length)
{
  const char *end = memchr (data, '\n', length);
  gsize n = end != NULL ? (gsize) (end + 1 - data) : length;
  gboolean is_head = self->state == STATE_HEAD;

  if (!is_head)
    tell_raw (self, data, n, FALSE);
  g_string_append_len (self->line, data, n);
  self->head_bytes += is_head ? n : 0;

  if (self->line->len > MAX_HEAD_BYTES || self->head_bytes > MAX_HEAD_BYTES)
    {
      if (is_head)
        tell_raw (self, self->line->str, self->line->len, FALSE);
      give_up (self, FALSE);
    }
  else if (end != NULL)
    {
      take_line (self);
    }

  return n;
}

static gsize
push_body (McpHttpParser *self,
           const char    *data,
           gsize          length)
{
  gsize n = self->state == STATE_UNTIL_CLOSE ? length : MIN (length, self->n_left);

  tell_raw (self, data, n, FALSE);
  self->funcs.body (data, n, self->user_data);
  if (self->state == STATE_UNTIL_CLOSE)
    return n;

  self->n_left -= n;
  if (self->n_left == 0 && self->state == STATE_CHUNK_DATA)
    self->state = STATE_CHUNK_END;
  else if (self->n_left == 0)
    end_message (self, TRUE);

  return n;
}

/**
 * mcp_http_parser_new:
 * @answers: whether this is the direction of the answers
 * @funcs: what to call; none of it may be %NULL
 *
 * Makes a parser at the start of a connection.
 */
McpHttpParser *
mcp_http_parser_new (gboolean                  answers,
                     const McpHttpParserFuncs *funcs,
                     gpointer                  user_data)
{
  McpHttpParser *self = g_new0 (McpHttpParser, 1);

  self->answers = answers;
  self->funcs = *funcs;
  self->user_data = user_data;
  self->line = g_string_new (NULL);
  self->value = g_string_new (NULL);

  return self;
}

/**
 * mcp_http_parser_free:
 * @self: (nullable): a parser
 *
 * Frees a parser. Nothing is called any more.
 */
void
mcp_http_parser_free (McpHttpParser *self)
{
  if (self == NULL)
    return;

  drop_head (self);
  g_string_free (self->value, TRUE);
  g_string_free (self->line, TRUE);
  g_free (self);
}

/**
 * mcp_http_parser_push:
 * @data: (array length=length): the next bytes of the connection
 *
 * Reads bytes. However they are cut, the calls are the same but for the pieces of bodies.
 */
void
mcp_http_parser_push (McpHttpParser *self,
                      const char    *data,
                      gsize          length)
{
  while (length > 0 && self->state != STATE_OTHER)
    {
      gboolean in_body = self->state == STATE_LENGTH || self->state == STATE_CHUNK_DATA ||
                         self->state == STATE_UNTIL_CLOSE;
      gsize n = in_body ? push_body (self, data, length) : push_line (self, data, length);

      data += n;
      length -= n;
    }

  tell_raw (self, data, length, FALSE);
}

/*
 * Tells that the stream has ended. A message that has not is told to end here; a body that goes
 * on until the end is whole.
 */
void
mcp_http_parser_finish (McpHttpParser *self)
{
  gboolean in_message = self->state != STATE_HEAD && self->state != STATE_OTHER;

  if (self->state == STATE_HEAD)
    tell_raw (self, self->line->str, self->line->len, FALSE);
  drop_head (self);
  g_string_truncate (self->line, 0);
  if (in_message)
    end_message (self, self->state == STATE_UNTIL_CLOSE);
}

/**
 * mcp_http_head_find:
 * @head: a head
 * @name: the name of a header, in any case
 *
 * Looks a header up; of several the last, which is where a list ends.
 *
 * Returns: (transfer none) (nullable): its value
 */
const char *
mcp_http_head_find (const McpHttpParserHead *head,
                    const char              *name)
{
  const char *value = NULL;

  for (guint i = 0; i + 1 < head->headers->len; i += 2)
    if (g_ascii_strcasecmp (head->headers->pdata[i], name) == 0)
      value = head->headers->pdata[i + 1];

  return value;
}
