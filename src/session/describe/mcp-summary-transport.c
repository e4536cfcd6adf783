/* mcp-summary-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "mcp-text.h"

/* Of what HTTP said no more is read for one line. */
#define MAX_HEAD_BYTES 65536

#define MAX_SUMMARY_BYTES 256

static char *
lookup_string (GBytes     *bytes,
               const char *path)
{
  gsize length;
  const char *json = g_bytes_get_data (bytes, &length);

  return mcp_json_lookup_string (json, length, path);
}

static gint64
lookup_int (GBytes     *bytes,
            const char *path,
            gint64      fallback)
{
  gsize length;
  const char *json = g_bytes_get_data (bytes, &length);
  gint64 value;

  return mcp_json_lookup_int64 (json, length, path, &value) ? value : fallback;
}

/* The value of the first header with a name, of [["Name","value"],…]. */
static char *
dup_header (GBytes     *bytes,
            const char *wanted)
{
  gsize length;
  const char *json = g_bytes_get_data (bytes, &length);
  McpJsonIter headers, header;
  McpSpan list, pair, name, value;

  if (!mcp_json_lookup (json, length, "headers", &list))
    return NULL;

  mcp_json_iter_init (&headers, json + list.offset, list.length);
  while (mcp_json_iter_next (&headers, NULL, &pair))
    {
      const char *element = headers.data + pair.offset;
      g_autofree char *text = NULL;

      mcp_json_iter_init (&header, element, pair.length);
      if (!mcp_json_iter_next (&header, NULL, &name) || !mcp_json_iter_next (&header, NULL, &value))
        continue;

      text = mcp_json_dup_string (element + name.offset, name.length);
      if (text != NULL && g_ascii_strcasecmp (text, wanted) == 0)
        return mcp_json_dup_string (element + value.offset, value.length);
    }

  return NULL;
}

/* "GET · listen"; of what is around no message, where it went. */
static char *
describe_request (McpRecord *record,
                  GBytes    *bytes)
{
  g_autofree char *method = lookup_string (bytes, "method");
  g_autofree char *purpose = lookup_string (bytes, "purpose");
  g_autofree char *url = mcp_record_is_aside (record) ? NULL : lookup_string (bytes, "url");

  return g_strjoin (url != NULL ? " " : " · ", method != NULL ? method : "",
                    url != NULL ? url : purpose, NULL);
}

static char *
describe_head (GBytes *bytes)
{
  g_autofree char *reason = lookup_string (bytes, "reason");
  g_autofree char *type = dup_header (bytes, "Content-Type");

  return g_strdup_printf ("%u %s%s%s", (guint) lookup_int (bytes, "status", 0),
                          reason != NULL ? reason : "", type != NULL ? " · " : "",
                          type != NULL ? type : "");
}

static char *
describe_end (GBytes *bytes)
{
  g_autofree char *error = lookup_string (bytes, "error");
  gint64 ended_usec = lookup_int (bytes, "usec.ended", -1);
  gint64 n_events = lookup_int (bytes, "events", 0);
  g_autofree char *size = mcp_format_size ((guint64) MAX (lookup_int (bytes, "body", 0), 0));
  g_autofree char *took = ended_usec >= 0 ? mcp_format_duration (ended_usec) : NULL;
  g_autofree char *events = NULL;

  if (n_events > 0)
    events = g_strdup_printf (ngettext ("%u event", "%u events", (gulong) n_events),
                              (guint) n_events);

  return g_strjoin (" · ", error != NULL ? error : size, events != NULL ? events : took,
                    events != NULL ? took : NULL, NULL);
}

/* The lines of an event or a comment, as one. */
static char *
describe_lines (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  char *text = g_strndup (data, length);

  g_strdelimit (text, "\r\n", ' ');

  return g_strstrip (text);
}

/**
 * mcp_summary_for_transport:
 * @record: a record
 *
 * Says in one line what a record of the transport is about.
 *
 * Returns: (transfer full) (nullable): text that is safe to show; %NULL for a message
 */
char *
mcp_summary_for_transport (McpRecord *record)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  g_autofree char *start = NULL;

  g_return_val_if_fail (MCP_IS_RECORD (record), NULL);

  if (!mcp_record_kind_is_transport (mcp_record_get_kind (record)))
    return NULL;

  bytes = mcp_record_dup_head (record, MAX_HEAD_BYTES);
  if (bytes == NULL)
    return g_strdup ("");

  switch ((int) mcp_record_get_kind (record))
    {
    case MCP_RECORD_HTTP_REQUEST:
      text = describe_request (record, bytes);
      break;

    case MCP_RECORD_HTTP_HEAD:
      text = describe_head (bytes);
      break;

    case MCP_RECORD_HTTP_END:
      text = describe_end (bytes);
      break;

    default:
      text = describe_lines (bytes);
      break;
    }

  start = mcp_text_elide (text, MAX_SUMMARY_BYTES);

  return mcp_format_visible (start, -1, FALSE);
}
