/* mcp-query-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-query-private.h"

/* What is wrong with a filter, and where: an error that knows two numbers more. */

typedef struct
{
  gsize offset;
  gsize length;
} McpQueryErrorPrivate;

static void
mcp_query_error_private_init (McpQueryErrorPrivate *priv)
{
}

static void
mcp_query_error_private_copy (const McpQueryErrorPrivate *from,
                              McpQueryErrorPrivate       *to)
{
  *to = *from;
}

static void
mcp_query_error_private_clear (McpQueryErrorPrivate *priv)
{
}

G_DEFINE_EXTENDED_ERROR (McpQueryError, mcp_query_error)

/**
 * mcp_query_error_get_offset:
 * @error: of %MCP_QUERY_ERROR
 *
 * Gets where the filter is wrong.
 *
 * Returns: bytes from its start, between two characters; its length when something is missing there
 */
gsize
mcp_query_error_get_offset (const GError *error)
{
  g_return_val_if_fail (error != NULL && error->domain == MCP_QUERY_ERROR, 0);

  return mcp_query_error_get_private (error)->offset;
}

/**
 * mcp_query_error_get_length:
 * @error: of %MCP_QUERY_ERROR
 *
 * Gets how much of the filter is wrong from there on.
 *
 * Returns: bytes; 0 when something is missing
 */
gsize
mcp_query_error_get_length (const GError *error)
{
  g_return_val_if_fail (error != NULL && error->domain == MCP_QUERY_ERROR, 0);

  return mcp_query_error_get_private (error)->length;
}

/* Creates an error about what is from @from to @to of @text. */
GError *
mcp_query_error_new (McpQueryError  code,
                     const char    *text,
                     const char    *from,
                     const char    *to,
                     const char    *reason)
{
  /* Translators: what is wrong with a filter, and where. */
  GError *error = g_error_new (MCP_QUERY_ERROR, code, _("%s (column %u)"), reason,
                               (guint) g_utf8_strlen (text, from - text) + 1);
  McpQueryErrorPrivate *priv = mcp_query_error_get_private (error);

  priv->offset = from - text;
  priv->length = to - from;

  return error;
}
