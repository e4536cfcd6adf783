/* test-profile-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-profile.h"
#include "profile-support.h"

/* Each setting of a profile: as a property, and as a member of servers.json. */

/* A setting that is a property, as the file has it; the defaults are those of nobody having said anything. */
static const struct
{
  const char *property;
  const char *set;     /* as a GValue is written */
  const char *member;  /* of "sounder", then: what is written */
} properties[] = {
  { "inherit-env", "1", "\"inheritEnv\": \"all\"" },
  { "inputs", "[{\"id\":\"a\"}]", "\"inputs\": [{\"id\":\"a\"}]" },
  { "transport", "2", "\"transport\": \"sse\"" },
  { "ca-file", "/etc/own é.pem", "\"caFile\": \"/etc/own é.pem\"" },
  { "client-certificate", "/etc/me.pem", "\"clientCertificate\": \"/etc/me.pem\"" },
  { "client-key", "/etc/me.key", "\"clientKey\": \"/etc/me.key\"" },
  { "tests", "/home/x/a.json", "\"tests\": \"/home/x/a.json\"" },
  { "accepted-certificate", "AB:CD", "\"acceptedCertificate\": \"AB:CD\"" },
  { "read-timeout-msec", "1", "\"timeouts\": {\"read\": 0.001}" },
  { "call-timeout-msec", "86400000", "\"timeouts\": {\"call\": 86400}" },
  { "initialize-timeout-msec", "1234", "\"timeouts\": {\"initialize\": 1.234}" },
  { "discover-timeout-msec", "2500", "\"timeouts\": {\"discover\": 2.5}" },
  { "start-timeout-msec", "59999", "\"timeouts\": {\"start\": 59.999}" },
  { "other-timeout-msec", "250", "\"timeouts\": {\"other\": 0.25}" },
  { "maximum-timeout-msec", "2000000000", "\"timeouts\": {\"maximum\": 2000000}" },
  { "progress-resets", "FALSE", "\"progressResets\": false" },
  { "protocol", "1999-01-01", "\"protocol\": \"1999-01-01\"" },
  { "advertise-roots", "FALSE", "\"advertiseRoots\": false" },
  { "close-wait-msec", "0", "\"waits\": {\"close\": 0}" },
  { "term-wait-msec", "1", "\"waits\": {\"term\": 0.001}" },
  { "max-message-bytes", "1073741824", "\"maxMessageBytes\": 1073741824" },
  { "max-server-requests", "1000000", "\"maxServerRequests\": 1000000" },
  { "max-journal-bytes", "1125899906842624", "\"maxJournalBytes\": 1125899906842624" },
  { "max-memory-bytes", "16777216", "\"maxMemoryBytes\": 16777216" },
  { "restart-on-change", "TRUE", "\"restartOnChange\": true" },
  { "list-by-page", "TRUE", "\"listByPage\": true" },
  { "keep-cookies", "FALSE", "\"cookies\": false" },
  { "list-interval-sec", "30", "\"listInterval\": 30" },
  { "require", "tools,logging", "\"require\": \"tools,logging\"" },
  { "group", "At \"work\"", "\"group\": \"At \\\"work\\\"\"" },
  { "origin", "/tmp/mcp.json", "\"origin\": \"/tmp/mcp.json\"" },
  { "confirm-destructive", "FALSE", "\"confirmDestructive\": false" },
  { "record", "TRUE", "\"record\": true" },
  { "record-folder", "/srv/recordings", "\"recordFolder\": \"/srv/recordings\"" },
  { "era", "2", "\"era\": \"modern\"" },
  { "log-level", "notice", "\"logLevel\": \"notice\"" },
  { "meta", "{\"com.example/team\":\"sea\"}", "\"meta\": {\"com.example/team\":\"sea\"}" },
  { "max-rounds", "1000", "\"maxRounds\": 1000" },
};

static void
init_value (McpProfile *profile,
            const char *property,
            GValue     *value)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (profile), property);

  g_assert_nonnull (pspec);
  g_value_init (value, pspec->value_type);
}

static void
set_from_text (McpProfile *profile,
               const char *property,
               const char *text)
{
  g_auto (GValue) value = G_VALUE_INIT;

  init_value (profile, property, &value);
  if (G_VALUE_HOLDS_STRING (&value))
    g_value_set_string (&value, text);
  else if (G_VALUE_HOLDS_BOOLEAN (&value))
    g_value_set_boolean (&value, g_str_equal (text, "TRUE"));
  else if (G_VALUE_HOLDS_UINT64 (&value))
    g_value_set_uint64 (&value, g_ascii_strtoull (text, NULL, 10));
  else
    g_value_set_uint (&value, (guint) g_ascii_strtoull (text, NULL, 10));
  g_object_set_property (G_OBJECT (profile), property, &value);
}

static char *
dup_text (McpProfile *profile,
          const char *property)
{
  g_auto (GValue) value = G_VALUE_INIT;

  init_value (profile, property, &value);
  g_object_get_property (G_OBJECT (profile), property, &value);
  if (G_VALUE_HOLDS_STRING (&value))
    return g_value_dup_string (&value);
  if (G_VALUE_HOLDS_BOOLEAN (&value))
    return g_strdup (g_value_get_boolean (&value) ? "TRUE" : "FALSE");

  return G_VALUE_HOLDS_UINT64 (&value)
           ? g_strdup_printf ("%" G_GUINT64_FORMAT, g_value_get_uint64 (&value))
           : g_strdup_printf ("%u", g_value_get_uint (&value));
}

/* The table is of all of them: one that is added is added here too. */
static void
test_knows_its_properties (void)
{
  static const char * const others[] = { "name", "command", "health", "temporary", "demo", "cwd", NULL };
  g_autoptr (GTypeClass) klass = g_type_class_ref (MCP_TYPE_PROFILE);
  g_autofree GParamSpec **pspecs = NULL;
  guint n_pspecs;

  pspecs = g_object_class_list_properties (G_OBJECT_CLASS (klass), &n_pspecs);
  for (guint i = 0; i < n_pspecs; i++)
    {
      gboolean found = g_strv_contains (others, pspecs[i]->name);

      for (gsize j = 0; j < G_N_ELEMENTS (properties); j++)
        found = found || g_str_equal (properties[j].property, pspecs[i]->name);
      if (!found)
        g_error ("no test of %s", pspecs[i]->name);
    }
  g_assert_cmpuint (n_pspecs, ==, G_N_ELEMENTS (properties) + g_strv_length ((char **) others));
}

/* Each property alone: it is announced once, written as one member, read back, and goes when it is as before. */
static void
test_property (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"x\"}");
  g_autofree char *before = dup_text (profile, properties[i].property);
  g_autofree char *signal = g_strconcat ("notify::", properties[i].property, NULL);
  g_autofree char *expected = g_strdup_printf ("{\"command\": \"x\", \"sounder\": {%s}}", properties[i].member);
  g_autofree char *json = NULL;
  g_autofree char *untouched = NULL;
  g_autofree char *after = NULL;
  g_autofree char *reread = NULL;
  g_autofree char *again = NULL;
  g_autoptr (McpProfile) read = NULL;
  g_autoptr (McpProfile) copy = NULL;
  g_autofree char *copied = NULL;
  guint n_own = 0;
  guint n_all = 0;

  g_signal_connect_swapped (profile, signal, G_CALLBACK (count_cb), &n_own);
  g_signal_connect_swapped (profile, "notify", G_CALLBACK (count_cb), &n_all);

  set_from_text (profile, properties[i].property, properties[i].set);
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_all, ==, 1);
  set_from_text (profile, properties[i].property, properties[i].set);
  g_assert_cmpuint (n_all, ==, 1);
  after = dup_text (profile, properties[i].property);
  g_assert_cmpstr (after, ==, properties[i].set);

  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, expected);
  read = profile_from (json);
  reread = dup_text (read, properties[i].property);
  g_assert_cmpstr (reread, ==, properties[i].set);
  again = mcp_profile_to_json (read);
  g_assert_cmpstr (again, ==, expected);

  copy = mcp_profile_copy (profile);
  set_from_text (profile, properties[i].property, before);
  g_assert_cmpuint (n_own, ==, 2);
  untouched = mcp_profile_to_json (profile);
  g_assert_cmpstr (untouched, ==, "{\"command\": \"x\"}");
  copied = dup_text (copy, properties[i].property);
  g_assert_cmpstr (copied, ==, properties[i].set);

  /* Assigning tells of it, and of nothing else. */
  n_own = n_all = 0;
  mcp_profile_assign (profile, copy);
  g_assert_cmpuint (n_own, ==, 1);
  g_assert_cmpuint (n_all, ==, 1);
}

/* How a value is spelled stays, as long as it is not another one. */
static void
test_keeps_spelling (void)
{
  static const char json[] =
    "{\"command\": \"x\", \"sounder\": {\"maxMessageBytes\": 4.096e3, \"timeouts\": {\"call\": 1.50, \"own\": [ ]}, "
    "\"era\": \"mod\\u0065rn\", \"record\": true, \"recordFolder\": \"\\/a\", \"maxRounds\": 3.0, \"zeta\": {}}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *changed = NULL;

  g_assert_cmpstr (same, ==, json);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->record_folder, ==, "/a");
  g_assert_cmpuint (mcp_profile_get_settings (profile)->max_message_bytes, ==, 4096);

  g_object_set (profile, "read-timeout-msec", 7000, "record", FALSE, NULL);
  changed = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (changed, "\"maxMessageBytes\": 4.096e3"));
  g_assert_nonnull (strstr (changed, "\"call\": 1.50, \"own\": [ ]"));
  g_assert_nonnull (strstr (changed, "\"read\": 7"));
  g_assert_nonnull (strstr (changed, "\"era\": \"mod\\u0065rn\""));
  g_assert_nonnull (strstr (changed, "\"record\": false"));
  g_assert_nonnull (strstr (changed, "\"maxRounds\": 3.0"));
  g_assert_nonnull (strstr (changed, "\"zeta\": {}"));
}

/* What is too much or too little to be set is the most or the least; nothing wraps around. */
static void
test_bounds (void)
{
  const struct { const char *property; guint64 value; guint64 becomes; } cases[] = {
    { "max-message-bytes", G_MAXUINT64, MCP_PROFILE_MAX_MESSAGE_BYTES },
    { "max-message-bytes", 0, 1 },
    { "max-message-bytes", 100, 100 },
    { "max-journal-bytes", G_MAXUINT64, G_GUINT64_CONSTANT (1) << 50 },
    { "max-journal-bytes", 0, 1 },
    { "max-server-requests", 0, 1 },
    { "max-server-requests", G_MAXUINT, 1000000 },
    { "max-rounds", 0, 1 },
    { "max-rounds", G_MAXUINT, 1000 },
    { "call-timeout-msec", 0, 1 },
    { "call-timeout-msec", G_MAXUINT, G_MAXINT },
    { "close-wait-msec", 0, 0 },
    { "era", 17, MCP_ERA_CHOICE_MODERN },
    { "transport", 3, MCP_PROFILE_TRANSPORT_SSE },
    { "inherit-env", 2, MCP_INHERIT_ALL },
  };
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, cases[i].value);
      g_autofree char *becomes = g_strdup_printf ("%" G_GUINT64_FORMAT, cases[i].becomes);
      g_autofree char *is = NULL;

      set_from_text (profile, cases[i].property, text);
      is = dup_text (profile, cases[i].property);
      if (!g_str_equal (is, becomes))
        g_error ("%s of %s is %s", cases[i].property, text, is);
    }
}

/* An empty text is none, whoever sets it; and what can only be said in one way is said so. */
static void
test_normalizes (void)
{
  static const char * const texts[] = {
    "cwd", "ca-file", "client-certificate", "client-key", "tests", "accepted-certificate", "protocol", "group", "origin", "record-folder", "log-level",
  };
  g_autofree char *default_folder = g_build_filename (g_get_user_data_dir (), "sounder", "recordings", NULL);
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autofree char *json = NULL;
  g_autofree char *empty = NULL;
  g_autofree char *folder = NULL;
  guint n_group = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = NULL;

      set_from_text (profile, texts[i], "/something");
      set_from_text (profile, texts[i], "");
      text = dup_text (profile, texts[i]);
      g_assert_null (text);
    }
  empty = mcp_profile_to_json (profile);
  g_assert_cmpstr (empty, ==, "{}");

  g_signal_connect_swapped (profile, "notify::group", G_CALLBACK (count_cb), &n_group);
  g_object_set (profile, "group", "  a b\t", NULL);
  g_object_set (profile, "group", "a b ", NULL);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->group, ==, "a b");
  g_assert_cmpuint (n_group, ==, 1);
  g_object_set (profile, "group", " \n ", NULL);
  g_assert_null (mcp_profile_get_settings (profile)->group);

  g_object_set (profile, "origin", "a\xff" "b", NULL);
  g_assert_true (g_utf8_validate (mcp_profile_get_settings (profile)->origin, -1, NULL));
  g_object_set (profile, "origin", NULL, NULL);

  g_object_set (profile, "record", TRUE, "record-folder", default_folder, NULL);
  folder = mcp_profile_dup_record_folder (profile);
  g_assert_cmpstr (folder, ==, default_folder);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"sounder\": {\"record\": true}}");
}

/* Every member with a value of every type that it does not have. */
static void
test_names_each_member (void)
{
  static const struct
  {
    const char *member;
    const char *types;  /* that it has: [s]tring, [n]umber, [b]oolean, [a]rray, [o]bject */
  } members[] = {
    { "command", "s" }, { "args", "a" }, { "url", "s" }, { "cwd", "s" }, { "env", "o" }, { "headers", "o" },
    { "type", "s" }, { "sounder", "o" }, { "sounder.inputs", "a" }, { "sounder.values", "o" },
    { "sounder.secretHeaders", "a" }, { "sounder.secretId", "s" }, { "sounder.caFile", "s" },
    { "sounder.clientCertificate", "s" }, { "sounder.clientKey", "s" },
    { "sounder.tests", "s" }, { "sounder.acceptedCertificate", "s" }, { "sounder.oauth", "o" },
    { "sounder.reconnect", "b" }, { "sounder.timeouts", "o" }, { "sounder.progressResets", "b" },
    { "sounder.protocol", "s" }, { "sounder.roots", "a" }, { "sounder.advertiseRoots", "b" },
    { "sounder.health", "o" }, { "sounder.ping", "o" }, { "sounder.waits", "o" },
    { "sounder.restartOnChange", "b" }, { "sounder.listByPage", "b" }, { "sounder.listInterval", "n" },
    { "sounder.require", "s" }, { "sounder.group", "s" }, { "sounder.cookies", "b" },
    { "sounder.origin", "s" }, { "sounder.confirmDestructive", "b" }, { "sounder.record", "b" },
    { "sounder.recordFolder", "s" }, { "sounder.demo", "b" }, { "sounder.clientCapabilities", "o" },
    { "sounder.logLevel", "s" }, { "sounder.meta", "o" }, { "sounder.extensions", "ao" }, { "sounder.answers", "a" },
    /* These have to be some string or number, which none of below is. */
    { "sounder.inheritEnv", "" }, { "sounder.transport", "" }, { "sounder.era", "" },
    { "sounder.maxMessageBytes", "" }, { "sounder.maxServerRequests", "n" }, { "sounder.maxJournalBytes", "" },
    { "sounder.maxRounds", "n" }, { "sounder.timeouts.call", "n" }, { "sounder.waits.close", "n" },
    { "sounder.health.strategy", "" }, { "sounder.health.preset", "" }, { "sounder.health.interval", "n" },
    { "sounder.health.failures", "n" }, { "sounder.health.adaptiveTimeout", "b" }, { "sounder.health.reaction", "" },
    { "sounder.oauth.clientId", "s" },
  };
  static const struct { char type; const char *json; } values[] = {
    { 's', "\"text\"" }, { 'n', "7" }, { 'b', "true" }, { 'a', "[]" }, { 'o', "{}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (values) + 1; j++)
      {
        gboolean is_null = j == G_N_ELEMENTS (values);
        gboolean fits = is_null || strchr (members[i].types, values[j].type) != NULL;
        g_auto (GStrv) path = g_strsplit (members[i].member, ".", -1);
        g_autofree char *json = g_strdup (is_null ? "null" : values[j].json);
        g_autofree char *named = g_strdup_printf ("“%s”", members[i].member);
        g_autoptr (McpProfile) profile = NULL;
        g_autoptr (GError) error = NULL;

        for (guint k = g_strv_length (path); k > 0; k--)
          {
            g_autofree char *inner = g_steal_pointer (&json);
            const char *beside = k > 1                                       ? ""
                                 : g_strcmp0 (path[0], "command") == 0 ? ",\"url\":\"http://h\""
                                                                       : ",\"command\":\"c\"";

            json = g_strdup_printf ("{\"%s\":%s%s}", path[k - 1], inner, beside);
          }

        profile = mcp_profile_new_from_json ("my server", json, -1, &error);
        if (fits != (profile != NULL))
          g_error ("%s: %s", json, error != NULL ? error->message : "read");
        if (profile != NULL)
          {
            /* What is there is not touched by writing it. */
            g_autofree char *same = mcp_profile_to_json (profile);

            g_assert_cmpstr (same, ==, json);
            continue;
          }

        g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
        g_assert_true (g_str_has_prefix (error->message, "Server “my server”"));
        if (strstr (error->message, named) == NULL)
          g_error ("%s: %s", json, error->message);
      }
}

/* Numbers at and just beyond both ends. */
static void
test_ranges (void)
{
  static const struct
  {
    const char *object;  /* of "sounder", or "" */
    const char *key;
    const char *good[3];
    const char *bad[4];
  } cases[] = {
    { "",
      "maxMessageBytes",
      { "1024", "1073741824" },
      { "1023", "1073741825", "1024.5", "1e999" } },
    { "", "maxServerRequests", { "1", "1000000" }, { "0", "1000001", "0.5" } },
    { "", "maxJournalBytes", { "1048576", "1125899906842624" }, { "1048575", "1125899906842625" } },
    { "",
      "maxMemoryBytes",
      { "16777216", "1125899906842624" },
      { "16777215", "1125899906842625" } },
    { "", "maxRounds", { "1", "1000" }, { "0", "1001", "-3", "1.5" } },
    { "timeouts", "read", { "0.001", "2147483" }, { "0", "0.0009", "2147484" } },
    { "timeouts", "maximum", { "0.001", "2147483" }, { "0", "-0.001", "2147484" } },
    { "waits", "close", { "0", "-0", "2147483" }, { "-0.001", "2147484" } },
    { "waits", "term", { "0", "2147483" }, { "-1", "1e7" } },
    { "health", "interval", { "0.001", "2147483" }, { "0", "1e10" } },
    { "health", "throttle", { "0", "2147483" }, { "-1" } },
    { "health", "failures", { "1", "1000" }, { "0", "1001", "2.5" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint j = 0; j < 7; j++)
      {
        gboolean good = j < 3;
        const char *number = good ? cases[i].good[j] : cases[i].bad[j - 3];
        g_autofree char *member = g_strdup_printf ("{\"%s\":%s}", cases[i].key, number);
        g_autofree char *json = *cases[i].object != '\0'
                                  ? g_strdup_printf ("{\"command\":\"c\",\"sounder\":{\"%s\":%s}}", cases[i].object, member)
                                  : g_strdup_printf ("{\"command\":\"c\",\"sounder\":%s}", member);
        g_autofree char *named = g_strdup_printf ("sounder%s%s.%s”", *cases[i].object != '\0' ? "." : "",
                                                  cases[i].object, cases[i].key);
        g_autoptr (McpProfile) profile = NULL;
        g_autoptr (GError) error = NULL;

        if (number == NULL)
          continue;

        profile = mcp_profile_new_from_json ("n", json, -1, &error);
        if (good != (profile != NULL))
          g_error ("%s: %s", json, error != NULL ? error->message : "read");
        if (good)
          {
            g_autofree char *same = mcp_profile_to_json (profile);

            g_assert_cmpstr (same, ==, json);
          }
        else if (strstr (error->message, named) == NULL || strstr (error->message, " number from") == NULL)
          g_error ("%s: %s", json, error->message);
      }
}

/* A file cannot say that it is the demo, which nobody is asked about. */
static void
test_demo_of_file (void)
{
  g_autoptr (McpProfile) profile = profile_from ("{\"command\":\"evil\",\"sounder\":{\"demo\":true}}");
  g_autofree char *json = NULL;

  g_assert_false (mcp_profile_get_settings (profile)->demo);
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"command\":\"evil\",\"sounder\":{\"demo\":true}}");
}

/* What other clients write of signing in is read, ours wins, and what is changed is no longer said in two ways. */
static void
test_foreign_auth (void)
{
  static const char json[] =
    "{\"url\":\"https://h/mcp\",\"oauth\":{\"clientId\":\"theirs\",\"scopes\":[\"a\",\"b\"],\"audiences\":[1]},"
    "\"auth\":{\"CLIENT_SECRET\":\"${env:X}\"},\"sounder\":{\"oauth\":{\"clientId\":\"ours\"}}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;
  g_autoptr (McpAuthSettings) changed = NULL;
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *written = NULL;

  g_assert_cmpstr (same, ==, json);
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_CLIENT_ID), ==, "ours");
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_SCOPE), ==, "a b");
  g_assert_null (mcp_auth_settings_get (auth, MCP_AUTH_CLIENT_SECRET));

  changed = mcp_auth_settings_copy (auth);
  mcp_auth_settings_set (changed, MCP_AUTH_SCOPE, "c");
  mcp_profile_set_auth (profile, changed);
  written = mcp_profile_to_json (profile);
  g_assert_null (strstr (written, "scopes"));
  g_assert_nonnull (strstr (written, "\"audiences\": [1]"));
  g_assert_nonnull (strstr (written, "\"clientId\": \"theirs\""));
  g_assert_nonnull (strstr (written, "\"scope\": \"c\""));
}

/* What departs from a rule, and parameters, each by its own key; true is as good as "true". */
static void
test_auth_departures (void)
{
  static const char json[] =
    "{\"url\":\"https://h/mcp\",\"sounder\":{\"oauth\":{\"param.audience\":\"a&b\",\"param.state\":\"x\",\"assumePkce\":true,"
    "\"resource\":\"none\",\"ignoreIssuerSlash\":\"true\"}}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;
  g_auto (GStrv) params = mcp_auth_settings_dup_params (auth);
  g_autoptr (McpAuthSettings) changed = mcp_auth_settings_copy (auth);
  g_autofree char *same = mcp_profile_to_json (profile);
  g_autofree char *written = NULL;
  g_autofree char *without = NULL;

  g_assert_cmpstr (same, ==, json);
  g_assert_cmpstr (params[0], ==, "audience");
  g_assert_cmpstr (params[1], ==, "a&b");
  g_assert_null (params[2]);
  g_assert_true (mcp_auth_settings_is_on (auth, MCP_AUTH_ASSUME_PKCE));
  g_assert_true (mcp_auth_settings_is_on (auth, MCP_AUTH_IGNORE_ISSUER_SLASH));
  g_assert_cmpstr (mcp_auth_settings_get (auth, MCP_AUTH_RESOURCE), ==, "none");

  mcp_auth_settings_set_param (changed, "prompt", "login");
  mcp_profile_set_auth (profile, changed);
  written = mcp_profile_to_json (profile);
  g_assert_nonnull (strstr (written, "\"param.audience\": \"a&b\""));
  g_assert_nonnull (strstr (written, "\"param.prompt\": \"login\""));
  g_assert_null (strstr (written, "\"param\""));
  g_assert_null (strstr (written, "param.state"));

  mcp_auth_settings_set (changed, MCP_AUTH_PARAM, NULL);
  mcp_profile_set_auth (profile, changed);
  without = mcp_profile_to_json (profile);
  g_assert_null (strstr (without, "param"));
}

/* Each way of saying when to connect again, by kind of server. */
static void
test_reconnect (void)
{
  static const struct { const char *json; gboolean is; } cases[] = {
    { "{\"command\":\"c\"}", FALSE },
    { "{\"command\":\"c\",\"sounder\":{\"reconnect\":true}}", TRUE },
    { "{\"command\":\"c\",\"sounder\":{\"reconnect\":null}}", FALSE },
    { "{\"url\":\"http://h\"}", TRUE },
    { "{\"url\":\"http://h\",\"sounder\":{\"reconnect\":false}}", FALSE },
    { "{\"url\":\"http://h\",\"sounder\":{\"reconnect\":null}}", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (cases[i].json);
      g_autoptr (McpProfile) read = NULL;
      g_autofree char *json = mcp_profile_to_json (profile);
      g_autofree char *written = NULL;

      g_assert_cmpint (mcp_profile_get_reconnect (profile), ==, cases[i].is);
      g_assert_cmpstr (json, ==, cases[i].json);
      mcp_profile_set_reconnect (profile, !cases[i].is);
      written = mcp_profile_to_json (profile);
      read = profile_from (written);
      g_assert_cmpint (mcp_profile_get_reconnect (read), ==, !cases[i].is);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/profile-settings/knows-its-properties", test_knows_its_properties);
  for (gsize i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char *path = g_strconcat ("/session/profile-settings/property/", properties[i].property, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_property);
    }
  g_test_add_func ("/session/profile-settings/keeps-spelling", test_keeps_spelling);
  g_test_add_func ("/session/profile-settings/bounds", test_bounds);
  g_test_add_func ("/session/profile-settings/normalizes", test_normalizes);
  g_test_add_func ("/session/profile-settings/names-each-member", test_names_each_member);
  g_test_add_func ("/session/profile-settings/ranges", test_ranges);
  g_test_add_func ("/session/profile-settings/demo-of-file", test_demo_of_file);
  g_test_add_func ("/session/profile-settings/foreign-auth", test_foreign_auth);
  g_test_add_func ("/session/profile-settings/auth-departures", test_auth_departures);
  g_test_add_func ("/session/profile-settings/reconnect", test_reconnect);

  return g_test_run ();
}
