/* mcp-skill-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-skill.h"

G_BEGIN_DECLS

struct _McpSkill
{
  GObject        parent_instance;

  McpSession    *session;     /* weak */
  GBytes        *json;        /* that it was made of */
  McpSkillEntry *entry;
  GListStore    *files;
  guint64        read_bytes;  /* of a skill without a list of files */
};

G_END_DECLS
