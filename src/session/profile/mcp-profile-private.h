/* mcp-profile-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"
#include "mcp-settings-json.h"

G_BEGIN_DECLS

/* Whether to connect again by itself: unless it was said, the kind of server decides. */
typedef enum {
  MCP_RECONNECT_DEFAULT,
  MCP_RECONNECT_NEVER,
  MCP_RECONNECT_ALWAYS,
} McpReconnect;

/* What a profile says of the protocol: see mcp-profile-era.c. */
typedef struct
{
  McpEraChoice    choice;
  guint           capabilities; /* bits */
  char          **extensions;   /* never NULL */
  char           *extension_settings; /* (nullable): a JSON object, by extension */
  guint           max_rounds;
  char           *log_level;    /* (nullable) */
  McpAnswerRules *answers;      /* never NULL */
} McpProfileEra;

/* What a member of servers.json says, with the defaults filled in. */
typedef struct
{
  char         **argv;    /* never NULL; empty for a URL */
  gboolean       restart_on_change;
  gboolean       confirm_destructive;
  gboolean       list_by_page;
  char          *group;   /* (nullable): of the list it is shown in */
  char          *origin;  /* (nullable): the file, link or registry it came from */
  char          *url;     /* (nullable) */
  McpProfileTransport transport;
  GPtrArray     *headers; /* of McpHeader, never NULL */
  char          *secret_id;            /* (nullable) */
  char          *ca_file;              /* (nullable) */
  char          *tests;                /* (nullable): path */
  char          *accepted_certificate; /* (nullable): fingerprint */
  McpAuthSettings *auth;  /* (nullable) */
  McpReconnect   reconnect;
  char          *cwd;     /* (nullable) */
  char         **env;     /* NAME=VALUE, never NULL */
  McpInheritEnv  inherit_env;
  char          *inputs;  /* (nullable): how variables are asked for, a JSON array */
  char         **values;  /* KEY=VALUE: what was said of them, never NULL */
  guint          timeout_msec[MCP_N_TIMEOUTS];
  gboolean       progress_resets;
  char          *protocol; /* (nullable) */
  GPtrArray     *roots;    /* of McpRoot, never NULL */
  gboolean       advertise_roots;
  guint          close_wait_msec;
  guint          term_wait_msec;
  gsize          max_message_bytes;
  guint          max_server_requests;
  guint64        max_journal_bytes;
  gboolean       record;        /* each session, in the window */
  char          *record_folder; /* (nullable): the default one */
  McpHealthSettings health; /* its timeout is that of MCP_TIMEOUT_PING */
  gboolean       demo;
  McpProfileEra  era;
} McpProfileSettings;

struct _McpProfile
{
  GObject             parent_instance;

  char               *name;
  McpProfileSettings  settings;
  /* The settings' roots as a model, the same for the profile's whole life. */
  GListStore         *roots;
  GListStore         *headers; /* the same of the settings' headers */
  /* (nullable): what the profile was read from; what we do not know is kept there. */
  char               *json;
  char              **base_environ; /* (nullable) */
  gboolean            temporary;
  gboolean            literal; /* was typed on a command line: nothing in it stands for something else */
  GHashTable         *given;   /* (nullable): values of variables in this process */
};

enum {
  MCP_PROFILE_PROP_0,
  MCP_PROFILE_PROP_NAME,
  MCP_PROFILE_PROP_COMMAND,
  MCP_PROFILE_PROP_HEALTH,
  MCP_PROFILE_PROP_TEMPORARY,
  MCP_PROFILE_PROP_DEMO,
  MCP_PROFILE_PROP_RECORD,
  MCP_PROFILE_PROP_GROUP,
  MCP_PROFILE_N_PROPS
};

/* The words of the file, by the values of their enumerations. */
extern const char * const mcp_timeout_keys[MCP_N_TIMEOUTS];
extern const char * const mcp_inherit_names[];
extern const char * const mcp_transport_names[];

void        mcp_profile_copy_given          (McpProfile                *self,
                                             McpProfile                *other);
void        mcp_profile_notify              (McpProfile                *self,
                                             guint                      prop_id);
void        mcp_profile_sync_roots          (McpProfile                *self);
void        mcp_profile_sync_headers        (McpProfile                *self);

void        mcp_profile_follow_kind         (McpProfile                *self,
                                             McpHealthPreset            was_preset);

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
McpHealthPreset mcp_profile_settings_default_preset
                                            (const McpProfileSettings  *self);
gboolean    mcp_profile_health_read         (McpHealthSettings         *health,
                                             McpHealthPreset            preset,
                                             const McpSettingsReader   *sounder,
                                             GError                   **error);
void        mcp_profile_health_write        (const McpHealthSettings   *now,
                                             McpHealthPreset            preset,
                                             char                     **sounder);
void        mcp_profile_era_init            (McpProfileEra             *self);
void        mcp_profile_era_clear           (McpProfileEra             *self);
void        mcp_profile_era_copy            (const McpProfileEra       *self,
                                             McpProfileEra             *copy);
gboolean    mcp_profile_era_read            (McpProfileEra             *self,
                                             const char                *server,
                                             const char                *sounder,
                                             GError                   **error);
void        mcp_profile_era_write           (const McpProfileEra       *was,
                                             const McpProfileEra       *now,
                                             char                     **sounder);
gboolean    mcp_profile_auth_read           (McpAuthSettings          **settings,  /* untouched where nothing is said */
                                             const McpSettingsReader   *reader,
                                             const McpSettingsReader   *sounder,
                                             GError                   **error);
void        mcp_profile_auth_write          (const McpAuthSettings     *was,       /* (nullable) */
                                             const McpAuthSettings     *now,       /* (nullable) */
                                             char                     **object,
                                             char                     **sounder);
gboolean    mcp_profile_has_auth_literals   (McpProfile                *self);
void        mcp_profile_auth_list_left_out  (const char                *text,
                                             gsize                      length,
                                             GHashTable                *left_out);
gboolean    mcp_roots_equal                 (GPtrArray                 *a,
                                             GPtrArray                 *b);
gboolean    mcp_headers_equal               (GPtrArray                 *a,
                                             GPtrArray                 *b);

char       *mcp_profile_find_demo           (GError                   **error);
char      **mcp_profile_filter_environ      (const char * const        *envp,
                                             McpInheritEnv              inherit);

G_END_DECLS
