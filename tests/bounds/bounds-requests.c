/* bounds-requests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "bounds.h"
#include "mcp-linter.h"
#include "mcp-own-tasks.h"
#include "mcp-server-text.h"

/* What a server says where it refuses, and what it asks of us as a task. */

/* All that its words are looked through for. */
void
bounds_run_server_text (const char *data,
                        gsize       length)
{
  g_autofree char *title = mcp_server_text_dup_title (data, length);
  g_autofree char *said = mcp_server_text_dup_said (data, length);
  g_autofree char *header = mcp_server_text_dup_header (data, length);
  g_autofree char *revisions = mcp_server_text_dup_revisions (data, length, "2025-06-18", NULL);

  mcp_server_text_is_page (data, length);
  for (guint i = 0; i < MCP_N_SERVER_TEXTS; i++)
    mcp_server_text_means (i, data, length);
}

#define TOLD "/usr/b /usr/b C:\\b "

/* The message of an error behind a long request, at whose end the paths of the families are. */
void
bounds_run_error_text (const char *data,
                       gsize       length)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpReporter) reporter = mcp_reporter_new (journal);
  g_autofree char *message = g_strndup (data, length);
  static char request[4 * 1024 * 1024];

  for (gsize i = 0; i < sizeof request; i++)
    request[i] = TOLD[i % strlen (TOLD)];
  strcpy (request + sizeof request - 16, "/usr/a C:\\a");

  mcp_linter_check_error_text (reporter, message, (const char * const[]){ request, NULL }, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
responded_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  gint64 code;
  g_autofree char *json = mcp_responder_respond_finish (MCP_RESPONDER (source), result, &code, &error);

  g_assert_true ((json != NULL) == (error == NULL));
}

/* A request in each line. Nobody is there to answer the questions. */
void
bounds_run_own_tasks (const char *data,
                      gsize       length)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("bounds");
  g_autoptr (McpQuestions) questions = mcp_questions_new (profile);
  g_autoptr (McpOwnTasks) tasks = mcp_own_tasks_new (profile, questions);
  const char *end = data + length;

  mcp_questions_set_attended (questions, TRUE);
  for (const char *next; data < end; data = next + 1)
    {
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (McpMessage) request = NULL;

      next = memchr (data, '\n', (gsize) (end - data));
      if (next == NULL)
        next = end;
      bytes = g_bytes_new (data, (gsize) (next - data));
      request = mcp_message_new (bytes);
      g_assert_nonnull (mcp_message_get_method (request));
      if (mcp_own_tasks_takes (tasks, request))
        mcp_responder_respond_async (MCP_RESPONDER (tasks), request, 1, NULL, responded_cb, NULL);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }

  mcp_own_tasks_drop_all (tasks);
  mcp_questions_withdraw_all (questions);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}
