/* mcp-answer-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-answer-rules.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * Rules that answer what a server asks, so that a test need not be watched. They come from a
 * profile or from a file on the command line, and are written in one format: docs/answers.md.
 */

struct _McpAnswerRules
{
  GPtrArray *rules; /* McpAnswerRule */
};

static const char * const actions[] = {
  [MCP_ANSWER_ACCEPT] = "accept",   [MCP_ANSWER_DECLINE] = "decline",
  [MCP_ANSWER_CANCEL] = "cancel",   [MCP_ANSWER_RESULT] = "answer",
  [MCP_ANSWER_ERROR] = "error",     [MCP_ANSWER_ABANDON] = "abandon",
  [MCP_ANSWER_IGNORE] = "ignore",   [MCP_ANSWER_ASK] = "ask",       NULL,
};

static void
rule_free (McpAnswerRule *rule)
{
  g_free (rule->method);
  g_free (rule->mode);
  g_free (rule->about);
  g_free (rule->tool);
  g_free (rule->content);
  g_free (rule->result);
  g_free (rule->message);
  g_free (rule);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAnswerRule, rule_free)

static McpAnswerRule *
rule_copy (const McpAnswerRule *rule)
{
  McpAnswerRule *copy = g_memdup2 (rule, sizeof *rule);

  copy->method = g_strdup (rule->method);
  copy->mode = g_strdup (rule->mode);
  copy->about = g_strdup (rule->about);
  copy->tool = g_strdup (rule->tool);
  copy->content = g_strdup (rule->content);
  copy->result = g_strdup (rule->result);
  copy->message = g_strdup (rule->message);

  return copy;
}

static McpAnswerRules *
rules_new (void)
{
  McpAnswerRules *self = g_new0 (McpAnswerRules, 1);

  self->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) rule_free);

  return self;
}

static gboolean
read_action (McpAnswerRule *rule,
             const char    *name,
             GError       **error)
{
  g_autofree char *known = NULL;

  for (guint i = 0; actions[i] != NULL; i++)
    if (g_strcmp0 (name, actions[i]) == 0)
      {
        rule->action = (McpAnswerAction) i;
        return TRUE;
      }

  known = g_strjoinv (", ", (char **) actions);
  if (name == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“do” is missing: one of %s"), known);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“do” is “%s”, and must be one of %s"), name,
                 known);

  return FALSE;
}

static gboolean
read_object (const char  *text,
             gsize        length,
             const char  *key,
             char       **object,
             GError     **error)
{
  McpSpan span;

  if (!mcp_json_lookup (text, length, key, &span))
    return TRUE;

  if (text[span.offset] != '{')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be an object"), key);
      return FALSE;
    }
  *object = g_strndup (text + span.offset, span.length);

  return TRUE;
}

static gboolean
read_count (const char  *text,
            gsize        length,
            const char  *key,
            guint       *count,
            GError     **error)
{
  gint64 number;
  McpSpan span;

  if (!mcp_json_lookup (text, length, key, &span))
    return TRUE;

  if (!mcp_json_lookup_int64 (text, length, key, &number) || number < 0 || number > G_MAXINT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be a whole number from 0 up"), key);
      return FALSE;
    }
  *count = number;

  return TRUE;
}

/* A key that is misspelt would be a rule that fits everything. */
static gboolean
check_keys (const char  *text,
            gsize        length,
            GError     **error)
{
  static const char * const known[] = { "method", "mode", "about", "tool", "do", "content",
                                        "result", "code", "message", "times", "delayMs", NULL };
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (*text != '{' || !mcp_json_iter_init (&iter, text, length))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("a rule must be an object"));
      return FALSE;
    }

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

      if (!g_strv_contains (known, name))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is not known"), name);
          return FALSE;
        }
    }

  return TRUE;
}

static McpAnswerRule *
read_rule (const char  *text,
           gsize        length,
           GError     **error)
{
  g_autoptr (McpAnswerRule) rule = NULL;
  g_autofree char *action = NULL;

  if (!check_keys (text, length, error))
    return NULL;

  rule = g_new0 (McpAnswerRule, 1);
  action = mcp_json_lookup_string (text, length, "do");
  rule->method = mcp_json_lookup_string (text, length, "method");
  rule->mode = mcp_json_lookup_string (text, length, "mode");
  rule->about = mcp_json_lookup_string (text, length, "about");
  rule->tool = mcp_json_lookup_string (text, length, "tool");
  rule->message = mcp_json_lookup_string (text, length, "message");
  rule->code = MCP_RPC_INTERNAL_ERROR;
  mcp_json_lookup_int64 (text, length, "code", &rule->code);

  if (!read_action (rule, action, error)
      || !read_object (text, length, "content", &rule->content, error)
      || !read_object (text, length, "result", &rule->result, error)
      || !read_count (text, length, "times", &rule->times, error)
      || !read_count (text, length, "delayMs", &rule->delay_msec, error))
    return NULL;

  if (rule->action == MCP_ANSWER_RESULT && rule->result == NULL)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                           _("“answer” needs a “result”, an object"));
      return NULL;
    }

  return g_steal_pointer (&rule);
}

/**
 * mcp_answer_rules_new_from_json:
 * @json: an array of rules, or an object with one under “answers”
 * @length: its length in bytes, or -1
 *
 * Reads rules.
 *
 * Returns: (transfer full) (nullable): the rules; %NULL with %MCP_ERROR_CONFIG that says which
 *   rule is wrong and why
 */
McpAnswerRules *
mcp_answer_rules_new_from_json (const char  *json,
                                gssize       length,
                                GError     **error)
{
  g_autoptr (McpAnswerRules) self = NULL;
  gsize rest = length < 0 ? strlen (json) : (gsize) length;
  McpJsonIter iter;
  McpSpan span;

  g_return_val_if_fail (json != NULL, NULL);

  if (!mcp_json_validate (json, length, error))
    {
      if (error != NULL)
        (*error)->code = MCP_ERROR_CONFIG;
      return NULL;
    }

  if (mcp_json_lookup (json, rest, "answers", &span))
    {
      json += span.offset;
      rest = span.length;
    }
  while (rest > 0 && g_ascii_isspace (*json))
    {
      json++;
      rest--;
    }
  if (*json != '[' || !mcp_json_iter_init (&iter, json, rest))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("the answers must be an array of rules"));
      return NULL;
    }

  self = rules_new ();
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      McpAnswerRule *rule = read_rule (json + span.offset, span.length, error);

      if (rule == NULL)
        {
          g_prefix_error (error, _("rule %u: "), self->rules->len + 1);
          return NULL;
        }
      g_ptr_array_add (self->rules, rule);
    }

  return g_steal_pointer (&self);
}

/**
 * mcp_answer_rules_copy:
 * @self: (nullable): rules
 *
 * Copies rules, with nothing counted yet.
 *
 * Returns: (transfer full): a copy; an empty list for %NULL
 */
McpAnswerRules *
mcp_answer_rules_copy (McpAnswerRules *self)
{
  McpAnswerRules *copy = rules_new ();

  for (guint i = 0; self != NULL && i < self->rules->len; i++)
    mcp_answer_rules_add (copy, g_ptr_array_index (self->rules, i));

  return copy;
}

void
mcp_answer_rules_free (McpAnswerRules *self)
{
  g_ptr_array_unref (self->rules);
  g_free (self);
}

static void
append_rule (GString             *json,
             const McpAnswerRule *rule)
{
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "method", rule->method);
  mcp_json_append_member_string (json, "mode", rule->mode);
  mcp_json_append_member_string (json, "about", rule->about);
  mcp_json_append_member_string (json, "tool", rule->tool);
  mcp_json_append_member_string (json, "do", actions[rule->action]);
  if (rule->content != NULL)
    mcp_json_append_member (json, "content", rule->content);
  if (rule->result != NULL)
    mcp_json_append_member (json, "result", rule->result);
  if (rule->action == MCP_ANSWER_ERROR)
    mcp_json_append_member_int (json, "code", rule->code);
  mcp_json_append_member_string (json, "message", rule->message);
  if (rule->times > 0)
    mcp_json_append_member_int (json, "times", rule->times);
  if (rule->delay_msec > 0)
    mcp_json_append_member_int (json, "delayMs", rule->delay_msec);
  g_string_append_c (json, '}');
}

/**
 * mcp_answer_rules_to_json:
 *
 * Writes rules as mcp_answer_rules_new_from_json() reads them.
 *
 * Returns: (transfer full): a JSON array
 */
char *
mcp_answer_rules_to_json (McpAnswerRules *self)
{
  GString *json = g_string_new ("[");

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      append_rule (json, g_ptr_array_index (self->rules, i));
    }
  g_string_append_c (json, ']');

  return g_string_free (json, FALSE);
}

guint
mcp_answer_rules_get_n (McpAnswerRules *self)
{
  return self != NULL ? self->rules->len : 0;
}

const McpAnswerRule *
mcp_answer_rules_get (McpAnswerRules *self,
                      guint           i)
{
  g_return_val_if_fail (self != NULL && i < self->rules->len, NULL);

  return g_ptr_array_index (self->rules, i);
}

/**
 * mcp_answer_rules_add:
 * @rule: a rule, which is copied
 *
 * Adds a rule behind those that are there.
 */
void
mcp_answer_rules_add (McpAnswerRules      *self,
                      const McpAnswerRule *rule)
{
  McpAnswerRule *copy;

  g_return_if_fail (self != NULL);
  g_return_if_fail (rule != NULL);

  copy = rule_copy (rule);
  copy->n_used = 0;
  g_ptr_array_add (self->rules, copy);
}

void
mcp_answer_rules_remove (McpAnswerRules *self,
                         guint           i)
{
  g_return_if_fail (self != NULL && i < self->rules->len);

  g_ptr_array_remove_index (self->rules, i);
}

void
mcp_answer_rules_reset (McpAnswerRules *self)
{
  for (guint i = 0; self != NULL && i < self->rules->len; i++)
    ((McpAnswerRule *) g_ptr_array_index (self->rules, i))->n_used = 0;
}

static gboolean
fits (const char *pattern,
      const char *text)
{
  if (pattern == NULL)
    return TRUE;

  return text != NULL && g_pattern_match_simple (pattern, text);
}

/* What a question is about, as a rule looks at it. */
static char *
subject_of (McpQuestion *question)
{
  const char *params = mcp_question_get_info (question)->params;

  switch (mcp_question_get_info (question)->kind)
    {
    case MCP_QUESTION_URL:
      return mcp_question_dup_url (question);
    case MCP_QUESTION_FORM:
      return mcp_question_dup_message (question);
    case MCP_QUESTION_SAMPLING:
      return mcp_json_lookup_string (params, strlen (params), "systemPrompt");
    case MCP_QUESTION_ROOTS:
    case MCP_QUESTION_OTHER:
    default:
      return NULL;
    }
}

static char *
tool_of (McpQuestion *question)
{
  McpCall *call = mcp_question_get_info (question)->call;
  const char *params = call != NULL ? mcp_call_get_params (call) : NULL;

  return params != NULL ? mcp_json_lookup_string (params, strlen (params), "name") : NULL;
}

static const char *
mode_of (McpQuestion *question)
{
  switch (mcp_question_get_info (question)->kind)
    {
    case MCP_QUESTION_FORM:
      return "form";
    case MCP_QUESTION_URL:
      return "url";
    case MCP_QUESTION_SAMPLING:
    case MCP_QUESTION_ROOTS:
    case MCP_QUESTION_OTHER:
    default:
      return NULL;
    }
}

/**
 * mcp_answer_rules_name_method:
 * @self: (nullable): rules
 * @method: a method
 *
 * Gets whether a rule speaks of a method by its name, not of any.
 */
gboolean
mcp_answer_rules_name_method (McpAnswerRules *self,
                              const char     *method)
{
  for (guint i = 0; i < mcp_answer_rules_get_n (self); i++)
    {
      const McpAnswerRule *rule = mcp_answer_rules_get (self, i);

      if (rule->method != NULL && fits (rule->method, method))
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_answer_rules_match:
 * @self: (nullable): rules
 * @question: a question that waits
 *
 * Finds the first rule that fits and has answers left, and counts it as used.
 *
 * Returns: (transfer none) (nullable): the rule, valid until the rules change
 */
const McpAnswerRule *
mcp_answer_rules_match (McpAnswerRules *self,
                        McpQuestion    *question)
{
  g_autofree char *subject = NULL;
  g_autofree char *tool = NULL;

  g_return_val_if_fail (MCP_IS_QUESTION (question), NULL);

  if (mcp_answer_rules_get_n (self) == 0)
    return NULL;

  subject = subject_of (question);
  tool = tool_of (question);

  for (guint i = 0; i < self->rules->len; i++)
    {
      McpAnswerRule *rule = g_ptr_array_index (self->rules, i);

      if ((rule->times > 0 && rule->n_used >= rule->times)
          || !fits (rule->method, mcp_question_get_info (question)->method)
          || !fits (rule->mode, mode_of (question)) || !fits (rule->about, subject)
          || !fits (rule->tool, tool))
        continue;
      /* Roots have an answer of their own: only a rule that means them changes it. */
      if (rule->method == NULL && mcp_question_get_info (question)->kind == MCP_QUESTION_ROOTS)
        continue;

      rule->n_used++;
      return rule;
    }

  return NULL;
}

/**
 * mcp_answer_rule_describe:
 * @rule: a rule
 *
 * Says what a rule does and when.
 *
 * Returns: (transfer full): one line
 */
char *
mcp_answer_rule_describe (const McpAnswerRule *rule)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (rule != NULL, NULL);

  g_string_append (text, rule->method != NULL ? rule->method : _("everything"));
  if (rule->mode != NULL)
    g_string_append_printf (text, " (%s)", rule->mode);
  if (rule->tool != NULL)
    g_string_append_printf (text, _(" of the tool %s"), rule->tool);
  if (rule->about != NULL)
    g_string_append_printf (text, _(" about “%s”"), rule->about);
  g_string_append_printf (text, " → %s", actions[rule->action]);
  if (rule->times == 1)
    g_string_append (text, _(", once"));
  else if (rule->times > 1)
    g_string_append_printf (text, _(", %u times"), rule->times);
  if (rule->delay_msec > 0)
    g_string_append_printf (text, _(", after %u ms"), rule->delay_msec);

  return g_string_free (text, FALSE);
}

/* Every question has some way to be accepted. */
static void
accept (const McpAnswerRule *rule,
        McpQuestion         *question)
{
  g_autofree char *defaults = NULL;

  switch (mcp_question_get_info (question)->kind)
    {
    case MCP_QUESTION_FORM:
      if (rule->content == NULL)
        defaults = mcp_question_dup_defaults (question);
      mcp_question_accept (question, rule->content != NULL ? rule->content : defaults);
      break;

    case MCP_QUESTION_URL:
      mcp_question_accept (question, NULL);
      break;

    case MCP_QUESTION_SAMPLING:
      /* A model that says that it is none: enough to go on with, and told from a real one. */
      mcp_question_answer (question,
                           rule->result != NULL
                             ? rule->result
                             : "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":"
                               "\"This answer was given by a rule of Sounder, not by a model.\"},"
                               "\"model\":\"sounder-rule\",\"stopReason\":\"endTurn\"}");
      break;

    case MCP_QUESTION_ROOTS:
    case MCP_QUESTION_OTHER:
    default:
      mcp_question_answer (question, rule->result != NULL ? rule->result : "{}");
      break;
    }
}

/**
 * mcp_answer_rule_apply:
 * @rule: a rule that fits
 * @question: a question that waits
 *
 * Does to a question what the rule says. “ignore” and “ask” leave it waiting.
 */
void
mcp_answer_rule_apply (const McpAnswerRule *rule,
                       McpQuestion         *question)
{
  g_return_if_fail (rule != NULL);
  g_return_if_fail (MCP_IS_QUESTION (question));

  switch (rule->action)
    {
    case MCP_ANSWER_ACCEPT:
      accept (rule, question);
      break;

    case MCP_ANSWER_DECLINE:
      mcp_question_decline (question);
      break;

    case MCP_ANSWER_CANCEL:
      mcp_question_cancel (question);
      break;

    case MCP_ANSWER_RESULT:
      mcp_question_answer (question, rule->result);
      break;

    case MCP_ANSWER_ERROR:
      mcp_question_refuse (question, rule->code,
                           rule->message != NULL ? rule->message : "Refused by a rule");
      break;

    case MCP_ANSWER_ABANDON:
      mcp_question_abandon (question);
      break;

    case MCP_ANSWER_IGNORE:
    case MCP_ANSWER_ASK:
    default:
      break;
    }
}
