/* sounder-auth-settings-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-auth-settings.h"

G_BEGIN_DECLS

/* Behind the ways of McpAuthGrant. */
#define WAY_TOKEN   MCP_AUTH_N_GRANTS
#define N_WAYS      (MCP_AUTH_N_GRANTS + 1)
/* Behind the settings: the header. */
#define FIELD_TOKEN MCP_AUTH_N_SETTINGS
#define N_FIELDS    (MCP_AUTH_N_SETTINGS + 1)

typedef enum {
  FIELD_TEXT,
  FIELD_FILE,
  FIELD_SECRET,
  FIELD_SWITCH,
  FIELD_CHOICE,
} SounderAuthKind;

/* Which clients a field is for. */
typedef enum {
  FOR_ALL,
  FOR_CLIENT, /* with an id of its own */
  FOR_SECRET, /* … that proves itself with a secret */
  FOR_KEY,    /* … with a key */
} SounderAuthFor;

typedef struct
{
  int              setting;   /* McpAuthSetting, FIELD_TOKEN */
  SounderAuthKind  kind;
  guint            ways;      /* bits */
  SounderAuthFor   whom;
  gboolean         advanced;
  const char      *title;
  const char      *subtitle;  /* (nullable) */
} SounderAuthField;

struct _SounderAuthSettings
{
  AdwPreferencesGroup parent_instance;

  gboolean            loading;
  char               *resource;      /* (nullable): canonical, of the loaded profile */
  McpAuthSettings    *loaded;
  McpAuthSettings    *kept;          /* the secrets that the keyring has */
  McpHeader          *header;        /* (nullable): Authorization, of the loaded profile */
  char               *kept_token;    /* (nullable): its value in the keyring */
  gboolean            lacks_token;   /* the keyring has none, against what the profile says */
  char               *keyring_error; /* (nullable) */

  AdwComboRow        *way_row;
  AdwExpanderRow     *advanced_row;
  GtkLabel           *note;
  GtkWidget          *rows[N_FIELDS];
  GtkWidget          *controls[N_FIELDS]; /* the row itself, or its switch */
  GtkLabel           *errors[N_FIELDS];   /* of what is typed */
};

/* In sounder-auth-settings-rows.c: the fields in the order of the form, up to one without a title,
 * and the rows of them. */
extern const SounderAuthField sounder_auth_fields[];

void        sounder_auth_settings_make_rows   (SounderAuthSettings *self);
void        sounder_auth_settings_changed     (SounderAuthSettings *self);
const char *sounder_auth_way_get_subtitle     (guint                way);
guint       sounder_auth_choice_find          (int                  setting,
                                               const char          *value);    /* (nullable); 0 where it is none */
const char *sounder_auth_choice_get           (int                  setting,
                                               guint                selected); /* (nullable) */

G_END_DECLS
