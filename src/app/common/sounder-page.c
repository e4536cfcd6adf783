/* sounder-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-page"

#include "config.h"

#include "mcp-workbench.h"
#include "sounder-adaptive-bin.h"
#include "sounder-page.h"

#define FLAGS (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

/**
 * sounder_page_session_spec:
 *
 * Creates the property that says whose traffic, lists or state is shown.
 *
 * Returns: (transfer floating): "session"
 */
GParamSpec *
sounder_page_session_spec (void)
{
  return g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION, FLAGS);
}

/**
 * sounder_page_workbench_spec:
 *
 * Creates the property that has the workbench of the session. It is set before the session is.
 *
 * Returns: (transfer floating): "workbench"
 */
GParamSpec *
sounder_page_workbench_spec (void)
{
  return g_param_spec_object ("workbench", NULL, NULL, MCP_TYPE_WORKBENCH, FLAGS);
}

/**
 * sounder_page_width_class_spec:
 *
 * Creates the property that says how much room the window has. Its owner begins with
 * %SOUNDER_WIDTH_WIDE.
 *
 * Returns: (transfer floating): "width-class"
 */
GParamSpec *
sounder_page_width_class_spec (void)
{
  return g_param_spec_enum ("width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS,
                            SOUNDER_WIDTH_WIDE, FLAGS);
}

/**
 * sounder_page_install_verb:
 * @widget_class: of a page
 * @action_name: what it is for: "tools.call"
 * @activate: does it
 *
 * Installs the one action of a page that Ctrl+Enter does from everywhere in it.
 */
void
sounder_page_install_verb (GtkWidgetClass              *widget_class,
                           const char                  *action_name,
                           GtkWidgetActionActivateFunc  activate)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (widget_class));
  g_return_if_fail (action_name != NULL);

  gtk_widget_class_install_action (widget_class, action_name, NULL, activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, action_name,
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK,
                                       action_name, NULL);
}

static gboolean
verb_pressed_cb (GtkEventController *controller,
                 guint               keyval,
                 guint               keycode,
                 GdkModifierType     state,
                 gpointer            user_data)
{
  GtkWidget *view = gtk_event_controller_get_widget (controller);

  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || !(state & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE;

  if (gtk_event_controller_get_current_event (controller) == NULL)
    return GDK_EVENT_STOP;

  for (GtkWidget *widget = gtk_widget_get_parent (view); widget != NULL;
       widget = gtk_widget_get_parent (widget))
    if (gtk_event_controller_key_forward (GTK_EVENT_CONTROLLER_KEY (controller), widget))
      break;

  return GDK_EVENT_STOP;
}

/**
 * sounder_page_let_verb_through:
 * @text_view: where something is written
 *
 * Lets Ctrl+Enter do in a text view what it does around it, where it would make a new line.
 */
void
sounder_page_let_verb_through (GtkTextView *text_view)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_TEXT_VIEW (text_view));

  gtk_event_controller_set_name (keys, "around");
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (verb_pressed_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (text_view), keys);
}

typedef struct
{
  GSourceFunc tick;
  guint       id;   /* 0 while it is not to be seen */
} Ticker;

static void
ticker_free (gpointer data)
{
  Ticker *ticker = data;

  g_clear_handle_id (&ticker->id, g_source_remove);
  g_free (ticker);
}

static void
map_cb (GtkWidget *widget,
        Ticker    *ticker)
{
  ticker->tick (widget);
  if (ticker->id == 0)
    ticker->id = g_timeout_add_seconds (1, ticker->tick, widget);
}

static void
unmap_cb (GtkWidget *widget,
          Ticker    *ticker)
{
  g_clear_handle_id (&ticker->id, g_source_remove);
}

/**
 * sounder_page_tick_while_mapped:
 * @widget: a part of a page
 * @tick: brings ages and the like up to date; gets @widget and returns %G_SOURCE_CONTINUE
 *
 * Calls a function when the widget comes into sight, and once a second while it is.
 */
void
sounder_page_tick_while_mapped (GtkWidget   *widget,
                                GSourceFunc  tick)
{
  Ticker *ticker = g_new0 (Ticker, 1);

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (tick != NULL);

  ticker->tick = tick;
  g_object_set_data_full (G_OBJECT (widget), "sounder-ticker", ticker, ticker_free);
  g_signal_connect (widget, "map", G_CALLBACK (map_cb), ticker);
  g_signal_connect (widget, "unmap", G_CALLBACK (unmap_cb), ticker);
}
