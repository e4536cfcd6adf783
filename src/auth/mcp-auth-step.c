/* mcp-auth-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-auth-step.h"

/* A server that is asked again and again has a long story; its start is enough. */
#define MAX_CHECKS    200
#define MAX_EXCHANGES 100

struct _McpAuthStep
{
  GObject           parent_instance;

  McpAuthStage      stage;
  McpAuthStepState  state;
  char             *detail;       /* (nullable) */
  char             *document;     /* (nullable) */
  GPtrArray        *checks;
  GPtrArray        *exchanges;
  gint64            began_usec;
  gint64            took_usec;
};

enum { PROP_0, PROP_STATE, PROP_DETAIL, PROP_TOOK_USEC, N_PROPS };

static GParamSpec *properties[N_PROPS];

enum { CHANGED, CHECKED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpAuthStep, mcp_auth_step, G_TYPE_OBJECT)

static const struct
{
  const char *nick;
  const char *title;
  const char *paragraph;
  const char *reason;
} stages[MCP_AUTH_N_STAGES] = {
  [MCP_AUTH_STAGE_CHALLENGE] = { "challenge", N_("See What the Server Asks For"),
    "RFC 9110 section 11.6.1",
    N_("A server that wants a token answers 401 and says in WWW-Authenticate where to find out more.") },
  [MCP_AUTH_STAGE_RESOURCE] = { "resource", N_("Read What Protects the Server"), "RFC 9728 section 3",
    N_("The protected resource metadata name the authorization servers and the scopes.") },
  [MCP_AUTH_STAGE_SERVER] = { "server", N_("Find the Authorization Server"), "RFC 8414 section 3",
    N_("Its metadata name the addresses to go to, and must come from the issuer they name.") },
  [MCP_AUTH_STAGE_REGISTRATION] = { "registration", N_("Become a Client"), "RFC 7591 section 3",
    N_("An authorization server answers clients that it knows.") },
  [MCP_AUTH_STAGE_AUTHORIZATION] = { "authorization", N_("Ask for Permission"),
    "OAuth 2.1 section 4.1.1",
    N_("You sign in at the authorization server, in your browser. Sounder sees no password.") },
  [MCP_AUTH_STAGE_CALLBACK] = { "callback", N_("Take the Answer"), "RFC 9207 section 2.4",
    N_("The browser comes back with a code, which must be the answer to what was asked, from whom it was asked.") },
  [MCP_AUTH_STAGE_TOKEN] = { "token", N_("Get a Token"), "OAuth 2.1 section 4.1.3",
    N_("The code and the verifier become a token for this one server.") },
  [MCP_AUTH_STAGE_USE] = { "use", N_("Use the Token"), "OAuth 2.1 section 5.1.1",
    N_("It is sent with every request to this server and to no other.") },
};

static void
mcp_auth_step_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  McpAuthStep *self = MCP_AUTH_STEP (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;

    case PROP_DETAIL:
      g_value_set_string (value, self->detail);
      break;

    case PROP_TOOK_USEC:
      g_value_set_int64 (value, self->took_usec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
mcp_auth_step_finalize (GObject *object)
{
  McpAuthStep *self = MCP_AUTH_STEP (object);

  g_free (self->detail);
  g_free (self->document);
  g_ptr_array_unref (self->checks);
  g_ptr_array_unref (self->exchanges);

  G_OBJECT_CLASS (mcp_auth_step_parent_class)->finalize (object);
}

static void
mcp_auth_step_class_init (McpAuthStepClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_auth_step_finalize;
  object_class->get_property = mcp_auth_step_get_property;

  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, 0, MCP_AUTH_STEP_SKIPPED, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_DETAIL] = g_param_spec_string ("detail", NULL, NULL, NULL,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TOOK_USEC] = g_param_spec_int64 ("took-usec", NULL, NULL, -1, G_MAXINT64, -1,
                                                   G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", MCP_TYPE_AUTH_STEP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[CHECKED] = g_signal_new ("checked", MCP_TYPE_AUTH_STEP, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
check_free (gpointer data)
{
  McpAuthCheck *check = data;

  g_free (check->rule);
  g_free (check->text);
  g_free (check);
}

static void
mcp_auth_step_init (McpAuthStep *self)
{
  self->checks = g_ptr_array_new_with_free_func (check_free);
  self->exchanges = g_ptr_array_new_with_free_func (g_object_unref);
  self->took_usec = -1;
}

static void
emit_changed (McpAuthStep *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (gsize i = 1; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
mcp_auth_stage_get_title (McpAuthStage stage)
{
  return _(stages[stage].title);
}

const char *
mcp_auth_stage_get_paragraph (McpAuthStage stage)
{
  return stages[stage].paragraph;
}

const char *
mcp_auth_stage_get_reason (McpAuthStage stage)
{
  return _(stages[stage].reason);
}

McpAuthStage
mcp_auth_step_get_stage (McpAuthStep *self)
{
  return self->stage;
}

McpAuthStepState
mcp_auth_step_get_state (McpAuthStep *self)
{
  return self->state;
}

const char *
mcp_auth_step_get_detail (McpAuthStep *self)
{
  return self->detail;
}

gint64
mcp_auth_step_get_took_usec (McpAuthStep *self)
{
  return self->took_usec;
}

GPtrArray *
mcp_auth_step_get_checks (McpAuthStep *self)
{
  return self->checks;
}

GPtrArray *
mcp_auth_step_get_exchanges (McpAuthStep *self)
{
  return self->exchanges;
}

const char *
mcp_auth_step_get_document (McpAuthStep *self)
{
  return self->document;
}

McpAuthStep *
mcp_auth_step_new (McpAuthStage stage)
{
  McpAuthStep *self = g_object_new (MCP_TYPE_AUTH_STEP, NULL);

  self->stage = stage;

  return self;
}

void
mcp_auth_step_begin (McpAuthStep *self)
{
  self->state = MCP_AUTH_STEP_RUNNING;
  self->began_usec = g_get_monotonic_time ();
  emit_changed (self);
}

void
mcp_auth_step_end (McpAuthStep      *self,
                   McpAuthStepState  state,
                   const char       *detail)
{
  char *copy = g_strdup (detail);

  if (self->state == MCP_AUTH_STEP_RUNNING)
    self->took_usec = g_get_monotonic_time () - self->began_usec;
  self->state = state;
  g_free (self->detail);
  self->detail = copy;
  emit_changed (self);
}

void
mcp_auth_step_check (McpAuthStep        *self,
                     McpAuthCheckResult  result,
                     const char         *rule,
                     const char         *paragraph,
                     const char         *format,
                     ...)
{
  McpAuthCheck *check;
  va_list arguments;

  if (self->checks->len >= MAX_CHECKS)
    return;

  check = g_new0 (McpAuthCheck, 1);
  check->result = result;
  check->rule = g_strdup (rule);
  check->paragraph = g_intern_string (paragraph);
  va_start (arguments, format);
  check->text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->checks, check);
  g_signal_emit (self, signals[CHECKED], 0, check);
  emit_changed (self);
}

void
mcp_auth_step_add_exchange (McpAuthStep     *self,
                            McpAuthExchange *exchange)
{
  if (self->exchanges->len >= MAX_EXCHANGES)
    return;

  g_ptr_array_add (self->exchanges, g_object_ref (exchange));
  emit_changed (self);
}

void
mcp_auth_step_set_document (McpAuthStep *self,
                            const char  *json)
{
  g_free (self->document);
  self->document = g_strdup (json);
  emit_changed (self);
}
