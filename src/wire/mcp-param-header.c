/* mcp-param-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-param-header.h"

/*
 * Tool arguments that are repeated in HTTP headers, so that what stands between client and
 * server can route by them (2026-07-28, basic/transports/streamable-http, x-mcp-header).
 */

#define SENTINEL_START "=?base64?"
#define SENTINEL_END   "?="
#define HEADER_PREFIX  "Mcp-Param-"

/* Deeper schemas are not looked into, which makes them invalid rather than slow. */
#define MAX_DEPTH 100

/* Servers take about a hundred headers. Each is compared with all others, and looked for in calls. */
#define MAX_HEADERS 100

typedef struct
{
  char      *name;   /* with the prefix */
  char      *path;   /* for people */
  GPtrArray *keys;   /* char *, from the root */
} ParamHeader;

struct _McpParamHeaders
{
  GPtrArray *headers; /* ParamHeader */
};

static gboolean
looks_encoded (const char *value,
               gsize       length)
{
  return length >= strlen (SENTINEL_START) + strlen (SENTINEL_END)
         && g_str_has_prefix (value, SENTINEL_START) && g_str_has_suffix (value, SENTINEL_END);
}

/**
 * mcp_param_header_encode:
 * @value: any UTF-8 text
 *
 * Writes a text as a header value: as it is where that is safe, in base64 between `=?base64?` and
 * `?=` otherwise, as for what is not ASCII, control characters, outer blanks, tabs, and what looks
 * encoded already.
 *
 * Returns: (transfer full): the header value
 */
char *
mcp_param_header_encode (const char *value)
{
  g_autofree char *base64 = NULL;
  gsize length;
  gboolean plain;

  g_return_val_if_fail (value != NULL, NULL);

  length = strlen (value);
  plain = !looks_encoded (value, length)
          && (length == 0 || (value[0] != ' ' && value[length - 1] != ' '));
  for (gsize i = 0; i < length && plain; i++)
    plain = value[i] >= 0x20 && value[i] <= 0x7e;
  if (plain)
    return g_strdup (value);

  base64 = g_base64_encode ((const guchar *) value, length);

  return g_strconcat (SENTINEL_START, base64, SENTINEL_END, NULL);
}

static void
param_header_free (gpointer data)
{
  ParamHeader *header = data;

  g_free (header->name);
  g_free (header->path);
  g_ptr_array_unref (header->keys);
  g_free (header);
}

static gboolean
is_token (const char *text)
{
  if (*text == '\0')
    return FALSE;

  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("!#$%&'*+-.^_`|~", *text) == NULL)
      return FALSE;

  return TRUE;
}

static char *
path_of (GPtrArray *keys)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < keys->len; i++)
    g_string_append_printf (path, "%s%s", i > 0 ? "." : "", (char *) keys->pdata[i]);

  return g_string_free (path, FALSE);
}

static gboolean
refuse (GError    **error,
        GPtrArray  *keys,
        const char *format,
        ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (GError    **error,
        GPtrArray  *keys,
        const char *format,
        ...)
{
  g_autofree char *path = path_of (keys);
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, _("x-mcp-header of “%s”: %s"),
               *path != '\0' ? path : _("the schema itself"), text);

  return FALSE;
}

static gboolean
check_name (McpParamHeaders *self,
            const char      *name,
            GPtrArray       *keys,
            GError         **error)
{
  g_autofree char *full = NULL;

  if (self->headers->len == MAX_HEADERS)
    return refuse (error, keys, _("there are %u others, and no server takes more headers"),
                   MAX_HEADERS);
  if (*name == '\0')
    return refuse (error, keys, _("the name is empty"));
  if (!is_token (name))
    return refuse (error, keys, _("“%s” cannot be part of a header’s name"), name);

  full = g_strconcat (HEADER_PREFIX, name, NULL);
  for (guint i = 0; i < self->headers->len; i++)
    {
      ParamHeader *other = g_ptr_array_index (self->headers, i);

      if (g_ascii_strcasecmp (other->name, full) == 0)
        return refuse (error, keys, _("“%s” has the name “%s” already"), other->path, name);
    }

  return TRUE;
}

/* Takes the annotation of one property, whose schema is @text. */
static gboolean
add_annotation (McpParamHeaders *self,
                const char      *text,
                gsize            length,
                McpSpan          value,
                gboolean         reachable,
                GPtrArray       *keys,
                GError         **error)
{
  g_autofree char *name = NULL;
  g_autofree char *type = NULL;
  ParamHeader *header;

  if (!reachable || keys->len == 0)
    return refuse (error, keys,
                   _("only a property that is reached by “properties” alone can be a header"));

  if (text[value.offset] != '"')
    return refuse (error, keys, _("the name is no string"));
  name = mcp_json_dup_string (text + value.offset, value.length);
  if (!check_name (self, name, keys, error))
    return FALSE;

  type = mcp_json_lookup_string (text, length, "type");
  if (g_strcmp0 (type, "string") != 0 && g_strcmp0 (type, "integer") != 0
      && g_strcmp0 (type, "boolean") != 0)
    return refuse (error, keys, _("the type must be string, integer or boolean, and is %s"),
                   type != NULL ? type : _("none of them"));

  header = g_new0 (ParamHeader, 1);
  header->name = g_strconcat (HEADER_PREFIX, name, NULL);
  header->path = path_of (keys);
  header->keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add (header->keys, g_strdup (keys->pdata[i]));
  g_ptr_array_add (self->headers, header);

  return TRUE;
}

/* What a keyword's value is made of. */
typedef enum {
  HOLDS_DATA,
  HOLDS_SCHEMA,      /* one, or an array of them */
  HOLDS_NAMED,       /* an object of them */
  HOLDS_PROPERTIES,
} Holds;

static Holds
holds_what (const char *key)
{
  static const char * const named[] = { "patternProperties", "$defs", "definitions",
                                        "dependentSchemas", "dependencies", NULL };
  static const char * const schemas[] = { "items", "prefixItems", "additionalItems", "contains",
                                          "additionalProperties", "propertyNames",
                                          "unevaluatedItems", "unevaluatedProperties", "allOf",
                                          "anyOf", "oneOf", "not", "if", "then", "else",
                                          "contentSchema", NULL };

  if (strcmp (key, "properties") == 0)
    return HOLDS_PROPERTIES;
  if (g_strv_contains (named, key))
    return HOLDS_NAMED;

  return g_strv_contains (schemas, key) ? HOLDS_SCHEMA : HOLDS_DATA;
}

static gboolean walk_schema (McpParamHeaders *self,
                             const char      *text,
                             gsize            length,
                             gboolean         reachable,
                             guint            depth,
                             GPtrArray       *keys,
                             GError         **error);

/* Walks the schemas that are the members or elements of a value. */
static gboolean
walk_many (McpParamHeaders *self,
           const char      *text,
           gsize            length,
           gboolean         reachable,
           guint            depth,
           GPtrArray       *keys,
           GError         **error)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  gboolean is_object = *text == '{';

  if (!mcp_json_iter_init (&iter, text, length))
    return TRUE;

  while (mcp_json_iter_next (&iter, is_object ? &key : NULL, &value))
    {
      gboolean ok;

      if (is_object)
        g_ptr_array_add (keys, mcp_json_dup_string (text + key.offset, key.length));
      ok = walk_schema (self, text + value.offset, value.length, reachable, depth, keys, error);
      if (is_object)
        g_ptr_array_set_size (keys, keys->len - 1);
      if (!ok)
        return FALSE;
    }

  return TRUE;
}

static gboolean
walk_schema (McpParamHeaders *self,
             const char      *text,
             gsize            length,
             gboolean         reachable,
             guint            depth,
             GPtrArray       *keys,
             GError         **error)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (*text != '{' || !mcp_json_iter_init (&iter, text, length))
    return TRUE;
  if (depth > MAX_DEPTH)
    return refuse (error, keys, _("the schema is nested too deeply"));

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      const char *inner = text + value.offset;
      Holds holds = holds_what (name);
      gboolean ok = TRUE;

      if (strcmp (name, "x-mcp-header") == 0)
        ok = add_annotation (self, text, length, value, reachable, keys, error);
      else if (holds == HOLDS_PROPERTIES || holds == HOLDS_NAMED)
        ok = *inner != '{'
             || walk_many (self, inner, value.length, reachable && holds == HOLDS_PROPERTIES,
                           depth + 1, keys, error);
      else if (holds == HOLDS_SCHEMA && *inner == '[')
        ok = walk_many (self, inner, value.length, FALSE, depth + 1, keys, error);
      else if (holds == HOLDS_SCHEMA)
        ok = walk_schema (self, inner, value.length, FALSE, depth + 1, keys, error);
      if (!ok)
        return FALSE;
    }

  return TRUE;
}

/**
 * mcp_param_headers_new:
 * @schema: a tool's inputSchema, valid JSON
 *
 * Reads which arguments are repeated in headers. A schema that breaks a rule makes a client
 * exclude the tool over HTTP: the name must be a token of RFC 9110, the only one in any case,
 * and stand on a string, integer or boolean that is reached from the root by “properties” alone.
 *
 * Returns: (transfer full) (nullable): the headers, none perhaps; %NULL with
 *   %MCP_ERROR_INVALID_MESSAGE that says which rule is broken and where
 */
McpParamHeaders *
mcp_param_headers_new (const char  *schema,
                       gsize        length,
                       GError     **error)
{
  g_autoptr (McpParamHeaders) self = g_new0 (McpParamHeaders, 1);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (schema != NULL, NULL);

  self->headers = g_ptr_array_new_with_free_func (param_header_free);
  if (length > 0 && !walk_schema (self, schema, length, TRUE, 0, keys, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
mcp_param_headers_free (McpParamHeaders *self)
{
  g_ptr_array_unref (self->headers);
  g_free (self);
}

guint
mcp_param_headers_get_n (McpParamHeaders *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->headers->len;
}

const char *
mcp_param_headers_get_name (McpParamHeaders *self,
                            guint            i)
{
  g_return_val_if_fail (self != NULL && i < self->headers->len, NULL);

  return ((ParamHeader *) g_ptr_array_index (self->headers, i))->name;
}

const char *
mcp_param_headers_get_path (McpParamHeaders *self,
                            guint            i)
{
  g_return_val_if_fail (self != NULL && i < self->headers->len, NULL);

  return ((ParamHeader *) g_ptr_array_index (self->headers, i))->path;
}

/* Finds one member by its exact name: a property may have a dot in its name. */
static gboolean
find_member (const char *text,
             gsize       length,
             const char *name,
             McpSpan    *found)
{
  McpJsonIter iter;
  McpSpan key;

  if (*text != '{' || !mcp_json_iter_init (&iter, text, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, found))
    if (mcp_json_key_equal (text + key.offset, key.length, name))
      return TRUE;

  return FALSE;
}

/* The text of a value as a header has it; NULL for none. */
static char *
value_text (const char *token,
            gsize       length)
{
  switch (*token)
    {
    case '"':
      return mcp_json_dup_string (token, length);
    case '{':
    case '[':
    case 'n':
      return NULL;
    default:
      return g_strndup (token, length);
    }
}

/**
 * mcp_param_headers_extract:
 * @arguments: the arguments of a call, valid JSON
 *
 * Gets the headers of a call. An argument that is absent or null has none, an empty string has an
 * empty one. Numbers keep their spelling.
 *
 * Returns: (transfer full): names and values in turn, %NULL at the end
 */
char **
mcp_param_headers_extract (McpParamHeaders *self,
                           const char      *arguments,
                           gsize            length)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (arguments != NULL || length == 0, NULL);

  for (guint i = 0; i < self->headers->len && length > 0; i++)
    {
      ParamHeader *header = g_ptr_array_index (self->headers, i);
      const char *text = arguments;
      gsize rest = length;
      g_autofree char *value = NULL;
      guint k;

      for (k = 0; k < header->keys->len; k++)
        {
          McpSpan span;

          if (!find_member (text, rest, header->keys->pdata[k], &span))
            break;
          text += span.offset;
          rest = span.length;
        }
      if (k < header->keys->len)
        continue;

      value = value_text (text, rest);
      if (value != NULL)
        {
          g_ptr_array_add (list, g_strdup (header->name));
          g_ptr_array_add (list, mcp_param_header_encode (value));
        }
    }
  g_ptr_array_add (list, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&list), FALSE);
}
