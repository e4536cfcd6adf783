/* test-health-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "mcp-profile.h"

static McpProfile *
profile_from (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("test", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static McpHealthSettings
health_from (const char *json)
{
  g_autoptr (McpProfile) profile = profile_from (json);
  McpHealthSettings health;

  mcp_profile_get_health (profile, &health);

  return health;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_health_presets (void)
{
  const struct { McpHealthPreset preset; guint interval_msec; guint timeout_msec; } table[] = {
    { MCP_PRESET_LOCAL, 5000, 2000 },
    { MCP_PRESET_LAN, 30000, 5000 },
    { MCP_PRESET_INTERNET, 30000, 10000 },
    { MCP_PRESET_MOBILE, 30000, 15000 },
    { MCP_PRESET_SATELLITE, 30000, 30000 },
  };
  McpHealthSettings health;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      mcp_health_settings_init (&health, table[i].preset);
      g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_PERIODIC);
      g_assert_cmpint (health.preset, ==, table[i].preset);
      g_assert_cmpuint (health.interval_msec, ==, table[i].interval_msec);
      g_assert_cmpuint (health.timeout_msec, ==, table[i].timeout_msec);
      g_assert_cmpuint (health.idle_msec, ==, 60000);
      g_assert_cmpuint (health.throttle_msec, ==, 5000);
      g_assert_cmpuint (health.n_failures, ==, 3);
      g_assert_false (health.adaptive_timeout);
      g_assert_cmpint (health.reaction, ==, MCP_REACTION_MARK);
      g_assert_cmpstr (mcp_health_preset_get_name (table[i].preset), !=, "Custom");
    }

  /* Who changes a number chose it; an interval below the throttle lowers it. */
  g_assert_cmpuint (mcp_health_settings_get_throttle_msec (&health), ==, 5000);
  health.interval_msec = 1000;
  g_assert_cmpuint (mcp_health_settings_get_throttle_msec (&health), ==, 1000);
  mcp_health_settings_settle (&health);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_CUSTOM);
  mcp_health_settings_apply_preset (&health, MCP_PRESET_CUSTOM);
  g_assert_cmpuint (health.interval_msec, ==, 1000);
  g_assert_cmpstr (mcp_health_preset_get_name (health.preset), ==, "Custom");
}

static void
test_health_default_by_kind (void)
{
  const struct { const char *json; McpHealthPreset preset; } table[] = {
    { "{\"command\": \"x\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"http://localhost:3000/mcp\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"http://127.0.0.1/mcp\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"http://[::1]:80/mcp\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"unix:/run/mcp.sock\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"tcp:localhost:9000\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"tcp:[::1]:9000\"}", MCP_PRESET_LOCAL },
    { "{\"url\": \"tcp:example.com:9000\"}", MCP_PRESET_INTERNET },
    { "{\"url\": \"http://192.168.1.2:3000/mcp\"}", MCP_PRESET_LAN },
    { "{\"url\": \"https://[fd00::1]/mcp\"}", MCP_PRESET_LAN },
    { "{\"url\": \"http://nas.local/mcp\"}", MCP_PRESET_LAN },
    { "{\"url\": \"tcp:10.0.0.1:9000\"}", MCP_PRESET_LAN },
    { "{\"url\": \"https://${HOST}/mcp\"}", MCP_PRESET_INTERNET },
    { "{\"url\": \"https://example.com/mcp\"}", MCP_PRESET_INTERNET },
    { "{\"url\": \"wss://example.com/mcp\"}", MCP_PRESET_INTERNET },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    g_assert_cmpint (health_from (table[i].json).preset, ==, table[i].preset);
}

static void
test_health_follows_kind (void)
{
  const char * const argv[] = { "prog", NULL };
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\"}");
  g_autofree char *json = NULL;
  McpHealthSettings health;

  mcp_profile_set_url (profile, "https://example.com/mcp");
  mcp_profile_get_health (profile, &health);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_INTERNET);
  g_assert_cmpuint (health.interval_msec, ==, 30000);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_PING), ==, 10000);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"url\": \"https://example.com/mcp\"}");

  /* What was chosen stays. */
  mcp_health_settings_apply_preset (&health, MCP_PRESET_SATELLITE);
  mcp_profile_set_health (profile, &health);
  mcp_profile_set_argv (profile, argv);
  mcp_profile_get_health (profile, &health);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_SATELLITE);
}

static void
test_health_reads_new_keys (void)
{
  McpHealthSettings health = health_from (
    "{\"command\": \"x\", \"sounder\": {\"health\": {\"strategy\": \"beforeRequests\","
    " \"preset\": \"mobile\", \"idle\": 90, \"throttle\": 0, \"failures\": 7,"
    " \"adaptiveTimeout\": true, \"reaction\": \"restart\"}}}");

  g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_BEFORE_REQUESTS);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_MOBILE);
  g_assert_cmpuint (health.interval_msec, ==, 30000);
  g_assert_cmpuint (health.timeout_msec, ==, 15000);
  g_assert_cmpuint (health.idle_msec, ==, 90000);
  g_assert_cmpuint (health.throttle_msec, ==, 0);
  g_assert_cmpuint (health.n_failures, ==, 7);
  g_assert_true (health.adaptive_timeout);
  g_assert_cmpint (health.reaction, ==, MCP_REACTION_RESTART);

  /* A number beside a preset rules over it. */
  health = health_from ("{\"command\": \"x\", \"sounder\": {\"health\": {\"preset\": \"lan\","
                        " \"interval\": 0.25}}}");
  g_assert_cmpint (health.preset, ==, MCP_PRESET_CUSTOM);
  g_assert_cmpuint (health.interval_msec, ==, 250);
  g_assert_cmpuint (health.timeout_msec, ==, 5000);
}

static void
test_health_names_what_is_wrong (void)
{
  const struct { const char *health; const char *named; } table[] = {
    { "[]", "“sounder.health” must be an object" },
    { "{\"strategy\": \"often\"}", "“sounder.health.strategy” must be one of “periodic”, “idle”" },
    { "{\"strategy\": true}", "“sounder.health.strategy”" },
    { "{\"preset\": \"moon\"}", "“sounder.health.preset” must be one of “local”, “lan”" },
    { "{\"interval\": 0}", "“sounder.health.interval”" },
    { "{\"interval\": \"5\"}", "“sounder.health.interval”" },
    { "{\"idle\": 0}", "“sounder.health.idle”" },
    { "{\"timeout\": 1e400}", "“sounder.health.timeout”" },
    { "{\"throttle\": -1}", "“sounder.health.throttle”" },
    { "{\"failures\": 0}", "“sounder.health.failures”" },
    { "{\"failures\": 1001}", "“sounder.health.failures”" },
    { "{\"adaptiveTimeout\": 1}", "“sounder.health.adaptiveTimeout” must be true or false" },
    { "{\"reaction\": \"cry\"}", "“sounder.health.reaction” must be one of “mark”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *json = g_strdup_printf (
        "{\"command\": \"x\", \"sounder\": {\"health\": %s}}", table[i].health);
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_profile_new_from_json ("my server", json, -1, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, table[i].named) == NULL)
        g_error ("%s: %s", json, error->message);
    }
}

#define OLD \
  "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 7.50, \"call\": 9}," \
  " \"ping\": {\"enabled\": false, \"interval\": 0.25, \"failures\": 7, \"reaction\": \"restart\"," \
  " \"mystery\": 1.0}, \"future\": 1e2}}"

static void
test_health_reads_old_keys (void)
{
  g_autoptr (McpProfile) profile = profile_from (OLD);
  g_autofree char *same = mcp_profile_to_json (profile);
  McpHealthSettings health;

  mcp_profile_get_health (profile, &health);
  g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_OFF);
  g_assert_cmpint (health.preset, ==, MCP_PRESET_CUSTOM);
  g_assert_cmpuint (health.interval_msec, ==, 250);
  g_assert_cmpuint (health.timeout_msec, ==, 7500);
  g_assert_cmpuint (health.n_failures, ==, 7);
  g_assert_cmpint (health.reaction, ==, MCP_REACTION_RESTART);
  g_assert_cmpuint (mcp_profile_get_timeout_msec (profile, MCP_TIMEOUT_CALL), ==, 9000);

  /* As long as nobody changes anything the file stays as it is. */
  g_assert_cmpstr (same, ==, OLD);
}

static void
test_health_migrates_old_keys (void)
{
  g_autoptr (McpProfile) profile = profile_from (OLD);
  g_autoptr (McpProfile) again = NULL;
  g_autofree char *json = NULL;
  McpHealthSettings health;
  McpHealthSettings read;

  mcp_profile_get_health (profile, &health);
  health.strategy = MCP_STRATEGY_IDLE;
  mcp_profile_set_health (profile, &health);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==,
                   "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"call\": 9},"
                   " \"ping\": {\"mystery\": 1.0}, \"future\": 1e2,"
                   " \"health\": {\"strategy\": \"idle\", \"preset\": \"custom\","
                   " \"interval\": 0.25, \"timeout\": 7.5, \"failures\": 7,"
                   " \"reaction\": \"restart\"}}}");

  again = profile_from (json);
  mcp_profile_get_health (again, &read);
  g_assert_true (mcp_health_settings_equal (&read, &health));

  /* New keys rule over old ones. */
  read = health_from ("{\"command\": \"x\", \"sounder\": {\"ping\": {\"enabled\": false,"
                      " \"interval\": 9}, \"health\": {\"strategy\": \"adaptive\","
                      " \"preset\": \"local\"}}}");
  g_assert_cmpint (read.strategy, ==, MCP_STRATEGY_ADAPTIVE);
  g_assert_cmpint (read.preset, ==, MCP_PRESET_LOCAL);
}

/* Every way from one state of the settings to another, through the file. */
static void
test_health_round_trips (void)
{
  McpHealthSettings states[9];
  const guint n = G_N_ELEMENTS (states);

  for (guint i = 0; i < n; i++)
    mcp_health_settings_init (&states[i], i % MCP_PRESET_CUSTOM);
  states[1].interval_msec = 5000;
  states[5].timeout_msec = 4321;
  states[6].strategy = MCP_STRATEGY_IDLE;
  states[6].idle_msec = 10;
  states[7].preset = MCP_PRESET_CUSTOM;
  states[8].strategy = MCP_STRATEGY_OFF;
  states[8].throttle_msec = 0;
  states[8].adaptive_timeout = TRUE;

  for (guint i = 0; i < n * n; i++)
    {
      g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\"}");
      g_autoptr (McpProfile) second = NULL;
      g_autofree char *first_json = NULL;
      g_autofree char *second_json = NULL;
      McpHealthSettings expected;
      McpHealthSettings read;

      mcp_profile_set_health (profile, &states[i / n]);
      first_json = mcp_profile_to_json (profile);
      second = profile_from (first_json);
      mcp_profile_set_health (second, &states[i % n]);
      second_json = mcp_profile_to_json (second);

      mcp_profile_get_health (second, &expected);
      read = health_from (second_json);
      if (!mcp_health_settings_equal (&read, &expected))
        g_error ("%s, then %s", first_json, second_json);
    }
}

static void
test_health_notifies_once (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\"}");
  McpHealthSettings health;
  guint n_notified = 0;

  g_signal_connect_swapped (profile, "notify::health", G_CALLBACK (count_cb), &n_notified);
  mcp_profile_get_health (profile, &health);
  mcp_profile_set_health (profile, &health);
  g_assert_cmpuint (n_notified, ==, 0);

  health.interval_msec = 7;
  health.n_failures = 2;
  mcp_profile_set_health (profile, &health);
  g_assert_cmpuint (n_notified, ==, 1);
  mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_PING, 8);
  g_assert_cmpuint (n_notified, ==, 2);
  mcp_profile_stop_probes (profile);
  mcp_profile_stop_probes (profile);
  g_assert_cmpuint (n_notified, ==, 3);
  mcp_profile_get_health (profile, &health);
  g_assert_cmpint (health.strategy, ==, MCP_STRATEGY_OFF);
  g_assert_cmpuint (health.interval_msec, ==, 7);
  g_assert_cmpuint (health.timeout_msec, ==, 8);
}

#define BOTH "interval and timeout: Local, by how the server is reached"
#define ONE  "timeout: Local, by how the server is reached"

static void
test_health_describes (void)
{
  static const struct
  {
    McpHealthStrategy strategy;
    McpReaction       reaction;
    gboolean          adaptive_timeout;
    const char       *name;
    const char       *text;
  } rows[] = {
    { MCP_STRATEGY_PERIODIC, MCP_REACTION_MARK, FALSE, "Periodic",
      "every 5 s; timeout 2 s; after 3 failures in a row: mark as stale; " BOTH },
    { MCP_STRATEGY_IDLE, MCP_REACTION_MARK, TRUE, "When idle",
      "after 60 s without traffic; timeout from 2 s, adaptive; after 3 failures in a row: mark as stale; " ONE },
    { MCP_STRATEGY_ADAPTIVE, MCP_REACTION_DISCONNECT, FALSE, "Adaptive",
      "every 5 s, more often after failures; timeout 2 s; after 3 failures in a row: disconnect; " BOTH },
    { MCP_STRATEGY_BEFORE_REQUESTS, MCP_REACTION_RESTART, FALSE, "Before requests",
      "before requests; timeout 2 s; after 3 failures in a row: connect again; " ONE },
    { MCP_STRATEGY_OFF, MCP_REACTION_RESTART, TRUE, "Off", "off" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpHealthSettings health;
      g_autofree char *text = NULL;

      mcp_health_settings_init (&health, MCP_PRESET_LOCAL);
      health.strategy = rows[i].strategy;
      health.reaction = rows[i].reaction;
      health.adaptive_timeout = rows[i].adaptive_timeout;
      text = mcp_health_settings_describe (&health);
      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpstr (mcp_health_strategy_get_name (rows[i].strategy), ==, rows[i].name);
    }
}

/* Each number is told with who said it. */
static void
test_health_sources (void)
{
  const struct { const char *json; const char *says; } rows[] = {
    { "{\"url\": \"https://example.com/mcp\"}",
      "interval and timeout: Internet, by how the server is reached" },
    { "{\"url\": \"http://192.168.1.2/mcp\"}",
      "interval and timeout: LAN, by how the server is reached" },
    { "{\"url\": \"https://example.com/mcp\", \"sounder\": {\"health\": {\"preset\": \"mobile\"}}}",
      "interval and timeout: Mobile, chosen for this server" },
    { "{\"command\": \"x\", \"sounder\": {\"health\": {\"interval\": 7}}}",
      "interval: set for this server; timeout: Local, by how the server is reached" },
    { "{\"command\": \"x\", \"sounder\": {\"health\": {\"preset\": \"satellite\", \"timeout\": 7}}}",
      "interval: Satellite, chosen for this server; timeout: set for this server" },
    { "{\"command\": \"x\", \"sounder\": {\"timeouts\": {\"ping\": 7}}}",
      "interval: Local, by how the server is reached; timeout: set for this server" },
    { "{\"command\": \"x\", \"sounder\": {\"health\": "
      "{\"preset\": \"custom\", \"interval\": 3, \"timeout\": 1}}}",
      "interval and timeout: set for this server" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpHealthSettings health = health_from (rows[i].json);
      g_autofree char *text = mcp_health_settings_describe (&health);

      g_test_message ("%s", text);
      g_assert_true (g_str_has_suffix (text, rows[i].says));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/health-settings/presets", test_health_presets);
  g_test_add_func ("/session/health-settings/default-by-kind", test_health_default_by_kind);
  g_test_add_func ("/session/health-settings/follows-kind", test_health_follows_kind);
  g_test_add_func ("/session/health-settings/reads-new-keys", test_health_reads_new_keys);
  g_test_add_func ("/session/health-settings/names-what-is-wrong",
                   test_health_names_what_is_wrong);
  g_test_add_func ("/session/health-settings/reads-old-keys", test_health_reads_old_keys);
  g_test_add_func ("/session/health-settings/migrates-old-keys", test_health_migrates_old_keys);
  g_test_add_func ("/session/health-settings/round-trips", test_health_round_trips);
  g_test_add_func ("/session/health-settings/notifies-once", test_health_notifies_once);
  g_test_add_func ("/session/health-settings/describes", test_health_describes);
  g_test_add_func ("/session/health-settings/sources", test_health_sources);

  return g_test_run ();
}
