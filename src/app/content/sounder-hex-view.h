/* sounder-hex-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEX_VIEW (sounder_hex_view_get_type ())

/* Bytes as a hex dump, however many there are: only the lines that are seen are made. */
G_DECLARE_FINAL_TYPE (SounderHexView, sounder_hex_view, SOUNDER, HEX_VIEW, AdwBin)

GtkWidget *sounder_hex_view_new      (GBytes         *bytes);
char      *sounder_hex_view_dup_text (SounderHexView *self);   /* (nullable): it is too much */
gboolean   sounder_hex_view_go_to    (SounderHexView *self,
                                      const char     *offset); /* FALSE: it is none */

G_END_DECLS
