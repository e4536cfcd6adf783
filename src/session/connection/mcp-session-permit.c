/* mcp-session-permit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"

/* What may be sent: to whom, when, and what the server must have said first. */

/**
 * mcp_session_may_call_tool:
 * @name: a tool's name
 *
 * Gets whether a tool can be called on this connection. Over HTTP, from 2026-07-28 on, one whose
 * arguments are to be repeated in headers against the rules for that must not be
 * (basic/transports/streamable-http). A tool that is not known may be called.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE, which says why
 */
gboolean
mcp_session_may_call_tool (McpSession  *self,
                           const char  *name,
                           GError     **error)
{
  McpCatalogItem *item;
  const char *exclusion;

  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  if (!mcp_session_has_feature (self, MCP_FEATURE_ARGUMENT_HEADERS) || self->life == NULL
      || self->life->channel != MCP_CHANNEL_HTTP)
    return TRUE;

  item = mcp_session_find_tool (self, name);
  exclusion = item != NULL ? mcp_catalog_item_get_exclusion (item) : NULL;
  if (exclusion == NULL)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
               _("the tool “%s” cannot be called over HTTP: %s"), name, exclusion);

  return FALSE;
}

/* Skills are of an extension that both sides declare (io.modelcontextprotocol/skills, capability negotiation). */
static GError *
check_skills (McpSession *self,
              McpCall    *call)
{
  const char *method = mcp_call_get_method (call);
  gboolean is_directory = mcp_call_get_kind (call) == MCP_REQUEST_DIRECTORY_READ;

  if (is_directory ? mcp_session_reads_directories (self)
                   : !g_str_has_prefix (method, "skills/") || mcp_session_has_list (self, MCP_CATALOG_SKILLS))
    return NULL;

  if (!mcp_profile_has_extension (self->profile, MCP_SKILLS_EXTENSION))
    return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                        _("%s needs the extension %s, which this client does not declare"), method,
                        MCP_SKILLS_EXTENSION);

  return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY, _("“%s” did not declare %s, which %s needs"),
                      mcp_profile_get_name (self->profile),
                      is_directory                                              ? "directoryRead"
                      : mcp_session_has_extension (self, MCP_SKILLS_EXTENSION) ? "resources"
                                                                               : MCP_SKILLS_EXTENSION,
                      method);
}

/* Why a call may not go out now; NULL when it may. */
GError *
mcp_session_check_may_send (McpSession *self,
                            McpCall    *call)
{
  const char *method = mcp_call_get_method (call);
  const char *name = mcp_profile_get_name (self->profile);
  const char *tool = mcp_call_get_tool (call);
  McpRequestKind kind = mcp_call_get_kind (call);
  const char *capability;
  GError *error = NULL;

  if (self->life == NULL || self->life->state == LIFE_ENDING)
    return g_error_new (MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is not connected"), name);

  if (self->life->state == LIFE_READY)
    {
      if (!mcp_method_may_be_sent (method, mcp_session_get_revision (self)))
        return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                            _("the revision %s has no %s"), mcp_version_to_string (mcp_session_get_version (self)), method);

      capability = mcp_method_get_capability (method, mcp_session_get_revision (self));
      if (capability != NULL && !mcp_session_has_capability (self, capability))
        return g_error_new (MCP_ERROR, MCP_ERROR_CAPABILITY,
                            _("“%s” did not declare %s, which %s needs"), name, capability, method);
      error = check_skills (self, call);
      if (error == NULL && tool != NULL)
        mcp_session_may_call_tool (self, tool, &error);
      return error != NULL ? error : mcp_watchers_check_call (self->watchers, call);
    }

  /* Before the answer to initialize nothing but ping is sent (basic/lifecycle), and in front of it
   * the question which era it is. */
  if (self->life->state == LIFE_HANDSHAKE
      && (kind == MCP_REQUEST_INITIALIZE || kind == MCP_REQUEST_PING || kind == MCP_REQUEST_DISCOVER))
    return NULL;

  return g_error_new (MCP_ERROR, MCP_ERROR_NOT_OPEN, _("“%s” is still starting"), name);
}
