/* mcp-profile-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-address-check.h"
#include "mcp-profile-private.h"

/*
 * The settings of the connection monitor: "sounder": {"health": {…}} in servers.json.
 *
 * A preset stands for an interval and a timeout; these are in the file only when the preset is
 * "custom". Nothing at all is in the file while nobody chose anything: then the kind of server
 * decides, and an address that is edited changes it. Before there was "health" there were "ping"
 * and the "ping" of "timeouts": they are read on, and go when something of it is changed.
 */

#define MIN_SECONDS 0.001
#define AT(member) G_STRUCT_OFFSET (McpProfileSettings, health.member)

static const char * const strategy_names[] = {
  "periodic", "idle", "adaptive", "beforeRequests", "off", NULL,
};
static const char * const preset_names[] = {
  "local", "lan", "internet", "mobile", "satellite", "custom", NULL,
};
static const char * const reaction_names[] = { "mark", "disconnect", "restart", NULL };

static McpSettingReadFunc  read_preset;
static McpSettingWriteFunc write_preset;
static McpSettingReadFunc  read_enabled;

static const McpSetting settings_table[] = {
  { .key = "strategy", .object = "health", .kind = MCP_SETTING_CHOICE, .offset = AT (strategy),
    .names = strategy_names },
  { .key = "preset", .object = "health", .read = read_preset, .write = write_preset },
  { .key = "idle", .object = "health", .kind = MCP_SETTING_MSEC, .offset = AT (idle_msec), .minimum = MIN_SECONDS },
  { .key = "throttle", .object = "health", .kind = MCP_SETTING_MSEC, .offset = AT (throttle_msec) },
  { .key = "failures", .object = "health", .kind = MCP_SETTING_UINT, .offset = AT (n_failures),
    .minimum = 1, .maximum = 1000 },
  { .key = "adaptiveTimeout", .object = "health", .kind = MCP_SETTING_BOOLEAN, .offset = AT (adaptive_timeout) },
  { .key = "reaction", .object = "health", .kind = MCP_SETTING_CHOICE, .offset = AT (reaction),
    .names = reaction_names },
};

/* What was ours before. */
static const McpSetting old_table[] = {
  { .key = "enabled", .object = "ping", .read = read_enabled },
  { .key = "interval", .object = "ping", .kind = MCP_SETTING_MSEC, .offset = AT (interval_msec),
    .minimum = MIN_SECONDS },
  { .key = "failures", .object = "ping", .kind = MCP_SETTING_UINT, .offset = AT (n_failures),
    .minimum = 1, .maximum = 1000 },
  { .key = "reaction", .object = "ping", .kind = MCP_SETTING_CHOICE, .offset = AT (reaction),
    .names = reaction_names },
  { .key = "ping", .object = "timeouts", .kind = MCP_SETTING_MSEC, .offset = AT (timeout_msec),
    .minimum = MIN_SECONDS },
};

/* Where a server is as long as nobody says. */
McpHealthPreset
mcp_profile_settings_default_preset (const McpProfileSettings *self)
{
  g_autoptr (GUri) uri = NULL;
  const char *host;

  if (self->argv[0] != NULL || self->url == NULL)
    return MCP_PRESET_LOCAL;

  uri = mcp_address_parse (self->url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_NON_DNS, NULL);
  host = uri != NULL ? g_uri_get_host (uri) : NULL;
  if (uri != NULL && g_strcmp0 (g_uri_get_scheme (uri), "unix") == 0)
    return MCP_PRESET_LOCAL;
  if (host == NULL || *host == '\0' || strchr (host, '$') != NULL)
    return MCP_PRESET_INTERNET;
  if (mcp_address_is_loopback (host))
    return MCP_PRESET_LOCAL;

  return mcp_address_is_private (host) ? MCP_PRESET_LAN : MCP_PRESET_INTERNET;
}

/* A program became an address, or the reverse: what nobody chose becomes the other kind's. */
void
mcp_profile_follow_kind (McpProfile      *self,
                         McpHealthPreset  was_preset)
{
  McpHealthSettings health = self->settings.health;

  if (health.preset != was_preset)
    return;

  mcp_health_settings_apply_preset (&health,
                                    mcp_profile_settings_default_preset (&self->settings));
  health.interval_source = health.timeout_source = MCP_HEALTH_BY_REACH;
  mcp_profile_set_health (self, &health);
}

static gboolean
read_enabled (const McpSettingsReader  *ping,
              McpProfileSettings       *self,
              GError                  **error)
{
  gboolean enabled = TRUE;

  if (!mcp_settings_read_boolean (ping, "enabled", &enabled, error))
    return FALSE;

  if (!enabled)
    self->health.strategy = MCP_STRATEGY_OFF;

  return TRUE;
}

/* Numbers beside a preset are taken, and make it a custom one. */
static gboolean
read_preset (const McpSettingsReader  *reader,
             McpProfileSettings       *self,
             GError                  **error)
{
  int preset = -1;

  if (!mcp_settings_read_choice (reader, "preset", preset_names, &preset, error))
    return FALSE;

  if (preset >= 0)
    mcp_health_settings_apply_preset (&self->health, preset);

  return mcp_settings_read_seconds (reader, "interval", MIN_SECONDS, &self->health.interval_msec, error)
         && mcp_settings_read_seconds (reader, "timeout", MIN_SECONDS, &self->health.timeout_msec, error);
}

/* @preset is that of the kind of server. */
static gboolean
read_health (McpProfileSettings       *self,
             McpHealthPreset           preset,
             const McpSettingsReader  *sounder,
             GError                  **error)
{
  mcp_health_settings_init (&self->health, preset);
  for (guint i = 0; i < G_N_ELEMENTS (old_table); i++)
    if (!mcp_setting_read (&old_table[i], sounder, self, error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (settings_table); i++)
    if (!mcp_setting_read (&settings_table[i], sounder, self, error))
      return FALSE;

  mcp_health_settings_settle (&self->health);

  return TRUE;
}

gboolean
mcp_profile_read_health (const McpSettingsReader  *sounder,
                         McpProfileSettings       *self,
                         GError                  **error)
{
  return read_health (self, mcp_profile_settings_default_preset (self), sounder, error);
}

static void
read_back (McpProfileSettings *self,
           McpHealthPreset     preset,
           const char         *sounder)
{
  const McpSettingsReader reader = { "", "sounder", sounder, strlen (sounder) };

  read_health (self, preset, &reader, NULL);
}

/* Takes what was once ours out, and the objects of which nothing is left. */
static void
drop_old (char **sounder)
{
  for (guint i = 0; i < G_N_ELEMENTS (old_table); i++)
    {
      const char *member = old_table[i].object;
      g_autofree char *original = mcp_settings_take_object (*sounder, member);
      g_autofree char *object = g_strdup (original);

      mcp_json_edit_set (&object, old_table[i].key, NULL);
      if (strcmp (object, original) != 0)
        mcp_json_edit_set (sounder, member, strcmp (object, "{}") != 0 ? object : NULL);
    }
}

static void
write_preset (const McpProfileSettings  *old_settings,
              const McpProfileSettings  *settings,
              char                     **object)
{
  const McpHealthSettings *was = &old_settings->health;
  const McpHealthSettings *now = &settings->health;

  if (was->preset == now->preset && was->interval_msec == now->interval_msec
      && was->timeout_msec == now->timeout_msec)
    return;

  mcp_settings_put_string (object, "preset", NULL, preset_names[now->preset]);
  mcp_json_edit_set (object, "interval", NULL);
  mcp_json_edit_set (object, "timeout", NULL);
  if (now->preset == MCP_PRESET_CUSTOM)
    {
      mcp_settings_put_number (object, "interval", 0, now->interval_msec / 1000.0);
      mcp_settings_put_number (object, "timeout", 0, now->timeout_msec / 1000.0);
    }
}

/*
 * Writes what changed of the settings of the monitor into @sounder. What is in the file of older
 * versions moves to "health" then; as long as nothing changes it stays where it is.
 */
void
mcp_profile_write_health (const McpProfileSettings  *old_settings,
                          const McpProfileSettings  *settings,
                          char                     **sounder)
{
  McpHealthPreset preset = mcp_profile_settings_default_preset (settings);
  McpProfileSettings was = { NULL, };

  read_back (&was, preset, *sounder);
  if (mcp_health_settings_equal (&was.health, &settings->health))
    return;

  drop_old (sounder);
  read_back (&was, preset, *sounder);
  for (guint i = 0; i < G_N_ELEMENTS (settings_table); i++)
    mcp_setting_write (&settings_table[i], &was, settings, sounder);
}

void
mcp_profile_get_health (McpProfile        *self,
                        McpHealthSettings *health)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (health != NULL);

  *health = self->settings.health;
}

/**
 * mcp_profile_set_health:
 * @health: the settings
 *
 * Sets up the connection monitor. A running one follows at once. A preset whose interval or
 * timeout is another becomes %MCP_PRESET_CUSTOM: see mcp_health_settings_apply_preset().
 */
void
mcp_profile_set_health (McpProfile              *self,
                        const McpHealthSettings *health)
{
  McpHealthSettings now;

  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (health != NULL);
  g_return_if_fail (health->interval_msec > 0 && health->timeout_msec > 0);
  g_return_if_fail (health->idle_msec > 0 && health->n_failures > 0);

  now = *health;
  mcp_health_settings_settle (&now);
  if (mcp_health_settings_equal (&self->settings.health, &now))
    return;

  self->settings.health = now;
  mcp_profile_notify (self, MCP_PROFILE_PROP_HEALTH);
}

void
mcp_profile_stop_probes (McpProfile *self)
{
  McpHealthSettings health;

  g_return_if_fail (MCP_IS_PROFILE (self));

  mcp_profile_get_health (self, &health);
  health.strategy = MCP_STRATEGY_OFF;
  mcp_profile_set_health (self, &health);
}
