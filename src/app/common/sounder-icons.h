/* sounder-icons.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-icon.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_ICONS (sounder_icons_get_type ())

/*
 * The pictures of the icons of one session, kept for as long as it is. Signal: changed (key): there is a picture, or it
 * is known why not; (nullable) all.
 */
G_DECLARE_FINAL_TYPE (SounderIcons, sounder_icons, SOUNDER, ICONS, GObject)

SounderIcons *sounder_icons_for          (McpSession     *session);  /* (transfer none) */
char         *sounder_icons_dup_key      (const McpIcon  *icon);
GdkTexture   *sounder_icons_lookup       (SounderIcons   *self,
                                          const McpIcon  *icon,
                                          const char    **problem);
gboolean      sounder_icons_get_network  (SounderIcons   *self);
void          sounder_icons_load         (SounderIcons   *self);

G_END_DECLS
