/* mcp-tap-config.c
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
#include "mcp-tap-config.h"
#include "mcp-text-edits.h"
#include "mcp-toml.h"
#include "mcp-yaml.h"

/* What is put before "args" that were not there: without a space, so that it is known again. */
#define NEW_ARGS ",\"args\":["

/* Offsets are those of the whole text. */
typedef struct
{
  char    *name;
  guint    place;      /* which one of the document */
  gboolean is_list;    /* the command stands with its arguments: the first of @elements */
  gboolean is_changed;
  McpSpan  command;    /* not in a list */
  McpSpan  args;       /* length 0: there are none */
  GArray  *elements;   /* of McpSpan */
} Server;

typedef struct
{
  const char      *text;    /* JSON as it is */
  char            *plain;   /* of the same length, without comments */
  McpClientFormat  format;  /* of what it was made of */
  GPtrArray       *servers; /* those that are started */
  GPtrArray       *others;  /* names of the others */
  GHashTable      *wrong;   /* name of one that cannot be changed to why, in the order of @passed */
  GPtrArray       *passed;  /* not owned */
  McpTextEdits    *edits;
} Config;

static void
server_free (gpointer data)
{
  Server *server = data;

  g_array_unref (server->elements);
  g_free (server->name);
  g_free (server);
}

static void
config_clear (Config *self)
{
  g_free (self->plain);
  g_ptr_array_unref (self->servers);
  g_ptr_array_unref (self->others);
  g_hash_table_unref (self->wrong);
  mcp_text_edits_free (self->edits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Config, config_clear)

/* --- Reading --- */

/* A member of an object, where it stands in the whole text. One that is null is none. */
static gboolean
find_member (Config     *self,
             McpSpan     object,
             const char *name,
             McpSpan    *value)
{
  if (!mcp_json_edit_find (self->plain + object.offset, object.length, name, value))
    return FALSE;

  value->offset += object.offset;

  return self->plain[value->offset] != 'n';
}

static gboolean
is_string (Config  *self,
           McpSpan  value)
{
  return self->plain[value.offset] == '"';
}

static gboolean
list_elements (Config  *self,
               McpSpan  list,
               GArray  *elements)
{
  McpJsonIter iter;
  McpSpan element;

  if (self->plain[list.offset] != '[' || !mcp_json_iter_init (&iter, self->plain + list.offset, list.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &element))
    {
      element.offset += list.offset;
      g_array_append_val (elements, element);
    }

  return TRUE;
}

/* (nullable): nothing is wrong with it. */
static const char *
read_command (Config   *self,
              McpSpan   body,
              McpSpan   command,
              Server   *server)
{
  server->is_list = self->plain[command.offset] == '[';
  server->command = command;
  if (server->is_list)
    return list_elements (self, command, server->elements) && server->elements->len > 0
               && is_string (self, g_array_index (server->elements, McpSpan, 0))
             ? NULL
             : _("“command” must be a string");
  if (!is_string (self, command))
    return _("“command” must be a string");

  if (!find_member (self, body, "args", &server->args))
    /* What stands there is null, or nothing. */
    server->args.length = 0;
  else if (!list_elements (self, server->args, server->elements))
    return _("“args” must be an array");

  return NULL;
}

static void
pass_over (Config               *self,
           const McpClientPlace *place,
           const char           *name,
           const char           *problem)
{
  const McpClientServer server = {
    .name = (char *) name, .place = place->path, .line = self->format == MCP_CLIENT_JSON ? place->line : 0,
    .problem = (char *) problem,
  };
  char *told = mcp_client_server_dup_problem (&server);

  g_ptr_array_add (self->passed, told);
  g_hash_table_replace (self->wrong, g_strdup (name), g_strdup (told));
}

static gboolean
has_address (Config  *self,
             McpSpan  body)
{
  static const char * const addresses[] = { "url", "uri", "serverUrl", "httpUrl", "baseUrl" };
  McpSpan value;

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    if (find_member (self, body, addresses[i], &value))
      return TRUE;

  return FALSE;
}

/* In TOML and YAML only what has a name of its own in a table is found again. */
static gboolean
is_in_table (const McpClientPlace *place)
{
  const char *dot = strchr (place->path, '.');

  return dot != NULL && g_strcmp0 (dot + 1, place->name) == 0;
}

/* "mcpServers[0]": an element of a list of YAML can be changed where it stands. */
static gboolean
is_in_list (Config               *self,
            const McpClientPlace *place,
            guint64              *index)
{
  const char *bracket = strchr (place->path, '[');
  g_autofree char *digits = bracket != NULL ? g_strndup (bracket + 1, strcspn (bracket + 1, "]")) : NULL;

  return self->format == MCP_CLIENT_YAML && digits != NULL && strchr (place->path, '.') == NULL
         && g_str_equal (bracket + 1 + strlen (digits), "]")
         && g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT, index, NULL);
}

static void
add_server (Config         *self,
            GPtrArray      *places,
            guint           i)
{
  const McpClientPlace *place = places->pdata[i];
  const char *name = place->name != NULL ? place->name : place->path;
  McpSpan body = place->value;
  McpSpan transport;
  McpSpan command;
  const char *problem = NULL;
  Server *server;
  guint64 index;

  if (self->plain[body.offset] != '{')
    {
      pass_over (self, place, name, _("A server must be an object"));
      return;
    }
  if (find_member (self, body, "transport", &transport) && self->plain[transport.offset] == '{')
    body = transport;
  if (!find_member (self, body, "command", &command) && !find_member (self, body, "cmd", &command))
    {
      if (has_address (self, body))
        g_ptr_array_add (self->others, g_strdup (name));
      else
        pass_over (self, place, name, _("It has neither a command nor an address"));
      return;
    }
  /* An older way of Zed's. */
  if (self->plain[command.offset] == '{')
    {
      g_ptr_array_add (self->others, g_strdup (name));
      return;
    }

  server = g_new0 (Server, 1);
  server->elements = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  server->name = g_strdup (name);
  server->place = i;
  if (self->format != MCP_CLIENT_JSON && !is_in_table (place) && !is_in_list (self, place, &index))
    problem = _("It stands in a list, where only a person can change it");
  if (problem == NULL)
    problem = read_command (self, body, command, server);
  if (problem == NULL)
    {
      g_ptr_array_add (self->servers, server);
      return;
    }

  pass_over (self, place, name, problem);
  server_free (server);
}

/* @text is JSON, with comments maybe. */
static gboolean
read_config (Config      *self,
             const char  *text,
             GError     **error)
{
  g_autoptr (GPtrArray) places = NULL;

  self->text = text;
  self->plain = mcp_client_dup_json (MCP_CLIENT_JSON, text, strlen (text), error);
  if (self->plain == NULL)
    return FALSE;

  places = mcp_client_find_places (self->plain, strlen (self->plain),
                                   self->format == MCP_CLIENT_YAML ? "extensions" : NULL, TRUE, error);
  for (guint i = 0; places != NULL && i < places->len; i++)
    add_server (self, places, i);

  return places != NULL;
}

/* --- Which servers --- */

static gboolean
has_name (GPtrArray  *servers,
          const char *name)
{
  for (guint i = 0; i < servers->len; i++)
    if (g_str_equal (((Server *) servers->pdata[i])->name, name))
      return TRUE;

  return FALSE;
}

static gboolean
check_names (Config             *self,
             const char * const *names,
             GError            **error)
{
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) all = g_ptr_array_new ();
      const char *nearest;

      if (has_name (self->servers, names[i]))
        continue;
      if (g_hash_table_contains (self->wrong, names[i]))
        {
          g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, g_hash_table_lookup (self->wrong, names[i]));
          return FALSE;
        }
      if (g_ptr_array_find_with_equal_func (self->others, names[i], g_str_equal, NULL))
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                       _("%s is not started but has an address: see “tap --url”"), names[i]);
          return FALSE;
        }
      for (guint k = 0; k < self->servers->len; k++)
        g_ptr_array_add (all, ((Server *) self->servers->pdata[k])->name);
      g_ptr_array_add (all, NULL);
      nearest = mcp_find_nearest (names[i], (const char * const *) all->pdata);
      if (nearest != NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: no such server in the file; did you mean “%s”?"),
                     names[i], nearest);
      else
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: no such server in the file"), names[i]);
      return FALSE;
    }

  return TRUE;
}

static gboolean
is_wanted (const Server       *server,
           const char * const *names)
{
  return names == NULL || names[0] == NULL || g_strv_contains (names, server->name);
}

/* --- Changes --- */

static McpSpan
get_element (const Server *server,
             guint         i)
{
  return g_array_index (server->elements, McpSpan, i);
}

static gboolean
element_is (Config       *self,
            const Server *server,
            guint         i,
            const char   *text)
{
  McpSpan span = get_element (server, i);

  return is_string (self, span) && mcp_json_key_equal (self->plain + span.offset, span.length, text);
}

/* The element that was the command; 0: there is no tap. */
static guint
find_command (Config       *self,
              const Server *server)
{
  McpSpan command = server->is_list ? get_element (server, 0) : server->command;
  guint first = server->is_list;
  g_autofree char *program = mcp_json_dup_string (self->plain + command.offset, command.length);
  g_autofree char *name = program != NULL ? g_path_get_basename (program) : NULL;

  if (g_strcmp0 (name, "sounder-cli") != 0 || server->elements->len <= first || !element_is (self, server, first, "tap"))
    return 0;
  for (guint i = first + 1; i + 1 < server->elements->len; i++)
    if (element_is (self, server, i, "--") && is_string (self, get_element (server, i + 1)))
      return i + 1;

  return 0;
}

/* "tap", "--name", NAME, "--", COMMAND */
static char *
make_words (Config       *self,
            const Server *server,
            const char   *separator)
{
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, "\"tap\"%s\"--name\"%s", separator, separator);
  mcp_json_append_string (words, server->name, -1);
  g_string_append_printf (words, "%s\"--\"%s", separator, separator);
  if (!server->is_list)
    g_string_append_len (words, self->text + server->command.offset, server->command.length);

  return g_string_free (words, FALSE);
}

static void
wrap (Config       *self,
      const Server *server,
      const char   *program)
{
  GString *quoted = g_string_new (NULL);
  g_autofree char *words = make_words (self, server, server->is_list || server->args.length > 0 ? ", " : ",");

  mcp_json_append_string (quoted, program, -1);
  if (server->is_list)
    {
      g_string_append_printf (quoted, ", %s", words);
      mcp_text_edits_add (self->edits, get_element (server, 0).offset, 0, g_string_free (quoted, FALSE));
      return;
    }
  if (server->args.length == 0)
    g_string_append_printf (quoted, NEW_ARGS "%s]", words);
  else if (server->elements->len > 0)
    mcp_text_edits_add (self->edits, get_element (server, 0).offset, 0, g_strconcat (words, ", ", NULL));
  else
    mcp_text_edits_add (self->edits, server->args.offset + 1, 0, g_steal_pointer (&words));
  mcp_text_edits_add (self->edits, server->command.offset, server->command.length, g_string_free (quoted, FALSE));
}

/* Whether wrap() made "args": they stand behind the command, all of them, as it writes them. */
static gboolean
has_new_args (Config       *self,
              const Server *server,
              guint         command)
{
  gsize end = server->command.offset + server->command.length;

  return command + 1 == server->elements->len
         && g_str_has_prefix (self->text + end, NEW_ARGS)
         && server->args.offset == end + strlen (NEW_ARGS) - 1
         && memchr (self->text + server->args.offset, ' ',
                    get_element (server, 1).offset - server->args.offset) == NULL;
}

static void
unwrap (Config       *self,
        const Server *server,
        guint         command)
{
  McpSpan was = get_element (server, command);
  gsize first = get_element (server, 0).offset;
  gsize rest = command + 1 < server->elements->len ? get_element (server, command + 1).offset : was.offset + was.length;
  gsize end = server->command.offset + server->command.length;

  if (server->is_list)
    {
      mcp_text_edits_add (self->edits, first, was.offset - first, NULL);
      return;
    }
  mcp_text_edits_add (self->edits, server->command.offset, server->command.length, g_strndup (self->text + was.offset, was.length));
  if (has_new_args (self, server, command))
    mcp_text_edits_add (self->edits, end, server->args.offset + server->args.length - end, NULL);
  else
    mcp_text_edits_add (self->edits, first, rest - first, NULL);
}

/* @program is put before what is started; NULL takes out what is there. (nullable): JSON. */
static char *
change_json (Config              *self,
             const char          *json,
             const char          *program,
             const char * const  *names,
             GPtrArray           *changed,
             GError             **error)
{
  if (!read_config (self, json, error) || !check_names (self, names, error))
    return NULL;

  for (guint i = 0; i < self->servers->len; i++)
    {
      Server *server = self->servers->pdata[i];
      guint command = find_command (self, server);

      if (!is_wanted (server, names) || (program != NULL) == (command > 0))
        continue;
      if (program != NULL)
        wrap (self, server, program);
      else
        unwrap (self, server, command);
      server->is_changed = TRUE;
      g_ptr_array_add (changed, g_strdup (server->name));
    }

  return mcp_text_edits_apply (self->edits, json);
}

/*
 * TOML or YAML that says what @json says now. The result is read again: it says that, or nothing is
 * changed.
 */
static char *
change_tree (Config      *self,
             const char  *text,
             const char  *json,
             GError     **error)
{
  g_autoptr (GPtrArray) places = mcp_client_find_places (json, strlen (json),
                                                         self->format == MCP_CLIENT_YAML ? "extensions" : NULL, TRUE, error);
  g_autofree char *after = g_strdup (text);
  g_autofree char *again = NULL;

  for (guint i = 0; places != NULL && i < self->servers->len; i++)
    {
      const Server *server = self->servers->pdata[i];
      const McpClientPlace *place = places->pdata[server->place];
      g_autofree char *container = g_strndup (place->path, strcspn (place->path, ".["));
      g_autofree char *entry = g_strndup (json + place->value.offset, place->value.length);
      guint64 index;
      char *next;

      if (!server->is_changed)
        continue;
      if (self->format == MCP_CLIENT_TOML)
        next = mcp_toml_set_member (after, container, place->name, entry, error);
      else if (is_in_list (self, place, &index))
        next = mcp_yaml_set_element (after, container, (guint) index, entry, error);
      else
        next = mcp_yaml_set_member (after, container, place->name, entry, error);
      if (next == NULL)
        {
          g_prefix_error (error, "%s: ", server->name);
          return NULL;
        }
      g_free (after);
      after = next;
    }

  again = places != NULL ? mcp_client_dup_json (self->format, after, strlen (after), NULL) : NULL;
  if (again != NULL && mcp_json_equal (again, (McpSpan) { 0, strlen (again) }, json, (McpSpan) { 0, strlen (json) }))
    return g_steal_pointer (&after);

  if (places != NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                 _("This file is written in a way that cannot be changed safely; put the tap in by hand"));

  return NULL;
}

static char *
change (const char          *text,
        const char          *program,
        const char * const  *names,
        GPtrArray           *changed,
        GPtrArray           *passed,
        GError             **error)
{
  g_auto (Config) self = { .passed = passed };
  g_autofree char *json = mcp_client_guess_json (text, strlen (text), &self.format, error);
  g_autofree char *after = NULL;

  self.servers = g_ptr_array_new_with_free_func (server_free);
  self.others = g_ptr_array_new_with_free_func (g_free);
  self.wrong = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  self.edits = mcp_text_edits_new ();
  if (json == NULL)
    return NULL;

  /* JSON is changed where it stands, with all its comments. */
  after = change_json (&self, self.format == MCP_CLIENT_JSON ? text : json, program, names, changed, error);
  if (after == NULL || self.format == MCP_CLIENT_JSON)
    return g_steal_pointer (&after);

  return change_tree (&self, text, after, error);
}

/**
 * mcp_tap_config_wrap:
 * @text: a configuration: JSON, comments may be in it, TOML or YAML
 * @program: the path of sounder-cli
 * @names: (nullable) (array zero-terminated=1): which servers; all that are started when there are
 *   none
 * @changed: (element-type utf8): takes the names of those that were changed
 * @passed: (element-type utf8): takes what is wrong with those that were passed over
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Puts a tap before servers. One that has it already stays as it is.
 *
 * Returns: (transfer full) (nullable): the configuration
 */
char *
mcp_tap_config_wrap (const char          *text,
                     const char          *program,
                     const char * const  *names,
                     GPtrArray           *changed,
                     GPtrArray           *passed,
                     GError             **error)
{
  return change (text, program, names, changed, passed, error);
}

/**
 * mcp_tap_config_unwrap:
 * @text: a configuration: JSON, comments may be in it, TOML or YAML
 * @names: (nullable) (array zero-terminated=1): which servers; all that have a tap when there are
 *   none
 * @changed: (element-type utf8): takes the names of those that were changed
 * @passed: (element-type utf8): takes what is wrong with those that were passed over
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Takes taps out again, with all their options. What mcp_tap_config_wrap() has put into JSON leaves
 * no trace.
 *
 * Returns: (transfer full) (nullable): the configuration
 */
char *
mcp_tap_config_unwrap (const char          *text,
                       const char * const  *names,
                       GPtrArray           *changed,
                       GPtrArray           *passed,
                       GError             **error)
{
  return change (text, NULL, names, changed, passed, error);
}
