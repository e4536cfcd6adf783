/* sounder-rendering.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-summary.h"

#include "sounder-rendering.h"

/*
 * What a text view gets to see of bytes from a server: JSON printed without changing a token, other
 * text as it is, anything else as a hex dump. Touches no widget and no shared state, so that a
 * worker thread can do it.
 */

/*
 * What a line may cost, in bytes of plain text: a line of 100 KiB costs a source view 70 ms, one of
 * 1 MiB 600 ms. Pango needs more for some, and more than in proportion: a line of 8 KiB of tabs
 * takes 106 ms, of marks on one letter 27 ms, of letters that change their direction 33 ms.
 */
#define MAX_LINE_COST 8192
#define TAB_COST      8
#define MARK_COST     16
#define TURN_COST     16
/* So many marks on one letter are ordinary. */
#define N_PLAIN_MARKS 2

/* "00000000  " + 16 * 3 + 2 gaps + 16 + newline */
#define HEX_LINE_BYTES 80

/* So much is looked at to tell text from binary. */
#define SNIFF_BYTES 8192

static gboolean
is_binary (const char *data,
           gsize       length)
{
  gsize n_bad = 0;
  const char *end;

  length = MIN (length, SNIFF_BYTES);
  if (memchr (data, '\0', length) != NULL)
    return TRUE;

  for (const char *p = data; p < data + length; p = end + 1)
    {
      if (g_utf8_validate (p, data + length - p, &end))
        break;
      n_bad++;
    }

  /* A broken character here and there is a text worth reading, and so is one cut at the end. */
  return n_bad > 1 + length / 10;
}

/* A raw BOM is no part of the value, and the readers of JSON do not expect it. */
static void
skip_bom (const char **data,
          gsize       *length)
{
  if (*length >= 3 && memcmp (*data, "\xef\xbb\xbf", 3) == 0)
    {
      *data += 3;
      *length -= 3;
    }
}

static gboolean
is_right_to_left (gunichar c)
{
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfeff)
         || (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

/* Where a line that ends at @end has to be cut; NULL if it is short enough. UTF-8. */
static const char *
find_cut (const char *line,
          const char *end)
{
  gsize cost = 0;
  guint n_marks = 0;
  gboolean is_reversed = FALSE;
  const char *next;

  /* Nothing costs more than this. */
  if (end - line <= MAX_LINE_COST / MAX (MARK_COST, TURN_COST))
    return NULL;

  for (const char *p = line; p < end; p = next)
    {
      gunichar c = (guchar) *p;

      next = g_utf8_next_char (p);
      if (c < 0x80)
        {
          cost += c == '\t' ? TAB_COST : 1;
          n_marks = 0;
          if (is_reversed && g_ascii_isalpha (c))
            {
              is_reversed = FALSE;
              cost += TURN_COST;
            }
        }
      else
        {
          c = g_utf8_get_char (p);
          n_marks = g_unichar_ismark (c) ? n_marks + 1 : 0;
          cost += n_marks > N_PLAIN_MARKS ? MARK_COST : next - p;
          if (is_right_to_left (c) && !is_reversed)
            {
              is_reversed = TRUE;
              cost += TURN_COST;
            }
        }
      if (cost > MAX_LINE_COST)
        return p;
    }

  return NULL;
}

/* @mark is a place in @text that becomes one in the result. */
static char *
fold_lines (const char *text,
            gsize       length,
            gsize      *mark,
            gsize      *out_length)
{
  GString *out = g_string_sized_new (length + length / MAX_LINE_COST + 1);
  const char *end = text + length;
  gsize wanted = *mark;

  for (const char *p = text; p < end;)
    {
      const char *newline = memchr (p, '\n', end - p);
      const char *line_end = newline != NULL ? newline : end;
      const char *cut;

      while ((cut = find_cut (p, line_end)) != NULL)
        {
          g_string_append_len (out, p, cut - p);
          g_string_append (out, "↩\n");
          p = cut;
          if ((gsize) (p - text) <= wanted)
            *mark = wanted + (out->len - (p - text));
        }

      g_string_append_len (out, p, line_end - p);
      if (newline != NULL)
        g_string_append_c (out, '\n');
      p = newline != NULL ? newline + 1 : end;
    }

  *out_length = out->len;

  return g_string_free (out, FALSE);
}

static gboolean
has_long_line (const char *text,
               gsize       length)
{
  const char *end = text + length;

  for (const char *p = text; p < end;)
    {
      const char *newline = memchr (p, '\n', end - p);
      const char *line_end = newline != NULL ? newline : end;

      if (find_cut (p, line_end) != NULL)
        return TRUE;
      p = line_end + 1;
    }

  return FALSE;
}

static void
fold (SounderRendering *self)
{
  char *folded;

  if (!has_long_line (self->text, self->length))
    return;

  folded = fold_lines (self->text, self->length, &self->mark, &self->length);
  g_free (self->text);
  self->text = folded;
  self->folded = TRUE;
}

static void
take_visible (SounderRendering *self,
              const char       *text,
              gsize             length)
{
  self->text = mcp_format_visible (text, length, TRUE);
  self->length = strlen (self->text);
  fold (self);
}

static void
render_json (SounderRendering *self,
             const char       *data,
             gsize             length,
             gsize             max_bytes,
             gsize             max_string_bytes)
{
  McpJsonPrint options = { .max_bytes = max_bytes, .max_string_bytes = max_string_bytes };
  g_autofree char *pretty = NULL;
  gsize pretty_length = 0;

  pretty = mcp_json_pretty (data, length, &options, &pretty_length);

  self->kind = SOUNDER_RENDERING_JSON;
  self->n_elided_strings = options.n_elided_strings;
  self->truncated = options.truncated;
  take_visible (self, pretty, pretty_length);
}

static void
append_hex_line (GString      *out,
                 const guint8 *data,
                 gsize         offset,
                 gsize         length)
{
  g_string_append_printf (out, "%08" G_GSIZE_MODIFIER "x  ", offset);

  for (gsize i = 0; i < SOUNDER_HEX_BYTES_PER_LINE; i++)
    {
      if (i < length)
        g_string_append_printf (out, "%02x ", data[offset + i]);
      else
        g_string_append (out, "   ");
      if (i == SOUNDER_HEX_BYTES_PER_LINE / 2 - 1)
        g_string_append_c (out, ' ');
    }

  g_string_append_c (out, ' ');
  for (gsize i = 0; i < length; i++)
    {
      guint8 byte = data[offset + i];

      g_string_append_c (out, g_ascii_isprint (byte) ? (char) byte : '.');
    }
}

/**
 * sounder_rendering_dup_hex:
 * @data: bytes
 * @from: the first one, at which a line begins
 * @to: where it ends
 *
 * Makes a hex dump: offset, sixteen bytes a line, and what of them is ASCII.
 *
 * Returns: (transfer full): lines without a last newline
 */
char *
sounder_rendering_dup_hex (const guint8 *data,
                           gsize         from,
                           gsize         to)
{
  GString *out =
    g_string_sized_new (((to - from) / SOUNDER_HEX_BYTES_PER_LINE + 1) * HEX_LINE_BYTES);

  for (gsize offset = from; offset < to; offset += SOUNDER_HEX_BYTES_PER_LINE)
    {
      if (offset > from)
        g_string_append_c (out, '\n');
      append_hex_line (out, data, offset, MIN (SOUNDER_HEX_BYTES_PER_LINE, to - offset));
    }

  return g_string_free (out, FALSE);
}

/**
 * sounder_rendering_new:
 * @bytes: what to show
 * @max_bytes: about how much text to make, in bytes
 * @max_string_bytes: longer strings of JSON are elided, in bytes; 0 shows them whole
 *
 * Makes bytes fit for a text view. Control and bidirectional characters are made visible, lines
 * that a view would choke on are folded. Any thread may call it.
 *
 * Returns: (transfer full): the text and how it was made
 */
SounderRendering *
sounder_rendering_new (GBytes *bytes,
                       gsize   max_bytes,
                       gsize   max_string_bytes)
{
  SounderRendering *self = g_new0 (SounderRendering, 1);
  gsize length = 0;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *json = data;
  gsize json_length = length;

  if (length == 0)
    {
      self->text = g_strdup ("");
      return self;
    }

  skip_bom (&json, &json_length);
  if (mcp_json_validate (json, json_length, NULL))
    {
      render_json (self, json, json_length, max_bytes, max_string_bytes);
    }
  else if (!is_binary (data, length))
    {
      self->kind = SOUNDER_RENDERING_TEXT;
      self->truncated = length > max_bytes;
      take_visible (self, data, MIN (length, max_bytes));
    }
  else
    {
      gsize max_shown = MAX (1, max_bytes / HEX_LINE_BYTES) * SOUNDER_HEX_BYTES_PER_LINE;

      self->kind = SOUNDER_RENDERING_HEX;
      self->truncated = length > max_shown;
      self->text = sounder_rendering_dup_hex ((const guint8 *) data, 0, MIN (length, max_shown));
      self->length = strlen (self->text);
    }

  return self;
}

/**
 * sounder_rendering_new_part:
 * @bytes: what to show
 * @max_bytes: about how much text to make, in bytes
 * @place: what to show for sure, in bytes from the start
 * @place_length: how much of it
 *
 * Makes the surroundings of a place fit for a text view, as they are: nothing is printed anew.
 *
 * Returns: (transfer full): the text, with the place marked in it
 */
SounderRendering *
sounder_rendering_new_part (GBytes *bytes,
                            gsize   max_bytes,
                            gsize   place,
                            gsize   place_length)
{
  SounderRendering *self = g_new0 (SounderRendering, 1);
  g_autofree char *before = NULL;
  g_autofree char *inside = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  const char *data = g_bytes_get_data (bytes, &length);

  place = MIN (place, length);
  place_length = MIN (place_length, length - place);
  self->kind = length > 0 && (*data == '{' || *data == '[') ? SOUNDER_RENDERING_JSON
                                                             : SOUNDER_RENDERING_TEXT;
  self->from = place > max_bytes / 2 ? place - max_bytes / 2 : 0;
  /* All of it, when the rest would not be worth a button. */
  if (length <= max_bytes)
    self->from = 0;
  while (self->from > 0 && ((guchar) data[self->from] & 0xc0) == 0x80)
    self->from--;
  self->to = MAX (place + place_length, MIN (self->from + max_bytes, length));
  while (self->to < length && ((guchar) data[self->to] & 0xc0) == 0x80)
    self->to++;
  self->truncated = self->from > 0 || self->to < length;

  /* The parts by themselves are what they are together: no cut is inside a character. */
  before = mcp_format_visible (data + self->from, place - self->from, TRUE);
  inside = mcp_format_visible (data + place, place_length, TRUE);
  text = mcp_format_visible (data + place + place_length, self->to - place - place_length, TRUE);
  self->mark = strlen (before);
  self->mark_length = strlen (inside);
  self->text = g_strconcat (before, inside, text, NULL);
  self->length = strlen (self->text);
  fold (self);

  return self;
}

/**
 * sounder_rendering_free:
 * @self: (transfer full): a rendering
 *
 * Frees a rendering.
 */
void
sounder_rendering_free (SounderRendering *self)
{
  g_free (self->text);
  g_free (self);
}
