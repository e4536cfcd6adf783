/* mcp-yaml-edit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <yaml.h>

#include "mcp-error.h"
#include "mcp-inline-private.h"
#include "mcp-json-edit.h"
#include "mcp-text-edits.h"
#include "mcp-yaml.h"

/*
 * Changes one member, or one element, of a member of a document and nothing else. libyaml says
 * where things stand, in characters. Who calls it reads the result again: what is refused here is
 * only what is known not to work.
 */

#define MAX_DEPTH 64

typedef enum {
  NODE_SCALAR,
  NODE_ALIAS,
  NODE_MAPPING,
  NODE_SEQUENCE,
} NodeKind;

typedef struct _Node Node;
struct _Node
{
  NodeKind   kind;
  gboolean   is_flow;
  char      *text;      /* of a scalar */
  gsize      start;     /* bytes */
  gsize      end;       /* behind the last thing in it */
  GPtrArray *children;  /* of a mapping: keys and values in turn */
};

typedef struct
{
  yaml_parser_t  parser;
  const char    *text;
  gsize          characters;  /* the mark that @bytes belongs to */
  gsize          bytes;
} Reader;

typedef struct
{
  const char   *text;
  McpTextEdits *edits;
  const char   *newline;
} Change;

static void
node_free (Node *self)
{
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self->text);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Node, node_free)

/* --- Where things stand --- */

/* Marks come in order but for ends, which are near. */
static gsize
get_offset (Reader      *self,
            yaml_mark_t  mark)
{
  const char *p = g_utf8_offset_to_pointer (self->text + self->bytes, (glong) mark.index - (glong) self->characters);

  self->characters = mark.index;
  self->bytes = p - self->text;

  return self->bytes;
}

static Node *
read_node (Reader       *self,
           yaml_event_t *event,
           guint         depth)
{
  Node *node = g_new0 (Node, 1);
  yaml_event_type_t last = event->type == YAML_MAPPING_START_EVENT ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;

  node->start = get_offset (self, event->start_mark);
  node->end = get_offset (self, event->end_mark);
  if (event->type == YAML_SCALAR_EVENT || event->type == YAML_ALIAS_EVENT)
    {
      node->kind = event->type == YAML_SCALAR_EVENT ? NODE_SCALAR : NODE_ALIAS;
      if (node->kind == NODE_SCALAR)
        node->text = g_strdup ((const char *) event->data.scalar.value);
      return node;
    }

  node->kind = event->type == YAML_MAPPING_START_EVENT ? NODE_MAPPING : NODE_SEQUENCE;
  node->is_flow = node->kind == NODE_MAPPING ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
                                             : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) node_free);
  for (;;)
    {
      yaml_event_t inner;
      gboolean is_end;

      if (depth > MAX_DEPTH || !yaml_parser_parse (&self->parser, &inner))
        {
          node_free (node);
          return NULL;
        }
      is_end = inner.type == last;
      if (is_end && node->is_flow)
        node->end = get_offset (self, inner.end_mark);
      if (!is_end)
        {
          Node *child = read_node (self, &inner, depth + 1);

          if (child == NULL)
            {
              yaml_event_delete (&inner);
              node_free (node);
              return NULL;
            }
          g_ptr_array_add (node->children, child);
          if (!node->is_flow)
            node->end = MAX (node->end, child->end);
        }
      yaml_event_delete (&inner);
      if (is_end)
        return node;
    }
}

/* The document; (nullable): there is none, or it is nested too deep. */
static Node *
read_document (const char *yaml)
{
  Reader self = { .text = yaml };
  Node *root = NULL;
  gboolean is_end = FALSE;

  if (!yaml_parser_initialize (&self.parser))
    g_error ("libyaml has no memory");
  yaml_parser_set_encoding (&self.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&self.parser, (const guint8 *) yaml, strlen (yaml));
  while (!is_end && root == NULL)
    {
      yaml_event_t event;

      if (!yaml_parser_parse (&self.parser, &event))
        break;
      is_end = event.type == YAML_STREAM_END_EVENT;
      if (event.type == YAML_SCALAR_EVENT || event.type == YAML_MAPPING_START_EVENT
          || event.type == YAML_SEQUENCE_START_EVENT)
        {
          root = read_node (&self, &event, 0);
          is_end = TRUE;
        }
      yaml_event_delete (&event);
    }
  yaml_parser_delete (&self.parser);

  return root;
}

/* The position of a key among the children; -1: there is none. */
static int
find_key (Node       *mapping,
          const char *key)
{
  for (guint i = 0; i + 1 < mapping->children->len; i += 2)
    {
      Node *name = mapping->children->pdata[i];

      if (name->kind == NODE_SCALAR && g_str_equal (name->text, key))
        return i;
    }

  return -1;
}

/* --- Writing --- */

static gboolean
is_plain (const char *text)
{
  static const char * const words[] = { "true", "false", "yes", "no", "on", "off", "null", "y", "n", NULL };
  g_autofree char *lower = g_ascii_strdown (text, -1);

  if ((!g_ascii_isalpha (*text) && *text != '_' && *text != '/') || g_strv_contains (words, lower))
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("_/.@-", *p) == NULL)
      return FALSE;

  return TRUE;
}

/* What YAML takes for the end of a line, or for no character at all, is an escape. */
static void
append_quoted (GString    *out,
               const char *text)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  mcp_json_append_string (quoted, text, -1);
  for (const char *p = quoted->str; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if ((c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c == 0xfffe || c == 0xffff)
        g_string_append_printf (out, "\\u%04X", c);
      else
        g_string_append_unichar (out, c);
    }
}

static void
append_text (GString    *out,
             const char *text)
{
  if (is_plain (text))
    g_string_append (out, text);
  else
    append_quoted (out, text);
}

static void
append_flow (GString    *out,
             const char *text,
             gsize       length)
{
  static const McpInlineStyle style = { "", ": ", TRUE, append_text, append_text };

  mcp_inline_append (out, &style, text, length);
}

static void append_member (GString *out, const char *key, const char *text, gsize length, gsize column,
                           const char *newline);

/* The members of an object or the elements of an array, each in a line; not before the first one. */
static void
append_block (GString    *out,
              const char *text,
              gsize       length,
              gsize       column,
              const char *newline)
{
  gboolean is_first = TRUE;
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!is_first)
        g_string_append_printf (out, "%s%*s", newline, (int) column, "");
      is_first = FALSE;
      if (iter.is_object)
        {
          g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

          append_member (out, name, text + value.offset, value.length, column, newline);
        }
      else
        {
          g_string_append (out, "- ");
          append_flow (out, text + value.offset, value.length);
        }
    }
}

static gboolean
is_block (const char *text,
          gsize       length)
{
  McpJsonIter iter;

  return mcp_json_iter_init (&iter, text, length) && mcp_json_count (text, length) > 0;
}

static void
append_member (GString    *out,
               const char *key,
               const char *text,
               gsize       length,
               gsize       column,
               const char *newline)
{
  append_text (out, key);
  g_string_append_c (out, ':');
  if (is_block (text, length))
    {
      g_string_append_printf (out, "%s%*s", newline, (int) column + 2, "");
      append_block (out, text, length, column + 2, newline);
      return;
    }
  g_string_append_c (out, ' ');
  append_flow (out, text, length);
}

/* --- Changing --- */

static gsize
find_line (const char *text,
           gsize       offset)
{
  while (offset > 0 && text[offset - 1] != '\n')
    offset--;

  return offset;
}

/*
 * Where the line ends that something ends in, before its newline; what ends at the beginning of one
 * has ended before.
 */
static gsize
find_line_end (const char *text,
               gsize       offset)
{
  while (offset > 0 && (text[offset - 1] == '\n' || text[offset - 1] == '\r') && text[offset] != '\n')
    offset--;
  offset += strcspn (text + offset, "\n");
  if (offset > 0 && text[offset - 1] == '\r')
    offset--;

  return offset;
}

/* Where a value ends, without the end of the line that belongs to a text of several lines. */
static gsize
find_value_end (const char *text,
                Node       *node)
{
  gsize end = MAX (node->end, node->start);

  while (end > node->start && (text[end - 1] == '\n' || text[end - 1] == '\r'))
    end--;

  return end;
}

static void
remove_member (Change *self,
               Node   *key,
               Node   *value)
{
  gsize start = find_line (self->text, key->start);
  gsize end = find_line_end (self->text, MAX (key->end, value->end));

  end += self->text[end] == '\r';
  end += self->text[end] == '\n';
  mcp_text_edits_add (self->edits, start, end - start, NULL);
}

/* In lines of their own behind the last member, which may go itself, with the same indentation. */
static void
add_members (Change     *self,
             Node       *mapping,
             const char *json)
{
  Node *key = mapping->children->pdata[0];
  gsize column = key->start - find_line (self->text, key->start);
  gsize end = find_line_end (self->text, mapping->end);
  gboolean is_last = self->text[end] == '\0';
  GString *out = g_string_new (is_last ? self->newline : NULL);

  g_string_append_printf (out, "%*s", (int) column, "");
  append_block (out, json, strlen (json), column, self->newline);
  if (!is_last)
    g_string_append (out, self->newline);
  end += self->text[end] == '\r';
  end += self->text[end] == '\n';
  mcp_text_edits_add (self->edits, end, 0, g_string_free (out, FALSE));
}

static void change_value (Change *self, Node *node, const char *text, gsize length);

static void
change_mapping (Change     *self,
                Node       *mapping,
                const char *text,
                gsize       length)
{
  g_autoptr (GString) added = g_string_new ("{");
  McpJsonIter iter;
  McpSpan key, value;

  for (guint i = 0; i + 1 < mapping->children->len; i += 2)
    {
      Node *name = mapping->children->pdata[i];

      if (name->text != NULL && mcp_json_edit_find (text, length, name->text, &value))
        change_value (self, mapping->children->pdata[i + 1], text + value.offset, value.length);
      else
        remove_member (self, name, mapping->children->pdata[i + 1]);
    }

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *member = g_strndup (text + value.offset, value.length);

      if (find_key (mapping, name) < 0)
        mcp_json_append_member (added, name, member);
    }
  g_string_append_c (added, '}');
  if (added->len > 2)
    add_members (self, mapping, added->str);
}

static gboolean
is_equal (Change     *self,
          Node       *node,
          const char *text,
          gsize       length)
{
  g_autofree char *yaml = NULL;
  g_autofree char *json = NULL;
  g_autofree char *wanted = NULL;
  gsize line = find_line (self->text, node->start);

  /* Its own lines, indented as they are. */
  yaml = g_strdup_printf ("x:%s%*s%.*s", self->newline, (int) (node->start - line), "",
                          (int) (MAX (node->end, node->start) - node->start), self->text + node->start);
  json = mcp_yaml_to_json (yaml, strlen (yaml), 1, NULL);
  wanted = g_strdup_printf ("{\"x\":%.*s}", (int) length, text);

  return json != NULL
         && mcp_json_equal (json, (McpSpan) { 0, strlen (json) }, wanted, (McpSpan) { 0, strlen (wanted) });
}

static void
change_value (Change     *self,
              Node       *node,
              const char *text,
              gsize       length)
{
  gboolean is_object = mcp_json_get_type (text, length) == MCP_JSON_OBJECT;
  GString *out;

  if (is_equal (self, node, text, length))
    return;
  if (node->kind == NODE_MAPPING && !node->is_flow && is_object && mcp_json_count (text, length) > 0)
    {
      change_mapping (self, node, text, length);
      return;
    }

  out = g_string_new (NULL);
  if (node->kind == NODE_SEQUENCE && !node->is_flow && !is_object && is_block (text, length))
    append_block (out, text, length, node->start - find_line (self->text, node->start), self->newline);
  else
    append_flow (out, text, length);
  if (node->start > 0 && self->text[node->start - 1] == ':')
    g_string_prepend_c (out, ' ');
  mcp_text_edits_add (self->edits, node->start, find_value_end (self->text, node) - node->start,
                      g_string_free (out, FALSE));
}

/* A member of the whole document, behind all others. */
static void
add_container (Change     *self,
               const char *container,
               const char *json)
{
  gsize length = strlen (self->text);
  GString *out = g_string_new (NULL);

  if (length > 0 && self->text[length - 1] != '\n')
    g_string_append (out, self->newline);
  append_member (out, container, json, strlen (json), 0, self->newline);
  g_string_append (out, self->newline);
  mcp_text_edits_add (self->edits, length, 0, g_string_free (out, FALSE));
}

/* "extensions:" or "extensions: {}". */
static void
fill_container (Change     *self,
                Node       *key,
                Node       *value,
                const char *json)
{
  gsize start = key->end + strspn (self->text + key->end, " \t");
  GString *out = g_string_new (NULL);

  start += self->text[start] == ':';
  g_string_append_printf (out, "%s  ", self->newline);
  append_block (out, json, strlen (json), 2, self->newline);
  if (value->end > value->start)
    {
      mcp_text_edits_add (self->edits, start, value->end - start, g_string_free (out, FALSE));
      return;
    }
  mcp_text_edits_add (self->edits, find_line_end (self->text, start), 0, g_string_free (out, FALSE));
}

static void
set_flow_error (GError     **error,
                const char  *container)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is written in one line, which cannot be added to"), container);
}

static const char *
get_newline (const char *yaml)
{
  return strstr (yaml, "\r\n") != NULL ? "\r\n" : "\n";
}

/**
 * mcp_yaml_set_member:
 * @yaml: a document that mcp_yaml_to_json() reads, or nothing
 * @container: the mapping that has one for each @name
 * @name: of one of them, which may not be there yet
 * @json: a JSON object: what it is to say
 *
 * Changes one mapping and leaves everything else as it is, comments too.
 *
 * Returns: (transfer full) (nullable): the document; %NULL with %MCP_ERROR_CONFIG
 */
char *
mcp_yaml_set_member (const char  *yaml,
                     const char  *container,
                     const char  *name,
                     const char  *json,
                     GError     **error)
{
  g_autoptr (Node) root = read_document (yaml);
  g_autoptr (McpTextEdits) edits = mcp_text_edits_new ();
  g_autoptr (GString) member = g_string_new ("{");
  Change self = { yaml, edits, get_newline (yaml) };
  Node *value = NULL;
  int position = -1;

  mcp_json_append_member (member, name, json);
  g_string_append_c (member, '}');
  if (root != NULL && root->kind == NODE_MAPPING)
    {
      position = find_key (root, container);
      value = position >= 0 ? root->children->pdata[position + 1] : NULL;
    }
  if ((root != NULL && (root->kind != NODE_MAPPING || root->is_flow))
      || (value != NULL && value->kind != NODE_SCALAR && value->is_flow && value->children->len > 0))
    {
      set_flow_error (error, container);
      return NULL;
    }

  if (value == NULL)
    add_container (&self, container, member->str);
  else if (value->kind != NODE_MAPPING || value->children->len == 0)
    fill_container (&self, root->children->pdata[position], value, member->str);
  else if (find_key (value, name) < 0)
    add_members (&self, value, member->str);
  else
    change_value (&self, value->children->pdata[find_key (value, name) + 1], json, strlen (json));

  return mcp_text_edits_apply (edits, yaml);
}

/**
 * mcp_yaml_set_element:
 * @yaml: a document that mcp_yaml_to_json() reads
 * @container: the sequence
 * @index: of one of its elements
 * @json: a JSON object: what that is to say
 *
 * Changes one element and leaves everything else as it is, comments too.
 *
 * Returns: (transfer full) (nullable): the document; %NULL with %MCP_ERROR_CONFIG
 */
char *
mcp_yaml_set_element (const char  *yaml,
                      const char  *container,
                      guint        index,
                      const char  *json,
                      GError     **error)
{
  g_autoptr (Node) root = read_document (yaml);
  g_autoptr (McpTextEdits) edits = mcp_text_edits_new ();
  Change self = { yaml, edits, get_newline (yaml) };
  int position = root != NULL && root->kind == NODE_MAPPING && !root->is_flow ? find_key (root, container) : -1;
  Node *list = position >= 0 ? root->children->pdata[position + 1] : NULL;

  if (list == NULL || list->kind != NODE_SEQUENCE || list->is_flow || index >= list->children->len)
    {
      set_flow_error (error, container);
      return NULL;
    }

  change_value (&self, list->children->pdata[index], json, strlen (json));

  return mcp_text_edits_apply (edits, yaml);
}
