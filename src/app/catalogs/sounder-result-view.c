/* sounder-result-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-result-view"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-options.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-schema.h"
#include "mcp-summary.h"
#include "mcp-validation.h"
#include "sounder-calls-button.h"
#include "sounder-compare-button.h"
#include "sounder-content-view.h"
#include "sounder-conversation.h"
#include "sounder-json-content.h"
#include "sounder-json-view.h"
#include "sounder-outcome.h"
#include "sounder-result-view.h"
#include "sounder-schema-words.h"

/**
 * SounderResultView:
 *
 * Three looks at one answer: the content blocks, the structured content with
 * its schema, and the bytes. While the call runs, how far it is.
 *
 * The view does not own the call's life: showing another one cancels nothing.
 *
 * The file is long because a call can be running, failed, large, or a task by now, and each change of
 * that concerns all three looks.
 */

#define TICK_MSEC 100
/* More is neither decoded nor checked on the main loop. */
#define MAX_READ_BYTES (4 * 1024 * 1024)

struct _SounderResultView
{
  AdwBin           parent_instance;

  McpCall         *asked;         /* what somebody wants to see */
  McpCall         *call;          /* the same, or what came of the task that it made */
  GSignalGroup    *call_signals;
  GSignalGroup    *task_signals; /* while there is no result of it */
  McpCatalogKind   kind;          /* what was asked for */
  char            *output_schema; /* (nullable) */
  GCancellable    *checking;      /* (nullable) */
  GCancellable    *reading;       /* (nullable) */
  guint            tick_id;       /* only while a running call is on screen */
  gboolean         has_calls;     /* it is one of many */
  gboolean         filled;        /* the finished call has been read into the pages */

  GtkBox          *header;
  GtkToggleButton *room_button;
  GtkWidget       *pill;
  GtkImage        *pill_icon;
  GtkLabel        *pill_label;
  GtkWidget       *tabs;
  GtkToggleButton *rendered_tab;
  GtkToggleButton *structured_tab;
  GtkToggleButton *raw_tab;
  SounderCallsButton *calls;
  GtkWidget       *repeat_button;
  SounderCompareButton *compare;
  GtkLabel        *trace;
  GtkStack        *stack;
  GtkLabel        *progress_message;
  GtkProgressBar  *progress;
  GtkLabel        *elapsed;
  GtkWidget       *cancel_button;
  GtkWidget       *failure;
  GtkImage        *failure_icon;
  GtkLabel        *failure_title;
  GtkLabel        *failure_text;
  GtkWidget       *again_button;
  GtkBox          *contents;
  GtkLabel        *schema_state;
  SounderJsonContent *structured;
  SounderJsonView *raw;
};

G_DEFINE_FINAL_TYPE (SounderResultView, sounder_result_view, ADW_TYPE_BIN)

enum {
  CALL_AGAIN,
  CALL_CHOSEN,
  TAKE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum {
  PROP_0,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
update_pill (SounderResultView *self)
{
  SounderOutcome outcome;
  g_autofree char *text = NULL;
  static const char *const classes[] = { "success", "warning", "error", "accent", "dim-label" };

  gtk_widget_set_visible (self->pill, self->call != NULL);
  if (self->call == NULL)
    return;

  outcome = sounder_outcome_of_call (self->call);
  text = sounder_outcome_dup_text (self->call);
  gtk_label_set_text (self->pill_label, text);
  gtk_image_set_from_icon_name (self->pill_icon, sounder_outcome_get_icon_name (outcome));
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    gtk_widget_remove_css_class (self->pill, classes[i]);
  gtk_widget_add_css_class (self->pill, sounder_outcome_get_css_class (outcome));
}

static gboolean
tick_cb (gpointer user_data)
{
  SounderResultView *self = user_data;
  gint64 elapsed_usec = g_get_monotonic_time () - mcp_call_get_started_usec (self->call);
  g_autofree char *text = mcp_format_duration (MAX (elapsed_usec, 0));

  gtk_label_set_text (self->elapsed, text);
  if (mcp_call_get_progress_total (self->call) <= 0)
    gtk_progress_bar_pulse (self->progress);

  return G_SOURCE_CONTINUE;
}

static void
update_tick (SounderResultView *self)
{
  gboolean wanted = self->call != NULL && !mcp_call_is_finished (self->call)
                    && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (wanted && self->tick_id == 0)
    {
      self->tick_id = g_timeout_add (TICK_MSEC, tick_cb, self);
      tick_cb (self);
    }
  else if (!wanted)
    {
      g_clear_handle_id (&self->tick_id, g_source_remove);
    }
}

static void
progress_changed_cb (SounderResultView *self)
{
  double progress = mcp_call_get_progress (self->call);
  double total = mcp_call_get_progress_total (self->call);
  const char *message = mcp_call_get_progress_message (self->call);
  gboolean cancelling = FALSE;
  g_autofree char *visible = NULL;
  g_autofree char *counted = NULL;

  g_object_get (self->call, "cancelling", &cancelling, NULL);
  if (message != NULL)
    visible = mcp_format_label (message, FALSE);
  if (progress >= 0 && total > 0)
    {
      counted = g_strdup_printf ("%g / %g", progress, total);
      gtk_progress_bar_set_fraction (self->progress, CLAMP (progress / total, 0, 1));
    }
  else if (progress >= 0)
    {
      counted = g_strdup_printf ("%g", progress);
    }

  gtk_progress_bar_set_show_text (self->progress, counted != NULL);
  gtk_progress_bar_set_text (self->progress, counted);
  gtk_label_set_text (self->progress_message, cancelling        ? _("Cancelling…")
                                              : visible != NULL ? visible
                                                                : _("Waiting for the answer…"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.cancel",
                                 !cancelling && !mcp_call_is_finished (self->call));
}

static void
show_trace (SounderResultView *self)
{
  g_autofree char *traceparent = self->call != NULL ? mcp_call_dup_traceparent (self->call) : NULL;
  g_autofree char *text = mcp_format_label (traceparent != NULL ? traceparent : "", FALSE);

  gtk_widget_set_visible (GTK_WIDGET (self->trace), traceparent != NULL);
  gtk_label_set_text (self->trace, text);
}

static void
fill_failure (SounderResultView *self)
{
  SounderOutcome outcome = sounder_outcome_of_call (self->call);
  const GError *error = mcp_call_get_error (self->call);
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
        gint64 code = mcp_call_get_error_code (self->call);
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
      break;
    case SOUNDER_OUTCOME_LOST:
      title = g_strdup (_("Lost: the server may have done it"));
      break;
    case SOUNDER_OUTCOME_FAILED:
    default:
      title = g_strdup (_("There was no answer"));
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
                  const char        *css_class)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->schema_state), "success");
  gtk_widget_remove_css_class (GTK_WIDGET (self->schema_state), "error");
  gtk_widget_remove_css_class (GTK_WIDGET (self->schema_state), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->schema_state), css_class);
  gtk_label_set_text (self->schema_state, text);
}

static void
show_errors (SounderResultView *self,
             GPtrArray         *errors)
{
  const char *css_class;
  g_autofree char *text = sounder_schema_words_describe (errors, &css_class);

  set_schema_state (self, text, css_class);
}

static void
validated_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderResultView) self = user_data;
  g_autoptr (GPtrArray) errors = mcp_validation_run_finish (result, NULL);

  /* Cancelled: something else is shown. */
  if (errors == NULL)
    return;

  g_clear_object (&self->checking);
  show_errors (self, errors);
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
      set_schema_state (self, _("The tool has no output schema"), "dim-label");
      return;
    }

  schema = mcp_schema_new (self->output_schema, -1, &error);
  if (schema == NULL)
    {
      g_autofree char *text =
        g_strdup_printf (_("The output schema cannot be read: %s"), error->message);

      set_schema_state (self, text, "error");
      return;
    }

  errors = mcp_schema_validate_quickly (schema, json, length);
  if (errors != NULL)
    {
      show_errors (self, errors);
      return;
    }

  set_schema_state (self, _("Checking against the output schema…"), "dim-label");
  self->checking = g_cancellable_new ();
  mcp_validation_run_async (schema, content, self->checking, validated_cb, g_object_ref (self));
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

      sounder_json_content_set_bytes (self->structured, part);
      check_schema (self, part);
    }
  else
    {
      sounder_json_content_set_bytes (self->structured, NULL);
      set_schema_state (self,
                        result != NULL && !mcp_call_is_tool_error (self->call)
                          ? _("✗ There is an output schema, but no structured content came")
                          : _("No structured content came"),
                        result != NULL && !mcp_call_is_tool_error (self->call) ? "error"
                                                                               : "dim-label");
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
  g_autofree char *id = mcp_format_label (mcp_task_get_id (task), FALSE);
  g_autofree char *text =
    g_strdup_printf (_("The server works on it in the background, as the task %s. The result comes here."),
                     id);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Show Tasks"));

  sounder_content_view_fill (self->contents, g_ptr_array_new ());
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "session.show-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", "tasks");
  gtk_box_append (self->contents, label);
  gtk_box_append (self->contents, button);
}

/* Where the content is in a result. */
static const char *
get_member (SounderResultView *self)
{
  if (self->kind == MCP_CATALOG_TOOLS)
    return "content";

  return g_str_equal (mcp_call_get_method (self->call), MCP_DIRECTORY_READ) ? "resources" : "contents";
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
  GtkWidget *label = gtk_label_new (text);

  sounder_content_view_fill (self->contents, g_ptr_array_new ());
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_box_append (self->contents, label);
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
  SounderResultView *self = SOUNDER_RESULT_VIEW (source);
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
  task = g_task_new (self, self->reading, read_cb, NULL);
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
  sounder_json_content_set_bytes (self->structured, NULL);
  sounder_json_view_set_bytes (self->raw, result);
  gtk_toggle_button_set_active (
    self->kind == MCP_CATALOG_PROMPTS ? self->raw_tab : self->rendered_tab, TRUE);

  if (self->kind != MCP_CATALOG_PROMPTS)
    read_async (self, result);
}

static void
fill (SounderResultView *self)
{
  GBytes *result = mcp_call_get_result (self->call);
  GBytes *error = mcp_call_get_error_object (self->call);

  stop_reading (self);
  fill_failure (self);
  if (result != NULL && g_bytes_get_size (result) > MAX_READ_BYTES)
    {
      fill_large (self, result);
      self->filled = TRUE;
      return;
    }

  fill_contents (self, result);
  sounder_json_view_set_bytes (self->raw, result != NULL ? result : error);
  gtk_widget_set_sensitive (GTK_WIDGET (self->raw_tab), result != NULL || error != NULL);
  if (result == NULL)
    gtk_toggle_button_set_active (self->rendered_tab, TRUE);
  if (self->kind == MCP_CATALOG_TOOLS)
    fill_structured (self, mcp_call_get_made_task (self->call) == NULL ? result : NULL);
  self->filled = TRUE;
}

/* A handle was answered: what comes of it is the result of the call. */
static void
follow_task (SounderResultView *self)
{
  McpTask *task = self->call != NULL ? mcp_call_get_made_task (self->call) : NULL;
  g_autoptr (McpCall) call = task != NULL ? mcp_task_dup_call (task) : NULL;

  g_signal_group_set_target (self->task_signals, call == NULL ? task : NULL);
  if (call == NULL)
    return;

  g_signal_group_set_target (self->call_signals, NULL);
  g_set_object (&self->call, call);
  self->filled = FALSE;
  gtk_toggle_button_set_active (self->rendered_tab, TRUE);
}

static void
update (SounderResultView *self)
{
  const char *page = "none";

  follow_task (self);
  if (self->call != NULL && !mcp_call_is_finished (self->call))
    {
      page = "running";
      progress_changed_cb (self);
    }
  else if (self->call != NULL)
    {
      if (!self->filled)
        fill (self);
      if (gtk_toggle_button_get_active (self->structured_tab))
        page = "structured";
      else
        page = gtk_toggle_button_get_active (self->raw_tab) ? "raw" : "rendered";
    }

  gtk_widget_set_visible (self->tabs, self->call != NULL && mcp_call_is_finished (self->call));
  gtk_stack_set_visible_child_name (self->stack, page);
  gtk_widget_set_visible (self->repeat_button, self->call != NULL && self->has_calls);
  sounder_compare_button_update (self->compare);
  update_pill (self);
  update_tick (self);
}

static void
tab_toggled_cb (SounderResultView *self)
{
  /* The template sets the first tab before the rest is there. */
  if (self->call != NULL && self->filled)
    update (self);
}

static void
finished_cb (SounderResultView *self)
{
  update (self);
}

static void
again_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (widget);

  if (self->asked != NULL)
    g_signal_emit (self, signals[CALL_AGAIN], 0, self->asked);
}

static void
chosen_cb (SounderResultView *self,
           McpInvocation *invocation)
{
  g_signal_emit (self, signals[CALL_CHOSEN], 0, invocation);
}

static void
repeat_cb (SounderResultView *self,
           McpInvocation *invocation)
{
  g_signal_emit (self, signals[CALL_AGAIN], 0, mcp_invocation_get_call (invocation));
}

static void
take_cb (SounderResultView *self,
         const char        *json)
{
  g_signal_emit (self, signals[TAKE], 0, json);
}

static void
cancel_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (widget);

  if (self->call != NULL && !mcp_call_is_finished (self->call))
    mcp_call_cancel (self->call, NULL);
}

static void
sounder_result_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_result_view_parent_class)->map (widget);
  update_tick (SOUNDER_RESULT_VIEW (widget));
}

static void
sounder_result_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_result_view_parent_class)->unmap (widget);
  update_tick (SOUNDER_RESULT_VIEW (widget));
}

static void
sounder_result_view_dispose (GObject *object)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->call_signals);
  g_clear_object (&self->task_signals);
  g_clear_object (&self->asked);
  g_clear_object (&self->call);
  g_clear_pointer (&self->output_schema, g_free);
  stop_checking (self);
  stop_reading (self);

  G_OBJECT_CLASS (sounder_result_view_parent_class)->dispose (object);
}

static void
sounder_result_view_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CALL:
      g_value_set_object (value, SOUNDER_RESULT_VIEW (object)->call);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-result-view.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, header);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, room_button);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, pill);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, pill_icon);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, pill_label);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, tabs);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, rendered_tab);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, structured_tab);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, raw_tab);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, calls);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, repeat_button);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, compare);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, trace);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, progress_message);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, progress);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, elapsed);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, failure);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, failure_icon);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, failure_title);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, failure_text);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, again_button);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, repeat_cb);
  gtk_widget_class_bind_template_callback (widget_class, take_cb);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, contents);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, schema_state);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, structured);
  gtk_widget_class_bind_template_child (widget_class, SounderResultView, raw);
  gtk_widget_class_bind_template_callback (widget_class, tab_toggled_cb);
}

static void
sounder_result_view_class_init (SounderResultViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_result_view_dispose;
  object_class->get_property = sounder_result_view_get_property;
  widget_class->map = sounder_result_view_map;
  widget_class->unmap = sounder_result_view_unmap;

  /**
   * SounderResultView:call:
   *
   * What is shown. Set with sounder_result_view_show().
   */
  properties[PROP_CALL] = g_param_spec_object ("call", NULL, NULL, MCP_TYPE_CALL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SounderResultView::call-again:
   * @call: a call
   *
   * The user wants a call to be made once more.
   */
  signals[CALL_AGAIN] = g_signal_new ("call-again", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                      NULL, NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_CALL);

  /**
   * SounderResultView::call-chosen:
   * @invocation: another of the calls
   *
   * The user wants to see another call.
   */
  signals[CALL_CHOSEN] = g_signal_new ("call-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_INVOCATION);

  /**
   * SounderResultView::take:
   * @json: the arguments of one of the calls
   *
   * Arguments are to be put into the form.
   */
  signals[TAKE] = g_signal_new ("take", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (SOUNDER_TYPE_CALLS_BUTTON);
  g_type_ensure (SOUNDER_TYPE_COMPARE_BUTTON);
  g_type_ensure (SOUNDER_TYPE_JSON_CONTENT);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "result.again", NULL, again_cb);
  gtk_widget_class_install_action (widget_class, "result.cancel", NULL, cancel_cb);
}

static void
sounder_result_view_init (SounderResultView *self)
{
  self->task_signals = g_signal_group_new (MCP_TYPE_TASK);
  g_signal_group_connect_swapped (self->task_signals, "changed", G_CALLBACK (update), self);
  self->call_signals = g_signal_group_new (MCP_TYPE_CALL);
  g_signal_group_connect_swapped (self->call_signals, "finished", G_CALLBACK (finished_cb), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::progress",
                                  G_CALLBACK (progress_changed_cb), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::progress-message",
                                  G_CALLBACK (progress_changed_cb), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::cancelling",
                                  G_CALLBACK (progress_changed_cb), self);

  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

/**
 * sounder_result_view_set_kind:
 * @self: a view
 * @kind: tools, resources or prompts
 *
 * Sets what the calls ask for, and so what is in their results.
 */
void
sounder_result_view_set_kind (SounderResultView *self,
                              McpCatalogKind     kind)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  self->kind = kind;
  gtk_widget_set_visible (GTK_WIDGET (self->structured_tab), kind == MCP_CATALOG_TOOLS);
}

/**
 * sounder_result_view_add_widget:
 * @self: a view
 * @widget: what a page can do with a result
 *
 * Puts a widget beside the looks.
 */
void
sounder_result_view_add_widget (SounderResultView *self,
                                GtkWidget         *widget)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_box_insert_child_after (self->header, widget, self->tabs);
}

/**
 * sounder_result_view_get_room_button:
 * @self: a view
 *
 * Gets the button for whoever can give the view more room. It is not seen before that.
 *
 * Returns: (transfer none): the button
 */
GtkToggleButton *
sounder_result_view_get_room_button (SounderResultView *self)
{
  g_return_val_if_fail (SOUNDER_IS_RESULT_VIEW (self), NULL);

  return self->room_button;
}

McpCall *
sounder_result_view_get_call (SounderResultView *self)
{
  g_return_val_if_fail (SOUNDER_IS_RESULT_VIEW (self), NULL);

  return self->call;
}

/**
 * sounder_result_view_show:
 * @self: a view
 * @call: (nullable): a call that was or will be started
 * @output_schema: (nullable): the schema of its structured content, as JSON
 *
 * Shows a call. The one before goes on unseen.
 */
void
sounder_result_view_show (SounderResultView *self,
                          McpCall           *call,
                          const char        *output_schema)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  if (self->asked == call)
    return;

  g_signal_group_set_target (self->call_signals, NULL);
  g_set_object (&self->asked, call);
  g_set_object (&self->call, call);
  g_free (self->output_schema);
  self->output_schema = g_strdup (output_schema);
  stop_reading (self);
  self->filled = FALSE;
  gtk_progress_bar_set_fraction (self->progress, 0);
  show_trace (self);
  g_signal_group_set_target (self->call_signals, call);
  sounder_calls_button_set_shown (self->calls, call);
  sounder_compare_button_set_call (self->compare, call);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

/**
 * sounder_result_view_set_target:
 * @self: a view
 * @workbench: (nullable): whose calls
 * @name: of what
 *
 * Sets of which calls the one that is shown is one. It can be run again, compared with the others,
 * and left for one of them: see the signals.
 */
void
sounder_result_view_set_target (SounderResultView *self,
                                McpWorkbench      *workbench,
                                const char        *name)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  self->has_calls = workbench != NULL;
  sounder_calls_button_set_target (self->calls, workbench, self->kind, name);
  sounder_compare_button_set_calls (
    self->compare, workbench != NULL ? mcp_workbench_get_calls (workbench, self->kind, name) : NULL);
  update (self);
}
