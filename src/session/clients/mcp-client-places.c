/* mcp-client-places.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-nearest.h"

/*
 * Where servers stand in a document, for all that read or change one: the shapes of all clients are looked for in each
 * file, since people move them from one to the other.
 */

/* What a person has written is far below; of what is above each thing would cost. */
#define MAX_SERVERS 1000
#define MAX_PROJECTS 10000
#define MAX_DEPTH 3
#define MAX_TOLD 8

/* Objects, and lists of objects that say their name: of most; VS Code; Zed; Codex; Amp; older Continue. */
static const char * const containers[] = {
  "mcpServers", "servers", "context_servers", "mcp_servers", "amp.mcpServers", "mcp.servers",
  "modelContextProtocolServers", NULL,
};

/* What containers are in: settings of Continue, a workspace of VS Code, a devcontainer. */
static const char * const around[] = { "experimental", "settings", "customizations", "vscode", NULL };

/* What names a server: ours, and what Gemini CLI and Windsurf call the address. */
static const char * const addresses[] = { "command", "url", "httpUrl", "serverUrl", NULL };

typedef struct
{
  const char *text;
  const char *extra;   /* (nullable): the container of one client */
  GPtrArray  *places;
  GHashTable *seen;    /* names of the containers that are there */
} Finder;

typedef struct
{
  char    *name;
  McpSpan  value;
} Member;

void
mcp_client_place_free (McpClientPlace *self)
{
  g_free (self->name);
  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

static McpJsonType
get_type (Finder  *self,
          McpSpan  span)
{
  return mcp_json_get_type (self->text + span.offset, span.length);
}

/* A member of an object, where it stands in the document. */
static gboolean
find_member (Finder     *self,
             McpSpan     object,
             const char *key,
             McpSpan    *value)
{
  if (!mcp_json_edit_find (self->text + object.offset, object.length, key, value))
    return FALSE;

  value->offset += object.offset;

  return TRUE;
}

/* --- What is a server --- */

/* Whether it says what is started or reached. A server may be called “url”: an object there is no address. */
static gboolean
is_server (Finder  *self,
           McpSpan  span)
{
  McpSpan value;
  McpSpan inner;

  if (get_type (self, span) != MCP_JSON_OBJECT)
    return FALSE;

  for (guint i = 0; addresses[i] != NULL; i++)
    if (find_member (self, span, addresses[i], &value)
        && (get_type (self, value) == MCP_JSON_STRING
            || (i == 0 && get_type (self, value) == MCP_JSON_ARRAY)
            /* An older way of Zed's. */
            || (i == 0 && get_type (self, value) == MCP_JSON_OBJECT && find_member (self, value, "path", &inner)
                && get_type (self, inner) == MCP_JSON_STRING)))
      return TRUE;

  return find_member (self, span, "transport", &value) && get_type (self, value) == MCP_JSON_OBJECT
         && (find_member (self, value, "command", &inner) || find_member (self, value, "url", &inner));
}

static void
member_clear (gpointer data)
{
  g_free (((Member *) data)->name);
}

/* Of members with the same name the last one counts. */
static GArray *
list_members (Finder  *self,
              McpSpan  object)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (mcp_str_hash, g_str_equal);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Member));
  const char *text = self->text + object.offset;
  McpJsonIter iter;
  McpSpan key, value;

  g_array_set_clear_func (list, member_clear);
  mcp_json_iter_init (&iter, text, object.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      Member member = {
        mcp_json_dup_string (text + key.offset, key.length), { object.offset + value.offset, value.length },
      };
      gpointer position;

      if (g_hash_table_lookup_extended (positions, member.name, NULL, &position))
        {
          g_array_index (list, Member, GPOINTER_TO_UINT (position)).value = member.value;
          g_free (member.name);
          continue;
        }
      g_hash_table_insert (positions, member.name, GUINT_TO_POINTER (list->len));
      g_array_append_val (list, member);
    }

  return list;
}

/* A server, and no list in which one is called as the address of a server. */
static gboolean
is_lone_server (Finder  *self,
                McpSpan  span)
{
  g_autoptr (GArray) members = NULL;

  if (!is_server (self, span))
    return FALSE;

  members = list_members (self, span);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);

      if (!g_str_equal (member->name, "transport") && !g_str_equal (member->name, "env")
          && is_server (self, member->value))
        return FALSE;
    }

  return TRUE;
}

/* --- Places --- */

static gboolean
add_place (Finder      *self,
           const char  *name,     /* (nullable) */
           char        *path,     /* (transfer full) */
           const char  *folder,   /* (nullable) */
           McpSpan      value,
           GError     **error)
{
  McpClientPlace *place = g_new0 (McpClientPlace, 1);

  place->name = g_strdup (name);
  place->path = path;
  place->folder = g_strdup (folder);
  place->value = value;
  g_ptr_array_add (self->places, place);
  if (self->places->len <= MAX_SERVERS)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There are more than %d servers in it"), MAX_SERVERS);

  return FALSE;
}

static gboolean
add_list (Finder      *self,
          const char  *path,
          const char  *folder,   /* (nullable) */
          McpSpan      list,
          GError     **error)
{
  McpJsonIter iter;
  McpSpan value;

  mcp_json_iter_init (&iter, self->text + list.offset, list.length);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      g_autofree char *name = NULL;

      value.offset += list.offset;
      if (get_type (self, value) == MCP_JSON_OBJECT)
        name = mcp_json_lookup_string (self->text + value.offset, value.length, "name");
      if (!add_place (self, name, g_strdup_printf ("%s[%u]", path, i), folder, value, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_members (Finder      *self,
             const char  *path,     /* "" for the document */
             const char  *folder,   /* (nullable) */
             McpSpan      object,
             GError     **error)
{
  g_autoptr (GArray) members = list_members (self, object);

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);
      char *whole = g_strdup_printf ("%s%s%s", path, *path != '\0' ? "." : "", member->name);

      if (!add_place (self, member->name, whole, folder, member->value, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_container (Finder      *self,
               const char  *path,
               const char  *folder,   /* (nullable) */
               McpSpan      value,
               GError     **error)
{
  const char *dot = strrchr (path, '.');

  g_hash_table_add (self->seen, g_strdup (path));
  switch (get_type (self, value))
    {
    case MCP_JSON_OBJECT:
      return add_members (self, path, folder, value, error);

    case MCP_JSON_ARRAY:
      return add_list (self, path, folder, value, error);

    case MCP_JSON_NULL:
      return TRUE;

    default:
      if (!add_place (self, dot != NULL ? dot + 1 : path, g_strdup (path), folder, value, error))
        return FALSE;
      ((McpClientPlace *) self->places->pdata[self->places->len - 1])->is_container = TRUE;
      return TRUE;
    }
}

/* "servers" of an OpenAPI document are addresses without a name. */
static gboolean
is_container (Finder     *self,
              const char *name,
              McpSpan     value)
{
  McpJsonIter iter;
  McpSpan first;
  McpSpan member;

  if (!g_strv_contains (containers, name) && g_strcmp0 (name, self->extra) != 0)
    return FALSE;
  if (!g_str_equal (name, "servers") || get_type (self, value) != MCP_JSON_ARRAY)
    return !is_lone_server (self, value);

  mcp_json_iter_init (&iter, self->text + value.offset, value.length);
  if (!mcp_json_iter_next (&iter, NULL, &first))
    return FALSE;
  first.offset += value.offset;

  return find_member (self, first, "name", &member);
}

/* The servers of opencode, beside what it says of all of them. */
static gboolean
add_opencode (Finder      *self,
              const char  *path,
              McpSpan      object,
              GError     **error)
{
  g_autoptr (GArray) members = list_members (self, object);
  guint first = self->places->len;
  guint n_servers = 0;

  for (guint i = 0; i < members->len; i++)
    n_servers += is_server (self, g_array_index (members, Member, i).value);
  if (n_servers == 0)
    return TRUE;

  g_hash_table_add (self->seen, g_strdup (path));
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);
      McpJsonType type = get_type (self, member->value);

      if (type != MCP_JSON_NUMBER && type != MCP_JSON_BOOLEAN
          && !add_place (self, member->name, g_strdup_printf ("%s.%s", path, member->name), NULL, member->value, error))
        return FALSE;
    }
  for (guint i = first; i < self->places->len; i++)
    ((McpClientPlace *) self->places->pdata[i])->is_opencode = TRUE;

  return TRUE;
}

static gboolean walk (Finder      *self,
                      const char  *path,
                      const char  *folder,
                      McpSpan      object,
                      guint        depth,
                      GError     **error);

/* What Claude Code keeps for each folder it has worked in. */
static gboolean
walk_projects (Finder   *self,
               McpSpan   object,
               GError  **error)
{
  McpJsonIter iter;
  McpSpan key, value;
  const char *text = self->text + object.offset;

  mcp_json_iter_init (&iter, text, object.length);
  for (guint i = 0; i < MAX_PROJECTS && mcp_json_iter_next (&iter, &key, &value); i++)
    {
      g_autofree char *folder = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *path = g_strdup_printf ("projects.%s", folder);

      value.offset += object.offset;
      if (get_type (self, value) == MCP_JSON_OBJECT && !walk (self, path, folder, value, MAX_DEPTH, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
walk_member (Finder        *self,
             const char    *path,
             const char    *folder,
             const Member  *member,
             guint          depth,
             GError       **error)
{
  g_autofree char *whole = g_strdup_printf ("%s%s%s", path, *path != '\0' ? "." : "", member->name);
  guint n_seen;

  if (!g_str_equal (member->name, "mcp") && is_container (self, member->name, member->value))
    return add_container (self, whole, folder, member->value, error);
  if (depth == MAX_DEPTH || get_type (self, member->value) != MCP_JSON_OBJECT)
    return TRUE;
  if (g_strv_contains (around, member->name))
    return walk (self, whole, folder, member->value, depth + 1, error);
  if (depth == 0 && g_str_equal (member->name, "projects"))
    return walk_projects (self, member->value, error);
  if (!g_str_equal (member->name, "mcp") || is_lone_server (self, member->value))
    return TRUE;

  /* Among all the settings of an editor. */
  n_seen = g_hash_table_size (self->seen);
  if (!walk (self, whole, folder, member->value, MAX_DEPTH, error))
    return FALSE;

  return g_hash_table_size (self->seen) > n_seen || add_opencode (self, whole, member->value, error);
}

static gboolean
walk (Finder      *self,
      const char  *path,
      const char  *folder,
      McpSpan      object,
      guint        depth,
      GError     **error)
{
  g_autoptr (GArray) members = list_members (self, object);

  for (guint i = 0; i < members->len; i++)
    if (!walk_member (self, path, folder, &g_array_index (members, Member, i), depth, error))
      return FALSE;

  return TRUE;
}

/* {NAME: {"command": …}}, as documentation shows it: most of what is there are servers. */
static gboolean
are_servers (Finder  *self,
             McpSpan  object)
{
  g_autoptr (GArray) members = list_members (self, object);
  guint n_servers = 0;

  for (guint i = 0; i < members->len; i++)
    n_servers += is_server (self, g_array_index (members, Member, i).value);

  return 2 * n_servers > members->len;
}

/* --- Lines --- */

static int
compare_offsets (gconstpointer a,
                 gconstpointer b)
{
  const McpClientPlace *one = *(const McpClientPlace * const *) a;
  const McpClientPlace *other = *(const McpClientPlace * const *) b;

  return one->value.offset < other->value.offset ? -1 : one->value.offset > other->value.offset;
}

static void
count_lines (Finder *self)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (self->places, NULL, NULL);
  const char *at = self->text;
  guint line = 1;

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_offsets);
  for (guint i = 0; i < sorted->len; i++)
    {
      McpClientPlace *place = sorted->pdata[i];

      for (; at < self->text + place->value.offset; at++)
        line += *at == '\n';
      place->line = line;
    }
}

/* --- The document --- */

/* “a”, “b” and 3 more */
static char *
dup_member_names (Finder  *self,
                  McpSpan  object)
{
  g_autoptr (GArray) members = list_members (self, object);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < members->len && i < MAX_TOLD; i++)
    g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "", g_array_index (members, Member, i).name);
  if (members->len > MAX_TOLD)
    g_string_append (names, ", …");

  return g_strdup (names->str);
}

/* How a member of @object that is nearly a container should be spelled. */
static const char *
find_nearest (Finder      *self,
              McpSpan      object,
              char       **written)
{
  g_autoptr (GArray) members = list_members (self, object);

  for (guint i = 0; i < members->len; i++)
    {
      const char *name = g_array_index (members, Member, i).name;

      for (guint k = 0; k < 4; k++)
        {
          const char * const one[] = { containers[k], NULL };

          if (g_ascii_strcasecmp (name, containers[k]) == 0
              || (strlen (name) > 6 && mcp_find_nearest (name, one) != NULL))
            {
              *written = g_strdup (name);
              return containers[k];
            }
        }
    }

  return NULL;
}

static void
fail_without_servers (Finder   *self,
                      McpSpan   object,
                      GError  **error)
{
  g_autofree char *names = dup_member_names (self, object);
  g_autofree char *written = NULL;
  const char *nearest = find_nearest (self, object, &written);

  if (*names == '\0')
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is no server in it: it is an empty object"));
  else if (nearest != NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                 /* Translators: names of members of a file; the last two are what is there and what should be. */
                 _("There is no server in it, but %s: “%s” has to be “%s”"), names, written, nearest);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                 /* Translators: %s has the names of what is in a file: “a”, “b”. */
                 _("There is no server in it, but %s. Servers stand in “mcpServers”, “servers” or “context_servers”, "
                   "or have “command” or “url” themselves"), names);
}

/**
 * mcp_client_find_places:
 * @text: valid JSON
 * @extra: (nullable): the name of a container that only one client has
 * @is_needed: whether a document in which nothing is where servers would stand is an error
 *
 * Finds where servers stand in a document, in their order, whatever they are.
 *
 * Returns: (transfer full) (element-type McpClientPlace) (nullable): the places; %NULL with %MCP_ERROR_CONFIG
 */
GPtrArray *
mcp_client_find_places (const char  *text,
                        gsize        length,
                        const char  *extra,
                        gboolean     is_needed,
                        GError     **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_place_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  Finder self = { text, extra, places, seen };
  McpSpan whole = { strspn (text, " \t\r\n"), 0 };

  whole.length = length - whole.offset;
  if (get_type (&self, whole) == MCP_JSON_ARRAY)
    {
      if (!add_list (&self, "", NULL, whole, error))
        return NULL;
    }
  else if (get_type (&self, whole) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("A JSON object with “mcpServers”, “servers” or “command” is expected"));
      return NULL;
    }
  else if (!walk (&self, "", NULL, whole, 0, error))
    return NULL;
  else if (g_hash_table_size (seen) == 0 && is_lone_server (&self, whole))
    {
      g_autofree char *name = mcp_json_lookup_string (text + whole.offset, whole.length, "name");

      add_place (&self, name, g_strdup (""), NULL, whole, NULL);
    }
  else if (g_hash_table_size (seen) == 0 && are_servers (&self, whole))
    {
      if (!add_members (&self, "", NULL, whole, error))
        return NULL;
    }
  else if (g_hash_table_size (seen) == 0 && is_needed)
    {
      fail_without_servers (&self, whole, error);
      return NULL;
    }

  count_lines (&self);

  return g_steal_pointer (&places);
}
