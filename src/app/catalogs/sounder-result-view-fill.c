/* sounder-result-view-fill.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-schema.h"
#include "mcp-summary.h"
#include "mcp-validation.h"
#include "sounder-content-view.h"
#include "sounder-conversation.h"
#include "sounder-outcome.h"
#include "mcp-evidence.h"
#include "sounder-page.h"
#include "sounder-result-view-private.h"
#include "sounder-schema-words.h"
#include "sounder-widgets.h"

/*
 * What an answer is shown as: why it failed, its blocks, and its structured content with what the
 * output schema says of it. What is large is read and checked in a worker.
 */

/* More is neither decoded nor checked on the main loop. */
#define MAX_READ_BYTES (4 * 1024 * 1024)

/* A schema and a value of more are checked by a worker from the start. */
#define MAX_QUICK_BYTES (256 * 1024)

/*
 * What was seen since the call left, for one that got no answer. It is kept with the call: what
 * comes later is no part of it.
 */
static const char *
get_evidence (SounderResultView *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), SOUNDER_TYPE_PAGE);
  guint serial = mcp_call_get_outcome (self->call)->serial;
  const char *kept = g_object_get_data (G_OBJECT (self->call), "sounder-evidence");

  if (kept == NULL && page != NULL && SOUNDER_PAGE (page)->session != NULL && serial != 0)
    {
      g_autoptr (GPtrArray) found = mcp_session_dup_evidence (SOUNDER_PAGE (page)->session, serial);
      char *text = mcp_evidence_dup_text (found, TRUE);

      g_object_set_data_full (G_OBJECT (self->call), "sounder-evidence", text, g_free);
      kept = text;
    }

  return kept != NULL ? kept : "";
}

/* The message, and below it what was seen beside it. */
static void
append_evidence (SounderResultView *self,
                 char             **text)
{
  const char *evidence = get_evidence (self);
  g_autofree char *before = g_steal_pointer (text);

  *text = *evidence != '\0' ? g_strdup_printf ("%s\n\n%s", before != NULL ? before : "", evidence)
                            : g_steal_pointer (&before);
}

static void
fill_failure (SounderResultView *self)
{
  SounderOutcome outcome = sounder_outcome_of_call (self->call);
  const GError *error = mcp_call_get_outcome (self->call)->error;
  g_autofree char *title = NULL;
  g_autofree char *text = error != NULL ? mcp_format_label (error->message, TRUE) : NULL;

  gtk_widget_set_visible (self->failure, outcome != SOUNDER_OUTCOME_OK);
  /* By the user, never by itself: doing it twice may do harm. */
  gtk_widget_set_visible (self->again_button, outcome == SOUNDER_OUTCOME_LOST);
  gtk_widget_remove_css_class (self->failure, "tool-error");
  gtk_widget_remove_css_class (self->failure, "protocol-error");

  switch (outcome)
    {
    case SOUNDER_OUTCOME_OK:
    case SOUNDER_OUTCOME_RUNNING:
      return;
    case SOUNDER_OUTCOME_TOOL_ERROR:
      title = g_strdup (_("The tool reports an error"));
      text = g_strdup (_("The request itself succeeded: the result is marked with isError."));
      break;
    case SOUNDER_OUTCOME_ERROR:
      {
        gint64 code = mcp_call_get_outcome (self->call)->error_code;
        const char *name = mcp_rpc_code_get_name (code);

        /* Translators: a code of JSON-RPC and its name. */
        title = name != NULL ? g_strdup_printf (_("Protocol error %lld: %s"), (long long) code, name)
                             : g_strdup_printf (_("Protocol error %lld"), (long long) code);
      }
      break;
    case SOUNDER_OUTCOME_CANCELLED:
      title = g_strdup (_("The call was cancelled"));
      break;
    case SOUNDER_OUTCOME_TIMED_OUT:
      title = g_strdup (_("The call timed out"));
      append_evidence (self, &text);
      break;
    case SOUNDER_OUTCOME_LOST:
      title = g_strdup (_("Lost: the server may have done it"));
      break;
    case SOUNDER_OUTCOME_FAILED:
    default:
      title = g_strdup (_("There was no answer"));
      append_evidence (self, &text);
      break;
    }

  /* What was cancelled went as it was wanted. */
  if (outcome != SOUNDER_OUTCOME_CANCELLED)
    gtk_widget_add_css_class (self->failure, outcome == SOUNDER_OUTCOME_TOOL_ERROR
                                               ? "tool-error"
                                               : "protocol-error");
  gtk_image_set_from_icon_name (self->failure_icon, sounder_outcome_get_icon_name (outcome));
  gtk_label_set_text (self->failure_title, title);
  gtk_label_set_text (self->failure_text, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->failure_text), text != NULL && *text != '\0');
}

static void
set_schema_state (SounderResultView *self,
                  const char        *text,
                  const char        *css_class,
                  gboolean           breaks)
{
  sounder_widgets_set_tone (self->schema_state, css_class);
  gtk_label_set_text (self->schema_state, text);
  self->breaks_schema = breaks;
  sounder_result_view_update_pill (self);
}

static void
show_errors (SounderResultView *self,
             GPtrArray         *errors)
{
  const char *css_class;
  g_autofree char *text = sounder_schema_words_describe (errors, &css_class);

  set_schema_state (self, text, css_class, g_str_equal (css_class, "error"));
}

static void
show_unreadable (SounderResultView *self,
                 const GError      *error)
{
  g_autofree char *text =
    g_strdup_printf (_("The output schema cannot be read: %s"), error->message);

  set_schema_state (self, text, "error", FALSE);
}

static void
validated_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderResultView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) errors = mcp_validation_run_finish (result, &error);

  /* Something else is shown. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_object (&self->checking);
  if (errors != NULL)
    show_errors (self, errors);
  else
    show_unreadable (self, error);
}

static void
stop_checking (SounderResultView *self)
{
  if (self->checking != NULL)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
}

/* What the output schema says of the structured content (server/tools, Output Schema). */
static void
check_schema (SounderResultView *self,
              GBytes            *content)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GPtrArray) errors = NULL;
  gsize length;
  const char *json = g_bytes_get_data (content, &length);

  if (self->output_schema == NULL)
    {
      set_schema_state (self, _("The tool has no output schema"), "dim-label", FALSE);
      return;
    }

  if (strlen (self->output_schema) + length <= MAX_QUICK_BYTES)
    {
      schema = mcp_schema_new (self->output_schema, -1, &error);
      if (schema == NULL)
        {
          show_unreadable (self, error);
          return;
        }

      errors = mcp_schema_validate_quickly (schema, json, length);
      if (errors != NULL)
        {
          show_errors (self, errors);
          return;
        }
    }

  set_schema_state (self, _("Checking against the output schema…"), "dim-label", FALSE);
  self->checking = g_cancellable_new ();
  mcp_validation_run_text_async (
      self->output_schema, content, self->checking, validated_cb, g_object_ref (self));
}

static void
fill_structured (SounderResultView *self,
                 GBytes            *result)
{
  gsize length = 0;
  const char *json = result != NULL ? g_bytes_get_data (result, &length) : NULL;
  McpSpan span;
  gboolean has_structured =
    json != NULL && mcp_json_lookup (json, length, "structuredContent", &span);

  stop_checking (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->structured_tab),
                            has_structured || self->output_schema != NULL);
  if (has_structured)
    {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (result, span.offset, span.length);

      sounder_pane_set_bytes (self->structured, part);
      check_schema (self, part);
    }
  else
    {
      gboolean lacks = result != NULL && !mcp_call_get_outcome (self->call)->is_tool_error;

      sounder_pane_set_bytes (self->structured, NULL);
      set_schema_state (self,
                        lacks ? _("✗ There is an output schema, but no structured content came")
                              : _("No structured content came"),
                        lacks ? "error" : "dim-label", lacks && self->output_schema != NULL);
    }

  /* What a tool with structured content answers is best seen as such. */
  if (has_structured)
    gtk_toggle_button_set_active (self->structured_tab, TRUE);
  else if (gtk_toggle_button_get_active (self->structured_tab))
    gtk_toggle_button_set_active (self->rendered_tab, TRUE);
}

/* The answer is a handle: what comes of it will be shown here. */
static void
fill_task (SounderResultView *self,
           McpTask           *task)
{
  g_autofree char *id = mcp_format_label (mcp_task_get_info (task)->id, FALSE);
  g_autofree char *text =
    g_strdup_printf (_("The server works on it in the background, as the task %s. The result comes here."),
                     id);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Show Tasks"));

  sounder_content_view_fill (self->contents, g_ptr_array_new ());
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "session.show-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "tasks");
  gtk_box_append (self->contents, sounder_widgets_new_quote (text, NULL));
  gtk_box_append (self->contents, button);
}

/* Where the content is in a result. */
static const char *
get_member (SounderResultView *self)
{
  if (self->kind == MCP_CATALOG_TOOLS)
    return "content";

  return mcp_call_get_kind (self->call) == MCP_REQUEST_DIRECTORY_READ ? "resources" : "contents";
}

static void
fill_contents (SounderResultView *self,
               GBytes            *result)
{
  McpTask *task = mcp_call_get_made_task (self->call);
  gsize length = 0;
  const char *json = result != NULL ? g_bytes_get_data (result, &length) : NULL;

  if (task != NULL)
    fill_task (self, task);
  else if (json == NULL)
    sounder_content_view_fill (self->contents, g_ptr_array_new ());
  else if (self->kind == MCP_CATALOG_PROMPTS)
    sounder_conversation_fill (self->contents, result);
  else
    sounder_content_view_fill (self->contents,
                               sounder_content_read_list (json, length, get_member (self)));
}

static void
say_of_contents (SounderResultView *self,
                 const char        *text)
{
  sounder_content_view_fill (self->contents, g_ptr_array_new ());
  gtk_box_append (self->contents, sounder_widgets_new_paragraph (text, "dim-label"));
}

typedef struct
{
  GBytes     *result;
  const char *member;
} ReadJob;

static void
read_job_free (ReadJob *job)
{
  g_bytes_unref (job->result);
  g_free (job);
}

static void
read_in_worker (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const ReadJob *job = task_data;
  gsize length;
  const char *json = g_bytes_get_data (job->result, &length);

  g_task_return_pointer (task, sounder_content_read_list (json, length, job->member),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderResultView) self = user_data;
  GPtrArray *contents = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Cancelled: something else is shown. */
  if (contents == NULL)
    return;

  g_clear_object (&self->reading);
  sounder_content_view_fill (self->contents, contents);
}

static void
read_async (SounderResultView *self,
            GBytes            *result)
{
  g_autoptr (GTask) task = NULL;
  ReadJob *job = g_new0 (ReadJob, 1);

  job->result = g_bytes_ref (result);
  job->member = get_member (self);
  self->reading = g_cancellable_new ();
  task = g_task_new (NULL, self->reading, read_cb, g_object_ref (self));
  g_task_set_source_tag (task, read_async);
  g_task_set_task_data (task, job, (GDestroyNotify) read_job_free);
  g_task_run_in_thread (task, read_in_worker);
}

static void
stop_reading (SounderResultView *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

/* What is large is read elsewhere, and its structure is only to be seen in the raw view. */
static void
fill_large (SounderResultView *self,
            GBytes            *result)
{
  g_autofree char *size = mcp_format_size (g_bytes_get_size (result));
  g_autofree char *text = g_strdup_printf (
    self->kind == MCP_CATALOG_PROMPTS ? _("The result has %s: see Raw.") : _("Reading %s…"), size);

  say_of_contents (self, text);
  gtk_widget_set_sensitive (GTK_WIDGET (self->structured_tab), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->raw_tab), TRUE);
  sounder_pane_set_bytes (self->structured, NULL);
  sounder_pane_set_bytes (self->raw, result);
  gtk_toggle_button_set_active (
    self->kind == MCP_CATALOG_PROMPTS ? self->raw_tab : self->rendered_tab, TRUE);

  if (self->kind != MCP_CATALOG_PROMPTS)
    read_async (self, result);
}

/* The same once more stays where it was; something else begins at its top. */
static void
begin_at_top (SounderResultView *self)
{
  if (g_strcmp0 (self->target, self->filled_target) == 0)
    return;

  g_free (self->filled_target);
  self->filled_target = g_strdup (self->target);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* Reads the call, which has finished, into the pages. */
void
sounder_result_view_fill (SounderResultView *self)
{
  GBytes *result = mcp_call_get_result (self->call);
  GBytes *error = mcp_call_get_outcome (self->call)->error_object;

  stop_reading (self);
  begin_at_top (self);
  fill_failure (self);
  if (result != NULL && g_bytes_get_size (result) > MAX_READ_BYTES)
    {
      fill_large (self, result);
      self->filled = TRUE;
      return;
    }

  fill_contents (self, result);
  sounder_pane_set_bytes (self->raw, result != NULL ? result : error);
  gtk_widget_set_sensitive (GTK_WIDGET (self->raw_tab), result != NULL || error != NULL);
  if (result == NULL)
    gtk_toggle_button_set_active (self->rendered_tab, TRUE);
  if (self->kind == MCP_CATALOG_TOOLS)
    fill_structured (self, mcp_call_get_made_task (self->call) == NULL ? result : NULL);
  self->filled = TRUE;
}

/* Something else is shown. */
void
sounder_result_view_stop_filling (SounderResultView *self)
{
  stop_checking (self);
  stop_reading (self);
}
