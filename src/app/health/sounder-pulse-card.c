/* sounder-pulse-card.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-distribution.h"
#include "sounder-graph-scale.h"
#include "sounder-ping-button.h"
#include "sounder-pulse-card-private.h"
#include "sounder-sample-table.h"
#include "sounder-template.h"

/**
 * SounderPulseCard:
 *
 * Three views of the same samples: those of a span of time that is chosen with
 * the buttons, or by hand in the graph. The views that are not seen are brought
 * up to date when they are.
 */

struct _SounderPulseCard
{
  SounderPage          base;

  SounderTimeSpan     *span;
  gboolean             is_logarithmic;
  gboolean             shows_requests;
  gboolean             is_syncing;      /* the span tells the buttons, not the other way round */

  GtkLabel            *status;
  SounderPingButton   *ping;
  GtkToggleButton     *view_graph;
  GtkToggleButton     *view_distribution;
  GtkToggleButton     *view_table;
  GtkToggleButton     *live;
  GtkToggleButton     *range_minute;
  GtkToggleButton     *range_five;
  GtkToggleButton     *range_hour;
  GtkToggleButton     *range_all;
  GtkStack            *stack;
  SounderLatencyGraph *graph;
  SounderDistribution *distribution;
  SounderSampleTable  *table;
};

G_DEFINE_FINAL_TYPE (SounderPulseCard, sounder_pulse_card, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_LOGARITHMIC,
  PROP_SHOWS_REQUESTS,
  N_PROPS
};

enum {
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static McpHealth *
get_health (SounderPulseCard *self)
{
  return mcp_session_get_health (self->base.session);
}

static void
update_status (SounderPulseCard *self)
{
  McpHealth *health = get_health (self);
  McpHealthSettings settings = { 0 };
  g_autofree char *status = NULL;
  McpHealthSample last;
  McpSampleStore *probes;

  if (health != NULL && mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED)
    {
      gtk_label_set_text (self->status, _("As it was recorded"));

      return;
    }

  if (health == NULL || mcp_session_get_state (self->base.session) != MCP_SESSION_READY)
    {
      gtk_label_set_text (self->status, _("Not connected"));

      return;
    }

  mcp_profile_get_health (mcp_session_get_profile (self->base.session), &settings);
  if (settings.strategy == MCP_STRATEGY_OFF)
    {
      status = g_strdup (_("The monitor is off"));
    }
  else
    {
      g_autofree char *when = mcp_health_settings_describe (&settings);

      /* Translators: a method, and when it is sent. */
      status = mcp_session_has_feature (self->base.session, MCP_FEATURE_PING)
                 ? g_strdup_printf (_("%s: %s"), mcp_health_get_method (health), when)
                 : g_strdup_printf (_("%s, for there is no ping in this revision: %s"),
                                    mcp_health_get_method (health), when);
    }

  probes = mcp_health_get_probes (health);
  if (mcp_sample_store_get (probes, mcp_sample_store_get_end (probes) - 1, &last)
      && last.queued_usec > SOUNDER_QUEUED_USEC)
    {
      g_autofree char *queued = mcp_format_duration (last.queued_usec);
      g_autofree char *before = g_steal_pointer (&status);

      /* Translators: what the monitor does; a time that is not part of the round trip. */
      status = g_strdup_printf (_("%s · the last waited %s in Sounder’s own queue"), before, queued);
    }

  gtk_label_set_text (self->status, status);
}

static void
update_table (SounderPulseCard *self)
{
  McpHealth *health = get_health (self);
  McpSampleStore *probes = health != NULL ? mcp_health_get_probes (health) : NULL;
  gint64 start_usec;
  gint64 end_usec;

  sounder_time_span_get (self->span, &start_usec, &end_usec);
  sounder_sample_list_set_range (sounder_sample_table_get_list (self->table), probes,
                                 probes != NULL ? mcp_sample_store_find (probes, start_usec) : 0,
                                 probes != NULL ? mcp_sample_store_find (probes, end_usec + 1) : 0);
}

static void
update_view (SounderPulseCard *self)
{
  McpHealth *health = get_health (self);
  McpHealthStatistics statistics;
  gint64 start_usec;
  gint64 end_usec;

  if (gtk_toggle_button_get_active (self->view_table))
    {
      update_table (self);
    }
  else if (gtk_toggle_button_get_active (self->view_distribution))
    {
      sounder_pulse_card_get_statistics (self, &statistics);
      sounder_time_span_get (self->span, &start_usec, &end_usec);
      sounder_distribution_show (self->distribution,
                                 health != NULL ? mcp_health_get_probes (health) : NULL,
                                 start_usec, end_usec, &statistics);
    }
}

static void
span_changed_cb (SounderPulseCard *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  update_view (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
sample_cb (SounderPulseCard *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  update_status (self);
  sounder_latency_graph_update_limits (self->graph);
  sounder_pulse_card_enable_export (self, TRUE);
  /* When it follows, the limits have just told of it. */
  if (!sounder_time_span_get_following (self->span))
    return;

  update_view (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
view_toggled_cb (SounderPulseCard *self)
{
  gboolean is_graph = gtk_toggle_button_get_active (self->view_graph);

  /* The template sets the first before all is there. */
  if (self->table == NULL)
    return;

  gtk_stack_set_visible_child_name (self->stack,
                                    gtk_toggle_button_get_active (self->view_table) ? "table"
                                    : gtk_toggle_button_get_active (self->view_distribution)
                                      ? "distribution"
                                      : "graph");
  /* The other two are about probes alone. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "health.shows-requests", is_graph);
  update_view (self);
}

static void
range_toggled_cb (SounderPulseCard *self)
{
  const struct
  {
    GtkToggleButton *button;
    guint range_sec;
  } ranges[] = {
    { self->range_minute, 60 },
    { self->range_five, 5 * 60 },
    { self->range_hour, 60 * 60 },
    { self->range_all, 0 },
  };

  if (self->span == NULL || self->is_syncing)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (gtk_toggle_button_get_active (ranges[i].button))
      sounder_time_span_set_range (self->span, ranges[i].range_sec);
}

/* Zoomed by hand: none of them. */
static void
range_changed_cb (SounderPulseCard *self)
{
  guint range_sec = sounder_time_span_get_range (self->span);

  self->is_syncing = TRUE;
  gtk_toggle_button_set_active (self->range_minute, range_sec == 60);
  gtk_toggle_button_set_active (self->range_five, range_sec == 5 * 60);
  gtk_toggle_button_set_active (self->range_hour, range_sec == 60 * 60);
  gtk_toggle_button_set_active (self->range_all, range_sec == 0);
  self->is_syncing = FALSE;
}

static void
zoom_cb (SounderPulseCard *self,
         const char       *action_name,
         GVariant         *parameter)
{
  double factor = g_variant_get_double (parameter);

  if (factor > 0)
    sounder_time_span_zoom_home (self->span, factor);
  else
    sounder_time_span_reset (self->span);
}

/* Of a recording all is seen at first: nothing comes that could be followed, or asked for. */
static void
update_recorded (SounderPulseCard *self)
{
  McpHealth *health = get_health (self);
  gboolean is_recorded = health != NULL && mcp_health_is_recorded (health);

  gtk_widget_set_visible (GTK_WIDGET (self->live), !is_recorded);
  gtk_widget_set_visible (GTK_WIDGET (self->ping), !is_recorded);
  sounder_time_span_set_range (self->span, is_recorded ? 0 : SOUNDER_DEFAULT_RANGE_SEC);
}

static void
sounder_pulse_card_map (GtkWidget *widget)
{
  SounderPulseCard *self = SOUNDER_PULSE_CARD (widget);

  sounder_latency_graph_update_limits (self->graph);
  GTK_WIDGET_CLASS (sounder_pulse_card_parent_class)->map (widget);
  update_status (self);
  update_view (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
sounder_pulse_card_dispose (GObject *object)
{
  SounderPulseCard *self = SOUNDER_PULSE_CARD (object);

  g_clear_object (&self->span);

  G_OBJECT_CLASS (sounder_pulse_card_parent_class)->dispose (object);
}

static void
sounder_pulse_card_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  SounderPulseCard *self = SOUNDER_PULSE_CARD (object);

  switch (prop_id)
    {
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->is_logarithmic);
      break;

    case PROP_SHOWS_REQUESTS:
      g_value_set_boolean (value, self->shows_requests);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_pulse_card_set_property (GObject      *object,
                                 guint         prop_id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  SounderPulseCard *self = SOUNDER_PULSE_CARD (object);

  switch (prop_id)
    {
    case PROP_LOGARITHMIC:
      self->is_logarithmic = g_value_get_boolean (value);
      sounder_distribution_set_logarithmic (self->distribution, self->is_logarithmic);
      break;

    case PROP_SHOWS_REQUESTS:
      self->shows_requests = g_value_get_boolean (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }

  sounder_latency_graph_set_look (self->graph, self->is_logarithmic, self->shows_requests);
  g_object_notify_by_pspec (object, pspec);
}

static void
sounder_pulse_card_constructed (GObject *object)
{
  SounderPulseCard *self = SOUNDER_PULSE_CARD (object);
  McpHealth *health = get_health (self);

  G_OBJECT_CLASS (sounder_pulse_card_parent_class)->constructed (object);

  self->shows_requests = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));

  self->span = sounder_time_span_new ();
  g_signal_connect_object (self->span, "changed", G_CALLBACK (span_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->span, "notify::range", G_CALLBACK (range_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->span, "following", self->live, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  sounder_chart_set_span (SOUNDER_CHART (self->graph), self->span);

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (health, "sample", G_CALLBACK (sample_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_session_get_profile (self->base.session), "notify",
                           G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  sounder_latency_graph_set_health (self->graph, health);
  sounder_pulse_card_enable_export (
    self, mcp_sample_store_get_n_samples (mcp_health_get_probes (health)) > 0);
  update_recorded (self);
  update_status (self);
  update_view (self);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_PING_BUTTON);
  g_type_ensure (SOUNDER_TYPE_LATENCY_GRAPH);
  g_type_ensure (SOUNDER_TYPE_DISTRIBUTION);
  g_type_ensure (SOUNDER_TYPE_SAMPLE_TABLE);
  sounder_template_set (widget_class, "sounder-pulse-card.ui");
  sounder_template_bind (widget_class, SounderPulseCard, status, ping, view_graph,
                         view_distribution, view_table, live, range_minute, range_five, range_hour,
                         range_all, stack, graph, distribution, table);
  sounder_template_connect (widget_class, view_toggled_cb, range_toggled_cb);
}

static void
sounder_pulse_card_class_init (SounderPulseCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_pulse_card_constructed;
  object_class->dispose = sounder_pulse_card_dispose;
  object_class->get_property = sounder_pulse_card_get_property;
  object_class->set_property = sounder_pulse_card_set_property;
  widget_class->map = sounder_pulse_card_map;

  /**
   * SounderPulseCard:logarithmic:
   *
   * Whether each step of the axes is a factor.
   */
  properties[PROP_LOGARITHMIC] =
    g_param_spec_boolean ("logarithmic", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderPulseCard:shows-requests:
   *
   * Whether the times of other requests than probes are shown as well.
   */
  properties[PROP_SHOWS_REQUESTS] =
    g_param_spec_boolean ("shows-requests", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", SOUNDER_TYPE_PULSE_CARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  bind_template (widget_class);
  gtk_widget_class_install_property_action (widget_class, "health.logarithmic", "logarithmic");
  gtk_widget_class_install_property_action (widget_class, "health.shows-requests",
                                            "shows-requests");
  sounder_template_action (widget_class, "health.zoom", "d", zoom_cb);
  sounder_pulse_card_add_export (widget_class);
}

static void
sounder_pulse_card_init (SounderPulseCard *self)
{
}

SounderTimeSpan *
sounder_pulse_card_get_span (SounderPulseCard *self)
{
  g_return_val_if_fail (SOUNDER_IS_PULSE_CARD (self), NULL);

  return self->span;
}

/**
 * sounder_pulse_card_get_statistics:
 * @statistics: (out caller-allocates): what the probes in sight say
 *
 * Sums up what is in sight. Cheap while no sample came or went.
 */
void
sounder_pulse_card_get_statistics (SounderPulseCard    *self,
                                   McpHealthStatistics *statistics)
{
  g_return_if_fail (SOUNDER_IS_PULSE_CARD (self));

  sounder_latency_graph_get_statistics (self->graph, statistics);
}

McpSession *
sounder_pulse_card_get_session (SounderPulseCard *self)
{
  return self->base.session;
}

SounderLatencyGraph *
sounder_pulse_card_get_graph (SounderPulseCard *self)
{
  return self->graph;
}
