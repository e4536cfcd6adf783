/* sounder-prompts-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-argument-list.h"
#include "sounder-invoke-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PROMPTS_PAGE (sounder_prompts_page_get_type ())

/* The prompts of a server, and what they make of their arguments. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderPromptsPage, sounder_prompts_page, SOUNDER, PROMPTS_PAGE, SounderInvokePage)

void sounder_prompts_page_select (SounderPromptsPage *self,
                                  const char         *name);

G_END_DECLS
