/* mcp-health-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-health-settings.h"

/*
 * How often a server is probed, and how long an answer may take, by where it is: THE table.
 *
 * A server that is started, or that is on this machine, is local; a private address, or a name that
 * only a private network knows, is on the LAN; any other is on the internet until somebody says otherwise. The demo server has an interval of its own:
 * MCP_DEMO_INTERVAL_MSEC.
 */
static const struct
{
  const char *name;
  guint       interval_msec;
  guint       timeout_msec;
} presets[] = {
  [MCP_PRESET_LOCAL]     = { N_("Local"),      5 * 1000,  2 * 1000 },
  [MCP_PRESET_LAN]       = { N_("LAN"),       30 * 1000,  5 * 1000 },
  [MCP_PRESET_INTERNET]  = { N_("Internet"),  30 * 1000, 10 * 1000 },
  [MCP_PRESET_MOBILE]    = { N_("Mobile"),    30 * 1000, 15 * 1000 },
  [MCP_PRESET_SATELLITE] = { N_("Satellite"), 30 * 1000, 30 * 1000 },
};

/* What is the same everywhere. */
#define DEFAULT_IDLE_MSEC     (60 * 1000)
#define DEFAULT_THROTTLE_MSEC (5 * 1000)
#define DEFAULT_N_FAILURES    3

static void
mcp_health_settings_free (gpointer self)
{
  g_free (self);
}

G_DEFINE_BOXED_TYPE (McpHealthSettings, mcp_health_settings, mcp_health_settings_copy,
                     mcp_health_settings_free)

/**
 * mcp_health_settings_init:
 * @self: (out caller-allocates): what to fill
 * @preset: where the server is; %MCP_PRESET_CUSTOM begins with the numbers of a local one
 *
 * Fills in the settings of a server that nobody chose anything for.
 */
void
mcp_health_settings_init (McpHealthSettings *self,
                          McpHealthPreset    preset)
{
  g_return_if_fail (self != NULL);

  *self = (McpHealthSettings) {
    .strategy = MCP_STRATEGY_PERIODIC,
    .idle_msec = DEFAULT_IDLE_MSEC,
    .throttle_msec = DEFAULT_THROTTLE_MSEC,
    .n_failures = DEFAULT_N_FAILURES,
    .reaction = MCP_REACTION_MARK,
  };
  mcp_health_settings_apply_preset (self, MCP_PRESET_LOCAL);
  mcp_health_settings_apply_preset (self, preset);
  self->interval_source = self->timeout_source = MCP_HEALTH_BY_REACH;
}

McpHealthSettings *
mcp_health_settings_copy (const McpHealthSettings *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_memdup2 (self, sizeof *self);
}

gboolean
mcp_health_settings_equal (const McpHealthSettings *a,
                           const McpHealthSettings *b)
{
  return a->strategy == b->strategy && a->preset == b->preset
         && a->interval_msec == b->interval_msec && a->idle_msec == b->idle_msec
         && a->timeout_msec == b->timeout_msec && a->throttle_msec == b->throttle_msec
         && a->n_failures == b->n_failures && !a->adaptive_timeout == !b->adaptive_timeout
         && a->reaction == b->reaction;
}

/**
 * mcp_health_settings_apply_preset:
 * @preset: where the server is
 *
 * Takes over the interval and the timeout of a preset that was chosen; %MCP_PRESET_CUSTOM leaves them as they are.
 */
void
mcp_health_settings_apply_preset (McpHealthSettings *self,
                                  McpHealthPreset    preset)
{
  g_return_if_fail (self != NULL);

  self->preset = preset;
  self->interval_source = self->timeout_source = MCP_HEALTH_BY_NUMBER;
  if (preset < G_N_ELEMENTS (presets))
    {
      self->base = preset;
      self->interval_source = self->timeout_source = MCP_HEALTH_BY_PRESET;
      self->interval_msec = presets[preset].interval_msec;
      self->timeout_msec = presets[preset].timeout_msec;
    }
}

/*
 * Brings the preset in line with the numbers: one whose interval or timeout was changed is
 * %MCP_PRESET_CUSTOM.
 */
void
mcp_health_settings_settle (McpHealthSettings *self)
{
  g_return_if_fail (self != NULL);

  self->adaptive_timeout = !!self->adaptive_timeout;
  if (self->preset >= G_N_ELEMENTS (presets))
    return;

  if (self->interval_msec != presets[self->preset].interval_msec)
    self->interval_source = MCP_HEALTH_BY_NUMBER;
  if (self->timeout_msec != presets[self->preset].timeout_msec)
    self->timeout_source = MCP_HEALTH_BY_NUMBER;
  if (self->interval_source == MCP_HEALTH_BY_NUMBER || self->timeout_source == MCP_HEALTH_BY_NUMBER)
    self->preset = MCP_PRESET_CUSTOM;
}

/**
 * mcp_health_settings_get_throttle_msec:
 *
 * Gets the time in which at most one probe is sent by itself. Who sets an interval below the
 * throttle means it: it lowers the throttle.
 *
 * Returns: the time in milliseconds
 */
guint
mcp_health_settings_get_throttle_msec (const McpHealthSettings *self)
{
  g_return_val_if_fail (self != NULL, DEFAULT_THROTTLE_MSEC);

  return MIN (self->throttle_msec, self->interval_msec);
}

const char *
mcp_health_strategy_get_name (McpHealthStrategy strategy)
{
  static const char * const names[] = {
    N_("Periodic"), N_("When idle"), N_("Adaptive"), N_("Before requests"), N_("Off"),
  };

  return _(names[MIN (strategy, MCP_STRATEGY_OFF)]);
}

const char *
mcp_health_preset_get_name (McpHealthPreset preset)
{
  return preset < G_N_ELEMENTS (presets) ? _(presets[preset].name) : _("Custom");
}

static char *
describe_strategy (const McpHealthSettings *self)
{
  switch (self->strategy)
    {
    case MCP_STRATEGY_PERIODIC:
      return g_strdup_printf (_("every %.15g s"), self->interval_msec / 1000.0);
    case MCP_STRATEGY_IDLE:
      return g_strdup_printf (_("after %.15g s without traffic"), self->idle_msec / 1000.0);
    case MCP_STRATEGY_ADAPTIVE:
      return g_strdup_printf (_("every %.15g s, more often after failures"),
                              self->interval_msec / 1000.0);
    case MCP_STRATEGY_BEFORE_REQUESTS:
      return g_strdup (_("before requests"));
    case MCP_STRATEGY_OFF:
    default:
      return g_strdup (_("off"));
    }
}

/**
 * mcp_health_settings_describe_source:
 * @source: of the interval or of the timeout
 *
 * Says where a number comes from.
 *
 * Returns: (transfer full): translated words
 */
char *
mcp_health_settings_describe_source (const McpHealthSettings *self,
                                     McpHealthSource          source)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (source)
    {
    case MCP_HEALTH_BY_REACH:
      /* Translators: an environment, such as “LAN”, that nobody has chosen. */
      return g_strdup_printf (_("%s, by how the server is reached"),
                              mcp_health_preset_get_name (self->base));
    case MCP_HEALTH_BY_PRESET:
      /* Translators: an environment, such as “LAN”. */
      return g_strdup_printf (_("%s, chosen for this server"), mcp_health_preset_get_name (self->base));
    case MCP_HEALTH_BY_NUMBER:
    default:
      return g_strdup (_("set for this server"));
    }
}

/* Whether the strategy has an interval, and where that and the timeout come from. */
static char *
describe_sources (const McpHealthSettings *self)
{
  gboolean has_interval = self->strategy == MCP_STRATEGY_PERIODIC
                          || self->strategy == MCP_STRATEGY_ADAPTIVE;
  g_autofree char *interval = mcp_health_settings_describe_source (self, self->interval_source);
  g_autofree char *timeout = mcp_health_settings_describe_source (self, self->timeout_source);

  if (!has_interval)
    return g_strdup_printf (_("timeout: %s"), timeout);
  if (self->interval_source == self->timeout_source)
    return g_strdup_printf (_("interval and timeout: %s"), interval);

  return g_strdup_printf (_("interval: %s; timeout: %s"), interval, timeout);
}

/**
 * mcp_health_settings_describe:
 *
 * Says in one line what the settings are, and where the interval and the timeout come from.
 *
 * Returns: (transfer full): a translated line
 */
char *
mcp_health_settings_describe (const McpHealthSettings *self)
{
  static const char * const reactions[] = { N_("mark as stale"), N_("disconnect"), N_("connect again") };
  g_autofree char *strategy = NULL;
  g_autofree char *sources = NULL;
  g_autofree char *after = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  strategy = describe_strategy (self);
  if (self->strategy == MCP_STRATEGY_OFF)
    return g_steal_pointer (&strategy);

  sources = describe_sources (self);

  after = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "after %u failure", "after %u failures in a row", self->n_failures),
                           self->n_failures);

  return g_strdup_printf (
    self->adaptive_timeout
      /* Translators: settings of pings: when, how long an answer may take, after how many failures
       * what is done, and where interval and timeout come from. */
      ? _("%s; timeout from %.15g s, adaptive; %s: %s; %s")
      : _("%s; timeout %.15g s; %s: %s; %s"),
    strategy, self->timeout_msec / 1000.0, after, _(reactions[self->reaction]), sources);
}
