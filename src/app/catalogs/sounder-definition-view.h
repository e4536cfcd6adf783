/* sounder-definition-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_DEFINITION_VIEW (sounder_definition_view_get_type ())

/*
 * What a server says of one of its tools, whole: schemas, annotations and what nobody knows yet, as
 * text and as a tree. Property: view ("pretty", "exact" or "tree").
 */
G_DECLARE_FINAL_TYPE (SounderDefinitionView, sounder_definition_view, SOUNDER, DEFINITION_VIEW,
                      AdwBin)

void    sounder_definition_view_set_json (SounderDefinitionView *self,
                                          GBytes                *json);  /* (nullable): clears */

G_END_DECLS
