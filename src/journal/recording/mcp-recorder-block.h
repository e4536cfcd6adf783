/* mcp-recorder-block.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal-private.h"
#include "mcp-recorder-line.h"

G_BEGIN_DECLS

/*
 * Lines of a recording that are still to be written: what the index says of each, and where its
 * bytes are. A block is filled where the journal lives and then belongs to who writes it, in
 * whatever thread.
 */
typedef struct _McpRecorderBlock McpRecorderBlock;

/* Writes blocks to a file, one after the other; one thread at a time. */
typedef struct _McpRecorderWriter McpRecorderWriter;

McpRecorderBlock *mcp_recorder_block_new        (GPtrArray        *secrets);
void              mcp_recorder_block_free       (McpRecorderBlock *self);
gboolean          mcp_recorder_block_is_full    (McpRecorderBlock *self);
void              mcp_recorder_block_add_record (McpRecorderBlock *self,
                                                 McpJournal       *journal,
                                                 guint             serial);
void              mcp_recorder_block_add_line   (McpRecorderBlock *self,
                                                 McpSpool         *spool,
                                                 guint64           offset,
                                                 gsize             length);
GString          *mcp_recorder_block_begin_text (McpRecorderBlock *self);
void              mcp_recorder_block_end_text   (McpRecorderBlock *self);
void              mcp_recorder_block_set_last   (McpRecorderBlock *self,
                                                 guint             serial);
guint             mcp_recorder_block_get_last   (McpRecorderBlock *self);

McpRecorderWriter *mcp_recorder_writer_new   (int                 fd,
                                              McpSpool           *spool,
                                              McpRedactor        *redactor);
void               mcp_recorder_writer_free  (McpRecorderWriter  *self);
McpRedactor       *mcp_recorder_writer_get_redactor (McpRecorderWriter *self);
int                mcp_recorder_writer_write (McpRecorderWriter  *self,
                                              McpRecorderBlock   *block);
int                mcp_recorder_writer_write_text (McpRecorderWriter *self,
                                                   const char        *text,
                                                   gsize              length);
int                mcp_recorder_writer_close (McpRecorderWriter  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRecorderBlock, mcp_recorder_block_free)

G_END_DECLS
