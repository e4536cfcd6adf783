/* sounder-catalog-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CATALOG_GATE (sounder_catalog_gate_get_type ())

/* Shows a page's content, or why there is none. Properties: content, session. */
G_DECLARE_FINAL_TYPE (SounderCatalogGate, sounder_catalog_gate, SOUNDER, CATALOG_GATE, SounderPage)

void     sounder_catalog_gate_set_kind  (SounderCatalogGate *self,
                                         McpCatalogKind      kind);
void     sounder_catalog_gate_set_pass  (SounderCatalogGate *self,
                                         gboolean            pass);  /* there is something to see anyway */

G_END_DECLS
