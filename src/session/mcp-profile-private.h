/* mcp-profile-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* What a member of servers.json says, with the defaults filled in. */
typedef struct
{
  char         **argv;    /* never NULL; empty for a URL */
  char          *url;     /* (nullable) */
  char          *cwd;     /* (nullable) */
  char         **env;     /* NAME=VALUE, never NULL */
  McpInheritEnv  inherit_env;
  guint          timeout_msec[MCP_N_TIMEOUTS];
  gboolean       progress_resets;
  char          *protocol; /* (nullable) */
  GPtrArray     *roots;    /* of McpRoot, never NULL */
  gboolean       advertise_roots;
  guint          close_wait_msec;
  guint          term_wait_msec;
  gsize          max_message_bytes;
  gboolean       ping_enabled;
  guint          ping_interval_msec;
  guint          ping_failures;
  McpReaction    reaction;
  gboolean       demo;
} McpProfileSettings;

struct _McpProfile
{
  GObject             parent_instance;

  char               *name;
  McpProfileSettings  settings;
  /* The settings' roots as a model, the same for the profile's whole life. */
  GListStore         *roots;
  /* (nullable): what the profile was read from; what we do not know is kept there. */
  char               *json;
  char              **base_environ; /* (nullable) */
  gboolean            temporary;
};

enum {
  MCP_PROFILE_PROP_0,
  MCP_PROFILE_PROP_NAME,
  MCP_PROFILE_PROP_COMMAND,
  MCP_PROFILE_PROP_PING_ENABLED,
  MCP_PROFILE_PROP_PING_INTERVAL_MSEC,
  MCP_PROFILE_PROP_PING_FAILURES,
  MCP_PROFILE_PROP_REACTION,
  MCP_PROFILE_PROP_TEMPORARY,
  MCP_PROFILE_PROP_DEMO,
  MCP_PROFILE_N_PROPS
};

/* The words of the file, by the values of their enumerations. */
extern const char * const mcp_timeout_keys[MCP_N_TIMEOUTS];
extern const char * const mcp_inherit_names[];
extern const char * const mcp_reaction_names[];

void        mcp_profile_notify              (McpProfile                *self,
                                             guint                      prop_id);
void        mcp_profile_sync_roots          (McpProfile                *self);

void        mcp_profile_settings_init       (McpProfileSettings        *self);
void        mcp_profile_settings_clear      (McpProfileSettings        *self);
void        mcp_profile_settings_copy       (const McpProfileSettings  *self,
                                             McpProfileSettings        *copy);
gboolean    mcp_profile_settings_read       (McpProfileSettings        *self,
                                             const char                *name,
                                             const char                *json,
                                             GError                   **error);
char       *mcp_profile_settings_write      (const McpProfileSettings  *self,
                                             const char                *original); /* (nullable) */
gboolean    mcp_roots_equal                 (GPtrArray                 *a,
                                             GPtrArray                 *b);

char       *mcp_profile_find_demo           (GError                   **error);
char      **mcp_profile_filter_environ      (const char * const        *envp,
                                             McpInheritEnv              inherit);

G_END_DECLS
