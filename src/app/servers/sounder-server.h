/* sounder-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-drift-guard.h"
#include "mcp-workbench.h"
#include "sounder-place.h"

G_BEGIN_DECLS

/* What the dot beside a server says. */
typedef enum {
  SOUNDER_STATUS_IDLE,
  SOUNDER_STATUS_STARTING,
  SOUNDER_STATUS_READY,
  SOUNDER_STATUS_SLOW,
  SOUNDER_STATUS_STALE,
  SOUNDER_STATUS_CLOSING,
  SOUNDER_STATUS_WAITING, /* lost, and will connect again by itself */
  SOUNDER_STATUS_FAILED,
  SOUNDER_STATUS_RECORDED, /* it is over: a recording, or what another program writes */
  SOUNDER_STATUS_TAPPED,   /* another client's: a tap passes it on */
  SOUNDER_N_STATUS,
} SounderStatus;

#define SOUNDER_TYPE_SERVER (sounder_server_get_type ())

/*
 * A row of the list of servers: a profile, and its session from the first time it is asked for.
 * Properties: name, subtitle, value, status, status-text, n-questions, authorization. All of them notify.
 * Signals: asked (McpQuestion): a question waits for the person; consent-needed, input-needed: it was not
 * connected, for nobody has agreed to what it runs, or for want of a value.
 */
G_DECLARE_FINAL_TYPE (SounderServer, sounder_server, SOUNDER, SERVER, GObject)

SounderServer *sounder_server_new             (McpProfile    *profile);
SounderServer *sounder_server_new_recorded    (McpSession    *session);
void           sounder_server_set_tapped      (SounderServer *self);
gboolean       sounder_server_is_tapped       (SounderServer *self);
gboolean       sounder_server_is_recorded     (SounderServer *self); /* it has no server to connect to */
McpProfile    *sounder_server_get_profile     (SounderServer *self);
McpSession    *sounder_server_get_session     (SounderServer *self); /* (transfer none): makes it */
McpWorkbench  *sounder_server_get_workbench   (SounderServer *self); /* (transfer none): that of the session */
SounderPlace  *sounder_server_get_place       (SounderServer *self); /* (transfer none) */
McpDriftGuard *sounder_server_get_drift_guard (SounderServer *self); /* (transfer none) (nullable) */
McpSession    *sounder_server_peek_session    (SounderServer *self); /* (transfer none) (nullable) */
SounderStatus  sounder_server_get_status      (SounderServer *self);
gboolean       sounder_server_is_open         (SounderServer *self);
char          *sounder_server_dup_status_text (SounderServer *self);
char          *sounder_server_dup_retry_text  (SounderServer *self); /* (nullable): unless it waits */
char          *sounder_server_dup_authorization (SounderServer *self); /* (nullable): no one needs to sign in */
gboolean       sounder_server_needs_authorization (SounderServer *self); /* nothing goes on before one signs in */
char          *sounder_server_dup_subtitle    (SounderServer *self);
void           sounder_server_open            (SounderServer *self);
void           sounder_server_close           (SounderServer *self);
void           sounder_server_restart         (SounderServer *self);
void           sounder_server_stop_retrying   (SounderServer *self);
char          *sounder_servers_dup_summary     (GListModel    *servers); /* how many are connected, and in trouble */
char          *sounder_authorizer_dup_text    (McpAuthorizer *authorizer);  /* (nullable), and so is it */

void           sounder_status_color           (SounderStatus  status,
                                               GtkWidget     *widget);
void           sounder_status_show            (SounderStatus  status,
                                               GtkImage      *dot);     /* its shape and its colour */

G_END_DECLS
