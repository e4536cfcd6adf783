/* mcp-pattern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-pattern.h"

/**
 * McpPattern:
 *
 * The one place where a server's regular expression is run. The limits of GRegex do not hold one
 * back: PCRE counts steps for each position where a match may begin, and not what a single step
 * reads. Here PCRE calls back before each item of the pattern, over all positions, and is told to
 * stop when it has done too much or the time is over.
 */

/* Classes of many ranges are slow for each character. */
#define MAX_PATTERN_BYTES (8 * 1024)
#define MAX_SUBJECT_BYTES (64 * 1024)

#define MAX_STEPS 1000000
#define MAX_HEAP_KIB (16 * 1024)

/* What an item has read, in steps. */
#define BYTES_PER_STEP 16

/* Between two looks at the clock. */
#define STEPS_PER_LOOK 4096

struct _McpPattern
{
  pcre2_code *code;
  gboolean    looks_back;  /* has references to groups: an item may read and not advance */
};

typedef struct
{
  guint64  n_steps;
  guint64  max_steps;
  guint64  next_look;
  gsize    length;
  gsize    position;
  gboolean looks_back;
  gint64   deadline_usec;
} Run;

/* ECMA-262's white space and line terminators; PCRE knows those of ASCII, or all of Unicode. */
#define SPACES "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}" \
               "\\x{3000}\\x{feff}"

/* The long names of general categories (UTS 18, and ECMA-262 table 67); PCRE has the short ones. */
static const struct
{
  const char *name;
  const char *category;
} categories[] = {
  { "Cased_Letter", "L&" },            { "Close_Punctuation", "Pe" },
  { "Connector_Punctuation", "Pc" },   { "Control", "Cc" },
  { "Currency_Symbol", "Sc" },         { "Dash_Punctuation", "Pd" },
  { "Decimal_Number", "Nd" },          { "Enclosing_Mark", "Me" },
  { "Final_Punctuation", "Pf" },       { "Format", "Cf" },
  { "Initial_Punctuation", "Pi" },     { "Letter", "L" },
  { "Letter_Number", "Nl" },           { "Line_Separator", "Zl" },
  { "Lowercase_Letter", "Ll" },        { "Mark", "M" },
  { "Math_Symbol", "Sm" },             { "Modifier_Letter", "Lm" },
  { "Modifier_Symbol", "Sk" },         { "Nonspacing_Mark", "Mn" },
  { "Number", "N" },                   { "Open_Punctuation", "Ps" },
  { "Other", "C" },                    { "Other_Letter", "Lo" },
  { "Other_Number", "No" },            { "Other_Punctuation", "Po" },
  { "Other_Symbol", "So" },            { "Paragraph_Separator", "Zp" },
  { "Private_Use", "Co" },             { "Punctuation", "P" },
  { "Separator", "Z" },                { "Space_Separator", "Zs" },
  { "Spacing_Mark", "Mc" },            { "Surrogate", "Cs" },
  { "Symbol", "S" },                   { "Titlecase_Letter", "Lt" },
  { "Unassigned", "Cn" },              { "Uppercase_Letter", "Lu" },
  { "digit", "Nd" },                   { "punct", "P" },
};

/* Writes what is between the braces of \p{…} as PCRE has it. */
static void
append_property (GString    *out,
                 const char *text,
                 gsize       length)
{
  static const char * const prefixes[] = { "General_Category=", "gc=", "Script=", "sc=",
                                           "Script_Extensions=", "scx=" };
  g_autofree char *name = g_strndup (text, length);
  const char *value = name;

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]))
      value = name + strlen (prefixes[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (categories); i++)
    if (g_str_equal (value, categories[i].name))
      value = categories[i].category;

  g_string_append (out, value);
}

/*
 * From ECMA-262 to PCRE: a code point is \uXXXX there and \x{XXXX} here, white space is more than that
 * of ASCII and digits are not, and properties have long names.
 */
static char *
translate (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean in_class = FALSE;

  for (const char *p = text; *p != '\0'; p++)
    {
      const char *end;

      if (p[0] != '\\' || p[1] == '\0')
        {
          in_class = *p == '[' || (in_class && *p != ']');
          g_string_append_c (out, *p);
          continue;
        }

      if (p[1] == 'u' && g_ascii_isxdigit (p[2]) && g_ascii_isxdigit (p[3]) &&
          g_ascii_isxdigit (p[4]) && g_ascii_isxdigit (p[5]))
        {
          g_string_append_printf (out, "\\x{%.4s}", p + 2);
          p += 5;
          continue;
        }
      if ((p[1] == 'p' || p[1] == 'P') && p[2] == '{' && (end = strchr (p, '}')) != NULL)
        {
          g_string_append_printf (out, "\\%c{", p[1]);
          append_property (out, p + 3, end - p - 3);
          g_string_append_c (out, '}');
          p = end;
          continue;
        }

      if (p[1] == 's')
        g_string_append (out, in_class ? SPACES : "[" SPACES "]");
      else if (p[1] == 'S' && !in_class)
        g_string_append (out, "[^" SPACES "]");
      else
        g_string_append_len (out, p, 2);
      p++;
    }

  return g_string_free (out, FALSE);
}

static pcre2_code *
compile (const char *text,
         int        *code_error)
{
  const guint32 options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_AUTO_CALLOUT |
                          PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF |
                          PCRE2_NEVER_BACKSLASH_C;
  g_autofree char *translated = translate (text);
  pcre2_compile_context *context = pcre2_compile_context_create (NULL);
  PCRE2_SIZE offset;
  pcre2_code *code;

  pcre2_set_newline (context, PCRE2_NEWLINE_ANY);
  code = pcre2_compile ((PCRE2_SPTR) translated, PCRE2_ZERO_TERMINATED, options, code_error, &offset,
                        context);
  pcre2_compile_context_free (context);

  return code;
}

/**
 * mcp_pattern_new:
 * @text: a regular expression
 *
 * Reads an expression.
 *
 * Returns: (transfer full): a pattern, or %NULL with %MCP_ERROR_CONFIG for one that PCRE does not
 *   understand, or that is too long
 */
McpPattern *
mcp_pattern_new (const char  *text,
                 GError     **error)
{
  McpPattern *self;
  pcre2_code *code;
  guint32 n_references = 0;
  int code_error;

  g_return_val_if_fail (text != NULL, NULL);

  if (strlen (text) > MAX_PATTERN_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("it has more than %u bytes"), MAX_PATTERN_BYTES);
      return NULL;
    }

  code = compile (text, &code_error);
  if (code == NULL)
    {
      char message[256];

      pcre2_get_error_message (code_error, (PCRE2_UCHAR *) message, sizeof message);
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, message);
      return NULL;
    }

  self = g_new0 (McpPattern, 1);
  self->code = code;
  pcre2_pattern_info (code, PCRE2_INFO_BACKREFMAX, &n_references);
  self->looks_back = n_references > 0;

  return self;
}

/* A group that PCRE or Python has, and ECMA-262 has not: (?P<…>, (?>, (?#, (?i). */
static gboolean
has_foreign_group (const char *text)
{
  gboolean in_class = FALSE;

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '\\' && p[1] != '\0')
        {
          p++;
          continue;
        }
      in_class = *p == '[' || (in_class && *p != ']');
      if (!in_class && p[0] == '(' && p[1] == '?'
          && (strchr ("P>#", p[2]) != NULL || p[2 + strspn (p + 2, "imsx")] == ')'))
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_pattern_is_malformed:
 * @text: a regular expression
 *
 * Gets whether an expression is none in ECMA-262 either. What only PCRE does not understand, or finds
 * too much, is not told: a pattern may be right and not be run here.
 */
gboolean
mcp_pattern_is_malformed (const char *text)
{
  pcre2_code *code;
  int error;

  g_return_val_if_fail (text != NULL, FALSE);

  if (strlen (text) > MAX_PATTERN_BYTES)
    return FALSE;
  if (has_foreign_group (text))
    return TRUE;

  code = compile (text, &error);
  if (code != NULL)
    {
      pcre2_code_free (code);
      return FALSE;
    }

  switch (error)
    {
    case PCRE2_ERROR_END_BACKSLASH:
    case PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER:
    case PCRE2_ERROR_MISSING_SQUARE_BRACKET:
    case PCRE2_ERROR_QUANTIFIER_INVALID:
    case PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS:
    case PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS:
      return TRUE;

    case PCRE2_ERROR_CLASS_RANGE_ORDER:
      /* White space was written out, and may stand beside a “-” now. */
      return strstr (text, "\\s") == NULL;

    default:
      return FALSE;
    }
}

void
mcp_pattern_free (McpPattern *self)
{
  if (self == NULL)
    return;

  pcre2_code_free (self->code);
  g_free (self);
}

static int
item_cb (pcre2_callout_block *block,
         void                *user_data)
{
  Run *run = user_data;
  gsize moved = block->current_position > run->position ? block->current_position - run->position
                                                        : run->position - block->current_position;

  run->n_steps += 1 + (run->looks_back ? run->length : moved) / BYTES_PER_STEP;
  run->position = block->current_position;
  if (run->n_steps > run->max_steps)
    return PCRE2_ERROR_CALLOUT;

  if (run->n_steps < run->next_look)
    return 0;

  run->next_look = run->n_steps + STEPS_PER_LOOK;

  return g_get_monotonic_time () > run->deadline_usec ? PCRE2_ERROR_CALLOUT : 0;
}

static McpPatternResult
run_pattern (McpPattern *self,
             const char *subject,
             gsize       length,
             gsize       at,
             guint32     options,
             Run        *run,
             McpSpan    *found)
{
  pcre2_match_context *context = pcre2_match_context_create (NULL);
  /* It keeps what a match has needed: not for longer than that. */
  pcre2_match_data *data = pcre2_match_data_create_from_pattern (self->code, NULL);
  int result;

  run->length = length;
  run->position = at;
  run->looks_back = self->looks_back;
  run->next_look = STEPS_PER_LOOK;
  pcre2_set_callout (context, item_cb, run);
  pcre2_set_match_limit (context, MAX_STEPS);
  pcre2_set_heap_limit (context, MAX_HEAP_KIB);
  result = pcre2_match (self->code, (PCRE2_SPTR) subject, length, at, options, data, context);
  if (result > 0 && found != NULL)
    {
      const PCRE2_SIZE *ends = pcre2_get_ovector_pointer (data);

      /* \K may set the start behind the end. */
      *found = (McpSpan) { MIN (ends[0], ends[1]), MAX (ends[0], ends[1]) - MIN (ends[0], ends[1]) };
    }
  pcre2_match_data_free (data);
  pcre2_match_context_free (context);

  if (result == PCRE2_ERROR_NOMATCH)
    return MCP_PATTERN_DIFFERS;

  return result < 0 ? MCP_PATTERN_GAVE_UP : MCP_PATTERN_MATCHES;
}

/**
 * mcp_pattern_match:
 * @subject: (array length=length): a text
 * @deadline_usec: when to give up, in monotonic time
 * @n_steps: (out): what it took
 *
 * Looks for the pattern anywhere in a text.
 *
 * Returns: whether it is there, if that could be told
 */
McpPatternResult
mcp_pattern_match (McpPattern *self,
                   const char *subject,
                   gsize       length,
                   gint64      deadline_usec,
                   guint64    *n_steps)
{
  Run run = { .max_steps = MAX_STEPS, .deadline_usec = deadline_usec };
  McpPatternResult result;

  g_return_val_if_fail (self != NULL, MCP_PATTERN_GAVE_UP);
  g_return_val_if_fail (subject != NULL, MCP_PATTERN_GAVE_UP);

  *n_steps = 0;
  if (length > MAX_SUBJECT_BYTES)
    return MCP_PATTERN_GAVE_UP;

  result = run_pattern (self, subject, length, 0, 0, &run, NULL);
  *n_steps = run.n_steps;

  return result;
}

/**
 * mcp_pattern_find:
 * @subject: (array length=length): a text, which is valid UTF-8
 * @at: where to begin, the start of a character
 * @n_left: (inout): how many steps may be done
 * @found: (out): where it is first, when it is there
 *
 * Looks where the pattern is in a text.
 *
 * Returns: whether it is there, if that could be told in so many steps
 */
McpPatternResult
mcp_pattern_find (McpPattern *self,
                  const char *subject,
                  gsize       length,
                  gsize       at,
                  guint64    *n_left,
                  McpSpan    *found)
{
  Run run = { .max_steps = *n_left, .deadline_usec = G_MAXINT64 };
  McpPatternResult result = run_pattern (self, subject, length, at, PCRE2_NO_UTF_CHECK, &run, found);

  *n_left -= MIN (*n_left, run.n_steps);

  return result;
}
