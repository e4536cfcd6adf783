/* test-server-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "app-test.h"
#include "test-support.h"

static void
count_items_cb (GListModel *model,
                guint       position,
                guint       n_removed,
                guint       n_added,
                gpointer    user_data)
{
  guint *n_items = user_data;

  *n_items = *n_items - n_removed + n_added;
  g_assert_cmpuint (*n_items, ==, g_list_model_get_n_items (model));
}

/* What it announces is always what it holds. */
static void
test_server_model_announces (void)
{
  SounderServerModel *model = app_test_new_model ();
  g_autoptr (McpProfile) first = app_test_new_profile ("first", "[]");
  g_autoptr (McpProfile) second = app_test_new_profile ("second", "[]");
  g_autoptr (GError) error = NULL;
  SounderServer *temporary;
  SounderServer *saved;
  guint n_items = 0;

  g_signal_connect (model, "items-changed", G_CALLBACK (count_items_cb), &n_items);

  temporary = sounder_server_model_add_temporary (model, first);
  g_assert_true (mcp_profile_is_temporary (first));
  saved = sounder_server_model_add (model, second, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_items, ==, 2);
  g_assert_true (sounder_server_model_find (model, "first") == temporary);
  g_assert_true (sounder_server_model_find (model, "second") == saved);
  g_assert_null (sounder_server_model_find_demo (model));

  /* The row stays the same object when it is saved: its session goes on. */
  g_assert_true (sounder_server_model_save (model, temporary, &error));
  g_assert_no_error (error);
  g_assert_true (sounder_server_model_find (model, "first") == temporary);
  g_assert_false (mcp_profile_is_temporary (first));

  g_assert_true (sounder_server_model_remove (model, saved, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_items, ==, 1);

  g_assert_finalize_object (model);
}

static void
test_server_model_makes_names_unique (void)
{
  SounderServerModel *model = app_test_new_model ();
  g_autoptr (McpProfile) first = app_test_new_profile ("same", "[]");
  g_autoptr (McpProfile) second = app_test_new_profile ("same", "[]");

  g_assert_nonnull (sounder_server_model_add (model, first, NULL));
  g_assert_nonnull (sounder_server_model_add (model, second, NULL));
  g_assert_cmpstr (mcp_profile_get_name (second), !=, "same");

  g_assert_finalize_object (model);
}

static void
test_server_model_connects (void)
{
  SounderServerModel *model = app_test_new_model ();
  g_autoptr (McpProfile) profile =
    app_test_new_profile ("mock", "[{\"handshake\": {}}, {\"serve\": {}}]");
  SounderServer *server = sounder_server_model_add_temporary (model, profile);

  g_assert_cmpint (sounder_server_get_status (server), ==, SOUNDER_STATUS_IDLE);
  g_assert_null (sounder_server_peek_session (server));

  sounder_server_open (server);
  g_assert_cmpuint (sounder_server_model_count_open (model), ==, 1);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  sounder_server_restart (server);
  TEST_AWAIT (mcp_session_get_life (sounder_server_get_session (server)) == 2
              && sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
  g_assert_cmpuint (sounder_server_model_count_open (model), ==, 0);

  g_assert_finalize_object (model);
}

static void
test_server_model_shows_failure (void)
{
  SounderServerModel *model = app_test_new_model ();
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[{\"exit\": 3}]");
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  g_autofree char *text = NULL;

  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);
  text = sounder_server_dup_status_text (server);
  g_assert_cmpstr (text, ==, "Failed");

  g_assert_finalize_object (model);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add_func ("/app/server-model/announces", test_server_model_announces);
  g_test_add_func ("/app/server-model/makes-names-unique", test_server_model_makes_names_unique);
  g_test_add_func ("/app/server-model/connects", test_server_model_connects);
  g_test_add_func ("/app/server-model/shows-failure", test_server_model_shows_failure);

  return g_test_run ();
}
