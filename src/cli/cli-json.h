/* cli-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Members that scripts always find, with null where there is nothing to say. */
void cli_json_append_string (GString    *out,
                             const char *key,
                             const char *text);   /* (nullable) */
void cli_json_append_number (GString    *out,
                             const char *key,
                             gint64      number); /* below 0: none */

G_END_DECLS
