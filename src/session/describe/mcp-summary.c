/* mcp-summary.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-cut-json.h"
#include "mcp-journal.h"
#include "mcp-process.h"
#include "mcp-summary.h"

/*
 * One line on a record, for rows. It is made for each row that comes into view: so it reads the
 * head of a message only, and the whole of one that is small enough.
 */

#define HEAD_BYTES  4096
#define SMALL_BYTES (256 * 1024)
/* Enough of a list to count its members. */
#define LIST_BYTES  (8 * 1024 * 1024)
/* Of a text from the server; in bytes before it is decoded, then in characters. */
#define TEXT_BYTES  600
#define TEXT_CHARS  120

/* The value that is looked at. */
typedef struct
{
  const char *text;
  const char *end;
} View;

/* Appends a part, with a dot between parts. Takes the text; NULL and "" are nothing. */
static void
add (GString *line,
     char    *part)
{
  if (part != NULL && part[0] != '\0')
    {
      if (line->len > 0)
        g_string_append (line, " · ");
      g_string_append (line, part);
    }

  g_free (part);
}

static char *
text_at (const View *view,
         const char *path)
{
  return mcp_cut_json_text (mcp_cut_json_find (view->text, view->end, path), view->end,
                            TEXT_BYTES);
}

/* "cursor abc": a word and what a member says. */
static void
add_labelled (GString    *line,
              const View *view,
              const char *label,
              const char *path)
{
  g_autofree char *text = text_at (view, path);

  if (text != NULL)
    add (line, g_strdup_printf ("%s %s", label, text));
}

static gboolean
is_method (const char *method,
           const char *name)
{
  return g_strcmp0 (method, name) == 0;
}

static guint
count_members (const View *view,
               const char *path)
{
  const char *object = mcp_cut_json_find (view->text, view->end, path);
  guint n = 0;

  for (const char *value = mcp_cut_json_first_member (object, view->end); value != NULL;
       value = mcp_cut_json_next_member (value, view->end))
    n++;

  return n;
}

/* Answers that a call brings along, in a later round. */
static void
add_answers (GString    *line,
             const View *view)
{
  guint n = count_members (view, "params.inputResponses");

  if (n > 0)
    add (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u answer", "%u answers", n), n));
}

/* What is asked first, in the words of who asks. */
static void
add_question (GString    *line,
              const char *question,
              const char *end)
{
  const View view = { question, end };
  g_autofree char *method = text_at (&view, "method");
  const char *messages = mcp_cut_json_find (question, end, "params.messages");
  const View first = { mcp_cut_json_first (messages, end), end };
  g_autofree char *text = text_at (&view, "params.message");

  if (text == NULL && first.text != NULL)
    text = text_at (&first, "content.text");
  if (method != NULL && text != NULL)
    add (line, g_strdup_printf ("%s: %s", method, text));
  else
    add (line, g_strdup (method != NULL ? method : text));
}

/* A result that is a question back. */
static void
add_input_required (GString    *line,
                    const View *result)
{
  guint n = count_members (result, "inputRequests");
  const char *requests = mcp_cut_json_find (result->text, result->end, "inputRequests");

  add (line, g_strdup (_("wants input")));
  if (n == 0)
    return;

  add_question (line, mcp_cut_json_first_member (requests, result->end), result->end);
  if (n > 1)
    add (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u question", "%u questions", n),
                                n));
}

/* What the client answered to a question: who was asked, or which model, and what came. */
static void
add_client_answer (GString    *line,
                   const char *method,
                   const View *result)
{
  if (is_method (method, "elicitation/create"))
    {
      add (line, text_at (result, "action"));
      add (line, text_at (result, "content"));
    }
  else if (is_method (method, "sampling/createMessage"))
    {
      add (line, text_at (result, "model"));
      add (line, text_at (result, "content.text"));
    }
}

static void
add_request (GString    *line,
             McpRecord  *record,
             const View *view)
{
  const char *method = mcp_record_get_method (record);
  const char *name = mcp_record_get_name (record);

  if (is_method (method, "initialize"))
    add_labelled (line, view, "protocolVersion", "params.protocolVersion");
  else if (is_method (method, "logging/setLevel"))
    add (line, text_at (view, "params.level"));
  else if (is_method (method, "elicitation/create"))
    add (line, text_at (view, "params.message"));
  else if (is_method (method, "completion/complete"))
    {
      add (line, text_at (view, "params.ref.name"));
      add (line, text_at (view, "params.ref.uri"));
      add_labelled (line, view, _("argument"), "params.argument.name");
    }
  else if (is_method (method, "sampling/createMessage"))
    {
      const char *messages = mcp_cut_json_find (view->text, view->end, "params.messages");
      const View first = { mcp_cut_json_first (messages, view->end), view->end };

      if (first.text != NULL)
        add (line, text_at (&first, "content.text"));
    }
  else if (name != NULL)
    add (line, g_strdup (name));
  else
    {
      add (line, text_at (view, "params.name"));
      add (line, text_at (view, "params.uri"));
      add_labelled (line, view, _("cursor"), "params.cursor");
    }

  add_answers (line, view);
}

static void
add_notification (GString    *line,
                  McpRecord  *record,
                  const View *view)
{
  const char *method = mcp_record_get_method (record);

  if (is_method (method, "notifications/progress"))
    {
      g_autofree char *progress = text_at (view, "params.progress");
      g_autofree char *total = text_at (view, "params.total");

      if (progress != NULL && total != NULL)
        add (line, g_strdup_printf ("%s / %s", progress, total));
      else
        add (line, g_steal_pointer (&progress));
      add_labelled (line, view, _("token"), "params.progressToken");
      add (line, text_at (view, "params.message"));
    }
  else if (is_method (method, "notifications/message"))
    {
      g_autofree char *level = text_at (view, "params.level");
      g_autofree char *logger = text_at (view, "params.logger");
      g_autofree char *data = text_at (view, "params.data");

      add (line, g_strdup_printf ("%s%s%s: %s", level != NULL ? level : "",
                                  logger != NULL ? " " : "", logger != NULL ? logger : "",
                                  data != NULL ? data : ""));
    }
  else if (is_method (method, "notifications/cancelled"))
    {
      add_labelled (line, view, _("request"), "params.requestId");
      add (line, text_at (view, "params.reason"));
    }
  else
    add (line, text_at (view, "params.uri"));
}

/* How a list is counted; the text has one %u. */
static const char *
count_format (const char *member,
              guint       n)
{
  if (strcmp (member, "tools") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s tool", "%u%s tools", n);
  if (strcmp (member, "resources") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s resource", "%u%s resources", n);
  if (strcmp (member, "resourceTemplates") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s template", "%u%s templates", n);
  if (strcmp (member, "prompts") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s prompt", "%u%s prompts", n);
  if (strcmp (member, "roots") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s root", "%u%s roots", n);
  if (strcmp (member, "messages") == 0)
    return g_dngettext (GETTEXT_PACKAGE, "%u%s message", "%u%s messages", n);

  return g_dngettext (GETTEXT_PACKAGE, "%u%s value", "%u%s values", n);
}

/* "13 tools", or "13+ tools" when the end of the list was not read. */
static gboolean
add_count (GString    *line,
           const View *view,
           const char *path)
{
  const char *array = mcp_cut_json_find (view->text, view->end, path);
  const char *dot = strrchr (path, '.');
  gboolean is_cut;
  guint n;

  if (array == NULL || *array != '[')
    return FALSE;

  n = mcp_cut_json_count (array, view->end, &is_cut);
  add (line, g_strdup_printf (count_format (dot != NULL ? dot + 1 : path, n), n,
                              is_cut ? "+" : ""));

  return TRUE;
}

/* Whether the list was asked for from a place on. */
static gboolean
is_later_page (McpRecord *record)
{
  guint pair = mcp_record_get_pair (record);
  g_autoptr (McpRecord) request =
    pair != 0 ? mcp_journal_get_record (mcp_record_get_journal (record), pair) : NULL;
  g_autoptr (GBytes) head = request != NULL ? mcp_record_dup_head (request, HEAD_BYTES) : NULL;
  gsize length = 0;
  const char *data = head != NULL ? g_bytes_get_data (head, &length) : NULL;
  const char *cursor = NULL;

  if (length > 0)
    cursor = mcp_cut_json_find (mcp_cut_json_start (data, data + length), data + length,
                                "params.cursor");

  return cursor != NULL && *cursor == '"';
}

static void
add_list (GString    *line,
          McpRecord  *record,
          const View *result,
          const char *member)
{
  const char *cursor;

  if (!add_count (line, result, member))
    return;

  cursor = mcp_cut_json_find (result->text, result->end, "nextCursor");
  if (cursor != NULL && *cursor == '"')
    add (line, g_strdup (_("next page")));
  else if (is_later_page (record))
    add (line, g_strdup (_("last page")));
}

/* What the first piece of content says, or what it is. */
static void
add_content (GString    *line,
             const View *result,
             const char *path)
{
  const char *array = mcp_cut_json_find (result->text, result->end, path);
  const View first = { mcp_cut_json_first (array, result->end), result->end };
  char *text;

  if (first.text == NULL)
    return;

  text = text_at (&first, "text");
  if (text != NULL)
    {
      add (line, text);
      return;
    }

  add (line, text_at (&first, "type"));
  add (line, text_at (&first, "mimeType"));
  add (line, text_at (&first, "uri"));
  add (line, text_at (&first, "resource.uri"));
}

static void
add_result (GString    *line,
            McpRecord  *record,
            const View *view)
{
  static const struct { const char *method; const char *member; } lists[] = {
    { "tools/list", "tools" },
    { "resources/list", "resources" },
    { "resources/directory/read", "resources" },
    { "resources/templates/list", "resourceTemplates" },
    { "prompts/list", "prompts" },
    { "skills/list", "skills" },
    { "roots/list", "roots" },
    { "completion/complete", "completion.values" },
  };
  const char *method = mcp_record_get_method (record);
  const View result = { mcp_cut_json_find (view->text, view->end, "result"), view->end };
  g_autofree char *type = NULL;

  if (result.text == NULL)
    return;

  type = text_at (&result, "resultType");
  if (g_strcmp0 (type, "input_required") == 0)
    {
      add_input_required (line, &result);
      return;
    }

  add_client_answer (line, method, &result);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (is_method (method, lists[i].method))
      add_list (line, record, &result, lists[i].member);

  if (is_method (method, "initialize"))
    {
      g_autofree char *name = text_at (&result, "serverInfo.name");
      g_autofree char *version = text_at (&result, "serverInfo.version");

      if (name != NULL)
        add (line, g_strdup_printf ("%s%s%s", name, version != NULL ? " " : "",
                                    version != NULL ? version : ""));
    }
  else if (is_method (method, "tools/call"))
    {
      if (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TOOL_ERROR)
        add (line, g_strdup (_("tool error")));
      add_content (line, &result, "content");
    }
  else if (is_method (method, "resources/read"))
    {
      add_content (line, &result, "contents");
    }
  else if (is_method (method, "prompts/get"))
    {
      add (line, text_at (&result, "description"));
      add_count (line, &result, "messages");
    }

  if (line->len == 0)
    add (line, mcp_cut_json_text (result.text, result.end, TEXT_BYTES));
}

static void
add_error (GString    *line,
           const View *view)
{
  g_autofree char *code = text_at (view, "error.code");
  g_autofree char *message = text_at (view, "error.message");

  add (line, g_strdup_printf ("%s%s%s", code != NULL ? code : "",
                              code != NULL && message != NULL ? " " : "",
                              message != NULL ? message : ""));
}

static void
add_process (GString    *line,
             McpRecord  *record,
             const View *view)
{
  if (mcp_record_get_kind (record) == MCP_RECORD_SPAWN)
    {
      const char *argv = mcp_cut_json_find (view->text, view->end, "argv");
      const char *word = mcp_cut_json_first (argv, view->end);

      /* Words with a space between them; a word that needs it is quoted. */
      while (word != NULL && word < view->end && *word == '"' && line->len < TEXT_BYTES)
        {
          g_autofree char *text = mcp_cut_json_string (word, view->end, TEXT_BYTES);
          g_autofree char *quoted = strpbrk (text, " '\"\\$") != NULL || text[0] == '\0'
                                    ? g_shell_quote (text) : g_strdup (text);

          if (line->len > 0)
            g_string_append_c (line, ' ');
          g_string_append (line, quoted);
          word = mcp_cut_json_next (word, view->end);
        }
    }
  else
    {
      g_autofree char *code = text_at (view, "code");
      g_autofree char *signal = text_at (view, "signal");
      const McpExit status = {
        .exited = code != NULL,
        .exit_code = code != NULL ? atoi (code) : 0,
        .signal_number = signal != NULL ? atoi (signal) : 0,
        .core_dumped = mcp_cut_json_find (view->text, view->end, "core") != NULL,
      };

      if (code != NULL || signal != NULL)
        add (line, mcp_exit_to_text (&status));
    }
}

static void
add_note (GString    *line,
          const View *view)
{
  char *text = text_at (view, "text");

  add (line, text != NULL ? text : text_at (view, "type"));
}

static void
add_batch (GString    *line,
           const View *view)
{
  gboolean is_cut;
  guint n = mcp_cut_json_count (view->text, view->end, &is_cut);

  add (line, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "batch of %u%s message",
                                           "batch of %u%s messages", n), n, is_cut ? "+" : ""));
}

static void
add_invalid (GString   *line,
             McpRecord *record,
             GBytes    *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  McpScan scan;

  /* The head of a long message looks cut, whatever is wrong with it. */
  if (length == mcp_record_get_size (record) || length >= SMALL_BYTES)
    {
      mcp_scan (data, length, &scan);
      if (length == mcp_record_get_size (record) || scan.fault != MCP_SCAN_TRUNCATED)
        add (line, mcp_scan_describe (&scan));
    }

  if (line->len == 0)
    add (line, g_strndup (data, MIN (length, TEXT_BYTES)));
}

static void
add_size (GString    *line,
          const char *what,
          McpRecord  *record)
{
  add (line, g_strdup (what));
  add (line, mcp_format_size (mcp_record_get_size (record)));
}

/* Which records must be read whole, if that is cheap: their end or their length counts. */
static gboolean
needs_all (McpRecord *record)
{
  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_RESULT:
    case MCP_RECORD_BATCH:
    case MCP_RECORD_INVALID:
      return TRUE;

    default:
      return FALSE;
    }
}

static GBytes *
read_record (McpRecord *record)
{
  const char *method = mcp_record_get_method (record);

  if (needs_all (record) && method != NULL && g_str_has_suffix (method, "/list"))
    return mcp_record_dup_head (record, LIST_BYTES);

  return mcp_record_dup_head (record, needs_all (record) ? SMALL_BYTES : HEAD_BYTES);
}

static void
add_record (GString   *line,
            McpRecord *record,
            GBytes    *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const View view = { length > 0 ? mcp_cut_json_start (data, data + length) : "",
                      length > 0 ? data + length : "" };

  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_REQUEST:
      add_request (line, record, &view);
      break;
    case MCP_RECORD_NOTIFICATION:
      add_notification (line, record, &view);
      break;
    case MCP_RECORD_RESULT:
      add_result (line, record, &view);
      break;
    case MCP_RECORD_ERROR:
      add_error (line, &view);
      break;
    case MCP_RECORD_BATCH:
      add_batch (line, &view);
      break;
    case MCP_RECORD_INVALID:
      add_invalid (line, record, bytes);
      break;
    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
      add_process (line, record, &view);
      break;
    case MCP_RECORD_NOTE:
      add_note (line, &view);
      break;
    case MCP_RECORD_NOISE:
    case MCP_RECORD_STDERR:
      g_string_append_len (line, data, MIN (length, TEXT_BYTES));
      break;
    case MCP_RECORD_OVERSIZED:
    case MCP_RECORD_PENDING:
    default:
      break;
    }
}

/* One line of bounded length that is safe to show. */
static char *
finish (GString *line)
{
  g_autofree char *visible = NULL;

  for (gsize i = 0; i < line->len; i++)
    if (strchr ("\t\r\n", line->str[i]) != NULL && line->str[i] != '\0')
      line->str[i] = ' ';

  visible = mcp_format_visible (line->str, line->len, FALSE);
  g_string_free (line, TRUE);

  if (g_utf8_strlen (visible, -1) > TEXT_CHARS)
    {
      g_autofree char *head = g_utf8_substring (visible, 0, TEXT_CHARS - 1);

      return g_strconcat (head, "…", NULL);
    }

  return g_steal_pointer (&visible);
}

/**
 * mcp_summary_for_record:
 * @record: a record
 *
 * Says in one line what a record is about: the tool that is called, how many tools were listed,
 * an error's code and message, a line of stderr. At most 120 characters, safe to show, not markup.
 *
 * Returns: (transfer full): text, "" when there is nothing to say
 */
char *
mcp_summary_for_record (McpRecord *record)
{
  g_autoptr (GBytes) bytes = NULL;
  GString *line;

  g_return_val_if_fail (MCP_IS_RECORD (record), NULL);

  if (mcp_record_kind_is_transport (mcp_record_get_kind (record)))
    return mcp_summary_for_transport (record);

  line = g_string_new (NULL);

  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_PENDING:
      add_size (line, _("unfinished line"), record);
      break;

    case MCP_RECORD_OVERSIZED:
      add_size (line, _("oversized line"), record);
      break;

    default:
      bytes = read_record (record);
      if (bytes != NULL)
        add_record (line, record, bytes);
    }

  return finish (line);
}
