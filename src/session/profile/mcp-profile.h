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
  MCP_TIMEOUT_INITIALIZE,  /* "initialize": 10 s from each message of the server until it has answered */
  MCP_TIMEOUT_DISCOVER,    /* "discover": 2 s for server/discover alone, then initialize is sent too */
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
  MCP_REACH_TCP,        /* tcp:HOST:PORT */
  MCP_REACH_UNKNOWN,    /* any other URL */
} McpReach;

#define MCP_TYPE_HEADER (mcp_header_get_type ())

/* A header of a profile. The value of a secret one is in the keyring, never in the file. */
G_DECLARE_FINAL_TYPE (McpHeader, mcp_header, MCP, HEADER, GObject)

McpHeader  *mcp_header_new        (const char *name,
                                   const char *value,    /* (nullable): NULL: not read from the keyring yet */
                                   gboolean    secret);
const char *mcp_header_get_name   (McpHeader  *self);
const char *mcp_header_get_value  (McpHeader  *self);  /* (nullable): the keyring has it */
gboolean    mcp_header_get_secret (McpHeader  *self);

#define MCP_TYPE_ROOT (mcp_root_get_type ())

/* A folder the server may work in, as roots/list tells it. Immutable. */
G_DECLARE_FINAL_TYPE (McpRoot, mcp_root, MCP, ROOT, GObject)

struct _McpRoot
{
  GObject  parent_instance;

  char    *uri;
  char    *name;  /* (nullable) */
};

McpRoot    *mcp_root_new       (const char *uri,
                                const char *name);  /* (nullable) */
McpRoot    *mcp_root_new_for_path (const char *path,
                                   const char *cwd); /* (nullable): what a relative path is relative to */

/* What an array of GLib's can grow to, doubling. */
#define MCP_PROFILE_MAX_MESSAGE_BYTES ((guint64) 1024 * 1024 * 1024)

/* Whether to connect again by itself: unless it was said, the kind of server decides. */
typedef enum {
  MCP_RECONNECT_DEFAULT,
  MCP_RECONNECT_NEVER,
  MCP_RECONNECT_ALWAYS,
} McpReconnect;

/* What a profile says of the protocol. */
typedef struct
{
  McpEraChoice      choice;              /* "era" */
  guint             capabilities;        /* see mcp_profile_get_client_capability() */
  char            **extensions;          /* never NULL */
  char             *extension_settings;  /* (nullable): a JSON object, by extension */
  /* How often one call may ask for input before it is given up (basic/patterns/mrtr names no limit, and a
   * server could ask for ever). */
  guint             max_rounds;
  /* (nullable): of messages that requests ask for from 2026-07-28 on (server/utilities/logging). */
  char             *log_level;
  McpAnswerRules   *answers;             /* never NULL */
} McpProfileEra;

/*
 * What a member of servers.json says, with the defaults filled in; mcp-profile-table.c has the
 * names there. Those with a # are properties of McpProfile of the same names, to be set with
 * g_object_set().
 */
typedef struct
{
  /* What is started, or where it is. */
  char                **argv;                  /* never NULL; empty for a URL */
  char                 *cwd;                   /* # (nullable): our own folder */
  char                **env;                   /* NAME=VALUE, never NULL */
  McpInheritEnv         inherit_env;           /* # */
  char                 *inputs;                /* # (nullable): how they are asked for, a JSON array as of VS Code */
  char                **values;                /* KEY=VALUE: what was said of them, never NULL */
  char                 *url;                   /* (nullable) */
  McpProfileTransport   transport;             /* # of an http: address */
  GPtrArray            *headers;               /* of McpHeader, never NULL */
  /*
   * (nullable): what its secrets are filed under in the keyring; a UUID, made with the first
   * secret.
   */
  char                 *secret_id;
  char                 *ca_file;               /* # (nullable): trusted beside the system's */
  /* # (nullable): the fingerprint of one that is taken although it does not verify. */
  char                 *accepted_certificate;
  char                 *client_certificate;    /* # (nullable): a PEM file, for a server that asks for one */
  char                 *client_key;            /* # (nullable): of its key, where that is another */
  McpAuthSettings      *auth;                  /* (nullable); secrets only where they were just given */
  gboolean              keep_cookies;          /* # of its own address, for as long as a connection lasts */
  McpReconnect          reconnect;             /* see mcp_profile_get_reconnect() */
  gboolean              demo;                  /* # this is the demo server; cannot be set */

  /* What is said to it. */
  McpProfileEra         era;                   /* #era, #log-level, #max-rounds */
  char                 *protocol;              /* # (nullable): the newest; a revision, known or not */
  char                 *meta;                  /* # (nullable): `_meta` of each request, a JSON object */
  GPtrArray            *roots;                 /* of McpRoot, never NULL */
  gboolean              advertise_roots;       /* # the roots capability is declared */
  char                 *require;               /* # (nullable): capabilities that it has to have: "tools,logging" */

  /* How long it may take, and how much it may send. */
  guint                 timeout_msec[MCP_N_TIMEOUTS]; /* #read-timeout-msec …; health has that of a ping */
  gboolean              progress_resets;       /* # the clock of a request, though not the maximum */
  /* # After stdin is closed, before SIGTERM: MCP 2025-11-25, lifecycle, Shutdown. */
  guint                 close_wait_msec;
  guint                 term_wait_msec;        /* # after SIGTERM, before SIGKILL */
  guint64               max_message_bytes;     /* # before one is cut */
  guint                 max_server_requests;   /* # that wait at once; more are refused */
  guint64               max_journal_bytes;     /* # of the file of a live session */
  guint64 max_memory_bytes; /* # what a live session holds before reading waits */
  McpHealthSettings     health;                /* # cannot be set as a property */

  /* What the window does with it. */
  gboolean              restart_on_change;     /* # see mcp_session_watch_program() */
  gboolean              confirm_destructive;   /* # before a tool marked as destructive is called */
  gboolean              list_by_page;          /* # load a list only as far as somebody asks */
  guint                 list_interval_sec;     /* # after which it is read again if nobody tells of changes; 0: never */
  gboolean              record;                /* # each session */
  char                 *record_folder;         /* # (nullable): the default one */
  char                 *tests;                 /* # (nullable): path of the file of its tests */
  char                 *group;                 /* # (nullable): of the list it is shown in */
  /* # (nullable): the file, link or registry it came from. No part of what leaves this computer. */
  char                 *origin;
} McpProfileSettings;

#define MCP_TYPE_PROFILE (mcp_profile_get_type ())

/*
 * How to reach a server and how to treat it. Plain data with notify; edits take effect at the
 * session's next life, health settings and roots at once.
 * Properties: name, command (display, one line), health, temporary, and those of the settings.
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

const McpProfileSettings *mcp_profile_get_settings (McpProfile       *self);
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
GListModel         *mcp_profile_get_headers      (McpProfile         *self);  /* of McpHeader; the same over all edits */
void                mcp_profile_set_headers      (McpProfile         *self,
                                                  GPtrArray          *headers); /* of McpHeader */
gboolean            mcp_profile_has_literal_secrets (McpProfile       *self);    /* a value that belongs into the keyring stands in the file */
void                mcp_profile_part_secrets     (McpProfile         *self);  /* files its secrets apart from those of the profile it was copied from */
void                mcp_profile_set_auth         (McpProfile         *self,
                                                  const McpAuthSettings *auth);  /* (nullable) */
void                mcp_profile_lock_auth        (McpProfile         *self);
void                mcp_profile_drop_auth_secrets (McpProfile        *self);
gboolean            mcp_profile_get_reconnect    (McpProfile         *self);  /* by itself, with back-off, when a connection that was ready is lost; default: TRUE for a URL, FALSE for a program */
void                mcp_profile_set_reconnect    (McpProfile         *self,
                                                  gboolean            reconnect);
const char * const *mcp_profile_get_env          (McpProfile         *self);  /* NAME=VALUE, never NULL */
void                mcp_profile_set_env          (McpProfile         *self,
                                                  const char * const *env);
void                mcp_profile_set_base_environ (McpProfile         *self,
                                                  const char * const *envp); /* (nullable): of the invoker; default: ours */
const char         *mcp_profile_get_value        (McpProfile         *self,   /* (nullable): of a variable, see mcp-variables.h */
                                                  const char         *key);
void                mcp_profile_keep_value       (McpProfile         *self,   /* for good */
                                                  const char         *key,
                                                  const char         *value);
void                mcp_profile_give_value       (McpProfile         *self,   /* in this process */
                                                  const char         *key,
                                                  const char         *value);
const char         *mcp_profile_ensure_secret_id (McpProfile         *self);  /* makes one where there is none */
char              **mcp_profile_dup_environ      (McpProfile         *self);  /* what the child gets */
guint               mcp_profile_get_timeout_msec (McpProfile         *self,
                                                  McpTimeout          kind);
void                mcp_profile_set_timeout_msec (McpProfile         *self,
                                                  McpTimeout          kind,
                                                  guint               msec);
McpEraChoice        mcp_era_choice_from_string   (const char         *name);        /* AUTO for what is none */
gboolean            mcp_era_choice_allows        (McpEraChoice        choice,
                                                  const char         *version);
void                mcp_profile_choose_era       (McpProfile         *self,
                                                  McpEraChoice        choice);      /* drops a revision of another era */
void                mcp_profile_set_era          (McpProfile         *self,
                                                  McpEraChoice        choice);
gboolean            mcp_profile_get_client_capability (McpProfile    *self,
                                                  const char         *capability); /* "elicitation.form" */
void                mcp_profile_set_client_capability (McpProfile    *self,
                                                  const char         *capability,
                                                  gboolean            declare);
void                mcp_profile_append_extensions (McpProfile       *self,
                                                  GString            *members,
                                                  gboolean            with_tasks);
void                mcp_profile_set_extensions   (McpProfile         *self,
                                                  const char * const *extensions);
gboolean            mcp_profile_has_extension    (McpProfile         *self,
                                                  const char         *id);
McpAnswerRules     *mcp_profile_get_answer_rules (McpProfile         *self);  /* (transfer none), never NULL */
void                mcp_profile_set_answer_rules (McpProfile         *self,
                                                  McpAnswerRules     *rules);   /* copied */
GListModel         *mcp_profile_get_roots        (McpProfile         *self);  /* of McpRoot; the same over all edits */
void                mcp_profile_set_roots        (McpProfile         *self,
                                                  GPtrArray          *roots); /* of McpRoot */
char               *mcp_profile_normalize_group  (const char         *name);  /* (nullable): of what somebody typed */
char               *mcp_profile_dup_record_folder (McpProfile        *self);  /* never NULL */
void                mcp_profile_get_health       (McpProfile         *self,
                                                  McpHealthSettings  *health);
void                mcp_profile_set_health       (McpProfile         *self,
                                                  const McpHealthSettings *health); /* effective at once */
void                mcp_profile_stop_probes      (McpProfile         *self);
gboolean            mcp_profile_is_temporary     (McpProfile         *self);
void                mcp_profile_set_temporary    (McpProfile         *self,
                                                  gboolean            temporary);

G_END_DECLS
