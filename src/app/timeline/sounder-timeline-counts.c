/* sounder-timeline-counts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"

#include "sounder-number.h"
#include "sounder-timeline-private.h"

/*
 * How many rows a timeline shows of how many, and where it shows none, what hides them.
 *
 * Of how many: those that there would be without the filter, the buttons of kinds and Clear. That is
 * a view of its own, and there only while one of them hides something.
 */

#define UPDATE_MSEC  100
#define RECOUNT_MSEC 1000

/* What a list without anything that narrows it shows. */
static guint
get_all (SounderTimeline *self)
{
  return sounder_timeline_get_view_scope (self, SOUNDER_TIMELINE_ALL);
}

static gboolean
is_narrowed (SounderTimeline *self)
{
  return self->scope != SOUNDER_TIMELINE_ALL || self->hidden_until > 0 || self->has_query;
}

static char *
dup_count (SounderTimeline *self)
{
  g_autofree char *n_rows = sounder_number_group (sounder_timeline_get_n_rows (self));
  g_autofree char *size = mcp_format_size (mcp_journal_view_get_n_bytes (self->view));
  g_autofree char *n_all = NULL;

  if (!is_narrowed (self))
    return g_strdup_printf ("%s · %s", n_rows, size);

  n_all = sounder_number_group (g_list_model_get_n_items (G_LIST_MODEL (self->all_view)));
  /* Translators: how many rows of a list are shown, of how many, and how many bytes they are */
  return g_strdup_printf (_("%s of %s · %s"), n_rows, n_all, size);
}

static gboolean
count_cb (gpointer user_data)
{
  SounderTimeline *self = user_data;
  g_autofree char *text = dup_count (self);

  self->count_id = 0;
  gtk_label_set_label (GTK_LABEL (self->count_label), text);

  return G_SOURCE_REMOVE;
}

/* Soon: rows come by the thousand. */
void
sounder_timeline_queue_count (SounderTimeline *self)
{
  if (self->count_id == 0)
    self->count_id = g_timeout_add (UPDATE_MSEC, count_cb, self);
}

static void
set_reason (GtkWidget  *button,
            const char *what,
            guint       n)
{
  g_autofree char *number = sounder_number_group (n);
  /* Translators: what brings messages back, and how many: "Clear the Filter: 12 messages" */
  g_autofree char *label = g_strdup_printf (ngettext ("%s: %s message", "%s: %s messages", n), what,
                                            number);

  gtk_widget_set_visible (button, n > 0);
  gtk_button_set_label (GTK_BUTTON (button), label);
}

static gboolean
recount_cb (gpointer user_data)
{
  SounderTimeline *self = user_data;
  McpJournal *journal = mcp_journal_view_get_journal (self->view);

  if (journal != NULL && g_list_model_get_n_items (G_LIST_MODEL (journal)) != self->n_recounted)
    sounder_timeline_update_empty (self);

  return G_SOURCE_CONTINUE;
}

static void
update_reasons (SounderTimeline *self,
                gboolean         wanted)
{
  McpViewHidden hidden = { 0 };
  McpJournal *journal = mcp_journal_view_get_journal (self->view);

  self->n_recounted = journal != NULL ? g_list_model_get_n_items (G_LIST_MODEL (journal)) : 0;
  if (wanted)
    mcp_journal_view_count_hidden (self->view,
                                   MCP_VIEW_MESSAGES | MCP_VIEW_NOTES | MCP_VIEW_TRANSPORT, &hidden);

  set_reason (self->unfilter_button, _("Clear the Filter"), hidden.n_query);
  set_reason (self->all_button, _("Show All Kinds"), hidden.n_scope);
  set_reason (self->unclear_button, _("Show Cleared"), hidden.n_cleared);
  set_reason (self->probes_button, _("Show Pings"), hidden.n_probes);
  set_reason (self->transport_button, _("Show Transport"), hidden.n_transport);
}

/* What stands where there are no rows. */
void
sounder_timeline_update_empty (SounderTimeline *self)
{
  McpJournal *journal = mcp_journal_view_get_journal (self->view);
  gboolean has_traffic = journal != NULL && g_list_model_get_n_items (G_LIST_MODEL (journal)) > 0;
  gboolean busy = mcp_journal_view_is_busy (self->view);
  gboolean empty = sounder_timeline_get_n_rows (self) == 0
                   && (self->shown_view == SOUNDER_VIEW_LIST || !has_traffic);

  gtk_widget_set_visible (self->empty_box, empty);
  if (!empty || !has_traffic || busy)
    g_clear_handle_id (&self->recount_id, g_source_remove);
  else if (self->recount_id == 0)
    self->recount_id = g_timeout_add (RECOUNT_MSEC, recount_cb, self);
  if (!empty)
    return;

  gtk_label_set_label (GTK_LABEL (self->empty_label), !has_traffic ? _("Nothing yet")
                                                      : busy       ? _("Looking…")
                                                                   : _("No message to show"));
  update_reasons (self, has_traffic && !busy);
}

/* The filter, the kinds or what was cleared are others. */
void
sounder_timeline_update_all (SounderTimeline *self)
{
  mcp_journal_view_set_scope (self->all_view, get_all (self));
  mcp_journal_view_set_folded (self->all_view, self->by_call);
  mcp_journal_view_set_journal (self->all_view,
                                is_narrowed (self) ? mcp_journal_view_get_journal (self->view) : NULL);
  sounder_timeline_queue_count (self);
}

/* Once, when the template is there. */
void
sounder_timeline_init_counts (SounderTimeline *self)
{
  g_signal_connect_object (self->all_view, "items-changed",
                           G_CALLBACK (sounder_timeline_queue_count), self, G_CONNECT_SWAPPED);
}

void
sounder_timeline_dispose_counts (SounderTimeline *self)
{
  g_clear_handle_id (&self->count_id, g_source_remove);
  g_clear_handle_id (&self->recount_id, g_source_remove);
  g_clear_object (&self->all_view);
}
