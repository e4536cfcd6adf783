/* sounder-header-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEADER_LIST (sounder_header_list_get_type ())

/* Headers as they crossed the wire; secret values are masked until each is asked for. */
G_DECLARE_FINAL_TYPE (SounderHeaderList, sounder_header_list, SOUNDER, HEADER_LIST, AdwBin)

void sounder_header_list_set_headers (SounderHeaderList  *self,
                                      GPtrArray          *headers,       /* (nullable): names and values in turn */
                                      const char * const *secret_names); /* (nullable) */

G_END_DECLS
