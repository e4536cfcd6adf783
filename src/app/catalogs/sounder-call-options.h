/* sounder-call-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-call-options.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CALL_OPTIONS (sounder_call_options_get_type ())

/* A button that opens the options of the next calls, and tells when they are not the defaults. */
G_DECLARE_FINAL_TYPE (SounderCallOptions, sounder_call_options, SOUNDER, CALL_OPTIONS, AdwBin)

gboolean sounder_call_options_apply (SounderCallOptions  *self,
                                     McpCall             *call,
                                     GError             **error);
void     sounder_call_options_reset (SounderCallOptions  *self);

G_END_DECLS
