/* sounder-media.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean  sounder_media_read_picture_size (GBytes  *file,
                                           guint   *width,
                                           guint   *height);
GBytes   *sounder_media_strip_picture     (GBytes  *file);
gboolean  sounder_media_is_sound          (GBytes  *file);
gboolean  sounder_media_is_svg            (GBytes  *file);

G_END_DECLS
