/* sounder-skills-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-skill.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SKILLS_PAGE (sounder_skills_page_get_type ())

/* The skills of a server. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderSkillsPage, sounder_skills_page, SOUNDER, SKILLS_PAGE, AdwBin)

gboolean      sounder_skills_page_select      (SounderSkillsPage *self,
                                               const char        *uri);
McpSkill     *sounder_skills_page_get_skill   (SounderSkillsPage *self);  /* (transfer none) (nullable) */
gboolean      sounder_skills_page_select_file (SounderSkillsPage *self,
                                               const char        *path);

G_END_DECLS
