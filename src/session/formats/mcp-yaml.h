/* mcp-yaml.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* YAML, as JSON. */
char *mcp_yaml_to_json    (const char  *yaml,
                           gsize        length,
                           guint        first_line,  /* what to call it in errors */
                           GError     **error);
char *mcp_yaml_set_member (const char  *yaml,
                           const char  *container,
                           const char  *name,
                           const char  *json,
                           GError     **error);
char *mcp_yaml_set_element (const char *yaml,
                           const char  *container,
                           guint        index,
                           const char  *json,
                           GError     **error);

G_END_DECLS
