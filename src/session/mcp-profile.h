/* mcp-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What kind of request a timeout is for; the names are the keys in servers.json. */
typedef enum {
  MCP_TIMEOUT_PING,        /* "ping": 5 s */
  MCP_TIMEOUT_READ,        /* "read": 30 s, resources/read */
  MCP_TIMEOUT_CALL,        /* "call": 60 s, tools/call */
  MCP_TIMEOUT_INITIALIZE,  /* "initialize": 10 s from the server's first byte */
  MCP_TIMEOUT_START,       /* "start": 60 s from the process's start until initialize is answered */
  MCP_TIMEOUT_OTHER,       /* "other": 30 s */
  MCP_TIMEOUT_MAXIMUM,     /* "maximum": 5 min, whatever progress says */
  MCP_N_TIMEOUTS,
} McpTimeout;

typedef enum {
  MCP_INHERIT_BASIC, /* HOME, PATH and their kin: see docs */
  MCP_INHERIT_ALL,
} McpInheritEnv;

/* What to do after failures in a row of the health probe. */
typedef enum {
  MCP_REACTION_MARK,       /* mark the connection stale */
  MCP_REACTION_DISCONNECT,
  MCP_REACTION_RESTART,
} McpReaction;

#define MCP_TYPE_ROOT (mcp_root_get_type ())
G_DECLARE_FINAL_TYPE (McpRoot, mcp_root, MCP, ROOT, GObject)

McpRoot    *mcp_root_new       (const char *uri,
                                const char *name);  /* (nullable) */
McpRoot    *mcp_root_new_for_path (const char *path,
                                   const char *cwd); /* (nullable): what a relative path is relative to */
const char *mcp_root_get_uri   (McpRoot    *self);
const char *mcp_root_get_name  (McpRoot    *self);

#define MCP_TYPE_PROFILE (mcp_profile_get_type ())

/*
 * How to reach a server and how to treat it. Plain data with notify; edits take effect at the
 * session's next life, health settings and roots at once.
 * Properties: name, command (display, one line), ping-enabled, ping-interval-msec, ping-failures,
 * reaction, temporary, demo.
 */
G_DECLARE_FINAL_TYPE (McpProfile, mcp_profile, MCP, PROFILE, GObject)

McpProfile         *mcp_profile_new              (const char         *name);
McpProfile         *mcp_profile_new_for_argv     (const char         *name,   /* (nullable): made from argv[0] */
                                                  const char * const *argv);
McpProfile         *mcp_profile_new_for_demo     (GError            **error); /* finds sounder-demo-server */
McpProfile         *mcp_profile_new_from_json    (const char         *name,
                                                  const char         *json,   /* the member of mcpServers */
                                                  gssize              length,
                                                  GError            **error);
McpProfile         *mcp_profile_copy             (McpProfile         *self);
void                mcp_profile_assign           (McpProfile         *self,
                                                  McpProfile         *other); /* everything but identity */
char               *mcp_profile_to_json          (McpProfile         *self);  /* unknown keys kept, in their order */
char               *mcp_profile_to_public_json   (McpProfile         *self);  /* environment values left out */

const char         *mcp_profile_get_name         (McpProfile         *self);
void                mcp_profile_set_name         (McpProfile         *self,
                                                  const char         *name);
const char * const *mcp_profile_get_argv         (McpProfile         *self);  /* never NULL */
void                mcp_profile_set_argv         (McpProfile         *self,
                                                  const char * const *argv);
char               *mcp_profile_dup_command      (McpProfile         *self);  /* shell-quoted, for display and copying */
gboolean            mcp_profile_is_stdio         (McpProfile         *self);  /* FALSE: a URL, kept but not reachable yet */
const char         *mcp_profile_get_url          (McpProfile         *self);  /* (nullable) */
const char         *mcp_profile_get_cwd          (McpProfile         *self);  /* (nullable) */
void                mcp_profile_set_cwd          (McpProfile         *self,
                                                  const char         *cwd);
const char * const *mcp_profile_get_env          (McpProfile         *self);  /* NAME=VALUE, never NULL */
void                mcp_profile_set_env          (McpProfile         *self,
                                                  const char * const *env);
McpInheritEnv       mcp_profile_get_inherit_env  (McpProfile         *self);
void                mcp_profile_set_inherit_env  (McpProfile         *self,
                                                  McpInheritEnv       inherit);
void                mcp_profile_set_base_environ (McpProfile         *self,
                                                  const char * const *envp); /* (nullable): of the invoker; default: ours */
char              **mcp_profile_dup_environ      (McpProfile         *self);  /* what the child gets */
guint               mcp_profile_get_timeout_msec (McpProfile         *self,
                                                  McpTimeout          kind);
void                mcp_profile_set_timeout_msec (McpProfile         *self,
                                                  McpTimeout          kind,
                                                  guint               msec);
guint               mcp_profile_get_default_timeout_msec (McpTimeout  kind);
gboolean            mcp_profile_get_progress_resets (McpProfile      *self);
void                mcp_profile_set_progress_resets (McpProfile      *self,
                                                  gboolean            resets);
const char         *mcp_profile_get_protocol     (McpProfile         *self);  /* (nullable): offer the newest */
void                mcp_profile_set_protocol     (McpProfile         *self,
                                                  const char         *version);
GListModel         *mcp_profile_get_roots        (McpProfile         *self);  /* (transfer none) of McpRoot */
void                mcp_profile_set_roots        (McpProfile         *self,
                                                  GPtrArray          *roots); /* of McpRoot */
gboolean            mcp_profile_get_advertise_roots (McpProfile      *self);
void                mcp_profile_set_advertise_roots (McpProfile      *self,
                                                  gboolean            advertise);
guint               mcp_profile_get_close_wait_msec (McpProfile      *self);
guint               mcp_profile_get_term_wait_msec  (McpProfile      *self);
void                mcp_profile_set_waits        (McpProfile         *self,
                                                  guint               close_wait_msec,
                                                  guint               term_wait_msec);
gsize               mcp_profile_get_max_message_bytes (McpProfile    *self);
void                mcp_profile_set_max_message_bytes (McpProfile    *self,
                                                  gsize               bytes);
gboolean            mcp_profile_get_ping_enabled (McpProfile         *self);
guint               mcp_profile_get_ping_interval_msec (McpProfile   *self);
guint               mcp_profile_get_ping_failures (McpProfile        *self);
McpReaction         mcp_profile_get_reaction     (McpProfile         *self);
void                mcp_profile_set_ping         (McpProfile         *self,
                                                  gboolean            enabled,
                                                  guint               interval_msec,
                                                  guint               failures,
                                                  McpReaction         reaction);
gboolean            mcp_profile_is_demo          (McpProfile         *self);
gboolean            mcp_profile_is_temporary     (McpProfile         *self);
void                mcp_profile_set_temporary    (McpProfile         *self,
                                                  gboolean            temporary);

G_END_DECLS
