/* mcp-annotations-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-annotations.h"

G_BEGIN_DECLS

void mcp_journal_append_annotation (McpJournal *self,
                                    guint       serial,
                                    GString    *members);  /* of a JSON object */
void mcp_journal_take_annotation   (McpJournal *self,
                                    guint       serial,
                                    const char *json,
                                    gsize       length);

G_END_DECLS
