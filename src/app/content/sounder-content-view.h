/* sounder-content-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-content.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONTENT_VIEW (sounder_content_view_get_type ())

/* One piece of content by its kind: text, a picture, a sound, a link, bytes, or its JSON. */
G_DECLARE_FINAL_TYPE (SounderContentView, sounder_content_view, SOUNDER, CONTENT_VIEW, AdwBin)

GtkWidget            *sounder_content_view_new         (SounderContent     *content); /* (transfer full) */
void                  sounder_content_view_fill        (GtkBox             *box,
                                                        GPtrArray          *contents); /* steals all */

G_END_DECLS
