/* mcp-workbench.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-workbench.h"

/**
 * McpWorkbench:
 *
 * Drafts and calls are kept as long as the session, so that looking at another tool or another server loses nothing.
 * Arguments go into the history of the server as they are sent.
 */

/* Older calls of an item are dropped once newer answers take this much. */
#define MAX_CALL_BYTES (64 * 1024 * 1024)

typedef struct
{
  GBytes  *json; /* of the tool when the draft was made */
  McpForm *form;
} Draft;

struct _McpWorkbench
{
  GObject           parent_instance;

  McpSession       *session;
  McpArgumentStore *store;
  GHashTable       *calls;   /* by kind and name, GListStore of McpInvocation, newest first */
  GHashTable       *drafts;  /* by the name of the tool */
  gboolean          checks_formats;
};

G_DEFINE_FINAL_TYPE (McpWorkbench, mcp_workbench, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_CHECKS_FORMATS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
draft_free (Draft *draft)
{
  g_bytes_unref (draft->json);
  g_object_unref (draft->form);
  g_free (draft);
}

static void
mcp_workbench_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHECKS_FORMATS:
      g_value_set_boolean (value, MCP_WORKBENCH (object)->checks_formats);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_checks_formats (McpWorkbench *self,
                    gboolean      checks_formats)
{
  GHashTableIter iter;
  gpointer draft;

  if (!self->checks_formats == !checks_formats)
    return;

  self->checks_formats = checks_formats;
  g_hash_table_iter_init (&iter, self->drafts);
  while (g_hash_table_iter_next (&iter, NULL, &draft))
    mcp_form_set_checks_formats (((Draft *) draft)->form, checks_formats);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHECKS_FORMATS]);
}

static void
mcp_workbench_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_CHECKS_FORMATS:
      set_checks_formats (MCP_WORKBENCH (object), g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_workbench_finalize (GObject *object)
{
  McpWorkbench *self = MCP_WORKBENCH (object);

  g_hash_table_unref (self->calls);
  g_hash_table_unref (self->drafts);
  g_object_unref (self->store);
  g_object_unref (self->session);

  G_OBJECT_CLASS (mcp_workbench_parent_class)->finalize (object);
}

static void
mcp_workbench_class_init (McpWorkbenchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_workbench_finalize;
  object_class->get_property = mcp_workbench_get_property;
  object_class->set_property = mcp_workbench_set_property;

  /**
   * McpWorkbench:checks-formats:
   *
   * Whether drafts check the formats of their texts.
   */
  properties[PROP_CHECKS_FORMATS] =
    g_param_spec_boolean ("checks-formats", NULL, NULL, TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_workbench_init (McpWorkbench *self)
{
  self->checks_formats = TRUE;
  self->calls = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
  self->drafts = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, (GDestroyNotify) draft_free);
}

McpWorkbench *
mcp_workbench_new (McpSession *session)
{
  McpWorkbench *self;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (MCP_TYPE_WORKBENCH, NULL);
  self->session = g_object_ref (session);
  self->store = mcp_argument_store_new (mcp_session_get_profile (session), NULL);
  /* Who shows it reads it again, and tells what is wrong. */
  if (!mcp_argument_store_load (self->store, &error))
    g_debug ("%s", error->message);

  return self;
}

McpSession *
mcp_workbench_get_session (McpWorkbench *self)
{
  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);

  return self->session;
}

McpArgumentStore *
mcp_workbench_get_store (McpWorkbench *self)
{
  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);

  return self->store;
}

static GListStore *
ensure_calls (McpWorkbench   *self,
              McpCatalogKind  kind,
              const char     *name)
{
  g_autofree char *key = g_strdup_printf ("%u %s", kind, name);
  GListStore *calls = g_hash_table_lookup (self->calls, key);

  if (calls == NULL)
    {
      calls = g_list_store_new (MCP_TYPE_INVOCATION);
      g_hash_table_insert (self->calls, g_steal_pointer (&key), calls);
    }

  return calls;
}

GListModel *
mcp_workbench_get_calls (McpWorkbench   *self,
                         McpCatalogKind  kind,
                         const char     *name)
{
  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);

  return G_LIST_MODEL (ensure_calls (self, kind, name));
}

McpInvocation *
mcp_workbench_get_last (McpWorkbench   *self,
                        McpCatalogKind  kind,
                        const char     *name)
{
  g_autoptr (McpInvocation) last = NULL;

  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);

  /* The list holds it. */
  last = g_list_model_get_item (mcp_workbench_get_calls (self, kind, name), 0);

  return last;
}

/**
 * mcp_workbench_find:
 * @call: a call
 *
 * Finds what a call was made of.
 *
 * Returns: (transfer none) (nullable): its invocation, or %NULL when it is forgotten
 */
McpInvocation *
mcp_workbench_find (McpWorkbench *self,
                    McpCall      *call)
{
  GHashTableIter iter;
  gpointer calls;

  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);

  g_hash_table_iter_init (&iter, self->calls);
  while (g_hash_table_iter_next (&iter, NULL, &calls))
    for (guint i = 0; i < g_list_model_get_n_items (calls); i++)
      {
        g_autoptr (McpInvocation) invocation = g_list_model_get_item (calls, i);

        /* The list holds it. */
        if (mcp_invocation_get_call (invocation) == call)
          return invocation;
      }

  return NULL;
}

/* What runs stays, and so do the last two, however large they are: they can be compared. */
static gboolean
is_kept (McpInvocation *invocation,
         guint          n_newer,
         gsize         *n_bytes)
{
  GBytes *answer;

  if (!mcp_call_is_finished (mcp_invocation_get_call (invocation)))
    return TRUE;

  answer = mcp_invocation_get_answer (invocation);
  *n_bytes += answer != NULL ? g_bytes_get_size (answer) : 0;

  return n_newer < 2 || (n_newer < MCP_WORKBENCH_MAX_CALLS && *n_bytes <= MAX_CALL_BYTES);
}

static void
forget_calls (GListStore *calls)
{
  gsize n_bytes = 0;
  guint i = 0;

  while (i < g_list_model_get_n_items (G_LIST_MODEL (calls)))
    {
      g_autoptr (McpInvocation) old = g_list_model_get_item (G_LIST_MODEL (calls), i);

      if (is_kept (old, i, &n_bytes))
        i++;
      else
        g_list_store_remove (calls, i);
    }
}

/**
 * mcp_workbench_start:
 * @invocation: a call that is not started yet
 *
 * Starts a call, keeps it as the newest of its name, and remembers its arguments. Those that are too old, over
 * %MCP_WORKBENCH_MAX_CALLS of each, or too much are forgotten.
 */
void
mcp_workbench_start (McpWorkbench  *self,
                     McpInvocation *invocation)
{
  McpCatalogKind kind = mcp_invocation_get_kind (invocation);
  const char *name = mcp_invocation_get_name (invocation);
  const char *arguments = mcp_invocation_get_arguments (invocation);
  GListStore *calls;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (MCP_IS_WORKBENCH (self));

  calls = ensure_calls (self, kind, name);
  g_list_store_insert (calls, 0, invocation);
  forget_calls (calls);

  mcp_session_start_call (self->session, mcp_invocation_get_call (invocation));
  if (arguments != NULL && !mcp_argument_store_remember (self->store, kind, name, arguments, &error))
    g_debug ("%s", error->message);
}

/**
 * mcp_workbench_get_draft:
 * @tool: a tool
 *
 * Gets the arguments that are being edited for a tool. When the server changed the tool, what was
 * entered goes over to the new schema.
 *
 * Returns: (transfer none): the arguments
 */
McpForm *
mcp_workbench_get_draft (McpWorkbench   *self,
                         McpCatalogItem *tool)
{
  const char *name;
  Draft *draft, *fresh;
  GBytes *json;
  g_autofree char *text = NULL;
  g_autoptr (McpSchema) schema = NULL;

  g_return_val_if_fail (MCP_IS_WORKBENCH (self), NULL);
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (tool), NULL);

  name = mcp_catalog_item_get_name (tool);
  json = mcp_catalog_item_get_json (tool);
  draft = g_hash_table_lookup (self->drafts, name);
  if (draft != NULL && g_bytes_equal (draft->json, json))
    return draft->form;

  text = mcp_catalog_item_lookup (tool, "inputSchema");
  if (text != NULL && strlen (text) <= MCP_SCHEMA_MAX_FORM_BYTES)
    schema = mcp_schema_new (text, -1, NULL);
  fresh = g_new0 (Draft, 1);
  fresh->json = g_bytes_ref (json);
  fresh->form = mcp_form_new (schema);
  mcp_form_set_checks_formats (fresh->form, self->checks_formats);
  if (draft != NULL)
    {
      g_autofree char *entered = mcp_form_to_json (draft->form);

      mcp_form_load (fresh->form, entered, NULL);
    }
  g_hash_table_replace (self->drafts, g_strdup (name), fresh);

  return fresh->form;
}
