/* test-sign-in.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "mcp-error.h"
#include "sign-in-fixture.h"
#include "sounder-json-row.h"
#include "sounder-server-dialog.h"
#include "sounder-server-row.h"
#include "sounder-sign-in-step-row.h"
#include "sounder-status-bar.h"
#include "sounder-timeline-cells.h"
#include "sounder-timeline-page.h"
#include "sounder-token-group.h"
#include "test-support.h"

/*
 * Signing in from the window to the demo server. The browser is this program once more, which GIO
 * starts as that of the system: see sign_in_set_up_browser().
 */

typedef struct
{
  WindowFixture  window;
  CliDemo       *demo;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  breaks)
{
  const char *options[] = { "--auth", "--auth-approve", breaks != NULL ? "--auth-break" : NULL,
                            breaks, NULL };

  fixture->demo = cli_demo_start_with (options);
  sign_in_open_window (&fixture->window, fixture->demo->url);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  breaks)
{
  sign_in_close_window (&fixture->window);
  cli_demo_free (fixture->demo);
}

/* A label with a text in it. */
static GtkWidget *
find_text (GtkWidget  *root,
           const char *text)
{
  if (GTK_IS_LABEL (root) && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_text (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static gpointer
get_token_part (SounderSignInDialog *dialog,
                const char          *name)
{
  return gtk_widget_get_template_child (sign_in_get_part (dialog, "token_group"), SOUNDER_TYPE_TOKEN_GROUP,
                                        name);
}

static McpAuthFlow *
get_flow (Fixture *fixture)
{
  return mcp_authorizer_get_flow (mcp_session_get_authorizer (fixture->window.session));
}

static McpAuthorizerStatus
get_status (Fixture *fixture)
{
  return mcp_authorizer_get_status (mcp_session_get_authorizer (fixture->window.session));
}

static SounderSignInDialog *
show_dialog (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window.view), "session.show-authorization", NULL);
  TEST_AWAIT_POLL (sign_in_find_dialog () != NULL && gtk_widget_get_mapped (GTK_WIDGET (sign_in_find_dialog ())));

  return sign_in_find_dialog ();
}

static void
close_dialog (void)
{
  gtk_window_close (GTK_WINDOW (sign_in_find_dialog ()));
  TEST_AWAIT_POLL (sign_in_find_dialog () == NULL);
}

/* From an address to its tools in three clicks; then all that shows it says so. */
static void
test_three_clicks (Fixture       *fixture,
                   gconstpointer  unused)
{
  McpCatalog *tools = mcp_session_get_catalog (fixture->window.session, MCP_CATALOG_TOOLS);
  GtkWidget *bar = app_test_find (GTK_WIDGET (fixture->window.view), SOUNDER_TYPE_STATUS_BAR);
  GtkWidget *row = app_test_find (GTK_WIDGET (fixture->window.window), SOUNDER_TYPE_SERVER_ROW);
  GtkLabel *label = GTK_LABEL (gtk_widget_get_template_child (bar, SOUNDER_TYPE_STATUS_BAR,
                                                              "authorization_label"));
  GtkWidget *key = GTK_WIDGET (gtk_widget_get_template_child (row, SOUNDER_TYPE_SERVER_ROW,
                                                              "authorization"));

  g_assert_cmpstr (gtk_label_get_text (label), ==, "The server asks to sign in");
  g_assert_true (gtk_widget_has_css_class (key, "state-slow"));
  sign_in_from_window (&fixture->window);

  /* The third. */
  show_page (&fixture->window, "tools");
  TEST_AWAIT_POLL (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (tools)), >, 0);

  g_assert_true (g_str_has_prefix (gtk_label_get_text (label), "Signed in until "));
  g_assert_true (gtk_widget_get_visible (key));
  g_assert_false (gtk_widget_has_css_class (key, "state-slow"));
}

static GtkWidget *
get_step (SounderSignInDialog *dialog,
          McpAuthStage         stage)
{
  return GTK_WIDGET (gtk_list_box_get_row_at_index (sign_in_get_part (dialog, "steps"), (int) stage));
}

/* The rows of a step: what was exchanged leads to the timeline, what was found is a document. */
static void
test_steps (Fixture       *fixture,
            gconstpointer  unused)
{
  SounderSignInDialog *dialog;
  GtkWidget *step;
  GtkWidget *document;
  GtkWidget *exchange;
  GtkWidget *page;
  SounderTimeline *timeline;
  McpRecord *record;
  g_autofree char *summary = NULL;

  sign_in_from_window (&fixture->window);
  dialog = show_dialog (fixture);
  step = get_step (dialog, MCP_AUTH_STAGE_SERVER);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (step), TRUE);
  document = app_test_find (step, SOUNDER_TYPE_JSON_ROW);
  g_assert_nonnull (document);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (document), TRUE);
  TEST_AWAIT_POLL (find_text (document, "token_endpoint") != NULL);

  exchange = find_text (step, "/.well-known/oauth-authorization-server");
  g_assert_nonnull (exchange);
  exchange = gtk_widget_get_ancestor (exchange, ADW_TYPE_ACTION_ROW);
  gtk_widget_activate (exchange);
  page = show_page (&fixture->window, "timeline");
  timeline = sounder_timeline_page_get_timeline (SOUNDER_TIMELINE_PAGE (page));
  TEST_AWAIT_POLL (sounder_timeline_get_selected_record (timeline) != NULL);
  record = sounder_timeline_get_selected_record (timeline);
  g_assert_cmpint (mcp_record_get_channel (record), ==, MCP_CHANNEL_AUTH);
  g_assert_cmpint (mcp_record_get_kind (record), ==, MCP_RECORD_HTTP_REQUEST);
  summary = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);
  g_assert_true (g_str_has_prefix (summary, "GET http://127.0.0.1:"));
  close_dialog ();
}

/* What the token says, whether its signature is right, and its end. */
static void
test_token (Fixture       *fixture,
            gconstpointer  unused)
{
  SounderSignInDialog *dialog;
  McpAuthorizer *authorizer = mcp_session_get_authorizer (fixture->window.session);
  g_autofree char *first = NULL;
  AdwExpanderRow *access;

  sign_in_from_window (&fixture->window);
  dialog = show_dialog (fixture);
  first = g_strdup (mcp_authorizer_get_token (authorizer)->access_token);
  g_assert_nonnull (strstr (adw_preferences_row_get_title (get_token_part (dialog, "lasts_row")),
                            "expires in "));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (get_token_part (dialog, "granted_row")),
                            "mcp:read"));
  access = get_token_part (dialog, "access_row");
  g_assert_cmpstr (adw_expander_row_get_subtitle (access), ==, "JWT, ES256, signature not verified");
  sign_in_click (get_token_part (dialog, "access_button"));
  TEST_AWAIT_POLL (g_str_equal (adw_expander_row_get_subtitle (access),
                                "JWT, ES256, signed by the authorization server"));
  adw_expander_row_set_expanded (access, TRUE);
  TEST_AWAIT_POLL (find_text (GTK_WIDGET (access), "demo-user") != NULL);

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.refresh", NULL);
  TEST_AWAIT_POLL (get_status (fixture) == MCP_AUTHORIZER_SIGNED_IN);
  g_assert_cmpstr (mcp_authorizer_get_token (authorizer)->access_token, !=, first);
  g_assert_cmpstr (adw_expander_row_get_subtitle (access), ==, "JWT, ES256, signature not verified");

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.revoke", NULL);
  TEST_AWAIT_POLL (mcp_authorizer_get_token (authorizer) == NULL);
  TEST_AWAIT_POLL (!gtk_widget_get_visible (sign_in_get_part (dialog, "token_group")));
  close_dialog ();
}

/* It waits before each step, and goes on when it is told. */
static void
test_step_by_step (Fixture       *fixture,
                   gconstpointer  unused)
{
  SounderSignInDialog *dialog = show_dialog (fixture);
  guint n_steps = 0;

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.step", NULL);
  while (get_status (fixture) == MCP_AUTHORIZER_WORKING)
    {
      TEST_AWAIT_POLL (sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_GO) || sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_CONSENT)
                       || get_status (fixture) != MCP_AUTHORIZER_WORKING);
      if (get_status (fixture) != MCP_AUTHORIZER_WORKING)
        break;
      if (sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_GO))
        n_steps++;
      sign_in_click (sign_in_get_part (dialog, "answer_button"));
    }
  g_assert_cmpint (get_status (fixture), ==, MCP_AUTHORIZER_SIGNED_IN);
  g_assert_cmpuint (n_steps, >=, 5);
  /* It was not asked to connect. */
  g_assert_true (GTK_IS_WIDGET (dialog));
  g_assert_cmpint (sounder_server_get_status (fixture->window.server), !=, SOUNDER_STATUS_READY);
  close_dialog ();
}

/* What is tried stands there with what became of it; the token of before is still there. */
static void
test_mistakes (Fixture       *fixture,
               gconstpointer  unused)
{
  SounderSignInDialog *dialog;
  GtkWidget *group;

  sign_in_from_window (&fixture->window);
  dialog = show_dialog (fixture);
  group = sign_in_get_part (dialog, "mistakes_group");
  g_assert_false (gtk_widget_get_visible (group));

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.try", "u", MCP_AUTH_UNKNOWN_TOKEN);
  TEST_AWAIT_POLL (find_text (group, "refused, as it must be") != NULL);
  g_assert_nonnull (find_text (group, "401 Unauthorized"));

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.try", "u", MCP_AUTH_CODE_TWICE);
  TEST_AWAIT_POLL (sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_CONSENT)
                   && gtk_widget_get_mapped (sign_in_get_part (dialog, "answer_button")));
  sign_in_click (sign_in_get_part (dialog, "answer_button"));
  TEST_AWAIT_POLL (find_text (group, "OAuth 2.1 section 4.1.3") != NULL);
  g_assert_null (find_text (group, "accepted"));
  g_assert_cmpint (get_status (fixture), ==, MCP_AUTHORIZER_SIGNED_IN);
  close_dialog ();
}

/* The step that fails says why, unfolded, and one may try again. */
static void
test_broken (Fixture       *fixture,
             gconstpointer  breaks)
{
  SounderSignInDialog *dialog = show_dialog (fixture);
  GtkWidget *step;

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.begin", NULL);
  TEST_AWAIT_POLL (get_status (fixture) == MCP_AUTHORIZER_FAILED);
  step = get_step (dialog, MCP_AUTH_STAGE_SERVER);
  g_assert_true (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (step)));
  g_assert_nonnull (find_text (step, "auth.issuer"));
  g_assert_nonnull (strstr (adw_preferences_group_get_description (sign_in_get_part (dialog, "steps_group")),
                            "attacker.example.com"));
  /* No setting helps. */
  g_assert_true (gtk_widget_get_visible (sign_in_get_part (dialog, "remedy_group")));
  g_assert_false (gtk_widget_get_visible (sign_in_get_part (dialog, "remedy_button")));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (sign_in_get_part (dialog, "begin_button")));
  close_dialog ();
}

/* (transfer none) (nullable) */
static GtkWindow *
find_editor (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_SERVER_DIALOG (window))
        return GTK_WINDOW (window);
    }

  return NULL;
}

/* The step that fails names its setting, and leads to where that is set. */
static void
test_remedy (Fixture       *fixture,
             gconstpointer  breaks)
{
  SounderSignInDialog *dialog = show_dialog (fixture);

  g_assert_false (gtk_widget_get_visible (sign_in_get_part (dialog, "remedy_group")));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.begin", NULL);
  TEST_AWAIT_POLL (get_status (fixture) == MCP_AUTHORIZER_FAILED);
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (sign_in_get_part (dialog, "remedy_row")), "“assumePkce”"));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (sign_in_get_part (dialog, "remedy_button")));
  sign_in_click (sign_in_get_part (dialog, "remedy_button"));
  TEST_AWAIT_POLL (sign_in_find_dialog () == NULL && find_editor () != NULL);
  gtk_window_destroy (find_editor ());
}

/* Nobody answers any more when the dialog is closed, and nothing goes on. */
static void
test_close (Fixture       *fixture,
            gconstpointer  unused)
{
  SounderSignInDialog *dialog = show_dialog (fixture);

  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.begin", NULL);
  TEST_AWAIT_POLL (sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_CONSENT));
  close_dialog ();
  TEST_AWAIT_POLL (get_status (fixture) == MCP_AUTHORIZER_FAILED);
  g_assert_error (mcp_auth_flow_get_error (get_flow (fixture)), MCP_ERROR, MCP_ERROR_CANCELLED);

  /* The same again, ended by its own button; a second dialog is never opened beside one. */
  dialog = show_dialog (fixture);
  g_assert_true (show_dialog (fixture) == dialog);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "sign-in.begin", NULL);
  TEST_AWAIT_POLL (sign_in_needs (&fixture->window, MCP_AUTH_NEEDS_CONSENT)
                   && gtk_widget_get_mapped (sign_in_get_part (dialog, "cancel_button")));
  sign_in_click (sign_in_get_part (dialog, "cancel_button"));
  TEST_AWAIT_POLL (get_status (fixture) == MCP_AUTHORIZER_FAILED);
  close_dialog ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *self = NULL;
  g_autofree char *command = NULL;
  int status;

  if (argc == 3 && g_str_equal (argv[1], "--browse"))
    {
      g_free (cli_browse (argv[2], TRUE));
      return 0;
    }

  folder = g_dir_make_tmp ("sounder-sign-in-XXXXXX", NULL);
  self = g_canonicalize_filename (argv[0], NULL);
  command = g_strdup_printf ("\"%s\" --browse", self);
  sign_in_set_up_browser (folder, command);
  app_test_init (&argc, &argv);

  g_test_add ("/app/sign-in/three-clicks", Fixture, NULL, set_up, test_three_clicks, tear_down);
  g_test_add ("/app/sign-in/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/app/sign-in/token", Fixture, NULL, set_up, test_token, tear_down);
  g_test_add ("/app/sign-in/step-by-step", Fixture, NULL, set_up, test_step_by_step, tear_down);
  g_test_add ("/app/sign-in/broken", Fixture, "wrong-issuer", set_up, test_broken, tear_down);
  g_test_add ("/app/sign-in/remedy", Fixture, "no-s256", set_up, test_remedy, tear_down);
  g_test_add ("/app/sign-in/mistakes", Fixture, NULL, set_up, test_mistakes, tear_down);
  g_test_add ("/app/sign-in/close", Fixture, NULL, set_up, test_close, tear_down);

  status = g_test_run ();
  test_remove_tree (folder);

  return status;
}
