/* sounder-exchange-pane.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-exchange-pane.h"
#include "sounder-exchange.h"
#include "sounder-header-list.h"
#include "sounder-literal.h"
#include "sounder-phase-bar.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderExchangePane:
 *
 * What HTTP said around a record. It is read anew when another record is
 * selected, or when the one that is shown changes.
 *
 * All of it is the server's or the user's text: no markup, control characters
 * visible, secrets masked.
 */

/* A stream may carry a million events; these are the first and the last of them. */
#define MAX_PARTS 60
#define MAX_RAW_BYTES 4096

struct _SounderExchangePane
{
  AdwBin             parent_instance;

  McpRecord         *record;
  SounderExchange   *exchange;

  GtkLabel          *request_line;
  SounderHeaderList *request_headers;
  GtkLabel          *status_line;
  GtkLabel          *response_facts;
  SounderHeaderList *response_headers;
  GtkWidget         *event_box;
  GtkLabel          *event_facts;
  GtkLabel          *event_raw;
  GtkWidget         *timing_box;
  SounderPhaseBar   *phase_bar;
  GtkGrid           *phase_grid;
  GtkWidget         *links_box;
  GtkBox            *links;
};

G_DEFINE_FINAL_TYPE (SounderExchangePane, sounder_exchange_pane, ADW_TYPE_BIN)

static void
show_request (SounderExchangePane *self)
{
  SounderExchange *exchange = self->exchange;
  g_autofree char *line = g_strjoin (" ", exchange->method != NULL ? exchange->method : "?",
                                     exchange->url != NULL ? exchange->url : "", NULL);

  sounder_literal_show (self->request_line, line);
  sounder_header_list_set_headers (self->request_headers, exchange->request_headers,
                                   (const char * const *) exchange->secret_headers);
}

/* Where it came from, and how large it was. */
static char *
dup_response_facts (SounderExchange *exchange)
{
  g_autoptr (GString) facts = g_string_new (NULL);

  if (exchange->peer != NULL)
    /* Translators: %s is an address and a port. */
    g_string_append_printf (facts, _("from %s"), exchange->peer);
  if (exchange->tls != NULL)
    g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", exchange->tls);
  if (exchange->end_serial != 0)
    {
      g_autofree char *body = mcp_format_size ((guint64) MAX (exchange->body_bytes, 0));
      g_autofree char *wire = mcp_format_size ((guint64) MAX (exchange->wire_bytes, 0));

      g_string_append_printf (facts, "%s", facts->len > 0 ? " · " : "");
      /* Translators: sizes; the second is what crossed the network, perhaps compressed. */
      g_string_append_printf (facts, _("body %s, %s on the wire"), body, wire);
      if (exchange->n_events > 0)
        {
          g_string_append (facts, " · ");
          g_string_append_printf (facts, ngettext ("%u event", "%u events", (gulong) exchange->n_events),
                                  (guint) exchange->n_events);
        }
    }
  else
    {
      g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", _("still open"));
    }
  if (exchange->cancelled)
    g_string_append_printf (facts, " · %s", _("ended by Sounder"));
  if (exchange->error != NULL)
    g_string_append_printf (facts, "\n%s", exchange->error);

  return g_string_free (g_steal_pointer (&facts), FALSE);
}

static void
show_response (SounderExchangePane *self)
{
  SounderExchange *exchange = self->exchange;
  g_autofree char *facts = dup_response_facts (exchange);
  g_autofree char *line = NULL;

  if (exchange->head_serial != 0)
    line = g_strdup_printf ("HTTP/%s %u %s", exchange->http_version != NULL ? exchange->http_version
                                                                            : "?",
                            exchange->status, exchange->reason != NULL ? exchange->reason : "");
  else
    line = g_strdup (exchange->end_serial != 0 ? _("There was no answer") : _("No answer yet"));

  sounder_literal_show (self->status_line, line);
  gtk_widget_remove_css_class (GTK_WIDGET (self->status_line), "state-failed");
  if (exchange->error != NULL || exchange->status >= 400)
    gtk_widget_add_css_class (GTK_WIDGET (self->status_line), "state-failed");
  sounder_literal_show (self->response_facts, facts);
  sounder_header_list_set_headers (self->response_headers, exchange->response_headers, NULL);
}

/* An event as it came: its fields, and whatever stood between them. */
static void
show_event (SounderExchangePane *self)
{
  static const char *const fields[] = { "id", "event", "retry" };
  g_autoptr (GBytes) raw = NULL;
  g_autoptr (GString) facts = g_string_new (NULL);
  g_autofree char *lines = NULL;
  gsize length;
  const char *data;

  if (mcp_record_get_channel (self->record) == MCP_CHANNEL_SSE
      && mcp_record_get_size (self->record) <= 1024 * 1024)
    raw = mcp_record_dup_raw (self->record, NULL);
  gtk_widget_set_visible (self->event_box, raw != NULL);
  if (raw == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *value = sounder_exchange_dup_event_field (raw, fields[i]);

      if (value != NULL)
        g_string_append_printf (facts, "%s%s %s", facts->len > 0 ? " · " : "", fields[i],
                                *value != '\0' ? value : "“”");
    }
  sounder_literal_show (self->event_facts, facts->str);

  data = g_bytes_get_data (raw, &length);
  lines = g_strndup (data, MIN (length, MAX_RAW_BYTES));
  sounder_literal_show (self->event_raw, lines);
}

/* One line of the table: the colour of the bar's piece, what it is, how long. */
static void
add_phase (SounderExchangePane *self,
           SounderPhase         phase,
           gint64               usec,
           int                  row)
{
  g_autofree char *took = mcp_format_duration (usec);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GdkRGBA color = sounder_phase_get_color (phase);
  GtkWidget *swatch = gtk_label_new ("■");
  GtkWidget *title = gtk_label_new (sounder_phase_get_title (phase));
  GtkWidget *value = gtk_label_new (took);

  pango_attr_list_insert (attributes,
                          pango_attr_foreground_new ((guint16) (color.red * G_MAXUINT16),
                                                     (guint16) (color.green * G_MAXUINT16),
                                                     (guint16) (color.blue * G_MAXUINT16)));
  pango_attr_list_insert (attributes,
                          pango_attr_foreground_alpha_new ((guint16) (color.alpha * G_MAXUINT16)));
  gtk_label_set_attributes (GTK_LABEL (swatch), attributes);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_add_css_class (title, "dim-label");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  title, NULL, -1);
  gtk_grid_attach (self->phase_grid, swatch, 3 * (row % 3), row / 3, 1, 1);
  gtk_grid_attach (self->phase_grid, title, 3 * (row % 3) + 1, row / 3, 1, 1);
  gtk_grid_attach (self->phase_grid, value, 3 * (row % 3) + 2, row / 3, 1, 1);
}

static void
show_timing (SounderExchangePane *self)
{
  int n_shown = 0;

  sounder_widgets_remove_children (self->phase_grid);

  sounder_phase_bar_set_phases (self->phase_bar, self->exchange);
  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    {
      gint64 start_usec;
      gint64 end_usec;

      if (sounder_exchange_get_phase (self->exchange, i, &start_usec, &end_usec))
        add_phase (self, i, end_usec - start_usec, n_shown++);
    }

  gtk_widget_set_visible (self->timing_box, n_shown > 0);
}

/* A line that selects the record it is about. */
static void
add_link (SounderExchangePane *self,
          guint                serial,
          const char          *text)
{
  g_autofree char *visible = mcp_format_label (text, FALSE);
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), sounder_widgets_new_line (visible, "caption"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "record-link");
  gtk_widget_set_sensitive (button, serial != mcp_record_get_serial (self->record));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", serial);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "session.show-record");
  sounder_widgets_set_spoken (button, visible);
  gtk_box_append (self->links, button);
}

static void
add_part (SounderExchangePane *self,
          guint                serial)
{
  g_autoptr (McpRecord) record =
    mcp_journal_get_record (mcp_record_get_journal (self->record), serial);
  g_autofree char *time = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  const char *method;

  if (record == NULL)
    return;

  time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);
  method = mcp_record_get_method (record);
  summary = mcp_summary_for_transport (record);
  text = g_strdup_printf ("%s  %s %s  %s", time,
                          mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? "→" : "←",
                          mcp_record_kind_get_nick (mcp_record_get_kind (record)),
                          summary != NULL ? summary : method != NULL ? method : "");
  add_link (self, serial, text);
}

/* The first record of another exchange. */
static void
add_exchange_link (SounderExchangePane *self,
                   guint                number,
                   const char          *format)
{
  g_autoptr (GArray) serials =
    mcp_journal_dup_exchange (mcp_record_get_journal (self->record), number, 1);
  g_autofree char *text = g_strdup_printf (format, number);

  if (serials->len > 0)
    add_link (self, g_array_index (serials, guint, 0), text);
}

static void
show_links (SounderExchangePane *self)
{
  SounderExchange *exchange = self->exchange;
  guint resumed = sounder_exchange_find_resumed (mcp_record_get_journal (self->record),
                                                 exchange->number);

  sounder_widgets_remove_children (self->links);
  if (exchange->resumes != 0)
    add_exchange_link (self, exchange->resumes, _("Goes on with the stream of exchange %u"));
  for (guint i = 0; i < exchange->parts->len; i++)
    {
      if (exchange->is_cut && i == (exchange->parts->len + 1) / 2)
        {
          GtkWidget *gap = gtk_label_new (_("… more between"));

          gtk_label_set_xalign (GTK_LABEL (gap), 0);
          gtk_widget_add_css_class (gap, "dim-label");
          gtk_box_append (self->links, gap);
        }
      add_part (self, g_array_index (exchange->parts, guint, i));
    }
  if (resumed != 0)
    add_exchange_link (self, resumed, _("The stream goes on in exchange %u"));

  gtk_widget_set_visible (self->links_box,
                          gtk_widget_get_first_child (GTK_WIDGET (self->links)) != NULL);
}

static void
sounder_exchange_pane_dispose (GObject *object)
{
  SounderExchangePane *self = SOUNDER_EXCHANGE_PANE (object);

  g_clear_pointer (&self->exchange, sounder_exchange_free);
  g_clear_object (&self->record);

  G_OBJECT_CLASS (sounder_exchange_pane_parent_class)->dispose (object);
}

static void
sounder_exchange_pane_class_init (SounderExchangePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_exchange_pane_dispose;

  g_type_ensure (SOUNDER_TYPE_HEADER_LIST);
  g_type_ensure (SOUNDER_TYPE_PHASE_BAR);
  sounder_template_set (widget_class, "sounder-exchange-pane.ui");
  sounder_template_bind (widget_class, SounderExchangePane, request_line, request_headers,
                         status_line, response_facts, response_headers, event_box, event_facts,
                         event_raw, timing_box, phase_bar, phase_grid, links_box, links);
}

static void
sounder_exchange_pane_init (SounderExchangePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * sounder_exchange_pane_set_record:
 * @record: (nullable): what is looked at
 *
 * Shows the exchange of a record; a record without one hides the pane.
 */
void
sounder_exchange_pane_set_record (SounderExchangePane *self,
                                  McpRecord           *record)
{
  g_return_if_fail (SOUNDER_IS_EXCHANGE_PANE (self));
  g_return_if_fail (record == NULL || MCP_IS_RECORD (record));

  g_set_object (&self->record, record);
  g_clear_pointer (&self->exchange, sounder_exchange_free);
  if (record != NULL && mcp_record_get_exchange (record) != 0)
    self->exchange = sounder_exchange_read (mcp_record_get_journal (record),
                                            mcp_record_get_exchange (record), MAX_PARTS);

  gtk_widget_set_visible (GTK_WIDGET (self), self->exchange != NULL);
  if (self->exchange == NULL)
    return;

  show_request (self);
  show_response (self);
  show_event (self);
  show_timing (self);
  show_links (self);
}
