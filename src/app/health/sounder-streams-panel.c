/* sounder-streams-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-number.h"
#include "sounder-streams-panel.h"
#include "sounder-template.h"

/**
 * SounderStreamsPanel:
 *
 * What the process is for a program, the event streams are for a server over
 * HTTP: one row each, with its age and its last event.
 *
 * Events may come by the thousand, so the rows are written once a second and
 * not with each of them, and not at all while nobody can see them.
 */

struct _SounderStreamsPanel
{
  SounderPage   base;

  GListModel   *streams; /* (nullable): of the present life */

  GtkListBox   *list;
};

G_DEFINE_FINAL_TYPE (SounderStreamsPanel, sounder_streams_panel, SOUNDER_TYPE_PAGE)

char *
sounder_stream_dup_state (McpHttpStream *stream,
                          gint64         now_usec)
{
  gint64 left_usec;

  g_return_val_if_fail (MCP_IS_HTTP_STREAM (stream), NULL);

  switch (mcp_http_stream_get_state (stream))
    {
    case MCP_STREAM_OPENING:
      return g_strdup (_("opening"));

    case MCP_STREAM_OPEN:
      return g_strdup (_("open"));

    case MCP_STREAM_WAITING:
      left_usec = MAX (mcp_http_stream_get_next_usec (stream) - now_usec, 0);
      return g_strdup_printf (_("waiting, next try in %d s"),
                              (int) ((left_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC));

    case MCP_STREAM_ENDED:
    default:
      return g_strdup (_("ended"));
    }
}

char *
sounder_stream_dup_facts (McpHttpStream *stream)
{
  g_autoptr (GString) facts = g_string_new (NULL);
  guint n_events;
  guint n_resumes;

  g_return_val_if_fail (MCP_IS_HTTP_STREAM (stream), NULL);

  n_events = mcp_http_stream_get_n_events (stream);
  n_resumes = mcp_http_stream_get_n_resumes (stream);
  g_string_append_printf (facts, _("exchange %u"), mcp_http_stream_get_exchange (stream));
  g_string_append (facts, " · ");
  g_string_append_printf (facts, ngettext ("%'u event", "%'u events", n_events), n_events);
  if (n_resumes > 0)
    {
      g_string_append (facts, " · ");
      g_string_append_printf (facts, ngettext ("resumed %u time", "resumed %u times", n_resumes),
                              n_resumes);
    }

  return g_string_free (g_steal_pointer (&facts), FALSE);
}

static void
update_row (GtkWidget *row,
            gint64     now_usec)
{
  McpHttpStream *stream = g_object_get_data (G_OBJECT (row), "stream");
  GtkLabel *ages = g_object_get_data (G_OBJECT (row), "ages");
  gint64 last_usec = mcp_http_stream_get_last_event_usec (stream);
  g_autofree char *state = sounder_stream_dup_state (stream, now_usec);
  g_autofree char *facts = sounder_stream_dup_facts (stream);
  g_autofree char *subtitle = g_strjoin (" · ", state, facts, NULL);
  g_autofree char *age = sounder_number_age (now_usec - mcp_http_stream_get_since_usec (stream));
  g_autofree char *last = NULL;
  g_autofree char *text = NULL;

  if (last_usec > 0)
    last = sounder_number_age (now_usec - last_usec);

  /* Translators: how long a stream is there, and when its last event came. */
  text = last != NULL ? g_strdup_printf (_("since %s\nlast event %s ago"), age, last)
                      : g_strdup_printf (_("since %s\nno event yet"), age);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_label_set_text (ages, text);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  McpHttpStream *stream = item;
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *ages = gtk_label_new (NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  /* Translators: two kinds of event streams; GET and POST are methods of HTTP. */
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 mcp_http_stream_get_purpose (stream) == MCP_EXCHANGE_SEND
                                   ? _("Answer to a message (POST)")
                                   : _("What the server sends by itself (GET)"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_label_set_xalign (GTK_LABEL (ages), 1);
  gtk_label_set_justify (GTK_LABEL (ages), GTK_JUSTIFY_RIGHT);
  gtk_widget_add_css_class (ages, "dim-label");
  gtk_widget_add_css_class (ages, "caption");
  gtk_widget_add_css_class (ages, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), ages);
  g_object_set_data_full (G_OBJECT (row), "stream", g_object_ref (stream), g_object_unref);
  g_object_set_data (G_OBJECT (row), "ages", ages);
  update_row (row, g_get_monotonic_time ());

  return row;
}

/* Another life has another list, and the list comes with the transport. */
static void
bind_streams (SounderStreamsPanel *self)
{
  GListModel *streams = mcp_session_get_streams (self->base.session);

  if (g_set_object (&self->streams, streams))
    gtk_list_box_bind_model (self->list, streams, create_row, NULL, NULL);
}

static gboolean
tick_cb (gpointer data)
{
  SounderStreamsPanel *self = data;
  gint64 now_usec = g_get_monotonic_time ();

  bind_streams (self);
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (g_object_get_data (G_OBJECT (row), "stream") != NULL)
      update_row (row, now_usec);

  return G_SOURCE_CONTINUE;
}

static void
sounder_streams_panel_dispose (GObject *object)
{
  SounderStreamsPanel *self = SOUNDER_STREAMS_PANEL (object);

  g_clear_object (&self->streams);

  G_OBJECT_CLASS (sounder_streams_panel_parent_class)->dispose (object);
}

static void
sounder_streams_panel_constructed (GObject *object)
{
  SounderStreamsPanel *self = SOUNDER_STREAMS_PANEL (object);

  G_OBJECT_CLASS (sounder_streams_panel_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_page_tick_while_mapped (GTK_WIDGET (self), tick_cb);

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (bind_streams), self,
                           G_CONNECT_SWAPPED);
  bind_streams (self);
}

static void
sounder_streams_panel_class_init (SounderStreamsPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_streams_panel_constructed;
  object_class->dispose = sounder_streams_panel_dispose;

  sounder_template_set (widget_class, "sounder-streams-panel.ui");
  sounder_template_bind (widget_class, SounderStreamsPanel, list);
}

static void
sounder_streams_panel_init (SounderStreamsPanel *self)
{
}
