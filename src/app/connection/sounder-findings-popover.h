/* sounder-findings-popover.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-journal.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_FINDINGS_POPOVER (sounder_findings_popover_get_type ())

/* The findings of a session; activating one shows its record. */
G_DECLARE_FINAL_TYPE (SounderFindingsPopover, sounder_findings_popover, SOUNDER, FINDINGS_POPOVER, GtkPopover)

void sounder_findings_popover_set_journal (SounderFindingsPopover *self,
                                           McpJournal             *journal);   /* (nullable) */

G_END_DECLS
