/* sounder-search-provider.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-match.h"
#include "sounder-search-provider.h"

/**
 * SounderSearchProvider:
 *
 * A server is found when each word stands in its name or in its command or address, in any case. What is
 * chosen is shown, not connected: nothing starts because of a search.
 */

struct _SounderSearchProvider
{
  GObject             parent_instance;

  GApplication       *application; /* not held: it owns this */
  SounderServerModel *model;       /* (nullable): not yet */
  GDBusConnection    *connection;  /* (nullable): while it is exported */
  guint               registration;
};

G_DEFINE_FINAL_TYPE (SounderSearchProvider, sounder_search_provider, G_TYPE_OBJECT)

static const char interface_xml[] =
  "<node>"
  "  <interface name='org.gnome.Shell.SearchProvider2'>"
  "    <method name='GetInitialResultSet'>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='as' name='results' direction='out'/>"
  "    </method>"
  "    <method name='GetSubsearchResultSet'>"
  "      <arg type='as' name='previous_results' direction='in'/>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='as' name='results' direction='out'/>"
  "    </method>"
  "    <method name='GetResultMetas'>"
  "      <arg type='as' name='identifiers' direction='in'/>"
  "      <arg type='aa{sv}' name='metas' direction='out'/>"
  "    </method>"
  "    <method name='ActivateResult'>"
  "      <arg type='s' name='identifier' direction='in'/>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='u' name='timestamp' direction='in'/>"
  "    </method>"
  "    <method name='LaunchSearch'>"
  "      <arg type='as' name='terms' direction='in'/>"
  "      <arg type='u' name='timestamp' direction='in'/>"
  "    </method>"
  "  </interface>"
  "</node>";

static gboolean
matches (SounderServer     *server,
         const char *const *terms)
{
  const char *name = mcp_profile_get_name (sounder_server_get_profile (server));
  g_autofree char *subtitle = sounder_server_dup_subtitle (server);
  g_autofree char *sought = g_strjoinv (" ", (char **) terms);
  g_autoptr (McpMatch) match = mcp_match_new (sought);
  const char *fields[] = { name, subtitle };

  return mcp_match_rank (match, fields, G_N_ELEMENTS (fields)) != MCP_MATCH_NONE;
}

static GVariant *
find (SounderSearchProvider *self,
      const char *const     *terms)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("as"));
  for (guint i = 0; self->model != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (matches (server, terms))
        g_variant_builder_add (&builder, "s", mcp_profile_get_name (sounder_server_get_profile (server)));
    }

  return g_variant_new ("(as)", &builder);
}

static GVariant *
describe (SounderSearchProvider *self,
          const char *const     *names)
{
  g_autoptr (GIcon) icon = g_themed_icon_new (APP_ID);
  g_autofree char *icon_text = g_icon_to_string (icon);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      SounderServer *server = self->model != NULL ? sounder_server_model_find (self->model, names[i]) : NULL;
      g_autofree char *subtitle = server != NULL ? sounder_server_dup_subtitle (server) : NULL;

      /* It was removed meanwhile. */
      if (server == NULL)
        continue;

      g_variant_builder_open (&builder, G_VARIANT_TYPE ("a{sv}"));
      g_variant_builder_add (&builder, "{sv}", "id", g_variant_new_string (names[i]));
      g_variant_builder_add (&builder, "{sv}", "name", g_variant_new_string (names[i]));
      g_variant_builder_add (&builder, "{sv}", "gicon", g_variant_new_string (icon_text));
      g_variant_builder_add (&builder, "{sv}", "description", g_variant_new_string (subtitle));
      g_variant_builder_close (&builder);
    }

  return g_variant_new ("(aa{sv})", &builder);
}

static void
method_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *path,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               user_data)
{
  SounderSearchProvider *self = user_data;
  gboolean is_subsearch = g_str_equal (method, "GetSubsearchResultSet");
  g_autofree const char **words = NULL;
  GVariant *answer = NULL;

  /* A service ends after a while without work: this is some. */
  g_application_hold (self->application);

  if (is_subsearch || g_str_equal (method, "GetInitialResultSet"))
    {
      g_variant_get_child (parameters, is_subsearch ? 1 : 0, "^a&s", &words);
      answer = find (self, words);
    }
  else if (g_str_equal (method, "GetResultMetas"))
    {
      g_variant_get_child (parameters, 0, "^a&s", &words);
      answer = describe (self, words);
    }
  else if (g_str_equal (method, "ActivateResult"))
    {
      const char *name;

      g_variant_get_child (parameters, 0, "&s", &name);
      g_action_group_activate_action (G_ACTION_GROUP (self->application), "show-server",
                                      g_variant_new_string (name));
    }
  else
    {
      g_application_activate (self->application);
    }

  g_dbus_method_invocation_return_value (invocation, answer);
  g_application_release (self->application);
}

/**
 * sounder_search_provider_export:
 * @connection: the bus of the application
 * @path: where on it
 *
 * Lets the desktop find it.
 *
 * Returns: whether it can be found
 */
gboolean
sounder_search_provider_export (SounderSearchProvider  *self,
                                GDBusConnection        *connection,
                                const char             *path,
                                GError                **error)
{
  static const GDBusInterfaceVTable vtable = { .method_call = method_cb };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (interface_xml, NULL);

  g_return_val_if_fail (SOUNDER_IS_SEARCH_PROVIDER (self), FALSE);
  g_return_val_if_fail (self->registration == 0, FALSE);

  self->registration = g_dbus_connection_register_object (connection, path, node->interfaces[0], &vtable,
                                                          self, NULL, error);
  if (self->registration == 0)
    return FALSE;

  self->connection = g_object_ref (connection);

  return TRUE;
}

void
sounder_search_provider_unexport (SounderSearchProvider *self)
{
  g_return_if_fail (SOUNDER_IS_SEARCH_PROVIDER (self));

  if (self->registration == 0)
    return;

  g_dbus_connection_unregister_object (self->connection, self->registration);
  self->registration = 0;
  g_clear_object (&self->connection);
}

static void
sounder_search_provider_dispose (GObject *object)
{
  SounderSearchProvider *self = SOUNDER_SEARCH_PROVIDER (object);

  sounder_search_provider_unexport (self);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_search_provider_parent_class)->dispose (object);
}

static void
sounder_search_provider_class_init (SounderSearchProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_search_provider_dispose;
}

static void
sounder_search_provider_init (SounderSearchProvider *self)
{
}

/**
 * sounder_search_provider_new:
 * @application: must outlive it; has the action "show-server"
 *
 * Creates a provider that nobody finds yet, and that finds nothing yet.
 */
SounderSearchProvider *
sounder_search_provider_new (GApplication *application)
{
  SounderSearchProvider *self = g_object_new (SOUNDER_TYPE_SEARCH_PROVIDER, NULL);

  self->application = application;

  return self;
}

/* Says where to look. The bus wants the provider before there are servers. */
void
sounder_search_provider_set_model (SounderSearchProvider *self,
                                   SounderServerModel    *model)
{
  g_return_if_fail (SOUNDER_IS_SEARCH_PROVIDER (self));

  g_set_object (&self->model, model);
}
