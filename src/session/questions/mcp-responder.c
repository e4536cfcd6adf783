/* mcp-responder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-responder.h"

/**
 * McpResponder:
 *
 * Who answers what the server asks: the session gives each inbound request to the first
 * responder that handles its method. MCP 2025-11-25, client features.
 */

G_DEFINE_INTERFACE (McpResponder, mcp_responder, G_TYPE_OBJECT)

static void
mcp_responder_default_init (McpResponderInterface *iface)
{
}

/**
 * mcp_responder_append_capabilities:
 * @members: the client capabilities that are being written: an open JSON object
 *
 * Adds what the responder stands for, so that a server asks for nothing that nobody answers.
 */
void
mcp_responder_append_capabilities (McpResponder *self,
                                   GString      *members)
{
  McpResponderInterface *iface;

  g_return_if_fail (MCP_IS_RESPONDER (self));
  g_return_if_fail (members != NULL);

  iface = MCP_RESPONDER_GET_IFACE (self);
  if (iface->append_capabilities != NULL)
    iface->append_capabilities (self, members);
}

/**
 * mcp_responder_handles:
 * @method: the method of a request
 *
 * Gets whether the responder answers a method.
 */
gboolean
mcp_responder_handles (McpResponder *self,
                       const char   *method)
{
  g_return_val_if_fail (MCP_IS_RESPONDER (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  return MCP_RESPONDER_GET_IFACE (self)->handles (self, method);
}

/**
 * mcp_responder_respond_async:
 * @self: a responder that handles the request's method
 * @request: what the server asked
 * @serial: of the record that asks; 0 for none
 * @cancellable: (nullable): triggered when the server takes its request back
 * @callback: called when there is an answer
 *
 * Asks for the answer to a request.
 */
void
mcp_responder_respond_async (McpResponder        *self,
                             McpMessage          *request,
                             guint                serial,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_return_if_fail (MCP_IS_RESPONDER (self));
  g_return_if_fail (request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  MCP_RESPONDER_GET_IFACE (self)->respond_async (self, request, serial, cancellable, callback,
                                                  user_data);
}

/**
 * mcp_responder_respond_finish:
 * @code: (out) (optional): with an error, the JSON-RPC code to answer with
 *
 * Gets the answer to a request.
 *
 * Returns: (transfer full): the result as JSON, or %NULL with an error whose message is the
 *   answer's
 */
char *
mcp_responder_respond_finish (McpResponder  *self,
                              GAsyncResult  *result,
                              gint64        *code,
                              GError       **error)
{
  gint64 ignored;

  g_return_val_if_fail (MCP_IS_RESPONDER (self), NULL);
  g_return_val_if_fail (G_IS_ASYNC_RESULT (result), NULL);

  if (code == NULL)
    code = &ignored;
  *code = MCP_RPC_INTERNAL_ERROR;

  return MCP_RESPONDER_GET_IFACE (self)->respond_finish (self, result, code, error);
}

/*
 * Roots: the profile's folders.
 */

/**
 * mcp_roots_to_result:
 * @roots: (array length=n_roots): roots
 * @n_roots: how many
 *
 * Writes the result of `roots/list` (client/roots).
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_roots_to_result (McpRoot **roots,
                     guint     n_roots)
{
  GString *result = g_string_new ("{\"roots\":[");

  for (guint i = 0; i < n_roots; i++)
    {
      g_string_append (result, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (result, "uri", roots[i]->uri);
      mcp_json_append_member_string (result, "name", roots[i]->name);
      g_string_append_c (result, '}');
    }

  g_string_append (result, "]}");

  return g_string_free (result, FALSE);
}

/* What roots/list is answered with while nobody says otherwise. */
char *
mcp_profile_dup_roots_result (McpProfile *profile)
{
  GListModel *model = mcp_profile_get_roots (profile);
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (roots, g_list_model_get_item (model, i));

  return mcp_roots_to_result ((McpRoot **) roots->pdata, roots->len);
}

#define MCP_TYPE_ROOTS_RESPONDER (mcp_roots_responder_get_type ())
G_DECLARE_FINAL_TYPE (McpRootsResponder, mcp_roots_responder, MCP, ROOTS_RESPONDER, GObject)

struct _McpRootsResponder
{
  GObject     parent_instance;

  McpProfile *profile;
};

static void
roots_append_capabilities (McpResponder *responder,
                           GString      *members)
{
  McpRootsResponder *self = MCP_ROOTS_RESPONDER (responder);

  if (mcp_profile_get_settings (self->profile)->advertise_roots)
    mcp_json_append_member (members, "roots", "{\"listChanged\":true}");
}

static gboolean
roots_handles (McpResponder *responder,
               const char   *method)
{
  McpRootsResponder *self = MCP_ROOTS_RESPONDER (responder);

  /* Answering what we did not declare would hide the server's mistake. */
  return strcmp (method, "roots/list") == 0 && mcp_profile_get_settings (self->profile)->advertise_roots;
}

static void
roots_respond_async (McpResponder        *responder,
                     McpMessage          *request,
                     guint                serial,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  McpRootsResponder *self = MCP_ROOTS_RESPONDER (responder);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, roots_respond_async);
  g_task_return_pointer (task, mcp_profile_dup_roots_result (self->profile), g_free);
}

static char *
task_respond_finish (McpResponder  *responder,
                     GAsyncResult  *result,
                     gint64        *code,
                     GError       **error)
{
  char *text;

  g_return_val_if_fail (g_task_is_valid (result, responder), NULL);

  text = g_task_propagate_pointer (G_TASK (result), error);
  if (text == NULL)
    *code = MCP_RPC_METHOD_NOT_FOUND;

  return text;
}

static void
roots_responder_iface_init (McpResponderInterface *iface)
{
  iface->append_capabilities = roots_append_capabilities;
  iface->handles = roots_handles;
  iface->respond_async = roots_respond_async;
  iface->respond_finish = task_respond_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpRootsResponder, mcp_roots_responder, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_RESPONDER,
                                                      roots_responder_iface_init))

static void
mcp_roots_responder_finalize (GObject *object)
{
  McpRootsResponder *self = MCP_ROOTS_RESPONDER (object);

  g_object_unref (self->profile);

  G_OBJECT_CLASS (mcp_roots_responder_parent_class)->finalize (object);
}

static void
mcp_roots_responder_class_init (McpRootsResponderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_roots_responder_finalize;
}

static void
mcp_roots_responder_init (McpRootsResponder *self)
{
}

/**
 * mcp_roots_responder_new:
 * @profile: whose roots to tell
 *
 * Creates a responder that answers roots/list. MCP 2025-11-25, client/roots.
 */
McpResponder *
mcp_roots_responder_new (McpProfile *profile)
{
  McpRootsResponder *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_ROOTS_RESPONDER, NULL);
  self->profile = g_object_ref (profile);

  return MCP_RESPONDER (self);
}

/*
 * Refusing: what nobody else answers.
 */

#define MCP_TYPE_REFUSING_RESPONDER (mcp_refusing_responder_get_type ())
G_DECLARE_FINAL_TYPE (McpRefusingResponder, mcp_refusing_responder, MCP, REFUSING_RESPONDER, GObject)

struct _McpRefusingResponder
{
  GObject parent_instance;
};

static gboolean
refusing_handles (McpResponder *responder,
                  const char   *method)
{
  return TRUE;
}

static void
refusing_respond_async (McpResponder        *responder,
                        McpMessage          *request,
                        guint                serial,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (responder, cancellable, callback, user_data);
  const char *method = mcp_message_get_method (request);

  g_task_set_source_tag (task, refusing_respond_async);

  /* The text goes over the wire to the server: it is not translated. */
  if (g_strcmp0 (method, "sampling/createMessage") == 0)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CAPABILITY,
                             "Sampling is off: this client did not declare it");
  else if (g_strcmp0 (method, "elicitation/create") == 0)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CAPABILITY,
                             "Elicitation is off: this client did not declare it");
  else if (g_strcmp0 (method, "roots/list") == 0)
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CAPABILITY,
                             "Roots are off: this client did not declare them");
  else
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_CAPABILITY, "Method not found: %s",
                             method != NULL ? method : "");
}

static void
refusing_responder_iface_init (McpResponderInterface *iface)
{
  iface->handles = refusing_handles;
  iface->respond_async = refusing_respond_async;
  iface->respond_finish = task_respond_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpRefusingResponder, mcp_refusing_responder, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_RESPONDER,
                                                      refusing_responder_iface_init))

static void
mcp_refusing_responder_class_init (McpRefusingResponderClass *klass)
{
}

static void
mcp_refusing_responder_init (McpRefusingResponder *self)
{
}

/*
 * Creates a responder that answers every request with -32601 and says what is off. It stands
 * behind all others, so that no request of a server goes unanswered.
 */
McpResponder *
mcp_refusing_responder_new (void)
{
  return g_object_new (MCP_TYPE_REFUSING_RESPONDER, NULL);
}
