/* mcp-linter-members.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-text.h"

/*
 * What a server sends, against the table of what the schema of its revision says
 * (mcp-structure-members.c).
 */

#define MAX_WALKED_BYTES (1024 * 1024)
/* Elements that are looked at; who has more has the same trouble. */
#define MAX_ITEMS 100
#define MAX_FINDINGS 100
/* How much of a value a finding shows. */
#define MAX_SHOWN_BYTES 60

/* A member or an element on the way to a value. */
typedef struct _Step Step;
struct _Step
{
  const Step *outer;   /* (nullable) */
  const char *name;    /* (nullable), with its quotes; NULL: an element */
  gsize       length;
  guint       index;
};

typedef struct
{
  McpReporter *reporter;
  McpRevision  revision;
  const char  *owner;   /* whose members they are, for people */
  guint        serial;
  guint        n_found;
} Walk;

static const char * const expected[] = {
  [MCP_VALUE_ANY] = "",
  [MCP_VALUE_STRING] = N_("has to be a string"),
  [MCP_VALUE_URI] = N_("has to be a URI"),
  [MCP_VALUE_INTEGER] = N_("has to be a whole number"),
  [MCP_VALUE_COUNT] = N_("has to be a whole number, 0 or more"),
  [MCP_VALUE_NUMBER] = N_("has to be a number"),
  [MCP_VALUE_SHARE] = N_("has to be a number from 0 to 1"),
  [MCP_VALUE_BOOLEAN] = N_("has to be true or false"),
  [MCP_VALUE_OBJECT] = N_("has to be an object"),
  [MCP_VALUE_ID] = N_("has to be a string or a whole number"),
  [MCP_VALUE_SCHEMA] = N_("has to be an object"),
  [MCP_VALUE_WORD] = N_("has to be one of: %s"),
  [MCP_VALUE_STRUCTURE] = N_("has to be an object"),
};

static void check_structure (Walk         *walk,
                             const char   *outer,
                             McpStructure  structure,
                             const char   *object,
                             gsize         length,
                             const Step   *at);

/* The rule that a structure belongs to; one without shares that of what it is in, @outer. */
static const char *
find_rule (McpStructure structure,
           const char  *outer)
{
  switch ((int) structure)
    {
    case MCP_STRUCTURE_INITIALIZE_RESULT:
    case MCP_STRUCTURE_IMPLEMENTATION:
      return "lifecycle.bad-answer";
    case MCP_STRUCTURE_DISCOVER_RESULT:
      return "modern.discover";
    case MCP_STRUCTURE_LIST_RESULT:
      return "list.bad-item";
    case MCP_STRUCTURE_CAPABILITIES:
      return "capability.member";
    case MCP_STRUCTURE_BLOCK:
    case MCP_STRUCTURE_SAMPLING_BLOCK:
      return "content.type";
    case MCP_STRUCTURE_TEXT:
    case MCP_STRUCTURE_MEDIA:
    case MCP_STRUCTURE_LINK:
    case MCP_STRUCTURE_EMBEDDED:
    case MCP_STRUCTURE_TOOL_USE:
    case MCP_STRUCTURE_TOOL_RESULT:
      return "content.member";
    case MCP_STRUCTURE_CONTENTS:
      return g_str_equal (outer, "content.member") ? outer : "resources.contents";
    case MCP_STRUCTURE_TOOL:
      return g_str_equal (outer, "sampling.member") ? outer : "list.member";
    case MCP_STRUCTURE_RESOURCE:
    case MCP_STRUCTURE_TEMPLATE:
    case MCP_STRUCTURE_PROMPT:
      return "list.member";
    case MCP_STRUCTURE_INPUT_SCHEMA:
      return "tools.input-schema";
    case MCP_STRUCTURE_OUTPUT_SCHEMA:
      return "tools.output-schema";
    case MCP_STRUCTURE_PROMPT_MESSAGE:
      return "prompts.message";
    case MCP_STRUCTURE_ICON:
      return "icons.member";
    case MCP_STRUCTURE_INPUT_REQUEST:
      return "modern.input-request";
    case MCP_STRUCTURE_ELICIT_PARAMS:
      return "elicitation.member";
    case MCP_STRUCTURE_SAMPLING_PARAMS:
      return "sampling.member";
    case MCP_STRUCTURE_CANCELLED:
    case MCP_STRUCTURE_PROGRESS:
    case MCP_STRUCTURE_LOG:
    case MCP_STRUCTURE_UPDATED:
    case MCP_STRUCTURE_NOTIFICATION:
    case MCP_STRUCTURE_COMPLETED_ELICITATION:
    case MCP_STRUCTURE_ACKNOWLEDGED:
      return "notification.member";
    default:
      return outer;
    }
}

/* A token of a JSON Pointer (RFC 6901). */
static void
append_token (GString    *place,
              const char *name)
{
  g_autoptr (GString) token = g_string_new (name);

  g_string_replace (token, "~", "~0", 0);
  g_string_replace (token, "/", "~1", 0);
  g_string_append_printf (place, "/%s", token->str);
}

/* The place as a JSON Pointer; @name, (nullable), is a member that is not there. */
static char *
dup_place (const Step *at,
           const char *name)
{
  const Step *steps[32];
  GString *place = g_string_new (NULL);
  guint n = 0;

  for (const Step *step = at; step != NULL && n < G_N_ELEMENTS (steps); step = step->outer)
    steps[n++] = step;
  for (; n > 0; n--)
    {
      g_autofree char *key = steps[n - 1]->name != NULL ? mcp_json_dup_string (steps[n - 1]->name, steps[n - 1]->length)
                                                        : g_strdup_printf ("%u", steps[n - 1]->index);

      append_token (place, key);
    }
  if (name != NULL)
    append_token (place, name);

  return g_string_free (place, FALSE);
}

static gboolean
begin_finding (Walk *walk)
{
  return ++walk->n_found <= MAX_FINDINGS;
}

static char *
dup_expected (const McpMember *member)
{
  g_autoptr (GString) words = NULL;

  if (member->kind != MCP_VALUE_WORD)
    return g_strdup (_(expected[member->kind]));

  words = g_string_new (member->words);
  g_string_replace (words, " ", ", ", 0);

  return g_strdup_printf (_(expected[MCP_VALUE_WORD]), words->str);
}

/* @what: (transfer full): the expected value, in words. */
static void
report_value (Walk         *walk,
              const char *rule,
              const Step   *at,
              const char   *value,
              gsize         length,
              char         *what)
{
  g_autofree char *place = dup_place (at, NULL);
  g_autofree char *token = g_strndup (value, MIN (length, 4 * MAX_SHOWN_BYTES));
  g_autofree char *shown = mcp_text_elide (token, MAX_SHOWN_BYTES);

  if (begin_finding (walk))
    mcp_reporter_report (walk->reporter, walk->serial, rule, _("%s: %s %s, and is %s"),
                         walk->owner, *place != '\0' ? place : "/", what, shown);
  g_free (what);
}

static void
report_missing (Walk            *walk,
                const char *rule,
                const Step      *at,
                const McpMember *member)
{
  g_autofree char *place = dup_place (at, member->name);
  g_autofree char *what = (member->flags & MCP_MEMBER_LIST) != 0 ? g_strdup (_("has to be an array"))
                                                                 : dup_expected (member);

  if (begin_finding (walk))
    mcp_reporter_report (walk->reporter, walk->serial, rule, _("%s: %s is missing and %s"),
                         walk->owner, place, what);
}

static gboolean
is_uri (const char *value,
        gsize       length)
{
  g_autofree char *text = mcp_json_dup_string (value, length);
  gsize n;

  if (text == NULL || !g_ascii_isalpha (*text))
    return FALSE;

  /* Characters that are not of ASCII are told of nowhere: many take them for themselves. */
  n = strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+-.");
  for (const char *p = text; *p != '\0'; p++)
    if ((guchar) *p <= ' ' || *p == '<' || *p == '>' || *p == '"')
      return FALSE;

  return text[n] == ':';
}

static gboolean
is_word (const McpMember *member,
         const char      *value,
         gsize            length)
{
  g_auto (GStrv) words = g_strsplit (member->words, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (mcp_json_key_equal (value, length, words[i]))
      return TRUE;

  return FALSE;
}

/* 1.0 is one, too (JSON Schema, integer). */
static gboolean
is_integer (const char *value,
            gsize       length)
{
  double number;

  return mcp_json_lookup_double (value, length, NULL, &number) && floor (number) == number;
}

static gboolean
is_number (McpValueKind kind,
           const char  *value,
           gsize        length)
{
  if (kind == MCP_VALUE_SHARE)
    return mcp_json_compare_numbers (value, length, "0", 1) >= 0
           && mcp_json_compare_numbers (value, length, "1", 1) <= 0;

  if (kind == MCP_VALUE_COUNT && mcp_json_compare_numbers (value, length, "0", 1) < 0)
    return FALSE;

  return kind == MCP_VALUE_NUMBER || is_integer (value, length);
}

static gboolean
fits (const McpMember *member,
      const char      *value,
      gsize            length)
{
  McpJsonType type = mcp_json_get_type (value, length);

  switch (member->kind)
    {
    case MCP_VALUE_STRING:
      return type == MCP_JSON_STRING;
    case MCP_VALUE_URI:
      return type == MCP_JSON_STRING && is_uri (value, length);
    case MCP_VALUE_INTEGER:
    case MCP_VALUE_COUNT:
    case MCP_VALUE_NUMBER:
    case MCP_VALUE_SHARE:
      return type == MCP_JSON_NUMBER && is_number (member->kind, value, length);
    case MCP_VALUE_BOOLEAN:
      return type == MCP_JSON_BOOLEAN;
    case MCP_VALUE_OBJECT:
    case MCP_VALUE_STRUCTURE:
      return type == MCP_JSON_OBJECT;
    case MCP_VALUE_ID:
      return type == MCP_JSON_STRING || (type == MCP_JSON_NUMBER && is_integer (value, length));
    case MCP_VALUE_WORD:
      return type == MCP_JSON_STRING && is_word (member, value, length);
    case MCP_VALUE_SCHEMA:
      return type != MCP_JSON_BOOLEAN;
    case MCP_VALUE_ANY:
    default:
      return TRUE;
    }
}

static gboolean
is_told (const McpMember *member,
         const char      *value,
         gsize            length)
{
  return (member->flags & MCP_MEMBER_TOLD) != 0
         && (member->kind != MCP_VALUE_URI || mcp_json_get_type (value, length) != MCP_JSON_STRING);
}

static void
check_one (Walk            *walk,
           const char *rule,
           const McpMember *member,
           const char      *value,
           gsize            length,
           const Step      *at)
{
  if (!fits (member, value, length))
    report_value (walk, rule, at, value, length, dup_expected (member));
  else if (member->kind == MCP_VALUE_STRUCTURE)
    check_structure (walk, rule, member->structure, value, length, at);
}

/* Each element of an array, or each member of an object. */
static void
check_all (Walk            *walk,
           const char *rule,
           const McpMember *member,
           const char      *value,
           gsize            length,
           const Step      *at)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan item;

  mcp_json_iter_init (&iter, value, length);
  for (guint i = 0; i < MAX_ITEMS && walk->n_found < MAX_FINDINGS && mcp_json_iter_next (&iter, &key, &item); i++)
    {
      Step step = { at, iter.is_object ? value + key.offset : NULL, key.length, i };

      check_one (walk, rule, member, value + item.offset, item.length, &step);
    }
}

static void
check_member (Walk            *walk,
              const char *rule,
              const McpMember *member,
              const char      *value,
              gsize            length,
              const Step      *at)
{
  McpJsonType type = mcp_json_get_type (value, length);
  gboolean is_list = (member->flags & MCP_MEMBER_LIST) != 0;
  gboolean is_map = (member->flags & MCP_MEMBER_MAP) != 0;

  if ((is_list || is_map) && member->kind == MCP_VALUE_STRUCTURE)
    rule = find_rule (member->structure, rule);

  if ((is_list && type == MCP_JSON_ARRAY) || (is_map && type == MCP_JSON_OBJECT)
      || ((member->flags & MCP_MEMBER_ONE_OR_LIST) != 0 && type == MCP_JSON_ARRAY))
    check_all (walk, rule, member, value, length, at);
  else if (is_told (member, value, length) && (is_list || is_map || !fits (member, value, length)))
    return;
  else if (is_list || is_map)
    report_value (walk, rule, at, value, length,
                  g_strdup (is_list ? _("has to be an array") : _("has to be an object")));
  else
    check_one (walk, rule, member, value, length, at);
}

/* The structure that a tag says it is, after telling that the revision has none of it. */
static McpStructure
find_variant (Walk         *walk,
              const char   *rule,
              McpStructure  structure,
              const char   *object,
              gsize         length,
              const Step   *at)
{
  const char *name = mcp_structure_get_tag (structure);
  g_autofree char *tag = NULL;
  McpStructure variant;
  McpSpan span;

  if (name == NULL)
    return structure;

  if (mcp_json_edit_find (object, length, name, &span))
    {
      tag = mcp_json_dup_string (object + span.offset, span.length);
      variant = tag != NULL ? mcp_structure_find_variant (structure, tag, walk->revision) : MCP_STRUCTURE_NONE;
    }
  else
    {
      variant = mcp_structure_find_variant (structure, NULL, walk->revision);
    }

  /* What asks for nothing that there is, is told of by who would ask. */
  if (variant == MCP_STRUCTURE_NONE && structure != MCP_STRUCTURE_INPUT_REQUEST && begin_finding (walk))
    {
      g_autofree char *place = dup_place (at, NULL);

      mcp_reporter_report (walk->reporter, walk->serial, rule,
                           _("%s: %s is of the %s “%s”, which this revision does not have there"), walk->owner,
                           *place != '\0' ? place : "/", name, tag != NULL ? tag : "");
    }

  return variant;
}

static void
check_either (Walk         *walk,
              const char   *rule,
              McpStructure  structure,
              const char   *object,
              gsize         length,
              const Step   *at)
{
  g_autofree char *place = NULL;
  const char *one;
  const char *other;
  gboolean has_one;
  McpSpan span;

  if (!mcp_structure_get_either (structure, &one, &other))
    return;

  has_one = mcp_json_edit_find (object, length, one, &span);
  if (has_one != mcp_json_edit_find (object, length, other, &span) || !begin_finding (walk))
    return;

  place = dup_place (at, NULL);
  mcp_reporter_report (walk->reporter, walk->serial, rule,
                       has_one ? _("%s: %s has both “%s” and “%s”") : _("%s: %s has neither “%s” nor “%s”"),
                       walk->owner, *place != '\0' ? place : "/", one, other);
}

static gboolean
applies (Walk            *walk,
         const McpMember *member)
{
  return mcp_revision_is_between (walk->revision, member->since, member->until);
}

/* Something that lacks two members is told of once. Returns FALSE if it lacks any. */
static gboolean
check_required (Walk         *walk,
                const char   *rule,
                McpStructure  structure,
                guint         seen,
                const Step   *at)
{
  const McpMember *members = mcp_structure_get_members (structure);

  for (guint i = 0; members[i].name != NULL; i++)
    if ((members[i].flags & MCP_MEMBER_REQUIRED) != 0 && (seen & (1u << i)) == 0 && applies (walk, &members[i]))
      {
        report_missing (walk, rule, at, &members[i]);
        return FALSE;
      }

  return TRUE;
}

static void
check_structure (Walk         *walk,
                 const char   *outer,
                 McpStructure  structure,
                 const char   *object,
                 gsize         length,
                 const Step   *at)
{
  const McpMember *members;
  guint n_before = walk->n_found;
  const char *rule;
  guint seen = 0;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  outer = find_rule (structure, outer);
  structure = find_variant (walk, outer, structure, object, length, at);
  members = mcp_structure_get_members (structure);
  rule = find_rule (structure, outer);

  mcp_json_iter_init (&iter, object, length);
  while (walk->n_found < MAX_FINDINGS && mcp_json_iter_next (&iter, &key, &value))
    for (guint i = 0; members[i].name != NULL; i++)
      if (mcp_json_key_equal (object + key.offset, key.length, members[i].name) && applies (walk, &members[i]))
        {
          Step step = { at, object + key.offset, key.length, 0 };

          seen |= 1u << i;
          check_member (walk, rule, &members[i], object + value.offset, value.length, &step);
          break;
        }

  if (check_required (walk, rule, structure, seen, at) && walk->n_found == n_before)
    check_either (walk, rule, structure, object, length, at);
}

/**
 * mcp_linter_check_structure:
 * @reporter: who is told
 * @serial: the record that it came in
 * @structure: what it is
 * @owner: whose members they are, for people: “The result of tools/call”
 * @object: valid JSON
 *
 * Holds what a server sent against the schema of the revision in force (schema).
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_structure (McpReporter  *reporter,
                            guint         serial,
                            McpStructure  structure,
                            const char   *owner,
                            const char   *object,
                            gsize         length)
{
  Walk walk = { reporter, mcp_reporter_get_revision (reporter), owner, serial, 0 };

  if (length <= MAX_WALKED_BYTES && mcp_json_get_type (object, length) == MCP_JSON_OBJECT)
    check_structure (&walk, "result.member", structure, object, length, NULL);

  return MIN (walk.n_found, MAX_FINDINGS);
}

/**
 * mcp_linter_check_params:
 * @reporter: who is told
 * @method: of a request or notification of the server's
 * @params: valid JSON
 * @length: 0 where there are none
 * @serial: its record
 *
 * Holds what a server asks or tells against the schema of the revision in force (schema).
 */
void
mcp_linter_check_params (McpReporter *reporter,
                         const char  *method,
                         const char  *params,
                         gsize        length,
                         guint        serial)
{
  McpStructure structure = mcp_structure_of_params (method);
  g_autofree char *owner = NULL;
  g_autofree char *schema = NULL;
  McpSpan span;
  guint n;

  if (structure == MCP_STRUCTURE_NONE)
    return;

  owner = g_strdup_printf (_("The params of %s"), method);
  n = length > 0 ? mcp_linter_check_structure (reporter, serial, structure, owner, params, length)
                 : mcp_linter_check_structure (reporter, serial, structure, owner, "{}", 2);
  if (n > 0 || structure != MCP_STRUCTURE_ELICIT_PARAMS || length == 0
      || !mcp_json_edit_find (params, length, "requestedSchema", &span))
    return;

  schema = g_strndup (params + span.offset, span.length);
  mcp_linter_check_schema (reporter, serial, "elicitation.member", _("The requestedSchema"), schema, span.length);
}
