/* sounder-markdown-blocks-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-markdown-blocks.h"

G_BEGIN_DECLS

/* The widgets that hold its text, in reading order: labels and text views. */
GPtrArray *sounder_markdown_blocks_get_places (SounderMarkdownBlocks *self);
char      *sounder_markdown_blocks_dup_code   (const char            *code);

G_END_DECLS
