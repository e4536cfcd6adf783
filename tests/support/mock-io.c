/* mock-io.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "mock-io.h"

/*
 * The mock server's own reading and writing. It shares nothing with the code under test: an
 * error in our scanner must not hide behind the same error here.
 */

#define BLOCK_BYTES (64 * 1024)

static GString *input;       /* read, and not yet consumed */
static gsize    input_start; /* where the next line begins */
static int      log_fd = -1;
static gint64   read_usec;   /* monotonic, when the last block came */

/* Reads a block more; FALSE at the end of stdin. */
static gboolean
fill_input (void)
{
  gssize n_read;
  gsize old_length;

  if (input == NULL)
    input = g_string_new (NULL);

  if (input_start > 0)
    {
      g_string_erase (input, 0, input_start);
      input_start = 0;
    }

  old_length = input->len;
  g_string_set_size (input, old_length + BLOCK_BYTES);
  do
    n_read = read (STDIN_FILENO, input->str + old_length, BLOCK_BYTES);
  while (n_read < 0 && errno == EINTR);
  read_usec = g_get_monotonic_time ();
  g_string_set_size (input, old_length + MAX (n_read, 0));

  if (n_read > 0 && log_fd >= 0)
    mock_write (log_fd, input->str + old_length, n_read);

  return n_read > 0;
}

/* The next line, or NULL at the end. An unfinished last line is no message and is dropped. */
static char *
read_line (void)
{
  gsize searched = 0;

  while (TRUE)
    {
      if (input != NULL)
        {
          const char *start = input->str + input_start;
          gsize length = input->len - input_start;
          const char *end = memchr (start + searched, '\n', length - searched);

          if (end != NULL)
            {
              input_start += end - start + 1;
              return g_strndup (start, end - start);
            }

          searched = length;
        }

      if (!fill_input ())
        return NULL;
    }
}

gint64
mock_get_read_usec (void)
{
  return read_usec;
}

static const char *
skip_space (const char *text)
{
  while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n')
    text++;

  return text;
}

/* The end of the value at @text. Good enough for JSON that a client of ours has written. */
static const char *
skip_value (const char *text)
{
  int depth = 0;

  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        {
          for (text++; *text != '\0' && *text != '"'; text++)
            if (*text == '\\' && text[1] != '\0')
              text++;
          if (*text == '\0')
            return text;
        }
      else if (*text == '{' || *text == '[')
        depth++;
      else if (*text == '}' || *text == ']')
        {
          if (depth == 0)
            return text;
          depth--;
        }
      else if (depth == 0 && (*text == ',' || *text == ' '))
        return text;
      else if (depth == 0 && *text == ':')
        return text;
      else
        continue;

      if (depth == 0)
        return text + 1;
    }

  return text;
}

/* The raw token of member @name of the object at @text, one level, first of its name. */
static char *
find_member (const char *text,
             const char *name)
{
  gsize name_length = strlen (name);

  text = skip_space (text);
  if (*text != '{')
    return NULL;

  text = skip_space (text + 1);
  while (*text == '"')
    {
      const char *key = text;
      const char *key_end = skip_value (key);
      const char *value = skip_space (key_end);
      const char *value_end;

      if (*value != ':')
        return NULL;

      value = skip_space (value + 1);
      value_end = skip_value (value);
      if ((gsize) (key_end - key) == name_length + 2 && strncmp (key + 1, name, name_length) == 0)
        return g_strndup (value, value_end - value);

      text = skip_space (value_end);
      if (*text != ',')
        return NULL;
      text = skip_space (text + 1);
    }

  return NULL;
}

/* Without its quotes; NULL when @token is no string. */
static char *
unquote (const char *token)
{
  gsize length = token != NULL ? strlen (token) : 0;

  if (length < 2 || token[0] != '"')
    return NULL;

  return g_strndup (token + 1, length - 2);
}

/* mock_read_message:
 *
 * Waits for the next line of stdin.
 *
 * Returns: (transfer full) (nullable): the message, or %NULL at the end of stdin
 */
MockMessage *
mock_read_message (void)
{
  g_autofree char *line = read_line ();
  g_autofree char *method = NULL;
  g_autofree char *params = NULL;
  MockMessage *self;

  if (line == NULL)
    return NULL;

  self = g_new0 (MockMessage, 1);
  method = find_member (line, "method");
  self->method = unquote (method);
  self->id = find_member (line, "id");
  params = find_member (line, "params");
  if (params != NULL)
    {
      g_autofree char *version = find_member (params, "protocolVersion");

      self->version = unquote (version);
    }
  self->line = g_steal_pointer (&line);

  return self;
}

void
mock_message_free (MockMessage *self)
{
  g_free (self->line);
  g_free (self->method);
  g_free (self->id);
  g_free (self->version);
  g_free (self);
}

/* mock_wait_eof:
 *
 * Reads and forgets until stdin ends.
 *
 * Returns: %TRUE, always
 */
gboolean
mock_wait_eof (void)
{
  while (fill_input ())
    input_start = input->len;

  return TRUE;
}

/* mock_log_stdin:
 * @path: a file to append to
 *
 * Copies every byte that is read from now on into a file, for the test to look at.
 */
void
mock_log_stdin (const char *path)
{
  if (log_fd >= 0)
    close (log_fd);

  log_fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* mock_write:
 *
 * Writes all of @data.
 *
 * Returns: %FALSE if the stream is closed or the reader is gone
 */
gboolean
mock_write (int         fd,
            const char *data,
            gsize       length)
{
  while (length > 0)
    {
      gssize n_written = write (fd, data, length);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written < 0)
        return FALSE;

      data += n_written;
      length -= n_written;
    }

  return TRUE;
}

/* mock_write_each:
 *
 * Writes @data one byte a write(), with a gap after each.
 */
void
mock_write_each (int         fd,
                 const char *data,
                 gsize       length,
                 gulong      gap_usec)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!mock_write (fd, data + i, 1))
        return;
      if (gap_usec > 0)
        g_usleep (gap_usec);
    }
}

/* Counting up in decimal digits is several times faster than printf for each line. */
static void
increment (char  *digits,
           gsize *n_digits)
{
  gsize i = *n_digits;

  while (i > 0 && digits[i - 1] == '9')
    digits[--i] = '0';

  if (i > 0)
    {
      digits[i - 1]++;
      return;
    }

  memmove (digits + 1, digits, *n_digits);
  digits[0] = '1';
  (*n_digits)++;
}

/* mock_write_repeated:
 * @text: a line without its end; `$n` stands for the number of the line, from 0 on
 *
 * Writes many lines in blocks of 64 KiB.
 */
void
mock_write_repeated (int         fd,
                     const char *text,
                     guint64     n_lines)
{
  g_auto (GStrv) parts = g_strsplit (text, "$n", -1);
  g_autoptr (GString) block = g_string_sized_new (2 * BLOCK_BYTES + strlen (text));
  guint n_parts = g_strv_length (parts);
  g_autofree gsize *lengths = g_new0 (gsize, n_parts + 1);
  char digits[32] = "0";
  gsize n_digits = 1;

  for (guint i = 0; i < n_parts; i++)
    lengths[i] = strlen (parts[i]);

  for (guint64 n = 0; n < n_lines; n++)
    {
      for (guint i = 0; i < n_parts; i++)
        {
          if (i > 0)
            g_string_append_len (block, digits, n_digits);
          g_string_append_len (block, parts[i], lengths[i]);
        }
      g_string_append_c (block, '\n');
      increment (digits, &n_digits);

      if (block->len >= BLOCK_BYTES)
        {
          if (!mock_write (fd, block->str, block->len))
            return;
          g_string_truncate (block, 0);
        }
    }

  mock_write (fd, block->str, block->len);
}

/* mock_write_fill:
 *
 * Writes @n_bytes times @fill in blocks of 64 KiB, without a newline.
 */
void
mock_write_fill (int     fd,
                 char    fill,
                 guint64 n_bytes)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);

  memset (block, fill, BLOCK_BYTES);
  while (n_bytes > 0)
    {
      gsize length = MIN (n_bytes, BLOCK_BYTES);

      if (!mock_write (fd, block, length))
        return;
      n_bytes -= length;
    }
}

/* mock_decode_bytes:
 * @text: `base64:` and base64, or text with the escapes \xNN \n \r \t \0 \\
 * @length: (out): how many bytes it is
 *
 * Returns: (transfer full): the bytes
 */
char *
mock_decode_bytes (const char *text,
                   gsize      *length)
{
  GString *bytes;

  if (g_str_has_prefix (text, "base64:"))
    return (char *) g_base64_decode (text + strlen ("base64:"), length);

  bytes = g_string_new (NULL);
  for (; *text != '\0'; text++)
    {
      if (*text != '\\' || text[1] == '\0')
        {
          g_string_append_c (bytes, *text);
          continue;
        }

      text++;
      if (*text == 'x' && g_ascii_isxdigit (text[1]) && g_ascii_isxdigit (text[2]))
        {
          g_string_append_c (bytes,
                             g_ascii_xdigit_value (text[1]) * 16 + g_ascii_xdigit_value (text[2]));
          text += 2;
        }
      else
        g_string_append_c (bytes, *text == 'n'   ? '\n'
                                  : *text == 'r' ? '\r'
                                  : *text == 't' ? '\t'
                                  : *text == '0' ? '\0'
                                                 : *text);
    }

  *length = bytes->len;

  return g_string_free (bytes, FALSE);
}

/* mock_replace:
 *
 * Returns: (transfer full): @text with each @what replaced by @with
 */
char *
mock_replace (const char *text,
              const char *what,
              const char *with)
{
  g_auto (GStrv) parts = g_strsplit (text, what, -1);

  return g_strjoinv (with, parts);
}
