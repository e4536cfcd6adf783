/* mcp-auth-flow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-flow-private.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 *   challenge → resource → server → registration → authorization → callback → token → use
 *
 * Each stage is entered, sends what it has to, and is left; this file moves from one to the next
 * and knows what is waited for. What the stages do stands in mcp-auth-discover.c,
 * mcp-auth-register.c, mcp-auth-authorize.c and mcp-auth-grant.c. Refreshing and revoking are the
 * stage of the token alone.
 */

/* Of what a server says of an error, in our words. */
#define REFUSAL_BYTES 300

enum { PROP_0, PROP_NEED, N_PROPS };

static GParamSpec *properties[N_PROPS];

enum { EXCHANGE, SECRET, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpAuthFlow, mcp_auth_flow, G_TYPE_OBJECT)

static void
mcp_auth_flow_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  McpAuthFlow *self = MCP_AUTH_FLOW (object);

  switch (id)
    {
    case PROP_NEED:
      g_value_set_int (value, self->need);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_auth_flow_finalize (GObject *object)
{
  McpAuthFlow *self = MCP_AUTH_FLOW (object);

  g_uri_unref (self->server);
  g_free (self->resource);
  mcp_auth_settings_free (self->settings);
  g_object_unref (self->store);
  g_object_unref (self->http);
  g_object_unref (self->steps);
  g_object_unref (self->cancellable);
  g_clear_object (&self->exchange);
  g_clear_error (&self->error);
  g_strfreev (self->challenge_values);
  g_clear_pointer (&self->challenges, g_ptr_array_unref);
  g_strfreev (self->candidates);
  g_clear_pointer (&self->resource_metadata, mcp_resource_metadata_free);
  g_free (self->issuer);
  g_clear_pointer (&self->metadata, mcp_server_metadata_free);
  g_clear_pointer (&self->client, mcp_auth_client_free);
  g_clear_object (&self->listener);
  g_free (self->redirect_uri);
  g_free (self->scope);
  g_free (self->verifier);
  g_free (self->state);
  g_free (self->browser_url);
  g_free (self->code);
  g_free (self->id_jag);
  g_clear_pointer (&self->token, mcp_auth_token_free);
  g_clear_pointer (&self->dpop_key, mcp_jwt_key_free);
  g_free (self->dpop_nonce);
  g_free (self->departures);
  if (self->form != NULL)
    g_string_free (self->form, TRUE);

  G_OBJECT_CLASS (mcp_auth_flow_parent_class)->finalize (object);
}

static void
mcp_auth_flow_class_init (McpAuthFlowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_auth_flow_finalize;
  object_class->get_property = mcp_auth_flow_get_property;

  properties[PROP_NEED] = g_param_spec_int ("need", NULL, NULL, 0, MCP_AUTH_NEEDS_CALLBACK, 0,
                                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[EXCHANGE] = g_signal_new ("exchange", MCP_TYPE_AUTH_FLOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 2, MCP_TYPE_AUTH_EXCHANGE,
                                    G_TYPE_INT);
  signals[SECRET] = g_signal_new ("secret", MCP_TYPE_AUTH_FLOW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mcp_auth_flow_init (McpAuthFlow *self)
{
  self->steps = g_list_store_new (MCP_TYPE_AUTH_STEP);
  self->cancellable = g_cancellable_new ();
  self->remedy_setting = MCP_AUTH_N_SETTINGS;
}

/* --- Moving --- */

static void
set_need (McpAuthFlow *self,
          McpAuthNeed  need)
{
  self->need = need;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NEED]);
}

McpAuthStep *
mcp_auth_flow_step (McpAuthFlow *self)
{
  return mcp_auth_flow_get_step (self, self->stage);
}

static void
enter (McpAuthFlow  *self,
       McpAuthStage  stage)
{
  self->stage = stage;
  mcp_auth_step_begin (mcp_auth_flow_step (self));

  switch (stage)
    {
    case MCP_AUTH_STAGE_CHALLENGE:
      mcp_auth_enter_challenge (self);
      break;

    case MCP_AUTH_STAGE_RESOURCE:
      mcp_auth_enter_resource (self);
      break;

    case MCP_AUTH_STAGE_SERVER:
      mcp_auth_enter_server (self);
      break;

    case MCP_AUTH_STAGE_REGISTRATION:
      mcp_auth_enter_registration (self);
      break;

    case MCP_AUTH_STAGE_AUTHORIZATION:
      mcp_auth_enter_authorization (self);
      break;

    case MCP_AUTH_STAGE_CALLBACK:
      mcp_auth_enter_callback (self);
      break;

    case MCP_AUTH_STAGE_TOKEN:
      mcp_auth_enter_token (self);
      break;

    case MCP_AUTH_STAGE_USE:
    case MCP_AUTH_N_STAGES:
    default:
      g_assert_not_reached ();
    }
}

static void
end_run (McpAuthFlow *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_clear_object (&self->listener);
  /* Not g_cancellable_disconnect(): this may be its very callback. */
  if (self->callers != NULL)
    g_clear_signal_handler (&self->callers_handler, self->callers);
  g_clear_object (&self->callers);
  set_need (self, MCP_AUTH_NEEDS_NOTHING);
  if (task == NULL)
    return;

  if (self->error != NULL)
    g_task_return_error (task, g_error_copy (self->error));
  else
    g_task_return_boolean (task, TRUE);
}

/* The token is there. Whether it is any good is known when it is used: that step stays open. */
void
mcp_auth_flow_succeed (McpAuthFlow *self)
{
  McpAuthStep *use = mcp_auth_flow_get_step (self, MCP_AUTH_STAGE_USE);

  if (use != NULL)
    {
      self->stage = MCP_AUTH_STAGE_USE;
      mcp_auth_step_begin (use);
    }
  end_run (self);
}

/* Leaves the present stage for @stage. */
static void
go (McpAuthFlow  *self,
    McpAuthStage  stage)
{
  if (self->stepping)
    {
      self->next_stage = stage;
      set_need (self, MCP_AUTH_NEEDS_GO);
    }
  else
    {
      enter (self, stage);
    }
}

void
mcp_auth_flow_leave (McpAuthFlow      *self,
                     McpAuthStepState  state,
                     const char       *detail)
{
  mcp_auth_step_end (mcp_auth_flow_step (self), state, detail);
  go (self, self->stage + 1);
}

/* Leaves the present stage, which has ended; those between are not needed. */
void
mcp_auth_flow_skip_to (McpAuthFlow  *self,
                       McpAuthStage  stage)
{
  for (McpAuthStage s = self->stage + 1; s < stage; s++)
    mcp_auth_step_end (mcp_auth_flow_get_step (self, s), MCP_AUTH_STEP_SKIPPED, NULL);
  go (self, stage);
}

void
mcp_auth_flow_fail (McpAuthFlow *self,
                    GError      *error)
{
  McpAuthStep *step = mcp_auth_flow_step (self);

  if (self->error != NULL || self->task == NULL)
    {
      g_error_free (error);
      return;
    }

  self->error = error;
  mcp_auth_flow_suggest_by_stage (self);
  if (step != NULL)
    mcp_auth_step_end (step, MCP_AUTH_STEP_FAILED, error->message);
  end_run (self);
}

void
mcp_auth_flow_fail_with (McpAuthFlow *self,
                         const char  *format,
                         ...)
{
  va_list arguments;

  va_start (arguments, format);
  mcp_auth_flow_fail (self, g_error_new_valist (MCP_ERROR, MCP_ERROR_AUTH, format, arguments));
  va_end (arguments);
}

void
mcp_auth_flow_ask (McpAuthFlow *self,
                   McpAuthNeed  need)
{
  set_need (self, need);
}

void
mcp_auth_flow_answer (McpAuthFlow *self,
                      const char  *text)
{
  g_autoptr (McpAuthFlow) alive = g_object_ref (self);
  McpAuthNeed need = self->need;

  if (need == MCP_AUTH_NEEDS_NOTHING)
    return;

  if (need != MCP_AUTH_NEEDS_CALLBACK)
    set_need (self, MCP_AUTH_NEEDS_NOTHING);
  switch (need)
    {
    case MCP_AUTH_NEEDS_GO:
      enter (self, self->next_stage);
      break;

    case MCP_AUTH_NEEDS_ISSUER:
      mcp_auth_choose_issuer (self, text);
      break;

    case MCP_AUTH_NEEDS_FALLBACK:
      mcp_auth_accept_fallback (self);
      break;

    case MCP_AUTH_NEEDS_CLIENT:
      mcp_auth_take_client (self, text);
      break;

    case MCP_AUTH_NEEDS_CONSENT:
      mcp_auth_flow_leave (self, MCP_AUTH_STEP_DONE, NULL);
      break;

    case MCP_AUTH_NEEDS_CALLBACK:
      mcp_auth_take_callback (self, text);
      break;

    case MCP_AUTH_NEEDS_NOTHING:
    default:
      break;
    }
}

void
mcp_auth_flow_cancel (McpAuthFlow *self)
{
  g_autoptr (McpAuthFlow) alive = g_object_ref (self);

  g_cancellable_cancel (self->cancellable);
  /* What is on its way ends by itself, and nobody listens to it. */
  self->handler = NULL;
  mcp_auth_flow_fail (self, g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                                 _("Signing in was cancelled")));
}

/* --- Exchanges --- */

static void
event_cb (McpAuthExchange *exchange,
          int              event,
          McpAuthFlow     *self)
{
  g_signal_emit (self, signals[EXCHANGE], 0, exchange, event);
}

static void
sent_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (McpAuthFlow) self = user_data;
  McpAuthHandler handler = self->handler;
  g_autoptr (McpAuthExchange) exchange = g_steal_pointer (&self->exchange);

  mcp_auth_http_send_finish (MCP_AUTH_HTTP (object), result, NULL);
  self->handler = NULL;
  if (handler != NULL)
    handler (self, exchange);
}

void
mcp_auth_flow_send (McpAuthFlow     *self,
                    McpAuthExchange *exchange,
                    McpAuthHandler   handler)
{
  g_assert (self->exchange == NULL);

  self->exchange = exchange;
  self->handler = handler;
  if (mcp_auth_flow_step (self) != NULL)
    mcp_auth_step_add_exchange (mcp_auth_flow_step (self), exchange);
  g_signal_connect_object (exchange, "event", G_CALLBACK (event_cb), self, 0);
  mcp_auth_http_send_async (self->http, exchange, self->allow_private, self->cancellable, sent_cb,
                            g_object_ref (self));
}

char *
mcp_auth_flow_describe_refusal (McpAuthExchange  *exchange,
                                char            **code)
{
  gsize length;
  const char *body = mcp_auth_exchange_get_body (exchange, &length);
  g_autofree char *error = NULL;
  g_autofree char *description = NULL;
  g_autofree char *text = NULL;
  gboolean is_other = FALSE;

  if (mcp_json_validate (body, length, NULL))
    {
      /* An object of some other kind, which has no token in it. */
      is_other = exchange->status >= 400;
      error = mcp_json_lookup_string (body, length, "error");
      description = mcp_json_lookup_string (body, length, "error_description");
    }
  if (error != NULL && description != NULL)
    text = g_strdup_printf ("%s: %s", error, description);
  else if (error != NULL)
    text = g_strdup (error);
  else
    text = g_strdup_printf ("%u %s%s%.*s", exchange->status,
                            exchange->reason != NULL ? exchange->reason : "", is_other ? ": " : "",
                            is_other ? (int) MIN (length, REFUSAL_BYTES) : 0, body);

  if (code != NULL)
    *code = g_steal_pointer (&error);

  return g_utf8_make_valid (text, MIN (strlen (text), REFUSAL_BYTES));
}

void
mcp_auth_flow_tell_secret (McpAuthFlow *self,
                           const char  *value)
{
  if (value != NULL && value[0] != '\0')
    g_signal_emit (self, signals[SECRET], 0, value);
}

gboolean
mcp_auth_flow_allows_http (McpAuthFlow *self)
{
  return mcp_auth_settings_is_on (self->settings, MCP_AUTH_ALLOW_HTTP);
}

/* --- Public --- */

McpAuthFlow *
mcp_auth_flow_new (const char            *server_url,
                   const McpAuthSettings *settings,
                   McpAuthStore          *store,
                   McpAuthHttp           *http,
                   McpAuthGoal            goal)
{
  McpAuthFlow *self = g_object_new (MCP_TYPE_AUTH_FLOW, NULL);
  gboolean is_short = goal == MCP_AUTH_REFRESH || goal == MCP_AUTH_REVOKE;

  self->server = g_uri_parse (server_url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  g_assert (self->server != NULL);
  self->resource = mcp_auth_url_dup_resource (self->server);
  self->settings = settings != NULL ? mcp_auth_settings_copy (settings) : mcp_auth_settings_new ();
  self->store = g_object_ref (store);
  self->http = g_object_ref (http);
  self->goal = goal;
  /* What a server on this machine names may be on this machine. */
  self->allow_private = mcp_auth_settings_is_on (self->settings, MCP_AUTH_ALLOW_PRIVATE)
                        || mcp_auth_url_names_private (self->server);
  self->stage = is_short ? MCP_AUTH_STAGE_TOKEN : MCP_AUTH_STAGE_CHALLENGE;
  for (McpAuthStage s = self->stage;
       s < (goal == MCP_AUTH_REVOKE ? MCP_AUTH_STAGE_USE : MCP_AUTH_N_STAGES); s++)
    {
      g_autoptr (McpAuthStep) step = mcp_auth_step_new (s);

      g_list_store_append (self->steps, step);
    }

  return self;
}

void
mcp_auth_flow_set_challenge (McpAuthFlow        *self,
                             guint               status,
                             const char * const *values)
{
  self->status = status;
  g_strfreev (self->challenge_values);
  self->challenge_values = g_strdupv ((GStrv) values);
}

void
mcp_auth_flow_set_stepping (McpAuthFlow *self,
                            gboolean     stepping)
{
  self->stepping = stepping;
  if (!stepping && self->need == MCP_AUTH_NEEDS_GO)
    mcp_auth_flow_answer (self, NULL);
}

void
mcp_auth_flow_set_mistake (McpAuthFlow    *self,
                           McpAuthMistake  mistake)
{
  self->mistake = mistake;
}

McpAuthMistake
mcp_auth_flow_get_mistake (McpAuthFlow *self)
{
  return self->mistake;
}

static void
callers_cancelled_cb (GCancellable *callers,
                      McpAuthFlow  *self)
{
  mcp_auth_flow_cancel (self);
}

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpAuthFlow) self = user_data;

  mcp_auth_store_load_finish (MCP_AUTH_STORE (object), result);
  if (self->task == NULL)
    return;

  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      if (!mcp_auth_setting_is_secret (i))
        continue;
      if (mcp_auth_settings_get (self->settings, i) == NULL)
        mcp_auth_settings_set (self->settings, i,
                               mcp_auth_store_get_secret (self->store,
                                                          mcp_auth_setting_get_key (i)));
      mcp_auth_flow_tell_secret (self, mcp_auth_settings_get (self->settings, i));
    }
  if (self->goal == MCP_AUTH_REVOKE)
    {
      mcp_auth_step_begin (mcp_auth_flow_step (self));
      mcp_auth_revoke (self);
    }
  else
    {
      enter (self, self->stage);
    }
}

void
mcp_auth_flow_run_async (McpAuthFlow         *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_return_if_fail (self->task == NULL && self->error == NULL);

  self->task = g_task_new (self, NULL, callback, user_data);
  if (cancellable != NULL)
    {
      self->callers = g_object_ref (cancellable);
      self->callers_handler = g_signal_connect (cancellable, "cancelled",
                                                G_CALLBACK (callers_cancelled_cb), self);
      if (g_cancellable_is_cancelled (cancellable))
        {
          mcp_auth_flow_cancel (self);
          return;
        }
    }
  mcp_auth_store_load_async (self->store, self->cancellable, loaded_cb, g_object_ref (self));
}

gboolean
mcp_auth_flow_run_finish (McpAuthFlow   *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

GListModel *
mcp_auth_flow_get_steps (McpAuthFlow *self)
{
  return G_LIST_MODEL (self->steps);
}

McpAuthStep *
mcp_auth_flow_get_step (McpAuthFlow  *self,
                        McpAuthStage  stage)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->steps));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpAuthStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      /* The list keeps it. */
      if (mcp_auth_step_get_stage (step) == stage)
        return step;
    }

  return NULL;
}

McpAuthGoal
mcp_auth_flow_get_goal (McpAuthFlow *self)
{
  return self->goal;
}

gboolean
mcp_auth_flow_is_running (McpAuthFlow *self)
{
  return self->task != NULL;
}

const GError *
mcp_auth_flow_get_error (McpAuthFlow *self)
{
  return self->error;
}

McpAuthNeed
mcp_auth_flow_get_need (McpAuthFlow *self)
{
  return self->need;
}

const char * const *
mcp_auth_flow_get_issuers (McpAuthFlow *self)
{
  return self->resource_metadata != NULL
           ? (const char * const *) self->resource_metadata->authorization_servers
           : NULL;
}

const char *
mcp_auth_flow_get_scope (McpAuthFlow *self)
{
  return self->scope;
}

const char *
mcp_auth_flow_get_held_scope (McpAuthFlow *self)
{
  const McpAuthToken *token = mcp_auth_store_get_token (self->store);

  if (token == NULL)
    return NULL;

  return token->scope != NULL ? token->scope : token->requested_scope;
}

const char *
mcp_auth_flow_get_redirect_uri (McpAuthFlow *self)
{
  return self->redirect_uri;
}

const char *
mcp_auth_flow_get_browser_url (McpAuthFlow *self)
{
  return self->browser_url;
}
