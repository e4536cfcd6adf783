/* mcp-profile-health.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

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

static const char * const strategy_names[] = {
  "periodic", "idle", "adaptive", "beforeRequests", "off", NULL,
};
static const char * const preset_names[] = {
  "local", "lan", "internet", "mobile", "satellite", "custom", NULL,
};
static const char * const reaction_names[] = { "mark", "disconnect", "restart", NULL };

/* The members of the old "ping" that were ours. */
static const char * const old_keys[] = { "enabled", "interval", "failures", "reaction" };

/* Where a server is as long as nobody says. */
McpHealthPreset
mcp_profile_settings_default_preset (const McpProfileSettings *self)
{
  g_autoptr (GUri) uri = NULL;

  if (self->argv[0] != NULL || self->url == NULL)
    return MCP_PRESET_LOCAL;

  uri = g_uri_parse (self->url, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_NON_DNS, NULL);
  if (uri != NULL
      && (g_strcmp0 (g_uri_get_scheme (uri), "unix") == 0
          || (g_uri_get_host (uri) != NULL && mcp_address_is_loopback (g_uri_get_host (uri)))))
    return MCP_PRESET_LOCAL;

  return MCP_PRESET_INTERNET;
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
  mcp_profile_set_health (self, &health);
}

static gboolean
read_failures (const McpSettingsReader  *reader,
               McpHealthSettings        *health,
               GError                  **error)
{
  double failures = health->n_failures;

  if (!mcp_settings_read_whole_number (reader, "failures", 1, 1000, &failures, error))
    return FALSE;

  health->n_failures = (guint) failures;

  return TRUE;
}

static gboolean
read_reaction (const McpSettingsReader  *reader,
               McpHealthSettings        *health,
               GError                  **error)
{
  int reaction = health->reaction;

  if (!mcp_settings_read_choice (reader, "reaction", reaction_names, &reaction, error))
    return FALSE;

  health->reaction = reaction;

  return TRUE;
}

static gboolean
read_old (const McpSettingsReader  *sounder,
          McpHealthSettings        *health,
          GError                  **error)
{
  McpSettingsReader ping;
  McpSettingsReader timeouts;
  gboolean enabled = TRUE;

  if (!mcp_settings_read_object (sounder, "ping", "sounder.ping", &ping, error)
      || !mcp_settings_read_object (sounder, "timeouts", "sounder.timeouts", &timeouts, error)
      || !mcp_settings_read_boolean (&ping, "enabled", &enabled, error)
      || !mcp_settings_read_seconds (&ping, "interval", MIN_SECONDS, &health->interval_msec, error)
      || !mcp_settings_read_seconds (&timeouts, "ping", MIN_SECONDS, &health->timeout_msec, error)
      || !read_failures (&ping, health, error)
      || !read_reaction (&ping, health, error))
    return FALSE;

  if (!enabled)
    health->strategy = MCP_STRATEGY_OFF;

  return TRUE;
}

static gboolean
read_new (const McpSettingsReader  *reader,
          McpHealthSettings        *health,
          GError                  **error)
{
  int strategy = health->strategy;
  int preset = -1;

  if (!mcp_settings_read_choice (reader, "strategy", strategy_names, &strategy, error)
      || !mcp_settings_read_choice (reader, "preset", preset_names, &preset, error))
    return FALSE;

  health->strategy = strategy;
  if (preset >= 0)
    mcp_health_settings_apply_preset (health, preset);

  return mcp_settings_read_seconds (reader, "interval", MIN_SECONDS, &health->interval_msec, error)
         && mcp_settings_read_seconds (reader, "idle", MIN_SECONDS, &health->idle_msec, error)
         && mcp_settings_read_seconds (reader, "timeout", MIN_SECONDS, &health->timeout_msec, error)
         && mcp_settings_read_seconds (reader, "throttle", 0, &health->throttle_msec, error)
         && mcp_settings_read_boolean (reader, "adaptiveTimeout", &health->adaptive_timeout, error)
         && read_failures (reader, health, error)
         && read_reaction (reader, health, error);
}

/* @preset is that of the kind of server. */
static gboolean
read_health (McpHealthSettings        *health,
             McpHealthPreset           preset,
             const McpSettingsReader  *sounder,
             GError                  **error)
{
  McpSettingsReader reader;

  mcp_health_settings_init (health, preset);
  if (!read_old (sounder, health, error)
      || !mcp_settings_read_object (sounder, "health", "sounder.health", &reader, error)
      || !read_new (&reader, health, error))
    return FALSE;

  mcp_health_settings_settle (health);

  return TRUE;
}

gboolean
mcp_profile_read_health (const McpSettingsReader  *sounder,
                         McpProfileSettings       *self,
                         GError                  **error)
{
  return read_health (&self->health, mcp_profile_settings_default_preset (self), sounder, error);
}

static void
read_back (McpHealthSettings *health,
           McpHealthPreset    preset,
           const char        *sounder)
{
  const McpSettingsReader reader = { "", "sounder", sounder, strlen (sounder) };

  read_health (health, preset, &reader, NULL);
}

/* Takes what was once ours out of a member, and the member when nothing is left of it. */
static void
drop_keys (char               **sounder,
           const char          *member,
           const char * const  *keys,
           guint                n_keys)
{
  g_autofree char *original = mcp_settings_take_object (*sounder, member);
  g_autofree char *object = g_strdup (original);

  for (guint i = 0; i < n_keys; i++)
    mcp_json_edit_set (&object, keys[i], NULL);
  if (strcmp (object, original) != 0)
    mcp_json_edit_set (sounder, member, strcmp (object, "{}") != 0 ? object : NULL);
}

static void
put_preset (char                    **object,
            const McpHealthSettings  *was,
            const McpHealthSettings  *now)
{
  gboolean is_custom = now->preset == MCP_PRESET_CUSTOM;

  if (was->preset == now->preset && was->interval_msec == now->interval_msec
      && was->timeout_msec == now->timeout_msec)
    return;

  mcp_settings_put_string (object, "preset", NULL, preset_names[now->preset]);
  mcp_json_edit_set (object, "interval", NULL);
  mcp_json_edit_set (object, "timeout", NULL);
  if (is_custom)
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
  static const char * const old_timeouts[] = { "ping" };
  const McpHealthSettings *now = &settings->health;
  McpHealthPreset preset = mcp_profile_settings_default_preset (settings);
  g_autofree char *original = NULL;
  g_autofree char *object = NULL;
  McpHealthSettings was;

  read_back (&was, preset, *sounder);
  if (mcp_health_settings_equal (&was, now))
    return;

  drop_keys (sounder, "ping", old_keys, G_N_ELEMENTS (old_keys));
  drop_keys (sounder, "timeouts", old_timeouts, G_N_ELEMENTS (old_timeouts));
  read_back (&was, preset, *sounder);

  original = mcp_settings_take_object (*sounder, "health");
  object = g_strdup (original);
  mcp_settings_put_string (&object, "strategy", strategy_names[was.strategy],
                           strategy_names[now->strategy]);
  put_preset (&object, &was, now);
  mcp_settings_put_number (&object, "idle", was.idle_msec / 1000.0, now->idle_msec / 1000.0);
  mcp_settings_put_number (&object, "throttle", was.throttle_msec / 1000.0,
                           now->throttle_msec / 1000.0);
  mcp_settings_put_number (&object, "failures", was.n_failures, now->n_failures);
  mcp_settings_put_boolean (&object, "adaptiveTimeout", was.adaptive_timeout,
                            now->adaptive_timeout);
  mcp_settings_put_string (&object, "reaction", reaction_names[was.reaction],
                           reaction_names[now->reaction]);
  mcp_settings_put_object (sounder, "health", original, object);
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

/**
 * mcp_profile_set_ping:
 * @enabled: whether the monitor probes by itself
 * @interval_msec: from start to start, in milliseconds, above 0
 * @n_failures: failures in a row before the reaction, above 0
 * @reaction: what to do then
 *
 * Sets the most usual settings of the monitor at once: a shorthand for mcp_profile_set_health().
 * A strategy other than off is kept.
 */
void
mcp_profile_set_ping (McpProfile  *self,
                      gboolean     enabled,
                      guint        interval_msec,
                      guint        n_failures,
                      McpReaction  reaction)
{
  McpHealthSettings health;

  g_return_if_fail (MCP_IS_PROFILE (self));

  mcp_profile_get_health (self, &health);
  if (!enabled)
    health.strategy = MCP_STRATEGY_OFF;
  else if (health.strategy == MCP_STRATEGY_OFF)
    health.strategy = MCP_STRATEGY_PERIODIC;
  health.interval_msec = interval_msec;
  health.n_failures = n_failures;
  health.reaction = reaction;
  mcp_profile_set_health (self, &health);
}

/**
 * mcp_profile_stop_probes:
 *
 * Switches the monitor off, and leaves its other settings as they are.
 */
void
mcp_profile_stop_probes (McpProfile *self)
{
  McpHealthSettings health;

  g_return_if_fail (MCP_IS_PROFILE (self));

  mcp_profile_get_health (self, &health);
  health.strategy = MCP_STRATEGY_OFF;
  mcp_profile_set_health (self, &health);
}
