/* sounder-taps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TAPS (sounder_taps_get_type ())

/* Rows for what taps pass on: those that run, and those that begin while the program does. */
G_DECLARE_FINAL_TYPE (SounderTaps, sounder_taps, SOUNDER, TAPS, GObject)

SounderTaps *sounder_taps_new (SounderServerModel *model);

G_END_DECLS
