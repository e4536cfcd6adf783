/* mcp-linter-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-linter.h"
#include "mcp-skill-entry.h"

/**
 * mcp_linter_check_skill:
 * @reporter: who is told
 * @serial: the record of the answer
 * @skill: an item of `skills/list`, or the `skill` of `skills/get`; valid JSON
 *
 * Checks what a server says of a skill (io.modelcontextprotocol/skills, skill entries). What is in its files
 * is checked when they are read.
 *
 * Returns: how many findings that made
 */
guint
mcp_linter_check_skill (McpReporter *reporter,
                        guint        serial,
                        const char  *skill,
                        gsize        length)
{
  g_autoptr (McpSkillEntry) entry = mcp_skill_entry_new (skill, length);
  const char *name = entry->uri != NULL ? entry->uri : entry->name;

  for (guint i = 0; i < entry->faults->len; i++)
    {
      const McpSkillFault *fault = entry->faults->pdata[i];

      mcp_reporter_report (reporter, serial, fault->rule, _("Skill “%s”: %s"), name, fault->text);
    }

  return entry->faults->len;
}

/**
 * mcp_linter_check_extensions:
 * @reporter: who is told
 * @result: of `initialize` or `server/discover`, an object
 * @serial: its record
 *
 * Checks that a server has what its extensions are built on: skills are resources
 * (io.modelcontextprotocol/skills, capability negotiation).
 */
void
mcp_linter_check_extensions (McpReporter *reporter,
                             const char  *result,
                             gsize        length,
                             guint        serial)
{
  McpSpan extensions;
  McpSpan span;

  if (mcp_json_lookup (result, length, "capabilities.extensions", &extensions)
      && result[extensions.offset] == '{'
      && mcp_json_edit_find (result + extensions.offset, extensions.length, MCP_SKILLS_EXTENSION, &span)
      && !mcp_json_lookup (result, length, "capabilities.resources", &span))
    mcp_reporter_report (reporter, serial, "skills.no-resources",
                         _("The server declares skills and no resources, which they are read as: they are not listed"));
}
