/* cli-output.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli-interrupt.h"
#include "cli-output.h"
#include "cli-text.h"
#include "mcp-json.h"

/* More than one read of the transport, so that a batch of messages is one write. */
#define BUFFER_BYTES (128 * 1024)

struct _CliOutput
{
  int        fd;
  CliFormat  format;
  gboolean   terminal;
  gboolean   colored;
  GString   *buffer;

  /* A document of JSON may have begun: another one must not follow it. */
  gboolean   used;

  /* Of the write that failed, 0 while all is well. After it everything is dropped. */
  int        failed_errno;
};

/* Whether cli_status() has left a line without its end on standard error. */
static gboolean status_shown;

static gboolean
want_color (CliColor color,
            gboolean terminal)
{
  const char *no_color = g_getenv ("NO_COLOR");

  if (color != CLI_COLOR_AUTO)
    return color == CLI_COLOR_ALWAYS;

  return terminal && (no_color == NULL || *no_color == '\0') &&
         g_strcmp0 (g_getenv ("TERM"), "dumb") != 0;
}

CliOutput *
cli_output_new (int       fd,
                CliFormat format,
                CliColor  color)
{
  CliOutput *self = g_new0 (CliOutput, 1);

  self->fd = fd;
  self->format = format;
  self->terminal = isatty (fd);
  self->colored = format == CLI_FORMAT_TEXT && want_color (color, self->terminal);
  self->buffer = g_string_sized_new (BUFFER_BYTES);

  return self;
}

/**
 * cli_output_free:
 * @self: (nullable): an output
 *
 * Frees an output. What has not been flushed is lost.
 */
void
cli_output_free (CliOutput *self)
{
  if (self == NULL)
    return;

  g_string_free (self->buffer, TRUE);
  g_free (self);
}

CliFormat
cli_output_get_format (CliOutput *self)
{
  return self->format;
}

gboolean
cli_output_is_text (CliOutput *self)
{
  return self->format == CLI_FORMAT_TEXT;
}

gboolean
cli_output_is_terminal (CliOutput *self)
{
  return self->terminal;
}

/**
 * cli_output_get_columns:
 *
 * Gets how wide the terminal is now.
 *
 * Returns: the columns, or 0 for no terminal and so no limit
 */
guint
cli_output_get_columns (CliOutput *self)
{
  struct winsize size;

  if (!self->terminal)
    return 0;

  return ioctl (self->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/**
 * cli_output_write:
 * @data: (array length=length): bytes
 *
 * Writes bytes as they are.
 */
void
cli_output_write (CliOutput  *self,
                  const char *data,
                  gsize       length)
{
  g_string_append_len (self->buffer, data, length);

  if (self->buffer->len >= BUFFER_BYTES)
    cli_output_flush (self);
}

/* Writes formatted text, without a line end of its own. */
void
cli_output_print (CliOutput  *self,
                  const char *format,
                  ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_vprintf (self->buffer, format, args);
  va_end (args);

  if (self->buffer->len >= BUFFER_BYTES)
    cli_output_flush (self);
}

/**
 * cli_output_write_tokens:
 * @text: JSON, or a part of it between characters
 *
 * Writes JSON as the server spelled it. On a terminal what steers it, or turns and hides text,
 * is written as the escape that means the same: JSON lets C1 controls and DEL through as they are.
 */
void
cli_output_write_tokens (CliOutput  *self,
                         const char *text,
                         gsize       length)
{
  if (self->terminal)
    cli_text_append_escaped (self->buffer, text, length);
  else
    g_string_append_len (self->buffer, text, length);

  if (self->buffer->len >= BUFFER_BYTES)
    cli_output_flush (self);
}

/* A message from a pipe rarely has a line end in it: then its bytes are what is printed. */
static void
write_one_line (CliOutput  *self,
                const char *text,
                gsize       length)
{
  g_autofree char *line = NULL;
  gsize line_length = 0;

  if (memchr (text, '\n', length) == NULL && memchr (text, '\r', length) == NULL)
    {
      cli_output_write_tokens (self, text, length);
      return;
    }

  line = mcp_json_one_line (text, length, &line_length);
  cli_output_write_tokens (self, line, line_length);
}

/**
 * cli_output_print_json:
 * @text: one JSON value
 *
 * Prints a value with its own tokens and a line end: pretty, or on one line in ndjson.
 */
void
cli_output_print_json (CliOutput  *self,
                       const char *text,
                       gsize       length)
{
  if (self->format == CLI_FORMAT_NDJSON)
    write_one_line (self, text, length);
  else
    {
      gsize pretty_length = 0;
      g_autofree char *pretty = mcp_json_pretty (text, length, NULL, &pretty_length);

      cli_output_write_tokens (self, pretty, pretty_length);
    }

  cli_output_write (self, "\n", 1);
}

/**
 * cli_output_print_wrapped_json:
 * @member: a member's name, in need of no escapes
 * @text: its value, JSON
 *
 * Prints the line `{"member": VALUE}`.
 */
void
cli_output_print_wrapped_json (CliOutput  *self,
                               const char *member,
                               const char *text,
                               gsize       length)
{
  g_string_append_len (self->buffer, "{\"", 2);
  g_string_append (self->buffer, member);
  g_string_append_len (self->buffer, "\": ", 3);
  write_one_line (self, text, length);
  cli_output_write (self, "}\n", 2);
}

/**
 * cli_output_style:
 * @style: how it looks
 * @text: text that is safe to show
 *
 * Appends text to @out, in a style where colours are on.
 */
void
cli_output_style (CliOutput  *self,
                  GString    *out,
                  CliStyle    style,
                  const char *text)
{
  static const char * const codes[] = { "", "1", "2", "31", "32", "33", "34", "35", "36" };

  if (!self->colored || style == CLI_STYLE_NONE || *text == '\0')
    g_string_append (out, text);
  else
    g_string_append_printf (out, "\033[%sm%s\033[0m", codes[style], text);
}

/**
 * cli_output_flush:
 *
 * Writes what is buffered. Where nobody reads, a write blocks: a signal ends it, and what is
 * left waits until the main loop has seen the signal.
 *
 * Returns: %FALSE once writing has failed, see cli_output_get_errno()
 */
gboolean
cli_output_flush (CliOutput *self)
{
  gsize written = 0;

  if (self->buffer->len == 0)
    return self->failed_errno == 0;

  self->used = TRUE;
  if (self->terminal)
    cli_status (NULL);

  while (written < self->buffer->len && self->failed_errno == 0)
    {
      gssize n;

      if (cli_interrupt_is_pending ())
        {
          g_string_erase (self->buffer, 0, written);
          return TRUE;
        }

      n = write (self->fd, self->buffer->str + written, self->buffer->len - written);
      if (n >= 0)
        written += n;
      else if (errno != EINTR)
        self->failed_errno = errno;
    }

  g_string_truncate (self->buffer, 0);

  return self->failed_errno == 0;
}

gboolean
cli_output_is_used (CliOutput *self)
{
  return self->used || self->buffer->len > 0;
}

int
cli_output_get_fd (CliOutput *self)
{
  return self->fd;
}

/**
 * cli_output_set_errno:
 * @number: why nothing can be written any more, an errno
 *
 * Tells that writing would fail, before it is tried. What is printed from now on is dropped.
 */
void
cli_output_set_errno (CliOutput *self,
                      int        number)
{
  if (self->failed_errno == 0)
    self->failed_errno = number;
}

/**
 * cli_output_get_errno:
 *
 * Gets why writing failed.
 *
 * Returns: the errno, or 0 while all is well
 */
int
cli_output_get_errno (CliOutput *self)
{
  return self->failed_errno;
}

/*
 * Prints a line on standard error. Nothing in it steers the terminal: much of what is told here
 * has words of the server in it.
 */
void
cli_note (const char *format,
          ...)
{
  g_autofree char *text = NULL;
  g_autofree char *visible = NULL;
  va_list args;

  cli_status (NULL);

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  visible = cli_text_visible (text, -1, TRUE);
  fprintf (stderr, "%s\n", visible);
}

/**
 * cli_status:
 * @text: (nullable): what goes on, or %NULL to take it away
 *
 * Shows one line on standard error that the next one replaces. Does nothing but on a terminal.
 */
void
cli_status (const char *text)
{
  if (text == NULL && !status_shown)
    return;
  if (text != NULL && !isatty (STDERR_FILENO))
    return;

  if (text != NULL)
    {
      struct winsize size;
      g_autofree char *visible = cli_text_visible (text, -1, FALSE);
      g_autofree char *line = NULL;

      if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_col == 0)
        size.ws_col = 80;
      line = cli_text_ellipsize (visible, size.ws_col - 1);
      fprintf (stderr, "\r\033[K%s", line);
    }
  else
    fputs ("\r\033[K", stderr);

  fflush (stderr);
  status_shown = text != NULL;
}
