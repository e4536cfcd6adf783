/* mcp-certificate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define MCP_TYPE_CERTIFICATE (mcp_certificate_get_type ())

/* A server's TLS certificate as people read it, and what is wrong with it. Immutable. */
G_DECLARE_FINAL_TYPE (McpCertificate, mcp_certificate, MCP, CERTIFICATE, GObject)

McpCertificate      *mcp_certificate_new               (GTlsCertificate      *certificate,
                                                        GTlsCertificateFlags  problems,
                                                        const char           *host); /* the name that was asked for */
GTlsCertificate     *mcp_certificate_get_certificate   (McpCertificate *self);
const char          *mcp_certificate_get_host          (McpCertificate *self);
const char          *mcp_certificate_get_subject       (McpCertificate *self); /* "CN=localhost" */
const char          *mcp_certificate_get_issuer        (McpCertificate *self);
GDateTime           *mcp_certificate_get_not_before    (McpCertificate *self); /* (nullable) */
GDateTime           *mcp_certificate_get_not_after     (McpCertificate *self); /* (nullable) */
const char          *mcp_certificate_get_fingerprint   (McpCertificate *self); /* "SHA256:AB:CD:…" of the DER */
GTlsCertificateFlags mcp_certificate_get_problems      (McpCertificate *self); /* 0: it verified */
gboolean             mcp_certificate_is_self_signed    (McpCertificate *self);
char                *mcp_certificate_describe_problems (McpCertificate *self); /* translated sentences, one a line; "" for none */

/*
 * A certificate of ours with its key, from PEM files: (transfer full). @key is NULL where @file has
 * both.
 */
GTlsCertificate     *mcp_certificate_load_own          (const char           *file,
                                                        const char           *key,    /* (nullable) */
                                                        GError              **error); /* MCP_ERROR_CONFIG */

G_END_DECLS
