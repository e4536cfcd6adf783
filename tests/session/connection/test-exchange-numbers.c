/* test-exchange-numbers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-exchange-numbers.h"

typedef McpExchangeNumbers Numbers;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Numbers, mcp_exchange_numbers_free)

/* What is no exchange has no number, whatever there was. */
static void
test_none (void)
{
  g_autoptr (Numbers) numbers = mcp_exchange_numbers_new ();

  mcp_exchange_numbers_begin (numbers, 1);
  mcp_exchange_numbers_take (numbers);
  g_assert_cmpuint (mcp_exchange_numbers_get (numbers, 0), ==, 0);
}

static void
test_over_transports (void)
{
  g_autoptr (Numbers) numbers = mcp_exchange_numbers_new ();

  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 1), ==, 1);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 2), ==, 2);
  mcp_exchange_numbers_restart (numbers);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 1), ==, 3);
  /* One that never began leaves no gap. */
  mcp_exchange_numbers_restart (numbers);
  mcp_exchange_numbers_restart (numbers);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 1), ==, 4);
}

/* Those of signing in, before, between and behind the transport's. */
static void
test_between (void)
{
  g_autoptr (Numbers) numbers = mcp_exchange_numbers_new ();

  g_assert_cmpuint (mcp_exchange_numbers_take (numbers), ==, 1);
  mcp_exchange_numbers_restart (numbers);
  g_assert_cmpuint (mcp_exchange_numbers_take (numbers), ==, 2);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 1), ==, 3);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 2), ==, 4);
  g_assert_cmpuint (mcp_exchange_numbers_take (numbers), ==, 5);
  g_assert_cmpuint (mcp_exchange_numbers_take (numbers), ==, 6);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 3), ==, 7);
  g_assert_cmpuint (mcp_exchange_numbers_take (numbers), ==, 8);
  g_assert_cmpuint (mcp_exchange_numbers_begin (numbers, 4), ==, 9);

  /* Those that began before keep theirs. */
  g_assert_cmpuint (mcp_exchange_numbers_get (numbers, 1), ==, 3);
  g_assert_cmpuint (mcp_exchange_numbers_get (numbers, 2), ==, 4);
  g_assert_cmpuint (mcp_exchange_numbers_get (numbers, 3), ==, 7);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/exchange-numbers/none", test_none);
  g_test_add_func ("/exchange-numbers/over-transports", test_over_transports);
  g_test_add_func ("/exchange-numbers/between", test_between);

  return g_test_run ();
}
