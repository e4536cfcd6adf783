/* mcp-pass-relay.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-pass-queue.h"

G_BEGIN_DECLS

typedef struct
{
  const char *url;                  /* http: or https: of the server */
  const char *listen_address;       /* "127.0.0.1" */
  guint16     listen_port;          /* 0: any that is free */
  gboolean    rewrite_host;         /* the server's name in Host in place of ours */
  const char *const
      *allowed_hosts; /* (nullable) that Host may name then, beside this computer's own */
  const char *ca_file;              /* (nullable) trusted beside the system's */
  const char *accepted_certificate; /* (nullable) a fingerprint, as McpCertificate has it */
} McpPassRelayOptions;

/* The streams of the connection N, from 1 on. */
#define MCP_PASS_REQUESTS(n) ((n) * 2)
#define MCP_PASS_ANSWERS(n)  ((n) * 2 + 1)

/*
 * Takes connections in the place of an HTTP server and passes the bytes of each on to it, and
 * back. Each direction has a thread of its own, so that one that waits holds nobody up.
 */
typedef struct _McpPassRelay McpPassRelay;

McpPassRelay *mcp_pass_relay_new      (const McpPassRelayOptions *options,
                                       McpPassQueue              *queue,
                                       GError                   **error);
guint16       mcp_pass_relay_get_port (McpPassRelay              *self);
void          mcp_pass_relay_stop     (McpPassRelay              *self);

G_END_DECLS
