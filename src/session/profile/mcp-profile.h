/* mcp-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-auth-settings.h"
#include "mcp-health-settings.h"

G_BEGIN_DECLS

/* What kind of request a timeout is for; the names are the keys in servers.json. */
typedef enum {
  MCP_TIMEOUT_PING,        /* that of the health settings: by their preset */
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

/* Which transport a URL is tried with; the names are those of --transport. */
typedef enum {
  MCP_PROFILE_TRANSPORT_AUTO,  /* "auto": Streamable HTTP, and HTTP+SSE when that is refused */
  MCP_PROFILE_TRANSPORT_HTTP,  /* "http" */
  MCP_PROFILE_TRANSPORT_SSE,   /* "sse" */
} McpProfileTransport;

/* Which era the server is taken to be of; the names are those of --era. */
typedef enum {
  MCP_ERA_CHOICE_AUTO,
  MCP_ERA_CHOICE_LEGACY,  /* revisions that begin with initialize */
  MCP_ERA_CHOICE_MODERN,  /* 2026-07-28 and later */
} McpEraChoice;

typedef struct _McpAnswerRules McpAnswerRules;

/* How a profile's server is reached: what its command or URL says. */
typedef enum {
  MCP_REACH_STDIO,
  MCP_REACH_HTTP,       /* http:, https: */
  MCP_REACH_WEBSOCKET,  /* ws:, wss: */
  MCP_REACH_SOCKET,     /* unix:PATH */
  MCP_REACH_UNKNOWN,    /* any other URL */
} McpReach;

#define MCP_TYPE_HEADER (mcp_header_get_type ())

/* A header of a profile. The value of a secret one is in the keyring, never in the file. */
G_DECLARE_FINAL_TYPE (McpHeader, mcp_header, MCP, HEADER, GObject)

McpHeader  *mcp_header_new        (const char *name,
                                   const char *value,    /* (nullable): NULL: not read from the keyring yet */
                                   gboolean    secret);
const char *mcp_header_get_name   (McpHeader  *self);
const char *mcp_header_get_value  (McpHeader  *self);  /* (nullable) */
gboolean    mcp_header_get_secret (McpHeader  *self);

#define MCP_TYPE_ROOT (mcp_root_get_type ())
G_DECLARE_FINAL_TYPE (McpRoot, mcp_root, MCP, ROOT, GObject)

McpRoot    *mcp_root_new       (const char *uri,
                                const char *name);  /* (nullable) */
McpRoot    *mcp_root_new_for_path (const char *path,
                                   const char *cwd); /* (nullable): what a relative path is relative to */
const char *mcp_root_get_uri   (McpRoot    *self);
const char *mcp_root_get_name  (McpRoot    *self);  /* (nullable) */

#define MCP_TYPE_PROFILE (mcp_profile_get_type ())

/*
 * How to reach a server and how to treat it. Plain data with notify; edits take effect at the
 * session's next life, health settings and roots at once.
 * Properties: name, command (display, one line), health, temporary, demo.
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
McpProfile         *mcp_profile_new_from_settings (const char        *settings,
                                                  GError            **error);
char               *mcp_profile_dup_settings     (McpProfile         *self);
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
gboolean            mcp_profile_is_stdio         (McpProfile         *self);  /* FALSE: a URL */
McpReach            mcp_profile_get_reach        (McpProfile         *self);
McpProfile         *mcp_profile_new_for_url      (const char         *name,   /* (nullable): made from the host */
                                                  const char         *url);
const char         *mcp_profile_get_url          (McpProfile         *self);  /* (nullable) */
void                mcp_profile_set_url          (McpProfile         *self,
                                                  const char         *url);
gboolean            mcp_profile_check_url        (const char         *url,
                                                  GError            **error); /* MCP_ERROR_CONFIG, says what is wrong with it */
McpProfileTransport mcp_profile_get_transport    (McpProfile         *self);
void                mcp_profile_set_transport    (McpProfile         *self,
                                                  McpProfileTransport transport);
GListModel         *mcp_profile_get_headers      (McpProfile         *self);  /* (transfer none) of McpHeader */
void                mcp_profile_set_headers      (McpProfile         *self,
                                                  GPtrArray          *headers); /* of McpHeader */
gboolean            mcp_profile_has_literal_secrets (McpProfile       *self);    /* a value that belongs into the keyring stands in the file */
const char         *mcp_profile_get_secret_id    (McpProfile         *self);  /* (nullable): what its secrets are filed under in the keyring; a UUID, kept in the file, made with the first secret header */
void                mcp_profile_part_secrets     (McpProfile         *self);  /* files its secrets apart from those of the profile it was copied from */
const char         *mcp_profile_get_ca_file      (McpProfile         *self);  /* (nullable) */
void                mcp_profile_set_ca_file      (McpProfile         *self,
                                                  const char         *path);
const char         *mcp_profile_get_tests        (McpProfile         *self);  /* (nullable): path of the file where its tests are */
void                mcp_profile_set_tests        (McpProfile         *self,
                                                  const char         *path);  /* (nullable) */
const char         *mcp_profile_get_accepted_certificate (McpProfile *self);  /* (nullable): fingerprint */
void                mcp_profile_set_accepted_certificate (McpProfile *self,
                                                  const char         *fingerprint);
const McpAuthSettings *mcp_profile_get_auth      (McpProfile         *self);  /* (nullable) */
void                mcp_profile_set_auth         (McpProfile         *self,
                                                  const McpAuthSettings *auth);  /* (nullable) */
void                mcp_profile_lock_auth        (McpProfile         *self);
void                mcp_profile_drop_auth_secrets (McpProfile        *self);
gboolean            mcp_profile_get_reconnect    (McpProfile         *self);  /* by itself, with back-off, when a connection that was ready is lost; default: TRUE for a URL, FALSE for a program */
void                mcp_profile_set_reconnect    (McpProfile         *self,
                                                  gboolean            reconnect);
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
const char         *mcp_profile_get_inputs       (McpProfile         *self);  /* (nullable): a JSON array */
void                mcp_profile_set_inputs       (McpProfile         *self,
                                                  const char         *inputs);
const char         *mcp_profile_get_value        (McpProfile         *self,   /* (nullable): of a variable, see mcp-variables.h */
                                                  const char         *key);
const char * const *mcp_profile_get_values       (McpProfile         *self);  /* KEY=VALUE of those that are kept, never NULL */
void                mcp_profile_keep_value       (McpProfile         *self,   /* for good */
                                                  const char         *key,
                                                  const char         *value);
void                mcp_profile_give_value       (McpProfile         *self,   /* in this process */
                                                  const char         *key,
                                                  const char         *value);
const char         *mcp_profile_ensure_secret_id (McpProfile         *self);
gboolean            mcp_profile_is_literal       (McpProfile         *self);  /* nothing in it stands for something else */
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
McpEraChoice        mcp_era_choice_from_string   (const char         *name);        /* AUTO for what is none */
gboolean            mcp_era_choice_allows        (McpEraChoice        choice,
                                                  const char         *version);
void                mcp_profile_choose_era       (McpProfile         *self,
                                                  McpEraChoice        choice);      /* drops a revision of another era */
McpEraChoice        mcp_profile_get_era          (McpProfile         *self);
void                mcp_profile_set_era          (McpProfile         *self,
                                                  McpEraChoice        choice);
gboolean            mcp_profile_get_client_capability (McpProfile    *self,
                                                  const char         *capability); /* "elicitation.form" */
void                mcp_profile_set_client_capability (McpProfile    *self,
                                                  const char         *capability,
                                                  gboolean            declare);
const char * const *mcp_profile_get_extensions   (McpProfile         *self);  /* never NULL */
void                mcp_profile_append_extensions (McpProfile       *self,
                                                  GString            *members,
                                                  gboolean            with_tasks);
void                mcp_profile_set_extensions   (McpProfile         *self,
                                                  const char * const *extensions);
gboolean            mcp_profile_has_extension    (McpProfile         *self,
                                                  const char         *id);
guint               mcp_profile_get_max_rounds   (McpProfile         *self);
void                mcp_profile_set_max_rounds   (McpProfile         *self,
                                                  guint               rounds);
const char         *mcp_profile_get_log_level    (McpProfile         *self);  /* (nullable) */
void                mcp_profile_set_log_level    (McpProfile         *self,
                                                  const char         *level);
McpAnswerRules     *mcp_profile_get_answer_rules (McpProfile         *self);  /* (transfer none), never NULL */
void                mcp_profile_set_answer_rules (McpProfile         *self,
                                                  McpAnswerRules     *rules);   /* copied */
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
/* What an array of GLib's can grow to, doubling. */
#define MCP_PROFILE_MAX_MESSAGE_BYTES ((gsize) 1024 * 1024 * 1024)

gsize               mcp_profile_get_max_message_bytes (McpProfile    *self);
void                mcp_profile_set_max_message_bytes (McpProfile    *self,
                                                  gsize               bytes);
guint64             mcp_profile_get_max_journal_bytes (McpProfile    *self);
void                mcp_profile_set_max_journal_bytes (McpProfile    *self,
                                                  guint64             bytes);
guint               mcp_profile_get_max_server_requests (McpProfile  *self);
void                mcp_profile_set_max_server_requests (McpProfile  *self,
                                                  guint               n_requests);
gboolean            mcp_profile_get_confirm_destructive (McpProfile  *self);  /* whether the window asks before a call; default TRUE */
void                mcp_profile_set_confirm_destructive (McpProfile  *self,
                                                  gboolean            confirm);
const char         *mcp_profile_get_group        (McpProfile         *self);  /* (nullable): of the list it is shown in; notifies */
void                mcp_profile_set_group        (McpProfile         *self,
                                                  const char         *group); /* (nullable) */
char               *mcp_profile_normalize_group  (const char         *name);  /* (nullable): of what somebody typed */
const char         *mcp_profile_get_origin       (McpProfile         *self);  /* (nullable): where it was taken from */
void                mcp_profile_set_origin       (McpProfile         *self,
                                                  const char         *origin); /* (nullable) */
gboolean            mcp_profile_get_list_by_page (McpProfile         *self);  /* whether the window loads a list only as far as somebody asks; default FALSE */
void                mcp_profile_set_list_by_page (McpProfile         *self,
                                                  gboolean            by_page);
gboolean            mcp_profile_get_restart_on_change (McpProfile    *self);  /* where a program is watched: when its files change; default FALSE */
void                mcp_profile_set_restart_on_change (McpProfile    *self,
                                                       gboolean       restart);
gboolean            mcp_profile_get_record       (McpProfile         *self);  /* notifies */
char               *mcp_profile_dup_record_folder (McpProfile        *self);  /* never NULL */
void                mcp_profile_set_record       (McpProfile         *self,
                                                  gboolean            record,
                                                  const char         *folder);  /* (nullable): the default one */
void                mcp_profile_get_health       (McpProfile         *self,
                                                  McpHealthSettings  *health);
void                mcp_profile_set_health       (McpProfile         *self,
                                                  const McpHealthSettings *health); /* effective at once */
void                mcp_profile_set_ping         (McpProfile         *self,
                                                  gboolean            enabled,
                                                  guint               interval_msec,
                                                  guint               n_failures,
                                                  McpReaction         reaction);
void                mcp_profile_stop_probes      (McpProfile         *self);
gboolean            mcp_profile_is_demo          (McpProfile         *self);
gboolean            mcp_profile_is_temporary     (McpProfile         *self);
void                mcp_profile_set_temporary    (McpProfile         *self,
                                                  gboolean            temporary);

G_END_DECLS
