/* sounder-server-dialog-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-auth-settings.h"
#include "sounder-limit-settings.h"
#include "sounder-monitor-settings.h"
#include "sounder-protocol-settings.h"
#include "sounder-server-dialog.h"

G_BEGIN_DECLS

struct _SounderServerDialog
{
  AdwWindow            parent_instance;

  SounderServerModel  *model;
  SounderServer       *server;  /* NULL: a new one */
  McpProfile          *profile; /* what the form began with */
  gboolean             loading;
  gboolean             valid;
  gboolean             reconnect_touched;
  gboolean             name_touched; /* else the name follows the command */
  gboolean             foreign;      /* nobody typed what it began with */
  char                *accepted_certificate; /* (nullable): as it will be saved */
  McpProfile          *made;                 /* (nullable): while its secrets are stored */
  GCancellable        *storing;

  GtkButton           *save_button;
  GtkEditable         *name_row;
  GtkEditable         *command_row;
  GtkEditable         *cwd_row;
  GtkLabel            *name_error;
  GtkLabel            *command_error;
  GtkLabel            *command_note;
  GtkWidget           *url_button; /* takes the address that was meant */
  GtkLabel            *url_label;
  GtkLabel            *cwd_error;
  GtkWidget           *argv_box;
  GtkFlowBox          *argv_chips;
  AdwComboRow         *inherit_row;
  GtkWidget           *env_group;
  GtkListBox          *env_list;
  AdwComboRow         *transport_row;
  GtkEditable         *ca_row;
  GtkLabel            *ca_error;
  GtkEditable         *own_row;      /* the client certificate */
  GtkEditable         *own_key_row;
  GtkLabel            *own_error;
  AdwActionRow        *certificate_row;
  GtkSwitch           *reconnect;
  GtkSwitch           *restart;
  GtkSwitch           *confirm_destructive;
  GtkSwitch           *list_by_page;
  GtkSwitch           *keep_cookies;
  GtkWidget           *cookies_row;
  GtkWidget           *restart_row;
  SounderAuthSettings *auth;
  GtkWidget           *headers_group;
  GtkListBox          *headers_list;
  GtkSwitch           *advertise_roots;
  GtkListBox          *roots_list;
  GtkSwitch           *record;
  GtkEditable         *record_folder_row;
  GtkLabel            *record_error;
  SounderProtocolSettings *protocol;
  SounderMonitorSettings *monitor;
  McpHealthSettings    loaded_health;  /* what the form began with */
  SounderLimitSettings *limits;
};

/* In sounder-server-dialog.c. */
GtkWidget *sounder_server_dialog_append_env    (SounderServerDialog *self,
                                                const char          *variable);  /* (nullable): NAME=value */

/* In sounder-server-dialog-validate.c. */
void     sounder_server_dialog_validate        (SounderServerDialog *self);
guint    sounder_server_dialog_count_variables (char               **argv);

/* In sounder-server-dialog-url.c. */
void     sounder_server_dialog_load_url            (SounderServerDialog *self);
void     sounder_server_dialog_store_url           (SounderServerDialog *self,
                                                    McpProfile          *profile);
gboolean sounder_server_dialog_validate_url        (SounderServerDialog *self,
                                                    gboolean            *is_url);
void     sounder_server_dialog_add_header          (SounderServerDialog *self);
GtkWidget *sounder_server_dialog_want_header       (SounderServerDialog *self,
                                                    const char          *name);
void     sounder_server_dialog_forget_certificate  (SounderServerDialog *self);

/* In sounder-server-dialog-save.c. */
void     sounder_server_dialog_save                (SounderServerDialog *self);
gboolean sounder_server_dialog_reconnects          (SounderServerDialog *self);

G_END_DECLS
