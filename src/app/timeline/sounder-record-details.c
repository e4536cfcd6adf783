/* sounder-record-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-finding-words.h"
#include "mcp-summary.h"

#include "sounder-exchange-pane.h"
#include "sounder-json-view.h"
#include "sounder-pane.h"
#include "sounder-pin-bar.h"
#include "sounder-record-copy.h"
#include "sounder-record-details.h"
#include "sounder-record-facts.h"
#include "sounder-record-pane.h"
#include "sounder-rounds-pane.h"
#include "sounder-split.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderRecordDetails:
 *
 * Everything about the record that is selected in a timeline.
 *
 * Only the tab in sight is filled, and a big record is read in pieces: selecting a message of a
 * hundred megabytes costs nothing until somebody looks at it, and then no frame.
 *
 * The file is long because all tabs are filled here; facts, copying and the panes have their own.
 */

struct _SounderRecordDetails
{
  SounderPage       base;

  GtkStack         *stack;
  GtkLabel         *title_label;
  SounderPane      *message_view;
  SounderPinBar    *pin_bar;
  GtkWidget        *view_buttons;
  GtkWidget        *replay_button;
  SounderPane      *request_view;
  SounderPane      *response_view;
  GtkStack         *request_stack;
  GtkStack         *response_stack;
  GtkLabel         *request_label;
  GtkLabel         *response_label;
  SounderExchangePane *exchange_pane;
  GtkGrid          *facts_grid;
  GtkStackPage     *rounds_page;
  SounderRoundsPane *rounds;
  GtkStackPage     *findings_page;
  GtkListBox       *findings_list;

  McpRecord        *record;
  GSignalGroup     *record_signals;

  SounderRecordPane message;
  SounderRecordPane request;
  SounderRecordPane response;

  /* Of the findings of the journal those about the record or its other half. */
  GtkFilterListModel *findings;
  GtkCustomFilter    *findings_filter;
};

G_DEFINE_FINAL_TYPE (SounderRecordDetails, sounder_record_details, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_RECORD,
  PROP_TAB,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const char *
describe_missing_answer (McpRecord *record)
{
  if (mcp_record_get_kind (record) != MCP_RECORD_REQUEST)
    return _("This message has no answer");

  switch (mcp_record_get_status (record))
    {
    case MCP_STATUS_PENDING:
      return _("No answer yet");
    case MCP_STATUS_CANCELLED:
      return _("The request was cancelled before an answer came");
    case MCP_STATUS_TIMED_OUT:
      return _("No answer came in time");
    case MCP_STATUS_LOST:
      return _("The connection ended before an answer came");
    default:
      return _("No answer");
    }
}

static gboolean
is_answer (McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);

  return kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR;
}

static void
fill_pair (SounderRecordDetails *self)
{
  McpJournal *journal = mcp_record_get_journal (self->record);
  guint pair_serial = mcp_record_get_pair (self->record);
  g_autoptr (McpRecord) pair = NULL;

  if (pair_serial != 0)
    pair = mcp_journal_get_record (journal, pair_serial);

  if (is_answer (self->record))
    {
      sounder_record_pane_show (&self->request, pair, _("No request has this id"));
      sounder_record_pane_show (&self->response, self->record, "");
    }
  else
    {
      sounder_record_pane_show (&self->request, self->record, "");
      sounder_record_pane_show (&self->response, pair, describe_missing_answer (self->record));
    }
}

static void
add_fact (const char *name,
          const char *value,
          gpointer    user_data)
{
  SounderRecordDetails *self = user_data;
  GtkWidget *name_label = gtk_label_new (name);
  g_autofree char *visible = mcp_format_label (value, TRUE);
  GtkWidget *value_label = gtk_label_new (visible);
  int row = 0;

  while (gtk_grid_get_child_at (self->facts_grid, 0, row) != NULL)
    row++;

  gtk_label_set_xalign (GTK_LABEL (name_label), 1);
  gtk_widget_set_valign (name_label, GTK_ALIGN_START);
  gtk_widget_add_css_class (name_label, "dim-label");
  gtk_widget_add_css_class (name_label, "caption");

  gtk_label_set_xalign (GTK_LABEL (value_label), 0);
  gtk_label_set_selectable (GTK_LABEL (value_label), TRUE);
  gtk_widget_add_css_class (value_label, strchr (value, '\n') != NULL ? "mono" : "caption");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (value_label),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, name_label, NULL,
                                  -1);

  gtk_grid_attach (self->facts_grid, name_label, 0, row, 1, 1);
  gtk_grid_attach (self->facts_grid, value_label, 1, row, 1, 1);
}

static void
fill_transport (SounderRecordDetails *self)
{
  sounder_widgets_remove_children (self->facts_grid);

  sounder_exchange_pane_set_record (self->exchange_pane, self->record);
  if (self->record != NULL)
    sounder_record_facts (self->record, self->base.session, add_fact, self);
}

static void
fill_tab (SounderRecordDetails *self)
{
  const char *tab = gtk_stack_get_visible_child_name (self->stack);

  if (self->record == NULL)
    return;

  if (g_strcmp0 (tab, "message") == 0)
    sounder_record_pane_show (&self->message, self->record, "");
  else if (g_strcmp0 (tab, "pair") == 0)
    fill_pair (self);
  else if (g_strcmp0 (tab, "transport") == 0)
    fill_transport (self);
  else if (g_strcmp0 (tab, "rounds") == 0)
    sounder_rounds_pane_set_record (self->rounds, self->record);
}

/* Only a call of several requests has one. */
static void
update_rounds (SounderRecordDetails *self)
{
  gboolean has_rounds = self->record != NULL && sounder_rounds_pane_has_rounds (self->record);

  gtk_stack_page_set_visible (self->rounds_page, has_rounds);
  if (!has_rounds && g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "rounds") == 0)
    gtk_stack_set_visible_child_name (self->stack, "message");
}

static void
tab_changed_cb (SounderRecordDetails *self)
{
  /* Also while the template is being built. */
  if (self->record_signals == NULL)
    return;

  fill_tab (self);
  gtk_widget_set_visible (self->view_buttons,
                          g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "message") == 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TAB]);
}

static void
view_changed_cb (SounderRecordDetails *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
update_title (SounderRecordDetails *self)
{
  g_autofree char *time = NULL;
  g_autofree char *method = NULL;
  g_autofree char *title = NULL;

  if (self->record == NULL)
    return;

  time = mcp_format_wall_time (mcp_record_get_wall_usec (self->record), TRUE);
  if (mcp_record_get_method (self->record) != NULL)
    method = mcp_format_label (mcp_record_get_method (self->record), FALSE);

  title = g_strconcat (mcp_record_kind_get_nick (mcp_record_get_kind (self->record)),
                       method != NULL ? " · " : "", method != NULL ? method : "", " · ", time,
                       NULL);
  gtk_label_set_label (self->title_label, title);
}

static void
update_actions (SounderRecordDetails *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_message = self->record != NULL
                        && mcp_record_kind_is_message (mcp_record_get_kind (self->record));
  gboolean has_server = self->base.session != NULL
                        && mcp_session_get_state (self->base.session) != MCP_SESSION_RECORDED;

  gtk_widget_action_set_enabled (widget, "details.copy", self->record != NULL);
  gtk_widget_action_set_enabled (widget, "details.copy-pretty", self->record != NULL);
  gtk_widget_action_set_enabled (widget, "details.find", self->record != NULL);
  gtk_widget_action_set_enabled (widget, "details.copy-command",
                                 is_message && self->base.session != NULL);
  gtk_widget_action_set_enabled (widget, "details.replay", is_message && has_server);
  gtk_widget_set_tooltip_text (self->replay_button,
                               has_server ? _("Edit This Message and Send It Again")
                                          : _("There Is No Server Here to Send It To"));
  gtk_widget_action_set_enabled (widget, "details.copy-curl",
                                 self->record != NULL && sounder_record_has_curl (self->record));
}

static gboolean
matches_record (gpointer item,
                gpointer user_data)
{
  SounderRecordDetails *self = user_data;
  guint serial = mcp_finding_get_serial (item);

  return self->record != NULL && serial != 0
         && (serial == mcp_record_get_serial (self->record)
             || serial == mcp_record_get_pair (self->record));
}

static void
findings_changed_cb (SounderRecordDetails *self)
{
  guint n_findings = g_list_model_get_n_items (G_LIST_MODEL (self->findings));
  g_autofree char *title = NULL;

  /* Translators: %u is how many there are */
  title = g_strdup_printf (_("Findings %u"), n_findings);
  gtk_stack_page_set_title (self->findings_page, title);
}

static GtkWidget *
create_finding_row (gpointer item,
                    gpointer user_data)
{
  static const char *const icons[] = {
    [MCP_SEVERITY_INFO] = "dialog-information-symbolic",
    [MCP_SEVERITY_WARNING] = "dialog-warning-symbolic",
    [MCP_SEVERITY_ERROR] = "dialog-error-symbolic",
  };
  McpFinding *finding = MCP_FINDING (item);
  McpSeverity severity = mcp_finding_get_severity (finding);
  const char *reference = mcp_finding_get_reference (finding);
  g_autofree char *message = mcp_format_label (mcp_finding_get_message (finding), FALSE);
  g_autofree char *topic = mcp_finding_dup_topic (finding);
  g_autofree char *subtitle = NULL;
  GtkWidget *row = adw_action_row_new ();

  subtitle = g_strjoin (" · ", mcp_severity_get_title (severity), topic,
                        mcp_finding_is_derived (finding) ? _("found on opening") : reference,
                        mcp_finding_is_derived (finding) ? reference : NULL, NULL);

  /* What a finding quotes comes from the server. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), message);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name (icons[severity]));
  gtk_widget_set_tooltip_text (row, mcp_finding_get_rule (finding));
  sounder_widgets_set_spoken (row, message);

  return row;
}

static void
record_changed_cb (SounderRecordDetails *self)
{
  /* An answer may have come, and with it another round. */
  update_rounds (self);
  fill_tab (self);
  gtk_filter_changed (GTK_FILTER (self->findings_filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
copy_cb (SounderRecordDetails *self)
{
  sounder_record_copy_bytes (GTK_WIDGET (self), self->record);
}

static void
copy_pretty_cb (SounderRecordDetails *self)
{
  sounder_record_copy_pretty (GTK_WIDGET (self), self->record);
}

static void
copy_command_cb (SounderRecordDetails *self)
{
  sounder_record_copy_command (GTK_WIDGET (self), self->record, self->base.session);
}

static void
copy_curl_cb (SounderRecordDetails *self)
{
  sounder_record_copy_curl (GTK_WIDGET (self), self->record);
}

static void
replay_cb (SounderRecordDetails *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "session.compose", "u", mcp_record_get_serial (self->record));
}

static void
find_cb (SounderRecordDetails *self)
{
  gtk_stack_set_visible_child_name (self->stack, "message");
  sounder_pane_find (self->message_view);
}

static void
sounder_record_details_dispose (GObject *object)
{
  SounderRecordDetails *self = SOUNDER_RECORD_DETAILS (object);

  sounder_record_pane_stop (&self->message);
  sounder_record_pane_stop (&self->request);
  sounder_record_pane_stop (&self->response);
  if (self->findings != NULL)
    gtk_filter_list_model_set_filter (self->findings, NULL);
  g_clear_object (&self->findings);
  g_clear_object (&self->findings_filter);
  g_clear_object (&self->record);

  G_OBJECT_CLASS (sounder_record_details_parent_class)->dispose (object);
}

static void
sounder_record_details_get_property (GObject    *object,
                                     guint       prop_id,
                                     GValue     *value,
                                     GParamSpec *pspec)
{
  SounderRecordDetails *self = SOUNDER_RECORD_DETAILS (object);

  switch (prop_id)
    {
    case PROP_RECORD:
      g_value_set_object (value, self->record);
      break;
    case PROP_TAB:
      g_value_set_string (value, gtk_stack_get_visible_child_name (self->stack));
      break;
    case PROP_VIEW:
      g_value_set_string (value, sounder_pane_get_look (self->message_view));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_record_details_set_property (GObject      *object,
                                     guint         prop_id,
                                     const GValue *value,
                                     GParamSpec   *pspec)
{
  SounderRecordDetails *self = SOUNDER_RECORD_DETAILS (object);

  switch (prop_id)
    {
    case PROP_RECORD:
      sounder_record_details_set_record (self, g_value_get_object (value));
      break;
    case PROP_TAB:
      if (g_value_get_string (value) != NULL)
        gtk_stack_set_visible_child_name (self->stack, g_value_get_string (value));
      break;
    case PROP_VIEW:
      sounder_pane_set_view (self->message_view, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_RECORD] = g_param_spec_object ("record", NULL, NULL, MCP_TYPE_RECORD, flags);
  /* "message", "pair", "transport" or "findings". */
  properties[PROP_TAB] = g_param_spec_string ("tab", NULL, NULL, "message", flags);
  /* How the message is shown: "pretty", "exact" or "tree". */
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "pretty", flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

/* The session knows the process. */
static void
sounder_record_details_constructed (GObject *object)
{
  SounderRecordDetails *self = SOUNDER_RECORD_DETAILS (object);

  G_OBJECT_CLASS (sounder_record_details_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  self->message = (SounderRecordPane) { .view = sounder_pane_get_text (self->message_view) };
  self->request = (SounderRecordPane) { .view = sounder_pane_get_text (self->request_view),
                           .stack = self->request_stack,
                           .label = self->request_label };
  self->response = (SounderRecordPane) { .view = sounder_pane_get_text (self->response_view),
                            .stack = self->response_stack,
                            .label = self->response_label };

  self->record_signals = sounder_page_add_signals (&self->base, MCP_TYPE_RECORD);
  g_signal_group_connect_swapped (self->record_signals, "changed", G_CALLBACK (record_changed_cb), self);

  self->findings_filter = gtk_custom_filter_new (matches_record, self, NULL);
  self->findings = gtk_filter_list_model_new (NULL,
                                              g_object_ref (GTK_FILTER (self->findings_filter)));
  g_signal_connect_object (self->findings, "items-changed", G_CALLBACK (findings_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->findings_list, G_LIST_MODEL (self->findings), create_finding_row,
                           NULL, NULL);
  findings_changed_cb (self);
  fill_tab (self);
  update_actions (self);
}

static void
sounder_record_details_class_init (SounderRecordDetailsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_record_details_constructed;
  object_class->dispose = sounder_record_details_dispose;
  object_class->get_property = sounder_record_details_get_property;
  object_class->set_property = sounder_record_details_set_property;

  install_properties (object_class);
  g_type_ensure (SOUNDER_TYPE_EXCHANGE_PANE);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  g_type_ensure (SOUNDER_TYPE_PANE);
  g_type_ensure (SOUNDER_TYPE_PIN_BAR);
  g_type_ensure (SOUNDER_TYPE_ROUNDS_PANE);
  g_type_ensure (SOUNDER_TYPE_SPLIT);

  sounder_template_set (widget_class, "sounder-record-details.ui");
  sounder_template_bind (widget_class, SounderRecordDetails, stack, title_label, message_view,
                         request_view, response_view, request_stack, response_stack, request_label,
                         response_label, exchange_pane, facts_grid, rounds_page, rounds,
                         findings_page, findings_list, view_buttons, replay_button, pin_bar);
  sounder_template_connect (widget_class, tab_changed_cb, view_changed_cb);

  sounder_template_action (widget_class, "details.copy", NULL, copy_cb);
  sounder_template_action (widget_class, "details.copy-pretty", NULL, copy_pretty_cb);
  sounder_template_action (widget_class, "details.copy-command", NULL, copy_command_cb);
  sounder_template_action (widget_class, "details.copy-curl", NULL, copy_curl_cb);
  sounder_template_action (widget_class, "details.find", NULL, find_cb);
  sounder_template_action (widget_class, "details.replay", NULL, replay_cb);
  gtk_widget_class_install_property_action (widget_class, "details.view", "view");
}

static void
sounder_record_details_init (SounderRecordDetails *self)
{
}

void
sounder_record_details_set_record (SounderRecordDetails *self,
                                   McpRecord            *record)
{
  GListModel *findings = NULL;

  g_return_if_fail (SOUNDER_IS_RECORD_DETAILS (self));
  g_return_if_fail (record == NULL || MCP_IS_RECORD (record));

  if (!g_set_object (&self->record, record))
    return;

  g_signal_group_set_target (self->record_signals, record);

  /* What was read for the last record need not stay in memory. */
  sounder_record_pane_show (&self->message, NULL, "");
  sounder_pin_bar_set_record (self->pin_bar, record);
  sounder_record_pane_show (&self->request, NULL, "");
  sounder_record_pane_show (&self->response, NULL, "");

  if (record != NULL)
    findings = mcp_journal_get_findings (mcp_record_get_journal (record));
  gtk_filter_list_model_set_model (self->findings, findings);
  gtk_filter_changed (GTK_FILTER (self->findings_filter), GTK_FILTER_CHANGE_DIFFERENT);

  update_rounds (self);
  fill_tab (self);
  update_title (self);
  update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RECORD]);
}

SounderPinBar *
sounder_record_details_get_pin_bar (SounderRecordDetails *self)
{
  g_return_val_if_fail (SOUNDER_IS_RECORD_DETAILS (self), NULL);

  return self->pin_bar;
}
