/* mcp-profile-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"
#include "mcp-settings-json.h"

G_BEGIN_DECLS

/* Where a setting is kept, and by that how it is read, written, copied and compared. */
typedef enum {
  MCP_SETTING_OTHER,    /* only its own functions know */
  MCP_SETTING_STRING,   /* char *, (nullable) */
  MCP_SETTING_STRV,     /* char **, never NULL; its own functions read and write it */
  MCP_SETTING_MAP,      /* char ** of NAME=VALUE, never NULL; an object of strings in the file */
  MCP_SETTING_BOOLEAN,
  MCP_SETTING_UINT,
  MCP_SETTING_UINT64,
  MCP_SETTING_MSEC,     /* guint; seconds in the file */
  MCP_SETTING_CHOICE,   /* an enumeration from 0 on; a word in the file */
} McpSettingKind;

typedef gboolean McpSettingReadFunc  (const McpSettingsReader   *reader,
                                      McpProfileSettings        *self,
                                      GError                   **error);
typedef void     McpSettingWriteFunc (const McpProfileSettings  *was,
                                      const McpProfileSettings  *now,
                                      char                     **object);

typedef struct
{
  const char          *property;   /* (nullable) */
  const char          *key;        /* (nullable): in the file */
  const char          *object;     /* (nullable): the object inside of "sounder" that has the key */
  gboolean             of_server;  /* beside "sounder", where other clients have it as well */
  gboolean             read_only;  /* as a property */
  McpSettingKind       kind;
  gsize                offset;     /* in McpProfileSettings */
  double               minimum;    /* these in the unit of the file; as a property it may be lower, see there */
  double               maximum;
  double               fallback;   /* when nobody says */
  const char * const  *names;      /* of a choice */
  char              *(*normalize) (const char *value);
  /* (nullable): what is more than one value of one type. */
  McpSettingReadFunc  *read;
  McpSettingWriteFunc *write;
} McpSetting;

extern const McpSetting mcp_profile_table[];
extern const guint      mcp_profile_n_settings;

/* What the client declares unless it is said; by the bits of mcp-profile-era.c. Context of other servers
 * is deprecated, and there is none here. */
#define MCP_PROFILE_DEFAULT_CAPABILITIES (1 << 0 | 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5)

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
  MCP_PROFILE_PROP_SETTING, /* first row of mcp_profile_table; the other rows follow */
};

/* The words of the file, by the values of their enumerations. */
extern const char * const mcp_inherit_names[];
extern const char * const mcp_era_names[];

void        mcp_profile_copy_given          (McpProfile                *self,
                                             McpProfile                *other);
void        mcp_profile_notify              (McpProfile                *self,
                                             guint                      prop_id);
gboolean    mcp_profile_replace_strv        (char                    ***field,
                                             const char * const        *value);    /* (nullable) */
GPtrArray  *mcp_profile_copy_items          (GPtrArray                 *items);    /* (nullable): none */
void        mcp_profile_sync_list           (GListStore                *model,
                                             GPtrArray                 *items);

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
void        mcp_profile_read_foreign_auth   (const McpSettingsReader   *reader,
                                             McpProfileSettings        *self);
void        mcp_profile_drop_foreign_auth   (const McpProfileSettings  *was,
                                             const McpProfileSettings  *now,
                                             char                     **object);
char       *mcp_profile_normalize_origin    (const char                *origin);
char       *mcp_profile_get_default_record_folder (void);
gboolean    mcp_setting_read                (const McpSetting          *setting,
                                             const McpSettingsReader   *reader,
                                             McpProfileSettings        *self,
                                             GError                   **error);
void        mcp_setting_write               (const McpSetting          *setting,
                                             const McpProfileSettings  *was,
                                             const McpProfileSettings  *now,
                                             char                     **object);
gboolean    mcp_setting_equal               (const McpSetting          *setting,
                                             const McpProfileSettings  *a,
                                             const McpProfileSettings  *b);
GParamSpec *mcp_setting_make_property       (const McpSetting          *setting);
void        mcp_setting_get_value           (const McpSetting          *setting,
                                             const McpProfileSettings  *settings,
                                             GValue                    *value);
void        mcp_setting_set_value           (const McpSetting          *setting,
                                             McpProfileSettings        *settings,
                                             const GValue              *value);

/* For the table: each reads or writes one setting. */
McpSettingReadFunc  mcp_profile_read_argv;
McpSettingReadFunc  mcp_profile_read_headers;
McpSettingReadFunc  mcp_profile_read_type;
McpSettingReadFunc  mcp_profile_read_inputs;
McpSettingReadFunc  mcp_profile_read_meta;
McpSettingReadFunc  mcp_profile_read_secret_headers;
McpSettingReadFunc  mcp_profile_read_auth;
McpSettingReadFunc  mcp_profile_read_reconnect;
McpSettingReadFunc  mcp_profile_read_roots;
McpSettingReadFunc  mcp_profile_read_health;
McpSettingReadFunc  mcp_profile_read_demo;
McpSettingReadFunc  mcp_profile_read_capabilities;
McpSettingReadFunc  mcp_profile_read_extensions;
McpSettingReadFunc  mcp_profile_read_answers;
McpSettingWriteFunc mcp_profile_write_argv;
McpSettingWriteFunc mcp_profile_write_headers;
McpSettingWriteFunc mcp_profile_write_inputs;
McpSettingWriteFunc mcp_profile_write_meta;
McpSettingWriteFunc mcp_profile_write_secret_headers;
McpSettingWriteFunc mcp_profile_write_auth;
McpSettingWriteFunc mcp_profile_write_reconnect;
McpSettingWriteFunc mcp_profile_write_roots;
McpSettingWriteFunc mcp_profile_write_health;
McpSettingWriteFunc mcp_profile_write_capabilities;
McpSettingWriteFunc mcp_profile_write_extensions;
McpSettingWriteFunc mcp_profile_write_answers;

gboolean    mcp_profile_has_auth_literals   (McpProfile                *self);
void        mcp_profile_auth_list_left_out  (const char                *text,
                                             gsize                      length,
                                             GHashTable                *left_out);
gboolean    mcp_roots_equal                 (GPtrArray                 *a,
                                             GPtrArray                 *b);
gboolean    mcp_headers_equal               (GPtrArray                 *a,
                                             GPtrArray                 *b);

char       *mcp_profile_find_demo           (GError                   **error);
gboolean mcp_profile_is_basic_variable (const char *variable); /* "NAME" or "NAME=…" */
char      **mcp_profile_filter_environ      (const char * const        *envp,
                                             McpInheritEnv              inherit);

G_END_DECLS
