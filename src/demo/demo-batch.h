/* demo-batch.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-message.h"

G_BEGIN_DECLS

/* Batches of revision 2025-03-26 that are not answered yet: the answers to one go out in one array. */

GPtrArray *demo_batches_new     (void);
/* @requests: (element-type McpMessage): what is in a new one */
void       demo_batches_add     (GPtrArray   *batches,
                                 GPtrArray   *requests);
/* Whether @answer belongs into one. @whole: (out) (nullable): all answers, with the last of them. */
gboolean   demo_batches_take    (GPtrArray   *batches,
                                 McpMessage  *answer,
                                 McpMessage **whole);

G_END_DECLS
