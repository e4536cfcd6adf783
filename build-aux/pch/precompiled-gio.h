/* precompiled-gio.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifndef PRECOMPILED_GIO
#define PRECOMPILED_GIO

#include <gio/gio.h>

#endif
