/* sounder-recent.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The recordings that were opened or written last, kept as a setting. */
void       sounder_recent_add (GFile *file);
GPtrArray *sounder_recent_dup (void);        /* (transfer full) of GFile: those that are still there, the last first */

G_END_DECLS
