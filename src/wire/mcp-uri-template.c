/* mcp-uri-template.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-text.h"
#include "mcp-uri-template.h"

/* How much of a template a message quotes. */
#define MAX_QUOTED_BYTES 200

/**
 * McpUriTemplate:
 *
 * A URI Template (RFC 6570), all four levels, read once and expanded often. Values are strings,
 * so the explode modifier is accepted and changes nothing (section 3.2.1).
 */

/* RFC 6570, appendix A. */
typedef struct
{
  char        symbol;         /* NUL for simple expansion */
  const char *first;
  const char *separator;
  gboolean    named;
  const char *if_empty;
  gboolean    allow_reserved;
} Operator;

static const Operator operators[] = {
  { '\0', "", ",", FALSE, "", FALSE },
  { '+', "", ",", FALSE, "", TRUE },
  { '#', "#", ",", FALSE, "", TRUE },
  { '.', ".", ".", FALSE, "", FALSE },
  { '/', "/", "/", FALSE, "", FALSE },
  { ';', ";", ";", TRUE, "", FALSE },
  { '?', "?", "&", TRUE, "=", FALSE },
  { '&', "&", "&", TRUE, "=", FALSE },
};

typedef struct
{
  char *name;
  guint max_length;  /* in characters; 0 is no limit */
} Variable;

/* A literal, or an expression. */
typedef struct
{
  char           *literal;    /* ready to be copied; NULL in an expression */
  const Operator *operator;
  GArray         *variables;  /* of Variable */
} Part;

struct _McpUriTemplate
{
  GArray     *parts;
  GPtrArray  *names; /* owned by their variables; ends with NULL */
  GHashTable *known; /* the same names, to find one fast */
};

static void
clear_variable (gpointer variable)
{
  g_free (((Variable *) variable)->name);
}

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_free (part->literal);
  g_clear_pointer (&part->variables, g_array_unref);
}

static gboolean
is_triplet (const char *p)
{
  return p[0] == '%' && g_ascii_isxdigit (p[1]) && g_ascii_isxdigit (p[2]);
}

/* Section 1.5: unreserved, and with @allow_reserved also reserved and triplets as they are. */
static void
append_encoded (GString    *out,
                const char *text,
                const char *end,
                gboolean    allow_reserved)
{
  for (const char *p = text; p < end; p++)
    {
      gboolean plain = g_ascii_isalnum (*p) || strchr ("-._~", *p) != NULL;

      if (allow_reserved && strchr (":/?#[]@!$&'()*+,;=", *p) != NULL)
        plain = TRUE;
      if (allow_reserved && end - p >= 3 && is_triplet (p))
        plain = TRUE;

      if (plain)
        g_string_append_c (out, *p);
      else
        g_string_append_printf (out, "%%%02X", (guchar) *p);
    }
}

/* RFC 6570 has no hyphen in names; servers do. */
static gsize
name_length (const char *p)
{
  const char *start = p;

  for (;;)
    {
      if (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
        p++;
      else if (is_triplet (p))
        p += 3;
      else if (*p == '.' && p > start && p[-1] != '.')
        p++;
      else
        break;
    }

  return p > start && p[-1] == '.' ? 0 : p - start;
}

static gboolean
refuse (const char *text,
        const char *at,
        GError    **error)
{
  g_autofree char *shown = mcp_text_elide (text, MAX_QUOTED_BYTES);

  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
               /* Translators: a template such as file:///{path}, and a position in it. */
               _("“%s” is no URI template: wrong at character %ld"),
               shown, g_utf8_pointer_to_offset (text, at) + 1);

  return FALSE;
}

/* A variable with its modifier; moves @position behind it. */
static gboolean
parse_variable (const char **position,
                Variable    *variable)
{
  const char *p = *position;
  gsize length = name_length (p);

  if (length == 0)
    return FALSE;

  variable->max_length = 0;
  variable->name = g_strndup (p, length);
  p += length;

  if (*p == '*')
    p++;
  else if (*p == ':')
    {
      guint n_digits = 0;

      for (p++; g_ascii_isdigit (*p) && n_digits < 4; p++, n_digits++)
        variable->max_length = variable->max_length * 10 + (guint) (*p - '0');
      /* Section 2.4.1: 1 to 9999, without a leading zero. */
      if (n_digits == 0 || p[-(gssize) n_digits] == '0')
        g_clear_pointer (&variable->name, g_free);
    }

  *position = p;

  return variable->name != NULL;
}

static const Operator *
parse_operator (const char **position)
{
  for (guint i = 1; i < G_N_ELEMENTS (operators); i++)
    if (**position == operators[i].symbol)
      {
        (*position)++;
        return &operators[i];
      }

  return &operators[0];
}

/* @position is behind the opening brace; moves it behind the closing one. */
static gboolean
parse_expression (McpUriTemplate *self,
                  const char    **position)
{
  Part part = { NULL };

  part.operator = parse_operator (position);
  part.variables = g_array_new (FALSE, FALSE, sizeof (Variable));
  g_array_set_clear_func (part.variables, clear_variable);
  g_array_append_val (self->parts, part);

  for (;;)
    {
      Variable variable;

      if (!parse_variable (position, &variable))
        return FALSE;
      g_array_append_val (part.variables, variable);

      if (g_hash_table_add (self->known, variable.name))
        g_ptr_array_add (self->names, variable.name);

      if (**position == '}')
        break;
      if (**position != ',')
        return FALSE;
      (*position)++;
    }

  (*position)++;

  return TRUE;
}

/* Section 2.1: what a URI may not have is encoded, the rest copied. */
static void
add_literal (McpUriTemplate *self,
             const char     *text,
             const char     *end)
{
  GString *literal;
  Part part = { NULL };

  if (text == end)
    return;

  literal = g_string_new (NULL);
  append_encoded (literal, text, end, TRUE);
  part.literal = g_string_free (literal, FALSE);
  g_array_append_val (self->parts, part);
}

/* Not strcspn(), of which a checking build looks at all of the text each time. */
static const char *
find_brace (const char *p)
{
  while (*p != '\0' && *p != '{' && *p != '}')
    p++;

  return p;
}

static gboolean
parse (McpUriTemplate *self,
       const char     *text,
       GError        **error)
{
  const char *p = text;

  while (*p != '\0')
    {
      const char *brace = find_brace (p);

      add_literal (self, p, brace);
      p = brace;
      if (*p == '\0')
        break;
      if (*p == '}')
        return refuse (text, p, error);

      p++;
      if (!parse_expression (self, &p))
        return refuse (text, p, error);
    }

  return TRUE;
}

/**
 * mcp_uri_template_new:
 * @text: a template, valid UTF-8
 * @error: return location for an error of %MCP_ERROR_INVALID_MESSAGE
 *
 * Reads a URI Template (RFC 6570). Names with a hyphen are accepted, too.
 *
 * Returns: (transfer full) (nullable): a new template, or %NULL with an error
 */
McpUriTemplate *
mcp_uri_template_new (const char  *text,
                      GError     **error)
{
  McpUriTemplate *self;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (McpUriTemplate, 1);
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, clear_part);
  self->names = g_ptr_array_new ();
  self->known = g_hash_table_new (mcp_str_hash, g_str_equal);

  if (!parse (self, text, error))
    {
      mcp_uri_template_free (self);
      return NULL;
    }

  g_ptr_array_add (self->names, NULL);

  return self;
}

void
mcp_uri_template_free (McpUriTemplate *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->names);
  g_array_unref (self->parts);
  g_free (self);
}

/**
 * mcp_uri_template_get_variables:
 *
 * Gets the names of the variables, each once, in the order of the template.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 */
const char * const *
mcp_uri_template_get_variables (McpUriTemplate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char * const *) self->names->pdata;
}

/* Section 3.2.1: the value of one variable, with its name where the operator wants it. */
static void
expand_variable (GString        *out,
                 const Operator *operator,
                 const Variable *variable,
                 const char     *value)
{
  const char *end = value + strlen (value);

  if (operator->named)
    {
      g_string_append (out, variable->name);
      g_string_append (out, *value == '\0' ? operator->if_empty : "=");
    }

  if (variable->max_length > 0 && g_utf8_strlen (value, end - value) > (glong) variable->max_length)
    end = g_utf8_offset_to_pointer (value, variable->max_length);

  append_encoded (out, value, end, operator->allow_reserved);
}

/**
 * mcp_uri_template_expand:
 * @values: (element-type utf8 utf8): values by name, valid UTF-8; an absent one is undefined
 *
 * Makes a URI. An undefined variable is left out with its separator (section 3.2.1).
 *
 * Returns: (transfer full): the URI
 */
char *
mcp_uri_template_expand (McpUriTemplate *self,
                         GHashTable     *values)
{
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (values != NULL, NULL);

  out = g_string_new (NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);
      gboolean is_first = TRUE;

      if (part->literal != NULL)
        {
          g_string_append (out, part->literal);
          continue;
        }

      for (guint j = 0; j < part->variables->len; j++)
        {
          const Variable *variable = &g_array_index (part->variables, Variable, j);
          const char *value = g_hash_table_lookup (values, variable->name);

          if (value == NULL)
            continue;
          g_string_append (out, is_first ? part->operator->first : part->operator->separator);
          expand_variable (out, part->operator, variable, value);
          is_first = FALSE;
        }
    }

  return g_string_free (out, FALSE);
}
