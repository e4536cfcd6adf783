/* mcp-toml.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TOML 1.0, as JSON. What JSON has no form for, dates and infinity, becomes a string. */
char *mcp_toml_to_json    (const char  *toml,
                           gsize        length,
                           GError     **error);
char *mcp_toml_set_member (const char  *toml,
                           const char  *container,
                           const char  *name,
                           const char  *json,
                           GError     **error);

G_END_DECLS
