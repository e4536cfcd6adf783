/* sign-in-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sign-in-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "sounder-connect-report.h"
#include "test-support.h"

SounderSignInDialog *
sign_in_find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_SIGN_IN_DIALOG (window))
        return SOUNDER_SIGN_IN_DIALOG (window);
    }

  return NULL;
}

gpointer
sign_in_get_part (SounderSignInDialog *dialog,
                  const char          *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (dialog), SOUNDER_TYPE_SIGN_IN_DIALOG, name);
}

void
sign_in_click (gpointer button)
{
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

void
sign_in_open_window (WindowFixture *fixture,
                     const char    *url)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("remote", url);

  fixture->model = app_test_new_model ();
  fixture->server = sounder_server_model_add_temporary (fixture->model, profile);
  fixture->session = sounder_server_get_session (fixture->server);
  open_window (fixture, 1270, 790);
  sounder_server_open (fixture->server);
  TEST_AWAIT_POLL (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_FAILED);
}

static void
forgotten_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  gboolean *done = user_data;

  mcp_authorizer_forget_finish (MCP_AUTHORIZER (object), result, NULL);
  *done = TRUE;
}

void
sign_in_close_window (WindowFixture *fixture)
{
  gboolean forgotten = FALSE;

  mcp_authorizer_forget_async (mcp_session_get_authorizer (fixture->session), forgotten_cb, &forgotten);
  TEST_AWAIT (forgotten);
  window_tear_down (fixture, NULL);
}

gboolean
sign_in_needs (WindowFixture *fixture,
               McpAuthNeed    need)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (mcp_session_get_authorizer (fixture->session));

  return flow != NULL && mcp_auth_flow_get_need (flow) == need;
}

void
sign_in_from_window (WindowFixture *fixture)
{
  SounderSignInDialog *dialog;
  GtkWidget *report = app_test_find (GTK_WIDGET (fixture->view), SOUNDER_TYPE_CONNECT_REPORT);

  /* The first click. */
  sign_in_click (gtk_widget_get_template_child (report, SOUNDER_TYPE_CONNECT_REPORT, "remedy_button"));
  TEST_AWAIT_POLL (sign_in_find_dialog () != NULL);
  dialog = sign_in_find_dialog ();
  TEST_AWAIT_POLL (sign_in_needs (fixture, MCP_AUTH_NEEDS_CONSENT)
                   && gtk_widget_get_mapped (sign_in_get_part (dialog, "answer_button")));

  /* It says where one is sent, and nothing has been opened yet. */
  g_assert_cmpstr (adw_action_row_get_subtitle (sign_in_get_part (dialog, "host_row")), ==, "127.0.0.1");
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (sign_in_get_part (dialog, "scope_row")), "mcp:read"));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (sign_in_get_part (dialog, "redirect_row")),
                            "http://127.0.0.1:"));
  g_assert_false (gtk_widget_get_visible (sign_in_get_part (dialog, "token_group")));
  app_test_assert_labelled (GTK_WIDGET (dialog));

  /* The second: the browser does the rest. */
  sign_in_click (sign_in_get_part (dialog, "answer_button"));
  TEST_AWAIT_POLL (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_READY);
  TEST_AWAIT_POLL (sign_in_find_dialog () == NULL);
}

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

void
sign_in_set_up_browser (const char *folder,
                        const char *command)
{
  g_autofree char *entry = g_strdup_printf (
    "[Desktop Entry]\nType=Application\nName=Browser\nExec=%s %%u\n"
    "MimeType=x-scheme-handler/http;\n", command);

  write_file (folder, "applications/browser.desktop", entry);
  write_file (folder, "mimeapps.list", "[Default Applications]\nx-scheme-handler/http=browser.desktop\n");
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  test_keep_secrets_in (folder);
}
