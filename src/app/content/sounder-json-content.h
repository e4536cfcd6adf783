/* sounder-json-content.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_CONTENT (sounder_json_content_get_type ())

/* JSON as text, and where it is an array of objects as a table. Properties: label. */
G_DECLARE_FINAL_TYPE (SounderJsonContent, sounder_json_content, SOUNDER, JSON_CONTENT, AdwBin)

GtkWidget *sounder_json_content_new       (void);
void       sounder_json_content_set_label (SounderJsonContent *self,
                                           const char         *label);
void       sounder_json_content_set_bytes (SounderJsonContent *self,
                                           GBytes             *bytes); /* (nullable) */

G_END_DECLS
