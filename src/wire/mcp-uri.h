/* mcp-uri.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *mcp_uri_resolve (const char *base,
                       const char *reference);

G_END_DECLS
