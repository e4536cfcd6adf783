/* mcp-catalog-item.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-catalog-item.h"
#include "mcp-json.h"

/**
 * McpCatalogItem:
 *
 * A tool, resource, resource template, prompt or skill, as the server listed it.
 *
 * Its tokens are the truth and are kept whole; name and URI are read at once because they are
 * looked up by, the rest when somebody asks. Immutable.
 */

struct _McpCatalogItem
{
  GObject         parent_instance;

  McpCatalogKind  kind;
  GBytes         *json;
  char           *name;          /* (nullable): the server gave none */
  char           *uri;           /* (nullable) */
  char           *display_name;  /* NULL until somebody asks */
  char           *description;   /* likewise */
  char           *mime_type;     /* likewise; "" for none */
  McpParamHeaders *headers;      /* likewise (nullable): of a tool */
  char           *exclusion;     /* (nullable): why it has none, known with them */
  gboolean        headers_read;
};

G_DEFINE_FINAL_TYPE (McpCatalogItem, mcp_catalog_item, G_TYPE_OBJECT)

static const struct
{
  const char *method;
  const char *member;
  const char *capability;
} kinds[MCP_N_CATALOGS] = {
  [MCP_CATALOG_TOOLS] = { "tools/list", "tools", "tools" },
  [MCP_CATALOG_RESOURCES] = { "resources/list", "resources", "resources" },
  [MCP_CATALOG_TEMPLATES] = { "resources/templates/list", "resourceTemplates", "resources" },
  [MCP_CATALOG_PROMPTS] = { "prompts/list", "prompts", "prompts" },
  [MCP_CATALOG_SKILLS] = { "skills/list", "skills", MCP_SKILLS_EXTENSION },
};

static char *
lookup_string (McpCatalogItem *self,
               const char     *path)
{
  gsize length;
  const char *text = g_bytes_get_data (self->json, &length);

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return NULL;

  return mcp_json_lookup_string (text, length, path);
}

static void
mcp_catalog_item_finalize (GObject *object)
{
  McpCatalogItem *self = MCP_CATALOG_ITEM (object);

  g_bytes_unref (self->json);
  g_free (self->name);
  g_free (self->uri);
  g_free (self->display_name);
  g_free (self->description);
  g_free (self->mime_type);
  g_clear_pointer (&self->headers, mcp_param_headers_free);
  g_free (self->exclusion);

  G_OBJECT_CLASS (mcp_catalog_item_parent_class)->finalize (object);
}

static void
mcp_catalog_item_class_init (McpCatalogItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_catalog_item_finalize;
}

static void
mcp_catalog_item_init (McpCatalogItem *self)
{
}

McpCatalogItem *
mcp_catalog_item_new (McpCatalogKind  kind,
                      const char     *text,
                      gsize           length)
{
  McpCatalogItem *self = g_object_new (MCP_TYPE_CATALOG_ITEM, NULL);

  self->kind = kind;
  self->json = g_bytes_new (text, length);
  self->name = lookup_string (self, kind == MCP_CATALOG_SKILLS ? "frontmatter.name" : "name");
  if (kind == MCP_CATALOG_RESOURCES || kind == MCP_CATALOG_SKILLS)
    self->uri = lookup_string (self, "uri");
  else if (kind == MCP_CATALOG_TEMPLATES)
    self->uri = lookup_string (self, "uriTemplate");

  return self;
}

const char *
mcp_catalog_item_get_key (McpCatalogItem *self)
{
  gboolean by_name = self->kind == MCP_CATALOG_TOOLS || self->kind == MCP_CATALOG_PROMPTS;

  return by_name ? self->name : self->uri;
}

const char *
mcp_catalog_kind_get_method (McpCatalogKind kind)
{
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  return kinds[kind].method;
}

const char *
mcp_catalog_kind_get_member (McpCatalogKind kind)
{
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  return kinds[kind].member;
}

/**
 * mcp_catalog_kind_get_capability:
 * @kind: a kind of catalog
 *
 * Gets what a server declares that has such a list; of skills the extension.
 *
 * Returns: the name of a capability or an extension
 */
const char *
mcp_catalog_kind_get_capability (McpCatalogKind kind)
{
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  return kinds[kind].capability;
}

/**
 * mcp_catalog_item_get_json:
 *
 * Gets what the server said about it, token for token. It is valid JSON, though not always an
 * object.
 *
 * Returns: (transfer none): the JSON
 */
GBytes *
mcp_catalog_item_get_json (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  return self->json;
}

const char *
mcp_catalog_item_get_name (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  return self->name != NULL ? self->name : "";
}

static gboolean
is_nothing (const char *text)
{
  return text == NULL || text[0] == '\0';
}

/**
 * mcp_catalog_item_get_display_name:
 *
 * Gets what to show people: the title, the title of a tool's annotations, or the name. MCP
 * 2025-11-25, schema, BaseMetadata.
 *
 * Returns: text from the server, "" for none
 */
const char *
mcp_catalog_item_get_display_name (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  if (self->display_name == NULL)
    {
      g_autofree char *title = lookup_string (self, "title");

      if (is_nothing (title))
        {
          g_free (title);
          title = lookup_string (self, "annotations.title");
        }

      self->display_name = is_nothing (title) ? g_strdup (mcp_catalog_item_get_name (self))
                                              : g_steal_pointer (&title);
    }

  return self->display_name;
}

const char *
mcp_catalog_item_get_description (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  if (self->description == NULL)
    {
      self->description = lookup_string (self, self->kind == MCP_CATALOG_SKILLS ? "frontmatter.description"
                                                                               : "description");
      if (self->description == NULL)
        self->description = g_strdup ("");
    }

  return self->description;
}

/**
 * mcp_catalog_item_get_uri:
 *
 * Gets the URI of a resource or of the SKILL.md of a skill, or the URI template of a resource template.
 *
 * Returns: (nullable): the URI; %NULL for tools and prompts, or when the server gave none
 */
const char *
mcp_catalog_item_get_uri (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  return self->uri;
}

const char *
mcp_catalog_item_get_mime_type (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  if (self->mime_type == NULL)
    {
      self->mime_type = lookup_string (self, "mimeType");
      if (self->mime_type == NULL)
        self->mime_type = g_strdup ("");
    }

  return self->mime_type[0] != '\0' ? self->mime_type : NULL;
}

/**
 * mcp_catalog_item_lookup:
 * @path: names of members with dots between them: "inputSchema", "annotations.title"
 *
 * Gets a part of what the server said.
 *
 * Returns: (transfer full) (nullable): the part's JSON, token for token
 */
char *
mcp_catalog_item_lookup (McpCatalogItem *self,
                         const char     *path)
{
  const char *text;
  gsize length;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  text = g_bytes_get_data (self->json, &length);
  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_lookup (text, length, path, &span))
    return NULL;

  return g_strndup (text + span.offset, span.length);
}

static void
read_headers (McpCatalogItem *self)
{
  g_autofree char *schema = NULL;
  g_autoptr (GError) error = NULL;

  if (self->headers_read)
    return;

  self->headers_read = TRUE;
  if (self->kind == MCP_CATALOG_TOOLS)
    schema = mcp_catalog_item_lookup (self, "inputSchema");
  if (schema == NULL)
    return;

  self->headers = mcp_param_headers_new (schema, strlen (schema), &error);
  if (self->headers == NULL)
    self->exclusion = g_strdup (error->message);
}

McpParamHeaders *
mcp_catalog_item_get_param_headers (McpCatalogItem *self)
{
  read_headers (self);

  return self->headers;
}

/**
 * mcp_catalog_item_get_exclusion:
 *
 * Gets what is wrong with the arguments of a tool that are to be repeated in headers
 * (`x-mcp-header`). Such a tool cannot be called over HTTP (2026-07-28,
 * basic/transports/streamable-http): see mcp_session_may_call_tool().
 *
 * Returns: (nullable): a translated sentence; %NULL when nothing is wrong
 */
const char *
mcp_catalog_item_get_exclusion (McpCatalogItem *self)
{
  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), NULL);

  read_headers (self);

  return self->exclusion;
}

/**
 * mcp_catalog_item_get_hint:
 * @hint: the name of an annotation: "readOnlyHint"
 * @fallback: what counts when the server did not say
 *
 * Gets one of a tool's hints. They are the server's word, not a guarantee. MCP 2025-11-25,
 * schema, ToolAnnotations.
 *
 * Returns: the hint
 */
gboolean
mcp_catalog_item_get_hint (McpCatalogItem *self,
                           const char     *hint,
                           gboolean        fallback)
{
  g_autofree char *path = NULL;
  const char *text;
  gsize length;
  gboolean value;

  g_return_val_if_fail (MCP_IS_CATALOG_ITEM (self), fallback);
  g_return_val_if_fail (hint != NULL, fallback);

  path = g_strconcat ("annotations.", hint, NULL);
  text = g_bytes_get_data (self->json, &length);
  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_lookup_boolean (text, length, path, &value))
    return fallback;

  return value;
}
