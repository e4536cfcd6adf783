/* sounder-exchange-pane.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-journal.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_EXCHANGE_PANE (sounder_exchange_pane_get_type ())

/* The HTTP exchange that a record belongs to: request, answer, times, and what else it carried. */
G_DECLARE_FINAL_TYPE (SounderExchangePane, sounder_exchange_pane, SOUNDER, EXCHANGE_PANE, AdwBin)

void sounder_exchange_pane_set_record (SounderExchangePane *self,
                                       McpRecord           *record); /* (nullable) */

G_END_DECLS
