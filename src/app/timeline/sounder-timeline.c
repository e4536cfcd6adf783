/* sounder-timeline.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-compat.h"
#include "sounder-number.h"
#include "sounder-palette.h"
#include "sounder-settings.h"
#include "sounder-template.h"
#include "sounder-timeline-private.h"
#include "sounder-timeline-row.h"

/**
 * SounderTimeline:
 *
 * What crosses a connection, one row per message, newest at the bottom.
 *
 * A list over a view of the session's journal: the view filters, the rows draw themselves, and
 * once per frame sounder-timeline-scroll.c sees to the rest. The selection is kept as a serial, so
 * that it survives a filter that hides it.
 *
 * Its properties and their descriptions make this file long; actions, cells, columns, header,
 * rows and scrolling have files of their own.
 */

G_DEFINE_FINAL_TYPE (SounderTimeline, sounder_timeline, SOUNDER_TYPE_PAGE)

G_DEFINE_ENUM_TYPE (SounderTimelineScope, sounder_timeline_scope,
                    G_DEFINE_ENUM_VALUE (SOUNDER_TIMELINE_ALL, "all"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_TIMELINE_REQUESTS, "requests"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_TIMELINE_NOTIFICATIONS, "notifications"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_TIMELINE_ERRORS, "errors"))

G_DEFINE_ENUM_TYPE (SounderTimelineView, sounder_timeline_view,
                    G_DEFINE_ENUM_VALUE (SOUNDER_VIEW_LIST, "list"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_VIEW_LANES, "lanes"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_VIEW_STATISTICS, "statistics"))

G_DEFINE_ENUM_TYPE (SounderLanesBy, sounder_lanes_by,
                    G_DEFINE_ENUM_VALUE (MCP_LANES_BY_PARTY, "party"),
                    G_DEFINE_ENUM_VALUE (MCP_LANES_BY_METHOD, "method"),
                    G_DEFINE_ENUM_VALUE (MCP_LANES_BY_TOOL, "tool"))

enum {
  PROP_0,
  PROP_JOURNAL,
  PROP_COMPACT,
  PROP_SELECTED_SERIAL,
  PROP_SELECTED_RECORD,
  PROP_VIEW,
  PROP_SCOPE,
  PROP_BY_CALL,
  PROP_LANES_BY,
  PROP_SHOW_PROBES,
  PROP_SHOW_TRANSPORT,
  PROP_REFERENCE_SERIAL,
  PROP_SORT,
  PROP_CLEARED_UNTIL,
  PROP_TOP_SERIAL,
  PROP_FOLLOW,
  PROP_FILTER,
  PROP_N_ROWS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
items_changed_cb (SounderTimeline *self,
                  guint            position,
                  guint            n_removed,
                  guint            n_added)
{
  sounder_timeline_find_wanted (self);
  /* A row has another one before it. */
  if (n_removed > 0 || position + n_added < sounder_timeline_get_n_rows (self))
    sounder_timeline_columns_refresh (self->columns);
  if (mcp_journal_view_is_replacing (self->view))
    {
      sounder_timeline_keep_place (self);
      return;
    }

  sounder_timeline_update_empty (self);
  sounder_timeline_update_brush (self);
  sounder_timeline_update_end (self);
  sounder_timeline_queue_update (self);
  sounder_timeline_queue_count (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ROWS]);
}

static void
errors_changed_cb (SounderTimeline *self)
{
  guint n_errors = g_list_model_get_n_items (G_LIST_MODEL (self->errors_view));
  g_autofree char *grouped = sounder_number_group (n_errors);
  g_autofree char *label = NULL;
  g_autofree char *spoken = NULL;

  /* Translators: %s is how many there are, with their thousands grouped */
  label = n_errors == 0 ? g_strdup (_("Errors")) : g_strdup_printf (_("Errors %s"), grouped);
  gtk_button_set_label (GTK_BUTTON (self->errors_button), label);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->errors_button))),
                           PANGO_ELLIPSIZE_END);

  spoken = g_strdup_printf (ngettext ("Show errors, there is %u", "Show errors, there are %u",
                                      n_errors),
                            n_errors);
  sounder_compat_set_spoken (GTK_ACCESSIBLE (self->errors_button), spoken);
}

static void
row_activated_cb (SounderTimeline *self,
                  guint            position)
{
  guint serial = mcp_journal_view_get_serial (self->view, position);

  if (self->compact && serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", serial);
}

/* Docked, there is no place for details: a click goes where there is. Not GTK's own way, which selects
 * whatever the pointer is over. */
static void
released_cb (SounderTimeline *self,
             int              n_press,
             double           x,
             double           y,
             GtkGestureClick *gesture)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  McpRecord *record = sounder_timeline_pick_record (self, x, y);

  if (self->compact && n_press == 1 && record != NULL
      && (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u",
                                mcp_record_get_serial (record));
}

static void
stop_search_cb (SounderTimeline *self)
{
  sounder_timeline_set_filter (self, "");
  gtk_widget_grab_focus (GTK_WIDGET (self->list_view));
}

/* The list tells of a row that goes only when the row has gone. */
static void
row_gone_cb (gpointer  data,
             GObject  *where_the_row_was)
{
  GPtrArray *rows = data;

  g_ptr_array_remove_fast (rows, where_the_row_was);
  g_ptr_array_unref (rows);
}

static void
setup_row_cb (SounderTimeline    *self,
              GtkListItem        *list_item,
              GtkListItemFactory *factory)
{
  GtkWidget *row = sounder_timeline_row_new (self->columns);

  g_ptr_array_add (self->rows, row);
  g_object_weak_ref (G_OBJECT (row), row_gone_cb, g_ptr_array_ref (self->rows));
  gtk_list_item_set_child (list_item, row);
}

static void
bind_row_cb (SounderTimeline    *self,
             GtkListItem        *list_item,
             GtkListItemFactory *factory)
{
  sounder_timeline_row_set_record (SOUNDER_TIMELINE_ROW (gtk_list_item_get_child (list_item)),
                                   gtk_list_item_get_item (list_item));
}

static void
unbind_row_cb (SounderTimeline    *self,
               GtkListItem        *list_item,
               GtkListItemFactory *factory)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  if (row != NULL)
    sounder_timeline_row_set_record (SOUNDER_TIMELINE_ROW (row), NULL);
}

static void
set_factory (SounderTimeline *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_row_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->list_view, factory);
}

static void
redraw_rows (SounderTimeline *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_queue_draw (g_ptr_array_index (self->rows, i));
  gtk_widget_queue_draw (GTK_WIDGET (self->header));
  gtk_widget_queue_draw (GTK_WIDGET (self->lanes));
}

static void
sounder_timeline_map (GtkWidget *widget)
{
  sounder_timeline_set_paused (SOUNDER_TIMELINE (widget), FALSE);

  GTK_WIDGET_CLASS (sounder_timeline_parent_class)->map (widget);
}

static void
sounder_timeline_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_timeline_parent_class)->unmap (widget);

  sounder_timeline_set_paused (SOUNDER_TIMELINE (widget), TRUE);
}

static void
sounder_timeline_dispose (GObject *object)
{
  SounderTimeline *self = SOUNDER_TIMELINE (object);

  sounder_timeline_dispose_scroll (self);
  sounder_timeline_dispose_views (self);
  sounder_timeline_dispose_counts (self);
  g_clear_handle_id (&self->emptied_id, g_source_remove);
  if (self->list_view != NULL)
    gtk_list_view_set_model (self->list_view, NULL);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->lanes_query, mcp_query_unref);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->filter_menu);
  g_clear_object (&self->exclude_menu);
  g_clear_object (&self->selected_record);
  g_clear_object (&self->view);
  g_clear_object (&self->errors_view);

  G_OBJECT_CLASS (sounder_timeline_parent_class)->dispose (object);
}

static void
sounder_timeline_finalize (GObject *object)
{
  SounderTimeline *self = SOUNDER_TIMELINE (object);

  g_clear_object (&self->columns);
  g_ptr_array_unref (self->rows);
  g_free (self->filter_text);

  G_OBJECT_CLASS (sounder_timeline_parent_class)->finalize (object);
}

static void
sounder_timeline_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  SounderTimeline *self = SOUNDER_TIMELINE (object);

  switch (prop_id)
    {
    case PROP_JOURNAL:
      g_value_set_object (value, sounder_timeline_get_journal (self));
      break;
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;
    case PROP_SELECTED_SERIAL:
      g_value_set_uint (value, self->selected_serial);
      break;
    case PROP_SELECTED_RECORD:
      g_value_set_object (value, self->selected_record);
      break;
    case PROP_VIEW:
      g_value_set_enum (value, self->shown_view);
      break;
    case PROP_SCOPE:
      g_value_set_enum (value, self->scope);
      break;
    case PROP_LANES_BY:
      g_value_set_enum (value, self->lanes_by);
      break;
    case PROP_BY_CALL:
      g_value_set_boolean (value, self->by_call);
      break;
    case PROP_SHOW_PROBES:
      g_value_set_boolean (value, self->show_probes);
      break;
    case PROP_SHOW_TRANSPORT:
      g_value_set_boolean (value, self->show_transport);
      break;
    case PROP_REFERENCE_SERIAL:
      g_value_set_uint (value, sounder_timeline_columns_get_reference (self->columns));
      break;
    case PROP_SORT:
      g_value_take_string (value, sounder_timeline_columns_dup_sort (self->columns));
      break;
    case PROP_CLEARED_UNTIL:
      g_value_set_uint (value, self->hidden_until);
      break;
    case PROP_TOP_SERIAL:
      g_value_set_uint (value, sounder_timeline_get_top (self));
      break;
    case PROP_FOLLOW:
      g_value_set_boolean (value, self->follow);
      break;
    case PROP_FILTER:
      g_value_set_string (value, gtk_editable_get_text (self->filter_entry));
      break;
    case PROP_N_ROWS:
      g_value_set_uint (value, sounder_timeline_get_n_rows (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_timeline_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  SounderTimeline *self = SOUNDER_TIMELINE (object);

  switch (prop_id)
    {
    case PROP_JOURNAL:
      sounder_timeline_set_journal (self, g_value_get_object (value));
      break;
    case PROP_COMPACT:
      self->compact = g_value_get_boolean (value);
      sounder_timeline_update_buttons (self);
      break;
    case PROP_SELECTED_SERIAL:
      sounder_timeline_set_selected_serial (self, g_value_get_uint (value));
      break;
    case PROP_VIEW:
      sounder_timeline_set_view (self, g_value_get_enum (value));
      break;
    case PROP_SCOPE:
      sounder_timeline_set_scope (self, g_value_get_enum (value));
      break;
    case PROP_LANES_BY:
      sounder_timeline_set_lanes_by (self, g_value_get_enum (value));
      break;
    case PROP_BY_CALL:
      sounder_timeline_set_by_call (self, g_value_get_boolean (value));
      break;
    case PROP_SHOW_PROBES:
      sounder_timeline_set_show_probes (self, g_value_get_boolean (value));
      break;
    case PROP_SHOW_TRANSPORT:
      sounder_timeline_set_show_transport (self, g_value_get_boolean (value));
      break;
    case PROP_REFERENCE_SERIAL:
      sounder_timeline_set_reference (self, g_value_get_uint (value));
      break;
    case PROP_SORT:
      sounder_timeline_columns_parse_sort (self->columns, g_value_get_string (value));
      break;
    case PROP_CLEARED_UNTIL:
      sounder_timeline_set_cleared (self, g_value_get_uint (value));
      break;
    case PROP_TOP_SERIAL:
      sounder_timeline_set_top (self, g_value_get_uint (value));
      break;
    case PROP_FOLLOW:
      sounder_timeline_set_follow (self, g_value_get_boolean (value));
      break;
    case PROP_FILTER:
      sounder_timeline_set_filter (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_JOURNAL] = g_param_spec_object ("journal", NULL, NULL, MCP_TYPE_JOURNAL, flags);
  properties[PROP_COMPACT] =
    g_param_spec_boolean ("compact", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED_SERIAL] =
    g_param_spec_uint ("selected-serial", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_SELECTED_RECORD] =
    g_param_spec_object ("selected-record", NULL, NULL, MCP_TYPE_RECORD,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] =
    g_param_spec_enum ("view", NULL, NULL, SOUNDER_TYPE_TIMELINE_VIEW, SOUNDER_VIEW_LIST,
                       flags);
  properties[PROP_SCOPE] =
    g_param_spec_enum ("scope", NULL, NULL, SOUNDER_TYPE_TIMELINE_SCOPE, SOUNDER_TIMELINE_ALL,
                       flags);
  properties[PROP_BY_CALL] = g_param_spec_boolean ("by-call", NULL, NULL, FALSE, flags);
  properties[PROP_LANES_BY] =
    g_param_spec_enum ("lanes-by", NULL, NULL, SOUNDER_TYPE_LANES_BY, MCP_LANES_BY_PARTY, flags);
  properties[PROP_SHOW_PROBES] = g_param_spec_boolean ("show-probes", NULL, NULL, FALSE, flags);
  properties[PROP_SHOW_TRANSPORT] =
    g_param_spec_boolean ("show-transport", NULL, NULL, FALSE, flags);
  properties[PROP_REFERENCE_SERIAL] =
    g_param_spec_uint ("reference-serial", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_SORT] = g_param_spec_string ("sort", NULL, NULL, "", flags);
  properties[PROP_CLEARED_UNTIL] =
    g_param_spec_uint ("cleared-until", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_TOP_SERIAL] = g_param_spec_uint ("top-serial", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_FOLLOW] = g_param_spec_boolean ("follow", NULL, NULL, TRUE, flags);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", flags);
  properties[PROP_N_ROWS] =
    g_param_spec_uint ("n-rows", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
width_changed (SounderPage *page)
{
  sounder_timeline_update_buttons (SOUNDER_TIMELINE (page));
}

static void
sounder_timeline_constructed (GObject *object)
{
  SounderTimeline *self = SOUNDER_TIMELINE (object);

  G_OBJECT_CLASS (sounder_timeline_parent_class)->constructed (object);

  self->follow = sounder_settings_get_boolean ("timeline-follow", TRUE);
  self->rows = g_ptr_array_new ();
  self->view = mcp_journal_view_new (NULL);
  self->errors_view = mcp_journal_view_new (NULL);
  self->all_view = mcp_journal_view_new (NULL);
  /* A call that failed is one, although its request and its answer are rows. */
  mcp_journal_view_set_folded (self->errors_view, TRUE);

  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_timeline_init_selection (self);
  self->filter = sounder_timeline_filter_new (self->filter_entry);
  self->columns = g_object_ref (sounder_timeline_header_get_columns (self->header));
  sounder_timeline_columns_set_view (self->columns, self->view);

  /* After the selection and the list have heard of it: what is done then is to select and scroll. */
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->errors_view, "items-changed", G_CALLBACK (errors_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->columns, "changed", G_CALLBACK (redraw_rows), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->columns, "sort-changed", G_CALLBACK (sounder_timeline_sort), self,
                           G_CONNECT_SWAPPED);
  sounder_palette_watch (self, G_CALLBACK (redraw_rows));

  set_factory (self);
  gtk_list_view_set_model (self->list_view, GTK_SELECTION_MODEL (self->selection));
  sounder_timeline_init_scroll (self);
  sounder_timeline_init_actions (self);
  sounder_timeline_init_views (self);
  sounder_timeline_init_counts (self);
  errors_changed_cb (self);
  sounder_timeline_update_scopes (self);

  if (self->base.session != NULL)
    sounder_timeline_set_journal (self, mcp_session_get_journal (self->base.session));
  sounder_timeline_retarget_views (self);
}

static void
sounder_timeline_class_init (SounderTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_timeline_constructed;
  object_class->dispose = sounder_timeline_dispose;
  object_class->finalize = sounder_timeline_finalize;
  object_class->get_property = sounder_timeline_get_property;
  object_class->set_property = sounder_timeline_set_property;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;
  widget_class->map = sounder_timeline_map;
  widget_class->unmap = sounder_timeline_unmap;

  install_properties (object_class);
  g_type_ensure (SOUNDER_TYPE_TIMELINE_HEADER);
  g_type_ensure (SOUNDER_TYPE_TIMELINE_LANES);
  g_type_ensure (SOUNDER_TYPE_TIMELINE_STATISTICS);

  sounder_template_set (widget_class, "sounder-timeline.ui");
  sounder_template_bind (widget_class, SounderTimeline, title_label);
  g_type_ensure (SOUNDER_TYPE_SAVED_VIEWS_BUTTON);
  sounder_template_bind (widget_class, SounderTimeline, filter_entry, saved_views, errors_button,
                         more_button, error_label, view_box, view_button, views, lanes, statistics,
                         brush_box, brush_button, progress, empty_label, header, scroller,
                         list_view);
  sounder_template_bind (widget_class, SounderTimeline, count_label, empty_box, unfilter_button,
                         all_button, unclear_button, probes_button, transport_button);
  sounder_template_connect (widget_class, sounder_timeline_filter_changed,
                            sounder_timeline_filter_typed, stop_search_cb,
                            row_activated_cb, released_cb);

  sounder_timeline_install_actions (widget_class);
  sounder_timeline_install_view_actions (widget_class);
}

static void
sounder_timeline_init (SounderTimeline *self)
{
}

/**
 * sounder_timeline_keep:
 * @place: where the person is in this timeline
 *
 * Shows the rows, and in the way, that the person chose last.
 */
void
sounder_timeline_keep (SounderTimeline *self,
                       SounderPlace    *place)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  sounder_place_keep (place, self, "filter", "scope", "by-call", "show-probes", "show-transport", "cleared-until",
                      "sort", "lanes-by", "view", "reference-serial", "follow", "selected-serial",
                      "top-serial", NULL);
}

/**
 * sounder_timeline_set_journal:
 * @journal: (nullable): what to show
 *
 * Shows another journal; what was selected or cleared in the last one is forgotten.
 */
void
sounder_timeline_set_journal (SounderTimeline *self,
                              McpJournal      *journal)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));
  g_return_if_fail (journal == NULL || MCP_IS_JOURNAL (journal));

  if (mcp_journal_view_get_journal (self->view) == journal)
    return;

  self->wanted_serial = 0;
  sounder_timeline_set_selected_serial (self, 0);
  sounder_timeline_set_reference (self, 0);
  self->hidden_until = 0;
  mcp_journal_view_set_journal (self->view, journal);
  mcp_journal_view_set_journal (self->errors_view, journal);
  sounder_timeline_retarget_views (self);
  sounder_timeline_update_scopes (self);
  sounder_timeline_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOURNAL]);
}

McpJournal *
sounder_timeline_get_journal (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), NULL);

  return self->view != NULL ? mcp_journal_view_get_journal (self->view) : NULL;
}

void
sounder_timeline_set_scope (SounderTimeline      *self,
                            SounderTimelineScope  scope)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));
  g_return_if_fail (scope <= SOUNDER_TIMELINE_ERRORS);

  if (self->scope == scope)
    return;

  self->scope = scope;
  sounder_timeline_update_scopes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCOPE]);
}

/* Makes a row of each call, or one of each message. What was selected stays: it is a part of its call. */
void
sounder_timeline_set_by_call (SounderTimeline *self,
                              gboolean         by_call)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (self->by_call == !!by_call)
    return;

  self->by_call = by_call;
  mcp_journal_view_set_folded (self->view, by_call);
  sounder_timeline_columns_refresh (self->columns);
  sounder_timeline_set_selected_serial (self,
                                        mcp_journal_view_get_call (self->view, self->selected_serial));
  sounder_timeline_update_scopes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BY_CALL]);
}

/* Sets whether lanes are parties, methods or tools. */
void
sounder_timeline_set_lanes_by (SounderTimeline *self,
                               McpLanesBy       lanes_by)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (self->lanes_by == lanes_by)
    return;

  self->lanes_by = lanes_by;
  sounder_timeline_lanes_set_grouping (self->lanes, lanes_by);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LANES_BY]);
}

/* Makes the time of a record zero, 0 that of the start, and shows the column that counts from there. */
void
sounder_timeline_set_reference (SounderTimeline *self,
                                guint            serial)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (sounder_timeline_columns_get_reference (self->columns) == serial)
    return;

  sounder_timeline_columns_set_reference (self->columns, serial);
  if (serial != 0)
    sounder_timeline_columns_set_visible (self->columns, SOUNDER_COLUMN_REFERENCE, TRUE);
  sounder_timeline_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_REFERENCE_SERIAL]);
}

/*
 * Shows the requests of the health monitor and their answers, or not. At first they are hidden:
 * one a second pushes everything else out of sight.
 */
void
sounder_timeline_set_show_probes (SounderTimeline *self,
                                  gboolean         show_probes)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (self->show_probes == !!show_probes)
    return;

  self->show_probes = show_probes;
  sounder_timeline_lanes_set_show_probes (self->lanes, show_probes);
  sounder_timeline_update_scopes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_PROBES]);
}

/*
 * Shows what HTTP says around the messages, events without a message and keep-alives, or not. At
 * first they are hidden: there are three of them for each message.
 */
void
sounder_timeline_set_show_transport (SounderTimeline *self,
                                     gboolean         show_transport)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  if (self->show_transport == !!show_transport)
    return;

  self->show_transport = show_transport;
  sounder_timeline_update_scopes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_TRANSPORT]);
}

void
sounder_timeline_set_follow (SounderTimeline *self,
                             gboolean         follow)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  /* Sorted, the newest are not at the end. */
  follow = follow && mcp_journal_view_get_sort (self->view, NULL) == MCP_SORT_NONE;
  if (self->follow == !!follow)
    return;

  self->follow = follow;
  sounder_timeline_queue_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLLOW]);
}

guint
sounder_timeline_get_n_rows (SounderTimeline *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE (self), 0);

  return self->view != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->view)) : 0;
}

void
sounder_timeline_focus_filter (SounderTimeline *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->filter_entry));
}
