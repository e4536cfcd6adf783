/* sounder-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-page.h"

/**
 * SounderPage:
 *
 * A page shows one session as long as it lives. Which one is known when it is constructed: classes below
 * make their template there, and not in their init function, so that what is in it can be a part of the page.
 */

G_DEFINE_ABSTRACT_TYPE (SounderPage, sounder_page, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_SESSION,
  PROP_WORKBENCH,
  PROP_PLACE,
  PROP_PART_OF,
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

  G_OBJECT_CLASS (sounder_page_parent_class)->dispose (object);
}

static void
sounder_page_finalize (GObject *object)
{
  SounderPage *self = SOUNDER_PAGE (object);

  g_ptr_array_unref (self->signals);
  g_clear_object (&self->place);
  g_clear_object (&self->workbench);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_page_parent_class)->finalize (object);
}

static void
sounder_page_constructed (GObject *object)
{
  SounderPage *self = SOUNDER_PAGE (object);

  G_OBJECT_CLASS (sounder_page_parent_class)->constructed (object);

  if (self->place == NULL)
    self->place = sounder_place_new ();
}

/* A part has from the whole what it is not given itself. */
static void
join (SounderPage *self,
      SounderPage *whole) /* (nullable) */
{
  if (whole == NULL)
    return;

  g_set_object (&self->session, whole->session);
  g_set_object (&self->workbench, whole->workbench);
  g_set_object (&self->place, whole->place);
  /* Classes look at it when they have their template. */
  self->width_class = whole->width_class;
  g_object_bind_property (whole, "width-class", self, "width-class", G_BINDING_DEFAULT);
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

    case PROP_PLACE:
      g_value_set_object (value, self->place);
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
      if (self->session == NULL)
        self->session = g_value_dup_object (value);
      break;

    case PROP_WORKBENCH:
      if (self->workbench == NULL)
        self->workbench = g_value_dup_object (value);
      break;

    case PROP_PLACE:
      if (self->place == NULL)
        self->place = g_value_dup_object (value);
      break;

    case PROP_PART_OF:
      join (self, g_value_get_object (value));
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
  GParamFlags once = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = sounder_page_constructed;
  object_class->dispose = sounder_page_dispose;
  object_class->finalize = sounder_page_finalize;
  object_class->get_property = sounder_page_get_property;
  object_class->set_property = sounder_page_set_property;

  /**
   * SounderPage:session:
   *
   * Whose traffic, lists or state is shown.
   */
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION, once);

  /**
   * SounderPage:workbench:
   *
   * What was filled in and called in that session.
   */
  properties[PROP_WORKBENCH] =
    g_param_spec_object ("workbench", NULL, NULL, MCP_TYPE_WORKBENCH, once);

  /**
   * SounderPage:place:
   *
   * Where the person is in the pages of that session.
   */
  properties[PROP_PLACE] = g_param_spec_object ("place", NULL, NULL, SOUNDER_TYPE_PLACE, once);

  /**
   * SounderPage:part-of:
   *
   * The page that this is a part of, which it has all of the above and its width class from. For templates.
   */
  properties[PROP_PART_OF] =
    g_param_spec_object ("part-of", NULL, NULL, SOUNDER_TYPE_PAGE,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderPage:width-class:
   *
   * How much room the window has.
   */
  properties[PROP_WIDTH_CLASS] =
    g_param_spec_enum ("width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_page_init (SounderPage *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
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

  return mcp_session_get_state (self->session) == MCP_SESSION_READY;
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
