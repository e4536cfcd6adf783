/* mcp-query-parse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-nearest.h"
#include "mcp-query-private.h"

/*
 * Compiles the text of a filter, and says where it is wrong:
 *
 *   any   = all { "or" all }
 *   all   = one { [ "and" ] one }
 *   one   = ( "-" | "not" ) one | "(" any ")" | field ":" value | word | "text" | /expression/flags
 *
 * The file is long because the grammar is read best in one piece.
 */

/* What asks for nothing, as empty quotes do: it is left out. */
#define NO_NODE G_MAXUINT

/* Where the compiler stands. */
typedef struct
{
  const char *text;
  const char *at;
  guint       depth;   /* of parentheses and negations */
  guint       n_open;  /* parentheses */
  GArray     *terms;
  GArray     *nodes;
  GError     *error;
} Parser;

static gboolean parse_any (Parser *parser,
                           guint  *node);

/* Says that what is from @from to @to is wrong. Returns FALSE. */
static gboolean fail (Parser        *parser,
                      McpQueryError  code,
                      const char    *from,
                      const char    *to,
                      const char    *format,
                      ...) G_GNUC_PRINTF (5, 6);

static gboolean
fail (Parser        *parser,
      McpQueryError  code,
      const char    *from,
      const char    *to,
      const char    *format,
      ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);

  parser->error = mcp_query_error_new (code, parser->text, from, to, reason);

  return FALSE;
}

/* Returns what is behind the character at @at, or @at where the text ends. */
static const char *
end_of_character (const char *at)
{
  return *at == '\0' ? at : g_utf8_next_char (at);
}

static void
skip_space (Parser *parser)
{
  while (g_ascii_isspace (*parser->at))
    parser->at++;
}

/* Whether a word ends here: @n_open parentheses of its own are still open. */
static gboolean
is_end (Parser *parser,
        guint   n_open)
{
  return *parser->at == '\0' || g_ascii_isspace (*parser->at)
         || (*parser->at == ')' && n_open == 0 && parser->n_open > 0);
}

/* Reads between quotes; a backslash keeps a quote. */
static void
read_quoted (Parser  *parser,
             GString *value)
{
  /* While one types, the closing quote is still to come. */
  for (parser->at++; *parser->at != '\0' && *parser->at != '"'; parser->at++)
    {
      if (parser->at[0] == '\\' && (parser->at[1] == '"' || parser->at[1] == '\\'))
        parser->at++;
      g_string_append_c (value, *parser->at);
    }
  if (*parser->at == '"')
    parser->at++;
}

static void
read_value (Parser        *parser,
            McpQueryValue *value)
{
  GString *text = g_string_new (NULL);
  guint n_open = 0;

  value->quoted = *parser->at == '"';
  if (value->quoted)
    read_quoted (parser, text);

  for (; !value->quoted && !is_end (parser, n_open); parser->at++)
    {
      if (*parser->at == '(')
        n_open++;
      else if (*parser->at == ')' && n_open > 0)
        n_open--;
      g_string_append_c (text, *parser->at);
    }

  value->text = g_string_free (text, FALSE);
}

/* Returns the length of a field's name at the parser, 0 when it is at a word. */
static gsize
measure_field (Parser *parser)
{
  const char *at = parser->at;

  if (!g_ascii_isalpha (*at))
    return 0;
  while (g_ascii_isalnum (*at) || *at == '_' || *at == '-')
    at++;

  return *at == ':' ? at - parser->at : 0;
}

/* Whether one of the words of the language stands here by itself, in small letters or capitals. */
static gboolean
is_at_keyword (Parser     *parser,
               const char *keyword)
{
  gsize length = strlen (keyword);
  const char *end = parser->at + length;

  if (strncmp (parser->at, keyword, length) != 0)
    {
      g_autofree char *upper = g_ascii_strup (keyword, length);

      if (strncmp (parser->at, upper, length) != 0)
        return FALSE;
    }

  return *end == '\0' || *end == '(' || *end == ')' || g_ascii_isspace (*end);
}

static void
term_clear (McpTerm *term)
{
  g_free (term->text);
  g_clear_pointer (&term->search, mcp_needle_free);
  g_clear_pointer (&term->json, mcp_json_test_free);
}

static void
node_clear (McpNode *node)
{
  g_clear_pointer (&node->children, g_array_unref);
}

static guint
add_node (Parser      *parser,
          McpNodeType  type,
          guint        term,
          guint        child)
{
  McpNode node = { type, term, NULL };

  if (child != NO_NODE)
    {
      node.children = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (node.children, child);
    }
  g_array_append_val (parser->nodes, node);

  return parser->nodes->len - 1;
}

/* Joins two nodes, into one that is there already when it can take more. */
static guint
join_nodes (Parser      *parser,
            McpNodeType  type,
            guint        first,
            guint        second,
            gboolean     is_joined)
{
  McpNode *node;

  if (!is_joined)
    first = add_node (parser, type, 0, first);
  node = &g_array_index (parser->nodes, McpNode, first);
  g_array_append_val (node->children, second);

  return first;
}

static gboolean
check_length (Parser     *parser,
              const char *from,
              const char *text)
{
  if (strlen (text) <= MCP_QUERY_MAX_TEXT_BYTES)
    return TRUE;

  return fail (parser, MCP_QUERY_ERROR_TOO_COMPLEX, from, parser->at,
               _("This is longer than %d bytes"), MCP_QUERY_MAX_TEXT_BYTES);
}

static gboolean
parse_word (Parser  *parser,
            McpTerm *term)
{
  g_autofree char *text = NULL;
  const char *from = parser->at;
  McpQueryValue value;

  read_value (parser, &value);
  text = value.text;
  term->type = MCP_TERM_TEXT;
  if (!check_length (parser, from, text))
    return FALSE;
  if (*text != '\0')
    term->search = mcp_needle_new (text, strlen (text));

  return TRUE;
}

/* Reads up to the slash that ends an expression, and steps over it. */
static char *
read_expression (Parser *parser)
{
  GString *text = g_string_new (NULL);
  gboolean in_class = FALSE;

  for (parser->at++; *parser->at != '\0' && (*parser->at != '/' || in_class); parser->at++)
    {
      if (parser->at[0] == '\\' && parser->at[1] != '\0')
        {
          if (parser->at[1] != '/')
            g_string_append_c (text, '\\');
          parser->at++;
        }
      else if (*parser->at == '[' || *parser->at == ']')
        {
          in_class = *parser->at == '[';
        }
      g_string_append_c (text, *parser->at);
    }

  return g_string_free (text, FALSE);
}

static gboolean
parse_regex (Parser  *parser,
             McpTerm *term)
{
  const char *from = parser->at;
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (GError) error = NULL;

  term->type = MCP_TERM_REGEX;
  term->text = read_expression (parser);
  if (*parser->at != '/')
    return fail (parser, MCP_QUERY_ERROR_SYNTAX, from, parser->at,
                 _("This expression has no “/” at its end; put the text in quotes to search for "
                   "it"));
  if (!check_length (parser, from, term->text))
    return FALSE;

  for (parser->at++; !is_end (parser, 0); parser->at++)
    {
      if (*parser->at == 'i')
        term->flags |= G_REGEX_CASELESS;
      else if (*parser->at == 'm')
        term->flags |= G_REGEX_MULTILINE;
      else if (*parser->at == 's')
        term->flags |= G_REGEX_DOTALL;
      else
        return fail (parser, MCP_QUERY_ERROR_SYNTAX, parser->at, end_of_character (parser->at),
                     _("Behind an expression there can be i, m or s; put the text in quotes to "
                       "search for it"));
    }

  regex = g_regex_new (term->text, term->flags, 0, &error);
  if (regex == NULL)
    return fail (parser, MCP_QUERY_ERROR_BAD_VALUE, from, parser->at, "%s", error->message);

  return TRUE;
}

static McpJsonRelation
read_relation (Parser *parser)
{
  static const struct
  {
    const char      *text;
    McpJsonRelation  relation;
  } relations[] = {
    { "!=", MCP_JSON_UNEQUAL }, { "<=", MCP_JSON_AT_MOST }, { ">=", MCP_JSON_AT_LEAST },
    { "=", MCP_JSON_EQUAL },    { "<", MCP_JSON_LESS },     { ">", MCP_JSON_GREATER },
    { "~", MCP_JSON_CONTAINS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (relations); i++)
    {
      if (g_str_has_prefix (parser->at, relations[i].text))
        {
          parser->at += strlen (relations[i].text);
          return relations[i].relation;
        }
    }

  return MCP_JSON_EXISTS;
}

static gboolean
parse_json (Parser  *parser,
            McpTerm *term)
{
  const char *path = parser->at;
  McpJsonRelation relation;
  McpQueryValue value = { NULL, FALSE };
  g_autofree char *text = NULL;
  const char *end;
  gsize fault;

  parser->at += mcp_json_path_get_length (path, parser->n_open > 0);
  end = parser->at;

  relation = read_relation (parser);
  if (relation != MCP_JSON_EXISTS)
    {
      const char *from = parser->at;

      read_value (parser, &value);
      text = value.text;
      if (!check_length (parser, from, text))
        return FALSE;
      if (*text == '\0' && !value.quoted)
        return fail (parser, MCP_QUERY_ERROR_SYNTAX, from, from,
                     _("“json:” needs a value here; write \"\" for an empty one"));
    }
  else if (!is_end (parser, 0))
    {
      return fail (parser, MCP_QUERY_ERROR_SYNTAX, parser->at, end_of_character (parser->at),
                   _("Behind a path there can be =, !=, <, <=, >, >= or ~"));
    }

  if (end - path > MCP_QUERY_MAX_TEXT_BYTES)
    return fail (parser, MCP_QUERY_ERROR_TOO_COMPLEX, path, end,
                 _("This is longer than %d bytes"), MCP_QUERY_MAX_TEXT_BYTES);
  term->json = mcp_json_test_new (path, end - path, relation, text, value.quoted, &fault);
  if (term->json == NULL)
    return fail (parser, MCP_QUERY_ERROR_BAD_VALUE, path + fault, end,
                 _("Here should be a name, [3], [*] or [\"name\"], as in params.arguments.text or "
                   "result.content[0].type"));

  return TRUE;
}

static gboolean
fail_unknown_field (Parser     *parser,
                    const char *name,
                    gsize       length)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;
  const char *nearest;
  guint n_fields;
  const McpQueryField *fields = mcp_query_get_fields (&n_fields);

  for (guint i = 0; i < n_fields; i++)
    g_ptr_array_add (names, (gpointer) fields[i].name);
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (":, ", (char **) names->pdata);
  nearest = mcp_find_nearest (name, (const char * const *) names->pdata);

  if (nearest != NULL)
    return fail (parser, MCP_QUERY_ERROR_UNKNOWN_FIELD, parser->at, parser->at + length,
                 _("There is no field “%s”; did you mean “%s:”? Put the text in quotes to search "
                   "for it"),
                 name, nearest);

  return fail (parser, MCP_QUERY_ERROR_UNKNOWN_FIELD, parser->at, parser->at + length,
               _("There is no field “%s”; there are %s:. Put the text in quotes to search for it"),
               name, list);
}

static gboolean
parse_field (Parser  *parser,
             gsize    length,
             McpTerm *term)
{
  g_autofree char *name = g_strndup (parser->at, length);
  const McpQueryField *field = mcp_query_find_field (name);
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  McpQueryValue value;
  const char *from;

  if (field == NULL)
    return fail_unknown_field (parser, name, length);

  term->type = field->type;
  parser->at += length + 1;
  from = parser->at;
  if (is_end (parser, 0))
    return fail (parser, MCP_QUERY_ERROR_SYNTAX, from, from, _("“%s:” needs a value"), field->name);
  if (field->type == MCP_TERM_JSON)
    return parse_json (parser, term);

  read_value (parser, &value);
  text = value.text;
  if (*text == '\0')
    return fail (parser, MCP_QUERY_ERROR_SYNTAX, from, parser->at, _("“%s:” needs a value"),
                 field->name);
  if (!check_length (parser, from, text))
    return FALSE;
  if (!mcp_query_read_value (term, field, &value, &reason))
    return fail (parser, MCP_QUERY_ERROR_BAD_VALUE, from, parser->at, "%s", reason);

  return TRUE;
}

static gboolean
parse_term (Parser *parser,
            guint  *node)
{
  const char *from = parser->at;
  McpTerm term = { 0 };
  gsize length = measure_field (parser);
  gboolean ok;

  if (length > 0)
    ok = parse_field (parser, length, &term);
  else if (parser->at[0] == '/')
    ok = parse_regex (parser, &term);
  else
    ok = parse_word (parser, &term);

  *node = NO_NODE;
  if (ok && parser->terms->len == MCP_QUERY_MAX_TERMS)
    ok = fail (parser, MCP_QUERY_ERROR_TOO_COMPLEX, from, parser->at,
               _("There can be no more than %d terms"), MCP_QUERY_MAX_TERMS);
  if (!ok || (term.type == MCP_TERM_TEXT && term.search == NULL))
    {
      term_clear (&term);
      return ok;
    }

  g_array_append_val (parser->terms, term);
  *node = add_node (parser, MCP_NODE_TERM, parser->terms->len - 1, NO_NODE);

  return TRUE;
}

static gboolean
parse_group (Parser *parser,
             guint  *node)
{
  const char *from = parser->at++;

  parser->n_open++;
  if (!parse_any (parser, node))
    return FALSE;
  if (*parser->at != ')')
    return fail (parser, MCP_QUERY_ERROR_SYNTAX, from, from + 1,
                 _("This “(” is not closed by a “)”"));
  parser->at++;
  parser->n_open--;

  return TRUE;
}

/* Whether a "-" turns what follows round; on its own it is a word like any other. */
static gboolean
is_at_minus (Parser *parser)
{
  return parser->at[0] == '-' && parser->at[1] != '\0' && parser->at[1] != ')'
         && !g_ascii_isspace (parser->at[1]);
}

static gboolean
parse_one (Parser *parser,
           guint  *node)
{
  const char *from = parser->at;
  gboolean negated = is_at_minus (parser) || is_at_keyword (parser, "not");
  gboolean ok;

  if (parser->depth == MCP_QUERY_MAX_DEPTH)
    return fail (parser, MCP_QUERY_ERROR_TOO_COMPLEX, from, end_of_character (from),
                 _("There can be no more than %d parentheses and negations in each other"),
                 MCP_QUERY_MAX_DEPTH);

  parser->depth++;
  if (negated)
    {
      parser->at += *from == '-' ? 1 : 3;
      skip_space (parser);
    }

  if (*parser->at == '\0' || *parser->at == ')' || is_at_keyword (parser, "and")
      || is_at_keyword (parser, "or"))
    ok = fail (parser, MCP_QUERY_ERROR_SYNTAX, parser->at, parser->at,
               _("Here should be a word, a field or “(”; put it in quotes to search for it"));
  else if (negated && *from != '-')
    ok = parse_one (parser, node);
  else if (*parser->at == '(')
    ok = parse_group (parser, node);
  else
    ok = parse_term (parser, node);
  parser->depth--;

  if (ok && negated && *node != NO_NODE)
    *node = add_node (parser, MCP_NODE_NOT, 0, *node);

  return ok;
}

static gboolean
parse_all (Parser *parser,
           guint  *node)
{
  gboolean joined = FALSE;
  gboolean wanted = TRUE;

  *node = NO_NODE;
  for (skip_space (parser); wanted || *parser->at != '\0'; skip_space (parser))
    {
      guint next;

      if (!wanted && (*parser->at == ')' || is_at_keyword (parser, "or")))
        break;
      if (!parse_one (parser, &next))
        return FALSE;

      if (next != NO_NODE && *node != NO_NODE)
        {
          *node = join_nodes (parser, MCP_NODE_AND, *node, next, joined);
          joined = TRUE;
        }
      else if (next != NO_NODE)
        {
          *node = next;
        }

      skip_space (parser);
      wanted = is_at_keyword (parser, "and");
      if (wanted)
        parser->at += 3;
    }

  return TRUE;
}

static gboolean
parse_any (Parser *parser,
           guint  *node)
{
  gboolean joined = FALSE;
  gboolean all = FALSE;

  if (!parse_all (parser, node))
    return FALSE;
  all = *node == NO_NODE;

  while (is_at_keyword (parser, "or"))
    {
      guint next;

      parser->at += 2;
      if (!parse_all (parser, &next))
        return FALSE;

      all = all || next == NO_NODE;
      if (!all)
        {
          *node = join_nodes (parser, MCP_NODE_OR, *node, next, joined);
          joined = TRUE;
        }
    }

  /* With what asks for nothing, the rest decides nothing. */
  if (all)
    *node = NO_NODE;

  return TRUE;
}

static guint
get_cost (Parser *parser,
          guint   index)
{
  const McpNode *node = &g_array_index (parser->nodes, McpNode, index);
  guint cost = 0;

  if (node->type == MCP_NODE_TERM)
    return g_array_index (parser->terms, McpTerm, node->term).type;
  for (guint i = 0; i < node->children->len; i++)
    cost = MAX (cost, get_cost (parser, g_array_index (node->children, guint, i)));

  return cost;
}

static int
compare_costs (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  return (int) get_cost (user_data, *(const guint *) a)
         - (int) get_cost (user_data, *(const guint *) b);
}

static gboolean
parse (Parser *parser,
       guint  *root)
{
  *root = NO_NODE;
  skip_space (parser);
  if (*parser->at == '\0')
    return TRUE;
  if (!parse_any (parser, root))
    return FALSE;
  if (*parser->at != '\0')
    return fail (parser, MCP_QUERY_ERROR_SYNTAX, parser->at, end_of_character (parser->at),
                 _("There is no “(” before this “)”; put it in quotes to search for it"));

  for (guint i = 0; i < parser->nodes->len; i++)
    {
      McpNode *node = &g_array_index (parser->nodes, McpNode, i);

      if (node->children != NULL)
        g_array_sort_with_data (node->children, compare_costs, parser);
    }

  return TRUE;
}

/**
 * mcp_query_new:
 * @text: the filter as it was typed
 * @error: of %MCP_QUERY_ERROR; says what is wrong, where, and what there is
 *
 * Compiles a filter; docs/filters.md says how it is written. Empty text matches all.
 *
 * Returns: (transfer full) (nullable): a query
 */
McpQuery *
mcp_query_new (const char  *text,
               GError     **error)
{
  g_autoptr (McpQuery) self = NULL;
  Parser parser = { 0 };
  const char *end;
  guint root;
  gboolean ok;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_new0 (McpQuery, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_strdup (text);
  self->terms = g_array_new (FALSE, FALSE, sizeof (McpTerm));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (McpNode));
  g_array_set_clear_func (self->terms, (GDestroyNotify) term_clear);
  g_array_set_clear_func (self->nodes, (GDestroyNotify) node_clear);

  parser.text = self->text;
  parser.at = self->text;
  parser.terms = self->terms;
  parser.nodes = self->nodes;
  ok = g_utf8_validate (text, -1, &end);
  if (ok)
    ok = parse (&parser, &root);
  else
    fail (&parser, MCP_QUERY_ERROR_SYNTAX, self->text + (end - text),
          self->text + (end - text) + 1, _("This is no UTF-8"));

  if (!ok)
    {
      g_propagate_error (error, parser.error);
      return NULL;
    }
  self->root = root;

  return g_steal_pointer (&self);
}
