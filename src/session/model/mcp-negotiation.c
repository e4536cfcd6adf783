/* mcp-negotiation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-negotiation.h"

McpNegotiation *
mcp_negotiation_new (void)
{
  McpNegotiation *self = g_new0 (McpNegotiation, 1);

  self->declared = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->took_usec = -1;

  return self;
}

void
mcp_negotiation_free (McpNegotiation *self)
{
  g_free (self->evidence);
  g_free (self->asked);
  g_free (self->offered);
  g_free (self->client_capabilities);
  g_free (self->client_info);
  g_clear_pointer (&self->server, g_bytes_unref);
  g_clear_pointer (&self->previous, g_bytes_unref);
  g_hash_table_unref (self->declared);
  g_free (self);
}

/* What the server said before is what it says now is compared with. */
static void
set_server (McpNegotiation *self,
            GBytes         *result)
{
  if (self->server != NULL)
    {
      g_clear_pointer (&self->previous, g_bytes_unref);
      self->previous = g_steal_pointer (&self->server);
    }
  if (result != NULL)
    self->server = g_bytes_ref (result);
  g_hash_table_remove_all (self->declared);
}

void
mcp_negotiation_begin (McpNegotiation *self)
{
  set_server (self, NULL);
  g_clear_pointer (&self->evidence, g_free);
  g_clear_pointer (&self->client_capabilities, g_free);
  self->revision.era = MCP_ERA_UNKNOWN;
  self->took_usec = -1;
  mcp_negotiation_set_version (self, MCP_VERSION_UNKNOWN, NULL, NULL);
}

void
mcp_negotiation_set_era (McpNegotiation *self,
                         McpEra          era,
                         const char     *evidence)
{
  g_autofree char *old = self->evidence;

  self->revision.era = era;
  self->evidence = g_strdup (evidence);
}

void
mcp_negotiation_set_version (McpNegotiation *self,
                             McpVersion      version,
                             const char     *asked,
                             const char     *offered)
{
  g_autofree char *old_asked = self->asked;
  g_autofree char *old_offered = self->offered;

  self->revision.version = version;
  self->asked = g_strdup (asked);
  self->offered = g_strdup (offered);
}

/* Judges what the answer to `initialize` offers: a revision without initialize is no answer to it. */
McpVersion
mcp_negotiation_accept (McpNegotiation *self,
                        const char     *offered)
{
  McpVersion version = mcp_version_from_string (offered);

  if (mcp_version_is_modern (version))
    version = MCP_VERSION_UNKNOWN;
  mcp_negotiation_set_version (self, version, self->asked, offered);

  return version;
}

/* A handshake that is made again within a connection has no previous answer. */
void
mcp_negotiation_set_server (McpNegotiation *self,
                            GBytes         *result,
                            gint64          took_usec)
{
  g_clear_pointer (&self->server, g_bytes_unref);
  set_server (self, result);
  self->took_usec = took_usec;
}

void
mcp_negotiation_set_client_capabilities (McpNegotiation *self,
                                         const char     *json,
                                         gssize          length)
{
  g_autofree char *old = self->client_capabilities;

  self->client_capabilities = length < 0 ? g_strdup (json) : g_strndup (json, length);
}

static void
take_client_info (McpNegotiation *self,
                  const char     *params,
                  McpSpan         span)
{
  g_free (self->client_info);
  self->client_info = g_strndup (params + span.offset, span.length);
}

static void
take_server (McpNegotiation *self,
             McpEra          era,
             GBytes         *result,
             gint64          took_usec)
{
  set_server (self, result);
  mcp_negotiation_set_era (self, era, _("as it was recorded"));
  self->took_usec = took_usec;
}

/**
 * mcp_negotiation_take_initialize:
 * @params: (nullable): of the request, valid JSON
 * @result: of the answer, valid JSON
 * @took_usec: from one to the other
 *
 * Takes an `initialize` that was recorded (basic/lifecycle).
 */
void
mcp_negotiation_take_initialize (McpNegotiation *self,
                                 const char     *params,
                                 gsize           length,
                                 GBytes         *result,
                                 gint64          took_usec)
{
  gsize result_length;
  const char *text = g_bytes_get_data (result, &result_length);
  g_autofree char *asked = params != NULL ? mcp_json_lookup_string (params, length, "protocolVersion")
                                          : NULL;
  g_autofree char *offered = mcp_json_lookup_string (text, result_length, "protocolVersion");
  McpSpan span;

  take_server (self, MCP_ERA_LEGACY, result, took_usec);
  if (params != NULL && mcp_json_lookup (params, length, "capabilities", &span))
    mcp_negotiation_set_client_capabilities (self, params + span.offset, span.length);
  if (params != NULL && mcp_json_lookup (params, length, "clientInfo", &span))
    take_client_info (self, params, span);
  mcp_negotiation_set_version (self, MCP_VERSION_UNKNOWN, asked, NULL);
  mcp_negotiation_accept (self, offered);
}

static char *
dup_meta_version (const char *params,
                  gsize       length)
{
  McpSpan span;

  return params != NULL && mcp_meta_find (params, length, MCP_META_PROTOCOL_VERSION, &span)
           ? mcp_json_dup_string (params + span.offset, span.length)
           : NULL;
}

/**
 * mcp_negotiation_take_discover:
 * @params: (nullable): of the request, valid JSON
 * @result: of the answer, valid JSON
 * @took_usec: from one to the other
 *
 * Takes a `server/discover` that was recorded (2026-07-28, server/discover). It is the probe of its
 * era too: the same answer again is no news.
 */
void
mcp_negotiation_take_discover (McpNegotiation *self,
                               const char     *params,
                               gsize           length,
                               GBytes         *result,
                               gint64          took_usec)
{
  g_autofree char *asked = dup_meta_version (params, length);

  if (self->revision.era == MCP_ERA_MODERN && self->server != NULL
      && g_bytes_equal (self->server, result))
    return;

  take_server (self, MCP_ERA_MODERN, result, took_usec);
  mcp_negotiation_set_version (self, mcp_version_from_string (asked), asked, asked);
}

/**
 * mcp_negotiation_take_request:
 * @params: (nullable): of any request of the client's, valid JSON
 *
 * Takes what a modern request says of its client (2026-07-28, basic, _meta). An older one says
 * nothing.
 *
 * Returns: whether it did
 */
gboolean
mcp_negotiation_take_request (McpNegotiation *self,
                              const char     *params,
                              gsize           length)
{
  g_autofree char *version = dup_meta_version (params, length);
  McpSpan span;

  if (version == NULL)
    return FALSE;

  if (self->revision.era == MCP_ERA_UNKNOWN)
    {
      mcp_negotiation_set_era (self, MCP_ERA_MODERN, _("as it was recorded"));
      mcp_negotiation_set_version (self, mcp_version_from_string (version), version, NULL);
    }
  if (mcp_meta_find (params, length, MCP_META_CLIENT_CAPABILITIES, &span))
    mcp_negotiation_set_client_capabilities (self, params + span.offset, span.length);
  if (mcp_meta_find (params, length, MCP_META_CLIENT_INFO, &span))
    take_client_info (self, params, span);

  return TRUE;
}

/* What was asked, what was answered and what came of it; NULL where nothing was asked. */
char *
mcp_negotiation_describe (McpNegotiation *self)
{
  if (self->asked == NULL)
    return NULL;

  if (self->offered == NULL)
    return g_strdup_printf (_("asked for %s, no answer"), self->asked);

  if (g_str_equal (self->asked, self->offered))
    return g_strdup_printf (_("asked for %s, the server agreed"), self->asked);

  if (self->revision.version != MCP_VERSION_UNKNOWN)
    return g_strdup_printf (_("asked for %s, the server chose %s"), self->asked, self->offered);

  return g_strdup_printf (_("asked for %s, the server wants %s, which Sounder does not speak"),
                          self->asked, self->offered);
}

/* Where the server says what it is: from 2026-07-28 on in the _meta of every result. */
static gboolean
find_server_info (McpNegotiation  *self,
                  const char     **text,
                  McpSpan         *span)
{
  gsize length;

  if (self->server == NULL)
    return FALSE;

  *text = g_bytes_get_data (self->server, &length);
  if (mcp_revision_has (self->revision, MCP_FEATURE_DISCOVERY)
      && mcp_meta_find (*text, length, MCP_META_SERVER_INFO, span))
    return TRUE;

  return mcp_json_lookup (*text, length, "serverInfo", span);
}

char *
mcp_negotiation_dup_server_info (McpNegotiation *self)
{
  const char *text;
  McpSpan span;

  return find_server_info (self, &text, &span) ? g_strndup (text + span.offset, span.length) : NULL;
}

/**
 * mcp_negotiation_lookup:
 * @path: a dotted path into what the server said of itself, such as "serverInfo.title"
 *
 * Looks up a string in what the server said of itself.
 *
 * Returns: (transfer full) (nullable): the decoded string
 */
char *
mcp_negotiation_lookup (McpNegotiation *self,
                        const char     *path)
{
  const char *text;
  gsize length;
  McpSpan span;

  if (self->server == NULL)
    return NULL;

  if (g_str_has_prefix (path, "serverInfo."))
    return find_server_info (self, &text, &span) && text[span.offset] == '{'
             ? mcp_json_lookup_string (text + span.offset, span.length, path + strlen ("serverInfo."))
             : NULL;

  text = g_bytes_get_data (self->server, &length);

  return mcp_json_lookup_string (text, length, path);
}

/* Whether a capability is offered by what stands for it: an object, as the schema says, or true, as many write. */
gboolean
mcp_negotiation_is_declaration (const char *value,
                                gsize       length)
{
  McpJsonType type = mcp_json_get_type (value, length);

  return type == MCP_JSON_OBJECT || (type == MCP_JSON_BOOLEAN && *value == 't');
}

static gboolean
look_up_capability (McpNegotiation *self,
                    const char     *path)
{
  g_autofree char *whole = g_strconcat ("capabilities.", path, NULL);
  gsize length;
  const char *text = g_bytes_get_data (self->server, &length);
  McpSpan span;

  return mcp_json_lookup (text, length, whole, &span) && mcp_negotiation_is_declaration (text + span.offset, span.length);
}

/* The declaration of an extension, whose name has dots and is no path; (nullable). */
static const char *
find_extension (McpNegotiation *self,
                const char     *id,
                McpSpan        *declaration)
{
  const char *text;
  gsize length;
  McpSpan all;

  if (self->server == NULL)
    return NULL;

  text = g_bytes_get_data (self->server, &length);
  if (!mcp_json_lookup (text, length, "capabilities.extensions", &all) || text[all.offset] != '{'
      || !mcp_json_edit_find (text + all.offset, all.length, id, declaration))
    return NULL;

  return text + all.offset;
}

gboolean
mcp_negotiation_has_extension (McpNegotiation *self,
                               const char     *id)
{
  McpSpan declaration;
  const char *text = find_extension (self, id, &declaration);

  return text != NULL && mcp_negotiation_is_declaration (text + declaration.offset, declaration.length);
}

/* Whether an extension was declared with a setting that is true. */
gboolean
mcp_negotiation_has_extension_setting (McpNegotiation *self,
                                       const char     *id,
                                       const char     *setting)
{
  McpSpan declaration;
  const char *text = find_extension (self, id, &declaration);
  gboolean is_set = FALSE;

  return text != NULL && text[declaration.offset] == '{'
         && mcp_json_lookup_boolean (text + declaration.offset, declaration.length, setting, &is_set) && is_set;
}

/* Whether the server declared a capability: as an object, or as true. */
gboolean
mcp_negotiation_has_capability (McpNegotiation *self,
                                const char     *path)
{
  gpointer known;

  if (self->server == NULL)
    return FALSE;

  /* Asked for with each log message, and it does not change within a connection. */
  if (!g_hash_table_lookup_extended (self->declared, path, NULL, &known))
    {
      known = GINT_TO_POINTER (look_up_capability (self, path));
      g_hash_table_insert (self->declared, g_strdup (path), known);
    }

  return GPOINTER_TO_INT (known);
}
