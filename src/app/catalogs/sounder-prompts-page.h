/* sounder-prompts-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-argument-list.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROMPTS_PAGE (sounder_prompts_page_get_type ())

/* The prompts of a server, and what they make of their arguments. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderPromptsPage, sounder_prompts_page, SOUNDER, PROMPTS_PAGE, AdwBin)

gboolean             sounder_prompts_page_select        (SounderPromptsPage *self,
                                                         const char         *name);
SounderArgumentList *sounder_prompts_page_get_arguments (SounderPromptsPage *self);
McpCall             *sounder_prompts_page_get_call      (SounderPromptsPage *self);  /* (nullable) */

G_END_DECLS
