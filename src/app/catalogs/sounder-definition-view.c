/* sounder-definition-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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
  SounderMessageView *message_view = SOUNDER_DEFINITION_VIEW (widget)->message_view;
  GBytes *json = sounder_json_view_get_bytes (sounder_message_view_get_text (message_view));

  if (json != NULL)
    sounder_copy_bytes (widget, json);
}

static void
sounder_definition_view_class_init (SounderDefinitionViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (SOUNDER_TYPE_MESSAGE_VIEW);

  sounder_template_set (widget_class, "sounder-definition-view.ui");
  sounder_template_bind (widget_class, SounderDefinitionView, message_view);
  gtk_widget_class_install_action (widget_class, "definition.find", NULL, find_cb);
  gtk_widget_class_install_action (widget_class, "definition.copy", NULL, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK,
                                       "definition.find", NULL);
}

static void
sounder_definition_view_init (SounderDefinitionView *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) view = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  view = g_property_action_new ("view", self->message_view, "view");
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (view));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "shown", G_ACTION_GROUP (group));
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
