/* mcp-session-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session-private.h"

/*
 * What was negotiated: the revision, what the server said of itself, and what we offered. All of
 * it stays readable after the life has ended.
 */

/* What was negotiated changed. */
void
mcp_session_negotiated (McpSession *self)
{
  mcp_reporter_set_revision (self->reporter, self->negotiation->revision);
  g_object_notify_by_pspec (G_OBJECT (self),
                            mcp_session_properties[MCP_SESSION_PROP_PROTOCOL_VERSION]);
}

void
mcp_session_set_era (McpSession *self,
                     McpEra      era,
                     const char *evidence)
{
  mcp_negotiation_set_era (self->negotiation, era, evidence);
  mcp_session_negotiated (self);
}

void
mcp_session_set_version (McpSession *self,
                         McpVersion  version,
                         const char *asked,
                         const char *offered)
{
  mcp_negotiation_set_version (self->negotiation, version, asked, offered);
  mcp_session_negotiated (self);
}

McpVersion
mcp_session_get_version (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), MCP_VERSION_UNKNOWN);

  return mcp_session_get_revision (self).version;
}

McpRevision
mcp_session_get_revision (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), (McpRevision){ 0 });

  return self->negotiation->revision;
}

/**
 * mcp_session_has_feature:
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

  return mcp_revision_has (mcp_session_get_revision (self), feature);
}

const char *
mcp_session_get_asked_version (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->negotiation->asked;
}

/**
 * mcp_session_dup_negotiation:
 *
 * Says in one sentence what was asked, what was answered and what came of it
 * (basic/lifecycle, version negotiation).
 *
 * Returns: (transfer full): a translated sentence
 */
char *
mcp_session_dup_negotiation (McpSession *self)
{
  char *sentence;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  sentence = mcp_negotiation_describe (self->negotiation);
  if (sentence != NULL)
    return sentence;

  return g_strdup (self->state == MCP_SESSION_RECORDED ? _("not in this recording") : _("not connected yet"));
}

/**
 * mcp_session_get_server_json:
 *
 * Gets the result of `initialize`, the server's own tokens. It stays after the life ended.
 *
 * Returns: (transfer none) (nullable): JSON text
 */
GBytes *
mcp_session_get_server_json (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->negotiation->server;
}

GBytes *
mcp_session_get_previous_server_json (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->negotiation->previous;
}

McpResponder *
mcp_session_find_responder (McpSession *self,
                            const char *method)
{
  for (guint i = 0; i < self->responders->len; i++)
    {
      McpResponder *responder = g_ptr_array_index (self->responders, i);

      if (mcp_responder_handles (responder, method))
        return responder;
    }

  return NULL;
}

/* The same for a request: one that is about a task, or wants to be one, is none of the others'. */
McpResponder *
mcp_session_choose_responder (McpSession *self,
                              McpMessage *request)
{
  if (mcp_session_has_feature (self, MCP_FEATURE_CLIENT_TASKS)
      && mcp_own_tasks_takes (self->own_tasks, request))
    return MCP_RESPONDER (self->own_tasks);

  return mcp_session_find_responder (self, mcp_message_get_method (request));
}

/* Whether we said that we answer a method; what nobody answers is refused, and was not declared. */
gboolean
mcp_session_declares (McpSession *self,
                      const char *method)
{
  McpResponder *responder = mcp_session_find_responder (self, method);

  return responder != NULL
         && responder != g_ptr_array_index (self->responders, self->responders->len - 1);
}

char *
mcp_session_dup_client_info (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->state == MCP_SESSION_RECORDED ? g_strdup (self->negotiation->client_info) : NULL;
}

/**
 * mcp_session_dup_client_capabilities:
 *
 * Gets what we advertise: of the last handshake, or what the next one would send. Of a recording,
 * what its client did.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_session_dup_client_capabilities (McpSession *self)
{
  const char *said;
  McpRevision revision;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  said = self->negotiation->client_capabilities;
  if ((self->life != NULL || self->state == MCP_SESSION_RECORDED) && said != NULL)
    return g_strdup (said);
  if (self->state == MCP_SESSION_RECORDED)
    return g_strdup ("{}");

  revision = mcp_session_get_revision (self);
  if (!mcp_revision_is_known (revision))
    revision = mcp_revision_offered (mcp_version_from_string (mcp_profile_get_settings (self->profile)->protocol));

  return mcp_session_make_capabilities (self, revision);
}

/* What the client can do, as the profile has it now, in the words of a revision. */
char *
mcp_session_make_capabilities (McpSession  *self,
                               McpRevision  revision)
{
  g_autoptr (GString) members = g_string_new ("{");

  for (guint i = 0; i < self->responders->len; i++)
    mcp_responder_append_capabilities (g_ptr_array_index (self->responders, i), members);
  if (mcp_revision_has (revision, MCP_FEATURE_CLIENT_TASKS))
    mcp_own_tasks_append_capabilities (self->own_tasks, members);
  mcp_profile_append_extensions (self->profile, members,
                                 mcp_revision_has (revision, MCP_FEATURE_TASKS_EXTENSION));
  g_string_append_c (members, '}');

  if (!mcp_revision_has (revision, MCP_FEATURE_ROOTS_LIST_CHANGED))
    g_string_replace (members, "\"roots\":{\"listChanged\":true}", "\"roots\":{}", 1);

  return g_string_free (g_steal_pointer (&members), FALSE);
}

/**
 * mcp_session_dup_server_info:
 *
 * Gets what the server says it is (Implementation). Its own word: nothing to rely on.
 *
 * Returns: (transfer full) (nullable): JSON, the server's own tokens
 */
char *
mcp_session_dup_server_info (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return mcp_negotiation_dup_server_info (self->negotiation);
}

/**
 * mcp_session_lookup:
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
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return mcp_negotiation_lookup (self->negotiation, path);
}

/**
 * mcp_session_has_capability:
 * @path: a dotted path below `capabilities`, such as "resources.subscribe"
 *
 * Gets whether the server declared a capability: as an object, or as true.
 */
gboolean
mcp_session_has_capability (McpSession *self,
                            const char *path)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  return mcp_negotiation_has_capability (self->negotiation, path);
}

/**
 * mcp_session_dup_missing:
 * @required: (nullable): capabilities and extensions with commas between them, such as "tools,resources.subscribe"
 *
 * Gets which of them the server did not declare.
 *
 * Returns: (transfer full): their names, never %NULL
 */
char **
mcp_session_dup_missing (McpSession *self,
                         const char *required)
{
  g_auto (GStrv) names = g_strsplit (required != NULL ? required : "", ",", -1);
  g_autoptr (GStrvBuilder) missing = g_strv_builder_new ();

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *name = g_strstrip (names[i]);

      if (*name != '\0' && !mcp_session_has_capability (self, name) && !mcp_session_has_extension (self, name))
        g_strv_builder_add (missing, name);
    }

  return g_strv_builder_end (missing);
}

/* Says which of the capabilities that are required of a server it does not have; @required is (nullable). */
void
mcp_session_check_required (McpSession *self,
                            const char *required)
{
  g_auto (GStrv) missing = mcp_session_dup_missing (self, required);

  for (guint i = 0; missing[i] != NULL; i++)
    mcp_reporter_report (self->reporter, 0, "capability.required",
                         _("The server does not offer “%s”, which is required of it"), missing[i]);
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
  McpNotification kind = mcp_method_find_notification (method, mcp_session_get_revision (self),
                                                       &capability);

  if (kind == MCP_NOTIFICATION_UNKNOWN)
    mcp_reporter_report (self->reporter, serial, "rpc.unknown-notification",
                         _("The server sent a notification that clients do not know: %s"), method);
  else if (capability != NULL && mcp_session_get_server_json (self) != NULL
           && !mcp_session_has_capability (self, capability))
    mcp_reporter_report (self->reporter, serial, "capability.undeclared",
                         _("The server sent %s without having declared %s"), method, capability);

  return kind;
}

/**
 * mcp_session_has_extension:
 * @id: of an extension: "io.modelcontextprotocol/tasks"
 *
 * Gets whether the server declared an extension (2026-07-28, basic/versioning).
 */
gboolean
mcp_session_has_extension (McpSession *self,
                           const char *id)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return mcp_negotiation_has_extension (self->negotiation, id);
}

/**
 * mcp_session_reads_directories:
 *
 * Gets whether the server says what is in a resource that is a directory, by `resources/directory/read`: a
 * setting of the extension io.modelcontextprotocol/skills, of any resources (*Reading Directories*).
 *
 * Returns: %TRUE if it may be asked
 */
gboolean
mcp_session_reads_directories (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return mcp_session_has_list (self, MCP_CATALOG_SKILLS)
         && mcp_negotiation_has_extension_setting (self->negotiation, MCP_SKILLS_EXTENSION, "directoryRead");
}

/**
 * mcp_session_has_list:
 * @kind: what is listed
 *
 * Gets whether the server has such a list, so that it may be asked for it. Skills are resources, and of an
 * extension that this client has to declare as well.
 *
 * Returns: %TRUE if it declared what that needs
 */
gboolean
mcp_session_has_list (McpSession     *self,
                      McpCatalogKind  kind)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (kind < MCP_N_CATALOGS, FALSE);

  if (kind != MCP_CATALOG_SKILLS)
    return mcp_session_has_capability (self, mcp_catalog_kind_get_capability (kind));

  return mcp_session_has_extension (self, MCP_SKILLS_EXTENSION) && mcp_session_has_capability (self, "resources")
         && (mcp_session_get_state (self) == MCP_SESSION_RECORDED
             || mcp_profile_has_extension (self->profile, MCP_SKILLS_EXTENSION));
}
