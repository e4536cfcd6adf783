/* mcp-redactor-encoded.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * Secrets in base64 (RFC 4648 sections 4 and 5). A mark says where in a group of four it stands, so
 * that a part of the text around it can be decoded and looked at, whatever stands before it.
 */

#define MAX_BEFORE_BYTES 64
#define MAX_BEHIND_BYTES 512

static const McpRedactorMatch no_match = { 0, 0, 0 };

static gboolean
is_base64 (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("+/-_", c) != NULL);
}

/* How many characters of a group stand before a mark that begins @shift bytes into it. */
static gsize
get_lead (guint shift)
{
  return shift == 0 ? 0 : shift + 1;
}

/* (transfer full): what a part of a text is, with both alphabets. */
static GString *
decode (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  GString *decoded = g_string_sized_new (length);
  int state = 0;
  guint save = 0;

  g_strdelimit (copy, "-", '+');
  g_strdelimit (copy, "_", '/');
  decoded->len = g_base64_decode_step (copy, length, (guchar *)decoded->str, &state, &save);
  decoded->str[decoded->len] = '\0';
  /* Without padding the last one or two bytes are still inside. */
  if (length % 4 == 2)
    g_string_append_c (decoded, save >> 4);
  else if (length % 4 == 3)
    {
      g_string_append_c (decoded, save >> 10);
      g_string_append_c (decoded, save >> 2);
    }

  return decoded;
}

/* What a program would print for it, not an image in which the mark stands by chance. */
static gboolean
has_text (McpRedactor *redactor, GString *decoded)
{
  McpRedactionReport *report = redactor->report;
  McpRedactorTail tail = redactor->tail;
  g_autoptr (GString) edited = NULL;

  redactor->report = NULL;
  redactor->is_decoding = TRUE;
  edited = mcp_redactor_edit_text (redactor, decoded->str, decoded->len);
  redactor->is_decoding = FALSE;
  redactor->report = report;
  redactor->tail = tail;

  return edited != NULL;
}

/* Finds a base64-encoded secret's mark at @at. */
McpRedactorMatch
mcp_redactor_match_encoded (McpRedactorScan *scan, const McpMark *mark, gsize at)
{
  const char *text = scan->text;
  g_autoptr (GString) decoded = NULL;
  gsize from = at;
  gsize to = at + mark->length;
  gsize limit;

  if (scan->redactor->is_decoding || at < scan->encoded_end)
    return no_match;

  /* From the start of a group on. */
  while (from > scan->start && at - from < get_lead (mark->shift) && is_base64 (text[from - 1]))
    from--;
  if (mark->rule == NULL)
    {
      while (to < scan->length && to - at < mark->length + 3 && is_base64 (text[to]))
        to++;
      return (McpRedactorMatch){ from, to, MCP_REDACTION_KNOWN };
    }
  if (at - from < get_lead (mark->shift))
    return no_match;
  while (from >= scan->start + 4 && at - from < MAX_BEFORE_BYTES && is_base64 (text[from - 1])
         && is_base64 (text[from - 2]) && is_base64 (text[from - 3]) && is_base64 (text[from - 4]))
    from -= 4;

  limit = MIN (scan->length, at + MAX_BEHIND_BYTES);
  while (to < limit && is_base64 (text[to]))
    to++;
  scan->encoded_end = to - MIN (to - at - 1, MAX_BEFORE_BYTES);

  decoded = decode (text + from, to - from);
  if (!has_text (scan->redactor, decoded))
    return no_match;

  while (to < scan->length && (is_base64 (text[to]) || text[to] == '='))
    to++;

  return (McpRedactorMatch){ from, to, MCP_REDACTION_ENCODED };
}
