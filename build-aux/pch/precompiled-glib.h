/* precompiled-glib.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifndef PRECOMPILED_GLIB
#define PRECOMPILED_GLIB

#include <glib-object.h>

#endif
