/* mcp-questions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-question-private.h"
#include "mcp-questions.h"
#include "mcp-source.h"

/**
 * McpQuestions:
 *
 * The desk where a server's questions arrive. A question leaves it settled: by a rule, by the
 * person, or because the server took it back.
 */

/* Settled questions are kept to look back at, and no more of them. */
#define MAX_HISTORY 1000

struct _McpQuestions
{
  GObject         parent_instance;

  McpProfile     *profile;
  McpAnswerRules *rules;
  GPtrArray      *waiting;   /* McpQuestion */
  GListStore     *history;
  gboolean        attended;
};

/* One asking: from ask_async until the question is settled. */
typedef struct
{
  McpQuestion *question;
  GSource     *timer;        /* (nullable): of a rule that waits */
  McpAnswerRules *applied;   /* (nullable): the one rule that waits, which the lists may lose */
  gint64       code;
  gulong       cancelled_id;
} Asking;

enum {
  PROP_0,
  PROP_ATTENDED,
  PROP_N_ITEMS,
  N_PROPS
};

enum {
  ASKED,
  SETTLED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GType
mcp_questions_get_item_type (GListModel *model)
{
  return MCP_TYPE_QUESTION;
}

static guint
mcp_questions_get_n_items (GListModel *model)
{
  return MCP_QUESTIONS (model)->waiting->len;
}

static gpointer
mcp_questions_get_item (GListModel *model,
                        guint       position)
{
  McpQuestions *self = MCP_QUESTIONS (model);

  return position < self->waiting->len ? g_object_ref (self->waiting->pdata[position]) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_questions_get_item_type;
  iface->get_n_items = mcp_questions_get_n_items;
  iface->get_item = mcp_questions_get_item;
}

/* Somebody is there to answer: a person, or a rule. */
static gboolean
has_answers (McpQuestions *self)
{
  return self->attended || mcp_answer_rules_get_n (self->rules) > 0
         || mcp_answer_rules_get_n (mcp_profile_get_answer_rules (self->profile)) > 0;
}

static void
append_sampling (McpQuestions *self,
                 GString      *members)
{
  GString *json = g_string_new ("{");

  if (mcp_profile_get_client_capability (self->profile, "sampling.tools"))
    mcp_json_append_member (json, "tools", "{}");
  if (mcp_profile_get_client_capability (self->profile, "sampling.context"))
    mcp_json_append_member (json, "context", "{}");
  g_string_append_c (json, '}');
  mcp_json_append_member (members, "sampling", json->str);
  g_string_free (json, TRUE);
}

static void
append_elicitation (McpQuestions *self,
                    GString      *members)
{
  GString *json = g_string_new ("{");

  if (mcp_profile_get_client_capability (self->profile, "elicitation.form"))
    mcp_json_append_member (json, "form", "{}");
  if (mcp_profile_get_client_capability (self->profile, "elicitation.url"))
    mcp_json_append_member (json, "url", "{}");
  g_string_append_c (json, '}');
  mcp_json_append_member (members, "elicitation", json->str);
  g_string_free (json, TRUE);
}

/* What nobody would answer is not declared. */
static void
questions_append_capabilities (McpResponder *responder,
                               GString      *members)
{
  McpQuestions *self = MCP_QUESTIONS (responder);

  if (!has_answers (self))
    return;

  if (mcp_profile_get_client_capability (self->profile, "sampling"))
    append_sampling (self, members);
  if (mcp_profile_get_client_capability (self->profile, "elicitation.form")
      || mcp_profile_get_client_capability (self->profile, "elicitation.url"))
    append_elicitation (self, members);
}

static gboolean
questions_handles (McpResponder *responder,
                   const char   *method)
{
  McpQuestions *self = MCP_QUESTIONS (responder);

  if (!has_answers (self))
    return FALSE;
  if (strcmp (method, "sampling/createMessage") == 0)
    return mcp_profile_get_client_capability (self->profile, "sampling");
  if (strcmp (method, "roots/list") == 0)
    return mcp_profile_get_settings (self->profile)->advertise_roots
           && (mcp_answer_rules_name_method (self->rules, method)
               || mcp_answer_rules_name_method (mcp_profile_get_answer_rules (self->profile),
                                                method));

  return strcmp (method, "elicitation/create") == 0
         && (mcp_profile_get_client_capability (self->profile, "elicitation.form")
             || mcp_profile_get_client_capability (self->profile, "elicitation.url"));
}

static void
questions_respond_async (McpResponder        *responder,
                         McpMessage          *request,
                         guint                serial,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  const McpScan *scan = mcp_message_get_scan (request);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (request), NULL);

  mcp_questions_ask_async (MCP_QUESTIONS (responder), mcp_message_get_method (request),
                           data + scan->params.offset, scan->params.length, NULL, NULL, 0, serial,
                           cancellable, callback, user_data);
}

static char *
questions_respond_finish (McpResponder  *responder,
                          GAsyncResult  *result,
                          gint64        *code,
                          GError       **error)
{
  return mcp_questions_ask_finish (MCP_QUESTIONS (responder), result, code, error);
}

static void
responder_iface_init (McpResponderInterface *iface)
{
  iface->append_capabilities = questions_append_capabilities;
  iface->handles = questions_handles;
  iface->respond_async = questions_respond_async;
  iface->respond_finish = questions_respond_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpQuestions, mcp_questions, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init)
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_RESPONDER, responder_iface_init))

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  mcp_source_clear (&asking->timer);
  g_clear_pointer (&asking->applied, mcp_answer_rules_free);
  g_clear_object (&asking->question);
  g_free (asking);
}

static void
leave_desk (McpQuestions *self,
            McpQuestion  *question)
{
  guint position;

  if (g_ptr_array_find (self->waiting, question, &position))
    {
      g_ptr_array_remove_index (self->waiting, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
    }

  if (g_list_model_get_n_items (G_LIST_MODEL (self->history)) == MAX_HISTORY)
    g_list_store_remove (self->history, 0);
  g_list_store_append (self->history, question);
}

static void
settled_cb (McpQuestion  *question,
            const char   *result,
            gint64        code,
            const GError *error,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpQuestions *self = g_task_get_source_object (task);
  Asking *asking = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  mcp_source_clear (&asking->timer);
  if (asking->cancelled_id != 0)
    g_signal_handler_disconnect (cancellable, asking->cancelled_id);

  leave_desk (self, question);
  g_signal_emit (self, signals[SETTLED], 0, question);

  asking->code = code;
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_pointer (task, g_strdup (result), g_free);
}

static void
cancelled_cb (GCancellable *cancellable,
              McpQuestion  *question)
{
  mcp_question_withdraw (question);
}

static gboolean
rule_due_cb (gpointer user_data)
{
  Asking *asking = user_data;
  g_autoptr (McpQuestion) question = g_object_ref (asking->question);

  g_clear_pointer (&asking->timer, g_source_unref);
  mcp_answer_rule_apply (mcp_answer_rules_get (asking->applied, 0), question);

  return G_SOURCE_REMOVE;
}

/*
 * Lets a rule answer, always from the main loop: who asks is told later than it asked. The rule is
 * copied: the person may change the list meanwhile.
 */
static void
apply_later (Asking              *asking,
             const McpAnswerRule *rule)
{
  g_autofree char *description = mcp_answer_rule_describe (rule);

  asking->applied = mcp_answer_rules_copy (NULL);
  mcp_answer_rules_add (asking->applied, rule);
  asking->timer = mcp_source_attach (g_timeout_source_new (rule->delay_msec), rule_due_cb, asking);
  mcp_question_set_due (asking->question,
                        g_get_monotonic_time () + 1000 * (gint64) rule->delay_msec, description);
}

/* Roots are no secret of the person's: the profile's are what the server may know. */
static void
tell_roots_later (McpQuestions *self,
                  Asking       *asking)
{
  g_autofree char *result = mcp_profile_dup_roots_result (self->profile);
  McpAnswerRule telling = { .action = MCP_ANSWER_RESULT, .result = result };

  apply_later (asking, &telling);
}

/* Declines: the user cannot be asked, and no rule matches. */
static void
decline_later (Asking *asking)
{
  static const McpAnswerRule declining = { .action = MCP_ANSWER_DECLINE };

  apply_later (asking, &declining);
}

/**
 * mcp_questions_ask_async:
 * @self: the questions of a session
 * @method: `elicitation/create`, `sampling/createMessage`, `roots/list` or another
 * @params: its params, a JSON object
 * @length: their length in bytes; 0 for none
 * @call: (nullable): the call whose round it is
 * @key: (nullable): its key in `inputRequests`
 * @round: which round of the call
 * @serial: of the record that asks; 0
 * @cancellable: (nullable): triggered when the server takes it back
 * @callback: called when it is settled
 *
 * Puts a question on the desk.
 */
void
mcp_questions_ask_async (McpQuestions        *self,
                         const char          *method,
                         const char          *params,
                         gsize                length,
                         McpCall             *call,
                         const char          *key,
                         guint                round,
                         guint                serial,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  const McpAnswerRule *rule;
  Asking *asking;
  GTask *task;

  g_return_if_fail (MCP_IS_QUESTIONS (self));
  g_return_if_fail (method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_questions_ask_async);
  g_task_set_check_cancellable (task, FALSE);

  asking = g_new0 (Asking, 1);
  asking->question = mcp_question_new (method, params, length, call, key, round, serial,
                                       settled_cb, task);
  g_task_set_task_data (task, asking, asking_free);

  if (g_cancellable_is_cancelled (cancellable))
    {
      mcp_question_withdraw (asking->question);
      return;
    }
  if (cancellable != NULL)
    asking->cancelled_id = g_signal_connect_object (cancellable, "cancelled",
                                                    G_CALLBACK (cancelled_cb), asking->question, 0);

  g_ptr_array_add (self->waiting, g_object_ref (asking->question));
  g_list_model_items_changed (G_LIST_MODEL (self), self->waiting->len - 1, 0, 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);

  rule = mcp_answer_rules_match (self->rules, asking->question);
  if (rule == NULL)
    rule = mcp_answer_rules_match (mcp_profile_get_answer_rules (self->profile), asking->question);

  if (rule != NULL && rule->action != MCP_ANSWER_ASK && rule->action != MCP_ANSWER_IGNORE)
    apply_later (asking, rule);
  else if (rule == NULL && mcp_question_get_info (asking->question)->kind == MCP_QUESTION_ROOTS
           && mcp_profile_get_settings (self->profile)->advertise_roots)
    tell_roots_later (self, asking);
  else if (rule == NULL && !self->attended)
    decline_later (asking);

  g_signal_emit (self, signals[ASKED], 0, asking->question);
}

/**
 * mcp_questions_ask_finish:
 * @self: the questions of a session
 * @code: (out) (optional): with an error, the JSON-RPC code to answer with
 *
 * Gets how a question was settled.
 *
 * Returns: (transfer full) (nullable): the result as JSON; %NULL when it was refused, abandoned or
 *   withdrawn
 */
char *
mcp_questions_ask_finish (McpQuestions  *self,
                          GAsyncResult  *result,
                          gint64        *code,
                          GError       **error)
{
  Asking *asking;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  asking = g_task_get_task_data (G_TASK (result));
  if (code != NULL)
    *code = asking->code;

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * mcp_questions_withdraw_all:
 * @self: the questions of a session
 *
 * Takes everything off the desk: who asked is gone. Rules count anew for the next connection.
 */
void
mcp_questions_withdraw_all (McpQuestions *self)
{
  g_return_if_fail (MCP_IS_QUESTIONS (self));

  while (self->waiting->len > 0)
    {
      g_autoptr (McpQuestion) question = g_object_ref (self->waiting->pdata[0]);

      mcp_question_withdraw (question);
    }

  mcp_answer_rules_reset (self->rules);
  mcp_answer_rules_reset (mcp_profile_get_answer_rules (self->profile));
}

static void
mcp_questions_dispose (GObject *object)
{
  McpQuestions *self = MCP_QUESTIONS (object);

  /* Whoever waits holds a reference to us, so nobody waits. */
  g_clear_pointer (&self->rules, mcp_answer_rules_free);
  g_clear_object (&self->history);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (mcp_questions_parent_class)->dispose (object);
}

static void
mcp_questions_finalize (GObject *object)
{
  McpQuestions *self = MCP_QUESTIONS (object);

  g_ptr_array_unref (self->waiting);

  G_OBJECT_CLASS (mcp_questions_parent_class)->finalize (object);
}

static void
mcp_questions_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  McpQuestions *self = MCP_QUESTIONS (object);

  switch (prop_id)
    {
    case PROP_ATTENDED:
      g_value_set_boolean (value, self->attended);
      break;

    case PROP_N_ITEMS:
      g_value_set_uint (value, self->waiting->len);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_questions_class_init (McpQuestionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_questions_dispose;
  object_class->finalize = mcp_questions_finalize;
  object_class->get_property = mcp_questions_get_property;

  /**
   * McpQuestions:attended:
   *
   * Whether a person is there to answer what no rule does.
   */
  properties[PROP_ATTENDED] = g_param_spec_boolean ("attended", NULL, NULL, FALSE, flags);

  /**
   * McpQuestions:n-items:
   *
   * How many questions wait, for a badge.
   */
  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * McpQuestions::asked:
   * @self: the questions
   * @question: an #McpQuestion that has come
   *
   * The server asks something. A rule may be about to answer it: see #McpQuestion:due-usec.
   */
  signals[ASKED] = g_signal_new ("asked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_QUESTION);

  /**
   * McpQuestions::settled:
   * @self: the questions
   * @question: an #McpQuestion that left
   *
   * A question was answered, refused or taken back.
   */
  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_QUESTION);
}

static void
mcp_questions_init (McpQuestions *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->history = g_list_store_new (MCP_TYPE_QUESTION);
  self->rules = mcp_answer_rules_copy (NULL);
}

McpQuestions *
mcp_questions_new (McpProfile *profile)
{
  McpQuestions *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_QUESTIONS, NULL);
  self->profile = g_object_ref (profile);

  return self;
}

/**
 * mcp_questions_set_attended:
 * @self: the questions of a session
 * @attended: whether a person is there to answer
 *
 * Says whether questions that no rule answers wait. It changes what is declared to the server at
 * the next connection.
 */
void
mcp_questions_set_attended (McpQuestions *self,
                            gboolean      attended)
{
  g_return_if_fail (MCP_IS_QUESTIONS (self));

  if (self->attended == attended)
    return;

  self->attended = attended;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ATTENDED]);
}

/**
 * mcp_questions_set_rules:
 * @self: the questions of a session
 * @rules: (nullable): rules, which are copied
 *
 * Sets rules that come before the profile's: of a command line, or of this session only.
 */
void
mcp_questions_set_rules (McpQuestions   *self,
                         McpAnswerRules *rules)
{
  g_return_if_fail (MCP_IS_QUESTIONS (self));

  mcp_answer_rules_free (self->rules);
  self->rules = mcp_answer_rules_copy (rules);
}

GListModel *
mcp_questions_get_history (McpQuestions *self)
{
  g_return_val_if_fail (MCP_IS_QUESTIONS (self), NULL);

  return G_LIST_MODEL (self->history);
}
