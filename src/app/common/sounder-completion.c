/* sounder-completion.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-completion.h"

/**
 * SounderCompletion:
 *
 * Belongs to an entry and lives as long as it. A question goes out when nothing
 * was typed for a moment; one that is under way is given up when more is typed.
 * Focus stays in the entry: Down and Up choose, Enter takes, Escape closes, and
 * so do Enter without a choice and a click elsewhere.
 */

#define WAIT_MSEC 150
/* As many as the protocol allows in one answer (server/utilities/completion). */
#define MAX_VALUES 100

struct _SounderCompletion
{
  GObject             parent_instance;

  GtkEntry           *entry;     /* not owned: it owns this */
  char               *argument;
  SounderContextFunc  context;
  gpointer            user_data;

  McpSession         *session;
  gboolean            is_prompt;
  char               *ref;
  McpCall            *call;      /* under way */
  guint               wait_id;
  gboolean            accepting; /* the text changes because it was chosen */

  GtkEventController *clicks;    /* (nullable) weak: the window's */
  GtkWidget          *popover;
  GtkListBox         *rows;
  GtkLabel           *more;
  guint               n_shown;
};

G_DEFINE_FINAL_TYPE (SounderCompletion, sounder_completion, G_TYPE_OBJECT)

static void
close_popover (SounderCompletion *self)
{
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
give_up (SounderCompletion *self)
{
  g_clear_handle_id (&self->wait_id, g_source_remove);
  if (self->call == NULL)
    return;

  g_signal_handlers_disconnect_by_data (self->call, self);
  if (!mcp_call_is_finished (self->call))
    mcp_call_cancel (self->call, NULL);
  g_clear_object (&self->call);
}

static void
add_value (SounderCompletion *self,
           const char        *value)
{
  g_autofree char *visible = mcp_format_label (value, FALSE);
  GtkWidget *label = gtk_label_new (visible);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 50);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_widget_set_focusable (row, FALSE);
  g_object_set_data_full (G_OBJECT (row), "value", g_strdup (value), g_free);
  gtk_list_box_append (self->rows, row);
  self->n_shown++;
}

static void
fill (SounderCompletion *self,
      GBytes            *result)
{
  gsize length;
  const char *json = g_bytes_get_data (result, &length);
  gint64 total = 0;
  GtkWidget *row;
  McpSpan values, value;
  McpJsonIter iter;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);
  self->n_shown = 0;

  if (mcp_json_lookup (json, length, "completion.values", &values)
      && mcp_json_iter_init (&iter, json + values.offset, values.length) && !iter.is_object)
    while (self->n_shown < MAX_VALUES && mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *text =
          mcp_json_dup_string (json + values.offset + value.offset, value.length);

        if (text != NULL)
          add_value (self, text);
      }

  mcp_json_lookup_int64 (json, length, "completion.total", &total);
  gtk_widget_set_visible (GTK_WIDGET (self->more), total > self->n_shown);
  if (total > self->n_shown)
    {
      g_autofree char *text =
        g_strdup_printf (_("%u of %lld"), self->n_shown, (long long) total);

      gtk_label_set_text (self->more, text);
    }
}

/* Whether the one suggestion is what stands there. */
static gboolean
has_all_of_it (SounderCompletion *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->rows, 0);

  return self->n_shown == 1
         && g_strcmp0 (g_object_get_data (G_OBJECT (row), "value"),
                       gtk_editable_get_text (GTK_EDITABLE (self->entry))) == 0;
}

static void
finished_cb (SounderCompletion *self)
{
  g_autoptr (McpCall) call = g_steal_pointer (&self->call);
  GBytes *result = mcp_call_get_result (call);

  g_signal_handlers_disconnect_by_data (call, self);
  if (result != NULL)
    fill (self, result);

  if (result == NULL || self->n_shown == 0 || has_all_of_it (self)
      || !gtk_widget_get_mapped (GTK_WIDGET (self->entry)))
    {
      close_popover (self);
      return;
    }

  gtk_list_box_unselect_all (self->rows);
  gtk_widget_set_size_request (self->popover, gtk_widget_get_width (GTK_WIDGET (self->entry)), -1);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static gboolean
ask_cb (gpointer user_data)
{
  SounderCompletion *self = user_data;
  g_autofree char *context = NULL;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  self->wait_id = 0;
  if (mcp_session_has_feature (self->session, MCP_FEATURE_COMPLETION_CONTEXT)
      && self->context != NULL)
    context = self->context (self->argument, self->user_data);

  self->call =
    mcp_session_new_completion (self->is_prompt, self->ref, self->argument, text, context);
  g_signal_connect_swapped (self->call, "finished", G_CALLBACK (finished_cb), self);
  mcp_session_start_call (self->session, self->call);

  return G_SOURCE_REMOVE;
}

static gboolean
can_ask (SounderCompletion *self)
{
  return self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY
         && mcp_session_has_capability (self->session, "completions");
}

static void
changed_cb (SounderCompletion *self)
{
  give_up (self);
  if (!self->accepting && can_ask (self))
    self->wait_id = g_timeout_add (WAIT_MSEC, ask_cb, self);
  else
    close_popover (self);
}

static void
move (SounderCompletion *self,
      int                step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->rows);
  int position = row != NULL ? gtk_list_box_row_get_index (row) + step : step > 0 ? 0 : -1;
  GtkListBoxRow *next;

  position = CLAMP (position, 0, (int) self->n_shown - 1);
  next = gtk_list_box_get_row_at_index (self->rows, position);
  if (next != NULL)
    gtk_list_box_select_row (self->rows, next);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                SounderCompletion     *self)
{
  GtkListBoxRow *row;

  /* What is typed is taken as it is, here or around: nothing is left to suggest. */
  row = sounder_completion_is_open (self) ? gtk_list_box_get_selected_row (self->rows) : NULL;
  if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
      && (row == NULL || (modifiers & GDK_CONTROL_MASK) != 0))
    {
      give_up (self);
      close_popover (self);
      return FALSE;
    }

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  if (!sounder_completion_is_open (self))
    {
      if (keyval != GDK_KEY_Down || !can_ask (self))
        return FALSE;
      changed_cb (self);
      return TRUE;
    }

  switch (keyval)
    {
    case GDK_KEY_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Escape:
      close_popover (self);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      sounder_completion_accept (self, gtk_list_box_row_get_index (row));
      return TRUE;
    default:
      return FALSE;
    }
}

static void
row_activated_cb (SounderCompletion *self,
                  GtkListBoxRow     *row)
{
  sounder_completion_accept (self, gtk_list_box_row_get_index (row));
}

static void
focus_left_cb (SounderCompletion *self)
{
  give_up (self);
  close_popover (self);
}

/* The entry keeps the focus when something that takes none is clicked. */
static void
clicked_elsewhere_cb (SounderCompletion *self,
                      int                n_press,
                      double             x,
                      double             y,
                      GtkGesture        *gesture)
{
  GtkWidget *root = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *target = gtk_widget_pick (root, x, y, GTK_PICK_DEFAULT);
  GtkWidget *entry = GTK_WIDGET (self->entry);

  if (target == NULL || (target != entry && !gtk_widget_is_ancestor (target, entry)))
    focus_left_cb (self);
}

static void
root_changed_cb (SounderCompletion *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self->entry));
  GtkGesture *gesture;

  if (self->clicks != NULL)
    gtk_widget_remove_controller (gtk_event_controller_get_widget (self->clicks), self->clicks);
  g_clear_weak_pointer (&self->clicks);
  if (root == NULL)
    return;

  gesture = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture), GTK_PHASE_CAPTURE);
  g_signal_connect_object (gesture, "pressed", G_CALLBACK (clicked_elsewhere_cb), self,
                           G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->clicks, GTK_EVENT_CONTROLLER (gesture));
  gtk_widget_add_controller (GTK_WIDGET (root), GTK_EVENT_CONTROLLER (gesture));
}

static void
entry_destroyed_cb (SounderCompletion *self)
{
  give_up (self);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->session);
}

static void
sounder_completion_finalize (GObject *object)
{
  SounderCompletion *self = SOUNDER_COMPLETION (object);

  give_up (self);
  g_clear_weak_pointer (&self->clicks);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_free (self->argument);
  g_free (self->ref);

  G_OBJECT_CLASS (sounder_completion_parent_class)->finalize (object);
}

static void
sounder_completion_class_init (SounderCompletionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_completion_finalize;
}

static void
sounder_completion_init (SounderCompletion *self)
{
}

static void
build_popover (SounderCompletion *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *window = gtk_scrolled_window_new ();

  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (self->popover, "completion");
  gtk_widget_set_can_focus (self->popover, FALSE);

  self->rows = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_BROWSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Suggestions of the server"), -1);
  g_signal_connect_object (self->rows, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);
  self->more = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->more), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->more), "caption");

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (window), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (window), 220);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (self->rows));
  gtk_box_append (GTK_BOX (box), window);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->more));
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->entry));
}

/**
 * sounder_completion_new:
 * @entry: what is typed into
 * @argument: the name of the argument
 * @context: (nullable) (scope forever): gives the other arguments
 * @user_data: for @context; must live as long as the entry
 *
 * Adds completion to an entry, which owns it from then on.
 *
 * Returns: (transfer none): the completion
 */
SounderCompletion *
sounder_completion_new (GtkEntry           *entry,
                        const char         *argument,
                        SounderContextFunc  context,
                        gpointer            user_data)
{
  SounderCompletion *self = g_object_new (SOUNDER_TYPE_COMPLETION, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = entry;
  self->argument = g_strdup (argument);
  self->context = context;
  self->user_data = user_data;
  build_popover (self);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "notify::root", G_CALLBACK (root_changed_cb), self,
                           G_CONNECT_SWAPPED);
  root_changed_cb (self);
  g_signal_connect_object (entry, "destroy", G_CALLBACK (entry_destroyed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (entry), "sounder-completion", self, g_object_unref);

  return self;
}

/**
 * sounder_completion_set_target:
 * @session: (nullable): whom to ask
 * @is_prompt: whether @ref is a prompt's name; else it is a URI template
 * @ref: what the argument belongs to
 *
 * Sets whom to ask about what.
 */
void
sounder_completion_set_target (SounderCompletion *self,
                               McpSession        *session,
                               gboolean           is_prompt,
                               const char        *ref)
{
  g_return_if_fail (SOUNDER_IS_COMPLETION (self));

  give_up (self);
  g_set_object (&self->session, session);
  self->is_prompt = is_prompt;
  g_free (self->ref);
  self->ref = g_strdup (ref);
}

gboolean
sounder_completion_is_open (SounderCompletion *self)
{
  g_return_val_if_fail (SOUNDER_IS_COMPLETION (self), FALSE);

  return self->popover != NULL && gtk_widget_get_visible (self->popover);
}

guint
sounder_completion_get_n_shown (SounderCompletion *self)
{
  g_return_val_if_fail (SOUNDER_IS_COMPLETION (self), 0);

  return self->n_shown;
}

/**
 * sounder_completion_accept:
 * @i: the position of a suggestion
 *
 * Takes a suggestion over into the entry.
 */
void
sounder_completion_accept (SounderCompletion *self,
                           guint              i)
{
  GtkListBoxRow *row;

  g_return_if_fail (SOUNDER_IS_COMPLETION (self));
  g_return_if_fail (i < self->n_shown);

  row = gtk_list_box_get_row_at_index (self->rows, i);
  self->accepting = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), g_object_get_data (G_OBJECT (row), "value"));
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  self->accepting = FALSE;
  close_popover (self);
}
