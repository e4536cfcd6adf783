/* sounder-health-events.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-health.h"
#include "mcp-summary.h"
#include "sounder-health-events.h"
#include "sounder-template.h"

/**
 * SounderHealthEvents:
 *
 * The events of a monitor turned round: the newest at the top, of the oldest
 * only so many as someone may still want to scroll to.
 */

#define MAX_ROWS 100

struct _SounderHealthEvents
{
  AdwBin      parent_instance;

  GListModel *events;
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (SounderHealthEvents, sounder_health_events, ADW_TYPE_BIN)

typedef struct
{
  const char *icon_name;
  const char *css_class;
  const char *title;
} Look;

/* In the order of McpHealthEventKind. */
static const Look looks[MCP_N_HEALTH_EVENTS] = {
  { "media-playback-start-symbolic", "state-idle", N_("Monitor started") },
  { "media-playback-stop-symbolic", "state-idle", N_("Monitor stopped") },
  { "dialog-warning-symbolic", "state-slow", N_("Ping failed") },
  { "sounder-state-failed-symbolic", "state-failed", N_("Connection stale") },
  { "object-select-symbolic", "state-ready", N_("Connection recovered") },
  { "sounder-state-ready-symbolic", "state-ready", N_("Connected") },
  { "sounder-state-idle-symbolic", "state-idle", N_("Disconnected") },
  { "view-refresh-symbolic", "state-slow", N_("Connecting again") },
  { "sounder-state-ready-symbolic", "state-ready", N_("Connected again") },
  { "sounder-state-failed-symbolic", "state-failed", N_("Could not connect again") },
  { "dialog-warning-symbolic", "state-slow", N_("Answers stall") },
  { "object-select-symbolic", "state-ready", N_("Answers are in time again") },
  { "dialog-warning-symbolic", "state-slow", N_("Answer after the timeout") },
  { "preferences-system-symbolic", "state-idle", N_("Monitor settings changed") },
};

static char *
dup_title (McpHealthEvent *event)
{
  McpHealthEventKind kind = event->kind;
  guint n_failures = event->n_failures;

  if (kind == MCP_HEALTH_EVENT_FAILURE && n_failures > 1)
    return g_strdup_printf (ngettext ("Ping failed, %u in a row", "Ping failed, %u in a row",
                                      n_failures),
                            n_failures);

  return g_strdup (_(looks[kind].title));
}

static char *
dup_subtitle (McpHealthEvent *event)
{
  McpHealthEventKind kind = event->kind;
  const char *detail = event->detail;
  guint n_failures = event->n_failures;
  g_autofree char *time = mcp_format_wall_time (event->wall_usec, FALSE);
  g_autofree char *visible = NULL;

  if (kind == MCP_HEALTH_EVENT_RECOVERED)
    visible = g_strdup_printf (ngettext ("after %u failed ping", "after %u failed pings",
                                         n_failures),
                               n_failures);
  else if (detail != NULL)
    visible = mcp_format_label (detail, FALSE);

  return visible != NULL ? g_strdup_printf ("%s · %s", time, visible) : g_steal_pointer (&time);
}

static GtkWidget *
create_row (McpHealthEvent *event)
{
  const Look *look = &looks[event->kind];
  GtkWidget *icon = gtk_image_new_from_icon_name (look->icon_name);
  g_autofree char *title = dup_title (event);
  g_autofree char *subtitle = dup_subtitle (event);
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_add_css_class (icon, look->css_class);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);

  return row;
}

static void
events_changed_cb (SounderHealthEvents *self,
                   guint                position,
                   guint                n_removed,
                   guint                n_added)
{
  guint n_events = self->events != NULL ? g_list_model_get_n_items (self->events) : 0;
  GtkListBoxRow *row;

  /* At the end they come; at the start they go, and those rows fall off by themselves. */
  if (position + n_added != n_events && n_added > 0)
    n_removed = G_MAXUINT;
  if (n_removed > 0 && position > 0)
    n_removed = G_MAXUINT;

  if (n_removed == G_MAXUINT)
    {
      while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
        gtk_list_box_remove (self->list, GTK_WIDGET (row));
      n_added = n_events;
    }

  for (guint i = n_events - MIN (n_added, MIN (n_events, MAX_ROWS)); i < n_events; i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (self->events, i);

      gtk_list_box_prepend (self->list, create_row (event));
    }

  while ((row = gtk_list_box_get_row_at_index (self->list, MIN (n_events, MAX_ROWS))) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

static void
sounder_health_events_dispose (GObject *object)
{
  SounderHealthEvents *self = SOUNDER_HEALTH_EVENTS (object);

  g_clear_object (&self->events);

  G_OBJECT_CLASS (sounder_health_events_parent_class)->dispose (object);
}

static void
sounder_health_events_class_init (SounderHealthEventsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_health_events_dispose;

  sounder_template_set (widget_class, "sounder-health-events.ui");
  sounder_template_bind (widget_class, SounderHealthEvents, list);
}

static void
sounder_health_events_init (SounderHealthEvents *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_health_events_set_events:
 * @events: (nullable): a model of #McpHealthEvent, oldest first
 *
 * Shows the events of another monitor.
 */
void
sounder_health_events_set_events (SounderHealthEvents *self,
                                  GListModel          *events)
{
  g_return_if_fail (SOUNDER_IS_HEALTH_EVENTS (self));

  if (self->events == events)
    return;

  if (self->events != NULL)
    g_signal_handlers_disconnect_by_func (self->events, events_changed_cb, self);
  g_set_object (&self->events, events);
  if (events != NULL)
    g_signal_connect_object (events, "items-changed", G_CALLBACK (events_changed_cb), self,
                             G_CONNECT_SWAPPED);

  events_changed_cb (self, 0, G_MAXUINT, 0);
}
