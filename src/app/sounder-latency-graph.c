/* sounder-latency-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-latency-graph"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "sounder-graph-view.h"
#include "sounder-latency-graph.h"

/**
 * SounderLatencyGraph:
 *
 * The pulse of a connection: one line of round-trip times, with what was lost.
 *
 * It is drawn anew when a sample comes and once a second while it moves, never
 * when it is not shown or the monitor is off. What is drawn is kept as a node,
 * so that the pointer moves over it without drawing it again.
 */

#define LEAST_WIDTH  240
#define LEAST_HEIGHT 160

struct _SounderLatencyGraph
{
  GtkWidget            parent_instance;

  McpHealth           *health;
  GSignalGroup        *health_signals;
  guint                range_sec;     /* 0: all */
  guint                tick_id;       /* while it moves and is shown */

  GskRenderNode       *node;          /* (nullable): all but the cursor */
  SounderGraphView     view;          /* of the node */
  int                  node_width;
  int                  node_height;

  /* Of the samples in sight: sorting them again for each frame would be a waste. */
  McpHealthStatistics  statistics;
  guint                statistics_first;
  guint                statistics_end;

  gboolean             is_pointed;
  double               pointer_x;
  double               pointer_y;
  guint                cursor;        /* moved with the keyboard */
};

G_DEFINE_FINAL_TYPE (SounderLatencyGraph, sounder_latency_graph, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_HEALTH,
  PROP_RANGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
forget_statistics (SounderLatencyGraph *self)
{
  self->statistics_first = 1;
  self->statistics_end = 0;
}

static void
redraw (SounderLatencyGraph *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
tick_cb (gpointer data)
{
  redraw (data);

  return G_SOURCE_CONTINUE;
}

static void
update_tick (SounderLatencyGraph *self)
{
  gboolean moves = self->health != NULL && gtk_widget_get_mapped (GTK_WIDGET (self))
                   && mcp_health_get_state (self->health) != MCP_HEALTH_OFF;

  if (moves && self->tick_id == 0)
    self->tick_id = g_timeout_add_seconds (1, tick_cb, self);
  else if (!moves)
    g_clear_handle_id (&self->tick_id, g_source_remove);
}

static void
update_description (SounderLatencyGraph *self)
{
  g_autofree char *description = sounder_latency_graph_dup_description (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

static void
sample_cb (SounderLatencyGraph *self)
{
  /* Nobody looks; mapping brings it up to date. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  redraw (self);
  update_description (self);
}

static void
state_changed_cb (SounderLatencyGraph *self)
{
  update_tick (self);
  redraw (self);
}

static void
style_changed_cb (SounderLatencyGraph *self)
{
  redraw (self);
}

static void
set_cursor (SounderLatencyGraph *self,
            guint                cursor)
{
  if (self->cursor == cursor)
    return;

  self->cursor = cursor;
  self->is_pointed = FALSE;
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
set_health (SounderLatencyGraph *self,
            McpHealth           *health)
{
  if (!g_set_object (&self->health, health))
    return;

  g_signal_group_set_target (self->health_signals, health);
  self->cursor = SOUNDER_GRAPH_NO_SAMPLE;
  forget_statistics (self);
  state_changed_cb (self);
  update_description (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HEALTH]);
}

static void
set_range (SounderLatencyGraph *self,
           guint                range_sec)
{
  if (self->range_sec == range_sec)
    return;

  self->range_sec = range_sec;
  redraw (self);
  update_description (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RANGE]);
}

static void
show_sample (SounderLatencyGraph *self,
             guint                index)
{
  const McpHealthSample *sample = self->health != NULL
                                    ? mcp_health_get_sample (self->health, index)
                                    : NULL;

  if (sample != NULL && sample->serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", sample->serial);
}

static void
motion_cb (SounderLatencyGraph *self,
           double               x,
           double               y)
{
  self->is_pointed = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (SounderLatencyGraph *self)
{
  self->is_pointed = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
released_cb (SounderLatencyGraph *self,
             int                  n_press,
             double               x,
             double               y)
{
  if (self->node != NULL && gtk_widget_contains (GTK_WIDGET (self), x, y))
    show_sample (self, sounder_graph_view_find (&self->view, x, y));
}

static void
get_span (SounderLatencyGraph *self,
          guint               *first,
          guint               *end)
{
  gint64 end_usec = sounder_graph_view_find_end (self->health, NULL);

  *first = mcp_health_find_sample (
    self->health, sounder_graph_view_find_start (self->health, self->range_sec, end_usec));
  *end = mcp_health_get_n_samples (self->health);
}

/* By a number of samples; from none, back from the end or on from the start. */
static gboolean
move_cursor_cb (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);
  gint64 position;
  guint first;
  guint end;
  int by;

  if (self->health == NULL)
    return FALSE;

  get_span (self, &first, &end);
  if (first == end)
    return FALSE;

  g_variant_get (arguments, "(i)", &by);
  if (self->cursor >= first && self->cursor < end)
    position = (gint64) self->cursor + by;
  else
    position = by < 0 ? (gint64) end + by : (gint64) first + by - 1;
  set_cursor (self, (guint) CLAMP (position, (gint64) first, (gint64) end - 1));

  return TRUE;
}

static gboolean
show_cursor_cb (GtkWidget *widget,
                GVariant  *arguments,
                gpointer   user_data)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);

  if (self->cursor == SOUNDER_GRAPH_NO_SAMPLE)
    return FALSE;

  show_sample (self, self->cursor);

  return TRUE;
}

static gboolean
clear_cursor_cb (GtkWidget *widget,
                 GVariant  *arguments,
                 gpointer   user_data)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);

  if (self->cursor == SOUNDER_GRAPH_NO_SAMPLE)
    return FALSE;

  set_cursor (self, SOUNDER_GRAPH_NO_SAMPLE);

  return TRUE;
}

static void
sounder_latency_graph_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  guint cursor = self->cursor;

  if (self->health == NULL || width <= 0 || height <= 0)
    return;

  if (self->node == NULL || width != self->node_width || height != self->node_height)
    {
      g_autoptr (GtkSnapshot) drawn = gtk_snapshot_new ();
      McpHealthStatistics statistics;

      g_clear_pointer (&self->node, gsk_render_node_unref);
      sounder_graph_view_init (&self->view, widget, self->health, self->range_sec);
      sounder_latency_graph_get_statistics (self, &statistics);
      sounder_graph_draw (&self->view, &statistics, drawn);
      self->node = gtk_snapshot_to_node (drawn);
      self->node_width = width;
      self->node_height = height;
    }

  gtk_snapshot_append_node (snapshot, self->node);
  if (self->is_pointed)
    cursor = sounder_graph_view_find (&self->view, self->pointer_x, self->pointer_y);
  if (cursor != SOUNDER_GRAPH_NO_SAMPLE)
    sounder_graph_draw_cursor (&self->view, cursor, snapshot);
}

static void
sounder_latency_graph_measure (GtkWidget      *widget,
                               GtkOrientation  orientation,
                               int             for_size,
                               int            *minimum,
                               int            *natural,
                               int            *minimum_baseline,
                               int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : LEAST_HEIGHT;
}

static void
sounder_latency_graph_map (GtkWidget *widget)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);

  GTK_WIDGET_CLASS (sounder_latency_graph_parent_class)->map (widget);
  state_changed_cb (self);
  update_description (self);
}

static void
sounder_latency_graph_unmap (GtkWidget *widget)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (widget);

  GTK_WIDGET_CLASS (sounder_latency_graph_parent_class)->unmap (widget);
  self->is_pointed = FALSE;
  update_tick (self);
}

static void
sounder_latency_graph_css_changed (GtkWidget         *widget,
                                   GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sounder_latency_graph_parent_class)->css_changed (widget, change);
  redraw (SOUNDER_LATENCY_GRAPH (widget));
}

static void
sounder_latency_graph_dispose (GObject *object)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->health_signals);
  g_clear_object (&self->health);

  G_OBJECT_CLASS (sounder_latency_graph_parent_class)->dispose (object);
}

static void
sounder_latency_graph_get_property (GObject    *object,
                                    guint       prop_id,
                                    GValue     *value,
                                    GParamSpec *pspec)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (object);

  switch (prop_id)
    {
    case PROP_HEALTH:
      g_value_set_object (value, self->health);
      break;

    case PROP_RANGE:
      g_value_set_uint (value, self->range_sec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_latency_graph_set_property (GObject      *object,
                                    guint         prop_id,
                                    const GValue *value,
                                    GParamSpec   *pspec)
{
  SounderLatencyGraph *self = SOUNDER_LATENCY_GRAPH (object);

  switch (prop_id)
    {
    case PROP_HEALTH:
      set_health (self, g_value_get_object (value));
      break;

    case PROP_RANGE:
      set_range (self, g_value_get_uint (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
add_bindings (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint keyval;
    int by;
  } moves[] = {
    { GDK_KEY_Left, -1 },       { GDK_KEY_KP_Left, -1 },     { GDK_KEY_Right, 1 },
    { GDK_KEY_KP_Right, 1 },    { GDK_KEY_Page_Up, -10 },    { GDK_KEY_Page_Down, 10 },
    { GDK_KEY_Home, -G_MAXINT }, { GDK_KEY_End, G_MAXINT },
  };
  static const guint show_keys[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    gtk_widget_class_add_binding (widget_class, moves[i].keyval, 0, move_cursor_cb, "(i)",
                                  moves[i].by);
  for (guint i = 0; i < G_N_ELEMENTS (show_keys); i++)
    gtk_widget_class_add_binding (widget_class, show_keys[i], 0, show_cursor_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_cursor_cb, NULL);
}

static void
sounder_latency_graph_class_init (SounderLatencyGraphClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_latency_graph_dispose;
  object_class->get_property = sounder_latency_graph_get_property;
  object_class->set_property = sounder_latency_graph_set_property;
  widget_class->snapshot = sounder_latency_graph_snapshot;
  widget_class->measure = sounder_latency_graph_measure;
  widget_class->map = sounder_latency_graph_map;
  widget_class->unmap = sounder_latency_graph_unmap;
  widget_class->css_changed = sounder_latency_graph_css_changed;

  /**
   * SounderLatencyGraph:health:
   *
   * Whose samples are shown.
   */
  properties[PROP_HEALTH] =
    g_param_spec_object ("health", NULL, NULL, MCP_TYPE_HEALTH,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderLatencyGraph:range:
   *
   * How many seconds are shown; 0 is all there is.
   */
  properties[PROP_RANGE] =
    g_param_spec_uint ("range", NULL, NULL, 0, G_MAXUINT, 300,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  add_bindings (widget_class);
  gtk_widget_class_set_css_name (widget_class, "latencygraph");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sounder_latency_graph_init (SounderLatencyGraph *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->range_sec = 300;
  self->cursor = SOUNDER_GRAPH_NO_SAMPLE;
  forget_statistics (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Round-trip time"), -1);

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));

  self->health_signals = g_signal_group_new (MCP_TYPE_HEALTH);
  g_signal_group_connect_swapped (self->health_signals, "sample", G_CALLBACK (sample_cb), self);
  g_signal_group_connect_swapped (self->health_signals, "notify::state",
                                  G_CALLBACK (state_changed_cb), self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sounder_latency_graph_get_statistics:
 * @self: a graph
 * @statistics: (out caller-allocates): what the samples in the range say
 *
 * Sums up what is in sight. Cheap while no sample came or went.
 */
void
sounder_latency_graph_get_statistics (SounderLatencyGraph *self,
                                      McpHealthStatistics *statistics)
{
  guint first;
  guint end;

  g_return_if_fail (SOUNDER_IS_LATENCY_GRAPH (self));
  g_return_if_fail (statistics != NULL);

  if (self->health == NULL)
    {
      mcp_health_statistics_of (NULL, 0, statistics);

      return;
    }

  get_span (self, &first, &end);
  if (first != self->statistics_first || end != self->statistics_end)
    {
      mcp_health_statistics_of (mcp_health_get_sample (self->health, first), end - first,
                                &self->statistics);
      self->statistics_first = first;
      self->statistics_end = end;
    }

  *statistics = self->statistics;
}

/**
 * sounder_latency_graph_get_cursor:
 * @self: a graph
 *
 * Gets which sample was chosen with the keyboard.
 *
 * Returns: its index in the monitor, or %G_MAXUINT for none
 */
guint
sounder_latency_graph_get_cursor (SounderLatencyGraph *self)
{
  g_return_val_if_fail (SOUNDER_IS_LATENCY_GRAPH (self), SOUNDER_GRAPH_NO_SAMPLE);

  return self->cursor;
}

/**
 * sounder_latency_graph_dup_description:
 * @self: a graph
 *
 * Says in words what is seen: the sample under the cursor, or the sum of all in the range.
 *
 * Returns: (transfer full): the accessible description
 */
char *
sounder_latency_graph_dup_description (SounderLatencyGraph *self)
{
  const McpHealthSample *sample = NULL;
  McpHealthStatistics statistics;

  g_return_val_if_fail (SOUNDER_IS_LATENCY_GRAPH (self), NULL);

  if (self->health != NULL)
    sample = mcp_health_get_sample (self->health, self->cursor);
  if (sample != NULL)
    return sounder_sample_dup_text (sample, g_get_monotonic_time (), g_get_real_time ());

  sounder_latency_graph_get_statistics (self, &statistics);

  return sounder_statistics_dup_text (&statistics);
}
