/* mcp-exchange-numbers.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Each transport numbers its HTTP exchanges from 1; in the journal they are numbered on over all
 * connections, and those of signing in come between.
 */
typedef struct _McpExchangeNumbers McpExchangeNumbers;

McpExchangeNumbers *mcp_exchange_numbers_new         (void);
void                mcp_exchange_numbers_free        (McpExchangeNumbers *self);
void                mcp_exchange_numbers_restart     (McpExchangeNumbers *self);      /* there is another transport */
guint               mcp_exchange_numbers_begin       (McpExchangeNumbers *self,
                                                      guint               exchange);
guint               mcp_exchange_numbers_get         (McpExchangeNumbers *self,
                                                      guint               exchange);
guint               mcp_exchange_numbers_take        (McpExchangeNumbers *self);

G_END_DECLS
