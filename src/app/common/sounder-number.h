/* sounder-number.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Numbers: counts with their thousands grouped; in entries written without needless digits, and
 * marked when they make no sense. */
gboolean sounder_number_parse      (const char  *text,
                                    double       minimum,
                                    double       maximum,
                                    double      *value);
char    *sounder_number_group       (guint64      number);   /* "12,345", in any locale */
char    *sounder_number_share      (double       share);    /* "99.6 %" of 0 to 1 */
char    *sounder_number_print      (double       value);
char    *sounder_number_age        (gint64       usec);     /* "4 s", "3 min", "2 h 5 min": roughly */
gboolean sounder_number_read       (GtkEditable *entry,
                                    double       minimum,
                                    double       maximum,
                                    double      *value);
gboolean sounder_number_read_whole (GtkEditable *entry,
                                    guint        maximum,
                                    guint       *value);
void     sounder_number_write      (GtkEditable *entry,
                                    double       value);

G_END_DECLS
