/* mcp-skill-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-skill-entry.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SKILL_UNREAD,
  MCP_SKILL_READING,
  MCP_SKILL_VERIFIED,
  MCP_SKILL_UNVERIFIED, /* read, of a skill that lists no digests */
  MCP_SKILL_REFUSED,    /* differs from its digest, or has a bad entry: its content is not used */
  MCP_SKILL_FAILED,     /* it could not be read */
} McpSkillState;

#define MCP_TYPE_SKILL_FILE (mcp_skill_file_get_type ())

/*
 * A file of a skill, and what came of reading it. Its content stays in the journal. Signal: changed, when its
 * state and message are others.
 */
G_DECLARE_FINAL_TYPE (McpSkillFile, mcp_skill_file, MCP, SKILL_FILE, GObject)

const char    *mcp_skill_file_get_uri      (McpSkillFile *self);
const char    *mcp_skill_file_get_path     (McpSkillFile *self); /* "references/FORMS.md" */
const char    *mcp_skill_file_get_digest   (McpSkillFile *self); /* (nullable): that is listed: hexadecimal digits of SHA-256 */
gint64         mcp_skill_file_get_size     (McpSkillFile *self); /* that is listed, or was read; -1 */
McpSkillState  mcp_skill_file_get_state    (McpSkillFile *self);
const char    *mcp_skill_file_get_message  (McpSkillFile *self); /* (nullable): translated: why it is refused, or failed */
gboolean       mcp_skill_file_is_main      (McpSkillFile *self); /* the SKILL.md of the skill */
gboolean       mcp_skill_file_is_nested    (McpSkillFile *self); /* that of another one: plain text here */
gboolean       mcp_skill_file_is_usable    (McpSkillFile *self); /* read, and nothing against it */
GBytes        *mcp_skill_file_dup_contents (McpSkillFile *self); /* (nullable): as it was read: JSON with text or blob; NULL unless usable */

/* For the skill. */
McpSkillFile  *mcp_skill_file_new          (McpJournal               *journal,
                                            McpSkillEntry            *entry,
                                            const McpSkillFileEntry  *listed,  /* (nullable) */
                                            const char               *uri);
void           mcp_skill_file_set_state    (McpSkillFile  *self,
                                            McpSkillState  state,
                                            const char    *message);           /* (nullable) */
void           mcp_skill_file_set_read     (McpSkillFile  *self,
                                            guint          serial,
                                            gint64         size);
const McpSkillFileEntry *mcp_skill_file_get_listed (McpSkillFile *self);       /* (nullable) */

/* The one of the contents of a resource that is a file: of several, that with its address. */
gboolean       mcp_skill_find_contents     (const char    *result,
                                            gsize          length,
                                            const char    *uri,
                                            McpSpan       *contents);

G_END_DECLS
