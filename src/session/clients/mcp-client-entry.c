/* mcp-client-entry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-client-private.h"
#include "mcp-json-edit.h"

/*
 * One server as clients write it, and as servers.json has it. The words of all clients are read in
 * each file, since they take them from each other; only what Sounder has no use for is left out,
 * and named.
 */

typedef enum {
  ROLE_COMMAND,
  ROLE_ARGS,
  ROLE_ENV,
  ROLE_CWD,
  ROLE_URL,
  ROLE_HEADERS,
  ROLE_TYPE,
  N_COPIED,
  ROLE_KEPT = N_COPIED, /* means the same here */
  ROLE_DISABLED,
  ROLE_ENABLED,
  ROLE_ENV_NAMES,       /* names of variables that come from elsewhere */
  ROLE_ASKED_NAMES,
  ROLE_BEARER,          /* the name of a variable with a token */
  ROLE_HEADER_NAMES,    /* header to name of a variable */
  ROLE_REQUEST,         /* an object with headers in it */
  ROLE_SAID,            /* nothing is lost without it */
} Role;

/* Each name is compared with all before it. */
#define MAX_NAMES 100

static const char * const copied[N_COPIED] = { "command", "args", "env", "cwd", "url", "headers", "type" };

/* Of those with the same role the last one in this table counts. */
static const struct
{
  const char *key;
  Role        role;
} members[] = {
  { "cmd", ROLE_COMMAND },
  { "command", ROLE_COMMAND },
  { "args", ROLE_ARGS },
  { "envs", ROLE_ENV },
  { "environment", ROLE_ENV },
  { "env", ROLE_ENV },
  { "working_directory", ROLE_CWD },
  { "workingDirectory", ROLE_CWD },
  { "cwd", ROLE_CWD },
  { "uri", ROLE_URL },
  { "baseUrl", ROLE_URL },
  { "url", ROLE_URL },
  { "serverUrl", ROLE_URL },
  { "httpUrl", ROLE_URL },
  { "http_headers", ROLE_HEADERS },
  { "requestOptions", ROLE_REQUEST },
  { "requestInit", ROLE_REQUEST },
  { "headers", ROLE_HEADERS },
  { "transportType", ROLE_TYPE },
  { "transport", ROLE_TYPE },
  { "type", ROLE_TYPE },
  { "auth", ROLE_KEPT },
  { "oauth", ROLE_KEPT },
  { "sounder", ROLE_KEPT },
  { "disabled", ROLE_DISABLED },
  { "enabled", ROLE_ENABLED },
  { "isActive", ROLE_ENABLED },
  { "env_vars", ROLE_ENV_NAMES },
  { "env_keys", ROLE_ASKED_NAMES },
  { "bearer_token_env_var", ROLE_BEARER },
  { "env_http_headers", ROLE_HEADER_NAMES },
  { "name", ROLE_SAID },
  { "display_name", ROLE_SAID },
  { "description", ROLE_SAID },
  { "source", ROLE_SAID },
  { "bundled", ROLE_SAID },
};

/* What Goose has inside of itself. */
static const char * const own_types[] = { "builtin", "platform", "frontend", "inline_python", NULL };

typedef struct
{
  const McpClient *client;
  const char      *folder;
  GString         *parts[N_COPIED];  /* (nullable): JSON */
  GString         *kept;             /* an object that is not closed */
} Entry;

/* --- Texts --- */

static gboolean
is_name (const char *text,
         gsize       length)
{
  if (length == 0 || g_ascii_isdigit (*text))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '_')
      return FALSE;

  return TRUE;
}

/* "${NAME}" and "$NAME" become "${env:NAME}". */
static char *
name_variables (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *name = text[0] == '$' ? text + 1 + (text[1] == '{') : NULL;
      gsize n = 0;

      while (name != NULL && (g_ascii_isalnum (name[n]) || name[n] == '_'))
        n++;
      if (name != NULL && is_name (name, n) && (text[1] != '{' || name[n] == '}'))
        {
          g_string_append_printf (out, "${env:%.*s}", (int) n, name);
          text = name + n + (text[1] == '{');
        }
      else
        g_string_append_c (out, *text++);
    }

  return g_string_free (out, FALSE);
}

/* Puts the folder of a project where its files say "${workspaceFolder}". */
static char *
fill_folder (const char *text,
             const char *folder)
{
  GString *out;

  if (folder == NULL)
    return g_strdup (text);

  out = g_string_new (text);
  g_string_replace (out, "${workspaceFolder}", folder, 0);

  return g_string_free (out, FALSE);
}

/*
 * What stands between @before and @after, a name, gets @kind before it: "${{ secrets.NAME }}"
 * becomes "${input:NAME}".
 */
static char *
rename_variables (const char *text,
                  const char *before,
                  const char *after,
                  const char *kind)
{
  GString *out = g_string_new (NULL);
  const char *found;

  while ((found = strstr (text, before)) != NULL)
    {
      const char *name = found + strlen (before);
      gsize n = 0;

      while (g_ascii_isalnum (name[n]) || strchr ("_-", name[n] != '\0' ? name[n] : ' ') != NULL)
        n++;
      g_string_append_len (out, text, found - text);
      if (n > 0 && g_str_has_prefix (name + n, after))
        {
          g_string_append_printf (out, "${%s:%.*s}", kind, (int) n, name);
          text = name + n + strlen (after);
        }
      else
        {
          g_string_append (out, before);
          text = name;
        }
    }
  g_string_append (out, text);

  return g_string_free (out, FALSE);
}

static char *
convert_text (Entry      *self,
              const char *text)
{
  g_autofree char *secrets = rename_variables (text, "${{ secrets.", " }}", "input");
  g_autofree char *inputs = rename_variables (secrets, "${{ inputs.", " }}", "input");
  g_autofree char *named = self->client->variables == MCP_CLIENT_FILLS_SHELL    ? name_variables (inputs)
                           : self->client->variables == MCP_CLIENT_FILLS_BRACES ? rename_variables (inputs, "{env:", "}",
                                                                                                    "env")
                           : self->client->variables == MCP_CLIENT_FILLS_DOUBLE ? rename_variables (inputs, "{{", "}}",
                                                                                                    "input")
                                                                                : g_strdup (inputs);

  return fill_folder (named, self->folder);
}

/*
 * Numbers and such become the text that a program gets; what is no text stays, for an error that
 * names it.
 */
static void
append_text (Entry      *self,
             GString    *out,
             const char *text,
             gsize       length)
{
  McpJsonType type = mcp_json_get_type (text, length);

  if (type == MCP_JSON_STRING)
    {
      g_autofree char *value = mcp_json_dup_string (text, length);
      g_autofree char *converted = convert_text (self, value);

      mcp_json_append_string (out, converted, -1);
    }
  else if (type == MCP_JSON_NUMBER || type == MCP_JSON_BOOLEAN)
    mcp_json_append_string (out, text, length);
  else
    g_string_append_len (out, text, length);
}

static gboolean
is_null (const char *text,
         gsize       length)
{
  return mcp_json_get_type (text, length) == MCP_JSON_NULL;
}

/* A text, or the texts of an array or an object, without what is null in one. */
static void
append_texts (Entry      *self,
              GString    *out,
              const char *text,
              gsize       length)
{
  McpJsonIter iter;
  McpSpan key, value;
  gboolean is_first = TRUE;

  if (!mcp_json_iter_init (&iter, text, length))
    {
      if (mcp_json_get_type (text, length) == MCP_JSON_STRING)
        append_text (self, out, text, length);
      else
        g_string_append_len (out, text, length);
      return;
    }

  g_string_append_c (out, iter.is_object ? '{' : '[');
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (iter.is_object && is_null (text + value.offset, value.length))
        continue;
      if (!is_first)
        g_string_append_c (out, ',');
      is_first = FALSE;
      if (iter.is_object)
        {
          g_string_append_len (out, text + key.offset, key.length);
          g_string_append_c (out, ':');
        }
      append_text (self, out, text + value.offset, value.length);
    }
  g_string_append_c (out, iter.is_object ? '}' : ']');
}

/* --- Members --- */

static void
set_part (Entry   *self,
          Role     role,
          GString *json)
{
  if (self->parts[role] != NULL)
    g_string_free (self->parts[role], TRUE);
  self->parts[role] = json;
}

static void
add_pair (Entry      *self,
          Role        role,
          const char *key,
          const char *value)
{
  GString *object = self->parts[role];
  McpSpan span;

  if (object == NULL)
    object = self->parts[role] = g_string_new ("{}");
  if (object->str[0] != '{' || mcp_json_edit_find (object->str, object->len, key, &span))
    return;

  g_string_truncate (object, object->len - 1);
  mcp_json_append_member_string (object, key, value);
  g_string_append_c (object, '}');
}

/* An older way of Zed's: {"path": …, "args": […], "env": {…}}. */
static void
set_command_object (Entry      *self,
                    const char *text,
                    gsize       length)
{
  static const struct { const char *key; Role role; } inner[] = {
    { "path", ROLE_COMMAND }, { "args", ROLE_ARGS }, { "env", ROLE_ENV },
  };
  McpSpan value;

  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    if (mcp_json_edit_find (text, length, inner[i].key, &value) && !is_null (text + value.offset, value.length))
      {
        GString *json = g_string_new (NULL);

        append_texts (self, json, text + value.offset, value.length);
        set_part (self, inner[i].role, json);
      }
}

/* As opencode has it: the program and its arguments in one list. Others stand behind them. */
static void
set_command_list (Entry      *self,
                  const char *text,
                  gsize       length)
{
  g_autoptr (GString) args = g_string_new ("[");
  McpJsonIter iter;
  McpSpan value;

  mcp_json_iter_init (&iter, text, length);
  for (guint i = 0; mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      GString *json = i == 0 ? g_string_new (NULL) : args;

      if (i > 1)
        g_string_append_c (args, ',');
      /* A program is called by no number. */
      if (i > 0 || mcp_json_get_type (text + value.offset, value.length) == MCP_JSON_STRING)
        append_text (self, json, text + value.offset, value.length);
      else
        g_string_append_len (json, text + value.offset, value.length);
      if (i == 0)
        set_part (self, ROLE_COMMAND, json);
    }
  if (args->len == 1)
    return;

  g_string_append_c (args, ']');
  set_part (self, ROLE_ARGS, g_string_new (args->str));
}

/* Behind those that stood with the command. */
static void
join_args (Entry   *self,
           GString *json)
{
  GString *first = self->parts[ROLE_ARGS];

  if (first == NULL || json->str[0] != '[' || first->str[0] != '[')
    {
      set_part (self, ROLE_ARGS, json);
      return;
    }

  g_string_truncate (first, first->len - 1);
  if (json->len > 2)
    g_string_append_c (first, ',');
  g_string_append (first, json->str + 1);
  g_string_free (json, TRUE);
}

/* Continue and Mastra have headers in an object of their own. FALSE: there is more in it. */
static gboolean
take_request (Entry      *self,
              const char *text,
              gsize       length)
{
  McpSpan value;
  GString *json;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT || !mcp_json_edit_find (text, length, "headers", &value))
    return FALSE;

  json = g_string_new (NULL);
  append_texts (self, json, text + value.offset, value.length);
  set_part (self, ROLE_HEADERS, json);

  return mcp_json_count (text, length) == 1;
}

/* FALSE: it is no list of names. */
static gboolean
add_names (Entry      *self,
           const char *text,
           gsize       length,
           const char *kind)
{
  McpJsonIter iter;
  McpSpan value;

  if (mcp_json_get_type (text, length) != MCP_JSON_ARRAY || mcp_json_count (text, length) > MAX_NAMES)
    return FALSE;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_get_type (text + value.offset, value.length) == MCP_JSON_STRING
                                ? mcp_json_dup_string (text + value.offset, value.length)
                                : NULL;
      g_autofree char *variable = NULL;

      if (name == NULL || !is_name (name, strlen (name)))
        return FALSE;
      variable = g_strdup_printf ("${%s:%s}", kind, name);
      add_pair (self, ROLE_ENV, name, variable);
    }

  return TRUE;
}

static gboolean
add_header_names (Entry      *self,
                  const char *text,
                  gsize       length)
{
  McpJsonIter iter;
  McpSpan key, value;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT || mcp_json_count (text, length) > MAX_NAMES)
    return FALSE;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *header = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *name = mcp_json_get_type (text + value.offset, value.length) == MCP_JSON_STRING
                                ? mcp_json_dup_string (text + value.offset, value.length)
                                : NULL;
      g_autofree char *variable = NULL;

      if (name == NULL || header == NULL)
        return FALSE;
      variable = g_strdup_printf ("${env:%s}", name);
      add_pair (self, ROLE_HEADERS, header, variable);
    }

  return TRUE;
}

static gboolean
add_bearer (Entry      *self,
            const char *text,
            gsize       length)
{
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  if (mcp_json_get_type (text, length) != MCP_JSON_STRING)
    return FALSE;

  name = mcp_json_dup_string (text, length);
  value = g_strdup_printf ("Bearer ${env:%s}", name);
  add_pair (self, ROLE_HEADERS, "Authorization", value);

  return TRUE;
}

static void
set_copied (Entry      *self,
            Role        role,
            const char *key,
            const char *text,
            gsize       length)
{
  GString *json;

  if (role == ROLE_COMMAND && mcp_json_get_type (text, length) == MCP_JSON_OBJECT)
    {
      set_command_object (self, text, length);
      return;
    }
  if (role == ROLE_COMMAND && mcp_json_get_type (text, length) == MCP_JSON_ARRAY)
    {
      set_command_list (self, text, length);
      return;
    }

  json = g_string_new (NULL);
  /* Some languages have one form for all that is empty. */
  if ((role == ROLE_ENV || role == ROLE_HEADERS) && mcp_json_get_type (text, length) == MCP_JSON_ARRAY
      && mcp_json_count (text, length) == 0)
    g_string_append (json, "{}");
  else
    append_texts (self, json, text, length);
  if (role == ROLE_ARGS)
    join_args (self, json);
  else
    set_part (self, role, json);
  if (g_str_equal (key, "httpUrl"))
    set_part (self, ROLE_TYPE, g_string_new ("\"http\""));
}

/* FALSE: it says something that cannot be taken over. */
static gboolean
take_member (Entry      *self,
             guint       i,
             const char *text,
             gsize       length,
             gboolean   *disabled)
{
  gboolean is_boolean = mcp_json_get_type (text, length) == MCP_JSON_BOOLEAN;

  switch (members[i].role)
    {
    case ROLE_KEPT:
      mcp_json_append_key (self->kept, members[i].key);
      g_string_append_len (self->kept, text, length);
      return TRUE;

    case ROLE_DISABLED:
      *disabled |= is_boolean && *text == 't';
      return is_boolean;

    case ROLE_ENABLED:
      *disabled |= is_boolean && *text == 'f';
      return is_boolean;

    case ROLE_ENV_NAMES:
      return add_names (self, text, length, "env");

    case ROLE_ASKED_NAMES:
      return add_names (self, text, length, "input");

    case ROLE_BEARER:
      return add_bearer (self, text, length);

    case ROLE_HEADER_NAMES:
      return add_header_names (self, text, length);

    case ROLE_REQUEST:
      return take_request (self, text, length);

    case ROLE_SAID:
      return TRUE;

    default:
      set_copied (self, members[i].role, members[i].key, text, length);
      return TRUE;
    }
}

static void
note_unknown (const char *text,
              gsize       length,
              GHashTable *left_out)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      gboolean is_known = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (members) && !is_known; i++)
        is_known = mcp_json_key_equal (text + key.offset, key.length, members[i].key);
      if (!is_known)
        g_hash_table_add (left_out, mcp_json_dup_string (text + key.offset, key.length));
    }
}

/* A relative folder is one of the project's, and so is where its programs start. */
static void
finish_cwd (Entry *self)
{
  g_autofree char *cwd = NULL;
  g_autofree char *whole = NULL;

  if (self->folder == NULL || self->parts[ROLE_COMMAND] == NULL)
    return;
  if (self->parts[ROLE_CWD] != NULL)
    {
      if (self->parts[ROLE_CWD]->str[0] != '"')
        return;
      cwd = mcp_json_dup_string (self->parts[ROLE_CWD]->str, self->parts[ROLE_CWD]->len);
    }
  if (cwd != NULL && (g_path_is_absolute (cwd) || g_str_has_prefix (cwd, "${")))
    return;

  whole = cwd != NULL ? g_canonicalize_filename (cwd, self->folder) : g_strdup (self->folder);
  set_part (self, ROLE_CWD, g_string_new (NULL));
  mcp_json_append_string (self->parts[ROLE_CWD], whole, -1);
}

static char *
join (Entry *self)
{
  GString *out = g_string_new ("{");

  for (Role role = 0; role < N_COPIED; role++)
    if (self->parts[role] != NULL)
      mcp_json_append_member (out, copied[role], self->parts[role]->str);
  if (self->kept->len > 1)
    g_string_append_printf (out, "%s%s", out->len > 1 ? "," : "", self->kept->str + 1);
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static gboolean
is_own (const char *text,
        gsize       length)
{
  g_autofree char *type = mcp_json_lookup_string (text, length, "type");
  g_autofree char *source = mcp_json_lookup_string (text, length, "source");

  return (type != NULL && g_strv_contains (own_types, type)) || g_strcmp0 (source, "extension") == 0;
}

static void
append_members (GString    *out,
                const char *text,
                gsize       length,
                const char *without)   /* (nullable) */
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    if (without == NULL || !mcp_json_key_equal (text + key.offset, key.length, without))
      g_string_append_printf (out, "%s%.*s:%.*s", out->len > 1 ? "," : "", (int) key.length, text + key.offset,
                              (int) value.length, text + value.offset);
}

/*
 * A server whose address is in an object of its own, {"transport": {"type": …, "url": …}}, as one;
 * (nullable): it has none.
 */
static char *
dup_flat (const char *text,
          gsize       length)
{
  GString *flat;
  McpSpan transport;

  if (!mcp_json_edit_find (text, length, "transport", &transport)
      || mcp_json_get_type (text + transport.offset, transport.length) != MCP_JSON_OBJECT)
    return NULL;

  flat = g_string_new ("{");
  append_members (flat, text, length, "transport");
  append_members (flat, text + transport.offset, transport.length, NULL);
  g_string_append_c (flat, '}');

  return g_string_free (flat, FALSE);
}

static gboolean
is_empty_text (GString *json)   /* (nullable) */
{
  return json != NULL && g_str_equal (json->str, "\"\"");
}

/* Forms of clients leave the field that is not used empty. */
static void
drop_empty (Entry *self)
{
  Role unused = is_empty_text (self->parts[ROLE_COMMAND]) ? ROLE_COMMAND : ROLE_URL;
  Role used = unused == ROLE_COMMAND ? ROLE_URL : ROLE_COMMAND;

  if (is_empty_text (self->parts[unused]) && self->parts[used] != NULL && !is_empty_text (self->parts[used]))
    {
      g_string_free (self->parts[unused], TRUE);
      self->parts[unused] = NULL;
    }
}

/* One that has both is started. */
static void
drop_second (Entry      *self,
             GHashTable *left_out)
{
  if (self->parts[ROLE_COMMAND] == NULL || self->parts[ROLE_URL] == NULL)
    return;

  g_string_free (g_steal_pointer (&self->parts[ROLE_URL]), TRUE);
  g_hash_table_add (left_out, g_strdup ("url"));
}

/*
 * Reads the valid JSON of an entry. What is wrong in it stays in @json, where
 * mcp_profile_new_from_json() names it; no command and no address leave it without.
 */
McpClientEntryKind
mcp_client_entry_read (const McpClient  *client,
                       const char       *folder,
                       const char       *text,
                       gsize             length,
                       char            **json,
                       gboolean         *disabled,
                       GHashTable       *left_out)
{
  Entry self = { .client = client, .folder = folder };
  g_autofree char *flat = NULL;
  McpSpan value;

  *disabled = FALSE;
  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    {
      *json = g_strndup (text, length);
      return MCP_CLIENT_ENTRY_SERVER;
    }
  flat = dup_flat (text, length);
  if (flat != NULL)
    {
      text = flat;
      length = strlen (flat);
    }
  if (is_own (text, length))
    return MCP_CLIENT_ENTRY_OTHER;

  self.kept = g_string_new ("{");
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (mcp_json_edit_find (text, length, members[i].key, &value) && !is_null (text + value.offset, value.length)
        && !take_member (&self, i, text + value.offset, value.length, disabled))
      g_hash_table_add (left_out, g_strdup (members[i].key));
  note_unknown (text, length, left_out);
  drop_empty (&self);
  drop_second (&self, left_out);
  finish_cwd (&self);
  *json = join (&self);

  for (Role role = 0; role < N_COPIED; role++)
    if (self.parts[role] != NULL)
      g_string_free (self.parts[role], TRUE);
  g_string_free (self.kept, TRUE);

  return MCP_CLIENT_ENTRY_SERVER;
}
