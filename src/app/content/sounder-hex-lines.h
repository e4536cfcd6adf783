/* sounder-hex-lines.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEX_LINES (sounder_hex_lines_get_type ())

/* The lines of a hex dump as a list of GtkStringObject, each made when it is asked for; and which are selected. */
G_DECLARE_FINAL_TYPE (SounderHexLines, sounder_hex_lines, SOUNDER, HEX_LINES, GObject)

SounderHexLines *sounder_hex_lines_new      (GBytes          *bytes);
char            *sounder_hex_lines_dup_text (SounderHexLines *self,
                                             guint            first,
                                             guint            n_lines);

G_END_DECLS
