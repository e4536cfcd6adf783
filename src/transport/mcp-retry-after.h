/* mcp-retry-after.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gint64 mcp_retry_after_to_msec (const char *value);  /* from now; -1: it cannot be read */

G_END_DECLS
