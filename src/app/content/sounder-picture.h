/* sounder-picture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_PICTURE (sounder_picture_get_type ())

/* A picture that nobody vouches for: decoded within limits, in a worker; or why it is not shown. */
G_DECLARE_FINAL_TYPE (SounderPicture, sounder_picture, SOUNDER, PICTURE, AdwBin)

GtkWidget  *sounder_picture_new            (GBytes         *file,
                                            const char     *alternative_text,
                                            int             max_width); /* asked for, in pixels */
GdkTexture *sounder_picture_get_texture    (SounderPicture *self);  /* (nullable) */
char       *sounder_picture_dup_dimensions (SounderPicture *self);  /* (nullable) */

G_END_DECLS
