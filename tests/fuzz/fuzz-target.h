/* fuzz-target.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/* What libFuzzer calls, and fuzz-driver.c. Each target asserts what must hold for all bytes. */
int LLVMFuzzerTestOneInput (const guint8 *data,
                            gsize         size);
