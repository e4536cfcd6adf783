/* sounder-record-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

typedef void (*SounderFactFunc) (const char *name,   /* translated */
                                 const char *value,  /* safe to show */
                                 gpointer    user_data);

/* How a record was carried, fact by fact, for the Transport tab. */
void sounder_record_facts (McpRecord       *record,
                           McpSession      *session,    /* (nullable) */
                           SounderFactFunc  func,
                           gpointer         user_data);

G_END_DECLS
