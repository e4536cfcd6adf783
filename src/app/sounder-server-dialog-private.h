/* sounder-server-dialog-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

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

  GtkButton           *save_button;
  GtkEditable         *name_row;
  GtkEditable         *command_row;
  GtkEditable         *cwd_row;
  GtkLabel            *name_error;
  GtkLabel            *command_error;
  GtkLabel            *command_note;
  GtkLabel            *cwd_error;
  GtkWidget           *argv_box;
  GtkFlowBox          *argv_chips;
  AdwComboRow         *inherit_row;
  GtkListBox          *env_list;
  GtkSwitch           *advertise_roots;
  GtkListBox          *roots_list;
  AdwComboRow         *protocol_row;
  GtkSwitch           *ping_enabled;
  GtkEditable         *ping_interval_row;
  GtkEditable         *ping_failures_row;
  AdwComboRow         *reaction_row;
  GtkEditable         *timeout_rows[MCP_N_TIMEOUTS];
  GtkSwitch           *progress_resets;
  GtkEditable         *close_wait_row;
  GtkEditable         *term_wait_row;
  GtkEditable         *max_message_row;
};

/* In sounder-server-dialog-validate.c. */
void sounder_server_dialog_validate (SounderServerDialog *self);

G_END_DECLS
