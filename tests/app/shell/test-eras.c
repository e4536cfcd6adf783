/* test-eras.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-capabilities.h"
#include "sounder-compare-window.h"
#include "sounder-freshness.h"
#include "sounder-protocol-settings.h"
#include "sounder-rounds-pane.h"
#include "sounder-subscriptions-panel.h"
#include "sounder-timeline-cells.h"
#include "test-support.h"

/* What people see of the two eras. */

static void
test_extension_ids (void)
{
  static const char *const good[] = {
    "io.modelcontextprotocol/tasks", "com.example/a", "a/b", "com.ex-ample/A.b-c_d",
  };
  static const char *const bad[] = {
    "", "tasks", "/tasks", "com.example/", ".com/a", "com./a", "com..example/a", "1com/a",
    "com.example/-a", "com.example/a.", "com.example/a b", "com.example/a/b", "com.-x/a",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (sounder_protocol_settings_is_extension_id (good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (sounder_protocol_settings_is_extension_id (bad[i]));
}

static SounderProtocolSettings *
new_settings (McpProfile *profile)
{
  SounderProtocolSettings *self = g_object_ref_sink (
    g_object_new (SOUNDER_TYPE_PROTOCOL_SETTINGS, NULL));

  sounder_protocol_settings_load (self, profile);

  return self;
}

static GtkWidget *
child_of (SounderProtocolSettings *self,
          const char              *id)
{
  return GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (self), SOUNDER_TYPE_PROTOCOL_SETTINGS, id));
}

/* Nothing changes by being shown; what the form does not know stays. */
static void
test_settings_kept (void)
{
  const char *json = "{\"command\":\"x\",\"sounder\":{\"era\":\"modern\",\"protocol\":\"2026-07-28\","
                     "\"clientCapabilities\":{\"sampling.tools\":false,\"sampling.context\":true},"
                     "\"extensions\":[\"com.example/odd\",\"io.modelcontextprotocol/ui\"],"
                     "\"logLevel\":\"notice\",\"maxRounds\":3}}";
  g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("x", json, -1, NULL);
  g_autoptr (McpProfile) made = mcp_profile_copy (profile);
  SounderProtocolSettings *self = new_settings (profile);
  g_autofree char *before = mcp_profile_to_json (profile);
  g_autofree char *after = NULL;

  app_test_assert_labelled (GTK_WIDGET (self));
  app_test_assert_fits (GTK_WIDGET (self));
  g_assert_true (sounder_protocol_settings_validate (self));
  sounder_protocol_settings_store (self, made);
  after = mcp_profile_to_json (made);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (mcp_profile_get_client_capability (made, "sampling.context"));
  g_assert_finalize_object (self);
}

static void
test_settings_unknown_revision (void)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("x");
  g_autoptr (McpProfile) made = mcp_profile_copy (profile);
  SounderProtocolSettings *self;

  g_object_set (profile, "protocol", "2030-01-01", NULL);
  self = new_settings (profile);
  sounder_protocol_settings_store (self, made);
  g_assert_cmpstr (mcp_profile_get_settings (made)->protocol, ==, "2030-01-01");
  g_assert_finalize_object (self);
}

static void
test_settings_edited (void)
{
  static const char *const extensions[] = { "io.modelcontextprotocol/tasks", "io.modelcontextprotocol/skills",
                                            "com.example/new", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new ("x");
  SounderProtocolSettings *self = new_settings (profile);
  GtkWidget *entry = child_of (self, "extension_entry");

  adw_combo_row_set_selected (ADW_COMBO_ROW (child_of (self, "era_row")), MCP_ERA_CHOICE_LEGACY);
  adw_combo_row_set_selected (ADW_COMBO_ROW (child_of (self, "protocol_row")), 1);
  g_assert_false (sounder_protocol_settings_validate (self));
  g_assert_true (gtk_widget_get_visible (child_of (self, "protocol_error")));
  adw_combo_row_set_selected (ADW_COMBO_ROW (child_of (self, "era_row")), MCP_ERA_CHOICE_AUTO);
  g_assert_true (sounder_protocol_settings_validate (self));

  gtk_editable_set_text (GTK_EDITABLE (entry), "odd");
  g_assert_false (sounder_protocol_settings_validate (self));
  gtk_editable_set_text (GTK_EDITABLE (entry), "com.example/new");
  g_assert_true (sounder_protocol_settings_validate (self));
  g_signal_emit_by_name (entry, "apply");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");

  adw_combo_row_set_selected (ADW_COMBO_ROW (child_of (self, "level_row")), 4);
  gtk_editable_set_text (GTK_EDITABLE (child_of (self, "rounds_row")), "0");
  g_assert_false (sounder_protocol_settings_validate (self));
  gtk_editable_set_text (GTK_EDITABLE (child_of (self, "rounds_row")), "5");
  g_assert_true (sounder_protocol_settings_validate (self));

  sounder_protocol_settings_store (self, profile);
  g_assert_cmpstr (mcp_profile_get_settings (profile)->protocol, ==, "2026-07-28");
  g_assert_cmpstr (mcp_profile_get_settings (profile)->era.log_level, ==, "warning");
  g_assert_cmpuint (mcp_profile_get_settings (profile)->era.max_rounds, ==, 5);
  g_assert_true (g_strv_equal ((const char *const *) mcp_profile_get_settings (profile)->era.extensions,
                               extensions));
  g_assert_finalize_object (self);
}

static SounderCapability *
find_capability (GPtrArray  *list,
                 const char *key)
{
  for (guint i = 0; i < list->len; i++)
    {
      SounderCapability *capability = g_ptr_array_index (list, i);

      if (g_str_equal (capability->key, key))
        return capability;
    }

  g_error ("no capability %s", key);
}

/* Each extension is a line of its own; what nobody knows is said to be so. */
static void
test_extensions_listed (void)
{
  const char *now = "{\"capabilities\":{\"logging\":{},\"com.acme/odd\":{},\"experimental\":{},"
                    "\"extensions\":{\"io.modelcontextprotocol/tasks\":{},\"com.example/x\":{\"v\":1}}}}";
  const char *before = "{\"capabilities\":{\"extensions\":{\"com.example/x\":{\"v\":2}}}}";
  g_autoptr (GPtrArray) list =
    sounder_capabilities_parse (now, strlen (now), before, strlen (before), "{\"sampling\":{}}");

  g_assert_true (find_capability (list, "com.acme/odd")->unknown);
  g_assert_false (find_capability (list, "experimental")->unknown);
  g_assert_false (find_capability (list, "io.modelcontextprotocol/tasks")->unknown);
  g_assert_cmpint (find_capability (list, "io.modelcontextprotocol/tasks")->change, ==,
                   SOUNDER_CHANGE_NEW);
  g_assert_true (find_capability (list, "com.example/x")->unknown);
  g_assert_cmpint (find_capability (list, "com.example/x")->change, ==, SOUNDER_CHANGE_CHANGED);
}

static void
test_freshness (void)
{
  g_autofree char *none = sounder_freshness_dup_hint (-1, NULL);
  g_autofree char *hint = sounder_freshness_dup_hint (3600000, "public");
  g_autofree char *fresh = sounder_freshness_dup_state (239 * G_USEC_PER_SEC, "private");
  g_autofree char *stale = sounder_freshness_dup_state (0, "\033[1m");

  g_assert_cmpstr (none, ==, "does not say for how long it is valid");
  g_assert_cmpstr (hint, ==, "valid for 1 h · public");
  g_assert_cmpstr (fresh, ==, "fresh for 4 min · private");
  g_assert_null (strchr (stale, '\033'));
}

#define DISCOVER                                                                                   \
  "\"server/discover\": {\"result\": {\"resultType\": \"complete\", \"supportedVersions\": "           \
  "[\"2026-07-28\"], \"capabilities\": {\"tools\": {}}}}"

static McpSession *
open_modern (const char *script)
{
  g_autoptr (McpProfile) profile = app_test_new_profile ("m", script);
  McpSession *session;

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_MODERN);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);
  mcp_session_open_async (session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);

  return session;
}

static void
close_session (McpSession *session)
{
  mcp_session_close_async (session, NULL, NULL, NULL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_CLOSED);
  app_test_let_go (session);
}

static void
test_filter_words (void)
{
  g_autofree char *all = sounder_subscription_dup_filter (
    "{\"toolsListChanged\":true,\"promptsListChanged\":false,\"resourceSubscriptions\":[\"a:b\"],"
    "\"x\\u001b\":true}");
  g_autofree char *none = sounder_subscription_dup_filter ("{}");

  g_assert_true (g_str_has_prefix (all, "list of tools, a:b, x"));
  g_assert_null (strchr (all, '\033'));
  g_assert_cmpstr (none, ==, "nothing");
}

/* What was refused is said; a subscription can be closed. */
static void
test_subscriptions (void)
{
  McpSession *session = open_modern (
    "[{\"serve\": {" DISCOVER ", \"subscriptions/listen\": {\"silent\": true, \"before\": [{\"send\": "
    "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/subscriptions/acknowledged\", \"params\": "
    "{\"_meta\": {\"io.modelcontextprotocol/subscriptionId\": \"$id\"}, \"notifications\": "
    "{\"toolsListChanged\": true}}}}]}}}]");
  GtkWidget *panel = g_object_ref_sink (g_object_new (SOUNDER_TYPE_SUBSCRIPTIONS_PANEL, "session", session, NULL));
  g_autoptr (McpSubscription) subscription = NULL;
  g_autofree char *state = NULL;
  g_autofree char *closed = NULL;

  g_assert_true (gtk_widget_get_visible (panel));
  subscription =
    mcp_session_listen (session, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  TEST_AWAIT (mcp_subscription_get_state (subscription) == MCP_SUBSCRIPTION_LISTENING);
  app_test_assert_labelled (panel);
  app_test_assert_fits (panel);

  state = sounder_subscription_dup_state (subscription, g_get_monotonic_time ());
  g_assert_cmpstr (state, ==, "acknowledged · 0 notifications\nnot granted: promptsListChanged");
  mcp_subscription_close (subscription);
  closed = sounder_subscription_dup_state (subscription, g_get_monotonic_time ());
  g_assert_true (g_str_has_prefix (closed, "closed"));

  g_assert_finalize_object (panel);
  close_session (session);
}

static guint
count_rows (GtkWidget *widget)
{
  guint n = GTK_IS_LIST_BOX_ROW (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_rows (child);

  return n;
}

/* All rounds of one call are one conversation, from whichever of its messages it is looked at. */
static void
test_rounds (void)
{
  McpSession *session = open_modern (
    "[{\"serve\": {" DISCOVER ", \"tools/call\": {\"result\": {\"resultType\": \"input_required\", "
    "\"requestState\": \"opaque\", \"inputRequests\": {\"a\": {\"method\": \"roots/list\"}}}}}}]");
  McpJournal *journal = mcp_session_get_journal (session);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("t", NULL);
  GtkWidget *pane = g_object_ref_sink (g_object_new (SOUNDER_TYPE_ROUNDS_PANE, NULL));
  g_autoptr (McpRecord) first = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autoptr (McpRecord) last = NULL;
  g_autofree char *method = NULL;
  g_autofree char *first_method = NULL;
  McpCallRound round;

  g_object_set (mcp_session_get_profile (session), "max-rounds", 2, NULL);
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
  g_assert_true (mcp_call_get_round (call, 0, &round));
  first = mcp_journal_get_record (journal, round.request_serial);
  answer = mcp_journal_get_record (journal, round.answer_serial);
  last = mcp_journal_get_record (journal, mcp_call_get_outcome (call)->serial);

  g_assert_true (sounder_rounds_pane_has_rounds (first));
  g_assert_true (sounder_rounds_pane_has_rounds (answer));
  first_method = sounder_timeline_cell_dup_text (first, SOUNDER_COLUMN_METHOD);
  method = sounder_timeline_cell_dup_text (last, SOUNDER_COLUMN_METHOD);
  g_assert_cmpstr (first_method, ==, "tools/call");
  g_assert_cmpstr (method, ==, "↳ tools/call");

  /* Three requests and answers; a state in each answer, and in the requests after the first. */
  sounder_rounds_pane_set_record (SOUNDER_ROUNDS_PANE (pane), answer);
  g_assert_cmpuint (count_rows (pane), ==, 11);
  app_test_assert_labelled (pane);
  app_test_assert_fits (pane);
  sounder_rounds_pane_set_record (SOUNDER_ROUNDS_PANE (pane), last);
  g_assert_cmpuint (count_rows (pane), ==, 11);

  g_assert_finalize_object (pane);
  g_clear_object (&first);
  g_clear_object (&answer);
  g_clear_object (&last);
  close_session (session);
}

/* Each era has its column; what differs stands below, what the revisions explain only when asked. */
static void
test_compare_window (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = app_test_new_profile (
    "m", "[{\"serve\": {" DISCOVER ", \"tools/list\": {\"result\": {\"tools\": []}}}}]");
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  SounderCompareWindow *window = sounder_compare_window_new (server);
  McpComparison *comparison = sounder_compare_window_get_comparison (window);
  GtkWidget *list = GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (window), SOUNDER_TYPE_COMPARE_WINDOW, "list"));
  GtkWidget *expected = GTK_WIDGET (gtk_widget_get_template_child (
    GTK_WIDGET (window), SOUNDER_TYPE_COMPARE_WINDOW, "show_expected"));
  guint n_all;
  guint n_surprises;

  TEST_AWAIT (mcp_comparison_get_facts (comparison, MCP_ERA_LEGACY) != NULL
              && mcp_comparison_get_facts (comparison, MCP_ERA_MODERN) != NULL);
  g_assert_no_error (mcp_comparison_get_error (comparison, MCP_ERA_LEGACY));
  g_assert_no_error (mcp_comparison_get_error (comparison, MCP_ERA_MODERN));
  n_surprises = mcp_comparison_count_surprises (comparison);
  n_all = mcp_comparison_get_differences (comparison)->len;
  g_assert_cmpuint (n_all, >, n_surprises);
  TEST_AWAIT (count_rows (list) == n_surprises);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (expected), TRUE);
  g_assert_cmpuint (count_rows (list), ==, n_all);
  app_test_assert_labelled (GTK_WIDGET (window));
  app_test_assert_fits (gtk_window_get_child (GTK_WINDOW (window)));

  for (McpEra era = MCP_ERA_LEGACY; era <= MCP_ERA_MODERN; era++)
    TEST_AWAIT (mcp_session_get_state (mcp_comparison_get_session (comparison, era))
                == MCP_SESSION_CLOSED);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/eras/extension-ids", test_extension_ids);
  g_test_add_func ("/app/eras/settings-kept", test_settings_kept);
  g_test_add_func ("/app/eras/settings-unknown-revision", test_settings_unknown_revision);
  g_test_add_func ("/app/eras/settings-edited", test_settings_edited);
  g_test_add_func ("/app/eras/extensions-listed", test_extensions_listed);
  g_test_add_func ("/app/eras/freshness", test_freshness);

  g_test_add_func ("/app/eras/filter-words", test_filter_words);
  g_test_add_func ("/app/eras/subscriptions", test_subscriptions);
  g_test_add_func ("/app/eras/rounds", test_rounds);

  g_test_add_func ("/app/eras/compare-window", test_compare_window);

  return g_test_run ();
}
