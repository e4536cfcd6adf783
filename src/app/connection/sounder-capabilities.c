/* sounder-capabilities.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-open.h"
#include "mcp-json.h"
#include "mcp-negotiation.h"
#include "mcp-summary.h"
#include "sounder-capabilities.h"

/* More of one side than anybody looks through; all are in the message. */
#define MAX_OTHERS 1000

/*
 * What both sides declared in the handshake, as a list for the Overview: known capabilities in
 * a fixed order, then whatever else is there, then the known ones that are absent.
 */

#define MAX_DETAIL_BYTES 1024

typedef struct
{
  const char *key;
  const char *title;
  const char *absent; /* what its absence means */
} Known;

static const Known known_server[] = {
  { "tools", N_("Tools"), N_("Not declared: the server has no tools to call") },
  { "resources", N_("Resources"), N_("Not declared: the server has nothing to read") },
  { "prompts", N_("Prompts"), N_("Not declared: the server has no prompts") },
  { "completions", N_("Completions"), N_("Not declared: arguments are not completed") },
  { "logging", N_("Logging"), N_("Not declared: the level of log messages cannot be set") },
};

static const Known known_client[] = {
  { "roots", N_("Roots"), N_("Off in the settings of this server") },
  { "sampling", N_("Sampling"), N_("Off in the settings of this server") },
  { "elicitation", N_("Elicitation"), N_("Off in the settings of this server") },
};

/* Others that have a name people know. */
static const Known other_titles[] = {
  { "tasks", N_("Tasks"), NULL },
  { "experimental", N_("Experimental"), NULL },
  { "io.modelcontextprotocol/tasks", N_("Tasks"), NULL },
  { "io.modelcontextprotocol/ui", N_("Apps"), NULL },
  { MCP_SKILLS_EXTENSION, N_("Skills"), NULL },
  { "io.modelcontextprotocol/oauth-client-credentials", N_("OAuth client credentials"), NULL },
  { "io.modelcontextprotocol/enterprise-managed-authorization",
    N_("Enterprise-managed authorization"), NULL },
};

/* (nullable): NULL for what is not known */
static const char *
find_title (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_titles); i++)
    if (g_str_equal (key, other_titles[i].key))
      return _(other_titles[i].title);

  return NULL;
}

static const char *
word_for_key (const char *key)
{
  if (g_str_equal (key, "listChanged"))
    return _("list changes");
  if (g_str_equal (key, "subscribe"))
    return _("subscribe");

  return key;
}

/* Names what is inside a capability: members that are true, and objects with their own members. */
static void
append_members (GString    *detail,
                const char *text,
                gsize       length,
                guint       depth)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, text, length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *member = text + value.offset;
      McpJsonType type = mcp_json_get_type (member, value.length);
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      g_autofree char *visible = NULL;

      if (name == NULL || type == MCP_JSON_NULL || (type == MCP_JSON_BOOLEAN && *member == 'f'))
        continue;
      if (detail->len > MAX_DETAIL_BYTES)
        break;

      visible = mcp_format_label (word_for_key (name), FALSE);
      if (detail->len > 0)
        g_string_append (detail, depth > 0 && detail->str[detail->len - 1] == ':' ? " " : " · ");
      g_string_append (detail, visible);
      if (type == MCP_JSON_OBJECT && depth < 2 && mcp_json_count (member, value.length) > 0)
        {
          g_string_append_c (detail, ':');
          append_members (detail, member, value.length, depth + 1);
        }
    }
}

static SounderCapability *
add_capability (GPtrArray  *list,
                const char *key,
                char       *title,
                gboolean    is_client)
{
  SounderCapability *capability = g_new0 (SounderCapability, 1);

  capability->key = g_strdup (key);
  capability->title = title;
  capability->detail = g_strdup ("");
  capability->is_client = is_client;
  g_ptr_array_add (list, capability);

  return capability;
}

static gboolean
find_member (const char *text,
             gsize       length,
             const char *name,
             McpSpan    *found)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (text == NULL || !mcp_json_iter_init (&iter, text, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, &value))
    if (mcp_json_key_equal (text + key.offset, key.length, name))
      {
        *found = value;
        return TRUE;
      }

  return FALSE;
}

/* A capability that is offered. */
static gboolean
find_declared (const char *text,
               gsize       length,
               const char *name,
               McpSpan    *found)
{
  return find_member (text, length, name, found)
         && mcp_negotiation_is_declaration (text + found->offset, found->length);
}

static void
set_present (SounderCapability *capability,
             const char        *text,
             McpSpan            value)
{
  g_autoptr (GString) detail = g_string_new (NULL);

  append_members (detail, text + value.offset, value.length, 0);
  g_free (capability->detail);
  capability->detail = g_strdup (detail->str);
  capability->present = TRUE;
}

static SounderChange
compare_with (const char *now,
              McpSpan     now_value,
              const char *before,
              gsize       before_length,
              const char *key)
{
  McpSpan then;
  g_autofree char *now_line = NULL;
  g_autofree char *then_line = NULL;

  if (before == NULL)
    return SOUNDER_CHANGE_NONE;
  if (!find_declared (before, before_length, key, &then))
    return SOUNDER_CHANGE_NEW;

  now_line = mcp_json_one_line (now + now_value.offset, now_value.length, NULL);
  then_line = mcp_json_one_line (before + then.offset, then.length, NULL);

  return g_strcmp0 (now_line, then_line) == 0 ? SOUNDER_CHANGE_NONE : SOUNDER_CHANGE_CHANGED;
}

/* A capability object and the one it is compared with; %NULL when there is none. */
typedef struct
{
  gboolean    is_client;
  const char *text;
  gsize       length;
  const char *before;
  gsize       before_length;
} Side;

static void
list_known (GPtrArray   *list,
            const Side  *side,
            const Known *known)
{
  McpSpan value;
  SounderCapability *capability =
    add_capability (list, known->key, g_strdup (_(known->title)), side->is_client);

  if (find_declared (side->text, side->length, known->key, &value))
    {
      set_present (capability, side->text, value);
      capability->change =
        compare_with (side->text, value, side->before, side->before_length, known->key);
      return;
    }

  g_free (capability->detail);
  capability->detail = g_strdup (_(known->absent));
  if (find_declared (side->before, side->before_length, known->key, &value))
    capability->change = SOUNDER_CHANGE_GONE;
}

static gboolean
is_known (const char  *name,
          const Known *known,
          guint        n_known)
{
  for (guint i = 0; i < n_known; i++)
    if (g_str_equal (name, known[i].key))
      return TRUE;

  return FALSE;
}

static void
prepend_detail (SounderCapability *capability,
                const char        *text)
{
  char *joined = *capability->detail != '\0'
                   ? g_strdup_printf ("%s · %s", text, capability->detail)
                   : g_strdup (text);

  g_free (capability->detail);
  capability->detail = joined;
}

/* What is not among the known ones; an extension has its identifier beside its name. */
static void
list_other (GPtrArray  *list,
            const Side *side,
            const char *name,
            McpSpan     value,
            gboolean    is_extension)
{
  const char *title = find_title (name);
  SounderCapability *capability =
    add_capability (list, name, title != NULL ? g_strdup (title) : mcp_format_label (name, FALSE),
                    side->is_client);

  set_present (capability, side->text, value);
  capability->unknown = title == NULL;
  capability->change = compare_with (side->text, value, side->before, side->before_length, name);
  if (is_extension)
    prepend_detail (capability, title != NULL ? name : _("extension"));
}

static void
list_extensions (GPtrArray  *list,
                 const Side *side,
                 McpSpan     object)
{
  Side inner = { .is_client = side->is_client,
                 .text = side->text + object.offset,
                 .length = object.length };
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  guint end = list->len + MAX_OTHERS;

  if (side->before != NULL && find_member (side->before, side->before_length, "extensions", &value))
    {
      inner.before = side->before + value.offset;
      inner.before_length = value.length;
    }
  else if (side->before != NULL)
    {
      inner.before = "{}";
      inner.before_length = 2;
    }

  if (mcp_json_get_type (inner.text, inner.length) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, inner.text, inner.length))
    return;

  while (list->len < end && mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *id = mcp_json_dup_string (inner.text + key.offset, key.length);

      if (id != NULL && mcp_negotiation_is_declaration (inner.text + value.offset, value.length))
        list_other (list, &inner, id, value, TRUE);
    }
}

static void
list_side (GPtrArray   *list,
           const Side  *side,
           const Known *known,
           guint        n_known)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  guint end;

  for (guint i = 0; i < n_known; i++)
    list_known (list, side, &known[i]);
  end = list->len + MAX_OTHERS;

  if (side->text == NULL || !mcp_json_iter_init (&iter, side->text, side->length))
    return;

  while (list->len < end && mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (side->text + key.offset, key.length);

      if (name == NULL || is_known (name, known, n_known)
          || !mcp_negotiation_is_declaration (side->text + value.offset, value.length))
        continue;

      if (g_str_equal (name, "extensions"))
        list_extensions (list, side, value);
      else
        list_other (list, side, name, value, FALSE);
    }
}

/* The "capabilities" object of a result of initialize. */
static const char *
capabilities_of (const char *json,
                 gsize       length,
                 gsize      *out_length)
{
  McpSpan span;

  *out_length = 0;
  if (json == NULL || !find_member (json, length, "capabilities", &span)
      || mcp_json_get_type (json + span.offset, span.length) != MCP_JSON_OBJECT)
    return NULL;

  *out_length = span.length;

  return json + span.offset;
}

/**
 * sounder_capabilities_parse:
 * @server_json: (nullable): the result of initialize
 * @server_length: its length in bytes
 * @previous_json: (nullable): that of the connection before
 * @previous_length: its length in bytes
 * @client_json: (nullable): the capabilities object we sent
 *
 * Lists the capabilities of both sides and how they differ from the last connection.
 *
 * Returns: (transfer full) (element-type SounderCapability): the list, the server's first
 */
GPtrArray *
sounder_capabilities_parse (const char *server_json,
                            gsize       server_length,
                            const char *previous_json,
                            gsize       previous_length,
                            const char *client_json)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) sounder_capability_free);
  Side server = { .is_client = FALSE };
  Side client = { .is_client = TRUE };

  server.text = capabilities_of (server_json, server_length, &server.length);
  server.before = capabilities_of (previous_json, previous_length, &server.before_length);
  if (client_json != NULL
      && mcp_json_get_type (client_json, strlen (client_json)) == MCP_JSON_OBJECT)
    {
      client.text = client_json;
      client.length = strlen (client_json);
    }

  list_side (list, &server, known_server, G_N_ELEMENTS (known_server));
  list_side (list, &client, known_client, G_N_ELEMENTS (known_client));

  return list;
}

/* "13", "10 + 2 templates"; NULL for what has no list, or none yet. */
static char *
dup_count (SounderCapability *capability,
           McpSession        *session)
{
  static const struct
  {
    const char *key;
    McpCatalogKind kind;
  } counted[] = {
    { "tools", MCP_CATALOG_TOOLS },
    { "resources", MCP_CATALOG_RESOURCES },
    { "prompts", MCP_CATALOG_PROMPTS },
    { MCP_SKILLS_EXTENSION, MCP_CATALOG_SKILLS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    {
      McpCatalog *catalog = mcp_session_get_catalog (session, counted[i].kind);
      guint n_items = g_list_model_get_n_items (G_LIST_MODEL (catalog));
      guint n_templates = 0;

      if (!g_str_equal (capability->key, counted[i].key)
          || mcp_catalog_get_state (catalog) != MCP_CATALOG_LOADED)
        continue;

      if (counted[i].kind == MCP_CATALOG_RESOURCES)
        n_templates = g_list_model_get_n_items (
          G_LIST_MODEL (mcp_session_get_catalog (session, MCP_CATALOG_TEMPLATES)));

      return n_templates > 0
               ? g_strdup_printf (ngettext ("%u + %u template", "%u + %u templates", n_templates),
                                  n_items, n_templates)
               : g_strdup_printf (mcp_catalog_has_more (catalog) ? "%u+" : "%u", n_items);
    }

  return NULL;
}

/* What is there now of a capability that has lists. */
static void
add_counts (SounderCapability *capability,
            McpSession        *session)
{
  g_autofree char *text = NULL;

  if (!capability->is_client)
    {
      text = dup_count (capability, session);
    }
  else if (g_str_equal (capability->key, "roots"))
    {
      int n_roots = mcp_session_get_n_roots (session);

      text = n_roots >= 0 ? g_strdup_printf (ngettext ("%u root", "%u roots", n_roots),
                                             (guint) n_roots)
                          : g_strdup (_("the server did not ask which"));
    }

  if (text != NULL)
    prepend_detail (capability, text);
}

static const char *
explain_no_start (McpSession *session)
{
  return mcp_journal_is_live (mcp_session_get_journal (session))
           ? _("Nobody has said anything of it yet")
           : _("The recording does not have the start of the session");
}

/* The client of a recording is another program, or had other settings; the start may be missing. */
static void
explain_recorded (SounderCapability *capability,
                  McpSession        *session)
{
  gboolean has_answer = mcp_session_get_server_json (session) != NULL;
  gboolean has_offer = has_answer || mcp_session_get_asked_version (session) != NULL;

  if (capability->present || (!capability->is_client && has_answer))
    return;

  g_free (capability->detail);
  capability->detail = g_strdup (capability->is_client && has_offer ? _("Not offered")
                                                                    : explain_no_start (session));
}

/**
 * sounder_capabilities_list:
 *
 * Lists the capabilities of a session's connection, with live counts.
 *
 * Returns: (transfer full) (element-type SounderCapability): the list, the server's first
 */
GPtrArray *
sounder_capabilities_list (McpSession *session)
{
  GBytes *server;
  GBytes *previous;
  g_autofree char *client_json = NULL;
  GPtrArray *list;
  gsize length = 0;
  gsize previous_length = 0;
  const char *text;
  const char *previous_text;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  server = mcp_session_get_server_json (session);
  previous = mcp_session_get_previous_server_json (session);
  client_json = mcp_session_dup_client_capabilities (session);
  text = server != NULL ? g_bytes_get_data (server, &length) : NULL;
  previous_text = previous != NULL ? g_bytes_get_data (previous, &previous_length) : NULL;

  list = sounder_capabilities_parse (text, length, previous_text, previous_length, client_json);
  for (guint i = 0; i < list->len; i++)
    {
      SounderCapability *capability = g_ptr_array_index (list, i);

      if (capability->present)
        add_counts (capability, session);
      if (mcp_session_get_state (session) == MCP_SESSION_RECORDED)
        explain_recorded (capability, session);
    }

  return list;
}

void
sounder_capability_free (SounderCapability *self)
{
  g_free (self->key);
  g_free (self->title);
  g_free (self->detail);
  g_free (self);
}
