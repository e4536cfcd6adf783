/* sounder-arguments.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-arguments"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "sounder-arguments-private.h"

/**
 * SounderArguments:
 *
 * The arguments of a tool between the form and the wire.
 *
 * Each field of the schema is absent, null, or a text. What was read from JSON
 * keeps its own token until its text is edited, and members that the schema
 * does not name are carried along, each at its place: going from the form to
 * the raw text and back loses nothing, not even the spelling of a number.
 *
 * Nothing stops invalid arguments from being sent. What is wrong is told field
 * by field; a text that is no JSON of its field's kind goes out as a string.
 */

/* A member in the order in which it goes out. */
typedef struct
{
  int   field; /* -1: not of the schema, or said again later */
  char *key;   /* with its quotes, as it was spelt */
  char *json;
} Member;

G_DEFINE_FINAL_TYPE (SounderArguments, sounder_arguments, G_TYPE_OBJECT)

enum {
  CHANGED,
  JUDGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
member_free (Member *member)
{
  g_free (member->key);
  g_free (member->json);
  g_free (member);
}

static void
slot_clear (SounderArgument *slot)
{
  g_clear_pointer (&slot->text, g_free);
  g_clear_pointer (&slot->json, g_free);
  g_clear_pointer (&slot->error, g_free);
}

static void
emit_changed (SounderArguments *self,
              int               field)
{
  self->checked = FALSE;
  g_signal_emit (self, signals[CHANGED], 0, field);
}

void
sounder_arguments_emit_judged (SounderArguments *self)
{
  self->checked = FALSE;
  g_signal_emit (self, signals[JUDGED], 0);
}

/* Gives a slot a JSON value: its text is what a person would type for it. */
static void
slot_set_json (SounderArgument           *slot,
               const McpField *field,
               const char     *json,
               gsize           length)
{
  McpJsonType type = mcp_json_get_type (json, length);

  g_free (slot->text);
  g_free (slot->json);
  slot->json = g_strndup (json, length);
  slot->text = NULL;
  slot->state = type == MCP_JSON_NULL ? SOUNDER_ARGUMENT_NULL : SOUNDER_ARGUMENT_VALUE;

  if (type == MCP_JSON_NULL)
    slot->text = g_strdup ("");
  else if (field->kind == MCP_FIELD_STRING && type == MCP_JSON_STRING)
    slot->text = mcp_json_dup_string (json, length);

  /* Also a string that cannot be text, with U+0000 in it. */
  if (slot->text == NULL)
    slot->text = g_strndup (json, length);
}

static void
set_to_default (SounderArguments *self,
                guint             i)
{
  const McpField *field = mcp_schema_get_field (self->schema, i);
  SounderArgument *slot = &self->slots[i];

  slot_clear (slot);
  slot->text = g_strdup ("");
  slot->state = SOUNDER_ARGUMENT_ABSENT;

  if (field->default_json != NULL)
    slot_set_json (slot, field, field->default_json, strlen (field->default_json));
  else if (self->for_question)
    return;
  else if (field->required && field->kind == MCP_FIELD_ENUM)
    slot_set_json (slot, field, field->enum_json[0], strlen (field->enum_json[0]));
}

static gboolean
quotes_null (const SounderArgument *slot)
{
  return slot->state == SOUNDER_ARGUMENT_NULL;
}

/* The JSON of a field, or NULL when it is absent. @reason tells why a text is not of its kind. */
char *
sounder_argument_to_json (const SounderArgument *slot,
                          const McpField        *field,
                          char                 **reason)
{
  g_autoptr (GError) error = NULL;
  GString *quoted;
  char *json;

  if (slot->state == SOUNDER_ARGUMENT_ABSENT)
    return NULL;
  if (quotes_null (slot))
    return g_strdup ("null");
  if (slot->json != NULL)
    return g_strdup (slot->json);
  if (field->kind != MCP_FIELD_STRING && *slot->text == '\0')
    return NULL;

  json = mcp_schema_type_value (field, slot->text, &error);
  if (json != NULL)
    return json;

  if (reason != NULL)
    *reason = g_strdup (error->message);
  quoted = g_string_new (NULL);
  mcp_json_append_string (quoted, slot->text, -1);

  return g_string_free (quoted, FALSE);
}

static void
sounder_arguments_finalize (GObject *object)
{
  SounderArguments *self = SOUNDER_ARGUMENTS (object);

  for (guint i = 0; i < self->n_slots; i++)
    slot_clear (&self->slots[i]);
  g_free (self->slots);
  g_clear_pointer (&self->schema, mcp_schema_unref);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->general_error, g_free);
  g_clear_object (&self->judging);
  g_clear_pointer (&self->judged_json, g_free);
  g_clear_pointer (&self->judged, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_arguments_parent_class)->finalize (object);
}

static void
sounder_arguments_class_init (SounderArgumentsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = sounder_arguments_finalize;

  /**
   * SounderArguments::changed:
   * @self: the arguments
   * @field: the position of the field, or -1 when everything may have changed
   *
   * An argument changed, by whomever.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);

  /**
   * SounderArguments::judged:
   * @self: the arguments
   *
   * What is wrong with them is known now, after what took long to check.
   */
  signals[JUDGED] = g_signal_new ("judged", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_arguments_init (SounderArguments *self)
{
  self->members = g_ptr_array_new_with_free_func ((GDestroyNotify) member_free);
}

static SounderArguments *
new_arguments (McpSchema *schema,
               gboolean   for_question)
{
  SounderArguments *self = g_object_new (SOUNDER_TYPE_ARGUMENTS, NULL);

  self->for_question = for_question;
  if (schema != NULL)
    {
      self->schema = mcp_schema_ref (schema);
      self->n_slots = mcp_schema_get_n_fields (schema);
    }
  self->slots = g_new0 (SounderArgument, self->n_slots);
  for (guint i = 0; i < self->n_slots; i++)
    set_to_default (self, i);

  return self;
}

/**
 * sounder_arguments_new:
 * @schema: (nullable): the schema of the arguments
 *
 * Creates arguments with the schema's defaults filled in.
 *
 * Returns: (transfer full): new arguments
 */
SounderArguments *
sounder_arguments_new (McpSchema *schema)
{
  return new_arguments (schema, FALSE);
}

/**
 * sounder_arguments_new_for_question:
 * @schema: (nullable): the schema of a form that a server wants filled in
 *
 * Creates the content of a form. Unlike arguments, what has no default is absent until the person
 * gives it, an empty text is no answer, and formats count (client/elicitation).
 *
 * Returns: (transfer full): new arguments
 */
SounderArguments *
sounder_arguments_new_for_question (McpSchema *schema)
{
  return new_arguments (schema, TRUE);
}

/**
 * sounder_arguments_is_for_question:
 * @self: the arguments
 *
 * Gets whether a server asked for them.
 *
 * Returns: %TRUE for the content of a form
 */
gboolean
sounder_arguments_is_for_question (SounderArguments *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), FALSE);

  return self->for_question;
}

/**
 * sounder_arguments_get_n_fields:
 * @self: the arguments
 *
 * Gets how many fields the schema has.
 *
 * Returns: the number of fields
 */
guint
sounder_arguments_get_n_fields (SounderArguments *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), 0);

  return self->n_slots;
}

/**
 * sounder_arguments_get_field:
 * @self: the arguments
 * @i: the position of a field
 *
 * Gets what the schema says of a field.
 *
 * Returns: (transfer none): the field
 */
const McpField *
sounder_arguments_get_field (SounderArguments *self,
                             guint             i)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), NULL);
  g_return_val_if_fail (i < self->n_slots, NULL);

  return mcp_schema_get_field (self->schema, i);
}

/**
 * sounder_arguments_get_state:
 * @self: the arguments
 * @i: the position of a field
 *
 * Gets whether a field is absent, null or has a value.
 *
 * Returns: the state
 */
SounderArgumentState
sounder_arguments_get_state (SounderArguments *self,
                             guint             i)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), SOUNDER_ARGUMENT_ABSENT);
  g_return_val_if_fail (i < self->n_slots, SOUNDER_ARGUMENT_ABSENT);

  return self->slots[i].state;
}

/**
 * sounder_arguments_set_state:
 * @self: the arguments
 * @i: the position of a field
 * @state: absent, null, or the field's text
 *
 * Sets whether a field is absent, null or has a value. Its text stays.
 */
void
sounder_arguments_set_state (SounderArguments     *self,
                             guint                 i,
                             SounderArgumentState  state)
{
  SounderArgument *slot;

  g_return_if_fail (SOUNDER_IS_ARGUMENTS (self));
  g_return_if_fail (i < self->n_slots);

  slot = &self->slots[i];
  if (slot->state == state)
    return;

  /* The token of a null is no token of a value. */
  if (quotes_null (slot))
    g_clear_pointer (&slot->json, g_free);
  slot->state = state;
  emit_changed (self, i);
}

/**
 * sounder_arguments_get_text:
 * @self: the arguments
 * @i: the position of a field
 *
 * Gets the text of a field: a string's own characters, JSON for all other kinds.
 *
 * Returns: the text, "" for none
 */
const char *
sounder_arguments_get_text (SounderArguments *self,
                            guint             i)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), "");
  g_return_val_if_fail (i < self->n_slots, "");

  return self->slots[i].text;
}

/* Nobody means the empty text by leaving out what has to be there; who does, says so by the state. */
static gboolean
is_required_text (SounderArguments *self,
                  guint             i)
{
  const McpField *field = mcp_schema_get_field (self->schema, i);

  return field->required && field->kind == MCP_FIELD_STRING;
}

/**
 * sounder_arguments_set_text:
 * @self: the arguments
 * @i: the position of a field
 * @text: what was typed
 *
 * Gives a field a value by its text. A string that is required and left empty is absent.
 */
void
sounder_arguments_set_text (SounderArguments *self,
                            guint             i,
                            const char       *text)
{
  SounderArgument *slot;

  g_return_if_fail (SOUNDER_IS_ARGUMENTS (self));
  g_return_if_fail (i < self->n_slots);
  g_return_if_fail (text != NULL);

  slot = &self->slots[i];
  if (slot->state == SOUNDER_ARGUMENT_VALUE && strcmp (slot->text, text) == 0)
    return;
  if (*text == '\0' && (self->for_question || is_required_text (self, i)))
    {
      g_clear_pointer (&slot->text, g_free);
      g_clear_pointer (&slot->json, g_free);
      slot->text = g_strdup ("");
      slot->state = SOUNDER_ARGUMENT_ABSENT;
      emit_changed (self, i);
      return;
    }

  g_free (slot->text);
  slot->text = g_strdup (text);
  g_clear_pointer (&slot->json, g_free);
  slot->state = SOUNDER_ARGUMENT_VALUE;
  emit_changed (self, i);
}

/**
 * sounder_arguments_set_json:
 * @self: the arguments
 * @i: the position of a field
 * @json: valid JSON
 *
 * Gives a field a value by its token: an option, a boolean.
 */
void
sounder_arguments_set_json (SounderArguments *self,
                            guint             i,
                            const char       *json)
{
  g_return_if_fail (SOUNDER_IS_ARGUMENTS (self));
  g_return_if_fail (i < self->n_slots);
  g_return_if_fail (json != NULL);

  slot_set_json (&self->slots[i], mcp_schema_get_field (self->schema, i), json, strlen (json));
  emit_changed (self, i);
}

/**
 * sounder_arguments_dup_json:
 * @self: the arguments
 * @i: the position of a field
 *
 * Gets what a field sends.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL when the field is not sent
 */
char *
sounder_arguments_dup_json (SounderArguments *self,
                            guint             i)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), NULL);
  g_return_val_if_fail (i < self->n_slots, NULL);

  return sounder_argument_to_json (&self->slots[i], mcp_schema_get_field (self->schema, i), NULL);
}

/**
 * sounder_arguments_step:
 * @self: the arguments
 * @i: the position of a number field
 * @up: whether to add one; else one is taken away
 *
 * Moves a number by one. Does nothing to what is no number, nor to one whose neighbour a double
 * cannot tell from it: its digits are not ours to lose.
 */
void
sounder_arguments_step (SounderArguments *self,
                        guint             i,
                        gboolean          up)
{
  g_autofree char *stepped = NULL;
  const char *text;
  char *end = NULL;
  gint64 integer;
  double number;

  g_return_if_fail (SOUNDER_IS_ARGUMENTS (self));
  g_return_if_fail (i < self->n_slots);

  text = *self->slots[i].text != '\0' ? self->slots[i].text : "0";
  errno = 0;
  integer = g_ascii_strtoll (text, &end, 10);
  if (errno == 0 && end != text && *end == '\0')
    {
      if (integer == (up ? G_MAXINT64 : G_MININT64))
        return;
      stepped = g_strdup_printf ("%" G_GINT64_FORMAT, integer + (up ? 1 : -1));
    }
  else
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      number = g_ascii_strtod (text, &end);
      if (end == text || *end != '\0' || ABS (number) >= 4503599627370496.0)
        return;
      /* As many digits as a person would write: 0.1 and one are 1.1. */
      stepped = g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", number + (up ? 1 : -1)));
    }

  sounder_arguments_set_text (self, i, stepped);
}

/**
 * sounder_arguments_reset:
 * @self: the arguments
 *
 * Goes back to the defaults and forgets all else.
 */
void
sounder_arguments_reset (SounderArguments *self)
{
  g_return_if_fail (SOUNDER_IS_ARGUMENTS (self));

  g_ptr_array_set_size (self->members, 0);
  for (guint i = 0; i < self->n_slots; i++)
    set_to_default (self, i);
  emit_changed (self, -1);
}

/**
 * sounder_arguments_get_n_unknown:
 * @self: the arguments
 *
 * Gets how many members are sent that the schema does not name.
 *
 * Returns: the number of members
 */
guint
sounder_arguments_get_n_unknown (SounderArguments *self)
{
  guint n_unknown = 0;

  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), 0);

  for (guint i = 0; i < self->members->len; i++)
    n_unknown += ((Member *) self->members->pdata[i])->field < 0;

  return n_unknown;
}

static void
append_member (GString    *out,
               const char *key,
               const char *json)
{
  if (out->len > 1)
    g_string_append_c (out, ',');
  g_string_append_printf (out, "%s:%s", key, json);
}

/**
 * sounder_arguments_to_json:
 * @self: the arguments
 *
 * Writes the arguments: first what was loaded, in its order, then the other fields in the order of
 * the schema.
 *
 * Returns: (transfer full): a JSON object
 */
char *
sounder_arguments_to_json (SounderArguments *self)
{
  GString *out = g_string_new ("{");
  g_autofree gboolean *written = NULL;

  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), NULL);

  written = g_new0 (gboolean, self->n_slots + 1);
  for (guint i = 0; i < self->members->len; i++)
    {
      Member *member = self->members->pdata[i];
      g_autofree char *json = member->field < 0 ? g_strdup (member->json)
                                                : sounder_arguments_dup_json (self, member->field);

      if (member->field >= 0)
        written[member->field] = TRUE;
      if (json != NULL)
        append_member (out, member->key, json);
    }

  for (guint i = 0; i < self->n_slots; i++)
    {
      g_autofree char *json = written[i] ? NULL : sounder_arguments_dup_json (self, i);
      g_autoptr (GString) key = g_string_new (NULL);

      if (json == NULL)
        continue;
      mcp_json_append_string (key, mcp_schema_get_field (self->schema, i)->name, -1);
      append_member (out, key->str, json);
    }

  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static int
find_field (SounderArguments *self,
            const char       *key,
            gsize             length)
{
  for (guint i = 0; i < self->n_slots; i++)
    if (mcp_json_key_equal (key, length, mcp_schema_get_field (self->schema, i)->name))
      return i;

  return -1;
}

/* Takes one member of what is loaded. Of a key that is said twice, the last is the field. */
static void
load_member (SounderArguments *self,
             const char       *key,
             gsize             key_length,
             const char       *value,
             gsize             value_length)
{
  Member *member = g_new0 (Member, 1);

  member->field = find_field (self, key, key_length);
  member->key = g_strndup (key, key_length);
  member->json = g_strndup (value, value_length);

  for (guint i = 0; member->field >= 0 && i < self->members->len; i++)
    if (((Member *) self->members->pdata[i])->field == member->field)
      ((Member *) self->members->pdata[i])->field = -1;

  g_ptr_array_add (self->members, member);
  if (member->field >= 0)
    slot_set_json (&self->slots[member->field], mcp_schema_get_field (self->schema, member->field),
                   value, value_length);
}

/**
 * sounder_arguments_load:
 * @self: the arguments
 * @json: JSON text
 * @error: return location for an error
 *
 * Takes all arguments from text. A field that the text does not have becomes absent. When the text
 * is no object, nothing changes.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE when the text is no JSON object
 */
gboolean
sounder_arguments_load (SounderArguments *self,
                        const char       *json,
                        GError          **error)
{
  gsize length;
  McpJsonIter iter;
  McpSpan key, value;
  g_autoptr (GError) reason = NULL;

  g_return_val_if_fail (SOUNDER_IS_ARGUMENTS (self), FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  length = strlen (json);
  if (!mcp_json_validate (json, length, &reason))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The arguments are not valid JSON: %s"),
                   reason->message);
      return FALSE;
    }
  if (mcp_json_get_type (json, length) != MCP_JSON_OBJECT)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("The arguments must be a JSON object"));
      return FALSE;
    }

  g_ptr_array_set_size (self->members, 0);
  for (guint i = 0; i < self->n_slots; i++)
    {
      g_clear_pointer (&self->slots[i].json, g_free);
      self->slots[i].state = SOUNDER_ARGUMENT_ABSENT;
    }

  mcp_json_iter_init (&iter, json, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    load_member (self, json + key.offset, key.length, json + value.offset, value.length);

  emit_changed (self, -1);

  return TRUE;
}
