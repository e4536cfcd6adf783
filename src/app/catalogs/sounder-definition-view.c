/* sounder-definition-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-definition-view"

#include "config.h"

#include "sounder-copy.h"
#include "sounder-definition-view.h"
#include "sounder-message-view.h"
#include "sounder-template.h"

struct _SounderDefinitionView
{
  AdwBin              parent_instance;

  SounderMessageView *message_view;
};

G_DEFINE_FINAL_TYPE (SounderDefinitionView, sounder_definition_view, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_VIEW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
view_changed_cb (SounderDefinitionView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
find_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  sounder_message_view_find (SOUNDER_DEFINITION_VIEW (widget)->message_view);
}

static void
copy_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  GBytes *json = sounder_definition_view_get_json (SOUNDER_DEFINITION_VIEW (widget));

  if (json != NULL)
    sounder_copy_bytes (widget, json);
}

static void
sounder_definition_view_get_property (GObject    *object,
                                      guint       prop_id,
                                      GValue     *value,
                                      GParamSpec *pspec)
{
  SounderDefinitionView *self = SOUNDER_DEFINITION_VIEW (object);

  switch (prop_id)
    {
    case PROP_VIEW:
      g_value_set_string (value, sounder_message_view_get_view (self->message_view));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_definition_view_set_property (GObject      *object,
                                      guint         prop_id,
                                      const GValue *value,
                                      GParamSpec   *pspec)
{
  SounderDefinitionView *self = SOUNDER_DEFINITION_VIEW (object);

  switch (prop_id)
    {
    case PROP_VIEW:
      sounder_message_view_set_view (self->message_view, g_value_get_string (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_definition_view_class_init (SounderDefinitionViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sounder_definition_view_get_property;
  object_class->set_property = sounder_definition_view_set_property;

  /**
   * SounderDefinitionView:view:
   *
   * "pretty", "exact" or "tree".
   */
  properties[PROP_VIEW] =
    g_param_spec_string ("view", NULL, NULL, "pretty",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_MESSAGE_VIEW);

  sounder_template_set (widget_class, "sounder-definition-view.ui");
  sounder_template_bind (widget_class, SounderDefinitionView, message_view);
  sounder_template_connect (widget_class, view_changed_cb);
  gtk_widget_class_install_property_action (widget_class, "definition.view", "view");
  gtk_widget_class_install_action (widget_class, "definition.find", NULL, find_cb);
  gtk_widget_class_install_action (widget_class, "definition.copy", NULL, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK,
                                       "definition.find", NULL);
}

static void
sounder_definition_view_init (SounderDefinitionView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
sounder_definition_view_set_json (SounderDefinitionView *self,
                                  GBytes                *json)
{
  g_return_if_fail (SOUNDER_IS_DEFINITION_VIEW (self));

  if (json != NULL)
    sounder_json_view_set_bytes (sounder_message_view_get_text (self->message_view), json);
  else
    sounder_message_view_clear (self->message_view);
}

/**
 * sounder_definition_view_get_json:
 *
 * Gets what is shown.
 *
 * Returns: (transfer none) (nullable): the bytes as they came
 */
GBytes *
sounder_definition_view_get_json (SounderDefinitionView *self)
{
  g_return_val_if_fail (SOUNDER_IS_DEFINITION_VIEW (self), NULL);

  return sounder_json_view_get_bytes (sounder_message_view_get_text (self->message_view));
}
