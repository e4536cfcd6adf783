/* mcp-schema-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"


#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-hash.h"
#include "mcp-scan-private.h"
#include "mcp-schema-check-private.h"

/*
 * Whether a value fits a schema: the walk over both. The keywords are in the tables of
 * mcp-schema-assertions.c and mcp-schema-applicators.c.
 *
 * A server writes the schema, so nothing here trusts it: the nesting, the bytes that are read
 * and the steps of a regular expression are bounded, and what was not checked is said.
 */

#define MAX_DEPTH        512
#define MAX_ERRORS       200
#define MIN_BUDGET       (64 * 1024 * 1024)
#define BUDGET_PER_BYTE  32

/* A step of a regular expression costs far more than reading a byte. */
#define BUDGET_PER_STEP  16

/* What a thread may do that has windows to draw. */
#define QUICK_BUDGET     (4 * 1024 * 1024)
#define QUICK_PER_BYTE   8

/* How many are kept compiled: one takes a hundred times its text. */
#define MAX_PATTERNS     100

#define DEADLINE_USEC    (2 * G_USEC_PER_SEC)
#define CHARGES_PER_LOOK 256

/* Where the present keyword stands. */
static char *
dup_schema_path (McpSchemaCheck *self)
{
  g_autofree char *pointer = mcp_json_dup_pointer (self->schema, self->refs->root, self->keyword);

  self->budget -= self->refs->root.length;

  return self->refs->uri != NULL ? g_strconcat (self->refs->uri, "#", pointer, NULL)
                                 : g_steal_pointer (&pointer);
}

/* The JSON Pointer of the value that is being checked. */
static char *
dup_path (McpSchemaCheck *self)
{
  GString *path = g_string_new (NULL);
  const McpSchemaStep *steps[MAX_DEPTH];
  guint n = 0;

  for (const McpSchemaStep *step = self->at; step != NULL && n < MAX_DEPTH; step = step->outer)
    steps[n++] = step;
  for (; n > 0; n--)
    if (steps[n - 1]->name != NULL)
      mcp_json_append_token (path, steps[n - 1]->name, steps[n - 1]->length);
    else
      g_string_append_printf (path, "/%u", steps[n - 1]->index);

  return g_string_free (path, FALSE);
}

/* @schema_path: (transfer full) */
static void
add_error (McpSchemaCheck   *self,
           McpSchemaVerdict  verdict,
           const char       *keyword,
           char             *message,
           char             *schema_path)
{
  McpSchemaError *entry = g_new0 (McpSchemaError, 1);

  entry->verdict = verdict;
  entry->path = dup_path (self);
  entry->message = message;
  entry->keyword = g_strdup (keyword);
  entry->schema_path = schema_path;
  g_ptr_array_add (self->errors, entry);
}

/* Says why a value does not fit. Returns FALSE, for the caller to return. */
gboolean
mcp_schema_check_report (McpSchemaCheck *self,
                         const char     *keyword,
                         const char     *format,
                         ...)
{
  va_list args;

  if (self->n_trials > 0 || self->gave_up != NULL || self->errors->len >= MAX_ERRORS)
    return FALSE;

  va_start (args, format);
  add_error (self, MCP_SCHEMA_BREAKS, keyword, g_strdup_vprintf (format, args),
             dup_schema_path (self));
  va_end (args);

  return FALSE;
}

/* Reports a missing required property, and keeps its name in the error. */
gboolean
mcp_schema_check_report_lack (McpSchemaCheck *self,
                              const char     *keyword,
                              const char     *name,
                              gsize           length)
{
  guint n_before = self->errors->len;

  mcp_schema_check_report (self, keyword, _("lacks the property “%.*s”"), (int) length, name);
  if (self->errors->len > n_before)
    ((McpSchemaError *) self->errors->pdata[n_before])->lacking = g_strndup (name, length);

  return FALSE;
}

/* Says once, also in a trial, that something could not be checked. */
void
mcp_schema_check_note (McpSchemaCheck   *self,
                       McpSchemaVerdict  verdict,
                       const char       *keyword,
                       const char       *format,
                       ...)
{
  char *message;
  va_list args;

  self->n_unsure++;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (self->errors->len >= MAX_ERRORS || !g_hash_table_add (self->noted, g_strdup (message)))
    {
      g_free (message);
      return;
    }

  add_error (self, verdict, keyword, message, dup_schema_path (self));
}

/* Takes work from the budget; FALSE if there is none left. */
gboolean
mcp_schema_check_charge (McpSchemaCheck *self,
                         gsize           bytes)
{
  if (self->gave_up != NULL)
    return FALSE;

  self->budget -= (gint64) bytes + 64;
  if (self->budget < 0 || (++self->n_charges % CHARGES_PER_LOOK == 0
                           && g_get_monotonic_time () > self->deadline_usec))
    {
      self->gave_up = _("checking this takes too long; the rest was not checked");
      return FALSE;
    }

  return TRUE;
}

/* Finds another keyword of the same schema; the last of that name. */
McpSpan
mcp_schema_place_keyword (McpSchemaPlace *self,
                          const char     *name)
{
  GArray *entries = self->node->entries;

  if (!mcp_schema_check_charge (self->check, self->schema.length))
    return (McpSpan) { 0, 0 };

  for (guint i = entries->len; i > 0; i--)
    {
      const McpSchemaEntry *entry = &g_array_index (entries, McpSchemaEntry, i - 1);

      if (mcp_json_key_equal (self->check->schema + entry->key.offset, entry->key.length, name))
        return entry->value;
    }

  return (McpSpan) { 0, 0 };
}

/* Gets the members of the value, which is an object. */
const McpSchemaNames *
mcp_schema_place_members (McpSchemaPlace *self)
{
  if (!self->has_members)
    mcp_schema_names_init (&self->members, self->check->value, self->value);
  self->has_members = TRUE;

  return &self->members;
}

/* @format has a place for the pattern. */
static void
note_pattern (McpSchemaCheck *self,
              const char     *format,
              const char     *pattern)
{
  g_autofree char *shown = mcp_text_elide (pattern, MCP_SCHEMA_MAX_QUOTED_BYTES);

  mcp_schema_check_note (self, MCP_SCHEMA_UNCHECKED, "pattern", format, shown);
}

static McpPattern *
get_pattern (McpSchemaCheck *self,
             const char     *text)
{
  gpointer pattern;

  if (!g_hash_table_lookup_extended (self->patterns, text, NULL, &pattern))
    {
      if (g_hash_table_size (self->patterns) == MAX_PATTERNS)
        g_hash_table_remove_all (self->patterns);
      pattern = mcp_pattern_new (text, NULL);
      g_hash_table_insert (self->patterns, g_strdup (text), pattern);
    }

  return pattern;
}

/* Whether a text matches; that it could not be tried is noted. */
McpPatternResult
mcp_schema_check_match (McpSchemaCheck *self,
                        const char     *pattern,
                        const char     *text)
{
  gsize length = strlen (text);
  McpPatternResult result;
  McpPattern *found;
  guint64 n_steps;

  if (self->patterns == NULL)
    {
      self->gave_up = _("a pattern takes too long to be tried here");
      return MCP_PATTERN_GAVE_UP;
    }
  if (!mcp_schema_check_charge (self, strlen (pattern) + length))
    return MCP_PATTERN_GAVE_UP;

  found = get_pattern (self, pattern);
  if (found == NULL)
    {
      note_pattern (self, _("the pattern “%s” is no regular expression"), pattern);
      return MCP_PATTERN_GAVE_UP;
    }

  result = mcp_pattern_match (found, text, length, self->deadline_usec, &n_steps);
  mcp_schema_check_charge (self, n_steps * BUDGET_PER_STEP);
  if (result == MCP_PATTERN_GAVE_UP)
    note_pattern (self, _("the pattern “%s” takes too long to try"), pattern);

  return result;
}

static gboolean
apply_entry (McpSchemaPlace       *place,
             const McpSchemaEntry *entry)
{
  McpSchemaCheck *check = place->check;
  const McpSchemaKeyword *keyword = entry->keyword;
  gboolean fits;
  gsize before;

  if (keyword == NULL || (keyword->type != MCP_JSON_NONE && keyword->type != place->type)
      || (entry->asserts && !check->refs->asserts))
    return TRUE;

  /* Each may read all of the value, and nothing says that a schema has it only once. */
  if (!mcp_schema_check_charge (check, place->value.length))
    return TRUE;

  before = check->keyword;
  check->keyword = entry->key.offset;
  fits = keyword->func (place, entry->value);
  check->keyword = before;

  return fits;
}

static gboolean
apply_entries (McpSchemaPlace *place,
               gboolean        last)
{
  GArray *entries = place->node->entries;
  gboolean fits = TRUE;

  /* In a trial the first reason is enough. */
  for (guint i = 0; i < entries->len && (fits || place->check->n_trials == 0); i++)
    {
      const McpSchemaEntry *entry = &g_array_index (entries, McpSchemaEntry, i);

      if (entry->comes_last == last && !apply_entry (place, entry))
        fits = FALSE;
    }

  return fits;
}

static gboolean
apply_keywords (McpSchemaPlace *place)
{
  McpSchemaCheck *check = place->check;
  gboolean fits;
  McpSpan reference;

  if (check->refs->ref_alone)
    {
      reference = mcp_schema_place_keyword (place, "$ref");
      if (reference.length > 0)
        return mcp_schema_check_ref (place, reference);
    }

  fits = apply_entries (place, FALSE);
  if (check->seen == NULL || (!fits && check->n_trials > 0))
    return fits;

  return apply_entries (place, TRUE) && fits;
}

/* Whether the schema, or one around it, asks what of the value was looked at. */
static gboolean
asks_what_was_seen (McpSchemaPlace *place)
{
  if (place->type == MCP_JSON_OBJECT)
    return place->check->seen != NULL || place->node->asks_members;

  return place->type == MCP_JSON_ARRAY && (place->check->seen != NULL || place->node->asks_elements);
}

static gboolean
apply_object (McpSchemaPlace *place)
{
  McpSchemaCheck *check = place->check;
  McpSchemaSeen *outer = check->seen;
  McpSchemaSeen own = { FALSE };
  gsize scope = mcp_schema_check_enter (check, place->schema.offset);
  gboolean fits;

  place->node = mcp_schema_refs_get_node (check->refs, place->schema);
  check->seen = asks_what_was_seen (place) ? &own : NULL;
  fits = apply_keywords (place);
  check->seen = outer;
  if (fits && outer != NULL)
    mcp_schema_seen_merge (outer, &own);
  mcp_schema_seen_clear (&own);
  mcp_schema_check_leave (check, scope);

  return fits;
}

/* Applies a schema to a value. What could not be checked fits. */
gboolean
mcp_schema_check_apply (McpSchemaCheck *self,
                        McpSpan         schema,
                        McpSpan         value)
{
  McpSchemaPlace place = { self, schema, value, mcp_scan_type_of (self->value, value), NULL, { NULL }, FALSE };
  gboolean fits;

  if (!mcp_schema_check_charge (self, schema.length + value.length))
    return TRUE;

  if (self->schema[schema.offset] == 'f')
    {
      gsize keyword = self->keyword;

      self->keyword = schema.offset;
      mcp_schema_check_report (self, "false", _("is not allowed here"));
      self->keyword = keyword;
      return FALSE;
    }
  if (self->schema[schema.offset] != '{')
    return TRUE;

  if (self->depth == MAX_DEPTH)
    {
      self->gave_up = _("schema and value are nested too deeply to be checked");
      return TRUE;
    }

  self->depth++;
  fits = apply_object (&place);
  self->depth--;
  mcp_schema_names_clear (&place.members);

  return fits || self->gave_up != NULL;
}

/* Applies a schema without saying what does not fit. */
gboolean
mcp_schema_check_try (McpSchemaCheck *self,
                      McpSpan         schema,
                      McpSpan         value)
{
  gboolean fits;

  self->n_trials++;
  fits = mcp_schema_check_apply (self, schema, value);
  self->n_trials--;

  return fits;
}

/*
 * The same, where nobody asks what of the value it looks at: a name, an element, or what must not
 * fit.
 */
gboolean
mcp_schema_check_try_apart (McpSchemaCheck *self,
                            McpSpan         schema,
                            McpSpan         value)
{
  McpSchemaSeen *seen = g_steal_pointer (&self->seen);
  gboolean fits = mcp_schema_check_try (self, schema, value);

  self->seen = seen;

  return fits;
}

static gboolean
apply_step (McpSchemaCheck      *self,
            McpSpan              schema,
            McpSpan              value,
            const McpSchemaStep *step)
{
  McpSchemaSeen *seen = g_steal_pointer (&self->seen);
  gboolean fits;

  self->at = step;
  fits = mcp_schema_check_apply (self, schema, value);
  self->at = step->outer;
  self->seen = seen;

  return fits;
}

/* Applies a schema to a member. */
gboolean
mcp_schema_check_member (McpSchemaCheck *self,
                         McpSpan         schema,
                         McpSpan         value,
                         const char     *name,
                         gsize           length)
{
  McpSchemaStep step = { self->at, name, length, 0 };

  return apply_step (self, schema, value, &step);
}

/* Applies a schema to an element. */
gboolean
mcp_schema_check_element (McpSchemaCheck *self,
                          McpSpan         schema,
                          McpSpan         value,
                          guint           index)
{
  McpSchemaStep step = { self->at, NULL, 0, index };

  return apply_step (self, schema, value, &step);
}

static void
run (McpSchemaCheck *check,
     McpSpan         schema,
     gsize           length)
{
  McpSpan value;

  mcp_json_lookup (check->value, length, NULL, &value);
  mcp_schema_check_apply (check, schema, value);

  if (check->gave_up != NULL)
    add_error (check, MCP_SCHEMA_UNCHECKED, "", g_strdup (check->gave_up), g_strdup (""));
}

static GPtrArray *
validate_part (McpSchema      *self,
               McpSchemaRefs  *refs,
               McpSpan         schema,
               const char     *value,
               gsize           length,
               McpSchemaCheck *check)
{
  g_autoptr (GError) error = NULL;

  check->schema = mcp_schema_get_text (self);
  check->whole = self;
  check->value = value;
  check->errors = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_schema_error_free);
  check->noted = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  check->deadline_usec = g_get_monotonic_time () + DEADLINE_USEC;

  check->scope = mcp_schema_check_new_scope ();
  check->refs = refs;
  /* Of a part that is asked for again and again it was said. */
  if (schema.offset == refs->root.offset)
    mcp_schema_check_read_dialect (check);

  if (mcp_json_validate (value, length, &error))
    run (check, schema, length);
  else
    add_error (check, MCP_SCHEMA_BREAKS, "", g_strdup (error->message), g_strdup (""));

  g_clear_pointer (&check->documents, g_hash_table_unref);
  g_array_unref (check->scope);
  g_hash_table_unref (check->noted);

  return check->errors;
}

static GPtrArray *
validate (McpSchema      *self,
          const char     *value,
          gssize          length,
          gint64          budget,
          gint64          budget_per_byte,
          McpSchemaCheck *check)
{
  const char *text = mcp_schema_get_text (self);
  McpSchemaRefs refs;
  GPtrArray *errors;

  if (length < 0)
    length = strlen (value);
  check->budget = budget + (gint64) length * budget_per_byte;

  mcp_schema_refs_init (&refs, text, strlen (text), NULL);
  errors = validate_part (self, &refs, refs.root, value, length, check);
  mcp_schema_refs_clear (&refs);

  return errors;
}

/**
 * mcp_schema_validate:
 * @value: a JSON value
 * @length: its length in bytes, -1 if it ends in NUL
 *
 * Checks a value. Numbers are compared by value, formats are not asserted. What could not be
 * checked is an entry, too: a reference that is not local and was not fetched, a pattern that is
 * none or takes too long, nesting or work over the limits. A value that is not valid JSON has
 * one entry that says so.
 *
 * It may take two seconds: call it in a worker. Safe from any thread.
 *
 * Returns: (transfer full) (element-type McpSchemaError): in which ways the value does not fit;
 *   empty if it does
 */
GPtrArray *
mcp_schema_validate (McpSchema  *self,
                     const char *value,
                     gssize      length)
{
  McpSchemaCheck check = { NULL };
  GPtrArray *errors;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  check.patterns = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) mcp_pattern_free);
  errors = validate (self, value, length, MIN_BUDGET, BUDGET_PER_BYTE, &check);
  g_hash_table_unref (check.patterns);

  return errors;
}

/**
 * mcp_schema_validate_quickly:
 * @value: a JSON value
 * @length: its length in bytes, -1 if it ends in NUL
 *
 * Checks a value where nobody can wait: with little work, and without regular expressions.
 *
 * Returns: (transfer full) (element-type McpSchemaError) (nullable): what mcp_schema_validate()
 *   says; %NULL when only that can tell
 */
GPtrArray *
mcp_schema_validate_quickly (McpSchema  *self,
                             const char *value,
                             gssize      length)
{
  McpSchemaCheck check = { NULL };
  GPtrArray *errors;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (value != NULL, NULL);

  errors = validate (self, value, length, QUICK_BUDGET, QUICK_PER_BYTE, &check);
  if (check.gave_up != NULL)
    g_clear_pointer (&errors, g_ptr_array_unref);

  return errors;
}

/* What beginning takes. */
#define COST_OF_PART 1024

/*
 * Checks a value against a part of a schema, as mcp_schema_validate_quickly() does against the
 * whole. What it costs is taken from @budget.
 */
GPtrArray *
mcp_schema_validate_part (McpSchema     *self,
                          McpSchemaRefs *refs,
                          McpSpan        schema,
                          const char    *value,
                          gsize          length,
                          gint64        *budget)
{
  McpSchemaCheck check = { NULL };
  gint64 given = MIN (*budget, QUICK_BUDGET + (gint64) length * QUICK_PER_BYTE);
  GPtrArray *errors;

  if (*budget <= 0)
    return NULL;

  check.budget = given;
  errors = validate_part (self, refs, schema, value, length, &check);
  *budget -= MAX (given - check.budget, 0) + COST_OF_PART;
  if (check.gave_up != NULL)
    g_clear_pointer (&errors, g_ptr_array_unref);

  return errors;
}

void
mcp_schema_error_free (McpSchemaError *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->message);
  g_free (self->keyword);
  g_free (self->lacking);
  g_free (self->schema_path);
  g_free (self);
}
