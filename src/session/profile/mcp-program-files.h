/* mcp-program-files.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* What is run, as files: the program, and the scripts and libraries that its arguments name. */
GPtrArray *mcp_program_files_list         (McpProfile *profile); /* (transfer full) of char *, absolute; the program is the first; empty when there is none to find */
char      *mcp_program_files_dup_identity (GPtrArray  *files);   /* hash of sizes, times and inodes on disk */
guint      mcp_program_files_count_whole  (GPtrArray  *files);   /* that are there, not empty, and a program that can be executed */

char      *mcp_program_files_dup_content  (GPtrArray  *files);  /* (transfer full) */

G_END_DECLS
