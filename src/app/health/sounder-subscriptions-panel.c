/* sounder-subscriptions-panel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-number.h"
#include "sounder-subscriptions-panel.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderSubscriptionsPanel:
 *
 * One row for each subscription: what was asked for, what of it was refused,
 * how it stands and what came by it. A new one is opened with the filter that
 * is chosen in the popover of the button.
 *
 * Like the streams, the rows are written once a second, and only while they
 * can be seen.
 */

/* A filter may hold any number of addresses; nobody reads more. */
#define MAX_FILTER_BYTES 400

struct _SounderSubscriptionsPanel
{
  SounderPage      base;

  GtkListBox      *list;
  GtkMenuButton   *listen;
  GtkCheckButton  *tools;
  GtkCheckButton  *prompts;
  GtkCheckButton  *resources;
  GtkEditable     *uri;
  GtkWidget       *start;
};

G_DEFINE_FINAL_TYPE (SounderSubscriptionsPanel, sounder_subscriptions_panel, SOUNDER_TYPE_PAGE)

static void
append_part (GString    *out,
             const char *part)
{
  if (out->len > 0)
    g_string_append (out, ", ");
  g_string_append (out, part);
}

static const char *
name_of (const char *key)
{
  if (g_str_equal (key, "toolsListChanged"))
    return _("list of tools");
  if (g_str_equal (key, "promptsListChanged"))
    return _("list of prompts");
  if (g_str_equal (key, "resourcesListChanged"))
    return _("list of resources");

  return key;
}

static void
append_values (GString    *out,
               const char *key,
               const char *text,
               gsize       length)
{
  McpJsonIter iter;
  McpSpan value;

  if (mcp_json_get_type (text, length) != MCP_JSON_ARRAY)
    {
      g_autofree char *visible = mcp_format_label (name_of (key), FALSE);

      if (*text != 'f')
        append_part (out, visible);
      return;
    }

  if (!mcp_json_iter_init (&iter, text, length))
    return;

  while (out->len < MAX_FILTER_BYTES && mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *item = mcp_json_dup_string (text + value.offset, value.length);
      g_autofree char *visible = item != NULL ? mcp_format_label (item, FALSE) : NULL;

      if (visible != NULL)
        append_part (out, visible);
    }
}

char *
sounder_subscription_dup_filter (const char *filter)
{
  GString *out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  g_return_val_if_fail (filter != NULL, NULL);

  if (mcp_json_get_type (filter, strlen (filter)) == MCP_JSON_OBJECT
      && mcp_json_iter_init (&iter, filter, strlen (filter)))
    while (out->len < MAX_FILTER_BYTES && mcp_json_iter_next (&iter, &key, &value))
      {
        g_autofree char *name = mcp_json_dup_string (filter + key.offset, key.length);

        if (name != NULL)
          append_values (out, name, filter + value.offset, value.length);
      }

  if (out->len == 0)
    g_string_append (out, _("nothing"));

  return g_string_free (out, FALSE);
}

/**
 * sounder_subscription_dup_state:
 * @now_usec: monotonic time
 *
 * Says how it stands: its state and why, what was not granted, what came, how often it was opened.
 *
 * Returns: (transfer full): translated text
 */
char *
sounder_subscription_dup_state (McpSubscription *subscription,
                                gint64           now_usec)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *refused = NULL;
  const char *reason;
  guint n_notifications;
  guint n_opened;
  gint64 left_usec;

  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (subscription), NULL);

  switch (mcp_subscription_get_state (subscription))
    {
    case MCP_SUBSCRIPTION_OPENING:
      g_string_append (out, _("not acknowledged yet"));
      break;

    case MCP_SUBSCRIPTION_LISTENING:
      g_string_append (out, _("acknowledged"));
      break;

    case MCP_SUBSCRIPTION_WAITING:
      left_usec = MAX (mcp_subscription_get_next_usec (subscription) - now_usec, 0);
      g_string_append_printf (out, _("broken, next try in %d s"),
                              (int) ((left_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC));
      break;

    case MCP_SUBSCRIPTION_CLOSED:
    default:
      g_string_append (out, _("closed"));
      break;
    }

  reason = mcp_subscription_get_reason (subscription);
  if (reason != NULL && mcp_subscription_get_state (subscription) >= MCP_SUBSCRIPTION_WAITING)
    {
      g_autofree char *visible = mcp_format_label (reason, FALSE);

      g_string_append_printf (out, ": %s", visible);
    }

  n_notifications = mcp_subscription_get_n_notifications (subscription);
  g_string_append_printf (out,
                          ngettext (" · %'u notification", " · %'u notifications", n_notifications),
                          n_notifications);
  n_opened = mcp_subscription_get_n_opened (subscription);
  if (n_opened > 1)
    g_string_append_printf (out, ngettext (" · opened %u time", " · opened %u times", n_opened),
                            n_opened);

  refused = mcp_subscription_dup_refused (subscription);
  if (*refused != '\0')
    {
      g_autofree char *visible = mcp_format_label (refused, FALSE);

      g_string_append_c (out, '\n');
      /* Translators: %s names what the server will not tell of. */
      g_string_append_printf (out, _("not granted: %s"), visible);
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
update_row (GtkWidget *row,
            gint64     now_usec)
{
  McpSubscription *subscription = g_object_get_data (G_OBJECT (row), "subscription");
  GtkLabel *ages = g_object_get_data (G_OBJECT (row), "ages");
  GtkWidget *close = g_object_get_data (G_OBJECT (row), "close");
  gint64 last_usec = mcp_subscription_get_last_usec (subscription);
  gboolean closed = mcp_subscription_get_state (subscription) == MCP_SUBSCRIPTION_CLOSED;
  g_autofree char *state = sounder_subscription_dup_state (subscription, now_usec);
  g_autofree char *refused = mcp_subscription_dup_refused (subscription);
  g_autofree char *age = sounder_number_age (now_usec - mcp_subscription_get_since_usec (subscription));
  g_autofree char *last = last_usec > 0 ? sounder_number_age (now_usec - last_usec) : NULL;
  g_autofree char *text = NULL;

  /* Translators: how long a subscription is there, and when its last notification came. */
  text = last != NULL ? g_strdup_printf (_("since %s\nlast one %s ago"), age, last)
                      : g_strdup_printf (_("since %s"), age);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), state);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row),
                                *refused != '\0' ? "dialog-warning-symbolic" : NULL);
  gtk_label_set_text (ages, closed ? "" : text);
  /* In what another program does there is nothing to close. */
  gtk_widget_set_visible (close, !closed && g_object_get_data (G_OBJECT (row), "recorded") == NULL);
}

static void
close_cb (GtkWidget       *button,
          McpSubscription *subscription)
{
  mcp_subscription_close (subscription);
  update_row (gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW), g_get_monotonic_time ());
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  SounderSubscriptionsPanel *self = user_data;
  McpSubscription *subscription = item;
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *ages = gtk_label_new (NULL);
  GtkWidget *close = gtk_button_new_with_mnemonic (_("_Close"));
  g_autofree char *filter =
    sounder_subscription_dup_filter (mcp_subscription_get_requested (subscription));
  g_autofree char *spoken = g_strdup_printf (_("Close the subscription to %s"), filter);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), filter);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_label_set_xalign (GTK_LABEL (ages), 1);
  gtk_label_set_justify (GTK_LABEL (ages), GTK_JUSTIFY_RIGHT);
  gtk_widget_add_css_class (ages, "dim-label");
  gtk_widget_add_css_class (ages, "caption");
  gtk_widget_add_css_class (ages, "numeric");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  sounder_widgets_set_spoken (close, spoken);
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_cb), subscription, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), ages);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), close);
  g_object_set_data_full (G_OBJECT (row), "subscription", g_object_ref (subscription),
                          g_object_unref);
  g_object_set_data (G_OBJECT (row), "ages", ages);
  g_object_set_data (G_OBJECT (row), "close", close);
  if (mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED)
    g_object_set_data (G_OBJECT (row), "recorded", row);
  update_row (row, g_get_monotonic_time ());

  return row;
}

/* (transfer full) (nullable): NULL when nothing is chosen */
static char *
make_filter (SounderSubscriptionsPanel *self)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autofree char *uri = g_strstrip (g_strdup (gtk_editable_get_text (self->uri)));

  if (gtk_check_button_get_active (self->tools))
    mcp_json_append_member (json, "toolsListChanged", "true");
  if (gtk_check_button_get_active (self->prompts))
    mcp_json_append_member (json, "promptsListChanged", "true");
  if (gtk_check_button_get_active (self->resources))
    mcp_json_append_member (json, "resourcesListChanged", "true");
  if (*uri != '\0')
    {
      g_autoptr (GString) list = g_string_new ("[");

      mcp_json_append_string (list, uri, -1);
      g_string_append_c (list, ']');
      mcp_json_append_member (json, "resourceSubscriptions", list->str);
    }
  g_string_append_c (json, '}');

  return json->len > 2 ? g_string_free (g_steal_pointer (&json), FALSE) : NULL;
}

static gboolean
has_streams (SounderSubscriptionsPanel *self)
{
  return mcp_session_has_feature (self->base.session, MCP_FEATURE_SUBSCRIPTION_STREAMS);
}

static gboolean
can_listen (SounderSubscriptionsPanel *self)
{
  return has_streams (self) && mcp_session_get_state (self->base.session) == MCP_SESSION_READY;
}

static void
choice_changed_cb (SounderSubscriptionsPanel *self)
{
  g_autofree char *filter = make_filter (self);

  gtk_widget_set_sensitive (self->start, filter != NULL && can_listen (self));
}

static void
start_cb (SounderSubscriptionsPanel *self)
{
  g_autofree char *filter = make_filter (self);
  g_autoptr (McpSubscription) subscription = NULL;

  if (filter == NULL || !can_listen (self))
    return;

  subscription = mcp_session_listen (self->base.session, filter);
  gtk_menu_button_popdown (self->listen);
}

static gboolean
tick_cb (gpointer data)
{
  SounderSubscriptionsPanel *self = data;
  gint64 now_usec = g_get_monotonic_time ();

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    if (g_object_get_data (G_OBJECT (row), "subscription") != NULL)
      update_row (row, now_usec);

  return G_SOURCE_CONTINUE;
}

static void
state_changed_cb (SounderSubscriptionsPanel *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), has_streams (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->listen), can_listen (self));
  gtk_widget_set_visible (GTK_WIDGET (self->listen),
                          mcp_session_get_state (self->base.session) != MCP_SESSION_RECORDED);
  choice_changed_cb (self);
  tick_cb (self);
}

static void
sounder_subscriptions_panel_constructed (GObject *object)
{
  SounderSubscriptionsPanel *self = SOUNDER_SUBSCRIPTIONS_PANEL (object);

  G_OBJECT_CLASS (sounder_subscriptions_panel_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_page_tick_while_mapped (GTK_WIDGET (self), tick_cb);

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_bind_model (self->list, mcp_session_get_subscriptions (self->base.session),
                           create_row, self, NULL);
  state_changed_cb (self);
}

static void
sounder_subscriptions_panel_class_init (SounderSubscriptionsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_subscriptions_panel_constructed;

  sounder_template_set (widget_class, "sounder-subscriptions-panel.ui");
  sounder_template_bind (widget_class, SounderSubscriptionsPanel, list, listen, tools, prompts,
                         resources, uri, start);
  sounder_template_connect (widget_class, choice_changed_cb, start_cb);
}

static void
sounder_subscriptions_panel_init (SounderSubscriptionsPanel *self)
{
}
