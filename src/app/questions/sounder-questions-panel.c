/* sounder-questions-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-focus.h"
#include "sounder-question-history.h"
#include "sounder-question-rules.h"
#include "sounder-questions-panel.h"
#include "sounder-roots-editor.h"
#include "sounder-template.h"

/**
 * SounderQuestionsPanel:
 *
 * The questions of one session, the oldest first. Each that was looked at has a view that lives as
 * long as it waits: what was typed for one is there when the person comes back from another.
 *
 * Escape cancels the question that is shown, after asking; on the other pages it closes the panel.
 * Closing the panel answers nothing.
 */

struct _SounderQuestionsPanel
{
  SounderPage              base;

  McpQuestion             *current;     /* (nullable): what is shown */
  guint                    n_waited;    /* before the last change */
  gboolean                 had_focus;   /* before what is shown was settled */
  GtkWidget               *focus_before; /* (nullable): weak: what had the focus outside, last */

  GtkWidget               *queue_box;
  GtkLabel                *position;
  GtkStack                *pages;
  GtkStackPage            *waiting_page;
  GtkStack                *views;
  SounderQuestionHistory  *history;
  SounderQuestionRules    *rules;
  GtkLabel                *roots_note;
  SounderRootsEditor      *roots;
  GtkWidget               *apply_button;
};

G_DEFINE_FINAL_TYPE (SounderQuestionsPanel, sounder_questions_panel, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_N_WAITING,
  N_PROPS
};

enum {
  QUESTION,
  CLOSE,
  CHANGE_PROFILE,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GListModel *
get_waiting (SounderQuestionsPanel *self)
{
  return G_LIST_MODEL (mcp_session_get_questions (self->base.session));
}

static guint
find_position (SounderQuestionsPanel *self)
{
  GListModel *waiting = get_waiting (self);

  for (guint i = 0; waiting != NULL && i < g_list_model_get_n_items (waiting); i++)
    {
      g_autoptr (McpQuestion) question = g_list_model_get_item (waiting, i);

      if (question == self->current)
        return i;
    }

  return GTK_INVALID_LIST_POSITION;
}

static SounderQuestionView *
find_view (SounderQuestionsPanel *self,
           McpQuestion           *question)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->views)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (SOUNDER_IS_QUESTION_VIEW (child)
        && sounder_question_view_get_question (SOUNDER_QUESTION_VIEW (child)) == question)
      return SOUNDER_QUESTION_VIEW (child);

  return NULL;
}

static void
update_queue (SounderQuestionsPanel *self)
{
  guint n = sounder_questions_panel_get_n_waiting (self);
  guint i = find_position (self);
  g_autofree char *position = g_strdup_printf ("%u / %u", i + 1, n);
  /* Translators: how many questions wait. */
  g_autofree char *title = n > 0 ? g_strdup_printf (_("Waiting (%u)"), n) : g_strdup (_("Waiting"));

  gtk_label_set_text (self->position, position);
  gtk_widget_set_visible (self->queue_box, n > 1 && i != GTK_INVALID_LIST_POSITION);
  gtk_stack_page_set_title (self->waiting_page, title);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "questions.previous", n > 1 && i > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "questions.next", n > 1 && i + 1 < n);
}

static void
show_question (SounderQuestionsPanel *self,
               McpQuestion           *question)
{
  GtkWidget *view;

  g_set_object (&self->current, question);
  if (question == NULL)
    {
      gtk_stack_set_visible_child_name (self->views, "none");
    }
  else
    {
      view = GTK_WIDGET (find_view (self, question));
      if (view == NULL)
        {
          view = sounder_question_view_new (question, self->base.session);
          gtk_stack_add_child (self->views, view);
        }
      gtk_stack_set_visible_child (self->views, view);
    }
  update_queue (self);
}

/* Takes away the views of what is settled. */
static void
drop_settled (SounderQuestionsPanel *self)
{
  GtkWidget *next;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->views)); child != NULL;
       child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (SOUNDER_IS_QUESTION_VIEW (child)
          && !mcp_question_is_waiting (
            sounder_question_view_get_question (SOUNDER_QUESTION_VIEW (child))))
        gtk_stack_remove (self->views, child);
    }
}

/* The next question, which nobody asked to see. What had the keys of the one before has its. */
static void
show_next (SounderQuestionsPanel *self,
           McpQuestion           *question)
{
  /* GTK never lets go of what is removed while it has the focus. */
  if (self->had_focus)
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  show_question (self, question);
  if (question == NULL)
    return;

  sounder_question_view_hold (find_view (self, question));
  if (self->had_focus)
    sounder_question_view_enter (find_view (self, question));
}

static void
waiting_changed_cb (SounderQuestionsPanel *self,
                    guint                  position)
{
  GListModel *waiting = get_waiting (self);
  guint n = waiting != NULL ? g_list_model_get_n_items (waiting) : 0;
  g_autoptr (McpQuestion) next = NULL;

  /* The one that came to its place, or the last. */
  if (n > 0)
    next = g_list_model_get_item (waiting, MIN (position, n - 1));
  self->had_focus = sounder_focus_is_in (GTK_WIDGET (self->views));
  if (self->current == NULL || !mcp_question_is_waiting (self->current))
    show_next (self, next);
  else
    update_queue (self);

  drop_settled (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_WAITING]);

  if (self->n_waited > 0 && n == 0
      && g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), "waiting") == 0)
    g_signal_emit (self, signals[CLOSE], 0);
  self->n_waited = n;
  self->had_focus = FALSE;
}

static void
asked_cb (SounderQuestionsPanel *self,
          McpQuestion           *question)
{
  /* What a rule is about to answer needs nobody. */
  if (mcp_question_is_waiting (question) && mcp_question_get_info (question)->due_usec == 0)
    g_signal_emit (self, signals[QUESTION], 0);
}

static void
step (SounderQuestionsPanel *self,
      int                    by)
{
  g_autoptr (McpQuestion) question = NULL;
  guint position = find_position (self);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  question = g_list_model_get_item (get_waiting (self), position + by);
  if (question == NULL)
    return;

  show_question (self, question);
  sounder_question_view_enter (find_view (self, question));
}

static void
previous_cb (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  step (SOUNDER_QUESTIONS_PANEL (widget), -1);
}

static void
next_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  step (SOUNDER_QUESTIONS_PANEL (widget), 1);
}

static void
close_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  g_signal_emit (widget, signals[CLOSE], 0);
}

static void
escape_confirmed_cb (gboolean confirmed,
                     gpointer user_data)
{
  g_autoptr (McpQuestion) question = user_data;

  if (confirmed)
    mcp_question_cancel (question);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  SounderQuestionsPanel *self = SOUNDER_QUESTIONS_PANEL (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *message = NULL;
  g_autofree char *visible = NULL;
  g_autofree char *body = NULL;

  if (self->current != NULL && sounder_question_view_is_held (find_view (self, self->current)))
    return TRUE;

  if (self->current == NULL
      || g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), "waiting") != 0)
    {
      g_signal_emit (self, signals[CLOSE], 0);
      return TRUE;
    }

  message = mcp_question_dup_message (self->current);
  visible = mcp_format_label (
    message != NULL ? message : mcp_question_get_info (self->current)->method, FALSE);
  body = g_strdup_printf (_("The server is told that the dialog was closed without an answer: %s"),
                          visible);
  sounder_compat_confirm (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                          _("Leave This Question Unanswered?"), body, _("Leave _Unanswered"), TRUE,
                          escape_confirmed_cb, g_object_ref (self->current));

  return TRUE;
}

static void
roots_changed_cb (SounderQuestionsPanel *self)
{
  gtk_widget_set_sensitive (self->apply_button, TRUE);
}

static void
apply_roots_cb (SounderQuestionsPanel *self)
{
  g_autoptr (McpProfile) changed = mcp_profile_copy (mcp_session_get_profile (self->base.session));
  g_autoptr (GPtrArray) roots = sounder_roots_editor_dup_roots (self->roots);

  mcp_profile_set_roots (changed, roots);
  sounder_questions_panel_change_profile (GTK_WIDGET (self), self->base.session, changed);
}

static void
load_profile (SounderQuestionsPanel *self)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);

  gtk_label_set_text (self->roots_note,
                      profile != NULL && !mcp_profile_get_settings (profile)->advertise_roots
                        ? _("This server is not told that there are roots: see its settings.")
                        : _("Folders the server may work in. It is told when they change."));
  sounder_roots_editor_set_roots (self->roots, profile);
  gtk_widget_set_sensitive (self->apply_button, FALSE);
  sounder_question_rules_set_session (self->rules, self->base.session);
}

/* What the server dialog changed meanwhile. */
static void
page_changed_cb (SounderQuestionsPanel *self)
{
  if (self->rules != NULL && !gtk_widget_get_sensitive (self->apply_button))
    load_profile (self);
}

static void
sounder_questions_panel_dispose (GObject *object)
{
  SounderQuestionsPanel *self = SOUNDER_QUESTIONS_PANEL (object);

  g_clear_object (&self->current);
  g_clear_weak_pointer (&self->focus_before);

  G_OBJECT_CLASS (sounder_questions_panel_parent_class)->dispose (object);
}

/* What is in a menu is gone when it would get the focus back. */
static void
focus_changed_cb (SounderQuestionsPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = gtk_root_get_focus (root);

  if (focus != NULL && !gtk_widget_is_ancestor (focus, GTK_WIDGET (self))
      && gtk_widget_get_native (focus) == GTK_NATIVE (root))
    g_set_weak_pointer (&self->focus_before, focus);
}

static void
sounder_questions_panel_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_questions_panel_parent_class)->root (widget);

  g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                           G_CALLBACK (focus_changed_cb), widget, G_CONNECT_SWAPPED);
  focus_changed_cb (SOUNDER_QUESTIONS_PANEL (widget));
}

static void
sounder_questions_panel_unroot (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_root (widget), focus_changed_cb, widget);
  g_clear_weak_pointer (&SOUNDER_QUESTIONS_PANEL (widget)->focus_before);

  GTK_WIDGET_CLASS (sounder_questions_panel_parent_class)->unroot (widget);
}

static void
sounder_questions_panel_get_property (GObject    *object,
                                      guint       prop_id,
                                      GValue     *value,
                                      GParamSpec *pspec)
{
  SounderQuestionsPanel *self = SOUNDER_QUESTIONS_PANEL (object);

  switch (prop_id)
    {
    case PROP_N_WAITING:
      g_value_set_uint (value, sounder_questions_panel_get_n_waiting (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_signals (GObjectClass *object_class)
{
  GType type = G_TYPE_FROM_CLASS (object_class);

  /**
   * SounderQuestionsPanel::question:
   *
   * A question waits for the person.
   */
  signals[QUESTION] = g_signal_new ("question", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 0);

  /**
   * SounderQuestionsPanel::close:
   *
   * The user has no more to do here.
   */
  signals[CLOSE] = g_signal_new ("close", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);

  /**
   * SounderQuestionsPanel::change-profile:
   * @changed: an #McpProfile: what the session's profile is to become
   *
   * Rules or roots were edited. Whoever keeps profiles in a file keeps this one.
   *
   * Returns: whether somebody did
   */
  signals[CHANGE_PROFILE] = g_signal_new ("change-profile", type, G_SIGNAL_RUN_LAST, 0,
                                          g_signal_accumulator_true_handled, NULL, NULL,
                                          G_TYPE_BOOLEAN, 1, MCP_TYPE_PROFILE);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "questions.previous", NULL, previous_cb);
  gtk_widget_class_install_action (widget_class, "questions.next", NULL, next_cb);
  gtk_widget_class_install_action (widget_class, "questions.close", NULL, close_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK,
                                       "questions.previous", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK,
                                       "questions.next", NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
sounder_questions_panel_constructed (GObject *object)
{
  SounderQuestionsPanel *self = SOUNDER_QUESTIONS_PANEL (object);
  McpQuestions *questions = mcp_session_get_questions (self->base.session);

  G_OBJECT_CLASS (sounder_questions_panel_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (questions, "items-changed", G_CALLBACK (waiting_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (questions, "asked", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
  sounder_question_history_set_session (self->history, self->base.session);
  load_profile (self);
  waiting_changed_cb (self, 0);
}

static void
sounder_questions_panel_class_init (SounderQuestionsPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_questions_panel_constructed;
  object_class->dispose = sounder_questions_panel_dispose;
  object_class->get_property = sounder_questions_panel_get_property;
  widget_class->root = sounder_questions_panel_root;
  widget_class->unroot = sounder_questions_panel_unroot;

  /**
   * SounderQuestionsPanel:n-waiting:
   *
   * How many questions wait.
   */
  properties[PROP_N_WAITING] =
    g_param_spec_uint ("n-waiting", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals (object_class);

  g_type_ensure (SOUNDER_TYPE_QUESTION_HISTORY);
  g_type_ensure (SOUNDER_TYPE_QUESTION_RULES);
  g_type_ensure (SOUNDER_TYPE_ROOTS_EDITOR);
  sounder_template_set (widget_class, "sounder-questions-panel.ui");
  sounder_template_bind (widget_class, SounderQuestionsPanel, queue_box, position, pages,
                         waiting_page, views, history, rules, roots_note, roots, apply_button);
  sounder_template_connect (widget_class, page_changed_cb, roots_changed_cb, apply_roots_cb);
  install_actions (widget_class);
}

static void
sounder_questions_panel_init (SounderQuestionsPanel *self)
{
}

guint
sounder_questions_panel_get_n_waiting (SounderQuestionsPanel *self)
{
  GListModel *waiting;

  g_return_val_if_fail (SOUNDER_IS_QUESTIONS_PANEL (self), 0);

  waiting = get_waiting (self);

  return waiting != NULL ? g_list_model_get_n_items (waiting) : 0;
}

/**
 * sounder_questions_panel_show_page:
 * @name: waiting, settled, rules or roots
 *
 * Shows one of the pages.
 */
void
sounder_questions_panel_show_page (SounderQuestionsPanel *self,
                                   const char            *name)
{
  g_return_if_fail (SOUNDER_IS_QUESTIONS_PANEL (self));

  gtk_stack_set_visible_child_name (self->pages, name);
}

/*
 * Lets the keys go to the question that is shown, or to the page. It is no grab_focus(): Tab asks a
 * widget to grab the focus too, and would then pass by all that stands above the question.
 */
void
sounder_questions_panel_enter (SounderQuestionsPanel *self)
{
  GtkWidget *view;

  g_return_if_fail (SOUNDER_IS_QUESTIONS_PANEL (self));

  view = gtk_stack_get_visible_child (self->views);
  if (SOUNDER_IS_QUESTION_VIEW (view) && gtk_widget_get_mapped (view))
    sounder_question_view_enter (SOUNDER_QUESTION_VIEW (view));
  else if (!sounder_focus_enter (GTK_WIDGET (self->pages)))
    sounder_focus_enter (GTK_WIDGET (self));
}

/* Whether the keys go to the panel, or went to the question that was just settled. */
gboolean
sounder_questions_panel_has_focus (SounderQuestionsPanel *self)
{
  g_return_val_if_fail (SOUNDER_IS_QUESTIONS_PANEL (self), FALSE);

  return self->had_focus || sounder_focus_is_in (GTK_WIDGET (self));
}

/* Lets the keys go where they went before they came here; %FALSE when that is gone. */
gboolean
sounder_questions_panel_leave (SounderQuestionsPanel *self)
{
  g_return_val_if_fail (SOUNDER_IS_QUESTIONS_PANEL (self), FALSE);

  return self->focus_before != NULL && gtk_widget_get_mapped (self->focus_before)
         && gtk_widget_grab_focus (self->focus_before);
}

/**
 * sounder_questions_panel_change_profile:
 * @widget: (nullable): a widget of a panel, or a panel
 * @session: a session
 * @changed: what its profile is to become
 *
 * Has an edited profile kept: by whoever keeps the file, else in memory.
 */
void
sounder_questions_panel_change_profile (GtkWidget  *widget,
                                        McpSession *session,
                                        McpProfile *changed)
{
  GtkWidget *panel =
    widget != NULL ? gtk_widget_get_ancestor (widget, SOUNDER_TYPE_QUESTIONS_PANEL) : NULL;
  gboolean kept = FALSE;

  if (panel != NULL)
    g_signal_emit (panel, signals[CHANGE_PROFILE], 0, changed, &kept);
  if (!kept)
    mcp_profile_assign (mcp_session_get_profile (session), changed);
  if (panel != NULL)
    load_profile (SOUNDER_QUESTIONS_PANEL (panel));
}
