/* demo-skills.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "demo-server.h"

G_BEGIN_DECLS

/* What a server says that has skills. */
#define DEMO_SKILLS_EXTENSION "\"extensions\":{\"io.modelcontextprotocol/skills\":{\"directoryRead\":true}}"

/* What servers do wrong. */
typedef enum {
  DEMO_SKILL_WRONG_DIGEST,
  DEMO_SKILL_WRONG_SIZE,
  DEMO_SKILL_WRONG_FRONTMATTER,
  DEMO_SKILL_DUPLICATE_FILE,
  DEMO_SKILL_NO_MAIN_FILE,
  DEMO_SKILL_BAD_DIGEST,
  DEMO_SKILL_OUTSIDE_FILE,
  DEMO_SKILL_NO_FILES,
  DEMO_SKILL_TOO_MANY_FILES,
  DEMO_SKILL_WRONG_NAME,
  DEMO_SKILL_SAME_NAME,
  DEMO_SKILL_OTHER_ENTRY,
  DEMO_SKILL_NO_RESOURCES,
  DEMO_N_SKILL_BREAKS,
} DemoSkillBreak;

gboolean demo_skills_breaks          (DemoSkillBreak  rule);
char    *demo_skills_set_breaks      (const char     *text);   /* (nullable): what is no rule */
void     demo_skills_print_breaks    (void);
gboolean demo_skills_append_contents (GString        *json,
                                      const char     *uri);
void     demo_skills_list            (DemoServer     *self,
                                      McpId          *id,
                                      const char     *params);
void     demo_skills_get             (DemoServer     *self,
                                      McpId          *id,
                                      const char     *params);

G_END_DECLS
