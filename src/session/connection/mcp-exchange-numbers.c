/* mcp-exchange-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-exchange-numbers.h"

/* From which of the transport's exchanges on the journal's number is how much more. */
typedef struct
{
  guint first;
  guint offset;
} Range;

struct _McpExchangeNumbers
{
  guint   last;    /* the journal's number that was given last */
  GArray *ranges;  /* Range, of the transport of now */
};

McpExchangeNumbers *
mcp_exchange_numbers_new (void)
{
  McpExchangeNumbers *self = g_new0 (McpExchangeNumbers, 1);

  self->ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  mcp_exchange_numbers_restart (self);

  return self;
}

void
mcp_exchange_numbers_free (McpExchangeNumbers *self)
{
  g_array_unref (self->ranges);
  g_free (self);
}

void
mcp_exchange_numbers_restart (McpExchangeNumbers *self)
{
  Range range = { 1, self->last };

  g_array_set_size (self->ranges, 0);
  g_array_append_val (self->ranges, range);
}

/**
 * mcp_exchange_numbers_begin:
 * @exchange: the transport's number of an exchange that begins
 *
 * Gives an exchange its number in the journal.
 *
 * Returns: that number
 */
guint
mcp_exchange_numbers_begin (McpExchangeNumbers *self,
                            guint               exchange)
{
  guint number = mcp_exchange_numbers_get (self, exchange);

  self->last = MAX (self->last, number);

  return number;
}

/**
 * mcp_exchange_numbers_get:
 * @exchange: the transport's number of an exchange, or 0 for what is none, such as a pipe
 *
 * Gets an exchange's number in the journal.
 *
 * Returns: that number, or 0
 */
guint
mcp_exchange_numbers_get (McpExchangeNumbers *self,
                          guint               exchange)
{
  guint i = self->ranges->len;

  if (exchange == 0)
    return 0;

  /* The last one, nearly always. */
  while (i > 1 && g_array_index (self->ranges, Range, i - 1).first > exchange)
    i--;

  return exchange + g_array_index (self->ranges, Range, i - 1).offset;
}

/**
 * mcp_exchange_numbers_take:
 *
 * Takes a number of the journal for an exchange that is not the transport's. The transport's next
 * one has the number behind.
 *
 * Returns: that number
 */
guint
mcp_exchange_numbers_take (McpExchangeNumbers *self)
{
  guint number = ++self->last;
  Range next = g_array_index (self->ranges, Range, self->ranges->len - 1);

  if (number - next.offset > next.first)
    {
      next.first = number - next.offset;
      g_array_append_val (self->ranges, next);
    }
  g_array_index (self->ranges, Range, self->ranges->len - 1).offset++;

  return number;
}
