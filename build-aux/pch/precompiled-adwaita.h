/* precompiled-adwaita.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#ifndef PRECOMPILED_ADWAITA
#define PRECOMPILED_ADWAITA

#include <adwaita.h>

#endif
