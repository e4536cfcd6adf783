/* sounder-messages-button.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-messages.h"
#include "sounder-copy.h"
#include "sounder-messages-button.h"
#include "sounder-tool-argument-dialog.h"
#include "sounder-widgets.h"

struct _SounderMessagesButton
{
  SounderPage   base;         /* its workbench is that whose tools the messages are used for */

  McpCall      *call;         /* (nullable): of prompts/get */
  GSignalGroup *call_signals;
};

G_DEFINE_FINAL_TYPE (SounderMessagesButton, sounder_messages_button, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* (nullable) */
static const char *
get_result (SounderMessagesButton *self,
            gsize                 *length)
{
  GBytes *result = self->call != NULL && mcp_call_is_finished (self->call) ? mcp_call_get_result (self->call) : NULL;

  return result != NULL ? g_bytes_get_data (result, length) : NULL;
}

static void
update (SounderMessagesButton *self)
{
  gsize length;
  const char *json = get_result (self, &length);
  McpSpan messages;

  gtk_widget_set_visible (GTK_WIDGET (self), json != NULL
                                               && mcp_json_lookup (json, length, "messages", &messages)
                                               && mcp_json_count (json + messages.offset, messages.length) > 0);
}

static void
copy_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  gsize length;
  const char *json = get_result (SOUNDER_MESSAGES_BUTTON (widget), &length);
  g_autoptr (GBytes) bytes = NULL;
  char *text;

  if (json == NULL)
    return;

  text = g_str_has_suffix (action_name, "json")
           ? mcp_messages_to_json (json, length)
           : mcp_messages_to_text (json, length, g_str_has_suffix (action_name, "markdown"));
  bytes = g_bytes_new_take (text, strlen (text));
  sounder_copy_bytes (widget, bytes);
}

static void
use_cb (GtkWidget  *widget,
        const char *action_name,
        GVariant   *parameter)
{
  SounderMessagesButton *self = SOUNDER_MESSAGES_BUTTON (widget);
  gsize length;
  const char *json = get_result (self, &length);
  g_autofree char *text = NULL;

  if (json == NULL || self->base.workbench == NULL)
    return;

  text = mcp_messages_to_text (json, length, FALSE);
  sounder_tool_argument_dialog_present (widget, self->base.workbench, text);
}

static void
sounder_messages_button_dispose (GObject *object)
{
  SounderMessagesButton *self = SOUNDER_MESSAGES_BUTTON (object);

  g_clear_object (&self->call);

  G_OBJECT_CLASS (sounder_messages_button_parent_class)->dispose (object);
}

static void
sounder_messages_button_get_property (GObject    *object,
                                      guint       prop_id,
                                      GValue     *value,
                                      GParamSpec *pspec)
{
  SounderMessagesButton *self = SOUNDER_MESSAGES_BUTTON (object);

  switch (prop_id)
    {
    case PROP_CALL:
      g_value_set_object (value, self->call);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_messages_button_set_property (GObject      *object,
                                      guint         prop_id,
                                      const GValue *value,
                                      GParamSpec   *pspec)
{
  SounderMessagesButton *self = SOUNDER_MESSAGES_BUTTON (object);

  switch (prop_id)
    {
    case PROP_CALL:
      g_set_object (&self->call, g_value_get_object (value));
      g_signal_group_set_target (self->call_signals, self->call);
      update (self);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_messages_button_constructed (GObject *object)
{
  SounderMessagesButton *self = SOUNDER_MESSAGES_BUTTON (object);
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();
  g_autoptr (GMenu) uses = g_menu_new ();

  G_OBJECT_CLASS (sounder_messages_button_parent_class)->constructed (object);

  g_menu_append (copies, _("Copy as _Text"), "messages.copy-text");
  g_menu_append (copies, _("Copy as _Markdown"), "messages.copy-markdown");
  g_menu_append (copies, _("Copy as _JSON"), "messages.copy-json");
  g_menu_append (uses, _("_Use as Arguments of a Tool…"), "messages.use");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (uses));

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "edit-copy-symbolic");
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _("Copy or Use the Messages"));
  sounder_widgets_set_spoken (button, _("Copy or Use the Messages"));
  gtk_widget_add_css_class (button, "flat");
  adw_bin_set_child (ADW_BIN (self), button);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);

  self->call_signals = sounder_page_add_signals (&self->base, MCP_TYPE_CALL);
  g_signal_group_connect_swapped (self->call_signals, "finished", G_CALLBACK (update), self);
  update (self);
}

static void
sounder_messages_button_class_init (SounderMessagesButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_messages_button_constructed;
  object_class->dispose = sounder_messages_button_dispose;
  object_class->get_property = sounder_messages_button_get_property;
  object_class->set_property = sounder_messages_button_set_property;

  /**
   * SounderMessagesButton:call:
   *
   * What was asked for, or %NULL.
   */
  properties[PROP_CALL] =
    g_param_spec_object ("call", NULL, NULL, MCP_TYPE_CALL, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_install_action (widget_class, "messages.copy-text", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "messages.copy-markdown", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "messages.copy-json", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "messages.use", NULL, use_cb);
}

static void
sounder_messages_button_init (SounderMessagesButton *self)
{
}
