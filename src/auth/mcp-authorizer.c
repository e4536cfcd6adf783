/* mcp-authorizer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-url.h"
#include "mcp-authorizer-private.h"
#include "mcp-certificate.h"
#include "mcp-dpop.h"
#include "mcp-error.h"
#include "mcp-source.h"

/*
 * A server's token from first to last: loaded, got by a flow, refreshed ahead of its end,
 * forgotten. What the server's refusals ask for is in mcp-authorizer-obtain.c; what a flow does,
 * and the store, are classes of their own.
 */

/* Before its end a token is refreshed: so many seconds. */
#define REFRESH_AHEAD_SECONDS 30

enum { PROP_0, PROP_STATUS, PROP_FLOW, N_PROPS };

static GParamSpec *properties[N_PROPS];

enum { EXCHANGE, SECRET, TOKEN_CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpAuthorizer, mcp_authorizer, G_TYPE_OBJECT)

static void
clear_timer (McpAuthorizer *self)
{
  mcp_source_clear (&self->timer);
}

static void
drop_flow (McpAuthorizer *self)
{
  if (self->flow == NULL)
    return;

  g_signal_handlers_disconnect_by_data (self->flow, self);
  if (mcp_auth_flow_is_running (self->flow))
    mcp_auth_flow_cancel (self->flow);
  g_clear_object (&self->flow);
}

static void
mcp_authorizer_dispose (GObject *object)
{
  McpAuthorizer *self = MCP_AUTHORIZER (object);

  clear_timer (self);
  drop_flow (self);

  G_OBJECT_CLASS (mcp_authorizer_parent_class)->dispose (object);
}

static void
mcp_authorizer_finalize (GObject *object)
{
  McpAuthorizer *self = MCP_AUTHORIZER (object);

  g_free (self->url);
  g_uri_unref (self->uri);
  g_clear_pointer (&self->settings, mcp_auth_settings_free);
  g_object_unref (self->store);
  g_object_unref (self->http);
  g_strfreev (self->challenge);
  g_ptr_array_unref (self->waiting);
  g_free (self->refused);
  g_free (self->refreshed);
  g_free (self->nonce);
  g_clear_pointer (&self->dpop_key, mcp_jwt_key_free);

  G_OBJECT_CLASS (mcp_authorizer_parent_class)->finalize (object);
}

static void
mcp_authorizer_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  McpAuthorizer *self = MCP_AUTHORIZER (object);

  switch (id)
    {
    case PROP_STATUS:
      g_value_set_int (value, self->status);
      break;

    case PROP_FLOW:
      g_value_set_object (value, self->flow);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_authorizer_class_init (McpAuthorizerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_authorizer_dispose;
  object_class->finalize = mcp_authorizer_finalize;
  object_class->get_property = mcp_authorizer_get_property;

  properties[PROP_STATUS] = g_param_spec_int ("status", NULL, NULL, 0, MCP_AUTHORIZER_FAILED, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_FLOW] = g_param_spec_object ("flow", NULL, NULL, MCP_TYPE_AUTH_FLOW,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[EXCHANGE] = g_signal_new ("exchange", MCP_TYPE_AUTHORIZER, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 2, MCP_TYPE_AUTH_EXCHANGE,
                                    G_TYPE_INT);
  signals[SECRET] = g_signal_new ("secret", MCP_TYPE_AUTHORIZER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[TOKEN_CHANGED] = g_signal_new ("token-changed", MCP_TYPE_AUTHORIZER, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_authorizer_init (McpAuthorizer *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

McpAuthorizer *
mcp_authorizer_new (const char            *server_url,
                    const McpAuthSettings *settings,
                    const char            *ca_file,
                    const char            *accepted)
{
  McpAuthorizer *self = g_object_new (MCP_TYPE_AUTHORIZER, NULL);
  g_autofree char *resource = NULL;

  self->url = g_strdup (server_url);
  self->uri = g_uri_parse (server_url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  g_assert (self->uri != NULL);
  resource = mcp_auth_url_dup_resource (self->uri);
  self->store = mcp_auth_store_new (resource);
  self->http = mcp_auth_http_new (ca_file, accepted);
  mcp_authorizer_set_settings (self, settings);

  return self;
}

/* One that cannot be read is the transport's to tell. */
void
mcp_authorizer_show_own (McpAuthorizer *self,
                         const char    *file,
                         const char    *key)
{
  g_autoptr (GTlsCertificate) own = file != NULL ? mcp_certificate_load_own (file, key, NULL) : NULL;

  mcp_auth_http_show_own (self->http, own, g_uri_get_host (self->uri));
}

void
mcp_authorizer_set_settings (McpAuthorizer         *self,
                             const McpAuthSettings *settings)
{
  g_clear_pointer (&self->settings, mcp_auth_settings_free);
  self->settings = settings != NULL ? mcp_auth_settings_copy (settings) : mcp_auth_settings_new ();
}

void
mcp_authorizer_set_interactive (McpAuthorizer *self,
                                gboolean       interactive)
{
  self->interactive = interactive;
}

const char *
mcp_authorizer_get_server_url (McpAuthorizer *self)
{
  return self->url;
}

void
mcp_authorizer_set_status (McpAuthorizer       *self,
                           McpAuthorizerStatus  status)
{
  if (self->status == status)
    return;

  self->status = status;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
}

McpAuthorizerStatus
mcp_authorizer_get_status (McpAuthorizer *self)
{
  return self->status;
}

McpAuthFlow *
mcp_authorizer_get_flow (McpAuthorizer *self)
{
  return self->flow;
}

const McpAuthToken *
mcp_authorizer_get_token (McpAuthorizer *self)
{
  return mcp_auth_store_get_token (self->store);
}

const GError *
mcp_authorizer_get_store_error (McpAuthorizer *self)
{
  return mcp_auth_store_get_error (self->store);
}

/* --- The token --- */

static gboolean
refresh_cb (gpointer user_data)
{
  McpAuthorizer *self = user_data;

  clear_timer (self);
  if (self->status == MCP_AUTHORIZER_SIGNED_IN)
    mcp_authorizer_begin (self, MCP_AUTH_REFRESH, FALSE);

  return G_SOURCE_REMOVE;
}

static void
set_timer (McpAuthorizer *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  gint64 left = token != NULL ? mcp_auth_token_get_left (token) : G_MAXINT64;
  /* Of a short one half is left. */
  gint64 ahead = MIN (REFRESH_AHEAD_SECONDS, left / 2);

  clear_timer (self);
  if (token == NULL || token->refresh_token == NULL || left <= 0 || left >= G_MAXINT / 1000)
    return;

  self->timer = mcp_source_attach (g_timeout_source_new_seconds (MAX (left - ahead, 1)), refresh_cb, self);
}

/* A token came, went or was read. */
static void
take_token (McpAuthorizer *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);

  set_timer (self);
  g_clear_pointer (&self->dpop_key, mcp_jwt_key_free);
  if (token != NULL)
    {
      g_signal_emit (self, signals[SECRET], 0, token->access_token);
      if (token->refresh_token != NULL)
        g_signal_emit (self, signals[SECRET], 0, token->refresh_token);
      if (token->dpop_key != NULL)
        self->dpop_key = mcp_jwt_key_new_from_pem (token->dpop_key, NULL, NULL);
    }
  g_signal_emit (self, signals[TOKEN_CHANGED], 0);
}

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpAuthorizer *self = g_task_get_source_object (task);

  mcp_auth_store_load_finish (MCP_AUTH_STORE (object), result);
  self->loaded = TRUE;
  if (mcp_authorizer_get_token (self) != NULL)
    {
      take_token (self);
      if (self->status == MCP_AUTHORIZER_UNUSED)
        mcp_authorizer_set_status (self, MCP_AUTHORIZER_SIGNED_IN);
    }
  g_task_return_boolean (task, TRUE);
}

void
mcp_authorizer_load_async (McpAuthorizer       *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  mcp_auth_store_load_async (self->store, cancellable, loaded_cb, task);
}

void
mcp_authorizer_load_finish (McpAuthorizer *self,
                            GAsyncResult  *result)
{
  g_task_propagate_boolean (G_TASK (result), NULL);
}

GStrv
mcp_authorizer_dup_headers (McpAuthorizer *self,
                            const char    *method,
                            const char    *url)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self);
  g_autoptr (GStrvBuilder) builder = NULL;
  g_autofree char *value = NULL;
  g_autofree char *proof = NULL;
  g_autoptr (GUri) uri = NULL;

  if (token == NULL)
    return NULL;

  uri = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  if (uri == NULL || !mcp_auth_url_same_origin (uri, self->uri))
    return NULL;

  builder = g_strv_builder_new ();
  value = g_strconcat (mcp_auth_token_is_dpop (token) ? "DPoP " : "Bearer ", token->access_token,
                       NULL);
  g_strv_builder_add_many (builder, "Authorization", value, NULL);
  if (mcp_auth_token_is_dpop (token) && self->dpop_key != NULL)
    {
      proof = mcp_dpop_proof (self->dpop_key, method, url, token->access_token, self->nonce,
                              g_get_real_time () / G_USEC_PER_SEC, NULL);
      if (proof != NULL)
        g_strv_builder_add_many (builder, "DPoP", proof, NULL);
    }

  return g_strv_builder_end (builder);
}

/* --- Flows --- */

void
mcp_authorizer_return_all (McpAuthorizer *self,
                           const GError  *error)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < waiting->len; i++)
    {
      GTask *task = g_ptr_array_index (waiting, i);

      if (error != NULL)
        g_task_return_error (task, g_error_copy (error));
      else
        g_task_return_boolean (task, TRUE);
    }
}

gboolean
mcp_authorizer_needs_no_person (McpAuthorizer *self)
{
  return mcp_auth_settings_get_grant (self->settings) != MCP_AUTH_GRANT_CODE;
}

static void
ran_cb (GObject      *object,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (McpAuthorizer) self = user_data;
  McpAuthFlow *flow = MCP_AUTH_FLOW (object);
  g_autoptr (GError) error = NULL;
  McpAuthGoal goal = mcp_auth_flow_get_goal (flow);
  gboolean done = mcp_auth_flow_run_finish (flow, result, &error);
  const McpAuthToken *token;

  /* Another took its place. */
  if (flow != self->flow)
    return;

  token = mcp_authorizer_get_token (self);
  if (done)
    {
      g_free (self->refreshed);
      self->refreshed = goal == MCP_AUTH_REFRESH && token != NULL ? g_strdup (token->access_token)
                                                                  : NULL;
      take_token (self);
      mcp_authorizer_set_status (self, token != NULL ? MCP_AUTHORIZER_SIGNED_IN : MCP_AUTHORIZER_UNUSED);
      mcp_authorizer_return_all (self, NULL);
      return;
    }

  /* What could not be refreshed may be got anew. */
  if (goal == MCP_AUTH_REFRESH && self->waiting->len > 0
      && !g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED)
      && (self->may_ask || mcp_authorizer_needs_no_person (self)))
    {
      mcp_authorizer_begin (self, MCP_AUTH_SIGN_IN, FALSE);
      return;
    }

  /* The token of before is as good as it was. */
  if (goal != MCP_AUTH_REFRESH)
    set_timer (self);
  /* A mistake that was refused is no failure. */
  if (mcp_auth_flow_get_mistake (flow) == MCP_AUTH_NO_MISTAKE)
    mcp_authorizer_set_status (self, MCP_AUTHORIZER_FAILED);
  else
    mcp_authorizer_set_status (self, token != NULL ? MCP_AUTHORIZER_SIGNED_IN : MCP_AUTHORIZER_NEEDED);
  mcp_authorizer_return_all (self, error);
}

static void
exchange_cb (McpAuthFlow     *flow,
             McpAuthExchange *exchange,
             int              event,
             McpAuthorizer   *self)
{
  g_signal_emit (self, signals[EXCHANGE], 0, exchange, event);
}

static void
secret_cb (McpAuthFlow   *flow,
           const char    *value,
           McpAuthorizer *self)
{
  g_signal_emit (self, signals[SECRET], 0, value);
}

/**
 * mcp_authorizer_begin:
 * @goal: what for
 * @stepping: whether it waits before each stage
 *
 * Begins a flow. Whoever waits for a token waits for this one.
 *
 * Returns: (transfer none): it
 */
McpAuthFlow *
mcp_authorizer_begin (McpAuthorizer *self,
                      McpAuthGoal    goal,
                      gboolean       stepping)
{
  drop_flow (self);
  clear_timer (self);
  self->flow = mcp_auth_flow_new (self->url, self->settings, self->store, self->http, goal);
  if (self->challenge_status != 0)
    mcp_auth_flow_set_challenge (self->flow, self->challenge_status,
                                 (const char * const *) self->challenge);
  mcp_auth_flow_set_stepping (self->flow, stepping);
  g_signal_connect (self->flow, "exchange", G_CALLBACK (exchange_cb), self);
  g_signal_connect (self->flow, "secret", G_CALLBACK (secret_cb), self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FLOW]);
  mcp_authorizer_set_status (self, MCP_AUTHORIZER_WORKING);
  mcp_auth_flow_run_async (self->flow, NULL, ran_cb, g_object_ref (self));

  return self->flow;
}

void
mcp_authorizer_cancel (McpAuthorizer *self)
{
  if (self->flow != NULL && mcp_auth_flow_is_running (self->flow))
    mcp_auth_flow_cancel (self->flow);
}

/* --- Requests of its own --- */

static void
event_cb (McpAuthExchange *exchange,
          int              event,
          McpAuthorizer   *self)
{
  g_signal_emit (self, signals[EXCHANGE], 0, exchange, event);
}

static gboolean
allows_private (McpAuthorizer *self)
{
  return mcp_auth_settings_is_on (self->settings, MCP_AUTH_ALLOW_PRIVATE)
         || mcp_auth_url_names_private (self->uri);
}

void
mcp_authorizer_send_async (McpAuthorizer       *self,
                           McpAuthExchange     *exchange,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_signal_connect_object (exchange, "event", G_CALLBACK (event_cb), self, 0);
  mcp_auth_http_send_async (self->http, exchange, allows_private (self), NULL, callback, user_data);
}

void
mcp_authorizer_tell_secret (McpAuthorizer *self,
                            const char    *value)
{
  g_signal_emit (self, signals[SECRET], 0, value);
}

gboolean
mcp_authorizer_check_address (McpAuthorizer  *self,
                              const char     *address,
                              GError        **error)
{
  g_autoptr (GUri) uri =
    mcp_auth_url_parse_named (address, mcp_auth_settings_is_on (self->settings, MCP_AUTH_ALLOW_HTTP),
                              allows_private (self), error);

  return uri != NULL;
}

static void
forgot_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_auth_store_save_finish (MCP_AUTH_STORE (object), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
mcp_authorizer_forget_async (McpAuthorizer       *self,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  drop_flow (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FLOW]);
  mcp_auth_store_forget (self->store);
  mcp_auth_store_save_async (self->store, NULL, forgot_cb,
                             g_task_new (self, NULL, callback, user_data));
  take_token (self);
  mcp_authorizer_set_status (self, MCP_AUTHORIZER_UNUSED);
}

gboolean
mcp_authorizer_forget_finish (McpAuthorizer  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
