/* sounder-background.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_BACKGROUND (sounder_background_get_type ())

/* Going on without a window: what the desktop is asked and told. Signal: refused: the desktop does not allow it. */
G_DECLARE_FINAL_TYPE (SounderBackground, sounder_background, SOUNDER, BACKGROUND, GObject)

SounderBackground *sounder_background_new   (GApplication       *application,
                                             SounderServerModel *model);
void               sounder_background_enter (SounderBackground  *self);
void               sounder_background_leave (SounderBackground  *self);

G_END_DECLS
