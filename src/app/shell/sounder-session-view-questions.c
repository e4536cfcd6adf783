/* sounder-session-view-questions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-session-view-private.h"
#include "sounder-template.h"
#include "sounder-window.h"

#define PANEL_WIDTH  480
#define BESIDE_WIDTH 380
/* Of the list of servers, where there is not much room. */
#define SIDE_WIDTH   230
/* Whoever pressed no key for so long does not type. */
#define PAUSE_MSEC   1000

/*
 * The panel of the server's questions at the end of the content: beside the pages where there is
 * room, else above them. It comes by itself when a question waits, without taking the focus, since
 * somebody may be typing, and goes when the last one is settled.
 */

/* Whether the page that is shown and the panel fit side by side. By the window, for what this view
 * asks for itself grows with the panel. */
static gboolean
has_room_beside (SounderSessionView *self)
{
  GtkWidget *pages = self->pages;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  int width;

  if (root == NULL || self->window_width == SOUNDER_WIDTH_NARROW)
    return FALSE;

  gtk_widget_measure (pages, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  width -= gtk_widget_get_margin_end (pages);

  return gtk_widget_get_width (GTK_WIDGET (root)) >= SIDE_WIDTH + width + BESIDE_WIDTH;
}

/* Where there is room the panel stands beside the pages, which have less of it then. */
void
sounder_session_view_update_beside (SounderSessionView *self)
{
  gboolean narrow = self->window_width == SOUNDER_WIDTH_NARROW;
  gboolean beside = gtk_revealer_get_reveal_child (self->questions_revealer)
                    && has_room_beside (self);
  int width = narrow ? G_MAXINT16 : beside ? BESIDE_WIDTH : PANEL_WIDTH;

  /* Where there is none at all, the panel takes everything. */
  gtk_widget_set_halign (GTK_WIDGET (self->questions_revealer),
                         narrow ? GTK_ALIGN_FILL : GTK_ALIGN_END);
  adw_clamp_set_maximum_size (self->questions_clamp, width);
  adw_clamp_set_tightening_threshold (self->questions_clamp, width);
  gtk_widget_set_margin_end (self->pages, beside ? BESIDE_WIDTH : 0);

  g_object_set (self, "width-class", beside ? SOUNDER_WIDTH_MEDIUM : self->window_width, NULL);
}

static gboolean
update_beside_cb (gpointer data)
{
  SounderSessionView *self = data;

  self->beside_id = 0;
  sounder_session_view_update_beside (self);

  return G_SOURCE_REMOVE;
}

/* Looks soon whether there is room: pages are not to be laid out anew while they are laid out. */
void
sounder_session_view_queue_beside (SounderSessionView *self)
{
  if (self->beside_id == 0)
    self->beside_id = g_idle_add_full (G_PRIORITY_HIGH, update_beside_cb, self, NULL);
}

static void
set_shown (SounderSessionView *self,
           gboolean            shown)
{
  /* Before revealing: a revealer that is not visible takes no clicks. */
  gtk_widget_set_visible (GTK_WIDGET (self->questions_revealer), shown);
  gtk_revealer_set_reveal_child (self->questions_revealer, shown);
  sounder_session_view_update_beside (self);
}

static void
button_toggled_cb (SounderSessionView *self)
{
  gboolean shown = gtk_toggle_button_get_active (self->questions_button);
  gboolean had_focus = sounder_questions_panel_has_focus (self->questions);

  set_shown (self, shown);
  if (shown)
    sounder_questions_panel_enter (self->questions);
  else if (had_focus && !sounder_questions_panel_leave (self->questions))
    sounder_session_view_enter_page (self);
}

static gboolean
key_pressed_cb (SounderSessionView *self)
{
  self->typed_usec = g_get_monotonic_time ();

  return GDK_EVENT_PROPAGATE;
}

static void question_cb (SounderSessionView *self);

static gboolean
pause_over_cb (gpointer data)
{
  SounderSessionView *self = data;

  self->pause_id = 0;
  if (sounder_questions_panel_get_n_waiting (self->questions) > 0)
    question_cb (self);

  return G_SOURCE_REMOVE;
}

/* Where the panel would cover what somebody types into, it comes when they pause. */
static gboolean
waits_for_pause (SounderSessionView *self)
{
  gint64 pause_msec = (g_get_monotonic_time () - self->typed_usec) / 1000;

  if (self->window_width != SOUNDER_WIDTH_NARROW || pause_msec >= PAUSE_MSEC)
    return FALSE;

  if (self->pause_id == 0)
    self->pause_id = g_timeout_add (PAUSE_MSEC - pause_msec, pause_over_cb, self);

  return TRUE;
}

static void
question_cb (SounderSessionView *self)
{
  if (gtk_toggle_button_get_active (self->questions_button) || waits_for_pause (self))
    return;

  g_signal_handlers_block_by_func (self->questions_button, button_toggled_cb, self);
  gtk_toggle_button_set_active (self->questions_button, TRUE);
  g_signal_handlers_unblock_by_func (self->questions_button, button_toggled_cb, self);
  sounder_questions_panel_show_page (self->questions, "waiting");
  set_shown (self, TRUE);

  /* There the panel covers what had the keys, and Enter would call a tool unseen. They go to its head:
   * nothing is answered by what was being typed. */
  if (self->window_width == SOUNDER_WIDTH_NARROW && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_child_focus (GTK_WIDGET (self->questions), GTK_DIR_TAB_FORWARD);
}

static void
close_questions_cb (SounderSessionView *self)
{
  gtk_toggle_button_set_active (self->questions_button, FALSE);
}

static void
questions_changed_cb (SounderSessionView *self)
{
  guint n = sounder_questions_panel_get_n_waiting (self->questions);
  g_autofree char *number = g_strdup_printf ("%u", n);
  g_autofree char *label =
    n > 0 ? g_strdup_printf (ngettext ("What the server asks: %u question waits",
                                       "What the server asks: %u questions wait", n),
                             n)
          : g_strdup (_("What the server asks"));

  gtk_label_set_text (self->questions_badge, number);
  gtk_widget_set_visible (GTK_WIDGET (self->questions_badge), n > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->questions_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* The window knows the file that profiles are kept in. */
static gboolean
change_profile_cb (SounderQuestionsPanel *panel,
                   McpProfile            *changed,
                   gpointer               user_data)
{
  SounderSessionView *self =
    SOUNDER_SESSION_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (panel), SOUNDER_TYPE_SESSION_VIEW));
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autoptr (GError) error = NULL;

  if (!SOUNDER_IS_WINDOW (root))
    return FALSE;

  if (!sounder_server_model_change (sounder_window_get_model (SOUNDER_WINDOW (root)), self->server,
                                    changed, &error))
    sounder_window_show_error (SOUNDER_WINDOW (root), _("The Server Was Not Saved"), error);

  return TRUE;
}

static void
questions_action_cb (SounderSessionView *self,
                     const char         *action_name,
                     GVariant           *parameter)
{
  const char *page = g_variant_get_string (parameter, NULL);
  gboolean shown = gtk_toggle_button_get_active (self->questions_button);

  if (*page != '\0')
    sounder_questions_panel_show_page (self->questions, page);
  if (shown && (*page != '\0' || !sounder_questions_panel_has_focus (self->questions)))
    sounder_questions_panel_enter (self->questions);
  else
    gtk_toggle_button_set_active (self->questions_button, !shown);
}

/* Binds what the template calls and installs the action. */
void
sounder_session_view_bind_questions (GtkWidgetClass *widget_class)
{
  sounder_template_connect (widget_class, question_cb, close_questions_cb, questions_changed_cb,
                            change_profile_cb);
  sounder_template_action (widget_class, "session.questions", "s", questions_action_cb);
}

/* Connects the button with the panel. */
void
sounder_session_view_set_up_questions (SounderSessionView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (self->pages, keys);
  self->surface_signals = g_signal_group_new (GDK_TYPE_SURFACE);
  g_signal_group_connect_swapped (self->surface_signals, "layout",
                                  G_CALLBACK (sounder_session_view_queue_beside), self);
  g_signal_connect_object (self->questions_button, "toggled", G_CALLBACK (button_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  questions_changed_cb (self);
}
