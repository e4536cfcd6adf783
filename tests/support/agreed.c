/* agreed.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-consent.h"

/*
 * For programs that test something else than consent: what they start, they have made themselves. Linked in, and no
 * setting, so that nobody can be talked into it.
 */
static void __attribute__ ((constructor))
agree (void)
{
  mcp_consent_give_all (TRUE);
}
