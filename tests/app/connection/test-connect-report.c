/* test-connect-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "sounder-address.h"
#include "sounder-certificate-dialog.h"
#include "sounder-connect-report.h"
#include "sounder-connection-group.h"
#include "sounder-overview-page.h"
#include "sounder-remedy.h"
#include "sounder-server-dialog.h"
#include "sounder-step-row.h"
#include "sounder-window.h"
#include "test-support.h"

/* As in a Flatpak that may not talk to its session helper; mcp_host_set_connection() ends it. */
static void
close_sandbox (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("sounder-info-XXXXXX", &path, &error);

  g_assert_no_error (error);
  close (fd);
  g_file_set_contents (path, "[Application]\nname=org.example.App\n", -1, &error);
  g_assert_no_error (error);
  mcp_host_detect_from (path);
  g_unlink (path);
  g_assert_cmpint (mcp_host_get_state (), ==, MCP_HOST_CLOSED);
}

static void
test_remedy_choose (void)
{
  const struct
  {
    int code;
    McpStep step;
    const char *url; /* NULL: a program */
    McpRemedyAction remedy;
  } rows[] = {
    { MCP_ERROR_NETWORK, MCP_STEP_CONNECT, "http://h/", MCP_REMEDY_RETRY },
    { MCP_ERROR_NETWORK, MCP_STEP_RESOLVE, "http://h/", MCP_REMEDY_EDIT },
    { MCP_ERROR_TIMED_OUT, MCP_STEP_RESPONSE, "http://h/", MCP_REMEDY_RETRY },
    { MCP_ERROR_TLS, MCP_STEP_TLS, "http://h/", MCP_REMEDY_USE_HTTPS },
    { MCP_ERROR_TLS, MCP_STEP_TLS, "https://h/", MCP_REMEDY_USE_HTTP },
    { MCP_ERROR_TLS, MCP_STEP_TLS, "wss://h/", MCP_REMEDY_USE_HTTP },
    { MCP_ERROR_HTTP, MCP_STEP_RESPONSE, "http://h/", MCP_REMEDY_EDIT },
    { MCP_ERROR_HTTP, MCP_STEP_CONTENT_TYPE, "http://h/", MCP_REMEDY_EDIT },
    { MCP_ERROR_HTTP, MCP_STEP_HANDSHAKE, "http://h/", MCP_REMEDY_TIMELINE },
    { MCP_ERROR_AUTH, MCP_STEP_AUTHORIZATION, "http://h/", MCP_REMEDY_EDIT },
    { MCP_ERROR_INVALID_RESPONSE, MCP_STEP_HANDSHAKE, "http://h/", MCP_REMEDY_TIMELINE },
    { MCP_ERROR_SPAWN, MCP_STEP_SPAWN, NULL, MCP_REMEDY_EDIT },
    { MCP_ERROR_DIED, MCP_STEP_HANDSHAKE, NULL, MCP_REMEDY_RETRY },
  };
  g_autoptr (GError) spawn_error = g_error_new_literal (MCP_ERROR, MCP_ERROR_SPAWN, "why");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, rows[i].code, "why");

      g_assert_cmpint (sounder_remedy_choose (rows[i].step, error, NULL, rows[i].url), ==,
                       rows[i].remedy);
    }

  /* In a sandbox that keeps programs inside, the one command that lets them out. */
  close_sandbox ();
  g_assert_cmpint (sounder_remedy_choose (MCP_STEP_SPAWN, spawn_error, NULL, NULL), ==,
                   MCP_REMEDY_PERMIT);
  mcp_host_set_connection (NULL);
  g_assert_cmpint (sounder_remedy_choose (MCP_STEP_SPAWN, spawn_error, NULL, NULL), ==,
                   MCP_REMEDY_EDIT);

  for (McpRemedyAction i = MCP_REMEDY_NONE; i < MCP_N_REMEDIES; i++)
    {
      g_autofree char *label = sounder_remedy_dup_label (i, NULL);

      g_assert_cmpstr (label, !=, "");
      g_assert_nonnull (sounder_remedy_get_accessible (i));
    }
}

/* A button with a target names it; an underscore of its is no mnemonic. */
static void
test_remedy_label (void)
{
  static const struct
  {
    McpRemedyAction action;
    const char *target;
    const char *label;
  } rows[] = {
    { MCP_REMEDY_SET_VARIABLE, "X_TOKEN", "Set X__TOKEN…" },
    { MCP_REMEDY_SET_VARIABLE, "A=1", "Set A=1" },
    { MCP_REMEDY_SET_HEADER, "x-api-key", "Set x-api-key…" },
    { MCP_REMEDY_ADD_ARGUMENT, "-y", "Add “-y”" },
    { MCP_REMEDY_USE_PROTOCOL, "2025-03-26", "Offer 2025-03-26" },
    { MCP_REMEDY_USE_URL, "http://h/mcp", "_Use This Address" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *label = sounder_remedy_dup_label (rows[i].action, rows[i].target);

      g_assert_cmpstr (label, ==, rows[i].label);
    }
}

static SounderServer *
add_url (SounderServerModel *model,
         const char         *url)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("remote", url);

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);

  return sounder_server_model_add_temporary (model, profile);
}

static GtkWidget *
find_type (GtkWidget *root,
           GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
destroy_window (GtkWindow *window)
{
  GtkWindow *watched = window;

  g_object_add_weak_pointer (G_OBJECT (watched), (gpointer *) &watched);
  gtk_window_destroy (window);
  TEST_AWAIT_POLL (watched == NULL);
}

/* A title that may be as narrow as a letter is laid out hundreds of times before the first frame. */
static void
assert_title_keeps_words (GtkWidget *row)
{
  GtkWidget *title = find_type (row, GTK_TYPE_LABEL);
  g_auto (GStrv) words = g_strsplit (gtk_label_get_text (GTK_LABEL (title)), " ", -1);
  int minimum;

  gtk_widget_measure (title, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (title, words[i]);
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      g_assert_cmpint (minimum, >=, width);
    }
}

/* A web page where MCP should be: the step that failed, what was seen, and no secret in the text. */
static void
test_report_web_page (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  SounderServer *server = add_url (model, http_fixture_get_url (fixture));
  SounderWindow *window = sounder_window_new (NULL, model);
  GtkWidget *report;
  g_autofree char *details = NULL;

  g_ptr_array_add (headers, mcp_header_new ("Authorization", "Bearer hidden", TRUE));
  mcp_profile_set_headers (sounder_server_get_profile (server), headers);
  g_object_set (sounder_server_get_profile (server), "transport", MCP_PROFILE_TRANSPORT_HTTP, NULL);
  http_fixture_queue (fixture, "POST", 200, "text/html", "<!DOCTYPE html><b>Welcome</b>");

  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);

  report = find_type (GTK_WIDGET (window), SOUNDER_TYPE_CONNECT_REPORT);
  app_test_assert_fits (find_type (GTK_WIDGET (window), SOUNDER_TYPE_OVERVIEW_PAGE));
  app_test_assert_labelled (report);
  assert_title_keeps_words (find_type (report, SOUNDER_TYPE_STEP_ROW));
  details = sounder_connect_report_dup_details (SOUNDER_CONNECT_REPORT (report));
  g_test_message ("%s", details);
  g_assert_nonnull (strstr (details, "Welcome"));
  g_assert_nonnull (strstr (details, http_fixture_get_url (fixture)));
  g_assert_null (strstr (details, "hidden"));

  destroy_window (GTK_WINDOW (window));
}

static gboolean
says (GtkWidget  *widget,
      const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;

  return FALSE;
}

/* However long the lines before it are, the last one says why. */
static void
test_report_last_words (void)
{
  static const char *const argv[] = {
    "sh", "-c",
    "for i in 1 2 3 4 5 6 7 8 9; do printf '%0900d\\n' 0 >&2; done; echo no disk >&2; exit 3", NULL
  };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("local", argv);
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  SounderWindow *window = sounder_window_new (NULL, model);
  GtkWidget *report;

  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);

  report = find_type (GTK_WIDGET (window), SOUNDER_TYPE_CONNECT_REPORT);
  TEST_AWAIT_POLL (says (report, "\nno disk"));
  destroy_window (GTK_WINDOW (window));
}

static GtkWidget *
find_by_id (GtkWidget  *root,
            const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_by_id (child, id);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static guint
count_mentions (GtkWidget  *widget,
                const char *text)
{
  guint n = GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_mentions (child, text);

  return n;
}

static SounderWindow *
fail_program (SounderServerModel *model,
              const char *const  *argv,
              SounderServer     **server)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("local", argv);
  SounderWindow *window = sounder_window_new (NULL, model);

  g_object_set (profile, "inherit-env", MCP_INHERIT_ALL, NULL);
  *server = sounder_server_model_add_temporary (model, profile);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (*server);
  TEST_AWAIT (sounder_server_get_status (*server) == SOUNDER_STATUS_FAILED);

  return window;
}

/* Where a program was looked for is said once. */
static void
test_report_missing_program (void)
{
  static const char *const argv[] = { "sounder-no-such-program", NULL };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server;
  SounderWindow *window = fail_program (model, argv, &server);
  GtkWidget *report = find_type (GTK_WIDGET (window), SOUNDER_TYPE_CONNECT_REPORT);
  g_autofree char *details = sounder_connect_report_dup_details (SOUNDER_CONNECT_REPORT (report));
  const char *first = strstr (details, g_getenv ("PATH"));

  g_assert_cmpuint (count_mentions (report, g_getenv ("PATH")), ==, 1);
  g_assert_nonnull (first);
  g_assert_null (strstr (first + 1, g_getenv ("PATH")));

  destroy_window (GTK_WINDOW (window));
}

/* Of a traceback what went wrong stands above, with how the program ended. */
static void
test_report_traceback (void)
{
  static const char *const argv[] = {
    "sh", "-c",
    "printf 'Traceback (most recent call last):\\n  File \"a.py\", line 1\\nImportError: no mcp\\n' >&2;"
    " exit 1", NULL
  };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server;
  SounderWindow *window = fail_program (model, argv, &server);
  GtkWidget *message = find_by_id (find_type (GTK_WIDGET (window), SOUNDER_TYPE_CONNECT_REPORT),
                                   "message");

  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (message)), "ImportError: no mcp"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (message)), "exit code 1"));

  destroy_window (GTK_WINDOW (window));
}

/* What the window says of a server that fails, in two languages: the headline, the first button, and what was seen. */
typedef struct
{
  const char *headline[2]; /* English, German */
  const char *button[2];
  const char *evidence;    /* (nullable) */
  const char *script;      /* of a program; NULL: an address that answers … */
  gboolean    waits;       /* … until it is given up */
  guint       status;
  const char *type;
  const char *body;
  const char *header[2];
} Failure;

#define MESSAGE "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
#define ERA "read a; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}'; read b; "
#define TIMELINE { "_Open the Timeline", "_Zeitleiste öffnen" }
#define COPY { "_Copy Command", "Befehl _kopieren" }

static const Failure failures[] = {
  { { "Error: environment variable X_TOKEN is not set (exit code 1)", "X_TOKEN is not set (Exit-Code 1)" },
    { "Set X__TOKEN…", "X__TOKEN setzen …" }, NULL,
    "echo 'Error: environment variable X_TOKEN is not set' >&2; exit 1" },
  { { "sh: no such tool (exit code 3)", "sh: no such tool (Exit-Code 3)" }, COPY, NULL, "echo 'sh: no such tool' >&2; exit 3" },
  { { "as language servers do", "wie ein Language Server" }, TIMELINE, "Content-Length: 2",
    "printf 'Content-Length: 2\\r\\n\\r\\n{}'; exit 1" },
  { { "which begins at character 11 of the line", "bei Zeichen 11 der Zeile" }, TIMELINE, "[info] -> {",
    "echo '[info] -> " MESSAGE "'; exit 1" },
  { { "writes “Server running” before a message", "schreibt „Server running“ vor" }, TIMELINE, "Server running{",
    "echo 'Server running" MESSAGE "'; exit 1" },
  { { "escape codes for terminals", "Steuercodes für Terminals" }, TIMELINE, "[2K{", "printf '\\033[2K" MESSAGE "\\n'; exit 1" },
  { { "asks for a confirmation, and waits: Continue? [y/N]", "einer Bestätigung und wartet: Continue? [y/N]" }, COPY,
    "Continue? [y/N]", "printf 'Continue? [y/N] '; exit 1" },
  { { "asks for a password or key, and waits: [sudo]", "Passwort oder Schlüssel und wartet: [sudo]" }, COPY, "[sudo]",
    "printf '[sudo] password for me: '; exec sleep 1000", .waits = TRUE },
  { { "asks for a choice, and waits: Choose", "einer Auswahl und wartet: Choose" }, COPY, "2) b",
    "printf '1) a\\n2) b\\nChoose one [1-2]> '; exit 1" },
  { { "a message that probably is its answer", "die vermutlich seine Antwort ist" }, TIMELINE, "database locked",
    ERA "echo '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-1,\"message\":\"database locked\"}}'; cat >/dev/null",
    .waits = TRUE },
  { { "a message that probably is its answer", "die vermutlich seine Antwort ist" }, TIMELINE, "bare",
    ERA "echo '{\"serverInfo\":{\"name\":\"bare\"}}'; cat >/dev/null", .waits = TRUE },
  { { "only when its input was closed", "erst, als seine Eingabe geschlossen wurde" }, TIMELINE, NULL,
    "cat >/dev/null; echo '" MESSAGE "'", .waits = TRUE },
  { { "20251125 as its protocolVersion", "20251125 als protocolVersion" }, { "_Edit Server…", "Server _bearbeiten\xc2\xa0…" },
    "/protocolVersion",
    ERA "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"protocolVersion\":20251125,\"capabilities\":{},"
    "\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}}'; cat >/dev/null" },

  { { "labelled “application/json”, and it is an event stream", "„application/json“ bezeichnet und ist ein Ereignisstrom" },
    TIMELINE, "data: {}", .status = 200, .type = "application/json", .body = "event: message\ndata: {}\n\n" },
  { { "labelled “text/event-stream”, and it is JSON", "„text/event-stream“ bezeichnet und ist JSON" }, TIMELINE, "{\"a\":1}",
    .status = 200, .type = "text/event-stream", .body = "{\"a\":1}" },
  { { "A page for browsers stands in front of the server: “Just a moment...”", "eine Seite für Browser: „Just a moment...“" },
    TIMELINE, "<title>", .status = 403, .type = "text/html",
    .body = "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>" },
  { { "wants a key in the header “x-api-key”", "einen Schlüssel im Header „x-api-key“" },
    { "Set x-api-key…", "x-api-key setzen …" }, "Missing x-api-key", .status = 401, .type = "application/json",
    .body = "{\"error\":\"Missing x-api-key\"}" },
  { { "wants to know who is asking", "will wissen, wer fragt" }, { "_Sign In…", "An_melden\xc2\xa0…" }, "denied",
    .status = 401, .type = "text/plain", .body = "denied", .header = { "WWW-Authenticate", "Bearer" } },
  { { "compressed as “br”", "als „br“ komprimiert" }, TIMELINE, "br", .status = 200, .type = "application/json",
    .body = "\x0b\x02\x80", .header = { "Content-Encoding", "br" } },
  { { "not available at the moment", "zurzeit nicht verfügbar" }, { "_Try Again", "_Erneut versuchen" }, "Out of order", .status = 503, .type = "text/html",
    .body = "<!DOCTYPE html><title>Out of order</title>" },
};

#undef MESSAGE
#undef ERA
#undef TIMELINE
#undef COPY

static gboolean german;

static void
fail_cb (HttpFixture *fixture,
         HttpRequest *request,
         gpointer     user_data)
{
  const Failure *failure = user_data;

  if (failure->header[0] != NULL)
    http_request_add_header (request, failure->header[0], failure->header[1]);
  http_request_reply (request, failure->status, failure->type, failure->body);
}

static void
test_report_table (gconstpointer data)
{
  const Failure *failure = data;
  const char *const argv[] = { "sh", "-c", failure->script, NULL };
  g_autoptr (HttpFixture) fixture = failure->script == NULL ? http_fixture_new () : NULL;
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = fixture != NULL ? mcp_profile_new_for_url ("failing", http_fixture_get_url (fixture))
                                                   : mcp_profile_new_for_argv ("failing", argv);
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  SounderWindow *window = sounder_window_new (NULL, model);
  GtkWidget *report;
  const char *button;
  const char *message;
  const char *evidence;
  GListModel *steps;

  if (fixture != NULL)
    {
      g_object_set (profile, "transport", MCP_PROFILE_TRANSPORT_HTTP, NULL);
      http_fixture_set_handler (fixture, fail_cb, (gpointer) failure);
    }
  if (failure->waits)
    mcp_profile_set_timeout_msec (profile, MCP_TIMEOUT_START, 2000);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);

  report = find_type (GTK_WIDGET (window), SOUNDER_TYPE_CONNECT_REPORT);
  message = gtk_label_get_text (GTK_LABEL (find_by_id (report, "message")));
  button = gtk_button_get_label (GTK_BUTTON (find_by_id (report, "remedy_button")));
  evidence = gtk_label_get_text (GTK_LABEL (find_by_id (report, "evidence_text")));
  g_test_message ("%s | %s | %s", message, button, evidence);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (find_by_id (report, "heading"))), ==,
                   g_dgettext (GETTEXT_PACKAGE, "The connection could not be made"));
  g_assert_nonnull (strstr (message, failure->headline[german]));
  g_assert_cmpstr (button, ==, failure->button[german]);
  if (failure->evidence != NULL)
    g_assert_nonnull (strstr (evidence, failure->evidence));
  /* How a program ended is said once. */
  g_assert_false (g_str_has_suffix (message, ")") && gtk_widget_get_visible (find_by_id (report, "exit_label")));
  /* There is one button that copies the command, wherever it is. */
  g_assert_true (gtk_widget_get_visible (find_by_id (report, "copy_button"))
                 == (fixture == NULL && sounder_remedy_for (sounder_server_get_session (server)) != MCP_REMEDY_COPY_COMMAND));
  g_assert_true (sounder_server_needs_authorization (server)
                 == (sounder_remedy_for (sounder_server_get_session (server)) == MCP_REMEDY_SIGN_IN));

  steps = mcp_session_get_steps (sounder_server_get_session (server));
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);
      const McpConnectStepInfo *info = mcp_connect_step_get_info (step);

      g_assert_cmpint (info->state, !=, MCP_STEP_RUNNING);
      if (info->step == MCP_STEP_FIRST_OUTPUT)
        g_assert_true (info->state == MCP_STEP_DONE || failure->evidence == NULL);
    }

  destroy_window (GTK_WINDOW (window));
}

/* The report of before says nothing of what was corrected: saving connects. */
static void
test_report_edit_connects (void)
{
  static const char *const argv[] = { "sounder-no-such-program", NULL };
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server;
  SounderWindow *window = fail_program (model, argv, &server);
  SounderServerDialog *dialog = sounder_server_dialog_new (model, server);
  GtkWidget *save = find_by_id (GTK_WIDGET (dialog), "save_button");

  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (save)), ==, "_Save and Connect");
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_editable_set_text (GTK_EDITABLE (find_by_id (GTK_WIDGET (dialog), "command_row")),
                         g_getenv ("SOUNDER_DEMO_SERVER"));
  g_signal_emit_by_name (save, "clicked");
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
  destroy_window (GTK_WINDOW (window));
}

static GtkWidget *
fail_with_status (SounderServerModel *model,
                  HttpFixture        *fixture,
                  const char         *url,
                  guint               status,
                  SounderServer     **server)
{
  SounderWindow *window = sounder_window_new (NULL, model);

  *server = add_url (model, url);
  g_object_set (sounder_server_get_profile (*server), "transport", MCP_PROFILE_TRANSPORT_HTTP, NULL);
  http_fixture_queue (fixture, "POST", status, "text/plain", "no");
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (*server);
  TEST_AWAIT (sounder_server_get_status (*server) == SOUNDER_STATUS_FAILED);

  return GTK_WIDGET (window);
}

/* The address that the advice names is one click away. */
static void
test_report_use_path (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autofree char *wrong = sounder_address_with_path (http_fixture_get_url (fixture), "/wrong");
  SounderServer *server;
  GtkWidget *window = fail_with_status (model, fixture, wrong, 404, &server);
  GtkWidget *button = find_by_id (window, "remedy_button");

  g_assert_cmpint (sounder_remedy_for (sounder_server_get_session (server)), ==,
                   MCP_REMEDY_USE_PATH);
  http_fixture_serve_mcp (fixture, NULL);
  g_signal_emit_by_name (button, "clicked");
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_cmpstr (mcp_profile_get_url (sounder_server_get_profile (server)), ==,
                   http_fixture_get_url (fixture));

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
  destroy_window (GTK_WINDOW (window));
}

/* Nothing in the settings of a server helps one that failed inside. */
static void
test_report_server_failed (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server;
  GtkWidget *window = fail_with_status (model, fixture, http_fixture_get_url (fixture), 500,
                                        &server);

  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find_by_id (window, "remedy_button"))), ==,
                   "_Try Again");
  g_assert_false (gtk_widget_get_visible (find_by_id (window, "retry_button")));

  destroy_window (GTK_WINDOW (window));
}

/* A certificate that does not verify is shown, accepted for this server, and then taken. */
static void
test_report_certificate (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SELF_SIGNED);
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_url (model, http_fixture_get_url (fixture));
  SounderWindow *window = sounder_window_new (NULL, model);
  McpSession *session = sounder_server_get_session (server);
  McpCertificate *certificate;
  SounderCertificateDialog *dialog;

  http_fixture_serve_mcp (fixture, NULL);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_FAILED);
  certificate = mcp_session_get_certificate (session);
  g_assert_nonnull (certificate);
  g_assert_cmpint (sounder_remedy_for (session), ==, MCP_REMEDY_CERTIFICATE);

  dialog = sounder_certificate_dialog_new (certificate);
  app_test_assert_fits (GTK_WIDGET (dialog));
  app_test_assert_labelled (GTK_WIDGET (dialog));
  gtk_window_destroy (GTK_WINDOW (dialog));

  g_object_set (sounder_server_get_profile (server), "accepted-certificate", mcp_certificate_get_fingerprint (certificate), NULL);
  sounder_server_restart (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
  destroy_window (GTK_WINDOW (window));
}

/* The session id is masked until it is asked for, and masked again with the next connection. */
static void
test_connection_group (void)
{
  g_autoptr (HttpFixture) fixture = http_fixture_new ();
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  SounderServer *server = add_url (model, http_fixture_get_url (fixture));
  GtkWidget *group = g_object_ref_sink (g_object_new (SOUNDER_TYPE_CONNECTION_GROUP, "session",
                                                      sounder_server_get_session (server), NULL));
  AdwActionRow *row = ADW_ACTION_ROW (find_by_id (group, "id_row"));
  GtkWidget *reveal = find_by_id (group, "id_reveal");

  http_fixture_serve_mcp (fixture, NULL);
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);

  app_test_assert_labelled (group);
  g_assert_nonnull (strstr (adw_preferences_row_get_title (
                              ADW_PREFERENCES_ROW (find_by_id (group, "era_row"))),
                            "Speaks the older protocol (20"));
  g_assert_false (gtk_widget_get_visible (find_by_id (group, "lives_row")));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (row)));
  g_assert_null (strstr (adw_action_row_get_subtitle (row), http_fixture_get_session_id (fixture)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (reveal), TRUE);
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, http_fixture_get_session_id (fixture));

  sounder_server_restart (server);
  TEST_AWAIT (mcp_session_get_life (sounder_server_get_session (server)) == 2
              && sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (reveal)));
  g_assert_true (gtk_widget_get_visible (find_by_id (group, "lives_row")));

  sounder_server_close (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_IDLE);
  g_assert_finalize_object (group);
}

/* A connection that is lost counts down to the next attempt, which can be given up. */
static void
test_waiting (void)
{
  g_autoptr (SounderServerModel) model = app_test_new_model ();
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[{\"handshake\": {}}, {\"serve\": {}}]");
  SounderServer *server = sounder_server_model_add_temporary (model, profile);
  McpSession *session = sounder_server_get_session (server);
  SounderWindow *window = sounder_window_new (NULL, model);
  SounderSessionView *view = sounder_window_get_session_view (window);
  GtkRevealer *strip = GTK_REVEALER (find_by_id (GTK_WIDGET (view), "link_revealer"));
  g_autofree char *text = NULL;

  mcp_profile_set_reconnect (profile, TRUE);
  gtk_window_present (GTK_WINDOW (window));
  sounder_server_open (server);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_READY);
  g_assert_false (gtk_revealer_get_reveal_child (strip));
  g_assert_null (sounder_server_dup_retry_text (server));

  mcp_process_signal_group (mcp_session_get_process (session), SIGKILL);
  TEST_AWAIT (sounder_server_get_status (server) == SOUNDER_STATUS_WAITING);
  text = sounder_server_dup_retry_text (server);
  g_assert_nonnull (strstr (text, "attempt 1"));
  g_assert_true (gtk_revealer_get_reveal_child (strip));
  g_assert_false (sounder_server_is_open (server));
  app_test_assert_labelled (GTK_WIDGET (view));

  gtk_widget_activate_action (GTK_WIDGET (view), "session.stop-retrying", NULL);
  g_assert_cmpint (sounder_server_get_status (server), ==, SOUNDER_STATUS_FAILED);
  g_assert_false (gtk_widget_get_visible (find_by_id (GTK_WIDGET (view), "link_stop")));

  destroy_window (GTK_WINDOW (window));
}

/* test-app-connect-report [LOCALES]: looks at the table alone, in German, with the translations of that folder. */
int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  german = argc > 1;
  if (german)
    {
      bindtextdomain (GETTEXT_PACKAGE, argv[1]);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
    }
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/app/connect-report/table/%u", i + 1);

      g_test_add_data_func (path, &failures[i], test_report_table);
    }
  if (german)
    return g_test_run ();

  g_test_add_func ("/app/remedy/choose", test_remedy_choose);
  g_test_add_func ("/app/remedy/label", test_remedy_label);
  g_test_add_func ("/app/connect-report/web-page", test_report_web_page);
  g_test_add_func ("/app/connect-report/last-words", test_report_last_words);
  g_test_add_func ("/app/connect-report/certificate", test_report_certificate);
  g_test_add_func ("/app/connection-group/masks", test_connection_group);
  g_test_add_func ("/app/server/waiting", test_waiting);

  g_test_add_func ("/app/connect-report/missing-program", test_report_missing_program);
  g_test_add_func ("/app/connect-report/traceback", test_report_traceback);
  if (g_getenv ("SOUNDER_DEMO_SERVER") != NULL)
    g_test_add_func ("/app/connect-report/edit-connects", test_report_edit_connects);
  g_test_add_func ("/app/connect-report/use-path", test_report_use_path);
  g_test_add_func ("/app/connect-report/server-failed", test_report_server_failed);

  return g_test_run ();
}
