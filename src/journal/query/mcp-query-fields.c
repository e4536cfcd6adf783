/* mcp-query-fields.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-nearest.h"
#include "mcp-query-private.h"
#include "mcp-record.h"

/* The fields of the filter language, the words some of them take, and how their values read. */

static const McpQueryField fields[] = {
  { "method", MCP_TERM_METHOD, N_("Method, with * and ?: tools/*") },
  { "tool", MCP_TERM_TOOL, N_("Tool that was called") },
  { "uri", MCP_TERM_URI, N_("Resource that was read or watched") },
  { "name", MCP_TERM_NAME, N_("Tool, prompt, resource or task") },
  { "dir", MCP_TERM_DIRECTION, N_("Which way it went") },
  { "kind", MCP_TERM_KIND, N_("Request, response, error, note…") },
  { "status", MCP_TERM_STATUS, N_("What became of a request") },
  { "took", MCP_TERM_TOOK, N_("Time to the answer: >100ms, 1ms..5ms") },
  { "size", MCP_TERM_SIZE, N_("Bytes: >1k, <=2M") },
  { "time", MCP_TERM_TIME, N_("When: 14:03..14:05, >-5m, +10s..+20s") },
  { "during", MCP_TERM_DURING, N_("What was under way then, from request to answer: +10s..+20s") },
  { "id", MCP_TERM_ID, N_("Id of the request and of its answer") },
  { "has", MCP_TERM_HAS, N_("What belongs to it: a finding, an answer…") },
  { "channel", MCP_TERM_CHANNEL, N_("Where it crossed: stdio, stderr, http…") },
  { "http", MCP_TERM_HTTP, N_("Status of the HTTP exchange: 404, 4xx, >=500") },
  { "exchange", MCP_TERM_EXCHANGE, N_("Number of the HTTP exchange") },
  { "life", MCP_TERM_LIFE, N_("Number of the connection") },
  { "json", MCP_TERM_JSON, N_("A value in the message: params.name=echo, result.content[0].text~word") },
};

static const struct
{
  const char *nick;
  const char *description;
} directions[] = {
  [MCP_DIRECTION_OUT] = { "out", N_("From the client to the server") },
  [MCP_DIRECTION_IN] = { "in", N_("From the server to the client") },
}, has_words[] = {
  [MCP_HAS_FINDING] = { "finding", N_("Something about it is wrong") },
  [MCP_HAS_BODY] = { "body", N_("There are bytes to it") },
  [MCP_HAS_ANSWER] = { "answer", N_("A request that was answered, or its answer") },
  [MCP_HAS_METHOD] = { "method", N_("The method is known") },
  [MCP_HAS_NAME] = { "name", N_("It is about a tool, prompt, resource or task") },
  [MCP_HAS_ID] = { "id", N_("It has an id") },
  [MCP_HAS_EXCHANGE] = { "exchange", N_("It belongs to an HTTP exchange") },
  [MCP_HAS_ROUNDS] = { "rounds", N_("It belongs to a call in several rounds") },
  [MCP_HAS_TOOL_ERROR] = { "tool-error", N_("The tool said that it failed") },
  [MCP_HAS_LATE] = { "late", N_("The answer came after its call had given up") },
  [MCP_HAS_PROBE] = { "probe", N_("A ping, or what asks for the era") },
  [MCP_HAS_TRUNCATED] = { "truncated", N_("Only its start was kept") },
  [MCP_HAS_PIN] = { "pin", N_("Somebody pinned it") },
  [MCP_HAS_COMMENT] = { "comment", N_("Somebody wrote something about it") },
};

/*
 * mcp_query_get_fields:
 * @n_fields: (out): how many
 *
 * Gets the fields in the order in which they are offered.
 */
const McpQueryField *
mcp_query_get_fields (guint *n_fields)
{
  *n_fields = G_N_ELEMENTS (fields);

  return fields;
}

const McpQueryField *
mcp_query_find_field (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (g_ascii_strcasecmp (fields[i].name, name) == 0)
        return &fields[i];
    }

  return NULL;
}

/* How many words a field knows; 0 when it takes something else. */
guint
mcp_query_get_n_words (McpTermType type)
{
  switch ((guint) type)
    {
    case MCP_TERM_DIRECTION:
      return G_N_ELEMENTS (directions);
    case MCP_TERM_KIND:
      return MCP_N_RECORD_KINDS;
    case MCP_TERM_CHANNEL:
      return MCP_N_CHANNELS;
    case MCP_TERM_STATUS:
      return MCP_STATUS_ORPHAN + 1;
    case MCP_TERM_HAS:
      return G_N_ELEMENTS (has_words);
    default:
      return 0;
    }
}

/*
 * mcp_query_get_word:
 * @type: of a field that takes words
 * @value: the number of one
 * @description: (out) (optional) (nullable): what it means, to be translated
 *
 * Gets a word.
 */
const char *
mcp_query_get_word (McpTermType   type,
                    guint         value,
                    const char  **description)
{
  const char *meaning = NULL;
  const char *nick;

  switch ((guint) type)
    {
    case MCP_TERM_DIRECTION:
      nick = directions[value].nick;
      meaning = directions[value].description;
      break;
    case MCP_TERM_KIND:
      nick = mcp_record_kind_get_nick (value);
      break;
    case MCP_TERM_CHANNEL:
      nick = mcp_channel_get_nick (value);
      break;
    case MCP_TERM_STATUS:
      nick = mcp_status_get_nick (value);
      break;
    default:
      nick = has_words[value].nick;
      meaning = has_words[value].description;
    }

  if (description != NULL)
    *description = meaning;

  return nick;
}

static gboolean
read_word (McpTerm              *term,
           const McpQueryField  *field,
           const char           *value,
           char                **reason)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *list = NULL;
  const char *nearest;

  for (guint i = 0; i < mcp_query_get_n_words (term->type); i++)
    {
      term->value = i;
      g_ptr_array_add (words, (gpointer) mcp_query_get_word (term->type, i, NULL));
      if (g_ascii_strcasecmp (value, words->pdata[i]) == 0)
        return TRUE;
    }

  g_ptr_array_add (words, NULL);
  list = g_strjoinv (", ", (char **) words->pdata);
  nearest = mcp_find_nearest (value, (const char * const *) words->pdata);
  if (nearest != NULL)
    *reason = g_strdup_printf (_("“%s” is no value of “%s:”; did you mean “%s”? There are %s"),
                               value, field->name, nearest, list);
  else
    *reason = g_strdup_printf (_("“%s” is no value of “%s:”; there are %s"), value, field->name,
                               list);

  return FALSE;
}

static gboolean
read_range (McpTerm     *term,
            const char  *value,
            char       **reason)
{
  const char *format;

  if (mcp_query_read_range (term, value))
    return TRUE;

  if (term->type == MCP_TERM_TOOK)
    format = _("“%s” is no duration; write >10ms, <1.5s or 1ms..5ms, in us, ms, s, m or h");
  else if (term->type == MCP_TERM_SIZE)
    format = _("“%s” is no size; write 42, >1k, <=2M or 1k..2k, in bytes, k, M, G, Ki, Mi or Gi");
  else if (term->type == MCP_TERM_TIME || term->type == MCP_TERM_DURING)
    format = _("“%s” is no time; write 14:03, >=14:03:20.5, 14:00..14:05, 2025-11-20T14:03, >-5m "
               "or +10s..+20s");
  else if (term->type == MCP_TERM_HTTP)
    format = _("“%s” is no status; write 404, 4xx, >=500 or 400..404, or put the text in quotes "
               "to search for it");
  else
    format = _("“%s” is no number; they count from 1: 2, >3 or 2..4");

  *reason = g_strdup_printf (format, value);

  return FALSE;
}

/*
 * mcp_query_read_value:
 * @term: (inout): a term with its type
 * @field: the field
 * @value: what stands behind the colon; not empty
 * @reason: (out): what is wrong with it
 *
 * Reads the value of any field but "json:".
 *
 * Returns: %FALSE when it is none
 */
gboolean
mcp_query_read_value (McpTerm              *term,
                      const McpQueryField  *field,
                      const McpQueryValue  *value,
                      char                **reason)
{
  if (mcp_query_get_n_words (term->type) > 0)
    return read_word (term, field, value->text, reason);

  switch ((guint) term->type)
    {
    case MCP_TERM_METHOD:
    case MCP_TERM_NAME:
    case MCP_TERM_TOOL:
    case MCP_TERM_URI:
      term->text = g_strdup (value->text);
      return TRUE;
    case MCP_TERM_ID:
      term->text = g_strdup (value->text);
      term->value = value->quoted;
      return TRUE;
    default:
      return read_range (term, value->text, reason);
    }
}
