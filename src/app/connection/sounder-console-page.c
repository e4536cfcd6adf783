/* sounder-console-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-view.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-adaptive-bin.h"
#include "sounder-console-page.h"
#include "sounder-console-row.h"
#include "sounder-literal.h"
#include "sounder-pane.h"
#include "sounder-split.h"
#include "sounder-template.h"

/**
 * SounderConsolePage:
 *
 * stderr, stray lines of stdout, log messages and the life of the process, in
 * the order they came. The list is a view of the journal; the selected line is
 * shown whole below it.
 */

/* What is shown whole of one line; the Timeline has the rest. */
#define DETAILS_BYTES (1024u * 1024)

#define COUNT_MSEC 500
/* So many records at once. */
#define MAX_COUNTED 250000

struct _SounderConsolePage
{
  SounderPage         base;

  McpJournalView     *view;
  GtkSingleSelection *selection;

  /* What came while the page was not looked at: without our own process rows. */
  guint               n_unseen;
  guint               counted; /* up to this serial */
  guint               count_id;

  guint               follow_id;
  gboolean            setting_level;

  GtkSearchEntry     *filter;
  GtkDropDown        *source;
  GtkDropDown        *level;
  GtkToggleButton    *follow;
  GtkWidget          *copy;
  GtkLabel           *filter_error;
  GtkStack           *stack;
  GtkListView        *list;
  SounderPane        *details;
};

G_DEFINE_FINAL_TYPE (SounderConsolePage, sounder_console_page, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_N_UNSEEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* In the order of the drop-down. A source of several kinds is what the others are not. */
static const char *const source_queries[] = {
  "",
  "kind:stderr",
  "-kind:stderr -kind:notification -kind:spawn -kind:exit -kind:note",
  "kind:notification",
  "-kind:stderr -kind:notification -kind:noise -kind:invalid -kind:oversized",
};

static McpJournal *
get_journal (SounderConsolePage *self)
{
  return mcp_session_get_journal (self->base.session);
}

static void
set_unseen (SounderConsolePage *self,
            guint               n_unseen)
{
  if (self->n_unseen == n_unseen)
    return;

  self->n_unseen = n_unseen;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_UNSEEN]);
}

/* All that the page does while nobody sees it. */
static gboolean
count_unseen_cb (gpointer data)
{
  SounderConsolePage *self = data;
  McpJournal *journal = get_journal (self);
  guint n_records = journal != NULL ? mcp_journal_get_n_records (journal) : 0;
  guint first = self->counted + 1;

  self->count_id = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->counted = n_records;
      set_unseen (self, 0);
    }
  else if (journal != NULL)
    {
      self->counted = MIN (n_records, self->counted + MAX_COUNTED);
      set_unseen (self, self->n_unseen + mcp_journal_count_output (journal, first, self->counted));
      if (self->counted < n_records)
        self->count_id = g_idle_add (count_unseen_cb, self);
    }

  return G_SOURCE_REMOVE;
}

static void
journal_changed_cb (SounderConsolePage *self)
{
  if (self->count_id == 0 && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->count_id = g_timeout_add (COUNT_MSEC, count_unseen_cb, self);
}

static gboolean
scroll_to_end_cb (gpointer data)
{
  SounderConsolePage *self = data;
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->view));

  self->follow_id = 0;
  if (n_items > 0 && gtk_toggle_button_get_active (self->follow))
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", n_items - 1);

  return G_SOURCE_REMOVE;
}

static void
queue_follow (SounderConsolePage *self)
{
  if (self->follow_id == 0 && gtk_toggle_button_get_active (self->follow))
    self->follow_id = g_idle_add (scroll_to_end_cb, self);
}

static void
rows_changed_cb (SounderConsolePage *self)
{
  gboolean filtered = *gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0'
                      || gtk_drop_down_get_selected (self->source) != 0;
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->view)) > 0;

  gtk_stack_set_visible_child_name (self->stack, any || filtered ? "list" : "empty");
  queue_follow (self);
}

static void
follow_toggled_cb (SounderConsolePage *self)
{
  queue_follow (self);
}

static void
filter_changed_cb (SounderConsolePage *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = NULL;
  g_autofree char *text = NULL;
  guint source;

  /* The template sets the drop-down before all is there. */
  if (self->view == NULL)
    return;

  source = gtk_drop_down_get_selected (self->source);
  text = g_strdup_printf ("%s %s", gtk_editable_get_text (GTK_EDITABLE (self->filter)),
                          source < G_N_ELEMENTS (source_queries) ? source_queries[source] : "");
  query = mcp_query_new (text, &error);

  sounder_literal_show (self->filter_error, error != NULL ? error->message : NULL);
  if (query != NULL)
    mcp_journal_view_set_query (self->view, query);
  rows_changed_cb (self);
}

static void
setup_row_cb (GtkSignalListItemFactory *factory,
              GtkListItem              *item)
{
  gtk_list_item_set_child (item, sounder_console_row_new ());
}

static void
bind_row_cb (GtkSignalListItemFactory *factory,
             GtkListItem              *item)
{
  sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (gtk_list_item_get_child (item)),
                                  gtk_list_item_get_item (item));
}

static void
unbind_row_cb (GtkSignalListItemFactory *factory,
               GtkListItem              *item)
{
  sounder_console_row_set_record (SOUNDER_CONSOLE_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
selection_changed_cb (SounderConsolePage *self)
{
  McpRecord *record = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  gtk_widget_set_visible (GTK_WIDGET (self->details), record != NULL);
  gtk_widget_set_sensitive (self->copy, record != NULL);
  if (record == NULL)
    return;

  text = sounder_console_dup_text (record, DETAILS_BYTES, NULL);
  bytes = g_bytes_new_take (text, MIN (strlen (text), DETAILS_BYTES));
  sounder_pane_set_bytes (self->details, bytes);
}

static void
copy_cb (SounderConsolePage *self)
{
  McpRecord *record = gtk_single_selection_get_selected_item (self->selection);
  g_autofree char *text = NULL;
  g_autofree char *valid = NULL;

  if (record == NULL)
    return;

  /* The clipboard takes UTF-8 only. */
  text = sounder_console_dup_text (record, G_MAXINT, NULL);
  valid = g_utf8_make_valid (text, -1);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", valid);
}

static void
level_selected_cb (SounderConsolePage *self)
{
  guint selected = gtk_drop_down_get_selected (self->level);
  GtkStringList *levels = GTK_STRING_LIST (gtk_drop_down_get_model (self->level));
  g_autoptr (McpCall) call = NULL;

  if (self->setting_level || selected == GTK_INVALID_LIST_POSITION)
    return;

  if (mcp_session_has_feature (self->base.session, MCP_FEATURE_LOG_LEVEL_IN_REQUESTS))
    {
      McpProfile *profile = mcp_session_get_profile (self->base.session);

      g_object_set (profile, "log-level",
                    selected > 0 ? gtk_string_list_get_string (levels, selected) : NULL, NULL);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.save-profile", "s",
                                  mcp_profile_get_name (profile));
      return;
    }

  if (selected == 0)
    return;

  call = mcp_session_new_set_level (gtk_string_list_get_string (levels, selected));
  mcp_session_start_call (self->base.session, call);
}

static void
show_level (SounderConsolePage *self,
            const char         *level)
{
  GtkStringList *levels = GTK_STRING_LIST (gtk_drop_down_get_model (self->level));
  guint n_levels = g_list_model_get_n_items (G_LIST_MODEL (levels));
  guint position = 0;

  for (guint i = 1; level != NULL && i < n_levels; i++)
    if (g_str_equal (gtk_string_list_get_string (levels, i), level))
      position = i;

  self->setting_level = TRUE;
  gtk_drop_down_set_selected (self->level, position);
  self->setting_level = FALSE;
}

static void
state_changed_cb (SounderConsolePage *self)
{
  gboolean ready = sounder_page_is_ready (&self->base);
  gboolean in_requests =
    ready && mcp_session_has_feature (self->base.session, MCP_FEATURE_LOG_LEVEL_IN_REQUESTS);
  gboolean can_log = ready && (in_requests || mcp_session_has_capability (self->base.session, "logging"));
  const char *reason = NULL;

  if (!ready)
    reason = _("Not connected");
  else if (!can_log)
    reason = _("The server does not declare logging");

  gtk_widget_set_sensitive (GTK_WIDGET (self->level), can_log);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->level),
                               reason != NULL ? reason
                               : in_requests ? _("Log messages each request asks for, saved with the server")
                                        : _("Log messages the server is asked to send"));

  /* A legacy connection starts at the server's own level; later the level is a setting. */
  if (in_requests)
    show_level (self, mcp_profile_get_settings (mcp_session_get_profile (self->base.session))->era.log_level);
  else if (!ready)
    show_level (self, NULL);
}

static void
sounder_console_page_map (GtkWidget *widget)
{
  SounderConsolePage *self = SOUNDER_CONSOLE_PAGE (widget);

  GTK_WIDGET_CLASS (sounder_console_page_parent_class)->map (widget);
  mcp_journal_view_set_paused (self->view, FALSE);
  g_clear_handle_id (&self->count_id, g_source_remove);
  count_unseen_cb (self);
  queue_follow (self);
}

static void
sounder_console_page_unmap (GtkWidget *widget)
{
  SounderConsolePage *self = SOUNDER_CONSOLE_PAGE (widget);
  McpJournal *journal = get_journal (self);

  self->counted = journal != NULL ? mcp_journal_get_n_records (journal) : 0;
  if (self->view != NULL)
    mcp_journal_view_set_paused (self->view, TRUE);

  GTK_WIDGET_CLASS (sounder_console_page_parent_class)->unmap (widget);
}

static void
sounder_console_page_dispose (GObject *object)
{
  SounderConsolePage *self = SOUNDER_CONSOLE_PAGE (object);

  g_clear_handle_id (&self->follow_id, g_source_remove);
  g_clear_object (&self->view);
  g_clear_handle_id (&self->count_id, g_source_remove);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (sounder_console_page_parent_class)->dispose (object);
}

static void
sounder_console_page_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderConsolePage *self = SOUNDER_CONSOLE_PAGE (object);

  switch (prop_id)
    {
    case PROP_N_UNSEEN:
      g_value_set_uint (value, self->n_unseen);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_console_page_constructed (GObject *object)
{
  SounderConsolePage *self = SOUNDER_CONSOLE_PAGE (object);

  G_OBJECT_CLASS (sounder_console_page_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);

  self->view = mcp_journal_view_new (get_journal (self));
  mcp_journal_view_set_scope (self->view, MCP_VIEW_CONSOLE);
  g_signal_connect_object (self->view, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED);

  mcp_journal_view_set_paused (self->view, TRUE);

  g_signal_connect_object (get_journal (self), "items-changed", G_CALLBACK (journal_changed_cb),
                           self, G_CONNECT_SWAPPED);

  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->view)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));

  count_unseen_cb (self);
  state_changed_cb (self);
  rows_changed_cb (self);
}

static void
sounder_console_page_class_init (SounderConsolePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_console_page_constructed;
  object_class->dispose = sounder_console_page_dispose;
  object_class->get_property = sounder_console_page_get_property;
  widget_class->map = sounder_console_page_map;
  widget_class->unmap = sounder_console_page_unmap;

  /**
   * SounderConsolePage:n-unseen:
   *
   * How many lines came while the page was not shown.
   */
  properties[PROP_N_UNSEEN] =
    g_param_spec_uint ("n-unseen", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_PANE);
  g_type_ensure (SOUNDER_TYPE_SPLIT);
  sounder_template_set (widget_class, "sounder-console-page.ui");
  sounder_template_bind (widget_class, SounderConsolePage, filter, source, level, follow, copy,
                         filter_error, stack, list, details);
  sounder_template_connect (widget_class, filter_changed_cb, level_selected_cb, follow_toggled_cb,
                            copy_cb, setup_row_cb, bind_row_cb, unbind_row_cb);
}

static void
sounder_console_page_init (SounderConsolePage *self)
{
}
