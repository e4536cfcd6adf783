/* view-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal-support.h"
#include "mcp-journal-view.h"

/* What a list shows if it believes every change it is told. */
typedef struct
{
  McpJournalView *view;
  GArray         *serials;
  guint           n_emissions;
} Shadow;

static inline void
shadow_cb (GListModel *model,
           guint       position,
           guint       removed,
           guint       added,
           Shadow     *shadow)
{
  shadow->n_emissions++;
  g_assert_cmpuint (removed + added, >, 0);
  g_assert_cmpuint (position + removed, <=, shadow->serials->len);
  /* A list looks for what went among what came. */
  g_assert_true (removed == 0 || added <= 512);
  if (removed > 0)
    g_array_remove_range (shadow->serials, position, removed);
  for (guint i = 0; i < added; i++)
    {
      guint serial = mcp_journal_view_get_serial (shadow->view, position + i);

      g_assert_cmpuint (serial, >, 0);
      g_array_insert_val (shadow->serials, position + i, serial);
    }
  g_assert_cmpuint (shadow->serials->len, ==, g_list_model_get_n_items (model));
}

static inline void
shadow_init (Shadow         *shadow,
             McpJournalView *view)
{
  shadow->view = view;
  shadow->serials = g_array_new (FALSE, FALSE, sizeof (guint));
  shadow->n_emissions = 0;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (view)); i++)
    {
      guint serial = mcp_journal_view_get_serial (view, i);

      g_array_append_val (shadow->serials, serial);
    }
  g_signal_connect (view, "items-changed", G_CALLBACK (shadow_cb), shadow);
}

static inline void
shadow_clear (Shadow *shadow)
{
  g_signal_handlers_disconnect_by_data (shadow->view, shadow);
  g_array_unref (shadow->serials);
}
