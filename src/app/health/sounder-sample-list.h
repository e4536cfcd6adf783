/* sounder-sample-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-health.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SAMPLE (sounder_sample_get_type ())

/* A sample as an object: an item of a list. */
G_DECLARE_FINAL_TYPE (SounderSample, sounder_sample, SOUNDER, SAMPLE, GObject)

const McpHealthSample *sounder_sample_get (SounderSample *self);
gint64 sounder_sample_get_wall_offset_usec (SounderSample *self);

#define SOUNDER_TYPE_SAMPLE_LIST (sounder_sample_list_get_type ())

/* A stretch of a store as a list model, newest first; its items are made when they are asked for. */
G_DECLARE_FINAL_TYPE (SounderSampleList, sounder_sample_list, SOUNDER, SAMPLE_LIST, GObject)

SounderSampleList *sounder_sample_list_new       (void);
void               sounder_sample_list_set_range (SounderSampleList *self,
                                                  McpSampleStore    *store,  /* (nullable) */
                                                  guint              first,
                                                  guint              end);

G_END_DECLS
