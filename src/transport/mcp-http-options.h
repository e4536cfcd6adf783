/* mcp-http-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/*
 * Headers of one request: names and values in turn; %NULL for none. Called when it is made, in the
 * main loop.
 */
typedef GStrv (*McpHttpHeadersFunc) (GObject    *source,
                                     const char *method,
                                     const char *url);

/* How to reach a server by URL. Copied by whoever keeps it. */
typedef struct
{
  const char    *url;
  McpHeaderList  headers;               /* (nullable): the user's */
  const char    *ca_file;               /* (nullable): trusted beside the system's store */
  const char    *accepted_certificate;  /* (nullable): fingerprint, taken although it does not verify */
  const char    *client_certificate;    /* (nullable): a PEM file, shown to a server that asks for one */
  const char    *client_key;            /* (nullable): the file of its key, where that is another */
  gsize          cap_bytes;             /* of one message; 0 is 256 MiB */
  guint          max_streams;           /* open at once; 0 is 256 */
  gboolean       keeps_cookies;         /* what the server sets is sent back to it */
  McpHttpHeadersFunc headers_func;      /* (nullable): what each request has beside them, and instead of them */
  GObject       *headers_source;        /* (nullable): its first argument; referenced */
} McpHttpOptions;

gboolean        mcp_http_options_check (const McpHttpOptions *options,
                                        GError              **error); /* MCP_ERROR_CONFIG, names what is wrong */
McpHttpOptions *mcp_http_options_copy  (const McpHttpOptions *options);
void            mcp_http_options_free  (McpHttpOptions       *options);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpOptions, mcp_http_options_free)

G_END_DECLS
