/* sounder-appearance.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_MIN_TEXT_PERCENT 50
#define SOUNDER_MAX_TEXT_PERCENT 300

/* Makes all windows look as the settings say: light or dark, the font of code, the size of text. */
void   sounder_appearance_apply          (void);
char **sounder_appearance_dup_code_fonts (GtkWidget *widget); /* the names of fixed-width fonts, sorted */

G_END_DECLS
