/* sounder-json-path.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where something is in JSON (RFC 9535): "$.result.content[0]". */
char *sounder_json_path_at          (const char *text,
                                     gsize       length,
                                     gsize       offset);
void  sounder_json_path_append_name (GString    *path,
                                     const char *name);

G_END_DECLS
