/* mcp-skill.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"
#include "mcp-skill-file.h"

G_BEGIN_DECLS

#define MCP_TYPE_SKILL (mcp_skill_get_type ())

/*
 * A skill as it is listed now, and its files. Nothing of it is read before it is asked for. When the server lists
 * another one in its place, that is another object.
 */
G_DECLARE_FINAL_TYPE (McpSkill, mcp_skill, MCP, SKILL, GObject)

McpSkill      *mcp_skill_new           (McpSession          *session,
                                        const char          *json,    /* an item of skills/list */
                                        gsize                length);
GBytes        *mcp_skill_get_json      (McpSkill            *self);   /* (transfer none): as the server sent it */
McpSkillEntry *mcp_skill_get_entry     (McpSkill            *self);   /* (transfer none) */
GListModel    *mcp_skill_get_files     (McpSkill            *self);   /* (transfer none) of McpSkillFile */
McpSkillFile  *mcp_skill_find_file     (McpSkill            *self,
                                        const char          *word,
                                        GError             **error);  /* path or URI; (transfer none) (nullable) */
guint          mcp_skill_count         (McpSkill            *self,
                                        McpSkillState        state);
gboolean       mcp_skill_is_verified   (McpSkill            *self);   /* every file matches its digest */

void           mcp_skill_get_async     (McpSession          *session,
                                        const char          *uri,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
McpSkill      *mcp_skill_get_finish    (McpSession          *session,
                                        GAsyncResult        *result,
                                        GError             **error);
void           mcp_skill_read_async    (McpSkill            *self,
                                        McpSkillFile        *file,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
gboolean       mcp_skill_read_finish   (McpSkill            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
void           mcp_skill_verify_async  (McpSkill            *self,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
gboolean       mcp_skill_verify_finish (McpSkill            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
void           mcp_skill_take_recorded (McpSkill            *self);

G_END_DECLS
