/* mcp-yaml.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <yaml.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-yaml.h"

/*
 * YAML is read by libyaml, event by event, and written as JSON: plain scalars by the core schema of YAML 1.2,
 * so that “yes” is a word. What JSON cannot say is an error: other tags, keys that are lists, keys that
 * come twice, infinity. An alias repeats what its anchor became, and all of them together only so much.
 */

#define MAX_DEPTH 64
/* Aliases may repeat no more than this often as many bytes as there are. */
#define MAX_REPEATED 8

#define TAG(name) "tag:yaml.org,2002:" name

typedef enum {
  PLAIN_STRING,
  PLAIN_NULL,
  PLAIN_BOOLEAN,
  PLAIN_NUMBER,
  PLAIN_NO_JSON, /* a number that JSON has no form for */
} Plain;

/* A list or an object that is not closed. */
typedef struct
{
  GHashTable *keys;       /* (nullable): of an object: those it has */
  gboolean    has_key;    /* of an object: a value is next */
  guint       n_values;
  gsize       start;      /* in the JSON */
  char       *anchor;     /* (nullable) */
} Level;

typedef struct
{
  yaml_parser_t  parser;
  GString       *json;
  GArray        *levels;      /* of Level */
  GHashTable    *anchors;     /* name to GBytes of JSON */
  gsize          left_bytes;  /* that aliases may still repeat */
  guint          first_line;  /* the number of the first one */
  guint          line;        /* of the event at hand */
  gboolean       is_done;     /* the object is closed */
} Reader;

static void
clear_level (gpointer data)
{
  Level *level = data;

  g_clear_pointer (&level->keys, g_hash_table_unref);
  g_free (level->anchor);
}

G_GNUC_PRINTF (3, 4)
static gboolean
fail (Reader      *self,
      GError     **error,
      const char  *format,
      ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("line %u: %s"), self->line, what);

  return FALSE;
}

/* --- Scalars --- */

static gboolean
is_one_of (const char         *text,
           const char * const *words)
{
  return g_strv_contains (words, text);
}

/* Decimal: digits before the point or behind it. */
static gboolean
is_decimal (const char *text)
{
  gsize n_digits;

  text += *text == '-' || *text == '+';
  n_digits = strspn (text, "0123456789");
  text += n_digits;
  if (*text == '.')
    {
      gsize n_behind = strspn (text + 1, "0123456789");

      n_digits += n_behind;
      text += 1 + n_behind;
    }
  if (n_digits == 0)
    return FALSE;

  if (*text == 'e' || *text == 'E')
    {
      text++;
      text += *text == '-' || *text == '+';
      if (*text == '\0')
        return FALSE;
      text += strspn (text, "0123456789");
    }

  return *text == '\0';
}

static gboolean
is_based (const char *text)
{
  const char *digits = NULL;

  if (text[0] == '0' && text[1] == 'x')
    digits = "0123456789abcdefABCDEF";
  else if (text[0] == '0' && text[1] == 'o')
    digits = "01234567";

  return digits != NULL && text[2] != '\0' && text[2 + strspn (text + 2, digits)] == '\0';
}

/* The core schema (YAML 1.2, section 10.3.2). */
static Plain
resolve (const char *text)
{
  static const char * const nulls[] = { "", "~", "null", "Null", "NULL", NULL };
  static const char * const booleans[] = { "true", "True", "TRUE", "false", "False", "FALSE", NULL };
  static const char * const infinite[] = { ".inf", ".Inf", ".INF", NULL };
  static const char * const none[] = { ".nan", ".NaN", ".NAN", NULL };

  if (is_one_of (text, nulls))
    return PLAIN_NULL;
  if (is_one_of (text, booleans))
    return PLAIN_BOOLEAN;
  if (is_one_of (text, none) || is_one_of (text + (*text == '-' || *text == '+'), infinite))
    return PLAIN_NO_JSON;
  if (is_based (text))
    return strlen (text) <= 2 + 15 ? PLAIN_NUMBER : PLAIN_NO_JSON;

  return is_decimal (text) ? PLAIN_NUMBER : PLAIN_STRING;
}

/* As JSON has it: no plus, no zeros before others, digits on both sides of a point. */
static void
append_number (GString    *json,
               const char *text)
{
  gsize n;

  if (is_based (text))
    {
      g_string_append_printf (json, "%" G_GUINT64_FORMAT, g_ascii_strtoull (text + 2, NULL, text[1] == 'x' ? 16 : 8));
      return;
    }

  if (*text == '-')
    g_string_append_c (json, '-');
  text += *text == '-' || *text == '+';
  while (text[0] == '0' && g_ascii_isdigit (text[1]))
    text++;
  n = strspn (text, "0123456789");
  if (n == 0)
    g_string_append_c (json, '0');
  g_string_append_len (json, text, n);
  text += n;

  if (*text == '.')
    {
      n = strspn (text + 1, "0123456789");
      g_string_append_c (json, '.');
      if (n == 0)
        g_string_append_c (json, '0');
      g_string_append_len (json, text + 1, n);
      text += 1 + n;
    }
  g_string_append (json, text);
}

static gboolean
append_scalar (Reader              *self,
               const yaml_event_t  *event,
               GError             **error)
{
  static const struct { const char *tag; Plain plain; } tags[] = {
    { TAG ("null"), PLAIN_NULL }, { TAG ("bool"), PLAIN_BOOLEAN }, { TAG ("int"), PLAIN_NUMBER },
    { TAG ("float"), PLAIN_NUMBER },
  };
  const char *text = (const char *) event->data.scalar.value;
  const char *tag = (const char *) event->data.scalar.tag;
  gsize length = event->data.scalar.length;
  Plain plain = event->data.scalar.plain_implicit && strlen (text) == length ? resolve (text) : PLAIN_STRING;

  if (tag != NULL && !g_str_equal (tag, "!") && !g_str_equal (tag, TAG ("str")))
    {
      gboolean is_known = FALSE;

      plain = resolve (text);
      for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
        is_known |= g_str_equal (tag, tags[i].tag) && plain == tags[i].plain;
      if (!is_known)
        return fail (self, error, _("the tag “%s” does not fit"), tag);
    }

  switch (plain)
    {
    case PLAIN_NULL:
      g_string_append (self->json, "null");
      return TRUE;

    case PLAIN_BOOLEAN:
      g_string_append (self->json, g_ascii_tolower (*text) == 't' ? "true" : "false");
      return TRUE;

    case PLAIN_NUMBER:
      append_number (self->json, text);
      return TRUE;

    case PLAIN_NO_JSON:
      return fail (self, error, _("JSON cannot say the number %s"), text);

    case PLAIN_STRING:
    default:
      mcp_json_append_string (self->json, text, length);
      return TRUE;
    }
}

/* --- Lists and objects --- */

static Level *
get_level (Reader *self)
{
  return self->levels->len > 0 ? &g_array_index (self->levels, Level, self->levels->len - 1) : NULL;
}

/* What stands before a value or a key. Returns whether it is a key. */
static gboolean
begin_node (Reader *self)
{
  Level *level = get_level (self);

  if (level == NULL)
    return FALSE;
  if (level->keys != NULL && level->has_key)
    {
      level->has_key = FALSE;
      return FALSE;
    }

  if (level->n_values++ > 0)
    g_string_append_c (self->json, ',');

  return level->keys != NULL;
}

static void
end_node (Reader     *self,
          const char *anchor,
          gsize       start)
{
  if (anchor != NULL)
    g_hash_table_replace (self->anchors, g_strdup (anchor),
                          g_bytes_new (self->json->str + start, self->json->len - start));
  self->is_done = self->levels->len == 0;
}

static gboolean
read_key (Reader              *self,
          const yaml_event_t  *event,
          GError             **error)
{
  Level *level = get_level (self);
  const char *text = (const char *) event->data.scalar.value;

  if (event->type != YAML_SCALAR_EVENT)
    return fail (self, error, _("a key that is no text"));
  if (!g_hash_table_add (level->keys, g_strndup (text, event->data.scalar.length)))
    return fail (self, error, _("the key “%s” comes a second time"), text);

  mcp_json_append_string (self->json, text, event->data.scalar.length);
  g_string_append_c (self->json, ':');
  level->has_key = TRUE;
  if (event->data.scalar.anchor != NULL)
    {
      g_autoptr (GString) token = g_string_new (NULL);

      mcp_json_append_string (token, text, event->data.scalar.length);
      g_hash_table_replace (self->anchors, g_strdup ((const char *) event->data.scalar.anchor),
                            g_bytes_new (token->str, token->len));
    }

  return TRUE;
}

static gboolean
read_alias (Reader      *self,
            const char  *name,
            GError     **error)
{
  GBytes *bytes = g_hash_table_lookup (self->anchors, name);
  gsize start = self->json->len;

  if (bytes == NULL)
    return fail (self, error, _("the alias “%s” has no anchor before it"), name);
  if (g_bytes_get_size (bytes) > self->left_bytes)
    return fail (self, error, _("its aliases make it more than %d times as long"), MAX_REPEATED);

  self->left_bytes -= g_bytes_get_size (bytes);
  g_string_append_len (self->json, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  end_node (self, NULL, start);

  return TRUE;
}

static gboolean
open_level (Reader      *self,
            gboolean     is_object,
            const char  *tag,
            const char  *anchor,
            GError     **error)
{
  Level level = { .start = self->json->len, .anchor = g_strdup (anchor) };

  if (is_object)
    level.keys = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_array_append_val (self->levels, level);
  if (self->levels->len > MAX_DEPTH)
    return fail (self, error, _("it is nested more than %d times"), MAX_DEPTH);
  if (tag != NULL && !g_str_equal (tag, "!") && !g_str_equal (tag, is_object ? TAG ("map") : TAG ("seq")))
    return fail (self, error, _("the tag “%s” does not fit"), tag);

  g_string_append_c (self->json, is_object ? '{' : '[');

  return TRUE;
}

static void
close_level (Reader *self)
{
  Level *level = get_level (self);
  g_autofree char *anchor = g_steal_pointer (&level->anchor);
  gsize start = level->start;

  g_string_append_c (self->json, level->keys != NULL ? '}' : ']');
  g_array_set_size (self->levels, self->levels->len - 1);
  end_node (self, anchor, start);
}

static gboolean
take_node (Reader              *self,
           const yaml_event_t  *event,
           GError             **error)
{
  gsize start;

  if (self->levels->len == 0 && event->type != YAML_MAPPING_START_EVENT)
    return fail (self, error, _("it is no list of fields"));
  if (begin_node (self))
    return read_key (self, event, error);

  start = self->json->len;
  switch ((int) event->type)
    {
    case YAML_ALIAS_EVENT:
      return read_alias (self, (const char *) event->data.alias.anchor, error);

    case YAML_MAPPING_START_EVENT:
      return open_level (self, TRUE, (const char *) event->data.mapping_start.tag,
                         (const char *) event->data.mapping_start.anchor, error);

    case YAML_SEQUENCE_START_EVENT:
      return open_level (self, FALSE, (const char *) event->data.sequence_start.tag,
                         (const char *) event->data.sequence_start.anchor, error);

    default:
      if (!append_scalar (self, event, error))
        return FALSE;
      end_node (self, (const char *) event->data.scalar.anchor, start);
      return TRUE;
    }
}

static gboolean
take_event (Reader              *self,
            const yaml_event_t  *event,
            GError             **error)
{
  switch ((int) event->type)
    {
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
      close_level (self);
      return TRUE;

    case YAML_ALIAS_EVENT:
    case YAML_SCALAR_EVENT:
    case YAML_MAPPING_START_EVENT:
    case YAML_SEQUENCE_START_EVENT:
      return self->is_done ? fail (self, error, _("there is more than one document")) : take_node (self, event, error);

    default:
      return TRUE;
    }
}

static gboolean
read_events (Reader  *self,
             GError **error)
{
  gboolean is_end = FALSE;

  while (!is_end)
    {
      yaml_event_t event;
      gboolean good;

      if (!yaml_parser_parse (&self->parser, &event))
        {
          self->line = self->parser.problem_mark.line + self->first_line;
          return fail (self, error, "%s", self->parser.problem != NULL ? self->parser.problem : _("no YAML"));
        }
      self->line = event.start_mark.line + self->first_line;
      is_end = event.type == YAML_STREAM_END_EVENT;
      good = take_event (self, &event, error);
      yaml_event_delete (&event);
      if (!good)
        return FALSE;
    }

  return self->is_done || fail (self, error, _("it is no list of fields"));
}

/* Each directive costs as much as all before it, and nobody needs one. */
static gboolean
check_directives (Reader      *self,
                  const char  *yaml,
                  gsize        length,
                  GError     **error)
{
  const char *end = yaml + length;

  self->line = self->first_line;
  for (const char *line = yaml; line < end; self->line++)
    {
      const char *newline = memchr (line, '\n', end - line);

      if (*line == '%')
        return fail (self, error, _("a directive of YAML"));
      line = newline != NULL ? newline + 1 : end;
    }

  return TRUE;
}

/**
 * mcp_yaml_to_json:
 * @yaml: one document, an object
 * @first_line: what to call its first line in errors
 *
 * Reads YAML 1.2 as far as JSON can say it.
 *
 * Returns: (transfer full) (nullable): a JSON object; %NULL with %MCP_ERROR_INVALID_RESPONSE, which names the line
 */
char *
mcp_yaml_to_json (const char  *yaml,
                  gsize        length,
                  guint        first_line,
                  GError     **error)
{
  Reader self = { .first_line = first_line };
  gboolean good;

  if (!check_directives (&self, yaml, length, error))
    return NULL;

  self.json = g_string_new (NULL);
  self.levels = g_array_new (FALSE, FALSE, sizeof (Level));
  g_array_set_clear_func (self.levels, clear_level);
  self.anchors = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  self.left_bytes = MAX_REPEATED * length;
  if (!yaml_parser_initialize (&self.parser))
    g_error ("libyaml has no memory");
  yaml_parser_set_encoding (&self.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&self.parser, (const guint8 *) yaml, length);

  good = read_events (&self, error);

  yaml_parser_delete (&self.parser);
  g_hash_table_unref (self.anchors);
  g_array_unref (self.levels);

  return g_string_free (self.json, !good);
}
