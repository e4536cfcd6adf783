/* sounder-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-page.h"

/**
 * SounderPage:
 *
 * What shows a session: it has the properties, and what is derived from it is told when they change.
 * It is not told when it is disposed of: who has more to give back then sets the session to %NULL.
 */

G_DEFINE_ABSTRACT_TYPE (SounderPage, sounder_page, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SESSION,
  PROP_WORKBENCH,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
sounder_page_dispose (GObject *object)
{
  SounderPage *self = SOUNDER_PAGE (object);

  for (guint i = 0; i < self->signals->len; i++)
    g_signal_group_set_target (self->signals->pdata[i], NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->workbench);

  G_OBJECT_CLASS (sounder_page_parent_class)->dispose (object);
}

static void
sounder_page_finalize (GObject *object)
{
  g_ptr_array_unref (SOUNDER_PAGE (object)->signals);

  G_OBJECT_CLASS (sounder_page_parent_class)->finalize (object);
}

static void
sounder_page_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  SounderPage *self = SOUNDER_PAGE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    case PROP_WORKBENCH:
      g_value_set_object (value, self->workbench);
      break;

    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_page_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  SounderPage *self = SOUNDER_PAGE (object);
  SounderPageClass *klass = SOUNDER_PAGE_CLASS (G_OBJECT_GET_CLASS (object));

  switch (prop_id)
    {
    case PROP_SESSION:
      if (!g_set_object (&self->session, g_value_get_object (value)))
        return;
      g_signal_group_set_target (self->session_signals, self->session);
      if (klass->session_changed != NULL)
        klass->session_changed (self);
      break;

    case PROP_WORKBENCH:
      if (!g_set_object (&self->workbench, g_value_get_object (value)))
        return;
      break;

    case PROP_WIDTH_CLASS:
      if (self->width_class == (SounderWidthClass) g_value_get_enum (value))
        return;
      self->width_class = g_value_get_enum (value);
      if (klass->width_changed != NULL)
        klass->width_changed (self);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }

  g_object_notify_by_pspec (object, pspec);
}

static void
sounder_page_class_init (SounderPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = sounder_page_dispose;
  object_class->finalize = sounder_page_finalize;
  object_class->get_property = sounder_page_get_property;
  object_class->set_property = sounder_page_set_property;

  /**
   * SounderPage:session:
   *
   * Whose traffic, lists or state is shown.
   */
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION, flags);

  /**
   * SounderPage:workbench:
   *
   * What was filled in and called in that session. It is set before the session is.
   */
  properties[PROP_WORKBENCH] =
    g_param_spec_object ("workbench", NULL, NULL, MCP_TYPE_WORKBENCH, flags);

  /**
   * SounderPage:width-class:
   *
   * How much room the window has.
   */
  properties[PROP_WIDTH_CLASS] = g_param_spec_enum (
    "width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_page_init (SounderPage *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->session_signals = sounder_page_add_signals (self, MCP_TYPE_SESSION);
}

/**
 * sounder_page_add_signals:
 * @type: of what is followed while the page is there
 *
 * Creates a group of signals without a target. What is disposed of follows nothing any more.
 *
 * Returns: (transfer none): the group
 */
GSignalGroup *
sounder_page_add_signals (SounderPage *self,
                          GType        type)
{
  GSignalGroup *group = g_signal_group_new (type);

  g_ptr_array_add (self->signals, group);

  return group;
}

gboolean
sounder_page_is_ready (SounderPage *self)
{
  g_return_val_if_fail (SOUNDER_IS_PAGE (self), FALSE);

  return self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY;
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
