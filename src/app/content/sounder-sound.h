/* sounder-sound.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_SOUND (sounder_sound_get_type ())

/* A sound that nobody vouches for: nothing reads it before somebody asks for it. */
G_DECLARE_FINAL_TYPE (SounderSound, sounder_sound, SOUNDER, SOUND, AdwBin)

GtkWidget *sounder_sound_new (GBytes *file);

G_END_DECLS
