/* bench-timeline-scale.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* A million messages in the window: opening, scrolling, selecting, following, lanes, memory. */
void bench_timeline_scale (void);
