/* mcp-error-cause.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-error.h"

G_BEGIN_DECLS

/* What a proxy did instead of letting a connection through. */
typedef enum {
  MCP_PROXY_UNKNOWN_NAME,    /* there is no host of its name */
  MCP_PROXY_UNREACHABLE,     /* nothing listens there, or no route leads there */
  MCP_PROXY_UNSECURED,       /* TLS with the proxy failed */
  MCP_PROXY_WANTS_LOGIN,     /* no name and password were sent */
  MCP_PROXY_REFUSED_LOGIN,   /* those of its address were */
  MCP_PROXY_FORBIDS,
  MCP_PROXY_CANNOT_REACH,    /* it says that it does not get to the server */
  MCP_PROXY_REDIRECTS,       /* to a page to log in at, as networks do */
  MCP_PROXY_ANSWERED,        /* any other status */
  MCP_PROXY_BROKE_OFF,       /* it closed the connection without an answer */
  MCP_PROXY_NO_PROXY,        /* what it says is not the protocol of a proxy */
} McpProxyTrouble;

/* A proxy that a connection did not get past, and what it said. The text is the proxy's. */
typedef struct
{
  McpProxyTrouble  trouble;
  char            *peer;          /* "proxy.example.com:3128" */
  char            *target;        /* the host that it was asked for */
  guint            status;        /* HTTP; 0 for none */
  char            *reason;        /* (nullable) */
  char            *challenge;     /* (nullable): Proxy-Authenticate */
  char            *location;      /* (nullable) */
  char            *content_type;  /* (nullable) */
  GBytes          *body;          /* (nullable): its start; where it is no proxy, the first bytes */
} McpProxyReport;

/*
 * What stands behind an MCP_ERROR: programs go by this and by codes, people read the message. All
 * copies of an error have the same.
 */
void                  mcp_error_set_cause (GError               *error,
                                           const GError         *cause);   /* (nullable): of GIO, GTls, libsoup */
const GError         *mcp_error_get_cause (const GError         *error);   /* (nullable): @error itself where it is
                                                                              of another domain */
void                  mcp_error_set_proxy (GError               *error,
                                           const McpProxyReport *proxy);   /* copied */
const McpProxyReport *mcp_error_get_proxy (const GError         *error);   /* (nullable) */

G_END_DECLS
