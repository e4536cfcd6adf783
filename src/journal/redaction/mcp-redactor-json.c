/* mcp-redactor-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-header-value.h"
#include "mcp-redactor-private.h"
#include "mcp-scan.h"

/*
 * Text that is JSON stays JSON: it is walked token by token, and what is below a secret name goes.
 * What stands in a string is a text of its own, which may be JSON again; it is decoded, looked at,
 * and written anew when something of it goes. Either way each byte is looked at a bounded number of
 * times.
 */

/* Quotes double their backslashes with each level: deeper JSON is of nobody who wants to be read. */
#define MAX_DEPTH 8

/* Deeper containers are as those that they stand in. */
#define MAX_CONTAINERS 256

/* What the members of a container are. */
typedef enum {
  IS_PLAIN,
  IS_SECRET,        /* whatever they are called */
  IS_NAMED,         /* the value goes by the name that stands beside it: {"name": …, "value": …} */
  IS_HEADERS,
  IS_PROPERTIES,    /* schemas, by the names of what they describe */
  IS_SECRET_SCHEMA, /* of something secret: what it says of it is none, but for examples */
} Contents;

typedef struct
{
  McpRedactor     *redactor;
  McpRedactorEdit  edit;
  gsize            length;
  guint            depth;                     /* of strings in strings */
  guint            n_open;
  guint8           contents[MAX_CONTAINERS];  /* by level: 0 stands around all */
  guint8           is_array[MAX_CONTAINERS];
  Contents         next;                      /* of the value that comes */
  McpNameSecrecy secrecy; /* when it is IS_SECRET: weak names are of strings only */
  const McpRedactorRule *command;             /* (nullable): that the arguments around are of */
  guint            command_level;
} Walk;

static gboolean
read_hex4 (const char *text,
           gunichar   *value)
{
  *value = 0;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return FALSE;
      *value = *value << 4 | digit;
    }

  return TRUE;
}

/* Decodes one escape of a valid string into UTF-8. Returns how long it is in the text. */
static gsize
decode_escape (const char *text,
               gsize       length,
               char        utf8[6],
               gsize      *n_bytes)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  const char *letter = text[1] != '\0' ? strchr (letters, text[1]) : NULL;
  gunichar c;
  gunichar low;

  if (letter != NULL)
    {
      utf8[0] = meanings[letter - letters];
      *n_bytes = 1;
      return 2;
    }

  if (length < 6 || !read_hex4 (text + 2, &c))
    {
      *n_bytes = 0;
      return 2;
    }
  if (c >= 0xd800 && c < 0xdc00 && length >= 12 && text[6] == '\\' && text[7] == 'u'
      && read_hex4 (text + 8, &low) && low >= 0xdc00 && low < 0xe000)
    {
      *n_bytes = g_unichar_to_utf8 (0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00), utf8);
      return 12;
    }
  *n_bytes = g_unichar_to_utf8 (c, utf8);

  return 6;
}

static GString *
decode (const char *text,
        gsize       length)
{
  GString *out = g_string_sized_new (length);
  gsize at = 0;

  while (at < length)
    {
      const char *backslash = memchr (text + at, '\\', length - at);
      gsize run = backslash != NULL ? (gsize) (backslash - text) : length;
      char utf8[6];
      gsize n_bytes;

      g_string_append_len (out, text + at, run - at);
      at = run;
      if (at + 1 >= length)
        break;
      at += decode_escape (text + at, length - at, utf8, &n_bytes);
      g_string_append_len (out, utf8, n_bytes);
    }

  return out;
}

/* As JSON writes it, but for the quotes around. Half of a surrogate pair has no other spelling. */
static GString *
encode (const char *text,
        gsize       length)
{
  static const char specials[] = "\"\\\b\f\n\r\t";
  static const char letters[] = "\"\\bfnrt";
  GString *out = g_string_sized_new (length + 16);

  for (gsize i = 0; i < length; i++)
    {
      guchar c = text[i];
      const char *special = c != '\0' ? strchr (specials, c) : NULL;

      if (special != NULL)
        {
          g_string_append_c (out, '\\');
          g_string_append_c (out, letters[special - specials]);
        }
      else if (c < ' ')
        {
          g_string_append_printf (out, "\\u%04x", c);
        }
      else if (c == 0xed && i + 2 < length && (guchar) text[i + 1] >= 0xa0)
        {
          g_string_append_printf (out, "\\u%04x", (c & 0xf) << 12 | (text[i + 1] & 0x3f) << 6
                                                    | (text[i + 2] & 0x3f));
          i += 2;
        }
      else
        {
          g_string_append_c (out, c);
        }
    }

  return out;
}

/* What is between the quotes of a string. Returns (nullable) what stands there in its place. */
static GString *
edit_string (McpRedactor *self,
             const char  *text,
             gsize        length,
             guint        depth)
{
  g_autoptr (GString) decoded = NULL;
  g_autoptr (GString) edited = NULL;

  if (!mcp_marks_are_in (self->marks, text, length))
    return NULL;
  if (memchr (text, '\\', length) == NULL)
    return mcp_redactor_edit_text (self, text, length);

  decoded = decode (text, length);
  edited = mcp_redactor_edit_any (self, decoded->str, decoded->len, depth + 1);

  return edited != NULL ? encode (edited->str, edited->len) : NULL;
}

static gsize
find_string_end (const char *text,
                 gsize       length,
                 gsize       at)
{
  for (;;)
    {
      const char *quote = at < length ? memchr (text + at, '"', length - at) : NULL;
      gsize end = quote != NULL ? (gsize) (quote - text) : length;
      gsize first = end;

      while (first > at && text[first - 1] == '\\')
        first--;
      if ((end - first) % 2 == 0 || quote == NULL)
        return end;
      at = end + 1;
    }
}

static gboolean
is_one_of (const char         *name,
           gsize               length,
           const char * const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strlen (names[i]) == length && memcmp (names[i], name, length) == 0)
      return TRUE;

  return FALSE;
}

/* Of JSON Schema 2020-12: what describes a value, and does not give one. */
static gboolean
is_description (const char *name,
                gsize       length)
{
  static const char * const names[] = {
    "$comment", "$ref", "allOf", "anyOf", "contentEncoding", "contentMediaType", "deprecated",
    "description", "exclusiveMaximum", "exclusiveMinimum", "format", "items", "maxItems",
    "maxLength", "maximum", "minItems", "minLength", "minimum", "multipleOf", "not", "oneOf",
    "pattern", "readOnly", "title", "type", "uniqueItems", "writeOnly", NULL,
  };

  return is_one_of (name, length, names);
}

static gboolean
holds_properties (const char *name,
                  gsize       length)
{
  static const char * const names[] = {
    "$defs", "definitions", "patternProperties", "properties", NULL,
  };

  return is_one_of (name, length, names);
}

static guint8 *
get_contents (Walk *walk)
{
  return &walk->contents[MIN (walk->n_open, MAX_CONTAINERS - 1)];
}

/* What comes next, when no name says it. */
static void
expect_contents (Walk *walk)
{
  guint level = MIN (walk->n_open, MAX_CONTAINERS - 1);
  Contents contents = walk->contents[level];

  walk->next = contents == IS_SECRET || (contents == IS_SECRET_SCHEMA && walk->is_array[level])
                 ? contents
                 : IS_PLAIN;
  walk->secrecy = MCP_NAME_SECRET;
}

/* A string or a number in the place of a schema is none. */
static gboolean
is_value_secret (Walk       *walk,
                 const char *text,
                 gsize       length)
{
  if (walk->next == IS_SECRET && walk->secrecy == MCP_NAME_CODE)
    return mcp_redactor_is_code (text, length);

  return walk->next == IS_SECRET
         || (walk->next == IS_SECRET_SCHEMA && *get_contents (walk) == IS_PROPERTIES);
}

/* Behind an option without a value. */
static gboolean
is_next_option (Walk       *walk,
                const char *text)
{
  return walk->secrecy == MCP_NAME_WEAK && *text == '-'
         && walk->is_array[MIN (walk->n_open, MAX_CONTAINERS - 1)];
}

static gboolean
is_header (const char *name,
           gsize       length)
{
  g_autofree char *copy = g_strndup (name, length);

  return mcp_header_is_secret (copy);
}

/* Decides from its name, and from its container, whether the value of a member is secret. */
static void
judge_member (Walk       *walk,
              const char *name,
              gsize       length)
{
  Contents contents = *get_contents (walk);
  McpNameSecrecy secrecy = mcp_marks_are_in (walk->redactor->marks, name, length)
                             ? mcp_redactor_judge_name (walk->redactor->marks->rules, name, length)
                             : MCP_NAME_HARMLESS;

  walk->next = IS_PLAIN;
  walk->secrecy = MCP_NAME_SECRET;
  if (contents == IS_SECRET)
    {
      walk->next = IS_SECRET;
    }
  else if (contents == IS_SECRET_SCHEMA)
    {
      walk->next = holds_properties (name, length) ? IS_PROPERTIES
                   : is_description (name, length) ? IS_SECRET_SCHEMA
                                                   : IS_SECRET;
    }
  else if (contents == IS_PROPERTIES)
    {
      walk->next = secrecy > MCP_NAME_CODE ? IS_SECRET_SCHEMA : IS_PLAIN;
    }
  else if (secrecy != MCP_NAME_HARMLESS || (contents == IS_HEADERS && is_header (name, length))
           || (contents == IS_NAMED && length == 5 && memcmp (name, "value", 5) == 0))
    {
      walk->next = IS_SECRET;
      walk->secrecy = secrecy != MCP_NAME_HARMLESS ? secrecy : MCP_NAME_SECRET;
    }
  else if (holds_properties (name, length))
    {
      walk->next = IS_PROPERTIES;
    }
  else if (length == 7 && memcmp (name, "headers", 7) == 0)
    {
      walk->next = IS_HEADERS;
    }
}

static void
judge_spelled_member (Walk       *walk,
                      const char *name,
                      gsize       length)
{
  g_autoptr (GString) decoded = NULL;

  if (memchr (name, '\\', length) == NULL)
    {
      judge_member (walk, name, length);
      return;
    }

  decoded = decode (name, length);
  judge_member (walk, decoded->str, decoded->len);
}

/* An argument says something about the next one. */
static void
judge_argument (Walk       *walk,
                const char *text,
                gsize       length)
{
  const McpRedactorRule *command = mcp_redactor_find_command (text, length);
  gsize value = 1;

  if (command != NULL)
    {
      walk->command = command;
      walk->command_level = walk->n_open;
    }
  if (length < 2 || text[0] != '-')
    return;

  if (mcp_redactor_judge_name (walk->redactor->marks->rules, text, length) > MCP_NAME_CODE
      || (walk->command != NULL && walk->command_level == walk->n_open
          && mcp_redactor_is_secret_option (walk->command, text, length, &value) && value == 0))
    {
      walk->next = IS_SECRET;
      walk->secrecy = MCP_NAME_WEAK;
    }
}

/* A name in a string says something about the string, or the value, beside it. */
static void
judge_neighbour (Walk       *walk,
                 const char *key,
                 gsize       key_length,
                 const char *text,
                 gsize       length)
{
  guint8 *contents = get_contents (walk);
  guint level = MIN (walk->n_open, MAX_CONTAINERS - 1);

  if (*contents == IS_SECRET || length > 64)
    return;

  if (walk->is_array[level])
    judge_argument (walk, text, length);
  else if ((*contents == IS_PLAIN || *contents == IS_NAMED) && key != NULL
           && ((key_length == 4 && memcmp (key, "name", 4) == 0)
               || (key_length == 3 && memcmp (key, "key", 3) == 0)))
    {
      gboolean secret = mcp_redactor_judge_name (walk->redactor->marks->rules, text, length) != MCP_NAME_HARMLESS
                        || mcp_redactor_is_header (walk->redactor->marks->rules, text, length);

      *contents = secret ? IS_NAMED : IS_PLAIN;
    }
}

static void
take_out (Walk       *walk,
          gsize       from,
          gsize       to,
          const char *mark)
{
  gboolean was_string = *mark != '"';

  mcp_redactor_tell (walk->redactor, MCP_REDACTION_MEMBER, walk->edit.text + from, to - from);
  if (was_string && to - from == strlen (MCP_REDACTED)
      && memcmp (walk->edit.text + from, MCP_REDACTED, to - from) == 0)
    return;
  mcp_redactor_edit_cut (&walk->edit, from, to, mark, -1);
}

/* "-psecret" of a program, or "--token secret" as one argument. */
static gboolean
is_option_with_value (Walk       *walk,
                      const char *text,
                      gsize       length,
                      gsize      *value)
{
  const char *space;

  if (length < 4 || text[0] != '-')
    return FALSE;

  space = memchr (text, ' ', length);
  if (space != NULL && walk->is_array[MIN (walk->n_open, MAX_CONTAINERS - 1)]
      && memchr (space + 1, ' ', text + length - space - 1) == NULL
      && !mcp_redactor_is_placeholder (space + 1, text + length - space - 1)
      && mcp_redactor_judge_name (walk->redactor->marks->rules, text, space - text) > MCP_NAME_CODE)
    {
      *value = space + 1 - text;
      return *value < length;
    }

  return walk->command != NULL && walk->command_level == walk->n_open
         && walk->is_array[MIN (walk->n_open, MAX_CONTAINERS - 1)]
         && mcp_redactor_is_secret_option (walk->command, text, length, value)
         && *value > 0 && *value < length;
}

/* Returns where it ends. */
static gsize
walk_string (Walk  *walk,
             gsize  at,
             McpSpan *key)
{
  const char *text = walk->edit.text;
  gsize begin = at + 1;
  gsize end = find_string_end (text, walk->length, begin);
  gsize after = end + 1;
  gsize value;
  gboolean is_key;
  g_autoptr (GString) edited = NULL;

  while (after < walk->length && g_ascii_isspace (text[after]))
    after++;
  is_key = after < walk->length && text[after] == ':';

  if (!is_key && is_value_secret (walk, text + begin, end - begin)
      && !is_next_option (walk, text + begin))
    {
      if (end > begin)
        take_out (walk, begin, end, MCP_REDACTED);
    }
  else if (!is_key && is_option_with_value (walk, text + begin, end - begin, &value))
    {
      take_out (walk, begin + value, end, MCP_REDACTED);
    }
  else
    {
      edited = edit_string (walk->redactor, text + begin, end - begin, walk->depth);
      if (edited != NULL)
        mcp_redactor_edit_cut (&walk->edit, begin, end, edited->str, edited->len);
    }

  if (is_key)
    {
      *key = (McpSpan) { begin, end - begin };
      judge_spelled_member (walk, text + begin, end - begin);
    }
  else
    {
      expect_contents (walk);
      judge_neighbour (walk, text + key->offset, key->length, text + begin, end - begin);
    }

  return MIN (after, walk->length);
}

/* A number or a literal. It cannot hold the mark, so it becomes a string when it has to go. */
static gsize
walk_scalar (Walk *walk,
             gsize at)
{
  const char *text = walk->edit.text;
  gsize end = at;
  gboolean is_number = g_ascii_isdigit (text[at]) || text[at] == '-';
  g_autoptr (GString) edited = NULL;

  while (end < walk->length
         && (g_ascii_isalnum (text[end]) || (text[end] != '\0' && strchr ("+-.", text[end]))))
    end++;

  if (is_number && is_value_secret (walk, text + at, end - at) && walk->secrecy != MCP_NAME_WEAK)
    {
      take_out (walk, at, end, "\"" MCP_REDACTED "\"");
    }
  else if (is_number)
    {
      edited = mcp_redactor_edit_text (walk->redactor, text + at, end - at);
      if (edited != NULL)
        mcp_redactor_edit_cut (&walk->edit, at, end, "\"" MCP_REDACTED "\"", -1);
    }

  expect_contents (walk);

  return MAX (end, at + 1);
}

static void
open_container (Walk     *walk,
                gboolean  is_array)
{
  Contents around = *get_contents (walk);
  Contents contents =
    walk->next == IS_SECRET && walk->secrecy < MCP_NAME_SECRET ? IS_PLAIN : walk->next;
  guint level;

  walk->n_open++;
  level = MIN (walk->n_open, MAX_CONTAINERS - 1);

  /* Only schemas are in an object of them, and a list has no names. */
  if (around == IS_SECRET || (is_array && around == IS_PROPERTIES && contents == IS_SECRET_SCHEMA))
    contents = IS_SECRET;
  else if (is_array && (contents == IS_PROPERTIES || contents == IS_HEADERS))
    contents = IS_PLAIN;
  walk->contents[level] = contents;
  walk->is_array[level] = is_array;
  expect_contents (walk);
}

static void
close_container (Walk *walk)
{
  if (walk->n_open > 0)
    walk->n_open--;
  expect_contents (walk);
}

/* (nullable): what stands in the place of valid JSON, in @depth strings; %NULL when nothing was taken out. */
static GString *
mcp_redactor_edit_json (McpRedactor *self,
                        const char  *text,
                        gsize        length,
                        guint        depth)
{
  Walk walk = { .redactor = self, .edit = { self, text, 0, NULL }, .length = length, .depth = depth };
  McpSpan key = { 0, 0 };
  gsize at = 0;

  while (at < length)
    switch (text[at])
      {
      case '"':
        at = walk_string (&walk, at, &key);
        break;
      case '{':
      case '[':
        key = (McpSpan) { 0, 0 };
        open_container (&walk, text[at++] == '[');
        break;
      case '}':
      case ']':
        close_container (&walk);
        at++;
        break;
      case ',':
      case ':':
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        at++;
        break;
      default:
        at = walk_scalar (&walk, at);
      }

  return mcp_redactor_edit_end (&walk.edit, length);
}

/*
 * mcp_redactor_edit_any:
 * @text: (array length=length): a text, of any bytes
 * @depth: how many strings it stands in
 *
 * Redacts what may be JSON.
 *
 * Returns: (transfer full) (nullable): what stands in its place, %NULL when nothing was taken out
 */
GString *
mcp_redactor_edit_any (McpRedactor *self,
                       const char  *text,
                       gsize        length,
                       guint        depth)
{
  McpScan scan;

  if (depth < MAX_DEPTH && length > 0 && mcp_scan (text, length, &scan)
      && (scan.anomalies & MCP_ANOMALY_BOM) == 0)
    return mcp_redactor_edit_json (self, text, length, depth);

  return mcp_redactor_edit_text (self, text, length);
}
