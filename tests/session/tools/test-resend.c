/* test-resend.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-resend.h"
#include "session-support.h"
#include "test-support.h"

#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"

static GBytes *
new_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static gboolean
send (McpResend  *resend,
      GBytes     *bytes,
      gboolean    with_line_end,
      GError    **error)
{
  g_autoptr (McpMessage) message = NULL;
  g_autoptr (GBytes) own = g_bytes_new_from_bytes (bytes, 0, g_bytes_get_size (bytes));

  message = mcp_message_new (own);

  return mcp_resend_send_message (resend, message, with_line_end, error);
}

static void
test_answer (void)
{
  McpSession *session = session_new_mock (SERVE ("\"x\":{\"result\":{\"ok\":true}}"));
  g_autoptr (McpResend) resend = mcp_resend_new (session);
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) answer_bytes = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  session_open_ok (session);
  id = mcp_session_take_id (session);
  g_assert_cmpint (mcp_session_take_id (session), ==, id + 1);
  text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"method\":\"x\"}", id);
  bytes = new_bytes (text);

  g_assert_true (send (resend, bytes, TRUE, &error));
  g_assert_no_error (error);
  TEST_AWAIT (mcp_resend_get_answer_serial (resend) != 0);
  g_assert_cmpuint (mcp_resend_get_sent_serial (resend), !=, 0);
  answer = mcp_journal_get_record (mcp_session_get_journal (session),
                                   mcp_resend_get_answer_serial (resend));
  answer_bytes = mcp_record_dup_bytes (answer, NULL);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (answer_bytes, NULL),
                                  g_bytes_get_size (answer_bytes), "\"ok\":true"));
  g_assert_cmpuint (g_list_model_get_n_items (mcp_resend_get_received (resend)), ==, 1);

  /* The next one begins anew. */
  g_assert_true (send (resend, bytes, TRUE, &error));
  g_assert_cmpuint (mcp_resend_get_answer_serial (resend), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_resend_get_received (resend)), ==, 0);
  TEST_AWAIT (mcp_resend_get_answer_serial (resend) != 0);
  g_clear_object (&resend);
  session_finish (session);
}

/* The rest of the line comes with the next message. */
static void
test_no_line_end (void)
{
  McpSession *session = session_new_mock (SERVE ("\"x\":{\"result\":{\"ok\":true}}"));
  g_autoptr (McpResend) resend = mcp_resend_new (session);
  g_autoptr (McpResend) rest = mcp_resend_new (session);
  g_autoptr (GBytes) first = new_bytes ("{\"jsonrpc\":\"2.0\",\"id\":700,");
  g_autoptr (GBytes) second = new_bytes ("\"method\":\"x\"}");
  g_autoptr (McpRecord) sent = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  g_assert_true (send (resend, first, FALSE, &error));
  TEST_AWAIT (mcp_resend_get_sent_serial (resend) != 0);
  sent = mcp_journal_get_record (mcp_session_get_journal (session),
                                 mcp_resend_get_sent_serial (resend));
  g_assert_cmpuint (mcp_record_get_flags (sent) & MCP_RECORD_FLAG_NO_EOL, !=, 0);

  g_assert_true (send (rest, second, TRUE, &error));
  TEST_AWAIT (g_list_model_get_n_items (mcp_resend_get_received (rest)) > 0);
  g_clear_object (&resend);
  g_clear_object (&rest);
  session_finish (session);
}

static void
test_not_open (void)
{
  McpSession *session = session_new_mock (SERVE (""));
  McpResend *resend = mcp_resend_new (session);
  g_autoptr (GBytes) bytes = new_bytes ("{}");
  g_autoptr (GError) error = NULL;

  g_assert_false (send (resend, bytes, TRUE, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_NOT_OPEN);
  g_assert_finalize_object (resend);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/resend/answer", test_answer);
  g_test_add_func ("/session/resend/no-line-end", test_no_line_end);
  g_test_add_func ("/session/resend/not-open", test_not_open);

  return g_test_run ();
}
