/* sounder-skills-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-skill.h"
#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SKILLS_PAGE (sounder_skills_page_get_type ())

/* The skills of a server. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderSkillsPage, sounder_skills_page, SOUNDER, SKILLS_PAGE, SounderPage)

McpSkill     *sounder_skills_page_get_skill   (SounderSkillsPage *self);  /* (transfer none) (nullable) */
void          sounder_skills_page_select      (SounderSkillsPage *self,
                                               const char        *uri);

G_END_DECLS
