/* sounder-overview-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-adaptive-bin.h"
#include "sounder-address.h"
#include "sounder-capabilities.h"
#include "sounder-compat.h"
#include "sounder-connect-report.h"
#include "sounder-connection-group.h"
#include "sounder-icon.h"
#include "sounder-overview-page.h"
#include "sounder-template.h"

/**
 * SounderOverviewPage:
 *
 * Three faces: not connected; connecting, or what failed; and who the server
 * is, how the connection stands and what both sides declared.
 *
 * All text of the server is shown as text, with its control characters visible.
 */

#define MAX_CAPABILITIES 100

struct _SounderOverviewPage
{
  SounderPage           base;


  guint                 capabilities_id;

  GtkStack             *stack;
  AdwStatusPage        *idle_page;
  GtkLabel             *idle_command;
  GtkWidget            *idle_connect;
  SounderConnectReport *report;
  SounderIcon          *icon;
  GtkLabel             *title;
  GtkLabel             *name;
  GtkWidget            *website;
  GtkLabel             *website_label;
  GtkLabel             *description;
  GtkWidget            *instructions_expander;
  GtkLabel             *instructions;
  GtkBox               *columns;
  SounderConnectionGroup *connection;
  GtkListBox           *capabilities;
};

G_DEFINE_FINAL_TYPE (SounderOverviewPage, sounder_overview_page, SOUNDER_TYPE_PAGE)

/* A string of the handshake, safe to show; NULL when it is absent or empty. */
static char *
lookup_visible (SounderOverviewPage *self,
                const char          *path,
                gboolean             keep_newlines)
{
  g_autofree char *text = mcp_session_lookup (self->base.session, path);

  if (text == NULL || *text == '\0')
    return NULL;

  return mcp_format_label (text, keep_newlines);
}

static void
set_or_hide (GtkLabel   *label,
             GtkWidget  *holder,
             const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (holder, text != NULL);
}

/* The address that would be opened; what is not opened can only be read. */
static void
update_website (SounderOverviewPage *self)
{
  g_autofree char *visible = lookup_visible (self, "serverInfo.websiteUrl", FALSE);
  g_autofree char *url = mcp_session_lookup (self->base.session, "serverInfo.websiteUrl");
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) warnings = url != NULL ? mcp_address_check (url, &host, &opened) : NULL;
  const char *shown = opened != NULL ? opened : visible;

  set_or_hide (self->website_label, self->website, shown);
  gtk_widget_set_sensitive (GTK_WIDGET (self->website), opened != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->website), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  shown != NULL ? shown : _("Website"), -1);
}

static void
update_identity (SounderOverviewPage *self)
{
  g_autofree char *title = lookup_visible (self, "serverInfo.title", FALSE);
  g_autofree char *name = lookup_visible (self, "serverInfo.name", FALSE);
  g_autofree char *version = lookup_visible (self, "serverInfo.version", FALSE);
  g_autofree char *description = lookup_visible (self, "serverInfo.description", TRUE);
  g_autofree char *instructions = lookup_visible (self, "instructions", TRUE);
  g_autofree char *full_name = NULL;
  const char *fallback = name != NULL ? name : _("A server without a name");

  full_name = g_strjoin (" ", name != NULL ? name : "", version, NULL);
  sounder_icon_show_server (self->icon, self->base.session);
  gtk_label_set_text (self->title, title != NULL ? title : fallback);
  set_or_hide (self->name, GTK_WIDGET (self->name), g_strstrip (full_name));
  update_website (self);
  set_or_hide (self->description, GTK_WIDGET (self->description), description);
  set_or_hide (self->instructions, self->instructions_expander, instructions);
}

static const char *
change_text (SounderChange change)
{
  switch (change)
    {
    case SOUNDER_CHANGE_NEW:
      return _("new");

    case SOUNDER_CHANGE_CHANGED:
      return _("changed");

    case SOUNDER_CHANGE_GONE:
      return _("gone");

    case SOUNDER_CHANGE_NONE:
    default:
      return NULL;
    }
}

static GtkWidget *
new_pill (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "tag");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);

  return label;
}

static void
add_mark (GtkWidget  *row,
          const char *text,
          const char *tooltip)
{
  GtkWidget *pill = new_pill (text);

  gtk_widget_add_css_class (pill, "state-slow");
  gtk_widget_set_tooltip_text (pill, tooltip);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), pill);
}

static GtkWidget *
new_capability_row (SounderCapability *capability,
                    McpRevision        revision)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *image = gtk_image_new_from_icon_name (
    capability->present ? "object-select-symbolic" : "list-remove-symbolic");
  const char *change = change_text (capability->change);
  const char *side = capability->is_client ? _("client") : _("server");
  g_autofree char *label =
    g_strdup_printf ("%s, %s, %s, %s", capability->title,
                     capability->present ? _("declared") : _("absent"), side, capability->detail);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), capability->title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), capability->detail);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  if (change != NULL)
    add_mark (row, change, _("Differs from the last connection"));
  if (capability->present && capability->unknown)
    add_mark (row, _("unknown"), _("Sounder does not know what this means"));
  if (capability->present && mcp_revision_deprecates (revision, capability->key))
    add_mark (row, _("deprecated"),
              _("Deprecated in 2026-07-28; the first revision from 2027-07-28 on may do without it"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_pill (side));
  gtk_widget_add_css_class (image, capability->present ? "state-ready" : "dim-label");
  if (!capability->present)
    gtk_widget_add_css_class (row, "absent");
  sounder_compat_set_spoken (GTK_ACCESSIBLE (row), label);

  return row;
}

/* What the settings of the server require, and it does not offer. */
static void
append_missing (SounderOverviewPage *self)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);
  g_auto (GStrv) missing = mcp_session_dup_missing (self->base.session,
                                                    mcp_profile_get_settings (profile)->require);

  for (guint i = 0; missing[i] != NULL; i++)
    {
      g_autofree char *title = mcp_format_label (missing[i], FALSE);
      SounderCapability capability = { .key = missing[i], .title = title, .detail = (char *) _("The server does not offer it") };
      GtkWidget *row = new_capability_row (&capability, mcp_session_get_revision (self->base.session));

      add_mark (row, _("required"), _("By the settings of this server"));
      gtk_widget_remove_css_class (row, "absent");
      gtk_list_box_append (self->capabilities, row);
    }
}

static gboolean
update_capabilities_cb (gpointer data)
{
  SounderOverviewPage *self = data;
  g_autoptr (GPtrArray) list = NULL;
  GtkWidget *row;

  self->capabilities_id = 0;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->capabilities))) != NULL)
    gtk_list_box_remove (self->capabilities, row);

  append_missing (self);
  list = sounder_capabilities_list (self->base.session);
  for (guint i = 0; i < MIN (list->len, MAX_CAPABILITIES); i++)
    gtk_list_box_append (self->capabilities,
                         new_capability_row (g_ptr_array_index (list, i),
                                             mcp_session_get_revision (self->base.session)));
  if (list->len > MAX_CAPABILITIES)
    gtk_list_box_append (self->capabilities,
                         gtk_label_new (_("There are more, in the handshake in the Timeline")));

  return G_SOURCE_REMOVE;
}

/* Four lists may change at once; the rows are made anew once. */
static void
queue_capabilities (SounderOverviewPage *self)
{
  if (self->capabilities_id == 0)
    self->capabilities_id = g_idle_add (update_capabilities_cb, self);
}

static void
update_idle (SounderOverviewPage *self)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);
  g_autofree char *visible = NULL;
  g_autofree char *title = NULL;

  if (profile == NULL)
    return;

  visible = sounder_address_dup_profile (profile);
  title = mcp_format_label (mcp_profile_get_name (profile), FALSE);

  /* AdwStatusPage shows its title as text, but its description as markup: that is a label. */
  adw_status_page_set_title (self->idle_page, title);
  gtk_label_set_text (self->idle_command, visible);
}

static const char *
choose_face (SounderOverviewPage *self)
{
  switch (mcp_session_get_state (self->base.session))
    {
    case MCP_SESSION_STARTING:
      return "report";

    case MCP_SESSION_READY:
    case MCP_SESSION_RECORDED:
      return "ready";

    case MCP_SESSION_WAITING:
      return "report";

    case MCP_SESSION_CLOSED:
      return mcp_session_get_error (self->base.session) != NULL ? "report" : "idle";

    case MCP_SESSION_CLOSING:
      /* What failed is told at its end; until then its steps are. */
      return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "report") == 0 ? "report" : "idle";

    case MCP_SESSION_IDLE:
    default:
      return "idle";
    }
}

static void
state_changed_cb (SounderOverviewPage *self)
{
  const char *face = choose_face (self);

  if (g_str_equal (face, "ready"))
    {
      update_identity (self);
      queue_capabilities (self);
    }
  else
    {
      update_idle (self);
    }

  gtk_stack_set_visible_child_name (self->stack, face);
}

static void
width_changed (SounderPage *page)
{
  SounderOverviewPage *self = SOUNDER_OVERVIEW_PAGE (page);
  gboolean narrow = page->width_class == SOUNDER_WIDTH_NARROW;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns), narrow
                                                                    ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_homogeneous (self->columns, !narrow);
}

static void
open_website_cb (SounderOverviewPage *self)
{
  g_autofree char *uri = NULL;

  uri = mcp_session_lookup (self->base.session, "serverInfo.websiteUrl");
  if (uri != NULL)
    sounder_compat_open_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), uri);
}

static void
sounder_overview_page_dispose (GObject *object)
{
  SounderOverviewPage *self = SOUNDER_OVERVIEW_PAGE (object);

  g_clear_handle_id (&self->capabilities_id, g_source_remove);

  G_OBJECT_CLASS (sounder_overview_page_parent_class)->dispose (object);
}

static void
sounder_overview_page_constructed (GObject *object)
{
  SounderOverviewPage *self = SOUNDER_OVERVIEW_PAGE (object);

  G_OBJECT_CLASS (sounder_overview_page_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      McpCatalog *catalog = mcp_session_get_catalog (self->base.session, kind);

      g_signal_connect_object (catalog, "notify::state", G_CALLBACK (queue_capabilities), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (catalog, "items-changed", G_CALLBACK (queue_capabilities), self,
                               G_CONNECT_SWAPPED);
    }
  state_changed_cb (self);
  width_changed (&self->base);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (SOUNDER_TYPE_CONNECT_REPORT);
  g_type_ensure (SOUNDER_TYPE_CONNECTION_GROUP);
  g_type_ensure (SOUNDER_TYPE_ICON);
  sounder_template_set (widget_class, "sounder-overview-page.ui");
  sounder_template_bind (widget_class, SounderOverviewPage, stack, idle_page, idle_command,
                         idle_connect, report, icon, title, name, website, website_label,
                         description, instructions_expander, instructions, columns, connection,
                         capabilities);
  sounder_template_connect (widget_class, open_website_cb);
}

static void
sounder_overview_page_class_init (SounderOverviewPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_overview_page_constructed;
  object_class->dispose = sounder_overview_page_dispose;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;

  bind_template (widget_class);
}

static void
sounder_overview_page_init (SounderOverviewPage *self)
{
}
