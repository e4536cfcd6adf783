/* sounder-record-pane.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-record-pane.h"

/* One of the views of the details: a record on its way from the journal to the screen. */

/* Read in one go; more would be felt. */
#define READ_AT_ONCE_BYTES (512 * 1024)

void
sounder_record_pane_stop (SounderRecordPane *pane)
{
  if (pane->reading != NULL)
    g_cancellable_cancel (pane->reading);
  g_clear_object (&pane->reading);
  g_clear_object (&pane->record);
}

static void
pane_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autofree GWeakRef *weak_view = user_data;
  g_autoptr (SounderJsonView) view = g_weak_ref_get (weak_view);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_weak_ref_clear (weak_view);
  bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  if (view == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (bytes != NULL)
    sounder_json_view_set_bytes (view, bytes);
  else
    sounder_json_view_set_text (view, error->message);
}

static void
pane_read (SounderRecordPane *pane)
{
  GWeakRef *weak_view;

  if (mcp_record_get_size (pane->record) <= READ_AT_ONCE_BYTES)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = mcp_record_dup_bytes (pane->record, &error);

      if (bytes != NULL)
        sounder_json_view_set_bytes (pane->view, bytes);
      else
        sounder_json_view_set_text (pane->view, error->message);
      return;
    }

  weak_view = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak_view, pane->view);
  pane->reading = g_cancellable_new ();
  sounder_json_view_set_bytes (pane->view, NULL);
  mcp_record_read_async (pane->record, pane->reading, pane_read_cb, weak_view);
}

/*
 * sounder_record_pane_show:
 * @pane: a view and what belongs to it
 * @record: (nullable): what to show
 * @why_not: what to say when there is none
 *
 * Shows a record, or says why there is none.
 */
void
sounder_record_pane_show (SounderRecordPane *pane,
                          McpRecord         *record,
                          const char        *why_not)
{
  if (pane->stack != NULL)
    {
      gtk_stack_set_visible_child_name (pane->stack, record != NULL ? "view" : "none");
      gtk_label_set_label (pane->label, why_not);
    }

  if (record != NULL && pane->record == record)
    return;

  sounder_record_pane_stop (pane);
  pane->record = record != NULL ? g_object_ref (record) : NULL;
  if (record != NULL)
    pane_read (pane);
  else
    sounder_json_view_set_bytes (pane->view, NULL);
}
