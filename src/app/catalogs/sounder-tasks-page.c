/* sounder-tasks-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-columns.h"
#include "sounder-compat.h"
#include "sounder-form-layout.h"
#include "sounder-pane.h"
#include "sounder-literal.h"
#include "sounder-number.h"
#include "sounder-result-view.h"
#include "sounder-task-words.h"
#include "sounder-tasks-page.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderTasksPage:
 *
 * The tasks of a server, of both kinds, and the questions that it asked as tasks of ours, newest first: how each
 * stands, and what came of it. They are followed by the session whether anybody looks or not; ages are written once a second, and
 * not at all while nobody can see them.
 */

struct _SounderTasksPage
{
  SounderPage         base;

  GSignalGroup       *task_signals;
  GtkSortListModel   *sorted;
  GtkSingleSelection *selection;
  McpTask            *task;         /* (nullable): that is shown */
  GBytes             *shown;        /* (nullable): what the result view has */
  GHashTable         *bound;        /* GtkListItem */

  SounderColumns     *columns;
  GtkLabel           *count;
  GtkStack           *list_stack;
  GtkListView        *view;
  GtkStack           *stack;
  GtkWidget          *form_box;
  GtkLabel           *title;
  GtkLabel           *id_label;
  GtkWidget          *pill;
  GtkImage           *pill_icon;
  GtkLabel           *pill_label;
  GtkLabel           *message;
  GtkLabel           *problem;
  GtkLabel           *facts;
  GtkWidget          *result_box;
  SounderResultView  *result;
  SounderPane        *json;
};

G_DEFINE_FINAL_TYPE (SounderTasksPage, sounder_tasks_page, SOUNDER_TYPE_PAGE)

static char *
dup_title (McpTask *task)
{
  const char *tool = mcp_task_get_info (task)->tool;

  return tool != NULL ? mcp_format_label (tool, FALSE) : g_strdup (_("Task"));
}

static gboolean
is_recorded (SounderTasksPage *self)
{
  return mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED;
}

/* What has passed; in a recording until it was last heard of. */
static char *
dup_age (SounderTasksPage *self,
         McpTask          *task)
{
  gint64 now_usec = is_recorded (self) ? mcp_task_get_info (task)->updated_usec : g_get_real_time ();

  return sounder_number_age (now_usec - mcp_task_get_info (task)->created_usec);
}

static void
update_row (GtkListItem *list_item)
{
  McpTask *task = gtk_list_item_get_item (list_item);
  GtkImage *icon = g_object_get_data (G_OBJECT (list_item), "icon");
  g_autofree char *title = dup_title (task);
  g_autofree char *status = sounder_task_dup_status (task);
  g_autofree char *age = dup_age (g_object_get_data (G_OBJECT (list_item), "page"), task);
  g_autofree char *message =
    mcp_task_get_info (task)->status_message != NULL
      ? mcp_format_label (mcp_task_get_info (task)->status_message, FALSE)
      : NULL;
  g_autofree char *caption = g_strjoin (" · ", status, age, message, NULL);
  g_autofree char *spoken = g_strjoin (", ", title, caption, NULL);

  sounder_compat_name_list_item (gtk_list_item_get_child (list_item), spoken);
  gtk_image_set_from_icon_name (icon, sounder_task_get_icon_name (task));
  sounder_widgets_set_tone (icon, sounder_task_get_css_class (task));
  gtk_label_set_text (g_object_get_data (G_OBJECT (list_item), "name"), title);
  gtk_label_set_text (g_object_get_data (G_OBJECT (list_item), "caption"), caption);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *list_item,
          SounderTasksPage         *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *name = sounder_widgets_new_line (NULL, NULL);
  GtkWidget *caption = sounder_widgets_new_line (NULL, "dim-label caption numeric");

  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), name);
  gtk_box_append (GTK_BOX (words), caption);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  g_object_set_data (G_OBJECT (list_item), "page", self);
  g_object_set_data (G_OBJECT (list_item), "icon", icon);
  g_object_set_data (G_OBJECT (list_item), "name", name);
  g_object_set_data (G_OBJECT (list_item), "caption", caption);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *list_item,
         SounderTasksPage         *self)
{
  gulong handler_id = g_signal_connect_swapped (gtk_list_item_get_item (list_item), "changed",
                                                G_CALLBACK (update_row), list_item);

  g_object_set_data (G_OBJECT (list_item), "handler", GSIZE_TO_POINTER (handler_id));
  g_hash_table_add (self->bound, list_item);
  update_row (list_item);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *list_item,
           SounderTasksPage         *self)
{
  gulong handler_id = GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (list_item), "handler"));

  g_signal_handler_disconnect (gtk_list_item_get_item (list_item), handler_id);
  if (self->bound != NULL)
    g_hash_table_remove (self->bound, list_item);
}

static void
append_fact (GString    *facts,
             const char *separator,
             const char *format,
             const char *value)
{
  if (value == NULL)
    return;

  if (facts->len > 0)
    g_string_append (facts, separator);
  g_string_append_printf (facts, format, value);
}

static const char *
get_kind (McpTask *task)
{
  switch (mcp_task_get_info (task)->flavour)
    {
    case MCP_TASK_OWN:
      return _("a question of the server, answered here (2025-11-25)");
    case MCP_TASK_EXTENSION:
      return _("decided by the server (extension)");
    case MCP_TASK_BASE:
    default:
      return _("asked for by the client (2025-11-25)");
    }
}

static void
update_facts (SounderTasksPage *self)
{
  McpTask *task = self->task;
  g_autoptr (GString) facts = g_string_new (NULL);
  g_autofree char *age = dup_age (self, task);
  g_autofree char *created =
    mcp_task_get_info (task)->created_at != NULL
      ? mcp_format_label (mcp_task_get_info (task)->created_at, FALSE)
      : NULL;
  g_autofree char *updated =
    mcp_task_get_info (task)->updated_at != NULL
      ? mcp_format_label (mcp_task_get_info (task)->updated_at, FALSE)
      : NULL;
  g_autofree char *ttl =
    mcp_task_get_info (task)->ttl_msec >= 0
      ? mcp_format_duration (mcp_task_get_info (task)->ttl_msec * G_TIME_SPAN_MILLISECOND)
      : NULL;
  g_autofree char *interval =
    mcp_format_duration ((gint64) mcp_task_get_info (task)->poll_msec * G_TIME_SPAN_MILLISECOND);
  /* Translators: the second is a duration: "Polled 4 times, every 1 s". */
  g_autofree char *polls = g_strdup_printf (ngettext ("Polled %'u time, every %s",
                                                      "Polled %'u times, every %s",
                                                      mcp_task_get_info (task)->n_polls),
                                            mcp_task_get_info (task)->n_polls, interval);

  append_fact (facts, "", _("Age: %s"), age);
  append_fact (facts, " · ", _("Kept for: %s"), ttl != NULL ? ttl : _("without limit"));
  if (mcp_task_get_info (task)->flavour != MCP_TASK_OWN)
    append_fact (facts, " · ", "%s", polls);
  append_fact (facts, "\n", _("Created: %s"), created);
  append_fact (facts, " · ", _("Last change: %s"), updated);
  append_fact (facts, "\n", _("Kind: %s"), get_kind (task));
  gtk_label_set_text (self->facts, facts->str);
}

static void
update_actions (SounderTasksPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  McpTask *task = self->task;
  gboolean ready = sounder_page_is_ready (&self->base);
  McpTaskHold hold = task != NULL ? mcp_task_get_info (task)->hold : MCP_TASK_SETTLED;
  gboolean lost = hold == MCP_TASK_UNKNOWN || hold == MCP_TASK_EXPIRED;
  gboolean is_theirs = task != NULL && mcp_task_get_info (task)->flavour != MCP_TASK_OWN;

  gtk_widget_action_set_enabled (widget, "tasks.list", ready);
  gtk_widget_action_set_enabled (widget, "tasks.refresh", ready && is_theirs);
  gtk_widget_action_set_enabled (widget, "tasks.forget",
                                 is_theirs && !is_recorded (self));
  gtk_widget_action_set_enabled (
    widget, "tasks.cancel",
    ready && is_theirs && !lost && !mcp_task_is_terminal (task)
      && mcp_tasks_can_cancel (mcp_session_get_tasks (self->base.session)));
  gtk_widget_action_set_enabled (widget, "tasks.show-record",
                                 task != NULL && (mcp_task_get_info (task)->serial != 0
                                                  || mcp_task_get_info (task)->last_serial != 0));
}

/* The result is shown anew only when it is another one: the reader may be in the middle of it. */
static void
update_result (SounderTasksPage *self)
{
  g_autoptr (McpCall) call = mcp_task_dup_call (self->task);
  const McpTaskInfo *info = mcp_task_get_info (self->task);
  GBytes *bytes = info->result != NULL ? info->result : info->error;

  if (bytes == self->shown && bytes != NULL)
    return;

  g_clear_pointer (&self->shown, g_bytes_unref);
  self->shown = bytes != NULL ? g_bytes_ref (bytes) : NULL;
  sounder_result_view_show (self->result, call, NULL);
}

static void
task_changed_cb (SounderTasksPage *self)
{
  McpTask *task = self->task;
  g_autofree char *status = sounder_task_dup_status (task);

  gtk_label_set_text (self->pill_label, status);
  gtk_image_set_from_icon_name (self->pill_icon, sounder_task_get_icon_name (task));
  sounder_widgets_set_tone (self->pill, sounder_task_get_css_class (task));
  sounder_literal_show (self->message, mcp_task_get_info (task)->status_message);
  sounder_literal_show (self->problem, mcp_task_get_info (task)->problem);
  update_facts (self);
  update_actions (self);
  update_result (self);
  sounder_pane_set_bytes (self->json, mcp_task_get_info (task)->json);
}

static void
show_task (SounderTasksPage *self,
           McpTask          *task)
{
  g_autofree char *title = task != NULL ? dup_title (task) : NULL;

  g_set_object (&self->task, task);
  g_signal_group_set_target (self->task_signals, task);
  gtk_stack_set_visible_child_name (self->stack, task != NULL ? "task" : "none");
  gtk_widget_set_visible (self->result_box, task != NULL);
  g_clear_pointer (&self->shown, g_bytes_unref);

  if (task == NULL)
    {
      sounder_result_view_show (self->result, NULL, NULL);
      sounder_pane_set_bytes (self->json, NULL);
      sounder_columns_show (self->columns, SOUNDER_COLUMNS_LIST);
      update_actions (self);
      return;
    }

  gtk_label_set_text (self->title, title);
  sounder_columns_set_title (self->columns, title);
  sounder_literal_show (self->id_label, mcp_task_get_info (task)->id);
  task_changed_cb (self);
}

static void
selected_cb (SounderTasksPage *self)
{
  McpTask *task = gtk_single_selection_get_selected_item (self->selection);

  if (task != self->task)
    show_task (self, task);
}

static void
activate_cb (SounderTasksPage *self)
{
  sounder_columns_show (self->columns, SOUNDER_COLUMNS_FORM);
}

static void
count_cb (SounderTasksPage *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->sorted));
  g_autofree char *text = g_strdup_printf (ngettext ("%u task", "%u tasks", n), n);

  gtk_label_set_text (self->count, text);
  gtk_stack_set_visible_child_name (self->list_stack, n > 0 ? "list" : "note");
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderTasksPage) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!mcp_tasks_list_finish (MCP_TASKS (source), result, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", error->message);
}

static void
list_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (widget);

  if (sounder_page_is_ready (&self->base))
    mcp_tasks_list_async (mcp_session_get_tasks (self->base.session), NULL, listed_cb,
                          g_object_ref (self));
}

static void
refresh_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (widget);

  if (self->task != NULL)
    mcp_tasks_refresh (mcp_session_get_tasks (self->base.session), self->task);
}

static void
cancelled_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (SounderTasksPage) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!mcp_tasks_cancel_finish (MCP_TASKS (source), result, &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", error->message);
}

static void
cancel_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (widget);

  if (self->task != NULL)
    mcp_tasks_cancel_async (mcp_session_get_tasks (self->base.session), self->task, NULL, cancelled_cb,
                            g_object_ref (self));
}

static void
forget_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (widget);

  if (self->task != NULL)
    mcp_tasks_forget (mcp_session_get_tasks (self->base.session), self->task);
}

static void
show_record_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (widget);
  guint serial = mcp_task_get_info (self->task)->serial;

  if (serial == 0)
    serial = mcp_task_get_info (self->task)->last_serial;
  gtk_widget_activate_action (widget, "session.show-record", "u", serial);
}

static gboolean
tick_cb (gpointer user_data)
{
  SounderTasksPage *self = user_data;
  GHashTableIter iter;
  gpointer list_item;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    update_row (list_item);
  if (self->task != NULL)
    update_facts (self);

  return G_SOURCE_CONTINUE;
}

static void
sounder_tasks_page_dispose (GObject *object)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (object);

  if (self->view != NULL)
    gtk_list_view_set_model (self->view, NULL);
  g_clear_pointer (&self->bound, g_hash_table_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->task);
  g_clear_pointer (&self->shown, g_bytes_unref);

  G_OBJECT_CLASS (sounder_tasks_page_parent_class)->dispose (object);
}

/* Newest first. Times of servers may be equal or nonsense; the order of arrival then stays. */
static int
compare_cb (gconstpointer a,
            gconstpointer b,
            gpointer      user_data)
{
  gint64 left = mcp_task_get_info ((McpTask *) a)->created_usec;
  gint64 right = mcp_task_get_info ((McpTask *) b)->created_usec;

  return left > right ? -1 : left < right;
}

static void
sounder_tasks_page_constructed (GObject *object)
{
  SounderTasksPage *self = SOUNDER_TASKS_PAGE (object);
  McpSession *session = self->base.session;
  g_autoptr (GListStore) lists = g_list_store_new (G_TYPE_LIST_MODEL);

  G_OBJECT_CLASS (sounder_tasks_page_parent_class)->constructed (object);

  self->bound = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_page_tick_while_mapped (GTK_WIDGET (self), tick_cb);
  gtk_widget_set_layout_manager (self->form_box, sounder_form_layout_new ());

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  self->task_signals = sounder_page_add_signals (&self->base, MCP_TYPE_TASK);
  g_signal_group_connect_swapped (self->task_signals, "changed", G_CALLBACK (task_changed_cb),
                                  self);

  g_list_store_append (lists, mcp_session_get_tasks (session));
  g_list_store_append (lists, mcp_own_tasks_get_list (mcp_session_get_own_tasks (session)));
  self->sorted = gtk_sort_list_model_new (
    G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (g_steal_pointer (&lists)))),
    GTK_SORTER (gtk_custom_sorter_new (compare_cb, NULL, NULL)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->sorted));
  g_signal_connect_object (self->sorted, "items-changed", G_CALLBACK (count_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  count_cb (self);
  selected_cb (self);
  update_actions (self);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_COLUMNS);
  g_type_ensure (SOUNDER_TYPE_PANE);
  g_type_ensure (SOUNDER_TYPE_RESULT_VIEW);

  sounder_template_set (widget_class, "sounder-tasks-page.ui");
  sounder_template_bind (widget_class, SounderTasksPage, columns, count, list_stack, view, stack,
                         form_box, title, id_label, pill, pill_icon, pill_label, message, problem,
                         facts, result_box, result, json);
  sounder_template_connect (widget_class, setup_cb, bind_cb, unbind_cb, activate_cb);
}

static void
sounder_tasks_page_class_init (SounderTasksPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_tasks_page_constructed;
  object_class->dispose = sounder_tasks_page_dispose;

  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "tasks.list", NULL, list_cb);
  gtk_widget_class_install_action (widget_class, "tasks.refresh", NULL, refresh_cb);
  gtk_widget_class_install_action (widget_class, "tasks.cancel", NULL, cancel_cb);
  gtk_widget_class_install_action (widget_class, "tasks.forget", NULL, forget_cb);
  gtk_widget_class_install_action (widget_class, "tasks.show-record", NULL, show_record_cb);
}

static void
sounder_tasks_page_init (SounderTasksPage *self)
{
}
