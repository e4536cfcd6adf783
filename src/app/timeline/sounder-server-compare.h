/* sounder-server-compare.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SERVER_COMPARE (sounder_server_compare_get_type ())

/* What a server offers beside what another one does, a recording did, or a file says. */
G_DECLARE_FINAL_TYPE (SounderServerCompare, sounder_server_compare, SOUNDER, SERVER_COMPARE, AdwWindow)

GtkWindow  *sounder_server_compare_present    (GtkWindow            *parent,   /* (nullable) */
                                               SounderServerModel   *servers,
                                               SounderServer        *server);  /* (transfer none): owned by GTK */
gboolean    sounder_server_compare_open_file  (SounderServerCompare *self,
                                               const char           *path);    /* of --update-baseline */
GListModel *sounder_server_compare_get_drifts (SounderServerCompare *self);    /* of McpFinding */
char       *sounder_server_compare_dup_text   (SounderServerCompare *self);    /* what Copy copies */

G_END_DECLS
