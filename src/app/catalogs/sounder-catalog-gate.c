/* sounder-catalog-gate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-catalog-gate.h"
#include "sounder-template.h"

/**
 * SounderCatalogGate:
 *
 * Stands before a page whose list is empty and says why: not connected, not
 * declared, loading, failed, or really nothing. What was listed stays in sight
 * after a connection ended, with the results of its calls.
 */

/* Resources have templates as well. */
#define N_CATALOGS 2

struct _SounderCatalogGate
{
  SounderPage     base;

  McpCatalogKind  kind;
  gboolean        pass;

  GtkStack       *stack;
  GtkSpinner     *spinner;
  AdwStatusPage  *status;
  GtkWidget      *connect;
  GtkWidget      *retry;
  GtkWidget      *report;
  AdwBin         *content;
};

G_DEFINE_FINAL_TYPE (SounderCatalogGate, sounder_catalog_gate, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_CONTENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static const struct
{
  const char *icon;
  const char *none;
  const char *failed;
  const char *undeclared;
  const char *empty;
} texts[MCP_N_CATALOGS] = {
  [MCP_CATALOG_TOOLS] = {
    "sounder-tools-symbolic", N_("No Tools"), N_("The Tools Could Not Be Listed"),
    N_("The server did not declare the capability “tools”, so there is nothing to call."),
    N_("The server declares tools and lists none.") },
  [MCP_CATALOG_RESOURCES] = {
    "sounder-resources-symbolic", N_("No Resources"),
    N_("The Resources Could Not Be Listed"),
    N_("The server did not declare the capability “resources”, so there is nothing to read."),
    N_("The server declares resources and lists neither resources nor templates.") },
  [MCP_CATALOG_PROMPTS] = {
    "sounder-prompts-symbolic", N_("No Prompts"),
    N_("The Prompts Could Not Be Listed"),
    N_("The server did not declare the capability “prompts”, so there is nothing to get."),
    N_("The server declares prompts and lists none.") },
  [MCP_CATALOG_SKILLS] = {
    "sounder-skills-symbolic", N_("No Skills"),
    N_("The Skills Could Not Be Listed"),
    N_("The server did not declare skills and resources, so there is nothing to read."),
    N_("The server declares skills and lists none.") },
};

static McpCatalog *
get_catalog (SounderCatalogGate *self,
             guint               i)
{
  if (i > 0 && self->kind != MCP_CATALOG_RESOURCES)
    return NULL;

  return mcp_session_get_catalog (self->base.session, i == 0 ? self->kind : MCP_CATALOG_TEMPLATES);
}

static guint
count_items (SounderCatalogGate *self)
{
  guint n_items = 0;

  for (guint i = 0; i < N_CATALOGS; i++)
    {
      McpCatalog *catalog = get_catalog (self, i);

      if (catalog != NULL)
        n_items += g_list_model_get_n_items (G_LIST_MODEL (catalog));
    }

  return n_items;
}

static gboolean
is_any_loading (SounderCatalogGate *self)
{
  for (guint i = 0; i < N_CATALOGS; i++)
    {
      McpCatalog *catalog = get_catalog (self, i);

      if (catalog != NULL
          && (mcp_catalog_get_state (catalog) == MCP_CATALOG_LOADING
              || mcp_catalog_get_state (catalog) == MCP_CATALOG_EMPTY))
        return TRUE;
    }

  return FALSE;
}

static void
show_status (SounderCatalogGate *self,
             const char         *title,
             const char         *description,
             gboolean            can_connect,
             gboolean            can_retry)
{
  g_autofree char *visible = mcp_format_label (description, TRUE);
  /* The description of a status page is markup. */
  g_autofree char *escaped = g_markup_escape_text (visible, -1);

  adw_status_page_set_icon_name (self->status, texts[self->kind].icon);
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, escaped);
  gtk_widget_set_visible (self->connect, can_connect);
  gtk_widget_set_visible (self->retry, can_retry);
  gtk_widget_set_visible (self->report, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "status");
}

/* Three reasons for an empty list: not requested, not declared, really empty. */
static const char *
explain_recorded (SounderCatalogGate *self,
                  McpCatalog         *catalog)
{
  switch (mcp_catalog_get_state (catalog))
    {
    case MCP_CATALOG_UNSUPPORTED:
      return _(texts[self->kind].undeclared);

    case MCP_CATALOG_LOADED:
      return _(texts[self->kind].empty);

    case MCP_CATALOG_EMPTY:
    case MCP_CATALOG_LOADING:
    case MCP_CATALOG_FAILED:
    case MCP_CATALOG_UNRECORDED:
    default:
      return _("In this recording nobody asked for the list, or it was not answered.");
    }
}

/* Who comes here after a failure is told so, and where the whole of it stands. */
static void
show_not_connected (SounderCatalogGate *self)
{
  const GError *why = mcp_session_get_error (self->base.session);

  show_status (self, _("Not Connected"),
               why != NULL ? why->message : _("Connect to the server to see what it offers."), TRUE,
               FALSE);
  gtk_widget_set_visible (self->report, why != NULL);
}

static void
show_closed (SounderCatalogGate *self)
{
  McpSessionState state = mcp_session_get_state (self->base.session);
  McpCatalog *catalog = get_catalog (self, 0);
  const GError *error = mcp_catalog_get_error (catalog);

  if (state == MCP_SESSION_STARTING)
    {
      gtk_stack_set_visible_child_name (self->stack, "loading");
      return;
    }
  if (state == MCP_SESSION_RECORDED)
    {
      if (is_any_loading (self))
        gtk_stack_set_visible_child_name (self->stack, "loading");
      else
        show_status (self, _(texts[self->kind].none), explain_recorded (self, catalog), FALSE,
                     FALSE);
      return;
    }
  if (state != MCP_SESSION_READY)
    {
      show_not_connected (self);
      return;
    }

  switch (mcp_catalog_get_state (catalog))
    {
    case MCP_CATALOG_UNSUPPORTED:
      show_status (self, _(texts[self->kind].none), _(texts[self->kind].undeclared), FALSE, FALSE);
      break;
    case MCP_CATALOG_FAILED:
      show_status (self, _(texts[self->kind].failed), error != NULL ? error->message : "", FALSE,
                   TRUE);
      break;
    case MCP_CATALOG_EMPTY:
    case MCP_CATALOG_LOADING:
    case MCP_CATALOG_LOADED:
    case MCP_CATALOG_UNRECORDED:
    default:
      if (is_any_loading (self))
        gtk_stack_set_visible_child_name (self->stack, "loading");
      else
        show_status (self, _(texts[self->kind].none), _(texts[self->kind].empty), FALSE, TRUE);
    }
}

static void
update (SounderCatalogGate *self)
{
  if (self->pass || count_items (self) > 0)
    gtk_stack_set_visible_child_name (self->stack, "content");
  else
    show_closed (self);

  gtk_spinner_set_spinning (self->spinner, g_strcmp0 (gtk_stack_get_visible_child_name (self->stack),
                                                      "loading") == 0);
}

static void
retry_cb (SounderCatalogGate *self)
{
  for (guint i = 0; i < N_CATALOGS; i++)
    {
      McpCatalog *catalog = get_catalog (self, i);

      /* What fails is told by the catalog's state. */
      if (catalog != NULL && mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADING)
        mcp_catalog_refresh_async (catalog, NULL, NULL, NULL);
    }
}

/* Somebody comes to the page, or back to it; also to one that had nothing to show. */
static void
map_cb (SounderCatalogGate *self)
{
  for (guint i = 0; i < N_CATALOGS; i++)
    if (get_catalog (self, i) != NULL)
      mcp_catalog_come_back (get_catalog (self, i));
}

static void
sounder_catalog_gate_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderCatalogGate *self = SOUNDER_CATALOG_GATE (object);

  switch (prop_id)
    {
    case PROP_CONTENT:
      g_value_set_object (value, adw_bin_get_child (self->content));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_catalog_gate_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  SounderCatalogGate *self = SOUNDER_CATALOG_GATE (object);

  switch (prop_id)
    {
    case PROP_CONTENT:
      adw_bin_set_child (self->content, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_catalog_gate_constructed (GObject *object)
{
  SounderCatalogGate *self = SOUNDER_CATALOG_GATE (object);

  G_OBJECT_CLASS (sounder_catalog_gate_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < N_CATALOGS && get_catalog (self, i) != NULL; i++)
    {
      g_signal_connect_object (get_catalog (self, i), "notify::state", G_CALLBACK (update), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (get_catalog (self, i), "items-changed", G_CALLBACK (update), self,
                               G_CONNECT_SWAPPED);
    }
  g_signal_connect (self, "map", G_CALLBACK (map_cb), NULL);
  update (self);
}

static void
sounder_catalog_gate_class_init (SounderCatalogGateClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_catalog_gate_constructed;
  object_class->get_property = sounder_catalog_gate_get_property;
  object_class->set_property = sounder_catalog_gate_set_property;

  /**
   * SounderCatalogGate:content:
   *
   * What is shown when there is something to show.
   */
  properties[PROP_CONTENT] =
    g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  sounder_template_set (widget_class, "sounder-catalog-gate.ui");
  sounder_template_bind (widget_class, SounderCatalogGate, stack, spinner, status, connect, retry,
                         report, content);
  sounder_template_connect (widget_class, retry_cb);
}

static void
sounder_catalog_gate_init (SounderCatalogGate *self)
{
}

void
sounder_catalog_gate_set_kind (SounderCatalogGate *self,
                               McpCatalogKind      kind)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_GATE (self));

  self->kind = kind;
  update (self);
}

/**
 * sounder_catalog_gate_set_pass:
 * @pass: whether there is something to see although nothing is listed
 *
 * Opens the gate for good: a link leads to a resource that no list has.
 */
void
sounder_catalog_gate_set_pass (SounderCatalogGate *self,
                               gboolean            pass)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_GATE (self));

  self->pass = pass;
  update (self);
}
