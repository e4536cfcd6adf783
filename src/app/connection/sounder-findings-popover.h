/* sounder-findings-popover.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_FINDINGS_POPOVER (sounder_findings_popover_get_type ())

/* The findings of a session; activating one shows its record. Property: session. */
G_DECLARE_FINAL_TYPE (SounderFindingsPopover, sounder_findings_popover, SOUNDER, FINDINGS_POPOVER, GtkPopover)

G_END_DECLS
