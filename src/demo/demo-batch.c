/* demo-batch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-batch.h"

typedef struct
{
  GHashTable *open;     /* of McpId */
  GString    *answers;  /* the array up to now */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_hash_table_unref (batch->open);
  g_string_free (batch->answers, TRUE);
  g_free (batch);
}

GPtrArray *
demo_batches_new (void)
{
  return g_ptr_array_new_with_free_func (batch_free);
}

void
demo_batches_add (GPtrArray *batches,
                  GPtrArray *requests)
{
  Batch *batch = g_new0 (Batch, 1);

  batch->open = g_hash_table_new_full (mcp_id_hash, mcp_id_equal, (GDestroyNotify) mcp_id_unref, NULL);
  batch->answers = g_string_new ("[");
  for (guint i = 0; i < requests->len; i++)
    {
      McpMessage *request = requests->pdata[i];

      if (mcp_message_get_kind (request) == MCP_MESSAGE_REQUEST)
        g_hash_table_add (batch->open, mcp_id_ref (mcp_message_get_id (request)));
    }

  if (g_hash_table_size (batch->open) > 0)
    g_ptr_array_add (batches, batch);
  else
    batch_free (batch);
}

gboolean
demo_batches_take (GPtrArray   *batches,
                   McpMessage  *answer,
                   McpMessage **whole)
{
  McpMessageKind kind = mcp_message_get_kind (answer);
  McpId *id = mcp_message_get_id (answer);

  *whole = NULL;
  for (guint i = 0; id != NULL && (kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR) && i < batches->len; i++)
    {
      Batch *batch = batches->pdata[i];
      GBytes *bytes = mcp_message_get_bytes (answer);
      g_autoptr (GBytes) array = NULL;

      if (!g_hash_table_remove (batch->open, id))
        continue;

      if (batch->answers->len > 1)
        g_string_append_c (batch->answers, ',');
      g_string_append_len (batch->answers, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      if (g_hash_table_size (batch->open) > 0)
        return TRUE;

      g_string_append_c (batch->answers, ']');
      array = g_bytes_new (batch->answers->str, batch->answers->len);
      *whole = mcp_message_new (array);
      g_ptr_array_remove_index (batches, i);
      return TRUE;
    }

  return FALSE;
}
