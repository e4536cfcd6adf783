/* mcp-probe-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-probe-private.h"
#include "mcp-schema.h"
#include "mcp-uri-template.h"

/*
 * What probes need to know of a server: which tool may be called, which resource read. A table of
 * texts that stand inside of JSON: names and URIs without their quotes, objects as they are.
 */

/* Long for a message, and short for a body. */
#define LONG_BYTES (1024 * 1024)

/* Why a probe cannot be tried without a fact. */
static const struct
{
  const char *name;
  const char *reason;
} reasons[] = {
  { "tool", N_("it has no read-only tool without required arguments that may be called") },
  { "args_tool", N_("it has no read-only tool with a required argument of a known type") },
  { "strict_tool", N_("it has no read-only tool whose schema forbids other arguments") },
  { "output_tool", N_("it has no read-only tool with an output schema and without required arguments") },
  { "header_tool", N_("it has no read-only tool with an argument that goes into a header") },
  { "uri", N_("it lists no resource") },
  { "template_uri", N_("it lists no resource template that can be expanded") },
  { "prompt", N_("it lists no prompt") },
  { "args_prompt", N_("it lists no prompt with a required argument") },
  { "complete_prompt", N_("it lists no prompt with an argument") },
  { "session", N_("it gives no session id") },
  { "modern_only", N_("it speaks older revisions as well, which do not have the rule") },
  { "listen", N_("it does not declare that its lists change") },
  { "loopback", N_("it is not on this machine, and may welcome every origin") },
};

static void
set (GHashTable *facts,
     const char *name,
     const char *value)
{
  g_hash_table_insert (facts, g_strdup (name), g_strdup (value));
}

/* As it stands between the quotes of a JSON string. */
static void
set_text (GHashTable *facts,
          const char *name,
          const char *value)
{
  g_autoptr (GString) json = g_string_new (NULL);

  mcp_json_append_string (json, value, -1);
  g_hash_table_insert (facts, g_strdup (name), g_strndup (json->str + 1, json->len - 2));
}

/* --- Tools --- */

/* A value that no schema of this kind takes; NULL: not known. */
static const char *
get_wrong_value (const McpField *field)
{
  switch (field->kind)
    {
    case MCP_FIELD_STRING:
    case MCP_FIELD_ENUM:
      return "{\"sounder\":[]}";
    case MCP_FIELD_NUMBER:
    case MCP_FIELD_INTEGER:
    case MCP_FIELD_BOOLEAN:
      return "\"sounder\"";
    case MCP_FIELD_MULTI:
      return "7";
    case MCP_FIELD_JSON:
    default:
      return NULL;
    }
}

static void
set_wrong_argument (GHashTable *facts,
                    const char *name,
                    McpSchema  *schema)
{
  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    {
      const McpField *field = mcp_schema_get_field (schema, i);
      const char *wrong = get_wrong_value (field);
      g_autoptr (GString) json = NULL;

      if (!field->required || field->nullable || wrong == NULL)
        continue;

      json = g_string_new ("{");
      mcp_json_append_member (json, field->name, wrong);
      g_string_append_c (json, '}');
      set_text (facts, "args_tool", name);
      set (facts, "wrong_args", json->str);
      return;
    }
}

/* A tool whose argument goes into a header: one of it, as text, and the header's name. */
static void
set_header_tool (GHashTable     *facts,
                 McpCatalogItem *item,
                 McpSchema      *schema)
{
  McpParamHeaders *headers = mcp_catalog_item_get_param_headers (item);
  const McpField *field = NULL;
  g_autoptr (GString) json = NULL;

  if (headers == NULL || mcp_param_headers_get_n (headers) == 0
      || g_hash_table_contains (facts, "header_tool"))
    return;
  for (guint i = 0; i < mcp_schema_get_n_fields (schema) && field == NULL; i++)
    if (g_str_equal (mcp_schema_get_field (schema, i)->name, mcp_param_headers_get_path (headers, 0)))
      field = mcp_schema_get_field (schema, i);
  if (field == NULL || field->kind != MCP_FIELD_STRING)
    return;

  json = g_string_new ("{");
  mcp_json_append_member_string (json, field->name, "sounder");
  g_string_append_c (json, '}');
  set_text (facts, "header_tool", mcp_catalog_item_get_name (item));
  set (facts, "header_args", json->str);
  set (facts, "header_name", mcp_param_headers_get_name (headers, 0));
}

static void
learn_tool (GHashTable     *facts,
            McpCatalogItem *item,
            gboolean        is_http)
{
  const char *name = mcp_catalog_item_get_name (item);
  g_autofree char *input = mcp_catalog_item_lookup (item, "inputSchema");
  g_autofree char *output = mcp_catalog_item_lookup (item, "outputSchema");
  g_autofree char *task = mcp_catalog_item_lookup (item, "execution.taskSupport");
  McpParamHeaders *headers = mcp_catalog_item_get_param_headers (item);
  g_autoptr (McpSchema) schema = input != NULL ? mcp_schema_new (input, -1, NULL) : NULL;
  gboolean needs_nothing = TRUE;
  gboolean may_have_more = TRUE;

  if (schema == NULL || mcp_catalog_item_get_exclusion (item) != NULL
      || g_strcmp0 (task, "\"required\"") == 0)
    return;

  set_header_tool (facts, item, schema);
  if (is_http && headers != NULL && mcp_param_headers_get_n (headers) > 0)
    return;

  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    needs_nothing = needs_nothing && !mcp_schema_get_field (schema, i)->required;
  mcp_json_lookup_boolean (input, strlen (input), "additionalProperties", &may_have_more);

  /* One that takes nothing at all is the better one to call. */
  if (needs_nothing && (!g_hash_table_contains (facts, "tool")
                        || (mcp_schema_get_n_fields (schema) == 0
                            && !g_hash_table_contains (facts, "plain_tool"))))
    set_text (facts, "tool", name);
  if (needs_nothing && mcp_schema_get_n_fields (schema) == 0)
    set (facts, "plain_tool", "");
  if (needs_nothing && output != NULL && !g_hash_table_contains (facts, "output_tool"))
    {
      set_text (facts, "output_tool", name);
      set (facts, "output_schema", output);
    }
  if (needs_nothing && !may_have_more && !g_hash_table_contains (facts, "strict_tool"))
    set_text (facts, "strict_tool", name);
  if (!needs_nothing && !g_hash_table_contains (facts, "args_tool"))
    set_wrong_argument (facts, name, schema);
}

static gboolean
may_call (McpCatalogItem     *item,
          const char * const *allowed)
{
  return mcp_catalog_item_get_hint (item, "readOnlyHint", FALSE)
         || (allowed != NULL
             && (g_strv_contains (allowed, "*")
                 || g_strv_contains (allowed, mcp_catalog_item_get_name (item))));
}

/* --- Prompts and resources --- */

/* Each with a text: what a prompt's arguments must be is not known. */
static char *
fill_arguments (const char *arguments,
                gboolean   *is_required)
{
  gsize length = arguments != NULL ? strlen (arguments) : 0;
  GString *json = g_string_new ("{");
  McpJsonIter iter;
  McpSpan value;

  *is_required = FALSE;
  if (length > 0 && mcp_json_iter_init (&iter, arguments, length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        const char *text = arguments + value.offset;
        g_autofree char *name = mcp_json_lookup_string (text, value.length, "name");
        gboolean required = FALSE;

        mcp_json_lookup_boolean (text, value.length, "required", &required);
        if (name == NULL || !required)
          continue;
        *is_required = TRUE;
        mcp_json_append_member_string (json, name, "sounder");
      }
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

static void
learn_prompt (GHashTable     *facts,
              McpCatalogItem *item)
{
  const char *name = mcp_catalog_item_get_name (item);
  g_autofree char *list = mcp_catalog_item_lookup (item, "arguments");
  g_autofree char *first = list != NULL ? mcp_json_lookup_string (list, strlen (list), "0.name") : NULL;
  gboolean is_required;
  g_autofree char *arguments = fill_arguments (list, &is_required);

  /* One that needs nothing is the better one to get. */
  if (!g_hash_table_contains (facts, "prompt")
      || (!is_required && !g_str_equal (g_hash_table_lookup (facts, "prompt_args"), "{}")))
    {
      set_text (facts, "prompt", name);
      set (facts, "prompt_args", arguments);
    }
  if (is_required && !g_hash_table_contains (facts, "args_prompt"))
    set_text (facts, "args_prompt", name);
  if (first != NULL && !g_hash_table_contains (facts, "complete_prompt"))
    {
      set_text (facts, "complete_prompt", name);
      set_text (facts, "complete_argument", first);
    }
}

static void
learn_template (GHashTable     *facts,
                McpCatalogItem *item)
{
  const char *text = mcp_catalog_item_get_uri (item);
  g_autoptr (McpUriTemplate) template = text != NULL ? mcp_uri_template_new (text, NULL) : NULL;
  g_autoptr (GHashTable) values = g_hash_table_new (mcp_str_hash, g_str_equal);
  const char * const *variables;
  g_autofree char *uri = NULL;

  if (template == NULL || g_hash_table_contains (facts, "template_uri"))
    return;

  variables = mcp_uri_template_get_variables (template);
  for (guint i = 0; variables[i] != NULL; i++)
    g_hash_table_insert (values, (char *) variables[i], (char *) "1");
  uri = mcp_uri_template_expand (template, values);
  if (uri != NULL)
    set_text (facts, "template_uri", uri);
}

/* --- All of it --- */

/* The members of _meta that each request has from 2026-07-28 on. */
static const char *
get_meta (void)
{
  return "\"io.modelcontextprotocol/protocolVersion\":\"@version@\","
         "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"},"
         "\"io.modelcontextprotocol/clientCapabilities\":{}";
}

static void
learn_capabilities (GHashTable *facts,
                    McpSession *session)
{
  static const char * const paths[] = {
    "tools", "resources", "resources.subscribe", "prompts", "completions", "logging", "tasks",
    "tasks.list", "tasks.cancel",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    if (mcp_session_has_capability (session, paths[i]))
      set (facts, paths[i], "");
}

static gboolean
speaks_older (McpSession *session)
{
  GBytes *json = mcp_session_get_server_json (session);
  gsize length = 0;
  const char *text = json != NULL ? g_bytes_get_data (json, &length) : NULL;
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;

  if (text == NULL || !mcp_json_lookup (text, length, "supportedVersions", &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + list.offset + value.offset, value.length);
      McpVersion version = name != NULL ? mcp_version_from_string (name) : MCP_VERSION_UNKNOWN;

      if (version != MCP_VERSION_UNKNOWN && !mcp_version_is_modern (version))
        return TRUE;
    }

  return FALSE;
}

/* Of a subscription: a list that changes. */
static void
learn_changes (GHashTable *facts,
               McpSession *session)
{
  static const char * const lists[] = { "tools", "resources", "prompts" };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *path = g_strconcat (lists[i], ".listChanged", NULL);
      g_autofree char *member = g_strconcat (lists[i], "ListChanged", NULL);

      if (mcp_session_has_capability (session, path))
        set (facts, "listen", member);
    }
}

static gboolean
is_loopback (McpSession *session)
{
  const char *url = mcp_profile_get_url (mcp_session_get_profile (session));
  g_autoptr (GUri) uri = url != NULL ? mcp_address_parse (url, G_URI_FLAGS_NONE, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  g_autoptr (GInetAddress) address = host != NULL ? g_inet_address_new_from_string (host) : NULL;

  return g_strcmp0 (host, "localhost") == 0
         || (address != NULL && g_inet_address_get_is_loopback (address));
}

GHashTable *
mcp_probe_facts_new (McpSession         *session,
                     const char * const *allowed,
                     gboolean            is_http)
{
  GHashTable *facts = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  const char *version = mcp_version_to_string (mcp_session_get_version (session));
  gboolean is_modern = mcp_version_is_modern (mcp_session_get_version (session));
  g_autofree char *meta = NULL;

  learn_capabilities (facts, session);
  learn_changes (facts, session);
  set (facts, "version", version);
  set (facts, "alive", is_modern ? "server/discover" : "ping");
  meta = mcp_probe_facts_fill_in (facts, is_modern ? get_meta () : "");
  set (facts, "meta", meta);
  if (is_modern && !speaks_older (session))
    set (facts, "modern_only", "");
  g_hash_table_insert (facts, g_strdup ("long"), g_strnfill (LONG_BYTES, 'x'));
  set (facts, "page", "{}");
  if (is_loopback (session))
    set (facts, "loopback", "");

  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      GListModel *items = G_LIST_MODEL (mcp_session_get_catalog (session, kind));

      for (guint i = 0; i < g_list_model_get_n_items (items); i++)
        {
          g_autoptr (McpCatalogItem) item = g_list_model_get_item (items, i);

          if (kind == MCP_CATALOG_TOOLS && may_call (item, allowed))
            learn_tool (facts, item, is_http);
          else if (kind == MCP_CATALOG_PROMPTS)
            learn_prompt (facts, item);
          else if (kind == MCP_CATALOG_TEMPLATES)
            learn_template (facts, item);
          else if (kind == MCP_CATALOG_RESOURCES && i == 0 && mcp_catalog_item_get_uri (item) != NULL)
            set_text (facts, "uri", mcp_catalog_item_get_uri (item));
        }
    }

  return facts;
}

char *
mcp_probe_facts_find_missing (GHashTable *facts,
                              const char *needs)
{
  g_auto (GStrv) words = needs != NULL ? g_strsplit (needs, " ", -1) : NULL;

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      const char *name = words[i][0] == '@' ? words[i] + 1 : words[i];

      if (g_hash_table_contains (facts, name))
        continue;
      for (gsize k = 0; words[i][0] == '@' && k < G_N_ELEMENTS (reasons); k++)
        if (g_str_equal (reasons[k].name, name))
          return g_strdup (_(reasons[k].reason));

      return g_strdup_printf (_("it does not declare “%s”"), name);
    }

  return NULL;
}

/* Why a probe is not for this server, before it is connected to; NULL when it may be. */
char *
mcp_probe_facts_find_reason (GHashTable     *facts,
                             const McpProbe *probe,
                             McpVersion      version,
                             McpProbeReach   reach)
{
  g_autofree char *revisions = mcp_probe_dup_revisions (probe);

  if (version < probe->first || version > probe->last)
    return g_strdup_printf (_("the rule is of %s"), revisions);
  if ((probe->reach & reach) == 0)
    return g_strdup (reach == MCP_PROBE_OVER_HTTP ? _("it is about connections that carry everything")
                                                  : _("it is about Streamable HTTP"));
  /* Whether a session is given, only a connection tells. */
  if (g_strcmp0 (probe->needs, "@session") == 0)
    return NULL;

  return mcp_probe_facts_find_missing (facts, probe->needs);
}

/* A mark of nothing that is known stays: no text of ours has another @. */
char *
mcp_probe_facts_fill_in (GHashTable *facts,
                         const char *text)
{
  GString *filled = g_string_new (NULL);
  const char *mark;

  while ((mark = strchr (text, '@')) != NULL)
    {
      const char *end = strchr (mark + 1, '@');
      g_autofree char *name = end != NULL ? g_strndup (mark + 1, end - mark - 1) : NULL;
      const char *value = name != NULL ? g_hash_table_lookup (facts, name) : NULL;

      g_string_append_len (filled, text, mark - text);
      g_string_append (filled, value != NULL ? value : "@");
      text = value != NULL ? end + 1 : mark + 1;
    }
  g_string_append (filled, text);

  return g_string_free (filled, FALSE);
}

/* --- What a probe makes of them --- */

const char *
mcp_probe_visit_get_fact (McpProbeVisit *self,
                          const char    *name)
{
  return g_hash_table_lookup (self->facts, name);
}

static void
set_or_remove (GHashTable *facts,
               const char *name,
               const char *value)
{
  if (value == NULL)
    g_hash_table_remove (facts, name);
  else
    set (facts, name, value);
}

void
mcp_probe_visit_set_fact (McpProbeVisit *self,
                          const char    *name,
                          const char    *value)
{
  /* The session is the connection's. */
  if (!g_str_equal (name, "session") && !g_hash_table_contains (self->saved, name))
    g_hash_table_insert (self->saved, g_strdup (name),
                         g_strdup (mcp_probe_visit_get_fact (self, name)));

  set_or_remove (self->facts, name, value);
}

void
mcp_probe_visit_restore (McpProbeVisit *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, self->saved);
  while (g_hash_table_iter_next (&iter, &name, &value))
    set_or_remove (self->facts, name, value);
  g_hash_table_remove_all (self->saved);
}

void
mcp_probe_visit_not_applicable (McpProbeVisit *self,
                                const char    *reason)
{
  g_free (self->not_applicable);
  self->not_applicable = g_strdup (reason);
}
