/* mcp-tls.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

char *mcp_tls_describe (GTlsProtocolVersion  version,
                        const char          *cipher); /* (nullable) */

G_END_DECLS
