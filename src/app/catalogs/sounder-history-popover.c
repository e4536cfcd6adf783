/* sounder-history-popover.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-history-popover"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-history-popover.h"

/**
 * SounderHistoryPopover:
 *
 * The calls of a tool in this session, newest first, and what can be done with
 * each: look at it again, repeat it, take its arguments, copy it, find it in
 * the timeline.
 */

struct _SounderHistoryPopover
{
  GtkPopover  parent_instance;

  McpSession *session;
  GListModel *calls;

  GtkStack   *stack;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (SounderHistoryPopover, sounder_history_popover, GTK_TYPE_POPOVER)

enum {
  CHOSEN,
  REPEAT,
  EDIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
update_stack (SounderHistoryPopover *self)
{
  gtk_stack_set_visible_child_name (
    self->stack,
    self->calls != NULL && g_list_model_get_n_items (self->calls) > 0 ? "list" : "none");
}

static void
row_status_changed_cb (McpCall   *call,
                       GtkWidget *row)
{
  GtkWidget *icon = g_object_get_data (G_OBJECT (row), "icon");
  GtkWidget *status = g_object_get_data (G_OBJECT (row), "status");
  SounderOutcome outcome = sounder_outcome_of_call (call);
  g_autofree char *text = sounder_outcome_dup_text (call);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), sounder_outcome_get_icon_name (outcome));
  gtk_widget_set_css_classes (
    icon, (const char *[]) { sounder_outcome_get_css_class (outcome), NULL });
  gtk_label_set_text (GTK_LABEL (status), text);
}

static SounderInvocation *
get_invocation (GtkWidget *widget)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return g_object_get_data (G_OBJECT (row), "invocation");
}

static void
button_clicked_cb (GtkButton             *button,
                   SounderHistoryPopover *self)
{
  SounderInvocation *invocation = get_invocation (GTK_WIDGET (button));
  const char *what = g_object_get_data (G_OBJECT (button), "what");
  McpCall *call = sounder_invocation_get_call (invocation);
  g_autofree char *text = NULL;

  g_object_ref (invocation);
  if (g_str_equal (what, "repeat"))
    g_signal_emit (self, signals[REPEAT], 0, invocation);
  else if (g_str_equal (what, "edit"))
    g_signal_emit (self, signals[EDIT], 0, invocation);
  else if (g_str_equal (what, "show"))
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u",
                                mcp_call_get_serial (call));
  else if (g_str_equal (what, "test"))
    gtk_widget_activate_action_variant (GTK_WIDGET (self), "win.save-test",
                                        g_variant_new_parsed ("[%u]", mcp_call_get_serial (call)));
  else if (g_str_equal (what, "json"))
    text = sounder_invocation_dup_json (invocation);
  else if (self->session != NULL)
    text = sounder_invocation_dup_cli_command (invocation, mcp_session_get_profile (self->session));

  if (text != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", text);
  gtk_popover_popdown (GTK_POPOVER (self));
  g_object_unref (invocation);
}

static void
add_button (SounderHistoryPopover *self,
            GtkWidget             *box,
            const char            *icon_name,
            const char            *label,
            const char            *what)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  g_object_set_data (G_OBJECT (button), "what", (gpointer) what);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", G_CALLBACK (button_clicked_cb), self, 0);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
new_line_label (const char *text,
                const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  SounderHistoryPopover *self = user_data;
  SounderInvocation *invocation = item;
  McpCall *call = sounder_invocation_get_call (invocation);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *status = new_line_label ("", "numeric");
  g_autofree char *time = mcp_format_wall_time (sounder_invocation_get_wall_usec (invocation), FALSE);
  g_autofree char *arguments =
    mcp_format_label (sounder_invocation_get_arguments (invocation), FALSE);
  g_autofree char *caption = g_strdup_printf ("%s · %s", time, arguments);
  GtkWidget *caption_label = new_line_label (caption, "caption");

  gtk_widget_add_css_class (caption_label, "dim-label");
  gtk_box_append (GTK_BOX (words), status);
  gtk_box_append (GTK_BOX (words), caption_label);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  add_button (self, box, "media-playlist-repeat-symbolic", _("Repeat"), "repeat");
  add_button (self, box, "document-edit-symbolic", _("Take the arguments"), "edit");
  add_button (self, box, "utilities-terminal-symbolic", _("Copy as a command"), "cli");
  add_button (self, box, "edit-copy-symbolic", _("Copy as JSON"), "json");
  add_button (self, box, "object-select-symbolic", _("Save as test"), "test");
  add_button (self, box, "sounder-timeline-symbolic", _("Show in Timeline"), "show");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);

  g_object_set_data (G_OBJECT (row), "icon", icon);
  g_object_set_data (G_OBJECT (row), "status", status);
  g_object_set_data_full (G_OBJECT (row), "invocation", g_object_ref (invocation), g_object_unref);
  g_signal_connect_object (call, "finished", G_CALLBACK (row_status_changed_cb), row, 0);
  row_status_changed_cb (call, row);

  return row;
}

static void
row_activated_cb (SounderHistoryPopover *self,
                  GtkListBoxRow         *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, g_object_get_data (G_OBJECT (row), "invocation"));
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
sounder_history_popover_dispose (GObject *object)
{
  SounderHistoryPopover *self = SOUNDER_HISTORY_POPOVER (object);

  sounder_history_popover_set_calls (self, NULL, NULL);

  G_OBJECT_CLASS (sounder_history_popover_parent_class)->dispose (object);
}

static guint
add_signal (SounderHistoryPopoverClass *klass,
            const char                 *name)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, 1, SOUNDER_TYPE_INVOCATION);
}

static void
sounder_history_popover_class_init (SounderHistoryPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_history_popover_dispose;

  /**
   * SounderHistoryPopover::chosen:
   * @invocation: a call
   *
   * A call is to be looked at again.
   */
  signals[CHOSEN] = add_signal (klass, "chosen");

  /**
   * SounderHistoryPopover::repeat:
   * @invocation: a call
   *
   * A call is to be made again as it was.
   */
  signals[REPEAT] = add_signal (klass, "repeat");

  /**
   * SounderHistoryPopover::edit:
   * @invocation: a call
   *
   * A call's arguments are to be put into the form.
   */
  signals[EDIT] = add_signal (klass, "edit");

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-history-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderHistoryPopover, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderHistoryPopover, rows);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
sounder_history_popover_init (SounderHistoryPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_history_popover_set_calls:
 * @self: a popover
 * @session: (nullable): whose calls they are
 * @calls: (nullable): a list of #SounderInvocation, newest first
 *
 * Shows the calls of another tool.
 */
void
sounder_history_popover_set_calls (SounderHistoryPopover *self,
                                   McpSession            *session,
                                   GListModel            *calls)
{
  g_return_if_fail (SOUNDER_IS_HISTORY_POPOVER (self));

  g_set_object (&self->session, session);
  if (self->calls == calls)
    return;

  if (self->calls != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->calls, update_stack, self);
      gtk_list_box_bind_model (self->rows, NULL, NULL, NULL, NULL);
    }
  g_set_object (&self->calls, calls);
  if (calls == NULL)
    return;

  g_signal_connect_object (calls, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->rows, calls, create_row_cb, self, NULL);
  update_stack (self);
}
