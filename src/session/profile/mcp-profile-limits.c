/* mcp-profile-limits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include "mcp-profile-private.h"

/* What a profile allows a server: how long it may take, and how much it may send. */

/**
 * mcp_profile_get_default_timeout_msec:
 * @kind: what kind of request
 *
 * Gets how long a kind of request may take when the profile does not say. That of a ping depends
 * on where the server is: see mcp_health_settings_apply_preset().
 *
 * Returns: the timeout in milliseconds
 */
guint
mcp_profile_get_default_timeout_msec (McpTimeout kind)
{
  static const guint defaults_sec[MCP_N_TIMEOUTS] = {
    [MCP_TIMEOUT_READ] = 30,
    [MCP_TIMEOUT_CALL] = 60,
    [MCP_TIMEOUT_INITIALIZE] = 10,
    [MCP_TIMEOUT_START] = 60,
    [MCP_TIMEOUT_OTHER] = 30,
    [MCP_TIMEOUT_MAXIMUM] = 5 * 60,
  };

  g_return_val_if_fail (kind != MCP_TIMEOUT_PING && kind < MCP_N_TIMEOUTS, 0);

  return defaults_sec[kind] * 1000;
}

guint
mcp_profile_get_timeout_msec (McpProfile *self,
                              McpTimeout  kind)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);
  g_return_val_if_fail (kind < MCP_N_TIMEOUTS, 0);

  return kind == MCP_TIMEOUT_PING ? self->settings.health.timeout_msec
                                  : self->settings.timeout_msec[kind];
}

/* A ping by hand and one of the monitor are the same to the server. */
static void
set_ping_timeout (McpProfile *self,
                  guint       msec)
{
  McpHealthSettings preset;
  McpHealthSettings health = self->settings.health;

  mcp_health_settings_init (&preset, mcp_profile_settings_default_preset (&self->settings));
  health.timeout_msec = msec > 0 ? msec : preset.timeout_msec;
  mcp_profile_set_health (self, &health);
}

/**
 * mcp_profile_set_timeout_msec:
 * @kind: what kind of request
 * @msec: the timeout in milliseconds; 0 is the default
 *
 * Sets how long a kind of request may take.
 */
void
mcp_profile_set_timeout_msec (McpProfile *self,
                              McpTimeout  kind,
                              guint       msec)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (kind < MCP_N_TIMEOUTS);

  if (kind == MCP_TIMEOUT_PING)
    set_ping_timeout (self, msec);
  else
    self->settings.timeout_msec[kind] = msec > 0 ? msec
                                                 : mcp_profile_get_default_timeout_msec (kind);
}

/**
 * mcp_profile_get_progress_resets:
 *
 * Gets whether progress restarts a request's clock. The maximum holds in any case.
 *
 * Returns: whether progress restarts the clock
 */
gboolean
mcp_profile_get_progress_resets (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), TRUE);

  return self->settings.progress_resets;
}

void
mcp_profile_set_progress_resets (McpProfile *self,
                                 gboolean    resets)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.progress_resets = !!resets;
}

/**
 * mcp_profile_get_close_wait_msec:
 *
 * Gets how long to wait after closing stdin before SIGTERM.
 *
 * Returns: the wait in milliseconds
 */
guint
mcp_profile_get_close_wait_msec (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.close_wait_msec;
}

/**
 * mcp_profile_get_term_wait_msec:
 *
 * Gets how long to wait after SIGTERM before SIGKILL.
 *
 * Returns: the wait in milliseconds
 */
guint
mcp_profile_get_term_wait_msec (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.term_wait_msec;
}

/**
 * mcp_profile_set_waits:
 * @close_wait_msec: after closing stdin, in milliseconds
 * @term_wait_msec: after SIGTERM, in milliseconds
 *
 * Sets the waits of the shutdown. MCP 2025-11-25, lifecycle, Shutdown.
 */
void
mcp_profile_set_waits (McpProfile *self,
                       guint       close_wait_msec,
                       guint       term_wait_msec)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.close_wait_msec = close_wait_msec;
  self->settings.term_wait_msec = term_wait_msec;
}

/**
 * mcp_profile_get_max_message_bytes:
 *
 * Gets how long a message may be before it is cut.
 *
 * Returns: the limit in bytes
 */
gsize
mcp_profile_get_max_message_bytes (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.max_message_bytes;
}

/**
 * mcp_profile_set_max_message_bytes:
 * @bytes: the limit in bytes, above 0 and at most %MCP_PROFILE_MAX_MESSAGE_BYTES
 *
 * Sets how long a message may be before it is cut. What is more than can be held is that.
 */
void
mcp_profile_set_max_message_bytes (McpProfile *self,
                                   gsize       bytes)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (bytes > 0);

  self->settings.max_message_bytes = MIN (bytes, MCP_PROFILE_MAX_MESSAGE_BYTES);
}

guint64
mcp_profile_get_max_journal_bytes (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.max_journal_bytes;
}

/**
 * mcp_profile_set_max_journal_bytes:
 * @bytes: the limit in bytes, above 0
 *
 * Sets how long the file of a live session's journal may become, from the next connect on.
 */
void
mcp_profile_set_max_journal_bytes (McpProfile *self,
                                   guint64     bytes)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (bytes > 0);

  self->settings.max_journal_bytes = bytes;
}

guint
mcp_profile_get_max_server_requests (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);

  return self->settings.max_server_requests;
}

/**
 * mcp_profile_set_max_server_requests:
 * @n_requests: above 0
 *
 * Sets how many requests of the server may wait for a person or a rule at once; those that are too
 * many are refused.
 */
void
mcp_profile_set_max_server_requests (McpProfile *self,
                                     guint       n_requests)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (n_requests > 0);

  self->settings.max_server_requests = n_requests;
}
