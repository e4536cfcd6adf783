/* mcp-question.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-question-private.h"

/**
 * McpQuestion:
 *
 * What the server asks its user: elicitation, sampling, roots (client features). Before
 * 2026-07-28 it is a request that wants a response; from then on an entry of `inputRequests`
 * that is answered by repeating the call (basic/patterns/mrtr). Whoever answers need not know
 * which: only refusing with an error is not there in the second.
 */

/* What sampling answers when the user says no (client/sampling, error handling). */
#define USER_REJECTED (-1)

struct _McpQuestion
{
  GObject             parent_instance;

  McpQuestionInfo     info;
  char               *key;           /* (nullable): of the entry of inputRequests */
  McpSchema          *schema;
  GError             *schema_error;
  char               *draft;         /* (nullable) */

  McpQuestionSettled  settled;
  gpointer            settled_data;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_DUE_USEC,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpQuestion, mcp_question, G_TYPE_OBJECT)

static void
mcp_question_finalize (GObject *object)
{
  McpQuestion *self = MCP_QUESTION (object);

  g_clear_pointer (&self->info.method, g_free);
  g_clear_pointer (&self->info.params, g_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->info.rule, g_free);
  g_clear_pointer (&self->info.answer, g_free);
  g_clear_object (&self->info.call);
  g_clear_pointer (&self->schema, mcp_schema_unref);
  g_clear_error (&self->schema_error);
  g_clear_pointer (&self->draft, g_free);

  G_OBJECT_CLASS (mcp_question_parent_class)->finalize (object);
}

static void
mcp_question_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  McpQuestion *self = MCP_QUESTION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->info.state);
      break;

    case PROP_DUE_USEC:
      g_value_set_int64 (value, self->info.due_usec);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_question_class_init (McpQuestionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = mcp_question_finalize;
  object_class->get_property = mcp_question_get_property;

  /**
   * McpQuestion:state:
   *
   * How it was settled, if it was: an #McpQuestionState.
   */
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, MCP_QUESTION_WAITING,
                                             MCP_QUESTION_WITHDRAWN, MCP_QUESTION_WAITING, flags);

  /**
   * McpQuestion:due-usec:
   *
   * When a rule will answer, in monotonic microseconds; 0 when none will.
   */
  properties[PROP_DUE_USEC] =
    g_param_spec_int64 ("due-usec", NULL, NULL, 0, G_MAXINT64, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_question_init (McpQuestion *self)
{
}

static McpQuestionKind
kind_of (const char *method,
         const char *params)
{
  g_autofree char *mode = NULL;

  if (strcmp (method, "sampling/createMessage") == 0)
    return MCP_QUESTION_SAMPLING;
  if (strcmp (method, "roots/list") == 0)
    return MCP_QUESTION_ROOTS;
  if (strcmp (method, "elicitation/create") != 0)
    return MCP_QUESTION_OTHER;

  /* Without a mode it is a form (client/elicitation). */
  mode = mcp_json_lookup_string (params, strlen (params), "mode");

  return g_strcmp0 (mode, "url") == 0 ? MCP_QUESTION_URL : MCP_QUESTION_FORM;
}

McpQuestion *
mcp_question_new (const char         *method,
                  const char         *params,
                  gsize               length,
                  McpCall            *call,
                  const char         *key,
                  guint               round,
                  guint               serial,
                  McpQuestionSettled  settled,
                  gpointer            user_data)
{
  McpQuestion *self = g_object_new (MCP_TYPE_QUESTION, NULL);

  self->info.method = g_strdup (method);
  self->info.params = length > 0 && *params == '{' ? g_strndup (params, length) : g_strdup ("{}");
  self->info.kind = kind_of (method, self->info.params);
  self->info.call = call != NULL ? g_object_ref (call) : NULL;
  self->key = g_strdup (key);
  self->info.round = round;
  self->info.serial = serial;
  self->info.asked_usec = g_get_monotonic_time ();
  self->settled = settled;
  self->settled_data = user_data;

  return self;
}

/* The one way to settle. The listener is told last: it may drop the question. */
static void
settle (McpQuestion      *self,
        McpQuestionState  state,
        const char       *result,
        gint64            code,
        const GError     *error)
{
  g_autoptr (McpQuestion) alive = NULL;
  McpQuestionSettled settled = self->settled;

  if (self->info.state != MCP_QUESTION_WAITING)
    return;

  alive = g_object_ref (self);
  self->info.state = state;
  self->info.answer = g_strdup (result);
  self->settled = NULL;
  mcp_question_set_due (self, 0, self->info.rule);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);

  if (settled != NULL)
    settled (self, result, code, error, self->settled_data);
}

static void
settle_with_error (McpQuestion      *self,
                   McpQuestionState  state,
                   gint64            code,
                   int               error_code,
                   const char       *message)
{
  g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, error_code, message);

  settle (self, state, NULL, code, error);
}

void
mcp_question_withdraw (McpQuestion *self)
{
  settle_with_error (self, MCP_QUESTION_WITHDRAWN, MCP_RPC_INTERNAL_ERROR, MCP_ERROR_CANCELLED,
                     _("the question was withdrawn"));
}

void
mcp_question_set_due (McpQuestion *self,
                      gint64       due_usec,
                      const char  *rule)
{
  if (self->info.rule != rule)
    {
      g_free (self->info.rule);
      self->info.rule = g_strdup (rule);
    }

  if (self->info.due_usec == due_usec)
    return;

  self->info.due_usec = due_usec;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DUE_USEC]);
}

const McpQuestionInfo *
mcp_question_get_info (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  return &self->info;
}

gboolean
mcp_question_is_waiting (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), FALSE);

  return self->info.state == MCP_QUESTION_WAITING;
}

/**
 * mcp_question_can_refuse:
 *
 * Gets whether a JSON-RPC error can answer it. In a round of a call there is no place for one:
 * saying nothing is giving the call up.
 *
 * Returns: %TRUE before 2026-07-28
 */
gboolean
mcp_question_can_refuse (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), FALSE);

  return self->key == NULL;
}

/**
 * mcp_question_dup_message:
 *
 * Gets what an elicitation tells the user. It is the server's text: never markup.
 *
 * Returns: (transfer full) (nullable): the text
 */
char *
mcp_question_dup_message (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  return mcp_json_lookup_string (self->info.params, strlen (self->info.params), "message");
}

/**
 * mcp_question_dup_url:
 *
 * Gets where an elicitation by URL leads. It is the server's text: to be shown whole, and opened
 * with the user's consent only (client/elicitation, safe URL handling).
 *
 * Returns: (transfer full) (nullable): the address as it came
 */
char *
mcp_question_dup_url (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  return self->info.kind == MCP_QUESTION_URL
           ? mcp_json_lookup_string (self->info.params, strlen (self->info.params), "url")
           : NULL;
}

const char *
mcp_question_get_draft (McpQuestion *self)
{
  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  return self->draft;
}

void
mcp_question_set_draft (McpQuestion *self,
                        const char  *draft)
{
  char *copy;

  g_return_if_fail (MCP_IS_QUESTION (self));

  copy = mcp_question_is_waiting (self) ? g_strdup (draft) : NULL;
  g_free (self->draft);
  self->draft = copy;
}

/**
 * mcp_question_get_schema:
 * @self: a question of kind form
 *
 * Gets what a form has to ask for.
 *
 * Returns: (transfer none) (nullable): the requestedSchema, or %NULL with the reason
 */
McpSchema *
mcp_question_get_schema (McpQuestion  *self,
                         GError      **error)
{
  McpSpan span;

  g_return_val_if_fail (MCP_IS_QUESTION (self), NULL);

  if (self->schema == NULL && self->schema_error == NULL)
    {
      if (!mcp_json_lookup (
              self->info.params, strlen (self->info.params), "requestedSchema", &span))
        g_set_error_literal (&self->schema_error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                             _("the server’s form has no requestedSchema"));
      else if (span.length > MCP_SCHEMA_MAX_FORM_BYTES)
        g_set_error_literal (&self->schema_error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                             _("the requestedSchema of the server’s form is too large"));
      else
        self->schema = mcp_schema_new (self->info.params + span.offset, span.length,
                                       &self->schema_error);
    }

  if (self->schema == NULL && error != NULL)
    *error = g_error_copy (self->schema_error);

  return self->schema;
}

/**
 * mcp_question_dup_defaults:
 * @self: a question of kind form
 *
 * Makes the content of a form whose user changes nothing: every property that has a default, with
 * the default's own tokens (client/elicitation, default values).
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_question_dup_defaults (McpQuestion *self)
{
  GString *json = g_string_new ("{");
  McpSchema *schema = mcp_question_get_schema (self, NULL);

  for (guint i = 0; schema != NULL && i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);

      if (field->default_json != NULL)
        mcp_json_append_member (json, field->name, field->default_json);
    }
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

static void
settle_with_action (McpQuestion      *self,
                    McpQuestionState  state,
                    const char       *action,
                    const char       *content)
{
  g_autofree char *result = NULL;
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "action", action);
  if (content != NULL)
    mcp_json_append_member (json, "content", content);
  g_string_append_c (json, '}');
  result = g_string_free (json, FALSE);

  settle (self, state, result, 0, NULL);
}

/**
 * mcp_question_accept:
 * @content: (nullable): what a form was filled in with, a JSON object; %NULL by URL
 *
 * Answers with `accept`. By URL this is the user's consent, not that anything was done there.
 */
void
mcp_question_accept (McpQuestion *self,
                     const char  *content)
{
  g_return_if_fail (MCP_IS_QUESTION (self));

  settle_with_action (self, MCP_QUESTION_ANSWERED, "accept",
                      self->info.kind == MCP_QUESTION_URL ? NULL : content);
}

/* Says no. An elicitation has an answer for that; anything else is refused, or its call is given up. */
void
mcp_question_decline (McpQuestion *self)
{
  g_return_if_fail (MCP_IS_QUESTION (self));

  if (self->info.kind == MCP_QUESTION_FORM || self->info.kind == MCP_QUESTION_URL)
    settle_with_action (self, MCP_QUESTION_DECLINED, "decline", NULL);
  else if (!mcp_question_can_refuse (self))
    mcp_question_abandon (self);
  else if (self->info.kind == MCP_QUESTION_SAMPLING)
    settle_with_error (self, MCP_QUESTION_DECLINED, USER_REJECTED, MCP_ERROR_CANCELLED,
                       "User rejected sampling request");
  else
    settle_with_error (self, MCP_QUESTION_DECLINED, MCP_RPC_METHOD_NOT_FOUND, MCP_ERROR_CANCELLED,
                       "The user declined");
}

/*
 * Neither yes nor no: the dialog was closed. Only an elicitation knows the difference from
 * mcp_question_decline().
 */
void
mcp_question_cancel (McpQuestion *self)
{
  g_return_if_fail (MCP_IS_QUESTION (self));

  if (self->info.kind == MCP_QUESTION_FORM || self->info.kind == MCP_QUESTION_URL)
    settle_with_action (self, MCP_QUESTION_CANCELLED, "cancel", NULL);
  else
    mcp_question_decline (self);
}

/**
 * mcp_question_answer:
 * @result: a JSON object
 *
 * Answers with a result as it stands, fitting or not.
 */
void
mcp_question_answer (McpQuestion *self,
                     const char  *result)
{
  g_return_if_fail (MCP_IS_QUESTION (self));
  g_return_if_fail (result != NULL);

  settle (self, MCP_QUESTION_ANSWERED, result, 0, NULL);
}

/**
 * mcp_question_refuse:
 * @self: a question that can be refused
 * @code: the JSON-RPC error code
 * @message: the error's message, which the server gets
 *
 * Answers with an error.
 */
void
mcp_question_refuse (McpQuestion *self,
                     gint64       code,
                     const char  *message)
{
  g_return_if_fail (MCP_IS_QUESTION (self));
  g_return_if_fail (message != NULL);

  if (mcp_question_can_refuse (self))
    settle_with_error (self, MCP_QUESTION_REFUSED, code, MCP_ERROR_CANCELLED, message);
  else
    mcp_question_abandon (self);
}

/* Gives up: the call whose round this is fails. A request of the server's gets an error. */
void
mcp_question_abandon (McpQuestion *self)
{
  g_return_if_fail (MCP_IS_QUESTION (self));

  settle_with_error (self, MCP_QUESTION_ABANDONED, MCP_RPC_INTERNAL_ERROR, MCP_ERROR_CANCELLED,
                     "The request was abandoned");
}
