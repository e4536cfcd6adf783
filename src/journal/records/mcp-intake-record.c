/* mcp-intake-record.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-intake.h"
#include "mcp-json.h"

/*
 * What the index holds of a message, read from its bytes: the session that wrote the file knew
 * it, and did not write it twice.
 */

static gboolean
is_tool_error (const char    *data,
               const McpScan *scan)
{
  const char *result = data + scan->result.offset;
  McpSpan value;

  if (scan->result.length == 0
      || memmem (data + scan->result.offset, scan->result.length, "\"isError\"", 9) == NULL)
    return FALSE;

  /* As text it is wrong, and meant so. */
  return mcp_json_lookup (result, scan->result.length, "isError", &value)
         && (result[value.offset] == 't' || mcp_json_key_equal (result + value.offset, value.length, "true"));
}

static void
add_batch_answers (McpIntake           *self,
                   const McpIntakeItem *batch,
                   const char          *data,
                   gsize                length)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, data, length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpIntakeItem item = { 0 };
      McpScan scan;

      mcp_scan (data + value.offset, value.length, &scan);
      if (scan.kind != MCP_MESSAGE_RESULT && scan.kind != MCP_MESSAGE_ERROR)
        continue;

      item.header.kind = (McpRecordKind) MCP_INTAKE_BATCH_ANSWER;
      item.header.serial = batch->header.serial;
      item.header.size = scan.kind;
      item.id_length = scan.id.length;
      mcp_intake_add (self, &item, data + value.offset + scan.id.offset, NULL, NULL);
    }
}

/*
 * mcp_intake_add_record:
 * @item: a record; of kind %MCP_RECORD_PENDING it gets the kind that its message is of
 * @message: its message
 *
 * Adds a record that has a message, or what stands in place of one: with its id, its method and
 * what it is filed under.
 */
void
mcp_intake_add_record (McpIntake     *self,
                       McpIntakeItem *item,
                       const char    *message,
                       gsize          length)
{
  McpJournalEntry entry = { .channel = item->header.channel };
  g_autofree char *decoded = NULL;
  g_autofree char *name = NULL;
  McpScan scan;

  mcp_scan (message, length, &scan);
  mcp_entry_classify (&entry, message, length, &scan, &decoded);
  if (item->header.kind == MCP_RECORD_PENDING)
    {
      /* What we send is meant as a message, whatever it is. */
      item->header.kind = entry.kind == MCP_RECORD_NOISE
                              && item->header.direction == MCP_DIRECTION_OUT
                            ? MCP_RECORD_INVALID
                            : entry.kind;
    }
  mcp_entry_find_about (&entry, message, length, &scan);
  item->id_length = MIN (entry.id_length + entry.about_length, G_MAXUINT32);
  item->id_offset = MIN (scan.id.offset, G_MAXUINT32);
  item->method_length = entry.method != NULL ? MIN (entry.method_length, G_MAXUINT16) : 0;

  /* The kind may be what a damaged file says. */
  if (scan.fault == MCP_SCAN_OK)
    {
      if (item->header.kind == MCP_RECORD_REQUEST && item->header.direction == MCP_DIRECTION_OUT
          && scan.params.length > 0)
        name = mcp_entry_dup_name (message + scan.params.offset, scan.params.length);
      if (item->header.kind == MCP_RECORD_RESULT && is_tool_error (message, &scan))
        item->header.flags |= MCP_RECORD_FLAG_TOOL_ERROR;
    }
  item->name_length = name != NULL ? MIN (strlen (name), G_MAXUINT16) : 0;

  mcp_intake_add (self, item, entry.about != NULL ? entry.about : entry.id, entry.method, name);
  if (item->header.kind == MCP_RECORD_BATCH && scan.fault == MCP_SCAN_OK)
    add_batch_answers (self, item, message, length);
}
