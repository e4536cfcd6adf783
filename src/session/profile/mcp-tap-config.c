/* mcp-tap-config.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-tap-config"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-tap-config.h"
#include "mcp-text-edits.h"

/* What is put before "args" that were not there: without a space, so that it is known again. */
#define NEW_ARGS ",\"args\":["

/* Where servers stand: Claude, Cursor, Windsurf, Gemini CLI; VS Code; Zed. */
static const char * const containers[] = { "mcpServers", "servers", "context_servers" };

/* Offsets are those of the whole text. */
typedef struct
{
  char    *name;
  McpSpan  command;
  McpSpan  args;       /* length 0: there are none */
  GArray  *elements;   /* of McpSpan */
} Server;

typedef struct
{
  const char   *text;    /* as it is */
  char         *plain;   /* of the same length, without comments */
  GPtrArray    *servers; /* those that are started */
  GPtrArray    *others;  /* names of the others */
  McpTextEdits *edits;
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
  mcp_text_edits_free (self->edits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Config, config_clear)

/* A member of an object, where it stands in the whole text. */
static gboolean
find_member (const char *plain,
             McpSpan     object,
             const char *name,
             McpSpan    *value)
{
  McpJsonIter iter;
  McpSpan key, span;
  gboolean found = FALSE;

  if (plain[object.offset] != '{' || !mcp_json_iter_init (&iter, plain + object.offset, object.length))
    return FALSE;
  while (mcp_json_iter_next (&iter, &key, &span))
    if (mcp_json_key_equal (plain + object.offset + key.offset, key.length, name))
      {
        *value = (McpSpan) { object.offset + span.offset, span.length };
        found = TRUE;
      }

  return found;
}

static gboolean
is_string (const char *plain,
           McpSpan     value)
{
  return plain[value.offset] == '"';
}

static gboolean
add_server (Config   *self,
            McpSpan   key,
            McpSpan   value,
            GError  **error)
{
  g_autofree char *name = mcp_json_dup_string (self->plain + key.offset, key.length);
  McpJsonIter iter;
  McpSpan element;
  McpSpan command;
  Server *server;

  if (!find_member (self->plain, value, "command", &command) || !is_string (self->plain, command))
    {
      g_ptr_array_add (self->others, g_steal_pointer (&name));
      return TRUE;
    }

  server = g_new0 (Server, 1);
  server->elements = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  server->name = g_steal_pointer (&name);
  server->command = command;
  g_ptr_array_add (self->servers, server);
  if (!find_member (self->plain, value, "args", &server->args))
    return TRUE;

  if (self->plain[server->args.offset] != '['
      || !mcp_json_iter_init (&iter, self->plain + server->args.offset, server->args.length))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: “args” must be an array"), server->name);
      return FALSE;
    }
  while (mcp_json_iter_next (&iter, NULL, &element))
    {
      element.offset += server->args.offset;
      g_array_append_val (server->elements, element);
    }

  return TRUE;
}

static gboolean
add_servers (Config   *self,
             McpSpan   object,
             GError  **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (containers); i++)
    {
      McpJsonIter iter;
      McpSpan all, key, value;

      if (!find_member (self->plain, object, containers[i], &all) || self->plain[all.offset] != '{')
        continue;

      mcp_json_iter_init (&iter, self->plain + all.offset, all.length);
      while (mcp_json_iter_next (&iter, &key, &value))
        if (!add_server (self, (McpSpan) { all.offset + key.offset, key.length },
                         (McpSpan) { all.offset + value.offset, value.length }, error))
          return FALSE;
    }

  return TRUE;
}

static gboolean
read_config (Config      *self,
             const char  *text,
             GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  McpJsonIter iter;
  McpSpan whole, inside, value;

  self->text = text;
  self->plain = g_strdup (text);
  self->servers = g_ptr_array_new_with_free_func (server_free);
  self->others = g_ptr_array_new_with_free_func (g_free);
  self->edits = mcp_text_edits_new ();

  if (g_str_has_prefix (self->plain, "\357\273\277"))
    memset (self->plain, ' ', 3);
  mcp_json_blank_comments (self->plain);
  if (!mcp_json_validate (self->plain, -1, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This is no valid JSON: %s"), local_error->message);
      return FALSE;
    }

  whole = (McpSpan) { strspn (self->plain, " \t\r\n"), 0 };
  whole.length = strlen (self->plain) - whole.offset;
  if (!add_servers (self, whole, error))
    return FALSE;
  /* VS Code's settings, and the folders of Claude Code. */
  if (find_member (self->plain, whole, "mcp", &inside) && !add_servers (self, inside, error))
    return FALSE;
  if (find_member (self->plain, whole, "projects", &inside) && self->plain[inside.offset] == '{')
    {
      mcp_json_iter_init (&iter, self->plain + inside.offset, inside.length);
      while (mcp_json_iter_next (&iter, NULL, &value))
        if (!add_servers (self, (McpSpan) { inside.offset + value.offset, value.length }, error))
          return FALSE;
    }

  return TRUE;
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

  return is_string (self->plain, span) && mcp_json_key_equal (self->plain + span.offset, span.length, text);
}

/* The element that was the command; 0: there is no tap. */
static guint
find_command (Config       *self,
              const Server *server)
{
  g_autofree char *program = mcp_json_dup_string (self->plain + server->command.offset, server->command.length);
  g_autofree char *name = program != NULL ? g_path_get_basename (program) : NULL;

  if (g_strcmp0 (name, "sounder-cli") != 0 || server->elements->len == 0 || !element_is (self, server, 0, "tap"))
    return 0;
  for (guint i = 1; i + 1 < server->elements->len; i++)
    if (element_is (self, server, i, "--") && is_string (self->plain, get_element (server, i + 1)))
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
  g_string_append_len (words, self->text + server->command.offset, server->command.length);

  return g_string_free (words, FALSE);
}

static void
wrap (Config       *self,
      const Server *server,
      const char   *program)
{
  GString *quoted = g_string_new (NULL);
  g_autofree char *words = make_words (self, server, server->args.length > 0 ? ", " : ",");

  mcp_json_append_string (quoted, program, -1);
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

  mcp_text_edits_add (self->edits, server->command.offset, server->command.length, g_strndup (self->text + was.offset, was.length));
  if (has_new_args (self, server, command))
    mcp_text_edits_add (self->edits, end, server->args.offset + server->args.length - end, NULL);
  else
    mcp_text_edits_add (self->edits, first, rest - first, NULL);
}

/* @program is put before what is started; NULL takes out what is there. */
static char *
change (const char          *text,
        const char          *program,
        const char * const  *names,
        GPtrArray           *changed,
        GError             **error)
{
  g_auto (Config) self = { NULL };

  if (!read_config (&self, text, error) || !check_names (&self, names, error))
    return NULL;

  for (guint i = 0; i < self.servers->len; i++)
    {
      Server *server = self.servers->pdata[i];
      guint command = find_command (&self, server);

      if (!is_wanted (server, names) || (program != NULL) == (command > 0))
        continue;
      if (program != NULL)
        wrap (&self, server, program);
      else
        unwrap (&self, server, command);
      g_ptr_array_add (changed, g_strdup (server->name));
    }

  return mcp_text_edits_apply (self.edits, text);
}

/**
 * mcp_tap_config_wrap:
 * @text: a configuration: JSON, comments may be in it
 * @program: the path of sounder-cli
 * @names: (nullable) (array zero-terminated=1): which servers; all that are started when there are none
 * @changed: (element-type utf8): takes the names of those that were changed
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
                     GError             **error)
{
  return change (text, program, names, changed, error);
}

/**
 * mcp_tap_config_unwrap:
 * @text: a configuration: JSON, comments may be in it
 * @names: (nullable) (array zero-terminated=1): which servers; all that have a tap when there are none
 * @changed: (element-type utf8): takes the names of those that were changed
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Takes taps out again, with all their options. What mcp_tap_config_wrap() has put there leaves no trace.
 *
 * Returns: (transfer full) (nullable): the configuration
 */
char *
mcp_tap_config_unwrap (const char          *text,
                       const char * const  *names,
                       GPtrArray           *changed,
                       GError             **error)
{
  return change (text, NULL, names, changed, error);
}
