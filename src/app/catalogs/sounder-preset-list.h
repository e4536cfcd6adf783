/* sounder-preset-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-argument-store.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PRESET_LIST (sounder_preset_list_get_type ())

/* The presets of one tool, prompt or template, and what is done with them: for a SounderInvokePage. */
G_DECLARE_FINAL_TYPE (SounderPresetList, sounder_preset_list, SOUNDER, PRESET_LIST, AdwBin)

void sounder_preset_list_set_target (SounderPresetList *self,
                                     McpArgumentStore  *store,  /* (nullable) */
                                     McpCatalogKind     kind,
                                     const char        *name);
void sounder_preset_list_reload     (SounderPresetList *self);

/* How rows of it and of the history look. */
GtkWidget *sounder_preset_list_new_words (const char *first,
                                          const char *second);

G_END_DECLS
