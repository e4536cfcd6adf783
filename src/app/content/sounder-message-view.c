/* sounder-message-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-message-view.h"
#include "sounder-template.h"

struct _SounderMessageView
{
  AdwBin           parent_instance;

  SounderFindBar  *find_bar;
  GtkStack        *stack;
  SounderJsonView *text;
  SounderJsonTree *tree;

  const char      *view;   /* interned */
};

G_DEFINE_FINAL_TYPE (SounderMessageView, sounder_message_view, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
is_view (SounderMessageView *self,
         const char         *view)
{
  return g_str_equal (self->view, view);
}

/* The text view gets the bytes, whoever else shows them takes them from it. */
static void
bytes_changed_cb (SounderMessageView *self)
{
  GBytes *bytes = sounder_json_view_get_bytes (self->text);

  sounder_find_bar_set_bytes (self->find_bar, bytes);
  if (is_view (self, "tree"))
    sounder_json_tree_set_bytes (self->tree, bytes);
}

static void
set_view_name (SounderMessageView *self,
               const char         *view)
{
  self->view = g_intern_string (view);
  gtk_stack_set_visible_child_name (self->stack, is_view (self, "tree") ? "tree" : "text");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
show_hit (SounderMessageView *self)
{
  guint hit;
  gsize offset;
  gsize length;

  if (!sounder_find_bar_get_hit (self->find_bar, &hit, &offset, &length))
    return;

  if (is_view (self, "tree"))
    {
      sounder_json_tree_reveal (self->tree, offset);
      return;
    }

  if (is_view (self, "pretty")
      && sounder_json_view_select_hit (self->text, sounder_find_bar_get_text (self->find_bar), hit,
                                       sounder_find_bar_get_n_hits (self->find_bar)))
    return;

  /* Of what is too big to be printed whole a part is shown as it is. */
  if (!is_view (self, "exact"))
    set_view_name (self, "exact");
  sounder_json_view_show_place (self->text, offset, length);
}

static void
find_closed_cb (SounderMessageView *self)
{
  gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
sounder_message_view_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      g_value_set_string (value, SOUNDER_MESSAGE_VIEW (object)->view);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_message_view_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_VIEW:
      sounder_message_view_set_view (SOUNDER_MESSAGE_VIEW (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_message_view_class_init (SounderMessageViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sounder_message_view_get_property;
  object_class->set_property = sounder_message_view_set_property;

  /**
   * SounderMessageView:view:
   *
   * "pretty", "exact" or "tree".
   */
  properties[PROP_VIEW] =
    g_param_spec_string ("view", NULL, NULL, "pretty",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_FIND_BAR);
  g_type_ensure (SOUNDER_TYPE_JSON_TREE);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);

  sounder_template_set (widget_class, "sounder-message-view.ui");
  sounder_template_bind (widget_class, SounderMessageView, find_bar, stack, text, tree);
  sounder_template_connect (widget_class, show_hit, find_closed_cb, bytes_changed_cb);
}

static void
sounder_message_view_init (SounderMessageView *self)
{
  self->view = g_intern_static_string ("pretty");
  gtk_widget_init_template (GTK_WIDGET (self));
}

SounderJsonView *
sounder_message_view_get_text (SounderMessageView *self)
{
  g_return_val_if_fail (SOUNDER_IS_MESSAGE_VIEW (self), NULL);

  return self->text;
}

SounderJsonTree *
sounder_message_view_get_tree (SounderMessageView *self)
{
  g_return_val_if_fail (SOUNDER_IS_MESSAGE_VIEW (self), NULL);

  return self->tree;
}

/**
 * sounder_message_view_set_view:
 * @view: "pretty", "exact" or "tree"
 *
 * Shows the message in another way.
 */
void
sounder_message_view_set_view (SounderMessageView *self,
                               const char         *view)
{
  g_return_if_fail (SOUNDER_IS_MESSAGE_VIEW (self));
  g_return_if_fail (view != NULL);

  if (is_view (self, view))
    return;

  set_view_name (self, view);
  sounder_json_view_set_exact (self->text, is_view (self, "exact"));
  bytes_changed_cb (self);
}

const char *
sounder_message_view_get_view (SounderMessageView *self)
{
  g_return_val_if_fail (SOUNDER_IS_MESSAGE_VIEW (self), NULL);

  return self->view;
}

void
sounder_message_view_clear (SounderMessageView *self)
{
  g_return_if_fail (SOUNDER_IS_MESSAGE_VIEW (self));

  sounder_json_view_set_bytes (self->text, NULL);
  sounder_json_tree_set_bytes (self->tree, NULL);
  sounder_find_bar_set_bytes (self->find_bar, NULL);
}

void
sounder_message_view_find (SounderMessageView *self)
{
  g_return_if_fail (SOUNDER_IS_MESSAGE_VIEW (self));

  sounder_find_bar_open (self->find_bar);
}
