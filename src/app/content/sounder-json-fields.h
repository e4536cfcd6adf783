/* sounder-json-fields.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* An object as its fields: names and values, and below them the one list that it may have. */
gboolean   sounder_json_fields_is_for (GBytes     *json);
GtkWidget *sounder_json_fields_new    (GBytes     *json,
                                       GtkWidget **table);  /* (out) (nullable): of the list */

G_END_DECLS
