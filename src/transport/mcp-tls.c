/* mcp-tls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-tls.h"

/**
 * mcp_tls_describe:
 * @version: the version of TLS
 * @cipher: (nullable): the cipher suite
 *
 * Says for people what protects a connection.
 *
 * Returns: (transfer full): such as “TLS 1.3, AES-256-GCM”
 */
char *
mcp_tls_describe (GTlsProtocolVersion  version,
                  const char          *cipher)
{
  static const struct
  {
    GTlsProtocolVersion version;
    const char         *name;
  } names[] = {
    { G_TLS_PROTOCOL_VERSION_SSL_3_0, "SSL 3.0" }, { G_TLS_PROTOCOL_VERSION_TLS_1_0, "TLS 1.0" },
    { G_TLS_PROTOCOL_VERSION_TLS_1_1, "TLS 1.1" }, { G_TLS_PROTOCOL_VERSION_TLS_1_2, "TLS 1.2" },
    { G_TLS_PROTOCOL_VERSION_TLS_1_3, "TLS 1.3" },
  };
  const char *name = "TLS";

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].version == version)
      name = names[i].name;

  return cipher != NULL ? g_strdup_printf ("%s, %s", name, cipher) : g_strdup (name);
}
