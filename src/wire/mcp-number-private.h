/* mcp-number-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean mcp_number_to_int64       (const char *token,
                                    gsize       length,
                                    gint64     *value);
double   mcp_number_to_double      (const char *token,
                                    gsize       length);
gboolean mcp_number_is_integer     (const char *token,
                                    gsize       length);
int      mcp_number_compare        (const char *a,
                                    gsize       a_length,
                                    const char *b,
                                    gsize       b_length);
gboolean mcp_number_is_multiple_of (const char *token,
                                    gsize       length,
                                    const char *divisor,
                                    gsize       divisor_length);

G_END_DECLS
