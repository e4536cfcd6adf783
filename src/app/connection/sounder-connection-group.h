/* sounder-connection-group.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONNECTION_GROUP (sounder_connection_group_get_type ())

/* How the connection stands. Property: session. Counts while it is seen. */
G_DECLARE_FINAL_TYPE (SounderConnectionGroup, sounder_connection_group, SOUNDER, CONNECTION_GROUP, SounderPage)

G_END_DECLS
