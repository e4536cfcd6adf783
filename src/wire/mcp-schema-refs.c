/* mcp-schema-refs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-schema-private.h"
#include "mcp-uri.h"

/*
 * $ref by JSON Pointer (RFC 6901, as a URI fragment), by $anchor, and by the $id of the schema or
 * of a part of it (JSON Schema Core 2020-12 section 8.2). A part with an $id is a resource of its
 * own: what it refers to, by relative URIs and by fragments alone, is looked for from there on. A
 * reference to anything else is not local: it is never fetched.
 *
 * All $ids and $anchors are found in one pass, when there is a reference, and the members of an
 * object that a pointer leads through are listed once: many references do not add up.
 */

#define MIN_BUDGET (8 * 1024 * 1024)
#define BUDGET_PER_BYTE 64

/* A longer base is nobody's: relative $ids, nested, grow with each level. */
#define MAX_BASE_BYTES 2048

/* What relative $ids are resolved against where no absolute one stands around them. */
#define NO_BASE "schema:///"

/* What the values of a place in a schema are. */
typedef enum {
  PLACE_SCHEMA,
  PLACE_SCHEMAS,   /* a schema, or an array of them */
  PLACE_MEMBERS,   /* an object whose members are schemas */
  PLACE_ELEMENTS,  /* an array of schemas */
  PLACE_OTHER,     /* what looks like $id there is none */
} Place;

/* An object or array that is not over yet. */
typedef struct
{
  gsize    start;
  Place    place;
  Place    next;         /* of the member that is being read */
  gboolean expects_key;
  gboolean has_ref;
  McpSpan  id;           /* of length 0 for none */
} Frame;

/* A schema with an $id; the first one is the whole, with or without. */
typedef struct
{
  gsize   start;
  gsize   end;
  McpSpan id;
  int     parent;        /* -1: none */
  char   *uri;           /* without a fragment */
} Resource;

typedef struct
{
  gsize     start;       /* of the object it names */
  gboolean  is_dynamic;
  char     *name;
} Anchor;

static void
resource_clear (gpointer data)
{
  g_free (((Resource *) data)->uri);
}

static void
anchor_clear (gpointer data)
{
  g_free (((Anchor *) data)->name);
}

void
mcp_schema_refs_init (McpSchemaRefs *self,
                      const char    *text,
                      gsize          length,
                      const char    *uri)
{
  g_autofree char *dialect = mcp_json_lookup_string (text, length, "$schema");
  gboolean has_escapes;

  memset (self, 0, sizeof *self);
  self->text = text;
  self->budget = MIN_BUDGET + (gint64) length * BUDGET_PER_BYTE;
  self->ref_alone = dialect != NULL && strstr (dialect, "json-schema.org/draft-0") != NULL;
  self->uri = g_strdup (uri);
  /* A name may be written with escapes. */
  has_escapes = strstr (text, "\\u") != NULL;
  self->is_dynamic = has_escapes || strstr (text, "$dynamic") != NULL;
  self->asserts = TRUE;
  mcp_json_lookup (text, length, NULL, &self->root);
}

void
mcp_schema_refs_clear (McpSchemaRefs *self)
{
  g_clear_pointer (&self->uri, g_free);
  g_clear_pointer (&self->found, g_hash_table_unref);
  g_clear_pointer (&self->resources, g_array_unref);
  g_clear_pointer (&self->by_uri, g_hash_table_unref);
  g_clear_pointer (&self->anchors, g_hash_table_unref);
  g_clear_pointer (&self->dynamic_anchors, g_hash_table_unref);
  g_clear_pointer (&self->members, g_hash_table_unref);
  g_clear_pointer (&self->nodes, g_hash_table_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
}

static gboolean
charge (McpSchemaRefs *self,
        gsize          bytes)
{
  self->budget -= (gint64) bytes + 16;

  return self->budget >= 0;
}

/* --- Finding $id and $anchor --- */

static Place
place_of_keyword (const char *key,
                  gsize       length)
{
  static const struct
  {
    const char *name;
    Place       place;
  } keywords[] = {
    { "properties", PLACE_MEMBERS },     { "$defs", PLACE_MEMBERS },
    { "definitions", PLACE_MEMBERS },    { "patternProperties", PLACE_MEMBERS },
    { "dependentSchemas", PLACE_MEMBERS }, { "dependencies", PLACE_MEMBERS },
    { "items", PLACE_SCHEMAS },          { "allOf", PLACE_SCHEMAS },
    { "anyOf", PLACE_SCHEMAS },          { "oneOf", PLACE_SCHEMAS },
    { "prefixItems", PLACE_SCHEMAS },    { "not", PLACE_SCHEMAS },
    { "if", PLACE_SCHEMAS },             { "then", PLACE_SCHEMAS },
    { "else", PLACE_SCHEMAS },           { "additionalProperties", PLACE_SCHEMAS },
    { "additionalItems", PLACE_SCHEMAS }, { "contains", PLACE_SCHEMAS },
    { "propertyNames", PLACE_SCHEMAS },  { "unevaluatedItems", PLACE_SCHEMAS },
    { "unevaluatedProperties", PLACE_SCHEMAS }, { "contentSchema", PLACE_SCHEMAS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (mcp_json_key_equal (key, length, keywords[i].name))
      return keywords[i].place;

  return PLACE_OTHER;
}

static Place
place_inside (const Frame *frame,
              gboolean     is_object)
{
  switch (frame->place)
    {
    case PLACE_SCHEMA:
      if (frame->next == PLACE_SCHEMAS)
        return is_object ? PLACE_SCHEMA : PLACE_ELEMENTS;
      return is_object ? frame->next : PLACE_OTHER;
    case PLACE_MEMBERS:
      return is_object ? PLACE_SCHEMA : PLACE_ELEMENTS;
    case PLACE_ELEMENTS:
      return is_object ? PLACE_SCHEMA : PLACE_OTHER;
    case PLACE_SCHEMAS:
    case PLACE_OTHER:
    default:
      return PLACE_OTHER;
    }
}

static void
add_anchor (GArray   *anchors,
            gsize     start,
            gboolean  is_dynamic,
            char     *name)
{
  Anchor anchor = { start, is_dynamic, name };

  if (name != NULL)
    g_array_append_val (anchors, anchor);
}

/* The key of a member, from @position to @end; what comes behind it is the value. */
static void
read_key (McpSchemaRefs *self,
          Frame         *frame,
          gsize          position,
          gsize          end,
          GArray        *anchors)
{
  const char *text = self->text;
  const gsize text_end = self->root.offset + self->root.length;
  const char *key = text + position;
  gsize length = end - position;
  McpSpan value = { end, 0 };

  frame->expects_key = FALSE;
  if (frame->place != PLACE_SCHEMA)
    return;

  frame->next = place_of_keyword (key, length);
  if (mcp_json_key_equal (key, length, "$ref"))
    frame->has_ref = TRUE;

  while (value.offset < text_end
         && (g_ascii_isspace (text[value.offset]) || text[value.offset] == ':'))
    value.offset++;
  if (value.offset == text_end || text[value.offset] != '"' || frame->next != PLACE_OTHER)
    return;

  value.length = mcp_escape_skip_string (text, value.offset, text_end) - value.offset;
  if (mcp_json_key_equal (key, length, "$id"))
    frame->id = value;
  else if (mcp_json_key_equal (key, length, "$anchor"))
    add_anchor (anchors, frame->start, FALSE,
                mcp_json_dup_string (text + value.offset, value.length));
  else if (mcp_json_key_equal (key, length, "$dynamicAnchor"))
    add_anchor (anchors, frame->start, TRUE,
                mcp_json_dup_string (text + value.offset, value.length));
}

/* Before 2019-09 an $id of a fragment alone is an anchor, and beside a $ref it does not count. */
static void
end_schema (McpSchemaRefs *self,
            const Frame   *frame,
            gsize          end,
            GArray        *anchors)
{
  const char *id = self->text + frame->id.offset;
  Resource resource = { frame->start, end, frame->id, -1, NULL };

  if (frame->place != PLACE_SCHEMA || (self->ref_alone && frame->has_ref))
    resource.id.length = 0;
  else if (frame->id.length > 2 && id[1] == '#')
    {
      g_autofree char *name = mcp_json_dup_string (id, frame->id.length);

      add_anchor (anchors, frame->start, FALSE, g_strdup (name + 1));
      resource.id.length = 0;
    }

  if (resource.id.length > 0 || frame->start == self->root.offset)
    g_array_append_val (self->resources, resource);
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  gsize left = ((const Resource *) a)->start;
  gsize right = ((const Resource *) b)->start;

  return left < right ? -1 : left > right ? 1 : 0;
}

static char *
resolve_uri (const char *base,
             const char *reference)
{
  g_autofree char *plain = g_strndup (reference, strcspn (reference, "#"));
  char *uri = mcp_uri_resolve (base, plain);

  return uri != NULL ? uri : g_steal_pointer (&plain);
}

/* The number of the innermost resource around a place. */
static guint
find_resource (McpSchemaRefs *self,
               gsize          position)
{
  const Resource *resources = (const Resource *) self->resources->data;
  int low = 0;
  int high = self->resources->len - 1;

  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      if (resources[middle].start <= position)
        low = middle;
      else
        high = middle - 1;
    }
  while (low > 0 && position >= resources[low].end && charge (self, 0))
    low = resources[low].parent;

  return low;
}

/* Gives each resource its URI, from the outermost to the innermost. */
static void
name_resources (McpSchemaRefs *self)
{
  g_array_sort (self->resources, compare_starts);

  for (guint i = 0; i < self->resources->len; i++)
    {
      Resource *resource = &g_array_index (self->resources, Resource, i);
      const Resource *outer;
      g_autofree char *id = NULL;
      const char *base;

      for (int at = (int) i - 1; i > 0 && at >= 0;
           at = g_array_index (self->resources, Resource, at).parent)
        if (!charge (self, 0) || resource->start < g_array_index (self->resources, Resource, at).end)
          {
            resource->parent = at;
            break;
          }

      outer = resource->parent >= 0
                ? &g_array_index (self->resources, Resource, resource->parent) : NULL;
      if (resource->id.length > 0)
        id = mcp_json_dup_string (self->text + resource->id.offset, resource->id.length);
      base = outer != NULL ? outer->uri : self->uri != NULL ? self->uri : NO_BASE;
      resource->uri = strlen (base) <= MAX_BASE_BYTES && charge (self, strlen (base))
                        ? resolve_uri (base, id != NULL ? id : "")
                        : g_strdup ("");
      if (!g_hash_table_contains (self->by_uri, resource->uri))
        g_hash_table_insert (self->by_uri, resource->uri, GUINT_TO_POINTER (i + 1));
    }
}

static char *
anchor_key (guint       resource,
            const char *name)
{
  return g_strdup_printf ("%u#%s", resource, name);
}

static void
keep_anchors (McpSchemaRefs *self,
              GArray        *anchors)
{
  for (guint i = 0; i < anchors->len; i++)
    {
      const Anchor *anchor = &g_array_index (anchors, Anchor, i);

      guint resource = find_resource (self, anchor->start);

      g_hash_table_insert (self->anchors, anchor_key (resource, anchor->name),
                           GSIZE_TO_POINTER (anchor->start));
      if (anchor->is_dynamic)
        g_hash_table_insert (self->dynamic_anchors, anchor_key (resource, anchor->name),
                             GSIZE_TO_POINTER (anchor->start));
    }
}

static void
push_frame (McpSchemaRefs *self,
            GArray        *open,
            gsize          position)
{
  gboolean is_object = self->text[position] == '{';
  Frame frame = { position, PLACE_SCHEMA, PLACE_OTHER, is_object, FALSE, { 0, 0 } };

  if (open->len > 0)
    frame.place = place_inside (&g_array_index (open, Frame, open->len - 1), is_object);
  g_array_append_val (open, frame);
}

/* One pass over the text, which is valid JSON, without recursion. */
static void
walk (McpSchemaRefs *self,
      GArray        *anchors)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Frame));
  const gsize end = self->root.offset + self->root.length;
  gsize position = self->root.offset;

  while (position < end)
    {
      char c = self->text[position];
      Frame *frame = open->len > 0 ? &g_array_index (open, Frame, open->len - 1) : NULL;

      if (c == '"')
        {
          gsize next = mcp_escape_skip_string (self->text, position, end);

          if (frame != NULL && frame->expects_key)
            read_key (self, frame, position, next, anchors);
          position = next;
          continue;
        }

      position++;
      if (c == '{' || c == '[')
        push_frame (self, open, position - 1);
      else if ((c == '}' || c == ']') && frame != NULL)
        {
          if (c == '}')
            end_schema (self, frame, position, anchors);
          g_array_set_size (open, open->len - 1);
        }
      else if (c == ',' && frame != NULL)
        frame->expects_key = self->text[frame->start] == '{';
    }
}

static void
build_index (McpSchemaRefs *self)
{
  g_autoptr (GArray) anchors = g_array_new (FALSE, FALSE, sizeof (Anchor));

  self->found = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  self->by_uri = g_hash_table_new (mcp_str_hash, g_str_equal);
  self->anchors = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->dynamic_anchors = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->members = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  self->resources = g_array_new (FALSE, FALSE, sizeof (Resource));
  g_array_set_clear_func (self->resources, resource_clear);
  g_array_set_clear_func (anchors, anchor_clear);

  if (charge (self, self->root.length))
    walk (self, anchors);
  if (self->resources->len == 0)
    {
      Resource whole = { self->root.offset, self->root.offset + self->root.length, { 0, 0 }, -1,
                         NULL };

      g_array_append_val (self->resources, whole);
    }
  name_resources (self);
  if (self->uri != NULL && !g_hash_table_contains (self->by_uri, self->uri))
    g_hash_table_insert (self->by_uri, self->uri, GUINT_TO_POINTER (1));
  keep_anchors (self, anchors);
}

/* --- Following --- */

/* "~1" is a slash and "~0" a tilde. */
static void
decode_token (char *token)
{
  char *out = token;

  for (const char *p = token; *p != '\0'; p++)
    if (p[0] == '~' && (p[1] == '0' || p[1] == '1'))
      *out++ = *++p == '0' ? '~' : '/';
    else
      *out++ = *p;

  *out = '\0';
}

/* The members of an object, the last of each name, or the elements of an array, by number. */
static GHashTable *
list_members (McpSchemaRefs *self,
              McpSpan        value)
{
  GHashTable *members = g_hash_table_lookup (self->members, GSIZE_TO_POINTER (value.offset + 1));
  McpJsonIter iter;
  McpSpan key, member;

  if (members != NULL)
    return members;

  members = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (self->members, GSIZE_TO_POINTER (value.offset + 1), members);
  if (!charge (self, value.length) || !mcp_json_begin (&iter, self->text, value))
    return members;

  for (guint i = 0; mcp_json_iter_next (&iter, &key, &member); i++)
    {
      char *name = iter.is_object ? mcp_json_dup_string (self->text + key.offset, key.length)
                                  : g_strdup_printf ("%u", i);

      g_hash_table_replace (members, name, g_memdup2 (&member, sizeof member));
    }

  return members;
}

/* @pointer begins with a slash; @target is where it starts, and then where it leads. */
static gboolean
follow_pointer (McpSchemaRefs *self,
                const char    *pointer,
                McpSpan       *target)
{
  g_auto (GStrv) tokens = g_strsplit (pointer + 1, "/", -1);

  for (guint i = 0; tokens[i] != NULL; i++)
    {
      McpSpan *member;

      decode_token (tokens[i]);
      member = g_hash_table_lookup (list_members (self, *target), tokens[i]);
      if (member == NULL)
        return FALSE;
      *target = *member;
    }

  return TRUE;
}

static gboolean
follow_anchor (McpSchemaRefs *self,
               GHashTable    *anchors,
               guint          resource,
               const char    *name,
               McpSpan       *target)
{
  g_autofree char *key = anchor_key (resource, name);
  const gsize end = self->root.offset + self->root.length;
  gpointer start;

  if (!g_hash_table_lookup_extended (anchors, key, NULL, &start)
      || !charge (self, end - GPOINTER_TO_SIZE (start))
      || !mcp_json_lookup (self->text + GPOINTER_TO_SIZE (start), end - GPOINTER_TO_SIZE (start),
                           NULL, target))
    return FALSE;

  target->offset += GPOINTER_TO_SIZE (start);

  return TRUE;
}

static McpSchemaRefResult
find_fragment (McpSchemaRefs *self,
               guint          number,
               const char    *escaped,
               McpSpan       *target)
{
  const Resource *resource = &g_array_index (self->resources, Resource, number);
  g_autofree char *fragment = g_uri_unescape_string (escaped, NULL);

  *target = (McpSpan) { resource->start, resource->end - resource->start };
  if (fragment == NULL)
    return MCP_SCHEMA_REF_NOWHERE;
  if (*fragment == '\0'
      || (*fragment == '/' ? follow_pointer (self, fragment, target)
                           : follow_anchor (self, self->anchors, number, fragment, target)))
    return MCP_SCHEMA_REF_FOUND;

  return self->budget < 0 ? MCP_SCHEMA_REF_TOO_LONG : MCP_SCHEMA_REF_NOWHERE;
}

static McpSchemaRefResult
resolve (McpSchemaRefs *self,
         const char    *reference,
         guint          from,
         McpSpan       *target)
{
  g_autofree char *uri = NULL;
  guint number;

  if (reference[0] == '#')
    return find_fragment (self, from, reference + 1, target);

  uri = resolve_uri (g_array_index (self->resources, Resource, from).uri, reference);
  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_uri, uri));
  if (number == 0)
    return MCP_SCHEMA_REF_OUTSIDE;

  reference = strchr (reference, '#');

  return find_fragment (self, number - 1, reference != NULL ? reference + 1 : "", target);
}

static void
ensure_index (McpSchemaRefs *self)
{
  if (self->resources == NULL)
    build_index (self);
}

McpSchemaRefResult
mcp_schema_refs_find (McpSchemaRefs *self,
                      const char    *uri,
                      McpSpan       *target)
{
  ensure_index (self);

  return charge (self, strlen (uri)) ? resolve (self, uri, 0, target) : MCP_SCHEMA_REF_TOO_LONG;
}

char *
mcp_schema_refs_dup_uri (McpSchemaRefs *self,
                         const char    *reference,
                         gsize          position)
{
  const char *fragment = strchr (reference, '#');
  g_autofree char *uri = NULL;

  ensure_index (self);
  uri = resolve_uri (g_array_index (self->resources, Resource, find_resource (self, position)).uri,
                     reference);

  return g_strconcat (uri, fragment, NULL);
}

guint
mcp_schema_refs_get_resource (McpSchemaRefs *self,
                              gsize          position)
{
  ensure_index (self);

  return find_resource (self, position);
}

gboolean
mcp_schema_refs_find_dynamic (McpSchemaRefs *self,
                              guint          resource,
                              const char    *name,
                              McpSpan       *target)
{
  ensure_index (self);

  return follow_anchor (self, self->dynamic_anchors, resource, name, target);
}

typedef struct
{
  McpSpan            target;
  McpSchemaRefResult result;
} Found;

/* Finds the schema that a reference means, which stands at @position of the text. */
McpSchemaRefResult
mcp_schema_refs_resolve (McpSchemaRefs *self,
                         const char    *reference,
                         gsize          position,
                         McpSpan       *target)
{
  g_autofree char *key = NULL;
  Found *known;
  guint from;

  ensure_index (self);
  from = find_resource (self, position);
  key = anchor_key (from, reference);
  known = g_hash_table_lookup (self->found, key);
  if (known == NULL)
    {
      known = g_new0 (Found, 1);
      known->result = charge (self, strlen (reference))
                        ? resolve (self, reference, from, &known->target)
                        : MCP_SCHEMA_REF_TOO_LONG;
      g_hash_table_insert (self->found, g_steal_pointer (&key), known);
    }

  *target = known->target;

  return known->result;
}
