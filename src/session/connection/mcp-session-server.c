/* mcp-session-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-session-private.h"

/*
 * What was negotiated: the revision, what the server said of itself, and what we offered. All of
 * it stays readable after the life has ended.
 */

/* What the server said of itself in this life; NULL before it did. */
void
mcp_session_set_server_json (McpSession *self,
                             GBytes     *json)
{
  g_clear_pointer (&self->server_json, g_bytes_unref);
  if (json != NULL)
    self->server_json = g_bytes_ref (json);
  g_hash_table_remove_all (self->capabilities);
}

void
mcp_session_set_era (McpSession *self,
                     McpEra      era)
{
  self->revision.era = era;
  mcp_reporter_set_revision (self->reporter, self->revision);
}

void
mcp_session_set_version (McpSession *self,
                         McpVersion  version,
                         const char *asked,
                         const char *offered)
{
  g_autofree char *old_asked = self->asked_version;
  g_autofree char *old_offered = self->offered_version;

  self->revision.version = version;
  mcp_reporter_set_revision (self->reporter, self->revision);
  self->asked_version = g_strdup (asked);
  self->offered_version = g_strdup (offered);

  g_object_notify_by_pspec (G_OBJECT (self),
                            mcp_session_properties[MCP_SESSION_PROP_PROTOCOL_VERSION]);
}

McpVersion
mcp_session_get_version (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), MCP_VERSION_UNKNOWN);

  return self->revision.version;
}

McpRevision
mcp_session_get_revision (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), (McpRevision){ 0 });

  return self->revision;
}

/**
 * mcp_session_has_feature:
 * @self: a session
 * @feature: what not all revisions of the protocol have
 *
 * Gets whether what is spoken with the server has a feature. That the server uses it is another
 * question: see mcp_session_has_capability().
 *
 * Returns: %TRUE if it does; before it is known, if the first revision did
 */
gboolean
mcp_session_has_feature (McpSession *self,
                         McpFeature  feature)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return mcp_revision_has (self->revision, feature);
}

const char *
mcp_session_get_asked_version (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->asked_version;
}

const char *
mcp_session_get_offered_version (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->offered_version;
}

/**
 * mcp_session_dup_negotiation:
 * @self: a session
 *
 * Says in one sentence what was asked, what was answered and what came of it
 * (basic/lifecycle, version negotiation).
 *
 * Returns: (transfer full): a translated sentence
 */
char *
mcp_session_dup_negotiation (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if (self->asked_version == NULL)
    return g_strdup (self->recorded != NULL ? _("not in this recording") : _("not connected yet"));

  if (self->offered_version == NULL)
    return g_strdup_printf (_("asked for %s, no answer"), self->asked_version);

  if (g_str_equal (self->asked_version, self->offered_version))
    return g_strdup_printf (_("asked for %s, the server agreed"), self->asked_version);

  if (self->revision.version != MCP_VERSION_UNKNOWN)
    return g_strdup_printf (_("asked for %s, the server chose %s"), self->asked_version,
                            self->offered_version);

  return g_strdup_printf (_("asked for %s, the server wants %s, which Sounder does not speak"),
                          self->asked_version, self->offered_version);
}

/**
 * mcp_session_get_server_json:
 * @self: a session
 *
 * Gets the result of `initialize`, the server's own tokens. It stays after the life ended.
 *
 * Returns: (transfer none) (nullable): JSON text
 */
GBytes *
mcp_session_get_server_json (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->server_json;
}

GBytes *
mcp_session_get_previous_server_json (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->previous_server_json;
}

/**
 * mcp_session_dup_client_capabilities:
 * @self: a session
 *
 * Gets what we advertise: of the last handshake, or what the next one would send. Of a recording,
 * what its client did.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_session_dup_client_capabilities (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if ((self->life != NULL || self->recorded != NULL) && self->client_capabilities != NULL)
    return g_strdup (self->client_capabilities);
  if (self->recorded != NULL)
    return g_strdup ("{}");

  return mcp_session_make_capabilities (self, self->revision);
}

/* What the client can do, as the profile has it now, in the words of a revision. */
char *
mcp_session_make_capabilities (McpSession  *self,
                               McpRevision  revision)
{
  g_autoptr (GString) members = g_string_new ("{");

  for (guint i = 0; i < self->responders->len; i++)
    mcp_responder_append_capabilities (g_ptr_array_index (self->responders, i), members);
  mcp_profile_append_extensions (self->profile, members,
                                 mcp_revision_has (revision, MCP_FEATURE_TASKS_EXTENSION));
  g_string_append_c (members, '}');

  if (!mcp_revision_has (revision, MCP_FEATURE_ROOTS_LIST_CHANGED))
    g_string_replace (members, "\"roots\":{\"listChanged\":true}", "\"roots\":{}", 1);

  return g_string_free (g_steal_pointer (&members), FALSE);
}

/* Where the server says what it is: from 2026-07-28 on in the _meta of every result. */
static gboolean
find_server_info (McpSession  *self,
                  const char **text,
                  McpSpan     *span)
{
  gsize length;

  if (self->server_json == NULL)
    return FALSE;

  *text = g_bytes_get_data (self->server_json, &length);
  if (mcp_revision_has (self->revision, MCP_FEATURE_DISCOVERY)
      && mcp_meta_find (*text, length, MCP_META_SERVER_INFO, span))
    return TRUE;

  return mcp_json_lookup (*text, length, "serverInfo", span);
}

/**
 * mcp_session_dup_server_info:
 * @self: a session
 *
 * Gets what the server says it is (Implementation). Its own word: nothing to rely on.
 *
 * Returns: (transfer full) (nullable): JSON, the server's own tokens
 */
char *
mcp_session_dup_server_info (McpSession *self)
{
  const char *text;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return find_server_info (self, &text, &span) ? g_strndup (text + span.offset, span.length) : NULL;
}

/**
 * mcp_session_lookup:
 * @self: a session
 * @path: a dotted path into the result of `initialize`, such as "serverInfo.title"
 *
 * Looks up a string in what the server said of itself.
 *
 * Returns: (transfer full) (nullable): the decoded string
 */
char *
mcp_session_lookup (McpSession *self,
                    const char *path)
{
  const char *text;
  gsize length;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if (self->server_json == NULL)
    return NULL;

  text = g_bytes_get_data (self->server_json, &length);

  if (g_str_has_prefix (path, "serverInfo."))
    return find_server_info (self, &text, &span) && text[span.offset] == '{'
             ? mcp_json_lookup_string (text + span.offset, span.length, path + strlen ("serverInfo."))
             : NULL;

  return mcp_json_lookup_string (text, length, path);
}

static gboolean
look_up_capability (McpSession *self,
                    const char *path)
{
  g_autofree char *whole = g_strconcat ("capabilities.", path, NULL);
  gsize length;
  const char *text = g_bytes_get_data (self->server_json, &length);
  McpSpan span;

  if (!mcp_json_lookup (text, length, whole, &span))
    return FALSE;

  switch (mcp_json_get_type (text + span.offset, span.length))
    {
    case MCP_JSON_OBJECT:
      return TRUE;

    case MCP_JSON_BOOLEAN:
      return text[span.offset] == 't';

    case MCP_JSON_NONE:
    case MCP_JSON_NULL:
    case MCP_JSON_NUMBER:
    case MCP_JSON_STRING:
    case MCP_JSON_ARRAY:
    default:
      return FALSE;
    }
}

/**
 * mcp_session_has_capability:
 * @self: a session
 * @path: a dotted path below `capabilities`, such as "resources.subscribe"
 *
 * Gets whether the server declared a capability: as an object, or as true.
 *
 * Returns: %TRUE if it did
 */
gboolean
mcp_session_has_capability (McpSession *self,
                            const char *path)
{
  gpointer known;

  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (self->server_json == NULL)
    return FALSE;

  /* Asked for with each log message, and it does not change within a life. */
  if (!g_hash_table_lookup_extended (self->capabilities, path, NULL, &known))
    {
      known = GINT_TO_POINTER (look_up_capability (self, path));
      g_hash_table_insert (self->capabilities, g_strdup (path), known);
    }

  return GPOINTER_TO_INT (known);
}

/*
 * What a notification tells in the revision that is spoken; reports one that there is none of, and
 * one that the server did not declare. What it declared is not known before it did.
 */
McpNotification
mcp_session_judge_notification (McpSession *self,
                                const char *method,
                                guint       serial)
{
  const char *capability;
  McpNotification kind = mcp_method_find_notification (method, self->revision, &capability);

  if (kind == MCP_NOTIFICATION_UNKNOWN)
    mcp_reporter_report (self->reporter, serial, "rpc.unknown-notification",
                         _("The server sent a notification that clients do not know: %s"), method);
  else if (capability != NULL && self->server_json != NULL
           && !mcp_session_has_capability (self, capability))
    mcp_reporter_report (self->reporter, serial, "capability.undeclared",
                         _("The server sent %s without having declared %s"), method, capability);

  return kind;
}
