/* bench-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSubprocess *bench_server_start (const char  *program,
                                 const char  *argument,
                                 guint16     *port);
void         bench_server_stop  (GSubprocess *server);

G_END_DECLS
