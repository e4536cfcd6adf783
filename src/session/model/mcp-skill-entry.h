/* mcp-skill-entry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What every client takes of one skill, and this one takes no more (io.modelcontextprotocol/skills, limits). */
#define MCP_SKILL_MAX_FILES 512
#define MCP_SKILL_MAX_BYTES (16 * 1024 * 1024)

#define MCP_SKILL_MAIN_FILE "SKILL.md"

/* A rule that an entry breaks, for the linter's table. */
typedef struct
{
  const char *rule;  /* "skills.digest" */
  char       *text;  /* translated */
} McpSkillFault;

/* A file as it is listed. */
typedef struct
{
  char   *uri;
  char   *path;    /* below the directory of the skill; the URI for one that is not there */
  char   *digest;  /* (nullable): of SHA-256, in hexadecimal digits */
  gint64  size;    /* in bytes; -1: none */
  char   *fault;   /* (nullable): translated: why it is not read */
} McpSkillFileEntry;

/*
 * One skill as a server lists it (io.modelcontextprotocol/skills, skill entries). Read once, and does not
 * change.
 */
typedef struct
{
  char      *uri;         /* (nullable): of its SKILL.md */
  char      *root;        /* (nullable): the directory of that, without a slash at the end */
  char      *name;        /* "" for none */
  char      *description; /* "" for none */
  char      *frontmatter; /* (nullable): JSON */
  gboolean   is_dynamic;  /* it has no list of files */
  GPtrArray *files;       /* (element-type McpSkillFileEntry) */
  guint64    n_bytes;     /* of all files that say their size */
  char      *obstacle;    /* (nullable): translated: why nothing of it is read */
  GPtrArray *faults;      /* (element-type McpSkillFault) */
} McpSkillEntry;

McpSkillEntry     *mcp_skill_entry_new       (const char          *json,
                                              gsize                length);
McpSkillEntry     *mcp_skill_entry_ref       (McpSkillEntry       *self);
void               mcp_skill_entry_unref     (McpSkillEntry       *self);
McpSkillFileEntry *mcp_skill_entry_find_file (McpSkillEntry       *self,
                                              const char          *word);  /* path or URI; (nullable) */
char              *mcp_skill_entry_resolve   (McpSkillEntry       *self,
                                              const char          *word);  /* (nullable): the URI, when it is inside */
gboolean           mcp_skill_entry_is_main   (McpSkillEntry       *self,
                                              const char          *uri);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpSkillEntry, mcp_skill_entry_unref)

G_END_DECLS
