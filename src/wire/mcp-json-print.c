/* mcp-json-print.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-json-private.h"

/*
 * Prints text as text: no token is parsed and written again, so that what is shown is what was
 * on the wire. Linear in time and in the size of the result whatever the nesting; uses nothing
 * but its arguments, so that it can run in a worker.
 */

typedef struct
{
  const char   *data;
  gsize         position;
  gsize         end;
  GString      *out;
  McpJsonPrint *options;
  gsize         depth;
} Printer;

/*
 * Deep nesting would make the indentation quadratic: it is left out where what is printed has
 * become many times as long as the text that was read.
 */
#define MAX_BLOWUP      8
#define FREE_BYTES      (256 * 1024)
#define MAX_INDENT      256

static void
new_line (Printer *self)
{
  gsize indent = MIN (self->depth * self->options->indent, MAX_INDENT);

  if (self->out->len > MAX_BLOWUP * self->position + FREE_BYTES)
    indent = 0;

  g_string_append_c (self->out, '\n');
  while (indent > 0)
    {
      static const char spaces[] = "                                ";
      gsize n = MIN (indent, sizeof spaces - 1);

      g_string_append_len (self->out, spaces, n);
      indent -= n;
    }
}

/* Moves a place to cut to the next one that is neither in a character nor in an escape. */
static gsize
next_boundary (const char *inside,
               gsize       at,
               gsize       length)
{
  while (at < length && ((guchar) inside[at] & 0xc0) == 0x80)
    at++;

  for (gsize back = 1; back <= 5 && back <= at; back++)
    {
      gsize escape = at - back;
      gsize run = escape;

      if (inside[escape] != '\\')
        continue;

      while (run > 0 && inside[run - 1] == '\\')
        run--;
      /* An even run before it: this backslash begins an escape. */
      if ((escape - run) % 2 == 0 && escape + 1 < length)
        at = MAX (at, escape + (inside[escape + 1] == 'u' ? 6 : 2));
      break;
    }

  return MIN (at, length);
}

static void
print_string (Printer    *self,
              const char *token,
              gsize       length)
{
  gsize limit = self->options->max_string_bytes;
  const char *inside = token + 1;
  gsize inside_length, head, tail;

  if (limit == 0 || length < 2 || length - 2 <= limit)
    {
      g_string_append_len (self->out, token, length);
      return;
    }

  inside_length = length - 2;
  head = next_boundary (inside, limit - limit / 4, inside_length);
  tail = next_boundary (inside, MAX (inside_length - limit / 4, head), inside_length);

  g_string_append_len (self->out, token, head + 1);
  if (tail > head)
    {
      g_string_append_printf (self->out, "\xe2\x80\xa6 %" G_GSIZE_FORMAT " bytes \xe2\x80\xa6",
                              tail - head);
      self->options->n_elided_strings++;
    }
  g_string_append_len (self->out, inside + tail, inside_length - tail + 1);
}

/* Prints an opening bracket, and its closing one if there is nothing between. */
static void
print_open (Printer *self)
{
  char close = self->data[self->position] == '{' ? '}' : ']';
  gsize next = self->position + 1;

  g_string_append_c (self->out, self->data[self->position]);

  next = mcp_json_skip_space (self->data, next, self->end);

  if (next < self->end && self->data[next] == close)
    {
      g_string_append_c (self->out, close);
      next++;
    }
  else
    {
      self->depth++;
      self->position = next;
      if (next < self->end)
        new_line (self);
    }

  self->position = next;
}

/* Prints one token with the space that belongs to it. */
static void
print_token (Printer *self)
{
  gsize start = self->position;

  switch (self->data[start])
    {
    case '{':
    case '[':
      print_open (self);
      return;
    case '}':
    case ']':
      self->depth -= MIN (self->depth, 1);
      new_line (self);
      break;
    case '"':
      self->position = mcp_escape_skip_string (self->data, start, self->end);
      print_string (self, self->data + start, self->position - start);
      return;
    case ',':
      g_string_append_c (self->out, ',');
      self->position++;
      new_line (self);
      return;
    case ':':
      g_string_append (self->out, ": ");
      self->position++;
      return;
    default:
      break;
    }

  do
    self->position++;
  while (self->position < self->end && !mcp_json_ends_word[(guchar) self->data[start]] &&
         !mcp_json_ends_word[(guchar) self->data[self->position]]);

  g_string_append_len (self->out, self->data + start, self->position - start);
}

static gboolean
is_full (Printer *self)
{
  gsize limit = self->options->max_bytes;

  if (limit == 0 || self->out->len <= limit)
    return FALSE;

  while (limit > 0 && ((guchar) self->out->str[limit] & 0xc0) == 0x80)
    limit--;
  g_string_truncate (self->out, limit);
  self->options->truncated = TRUE;

  return TRUE;
}

/* Bad UTF-8 does not end the tokens, every other fault does. */
static gsize
find_printable (const char *text,
                gsize       length)
{
  McpScan scan;

  if (mcp_scan (text, length, &scan) || scan.fault == MCP_SCAN_INVALID_UTF8)
    return length;

  return scan.fault_offset;
}

static char *
finish (GString *out,
        gsize   *out_length)
{
  if (out_length != NULL)
    *out_length = out->len;

  return g_string_free (out, FALSE);
}

/**
 * mcp_json_pretty:
 * @text: (array length=length): a JSON text, or what should have been one
 * @options: (inout) (nullable): how to print; its out fields are set
 * @out_length: (out) (optional): the length of the result in bytes
 *
 * Prints a text with one member or element a line. Tokens stay as they are, byte for byte, but
 * for strings over the limit of @options. From a fault on the rest is printed as it is. Bytes
 * that are no UTF-8 stay, too. May be called in any thread.
 *
 * Returns: (transfer full): the printed text, which ends in NUL
 */
char *
mcp_json_pretty (const char   *text,
                 gsize         length,
                 McpJsonPrint *options,
                 gsize        *out_length)
{
  McpJsonPrint defaults = { 0 };
  Printer self = { text, 0, 0, NULL, &defaults, 0 };

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (options != NULL)
    {
      options->n_elided_strings = 0;
      options->truncated = FALSE;
      defaults = *options;
    }
  if (defaults.indent == 0)
    defaults.indent = 2;

  self.end = find_printable (text, length);
  self.out = g_string_sized_new (defaults.max_bytes > 0 ? MIN (defaults.max_bytes, length) : length);

  while (self.position < self.end && !is_full (&self))
    {
      if (mcp_json_is_space (text[self.position]))
        self.position++;
      else
        print_token (&self);
    }

  /* With the space before it, that two words do not become one. */
  while (self.end > 0 && self.end < length && mcp_json_is_space (text[self.end - 1]))
    self.end--;
  if (self.end < length && !defaults.truncated)
    g_string_append_len (self.out, text + self.end, length - self.end);
  if (!defaults.truncated)
    is_full (&self);

  if (options != NULL)
    {
      options->n_elided_strings = defaults.n_elided_strings;
      options->truncated = defaults.truncated;
    }

  return finish (self.out, out_length);
}

/**
 * mcp_json_one_line:
 * @text: (array length=length): a JSON text
 * @out_length: (out) (optional): the length of the result in bytes
 *
 * Takes away the line ends between tokens and nothing else, so that a text can be sent as one
 * line. A line end inside a string, which valid JSON does not have, stays.
 *
 * Returns: (transfer full): the text in one line, which ends in NUL
 */
char *
mcp_json_one_line (const char *text,
                   gsize       length,
                   gsize      *out_length)
{
  GString *out;
  gsize position = 0;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  out = g_string_sized_new (length);

  while (position < length)
    {
      gsize start = position;

      if (text[position] == '"')
        position = mcp_escape_skip_string (text, position, length);
      else if (text[position] == '\n' || text[position] == '\r')
        start = ++position;
      else
        while (position < length && text[position] != '"' &&
               text[position] != '\n' && text[position] != '\r')
          position++;

      g_string_append_len (out, text + start, position - start);
    }

  return finish (out, out_length);
}
