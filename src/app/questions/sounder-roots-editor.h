/* sounder-roots-editor.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-profile.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_ROOTS_EDITOR (sounder_roots_editor_get_type ())

/* A list of roots to edit: folders and addresses. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderRootsEditor, sounder_roots_editor, SOUNDER, ROOTS_EDITOR, AdwBin)

GtkWidget *sounder_roots_editor_new       (void);
void       sounder_roots_editor_set_roots (SounderRootsEditor *self,
                                           McpProfile         *profile);  /* (nullable): takes a copy of its roots */
GPtrArray *sounder_roots_editor_dup_roots (SounderRootsEditor *self);     /* of McpRoot */

G_END_DECLS
